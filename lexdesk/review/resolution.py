"""From proposals to anchored operations on one version: keys, offsets, exact old text, hashes (P2)."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from lexdesk.matter.records import EditOpRow
from lexdesk.review.anchors import (
    check_exact_place,
    find_old_text,
    paragraph_text,
    reanchored,
    section_named,
)
from lexdesk.review.deletion import section_regions
from lexdesk.review.errors import (
    AlreadyApplied,
    CannotWrite,
    NoChange,
    NotExact,
    NotFoundInDocument,
    OverlappingEdits,
    StaleAnchor,
)
from lexdesk.review.proposal import (
    DeleteClause,
    DeleteParagraphs,
    InsertAfter,
    InsertBefore,
    Move,
    MoveClause,
    Proposal,
    ReplaceParagraph,
    ReplaceText,
)
from lexdesk.review.structure import Structure
from lexdesk.text.hashing import sha256_text
from lexdesk.text.worddiff import word_diff
from lexdesk.word.model import DeleteParagraph, InsertParagraph, Replace, WordEdit


@dataclass(frozen=True)
class Resolved:
    """Operations in the order of the proposals. ``mended`` says where code took the document's own
    characters instead of the proposal's (quotes, dashes, blanks)."""

    ops: tuple[EditOpRow, ...]
    mended: tuple[str, ...] = ()


class _Collector:
    def __init__(self, structure: Structure) -> None:
        self.structure = structure
        self.ops: list[EditOpRow] = []
        self.mended: list[str] = []
        self._quoted: list[tuple[str, int, int]] = []  # places of old texts handed in, as they were quoted

    def _quote(self, key: str, start: int, end: int) -> None:
        """Two changes may not quote the same words: one would change what the other wants to stand there."""
        for other, a, b in self._quoted:
            if other == key and start < b and a < end:
                text = self.structure.block(key).text
                raise OverlappingEdits(
                    f"Two changes of this batch quote the same words of paragraph {key}: "
                    f"“{text[a:b][:80]}” and “{text[start:end][:80]}”.",
                    "Send one change for both.",
                )
        self._quoted.append((key, start, end))

    def add(
        self, op: str, key: str, start: int, end: int, old: str, new: str, new_key: str = "", like: str = ""
    ) -> None:
        text = self.structure.text(key)
        self.ops.append(
            EditOpRow(
                seq=len(self.ops) + 1,
                op=op,
                paragraph_key=key,
                start=start,
                end=end,
                old_text=old,
                new_text=new,
                paragraph_sha256=sha256_text(text) if text is not None else "",
                new_key=new_key,
                paragraph_label=self.structure.place_label(key, start) if text is not None else "",
                like_key=like,
            )
        )

    def replace_text(self, proposal: ReplaceText, mend: bool) -> None:
        key = proposal.paragraph_key
        old, new = proposal.old, proposal.new
        if key is not None and proposal.start is not None and proposal.end is not None:
            check_exact_place(self.structure, key, proposal.start, proposal.end, old, new)
            self._quote(key, proposal.start, proposal.end)
            self._minimal(key, proposal.start, old, new)
            return
        if key is not None:
            paragraph_text(self.structure, key)
            keys, where = [key], f"paragraph {key}"
        elif proposal.section:
            section = section_named(self.structure, proposal.section)
            keys, where = [k for k in section.blocks if self.structure.has(k)], f"clause {proposal.section}"
        else:
            keys, where = [block.key for block in self.structure.blocks], "the document"
        try:
            key, start, _ = find_old_text(self.structure, old, new, keys, where)
        except NotExact as error:
            if not mend:
                raise
            key, start, _, old, new = reanchored(self.structure, error, old, new)
            self.mended.append(
                f"Anchored by code at paragraph {key} with the document's own characters. {error.message}"
            )
        self._quote(key, start, start + len(old))
        self._minimal(key, start, old, new)

    def replace_paragraph(self, proposal: ReplaceParagraph) -> None:
        text = paragraph_text(self.structure, proposal.key)
        if proposal.old is not None and proposal.old != text:
            raise StaleAnchor(
                f"Paragraph {proposal.key} no longer reads as when the edit was made. It reads “{text}”",
                "Make the edit again from the paragraph as it reads now.",
            )
        if proposal.new == text:
            raise NoChange(
                f"Paragraph {proposal.key} already reads so.", "Send the text as it should read afterwards."
            )
        if not proposal.new.strip():
            self.delete([proposal.key])
            return
        first, *further = [proposal.new] if "\n" in text else proposal.new.split("\n")
        if first != text:
            self._minimal(proposal.key, 0, text, first)
        if further:
            self.insert("insert_after", proposal.key, "\n".join(further), "")

    def _minimal(self, key: str, start: int, old: str, new: str) -> None:
        """One operation for each run of differing words, so that equal words between stay untouched."""
        if not new and old == self.structure.text(key):
            self.delete([key])
            return
        hunk: list[tuple[int, int, int, int]] = []
        for op in word_diff(old, new):
            if op.kind == "equal":
                continue
            if hunk and hunk[-1][1] == op.old.start and hunk[-1][3] == op.new.start:
                hunk[-1] = (hunk[-1][0], op.old.end, hunk[-1][2], op.new.end)
            else:
                hunk.append((op.old.start, op.old.end, op.new.start, op.new.end))
        for a0, a1, b0, b1 in hunk:
            self.add("replace", key, start + a0, start + a1, old[a0:a1], new[b0:b1])

    def delete(self, keys: Sequence[str]) -> None:
        for key in keys:
            text = paragraph_text(self.structure, key)
            self.add("delete_paragraph", key, 0, len(text), text, "")

    def delete_clause(self, proposal: DeleteClause) -> None:
        section = section_named(self.structure, proposal.section)
        regions = section_regions(self.structure, section)
        while len(regions) > 1 and not self.structure.block(regions[-1][0]).text.strip():
            regions.pop()  # blank paragraphs after a clause part it from the next one and stay
        for key, span in regions:
            text = self.structure.block(key).text
            if span == (0, len(text)):
                self.delete([key])
            elif span.end > span.start:
                self.add("replace", key, span.start, span.end, text[span.start : span.end], "")

    def insert(self, op: str, key: str, text: str, like: str) -> None:
        paragraph_text(self.structure, key)
        if like and like not in self.structure.paragraphs:
            raise NotFoundInDocument(
                f"There is no paragraph {like} in this version.",
                "Use a key of a paragraph that looks as wanted.",
            )
        lines = text.split("\n")
        if not text.strip():
            raise NoChange("The new paragraph is empty.", "Send the text of the new paragraph.")
        self._refuse_inserted_twice(op, key, lines)
        for line in lines:
            self.add(op, key, 0, 0, "", line, f"n{uuid.uuid4().hex[:12]}", like)

    def move_clause(self, proposal: MoveClause) -> None:
        section = section_named(self.structure, proposal.section)
        beside = section_named(self.structure, proposal.beside)
        regions = section_regions(self.structure, section)
        others = [key for key, _ in section_regions(self.structure, beside) if key not in dict(regions)]
        for key, span in regions:
            if span != (0, len(self.structure.block(key).text)):
                raise CannotWrite(
                    f"{proposal.section} is only a part of its paragraph, so it cannot be moved as a clause.",
                    "Replace the words in both places instead.",
                    "cannot_move",
                )
        keys = [key for key, _ in regions]
        while len(keys) > 1 and not self.structure.block(keys[-1]).text.strip():
            keys.pop()
        while len(others) > 1 and not self.structure.block(others[-1]).text.strip():
            others.pop()
        if not others:
            raise NoChange("A clause cannot stand beside itself.", "Name another clause.")
        anchor = others[-1] if proposal.where == "after" else others[0]
        self.move(Move(tuple(keys), anchor, proposal.where))

    def move(self, proposal: Move) -> None:
        paragraph_text(self.structure, proposal.anchor)
        order = [block.key for block in self.structure.blocks]
        for key in (*proposal.keys, proposal.anchor):
            paragraph_text(self.structure, key)
            if self.structure.block(key).table is not None:
                raise CannotWrite(
                    "A paragraph of a table cannot be moved.", "Move the words instead.", "cannot_move"
                )
        if proposal.anchor in proposal.keys or not proposal.keys:
            raise NoChange("A clause cannot stand beside itself.", "Name another clause.")
        targets = {one.target for p in self.structure.paragraphs.values() for one in p.fields if one.target}
        for key in proposal.keys:
            if targets & set(self.structure.paragraphs[key].bookmarks):
                raise CannotWrite(
                    f"Fields of the document point into paragraph {key} and would lose their target.",
                    "Move it in Word, and import the new draft.",
                    "cannot_move",
                )
        rest = [key for key in order if key not in proposal.keys]
        at = rest.index(proposal.anchor) + (proposal.where == "after")
        if [*rest[:at], *proposal.keys, *rest[at:]] == order:
            raise AlreadyApplied("It stands there already.", "Nothing is left to do here.")
        for key in proposal.keys:
            text = self.structure.block(key).text
            self.add(f"move_{proposal.where}", key, 0, len(text), text, text, like=proposal.anchor)

    def _refuse_inserted_twice(self, op: str, key: str, lines: Sequence[str]) -> None:
        keys = [block.key for block in self.structure.blocks]
        at = keys.index(key)
        near = (
            keys[at + 1 : at + 1 + len(lines)] if op == "insert_after" else keys[max(0, at - len(lines)) : at]
        )
        if [self.structure.block(k).text for k in near] == list(lines):
            raise AlreadyApplied("The new paragraph already stands there.", "Nothing is left to do here.")


def resolve(structure: Structure, proposals: Sequence[Proposal], mend: bool = False) -> Resolved:
    """Anchor every proposal, or raise and stage none. With ``mend`` code re-anchors old text that differs
    only by look-alike signs, keeping the document's own characters, and says so in ``mended``.

    Raises the refusals of :mod:`lexdesk.review.errors`.
    """
    collector = _Collector(structure)
    for proposal in proposals:
        match proposal:
            case ReplaceText():
                collector.replace_text(proposal, mend)
            case ReplaceParagraph():
                collector.replace_paragraph(proposal)
            case DeleteClause():
                collector.delete_clause(proposal)
            case DeleteParagraphs():
                collector.delete(proposal.keys)
            case InsertAfter():
                collector.insert("insert_after", proposal.key, proposal.text, proposal.like)
            case InsertBefore():
                collector.insert("insert_before", proposal.key, proposal.text, proposal.like)
            case Move():
                collector.move(proposal)
            case MoveClause():
                collector.move_clause(proposal)
    if not collector.ops:
        raise NoChange("Nothing would change.", "Send the text as it should read afterwards.")
    refuse_overlaps(collector.ops)
    return Resolved(tuple(collector.ops), tuple(collector.mended))


def is_move(op: EditOpRow) -> bool:
    """True for an operation that takes a whole paragraph elsewhere; ``like_key`` is the one it stands by."""
    return op.op in ("move_after", "move_before")


def refuse_overlaps(ops: Sequence[EditOpRow]) -> None:
    """Raises ``OverlappingEdits`` if two operations touch the same words of a paragraph."""
    by_key: dict[str, list[EditOpRow]] = {}
    moved = {op.paragraph_key for op in ops if is_move(op)}
    for op in ops:
        beside = op.like_key if is_move(op) else op.paragraph_key if op.op.startswith("insert") else ""
        if beside in moved:
            raise OverlappingEdits(
                f"Paragraph {beside} is moved, and another change of this batch is to stand beside it.",
                "Send one after the other.",
            )
        if op.op in ("replace", "delete_paragraph") or is_move(op):
            by_key.setdefault(op.paragraph_key, []).append(op)
    for key, same in by_key.items():
        same.sort(key=lambda op: (op.start, op.end))
        for first, second in pairwise(same):
            both_here = first.start == second.start and first.end == second.end
            whole = any(one.op == "delete_paragraph" or is_move(one) for one in (first, second))
            if whole or both_here or second.start < first.end:
                raise OverlappingEdits(
                    f"Two changes of this batch touch the same words of paragraph {key}: "
                    f"“{first.old_text[:80]}” and “{second.old_text[:80]}”.",
                    "Send one change for both.",
                )


def word_edits(ops: Sequence[EditOpRow], texts: dict[str, str]) -> list[WordEdit]:
    """The operations as the Word engine takes them. ``texts`` are the current paragraph texts by key.

    Several paragraphs that one edit inserts at one place keep their order. Of two edits the later one
    stands nearer to the paragraph it names, as if they had been accepted one after the other.
    """
    edits: list[WordEdit] = []
    last_after: dict[str, str] = {}
    for op in ops:
        if op.seq == 1:
            last_after = {}
        if op.op == "replace":
            edits.append(Replace(op.paragraph_key, op.start, op.end, op.old_text, op.new_text))
        elif op.op == "delete_paragraph":
            edits.append(DeleteParagraph(op.paragraph_key, texts[op.paragraph_key]))
        elif is_move(op):
            anchor = op.like_key
            if op.op == "move_after":
                anchor = last_after.get(op.like_key, op.like_key)
            where: Literal["after", "before"] = "after" if op.op == "move_after" else "before"
            new = moved_key(op.paragraph_key)
            edits.append(InsertParagraph(anchor, where, op.new_text, new, op.paragraph_key, op.paragraph_key))
            last_after[op.like_key] = new
        elif op.op == "insert_after":
            anchor = last_after.get(op.paragraph_key, op.paragraph_key)
            like = op.like_key or op.paragraph_key
            edits.append(InsertParagraph(anchor, "after", op.new_text, op.new_key, like))
            last_after[op.paragraph_key] = op.new_key
        else:
            edits.append(InsertParagraph(op.paragraph_key, "before", op.new_text, op.new_key, op.like_key))
    for op in ops:  # last, so that the look of a moved paragraph is still there to be copied
        if is_move(op):
            edits.append(DeleteParagraph(op.paragraph_key, texts[op.paragraph_key]))
    return edits


def moved_key(key: str) -> str:
    """What the Word engine calls a moved paragraph at its new place, until it has its own key again."""
    return f"to:{key}"


def texts_after(ops: Sequence[EditOpRow], texts: dict[str, str]) -> dict[str, str | None]:
    """What each touched or new paragraph reads afterwards, None if it is deleted; computed from the
    operations alone, as a check on what the Word engine wrote (P3)."""
    result: dict[str, str | None] = {}
    for op in sorted(ops, key=lambda op: (op.start, op.end), reverse=True):
        if op.op == "replace":
            now = result.get(op.paragraph_key, texts[op.paragraph_key]) or ""
            result[op.paragraph_key] = now[: op.start] + op.new_text + now[op.end :]
        elif op.op == "delete_paragraph":
            result[op.paragraph_key] = None
        elif is_move(op):
            result[op.paragraph_key] = op.new_text
        else:
            result[op.new_key] = op.new_text
    return result
