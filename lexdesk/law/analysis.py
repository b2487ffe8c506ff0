"""Clauses, references and terms of a document together, and again after an edit at little cost."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from lexdesk.law.facts import Facts
from lexdesk.law.instruments import Cited
from lexdesk.law.model import Block, Reference, Term
from lexdesk.law.references import ReferenceReading
from lexdesk.law.sections import SectionTree, build_from_facts
from lexdesk.law.terms import TermReading


@dataclass(frozen=True)
class _Known:
    """What was read of one paragraph."""

    block: Block
    facts: Facts
    cited: Cited


@dataclass(frozen=True)
class Analysis:
    """What ``law`` finds in a document. ``outside`` are the keys of paragraphs that belong to no clause
    wherever they stand (notes, headers): the tree is built without them, their references and terms count.
    """

    blocks: tuple[Block, ...]
    outside: frozenset[str]
    tree: SectionTree
    references: tuple[Reference, ...]
    terms: tuple[Term, ...]
    _known: dict[str, _Known] = field(repr=False, compare=False)
    _references: ReferenceReading = field(repr=False, compare=False)
    _terms: TermReading = field(repr=False, compare=False)

    def edited(self, changed: Iterable[Block]) -> "Analysis":
        """The analysis after these paragraphs (known by their keys) have been replaced.

        The same as a new analysis of all paragraphs; only what the edit touches is computed. ``KeyError``
        for a key that is not there.
        """
        fresh = {block.key: block for block in changed}
        for key in fresh:
            self._known[key]
        return analyse([fresh.get(b.key, b) for b in self.blocks], outside=self.outside, before=self)


def analyse(
    blocks: Sequence[Block], *, outside: Collection[str] = (), before: Analysis | None = None
) -> Analysis:
    """Tree, references and terms of ``blocks`` (keys must be unique), in time linear in their length.

    ``before``, the analysis of an earlier state of the document, changes nothing in the result: it saves
    the work on everything that an edit between the two did not touch.
    """
    old = before._known if before is not None else {}
    known: dict[str, _Known] = {}
    for block in blocks:
        kept = old.get(block.key)
        known[block.key] = (
            kept if kept is not None and kept.block == block else _Known(block, Facts(block), Cited(block))
        )
    same = tuple(known[block.key].block for block in blocks)
    out = frozenset(outside)
    tree = _tree([known[block.key] for block in blocks if block.key not in out], out, before)
    references = ReferenceReading(
        [known[block.key].cited for block in blocks], tree, before._references if before is not None else None
    )
    terms = TermReading(same, tree.contents, before._terms if before is not None else None)
    return Analysis(same, out, tree, references.references, terms.terms, known, references, terms)


def _tree(known: Sequence[_Known], outside: frozenset[str], before: Analysis | None) -> SectionTree:
    """The old outline over the new words when no answer about an edited paragraph has changed."""
    blocks = [one.block for one in known]
    if before is not None:
        keys = [block.key for block in before.blocks if block.key not in before.outside]
        edited = [one for one in known if before._known.get(one.block.key) is not one]
        if keys == [block.key for block in blocks] and all(
            before._known[one.block.key].facts.answered_alike(one.block) for one in edited
        ):
            for one in edited:
                one.facts.take_answers(before._known[one.block.key].facts)
            return before.tree.with_blocks(blocks)
    return build_from_facts(blocks, [one.facts for one in known])
