"""Flips single bits of a matter, an archive, a sealed matter and a sealed archive, and sees whether it shows.

``python -m tests.review.flips [N] [--seed S] [--kind KIND] [--python INTERPRETER]`` prints for each of the
four how many of N flips were named by LexDesk, by the stand-alone verifier, or changed nothing that anyone
reads. A flip that gives another reading than the whole file, and that nobody names, is wrong; so is one on
which the two verifiers disagree. The exit status is 1 if there was one. The stand-alone verifier is asked
about a sealed matter or archive once that is decrypted: it knows no passphrases. With ``--python`` that
interpreter runs it.
"""

import argparse
import hashlib
import json
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pyrage

from lexdesk.assistant.desk import Desk as Everything
from lexdesk.errors import LexDeskError
from lexdesk.matter.contents import contents_sha256, hashed_tables, table_bytes
from lexdesk.matter.file import Matter
from lexdesk.matter.key import Key
from lexdesk.resources import resources
from lexdesk.review.packing import pack
from lexdesk.review.proposal import DeleteClause, ReplaceText
from lexdesk.review.sealed_handoff import opened, seal, verify_sealed
from lexdesk.review.verifying import verify
from tests.models.scripted import ScriptedModel
from tests.review.custody_acts import answers
from tests.review.desks import AGREEMENT, LAWYER, Desk, open_desk, word_file

VERIFIER = resources() / "verify" / "verify_matter.py"
KINDS = ("matter", "archive", "sealed", "sealed archive")
PASSPHRASE = "lantern orbit velvet tundra"


def make(folder: Path) -> tuple[Path, Path, Path, Path]:
    """A matter with some of everything, its archive, the same matter sealed, and its sealed archive."""
    desk = open_desk(folder / "a.lexmatter", word_file(AGREEMENT), "draft.docx")
    desk.look_up("12.7")
    desk.accept(desk.stage(DeleteClause("12.7"), "Delete 12.7."))
    desk.show(desk.stage(ReplaceText("accurate books", "good books"), "Say good books."))
    with Everything(desk.matter, lambda: ScriptedModel(answers)) as everything:
        for number in range(4):  # so that most of the file says something
            path = folder / f"statement {number}.txt"
            lines = (
                f"Statement {number}, line {line}: the Supplier kept record {line}." for line in range(400)
            )
            path.write_text("\n".join(lines), "utf-8")
            everything.add_source(path, role="fact")
        chat = everything.chats()[0].id
        everything.ask(chat, "How long does the Supplier keep record 7?")
        everything.ask(chat, "In clause 4.1, change days to business days.")
    desk = Desk(Matter.open(folder / "a.lexmatter"), desk.review, desk.document_id)
    pack(desk.matter, folder / "a.zip", LAWYER)
    key = Key.new(PASSPHRASE)
    desk.matter.recode_to(folder / "sealed.lexmatter", key)
    seal(desk.matter, folder / "a.lexsealed", PASSPHRASE, LAWYER)
    desk.matter.close()
    return (
        folder / "a.lexmatter",
        folder / "a.zip",
        folder / "sealed.lexmatter",
        folder / "a.lexsealed",
    )


class Elsewhere:
    """The verifier in a process of another Python: a path in, what is broken out."""

    SERVE = (
        "import json, runpy, sys\n"
        "verify = runpy.run_path(sys.argv[1])['verify']\n"
        "for line in sys.stdin:\n"
        "    print(json.dumps(verify(json.loads(line)).broken), flush=True)\n"
    )

    def __init__(self, python: str) -> None:
        self._process = subprocess.Popen(
            [python, "-I", "-S", "-c", self.SERVE, str(VERIFIER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def verify(self, path: str) -> SimpleNamespace:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(path) + "\n")
        self._process.stdin.flush()
        return SimpleNamespace(broken=json.loads(self._process.stdout.readline()))


def stand_alone(python: str = "") -> ModuleType | Elsewhere:
    """The verifier, loaded once; on another Python if one is named."""
    if python:
        return Elsewhere(python)
    module = ModuleType("verifier")
    exec(compile(VERIFIER.read_text("utf-8"), str(VERIFIER), "exec"), module.__dict__)
    return module


def reading(path: Path, key: Key | None = None) -> str:
    """Everything a matter says, as one hash, with the head of its chain."""
    with Matter.open(path, read_only=True, key=key) as matter:
        reader = matter.read()
        problems = reader.audit.verify()
        said = contents_sha256(reader.connection)
        found = hashlib.sha256()  # what a search finds is a reading too
        for table in hashed_tables(reader.connection, with_search=True):
            found.update(table_bytes(reader.connection, table))
        for blob in reader.connection.rows("SELECT sha256 FROM blobs"):
            reader.blobs.get(blob[0])
        return f"{said} {found.hexdigest()} {reader.audit.head()} {problems}"


def of_matter(path: Path, whole: str, verifier: ModuleType | Elsewhere) -> str:
    """What a flipped matter gives: "named", "harmless", or what is wrong."""
    ours = "named"
    try:
        report = verify(path)
        ours = "named" if report.broken else "unnamed"
    except LexDeskError:
        pass
    alone = verifier.verify(str(path))
    theirs = "named" if alone.broken else "unnamed"
    if theirs == "named" and ours == "unnamed":
        return "wrong: only the stand-alone verifier names it"
    if ours == "named":
        return "named"
    try:
        return "harmless" if reading(path) == whole else "unseen: a row without a hash says something else"
    except LexDeskError:
        return "named"


def of_archive(path: Path, verifier: ModuleType | Elsewhere) -> str:
    """The same for an archive: every byte of it is under the seal."""
    ours = bool(verify(path).broken)
    theirs = bool(verifier.verify(str(path)).broken)
    if ours != theirs:
        return "wrong: the verifiers disagree"
    return "named" if ours else "wrong: nobody names it"


def of_sealed(path: Path, whole: str, key: Key, verifier: ModuleType | Elsewhere) -> str:
    """The same for a sealed matter: each page is authenticated."""
    with path.open("rb") as file:
        if file.read(16) != key.salt:
            return "named"  # another salt, another key: the passphrase does not open it
    try:
        if reading(path, key=key) != whole:
            return "wrong: another reading"
        plain = path.with_name("plain.lexmatter")
        with Matter.open(path, read_only=True, key=key) as matter:
            matter.recode_to(plain, None)
    except LexDeskError:
        return "named"
    alone = verifier.verify(str(plain)).broken
    plain.unlink()
    return f"wrong: only the stand-alone verifier names it: {alone[0]}" if alone else "harmless"


def of_sealed_archive(path: Path, whole: bytes, verifier: ModuleType | Elsewhere) -> str:
    """The same for a sealed archive: what comes out of it is the archive, to the byte, or nothing."""
    try:
        if verify_sealed(path, PASSPHRASE).broken:
            return "named"
        with opened(path, PASSPHRASE) as inner:
            alone, same = verifier.verify(str(inner)).broken, inner.read_bytes() == whole
    except LexDeskError:
        return "named"
    if alone:
        return f"wrong: only the stand-alone verifier names it: {alone[0]}"
    return "harmless" if same else "wrong: another archive came out"


@contextmanager
def passphrases_kept() -> Iterator[None]:
    """The same words with the same sealed key give the same answer: scrypt takes a second on purpose, and a
    thousand rounds would be an hour of nothing but that."""
    decrypt = pyrage.passphrase.decrypt
    pyrage.passphrase.decrypt = cache(decrypt)
    try:
        yield
    finally:
        pyrage.passphrase.decrypt = decrypt


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rounds", type=int, nargs="?", default=1000)
    parser.add_argument("--seed", type=int, default=8)
    parser.add_argument("--kind", choices=KINDS, action="append", help="only this (may be given again)")
    parser.add_argument("--python", default="", help="the interpreter that runs the stand-alone verifier")
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    verifier = stand_alone(arguments.python)
    totals: dict[str, Counter[str]] = {}
    with tempfile.TemporaryDirectory() as name, passphrases_kept():
        folder = Path(name)
        paths = dict(zip(KINDS, make(folder), strict=True))
        key = Key.of_file(paths["sealed"], PASSPHRASE)
        whole, whole_sealed = reading(paths["matter"]), reading(paths["sealed"], key)
        with opened(paths["sealed archive"], PASSPHRASE) as inner:
            whole_inner = inner.read_bytes()

        def judged(kind: str, bad: Path) -> str:
            try:
                if kind == "matter":
                    return of_matter(bad, whole, verifier)
                if kind == "archive":
                    return of_archive(bad, verifier)
                if kind == "sealed":
                    return of_sealed(bad, whole_sealed, key, verifier)
                return of_sealed_archive(bad, whole_inner, verifier)
            except Exception as error:  # noqa: BLE001 - what no sentence was made of is what is looked for
                return f"wrong: {type(error).__name__} {error}"

        for kind in arguments.kind or KINDS:
            content = paths[kind].read_bytes()
            bad = folder / f"bad{paths[kind].suffix}"
            totals[kind] = Counter()
            for round_ in range(arguments.rounds):
                place, bit = rng.randrange(len(content)), rng.randrange(8)
                flipped = bytearray(content)
                flipped[place] ^= 1 << bit
                bad.write_bytes(flipped)
                said = judged(kind, bad)
                if said.startswith(("wrong", "unseen")):
                    print(f"{kind}: byte {place} bit {bit}: {said}", flush=True)
                totals[kind][said.partition(":")[0]] += 1
                if (round_ + 1) % 200 == 0:
                    print(f"{kind}: {round_ + 1} of {arguments.rounds}: {dict(totals[kind])}", flush=True)
    print(json.dumps({kind: dict(count) for kind, count in totals.items()}))
    return int(any(count["wrong"] or count["unseen"] for count in totals.values()))


if __name__ == "__main__":
    sys.exit(main())
