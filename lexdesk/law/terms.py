"""Defined terms: where each is defined, where it is used, and capitalised words that no one defined."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from lexdesk.law.definitions import definition_sites, has_chinese, table_sites
from lexdesk.law.everyday import is_everyday
from lexdesk.law.model import Block, Term
from lexdesk.law.sections import SectionTree
from lexdesk.text.spans import Span

_WORD = re.compile(r"[^\W\u4e00-\u9fff]+")


@dataclass(frozen=True)
class Undefined:
    """A capitalised expression used like a term that no one defined, with its places."""

    name: str
    places: tuple[tuple[str, Span], ...]
    variant_of: str = ""  # the defined term it nearly is ("Buyers Group" for "Buyer Group")


def find_terms(blocks: Sequence[Block], tree: SectionTree) -> list[Term]:
    """Defined terms in the order of their first definition.

    A site is the span of the quoted term with its quotes (or of the bold term without). Uses are
    whole words in the case of the term (plural and possessive allowed; substrings in Chinese),
    outside the sites, the longest term winning at each place. Linear in the length of the text.
    """
    return list(TermReading(blocks, tree.contents).terms)


@dataclass(frozen=True)
class _Read:
    """What one paragraph defines, and where it uses terms (``taken``: the spans of all its sites)."""

    block: Block
    counted: bool  # False for a line of a table of contents, which defines nothing
    sites: tuple[tuple[str, Span], ...]
    taken: tuple[Span, ...] = ()
    uses: tuple[tuple[str, Span], ...] = ()


class TermReading:
    """The terms of a document. With ``before``, the reading of an earlier state, paragraphs are read again
    only if they are other objects or hold words of a term that came or went; the result is the same.
    """

    def __init__(
        self, blocks: Sequence[Block], contents: frozenset[str], before: "TermReading | None" = None
    ) -> None:
        known: dict[str, _Read] = before._read if before is not None else {}
        self._read: dict[str, _Read] = {}
        sites: dict[str, list[tuple[str, Span]]] = {}
        taken: dict[str, list[Span]] = {}
        for block in blocks:
            old = known.get(block.key)
            counted = block.key not in contents
            if old is None or old.block is not block or old.counted != counted:
                found = tuple(dict.fromkeys(definition_sites(block))) if counted else ()
                old = _Read(block, counted, found)
            self._read[block.key] = old
            for name, span in old.sites:
                sites.setdefault(name, []).append((block.key, span))
                taken.setdefault(block.key, []).append(span)
        for name, key, span in table_sites(blocks):
            sites.setdefault(name, []).append((key, span))
            taken.setdefault(key, []).append(span)
        self._names = frozenset(sites)
        same = before is not None and before._names == self._names
        self._finder: TermFinder = before._finder if before is not None and same else TermFinder(list(sites))
        came_or_went = re.compile("(?!)")
        if before is not None and not same:
            came_or_went = _first_words(self._names ^ before._names)
        uses: dict[str, list[tuple[str, Span]]] = {}
        for block in blocks:
            read = self._read[block.key]
            own = tuple(taken.get(block.key, ()))
            if read is not known.get(block.key) or read.taken != own or came_or_went.search(block.text):
                found = tuple(
                    use for use in self._finder.find(block.text) if not any(use[1].overlaps(s) for s in own)
                )
                read = self._read[block.key] = replace(read, taken=own, uses=found)
            for name, span in read.uses:
                uses.setdefault(name, []).append((block.key, span))
        self.terms: tuple[Term, ...] = tuple(
            Term(name, tuple(places), tuple(uses.get(name, ()))) for name, places in sites.items()
        )


def _first_words(names: Iterable[str]) -> re.Pattern[str]:
    """Pattern of the words without which none of these terms can be used, in any form of theirs."""
    words = set()
    for name in names:
        first = _WORD.match(name)
        # "Party" is also used as "Parties": what both begin with
        words.add(name if has_chinese(name) else first[0][: max(1, len(first[0]) - 1)] if first else name)
    return re.compile("|".join(map(re.escape, sorted(words))))


class TermFinder:
    """Finds the places of many terms in one pass: words are looked up by the term's first word."""

    def __init__(self, names: Sequence[str]) -> None:
        self._by_word: dict[str, list[tuple[str, re.Pattern[str]]]] = {}
        chinese: list[str] = []
        for name in sorted(names, key=lambda n: (-len(n), n)):
            if has_chinese(name):
                chinese.append(name)
                continue
            base = re.sub(r"\((?:s|es|ies)\)$", "", name)
            first = _WORD.search(base)
            if first is None or first.start():
                continue
            pattern = re.compile(rf"{_spelled(base)}(?!\w)")
            keys = {first[0]}
            if first.end() == len(base):
                keys |= {base + "s", base + "es", *([base[:-1] + "ies"] if base.endswith("y") else [])}
            for key in keys:
                self._by_word.setdefault(key, []).append((name, pattern))
        initials = "".join(sorted({key[0] for key in self._by_word}))
        self._words = re.compile(
            rf"(?<![^\W\u4e00-\u9fff])[{re.escape(initials)}][^\W\u4e00-\u9fff]*" if initials else "(?!)"
        )
        self._chinese = re.compile("|".join(map(re.escape, chinese))) if chinese else None

    def find(self, text: str) -> Iterator[tuple[str, Span]]:
        """Places of terms, the longest at each place, none overlapping another of its script."""
        end = 0
        for word in self._words.finditer(text):
            start = word.start()
            if start < end or text[start - 1 : start] == "-":
                continue
            for name, pattern in self._by_word.get(word[0], ()):
                m = pattern.match(text, start)
                if m is not None:
                    end = m.end()
                    yield name, Span(start, end)
                    break
        if self._chinese is not None:
            for m in self._chinese.finditer(text):
                yield m[0], Span(*m.span())


def _spelled(base: str) -> str:
    """Pattern of a term: any blanks between words, either apostrophe, the plural of its last word."""
    body = r"\s+".join(re.sub("['’]", "['’]", re.escape(word)) for word in base.split())
    return f"{body[:-1]}(?:y|ies)" if base.endswith("y") else f"{body}(?:es|s)?"


# -- undefined --------------------------------------------------------------------------------------

_CAPITALISED = re.compile(r"(?<![\w“\"‘'-])[A-Z][a-z]+(?:[’'][a-z]+)?(?:\s+(?:of\s+)?[A-Z][a-z]+)+")


def undefined_terms(blocks: Sequence[Block], tree: SectionTree, terms: Sequence[Term]) -> list[Undefined]:
    """Capitalised expressions of two words or more that are used in running text and defined nowhere.

    Headings, names of instruments and organisations, places, and everyday capitals are left out; an
    expression that is a defined term but for its plural or one word is a ``variant_of`` it.
    """
    known = {term.name.lower() for term in terms}
    defined = TermFinder([t.name for t in terms])
    headings = {s.heading.lower() for s in tree.sections if s.heading}
    places: dict[str, list[tuple[str, Span]]] = {}
    for block in blocks:
        if block.key in tree.contents or block.heading_level is not None:
            continue
        taken = [span for _, span in defined.find(block.text)]
        for m in _CAPITALISED.finditer(block.text):
            span = Span(m.start(), m.end())
            name = m[0]
            first = block.text[: m.start()].rstrip()[-1:] in ("", ".", ":", ";", "?")
            words = name.split()
            if first and words[0].lower() in _STARTERS:
                span = Span(m.start() + len(words[0]) + 1, m.end())
                name = block.text[span.start : span.end].strip()
                words = name.split()
            if len(words) < 2 or name.lower() in known or name.lower() in headings:
                continue
            if is_everyday(name, block.text, span) and _variant(name, known) == "":
                continue
            if any(t.start <= span.start and span.end <= t.end for t in taken):
                continue
            if any(t.overlaps(span) for t in taken) and _variant(name, known) == "":
                continue
            places.setdefault(name, []).append((block.key, span))
    by_low = {term.name.lower(): term.name for term in terms}
    return [
        Undefined(name, tuple(found), by_low.get(_variant(name, known), "")) for name, found in places.items()
    ]


_OPENERS = """
the a an each any all such this these that no every if where when upon subject in on for
by
"""
_STARTERS = frozenset(_OPENERS.split())


def _variant(name: str, known: set[str]) -> str:
    stems = [w.rstrip("s") for w in name.lower().replace("’s", "").replace("'s", "").split()]
    for term in known:
        if [w.rstrip("s") for w in term.replace("’s", "").replace("'s", "").split()] == stems:
            return term
    return ""
