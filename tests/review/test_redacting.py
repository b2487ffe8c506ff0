"""A hand-off without chosen sources and chats: no word of them leaves, the chain is whole, gaps are named."""

import json
import sqlite3
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from lexdesk.assistant.desk import Desk
from lexdesk.errors import LexDeskError
from lexdesk.matter.file import Matter
from lexdesk.review.redacting import named
from lexdesk.review.verifying import unpack, verify
from lexdesk.text.hashing import sha256_bytes, sha256_text
from tests.models.scripted import ScriptedModel
from tests.review.desks import AGREEMENT, LAWYER, word_file

SECRET = "The client would settle for nine million crowns and no more than that."
ASKED = "How many wombats does the board fear in the Ostrava talks?"
FOUND = "Seventeen striped wombats were found in the cellar by the auditors."


def answers(messages, schema):  # type: ignore[no-untyped-def]
    return json.dumps({"answer": []})


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    (tmp_path / "draft.docx").write_bytes(word_file(AGREEMENT))
    (tmp_path / "settlement.txt").write_text(f"Note of a call.\n\n{SECRET}\n", "utf-8")
    (tmp_path / "public.txt").write_text("The Retention Act asks for seven years.\n", "utf-8")
    model = ScriptedModel(answers)
    with Desk(Matter.create(tmp_path / "a.lexmatter", name="A", author=LAWYER), lambda: model) as desk:
        desk.import_document(tmp_path / "draft.docx")
        desk.add_source(tmp_path / "settlement.txt", "fact")
        desk.add_source(tmp_path / "public.txt", "fact")
        side = desk.new_chat("Wombats")

        def talk(tx):  # type: ignore[no-untyped-def]
            run = tx.runs.start(side.id, ASKED, "guided", "scripted", 1, None)
            tx.chats.add_message(side.id, "user", ASKED, run_id=run.id)
            call = tx.tools.start(run.id, "search_sources", json.dumps({"q": ASKED}), "{}")
            tx.tools.finish(call, "ok", FOUND)
            model_call = tx.calls.start(run.id, "answer", "scripted", f"Question: {ASKED} {FOUND}")
            tx.calls.finish(model_call, "ok", FOUND, 1, 1)
            tx.chats.add_message(side.id, "assistant", FOUND, run_id=run.id)
            tx.runs.finish(run.id, "done")
            tx.act(LAWYER, "chat", "side")

        desk.matter.write(talk)
        yield desk


def bytes_of(archive: Path, folder: Path) -> bytes:
    """Everything in the archive, with what is compressed in the matter and in its files."""
    found = []
    with zipfile.ZipFile(archive) as packed:
        for name in packed.namelist():
            found.append(name.encode() + packed.read(name))
        packed.extract("matter.lexmatter", folder)
    with sqlite3.connect(folder / "matter.lexmatter") as raw:
        for encoding, content in raw.execute("SELECT encoding, bytes FROM blobs"):
            found.append(zlib.decompress(content) if encoding == "zlib" else content)
    raw.close()
    return b"".join(found)


def test_a_source_left_out_leaves_no_word_and_is_named(desk: Desk, tmp_path: Path) -> None:
    assert SECRET.encode() in (
        desk.review.pack(tmp_path / "whole.zip", LAWYER) and bytes_of(tmp_path / "whole.zip", tmp_path)
    )
    report = desk.review.pack(tmp_path / "a.zip", LAWYER, redaction=named([1], []))
    out = tmp_path / "out"
    out.mkdir()
    content = bytes_of(tmp_path / "a.zip", out)
    assert SECRET.encode() not in content
    assert b"nine million crowns" not in content
    assert b"seven years" in content
    sha256 = sha256_bytes((tmp_path / "settlement.txt").read_bytes())
    assert sha256 in report.left_out[0]
    with zipfile.ZipFile(tmp_path / "a.zip") as packed:
        assert sha256 in packed.read("LEFT-OUT.txt").decode()
    found = verify(tmp_path / "a.zip", report.head)
    assert found.broken == ()
    path, _ = unpack(tmp_path / "a.zip", out / "b.lexmatter", "Bo")
    with Matter.open(path) as matter:
        assert matter.read().audit.verify() == []
    assert any(source.title for source in desk.sources())
    assert SECRET in desk.source_text(1)  # here it is still there


def test_a_chat_left_out_leaves_no_word_and_each_text_its_hash(desk: Desk, tmp_path: Path) -> None:
    side = next(chat for chat in desk.chats() if chat.title == "Wombats")
    assert ASKED.encode() in (
        desk.review.pack(tmp_path / "whole.zip", LAWYER) and bytes_of(tmp_path / "whole.zip", tmp_path)
    )
    report = desk.review.pack(tmp_path / "a.zip", LAWYER, redaction=named([], [side.id]))
    out = tmp_path / "out"
    out.mkdir()
    content = bytes_of(tmp_path / "a.zip", out)
    for words in (ASKED, FOUND, "striped wombats"):
        assert words.encode() not in content
    for text in (ASKED, FOUND):
        assert sha256_text(text).encode() in content
    assert "replaced by its SHA-256" in report.left_out[0]
    assert verify(tmp_path / "a.zip", report.head).broken == ()
    with sqlite3.connect(out / "matter.lexmatter") as raw:
        assert raw.execute("PRAGMA foreign_key_check").fetchall() == []
    raw.close()
    assert [message.text for message in desk.messages(side.id)][-1] == FOUND  # here it is still there


def test_what_is_not_there_cannot_be_left_out(desk: Desk, tmp_path: Path) -> None:
    for redaction in (named([99], []), named([], [99])):
        with pytest.raises(LexDeskError):
            desk.review.pack(tmp_path / "a.zip", LAWYER, redaction=redaction)
    assert not (tmp_path / "a.zip").exists()
