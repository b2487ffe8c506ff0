"""The quotations of a brief: which they are, what they are cited to, and what the sources say."""

from pathlib import Path

import pytest

from lexdesk.evidence.importing.reader import ReaderHere
from lexdesk.evidence.library import Library
from lexdesk.evidence.quote_brief import BriefQuote, check_brief, quotations
from lexdesk.matter import Matter

HALDEN = (
    "Halden Foundry Ltd v. Merrow Castings Ltd\n\nA party that knew of the defect and remained silent may "
    "not later rely on the warranty. The notice period is thirty days and runs from delivery, unless waived."
)
ACT = "Retention of Records Act 2021\n\nAn Act of Norland. A keeper shall return records within sixty days."


@pytest.fixture
def checked(matter: Matter, tmp_path: Path):  # type: ignore[no-untyped-def]
    library = Library(matter, ReaderHere)
    for name, text, title in (
        ("halden.txt", HALDEN, "Halden Foundry Ltd v. Merrow Castings Ltd"),
        ("act.txt", ACT, "Retention of Records Act 2021"),
    ):
        (tmp_path / name).write_text(text, "utf-8")
        library.add(tmp_path / name, title=title)

    def check(brief: str) -> list[BriefQuote]:
        return list(check_brief(matter.read(), brief))

    yield check
    library.close()


def told(quote: BriefQuote) -> tuple[str, int | None]:
    return quote.check.state, quote.cited


def test_each_quotation_is_checked_against_the_source_it_is_cited_to(checked) -> None:  # type: ignore[no-untyped-def]
    brief = (
        "The court held that “A party that knew of the defect and remained silent may not later rely on the "
        "warranty.” Halden Foundry Ltd v. Merrow Castings Ltd, p. 3. It went on: “The notice period is sixty "
        "days and runs from delivery” (Halden). By the Retention of Records Act 2021, “a keeper shall return "
        "records within sixty days”."
    )
    quotes = checked(brief)
    assert [told(quote) for quote in quotes] == [("exact", 1), ("altered", 1), ("altered", 2)]
    assert quotes[0].page == 3
    assert quotes[1].check.differing == (("sixty", "thirty"),)
    assert quotes[2].check.note == "Only capital letters differ."
    assert all(brief[quote.start : quote.end] == quote.text for quote in quotes)


def test_right_words_under_the_wrong_name_are_found_elsewhere(checked) -> None:  # type: ignore[no-untyped-def]
    (quote,) = checked(
        "“The notice period is thirty days and runs from delivery” (Retention of Records Act 2021)."
    )
    assert told(quote) == ("found_elsewhere", 2)
    assert "Halden" in quote.check.note


def test_words_without_a_cite_are_looked_for_in_all_sources(checked) -> None:  # type: ignore[no-untyped-def]
    (quote,) = checked("It is settled that “The notice period is thirty days and runs from delivery”.")
    assert (quote.cited, quote.found_in, quote.check.state) == (None, 1, "exact")
    assert "names no source" in quote.check.note


def test_an_authority_that_is_not_in_the_matter_is_said_to_be_missing(checked) -> None:  # type: ignore[no-untyped-def]
    (quote,) = checked("“Silence can never amount to a breach of duty”, Smith v. Jones [2019].")
    assert (quote.check.state, quote.found_in) == ("not_found", None)
    assert "not in this matter" in quote.check.note


def test_a_mark_that_closes_the_sentence_of_the_brief_is_no_change_but_is_said(checked) -> None:  # type: ignore[no-untyped-def]
    (quote,) = checked("“The notice period is thirty days and runs from delivery.” Halden.")
    assert quote.check.state == "normalised"
    assert "may go on" in quote.check.note
    (other,) = checked("“The notice period is thirty days,” Halden.")
    assert other.check.state == "normalised"


@pytest.mark.parametrize(
    ("brief", "wanted"),
    [
        ("He is the “Seller” and “the other party”.", []),
        ("«one two three four» and „five six seven eight“", ["one two three four", "five six seven eight"]),
        ("“outer words with “inner words” in them”", ["outer words with “inner words” in them"]),
        (
            'It said "one two three four" and "five six seven eight".',
            ["one two three four", "five six seven eight"],
        ),
        ('An open " mark here.\n\nAnother "one two three four" there.', ["one two three four"]),
        ("合同规定：“乙方应在三十日内交货”。", ["乙方应在三十日内交货"]),
        ("合同规定「乙方应在三十日内交货」。", ["乙方应在三十日内交货"]),
        ("‘the parties’ notice of default’ (Act). The parties’ wish.", ["the parties’ notice of default"]),
        (
            "‘he relied on all the quotes’ and ‘on four other words’",
            ["he relied on all the quotes", "on four other words"],
        ),
        ("In the ‘90s the parties’ and the sellers’ books were kept.", []),
        (
            "It said 'one isn't two three four'; the sellers' own books aren't kept.",
            ["one isn't two three four"],
        ),
        ("He said ‘one “two three” four five’.", ["one “two three” four five"]),
        ("``one two three four'' there", ["one two three four"]),
        ("合同规定『乙方应在三十日内交货』。", ["乙方应在三十日内交货"]),
        ("合同规定‘乙方应在三十日内交货’。", ["乙方应在三十日内交货"]),
        ("See:\n\n> one two three four\n> five six\n\nEnd.", ["> one two three four\n> five six"]),
    ],
)
def test_quotations_are_told_from_names_and_marks(brief: str, wanted: list[str]) -> None:
    assert [brief[span.start : span.end] for span in quotations(brief)] == wanted


def test_a_block_quotation_is_compared_without_its_signs(checked) -> None:  # type: ignore[no-untyped-def]
    (quote,) = checked(
        "Halden says:\n\n> A party that knew of the defect and\n> remained silent may not\n\nEnd."
    )
    assert quote.check.state == "normalised"
