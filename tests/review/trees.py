"""Random histories of one agreement: what a person might do to it, in any order, as one list of acts."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from lexdesk.errors import LexDeskError
from lexdesk.matter.records import EditRow
from lexdesk.review.proposal import (
    DeleteParagraphs,
    InsertAfter,
    Move,
    Proposal,
    ReplaceParagraph,
    ReplaceText,
)
from tests.review.desks import LAWYER, Desk, word_file

KINDS = (
    "accept", "accept", "two", "late", "hand", "insert", "delete", "move", "revert", "branch", "switch",
    "undo", "undo", "redo", "import", "revoke", "reject",
)  # fmt: skip
CLAUSES = [f"{n}. Clause {n} on fees." for n in range(1, 7)]
Act = tuple[str, int, str]
"""Kind, a number that picks places and versions, and words."""


@dataclass
class Tree:
    """A desk with the edits that wait to be accepted later than they were staged."""

    desk: Desk
    waiting: list[EditRow] = field(default_factory=list)
    staged: int = 0

    def play(self, acts: Sequence[Act]) -> None:
        """Every act in turn; what the product refuses is refused."""
        for kind, pick, words in acts:
            with suppress(LexDeskError):
                self._play(kind, pick, f"{words} {pick}")

    def _stage(self, *proposals: Proposal) -> EditRow:
        self.staged += 1
        return self.desk.stage(proposals, f"Instruction {self.staged}.")

    def _play(self, kind: str, pick: int, text: str) -> None:
        desk, review = self.desk, self.desk.review
        blocks = desk.structure.blocks
        if not blocks:  # everything was deleted
            kind, blocks = "revert", desk.review.structures.of(1).blocks
        block, other = blocks[pick % len(blocks)], blocks[(pick * 3 + 1) % len(blocks)]
        versions = desk.matter.read().versions.list(desk.document_id)
        document = desk.document_id
        if kind == "two":
            first = self._stage(ReplaceParagraph(block.key, text))
            second = ReplaceParagraph(other.key, f"{text} more")
            if other.key == block.key:
                second = ReplaceText(block.text[:1], f"{text} {block.text[:1]}", block.key, 0, 1)  # type: ignore[assignment]
            desk.accept(first, self._stage(second))
        elif kind == "late":
            self.waiting.append(self._stage(ReplaceParagraph(block.key, text)))
            if len(self.waiting) > 2:
                desk.accept(self.waiting.pop(pick % len(self.waiting)))
        elif kind == "hand":
            done = review.hand_edit(document, [ReplaceParagraph(block.key, text)], LAWYER)
            if done.edit is not None:
                desk.accept(done.edit)
        elif kind == "move":
            desk.accept(self._stage(Move((block.key,), other.key, "after" if pick % 2 else "before")))
        elif kind == "revert":
            review.revert(versions[pick % len(versions)].id, LAWYER)
        elif kind == "branch":
            review.branch(versions[pick % len(versions)].id, f"branch {len(versions)}", LAWYER)
        elif kind == "switch":
            branches = desk.matter.read().documents.branches(document)
            review.switch(document, branches[pick % len(branches)].name, LAWYER)
        elif kind == "undo":
            review.undo(document, LAWYER)
        elif kind == "redo":
            review.redo(document, LAWYER)
        elif kind == "import":
            texts = [b.text for b in blocks]
            texts.insert(pick % len(texts), text)
            del texts[(pick * 7) % len(texts)]
            review.import_version(document, word_file(texts), "draft.docx", LAWYER)
        elif kind == "revoke":
            accepted = desk.matter.read().edits.list(document, "accepted")
            if accepted:
                desk.accept(review.revoke(accepted[pick % len(accepted)].id, LAWYER))
        elif kind == "reject":
            review.reject([self._stage(ReplaceParagraph(block.key, text)).id], LAWYER)
        else:
            proposals: dict[str, Proposal] = {
                "insert": InsertAfter(block.key, text),
                "delete": DeleteParagraphs((block.key,)),
            }
            desk.accept(self._stage(proposals.get(kind, ReplaceParagraph(block.key, text))))


def apply(desk: Desk, texts: list[str], first: int, second: int) -> list[str]:
    """``texts`` of the first version with the net difference to the second applied, in order."""
    before = [b.key for b in desk.review.structures.of(first).blocks]
    after = [b.key for b in desk.review.structures.of(second).blocks]
    changes = desk.review.lineage.net_diff(first, second)
    gone = {before.index(c.key_from): c for c in changes if c.key_from}
    new = {after.index(c.key_to): c for c in changes if c.key_to}
    assert all(texts[at] == change.removed for at, change in gone.items())
    kept = iter([text for at, text in enumerate(texts) if at not in gone])
    result = [new[at].added if at in new else next(kept) for at in range(len(after))]
    assert next(kept, None) is None
    return result


def composed(desk: Desk, first: int, second: int) -> dict[str, str]:
    """Paragraphs of the second version by key, from those of the first and the records alone: those of the
    first line taken back, newest first, then those of the second."""
    lineage = desk.review.lineage
    common = lineage.common_ancestor(first, second)
    since = common.id if common is not None else None
    texts = {b.key: b.text for b in desk.review.structures.of(first).blocks}
    for hunk in reversed(lineage.hunks(first, since)):
        row = hunk.change
        assert texts.get(row.paragraph_key, "") == row.added
        if row.kind == "insert":
            texts.pop(row.paragraph_key, None)
        else:
            texts[row.paragraph_key] = row.removed
    for hunk in lineage.hunks(second, since):
        row = hunk.change
        assert texts.get(row.paragraph_key, "") == row.removed
        if row.kind == "delete":
            texts.pop(row.paragraph_key, None)
        else:
            texts[row.paragraph_key] = row.added
    return texts
