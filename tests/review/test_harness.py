"""The refusals of an edit, one by one, each with its code; the numbers are those of the harness's list.

4 (every other character stays) is in ``test_exactness``, 5 (a kill inside a batch) in ``test_kill``, 7 (where
an insertion stands) in ``test_anchors``, 9 (deletion without a look-up) in ``test_advisories`` too.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lexdesk.errors import LexDeskError
from lexdesk.review.errors import EditError, NotExact
from lexdesk.review.proposal import (
    DeleteClause,
    DeleteParagraphs,
    InsertAfter,
    Proposal,
    ReplaceParagraph,
    ReplaceText,
)
from tests.review.desks import LAWYER, Desk, open_desk, word_file


def code_of(work: Callable[[], object]) -> str:
    with pytest.raises(LexDeskError) as caught:
        work()
    return caught.value.code


def test_harness_1_an_unknown_version_or_a_changed_paragraph_is_a_stale_anchor(desk: Desk) -> None:
    first, texts = desk.head.id, desk.texts()
    edit = ReplaceText("thirty (30) days", "ten (10) days", section="4.1")
    assert code_of(lambda: desk.stage(edit, version_id=999)) == "stale_anchor"
    assert desk.texts() == texts
    # The same words still stand in 9.3; nothing is searched for there.
    waiting = desk.stage(edit)
    desk.accept(desk.stage(ReplaceText("an invoice", "a correct invoice", section="4.1")))
    desk.show(waiting)
    texts = desk.texts()
    assert code_of(lambda: desk.review.accept([waiting.id], LAWYER)) == "stale_anchor"
    assert code_of(lambda: desk.stage(edit, version_id=first)) == "stale_anchor"
    assert desk.texts() == texts


def test_harness_2_old_text_at_two_places_lists_both(desk: Desk) -> None:
    with pytest.raises(EditError) as caught:
        desk.stage(ReplaceText("thirty (30) days", "ten (10) days"))
    assert caught.value.code == "ambiguous_anchor"
    keys = [desk.key("4.1"), desk.key("9.3")]
    assert [place.paragraph_key for place in caught.value.places] == keys
    for place in caught.value.places:
        text = desk.structure.text(place.paragraph_key) or ""
        assert text[place.start : place.end] == "thirty (30) days"
        assert place.before == text[max(0, place.start - 40) : place.start]
        assert place.after == text[place.end : place.end + 40]
        assert place.paragraph_key in caught.value.message


def test_harness_3_a_look_alike_is_not_exact_and_code_may_mend_it(tmp_path: Path) -> None:
    desk = open_desk(tmp_path / "x.lexmatter", word_file(["The “Fee” is EUR\u00a05 – net."]))
    edit = ReplaceText('The "Fee" is EUR 5 - net', 'The "Fee" is EUR 6 - net')
    with pytest.raises(NotExact) as caught:
        desk.stage(edit)
    assert caught.value.code == "not_exact"
    assert (caught.value.offset, "U+201C" in caught.value.message) == (4, True)
    mended = desk.stage(edit, mend=True)
    assert [(op.old_text, op.new_text) for op in mended.ops] == [("5", "6")]
    assert any("own characters" in item.text for item in desk.matter.read().packets.get(mended.id).items)
    desk.matter.close()


def test_harness_5_a_batch_with_one_failure_is_none(desk: Desk) -> None:
    good, stale = desk.stage(ReplaceText("accurate", "good")), desk.stage(ReplaceText("in writing", "by fax"))
    desk.accept(desk.stage(ReplaceText("in writing", "by letter")))
    desk.show(good, stale)
    head, texts = desk.head, desk.texts()
    assert code_of(lambda: desk.review.accept([good.id, stale.id], LAWYER)) == "stale_anchor"
    assert (desk.head, desk.texts()) == (head, texts)
    assert {desk.matter.read().edits.get(edit.id).state for edit in (good, stale)} == {"staged"}


def test_harness_6_what_the_approval_did_not_know_returns_it_to_staged(desk: Desk) -> None:
    gone = desk.stage(DeleteClause("12.6"))
    desk.show(gone)
    desk.accept(desk.stage(InsertAfter(desk.key("16.1"), "16.2 Section 12.6 survives.")))
    head = desk.head
    assert code_of(lambda: desk.review.accept([gone.id], LAWYER)) == "approval_outdated"
    assert desk.head == head
    assert desk.matter.read().edits.get(gone.id).state == "staged"
    assert "xref_dangling" in desk.codes(gone)
    desk.accept(gone)


def test_harness_6_two_changes_that_meet_each_other_are_looked_at_together(desk: Desk) -> None:
    gone = desk.stage(DeleteClause("12.6"))
    refers = desk.stage(InsertAfter(desk.key("16.1"), "16.2 Section 12.6 survives."))
    desk.show(gone, refers)
    head = desk.head
    assert code_of(lambda: desk.review.accept([gone.id, refers.id], LAWYER)) == "approval_outdated"
    assert desk.head == head
    desk.accept(gone, refers)
    assert desk.head.number == 2


def test_harness_7_an_insertion_beside_nothing_is_refused(desk: Desk) -> None:
    assert code_of(lambda: desk.stage(InsertAfter("", "New."))) == "not_found"
    assert code_of(lambda: desk.stage(InsertAfter("p999", "New."))) == "not_found"


def test_harness_8_no_op_repeated_and_overlapping(desk: Desk) -> None:
    key = desk.key("12.6")
    assert code_of(lambda: desk.stage(ReplaceText("accurate", "accurate", key))) == "no_change"
    assert (
        code_of(lambda: desk.stage(ReplaceText("precise books", "accurate books", key))) == "already_applied"
    )
    both: list[Proposal] = [
        ReplaceText("accurate books", "good books", key),
        ReplaceText("books", "files", key),
    ]
    assert code_of(lambda: desk.stage(both)) == "overlapping_edits"


def test_harness_9_exactly_one_advisory_without_a_look_up_and_none_with_one(desk: Desk) -> None:
    code = "cross_reference_review_not_recorded"
    assert desk.codes(desk.stage(DeleteClause("12"))).count(code) == 1
    desk.look_up("12")
    assert code not in desk.codes(desk.stage(DeleteClause("12")))


HARD = (
    "1. “Fee” means the sum of EUR\u00a05,000 – net – per month.",
    "2. The Supplier’s “Know-How” stays with the Supplier.",
    "3. The terms 1\u201124 apply for thirty (30) days.",
    "4. The indem\u00adnity survives for thirty (30) days.",
    "5. The cafe\u0301 lease ends after thirty (30) days.",
    "6. A zero\u200bwidth sign stands here.",
    "7. Each party shall keep accurate and complete books of account.",
    "8. Notices are given in writing to the address of the party.",
    "9. 甲方应于三十日内支付“服务费”。",
    "10. סעיף 5 התשלום ישולם תוך 30 יום.",
)
NOT_EXACT = [
    ('1. "Fee" means', '1. "Charge" means'),
    ("EUR 5,000", "EUR 6,000"),
    ("5,000 - net", "5,000 - gross"),
    ("Supplier's", "Provider's"),
    ('"Know-How"', '"Knowledge"'),
    ("terms 1-24", "terms 1-36"),
    ("indemnity survives", "indemnity ends"),
    ("caf\u00e9 lease", "caf\u00e9 licence"),
    ("zerowidth sign", "zerowidth mark"),
    ('支付"服务费"', '支付"费用"'),
]
AMBIGUOUS = [
    ("thirty (30) days", "sixty (60) days", "3"),
    ("thirty (30) days", "sixty (60) days", "4"),
    ("thirty (30) days", "sixty (60) days", "5"),
    ("Supplier", "Provider", "2"),
    ("thirty", "forty", "4"),
    ("days", "weeks", "5"),
]
NEAR = [
    ("keep acurate and complete books", "keep good books", "7"),
    ("keep accurate and compleet books of acount", "keep good books", "7"),
    ("Notices are givn in writing", "Notices are sent by letter", "8"),
    ("to the adress of the party", "to the office of the party", "8"),
    ("Each party must keep accurate and complete books", "Each party keeps books", "7"),
    ("甲方应在三十日内支付", "甲方应于十日内支付", "9"),
]
SHIFTED = [
    ("accurate", "good", "7", 3),
    ("complete", "whole", "7", 9),
    ("writing", "print", "8", 2),
    ("30", "60", "10", 1),
]
DONE = [("7", "accurate and complete"), ("8", "in writing")]


def near_misses() -> Iterator[tuple[str, object]]:
    yield from (("not_exact", case) for case in NOT_EXACT)
    yield from (("ambiguous_anchor", case) for case in AMBIGUOUS)
    yield from (("not_found", case) for case in NEAR)
    yield from (("stale_anchor", case) for case in SHIFTED)
    yield from (("no_change", case) for case in DONE)
    yield from (("already_applied", case) for case in DONE)


def test_there_are_thirty_near_misses() -> None:
    assert len(list(near_misses())) == 30


@pytest.mark.parametrize(("code", "case"), list(near_misses()))
def test_harness_10_the_answer_is_enough_for_a_second_try(
    tmp_path: Path, code: str, case: tuple[str, ...]
) -> None:
    desk = open_desk(tmp_path / "near.lexmatter", word_file(HARD))
    key = {text.split(".")[0]: block.key for text, block in zip(HARD, desk.structure.blocks, strict=True)}
    old, new = case[0], case[1]
    first: Proposal = ReplaceText(old, new)
    if code == "stale_anchor":
        first = ReplaceText(old, new, key[case[2]], int(case[3]), int(case[3]) + len(old))
    elif code == "no_change":
        first = ReplaceParagraph(key[old], HARD[int(old) - 1])
    elif code == "already_applied":
        first = ReplaceText(f"not {new} at all", new, key[old])
    with pytest.raises(EditError) as caught:
        desk.stage(first)
    error = caught.value
    assert error.code == code
    if code in ("no_change", "already_applied"):  # the answer says that nothing is left to do
        assert "read" in error.message or "already" in error.message
    else:
        place = next(p for p in error.places if code != "ambiguous_anchor" or p.label == case[2])
        again = ReplaceText(place.text, new, place.paragraph_key, place.start, place.end)
        desk.accept(desk.stage(again))
        assert new in (desk.structure.text(place.paragraph_key) or "")
    desk.matter.close()


def test_the_refusals_of_a_deletion_of_what_is_gone(desk: Desk) -> None:
    key = desk.key("12.6")
    desk.accept(desk.stage(DeleteParagraphs((key,))))
    assert code_of(lambda: desk.stage(DeleteParagraphs((key,)))) == "already_applied"
