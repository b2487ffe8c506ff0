"""Every reference to a section in a document, resolved to its targets or called what it is."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from lexdesk.law.chinese_references import find_chinese
from lexdesk.law.doubts import Doubts, is_cut_off, names_its_own_place
from lexdesk.law.headings import heading_line
from lexdesk.law.instruments import Cited, Instruments
from lexdesk.law.model import Block, FieldSpan, Reference, ReferenceKind, Section
from lexdesk.law.numbers import ATTACH_WORDS, Phrase
from lexdesk.law.resolve import Resolver
from lexdesk.law.sections import SectionTree
from lexdesk.text.spans import Span

NOT_IN_THIS_FILE = "attachment not in this file"
_ERROR_TEXT = re.compile(r"Error!\s*(?:Reference source not found|Bookmark not defined)\.?")


def find_references(blocks: Sequence[Block], tree: SectionTree) -> list[Reference]:
    """References in document order, none overlapping another. Linear in the length of the text.

    A keyword with its numbers is one reference ("Sections 7(a) and 7(b)"); ranges and lists are
    expanded to the labels that exist. ``kind`` is *relative* when the number is missing or local
    ("this clause", "clause (ii) above"), *external* when another instrument is meant, *dangling* when
    no such section exists (``targets`` then names the missing label), *ambiguous* when several fit or
    when the text is too damaged to say that the section is missing (see ``doubts``). An exhibit of a
    document to which nothing is attached in the file is external, its instrument ``NOT_IN_THIS_FILE``.
    A REF field's target is the section of its bookmark, whatever number it shows.
    """
    return list(ReferenceReading([Cited(block) for block in blocks], tree).references)


@dataclass(frozen=True)
class _Read:
    """The references of one paragraph and what finding them depended on."""

    cited: Cited
    named_before: str  # the other instrument named last when the paragraph begins
    named_after: str
    asked: tuple[tuple[tuple[str, str], bool], ...]  # what was looked for in other paragraphs
    references: tuple[Reference, ...]


class ReferenceReading:
    """The references of a document, in order. With ``before``, the reading of an earlier state, paragraphs
    are read again only where something they depend on differs; the result is that of a reading without.

    ``cited`` are the paragraphs in order; unchanged ones must be the same objects as in ``before``.
    """

    def __init__(
        self, cited: Sequence[Cited], tree: SectionTree, before: "ReferenceReading | None" = None
    ) -> None:
        self._tree = tree
        self._resolver = Resolver(tree, Doubts(cited, tree))
        self._instruments = Instruments(cited, tree)
        self._bookmarks = {name: one.block.key for one in cited for name in one.block.bookmarks}
        self._read: dict[str, _Read] = {}
        known: dict[str, _Read] = {}
        touched: set[str] = set()
        if before is not None and self._judges_like(before):
            known = before._read
            for one in cited:
                old = known.get(one.block.key)
                if old is not None and old.cited is not one:
                    touched |= tree.holding(one.block.key)
        for one in cited:
            if one.block.key in tree.contents or not one.block.text.strip():
                continue
            old = known.get(one.block.key)
            if old is not None and old.cited is one and self._holds(old, touched):
                self._read[one.block.key] = old
                self._instruments.last_named = old.named_after
            else:
                self._read[one.block.key] = self._of_block(one)
        self.references: tuple[Reference, ...] = tuple(
            reference for read in self._read.values() for reference in read.references
        )

    def _judges_like(self, before: "ReferenceReading") -> bool:
        return (
            self._tree.same_outline(before._tree)
            and self._bookmarks == before._bookmarks
            and self._instruments.judges_like(before._instruments)
        )

    def _holds(self, old: _Read, touched: set[str]) -> bool:
        """True if the paragraph would be read as before."""
        if old.named_before != self._instruments.last_named:
            return False
        return all(
            self._resolver.answer(section_id, item) == answer
            for (section_id, item), answer in old.asked
            if not section_id or section_id in touched
        )

    def _of_block(self, one: Cited) -> _Read:
        before = self._instruments.last_named
        self._resolver.asked = {}
        block = one.block
        here = [
            *_english(one, self._tree, self._resolver, self._instruments),
            *find_chinese(block, self._tree, self._resolver, self._instruments),
        ]
        here = _with_fields(block, self._tree, here, self._bookmarks)
        ordered = sorted(here, key=lambda r: (r.span.start, -r.span.end))
        return _Read(
            one,
            before,
            self._instruments.last_named,
            tuple(self._resolver.asked.items()),
            tuple(_without_overlaps(ordered)),
        )


def _without_overlaps(references: list[Reference]) -> Iterator[Reference]:
    end = -1
    for reference in references:
        if reference.span.start >= end:
            yield reference
            end = reference.span.end


def _section_id(section: Section | None) -> str | None:
    return section.id if section is not None else None


def _english(
    cited: Cited, tree: SectionTree, resolver: Resolver, instruments: Instruments
) -> list[Reference]:
    block = cited.block
    phrases = [p for p in cited.phrases if not resolver.is_own_mark(block, p.span)]
    named = instruments.of_phrases(cited, phrases)
    out: list[Reference] = []
    for at, (phrase, instrument) in enumerate(zip(phrases, named, strict=True)):
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
                kind, targets, instrument = "external", (), instruments.meant_by(phrase, named[:at])
            elif kind == "dangling" and _is_doubtful(phrase, block, targets, resolver):
                kind = "ambiguous"
            elif kind == "dangling" and phrase.word in ATTACH_WORDS and not tree.attachments:
                kind, targets, instrument = "external", (), NOT_IN_THIS_FILE
        made = _reference(block, phrase.span, text, kind, targets, place, instrument or "")
        out.append(_with_heading(made, phrase, tree))
    return out


def _with_heading(reference: Reference, phrase: Phrase, tree: SectionTree) -> Reference:
    """Notes the heading said behind the number ("Section 7.4 (Exceptions)"), the first that is another's."""
    said = ""
    for number, heading in zip(phrase.numbers, phrase.headings, strict=False):
        if not re.match(r"[A-Z\u4e00-\u9fff]", heading) or not heading_line(heading):
            continue
        said = said or heading
        wanted = [label for label in reference.targets if label.split(" ")[-1] == number.text]
        found = [s for label in wanted for s in tree.find(label) if s.heading]
        if found and not any(_alike(heading, s.heading) for s in found):
            return replace(reference, heading_said=heading, heading_differs=True)
    return replace(reference, heading_said=said) if said else reference


def _alike(one: str, other: str) -> bool:
    a, b = (" ".join(re.findall(r"\w+", h.lower().replace("&", "and"))) for h in (one, other))
    return a in b or b in a


def _is_doubtful(phrase: Phrase, block: Block, targets: Sequence[str], resolver: Resolver) -> bool:
    """True if no label of ``targets`` is missing beyond doubt (see ``doubts``)."""
    if names_its_own_place(phrase) or is_cut_off(block.text, phrase.head_end):
        return True
    return all(resolver.may_be_there(label) for label in targets if not resolver.tree.find(label))


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
