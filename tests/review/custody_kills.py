"""Kills in the middle of acts that concern the whole file: sealing, opening a seal, another passphrase,
hand-offs there and back, backups, rescue, imports, expunging, exports. Used by ``tests.review.kills``.
"""

import os
import random
import signal
import time
import traceback
from collections import Counter
from pathlib import Path

from lexdesk.matter.backups import readable_backups
from lexdesk.matter.key import is_sealed
from lexdesk.matter.memory_folder import PLACE, PREFIX
from tests.review.custody_acts import OUTSIDE, Act, World, run_command

PER_MATTER = 20
TIMEOUT = 120


class CustodyKills:
    """Rounds on one matter after the other in ``folder``; ``counts`` says what was seen."""

    def __init__(self, folder: Path, chance: random.Random) -> None:
        self.folder, self.chance = folder, chance
        self.counts: Counter[str] = Counter()
        self._took: dict[str, float] = {}
        self._rounds = 0

    def round(self) -> str:
        """One act, killed; its name. Raises ``AssertionError`` unless the matter is whole, with all that was
        acknowledged, and the same act succeeds afterwards and leaves nothing behind."""
        if self._rounds % PER_MATTER == 0:
            place = self.folder / f"custody{self._rounds}"
            (place / "disk").mkdir(parents=True)
            (place / "roomy").mkdir()
            sealed = self.chance.random() < 0.5
            self.world = World(place / "disk", place / "roomy", self.chance, sealed=sealed)
            self.said = place / "said.txt"
        self._rounds += 1
        name = self.chance.choice(self.world.names())
        act = self.world.make(name)
        try:
            self._killed(act)
        except AssertionError as error:
            words = self.said.read_text("utf-8") if self.said.exists() else ""
            state = "sealed" if self.world.passphrase else "plain"
            raise AssertionError(f"{name}, {state}: {error}\n{words[-2000:]}") from error
        return name

    def _killed(self, act: Act) -> None:
        world = self.world
        child = self._start(act)
        time.sleep(self.chance.uniform(0, 1.1 * self._took.get(act.name, 0.5)))
        pid, status = os.waitpid(child, os.WNOHANG)
        if not pid:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        acknowledged = bool(pid) and os.waitstatus_to_exitcode(status) == 0
        assert acknowledged or not pid, f"it ended by itself with {os.waitstatus_to_exitcode(status)}"
        self.counts["finished before" if acknowledged else "killed"] += 1
        self.counts["inside a transaction"] += world.path.with_name(world.path.name + "-journal").exists()
        self._nobody_can_read(act, child)
        happened = self._happened(act)
        assert happened or act.looks or not acknowledged, "acknowledged, and it is not there"
        if happened and not act.looks:
            self.counts["happened without word"] += not acknowledged
            world.acknowledge(act)
        world.check()
        if not happened or (act.looks and not acknowledged):
            began = time.monotonic()
            again = self._start(act)
            assert self._ended(again) == 0, "after the kill it does not succeed"
            self._took[act.name] = time.monotonic() - began
            assert act.happened(), "acknowledged, and it is not there"
            world.acknowledge(act)
            world.check()
        else:
            with world.desk():  # the next opening cleans up
                pass
        if self._rounds % 4 == 0:
            world.verify()
        if not happened or act.looks:
            strangers = world.strangers()
            assert not strangers, f"left behind: {[path.name for path in strangers]}"
        assert not self._memory(child), "left in memory after the next act"

    def _happened(self, act: Act) -> bool:
        """A file may have got its name, and its record not come to be written: the file goes, as a person
        would see at once, and the act counts as not done."""
        try:
            return act.happened()
        except AssertionError as error:
            if "file True, record False" not in str(error):
                raise
            self.counts["file without its record"] += 1
            for path in act.made:
                path.unlink(missing_ok=True)
            return False

    def _nobody_can_read(self, act: Act, child: int) -> None:
        """Of a sealed matter nothing readable lies on the disk at any instant; the copy that its undoing
        makes is asked for, and is removed by the next opening."""
        world = self.world
        if not world.passphrase or act.name in OUTSIDE | {"remove passphrase"} or not is_sealed(world.path):
            return
        known = {path for path in world.files if path.suffix in (".docx", ".lexmatter", ".zip")}
        known |= {*readable_backups(world.path)}
        readable = [path for path in world.readable([world.disk]) if path not in known]
        assert not readable, f"readable for anyone: {[path.name for path in readable]}"

    def _memory(self, child: int) -> list[Path]:
        found = list(PLACE.glob(f"{PREFIX}{child}-*"))
        if found:  # swept by the next act that needs the place, or the next start of the program
            from lexdesk.matter.memory_folder import sweep

            sweep()
        return list(PLACE.glob(f"{PREFIX}{child}-*"))

    def _start(self, act: Act) -> int:
        child = os.fork()
        if child:
            return child
        status = 99
        try:
            if act.argv:
                status = run_command(act.argv, self.world.passphrase_file, self.said)
            else:
                assert act.do is not None
                with self.world.desk() as desk:
                    act.do(desk)
                status = 0
        except BaseException:  # noqa: BLE001 - shown by the parent
            with self.said.open("a", encoding="utf-8") as words:
                traceback.print_exc(file=words)
        finally:
            os._exit(status)

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
