"""Every advisory: once where it must fire, once where it must not, one sentence each."""

import io
import json
from pathlib import Path
from typing import Any

import docx
import pytest
from docx.oxml import OxmlElement
from docx.oxml.ns import qn

from lexdesk.matter.records import AdvisoryRow, EditRow, PacketItemRow
from lexdesk.review.checks import CHECKS
from lexdesk.review.proposal import (
    DeleteClause,
    DeleteParagraphs,
    InsertAfter,
    Proposal,
    ReplaceParagraph,
    ReplaceText,
)
from lexdesk.review.staging import Reasons, propose
from tests.review.desks import AGREEMENT, LAWYER, Desk, open_desk, word_file

P6 = "cross_reference_review_not_recorded"


def advisory(desk: Desk, edit: EditRow, code: str) -> AdvisoryRow:
    (row,) = [row for row in desk.matter.read().advisories.of_edit(edit.id) if row.code == code]
    return row


def labels(row: AdvisoryRow) -> list[str]:
    return [place.label for place in row.places]


def test_p6_deletion_without_a_look_up_carries_exactly_one_advisory_and_stays_staged(desk: Desk) -> None:
    edit = desk.stage(DeleteClause("12.7"))
    assert desk.codes(edit).count(P6) == 1
    row = advisory(desk, edit, P6)
    assert row.severity == "warning"
    assert labels(row) == ["12.7"]
    assert json.loads(row.details)["section"] == "12.7"
    assert (row.source, row.check_version) == (f"lexdesk.review.checks:{P6}", 1)
    assert edit.state == "staged"
    assert desk.head.number == 1


def test_p6_a_completed_look_up_for_that_clause_and_version_counts(desk: Desk) -> None:
    call = desk.look_up("Section 12.7")
    edit = desk.stage(DeleteClause("12.7"), lookups=[call])
    assert P6 not in desk.codes(edit)
    (item,) = [i for i in desk.matter.read().packets.get(edit.id).items if i.section == "check"]
    assert item.tool_result_id == call
    assert "3 found" in item.text
    assert "0 opened by the lawyer" in item.text


@pytest.mark.parametrize("status", ["error", "cancelled", "running"])
def test_p6_failed_cancelled_and_unfinished_look_ups_do_not_count(desk: Desk, status: str) -> None:
    call = desk.look_up("12.7", status=status)
    edit = desk.stage(DeleteClause("12.7"), lookups=[call])
    assert desk.codes(edit).count(P6) == 1


def test_p6_a_cut_look_up_does_not_count(desk: Desk) -> None:
    desk.look_up("12.7", cut=True)
    assert desk.codes(desk.stage(DeleteClause("12.7"))).count(P6) == 1


def test_p6_a_look_up_for_another_clause_or_a_later_one_does_not_count(desk: Desk) -> None:
    desk.look_up("9.3")
    edit = desk.stage(DeleteClause("12.7"))
    desk.look_up("12.7")
    assert desk.codes(edit).count(P6) == 1


def test_p6_a_look_up_on_an_ancestor_counts_while_clause_and_referrers_are_unchanged(desk: Desk) -> None:
    desk.look_up("12.7")
    desk.accept(desk.stage(ReplaceText("accurate books", "good books")))
    assert P6 not in desk.codes(desk.stage(DeleteClause("12.7")))
    desk.accept(desk.stage(ReplaceText("does not affect the duties", "leaves the duties", section="14.2")))
    assert desk.codes(desk.stage(DeleteClause("12.7"))).count(P6) == 1


def test_p6_a_new_referrer_ends_an_old_look_up(desk: Desk) -> None:
    desk.look_up("12.7")
    desk.accept(desk.stage(InsertAfter(desk.key("16.1"), "16.2 See Section 12.7.")))
    assert desk.codes(desk.stage(DeleteClause("12.7"))).count(P6) == 1


@pytest.mark.parametrize(
    "text",
    ["12.7 [Reserved]", "12.7 Reserved.", "12.7 [Intentionally omitted]", "12.7 Intentionally left blank."],
)
def test_p6_replacement_by_reserved_counts_as_deletion(desk: Desk, text: str) -> None:
    edit = desk.stage(ReplaceParagraph(desk.key("12.7"), text))
    assert edit.kind == "delete_clause"
    assert desk.codes(edit).count(P6) == 1


def test_p6_deleting_all_paragraphs_of_a_clause_is_its_deletion(desk: Desk) -> None:
    keys = (desk.key("12. Records"), desk.key("12.6"), desk.key("12.7"))
    edit = desk.stage(DeleteParagraphs(keys))
    assert desk.codes(edit).count(P6) == 1
    assert edit.section_label == "12"
    desk.look_up("12.7")
    assert desk.codes(desk.stage(DeleteParagraphs(keys))).count(P6) == 1
    desk.look_up("12")
    assert P6 not in desk.codes(desk.stage(DeleteParagraphs(keys)))


def test_p6_a_clause_goes_with_its_descendants(tmp_path: Path) -> None:
    lines = ["1. One", "1.1 The party shall:", "(a) pay; and", "(b) go.", "2. Two", "2.1 See Section 1.1(a)."]
    desk = open_desk(tmp_path / "tree.lexmatter", word_file(lines))
    edit = desk.stage(DeleteClause("1.1"))
    assert [op.old_text for op in edit.ops] == lines[1:4]
    assert labels(advisory(desk, edit, "xref_dangling")) == ["2.1"]
    desk.accept(edit)
    assert desk.texts() == [lines[0], *lines[4:]]
    desk.matter.close()


def test_p6_shortening_a_clause_is_no_deletion(desk: Desk) -> None:
    edit = desk.stage(ReplaceText("of the Customer within forty-five (45) days", "", section="12.7"))
    assert edit.kind == "replace"
    assert P6 not in desk.codes(edit)


def test_p6_deletion_by_hand_is_staged_with_the_advisory(desk: Desk) -> None:
    done = desk.review.hand_edit(desk.document_id, [DeleteClause("12.7")], LAWYER)
    assert done.version is None
    assert done.edit is not None
    assert desk.codes(done.edit).count(P6) == 1
    assert desk.head.number == 1
    version = desk.accept(done.edit)
    (change,) = desk.matter.read().changes.of_version(version.id)
    assert (version.kind, change.source, change.confidence) == ("hand_edit", "line_diff", "medium")
    assert (change.edit_id, change.run_id) == (None, None)


def test_p6_holds_for_every_working_document(desk: Desk) -> None:
    second = desk.review.import_document(word_file(AGREEMENT), "second.docx", LAWYER)
    desk.look_up("12.7")
    other = Desk(desk.matter, desk.review, second.id)
    assert other.codes(other.stage(DeleteClause("12.7"))).count(P6) == 1


def test_xref_dangling_names_the_referring_clauses(desk: Desk) -> None:
    row = advisory(desk, desk.stage(DeleteClause("12.7")), "xref_dangling")
    assert labels(row) == ["1.1", "14.2", "15.1"]
    assert row.message == "1.1, 14.2 and 15.1 would refer to 12.7, which this change deletes."
    assert "xref_dangling" not in desk.codes(desk.stage(DeleteClause("12.6")))


def test_xref_dangling_for_a_reference_that_the_edit_writes(desk: Desk) -> None:
    edit = desk.stage(ReplaceText("Section 12.7", "Section 12.9", section="14.2"))
    assert "Section 12.9" in advisory(desk, edit, "xref_dangling").message
    assert "xref_dangling" not in desk.codes(
        desk.stage(ReplaceText("Section 12.7", "Section 9.3", section="14.2"))
    )


def numbered_file(lines: list[str]) -> bytes:
    """A .docx whose paragraphs have automatic numbers 1, 2, 3..."""
    document = docx.Document()
    for line in lines:
        document.add_paragraph(line, style="List Number")
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def test_xref_shifted_when_automatic_numbers_change(tmp_path: Path) -> None:
    lines = ["Term. Two years.", "Fees. None.", "Law. English law.", "Survival. Section 3 survives."]
    desk = open_desk(tmp_path / "numbers.lexmatter", numbered_file(lines))
    row = advisory(desk, desk.stage(DeleteClause("2")), "xref_shifted")
    assert "3 becomes 2" in row.message
    assert labels(row) == ["4"]
    inserted = desk.stage(InsertAfter(desk.key("Term"), "Costs. Each bears its own."))
    assert "3 becomes 4" in advisory(desk, inserted, "xref_shifted").message
    assert "xref_shifted" not in desk.codes(desk.stage(InsertAfter(desk.key("Law"), "Costs. Own.")))
    desk.matter.close()


def test_xref_dangling_for_a_reference_by_title(tmp_path: Path) -> None:
    lines = [
        "1. Set-off Rights",
        "1.1 Each party may set off.",
        "2. Fees",
        "2.1 Fees are subject to the Set-off Rights section and nothing else. Set-off Rights matter.",
        "3. Law",
    ]
    desk = open_desk(tmp_path / "title.lexmatter", word_file(lines))
    row = advisory(desk, desk.stage(DeleteClause("1")), "xref_dangling")
    assert [(place.label, place.text) for place in row.places] == [("2.1", "Set-off Rights section")]
    assert "xref_dangling" not in desk.codes(desk.stage(DeleteClause("3")))
    desk.matter.close()


def test_xref_shifted_for_a_part_of_a_clause_that_moves(tmp_path: Path) -> None:
    lines = ["Term. Two years.", "Fees. (a) none; and (b) nothing.", "Survival. Section 2(b) survives."]
    desk = open_desk(tmp_path / "part.lexmatter", numbered_file(lines))
    row = advisory(desk, desk.stage(InsertAfter(desk.key("Term"), "Costs. None.")), "xref_shifted")
    assert labels(row) == ["3"]
    assert "2" in row.message
    desk.matter.close()


def test_conflict_with_another_place_on_the_same_matter(tmp_path: Path) -> None:
    lines = [
        "1. The Lessee shall give written notice of any sublease at least 10 business days in advance.",
        "2. A notice of a sublease that comes later than 10 business days before its start is void.",
        "3. The Lessor shall repair the roof within 10 business days.",
        *(f"{n}. Clause {n} speaks of other things entirely, namely number {n}." for n in range(4, 40)),
    ]
    desk = open_desk(tmp_path / "conflict.lexmatter", word_file(lines))
    change = ReplaceText("10 business", "30", section="1")
    row = advisory(desk, desk.stage(change, "30 days instead of 10 business days."), "conflict")
    assert labels(row) == ["2"]
    assert row.message == "2 would still say 10 business days on the same matter."
    both = [change, ReplaceText("10 business", "30", section="2")]
    assert "conflict" not in desk.codes(desk.stage(both, "30 days instead of 10 business days."))
    desk.matter.close()


def test_term_lost_while_still_used(desk: Desk) -> None:
    row = advisory(desk, desk.stage(DeleteClause("1.1")), "term_lost")
    assert "Retained Records" in row.message
    assert labels(row) == ["16.1"]
    both = desk.stage([DeleteClause("1.1"), ReplaceText(" The Retained Records stay confidential.", "")])
    assert "term_lost" not in desk.codes(both)


def test_near_duplicate_with_another_period(desk: Desk) -> None:
    row = advisory(desk, desk.stage(DeleteClause("12.7")), "near_duplicate_differs")
    assert labels(row) == ["9.3"]
    assert "thirty (30) days" in row.message
    assert "forty-five (45) days" in row.message
    assert "near_duplicate_differs" not in desk.codes(desk.stage(DeleteClause("12.6")))
    same = desk.stage(
        ReplaceText("forty-five (45)", "thirty (30)", section="12.7"), "Make it thirty (30) days."
    )
    assert "near_duplicate_differs" not in desk.codes(same)


def test_number_in_words_against_figures(desk: Desk) -> None:
    edit = desk.stage(ReplaceText("(30)", "(45)", section="4.1"), "Make it 45 days.")
    row = advisory(desk, edit, "number_words_mismatch")
    assert (row.severity, row.message) == ("error", "Words and figures disagree: “thirty (45) days”.")
    right = desk.stage(ReplaceText("thirty (30)", "forty-five (45)", section="4.1"), "Make it 45 days.")
    assert "number_words_mismatch" not in desk.codes(right)


def test_negation_added_or_dropped(desk: Desk) -> None:
    row = advisory(desk, desk.stage(ReplaceText("may not", "may", section="4.2")), "negation_changed")
    assert "drops “not”" in row.message
    assert "negation_changed" not in desk.codes(desk.stage(ReplaceText("accurate books", "good books")))


def test_quantity_that_the_instruction_does_not_name(desk: Desk) -> None:
    change = ReplaceText("thirty (30) days", "sixty (60) days", section="4.1")
    row = advisory(desk, desk.stage(change, "Make the sentence shorter."), "quantity_changed")
    assert "thirty (30) days" in row.message
    assert "sixty (60) days" in row.message
    assert "quantity_changed" not in desk.codes(desk.stage(change, "Make it sixty days."))
    assert "quantity_changed" not in desk.codes(desk.stage(change, "From 30 to 60 days, please."))


def tracked_file() -> bytes:
    """A .docx with one paragraph in which the other side has inserted words."""
    document = docx.Document()
    paragraph = document.add_paragraph("The fee is due ")
    inserted = OxmlElement("w:ins")
    for name, value in (("w:id", "7"), ("w:author", "Other Side"), ("w:date", "2026-01-02T03:04:05Z")):
        inserted.set(qn(name), value)
    run = OxmlElement("w:r")
    text = OxmlElement("w:t")
    text.text = "at once"
    run.append(text)
    inserted.append(run)
    paragraph._p.append(inserted)
    paragraph.add_run(" in full.")
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def test_edit_on_the_other_sides_unresolved_change(tmp_path: Path) -> None:
    desk = open_desk(tmp_path / "tracked.lexmatter", tracked_file())
    row = advisory(desk, desk.stage(ReplaceText("at once", "in a month")), "touches_other_side_change")
    assert "Other Side" in row.message
    apart = desk.stage(ReplaceText("in full", "in part"))
    assert "touches_other_side_change" not in desk.codes(apart)
    desk.accept(apart)
    again = desk.stage(ReplaceText("in part", "by half"))
    assert "touches_other_side_change" not in desk.codes(again)
    desk.matter.close()


def add_source(desk: Desk, status: str) -> int:
    """A stored source with one passage; the passage's id."""

    class Span:
        kind, start, end, page_from, page_to, text = "sentence", 0, 12, 1, 1, "Keep it all."

    class Page:
        number, label, text, width, height, words = 1, "1", "Keep it all.", 0.0, 0.0, ()

    def work(tx: Any) -> int:
        source = tx.sources.add(
            title="Retention Act",
            short_name="Retention Act",
            file_name=f"{status}.txt",
            media_type="text/plain",
            original=status.encode(),
            pages=[Page()],
            findings=[],
            role="law",
            status=status,
        )
        (passage,) = tx.passages.add_many(source.id, [Span()])
        tx.act("test", "source", str(source.id))
        return int(passage)

    return desk.matter.write(work)


def test_superseded_source_and_no_source_at_all(desk: Desk) -> None:
    def cited(status: str) -> EditRow:
        item = PacketItemRow(
            1, "law", "Retention Act", "Keep it all.", "cited_for_edit", add_source(desk, status), None, "{}"
        )
        return desk.stage(ReplaceText("accurate books", "good books"), packet_items=[item])

    old, good = cited("superseded"), cited("in_force")
    assert "is superseded" in advisory(desk, old, "source_superseded").message
    assert "source_superseded" not in desk.codes(good)
    assert "instruction_only" not in desk.codes(good)
    alone = desk.stage(ReplaceText("accurate books", "good books"))
    assert advisory(desk, alone, "instruction_only").severity == "info"


def test_every_finding_is_one_sentence_with_a_registered_check(desk: Desk) -> None:
    proposals: list[Proposal] = [
        DeleteClause("12.7"),
        ReplaceText("(30)", "(45)", section="4.1"),
        ReplaceText("may not", "may", section="4.2"),
        DeleteClause("1.1"),
    ]
    codes = {check.code for check in CHECKS}
    for proposal in proposals:
        made = propose(
            desk.matter, desk.review.structures, [proposal], desk.document_id, desk.head.id, Reasons()
        )
        assert made.advisories
        for found in made.advisories:
            assert found.code in codes
            assert found.finding.message.endswith(".")
            assert "\n" not in found.finding.message
