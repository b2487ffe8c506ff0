"""A reference dangles only when the text leaves no doubt that its section is missing."""

import os
from pathlib import Path

import pytest

from lexdesk.law.analysis import Analysis, analyse
from lexdesk.law.plain import blocks_from_text
from lexdesk.law.references import NOT_IN_THIS_FILE

LEGAL = Path(os.environ.get("LEXDESK_SHARED", Path(__file__).parents[3] / "shared")) / "corpus" / "legal"


def read(text: str) -> Analysis:
    return analyse(blocks_from_text(text))


def kinds(text: str) -> list[tuple[str, str]]:
    return [(r.text, r.kind) for r in read(text).references]


SOUND = """This Agreement is between the parties.
1. Scope
1.1 First words.
1.2 Second words.
2. Fees
2.1 The fees are due.
2.2 They bear interest.
3. End
3.1 It ends.
"""


def test_a_number_that_stands_nowhere_dangles() -> None:
    assert kinds(SOUND + "3.2 See Section 2.7.\n") == [("Section 2.7", "dangling")]
    assert kinds(SOUND + "3.2 See Section 9.\n") == [("Section 9", "dangling")]
    assert kinds(SOUND + "3.2 See Section 1.1(c).\n") == [("Section 1.1(c)", "dangling")]


def test_a_number_that_a_percentage_or_another_reference_shows_still_dangles() -> None:
    text = SOUND + "3.2 See Section 2.7, at 2.7% a year, and again Section 2.7.\n"
    assert [kind for _, kind in kinds(text)] == ["dangling", "dangling"]


def test_a_number_lost_inside_a_page_of_text_leaves_a_doubt() -> None:
    text = SOUND.replace("2.2 They", "2.2 As the parties agree 2.7 they") + "3.2 See Section 2.7.\n"
    assert kinds(text) == [("Section 2.7", "ambiguous")]


def test_numbers_that_no_clause_shows_may_have_been_automatic() -> None:
    bare = "This Agreement.\nArticle 1. Sale\nThe goods are sold.\nArticle 2. Price\nSee Article 1.1.\n"
    assert kinds(bare) == [("Article 1.1", "ambiguous")]


def test_a_broken_field_dangles_though_it_says_this() -> None:
    assert kinds(SOUND + "3.2 As set forth in this Section 0.\n") == [("this Section 0", "dangling")]


def test_a_section_that_names_itself_is_not_missing() -> None:
    assert kinds(SOUND + "The provisions of this Section 19 survive.\n") == [("this Section 19", "ambiguous")]


def test_a_line_broken_off_before_the_instrument_is_no_dangling_reference() -> None:
    text = SOUND + "3.2 The money due under Section 7.4 of\nthe Purchase Agreement is paid.\n"
    assert kinds(text) == [("Section 7.4", "ambiguous")]


def test_an_exhibit_of_a_document_without_exhibits_is_in_another_file() -> None:
    (found,) = read(SOUND + "3.2 The form is attached as Exhibit B.\n").references
    assert (found.kind, found.instrument) == ("external", NOT_IN_THIS_FILE)


def test_an_exhibit_missing_among_others_dangles() -> None:
    text = SOUND + "3.2 See Schedule 1 and Schedule 4.\nSchedule 1\nThe goods.\n"
    assert kinds(text) == [("Schedule 1", "internal"), ("Schedule 4", "dangling")]


def test_an_exhibit_headed_inside_a_page_is_not_missing() -> None:
    text = (
        SOUND
        + "3.2 See Schedule A and Schedule B.\nSchedule A\nThe goods: soap SCHEDULE B - Targets apply.\n"
    )
    assert ("Schedule B", "ambiguous") in kinds(text)
    assert "dangling" not in dict(kinds(text)).values()


def test_the_agreement_an_amendment_changes_is_another_instrument() -> None:
    text = (
        "AMENDMENT NO. 3\nThe parties agree to modify the Agreement as follows:\n"
        "1. Term. Section 4 of the Agreement is deleted.\n2. Rest. This Amendment changes nothing else"
        " in this Amendment.\n"
    )
    (found,) = (r for r in read(text).references if r.text == "Section 4")
    assert (found.kind, found.instrument) == ("external", "Agreement")


@pytest.mark.parametrize(
    "sentence",
    [
        "within the meaning of Sec. 4 para. 19 AMG.",
        "if the Agency Agreement ends under Section 9.02(c)(iii) thereof.",
    ],
)
def test_short_names_behind_and_thereof_point_elsewhere(sentence: str) -> None:
    assert {kind for _, kind in kinds(SOUND + f"3.2 This applies {sentence}\n")} == {"external"}


def test_items_written_with_a_point_and_numbers_before_small_words_are_found() -> None:
    text = (
        SOUND + "4. Duties\n4.1 The seller shall: 4.1.1 pack; 4.1.2 deliver the goods.\nSee clause 4.1.2.\n"
    )
    assert ("clause 4.1.2", "internal") in kinds(text)


def test_clauses_behind_a_running_header_and_a_lost_heading_are_read() -> None:
    text = (
        "1. Scope 1.1 Aim. It aims. 1.2 Use. It is used for the purposes of this agreement with care\n"
        "Supply Agreement - ACME 1.3 Limits. It has limits. 3. PAYMENT TERMS. Money is due. 3.1 Due. Now.\n"
        "Supply Agreement - ACME 4. Survival. Terms survive. 4.1 Notice. It is given 4.2 Form. In ink.\n"
    )
    labels = [s.label for s in read(text).tree.sections]
    assert labels == ["1", "1.1", "1.2", "1.3", "3", "3.1", "4", "4.1", "4.2"]


@pytest.mark.skipif(not LEGAL.is_dir(), reason="the shared corpus is absent")
def test_what_is_called_dangling_in_published_agreements() -> None:
    """Every one was read in its text: see docs/measurements/dangling.md."""
    found: list[tuple[str, str]] = []
    for path in sorted(LEGAL.glob("cuad_*.txt")):
        analysis = read(path.read_text(encoding="utf-8"))
        found += [(path.name[5:12], r.text) for r in analysis.references if r.kind == "dangling"]
    assert found == REALLY_MISSING


REALLY_MISSING = [
    ("ADAPTIM", "Appendix A"),
    ("GopageC", "Schedule 4"),
    ("GopageC", "this Section 0"),
    ("KINGPHA", "Section 7.3(a)"),
    ("NEONSYS", "Exhibit C"),
    ("NEONSYS", "Exhibit D"),
    ("NEONSYS", "EXHIBIT C"),
    ("NEONSYS", "EXHIBIT D"),
    ("PROFOUN", "clause 0"),
    ("PROFOUN", "clause 15.1"),
    ("PfHospi", "Appendix B"),
    ("PfHospi", "Appendix C"),
    ("PfHospi", "Exhibit A"),
    ("PfHospi", "Exhibit A"),
    ("PfHospi", "Appendix B"),
    ("PfHospi", "Appendix C"),
    ("PfHospi", "Sections 8.6, 14.3.2(a)"),
    ("PfHospi", "Appendix C"),
    ("PfHospi", "Appendix B"),
    ("Vitalib", "Section 13"),
    ("Vitalib", "Schedule A"),
    ("Vitalib", "Schedule B"),
]
