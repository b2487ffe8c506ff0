"""A small agreement with a cover page, made by the test, and one instruction carried out on it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import docx

from lexdesk.assistant.model import Model
from lexdesk.matter.records import EditRow
from lexdesk.review.resolution import texts_after
from tests.assistant.jobs import open_matter

COVER = (
    ("Governing Law", "The laws of the State of {governing_law}"),
    ("Chosen Courts", "The courts located in {jurisdiction}"),
    ("Supplier Warranty Duration", "24 months"),
    ("Support Duration", "24 months"),
    ("Non-Competition Duration", "12 months"),
    ("Deposit", "[Deposit in euro]"),
)
TERMS = (
    "1. Definitions",
    '1.1 "Update" means a new release of the Software.',
    "2. Payment",
    "2.1 Fees. The Customer shall pay the Fees within thirty (30) days after receipt of an invoice. "
    "Late sums bear interest of 2% per year.",
    "2.2 Disputes. The Customer may contest an invoice within 10 business days. If it objects to a part, the "
    "Supplier answers within 20 days. Undisputed parts are paid under Section 2.1 (Fees).",
    "3. Restrictions",
    "3.1 Use. The Customer shall not: (a) copy the Software; (b) rent the Software; (c) remove notices; or "
    "(d) test its security. The Supplier may install an Update at any time.",
    "4. Termination",
    "4.1 Convenience. Either party may terminate this agreement on 60 days' notice.",
    "4.2 Return. On termination each party returns the documents of the other.",
    "5. Exclusions",
    "5.1 Warranty. The warranty does not cover misuse.",
    "6. Assignment",
    "6.1 Neither party may assign this agreement without consent. The Customer may not assign claims.",
)


@dataclass(frozen=True)
class Carried:
    """What an instruction led to: the run's state, the answer, and the new text by old text (None = gone)."""

    state: str
    message: str
    changed: dict[str, str | None]
    added: list[tuple[str, str]]  # text of the paragraph before, new text
    edit: EditRow | None


def write_agreement(path: Path, terms: Sequence[str] = TERMS) -> Path:
    """The agreement as a Word file."""
    document = docx.Document()
    document.add_paragraph("Cover Page")
    table = document.add_table(rows=0, cols=2)
    for name, value in COVER:
        cells = table.add_row().cells
        cells[0].text, cells[1].text = name, value
    for text in terms:
        document.add_paragraph(text)
    document.save(str(path))
    return path


def carry_out(folder: Path, model: Model, instruction: str, terms: Sequence[str] = TERMS) -> Carried:
    """The instruction on a fresh matter; nothing is decided."""
    file = write_agreement(folder / "agreement.docx", terms)
    with open_matter(folder / "a.lexmatter", model, file) as desk:
        message = desk.ask(desk.chats()[0].id, instruction)
        reader = desk.matter.read()
        state = reader.runs.get(message.run_id or 0).state
        edits = reader.edits.list()
        structure = desk.structures.of(reader.documents.head(desk.documents()[0][0]).id)
    assert len(edits) <= 1, "one instruction makes one edit"
    if not edits:
        return Carried(state, message.text, {}, [], None)
    texts = {block.key: block.text for block in structure.blocks}
    after = texts_after(edits[0].ops, texts)
    changed = {texts[key]: text for key, text in after.items() if key in texts}
    added = [(texts[op.paragraph_key], op.new_text) for op in edits[0].ops if op.new_key]
    return Carried(state, message.text, changed, added, edits[0])
