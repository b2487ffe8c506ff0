"""What a returned draft answers to the tracked changes that were sent, and what else it changes.

A change is followed by its paragraph and by the difference of words there, first in the text that bears no
mark of theirs, then with their marks accepted: so a change undone in silence is told from one undone openly.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from lexdesk.review.alignment import Line, align
from lexdesk.review.structure import Structure, stands
from lexdesk.text.spans import Span
from lexdesk.text.worddiff import DiffOp, word_diff
from lexdesk.word.compare import Difference, compare
from lexdesk.word.document import Document
from lexdesk.word.model import Paragraph, Piece, Revision
from lexdesk.word.resolve import resolved
from lexdesk.word.revisions import RawRevision

Fate = Literal["accepted", "rejected", "changed", "open"]
_WORD = re.compile(r"\w")


@dataclass(frozen=True)
class Answer:
    """What became of one change we sent. ``open``: it still stands as a tracked change. ``marked``: they
    rejected or changed it with a tracked change, not in silence. ``now`` is how the paragraph reads in the
    returned draft ("" = it is not there)."""

    clause: str
    removed: str
    added: str
    fate: Fate
    marked: bool
    now: str


@dataclass(frozen=True)
class _Change:
    """One of our changes in a paragraph: ``span`` of its new words in the text sent (empty if it deletes)."""

    paragraph: Paragraph
    span: Span
    removed: str
    added: str
    marks: frozenset[tuple[str, str, str | None, str]]


def compared(
    sent: Document, back: Document, ours: frozenset[str]
) -> tuple[tuple[Answer, ...], tuple[Difference, ...]]:
    """The fate of every tracked change by ``ours`` in ``sent``, in order, and the differences of ``back``
    that answer none of them. Both documents as they were given, marks and all."""
    known = {(row.author, row.date or "") for row in sent.revisions}

    def fresh(raw: RawRevision) -> bool:
        return (raw.author, raw.date or "") not in known

    unmarked = [p for p in resolved(resolved(back, "reject", fresh), "accept").paragraphs if stands(p)]
    standing = [p for p in sent.paragraphs if stands(p)]
    pairs = align([Line(p.key, p.text) for p in standing], [Line("", p.text) for p in unmarked])
    partner = {standing[i].key: unmarked[j] for i, j in pairs if i is not None and j is not None}
    alone = {unmarked[j].text.strip(): unmarked[j] for i, j in pairs if i is None and j is not None}
    final = {p.key: p for p in back.paragraphs}
    left = {_identity(row) for row in back.revisions}
    labels = _Labels(sent)
    answers: list[Answer] = []
    decided: list[tuple[_Change, Answer, str]] = []  # with the key of the paragraph in ``back``
    for change in _changes(sent, ours):
        paragraph = change.paragraph
        if stands(paragraph):
            there = partner.get(paragraph.key)
            fate, marked, now = _fate(change, there, final)
        else:
            there = alone.get(paragraph.original.strip())
            fate, marked, now = ("accepted", False, "") if there is None else ("rejected", False, there.text)
        if fate == "accepted" and change.marks & left:
            fate = "open"
        answer = Answer(labels.of(paragraph), change.removed, change.added, fate, marked, now)
        answers.append(answer)
        decided.append((change, answer, "" if there is None else there.key))
    theirs = [one for one in compare(sent, back).differences if not _answered(one, decided)]
    return tuple(answers), tuple(theirs)


def _fate(change: _Change, there: Paragraph | None, final: dict[str, Paragraph]) -> tuple[Fate, bool, str]:
    """Fate, whether it is marked, and how the paragraph reads in the returned draft."""
    text = change.paragraph.text
    whole = not change.paragraph.in_original
    if there is None:
        return ("rejected" if whole else "changed"), False, ""
    shown = final.get(there.key)
    now = shown.text if shown is not None and stands(shown) else ""
    for read, marked in ((there.text, False), (now, True)):
        if whole and not read:
            return "rejected", marked, now
        instead = _instead(text, read, change.span)
        if instead is not None:
            back_again = instead.strip() == change.removed.strip() and not whole
            return ("rejected" if back_again else "changed"), marked, now
    return "accepted", False, now


def _instead(old: str, new: str, span: Span) -> str | None:
    """What stands in ``new`` for the span of ``old``; None if the words of the span are untouched."""
    ops = [op for op in word_diff(old, new) if op.kind != "equal"]
    if not any(_hits(op, span) for op in ops):
        return None
    out, at = "", span.start
    for op in ops:
        if op.kind == "insert" and span.start <= op.old.start <= span.end:
            out += old[at : op.old.start] + new[op.new.start : op.new.end]
            at = max(at, op.old.start)
        elif op.kind == "delete" and op.old.start < span.end and op.old.end > span.start:
            out += old[at : max(at, op.old.start)]
            at = min(op.old.end, span.end)
    return out + old[at : span.end]


def _hits(op: DiffOp, span: Span) -> bool:
    if op.kind == "delete":
        return op.old.start < span.end and op.old.end > span.start
    if span.start == span.end:
        return op.old.start == span.start
    return span.start < op.old.start < span.end


def _changes(sent: Document, ours: frozenset[str]) -> Iterator[_Change]:
    """Our tracked changes of words, neighbouring ones with only signs between them as one."""
    rows = {row.id: row for row in sent.revisions if row.author in ours}
    for paragraph in sent.paragraphs:
        at = 0
        group: list[tuple[Piece, int]] = []  # pieces with their offset in the text sent
        between: list[tuple[Piece, int]] = []
        for piece in paragraph.pieces:
            if piece.current is not None:
                at = piece.current.start
            if piece.change and piece.revision in rows:
                group += [*(between if group else []), (piece, at)]
                between = []
            else:
                between.append((piece, at))
                if group and _WORD.search(piece.text):
                    yield _change(paragraph, group, rows)
                    group = []
            if piece.current is not None:
                at = piece.current.end
        if group:
            yield _change(paragraph, group, rows)


def _change(paragraph: Paragraph, group: Sequence[tuple[Piece, int]], rows: dict[str, Revision]) -> _Change:
    gone, come = ("del", "move_from"), ("ins", "move_to")
    first, last = group[0], group[-1]
    end = last[0].current.end if last[0].current is not None else last[1]
    return _Change(
        paragraph=paragraph,
        span=Span(first[1], max(first[1], end)),
        removed="".join(piece.text for piece, _ in group if piece.change not in come)
        if any(piece.change in gone for piece, _ in group)
        else "",
        added="".join(piece.text for piece, _ in group if piece.change not in gone)
        if any(piece.change in come for piece, _ in group)
        else "",
        marks=frozenset(_identity(rows[piece.revision]) for piece, _ in group if piece.revision in rows),
    )


def _identity(row: Revision) -> tuple[str, str, str | None, str]:
    return row.kind, row.author, row.date, row.text


def _answered(one: Difference, decided: Sequence[tuple[_Change, Answer, str]]) -> bool:
    """True if the difference is how one of our changes was rejected or changed."""
    for change, answer, key in decided:
        if answer.fate in ("accepted", "open"):
            continue
        if not one.tracked and not answer.marked:
            if one.old_key == change.paragraph.key and one.old_span is not None:
                if one.old_span.start <= change.span.end and one.old_span.end >= change.span.start:
                    return True
            elif not stands(change.paragraph) and one.new_key == key:
                return True
        if one.tracked and answer.marked and one.new_key == key:
            removed, added = one.removed.strip(), one.added.strip()
            if removed and (removed in change.added or change.added.strip() in removed):
                return True
            if added and added == change.removed.strip():
                return True
    return False


class _Labels:
    """The clause of each paragraph sent; of a struck one, in the draft without the changes."""

    def __init__(self, sent: Document) -> None:
        self._now = Structure(sent)
        self._before = Structure(resolved(sent, "reject"))

    def of(self, paragraph: Paragraph) -> str:
        """The label of the clause, "" if it has none."""
        place = self._now if stands(paragraph) else self._before
        return place.place_label(paragraph.key)
