"""A real matter with a real Word file in it, and the look-up that a tool call would record."""

import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import docx

from lexdesk.matter.file import Matter
from lexdesk.matter.records import EditRow, VersionRow
from lexdesk.review.proposal import Proposal
from lexdesk.review.review import Review
from lexdesk.review.structure import Structure

LAWYER = "Ada Counsel"

AGREEMENT = (
    "1. Definitions",
    "1.1 “Retained Records” means the records described in Section 12.7.",
    "1.2 “Fees” means the sums payable under Section 4.1.",
    "4. Payment",
    "4.1 The Customer shall pay the Fees within thirty (30) days of receipt of an invoice.",
    "4.2 The Supplier may not suspend the services without notice.",
    "9. Return of property",
    "9.3 On termination the Supplier shall return all records of the Customer within thirty (30) days.",
    "12. Records",
    "12.6 The Supplier shall keep accurate books.",
    "12.7 On termination the Supplier shall return all records of the Customer within forty-five (45) days.",
    "14. Termination",
    "14.2 Termination does not affect the duties under Section 12.7.",
    "15. Survival",
    "15.1 The following survive: (a) Section 4.1; (b) Section 9.3; and (c) Section 12.7.",
    "16. General",
    "16.1 Notices are given in writing. The Retained Records stay confidential.",
)


def word_file(paragraphs: Sequence[str], style: str = "Normal") -> bytes:
    """A .docx with these paragraphs, made by python-docx."""
    document = docx.Document()
    for text in paragraphs:
        document.add_paragraph(text, style=style)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


@dataclass
class Desk:
    """One matter with one document, and short ways to act on it."""

    matter: Matter
    review: Review
    document_id: int

    @property
    def head(self) -> VersionRow:
        return self.matter.read().documents.head(self.document_id)

    @property
    def structure(self) -> Structure:
        return self.review.structures.of(self.head.id)

    def key(self, start: str) -> str:
        """Key of the only paragraph of the head that begins with these words."""
        (key,) = [b.key for b in self.structure.blocks if b.text.startswith(start)]
        return key

    def texts(self, version_id: int | None = None) -> list[str]:
        return [b.text for b in self.review.structures.of(version_id or self.head.id).blocks]

    def stage(
        self, proposal: Proposal | Sequence[Proposal], instruction: str = "Do it.", **more: object
    ) -> EditRow:
        more.setdefault("version_id", self.head.id)
        return self.review.stage(
            proposal,
            document_id=self.document_id,
            instruction=instruction,
            created_by="model: scripted",
            **more,  # type: ignore[arg-type]
        )

    def show(self, *edits: EditRow) -> None:
        for edit in edits:
            self.review.show_advisories(edit.id, LAWYER)

    def accept(self, *edits: EditRow, comment: str = "") -> VersionRow:
        """Show the warnings, then accept."""
        self.show(*edits)
        return self.review.accept([edit.id for edit in edits], LAWYER, comment)

    def codes(self, edit: EditRow) -> list[str]:
        return [row.code for row in self.matter.read().advisories.of_edit(edit.id)]

    def look_up(
        self, section: str, version_id: int | None = None, status: str = "ok", cut: bool = False
    ) -> int:
        """Record a cross-reference look-up as a tool call of a run; its id."""
        version = version_id or self.head.id
        asked = json.dumps({"document_id": self.document_id, "version_id": version, "section": section})
        output = "References: 14.2, 15.1(c)" if status == "ok" else ""

        def work(tx):  # type: ignore[no-untyped-def]
            chat = tx.chats.add("Main", "main")
            run = tx.runs.start(chat.id, "Delete it", "guided", "scripted", self.document_id, version)
            call = tx.tools.start(run.id, "get_cross_references", asked, asked)
            if status != "running":
                tx.tools.finish(call, status, output, error="", shown=(0, 5) if cut else None)
            tx.act("test", "tool", str(call))
            return call

        return self.matter.write(work)


def open_desk(path: Path, content: bytes, file_name: str = "agreement.docx") -> Desk:
    matter = Matter.create(path, name="Test", author=LAWYER)
    review = Review(matter)
    document = review.import_document(content, file_name, LAWYER)
    return Desk(matter, review, document.id)
