"""Sealing, verifying and opening a large matter against a plain copy of its file, in one run.

``python -m tests.bench.bench_custody [MEGABYTES]`` makes a matter of about that size (default 2,000) from
random blobs, which do not compress. A plain copy is timed as a copy that lasts: read, written and flushed to
the disk. The key derivation is timed alone and taken off.
"""

import argparse
import json
import os
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from lexdesk.matter.file import Matter
from lexdesk.matter.key import Key
from lexdesk.matter.sealing import seal
from lexdesk.review.sealed_handoff import seal as seal_handoff
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


def timed(work: Callable[[], object]) -> float:
    """Seconds that one call takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def copy_durably(source: Path, target: Path) -> None:
    """A copy that is on the disk when it returns."""
    with source.open("rb") as read, target.open("wb") as written:
        while piece := read.read(PIECE):
            written.write(piece)
        written.flush()
        os.fsync(written.fileno())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("megabytes", type=int, nargs="?", default=2000)
    megabytes = parser.parse_args().megabytes
    seconds: dict[str, float] = {}
    with tempfile.TemporaryDirectory(dir=Path.cwd().parent if os.access("..", os.W_OK) else None) as name:
        folder = Path(name)
        path = folder / "large.lexmatter"
        make(path, megabytes)
        seconds["plain copy"] = timed(lambda: copy_durably(path, folder / "copy"))
        (folder / "copy").unlink()
        seconds["key derivation"] = timed(lambda: Key.derive(PASSPHRASE, bytes(16)))
        seconds["open, plain"] = timed(lambda: Matter.open(path).close())
        seconds["verify, plain"] = timed(lambda: verify(path))
        with Matter.open(path) as matter:
            out = folder / "out.lexsealed"
            seconds["seal for a hand-off"] = timed(lambda: seal_handoff(matter, out, PASSPHRASE, "anna"))
            out.unlink()
        seconds["seal in place"] = timed(lambda: seal(path, PASSPHRASE, "anna"))
        seconds["open, sealed"] = timed(lambda: Matter.open(path, passphrase=PASSPHRASE).close())
        seconds["verify, sealed"] = timed(lambda: verify_sealed_matter(path, PASSPHRASE))
        size = path.stat().st_size
    base, key = seconds["plain copy"], seconds["key derivation"]
    print(f"{size / 1e6:,.0f} MB; plain copy {base:.2f} s, key derivation {key:.2f} s")
    ratios = {}
    for what, took in seconds.items():
        if what not in ("plain copy", "key derivation"):
            ratios[what] = round(max(took - key, 0) / base, 2)
            print(f"{what:22} {took:7.2f} s   {ratios[what]:6.2f} times the copy")
    print(json.dumps({"megabytes": megabytes, "ratios": ratios}))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
