"""What code finds is said in the language of the window, by its code and facts."""

import re

import pytest

from lexdesk.assistant.views import AdvisoryView, FindingView
from lexdesk.desktop.titles import said_note, said_step
from lexdesk.desktop.wording import said_advisory, said_effects, said_finding
from lexdesk.desktop.words import Words
from lexdesk.law.proofreading import CHECKS as SLIPS
from lexdesk.resources import resources
from lexdesk.review.checks import CHECKS

PLACES = (("p1", "14.2", "Section 12.7"), ("p2", "15.1(c)", "Section 12.7"))
FACTS: dict[str, list[dict[str, object]]] = {
    "cross_reference_review_not_recorded": [{"sections": ["12.7"]}],
    "xref_dangling": [
        {"form": "deleted", "targets": ["12.7"]},
        {"form": "written", "references": ["Section 99"]},
    ],
    "xref_shifted": [{"renumbered": [["12.8", "12.7"], ["12.9", "12.8"]]}],
    "xref_elsewhere": [
        {"form": "lost", "references": ["x"], "places": [["SLA", "4.1", "12.7", "", True]]},
        {"form": "shifted", "references": ["x"], "places": [["SLA", "4.1", "12.8", "12.7", True]]},
    ],
    "term_lost": [{"term": "Losses", "uses": 2}],
    "near_duplicate_differs": [
        {
            "quantities": [["45 days", "30 days"]],
            "clause": "12.7",
            "other": "9.3",
            "deleted": True,
            "ratio": 0.9,
        }
    ],
    "conflict": [{"value": 45.0, "text": "45 days"}],
    "number_words_mismatch": [{"words": 3, "figures": 4, "text": "three (4)"}],
    "negation_changed": [{"dropped": ["not"], "added": []}, {"dropped": [], "added": ["never"]}],
    "quantity_changed": [
        {"removed": ["30 days"], "added": ["60 days"], "asked": True},
        {"removed": [], "added": ["60 days"], "asked": False},
    ],
    "party_changed": [{"removed": ["Supplier"], "added": ["Customer"], "asked": True}],
    "governing_law_changed": [{"removed": ["England"], "added": ["Norland"], "asked": True}],
    "term_undefined": [{"terms": ["Widget"]}],
    "outside_scope": [{"named": ["4.2"], "reached": ["9.1"]}],
    "touches_other_side_change": [{"author": "J. Marl"}, {"author": ""}],
    "touches_concealed": [{"words": ["not "]}],
    "evidence_not_verified": [
        {"name": "Act", "state": "no_passage"},
        {"name": "Act", "state": "source_changed", "source": 1, "passage": 2},
        {"name": "Act", "state": "altered", "source": 1, "passage": 2},
    ],
    "source_superseded": [
        {"source": 1, "name": "Act", "status": "repealed", "as_of": ""},
        {"source": 1, "name": "Act", "status": "repealed", "as_of": "2026-01-01"},
    ],
    "source_out_of_jurisdiction": [
        {"source": 1, "name": "Act", "jurisdiction": "Norland", "matter": "England"}
    ],
    "source_after_as_of": [{"source": 1, "name": "Act", "dated": "2026-05-01", "as_of": "2026-01-01"}],
    "fact_contradicted": [{"name": "Mail", "says": "30 days", "other": "Letter", "other_says": "60 days"}],
    "source_not_read": [
        {"source": 1, "name": "Act", "pages": [1, 2]},
        {"source": 1, "name": "Act", "pages": []},
    ],
    "instruction_only": [{}],
}


@pytest.fixture
def chinese() -> Words:
    """The words of the window, in Chinese."""
    return Words(resources() / "translations", "zh")


@pytest.mark.parametrize("code", [check.code for check in CHECKS])
def test_every_warning_is_said_in_chinese_with_its_facts(chinese: Words, words: Words, code: str) -> None:
    for facts in FACTS[code]:
        advisory = AdvisoryView(1, code, "warning", "English sentence.", PLACES, facts)
        said = said_advisory(advisory, chinese)
        assert re.search("[\u4e00-\u9fff]", said), said
        assert "English" not in said
        assert "{" not in said
        assert said.endswith("。")
        assert said_advisory(advisory, words) == "English sentence.", "in English as it is on record"


def test_places_and_facts_stand_in_the_sentence(chinese: Words) -> None:
    facts = FACTS["xref_dangling"][0]
    said = said_advisory(AdvisoryView(1, "xref_dangling", "warning", "x", PLACES, facts), chinese)
    assert said == "14.2、15.1(c) 将引用 “12.7”，而此修改将其删除。"


def test_a_warning_without_words_or_facts_keeps_its_sentence(chinese: Words) -> None:
    for code in ("new_code", "term_lost"):
        advisory = AdvisoryView(1, code, "warning", "As on record.", PLACES)
        assert said_advisory(advisory, chinese) == "As on record."


@pytest.mark.parametrize("code", [check.code for check in SLIPS])
def test_every_slip_is_said_in_chinese(chinese: Words, code: str) -> None:
    finding = FindingView(code, "warning", "English", "2.3", "p1", 0, 4, "some words", None)
    said = said_finding(finding, chinese)
    assert re.search("[\u4e00-\u9fff]", said), code
    assert said.endswith("：“some words”")


@pytest.mark.parametrize(
    ("note", "said"),
    [
        ("Accept: delete 12.7, change 4.2", "接受：删除 12.7, 修改 4.2"),
        ("Imported Marl draft 2.docx", "导入 Marl draft 2.docx"),
        ("Back to version 3", "退回版本 3"),
        ("Branch fallback from version 2", "从版本 2 开始分支 fallback"),
        ("Edited by hand", "手工编辑"),
        ("Reject tracked insertion, deletion of Ostrava Legal in 8.1", "拒绝 Ostrava Legal 在 8.1 的修订"),
        ("a note of a person", "a note of a person"),
    ],
)
def test_what_made_a_version_is_said_in_chinese(chinese: Words, note: str, said: str) -> None:
    assert said_note(note, chinese) == said


def test_undo_and_redo_are_said_in_chinese(chinese: Words) -> None:
    assert said_step("Undo accept: delete 12.7", chinese) == "撤销：接受：删除 12.7"
    assert said_step("Redo reject: change 4.2", chinese) == "重做：拒绝：修改 4.2"
    assert said_step("", chinese) == ""


def test_effects_are_said_in_chinese_by_their_counts(chinese: Words, words: Words) -> None:
    sentence = "Accepting this breaks two references and orphans one term."
    counts = (("broken_reference", False, 2), ("orphaned_term", False, 1), ("slip", True, 1))
    assert (
        said_effects(sentence, counts, chinese) == "接受后：2 处引用落空；1 个术语失去定义；改正 1 处疏漏。"
    )
    assert said_effects(sentence, counts, words) == sentence
    assert said_effects(sentence, (), chinese) == chinese("effect.nothing")
    assert said_effects("", (), chinese) == "", "nobody looked"
