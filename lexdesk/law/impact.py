"""What depends on a section: who refers to it, what dangles, moves and loses its meaning without it."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from lexdesk.law.model import Block, NearDuplicate, Reference, Section, Term
from lexdesk.law.sections import SectionTree
from lexdesk.law.similar import near_duplicates
from lexdesk.text.spans import Span


@dataclass(frozen=True)
class Impact:
    """What the deletion of a section with all below it does to the rest of the document."""

    dangling: tuple[Reference, ...]  # lose a target
    moved: tuple[tuple[Reference, str, str], ...]  # typed numbers whose target gets another: old, new
    lost_terms: tuple[Term, ...]  # all definitions go, uses stay
    near: tuple[NearDuplicate, ...]  # what stands elsewhere in nearly the same words


def references_to(
    target: Section | str, tree: SectionTree, references: Sequence[Reference], *, inside: bool = False
) -> list[Reference]:
    """References to a section or anything below it, in document order.

    ``target`` is a Section or a label in any spelling. References that stand in the section itself
    are left out unless ``inside``. A reference to a section above it ("Article 12") does not count.
    """
    sections = [target] if isinstance(target, Section) else tree.find(target)
    ids = {s.id for section in sections for s in (section, *tree.descendants(section.id))}
    labels = _labels(tree, ids)
    found = []
    for reference in references:
        if reference.kind == "external" or (not inside and reference.in_section in ids):
            continue
        if any(is_below(label, labels) for label in reference.targets):
            found.append(reference)
    return found


def _labels(tree: SectionTree, ids: set[str]) -> set[str]:
    return {tree.get(i).label for i in ids if tree.get(i).label}


def is_below(label: str, labels: Collection[str]) -> bool:
    """True for a label of the set and for items inside a paragraph of one of them ("6(a)(ii)")."""
    if label in labels:
        return True
    while re.search(r"\([^()]+\)$", label):
        label = label[: label.rindex("(")]
        if label in labels:
            return True
    return False


def impact_of_deletion(
    blocks: Sequence[Block],
    tree: SectionTree,
    references: Sequence[Reference],
    terms: Sequence[Term],
    section_id: str,
) -> Impact:
    """Impact of deleting the section and its descendants. Raises KeyError for an unknown id.

    References inside the deleted part do not count. A REF field never *moves* (Word updates it) but
    dangles when its target goes. Only sections with automatic numbers move.
    """
    gone = _gone(tree, section_id)
    labels = labels_gone(tree, section_id)
    dangling = tuple(
        r
        for r in references
        if r.kind not in ("external", "dangling")
        and r.in_section not in gone
        and any(is_below(label, labels) for label in r.targets)
    )
    new = renumbered(tree, section_id)
    moved = tuple(
        (r, label, new[label])
        for r in references
        if not r.auto and r.kind == "internal" and r.in_section not in gone
        for label in r.targets
        if label in new
    )
    return Impact(dangling, moved, _lost_terms(tree, terms, gone), tuple(near_duplicates(tree, section_id)))


def _gone(tree: SectionTree, section_id: str) -> set[str]:
    below = {s.id for s in tree.descendants(section_id)}
    return {section_id, *below, *_twins(tree, tree.get(section_id))}


def labels_gone(tree: SectionTree, section_id: str) -> frozenset[str]:
    """Labels that no section has any more once the section and all below it are deleted. Raises KeyError
    for an unknown id."""
    gone = _gone(tree, section_id)
    remaining = {s.label for s in tree.sections if s.id not in gone}
    return frozenset(_labels(tree, gone) - remaining)


def _twins(tree: SectionTree, section: Section) -> set[str]:
    """The same section in the other language of a bilingual document goes with it."""
    if not section.label:
        return set()
    twins = [s for s in tree.sections if s.label == section.label and s.id != section.id and s.optional]
    return {s.id for twin in twins for s in (twin, *tree.descendants(twin.id))}


def renumbered(tree: SectionTree, section_id: str) -> dict[str, str]:
    """Old and new labels of what moves up when the section goes: its later automatic siblings and all
    below them. Raises KeyError for an unknown id."""
    section = tree.get(section_id)
    if not section.automatic or not section.label:
        return {}
    siblings = (
        [tree.get(c) for c in tree.get(section.parent).children]
        if section.parent is not None
        else [s for s in tree.sections if s.parent is None]
    )
    family = [s for s in siblings if s.automatic and s.label and _same_form(s.label, section.label)]
    ids = [s.id for s in family]
    if section.id not in ids:
        return {}
    at = ids.index(section.id)
    out: dict[str, str] = {}
    for old, new in zip(family[at + 1 :], family[at:], strict=False):
        out[old.label] = new.label
        for below in tree.descendants(old.id):
            if below.automatic and below.label.startswith(old.label):
                out[below.label] = new.label + below.label[len(old.label) :]
    return out


def _same_form(a: str, b: str) -> bool:
    def shape(label: str) -> str:
        return re.sub(r"\d+|[a-z]+(?=\))|[IVXLC]+$|[一二三四五六七八九十百零]+", "#", label)

    return shape(a) == shape(b)


def _lost_terms(tree: SectionTree, terms: Sequence[Term], gone: set[str]) -> tuple[Term, ...]:
    def is_gone(place: tuple[str, Span]) -> bool:
        key, span = place
        section = tree.at(key, span.start)
        return section is not None and section.id in gone

    return tuple(
        term
        for term in terms
        if all(is_gone(site) for site in term.sites) and any(not is_gone(use) for use in term.uses)
    )
