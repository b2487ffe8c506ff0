"""P2: old text is found exactly, once, or the refusal holds the facts for a second try."""

from pathlib import Path

import pytest

from lexdesk.review.errors import (
    AlreadyApplied,
    AmbiguousAnchor,
    EditError,
    NoChange,
    NotExact,
    NotFoundInDocument,
    OverlappingEdits,
    StaleAnchor,
)
from lexdesk.review.proposal import (
    DeleteClause,
    DeleteParagraphs,
    InsertAfter,
    InsertBefore,
    ReplaceParagraph,
    ReplaceText,
)
from tests.review.desks import LAWYER, Desk, open_desk, word_file


def test_p2_more_than_one_fit_lists_every_place(desk: Desk) -> None:
    with pytest.raises(AmbiguousAnchor) as caught:
        desk.stage(ReplaceText("thirty (30) days", "ten (10) days"))
    places = caught.value.places
    assert [place.label for place in places] == ["4.1", "9.3"]
    assert all(place.text == "thirty (30) days" for place in places)
    assert len(places[0].before) == 40
    assert places[0].before + places[0].text + places[0].after in desk.texts()[4]
    assert desk.matter.read().edits.list() == []


def test_p2_a_named_paragraph_settles_what_was_ambiguous(desk: Desk) -> None:
    edit = desk.stage(ReplaceText("thirty (30) days", "ten (10) days", paragraph_key=desk.key("9.3")))
    before = desk.texts()
    desk.accept(edit)
    after = desk.texts()
    changed = [(a, b) for a, b in zip(before, after, strict=True) if a != b]
    assert changed == [(before[7], before[7].replace("thirty (30)", "ten (10)"))]


def test_p2_a_named_clause_limits_the_search(desk: Desk) -> None:
    edit = desk.stage(ReplaceText("thirty (30) days", "ten (10) days", section="9.3"))
    assert {op.paragraph_key for op in edit.ops} == {desk.key("9.3")}


@pytest.mark.parametrize(
    ("text", "old", "sign"),
    [
        ("The “Services” of the Supplier’s staff", 'The "Services"', "U+201C"),
        ("a fee – net", "a fee - net", "U+2013"),
        ("The indem\u00adnity survives", "The indemnity survives", "U+00AD"),
        ("EUR\u202f5000 is due", "EUR 5000 is due", "U+202F"),
        ("EUR 5\u200b000 is due", "EUR 5000 is due", "U+200B"),
        ("The cafe\u0301 lease", "The café lease", "U+0065"),
        ("terms 1\u201124 apply", "terms 1-24 apply", "U+2011"),
    ],
)
def test_p2_near_fit_names_the_first_differing_code_point(
    tmp_path: Path, text: str, old: str, sign: str
) -> None:
    desk = open_desk(tmp_path / "near.lexmatter", word_file(["First.", text]))
    with pytest.raises(NotExact) as caught:
        desk.stage(ReplaceText(old, old + " now"))
    assert sign in caught.value.message
    true = caught.value.true_text
    assert text[caught.value.places[0].start : caught.value.places[0].end] == true
    # The facts of the refusal are enough for a second try.
    edit = desk.stage(ReplaceText(true, true + " now"))
    desk.accept(edit)
    assert desk.texts()[1] == text.replace(true, true + " now")
    desk.matter.close()


def test_p2_code_may_anchor_again_with_the_true_text_and_says_so(tmp_path: Path) -> None:
    text = "The fee is EUR\u00a05,000 per month – net, for the Supplier’s “Know-How”."
    desk = open_desk(tmp_path / "mend.lexmatter", word_file([text]))
    edit = desk.stage(
        ReplaceText("fee is EUR 5,000 per month - net", "fee is EUR 6,000 per month - net"), mend=True
    )
    assert [(op.old_text, op.new_text) for op in edit.ops] == [("5", "6")]
    assert any("own characters" in item.text for item in desk.matter.read().packets.get(edit.id).items)
    desk.accept(edit)
    assert desk.texts() == [text.replace("5,000", "6,000")]
    desk.matter.close()


def test_p2_text_of_another_version_is_stale(desk: Desk) -> None:
    first = desk.head.id
    desk.accept(desk.stage(ReplaceText("accurate books", "accurate and complete books")))
    with pytest.raises(StaleAnchor) as caught:
        desk.stage(ReplaceText("accurate books", "good books"), version_id=first)
    assert "accurate books" in caught.value.message
    assert "accurate and complete books" in caught.value.message
    with pytest.raises(StaleAnchor):
        desk.stage(ReplaceText("accurate books", "good books"), version_id=99)


def test_p2_same_words_elsewhere_do_not_save_a_stale_place(desk: Desk) -> None:
    key = desk.key("4.1")
    with pytest.raises(StaleAnchor) as caught:
        desk.stage(ReplaceText("thirty (30) days", "ten (10) days", paragraph_key=key, start=0, end=16))
    assert caught.value.places[0].start == desk.structure.block(key).text.index("thirty")


def test_harness_8_nothing_to_do_has_its_own_code(desk: Desk) -> None:
    key = desk.key("4.1")
    with pytest.raises(NoChange):
        desk.stage(ReplaceText("thirty (30)", "thirty (30)", paragraph_key=key))
    with pytest.raises(NoChange):
        desk.stage(ReplaceParagraph(key, desk.structure.block(key).text))
    with pytest.raises(AlreadyApplied):
        desk.stage(ReplaceText("within 10 days of", "within thirty (30) days of", paragraph_key=key))
    with pytest.raises(AlreadyApplied):
        desk.stage(InsertAfter(key, desk.structure.block(desk.key("4.2")).text))
    with pytest.raises(NoChange):
        desk.stage(InsertBefore(key, " "))
    desk.accept(desk.stage(DeleteParagraphs((desk.key("12.6"),))))
    with pytest.raises(AlreadyApplied):
        desk.stage(DeleteParagraphs(("p10",)))


def test_harness_8_overlapping_changes_of_one_batch(desk: Desk) -> None:
    key = desk.key("4.1")
    pair = [
        ReplaceText("thirty (30) days", "ten days", paragraph_key=key),
        ReplaceText("(30) days of receipt", "days of receipt", paragraph_key=key),
    ]
    with pytest.raises(OverlappingEdits):
        desk.stage(pair)
    with pytest.raises(OverlappingEdits):
        desk.stage([pair[0], DeleteParagraphs((key,))])
    assert desk.matter.read().edits.list() == []
    apart = [pair[0], ReplaceText("The Customer", "The Client", paragraph_key=key)]
    desk.accept(desk.stage(apart))
    assert desk.texts()[4].startswith("4.1 The Client shall pay the Fees within ten days of receipt")


def test_harness_7_insertion_stands_at_the_named_paragraph_in_order(desk: Desk) -> None:
    before = desk.texts()
    desk.accept(desk.stage(InsertAfter(desk.key("4.1"), "4.1A First.\n4.1B Second.")))
    at = before.index("4.2 The Supplier may not suspend the services without notice.")
    assert desk.texts() == [*before[:at], "4.1A First.", "4.1B Second.", *before[at:]]
    desk.accept(desk.stage(InsertBefore(desk.key("4.1A"), "4.0 Zero.\n4.0A Zero A.")))
    assert desk.texts() == [
        *before[: at - 1],
        before[at - 1],
        "4.0 Zero.",
        "4.0A Zero A.",
        "4.1A First.",
        "4.1B Second.",
        *before[at:],
    ]


def test_unknown_text_key_and_clause_name_the_nearest(desk: Desk) -> None:
    with pytest.raises(NotFoundInDocument) as caught:
        desk.stage(ReplaceText("shall keep acurate bookss", "x"))
    assert caught.value.places[0].label == "12.6"
    assert "shall keep accurate books" in caught.value.message
    with pytest.raises(NotFoundInDocument):
        desk.stage(DeleteParagraphs(("p999",)))
    with pytest.raises(NotFoundInDocument) as clause:
        desk.stage(DeleteClause("12.8"))
    assert clause.value.places
    with pytest.raises(NotFoundInDocument):
        desk.stage(ReplaceText("", "something"))


def test_a_paragraph_rewritten_in_several_lines_becomes_several_paragraphs(desk: Desk) -> None:
    key = desk.key("12.6")
    edit = desk.stage(ReplaceParagraph(key, "12.6 The Supplier shall keep good books.\n12.6A For ten years."))
    desk.accept(edit)
    texts = desk.texts()
    at = texts.index("12.6 The Supplier shall keep good books.")
    assert texts[at + 1] == "12.6A For ten years."
    assert [(op.old_text, op.new_text) for op in edit.ops if op.op == "replace"] == [("accurate", "good")]


def test_every_refusal_has_a_sentence_and_a_next_step(desk: Desk) -> None:
    tries = [
        ReplaceText("thirty (30) days", "x"),
        ReplaceText("no such words at all in here", "x"),
        ReplaceParagraph("p999", "x"),
        DeleteClause("99"),
    ]
    for proposal in tries:
        with pytest.raises(EditError) as caught:
            desk.stage(proposal)
        assert caught.value.message.endswith((".", "”"))
        assert caught.value.next_step
        assert caught.value.code != "edit_refused"


def test_the_old_text_of_a_whole_paragraph_is_checked(desk: Desk) -> None:
    with pytest.raises(StaleAnchor):
        desk.stage(ReplaceParagraph(desk.key("12.6"), "12.6 New.", old="12.6 Something else."))
    assert desk.review.undo_text(desk.document_id) == ""
    assert LAWYER
