"""Wrong input gives one sentence and exit status 2; nothing is lost and no traceback is seen."""

import json
import os
import sqlite3
import zipfile
from collections.abc import Callable
from pathlib import Path

import pymupdf
import pytest
from docx import Document as NewWord
from docx.oxml import OxmlElement
from docx.oxml.ns import qn

from lexdesk.app import main
from lexdesk.matter.schema import APPLICATION_ID

Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*words: object) -> tuple[int, str]:
        status = main([str(word) for word in words])
        said = capsys.readouterr()
        assert "Traceback" not in said.err + said.out
        return status, said.err.strip()

    return call


@pytest.fixture
def agreement(tmp_path: Path) -> Path:
    word = NewWord()
    word.add_paragraph("1. Term. The term is ten (10) years.")
    path = tmp_path / "agreement.docx"
    word.save(str(path))
    return path


@pytest.fixture
def matter(tmp_path: Path, run: Run, agreement: Path) -> Path:
    path = tmp_path / "m.lexmatter"
    assert run("new", path, "--document", agreement)[0] == 0
    return path


def refused(run: Run, *words: object, says: str = "") -> None:
    status, said = run(*words)
    assert status == 2, said
    assert said.count("\n") == 0, "one sentence, one line"
    assert says.lower() in said.lower()


def protected_docx(path: Path) -> None:
    """The shape of an encrypted package: an OLE file with the stream name in its directory."""
    name = "EncryptedPackage".encode("utf-16-le")
    path.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 1016 + name + b"\x00" * 4096)


def protected_pdf(path: Path) -> None:
    pdf = pymupdf.open()
    pdf.new_page().insert_text((72, 72), "Secret")
    pdf.save(str(path), encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="open-me", owner_pw="own")


def test_files_that_are_no_agreement(tmp_path: Path, run: Run, matter: Path) -> None:
    (tmp_path / "text.docx").write_text("hello", encoding="utf-8")
    (tmp_path / "empty.docx").write_bytes(b"")
    (tmp_path / "page.docx").write_text("<html><body>sign in</body></html>", encoding="utf-8")
    with zipfile.ZipFile(tmp_path / "zip.docx", "w") as archive:
        archive.writestr("a.txt", "a")
    protected_docx(tmp_path / "locked.docx")
    for name in ("text.docx", "empty.docx", "page.docx", "zip.docx", "locked.docx", "nothere.docx"):
        refused(run, "import", tmp_path / name, "-m", matter)
    refused(run, "import", tmp_path, "-m", matter, says="folder")
    refused(run, "import", tmp_path / "locked.docx", "-m", matter, says="password")


def test_a_matter_is_not_left_behind_when_its_agreement_cannot_be_read(tmp_path: Path, run: Run) -> None:
    refused(run, "new", tmp_path / "x.lexmatter", "--document", tmp_path / "nothere.docx")
    assert not (tmp_path / "x.lexmatter").exists()


def test_a_protected_pdf_asks_for_its_password(
    tmp_path: Path, run: Run, matter: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    protected_pdf(tmp_path / "secret.pdf")
    refused(run, "source", "add", tmp_path / "secret.pdf", "-m", matter, says="password")
    with (tmp_path / "answer").open("w", encoding="utf-8") as stream:
        stream.write("open-me\n")
    with (tmp_path / "answer").open(encoding="utf-8") as stream:
        monkeypatch.setattr("sys.stdin", stream)
        assert run("source", "add", tmp_path / "secret.pdf", "--password", "-m", matter)[0] == 0


def test_files_that_are_no_matter(tmp_path: Path, run: Run) -> None:
    (tmp_path / "page.lexmatter").write_text("<html>", encoding="utf-8")
    (tmp_path / "empty.lexmatter").write_bytes(b"")
    other = sqlite3.connect(tmp_path / "other.lexmatter")
    other.execute("CREATE TABLE a (b)")
    other.close()
    for name in ("page.lexmatter", "empty.lexmatter", "other.lexmatter", "nothere.lexmatter"):
        refused(run, "open", tmp_path / name)
    refused(run, "open", tmp_path, says="folder")


def test_a_matter_of_a_newer_major_version_is_refused(tmp_path: Path, run: Run, matter: Path) -> None:
    file = sqlite3.connect(matter)
    assert file.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
    file.execute(f"PRAGMA user_version = {99 << 16}")
    file.close()
    before = matter.read_bytes()
    refused(run, "open", matter, says="newer")
    assert matter.read_bytes() == before


def test_an_existing_file_is_never_written_over(tmp_path: Path, run: Run, matter: Path) -> None:
    before = matter.read_bytes()
    refused(run, "new", matter)
    assert matter.read_bytes() == before
    out = tmp_path / "out.docx"
    out.write_text("mine", encoding="utf-8")
    refused(run, "export", out, "-m", matter)
    assert out.read_text(encoding="utf-8") == "mine"


def test_no_model_and_broken_models(tmp_path: Path, run: Run, matter: Path) -> None:
    refused(run, "ask", "Delete clause 1", "-m", matter, says="no model")
    (tmp_path / "page.gguf").write_text("<html><body>", encoding="utf-8")
    (tmp_path / "empty.gguf").write_bytes(b"")
    (tmp_path / "cut.gguf").write_bytes(
        b"GGUF\x03\x00\x00\x00" + (7).to_bytes(8, "little") + (1).to_bytes(8, "little")
    )
    for name, words in (("page.gguf", "web page"), ("empty.gguf", "empty"), ("cut.gguf", "")):
        refused(run, "model", "add", tmp_path / name, says=words)
    refused(run, "model", "use", "nothing", says="nothing")


def test_things_that_are_not_there(run: Run, matter: Path, tmp_path: Path) -> None:
    for words in (
        ("accept", "99"),
        ("reject", "99"),
        ("show-edit", "99"),
        ("tool-result", "99"),
        ("pin", "99"),
        ("revert", "99"),
        ("undo",),
        ("export", tmp_path / "no" / "x.docx"),
        ("source", "set", "99", "--role", "law"),
    ):
        refused(run, *words, "-m", matter)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_place_is_said(tmp_path: Path, run: Run) -> None:
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o555)
    refused(run, "new", folder / "x.lexmatter")


@pytest.mark.parametrize("name", ["供应协议 原件", "اتفاقية التوريد", "n" * 200])
def test_names_of_other_scripts_and_great_length(
    tmp_path: Path, run: Run, agreement: Path, name: str
) -> None:
    word = tmp_path / f"{name}.docx"
    word.write_bytes(agreement.read_bytes())
    matter = tmp_path / f"{name}.lexmatter"
    assert run("new", matter, "--document", word)[0] == 0
    assert run("export", tmp_path / f"{name}.out.docx", "-m", matter)[0] == 0
    assert matter in list(tmp_path.iterdir())


def test_numbers_and_dates_that_cannot_be(run: Run, matter: Path) -> None:
    for words in (
        ("show-edit", "99999999999999999999"),
        ("accept", "99999999999999999999"),
        ("tool-result", "1", "--offset", "-5"),
        ("set", "--as-of", "2026-02-31"),
    ):
        refused(run, *words, "-m", matter)


def test_a_matter_without_an_agreement_says_so(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "empty.lexmatter"
    assert run("new", path)[0] == 0
    refused(run, "export", tmp_path / "x.docx", "-m", path, says="no agreement")


def test_a_text_that_cannot_be_read_is_named_as_damage(run: Run, matter: Path) -> None:
    file = sqlite3.connect(matter)
    file.execute("UPDATE chats SET title = CAST(x'ff41' AS TEXT)")
    file.commit()
    file.close()
    refused(run, "chat", "-m", matter, says="damaged")


def test_the_matter_that_is_meant_is_named_when_it_was_not(run: Run, matter: Path) -> None:
    status, said = run("versions")
    assert status == 0
    assert matter.name in said


def test_an_agreement_with_restricted_editing_is_told_to_be_so(
    tmp_path: Path, matter: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    word = NewWord()
    word.add_paragraph("1. Term. The term is ten (10) years.")
    guard = OxmlElement("w:documentProtection")
    guard.set(qn("w:edit"), "readOnly")
    guard.set(qn("w:enforcement"), "1")
    word.settings.element.append(guard)
    word.save(str(tmp_path / "guarded.docx"))
    assert main(["import", str(tmp_path / "guarded.docx"), "-m", str(matter)]) == 0
    assert "restrict" in capsys.readouterr().out.lower()


@pytest.mark.parametrize("fault", [RuntimeError("inner words"), OSError(5, "Input/output error")])
def test_a_fault_of_our_own_is_a_sentence_and_json_stays_json(
    matter: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], fault: Exception
) -> None:
    def fail(*_arguments: object) -> None:
        raise fault

    monkeypatch.setattr("lexdesk.assistant.desk.Desk.versions", fail)
    assert main(["versions", "--json", "-m", str(matter)]) == 2
    said = capsys.readouterr()
    assert json.loads(said.out)["error"] == "error"
    assert "Traceback" not in said.err
    assert "Nothing that was finished is lost" in said.err
    assert main(["versions", "--debug", "-m", str(matter)]) == 2
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_what_is_no_file_is_named_and_keeps_nobody_waiting(run: Run, matter: Path, tmp_path: Path) -> None:
    archive, out = tmp_path / "m.zip", tmp_path / "out.lexmatter"
    assert run("pack", matter, archive)[0] == 0
    pipe, folder, lost = (tmp_path / f"{name}.lexmatter" for name in ("pipe", "folder", "lost"))
    os.mkfifo(pipe)
    folder.mkdir()
    lost.symlink_to("nowhere")
    for path, says in ((pipe, "pipe"), (folder, "folder"), (lost, "no such file")):
        for words in (("verify", path), ("take-back", "-m", matter, path)):
            refused(run, *words, says=says)
            refused(run, *words, says=path.name)
        for act in ("unseal", "unpack"):
            refused(run, act, path, out, says=says)
        refused(run, "verify", "--key", path, archive, says=says)
    assert not out.exists()
