"""A copy of a matter while it is open: one state, whole, without what was deleted or is half done."""

from pathlib import Path

from lexdesk.matter import places
from lexdesk.matter.driver import Connection


def copy_matter(path: Path, out: Path) -> None:
    """Write the committed state of the matter at ``path`` to ``out`` (``VACUUM INTO``): no free pages, no
    name of who has it open. ``MatterExists`` when anything is at ``out``; a failed copy is removed."""
    out = places.absolute(out)
    places.check_new(out)
    source = Connection(path, "read_sealed" if places.why_not_writable(path) else "read")
    try:
        # It guards the open matter against our own mistakes; here it would also bar writing the copy.
        source.run("PRAGMA query_only=OFF")
        source.run("VACUUM INTO ?", (str(out),))
        copy = Connection(out, "write")
        try:
            copy.run("PRAGMA secure_delete=ON")
            copy.run("DELETE FROM holder")
        finally:
            copy.close()
    except BaseException:
        out.unlink(missing_ok=True)
        raise
    finally:
        source.close()
