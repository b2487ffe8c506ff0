"""What accepting would break or mend is said before the decision, as one sentence and a list."""

from pathlib import Path

from lexdesk.matter.file import Matter
from lexdesk.review.effects import NOTHING, counted, effect_lines, effect_sentence
from lexdesk.review.proposal import DeleteClause, DeleteParagraphs, InsertAfter, ReplaceText
from lexdesk.review.review import Review
from tests.review.desks import Desk, open_desk, word_file


def stored(desk: Desk, edit_id: int) -> tuple[str, tuple[str, ...]]:
    effects = desk.matter.read().effects.of_edit(edit_id)
    return effect_sentence(effects), effect_lines(effects)


def test_a_deletion_says_how_many_references_and_terms_it_breaks(desk: Desk) -> None:
    said, lines = stored(desk, desk.stage(DeleteClause("12.7")).id)
    assert said == "Accepting this breaks three references."
    assert [line.split(":")[0] for line in lines] == ["1.1", "14.2", "15.1"]
    both, _ = stored(desk, desk.stage([DeleteClause("12.7"), DeleteParagraphs((desk.key("1.1"),))]).id)
    assert both == "Accepting this breaks two references and orphans one term."


def test_what_the_proof_reader_finds_only_in_the_result_counts(desk: Desk) -> None:
    edit = desk.stage(ReplaceText("thirty (30)", "thirty (45)", section="4.1"))
    said, lines = stored(desk, edit.id)
    assert said == "Accepting this brings one other slip."
    assert lines[0].startswith("4.1: ")
    fixed = desk.accept(edit)
    mended = desk.stage(ReplaceText("(45)", "(30)", section="4.1"), version_id=fixed.id)
    assert stored(desk, mended.id)[0] == "Accepting this mends one slip."


def test_nothing_broken_is_said_and_an_edit_nobody_looked_at_says_nothing(desk: Desk) -> None:
    edit = desk.stage(ReplaceText("accurate books", "good books"))
    assert [row.code for row in desk.matter.read().effects.of_edit(edit.id)] == [NOTHING]
    assert stored(desk, edit.id) == (
        "Accepting this breaks no reference and leaves every term with its definition.",
        (),
    )
    assert effect_sentence([]) == ""


def test_edits_together_are_judged_together(desk: Desk) -> None:
    gone = desk.stage(DeleteClause("12.7"))
    mends = desk.stage(
        [
            ReplaceText("the records described in Section 12.7", "all records", section="1.1"),
            ReplaceText(" under Section 12.7", "", section="14.2"),
        ]
    )
    together = desk.review.effects([gone.id, mends.id])
    assert effect_sentence(together) == "Accepting this breaks one reference."
    assert together[0].label == "15.1"
    assert desk.head.number == 1


def test_the_facts_of_the_sentence_are_counts(desk: Desk) -> None:
    rows = desk.matter.read().effects.of_edit(desk.stage(DeleteClause("12.7")).id)
    assert counted(rows) == {("broken_reference", False): 3}


def test_chinese_references_are_counted_too(tmp_path: Path) -> None:
    lines = [
        "第一条 定义",
        "本合同所称费用按照第二条计算。",
        "第二条 费用",
        "费用为每月一千元。",
        "第三条 其他",
    ]
    desk = open_desk(tmp_path / "zh.lexmatter", word_file(lines))
    said, _ = stored(desk, desk.stage(DeleteClause("第二条")).id)
    assert said.startswith("Accepting this breaks one reference")
    desk.matter.close()


def test_effects_outlive_a_restart(desk: Desk) -> None:
    edit = desk.stage(DeleteClause("12.7"))
    before = desk.matter.read().effects.of_edit(edit.id)
    path = desk.matter.path
    desk.matter.close()
    with Matter.open(path) as again:
        assert again.read().effects.of_edit(edit.id) == before
        assert Review(again).effects([edit.id]) == tuple(before)


def test_an_insertion_that_renumbers_says_which_references_keep_an_old_number(tmp_path: Path) -> None:
    from tests.review.test_advisories import numbered_file

    lines = ["Term. Two years.", "Fees. None.", "Law. English law.", "Survival. Section 3 survives."]
    desk = open_desk(tmp_path / "numbers.lexmatter", numbered_file(lines))
    said, _ = stored(desk, desk.stage(InsertAfter(desk.key("Term"), "Costs. Own.")).id)
    assert said == "Accepting this leaves an old number in one reference."
    desk.matter.close()
