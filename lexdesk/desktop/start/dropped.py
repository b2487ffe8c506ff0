"""Files dropped on the window, with type and hash, before anything is imported."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from lexdesk.errors import LexDeskError

_KINDS = {
    ".docx": "docx",
    ".pdf": "pdf",
    ".txt": "text",
    ".md": "text",
    ".eml": "mail",
    ".lexmatter": "matter",
}
_CHUNK = 1 << 20


class NotAFile(LexDeskError):
    """A dropped thing that is no readable file."""

    code = "not_a_file"


@dataclass(frozen=True)
class DroppedFile:
    """``kind`` is docx, pdf, text, mail, matter or other; ``size`` in bytes; ``sha256`` in hex."""

    path: Path
    kind: str
    size: int
    sha256: str


def look_at(path: Path) -> DroppedFile:
    """Type, size and hash of a file. Raises NotAFile for folders and what cannot be read."""
    if not path.is_file():
        raise NotAFile(f"“{path.name}” is not a file.", "Drop single files: docx, pdf, txt, md or eml.")
    digest = hashlib.sha256()
    size = 0
    try:
        with path.open("rb") as stream:
            while chunk := stream.read(_CHUNK):
                digest.update(chunk)
                size += len(chunk)
    except OSError as error:
        raise NotAFile(
            f"“{path.name}” cannot be read: {error.strerror}.", "Check its permissions."
        ) from error
    return DroppedFile(path, _KINDS.get(path.suffix.lower(), "other"), size, digest.hexdigest())
