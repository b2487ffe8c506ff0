"""Rounds with the other side: what went out, and what came of it when their draft came back.

A round begins with a record that an exported file was sent. When a draft is imported after that, each tracked
change we sent is followed into it: still open, accepted, rejected or changed, with a tracked change or in
silence; whatever else differs is theirs. Marks in the returned file are not believed but checked.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from pathlib import Path

from lexdesk.errors import LexDeskError
from lexdesk.matter.clock import now
from lexdesk.matter.file import Matter
from lexdesk.matter.records import VersionRow
from lexdesk.matter.stores import Reader, Tx
from lexdesk.review.answers import Answer, compared
from lexdesk.review.export import Form, document_bytes
from lexdesk.review.structure import Structures
from lexdesk.text.hashing import sha256_bytes
from lexdesk.word.compare import Difference
from lexdesk.word.document import Document


class NothingSent(LexDeskError):
    """No record that anything was sent, or no such export."""

    code = "nothing_sent"


@dataclass(frozen=True)
class Sent:
    """A file that went to the other side. ``at`` is when it was sent, as told by the lawyer or else as
    recorded."""

    version_id: int
    form: str
    file: str
    sha256: str
    to: str
    at: str
    by: str


@dataclass(frozen=True)
class Round:
    """``theirs`` are differences from what we sent that answer none of our changes; of these the ``tracked``
    ones are marked, the others were made in silence. ``returned`` None: nothing came back yet."""

    sent: Sent
    sent_number: int
    returned: VersionRow | None
    answers: tuple[Answer, ...] = ()
    theirs: tuple[Difference, ...] = ()


def record_sent(matter: Matter, document_id: int, path: Path, to: str, by: str, at: str = "") -> Sent:
    """Put on record that an exported file was sent to ``to``. The file is known by its bytes: raises
    ``NothingSent`` if LexDesk did not export it from this document, or if ``at`` is no date (ISO 8601) or is
    still to come."""
    if not to.strip():
        raise NothingSent("To whom it was sent is missing.", "Name them with --to.")
    _refuse_no_day(at)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise NothingSent(f"“{path.name}” cannot be read: {error.strerror or error}.") from error
    sha256 = sha256_bytes(content)
    reader = matter.read()
    versions = {row.id for row in reader.versions.list(document_id)}
    for row in reversed(reader.audit.rows()):
        if row.act == "export":
            detail = json.loads(row.detail)
            if detail["sha256"] == sha256 and detail["version"] in versions:
                sent = Sent(detail["version"], row.subject, path.name, sha256, to.strip(), at or now(), by)
                return matter.write(lambda tx, sent=sent: _keep(tx, document_id, sent, content))  # type: ignore[misc]
    raise NothingSent(
        f"“{path.name}” is not a file that LexDesk exported from this agreement, or it was changed since.",
        "Name the file as it was exported and sent.",
    )


def _refuse_no_day(at: str) -> None:
    """What goes on record as the day of sending must be one, and not lie ahead. A day is allowed to be one
    ahead of UTC, as it is east of Greenwich."""
    if not at:
        return
    try:
        day = datetime.fromisoformat(at).date()
    except ValueError:
        raise NothingSent(f"“{at}” is not a date.", "Write it as 2026-03-31.") from None
    if day > datetime.fromisoformat(now()).date() + timedelta(days=1):
        raise NothingSent(f"{at} is still to come; nothing was sent then.", "Check the date.")


def _keep(tx: Tx, document_id: int, sent: Sent, content: bytes) -> Sent:
    tx.settings.set(f"sent_file:{sent.sha256}", tx.blobs.put(content))
    rows = [asdict(one) for one in sent_files(tx, document_id)]
    tx.settings.set(f"sent:{document_id}", json.dumps([*rows, asdict(sent)], ensure_ascii=False))
    tx.act(sent.by, "round.sent", str(document_id), **asdict(sent))
    return sent


def sent_files(reader: Reader | Tx, document_id: int) -> list[Sent]:
    """What was sent of a document, in the order of the records."""
    return [Sent(**row) for row in json.loads(reader.settings.get(f"sent:{document_id}", "[]"))]


def rounds(matter: Matter, structures: Structures, document_id: int) -> list[Round]:
    """Every round of a document, oldest first: each file sent, with the first draft imported after it (and
    before the next file was sent) on the current chain."""
    reader = matter.read()
    sent = sent_files(reader, document_id)
    head = reader.documents.head(document_id)
    chain = list(reversed(reader.versions.chain(head.id)))
    ours = {reader.matter.info().author}
    ours |= {row.created_by for row in chain if row.kind in ("accept", "hand_edit")}
    found = []
    for index, one in enumerate(sent):
        version = reader.versions.get(one.version_id)
        until = sent[index + 1].version_id if index + 1 < len(sent) else None
        returned = _returned(chain, one.version_id, until)
        if returned is None:
            found.append(Round(one, version.number, None))
            continue
        went = Document.open(_as_sent(matter, structures, one))
        back = Document.open(document_bytes(matter, structures, returned.id, "original"))
        answers, theirs = compared(went, back, frozenset(ours))
        found.append(Round(one, version.number, returned, answers, theirs))
    return found


def _as_sent(matter: Matter, structures: Structures, sent: Sent) -> bytes:
    """The very file that went out; for records of older versions of LexDesk, what the export would give."""
    reader = matter.read()
    sha256 = reader.settings.get(f"sent_file:{sent.sha256}")
    if sha256:
        return reader.blobs.get(sha256)
    form: Form = "clean" if sent.form == "clean" else "redline"
    return document_bytes(matter, structures, sent.version_id, form)


def _returned(chain: Sequence[VersionRow], sent: int, until: int | None) -> VersionRow | None:
    ids = [row.id for row in chain]
    if sent not in ids:
        return None
    last = ids.index(until) + 1 if until in ids and until != sent else len(ids)
    return next((row for row in chain[ids.index(sent) + 1 : last] if row.kind == "import"), None)
