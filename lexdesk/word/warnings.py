"""What a person should know about a Word file before changing it."""

from lexdesk.word.model import FileWarning
from lexdesk.word.names import w
from lexdesk.word.parts import PartMap

_SIGNED = (
    "This document carries a digital signature. Any change, even a tracked one, makes the signature invalid: "
    "keep the signed file as it is, and send the change as a document of its own."
)
_RESTRICTED = (
    "Its author has restricted this document to {}. Changes made here are kept, but Word lets its reader "
    "resolve them only after the restriction is lifted."
)
_KINDS = {"readOnly": "reading", "comments": "comments", "forms": "filling in forms"}


def warnings_of(parts: PartMap) -> tuple[FileWarning, ...]:
    """The warnings of a file: a digital signature of the package, an enforced restriction of editing."""
    found = [FileWarning("signed", _SIGNED)] if parts.signed else []
    settings = parts.settings
    protection = settings.find(w("documentProtection")) if settings is not None else None
    if protection is not None and protection.get(w("enforcement")) in ("1", "true", "on"):
        kind = _KINDS.get(protection.get(w("edit"), ""))
        if kind is not None:
            found.append(FileWarning("restricted", _RESTRICTED.format(kind)))
    return tuple(found)
