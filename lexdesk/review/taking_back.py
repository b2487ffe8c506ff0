"""Taking back a colleague's continued copy: a hand-off archive, sealed or not, or the matter file itself."""

from pathlib import Path

from lexdesk.matter.contents import sha256_file
from lexdesk.matter.file import Matter
from lexdesk.matter.memory_folder import memory_folder
from lexdesk.matter.stores import Tx
from lexdesk.matter.taking import Taken, take_back
from lexdesk.matter.unfinished import folder_beside
from lexdesk.review import sealed_handoff
from lexdesk.review.verifying import check_file, inner_matter, verify


def take_back_from(matter: Matter, path: Path, by: str, passphrase: str = "", head: str = "") -> Taken:
    """Take in what the copy at ``path`` holds beyond the common ancestor (:mod:`lexdesk.matter.taking`), in
    one act. An archive is verified first, against ``head`` if one is given; a broken one is refused.

    Raises ``NoCommonAncestor``, ``NothingToTake``, ``ArchiveBroken``, ``MatterReadOnly``, and what opening
    the copy raises; then nothing was changed.
    """
    matter.must_be_writable()
    check_file(path)
    if sealed_handoff.is_sealed_handoff(path):
        with sealed_handoff.opened(path, passphrase) as inner:
            return _from_archive(matter, inner, path, by, head, inner.parent)
    with path.open("rb") as file:
        is_archive = file.read(2) == b"PK"
    if not is_archive:
        return _take(matter, path, path, by, passphrase)
    if matter.sealed:  # the copy in the archive is readable: it is looked into in memory
        with memory_folder(2 * path.stat().st_size) as folder:
            return _from_archive(matter, path, path, by, head, folder)
    with folder_beside(matter.path) as folder:
        return _from_archive(matter, path, path, by, head, folder)


def _from_archive(matter: Matter, archive: Path, origin: Path, by: str, head: str, folder: Path) -> Taken:
    found = verify(archive, head, folder=folder)
    return _take(matter, inner_matter(archive, folder / "theirs.lexmatter", origin, found), origin, by, "")


def _take(matter: Matter, copy_path: Path, origin: Path, by: str, passphrase: str) -> Taken:
    with Matter.open(copy_path, read_only=True, passphrase=passphrase) as copy:
        theirs = copy.read()

        def work(tx: Tx) -> Taken:
            taken = take_back(tx, theirs, by, origin.name)
            tx.act(
                by,
                "handoff.taken_back",
                origin.name,
                sha256=sha256_file(origin),
                colleague=taken.colleague,
                common=taken.common_rows,
                head=taken.head,
                branches=list(taken.branches),
                chats=list(taken.chats),
                rows=dict(taken.rows),
                conflicts=list(taken.conflicts),
            )
            return taken

        return matter.write(work)
