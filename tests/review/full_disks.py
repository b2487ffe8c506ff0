"""Real acts on disks that fill: ``python -m tests.review.full_disks N [--seed S] [--disk tmpfs|ext4]``.

A small file system is made in a mount namespace of its own, with a matter, plain or sealed, on it. Each round
makes an act of ``custody_acts`` ready, leaves little room (0 bytes to what the act may want, no free inode,
or a disk that another program fills while the act runs), and has a child do the act by the command line or on
an open desk. Then the act is finished, or it was refused in one sentence that names the room; all that was
acknowledged before is there; nothing is left beside the matter; and once there is room the same act succeeds.
In some rounds it is not the matter's disk that is full but the one with the temporary folder, the memory
folder, or the user's settings. The last line is JSON; the exit status is 1 if a round failed.

``tmpfs`` works for any user where user namespaces are allowed; ``ext4`` is a loop mount, which only root can
make.
"""

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from lexdesk.errors import LexDeskError
from lexdesk.matter.backups import readable_backups
from tests.review.custody_acts import OUTSIDE, Act, World, run_command

INSIDE = "LEXDESK_TEST_INSIDE"
SIZE = 32 << 20  # bytes of the disk while there is room
INODES = 4000
PER_MATTER = 25  # acts on one file; then a new one
TIMEOUT = 120


class Disk:
    """A small file system of its own at ``place``; ``leave`` takes room away, ``give_back`` returns it."""

    def __init__(self, place: Path, kind: str, image: Path) -> None:
        self.place, self.kind, self.image = place, kind, image
        self.ballast = place / ".ballast"
        if kind == "tmpfs":
            run("mount", "-t", "tmpfs", "-o", f"size={SIZE},nr_inodes={INODES}", "small", str(place))
            return
        with image.open("wb") as file:
            file.truncate(SIZE)
        run("mkfs.ext4", "-q", "-m", "0", "-N", str(INODES), "-F", str(image))
        run("mount", "-o", "loop", str(image), str(place))

    def leave(self, free: int) -> None:
        """Let that many bytes be free, by a file that another program wrote."""
        self.give_back()
        self.ballast.mkdir()
        with (self.ballast / "film.bin").open("wb", buffering=0) as film:
            for piece in (1 << 20, 1 << 14, 4096, 512, 1):
                try:
                    while self.free() - free >= piece:
                        film.write(bytes(min(piece, self.free() - free)))
                except OSError:
                    pass
            os.fsync(film.fileno())

    def leave_inodes(self, free: int) -> None:
        """Let that many more files be made."""
        self.give_back()
        self.ballast.mkdir()
        status = os.statvfs(self.place)
        for number in range(status.f_favail - free):
            try:
                (self.ballast / str(number)).touch()
            except OSError:
                break

    def fill(self) -> None:
        """Take what is free now, whatever others do meanwhile."""
        self.ballast.mkdir(exist_ok=True)
        try:
            with (self.ballast / "more.bin").open("ab", buffering=0) as film:
                for piece in (1 << 18, 4096, 512):
                    try:
                        while film.write(bytes(piece)):
                            pass
                    except OSError:
                        pass
        except OSError:
            pass

    def free(self) -> int:
        status = os.statvfs(self.place)
        return status.f_bavail * status.f_frsize

    def give_back(self) -> None:
        """All the room again."""
        shutil.rmtree(self.ballast, ignore_errors=True)
        if self.ballast.exists():
            shutil.rmtree(self.ballast)

    def unmount(self) -> None:
        run("umount", str(self.place))


def run(*words: str) -> None:
    subprocess.run(words, check=True, capture_output=True)


class Round:
    """One act under one kind of shortage."""

    def __init__(self, world: World, places: dict[str, Disk], said: Path, chance: random.Random) -> None:
        self.world, self.places, self.said, self.chance = world, places, said, chance

    def run(self) -> tuple[str, str, str]:
        """Name of the act, shortage, "finished" or "refused". Raises ``AssertionError``."""
        chance, world = self.chance, self.world
        name = chance.choice(world.names())
        act = world.make(name)
        by_desk = act.do is not None and (not act.argv or chance.random() < 0.4)
        where = chance.choices(("disk", "tmp", "memory", "home"), (14, 1, 2, 1))[0]
        disk = self.places[where]
        shortage = chance.choices(("little", "inodes", "midway"), (6, 2, 3))[0]
        label = f"{name}{' by desk' if by_desk else ''}{' sealed' if world.passphrase else ''}"
        try:
            finished = (
                self._by_desk(act, disk, shortage) if by_desk else self._by_command(act, disk, shortage)
            )
            words = self.said.read_text("utf-8")
        except AssertionError as error:
            words = self.said.read_text("utf-8") if self.said.exists() else ""
            raise AssertionError(f"{label}, {shortage} on {where}: {error}\n{words[-2500:]}") from error
        finally:
            for one in self.places.values():
                one.give_back()
        return label, f"{where} {shortage}", "finished" if finished else f"refused: {words.splitlines()[-1]}"

    def _shorten(self, act: Act, disk: Disk, shortage: str) -> None:
        if shortage == "inodes":
            disk.leave_inodes(self.chance.choice((0, 0, 1, 2, 3)))
        elif shortage == "little":
            most = self.chance.choice((0, 4096, 65_536, 300_000, act.weight))
            disk.leave(self.chance.randint(0, most))

    def _by_command(self, act: Act, disk: Disk, shortage: str) -> bool:
        self._shorten(act, disk, shortage)
        child = os.fork()
        if child == 0:
            status = 99
            try:
                status = run_command(act.argv, self.world.passphrase_file, self.said)
            except BaseException:  # noqa: BLE001 - a traceback is what is looked for
                with self.said.open("a", encoding="utf-8") as words:
                    traceback.print_exc(file=words)
            finally:
                os._exit(status)
        if shortage == "midway":
            time.sleep(self.chance.uniform(0, 0.3))
            disk.fill()
        status = self._ended(child)
        words = self.said.read_text("utf-8")
        self._judge_words(status, words)
        self._after(act, status == 0)
        if status != 0:
            assert self._again(act) == 0, f"with room again: {self.said.read_text('utf-8')[-1500:]}"
            self._after(act, True)
            self.said.write_text(words, "utf-8")
        return status == 0

    def _again(self, act: Act) -> int:
        """The same act, once there is room."""
        for one in self.places.values():
            one.give_back()
        child = os.fork()
        if child == 0:
            status = 99
            try:
                status = run_command(act.argv, self.world.passphrase_file, self.said)
            finally:
                os._exit(status)
        return self._ended(child)

    def _by_desk(self, act: Act, disk: Disk, shortage: str) -> bool:
        """A desk that stays open while the disk fills, the act is refused, and there is room again."""
        assert act.do is not None
        ready, go = os.pipe(), os.pipe()
        child = os.fork()
        if child == 0:
            status = 99
            try:
                status = self._desk_child(act, ready[1], go[0])
            except BaseException:  # noqa: BLE001
                with self.said.open("a", encoding="utf-8") as words:
                    traceback.print_exc(file=words)
            finally:
                os._exit(status)
        try:
            assert os.read(ready[0], 1) == b"o"
            self._shorten(act, disk, shortage)
            os.write(go[1], b"g")
            if shortage == "midway":
                time.sleep(self.chance.uniform(0, 0.15))
                disk.fill()
            first = os.read(ready[0], 1)
            words = self.said.read_text("utf-8")
            if first == b"r":
                self._judge_words(2, words)
                self.world.check()
                disk.give_back()
            os.write(go[1], b"g")
        except BaseException:
            os.kill(child, signal.SIGKILL)
            raise
        finally:
            status = self._ended(child)
            for end in (*ready, *go):
                os.close(end)
        assert status == 0, f"status {status}: {self.said.read_text('utf-8')[-2500:]}"
        self._after(act, True)
        self.said.write_text(words, "utf-8")
        return first == b"d"

    def _desk_child(self, act: Act, ready: int, go: int) -> int:
        assert act.do is not None
        with self.said.open("w", encoding="utf-8") as words, self.world.desk() as desk:
            os.write(ready, b"o")
            os.read(go, 1)
            try:
                act.do(desk)
                os.write(ready, b"d")
                os.read(go, 1)
            except LexDeskError as error:
                print(error, file=words, flush=True)
                os.write(ready, b"r")
                os.read(go, 1)
                act.do(desk)
        return 0

    def _ended(self, child: int) -> int:
        until = time.monotonic() + TIMEOUT
        while time.monotonic() < until:
            pid, status = os.waitpid(child, os.WNOHANG)
            if pid:
                return os.waitstatus_to_exitcode(status)
            time.sleep(0.01)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        raise AssertionError("it did not end")

    def _judge_words(self, status: int, words: str) -> None:
        assert "Traceback" not in words, "a traceback"
        assert "unexpectedly" not in words, "a fault of ours"
        assert status in (0, 2), f"status {status}"
        if status == 2:
            told = [line for line in words.splitlines() if "room" in line or "bytes of memory" in line]
            assert len(told) == 1, f"{len(told)} sentences name the room"

    def _after(self, act: Act, acknowledged: bool) -> None:
        world = self.world
        self.places["memory"].give_back()  # for the looking
        happened = act.happened()
        if acknowledged:
            assert happened, "acknowledged, and it is not there"
            world.acknowledge(act)
        else:
            assert act.looks or not happened, "refused, and it is there"
        world.check()
        if acknowledged and self.chance.random() < 0.4:
            world.verify()
        strangers = world.strangers()
        for one in self.places.values():
            strangers += [
                path
                for path in one.place.rglob("*")
                if path.is_file()
                and one is not self.places["disk"]
                and one.ballast not in path.parents
                and path.name not in ("settings.json", "heads.json")
            ]
        strangers = [path for path in strangers if self.places["disk"].ballast not in path.parents]
        assert not strangers, f"left behind: {[path.name for path in strangers]}"
        if world.passphrase and act.name not in OUTSIDE:
            folders = [one.place for one in self.places.values()]
            known = {path for path in world.files if path.suffix in (".docx", ".lexmatter", ".zip")}
            known |= set(readable_backups(world.path))  # made before it was sealed, as the program says then
            readable = [path for path in world.readable(folders) if path not in known]
            assert not readable, f"readable for anyone: {[path.name for path in readable]}"


def inside(arguments: argparse.Namespace) -> int:
    """In the namespace: make the disks, run the rounds."""
    chance = random.Random(arguments.seed)
    totals: Counter[str] = Counter()
    shortages: Counter[str] = Counter()
    acts: Counter[str] = Counter()
    failures = 0
    with tempfile.TemporaryDirectory(prefix="full-disks-") as name:
        root = Path(name)
        run("mount", "--make-rprivate", "/")
        places = {}
        for where in ("disk", "tmp", "home"):
            (root / where).mkdir()
            kind = arguments.disk if where == "disk" else "tmpfs"
            places[where] = Disk(root / where, kind, root / f"{where}.image")
        places["memory"] = Disk(Path("/dev/shm"), "tmpfs", root / "none")
        os.environ["LEXDESK_HOME"] = str(places["home"].place)
        os.environ["TMPDIR"] = tempfile.tempdir = str(places["tmp"].place)
        os.environ["LEXDESK_TESSERACT"] = os.environ["LEXDESK_OFFICE"] = "no"
        try:
            for number in range(arguments.rounds):
                if number % PER_MATTER == 0:
                    for path in places["disk"].place.iterdir():
                        if path.name != "lost+found":
                            shutil.rmtree(path) if path.is_dir() else path.unlink()
                    roomy = root / f"roomy{number}"
                    roomy.mkdir()
                    world = World(places["disk"].place, roomy, chance, sealed=chance.random() < 0.5)
                one = Round(world, places, root / "said.txt", chance)
                try:
                    label, shortage, ended = one.run()
                except (AssertionError, LexDeskError) as error:
                    failures += 1
                    totals["failed"] += 1
                    print(f"round {number}: FAILED {error}", flush=True)
                    if arguments.stop:
                        return 1
                    number = PER_MATTER * (number // PER_MATTER + 1)
                    for left in world.strangers():
                        left.unlink(missing_ok=True)
                    continue
                totals[ended.partition(":")[0]] += 1
                acts[label.partition(" by desk")[0].removesuffix(" sealed")] += 1
                shortages[shortage] += 1
                if arguments.verbose:
                    print(f"round {number}: {label}, {shortage}: {ended}", flush=True)
        finally:
            tempfile.tempdir = None
            for disk in places.values():
                disk.unmount()
    print(json.dumps({"shortages": dict(sorted(shortages.items())), "acts": dict(sorted(acts.items()))}))
    print(json.dumps({"rounds": arguments.rounds, "seed": arguments.seed, "disk": arguments.disk, **totals}))
    return int(failures > 0)


def namespace(disk: str = "tmpfs") -> list[str] | None:
    """The command that gives a child mounts of its own, None where this system does not allow it."""
    tool = shutil.which("unshare")
    if tool is None:
        return None
    words = [tool, "-m"] if disk == "ext4" else [tool, "-rm"]
    with tempfile.TemporaryDirectory() as place:
        try_it = [*words, "mount", "-t", "tmpfs", "-o", "size=1m", "small", place]
        return words if subprocess.run(try_it, check=False, capture_output=True).returncode == 0 else None


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Real acts on disks that fill")
    parser.add_argument("rounds", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--disk", choices=("tmpfs", "ext4"), default="tmpfs")
    parser.add_argument("--verbose", action="store_true", help="say how each round ended")
    parser.add_argument("--stop", action="store_true", help="end at the first round that failed")
    arguments = parser.parse_args(argv)
    if os.environ.get(INSIDE):
        return inside(arguments)
    words = namespace(arguments.disk)
    if words is None:
        print("This system allows no mount namespaces to this user.", file=sys.stderr)
        return 2
    again = [*words, sys.executable, "-m", "tests.review.full_disks", *(argv or sys.argv[1:])]
    return subprocess.run(again, check=False, env={**os.environ, INSIDE: "yes"}).returncode


if __name__ == "__main__":
    sys.exit(main())
