"""The invented content of the fake desk: the Kilnbrook agreement, its sources and a talk about it."""

from dataclasses import replace
from typing import Any

from lexdesk.assistant.views import (
    ClaimView,
    MessageView,
    ParagraphView,
    PieceView,
    PinView,
    SourceView,
    TrailRow,
)

ACT_2021 = (
    "Retention Act 2021\n3 Scope\n(1) This Part applies to records kept under a contract.\n"
    + "".join(
        f"({n}) Paragraph {n} of the scope rules says what a record is and who keeps it.\n"
        for n in range(2, 40)
    )
    + "4 Records on termination\n(1) A recipient of confidential records shall return or "
    "destroy them within thirty days of the end of the contract unless the parties agree "
    "otherwise in writing.\n"
    "(2) Subsection (1) does not apply to copies which the recipient is required by law to keep.\n"
    + "".join(f"{n} Further rule {n}\nA rule about something else altogether.\n" for n in range(5, 40))
)
SENTENCE = "shall return or destroy them within thirty days of the end of the contract"


def plain(key: str, label: str, text: str, **more: Any) -> ParagraphView:
    pieces = []
    if "|" in text:
        head, text = text.split("|", 1)
        pieces.append(PieceView(head, bold=True))
    pieces.append(PieceView(text))
    return ParagraphView(
        key=key,
        label=label,
        pieces=tuple(pieces),
        heading_level=more.get("level"),
        indent=more.get("indent", 720),
        first_line=-720,
        alignment=more.get("alignment", ""),
        table=more.get("table"),
        note_mark="",
        change_ids=(),
    )


def theirs(paragraph: ParagraphView) -> ParagraphView:
    added = PieceView(" or for death or personal injury", "ins", "rev:r3")
    return replace(paragraph, pieces=(*paragraph.pieces, added, PieceView(".")), change_ids=("rev:r3",))


def table() -> list[ParagraphView]:
    cells = [["Service", "Fee"], ["Kiln A", "EUR 1,000"], ["Kiln B", "EUR 2,500"]]
    return [
        replace(plain(f"c{row}{column}", "", text, indent=0, table=(1, row, column, 2)), first_line=0)
        for row, line in enumerate(cells)
        for column, text in enumerate(line)
    ]


def pin_93() -> PinView:
    return PinView(
        93,
        "[[pin_93]]",
        "9.3",
        93,
        None,
        6,
        "p93",
        "On request each Party shall return all records within thirty (30) days",
        "Return.",
        "and confirm in writing that it has done so.",
        1,
        "draft",
        "draft",
    )


def pin_mail() -> PinView:
    return PinView(
        21,
        "[[pin_21]]",
        "Client e-mail, p. 1",
        21,
        2,
        None,
        "",
        "We already return papers",
        "",
        "Kind regards",
        1,
        "fact",
        "unknown",
    )


def pin_act() -> PinView:
    return PinView(
        11,
        "[[pin_11]]",
        "Retention Act s 4",
        11,
        1,
        None,
        "",
        SENTENCE,
        "A recipient of confidential records",
        "(2) Subsection (1) does not apply to copies.",
        2,
        "law",
        "in_force",
    )


def pin_pdf() -> PinView:
    return PinView(
        31, "[[pin_31]]", "Opinion, p. 2", 31, 4, None, "", "The duty survives.", "", "", 2, "law", "in_force"
    )


def sources() -> list[SourceView]:
    def source(number: int, title: str, role: str, status: str, **more: Any) -> SourceView:
        return SourceView(
            number,
            title,
            title,
            more.get("file", f"{number}.txt"),
            more.get("media", "text/plain"),
            role,
            status,
            "Ada Brook",
            "UK",
            "2026-01-01",
            "2021-05-01",
            False,
            more.get("paged", False),
            more.get("pages", 1),
            more.get("findings", ()),
            f"{number}" * 64,
        )

    return [
        source(1, "Retention Act 2021", "law", "in_force"),
        source(2, "Client e-mail, 3 March", "fact", "unknown", media="message/rfc822"),
        source(3, "Retention Act 2009", "law", "superseded"),
        source(
            4,
            "Opinion on survival",
            "law",
            "in_force",
            media="application/pdf",
            paged=True,
            pages=11,
            file="opinion.pdf",
            findings=(("no_text", "Schedule 3 has no text on 2 pages", 3),),
        ),
    ]


def said(number: int, role: str, text: str) -> MessageView:
    return MessageView(
        number, role, text, "2026-01-14T14:02:00+00:00", "complete", None, "Qwen 1.5B", (), (), (), (), ()
    )


def talk() -> list[MessageView]:
    first = said(1, "user", "Delete Section 12.7 because its obligation appears to be duplicated elsewhere.")
    one = (
        "I have staged one deletion. The duty in 9.3 covers the same records, "
        "but with thirty days instead of forty-five."
    )
    two = "Two clauses still refer to 12.7."
    answer = replace(
        said(2, "assistant", f"{one} [[pin_93]] {two} [[pin_21]]"),
        run_id=3,
        claims=(
            ClaimView(one, (pin_93(), pin_act()), (("ok", ""),)),
            ClaimView(two, (pin_mail(),), ()),
        ),
        trail=(
            TrailRow(3, "get_cross_references", "12.7 · 2 found", "ok", 11),
            TrailRow(4, "find near duplicates", "9.3, 81 %", "ok", 35),
            TrailRow(5, "search_sources", "“return or destroy” · 3", "ok", 8),
        ),
        limits=("Schedule 3 has no text on 2 pages.", "Retention Act read as of 1 Jan 2026."),
        edit_ids=(2,),
    )
    return [first, answer]
