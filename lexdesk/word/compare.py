"""Comparing two documents: what differs, and whether it was marked as a change or made in silence.

What the marks of a returned file say is believed only after they are checked: its new tracked changes are
rejected, and what then still differs from the text we sent was not marked.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from lexdesk.text.spans import Span
from lexdesk.word.compare_blocks import Match, matches, moves
from lexdesk.word.compare_redline import hunks, redline
from lexdesk.word.document import Document
from lexdesk.word.model import CellPlace, Paragraph, Piece, Revision
from lexdesk.word.names import REMOVED, w
from lexdesk.word.resolve import resolved
from lexdesk.word.revisions import RawRevision

__all__ = ["Comparison", "Difference", "compare", "redline"]

Kind = Literal["changed", "added", "removed", "moved", "format"]
_TYPED = re.compile(
    r"\s*((?:Section|Clause|Article|Schedule|Exhibit|Annex)\s+[\w.]+|\d+(?:\.\d+)*\.?(?=[\s\t])|\([a-z]{1,4}\))",
    re.I,
)


_WORDS = re.compile(r"\w")


@dataclass(frozen=True)
class Difference:
    """One difference. ``tracked``: the new file marks it as a change, by ``author``; else it is silent.

    ``clause`` is the number in the new document (in the old one for what was removed), "" when the place
    has none. ``removed`` and ``added`` are the differing words. ``old_key`` and ``new_key`` are paragraph
    keys of the two documents as given, "" where there is no such paragraph. ``old_span`` and ``new_span``
    are code points in the current text of these; None where the words have no place in it.
    """

    kind: Kind
    tracked: bool
    clause: str
    removed: str
    added: str
    author: str = ""
    date: str | None = None
    old_key: str = ""
    new_key: str = ""
    old_span: Span | None = None
    new_span: Span | None = None
    part: str = ""
    cell: CellPlace | None = None
    detail: str = ""  # of a silent change of format: "made hidden" or "no longer hidden"
    context: str = ""  # the whole paragraph as it reads in the new file, or read in the old one


@dataclass(frozen=True)
class Comparison:
    """All differences of two documents in the order of reading, silent before tracked in one paragraph.

    Compared are words, tracked changes of format, and whether words are hidden; other formatting, styles
    and pictures are not. ``equal_paragraphs`` counts those that read the same in both.
    """

    differences: tuple[Difference, ...]
    old_paragraphs: int
    new_paragraphs: int
    equal_paragraphs: int

    @property
    def silent(self) -> tuple[Difference, ...]:
        """Changed without being marked as a change."""
        return tuple(difference for difference in self.differences if not difference.tracked)

    @property
    def tracked(self) -> tuple[Difference, ...]:
        """Marked as tracked changes in the new document, and not yet in the old one."""
        return tuple(difference for difference in self.differences if difference.tracked)


def compare(old: Document, new: Document) -> Comparison:
    """What ``new`` changes against ``old``, both read with their own changes accepted.

    A tracked change that stands in both (same kind, author and date) is not a difference; text under such
    a mark that the old document does not have counts as silent.
    """
    known = frozenset(_identity(revision) for revision in old.revisions)
    base = resolved(old, "accept")
    unmarked = resolved(new, "reject", lambda raw: _raw_identity(raw) not in known)
    found = matches(base, resolved(unmarked, "accept"))
    places = {key: n for n, key in enumerate(new.keys)}
    differences: list[tuple[int, int, Difference]] = []
    at = 0
    for difference in _silent(found, _Places(old, new)):
        at = places.get(difference.new_key, at)
        differences.append((at, 0, difference))
    for difference in _tracked(new, known):
        differences.append((places[difference.new_key], 1, difference))
    differences.sort(key=lambda item: item[:2])
    equal = sum(m.old is not None and m.new is not None and m.old.text == m.new.text for m in found)
    return Comparison(
        tuple(difference for _, _, difference in differences),
        len(old.paragraphs),
        len(new.paragraphs),
        equal,
    )


def _identity(revision: Revision) -> tuple[str, str, str]:
    return revision.kind.removeprefix("row_"), revision.author, revision.date or ""


def _raw_identity(raw: RawRevision) -> tuple[str, str, str]:
    if raw.role in ("format", "other"):
        kind = "format"
    elif raw.move:
        kind = "move"
    else:
        kind = "del" if raw.node.tag in (*REMOVED, w("cellDel")) else "ins"
    return kind, raw.author, raw.date or ""


def _clauses(document: Document) -> dict[str, str]:
    """Paragraph key -> number of the clause it belongs to, "" before the first one of its part."""
    found: dict[str, str] = {}
    part = at = ""
    for paragraph in document.paragraphs:
        if paragraph.part != part:
            part, at = paragraph.part, ""
        typed = _TYPED.match(paragraph.text)
        label = paragraph.label_path or paragraph.label or (typed.group(1) if typed else "")
        # A list sign ("•") is no number of a clause.
        at = label if any(c.isalnum() for c in label) else at
        found[paragraph.key] = at
    return found


class _Places:
    """Where paragraphs stand in the two documents as they were given."""

    def __init__(self, old: Document, new: Document) -> None:
        self._old = {p.key: p for p in old.paragraphs}
        self._new = {p.key: p for p in new.paragraphs}
        self._old_clauses, self._new_clauses = _clauses(old), _clauses(new)

    def silent(
        self,
        kind: Kind,
        old: Paragraph | None,
        new: Paragraph | None,
        old_span: Span | None,
        new_span: Span | None,
    ) -> Difference:
        """A difference between two paragraphs as they were compared."""
        shown = new or old
        removed = old.text[slice(*old_span)] if old is not None and old_span is not None else ""
        added = new.text[slice(*new_span)] if new is not None and new_span is not None else ""
        return Difference(
            kind,
            False,
            self._new_clauses[new.key] if new is not None else self._old_clauses[old.key] if old else "",
            removed,
            added,
            old_key=old.key if old is not None else "",
            new_key=new.key if new is not None else "",
            old_span=old_span if old is not None and self._old[old.key].text == old.text else None,
            new_span=new_span if new is not None and self._new[new.key].text == new.text else None,
            part=shown.part if shown is not None else "",
            cell=shown.table if shown is not None else None,
            context=shown.text if shown is not None else "",
        )


def _silent(found: Sequence[Match], places: _Places) -> Iterator[Difference]:
    moved = moves(found)
    come = set(moved.values())
    by_key = {match.old.key: match.old for match in found if match.old is not None}
    back = {new: old for old, new in moved.items()}
    for match in found:
        old, new = match.old, match.new
        if old is not None and new is not None:
            for old_span, new_span in _spans(old, new):
                added = new_span.end > new_span.start
                kind: Kind = (
                    "removed" if not added else "changed" if old_span.end > old_span.start else "added"
                )
                yield places.silent(kind, old, new, old_span, new_span)
            yield from _hidden(old, new, places)
        elif new is not None and new.key in come:
            yield places.silent("moved", by_key[back[new.key]], new, None, Span(0, len(new.text)))
        elif new is not None:
            yield places.silent("added", None, new, None, Span(0, len(new.text)))
        elif old is not None and old.key not in moved:
            yield places.silent("removed", old, None, Span(0, len(old.text)), None)
        for line in match.old_lines:
            yield places.silent("removed", line, None, Span(0, len(line.text)), None)
        for line in match.new_lines:
            yield places.silent("added", None, line, None, Span(0, len(line.text)))


def _hidden(old: Paragraph, new: Paragraph, places: _Places) -> Iterator[Difference]:
    """Words that read the same but were concealed, or shown, without a mark."""
    was, now = _concealed(old), _concealed(new)
    if old.text != new.text or was == now:
        return
    for span in _stretches([a != b for a, b in zip(was, now, strict=True)]):
        found = places.silent("format", old, new, None, span)
        yield replace(found, detail="made hidden" if now[span.start] else "no longer hidden")


def _concealed(paragraph: Paragraph) -> list[bool]:
    """For each code point of the current text whether it is hidden."""
    flags = [False] * len(paragraph.text)
    for piece in paragraph.pieces:
        if piece.hidden and piece.current is not None:
            flags[slice(*piece.current)] = [True] * (piece.current.end - piece.current.start)
    return flags


def _stretches(flags: Sequence[bool]) -> Iterator[Span]:
    start = None
    for n, flag in enumerate([*flags, False]):
        if flag and start is None:
            start = n
        elif not flag and start is not None:
            yield Span(start, n)
            start = None


def _spans(old: Paragraph, new: Paragraph) -> Iterator[tuple[Span, Span]]:
    """What differs, "sixty (60)" against "thirty (30)" as one: only signs stand between its words."""
    last: tuple[Span, Span] | None = None
    for hunk in hunks(old, new):
        old_span = Span(hunk.start, hunk.end)
        new_span = Span(hunk.new_start, hunk.new_start + len(hunk.new))
        if last is not None and not _WORDS.search(old.text[last[0].end : old_span.start]):
            last = Span(last[0].start, old_span.end), Span(last[1].start, new_span.end)
            continue
        if last is not None:
            yield _closed(old.text, new.text, *last)
        last = old_span, new_span
    if last is not None:
        yield _closed(old.text, new.text, *last)


def _closed(old: str, new: str, old_span: Span, new_span: Span) -> tuple[Span, Span]:
    """With the bracket that closes one opened inside: "sixty (60)", not "sixty (60"."""
    a, b = old[slice(*old_span)], new[slice(*new_span)]
    if all(
        words.count("(") > words.count(")") and text[end : end + 1] == ")"
        for words, text, end in ((a, old, old_span.end), (b, new, new_span.end))
    ):
        return Span(old_span.start, old_span.end + 1), Span(new_span.start, new_span.end + 1)
    return old_span, new_span


def _tracked(new: Document, known: frozenset[tuple[str, str, str]]) -> Iterator[Difference]:
    fresh = {revision.id: revision for revision in new.revisions if _identity(revision) not in known}
    clauses = _clauses(new)
    told: set[str] = set()  # moves and changes of format, once each
    by_key: dict[str, list[Revision]] = {}
    for revision in fresh.values():
        for key in revision.keys[:1]:
            by_key.setdefault(key, []).append(revision)
    for paragraph in new.paragraphs:
        clause = clauses[paragraph.key]
        for group in _runs_of_change(paragraph, fresh):
            first = fresh[group[0].revision]
            if first.kind == "move" and first.text:  # told where it stands now
                if first.id not in told and group[0].change == "move_to":
                    told.add(first.id)
                    yield _of(paragraph, clause, "moved", first, "", first.text, None, first.keys[0])
                continue
            changed = {piece.change for piece in group}
            removed = added = ""
            if changed & {"del", "move_from"}:
                removed = "".join(piece.text for piece in group if piece.change not in ("ins", "move_to"))
            if changed & {"ins", "move_to"}:
                added = "".join(piece.text for piece in group if piece.change not in ("del", "move_from"))
            kind: Kind = "changed" if removed and added else "added" if added else "removed"
            spans = [piece.current for piece in group if piece.current is not None]
            span = Span(spans[0].start, spans[-1].end) if spans else None
            yield _of(paragraph, clause, kind, first, removed, added, span)
        mark = fresh.get(paragraph.mark_revision)
        if mark is not None and not any(piece.revision in fresh for piece in paragraph.pieces):
            gone = paragraph.mark_change in ("del", "move_from")
            sign = ("\u00b6", "") if gone else ("", "\u00b6")
            yield _of(paragraph, clause, "removed" if gone else "added", mark, *sign, None)
        for revision in by_key.get(paragraph.key, []):
            if revision.kind == "format":
                yield _of(paragraph, clause, "format", revision, "", revision.text, None)


def _runs_of_change(paragraph: Paragraph, fresh: Mapping[str, Revision]) -> Iterator[list[Piece]]:
    """Neighbouring pieces under new tracked changes of one author; signs between them do not part them.

    A move stands for itself.
    """
    group: list[Piece] = []
    between: list[Piece] = []
    for piece in paragraph.pieces:
        if piece.note or piece.revision not in fresh:
            between.append(piece)
            continue
        apart = any(p.note or _WORDS.search(p.text) for p in between)
        if group and (apart or _apart(fresh[group[-1].revision], fresh[piece.revision])):
            yield group
            group, between = [], []
        group += [*(between if group else []), piece]
        between = []
    if group:
        yield group


def _apart(one: Revision, other: Revision) -> bool:
    return one.author != other.author or ("move" in (one.kind, other.kind) and one.id != other.id)


def _of(
    paragraph: Paragraph,
    clause: str,
    kind: Kind,
    revision: Revision,
    removed: str,
    added: str,
    span: Span | None,
    old_key: str = "",
) -> Difference:
    return Difference(
        kind,
        True,
        clause,
        removed,
        added,
        author=revision.author,
        date=revision.date,
        old_key=old_key,
        new_key=paragraph.key,
        new_span=span,
        part=paragraph.part,
        cell=paragraph.table,
        context=paragraph.text or paragraph.original,
    )
