#!/usr/bin/env python3
"""Checks a LexDesk hand-off archive, or a matter file, with nothing but Python (3.9 or later).

    python verify_matter.py ARCHIVE.zip|MATTER.lexmatter [--head HASH] [--key PUBLIC.pem]

It says what holds, what does not (naming each file or row), and what that proves. Nothing is changed and
nothing leaves the machine. Exit status: 0 all holds, 1 something does not, 2 it could not be checked.
Use a copy of this file that you trust: the one inside an archive came with the archive.
"""

import argparse
import base64
import contextlib
import hashlib
import json
import os
import pathlib
import shutil
import sqlite3
import struct
import sys
import tempfile
import threading
import zipfile
import zlib

FORMAT = "lexdesk-handoff-1"
SEAL = b"lexdesk-handoff-1 sha256 "  # then 64 hex digits: the hash of all bytes of the archive before them
MATTER, MANIFEST, SIGNATURE = "matter.lexmatter", "manifest.json", "signature.json"
APPLICATION_ID = 0x4C584D54
STRICT_SINCE = (3, 37)
OBJECTS = (
    "SELECT type, name, tbl_name, COALESCE(sql, '') FROM sqlite_master "
    "WHERE substr(name, 1, 7) <> 'sqlite_' ORDER BY type, name"
)
CONTENT = {
    b"sqlite_master": b"rootpage",
    b"blobs": b"bytes",
    b"tool_results": b"output",
    b"passages": b"text",
    b"contexts": b"text",
}
EVERYTHING = "SELECT type, name, tbl_name, sql FROM sqlite_master"
NOT_HASHED = (b"audit", b"holder", b"closing", b"closing_tables")
MANIFEST_LIMIT = 200_000_000
CHUNK = 1 << 20
LONG = 1 << 15  # bytes of a row
RANGES = 24  # parts of the table of stored files, which are read by two threads
DAMAGE = (
    OSError, ValueError, RuntimeError, EOFError, LookupError, TypeError, AttributeError, OverflowError,
    struct.error, zipfile.BadZipFile, zlib.error,
)  # fmt: skip


class Report:
    """``holds`` and ``broken`` are sentences; ``unchecked`` says what could not be looked at."""

    def __init__(self):
        self.kind = ""
        self.holds = []
        self.broken = []
        self.unchecked = []
        self.head = ""
        self.rows = 0
        self.head_matches = None  # True or False when a head was given
        self.closing = False  # every row fits the hashes of the last closing
        self.signed = False  # by the key that was given

    def add(self, other):
        """Take over what a part of the checks found."""
        self.holds += other.holds
        self.broken += other.broken
        self.closing = self.closing or other.closing
        self.rows, self.head = other.rows or self.rows, other.head or self.head

    def proves(self):
        """What the result proves, in sentences."""
        if self.broken:
            return "Do not rely on what is named as changed; ask for another copy."
        if self.unchecked:
            return "Not everything could be checked, so this proves nothing yet."
        if self.kind == "archive":
            text = "The archive is as it was when it was packed"
            if self.signed:
                return (
                    text
                    + ", and whoever holds the key you gave signed it. It does not prove when: that is the"
                    " word of the signer."
                )
            if self.head_matches:
                return (
                    text + ", every file and every row of the matter: this head could not come out otherwise."
                    " It does not prove who made it or when: that is the word of whoever gave you the head."
                )
            return (
                text + ", unless someone rewrote all of it: whoever does that can also compute new hashes."
                " Ask the sender for the head by another way and check again with --head."
                " It does not prove who made it or when."
            )
        text = "The audit rows follow from each other without a gap"
        text += ", and lead to the head you were given." if self.head_matches else "."
        return (
            text
            + " Stored files, tool outputs, passages and requests fit their hashes"
            + (", and every row those of the last closing. It does" if self.closing else ". It does")
            + " not prove who made the record or when, nor that nobody who knows how rewrote rows and hashes:"
            " a hand-off archive with its head proves that."
            + ("" if self.head_matches else " A cut tail shows only with --head.")
        )


def verify(path, head="", key="", folder="", keep=""):
    """The Report on an archive or a matter file. ``key`` is a file with a public key, ``folder`` where the
    matter of an archive is looked into, ``keep`` a new file for that matter (without it, it is removed).
    OSError when a file cannot be read at all, ValueError for a key that is none."""
    report = Report()
    public = public_key(key) if key else None
    with pathlib.Path(path).open("rb") as file:
        start = file.read(16)
    if start.startswith(b"SQLite format 3"):
        report.kind = "matter"
        check_matter(lambda: opened(path), report)
        if public:
            report.broken.append("A matter file carries no signature; only an archive does.")
    else:
        report.kind = "archive"
        check_archive(path, report, public, folder or tempfile.gettempdir(), keep)
    check_head(head, report)
    return report


def verify_connected(connect, head="", faults=()):
    """The Report on a matter that only the caller can open, as a sealed one: each call of ``connect`` gives a
    new connection like those of sqlite3, for the thread that calls; ``faults`` are the classes of what its
    library raises."""
    report = Report()
    report.kind = "matter"
    check_matter(lambda: Matter(connect()), report, faults)
    check_head(head, report)
    return report


def check_head(head, report):
    wanted = head.strip().lower()
    if wanted:
        report.head_matches = bool(report.head) and report.head == wanted
        if report.head_matches:
            report.holds.append("The head is the one you were given.")
        else:
            report.broken.append("The head is %s, not the one you were given." % (report.head or "not there"))


# The archive


def check_archive(path, report, public, folder, keep):
    seal = Report()
    hashing = Beside(lambda: check_seal(path, seal))
    files = Report()
    check_inside(path, files, public, folder, keep)
    sealed = hashing.result()
    report.add(seal)
    report.add(files)
    report.unchecked, report.signed = files.unchecked, files.signed
    if not sealed and not files.broken:
        report.broken.append(
            "No file says anything else: what changed is the archive's own directory, filling or seal."
        )


class Beside:
    """A call in a thread of its own."""

    def __init__(self, work):
        self.work, self.found, self.error = work, None, None
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        try:
            self.found = self.work()
        except BaseException as error:  # noqa: BLE001 - raised where it is asked for
            self.error = error

    def result(self):
        self.thread.join()
        if self.error is not None:
            raise self.error
        return self.found


def check_inside(path, report, public, folder, keep):
    before = len(report.broken)
    try:
        with zipfile.ZipFile(path) as archive:
            manifest = read_manifest(archive)
            names = [info.filename for info in archive.infolist()]
            listed = {entry["name"]: entry for entry in manifest["files"]}
            for name in sorted(set(listed) - set(names)):
                report.broken.append(f'"{name}" is missing.')
            for name in sorted(set(names) - set(listed) - {MANIFEST, SIGNATURE}):
                report.broken.append(f'"{name}" is not in the manifest.')
            for name in sorted({name for name in names if names.count(name) > 1}):
                report.broken.append(f'"{name}" is in the archive more than once.')
            for name in sorted(set(listed) & set(names)):
                problem = check_file(archive, listed[name])
                if problem:
                    report.broken.append(f'"{name}" {problem}.')
            if len(report.broken) == before:
                report.holds.append(f"{len(listed)} files are as the manifest lists them.")
            check_signature(archive, names, public, report)
            if MATTER in names and MATTER in listed:
                check_packed(archive, manifest, report, folder, keep)
    except DAMAGE as error:
        report.broken.append(f"The archive cannot be read: {why(error)}.")


def check_seal(path, report):
    digest, size = hashlib.sha256(), pathlib.Path(path).stat().st_size
    with pathlib.Path(path).open("rb") as file:
        left = max(size - 64, 0)
        tail = b""
        while left:
            piece = file.read(min(CHUNK, left))
            if not piece:
                break
            left -= len(piece)
            digest.update(piece)
            tail = (tail + piece)[-len(SEAL) :]
        named = file.read()
    if tail == SEAL and named == digest.hexdigest().encode():
        report.holds.append("The seal over all bytes of the archive holds.")
        return True
    report.broken.append("The archive as a whole was changed: its seal does not fit its bytes.")
    return False


def read_manifest(archive):
    try:
        info = archive.getinfo(MANIFEST)
        if info.file_size > MANIFEST_LIMIT:
            raise ValueError("it is too large")
        manifest = json.loads(archive.read(info).decode("utf-8"))
        if manifest["format"] != FORMAT:
            raise ValueError("it has another format")
        return manifest
    except DAMAGE as error:
        raise ValueError(f'its "{MANIFEST}" was changed ({why(error)})') from error


def check_signature(archive, names, public, report):
    if SIGNATURE not in names:
        if public:
            report.broken.append("The archive is not signed.")
        return
    before = len(report.broken)
    try:
        said = json.loads(archive.read(SIGNATURE).decode("utf-8"))
        key, signature = bytes.fromhex(said["public_key"]), bytes.fromhex(said["signature"])
        if said["algorithm"] != "ed25519" or not signed_by(key, archive.read(MANIFEST), signature):
            report.broken.append("The signature does not fit the manifest.")
        elif public and key != public:
            report.broken.append("It was signed with another key than the one you gave.")
    except DAMAGE as error:
        report.broken.append(f"The signature cannot be read: {why(error)}.")
    if len(report.broken) == before:
        report.signed = bool(public)
        whose = "the key you gave" if public else "a key of fingerprint " + hashlib.sha256(key).hexdigest()
        report.holds.append(f"It is signed with {whose}.")


# Ed25519 as RFC 8032 section 5.1 gives it. Slow and not for secrets: it only checks what everyone may see.

P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)
DER = bytes.fromhex("302a300506032b6570032100")  # RFC 8410: what stands before the 32 bytes of a public key


def public_key(path):
    lines = pathlib.Path(path).read_text("ascii", "replace").split("\n")
    try:
        data = base64.b64decode("".join(line for line in lines if "-----" not in line), validate=True)
    except ValueError:
        data = b""
    if not data.startswith(DER) or len(data) != len(DER) + 32:
        raise ValueError("it is not the public key of an Ed25519 pair in a PEM file")
    return data[len(DER) :]


def signed_by(key, content, signature):
    if len(key) != 32 or len(signature) != 64:
        return False
    a, r = point(key), point(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= Q:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + content).digest(), "little") % Q
    base = point(bytes([88]) + bytes([102]) * 31)
    left, right = times(s, base), added(r, times(h, a))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (
        left[1] * right[2] - right[1] * left[2]
    ) % P == 0


def point(data):
    """The point that 32 bytes name, as X, Y, Z, T; None when they name none."""
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & (1 << 255) - 1
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P or (not x and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


def added(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number, p):
    total = 0, 1, 1, 0
    while number:
        if number & 1:
            total = added(total, p)
        p = added(p, p)
        number >>= 1
    return total


def check_file(archive, entry):
    """What is wrong with one file, "" if nothing."""
    digest, size, wanted = hashlib.sha256(), 0, int(entry["size"])
    try:
        with archive.open(entry["name"]) as file:
            while True:
                piece = file.read(CHUNK)
                size += len(piece)
                if not piece or size > wanted:
                    break
                digest.update(piece)
    except DAMAGE as error:
        return f"cannot be read: {why(error)}"
    if size != wanted or digest.hexdigest() != entry["sha256"]:
        return "was changed: its bytes do not fit the hash in the manifest"
    return ""


def check_packed(archive, manifest, report, folder, keep):
    """The matter inside, and the audit row that vouches for every other file."""
    limit = next(int(entry["size"]) for entry in manifest["files"] if entry["name"] == MATTER)
    if limit > shutil.disk_usage(folder).free:
        report.unchecked.append(f'"{MATTER}" takes {limit} bytes to look into: there is no room for it.')
        return
    holder, path = (None, keep) if keep else tempfile.mkstemp(suffix=".lexmatter", dir=folder)
    try:
        with open(path if holder is None else holder, "wb") as out, archive.open(MATTER) as file:  # noqa: PTH123
            while out.tell() <= limit:
                piece = file.read(CHUNK)
                if not piece:
                    break
                out.write(piece)
        last = check_matter(lambda: opened(path), report, contents=True)
        if not last:
            return
        if report.head != manifest["chain"]["head"]:
            report.broken.append("The manifest names another head than the matter has.")
        if last["act"] != b"handoff.pack":
            report.broken.append("The last audit row of the matter is not that of packing.")
            return
        said = json.loads(last["detail"].decode("utf-8"))
        if said["files"] == files_sha256(manifest["files"]):
            report.holds.append("The last audit row vouches for the list of files.")
        else:
            report.broken.append("The manifest lists other files than the last audit row vouches for.")
        if last["contents"].error is not None:
            raise last["contents"].error
        if said["contents"] == last["contents"].found:
            report.holds.append("The last audit row vouches for every row of the matter.")
        else:
            report.broken.append(f'"{MATTER}": rows were changed after the matter was packed.')
    except (sqlite3.Error, *DAMAGE) as error:  # a damaged list of tables, or a message with its bytes in it
        report.broken.append(f'"{MATTER}" cannot be read: {error}.')
    finally:
        if not keep:
            pathlib.Path(path).unlink()


def files_sha256(entries):
    digest = hashlib.sha256(netstring(b"lexdesk-files-1"))
    for name, sha256 in sorted((entry["name"], entry["sha256"]) for entry in entries):
        if name != MATTER:
            digest.update(netstring(name.encode()) + netstring(sha256.encode()))
    return digest.hexdigest()


# The matter


def check_matter(open_matter, report, faults=(), contents=False):
    """The last audit row when the file could be read, else None; with ``contents`` the Job that took the hash
    over every row stands in it. Two threads work on it, with a connection each."""
    db = None
    try:
        db = open_matter()
        if not is_matter(db):
            report.broken.append("This is a database of another program, not a LexDesk matter.")
            return None
        damage = (sqlite3.Error, *faults, *DAMAGE)
        stored = [Job(check_stored, *part) for part in stored_parts(db, damage)]
        structure, chain, closing = Job(check_structure), Job(check_chain), Job(check_closing)
        hashing = Job(lambda db, _: contents_of(db))
        alone = isinstance(db.raw, sqlite3.Connection) and sqlite3.sqlite_version_info < STRICT_SINCE
        jobs = [structure, *([hashing] if contents else []), *stored, chain, closing]
        run_all(jobs, db, None if alone else open_matter)
        structure.tell(report)
        chain.tell(report)
        tell_stored(stored, report)
        closing.tell(report)
        if chain.found:
            chain.found["contents"] = hashing
        return chain.found
    except (sqlite3.Error, *faults, *DAMAGE) as error:
        report.broken.append(f"The matter cannot be read: {error}.")
        return None
    finally:
        if db is not None:
            db.close()


class Job:
    """One check: what it reported, what it found, and the error it ended with, if any."""

    def __init__(self, work, *arguments):
        self.work, self.arguments = work, arguments
        self.report, self.found, self.error = Report(), None, None

    def run(self, db):
        try:
            self.found = self.work(db, self.report, *self.arguments)
        except BaseException as error:  # noqa: BLE001 - raised where it is asked for
            self.error = error

    def tell(self, report):
        report.add(self.report)
        if self.error is not None:
            raise self.error


def run_all(jobs, db, open_another):
    """Run the jobs, by two threads when there is a way to open another connection for the second."""
    left, guard = list(reversed(jobs)), threading.Lock()

    def work(db):
        while True:
            with guard:
                job = left.pop() if left else None
            if job is None:
                return
            job.run(db)

    def second():
        another = open_another()
        try:
            work(another)
        finally:
            another.close()

    helper = Beside(second) if open_another else None
    work(db)
    if helper is not None:
        helper.thread.join()  # what it could not open or close, it left to this thread


class Matter:
    """A connection, and ``objects`` and ``everything``: the rows of the list of tables, as they stand in the
    file, without and with those of SQLite itself. ``copy``: what to remove."""

    def __init__(self, raw, copy=""):
        self.raw, self.copy = raw, copy
        self.objects = self.everything = ()
        raw.text_factory = bytes
        self.execute = raw.execute
        try:
            if not copy and is_matter(self):
                self.objects = self.execute(OBJECTS).fetchall()
                self.everything = self.execute(EVERYTHING).fetchall()
        except BaseException:
            self.close()
            raise

    def close(self):
        self.raw.close()
        if self.copy:
            pathlib.Path(self.copy).unlink()
            self.copy = ""


def opened(path):
    raw = connected(path, "ro")
    return Matter(raw) if sqlite3.sqlite_version_info >= STRICT_SINCE else without_strict(raw, path)


def without_strict(db, path):
    """For an SQLite that does not know the word STRICT: a copy of the file without it."""
    holder, copy = tempfile.mkstemp(suffix=".lexmatter")
    os.close(holder)
    shutil.copyfile(path, copy)
    db.close()
    db = connected(copy, "rw")
    db.execute("PRAGMA writable_schema=ON")
    with contextlib.suppress(sqlite3.Error, UnicodeDecodeError):  # it says once that it cannot read all of it
        db.execute("SELECT 1 FROM sqlite_master").fetchall()
    objects, everything = db.execute(OBJECTS).fetchall(), db.execute(EVERYTHING).fetchall()
    db.execute(
        "UPDATE sqlite_master SET sql = replace(replace(sql, ') STRICT,', ')'), ') STRICT', ')') "
        "WHERE type = 'table' AND sql LIKE '%) STRICT%'"
    )
    db.commit()
    db.close()
    matter = Matter(connected(copy, "ro"), copy)
    matter.objects, matter.everything = objects, everything
    return matter


def connected(path, mode):
    raw = sqlite3.connect(pathlib.Path(path).absolute().as_uri() + "?mode=" + mode, uri=True)
    raw.text_factory = bytes
    return raw


def is_matter(db):
    return db.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID


def check_structure(db, report):
    found = [row[0] for row in db.execute("PRAGMA quick_check(20)")]
    if found != [b"ok"]:
        report.broken += [f"The file is damaged: {text(row)}." for row in found]


def check_chain(db, report):
    """Each row hashes the one before: rule "lexdesk-audit-1"."""
    expected, previous, last, before = 1, b"0" * 64, None, len(report.broken)
    query = "SELECT seq, at, actor, act, subject, detail, prev_hash, hash FROM audit ORDER BY seq"
    for seq, at, actor, act, subject, detail, prev_hash, row_hash in db.execute(query):
        if seq != expected:
            report.broken.append(f"Audit rows {expected} to {seq - 1} are missing.")
        elif prev_hash != previous:
            report.broken.append(f"Audit row {seq} does not follow from row {seq - 1}.")
        digest = hashlib.sha256()
        for field in (b"lexdesk-audit-1", b"%d" % seq, at, actor, act, subject, detail, prev_hash):
            digest.update(netstring(field))
        if digest.hexdigest().encode() != row_hash:
            report.broken.append(f"Audit row {seq} was altered: its hash does not fit what it says.")
        expected, previous = seq + 1, row_hash
        last = {"act": act, "detail": detail}
    if last is None:
        report.broken.append("The audit is empty.")
        return None
    report.rows, report.head = expected - 1, text(previous)
    if len(report.broken) == before:
        report.holds.append(f"The audit chain of {report.rows} rows is whole; its head is {report.head}.")
    return last


STORED = (
    ("stored file", b"blobs", "SELECT sha256, encoding, bytes, size FROM blobs"),
    ("tool result", b"tool_results", "SELECT id, sha256, output FROM tool_results"),
    ("passage", b"passages", "SELECT id, text_sha256, text FROM passages"),
    ("request to a model", b"contexts", "SELECT sha256, sha256, text FROM contexts"),
)


def stored_parts(db, damage):
    """What ``check_stored`` is called with, so that all that is stored is read once, in its order."""
    parts = []
    for what, held_in, query in STORED:
        cuts = []
        if held_in == b"blobs":
            with contextlib.suppress(*damage):  # told by the reading itself
                low, high = db.execute("SELECT min(rowid), max(rowid) FROM blobs").fetchone()
                step = (high - low) // RANGES + 1
                cuts = list(range(low + step, high + 1, step))
        for start, end in zip([None, *cuts], [*cuts, None]):  # noqa: B905 - new in 3.10
            bounds = [f"rowid >= {start}"] * (start is not None) + [f"rowid < {end}"] * (end is not None)
            parts.append((what, held_in, query + (" WHERE " + " AND ".join(bounds) if bounds else "")))
    return parts


def check_stored(db, report, what, held_in, query):
    """What is stored under its own hash; how many were looked at, and how many places were wiped with an
    expunged source and are not among them."""
    gone, count = expunged(db), 0
    for row in db.execute(query):
        name, wanted, data = (row[0], row[0], unpacked(row)) if what == "stored file" else row
        if (held_in, text(name)) in gone and what != "passage":
            continue
        count += 1
        if hashlib.sha256(data).hexdigest().encode() != wanted:
            report.broken.append(f"The {what} {text(name)} was changed.")
    return count, len(gone)


def tell_stored(jobs, report):
    gone = 0
    for what, _, _ in STORED:
        count, before = 0, len(report.broken)
        for job in jobs:
            if job.arguments[0] == what:
                job.tell(report)
                count, gone = count + job.found[0], job.found[1]
        if len(report.broken) == before:
            report.holds.append(f"Every {what} fits its hash ({count}).")
    if gone:
        report.holds.append(
            f"{gone} places were wiped with expunged sources and cannot be checked; the audit says which"
            " sources, who did it, when and why."
        )


def check_closing(db, report):
    """Each table against its hash when the matter was last closed: rule in lexdesk/matter/closing.py."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'closing'").fetchone():
        return
    noted_at = "SELECT head FROM closing"
    row = db.execute(noted_at).fetchone()
    last = db.execute("SELECT hash FROM audit ORDER BY seq DESC LIMIT 1").fetchone()
    if row is None or last is None or text(row[0]) != text(last[0]):
        return  # an archive's matter (its last audit row vouches for it), or one that was not closed
    noted, changed = dict(db.execute("SELECT name, sha256 FROM closing_tables")), []
    for table in [*hashed_tables(db, with_search=True), b"sqlite_master"]:
        found = hashlib.sha256(table_bytes(db, table, CONTENT.get(table, b""))).hexdigest().encode()
        if found != noted.get(table):
            changed.append(f'Rows of "{text(table)}" are not as they were when the matter was last closed.')
    if db.execute(noted_at).fetchone() != row:
        return  # opened for work meanwhile
    report.broken += changed
    if not changed:
        report.closing = True
        report.holds.append("Every row is as it was when the matter was last closed.")


def expunged(db):
    """Table and key of what was wiped with destroyed sources; files before version 1.1 have none."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'expunged_places'").fetchone():
        return set()
    return {(row[0], text(row[1])) for row in db.execute("SELECT held_in, stored FROM expunged_places")}


def unpacked(row):
    _, encoding, data, size = row
    if encoding != b"zlib":
        return data
    try:
        return zlib.decompressobj().decompress(data, size + 1)
    except zlib.error:
        return b""


def contents_sha256(path):
    """One hash over every row but the audit's: rule "lexdesk-contents-1"."""
    db = opened(path)
    try:
        return contents_of(db)
    finally:
        db.close()


def contents_of(db):
    digest = hashlib.sha256(netstring(b"lexdesk-contents-1"))
    for row in db.objects:
        digest.update(b"".join(netstring(field) for field in row))
    for table in hashed_tables(db):
        digest.update(table_bytes(db, table))
    return digest.hexdigest()


def hashed_tables(db, with_search=False):
    """Tables whose rows count; the search index, which is made from them, only at a closing."""
    rows = sorted((name, sql) for kind, name, _, sql in db.objects if kind == b"table")
    virtual = [name for name, sql in rows if sql.upper().startswith(b"CREATE VIRTUAL")]
    return [
        table
        for table, _ in rows
        if table not in NOT_HASHED
        and table not in virtual
        and (with_search or not any(table.startswith(name + b"_") for name in virtual))
    ]


def table_bytes(db, table, without=b""):
    info = db.execute(f'PRAGMA table_info("{text(table)}")').fetchall()
    names = [column[1] for column in info if column[1] != without]
    columns = ", ".join(f'"{text(name)}"' for name in names)
    cursor = db.execute(f'SELECT {columns} FROM "{text(table)}"')
    head = b"".join(netstring(name) for name in [table, *names])
    if table == b"sqlite_master":  # as it stands in the file
        return head + b"".join(sorted(row_sha256(row) for row in db.everything))
    return head + b"".join(sorted(row_sha256(row) for row in cursor))


def row_sha256(row):
    parts, size = [], 0
    for value in row:
        if value is None:
            parts.append(b"1:n,")
        elif isinstance(value, int):
            parts.append(netstring(b"i%d" % value))
        elif isinstance(value, float):
            parts.append(netstring(b"f" + struct.pack(">d", value)))
        else:
            size += len(value)
            parts += (b"%d:b" % (len(value) + 1), value, b",")
    if size < LONG:
        return hashlib.sha256(b"".join(parts)).digest()
    digest = hashlib.sha256()
    for part in parts:  # not put together: a stored file is long
        digest.update(part)
    return digest.digest()


def netstring(data):
    return b"%d:%s," % (len(data), data)


def text(value):
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def why(error):
    return (str(error).strip(" .") or type(error).__name__).splitlines()[0]


def main():
    parser = argparse.ArgumentParser(description="Check a LexDesk hand-off archive or matter file.")
    parser.add_argument("file")
    parser.add_argument("--head", default="", help="the head that the sender told you")
    parser.add_argument("--key", default="", help="the signer's public key, a PEM file")
    arguments = parser.parse_args()
    try:
        report = verify(arguments.file, arguments.head, arguments.key)
    except ValueError as error:
        print(f"The key cannot be used: {error}.", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"It cannot be read: {why(error)}.", file=sys.stderr)
        return 2
    for line in report.holds:
        print("holds    " + line)
    for line in report.unchecked:
        print("unknown  " + line)
    for line in report.broken:
        print("BROKEN   " + line)
    print(report.proves())
    return 1 if report.broken else 2 if report.unchecked else 0


if __name__ == "__main__":
    sys.exit(main())
