"""The invented agreement of the fake desk: paragraphs with redline, changes and packets."""

from dataclasses import dataclass, replace
from typing import Any

from lexdesk.assistant.views import (
    AdvisoryView,
    ChangeCard,
    ChangeItem,
    DocumentView,
    OutlineRow,
    PacketLine,
    ParagraphView,
    PieceView,
)
from tests.desktop.fake_content import SENTENCE, pin_93, pin_act, pin_mail, plain, table, theirs


@dataclass
class Edit:
    id: int
    key: str
    title: str
    removed: str
    added: str
    advisories: tuple[AdvisoryView, ...] = ()
    state: str = "staged"


def proposals() -> list[Edit]:
    """Three edits, staged; the second carries two warnings."""
    return [
        Edit(
            1,
            "p126",
            "Insert in clause 12.6",
            "",
            ", such consent not to be unreasonably withheld",
        ),
        Edit(
            2,
            "p127",
            "Delete clause 12.7",
            "Return of Confidential Information. Upon termination, each Party shall return or destroy all "
            "Confidential Information of the other Party within forty-five (45) days.",
            "",
            (
                AdvisoryView(
                    7,
                    "dangling_reference",
                    "warning",
                    "Section 14.2 and 15.1(c) still refer to 12.7",
                    (("p142", "14.2", "Sections 9, 12.7 and 13 survive"),),
                ),
                AdvisoryView(
                    8,
                    "differing_period",
                    "warning",
                    "9.3 says thirty (30) days, 12.7 forty-five (45)",
                    (),
                ),
            ),
        ),
        Edit(3, "p131", "Change clause 13.1", "twelve (12)", "twenty-four (24)"),
    ]


def agreement(edits: list[Edit], long: int, version_id: int, number: int) -> DocumentView:
    """The whole agreement with its redline."""
    paragraphs = [
        plain("t0", "", "SUPPLY AGREEMENT", level=0, alignment="center", indent=0),
        plain("p9", "9", "Confidentiality", level=1),
        plain(
            "p91",
            "9.1",
            "Duty.| Each Party shall keep the Confidential Information of the other Party secret.",
        ),
        plain(
            "p93",
            "9.3",
            "Return.| On request each Party shall return all records within thirty (30) days "
            "and confirm in writing that it has done so.",
        ),
        plain("p93a", "(a)", "copies on back-up media may be kept for one year;", indent=1440),
        plain("p93b", "(b)", "copies required by law may be kept as long as the law requires.", indent=1440),
        plain("p12", "12", "Term and termination", level=1),
        edited(
            edits,
            1,
            plain(
                "p126",
                "12.6",
                "Assignment.| Neither Party may assign this Agreement without the prior written "
                "consent of the other Party#.",
            ),
        ),
        edited(edits, 2, plain("p127", "12.7", "#")),
        plain("p13", "13", "Liability", level=1),
        edited(
            edits,
            3,
            plain(
                "p131",
                "13.1",
                "Cap.| The Supplier’s total liability under this Agreement shall not exceed the "
                "Fees paid in the # months before the claim.",
            ),
        ),
        theirs(plain("p132", "13.2", "Carve-out.| Nothing limits liability for fraud")),
        *table(),
        plain("p14", "14", "General", level=1),
        plain(
            "p142",
            "14.2",
            "Survival.| Sections 9, 12.7 and 13 survive termination of this Agreement for any reason.",
        ),
    ]
    paragraphs += [
        plain(f"x{n}", f"16.{n}", f"Further term {n}.| " + "The parties keep to what they have agreed. " * 6)
        for n in range(1, 8 + long)
    ]
    changes = []
    for edit in edits:
        if edit.state == "rejected":
            continue
        label = {"p126": "12.6", "p127": "12.7", "p131": "13.1"}[edit.key]
        kind = "delete" if not edit.added else "insert" if not edit.removed else "replace"
        changes.append(
            ChangeItem(
                f"edit:{edit.id}",
                kind,
                "staged" if edit.state == "staged" else "ours",
                "model: Qwen 1.5B",
                "2026-01-14T14:02:00+00:00",
                label,
                edit.title,
                edit.state,
                edit.key,
                edit.id,
            )
        )
    changes.append(
        ChangeItem(
            "rev:r3",
            "insert",
            "theirs",
            "J. Marl (Counterparty LLP)",
            "2026-01-10T09:30:00+00:00",
            "13.2",
            "or for death or personal injury",
            "tracked",
            "p132",
            None,
        )
    )
    outline = [
        OutlineRow(
            p.label,
            "".join(x.text for x in p.pieces if x.bold or p.heading_level).split(".")[0],
            0 if p.heading_level else 1,
            p.key,
            1 if p.key in ("p127", "p142") else 0,
        )
        for p in paragraphs
        if p.label and p.label[0].isdigit() and p.table is None
    ]
    return DocumentView(
        1,
        "Supply Agreement",
        version_id,
        number,
        3,
        "main",
        tuple(paragraphs),
        tuple(changes),
        tuple(outline),
    )


def edited(edits: list[Edit], edit_id: int, paragraph: ParagraphView) -> ParagraphView:
    """Put the pieces of an edit where the text holds "#"."""
    edit = next(one for one in edits if one.id == edit_id)
    text = paragraph.pieces[-1].text
    before, after = text.split("#")
    change = f"edit:{edit_id}"
    live = edit.state in ("staged", "accepted")
    middle = []
    if edit.removed:
        head, _, rest = edit.removed.partition(". ")
        bold = bool(rest) and not before
        state: Any = "del" if live else ""
        if bold:
            middle.append(PieceView(head + ".", state, change if live else "", bold=True))
            middle.append(PieceView(" " + rest, state, change if live else ""))
        else:
            middle.append(PieceView(edit.removed, state, change if live else ""))
    if edit.added and live:
        middle.append(PieceView(edit.added, "ins", change))
    pieces = [*paragraph.pieces[:-1], PieceView(before), *middle, PieceView(after)]
    return replace(
        paragraph,
        pieces=tuple(p for p in pieces if p.text),
        change_ids=(change,) if live else (),
        mark_change="del" if live and not before and not after else "",
    )


def card_of(edits: list[Edit], change_id: str) -> ChangeCard:
    """The packet of an edit, or what is known of the tracked change."""
    if change_id.startswith("rev:"):
        return ChangeCard(
            change_id,
            None,
            "Insertion in clause 13.2",
            "tracked",
            "",
            "",
            "J. Marl (Counterparty LLP)",
            "",
            "2026-01-10T09:30:00+00:00",
            "",
            " or for death or personal injury",
            (),
            (),
            (),
        )
    edit = next(one for one in edits if f"edit:{one.id}" == change_id)
    return ChangeCard(
        change_id,
        edit.id,
        edit.title,
        edit.state,
        "Delete Section 12.7 because its obligation appears to be duplicated elsewhere."
        if edit.id == 2
        else f"Please {edit.title[0].lower()}{edit.title[1:]}.",
        "The duty in 9.3 covers the same records.",
        "model",
        "Qwen 1.5B",
        "2026-01-14T14:02:00+00:00",
        edit.removed,
        edit.added,
        edit.advisories,
        (
            PacketLine(
                "clause_reviewed",
                "9.3",
                "Return. On request each Party shall return all records within thirty (30) days.",
                "shown_to_model",
                None,
                3,
            ),
            PacketLine(
                "clause_reviewed",
                "12.7",
                "Return of Confidential Information.",
                "shown_to_model",
                None,
                3,
            ),
            PacketLine(
                "clause_reviewed", "14.2", "Sections 9, 12.7 and 13 survive", "found_by_code", None, 3
            ),
            PacketLine("clause_reviewed", "15.1(c)", "as provided in Section 12.7", "found_by_code", None, 3),
            PacketLine(
                "fact",
                "Client e-mail, 3 March",
                "We already return papers within a month.",
                "cited_for_edit",
                21,
                None,
            ),
            PacketLine("law", "Retention Act 2021, s 4", SENTENCE, "cited_for_edit", 11, None),
            PacketLine(
                "check", "cross-references", "2 found, 0 unresolved, 0 opened", "found_by_code", None, 4
            ),
        ),
        (pin_93(), pin_mail(), pin_act()),
    )
