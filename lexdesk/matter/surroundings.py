"""Where a matter lies, and whether it is safe to write there: shares and folders that a service copies."""

import os
import re
from pathlib import Path

SHARES = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "ncpfs", "9p", "afs", "ceph", "glusterfs", "davfs"}
"""File systems whose other end is another machine, as the kernel names them."""

SYNCED = re.compile(
    r"^(dropbox|onedrive|google ?drive|my drive|icloud ?drive|nextcloud|owncloud|seafile|syncthing|box sync|"
    r"pcloud ?drive|tresorit|mega|坚果云|百度网盘|我的坚果云)( - .*| \(.*\))?$",
    re.IGNORECASE,
)
"""Names of folders that such programs make."""

MARKS = (".dropbox", ".sync", ".stfolder", ".owncloudsync.log", ".seafile-data")
_OCTAL = re.compile(r"\\([0-7]{3})")  # how blanks in a mount point are written
MOUNTS = Path("/proc/self/mountinfo")


def risk(path: Path) -> str:
    """A sentence when the place of a matter can lose what was saved there, else ""."""
    kind = _file_system(path)
    if kind in SHARES or (kind.startswith("fuse.") and kind not in ("fuse.fuseblk", "fuse.portal")):
        return (
            f"This matter lies on a network share ({kind}). If the connection breaks while something is "
            "saved, or two people open it, it can be damaged. Work on a copy on this machine; “lexdesk pack” "
            "or “lexdesk seal” takes it back there."
        )
    for folder in path.absolute().parents:
        if SYNCED.match(folder.name) or any((folder / mark).exists() for mark in MARKS):
            return (
                f"This matter lies in “{folder.name}”, which a program copies to other machines while you "
                "work. It can copy half of a save, and a client's file leaves this machine. Work on a copy "
                "outside of that folder."
            )
    return ""


def _file_system(path: Path) -> str:
    """The kind of file system that holds a path, "" where the system does not say (mountinfo is Linux's)."""
    try:
        lines = MOUNTS.read_text("utf-8", "surrogateescape").splitlines()
    except OSError:
        return ""
    best, kind = "", ""
    where = os.path.realpath(path)
    for line in lines:
        fields, _, after = line.partition(" - ")
        point = _OCTAL.sub(lambda hit: chr(int(hit[1], 8)), fields.split(" ")[4])
        if (where == point or where.startswith(point.rstrip("/") + "/")) and len(point) >= len(best):
            best, kind = point, after.split(" ")[0]
    return kind
