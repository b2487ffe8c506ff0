"""Sentences of the code in Chinese: every one has its wording, made by the code itself; none is guessed."""

import importlib.util
import re
from collections.abc import Iterator
from itertools import pairwise, product

import pytest

from lexdesk.desktop.faults import sentence
from lexdesk.desktop.said import Blank, Catalogue, pieces_of
from lexdesk.desktop.words import Words
from lexdesk.errors import LexDeskError
from lexdesk.evidence.errors import SourceDamaged
from lexdesk.resources import resources
from tests.sentences import VERIFIER, Written, catalogued, texts_of, unworded, written

MADE_ELSEWHERE = ("words", "composed", "former")  # no template of one place of the code
FORMS = ("said", "and", "n", "reasons", "outdated", "verdicts", "title", "note", "")
STATES = {"state": "staged", "kind": "delete", "status": "repealed", "mode": "guided",
          "note_state": "kept", "relation": "amends", "stored": "blobs"}  # fmt: skip
KNOWN = ("the document", "文件")


@pytest.fixture
def chinese() -> Words:
    """The words of the window, in Chinese."""
    return Words(resources() / "translations", "zh")


def worded() -> dict[str, str]:
    """The templates of the catalogue that stand in the code, with their wording."""
    return {
        english: said
        for name, table in catalogued().items()
        if name not in MADE_ELSEWHERE
        for english, said in table.items()
    }


def blanks(text: str) -> list[Blank]:
    """The blanks of a template or wording."""
    return [piece for piece in pieces_of(text) if isinstance(piece, Blank)]


def test_every_sentence_of_the_code_has_its_chinese() -> None:
    left = [f"{one.place} {one.template!r}" for one in unworded()]
    assert not left, "word them in resources/translations/said.zh.toml: python -m tests.sentences"


def test_no_wording_is_left_of_a_sentence_that_the_code_no_longer_writes() -> None:
    there = {one.template for one in written()}
    gone = [english for english in worded() if english not in there]
    assert not gone, "take them out, or move them to [former] if a released version wrote them"


def test_a_new_or_changed_sentence_is_found_without_its_chinese() -> None:
    known = worded()
    for code in (
        'raise LexDeskError("The moon is in the way.", "Wait for the night.")',
        'said = f"{name} was eaten by {animal}."',
        'limit = "Not read by anybody: {}.".format(name)',
        'raise SourceDamaged(f"“{name}” is quite damaged.")',
    ):
        found = [one for one in texts_of(code, "evidence/limits.py") if one.sentence]
        assert found, code
        assert all(one.template not in known for one in found)


def _samples(one: Written, wording: str) -> Iterator[tuple[list[object], str]]:
    """Values for the blanks of a sentence, and the wording filled in with them by hand. Where two values
    stand side by side the second begins with a mark, as those of the code do."""
    pieces = pieces_of(one.template)
    beside = {
        after.at
        for before, after in pairwise(pieces)
        if isinstance(before, Blank) and isinstance(after, Blank)
    }
    english = {blank.at: blank for blank in blanks(one.template)}
    said = {blank.at: blank for blank in blanks(wording)}
    sides = [(0, 1) if english[at].choices else (0,) for at in sorted(english)]
    for which in product(*sides):
        values: list[object] = []
        shown: dict[int, str] = {}
        for at, side in zip(sorted(english), which, strict=True):
            form = said[at].form if at in said else ""
            if english[at].choices:
                value, show = english[at].choices[side], said[at].choices[side] if at in said else ""
            elif english[at].form == "n":
                value, show = 1234 + at, str(1234 + at)
            elif form == "said":
                value, show = (f": {KNOWN[0]}", f"：{KNOWN[1]}") if at in beside else KNOWN
            elif form in STATES:
                value, show = STATES[form], f"<{form}>"
            else:
                value, show = f"V{at}v", f"V{at}v"
            values.append(value)
            shown[at] = show
        text = "".join(
            piece if isinstance(piece, str) else shown[piece.at] for piece in pieces_of(wording.strip())
        )
        yield values, text


def test_what_the_expression_of_the_code_gives_is_worded_as_the_catalogue_says(chinese: Words) -> None:
    known = worded()
    wrong = []
    for one in {one.template: one for one in written() if one.template in known}.values():
        for values, wanted in _samples(one, known[one.template]):
            for form, code in STATES.items():
                value = "" if form == "title" else chinese.word(form, code)
                wanted = wanted.replace(f"<{form}>", value)
            text = one.make(values).strip()
            said = chinese.said(text).replace(",", "")
            if said != wanted.replace(",", "") and not _listed_anew(said, wanted):
                wrong.append((one.place, text, said, wanted))
    assert wrong == []


def _listed_anew(said: str, wanted: str) -> bool:
    """A sample such as "V0v" in a place where titles, lists or reasons stand."""
    return bool(re.search("[\u4e00-\u9fff]", said)) and sorted(re.findall(r"V\dv", said)) == sorted(
        re.findall(r"V\dv", wanted)
    )


def test_wordings_name_only_blanks_there_are_and_lose_no_value() -> None:
    for english, wording in worded().items():
        there = {blank.at: blank for blank in blanks(english)}
        used = {blank.at: blank for blank in blanks(wording)}
        assert used.keys() <= there.keys(), english
        lost = [at for at, blank in there.items() if at not in used and not blank.choices]
        assert not lost, (english, lost)
        for at, blank in used.items():
            assert len(blank.choices) == len(there[at].choices) or not blank.choices, english
            assert blank.choices or blank.form in FORMS or blank.form in STATES, (english, blank.form)


def test_words_in_quotation_marks_are_never_worded(chinese: Words) -> None:
    said = chinese.said(
        "9.3 has the figure of the playbook, but 12.7 is nearly the same clause with 45 days instead of 30. "
        "Not acceptable: “two clauses. Remove one. Nothing was lost. Every clause that refers to it.” "
        "To be judged by the lawyer."
    )
    assert "“two clauses. Remove one. Nothing was lost. Every clause that refers to it.”" in said
    assert "须由律师判断" in said


def test_what_can_be_read_in_two_ways_stays_as_it_is() -> None:
    catalogue = Catalogue({"The tenant {0} and the landlord {1} agreed.": "承租人{0}与出租人{1}已商定。"})
    assert catalogue.say("The tenant A and the landlord B agreed.") == "承租人A与出租人B已商定。"
    twice = "The tenant A and the landlord B and the landlord C agreed."
    assert catalogue.say(twice) == twice


def test_other_text_stays_as_it_is(chinese: Words, words: Words) -> None:
    for text in ("The tenant keeps a cat.", "Ada", "", "第十二条", "Nothing here is ours. Nor this."):
        assert chinese.said(text) == text
    assert words.said("Nothing was changed.") == "Nothing was changed.", "the English window shows the record"


def test_each_sentence_of_several_is_worded_and_a_name_swallows_none(chinese: Words) -> None:
    assert (
        chinese.said(
            "The mail is a draft; its wording may not be the current one. "
            "The Act: the jurisdiction is not known."
        )
        == "The mail 是草稿；其文字可能并非现行文字。The Act：法域不明。"
    )
    assert chinese.said("Smith v. Jones: the jurisdiction is not known.") == "Smith v. Jones：法域不明。"


def test_an_error_is_said_in_chinese_with_its_next_step(chinese: Words) -> None:
    told = sentence(
        LexDeskError("There is no branch “x”.", "Choose another name, or switch to it."), chinese, None
    )
    assert told == ("没有分支“x”。", "请另选名称，或切换到该分支。")
    damaged = sentence(SourceDamaged("“a.pdf” cannot be read: it has no pages.", "Try again."), chinese, None)
    assert damaged == ("“a.pdf”无法读取：没有页。", "请再试一次。")


def test_all_that_the_verifier_can_say_of_proof_is_worded(chinese: Words) -> None:
    spec = importlib.util.spec_from_file_location("verifier_under_test", VERIFIER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for kind, head, closing, signed in product(
        ("archive", "matter"), (None, True), (False, True), (False, True)
    ):
        report = module.Report()
        report.kind, report.head_matches, report.closing, report.signed = kind, head, closing, signed
        said = chinese.said(report.proves())
        assert not re.search("[A-Za-z]{3,}", said), said


@pytest.mark.parametrize(
    ("english", "said"),
    [
        ("Not read for this answer: a.pdf, b.pdf.", "此回答未读取：a.pdf, b.pdf。"),
        ("Could not be read at all: pages 1, 4-7.", "完全无法读取：第 1、4-7 页。"),
        ("Retention Act 2009 is repealed (said by Ada); it does not state the law or text of today.",
         "Retention Act 2009已废止（Ada所言）；并非今日之法律或文本。"),
        ("“Losses” would lose its definition; 4.2, 5 and 6(a) still uses it.",
         "“Losses”将失去定义，而 4.2、5、6(a) 仍在使用。"),
        ("A statement of law needs authority: Mail is a client's fact.",
         "法律陈述须有权威依据：Mail 是委托人事实。"),
        ("Retention: 12 rules (3 met, 2 deviates, 1 needs judgement).",
         "Retention：12 条规则（3 条符合，2 条偏离，1 条需要判断）。"),
    ],
)  # fmt: skip
def test_facts_stand_in_chinese_order(chinese: Words, english: str, said: str) -> None:
    assert chinese.said(english) == said


def test_cites_are_said_in_the_language_of_the_window(chinese: Words, words: Words) -> None:
    assert chinese.cite("2021 Act, p. 2") == "2021 Act，第 2 页"
    assert chinese.cite("Act, pp. 2-3") == "Act，第 2-3 页"
    assert chinese.cite("Lease, 4.1 (version 3)") == "Lease, 4.1（版本 3）"
    assert words.cite("2021 Act, p. 2") == "2021 Act, p. 2"
