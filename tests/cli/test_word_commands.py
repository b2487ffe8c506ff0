"""``lexdesk word``: each act on real files, as lines and as JSON; wrong input gives one sentence."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lexdesk.app import main
from lexdesk.word.document import Document
from lexdesk.word.model import InsertParagraph
from tests.word.build import AT, CONTRACT_LIST, THEM, docx, numbered, para, replaced, run, texts

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def word(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs ``lexdesk word ...``; gives (status, standard output, standard error)."""

    def call(*words: object) -> tuple[int, str, str]:
        status = main(["word", *map(str, words)])
        said = capsys.readouterr()
        assert "Traceback" not in said.err + said.out
        return status, said.out, said.err

    return call


@pytest.fixture
def agreement(tmp_path: Path) -> Path:
    """Two clauses, with a change of the other side in the second."""
    theirs = f'<w:del w:id="1" {THEM}><w:r><w:delText>ten</w:delText></w:r></w:del>'
    theirs += f'<w:ins w:id="2" {THEM}>{run("sixty")}</w:ins>'
    second = para(
        run("Pay within ") + theirs + run(" days."),
        '<w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr>',
    )
    path = tmp_path / "agreement.docx"
    body = numbered("Payment") + second + para("The end of it.")
    path.write_bytes(docx(body, {"numbering": CONTRACT_LIST}))
    return path


def opened(path: Path) -> Document:
    return Document.open(path.read_bytes())


def answer(out: str) -> Any:
    """The one JSON value on standard output."""
    return json.loads(out)


def test_text_in_three_views(word: Run, agreement: Path) -> None:
    lines = word("text", agreement)[1].splitlines()
    assert lines == ["1. Payment", "1.1 Pay within sixty days.", "The end of it."]
    assert word("text", agreement, "--view", "original")[1].splitlines()[1] == "1.1 Pay within ten days."
    assert "[-ten-]{+sixty+}" in word("text", agreement, "--view", "markup")[1]
    first = answer(word("text", agreement, "--json")[1])[1]
    assert (first["key"], first["label"], first["text"]) == ("p2", "1.1", "Pay within sixty days.")


def test_text_that_word_conceals_is_told_apart(word: Run, tmp_path: Path) -> None:
    """A reader of the lines must not take for agreed what Word does not show."""
    hidden = "<w:r><w:rPr><w:vanish/></w:rPr><w:t>not </w:t></w:r>"
    path = tmp_path / "hidden.docx"
    path.write_bytes(docx(para(run("The fee is ") + hidden + run("due.")) + para("Plain.")))
    lines = word("text", path)[1].splitlines()
    assert lines == ["The fee is not due. [concealed in Word: “not ”]", "Plain."]
    assert [item["concealed"] for item in answer(word("text", path, "--json")[1])] == [["not "], []]
    gone = f'<w:del w:id="1" {THEM}>{hidden.replace("w:t>", "w:delText>")}</w:del>'
    path.write_bytes(docx(para(run("The fee is ") + gone + run("due."))))
    assert word("text", path)[1] == "The fee is due.\n"
    assert "concealed in Word: “not ”" in word("text", path, "--view", "original")[1]


def test_a_view_is_the_document_with_its_changes_decided(word: Run, tmp_path: Path) -> None:
    """An accepted change of a paragraph's end joins two paragraphs, and a rejected clause takes its number
    with it: the view says what the decided file would."""
    numbering = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'
    joined = para(run("One half "), f'<w:rPr><w:del w:id="8" {THEM}/></w:rPr>') + para(run("and the other."))
    theirs = para(
        f'<w:ins w:id="9" {THEM}>{run("Theirs.")}</w:ins>',
        f'{numbering}<w:rPr><w:ins w:id="7" {THEM}/></w:rPr>',
    )
    path = tmp_path / "joined.docx"
    path.write_bytes(docx(joined + theirs + numbered("Ours."), {"numbering": CONTRACT_LIST}))
    current = ["One half and the other.", "1. Theirs.", "2. Ours."]
    assert word("text", path)[1].splitlines() == current
    original = ["One half", "and the other.", "1. Ours."]
    assert [line.strip() for line in word("text", path, "--view", "original")[1].splitlines()] == original
    for act, lines in (("accept", current), ("reject", original)):
        out = tmp_path / f"{act}.docx"
        assert word("resolve", act, path, "--out", out)[0] == 0
        assert [line.strip() for line in word("text", out)[1].splitlines()] == lines


def test_outline(word: Run, agreement: Path) -> None:
    sections = answer(word("outline", agreement, "--json")[1])
    assert [section["label"] for section in sections][:2] == ["1", "1.1"]
    assert "Payment" in word("outline", agreement)[1]


def test_edit_by_words_and_by_file(word: Run, agreement: Path, tmp_path: Path) -> None:
    out = tmp_path / "edited.docx"
    status, said, _ = word(
        "edit", agreement, "--replace", "The end", "An end", "--author", "Ada", "--out", out
    )
    assert (status, texts(opened(out))[2]) == (0, "An end of it.")
    assert {r.author for r in opened(out).revisions} == {"Ada", "Other Side"}
    edits = tmp_path / "edits.json"
    edits.write_text(
        json.dumps(
            [
                {"op": "delete", "old": "The end of it."},
                {"op": "insert_after", "anchor": "p2", "text": "Interest runs."},
                {"op": "replace", "key": "p2", "old": "Pay", "new": "Remit", "start": 0},
            ]
        )
    )
    status, said, _ = word(
        "edit", agreement, "--edits", edits, "--author", "Ada", "--out", out, "--overwrite", "--json"
    )
    assert (status, answer(said)["edits"]) == (0, 3)
    assert [line for line in texts(opened(out)) if line] == [
        "Payment",
        "Remit within sixty days.",
        "Interest runs.",
    ]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--replace", "nowhere", "x"], "does not stand"),
        (["--replace", "e", "x"], "places"),
        ([], "nothing to edit"),
    ],
)
def test_edits_that_do_not_fit_are_refused_and_nothing_is_written(
    word: Run, agreement: Path, tmp_path: Path, words: list[str], says: str
) -> None:
    out = tmp_path / "out.docx"
    status, _, err = word("edit", agreement, *words, "--author", "Ada", "--out", out)
    assert (status, err.count("\n"), out.exists()) == (2, 1, False)
    assert says in err


@pytest.mark.parametrize("content", ["not json", "{}", '[{"op": "fly"}]', '[{"op": "replace"}]', "[1]"])
def test_a_broken_list_of_edits_is_one_sentence(
    word: Run, agreement: Path, tmp_path: Path, content: str
) -> None:
    edits = tmp_path / "edits.json"
    edits.write_text(content)
    status, out, _ = word("edit", agreement, "--edits", edits, "--out", tmp_path / "o.docx", "--json")
    assert (status, answer(out)["error"]) == (2, "bad_edit")


def test_resolve_all_by_author_by_id_and_by_kind(word: Run, agreement: Path, tmp_path: Path) -> None:
    both, out = tmp_path / "both.docx", tmp_path / "out.docx"
    both.write_bytes(replaced(opened(agreement), "The end", "An end").to_bytes())
    for words, left, text in (
        (["accept"], 0, "Pay within sixty days."),
        (["reject"], 0, "Pay within ten days."),
        (["reject", "--author", "Other Side"], 2, "Pay within ten days."),
        (["accept", "--id", "r1"], 3, "Pay within sixty days."),
        (["reject", "--kind", "ins"], 2, "Pay within  days."),
    ):
        status, said, _ = word("resolve", words[0], both, *words[1:], "--out", out, "--overwrite", "--json")
        assert (status, len(answer(said)["left"])) == (0, left), words
        assert texts(opened(out))[1] == text
    status, _, err = word("resolve", "accept", both, "--id", "r99", "--out", out)
    assert (status, "r99" in err, "r1" in err) == (2, True, True)


def test_tracked_changes_are_listed_with_the_numbers_to_name_them_by(word: Run, agreement: Path) -> None:
    lines = word("resolve", "list", agreement)[1].splitlines()
    assert lines == [
        "r1    del     Other Side, 2026-01-05T10:00:00Z, 1.1: ten",
        "r2    ins     Other Side, 2026-01-05T10:00:00Z, 1.1: sixty",
    ]
    status, _, err = word("resolve", "accept", agreement)
    assert (status, "--out" in err) == (2, True)


def test_compare_lists_and_writes_a_redline(word: Run, agreement: Path, tmp_path: Path) -> None:
    new, out = tmp_path / "new.docx", tmp_path / "redline.docx"
    body = agreement.read_bytes()
    new.write_bytes(
        opened(agreement)
        .edited([InsertParagraph("p3", "before", "A new clause.", "x")], "Other Side", AT)
        .to_bytes()
    )
    status, said, _ = word("compare", agreement, new, "--out", out, "--author", "Ada", "--json")
    found = answer(said)
    assert (status, found["tracked"], found["silent"], found["left_out"]) == (0, 1, 0, [])
    assert {r.author for r in opened(out).revisions} == {"Ada"}
    assert "A new clause." in texts(opened(out))
    assert agreement.read_bytes() == body, "what is compared is only read"
    lines = word("compare", agreement, new)[1].splitlines()
    assert lines[0] == "1 difference(s): 1 tracked, 0 NOT marked."


def test_scrub_reports_and_writes(word: Run, agreement: Path, tmp_path: Path) -> None:
    out = tmp_path / "copy.docx"
    carried = answer(word("scrub", agreement, "--json")[1])
    (item,) = carried["carries"]
    assert (item["what"], item["count"]) == ("tracked changes by Other Side", 2)
    status, said, _ = word("scrub", agreement, "--out", out)
    assert (status, opened(out).revisions) == (0, ())
    assert "Removed 1: deleted text (ten)" in said
    word("scrub", agreement, "--out", out, "--redline", "--author", "Firm A", "--overwrite")
    assert {r.author for r in opened(out).revisions} == {"Firm A"}


@pytest.mark.parametrize("act", ["text", "outline", "edit", "resolve", "compare", "scrub"])
def test_wrong_files_give_one_sentence(word: Run, agreement: Path, tmp_path: Path, act: str) -> None:
    broken = tmp_path / "broken.docx"
    broken.write_bytes(agreement.read_bytes()[:300])
    out = tmp_path / "out.docx"
    more = {
        "edit": ["--replace", "a", "b", "--out", out],
        "resolve": ["--out", out],
        "compare": [agreement],
        "scrub": ["--out", out],
    }.get(act, [])
    for path in (broken, tmp_path / "nothere.docx", tmp_path):
        before = ["accept"] if act == "resolve" else []
        status, _, err = word(act, *before, path, *more)
        assert (status, err.count("\n"), out.exists()) == (2, 1, False), err


def test_an_existing_file_is_not_replaced_unless_told(word: Run, agreement: Path, tmp_path: Path) -> None:
    out = tmp_path / "mine.docx"
    out.write_bytes(b"precious")
    status, _, err = word("scrub", agreement, "--out", out)
    assert (status, out.read_bytes()) == (2, b"precious")
    assert "already" in err


_CURLY = "The “Fee” – due in thirty days."


def test_edits_in_plain_signs_are_mended_when_asked_and_the_answer_says_so(word: Run, tmp_path: Path) -> None:
    path, out, edits = tmp_path / "a.docx", tmp_path / "out.docx", tmp_path / "edits.json"
    path.write_bytes(docx(para(_CURLY)))
    edits.write_text(json.dumps([{"op": "replace", "old": 'The "Fee" - due', "new": 'The "Fee" - payable'}]))
    given = ("edit", path, "--edits", edits, "--author", "Ada", "--out", out)
    status, _, err = word(*given)
    assert (status, out.exists()) == (2, False)
    assert "U+201C" in err
    assert "U+0022" in err
    assert "--mend" in err
    status, said, _ = word(*given, "--mend")
    assert (status, "Mended" in said) == (0, True)
    assert texts(opened(out)) == ["The “Fee” – payable in thirty days."], "its own signs are kept"
    edits.write_text(json.dumps([{"op": "replace", "old": "The fee", "new": "A fee"}]))
    assert word(*given, "--mend", "--overwrite")[0] == 2, "other words are never taken for these"


def test_an_ambiguous_edit_lists_every_place_with_its_surroundings(
    word: Run, agreement: Path, tmp_path: Path
) -> None:
    path = tmp_path / "many.docx"
    path.write_bytes(docx("".join(para(f"Clause {n} says thirty days, item {n}.") for n in range(12))))
    err = word("edit", path, "--replace", "thirty", "ten", "--author", "Ada", "--out", tmp_path / "o.docx")[2]
    assert "12 places" in err
    assert all(f"Clause {n} says [thirty] days, item {n}." in err for n in range(12))
    assert "more" not in err.split("Give")[0]
    path.write_bytes(docx(para("thirty " * 60)))
    err = word("edit", path, "--replace", "thirty", "ten", "--author", "Ada", "--out", tmp_path / "o.docx")[2]
    assert "and 10 more" in err


def test_listed_changes_without_words_are_named(word: Run, tmp_path: Path) -> None:
    mark = f'<w:p><w:pPr><w:rPr><w:ins w:id="1" {THEM}/></w:rPr></w:pPr></w:p>'
    row = f'<w:tr><w:trPr><w:del w:id="2" {THEM}/></w:trPr><w:tc>{para("Cell")}</w:tc></w:tr>'
    inside = f'<w:tr><w:tc><w:p><w:ins w:id="3" {THEM}>{run("new")}</w:ins></w:p></w:tc></w:tr>'
    path = tmp_path / "t.docx"
    path.write_bytes(docx(para("One.") + mark + f"<w:tbl>{row}{inside}</w:tbl>" + para("End.")))
    said = word("resolve", "list", path)[1]
    assert "(paragraph mark)" in said
    assert "row deleted" in said
    assert "table cell: new" in said


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_that_lacks_a_sign_gets_it_by_number(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "a.docx"
    path.write_bytes(docx(para("第一条 “费用” é 😀")))
    words = [sys.executable, "-m", "lexdesk", "word", "text", str(path)]
    there = {**os.environ, "PYTHONIOENCODING": encoding}
    said = subprocess.run(words, env=there, capture_output=True, timeout=120)
    assert (said.returncode, said.stderr) == (0, b"")
    assert b"\\u7b2c" in said.stdout
    said = subprocess.run([*words, "--json"], env=there, capture_output=True, timeout=120)
    assert json.loads(said.stdout.decode(encoding))[0]["text"] == "第一条 “费用” é 😀"


def test_a_name_that_is_no_word_files_is_refused(word: Run, agreement: Path, tmp_path: Path) -> None:
    out = tmp_path / "x3.txt"
    for words in (
        ("edit", agreement, "--replace", "The end", "An end", "--author", "Ada"),
        ("resolve", "accept", agreement),
        ("scrub", agreement),
    ):
        status, _, err = word(*words, "--out", out)
        assert (status, ".docx" in err, out.exists()) == (2, True, False), words
