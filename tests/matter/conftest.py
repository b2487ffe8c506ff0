"""An open matter with a document, a version, a chat and a run: what most stores hang on."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from lexdesk.evidence.model import Finding, PageText, PassageSpan
from lexdesk.matter import Matter, Tx
from lexdesk.matter.records import ChangeRow, EditOpRow, PacketItemRow, PacketRow, PlaceRow
from lexdesk.word.model import StoredPart


@dataclass(frozen=True)
class Ground:
    """Ids of the rows that ``ground`` makes."""

    document: int
    branch: int
    version: int
    chat: int
    run: int


def lay_ground(tx: Tx) -> Ground:
    document = tx.documents.add("Supply Agreement", "supply.docx", b"imported file")
    version = tx.versions.add(
        document.id, None, "import", "anna", "", "0" * 64, ["p1", "p2"], [StoredPart("a.xml", "{}", b"one")]
    )
    tx.documents.set_head(document.current_branch, version.id, "import")
    chat = tx.chats.add("Main", "main")
    run = tx.runs.start(chat.id, "Delete Section 12.7", "guided", "starter", document.id, version.id)
    tx.act("anna", "document_imported", f"document {document.id}", file_name="supply.docx")
    return Ground(document.id, document.current_branch, version.id, chat.id, run.id)


@pytest.fixture
def matter(matter_path: Path) -> Iterator[Matter]:
    """A new matter, open for writing."""
    with Matter.create(matter_path, name="Meridian", author="anna") as opened:
        yield opened


@pytest.fixture
def ground(matter: Matter) -> Ground:
    """Rows in ``matter`` to hang others on."""
    return matter.write(lay_ground)


def _fill(matter: Matter) -> None:
    def work(tx: Tx) -> None:
        ground = lay_ground(tx)
        source = tx.sources.add(
            title="Act",
            file_name="act.txt",
            media_type="text/plain",
            original=b"act",
            pages=[PageText(1, "1", "The Seller shall pay.")],
            findings=[Finding("no_text", "Page 1 has no text.", 1)],
        )
        (passage,) = tx.passages.add_many(
            source.id, [PassageSpan("sentence", 0, 21, 1, 1, "The Seller shall pay.")]
        )
        tx.runs.add_limit(ground.run, "unread", "Two sources were not read.")
        tx.calls.start(ground.run, "redraft", "starter", "{}")
        op = EditOpRow(1, "replace", "p1", 0, 3, "The", "Each", "0" * 64, "", "1.1")
        edit = tx.edits.add(
            ground.document, ground.version, ground.run, ground.chat, "replace", "1.1", "", "", "m", [op]
        )
        item = PacketItemRow(1, "fact", "Act", "The Seller shall pay.", "found_by_code", passage, None, "{}")
        tx.packets.freeze(
            PacketRow(edit.id, "Change it", ground.run, ground.chat, "starter", "", "", (item,))
        )
        place = PlaceRow(1, "p2", "1.2", 0, 4, "text")
        advisory = tx.advisories.add(
            edit.id, "xref_dangling", "warning", "It dangles.", {}, "references", 1, [place]
        )
        tx.advisories.mark_shown([advisory.id], "anna")
        tx.decisions.add(edit.id, "accept", "anna", "", ground.version, [advisory.id])
        tx.changes.add(
            ChangeRow(
                0,
                ground.document,
                ground.version,
                0,
                1,
                "p1",
                "s1",
                "1.1",
                "",
                "replace",
                "The",
                "Each",
                "",
                "",
                "anna",
                "anna",
                "",
                ground.run,
                edit.id,
                "apply_time",
                "high",
            )
        )
        pin = tx.pins.register(ground.chat, ground.run, passage)
        message = tx.chats.add_message(ground.chat, "assistant", "The Seller pays. [[pin_1]]", ground.run)
        tx.claims.add(message.id, "The Seller pays.", [pin.id])
        tx.claims.add_removed_marker(message.id, "[[pin_9]]", "not registered")
        tx.act("anna", "filled", "matter")

    matter.write(work)


@pytest.fixture
def fill_every_table() -> Callable[[Matter], None]:
    """Puts at least one row into every table."""
    return _fill
