"""Flips single bits of a matter, of an archive and of a sealed matter, and sees whether it shows.

``python -m tests.review.flips [N] [--seed S]`` prints for each of the three how many of N flips were named by
LexDesk, by the stand-alone verifier, or changed nothing that anyone reads. A flip that gives another reading
than the whole file, and that nobody names, is wrong; so is one on which the two verifiers disagree. The exit
status is 1 if there was one.
"""

import argparse
import json
import random
import sqlite3
import sys
import tempfile
from collections import Counter
from pathlib import Path
from types import ModuleType

from lexdesk.errors import LexDeskError
from lexdesk.matter.contents import contents_sha256
from lexdesk.matter.file import Matter
from lexdesk.matter.key import Key
from lexdesk.resources import resources
from lexdesk.review.packing import pack
from lexdesk.review.proposal import DeleteClause, ReplaceText
from lexdesk.review.verifying import verify
from tests.review.desks import AGREEMENT, LAWYER, open_desk, word_file

VERIFIER = resources() / "verify" / "verify_matter.py"
PASSPHRASE = "lantern orbit velvet tundra"


def make(folder: Path) -> tuple[Path, Path, Path]:
    """A matter with some of everything, its archive, and the same matter sealed."""
    desk = open_desk(folder / "a.lexmatter", word_file(AGREEMENT), "draft.docx")
    desk.look_up("12.7")
    desk.accept(desk.stage(DeleteClause("12.7"), "Delete 12.7."))
    desk.show(desk.stage(ReplaceText("accurate books", "good books"), "Say good books."))
    pack(desk.matter, folder / "a.zip", LAWYER)
    key = Key.new(PASSPHRASE)
    desk.matter.recode_to(folder / "sealed.lexmatter", key)
    desk.matter.close()
    return folder / "a.lexmatter", folder / "a.zip", folder / "sealed.lexmatter"


def stand_alone() -> ModuleType:
    """The verifier, loaded once."""
    module = ModuleType("verifier")
    exec(compile(VERIFIER.read_text("utf-8"), str(VERIFIER), "exec"), module.__dict__)
    return module


def reading(path: Path, key: Key | None = None) -> str:
    """Everything a matter says, as one hash, with the head of its chain."""
    with Matter.open(path, read_only=True, key=key) as matter:
        reader = matter.read()
        problems = reader.audit.verify()
        said = contents_sha256(reader.connection)
        for blob in reader.connection.rows("SELECT sha256 FROM blobs"):
            reader.blobs.get(blob[0])
        return f"{said} {reader.audit.head()} {problems}"


def of_matter(path: Path, whole: str, verifier: ModuleType) -> str:
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


def of_archive(path: Path, verifier: ModuleType) -> str:
    """The same for an archive: every byte of it is under the seal."""
    ours = bool(verify(path).broken)
    theirs = bool(verifier.verify(str(path)).broken)
    if ours != theirs:
        return "wrong: the verifiers disagree"
    return "named" if ours else "wrong: nobody names it"


def of_sealed(path: Path, whole: str, salt: bytes) -> str:
    """The same for a sealed matter: each page is authenticated."""
    with path.open("rb") as file:
        if file.read(16) != salt:
            return "named"  # another salt, another key: the passphrase does not open it
    try:
        return "harmless" if reading(path, key=of_sealed.key) == whole else "wrong: another reading"  # type: ignore[attr-defined]
    except LexDeskError:
        return "named"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rounds", type=int, nargs="?", default=1000)
    parser.add_argument("--seed", type=int, default=8)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    verifier = stand_alone()
    totals: dict[str, Counter[str]] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        matter, archive, sealed = make(folder)
        key = Key.of_file(sealed, PASSPHRASE)
        of_sealed.key = key  # type: ignore[attr-defined]
        whole, whole_sealed = reading(matter), reading(sealed, key)
        for kind, path in (("matter", matter), ("archive", archive), ("sealed", sealed)):
            content = path.read_bytes()
            bad = folder / f"bad{path.suffix}"
            totals[kind] = Counter()
            for round_ in range(arguments.rounds):
                place, bit = rng.randrange(len(content)), rng.randrange(8)
                flipped = bytearray(content)
                flipped[place] ^= 1 << bit
                bad.write_bytes(flipped)
                try:
                    if kind == "matter":
                        said = of_matter(bad, whole, verifier)
                    elif kind == "archive":
                        said = of_archive(bad, verifier)
                    else:
                        said = of_sealed(bad, whole_sealed, content[:16])
                except (sqlite3.Error, OSError, ValueError, KeyError) as error:
                    said = f"wrong: {type(error).__name__} {error}"
                if said.startswith(("wrong", "unseen")):
                    print(f"{kind}: byte {place} bit {bit}: {said}", flush=True)
                totals[kind][said.partition(":")[0]] += 1
                if (round_ + 1) % 200 == 0:
                    print(f"{kind}: {round_ + 1} of {arguments.rounds}: {dict(totals[kind])}", flush=True)
    print(json.dumps({kind: dict(count) for kind, count in totals.items()}))
    return int(any(count["wrong"] for count in totals.values()))


if __name__ == "__main__":
    sys.exit(main())
