"""Sealing, verifying and opening a large matter against a plain copy of its file, in one run.

``python -m tests.bench.bench_custody [MEGABYTES]`` makes a matter of about that size (default 2,000) from
random blobs, which do not compress. A plain copy is read, written and flushed to the disk; it is timed *hot*
(the source in the system's cache, the better of two) and *cold* (the cache told to forget the source first).
The acts run hot; each ratio is the act without its key derivation, against either copy.

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


def floors(path: Path, folder: Path) -> dict[str, Took]:
    """What the libraries take alone."""
    key, sealed, aged = Key.once(), folder / "floor", folder / "floor.age"
    age = pyrage.x25519.Identity.generate()
    took = {
        "SHA-256": timed(lambda: sha256(path)),
        "SQLCipher writes": timed(lambda: sqlcipher_writes(path, sealed, key)),
        "SQLCipher reads": timed(lambda: sqlcipher_reads(sealed, key)),
        "age encrypts": timed(lambda: pyrage.encrypt_file(str(path), os.devnull, [age.to_public()])),
    }
    sealed.unlink()
    pyrage.encrypt_file(str(path), str(aged), [age.to_public()])
    took["age decrypts"] = timed(lambda: pyrage.decrypt_file(str(aged), os.devnull, [age]))
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


def acts(path: Path, folder: Path) -> dict[str, tuple[Took, Took]]:
    """Each act with the key derivation that is a part of it."""
    none = Took(0, 0)
    key = timed(lambda: Key.derive(PASSPHRASE, bytes(16)))
    locked: list[bytes] = []
    shut = timed(lambda: locked.append(lock(b"x", PASSPHRASE)))
    open_ = timed(lambda: unlock(locked[0], PASSPHRASE))
    print(f"key derivation: matter {key.wall:.2f} s, hand-off {shut.wall:.2f} s, unseal {open_.wall:.2f} s")
    took: dict[str, tuple[Took, Took]] = {}
    out, taken = folder / "out.lexsealed", folder / "taken.lexmatter"
    took["open, plain"] = timed(lambda: Matter.open(path).close()), none
    took["verify, plain"] = timed(lambda: verify(path)), none
    with Matter.open(path) as matter:
        took["seal for a hand-off"] = timed(lambda: seal_handoff(matter, out, PASSPHRASE, "anna")), shut
    took["verify a hand-off"] = timed(lambda: verify_sealed(out, PASSPHRASE)), open_
    for name, sealed, derived in (
        ("unseal, plain", False, open_),
        ("unseal, sealed", True, Took(open_.wall + key.wall, open_.processor + key.processor)),
    ):
        took[name] = (
            timed(lambda sealed=sealed: unseal(out, taken, PASSPHRASE, "anna", keep_sealed=sealed)),
            derived,
        )
        taken.unlink()
    out.unlink()
    over: list[Took] = []
    write_over = sealing.write_over
    sealing.write_over = lambda *place: over.append(timed(lambda: write_over(*place)))  # type: ignore[assignment]
    whole = timed(lambda: sealing.seal(path, PASSPHRASE, "anna"))
    sealing.write_over = write_over
    took["seal in place"] = whole.without(over[0]), key
    took["  overwriting the old"] = over[0], none  # which no copy does
    took["open, sealed"] = timed(lambda: Matter.open(path, passphrase=PASSPHRASE).close()), key
    took["verify, sealed"] = timed(lambda: verify_sealed_matter(path, PASSPHRASE)), key
    return took


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("megabytes", type=int, nargs="?", default=2000)
    megabytes = parser.parse_args().megabytes
    with tempfile.TemporaryDirectory(dir=Path.cwd().parent if os.access("..", os.W_OK) else None) as name:
        folder = Path(name)
        path, copy = folder / "large.lexmatter", folder / "copy"
        make(path, megabytes)
        size = path.stat().st_size
        hot = min((timed(lambda: copy_durably(path, copy)) for _ in range(2)), key=lambda took: took.wall)
        forget(path)
        cold = timed(lambda: copy_durably(path, copy))
        copy.unlink()
        print(f"{size / 1e6:,.0f} MB; plain copy hot {hot.wall:.2f} s, cold {cold.wall:.2f} s")
        floor = floors(path, folder)
        took = acts(path, folder)
    head = f"{'':22} {'seconds':>8} {'processor':>9} {'hot copies':>10} {'cold copies':>11} {'floor':>6}"
    print(head)
    ratios = {}
    for what, (whole, key) in {**{f"floor: {n}": (t, Took(0, 0)) for n, t in floor.items()}, **took}.items():
        act = whole.without(key)
        ratios[what.strip()] = [round(act.wall / hot.wall, 2), round(act.wall / cold.wall, 2)]
        least = f"{floor[FLOOR[what]].wall / hot.wall:6.2f}" if what in FLOOR else ""
        print(
            f"{what:22} {act.wall:8.2f} {act.processor:9.2f} {act.wall / hot.wall:10.2f} "
            f"{act.wall / cold.wall:11.2f} {least:>6}"
        )
    print(json.dumps({"megabytes": megabytes, "hot": hot.wall, "cold": cold.wall, "ratios": ratios}))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
