"""Expunging a source (P16): what it touches, doing it, and the report of what remains.

The preview does the work in a transaction and takes it back, so that it names exactly what the act will
wipe. Words that also stand in another source or in a working document are theirs too, and stay.
"""

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from lexdesk.errors import LexDeskError
from lexdesk.evidence.wording import Wording
from lexdesk.matter import Matter
from lexdesk.matter.backups import backups
from lexdesk.matter.errors import DiskFull
from lexdesk.matter.expunging import EXPUNGED, Wiped
from lexdesk.matter.records import SourceRow
from lexdesk.matter.stores import Reader, Tx

_TAG = re.compile(r"</w:(?:p|tc)>|<w:(?:br|tab)/>|<[^>]+>")
_LEFT = ("handoff.pack", "export", "memo", "seal", "backup", "copy", "checklist")
"""Beginnings of audit acts by which something of the matter went to another file."""

_NOT_COMPACTED = (
    "The disk has no room to write the file anew without its free pages, in which wiped words can still lie: "
    "make as much room as the matter takes, and open it again, which does it."
)


class AlreadyExpunged(LexDeskError):
    """The source is gone already."""

    code = "already_expunged"


class ReasonNeeded(LexDeskError):
    """Nothing is destroyed without a reason on record."""

    code = "reason_needed"

    def __init__(self) -> None:
        super().__init__(
            "A source is expunged only with a reason.", "Say why: it stays in the audit for ever."
        )


@dataclass(frozen=True)
class ExpungeReport:
    """``places`` counts the wiped texts by where they were held; ``remains`` says in sentences what is not
    wiped and why. ``done`` is False for a preview."""

    source_id: int
    title: str
    sha256: str
    size: int
    done: bool
    places: tuple[tuple[str, int], ...]
    touched: tuple[Wiped, ...]
    remains: tuple[str, ...]


class _TakeBack(Exception):
    def __init__(self, report: ExpungeReport) -> None:
        self.report = report


def mark_of(source_id: int) -> str:
    """What stands in the place of wiped words."""
    return f"[expunged: source {source_id}]"


def preview(matter: Matter, source_id: int) -> ExpungeReport:
    """What expunging this source would wipe and what would remain. Nothing is changed. Raises ``NotFound``,
    ``AlreadyExpunged``, ``MatterReadOnly``."""

    def work(tx: Tx) -> None:
        raise _TakeBack(_expunge(tx, source_id, "preview", "preview", done=False))

    try:
        matter.write(work)
    except _TakeBack as taken:
        return _with_backups(taken.report, matter)
    raise AssertionError("the work always raises")


def expunge(matter: Matter, source_id: int, reason: str, by: str) -> ExpungeReport:
    """Wipe the source and every place that held its words, then give the free pages of the file back.

    Its hash, the reason, the person and the time stay in the audit, whose chain holds as before. Raises
    ``ReasonNeeded``, ``NotFound``, ``AlreadyExpunged``, ``MatterReadOnly``.
    """
    if not reason.strip():
        raise ReasonNeeded()
    report = matter.write(lambda tx: _expunge(tx, source_id, reason.strip(), by, done=True))
    try:
        matter.compact()
    except DiskFull:  # the wiping is done and on record; what is missing is said, and made up for later
        report = replace(report, remains=(*report.remains, _NOT_COMPACTED))
    return _with_backups(report, matter)


def _with_backups(report: ExpungeReport, matter: Matter) -> ExpungeReport:
    """The report with the backups that lie beside the matter: they hold the source as it was."""
    names = [backup.path.name for backup in backups(matter.path)]
    if not names:
        return report
    said = f"Backups beside the matter hold it; delete them and make a new one: {'; '.join(names)}."
    return replace(report, remains=(*report.remains, said))


def _expunge(tx: Tx, source_id: int, reason: str, by: str, done: bool) -> ExpungeReport:
    source = tx.sources.get(source_id)
    if source.media_type == EXPUNGED:
        raise AlreadyExpunged(f"Source {source_id} was expunged already.", "See “lexdesk source show”.")
    under_way = tx.imports.of(source_id)
    if under_way is not None and under_way.state == "reading":
        raise LexDeskError(
            f"“{source.short_name or source.title}” is still being read.",
            "Stop its import first, then expunge it.",
        )
    wording = _wording(tx, source)
    mark = mark_of(source_id)
    remains = _remains(tx, source, wording)
    row, wiped = tx.expunging.wipe(
        source_id, lambda text: wording.hidden(text, mark), mark, reason, by, index=done
    )
    counts = Counter(one.held_in for one in wiped)
    tx.act(
        by,
        "source_expunged",
        f"source {source_id}",
        sha256=row.sha256,
        size=row.size,
        reason=reason,
        places=dict(sorted(counts.items())),
    )
    return ExpungeReport(
        source_id,
        source.short_name or source.title,
        row.sha256,
        row.size,
        done,
        tuple(sorted(counts.items())),
        tuple(wiped),
        remains,
    )


def _wording(read: Reader, source: SourceRow) -> Wording:
    """The words of the source that stand in no other source and no working document."""
    short = [row.text for row in read.passages.of_source(source.id, "sentence")]
    names = (source.title, source.short_name, source.file_name)
    wording = Wording(read.sources.text(source.id), short, names)
    for other in read.sources.list():
        if other.id != source.id:
            wording.leave_out(read.sources.text(other.id))
            for name in (other.title, other.short_name):
                wording.leave_out(name)
    for document in read.documents.list():
        wording.leave_out(document.name)
        wording.leave_out(document.file_name)
    for xml in read.expunging.working_parts():
        wording.leave_out(_plain(xml))
    return wording


def _plain(xml: bytes) -> str:
    text = xml.decode("utf-8", "replace")
    return _TAG.sub(lambda tag: "\n" if tag.group().startswith(("</", "<w:br", "<w:tab")) else "", text)


def _remains(read: Reader, source: SourceRow, wording: Wording) -> tuple[str, ...]:
    """Told before the wiping, while the words can still be recognised."""
    said = [
        "The audit keeps the hash of the file, the reason, who did it and when, and the file's name from the "
        "day of its import.",
        "What people or a model said of it in words of their own stays, where no citation ties it "
        "to the source.",
    ]
    if wording.left_out:
        said.append(
            f"Words that also stand in another source or in a working document stay there "
            f"({wording.left_out} of {wording.all} runs of words)."
        )
    if source.sha256 in read.expunging.protected_blobs(source.id):
        said.append("The same file is also a working document of the matter: there it stays.")
    rows = [row for row in read.audit.rows() if wording.in_text(row.detail) or wording.in_text(row.subject)]
    if rows:
        numbers = ", ".join(str(row.seq) for row in rows[:20])
        numbers += f" and {len(rows) - 20} more" if len(rows) > 20 else ""
        said.append(
            f"Audit row{'s' if len(rows) > 1 else ''} {numbers} hold{'s' if len(rows) == 1 else ''} words of "
            "it, its name among them; the chain cannot be changed."
        )
    if any(wording.in_text(detail) for detail in read.expunging.taken_chains()):
        said.append("The audit rows taken back from a colleague's copy hold words of it; they stay, too.")
    said += _attached(read, source)
    said += _left(read, source)
    said.append(
        "Other copies of the matter file, backups, and what the disk keeps of deleted files are out of "
        "LexDesk's reach."
    )
    return tuple(said)


def _attached(read: Reader, source: SourceRow) -> Sequence[str]:
    """Files inside files: a letter holds its attachments, and they are sources of their own."""
    rows = [row for row in read.relations.list(source.id) if row.kind in ("attachment_of", "from_archive")]
    holders = [row.to_source for row in rows if row.from_source == source.id and row.to_source is not None]
    inside = [row.from_source for row in rows if row.to_source == source.id and row.from_source is not None]
    said = []
    for numbers, words in (
        (holders, "still hold this file inside them and must be expunged too"),
        (inside, "came with it, are sources of their own and stay"),
    ):
        live = [one for number in numbers if (one := read.sources.get(number)).media_type != EXPUNGED]
        if live:
            names = "; ".join(f"source {one.id} “{one.short_name or one.title}”" for one in live)
            said.append(f"These {words}: {names}.")
    return said


def _left(read: Reader, source: SourceRow) -> Sequence[str]:
    """What went out of the matter since the source came in: files, and requests to remote models."""
    files, sends = [], []
    for row in read.audit.rows():
        if row.at < source.imported_at:
            continue
        if row.act.startswith(_LEFT):
            files.append(f"{row.subject} ({row.at[:10]})")
        elif row.act == "model.send":
            where = json.loads(row.detail).get("where", "")
            sends.append(f"{row.subject} {where}".strip() + f" ({row.at[:10]})")
    said = []
    if files:
        names = "; ".join(dict.fromkeys(files))
        said.append(f"Files written since it came in may hold it; they must be found and destroyed: {names}.")
    if sends:
        said.append(
            f"Requests were sent to remote models since it came in: {'; '.join(dict.fromkeys(sends))}."
        )
    return said
