"""The command line of hand-off, rounds, branches and tracked changes: one session of two lawyers."""

import errno
import json
import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import docx
import pytest

from lexdesk.app import main
from lexdesk.matter.file import Matter
from lexdesk.review.proposal import ReplaceText
from lexdesk.review.review import Review
from lexdesk.word.document import Document
from lexdesk.word.model import Replace
from tests.review.desks import AGREEMENT, word_file

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*words: object) -> tuple[int, str, str]:
        status = main([str(word) for word in words])
        said = capsys.readouterr()
        assert "Traceback" not in said.err + said.out
        return status, said.out, said.err.strip()

    return call


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    """Their draft, with two tracked changes (a deletion and an insertion) in 4.1."""
    document = Document.open(word_file(AGREEMENT))
    key = next(p.key for p in document.paragraphs if p.text == AGREEMENT[4])
    at = AGREEMENT[4].index("Customer")
    edit = Replace(key, at, at + 8, "Customer", "Buyer")
    path = tmp_path / "draft.docx"
    path.write_bytes(document.edited([edit], "Brown LLP", datetime(2026, 1, 2, tzinfo=UTC)).to_bytes())
    return path


@pytest.fixture
def matter(tmp_path: Path, run: Run, draft: Path) -> Path:
    path = tmp_path / "m.lexmatter"
    assert run("new", path, "--document", draft)[0] == 0
    assert run("set", "--author", "Ada Counsel")[0] == 0
    return path


def staged(path: Path, old: str, new: str) -> int:
    """An edit as the assistant stages it."""
    with Matter.open(path) as matter:
        review = Review(matter)
        head = matter.read().documents.head(1).id
        edit = review.stage(
            ReplaceText(old, new), document_id=1, version_id=head, created_by="model: scripted"
        )
        return edit.id


def answer(run: Run, *words: object) -> object:
    status, said, _ = run(*words, "--json")
    assert status == 0
    return json.loads(said)


def test_tracked_changes_are_listed_and_decided(run: Run, matter: Path) -> None:
    assert [(row["id"], row["author"]) for row in answer(run, "tracked")] == [  # type: ignore[attr-defined]
        ("rev:r1", "Brown LLP"),
        ("rev:r2", "Brown LLP"),
    ]
    status, _, refused = run("reject-tracked", "--author", "Brown LLP")
    assert status == 2, "what it breaks is shown first"
    assert refused.splitlines()[-1].startswith("Nothing was decided"), "it was a rejection"
    assert "show-edit 1" in refused
    assert "Customer" in run("show-edit", 1)[1]
    status, said, _ = run("reject-tracked", "--author", "Brown LLP")
    assert status == 0
    assert "Version 2 is the head." in said
    assert "No tracked changes." in run("tracked")[1]
    assert run("reject-tracked")[0] == 2
    assert run("accept-tracked", "r1")[0] == 2


def test_revoke_set_aside_branches_and_comparing(run: Run, matter: Path) -> None:
    first = staged(matter, "accurate books", "good books")
    assert run("set-aside", first)[0] == 0
    assert run("show-edit", first)[0] == 0
    assert run("accept", first)[0] == 0
    changes = answer(run, "compare", 1)
    assert [(row["label_to"], len(row["hunks"])) for row in changes] == [("12.6", 1)]  # type: ignore[attr-defined]
    assert "good books" in run("who-changed", "good books")[1]
    assert "decided by Ada Counsel" in run("who-changed", "accurate books")[1]
    assert "never did" in run("who-changed", "no such words")[1]
    assert f"Edit {first + 1} is staged" in run("revoke", first)[1]
    run("show-edit", first + 1)
    assert run("accept", first + 1)[0] == 0
    assert "read the same" in run("compare", 1, 3)[1]
    assert run("branch", "fallback", "--version", 1)[0] == 0
    assert "* fallback: version 4" in run("branch")[1]
    assert "head is version 3" in run("switch", "main")[1]
    assert run("switch", "nowhere")[0] == 2
    assert run("branch", "fallback")[0] == 2


def test_memo_rounds_and_a_new_draft(run: Run, matter: Path, tmp_path: Path) -> None:
    edit = staged(matter, "accurate books", "good books")
    run("show-edit", edit)
    run("accept", edit)
    assert run("memo", tmp_path / "memo.docx")[0] == 0
    assert Document.open((tmp_path / "memo.docx").read_bytes()).paragraphs
    assert run("memo", tmp_path / "memo.docx")[0] == 2, "an existing file is never written over"
    assert "Nothing is on record" in run("rounds")[1]
    run("export", tmp_path / "sent.docx")
    assert run("rounds", "--sent", tmp_path / "sent.docx", "--to", "Brown LLP")[0] == 0
    assert run("rounds", "--sent", matter, "--to", "Brown LLP")[0] == 2
    assert "Nothing came back yet" in run("rounds")[1]
    assert "0 paragraphs differ" in run("import-version", tmp_path / "sent.docx")[1]
    assert "12.6: open: -“accurate” +“good”" in run("rounds")[1]


def test_pack_verify_unpack_and_go_on_as_another_lawyer(
    run: Run, matter: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit = staged(matter, "accurate books", "good books")
    archive = tmp_path / "m.zip"
    report = answer(run, "pack", matter, archive)
    assert run("pack", matter, archive)[0] == 2
    head = report["head"]  # type: ignore[index]
    assert run("verify", archive, "--head", head)[0] == 0
    assert run("verify", matter)[0] == 0
    status, said, _ = run("verify", archive, "--head", "00")
    assert status == 2
    assert "BROKEN" in said
    monkeypatch.setenv("LEXDESK_HOME", str(tmp_path / "another-home"))
    monkeypatch.setenv("LOGNAME", "bo")
    monkeypatch.setenv("TZ", "Pacific/Auckland")
    there = tmp_path / "there"
    there.mkdir()
    status, said, _ = run("unpack", archive, there, "--head", head)
    assert status == 0
    assert "is now bo" in said
    assert run("unpack", archive, there)[0] == 2
    run("show-edit", edit)
    assert run("accept", edit)[0] == 0
    assert "chain is whole" in run("audit")[1]
    broken = bytearray(archive.read_bytes())
    broken[1000] ^= 4
    archive.write_bytes(broken)
    status, _, said = run("unpack", archive, tmp_path / "x.lexmatter")
    assert status == 2
    assert said.count("\n") == 0
    assert not (tmp_path / "x.lexmatter").exists()


def test_a_returned_draft_tells_at_once_what_is_not_marked(run: Run, matter: Path, tmp_path: Path) -> None:
    """The tracked changes alone do not show what the other side changed without a mark."""
    document = Document.open(word_file([text.replace("accurate", "good") for text in AGREEMENT]))
    key, at = next((p.key, p.text.index("Customer")) for p in document.paragraphs if p.text == AGREEMENT[4])
    back = document.edited(
        [Replace(key, at, at + 8, "Customer", "Purchaser")], "Brown LLP", datetime(2026, 1, 3, tzinfo=UTC)
    )
    (tmp_path / "back.docx").write_bytes(back.to_bytes())
    said = run("import-version", tmp_path / "back.docx")[1]
    assert "NOT MARKED: 12.6: removed “accurate”, added “good”" in said
    assert "tracked by Brown LLP: 4.1:" in said
    history = run("history")[1]
    assert "version made by Ada Counsel" in history, "nobody here decided what came back"
    assert "decided by" not in history


def test_numbers_of_tracked_changes_that_are_left_are_told_to_be_new(run: Run, matter: Path) -> None:
    assert "The 1 tracked changes left have new numbers" in run("accept-tracked", "r1")[1]
    assert "new numbers" not in run("accept-tracked", "2:r1")[1]


def test_a_listed_tracked_change_keeps_its_name_when_the_numbers_shift(run: Run, tmp_path: Path) -> None:
    """Every name that a list gave means the same change after any decision, or is refused."""
    document = Document.open(word_file(AGREEMENT))
    words = {"accurate": "12.6", "invoice": "4.1", "writing": "16.1"}
    keys = {word: next(p for p in document.paragraphs if word in p.text) for word in words}
    edits = [Replace(p.key, p.text.index(word), p.text.index(word) + len(word), word, word.upper())
             for word, p in keys.items()]  # fmt: skip
    (tmp_path / "d.docx").write_bytes(
        document.edited(edits, "Brown LLP", datetime(2026, 1, 2, tzinfo=UTC)).to_bytes()
    )
    assert run("new", tmp_path / "n.lexmatter", "--document", tmp_path / "d.docx")[0] == 0
    listed = {row["name"]: (row["kind"], row["summary"]) for row in answer(run, "tracked")}  # type: ignore[attr-defined]
    assert list(listed) == [f"1:r{number}" for number in range(1, 7)]
    assert all(name in run("tracked")[1] for name in listed)
    left = dict(listed)
    for name in ("1:r2", "1:r3", "1:r6", "1:r1"):
        del left[name]
        assert run("accept-tracked", name)[0] == 0, name
        now = [(row["kind"], row["summary"]) for row in answer(run, "tracked")]  # type: ignore[attr-defined]
        assert now == list(left.values()), name
    assert "no longer has it" in run("accept-tracked", "1:r2")[2], "decided once"
    status, _, error = run("reject-tracked", "r2")
    assert (status, "5:r2" in error) == (2, True), "a bare number says nothing of its version"
    assert "no tracked change r7" in run("accept-tracked", "1:r7")[2]
    assert "Version 9" in run("accept-tracked", "9:r1")[2]
    assert len(answer(run, "tracked")) == 2  # type: ignore[arg-type]


def test_history_of_half_a_tracked_replacement_says_the_words_that_were_decided(
    run: Run, matter: Path
) -> None:
    assert run("accept-tracked", "1:r2")[0] == 0
    said = run("history")[1]
    assert "insertion “Buyer” by Brown LLP" in said
    assert "removed:" not in said, "the text of the paragraph is the same before and after"


def test_version_0_is_refused_and_never_taken_for_the_head(run: Run, matter: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.docx"
    for words in (
        ("export", out, "--version", 0),
        ("export", out, "--against", 0),
        ("branch", "other", "--version", 0),
        ("compare", 1, 0),
        ("who-changed", "books", "--version", 0),
    ):
        status, _, error = run(*words)
        assert status == 2, words
        assert "There is no version 0." in error
    assert not out.exists()
    assert run("who-changed", " ")[0] == 2, "no words stand everywhere"


def test_a_refused_accept_names_the_command_that_shows_the_warning(run: Run, matter: Path) -> None:
    edit = staged(matter, "“Retained Records” means", "“Kept Papers” means")
    status, _, error = run("accept", edit)
    assert status == 2
    assert f"“lexdesk show-edit {edit}”" in error


@pytest.mark.parametrize("number", ["99.9", "16.9"])
def test_a_reference_to_no_clause_is_warned_of_however_high_its_number(
    run: Run, matter: Path, number: str
) -> None:
    edit = staged(matter, "accurate books", f"accurate books under Section {number}")
    status, _, error = run("accept", edit)
    assert (status, f"“Section {number}”" in error) == (2, True)


def test_concealed_words_are_told_at_import_and_when_they_are_touched(run: Run, tmp_path: Path) -> None:
    document = docx.Document()
    paragraph = document.add_paragraph("4.2 The Supplier shall ")
    paragraph.add_run("not ").font.hidden = True
    paragraph.add_run("pay the Fees.")
    document.add_paragraph("4.3 The Customer keeps books.")
    file = tmp_path / "hidden.docx"
    document.save(str(file))
    path = tmp_path / "n.lexmatter"
    assert "“not” in “4.2 The Supplier shall" in run("new", path, "--document", file)[1]
    for words in (("import", file), ("import-version", file)):
        assert "“not”" in run(*words)[1], words
    status, said, _ = run("hand-edit", "shall not pay", "pays")
    assert (status, "touches_concealed" in said, "“not ”" in said) == (0, True, True)
    assert "is the head" in run("hand-edit", "keeps", "holds")[1], "only what touches them waits"
    edit = staged(path, "Supplier shall not pay", "Supplier shall pay")
    assert "WARNING touches_concealed" in run("show-edit", edit)[1]


def test_an_act_named_in_an_earlier_clause_does_not_own_a_high_number_written_here(
    run: Run, tmp_path: Path
) -> None:
    texts = [text.replace("in writing", "under section 5 of the Notices Act 2006") for text in AGREEMENT]
    texts.append("17. Books")
    texts.append("17.1 The Supplier shall keep proper ledgers.")
    (tmp_path / "d.docx").write_bytes(word_file(texts))
    path = tmp_path / "n.lexmatter"
    assert run("new", path, "--document", tmp_path / "d.docx")[0] == 0
    edit = staged(path, "proper ledgers", "proper ledgers under Section 99")
    assert "“Section 99”" in run("accept", edit)[2]
    words = "proper ledgers under section 7 of the Companies Act 2006 and under section 994"
    edit = staged(path, "proper ledgers", words)
    assert "xref_dangling" not in run("show-edit", edit)[1]


def test_warnings_that_were_printed_with_the_edit_count_as_shown(run: Run, matter: Path) -> None:
    said = run("hand-edit", "accurate books", "accurate books under Section 99.9")[1]
    assert "WARNING" in said
    assert run("accept", 1)[0] == 0
    edit = staged(matter, "in writing", "in writing under Section 98.9")
    assert run("accept", edit)[0] == 2, "staged by somebody else and never shown"


def test_two_moves_of_one_clause_say_where_to(run: Run, matter: Path) -> None:
    run("move", "12.6", "--after", "4.1")
    run("move", "12.6", "--before", "14.2")
    said = run("edits")[1]
    assert "move 12.6 after 4.1" in said
    assert "move 12.6 before 14.2" in said


def test_undo_gives_an_accepted_edit_back_as_it_waited(run: Run, matter: Path) -> None:
    """Set aside when it was accepted, set aside again; and before that, staged."""

    def states() -> list[str]:
        return [row["state"] for row in answer(run, "edits")]  # type: ignore[attr-defined]

    edit = staged(matter, "accurate books", "good books")
    run("set-aside", edit)
    run("show-edit", edit)
    assert run("accept", edit)[0] == 0
    assert run("undo")[0] == 0
    assert states() == ["set_aside"]
    assert run("undo")[0] == 0
    assert states() == ["staged"], "the next undo takes the setting aside back"
    assert run("accept", edit)[0] == 0
    assert run("undo")[0] == 0
    assert states() == ["staged"], "it was not set aside when it was accepted"


def test_a_file_that_is_no_archive_and_no_matter_is_told_so(run: Run, draft: Path, tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("nothing")
    for path in (draft, tmp_path / "note.txt"):
        status, _, error = run("verify", path)
        assert (status, "neither a hand-off archive nor a matter" in error) == (2, True)


def test_no_backup_at_all_cannot_be_asked_for(run: Run, matter: Path) -> None:
    status, _, error = run("backup", "--keep", 0)
    assert (status, "At least one backup" in error) == (2, True)


def test_a_full_disk_is_told_to_make_room(
    run: Run, matter: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_arguments: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("lexdesk.review.export.os.fsync", full)
    status, _, error = run("export", tmp_path / "out.docx")
    assert (status, "Make room" in error) == (2, True)
    assert not (tmp_path / "out.docx").exists()


def test_an_export_that_word_would_not_open_by_its_name_is_refused(
    run: Run, matter: Path, tmp_path: Path
) -> None:
    status, _, error = run("export", tmp_path / "out.txt")
    assert (status, "out.docx" in error, (tmp_path / "out.txt").exists()) == (2, True, False)
