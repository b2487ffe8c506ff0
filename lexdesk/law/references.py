"""Every reference to a section in a document, resolved to its targets or called what it is."""

import re
from collections.abc import Iterator, Sequence

from lexdesk.law.chinese_references import find_chinese
from lexdesk.law.instruments import Instruments
from lexdesk.law.model import Block, FieldSpan, Reference, ReferenceKind, Section
from lexdesk.law.numbers import find_phrases
from lexdesk.law.resolve import Resolver
from lexdesk.law.sections import SectionTree
from lexdesk.text.spans import Span

_ERROR_TEXT = re.compile(r"Error!\s*(?:Reference source not found|Bookmark not defined)\.?")


def find_references(blocks: Sequence[Block], tree: SectionTree) -> list[Reference]:
    """References in document order, none overlapping another. Linear in the length of the text.

    A keyword with its numbers is one reference ("Sections 7(a) and 7(b)"); ranges and lists are
    expanded to the labels that exist. ``kind`` is *relative* when the number is missing or local
    ("this clause", "clause (ii) above"), *external* when another instrument is meant, *dangling* when
    no such section exists (``targets`` then names the missing label), *ambiguous* when several fit.
    A REF field's target is the section of its bookmark, whatever number it shows.
    """
    resolver = Resolver(blocks, tree)
    instruments = Instruments(blocks, tree)
    bookmarks = {name: block.key for block in blocks for name in block.bookmarks}
    found: list[Reference] = []
    for block in blocks:
        if block.key in tree.contents or not block.text.strip():
            continue
        here = [
            *_english(block, tree, resolver, instruments),
            *find_chinese(block, tree, resolver, instruments),
        ]
        here = _with_fields(block, tree, here, bookmarks)
        found.extend(_without_overlaps(sorted(here, key=lambda r: (r.span.start, -r.span.end))))
    return found


def _without_overlaps(references: list[Reference]) -> Iterator[Reference]:
    end = -1
    for reference in references:
        if reference.span.start >= end:
            yield reference
            end = reference.span.end


def _section_id(section: Section | None) -> str | None:
    return section.id if section is not None else None


def _english(
    block: Block, tree: SectionTree, resolver: Resolver, instruments: Instruments
) -> list[Reference]:
    phrases = [p for p in find_phrases(block.text) if not resolver.is_own_mark(block, p.span)]
    named = instruments.of_phrases(block, phrases)
    out: list[Reference] = []
    for phrase, instrument in zip(phrases, named, strict=True):
        place = tree.at(block.key, phrase.span.start)
        text = block.text[phrase.span.start : phrase.span.end]
        stamp = phrase.word == "exhibit" and re.fullmatch(
            r"\d+\.\d+", phrase.numbers[0].text if phrase.numbers else ""
        )
        if stamp and not block.text[: phrase.span.start].strip() and not tree.find(text):
            continue  # the archive's own number of the document
        kind: ReferenceKind = "external"
        targets: tuple[str, ...] = ()
        if instrument is None:
            kind, targets = resolver.english(phrase, block, place)
            if kind == "dangling" and instruments.is_foreign(phrase):
                kind, targets, instrument = "external", (), instruments.last_named
        out.append(_reference(block, phrase.span, text, kind, targets, place, instrument or ""))
    return out


def _reference(
    block: Block,
    span: Span,
    text: str,
    kind: ReferenceKind,
    targets: Sequence[str],
    place: Section | None,
    instrument: str,
) -> Reference:
    return Reference(block.key, span, text, kind, tuple(targets), _section_id(place), instrument)


def _with_fields(
    block: Block, tree: SectionTree, references: list[Reference], bookmarks: dict[str, str]
) -> list[Reference]:
    """References whose number is a field follow the bookmark; fields without a keyword are added."""
    for field in block.fields:
        shown = block.text[field.span.start : field.span.end]
        if not field.target or not (re.search(r"\d|\([a-z]+\)|[IVX]|第", shown) or _ERROR_TEXT.search(shown)):
            continue
        touched = [i for i, r in enumerate(references) if r.span.overlaps(field.span)]
        target_key = bookmarks.get(field.target)
        if target_key is None and not _ERROR_TEXT.search(shown) and not touched:
            continue
        made = _field_reference(block, tree, field, shown, target_key)
        if not touched:
            if made is not None:
                references.append(made)
            continue
        old = references[touched[0]]
        if made is None:
            references[touched[0]] = Reference(**{**vars(old), "auto": True})
        elif len(old.targets) <= 1 or _ERROR_TEXT.search(shown):
            span = Span(min(old.span.start, field.span.start), max(old.span.end, field.span.end))
            references[touched[0]] = Reference(
                block.key,
                span,
                block.text[span.start : span.end],
                made.kind,
                made.targets,
                old.in_section,
                "",
                True,
            )
        else:
            references[touched[0]] = Reference(**{**vars(old), "auto": True})
    return references


def _field_reference(
    block: Block, tree: SectionTree, field: FieldSpan, shown: str, target_key: str | None
) -> Reference | None:
    place = _section_id(tree.at(block.key, field.span.start))
    if target_key is None:
        return Reference(block.key, field.span, shown, "dangling", (shown.strip(),), place, "", True)
    target = tree.of_block(target_key)
    if target is None or not target.label:
        return None
    return Reference(block.key, field.span, shown, "internal", (target.label,), place, "", True)
