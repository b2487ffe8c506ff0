"""Imports in the helper process: resumed, stopped, killed, and whatever a hostile file does to the reader."""

import os
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from io import BytesIO
from pathlib import Path

import psutil
import pymupdf
import pytest

from lexdesk.assistant.desk import Desk
from lexdesk.errors import Cancelled, LexDeskError
from lexdesk.evidence.errors import PasswordNeeded, SourceDamaged
from lexdesk.evidence.importing import reader as readers
from lexdesk.evidence.importing.intake import Intake
from lexdesk.evidence.importing.messages import At, Ended, Job, Message, Piece
from lexdesk.evidence.importing.reader import ReaderGone, ReaderHere, ReaderProcess
from lexdesk.evidence.library import Library
from lexdesk.matter import Matter
from lexdesk.matter.records import PassageRow, SourcePageRow


def bundle(pages: int) -> bytes:
    """A PDF with a sentence of its own on each page, and one that runs over the page end on every tenth."""
    document = pymupdf.open()
    for number in range(1, pages + 1):
        page = document.new_page(width=400, height=300)
        page.insert_text((40, 25), "Bundle C", fontsize=8)
        page.insert_text((40, 100), f"Token TOK-{number:04} stands on this sheet.", fontsize=11)
        if number % 10 == 0:
            page.insert_text((40, 200), "This sentence runs on over the end of its page", fontsize=11)
        if number % 10 == 1 and number > 1:
            page.insert_text((40, 60), "and ends on the next one.", fontsize=11)
    content: bytes = document.tobytes()
    return content


@pytest.fixture(scope="module")
def long_pdf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pdf") / "bundle.pdf"
    path.write_bytes(bundle(320))
    return path


def stored(
    matter: Matter, source_id: int
) -> tuple[list[SourcePageRow], list[tuple[str, int, int, str]], list[str]]:
    read = matter.read()
    passages: list[PassageRow] = read.passages.of_source(source_id)
    return (
        read.sources.pages(source_id),
        sorted((row.kind, row.start, row.end, row.text) for row in passages),
        [finding.message for finding in read.sources.findings(source_id)],
    )


class Counting(ReaderHere):
    """Reads here and counts the pages it begins; ends as if killed after ``deadly`` of them."""

    def __init__(self, deadly: int = 0) -> None:
        self.begun: list[int] = []
        self._deadly = deadly

    def read(self, content: bytes, job: Job, cancelled: Callable[[], bool]) -> Iterator[Message]:
        for message in super().read(content, job, cancelled):
            if isinstance(message, At):
                self.begun.append(message.page)
                if self._deadly and len(self.begun) == self._deadly:
                    raise KeyboardInterrupt  # what no part of the product catches
            yield message


def test_a_source_read_in_the_helper_is_the_same_as_one_read_here(
    helper_process: None, tmp_path: Path, long_pdf: Path
) -> None:
    seen = []
    for number, reader in enumerate((ReaderHere, ReaderProcess)):
        with Matter.create(tmp_path / f"{number}.lexmatter", name="M", author="A") as matter:
            source, is_new = Library(matter, reader).add(long_pdf, added_by="A")
            assert is_new
            seen.append((source.title, source.text_length, stored(matter, source.id)))
            assert matter.read().audit.verify() == []
    assert seen[0] == seen[1]


def test_an_import_cut_off_goes_on_where_it_was_and_gives_the_same(tmp_path: Path, long_pdf: Path) -> None:
    with Matter.create(tmp_path / "whole.lexmatter", name="M", author="A") as matter:
        whole, _ = Library(matter, ReaderHere).add(long_pdf, added_by="A")
        wanted = stored(matter, whole.id)
    with Matter.create(tmp_path / "cut.lexmatter", name="M", author="A") as matter:
        first, kept = Counting(deadly=250), list[int]()
        with pytest.raises(KeyboardInterrupt):
            Library(matter, lambda: first).add(
                long_pdf, progress=lambda done, total: kept.append(done), added_by="A"
            )
        (row,) = matter.read().imports.unfinished()
        assert (row.state, row.pages, row.pages_read) == ("reading", 320, kept[-1])
        assert kept[-1] > 90
    with Matter.open(tmp_path / "cut.lexmatter") as matter:
        second = Counting()
        source, is_new = Library(matter, lambda: second).add(long_pdf, added_by="B")
        assert not is_new
        assert second.begun == list(range(kept[-1] + 1, 321))
        assert stored(matter, source.id)[:2] == wanted[:2]
        assert sorted(stored(matter, source.id)[2]) == sorted(wanted[2])
        assert matter.read().imports.unfinished() == []
        assert source.text_length == whole.text_length
        assert [row.act for row in matter.read().audit.rows()][1:] == [
            "import_begun",
            "import_resumed",
            "source_added",
        ]
        assert matter.read().audit.verify() == []


def test_a_sentence_over_a_page_end_is_whole_also_where_a_piece_ends(tmp_path: Path, long_pdf: Path) -> None:
    with Matter.create(tmp_path / "m.lexmatter", name="M", author="A") as matter:
        library = Library(matter, ReaderHere)
        library.add(long_pdf, added_by="A")
        rows = [row for row in matter.read().passages.of_source(1, "sentence") if "runs on" in row.text]
    assert {(row.page_from, row.page_to) for row in rows} == {(n, n + 1) for n in range(10, 320, 10)} | {
        (320, 320)
    }
    assert all(row.text.endswith("next one.") for row in rows[:-1])


def test_a_stopped_import_keeps_its_pages_says_so_and_can_be_taken_up(tmp_path: Path, long_pdf: Path) -> None:
    with Desk(Matter.create(tmp_path / "m.lexmatter", name="M", author="A"), lambda: None) as desk:
        done: list[int] = []
        with pytest.raises(Cancelled, match=r"of 320 pages are in the matter"):
            desk.add_source(
                long_pdf, progress=lambda d, t: done.append(d), cancelled=lambda: bool(done), role="fact"
            )
        (view,) = desk.imports()
        assert (view.state, view.under_way, view.pages_read, view.pages) == ("stopped", False, done[-1], 320)
        (source,) = desk.sources()
        assert (source.import_state, source.pages_read) == ("stopped", done[-1])
        assert any(code == "import_unfinished" for code, _ in desk.library.limits([source.id]))
        assert desk.search("TOK-0001")
        assert all("TOK-0320" not in hit.text for hit in desk.search("TOK-0320"))
        (told,) = desk.resume_imports()
        assert told.error == ""
        assert desk.imports() == []
        (source,) = desk.sources()
        assert (source.import_state, source.pages_read, source.role) == ("done", -1, "fact")
        assert next(hit.page_from for hit in desk.search("TOK-0320")) == 320


def test_an_import_stopped_before_its_first_page_leaves_nothing(tmp_path: Path, long_pdf: Path) -> None:
    with Matter.create(tmp_path / "m.lexmatter", name="M", author="A") as matter:
        with pytest.raises(Cancelled, match="nothing of the file was kept"):
            Library(matter).add(long_pdf, cancelled=lambda: True)
        assert matter.read().sources.list() == []
        assert matter.read().audit.head()[0] == 1


def test_the_pages_of_an_import_cannot_be_changed_nor_its_length_twice(
    tmp_path: Path, long_pdf: Path
) -> None:
    with Matter.create(tmp_path / "m.lexmatter", name="M", author="A") as matter:
        Library(matter).add(long_pdf)
        for sql in ("UPDATE sources SET text_length = 1", "UPDATE sources SET page_count = 1"):
            with pytest.raises(LexDeskError, match="cannot be changed"):
                matter.write(lambda tx, sql=sql: tx.connection.run(sql))


class Dying(ReaderHere):
    """Dies at a page, as the helper does when a file crashes the parser."""

    def __init__(self, pages: set[int]) -> None:
        self._pages = pages

    def read(self, content: bytes, job: Job, cancelled: Callable[[], bool]) -> Iterator[Message]:
        for message in super().read(content, job, cancelled):
            if isinstance(message, At) and message.page in self._pages - set(job.skip):
                raise ReaderGone(job.name, "the reader ended unexpectedly", message.page)
            yield message


def test_a_page_that_kills_the_reader_costs_only_that_page(tmp_path: Path, long_pdf: Path) -> None:
    with Matter.create(tmp_path / "m.lexmatter", name="M", author="A") as matter:
        source, _ = Library(matter, lambda: Dying({7, 205})).add(long_pdf)
        read = matter.read()
        assert read.sources.page(source.id, 7).text == ""
        assert "TOK-0206" in read.sources.page(source.id, 206).text
        assert [f.message for f in read.sources.findings(source.id)] == [
            "Could not be read at all: pages 7, 205."
        ]


def test_a_file_that_kills_the_reader_again_and_again_is_given_up(tmp_path: Path, long_pdf: Path) -> None:
    with Matter.create(tmp_path / "m.lexmatter", name="M", author="A") as matter:
        with pytest.raises(ReaderGone, match="ended unexpectedly"):
            Library(matter, lambda: Dying(set(range(1, 320)))).add(long_pdf)
        assert matter.read().sources.list() == []


@pytest.fixture
def rude_worker(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Makes the helper do something else as soon as it has its job."""

    def set_to(deed: str) -> None:
        code = (
            "import sys, os, time\n"
            "from lexdesk.evidence.importing.messages import read_frame, write_frame, At\n"
            "out = os.fdopen(os.dup(1), 'wb')\n"
            "read_frame(sys.stdin.buffer)\n"
            f"{deed}\n"
        )
        monkeypatch.setattr(readers, "worker_command", lambda: [sys.executable, "-c", code])

    return set_to


@pytest.mark.parametrize(
    ("deed", "words"),
    [
        ("os.abort()", "ended unexpectedly"),
        ("out.write(bytes([255] * 200)); out.flush(); time.sleep(60)", "ended unexpectedly"),
        ("write_frame(out, At(3)); os._exit(0)", "ended unexpectedly at page 3"),
        ("time.sleep(60)", "did not come back"),
        ("hoard = bytearray(os.urandom(1 << 20)) * 300; time.sleep(60)", "more memory"),
    ],
)
def test_whatever_the_helper_does_costs_one_import_and_one_sentence(
    rude_worker: Callable[[str], None], deed: str, words: str
) -> None:
    rude_worker(deed)
    with ReaderProcess(memory=200_000_000, silence=3.0 if "did not" in words else 60.0) as reader:
        with pytest.raises(ReaderGone, match=words):
            list(reader.read(b"%PDF-1.7", Job("a.pdf"), lambda: False))
        assert reader.pid == 0


def test_a_cancel_ends_a_hung_helper_at_once(rude_worker: Callable[[str], None]) -> None:
    rude_worker("time.sleep(60)")
    with ReaderProcess() as reader:
        began = time.monotonic()
        with pytest.raises(Cancelled):
            list(reader.read(b"x", Job("a.txt"), lambda: time.monotonic() > began + 0.2))
        assert time.monotonic() - began < 10


def test_one_helper_reads_file_after_file_and_lives_through_errors() -> None:
    locked = pymupdf.open()
    locked.new_page().insert_text((72, 100), "Secret.")
    content = locked.tobytes(encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="open-me", owner_pw="o")
    with ReaderProcess() as reader:
        for _ in range(2):
            with pytest.raises(SourceDamaged, match="damaged PDF"):
                list(reader.read(b"%PDF-1.7 nothing", Job("a.pdf"), lambda: False))
            with pytest.raises(PasswordNeeded, match="opens only with a password"):
                list(reader.read(content, Job("b.pdf"), lambda: False))
        pid = None
        for password in ("open-me", "open-me"):
            messages = list(reader.read(content, Job("b.pdf", password), lambda: False))
            pieces = [message for message in messages if isinstance(message, Piece)]
            assert pieces[0].text == "Secret."
            assert isinstance(messages[-1], Ended)
            assert pid in (None, reader.pid)
            pid = reader.pid
    assert pid is not None
    assert not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE


def test_the_helper_ends_when_its_program_is_gone(tmp_path: Path) -> None:
    script = (
        "import sys\nfrom lexdesk.evidence.importing.reader import ReaderProcess\n"
        "from lexdesk.evidence.importing.messages import Job, Piece\nreader = ReaderProcess()\n"
        "stream = reader.read(b'Words.', Job('a.txt'), lambda: False)\n"
        "next(stream)\nprint(reader.pid, flush=True)\nsys.stdin.read()\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert parent.stdout is not None
    helper = psutil.Process(int(parent.stdout.readline()))
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()
    helper.wait(timeout=20)


def test_attachments_and_members_are_sources_of_their_own_with_their_relation(tmp_path: Path) -> None:
    mail = EmailMessage()
    mail["From"], mail["Subject"], mail["Date"] = (
        "a@x.example",
        "The draft",
        "Wed, 11 Jun 2025 10:00:00 +0000",
    )
    mail.set_content("See attached.")
    mail.add_attachment(b"The cap is EUR 5.", maintype="text", subtype="plain", filename="draft.txt")
    mail.add_attachment(b"MZ program", maintype="application", subtype="octet-stream", filename="setup.exe")
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("post/mail.eml", mail.as_bytes())
        archive.writestr("again.txt", "The cap is EUR 5.")
    (tmp_path / "bundle.zip").write_bytes(out.getvalue())
    with Desk(Matter.create(tmp_path / "m.lexmatter", name="M", author="A"), lambda: None) as desk:
        (told,) = desk.add_many([tmp_path / "bundle.zip"], role="fact")
        assert [(one.name, one.is_new) for one in told.members] == [("mail.eml", True), ("again.txt", False)]
        (letter, _) = told.members
        assert [(one.name, bool(one.source)) for one in letter.members] == [
            ("draft.txt", True),
            ("setup.exe", False),
        ]
        names = {view.id: view.file_name for view in desk.sources()}
        relations = {
            (row.kind, names[row.from_source or 0], names[row.to_source or 0])
            for row in desk.matter.read().relations.list()
            if row.kind in {"attachment_of", "from_archive"}
        }
        assert relations == {
            ("from_archive", "mail.eml", "bundle.zip"),
            ("from_archive", "draft.txt", "bundle.zip"),
            ("attachment_of", "draft.txt", "mail.eml"),
        }
        found = [(code, message) for view in desk.sources() for code, message, _ in view.findings]
        assert [code for code, _ in found] == ["attachment_not_read"]
        assert "setup.exe" in found[0][1]
        assert desk.search("cap")[0].source_id in names


def test_a_folder_gives_an_outcome_for_each_file(tmp_path: Path) -> None:
    folder = tmp_path / "evidence"
    (folder / "deep").mkdir(parents=True)
    (folder / "a.txt").write_text("One fact.", encoding="utf-8")
    (folder / "deep" / "第二.txt").write_text("Another fact.", encoding="utf-8")
    (folder / "copy of a.txt").write_text("One fact.", encoding="utf-8")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 broken")
    (folder / ".hidden").write_text("x", encoding="utf-8")
    (folder / "~$lock.docx").write_text("x", encoding="utf-8")
    with Desk(Matter.create(tmp_path / "m.lexmatter", name="M", author="A"), lambda: None) as desk:
        seen: list[tuple[int, int]] = []
        told = desk.add_folder(folder, progress=lambda done, total: seen.append((done, total)))
        assert [(one.name, one.is_new, bool(one.error)) for one in told] == [
            ("a.txt", True, False),
            ("broken.pdf", False, True),
            ("copy of a.txt", False, False),
            ("第二.txt", True, False),
        ]
        assert seen == [(n, 4) for n in range(1, 5)]
        assert "damaged PDF" in told[1].error
        assert len(desk.sources()) == 2


def test_a_cell_is_found_and_cited_by_its_name(tmp_path: Path) -> None:
    from tests.evidence.test_formats import workbook

    (tmp_path / "fees.xlsx").write_bytes(workbook())
    with Desk(Matter.create(tmp_path / "m.lexmatter", name="M", author="A"), lambda: None) as desk:
        desk.add_source(tmp_path / "fees.xlsx")
        rows = desk.matter.read().passages.of_source(1, "sentence")
        assert "Fees!C2" in {row.label for row in rows}
        assert desk.search("Cap")


def test_the_same_file_is_not_read_twice_at_once(tmp_path: Path, long_pdf: Path) -> None:
    with Matter.create(tmp_path / "m.lexmatter", name="M", author="A") as matter:
        intake = Intake(matter, ReaderHere)
        told: list[str] = []

        def again(done: int, total: int) -> None:
            if not told:
                with pytest.raises(LexDeskError, match="being read already") as caught:
                    intake.add_file(long_pdf, {}, "A")
                told.append(caught.value.message)

        intake.add_file(long_pdf, {}, "A", progress=again)
        assert told
