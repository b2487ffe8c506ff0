"""The desk's part about the file itself: backups, sealed hand-offs, what a colleague did on a copy."""

from collections.abc import Callable
from pathlib import Path

from lexdesk.matter import places
from lexdesk.matter.backups import KEPT, Backup, back_up, backups
from lexdesk.matter.file import Matter
from lexdesk.matter.taking import Taken
from lexdesk.matter.unfinished import unfinished_beside
from lexdesk.review.packing import PackReport
from lexdesk.review.redacting import NOTHING, Redaction
from lexdesk.review.review import Review
from lexdesk.review.signing import Signer


def _nothing() -> None:
    """What is done at closing when nobody asked for anything."""


class CustodyDesk:
    """The file of one open matter. ``custody_warnings`` are sentences about its place and its record, for the
    lawyer to see when it is opened; ``on_close`` is called while it can still be read."""

    matter: Matter
    review: Review
    custody_warnings: tuple[str, ...] = ()
    on_close: Callable[[], None] = staticmethod(_nothing)

    @property
    def sealed(self) -> bool:
        """Whether the file can be read with its passphrase only."""
        return self.matter.sealed

    def backups(self) -> list[Backup]:
        """The finished backups of this matter, newest first."""
        return backups(self.matter.path)

    def back_up(self, keep: int = KEPT) -> Backup | None:
        """A checked copy beside the matter; None when the newest says the same. May take seconds."""
        return back_up(self.matter, keep)

    def save_copy(self, path: Path) -> None:
        """The committed state as a matter file of its own at ``path``, sealed if this one is. Both are copies
        of one matter: what is done on one can be taken back into the other. ``MatterExists``."""
        path = places.absolute(path)
        places.check_new(path)
        unfinished = unfinished_beside(path)
        try:
            self.matter.copy_to(unfinished)
            places.flush_file(unfinished)
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)
        places.flush_folder(path.parent)

    def hide(self, words: str) -> bytes:
        """Words that wait in memory while a sealed matter is locked."""
        return self.matter.hide(words)

    def reveal(self, hidden: bytes) -> str:
        """What ``hide`` was given."""
        return self.matter.reveal(hidden)

    def seal_to(
        self,
        path: Path,
        passphrase: str,
        overwrite: bool = False,
        signer: Signer | None = None,
        redaction: Redaction = NOTHING,
    ) -> PackReport:
        """The matter as one archive that only the passphrase opens, without what ``redaction`` names."""
        by = self.matter.read().matter.info().author
        return self.review.seal(path, passphrase, by, overwrite, signer, redaction)

    def take_back(self, path: Path, passphrase: str = "", head: str = "") -> Taken:
        """What a colleague did on a copy of this matter, as branches and chats of its own."""
        return self.review.take_back(path, self.matter.read().matter.info().author, passphrase, head)
