"""Impact over several documents: an order form's "Section 12.7 of the Agreement" means the one beside it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lexdesk.law.doubts import Doubts
from lexdesk.law.impact import Impact, impact_of_deletion, is_below, labels_gone, renumbered
from lexdesk.law.model import Block, NearDuplicate, Reference, Term
from lexdesk.law.naming import names_of, self_names
from lexdesk.law.numbers import find_phrases
from lexdesk.law.resolve import Resolver
from lexdesk.law.sections import SectionTree
from lexdesk.law.similar import near_duplicates
from lexdesk.law.terms import TermFinder
from lexdesk.text.spans import Span

# Words that name a kind of instrument: alone they can mean any document of that kind
_KINDS = """
agreement contract terms conditions deed lease amendment addendum order form schedule policy
合同 协议 协议书 主合同 本合同
"""
_GENERIC = frozenset((*_KINDS.split(), "order form", "terms and conditions", "the instrument named before"))


@dataclass(frozen=True)
class ReadDocument:
    """One analysed document of a matter. ``names`` are what others may call it, lower case."""

    id: int
    names: tuple[str, ...]
    blocks: Sequence[Block]
    tree: SectionTree
    references: Sequence[Reference]
    terms: Sequence[Term]


@dataclass(frozen=True)
class Pointer:
    """A reference in another document into the target document. ``labels`` are its sections there.

    ``sure`` is False where the name it uses fits more than one of the other documents.
    """

    document: int
    reference: Reference
    labels: tuple[str, ...]
    sure: bool


@dataclass(frozen=True)
class TermElsewhere:
    """A term that loses its definition and is used in a document that does not define it itself."""

    document: int
    name: str
    uses: tuple[tuple[str, Span], ...]


@dataclass(frozen=True)
class WideImpact:
    """What deleting a section does to its own document (``here``) and to the others of the matter."""

    here: Impact
    dangling: tuple[Pointer, ...]  # references of other documents that lose their target
    moved: tuple[tuple[Pointer, str, str], ...]  # whose target gets another number: old, new
    terms: tuple[TermElsewhere, ...]
    near: tuple[tuple[int, NearDuplicate], ...]  # document, section of it in nearly the same words


def names_of_document(blocks: Sequence[Block], file_name: str = "") -> tuple[str, ...]:
    """What a document calls itself, in its first lines and by "this ...", and its file's name; lower case."""
    names = names_of(blocks, [self_names(block) for block in blocks])
    stem = re.sub(r"[\s_]+", " ", re.sub(r"\.\w{2,5}$", "", file_name)).strip().lower()
    titles = {title for title in names.titles if re.search(r"[a-z\u4e00-\u9fff]", title)}
    return tuple(sorted({*names.own, *titles, *([stem] if stem else [])}))


def pointers_into(documents: Sequence[ReadDocument], target: int) -> list[Pointer]:
    """References of the other documents to sections of document ``target``, by document and place.

    A reference points into it when the instrument it names is one of its names, or the last word of one
    ("the Agreement" for "master services agreement"). Raises KeyError for an unknown document.
    """
    here = _by_id(documents, target)
    resolver = Resolver(here.tree, Doubts((), here.tree))
    found: list[Pointer] = []
    for document in documents:
        if document.id == target:
            continue
        others = [d for d in documents if d.id not in (target, document.id)]
        for reference in document.references:
            if reference.kind != "external" or not _means(reference.instrument, here):
                continue
            labels = _labels_in(reference.text, here, resolver)
            if labels:
                sure = not any(_means(reference.instrument, other) for other in others)
                found.append(Pointer(document.id, reference, labels, sure))
    return found


def impact_over(documents: Sequence[ReadDocument], target: int, section_id: str) -> WideImpact:
    """Impact of deleting a section of document ``target`` over all ``documents``.

    References inside the deleted part do not count. Raises KeyError for an unknown document or section.
    """
    here = _by_id(documents, target)
    impact = impact_of_deletion(here.blocks, here.tree, here.references, here.terms, section_id)
    gone = labels_gone(here.tree, section_id)
    new = renumbered(here.tree, section_id)
    pointers = pointers_into(documents, target)
    dangling = tuple(p for p in pointers if any(is_below(label, gone) for label in p.labels))
    moved = tuple((p, label, new[label]) for p in pointers for label in p.labels if label in new)
    others = [d for d in documents if d.id != target]
    near = [
        (document.id, found)
        for document in others
        for found in near_duplicates(here.tree, section_id, elsewhere=document.tree)
    ]
    near.sort(key=lambda pair: -pair[1].ratio)
    return WideImpact(impact, dangling, moved, _lost_elsewhere(here, others, section_id), tuple(near))


def _by_id(documents: Sequence[ReadDocument], wanted: int) -> ReadDocument:
    return {document.id: document for document in documents}[wanted]


def _means(instrument: str, document: ReadDocument) -> bool:
    """True if ``instrument``, as a reference names it, can be the document."""
    name = " ".join(instrument.lower().strip(' .,“”"《》').split())
    if not name:
        return False
    if name in document.names:
        return True
    tails = (" " + name, name) if re.search(r"[\u4e00-\u9fff]", name) else (" " + name,)
    if name in _GENERIC:
        return any(own.endswith(tails) for own in document.names)
    # "Master Services Agreement dated 1 May" and "Master Services Agreement"
    return any(own not in _GENERIC and len(own) > 6 and name.startswith(own) for own in document.names)


def _labels_in(text: str, document: ReadDocument, resolver: Resolver) -> tuple[str, ...]:
    """Labels of the sections of ``document`` that the words of a reference mean there."""
    if re.search(r"[\u4e00-\u9fff]", text):
        return tuple(dict.fromkeys(section.label for section in document.tree.find(text)))
    labels: list[str] = []
    for phrase in find_phrases(text):
        if phrase.numbers and not phrase.numbers[0].text.startswith("("):
            _, targets = resolver.english(phrase, Block("", text), None)
            labels += [t for t in targets if document.tree.find(t)]
    return tuple(dict.fromkeys(labels))


def _lost_elsewhere(
    here: ReadDocument, others: Sequence[ReadDocument], section_id: str
) -> tuple[TermElsewhere, ...]:
    gone = {section_id, *(s.id for s in here.tree.descendants(section_id))}
    lost = [term.name for term in here.terms if all(_stands_in(here.tree, s, gone) for s in term.sites)]
    if not lost:
        return ()
    finder = TermFinder(lost)
    found: list[TermElsewhere] = []
    for document in others:
        own = {term.name.lower() for term in document.terms}
        uses: dict[str, list[tuple[str, Span]]] = {}
        for block in document.blocks:
            for name, span in finder.find(block.text):
                if name.lower() not in own:
                    uses.setdefault(name, []).append((block.key, span))
        found += [TermElsewhere(document.id, name, tuple(places)) for name, places in uses.items()]
    return tuple(found)


def _stands_in(tree: SectionTree, site: tuple[str, Span], gone: set[str]) -> bool:
    section = tree.at(site[0], site[1].start)
    return section is not None and section.id in gone
