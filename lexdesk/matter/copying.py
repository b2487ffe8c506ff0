"""A copy of a matter while it is open: one state, whole, without what was deleted or is half done."""

from pathlib import Path

from lexdesk.errors import is_want_of_room
from lexdesk.matter import places, schema
from lexdesk.matter.beside import Beside, flushed
from lexdesk.matter.cipher import connect
from lexdesk.matter.contents import contents_sha256
from lexdesk.matter.driver import BUSY_MILLISECONDS, Connection, disk_full
from lexdesk.matter.errors import DiskFull, MatterUnreachable
from lexdesk.matter.key import Key


def copy_matter(path: Path, out: Path, key: Key | None = None) -> None:
    """Write the committed state of the matter at ``path`` to ``out`` (``VACUUM INTO``): no free pages, no
    name of who has it open; sealed with the same key if it is sealed. ``MatterExists`` when anything is at
    ``out``; a failed copy is removed."""
    recode_matter(path, out, key, key)


def recode_matter(path: Path, out: Path, key: Key | None, new_key: Key | None) -> None:
    """The same with another key, or none, for the copy: ``sqlcipher_export`` writes each row anew. It is on
    the disk when this returns."""
    out = places.absolute(out)
    places.check_new(out)
    source = _reading(path, key)
    try:
        out.touch()
        with flushed(out):
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
    except BaseException as error:
        # The library names the file that is read, and it is the other one that found no room.
        failed = isinstance(error, MatterUnreachable) and places.is_full(out.parent)
        for ending in ("", places.SIDE_FILE):
            out.with_name(out.name + ending).unlink(missing_ok=True)
        if failed or isinstance(error, DiskFull) or (isinstance(error, OSError) and is_want_of_room(error)):
            raise disk_full(out) from error
        if isinstance(error, OSError):
            raise MatterUnreachable(
                f'"{out.name}" could not be written ({error.strerror or error}).',
                "Check the disk, stick or share it lies on, or choose another place.",
            ) from error
        raise
    finally:
        source.close()


def recode_and_hash(path: Path, out: Path, key: Key | None, new_key: Key | None) -> str:
    """``recode_matter``, and beside it the hash of what the matter says; "" when something was written to the
    matter meanwhile, so that the two might not be of one state."""
    reading = _reading(path, key)
    try:
        # It changes with every commit of another connection, and this one commits nothing.
        version = reading.value("PRAGMA data_version")
        contents = Beside(lambda: _hash(reading), "hash of the contents")
        try:
            recode_matter(path, out, key, new_key)
        finally:
            contents.wait()
        return contents.result() if reading.value("PRAGMA data_version") == version else ""
    finally:
        reading.close()


def _hash(connection: Connection) -> str:
    connection.run("BEGIN")
    try:
        return contents_sha256(connection)
    finally:
        connection.run("COMMIT")


def _reading(path: Path, key: Key | None) -> Connection:
    return Connection(path, "read_sealed" if places.why_not_writable(path) else "read", key)


def _export(source: Connection, out: Path, key: Key | None) -> None:
    if source.key is None:  # only SQLCipher can write a sealed file, from a plain one too
        source.raw.close()
        source.raw = connect(f"{source.path.as_uri()}?mode=ro", BUSY_MILLISECONDS, None, by_cipher=True)
        source.run("PRAGMA temp_store=MEMORY")
    else:
        source.run("PRAGMA query_only=OFF")
    source.run("ATTACH DATABASE ? AS copy KEY ?", (str(out), key.literal if key is not None else ""))
    # Nobody reads the copy before it is whole and flushed, and a failed one is removed: no journal.
    for pragma in ("journal_mode=OFF", "synchronous=OFF", "locking_mode=EXCLUSIVE"):
        source.run(f"PRAGMA copy.{pragma}")
    source.rows("SELECT sqlcipher_export('copy')")
    source.run(f"PRAGMA copy.application_id = {schema.APPLICATION_ID}")
    source.run(f"PRAGMA copy.user_version = {int(source.value('PRAGMA main.user_version'))}")
    source.run("DETACH DATABASE copy")
