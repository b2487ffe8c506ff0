"""Sealing, verifying and opening a large matter against a plain copy of its file, in one run.

``python -m tests.bench.bench_custody [MEGABYTES]`` makes a matter of about that size (default 2,000) from
random blobs, which do not compress. A plain copy is read, written and flushed to the disk, *hot* (the source
in the system's cache). It is timed before and after each act, and the act's ratio, without its key
derivation, is to the mean of the two, so that other work on the machine slows both. Once it is timed
*cold* as well (the cache told to forget the source first).

*Floors* are what the libraries take alone over the same bytes, with none of our code around them: one thread
of SQLCipher that writes or reads each page once, of age that encrypts or decrypts to nowhere, of SHA-256. No
program that keeps the formats is faster than the floor of its act. Processor seconds stand beside the
seconds, since a machine with other work shows in the latter only. The last line is JSON.
"""

import argparse
import hashlib
import json
import os
import random
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pyrage
from sqlcipher3 import dbapi2 as sqlcipher

from lexdesk.matter import sealing
from lexdesk.matter.file import Matter
from lexdesk.matter.key import Key
from lexdesk.review.passphrase import lock, unlock
from lexdesk.review.sealed_handoff import seal as seal_handoff
from lexdesk.review.sealed_handoff import unseal, verify_sealed
from lexdesk.review.verifying import verify, verify_sealed_matter

PASSPHRASE = "lantern orbit velvet tundra"
PIECE = 1 << 20


def make(path: Path, megabytes: int) -> None:
    """A matter of stored files, as imported evidence is stored."""
    rng = random.Random(1)
    with Matter.create(path, name="Large", author="anna") as matter:
        for start in range(0, megabytes, 100):

            def work(tx, start=start):  # type: ignore[no-untyped-def]
                for _ in range(min(100, megabytes - start)):
                    tx.blobs.put(rng.randbytes(PIECE))
                tx.act("anna", "filled", str(start))

            matter.write(work)


@dataclass(frozen=True)
class Took:
    """What one call took: seconds, and processor seconds of all its threads."""

    wall: float
    processor: float

    def without(self, other: "Took") -> "Took":
        """The rest, if ``other`` was a part of it."""
        return Took(max(self.wall - other.wall, 0), max(self.processor - other.processor, 0))


def timed(work: Callable[[], object]) -> Took:
    """What one call takes."""
    began, before = time.perf_counter(), time.process_time()
    work()
    return Took(time.perf_counter() - began, time.process_time() - before)


def copy_durably(source: Path, target: Path) -> None:
    """A copy that is on the disk when it returns."""
    with source.open("rb") as read, target.open("wb") as written:
        while piece := read.read(PIECE):
            written.write(piece)
        written.flush()
        os.fsync(written.fileno())


def forget(path: Path) -> None:
    """Have the system drop what it caches of a file."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def sqlcipher_writes(path: Path, target: Path, key: Key) -> None:
    """Every page once through SQLCipher, to a new file: no journal, no flush, nothing checked."""
    raw = sqlcipher.connect(f"{path.as_uri()}?mode=ro", uri=True, isolation_level=None)
    target.touch()
    raw.execute("ATTACH DATABASE ? AS copy KEY ?", (str(target), key.literal))
    for pragma in ("journal_mode=OFF", "synchronous=OFF", "locking_mode=EXCLUSIVE"):
        raw.execute(f"PRAGMA copy.{pragma}")
    raw.execute("SELECT sqlcipher_export('copy')").fetchall()
    raw.close()


def sqlcipher_reads(path: Path, key: Key) -> None:
    """Every page once through SQLCipher, from a sealed file."""
    raw = sqlcipher.connect(f"{path.as_uri()}?mode=ro", uri=True, isolation_level=None)
    raw.execute(f'PRAGMA key = "{key.literal}"')
    assert raw.execute("PRAGMA quick_check").fetchall() == [("ok",)]
    raw.close()


def sha256(path: Path) -> None:
    with path.open("rb") as file:
        hashlib.file_digest(file, "sha256")


class Bench:
    """Times one piece of work after the other, each between two plain copies."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._copy: Took | None = None
        self.copied: dict[str, float] = {}  # seconds of the copies around it

    def time(self, what: str, source: Path, work: Callable[[], object]) -> Took:
        """What ``work`` takes; ``source`` is what is copied."""
        before = self._copy or self.copy(source)
        took = timed(work)
        self._copy = self.copy(source if source.exists() else next(self._folder.glob("*.lexmatter")))
        self.copied[what] = (before.wall + self._copy.wall) / 2
        return took

    def copy(self, source: Path) -> Took:
        """One plain copy."""
        copy = self._folder / "copy"
        took = timed(lambda: copy_durably(source, copy))
        copy.unlink()
        return took


def floors(path: Path, folder: Path, bench: Bench) -> dict[str, Took]:
    """What the libraries take alone."""
    key, sealed, aged = Key.once(), folder / "floor", folder / "floor.age"
    age = pyrage.x25519.Identity.generate()
    to = [age.to_public()]
    work: dict[str, Callable[[], object]] = {
        "SHA-256": lambda: sha256(path),
        "SQLCipher writes": lambda: sqlcipher_writes(path, sealed, key),
        "SQLCipher reads": lambda: sqlcipher_reads(sealed, key),
        "age encrypts": lambda: pyrage.encrypt_file(str(path), os.devnull, to),
    }
    took = {name: bench.time(f"floor: {name}", path, each) for name, each in work.items()}
    sealed.unlink()
    pyrage.encrypt_file(str(path), str(aged), to)
    name = "age decrypts"
    took[name] = bench.time(f"floor: {name}", path, lambda: pyrage.decrypt_file(str(aged), os.devnull, [age]))
    aged.unlink()
    return took


FLOOR = {
    "verify, plain": "SHA-256",
    "seal in place": "SQLCipher writes",
    "verify, sealed": "SQLCipher reads",
    "seal for a hand-off": "age encrypts",
    "verify a hand-off": "age decrypts",
    "unseal, plain": "age decrypts",
    "unseal, sealed": "SQLCipher writes",
}


def acts(path: Path, folder: Path, bench: Bench) -> dict[str, tuple[Took, Took]]:
    """Each act with the key derivation that is a part of it."""
    none = Took(0, 0)
    key = timed(lambda: Key.derive(PASSPHRASE, bytes(16)))
    locked: list[bytes] = []
    shut = timed(lambda: locked.append(lock(b"x", PASSPHRASE)))
    open_ = timed(lambda: unlock(locked[0], PASSPHRASE))
    print(f"key derivation: matter {key.wall:.2f} s, hand-off {shut.wall:.2f} s, unseal {open_.wall:.2f} s")
    took: dict[str, tuple[Took, Took]] = {}
    out, taken = folder / "out.lexsealed", folder / "taken.lexmatter"
    took["open, plain"] = bench.time("open, plain", path, lambda: Matter.open(path).close()), none
    took["verify, plain"] = bench.time("verify, plain", path, lambda: verify(path)), none
    with Matter.open(path) as matter:
        took["seal for a hand-off"] = (
            bench.time("seal for a hand-off", path, lambda: seal_handoff(matter, out, PASSPHRASE, "anna")),
            shut,
        )
    took["verify a hand-off"] = (
        bench.time("verify a hand-off", path, lambda: verify_sealed(out, PASSPHRASE)),
        open_,
    )
    for name, sealed, derived in (
        ("unseal, plain", False, open_),
        ("unseal, sealed", True, Took(open_.wall + key.wall, open_.processor + key.processor)),
    ):
        took[name] = (
            bench.time(
                name, path, lambda sealed=sealed: unseal(out, taken, PASSPHRASE, "anna", keep_sealed=sealed)
            ),
            derived,
        )
        taken.unlink()
    out.unlink()
    over: list[Took] = []
    write_over = sealing.write_over
    sealing.write_over = lambda *place: over.append(timed(lambda: write_over(*place)))  # type: ignore[assignment]
    whole = bench.time("seal in place", path, lambda: sealing.seal(path, PASSPHRASE, "anna"))
    sealing.write_over = write_over
    took["seal in place"] = whole.without(over[0]), key
    took["overwriting the old"] = over[0], none  # which no copy does
    bench.copied["overwriting the old"] = bench.copied["seal in place"]
    took["open, sealed"] = (
        bench.time("open, sealed", path, lambda: Matter.open(path, passphrase=PASSPHRASE).close()),
        key,
    )
    took["verify, sealed"] = (
        bench.time("verify, sealed", path, lambda: verify_sealed_matter(path, PASSPHRASE)),
        key,
    )
    return took


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("megabytes", type=int, nargs="?", default=2000)
    megabytes = parser.parse_args().megabytes
    with tempfile.TemporaryDirectory(dir=Path.cwd().parent if os.access("..", os.W_OK) else None) as name:
        folder = Path(name)
        path = folder / "large.lexmatter"
        make(path, megabytes)
        size = path.stat().st_size
        bench = Bench(folder)
        bench.copy(path)
        hot = bench.copy(path)
        forget(path)
        cold = bench.copy(path)
        print(f"{size / 1e6:,.0f} MB; plain copy hot {hot.wall:.2f} s, cold {cold.wall:.2f} s")
        floor = floors(path, folder, bench)
        took = acts(path, folder, bench)
    print(f"{'':24} {'seconds':>8} {'processor':>9} {'copies':>7} {'floor':>6}")
    ratios = {}
    for what, (whole, key) in {**{f"floor: {n}": (t, Took(0, 0)) for n, t in floor.items()}, **took}.items():
        act = whole.without(key)
        ratios[what] = round(act.wall / bench.copied[what], 2)
        least = ratios.get(f"floor: {FLOOR[what]}", "") if what in FLOOR else ""
        print(f"{what:24} {act.wall:8.2f} {act.processor:9.2f} {ratios[what]:7.2f} {least:>6}")
    print(json.dumps({"megabytes": megabytes, "hot": hot.wall, "cold": cold.wall, "ratios": ratios}))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
