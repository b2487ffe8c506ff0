"""A copy of a matter while it is open: one state, whole, without what was deleted or is half done."""

from pathlib import Path

from lexdesk.matter import places, schema
from lexdesk.matter.cipher import connect
from lexdesk.matter.driver import BUSY_MILLISECONDS, Connection
from lexdesk.matter.key import Key


def copy_matter(path: Path, out: Path, key: Key | None = None) -> None:
    """Write the committed state of the matter at ``path`` to ``out`` (``VACUUM INTO``): no free pages, no
    name of who has it open; sealed with the same key if it is sealed. ``MatterExists`` when anything is at
    ``out``; a failed copy is removed."""
    recode_matter(path, out, key, key)


def recode_matter(path: Path, out: Path, key: Key | None, new_key: Key | None) -> None:
    """The same with another key, or none, for the copy: ``sqlcipher_export`` writes each row anew."""
    out = places.absolute(out)
    places.check_new(out)
    source = Connection(path, "read_sealed" if places.why_not_writable(path) else "read", key)
    try:
        if key is None and new_key is None:
            # It guards the open matter against our own mistakes; here it would also bar writing the copy.
            source.run("PRAGMA query_only=OFF")
            source.run("VACUUM INTO ?", (str(out),))
        else:
            _export(source, out, new_key)
        copy = Connection(out, "write", new_key)
        try:
            copy.run("PRAGMA secure_delete=ON")
            copy.run("DELETE FROM holder")
            copy.run("DELETE FROM closing")
        finally:
            copy.close()
    except BaseException:
        out.unlink(missing_ok=True)
        raise
    finally:
        source.close()


def _export(source: Connection, out: Path, key: Key | None) -> None:
    if source.key is None:  # only SQLCipher can write a sealed file, from a plain one too
        source.raw.close()
        source.raw = connect(f"{source.path.as_uri()}?mode=ro", BUSY_MILLISECONDS, None, by_cipher=True)
        source.run("PRAGMA temp_store=MEMORY")
    else:
        source.run("PRAGMA query_only=OFF")
    out.touch()
    source.run("ATTACH DATABASE ? AS copy KEY ?", (str(out), key.literal if key is not None else ""))
    source.rows("SELECT sqlcipher_export('copy')")
    source.run(f"PRAGMA copy.application_id = {schema.APPLICATION_ID}")
    source.run(f"PRAGMA copy.user_version = {int(source.value('PRAGMA main.user_version'))}")
    source.run("DETACH DATABASE copy")
