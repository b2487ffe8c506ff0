"""Advisories on what an edit rests on. Each fires, each keeps quiet, in one sentence."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from lexdesk.matter.records import PacketItemRow
from lexdesk.review.proposal import ReplaceText
from tests.review.desks import LAWYER, Desk
from tests.review.test_advisories import advisory

CHANGE = ReplaceText("accurate books", "good books")


def source(
    desk: Desk,
    name: str,
    sentences: Sequence[str],
    findings: Sequence[Any] = (),
    role: str = "law",
    **fields: Any,
) -> list[int]:
    """A stored source whose sentences are passages; their ids."""

    class Span:
        kind, page_from, page_to = "sentence", 1, 1

        def __init__(self, start: int, text: str) -> None:
            self.start, self.end, self.text = start, start + len(text), text

    text = " ".join(sentences)

    class Page:
        number, label, width, height, words = 1, "1", 0.0, 0.0, ()

    page = Page()
    page.text = text  # type: ignore[attr-defined]
    spans, at = [], 0
    for sentence in sentences:
        spans.append(Span(text.index(sentence, at), sentence))
        at = spans[-1].end

    def work(tx: Any) -> list[int]:
        row = tx.sources.add(
            title=name,
            short_name=name,
            file_name=f"{name}.txt",
            media_type="text/plain",
            original=f"{name} {text}".encode(),
            pages=[page],
            findings=findings,
            role=role,
            **fields,
        )
        ids = tx.passages.add_many(row.id, spans)
        tx.act("test", "source", str(row.id))
        return list(ids)

    return desk.matter.write(work)


def cited(
    passage: int | None, text: str, section: str = "law", basis: str = "cited_for_edit"
) -> PacketItemRow:
    return PacketItemRow(1, section, "Cited", text, basis, passage, None, "{}")


def codes(desk: Desk, *items: PacketItemRow, instruction: str = "Do it.") -> list[str]:
    return desk.codes(desk.stage(CHANGE, instruction, packet_items=items))


def test_source_out_of_jurisdiction(desk: Desk) -> None:
    (there,) = source(desk, "Lisbon Act", ["Keep it all."], jurisdiction="Portugal")
    item = cited(there, "Keep it all.")
    assert "source_out_of_jurisdiction" not in codes(desk, item)  # the matter's law is not set
    desk.matter.write(lambda tx: (tx.matter.update(jurisdiction="Norway"), tx.act(LAWYER, "x", "matter")))
    row = advisory(desk, desk.stage(CHANGE, packet_items=[item]), "source_out_of_jurisdiction")
    assert row.message == "“Lisbon Act” is law of Portugal; this matter is under the law of Norway."
    (here,) = source(desk, "Oslo Act", ["Keep all of it."], jurisdiction="norway")
    assert "source_out_of_jurisdiction" not in codes(desk, cited(here, "Keep all of it."))
    (letter,) = source(desk, "Letter", ["We keep it."], role="fact", jurisdiction="Portugal")
    assert "source_out_of_jurisdiction" not in codes(desk, cited(letter, "We keep it.", "fact"))


def test_source_after_as_of(desk: Desk) -> None:
    desk.matter.write(lambda tx: (tx.matter.update(as_of="2024-06-30"), tx.act(LAWYER, "x", "matter")))
    (late,) = source(desk, "New Act", ["Keep it all."], dated="2025-01-01")
    (early,) = source(desk, "Old Act", ["Keep all of it."], dated="2023-01-01")
    row = advisory(desk, desk.stage(CHANGE, packet_items=[cited(late, "Keep it all.")]), "source_after_as_of")
    assert row.message == "“New Act” is dated 2025-01-01, later than the matter's date 2024-06-30."
    assert "source_after_as_of" not in codes(desk, cited(early, "Keep all of it."))


@pytest.mark.parametrize(
    ("text", "state"),
    [("Records are kept for nine years.", "altered"), ("Bees like warm rain and honey.", "not_found")],
)
def test_evidence_not_verified(desk: Desk, text: str, state: str) -> None:
    (passage,) = source(desk, "Retention Act", ["Records are kept for seven years."])
    item = cited(passage, text)
    row = advisory(desk, desk.stage(CHANGE, packet_items=[item]), "evidence_not_verified")
    assert json.loads(row.details)["state"] == state
    assert "“Retention Act”" in row.message
    assert "evidence_not_verified" not in codes(desk, cited(passage, "Records are kept for seven years."))
    shown = cited(passage, text, basis="shown_to_model")
    assert "evidence_not_verified" not in codes(desk, shown)


def test_evidence_without_a_passage_is_not_verified(desk: Desk) -> None:
    row = advisory(
        desk, desk.stage(CHANGE, packet_items=[cited(None, "Somewhere.")]), "evidence_not_verified"
    )
    assert json.loads(row.details)["state"] == "no_passage"


def test_fact_contradicted(desk: Desk) -> None:
    (ours,) = source(
        desk,
        "Letter of March",
        ["The pump warranty of the northern station lasts 24 months from delivery."],
        role="fact",
    )
    source(
        desk,
        "Letter of May",
        [
            "Good morning to you all.",
            "For the northern station the pump warranty lasts 12 months from delivery.",
            "The rent of the office is due within 10 days.",
        ],
        role="fact",
    )
    text = "The pump warranty of the northern station lasts 24 months from delivery."
    row = advisory(desk, desk.stage(CHANGE, packet_items=[cited(ours, text, "fact")]), "fact_contradicted")
    assert row.message == (
        "“Letter of March” says 24 months, but “Letter of May” says 12 months on the same matter."
    )
    assert json.loads(row.details)["other_says"] == "12 months"


def test_a_fact_that_others_confirm_or_do_not_speak_of_is_not_contradicted(desk: Desk) -> None:
    text = "The pump warranty of the northern station lasts 24 months from delivery."
    (ours,) = source(desk, "Letter of March", [text], role="fact")
    source(desk, "Note", ["The rent of the office is due within 10 months of delivery."], role="fact")
    source(desk, "Order", ["The pump warranty of the northern station is 24 months."], role="fact")
    assert "fact_contradicted" not in codes(desk, cited(ours, text, "fact"))
    (law,) = source(desk, "Warranty Act", ["The pump warranty of the northern station lasts 6 months."])
    assert "fact_contradicted" not in codes(
        desk, cited(law, "The pump warranty of the northern station lasts 6 months.")
    )


def test_fact_contradicted_in_chinese(desk: Desk) -> None:
    text = "北站水泵的质保期为交货后二十四个月。"
    (ours,) = source(desk, "三月函件", [text], role="fact")
    source(desk, "五月函件", ["各位早上好。", "北站水泵的质保期为交货后十二个月。"], role="fact")
    assert "fact_contradicted" in codes(desk, cited(ours, text, "fact"))


def test_source_not_read(desk: Desk) -> None:
    class Unread:
        code, message, page = "no_text", "Page 1 has no text.", 1

    (scan,) = source(desk, "Scanned deed", ["Keep it all."], findings=[Unread()])
    row = advisory(desk, desk.stage(CHANGE, packet_items=[cited(scan, "Keep it all.")]), "source_not_read")
    assert row.message == "1 page of “Scanned deed”, which is cited, could not be read."
    (clean,) = source(desk, "Clean deed", ["Keep all of it."])
    assert "source_not_read" not in codes(desk, cited(clean, "Keep all of it."))
    named = desk.stage(
        CHANGE, "Follow the Clean deed.", packet_items=[cited(scan, "Keep it all.", basis="x")]
    )
    assert "names “Clean deed”" in advisory(desk, named, "source_not_read").message
    shown = cited(clean, "Keep all of it.", basis="shown_to_model")
    assert "source_not_read" not in codes(desk, shown, instruction="Follow the Clean deed.")
