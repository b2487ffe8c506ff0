"""Real acts on a real matter, by the command line and by the desk, for the runners that break things under
them: disks that fill (``full_disks``) and processes that are killed (``kills``).

An act is made ready while all is well, then done by another process, and afterwards the file says whether it
happened: wholly, or not at all.
"""

import contextlib
import hashlib
import json
import os
import random
import sys
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pymupdf

from lexdesk.app import Application
from lexdesk.assistant.desk import Desk
from lexdesk.cli.main import main as command_line
from lexdesk.evidence import library
from lexdesk.evidence.importing.reader import ReaderHere
from lexdesk.matter.backups import backups
from lexdesk.matter.contents import sha256_file
from lexdesk.matter.errors import MatterMissing, NotAMatter
from lexdesk.matter.file import Matter
from lexdesk.matter.key import Key, is_sealed
from lexdesk.matter.opening import damage
from lexdesk.matter.stores import Reader
from lexdesk.review.proposal import ReplaceParagraph
from lexdesk.review.review import Review
from lexdesk.review.sealed_handoff import verify_sealed
from lexdesk.review.verifying import verify, verify_sealed_matter
from tests.models.scripted import ScriptedModel
from tests.review.desks import word_file

BY = "Ada Counsel"
PASSPHRASES = ("lantern orbit velvet tundra", "copper meadow signal harbour")
MARK = "Quenneville"  # stands in every text: whoever finds it in a file can read the file
LINES = [
    f"{n}. Duty {n}. The Supplier shall keep {MARK} record number {n} for thirty (30) days."
    for n in range(1, 9)
]
OUTSIDE = frozenset({"export", "memo"})  # write readable files for others, also from a sealed matter
SEALED_LACKS = frozenset({"pack", "unpack", "set passphrase"})
PLAIN_LACKS = frozenset({"change passphrase", "remove passphrase"})


def answers(messages: Sequence[Any], schema: Mapping[str, Any] | None) -> str:
    """A model that does what it was asked, on the clause or the passage that it was shown."""
    fields = (schema or {})["properties"]
    if "clause" in fields:
        clause = messages[-1].text.split("):\n", 1)[1].split("\n\n", 1)[0]
        return json.dumps({"clause": f"{clause} This is agreed in writing, in {clause.count(' ')} words."})
    if "answer" in fields:
        pin = fields["answer"]["items"]["properties"]["pin"]["enum"][0]
        return json.dumps({"answer": [{"pin": pin, "sentence": "The Supplier keeps records for some days."}]})
    return json.dumps({"place": "1"})


@dataclass
class Act:
    """``argv`` for the command line, or ``do`` for an open desk (None where only the command line can).
    ``happened`` asks the files afterwards. ``made`` are files that may be there once it happened; an act that
    only ``looks`` changes none."""

    name: str
    argv: list[str]
    happened: Callable[[], bool]
    do: Callable[[Desk], object] | None = None
    made: tuple[Path, ...] = ()
    looks: bool = False
    weight: int = 0  # bytes that it may want on the disk


@dataclass
class World:
    """One matter in ``disk``, what is handed to it in ``roomy``, and what was acknowledged so far.

    Passphrase "" = the matter is plain. ``chain`` holds audit rows of acknowledged acts, ``files`` the
    hashes of files that an acknowledged act wrote.
    """

    disk: Path
    roomy: Path
    chance: random.Random
    sealed: bool = False
    passphrase: str = ""
    turn: int = 0
    chain: dict[int, str] = field(default_factory=dict)
    files: dict[Path, str] = field(default_factory=dict)
    keys: dict[bytes, Key] = field(default_factory=dict)

    def __post_init__(self) -> None:
        library.ReaderProcess = ReaderHere  # type: ignore[misc]  # what is stopped or killed is this process
        self.passphrase = PASSPHRASES[0] if self.sealed else ""
        self.path = self.disk / "Kilnbrook.lexmatter"
        self.out = self.disk / "out"
        self.out.mkdir(exist_ok=True)
        self.passphrase_file = self.roomy / "passphrase.txt"
        self.new_file = self.roomy / "new.txt"
        self._write_passphrases(self.passphrase)
        with Matter.create(self.path, name="Kilnbrook", author=BY, passphrase=self.passphrase) as matter:
            Review(matter).import_document(word_file(LINES), "agreement.docx", BY)
        with self.desk() as desk:
            for number in range(3):  # something to be copied and sealed
                path = self.roomy / f"statement{number}.pdf"
                path.write_bytes(self._pdf(2))
                desk.add_source(path, role="fact")
        self.acknowledge(Act("new", [], lambda: True))

    # looking into the matter

    def key(self) -> Key | None:
        """The key of the file as it lies there now; derived once for each file."""
        if not self.passphrase:
            return None
        with self.path.open("rb") as file:
            salt = file.read(16)
        name = salt + self.passphrase.encode()
        if name not in self.keys:
            self.keys[name] = Key.derive(self.passphrase, salt)
        return self.keys[name]

    @contextlib.contextmanager
    def looking(self) -> Any:
        """A reader of the matter, opened for reading."""
        with Matter.open(self.path, read_only=True, key=self.key()) as matter:
            yield matter.read()

    @contextlib.contextmanager
    def desk(self) -> Any:
        """The desk, opened for work, without a window and with a scripted model."""
        with Desk(Matter.open(self.path, holder=BY, key=self.key()), lambda: ScriptedModel(answers)) as desk:
            yield desk

    def asked(self, question: Callable[[Reader], Any]) -> Any:
        with self.looking() as reader:
            return question(reader)

    def acknowledge(self, act: Act) -> None:
        """What was said to be done must be there from now on."""
        with self.looking() as reader:
            seq, head = reader.audit.head()
        self.chain[seq] = head
        self.files.update({path: sha256_file(path) for path in act.made if path.exists()})

    def check(self) -> None:
        """Raises ``AssertionError`` unless all that was acknowledged is there and the matter is whole."""
        with self.looking() as reader:
            problems = [*reader.audit.verify(), *damage(reader.connection)]
            assert not problems, problems
            hashes = {row.seq: row.hash for row in reader.audit.rows(0, None)}
            lost = [seq for seq, head in self.chain.items() if hashes.get(seq) != head]
            assert not lost, f"acknowledged acts are gone: rows {lost}"
            foreign = reader.connection.rows("PRAGMA foreign_key_check")
            assert not foreign, foreign
            for sha256, size, stored in reader.connection.rows(
                "SELECT sha256, size, length(bytes) FROM blobs"
            ):
                if not size or stored:
                    reader.blobs.get(sha256)
        for path, sha256 in self.files.items():
            assert path.exists(), f"{path.name} was written and is gone"
            assert sha256_file(path) == sha256, f"{path.name} was written and is another now"

    def verify(self) -> None:
        """Raises ``AssertionError`` unless "lexdesk verify" finds nothing broken."""
        said = verify_sealed_matter(self.path, self.passphrase) if self.passphrase else verify(self.path)
        assert not said.broken, said.broken

    def strangers(self) -> list[Path]:
        """Files on the disk that neither the matter nor an acknowledged act accounts for."""
        known = {self.path, *self.files, *(one.path for one in backups(self.path))}
        # A new matter whose maker was killed keeps these two until somebody opens it.
        others = [path for path in self.files if path.suffix == ".lexmatter"]
        known |= {path.with_name(path.name + end) for path in others for end in (".lock", "-journal")}
        return [path for path in self.disk.rglob("*") if path.is_file() and path not in known]

    def readable(self, folders: Sequence[Path]) -> list[Path]:
        """Files that hold the matter's words, or a plain database, for anyone to read."""
        found = []
        for folder in folders:
            for path in folder.rglob("*"):
                if path.is_file() and not path.is_symlink() and ".ballast" not in path.parts:
                    content = path.read_bytes()
                    if MARK.encode() in content or content.startswith(b"SQLite format 3"):
                        found.append(path)
        return found

    # acts

    def make(self, name: str) -> Act:
        """The act of that name, made ready while there is room."""
        self.turn += 1
        act: Act = getattr(self, "_" + name.replace(" ", "_"))()
        act.name = name
        act.weight = act.weight or 3 * self.path.stat().st_size
        return act

    def names(self) -> list[str]:
        """The acts that this matter knows, sealed or plain."""
        lacks = SEALED_LACKS if self.passphrase else PLAIN_LACKS
        return [name for name in ACTS if name not in lacks]

    def _write_passphrases(self, new: str) -> None:
        self.passphrase_file.write_text((self.passphrase or PASSPHRASES[0]) + "\n", "utf-8")
        self.new_file.write_text(new + "\n", "utf-8")

    def _m(self) -> list[str]:
        return ["-m", str(self.path)]

    def _acts(self, name: str) -> int:
        return int(
            self.asked(lambda r: r.connection.value("SELECT count(*) FROM audit WHERE act = ?", (name,)))
        )

    def _once_more(self, name: str) -> Callable[[], bool]:
        before = self._acts(name)
        return lambda: self._acts(name) > before

    def _staged(self) -> int:
        with self.desk() as desk:
            document = desk.documents()[0][0]
            head = desk.matter.read().documents.head(document)
            block = self.chance.choice(desk.structures.of(head.id).blocks)
            kept = ". ".join(block.text.split(". ")[:2])
            text = f"{kept}. The Supplier keeps what {MARK} wants {self.turn}."
            edit = desk.review.stage(
                ReplaceParagraph(block.key, text),
                document_id=document,
                version_id=head.id,
                instruction="Do it.",
                created_by="model: scripted",
            )
            desk.show_advisories(edit.id)
            return int(edit.id)

    def _accept(self) -> Act:
        edit = self._staged()

        def happened() -> bool:
            with self.looking() as reader:
                decided = [row for row in reader.decisions.of_edit(edit) if row.action == "accept"]
                accepted = reader.edits.get(edit).state == "accepted"
                assert accepted == bool(decided), "a decision without its state"
                assert not accepted or reader.changes.of_version(decided[0].version_id), "no change record"
                return bool(accepted)

        return Act("", ["accept", str(edit), *self._m()], happened, lambda desk: desk.accept([edit]))

    def _reject(self) -> Act:
        edit = self._staged()
        return Act(
            "",
            ["reject", str(edit), *self._m()],
            lambda: self.asked(lambda r: r.edits.get(edit).state) == "rejected",
            lambda desk: desk.reject([edit]),
        )

    def _ask(self) -> Act:
        text = f"How long does the Supplier keep record number {self.turn % 8 + 1}?"
        if self.chance.random() < 0.5:
            text = f"In clause {self.turn % 8 + 1}, change days to business days."
        done = self.asked(lambda r: sum(run.state == "done" for run in r.runs.list()))
        return Act(
            "",
            ["ask", text, *self._m()],
            lambda: self.asked(lambda r: sum(run.state == "done" for run in r.runs.list())) > done,
            lambda desk: desk.ask(desk.chats()[0].id, text),
        )

    def _pdf(self, pages: int) -> bytes:
        document = pymupdf.open()
        for page in range(pages):
            sheet = document.new_page()
            for line in range(40):
                words = f"Sheet {page} line {line} turn {self.turn} {self.chance.random()}: {MARK} kept it."
                sheet.insert_text((50, 60 + 17 * line), words)
        return bytes(document.tobytes())

    def _imported(self, path: Path, inside: Sequence[bytes] = ()) -> Act:
        hashes = [hashlib.sha256(one).hexdigest() for one in (path.read_bytes(), *inside)]

        def happened() -> bool:
            with self.looking() as reader:
                rows = [reader.sources.by_sha256(sha256) for sha256 in hashes]
                waiting = {row.source_id for row in reader.imports.unfinished()}
                return all(row is not None and row.id not in waiting for row in rows)

        return Act(
            "",
            ["source", "add", str(path), "--role", "fact", *self._m()],
            happened,
            lambda desk: desk.add_source(path, role="fact"),
            weight=4 * path.stat().st_size + 200_000,
        )

    def _import_pdf(self) -> Act:
        path = self.roomy / f"report {self.turn}.pdf"
        path.write_bytes(self._pdf(self.chance.choice((1, 3, 25))))
        return self._imported(path)

    def _import_docx(self) -> Act:
        path = self.roomy / f"letter {self.turn}.docx"
        path.write_bytes(
            word_file([f"{MARK} wrote on {self.chance.random()} about item {n}." for n in range(60)])
        )
        return self._imported(path)

    def _import_zip(self) -> Act:
        path = self.roomy / f"bundle {self.turn}.zip"
        inside = [word_file([f"{MARK} said {self.chance.random()} in note {n}."]) for n in range(3)]
        with zipfile.ZipFile(path, "w") as bundle:
            for number, content in enumerate(inside):
                bundle.writestr(f"note {self.turn} {number}.docx", content)
        return self._imported(path, inside)

    def _import_agreement(self) -> Act:
        path = self.roomy / f"schedule {self.turn}.docx"
        path.write_bytes(word_file([f"1. Schedule {self.turn} of {MARK}.", *LINES[1:4]]))
        before = self.asked(lambda r: len(r.documents.list()))
        return Act(
            "",
            ["import", str(path), *self._m()],
            lambda: self.asked(lambda r: len(r.documents.list())) > before,
            lambda desk: desk.import_document(path),
        )

    def _export(self) -> Act:
        out, happened = self.out / f"redline {self.turn}.docx", self._once_more("export")
        return Act(
            "",
            ["export", str(out), "--form", self.chance.choice(("redline", "clean")), *self._m()],
            lambda: _both(out, happened()),
            lambda desk: desk.export(desk.documents()[0][0], "redline", out),
            made=(out,),
        )

    def _memo(self) -> Act:
        edit = self._staged()
        with self.desk() as desk:
            desk.accept([edit])
        self.acknowledge(Act("accept", [], lambda: True))
        out, happened = self.out / f"memo {self.turn}.docx", self._once_more("export.memo")
        return Act(
            "",
            ["memo", str(out), "--edit", str(edit), *self._m()],
            lambda: _both(out, happened()),
            made=(out,),
        )

    def _pack(self) -> Act:
        out, happened = self.out / f"handoff {self.turn}.zip", self._once_more("handoff.packed")
        return Act(
            "",
            ["pack", str(self.path), str(out)],
            lambda: _both(out, happened()) and not verify(out).broken,
            lambda desk: desk.review.pack(out, BY),
            made=(out,),
        )

    def _seal(self) -> Act:
        out, happened = self.out / f"handoff {self.turn}.lexsealed", self._once_more("handoff.packed")
        return Act(
            "",
            ["seal", str(self.path), str(out), "--passphrase-file", str(self.passphrase_file)],
            lambda: _both(out, happened()) and not verify_sealed(out, self._word()).broken,
            lambda desk: desk.seal_to(out, self._word()),
            made=(out,),
        )

    def _word(self) -> str:
        return self.passphrase or PASSPHRASES[0]

    def _archive(self, sealed: bool) -> Path:
        path = self.roomy / f"archive {self.turn}{'.lexsealed' if sealed else '.zip'}"
        with self.desk() as desk:
            if sealed:
                desk.seal_to(path, self._word())
            else:
                desk.review.pack(path, BY)
        self.acknowledge(Act("archive", [], lambda: True))
        return path

    def _received(self, archive: Path, argv: list[str], out: Path, passphrase: str) -> Act:
        def happened() -> bool:
            if not out.exists():
                return False
            with Matter.open(out, read_only=True, passphrase=passphrase) as matter:
                reader = matter.read()
                assert not [*reader.audit.verify(), *damage(reader.connection)]
                return any(row.act == "handoff.unpack" for row in reader.audit.rows(0, None))

        return Act("", argv, happened, made=(out,), weight=3 * archive.stat().st_size)

    def _unseal(self) -> Act:
        archive, out = self._archive(True), self.out / f"received {self.turn}.lexmatter"
        return self._received(archive, ["unseal", str(archive), str(out)], out, self.passphrase)

    def _unpack(self) -> Act:
        archive, out = self._archive(False), self.out / f"received {self.turn}.lexmatter"
        return self._received(archive, ["unpack", str(archive), str(out)], out, "")

    def _verify_archive(self) -> Act:
        archive = self._archive(bool(self.passphrase))
        return Act("", ["verify", str(archive)], lambda: True, looks=True)

    def _take_back(self) -> Act:
        """A colleague went on with a copy: the file itself, or what was packed or sealed of it."""
        copy = self.roomy / f"colleague {self.turn}.lexmatter"
        with self.desk() as desk:
            desk.save_copy(copy)
        way = self.chance.choice(("file", "sealed") if self.passphrase else ("file", "packed", "sealed"))
        sent = copy
        with Desk(Matter.open(copy, holder="Bo", passphrase=self.passphrase), lambda: None) as theirs:
            note = self.roomy / f"their note {self.turn}.txt"
            note.write_text(f"{MARK} told the colleague {self.chance.random()}.\n" * 400, "utf-8")
            theirs.add_source(note, role="fact")
            if way == "packed":
                sent = self.roomy / f"back {self.turn}.zip"
                theirs.review.pack(sent, "Bo")
            elif way == "sealed":
                sent = self.roomy / f"back {self.turn}.lexsealed"
                theirs.seal_to(sent, self._word())
        return Act(
            "",
            ["take-back", str(sent), *self._m()],
            self._once_more("handoff.taken_back"),
            lambda desk: desk.take_back(sent, self._word()),
        )

    def _backup(self) -> Act:
        edit = self._staged()
        with self.desk() as desk:
            desk.reject([edit])
        self.acknowledge(Act("reject", [], lambda: True))
        seq, head = self.asked(lambda r: r.audit.head())

        def happened() -> bool:
            for one in backups(self.path):
                if one.rows >= seq:
                    with Matter.open(one.path, read_only=True, key=self.key()) as copy:
                        assert copy.read().audit.rows(seq - 1, 1)[0].hash == head
                        return not copy.read().audit.verify()
            return False

        return Act("", ["backup", "--keep", "2", *self._m()], happened, lambda desk: desk.back_up(2))

    def _save_copy(self) -> Act:
        out = self.out / f"copy {self.turn}.lexmatter"

        def happened() -> bool:
            if not out.exists():
                return False
            with Matter.open(out, read_only=True, key=self.key()) as copy:
                return not copy.read().audit.verify()

        return Act("", [], happened, lambda desk: desk.save_copy(out), made=(out,))

    def _rescue(self) -> Act:
        damaged, out = (
            self.roomy / f"damaged {self.turn}.lexmatter",
            self.out / f"saved {self.turn}.lexmatter",
        )
        content = bytearray(self.path.read_bytes())
        pages = len(content) // 4096
        place = self.chance.randrange(pages // 2, pages) * 4096
        content[place : place + 64] = self.chance.randbytes(64)
        damaged.write_bytes(content)

        def happened() -> bool:
            if not out.exists():
                return False
            with Matter.open(out, read_only=True, passphrase=self.passphrase) as matter:
                reader = matter.read()
                assert not damage(reader.connection)
                return any(row.act == "matter.rescued" for row in reader.audit.rows(0, None))

        return Act("", ["rescue", str(damaged), str(out)], happened, made=(out,))

    def _new(self) -> Act:
        out, draft = self.out / f"new {self.turn}.lexmatter", self.roomy / f"draft {self.turn}.docx"
        draft.write_bytes(word_file(LINES[:4]))
        argv = ["new", str(out), "--document", str(draft), *(["--sealed"] if self.passphrase else [])]

        def happened() -> bool:
            if not out.exists():
                return False
            with Matter.open(out, read_only=True, passphrase=self.passphrase) as matter:
                return len(matter.read().documents.list()) == 1

        return Act("", argv, happened, made=(out,), weight=800_000)

    def _open(self) -> Act:
        return Act(
            "", ["open", str(self.path), "--no-window"], lambda: True, lambda desk: desk.view(), looks=True
        )

    def _expunge(self) -> Act:
        path = self.roomy / f"privileged {self.turn}.txt"
        path.write_text(f"{MARK} must go, {self.chance.random()}.\n" * 50, "utf-8")
        with self.desk() as desk:
            source = desk.add_source(path, role="fact").id
        self.acknowledge(Act("import", [], lambda: True))
        argv = ["source", "expunge", str(source), "--reason", "Sent in error.", "--yes", *self._m()]
        return Act(
            "",
            argv,
            self._once_more("source_expunged"),
            lambda desk: desk.expunge_source(source, "Sent in error."),
        )

    def _passphrase(self, act: str, new: str) -> Act:
        self._write_passphrases(new)
        argv = ["passphrase", act, str(self.path), *(["--new-file", str(self.new_file)] if new else [])]

        def happened() -> bool:
            """The file is as it was, or as it was to be; the world goes on with what it is."""
            before = self.passphrase
            if is_sealed(self.path) != bool(before):
                self.passphrase = new
            elif before and new:
                try:
                    self.asked(lambda r: None)
                except (NotAMatter, MatterMissing):
                    raise
                except Exception:  # noqa: BLE001 - whichever class says that the passphrase is not it
                    self.passphrase = new
                    self.asked(lambda r: None)
            self._write_passphrases(new)
            return self.passphrase == new

        return Act("", argv, happened)

    def _set_passphrase(self) -> Act:
        return self._passphrase("set", PASSPHRASES[0])

    def _change_passphrase(self) -> Act:
        other = PASSPHRASES[1] if self.passphrase == PASSPHRASES[0] else PASSPHRASES[0]
        return self._passphrase("change", other)

    def _remove_passphrase(self) -> Act:
        return self._passphrase("remove", "")


ACTS = (
    "accept", "reject", "ask", "import pdf", "import docx", "import zip", "import agreement", "export",
    "memo", "pack", "unpack", "seal", "unseal", "verify archive", "take back", "backup", "save copy",
    "rescue", "new", "open", "expunge", "set passphrase", "change passphrase", "remove passphrase",
)  # fmt: skip


def _both(out: Path, recorded: bool) -> bool:
    """A file and its record are there, or neither is."""
    assert out.exists() == recorded, f"{out.name}: file {out.exists()}, record {recorded}"
    return recorded


def run_command(argv: Sequence[str], passphrase_file: Path, said: Path) -> int:
    """The command line in this process, with its words in the file ``said``; the exit status. To be called
    in a child: it changes what the process writes to."""
    os.environ["LEXDESK_PASSPHRASE_FILE"] = str(passphrase_file)
    os.environ["PYTHONUNBUFFERED"] = "1"
    Application.model = lambda self: ScriptedModel(answers)  # type: ignore[method-assign,assignment]
    with said.open("w", encoding="utf-8", buffering=1) as words:
        sys.stdout = sys.stderr = words  # type: ignore[assignment]
        application = Application()
        application.settings.author = BY
        return command_line(application.host(), argv)
