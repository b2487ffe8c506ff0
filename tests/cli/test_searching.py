"""``search`` and ``check-quotes`` as a user types them."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from lexdesk.app import main

Run = Callable[..., str]
TERMS = (
    "Supply Terms\n\n1. Term. This Agreement ends after three years.\n\n2. Notice. Either party may "
    "terminate this Agreement on ninety days' written notice.\n\n3. Audit. "
    "The Customer may inspect the books.\n"
)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    path = tmp_path / "m.lexmatter"

    def call(*words: object) -> str:
        status = main([str(word) for word in words] + ["-m", str(path)])
        said = capsys.readouterr()
        assert status == 0, said.err
        return said.out

    assert main(["new", str(path)]) == 0
    (tmp_path / "terms.txt").write_text(TERMS, "utf-8")
    capsys.readouterr()
    call("source", "add", tmp_path / "terms.txt", "--role", "fact", "--short-name", "Terms")
    return call


def test_search_finds_other_words_and_says_what_was_not_searched(run: Run) -> None:
    assert "ninety days" in run("search", "How can I walk away from the contract?")
    left_out = run("search", "notice", "--role", "law")
    assert "Nothing found" in left_out
    assert "Not searched, since the search was narrowed: Terms." in left_out
    assert "ninety days" in run("search", "notice", "--role", "fact")


def test_a_question_without_an_answer_is_told_so_before_the_nearest_passages(run: Run) -> None:
    said = run("search", "What minimum royalty does the Customer pay each quarter?")
    assert said.startswith("Nothing found that answers this")
    found = json.loads(run("search", "What minimum royalty does the Customer pay each quarter?", "--json"))
    assert found["answered"] is False
    assert found["stretches"] == []
    assert found["support"] < 1


def test_search_everywhere_looks_into_chats_and_documents_too(run: Run) -> None:
    found = json.loads(run("search", "notice", "--everywhere", "--json"))
    assert set(found) == {"sources", "paragraphs", "messages"}


def test_check_quotes_gives_a_verdict_for_each_quotation(run: Run, tmp_path: Path) -> None:
    brief = tmp_path / "brief.md"
    brief.write_text(
        "By the Terms, “Either party may terminate this Agreement on ninety days' written notice.” The other "
        "side says that “Either party may terminate this Agreement on nine days' written notice” (Terms).",
        "utf-8",
    )
    said = run("check-quotes", brief)
    assert "ALTERED" in said
    assert "“nine” in the brief, “ninety” in the source" in said
    assert "2 quotations: 1 word for word, 1 to be looked at." in said
    checked = json.loads(run("check-quotes", brief, "--json"))
    assert [one["quote"]["check"]["state"] for one in checked] == ["exact", "altered"]
    assert [one["cited"] for one in checked] == ["Terms", "Terms"]


def test_check_quotes_reads_word_files(run: Run, tmp_path: Path) -> None:
    from docx import Document

    word = Document()
    word.add_paragraph("The Terms say: “The Customer may inspect the books.”")
    word.save(str(tmp_path / "brief.docx"))
    assert "1 quotations: 1 word for word" in run("check-quotes", tmp_path / "brief.docx")
    (tmp_path / "empty.txt").write_text("Nothing is quoted here.", "utf-8")
    assert "No quotation" in run("check-quotes", tmp_path / "empty.txt")


@pytest.mark.parametrize(
    "filters",
    [
        ("--role", "lawx"),
        ("--kind", "statut"),
        ("--status", "in force"),
        ("--jurisdiction", "Nowhere"),
        ("--source", "99"),
        ("--since", "2022-99-99"),
        ("--until", "20220101"),
        ("--limit", "0"),
    ],
)
def test_a_filter_that_nothing_can_meet_is_refused_and_not_answered_with_nothing_found(
    run: Run, tmp_path: Path, filters: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    run("source", "set", 1, "--jurisdiction", "Norland")
    assert main(["search", "notice", *filters, "-m", str(tmp_path / "m.lexmatter")]) == 2
    said = capsys.readouterr()
    assert "Nothing found" not in said.out + said.err
    assert filters[1] in said.err


def test_no_words_are_no_search_and_a_jurisdiction_is_known_in_small_letters(
    run: Run, tmp_path: Path
) -> None:
    assert main(["search", "  ", "-m", str(tmp_path / "m.lexmatter")]) == 2
    run("source", "set", 1, "--jurisdiction", "Norland")
    assert "ninety days" in run("search", "notice", "--jurisdiction", "norland")


def test_a_date_in_another_form_is_refused_since_dates_are_compared_as_texts(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["source", "set", "1", "--dated", "20240301", "-m", str(tmp_path / "m.lexmatter")]) == 2
    assert "no date" in capsys.readouterr().err
