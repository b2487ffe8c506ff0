"""What code says in English, said in the language of the window.

Rooms below the window know no languages: their sentences are English, are stored and exported as such, and
stay so for ever. The catalogue (``resources/translations/said.LANGUAGE.toml``) holds each template of these
sentences as the code writes it, with its wording in the language. A sentence is worded only where it can be
read in one way: one template, one way to fill its blanks; else it is shown as it came. Decision 018 says why.

A template's blanks are ``{0}`` (any text), ``{1:n}`` (a number) and ``{2:is|are}`` (one of these words). The
wording names them in any order: ``{0}`` as it stands, ``{0:said}`` worded by this catalogue too,
``{0:and}`` a list, ``{2:甲|乙}`` by which of the template's words it was, ``{0:NAME}`` by a way handed in.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

_BLANK = re.compile(r"\{\{|\}\}|\{(\d+)(?::([^{}]*))?\}")
_NUMBER = re.compile(r"\d+(?:,\d{3})*")
_BOUNDARY = re.compile(r"(?<=[.!?:;。！？：；”\")])\s+|\n+")
_LATIN = re.compile(r"[A-Za-z]{2,}")
_CJK_END = re.compile(r"[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]$")
_MOST_WAYS = 2000
_ENOUGH = 15
_LEAST = 6
_MARKS = ((": ", "："), (", ", "，"), ("; ", "；"))
_MOST_SENTENCES = 16
_LONGEST = 6000

Way = Callable[[str], str | None]
"""Words one value; None where it knows no word for it."""


@dataclass(frozen=True)
class Blank:
    """A place to be filled: ``form`` is "" (any text), "n" (a number) or words with | between them."""

    at: int
    form: str

    @property
    def choices(self) -> tuple[str, ...]:
        """The words it may hold, none for free text."""
        return tuple(self.form.split("|")) if "|" in self.form else ()


Piece = str | Blank


def pieces_of(template: str) -> tuple[Piece, ...]:
    """The literal text and blanks of a template or a wording."""
    found: list[Piece] = []
    literal, at = "", 0
    for mark in _BLANK.finditer(template):
        literal += template[at : mark.start()]
        at = mark.end()
        if mark.group(1) is None:
            literal += mark.group()[0]
            continue
        if literal:
            found.append(literal)
            literal = ""
        found.append(Blank(int(mark.group(1)), mark.group(2) or ""))
    literal += template[at:]
    return (*found, literal) if literal else tuple(found)


@dataclass(frozen=True)
class Template:
    """A sentence of code and its wording."""

    english: str
    wording: str
    phrase: bool = False

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The English one in pieces."""
        return pieces_of(self.english.strip())

    @cached_property
    def worded(self) -> tuple[Piece, ...]:
        """The wording in pieces."""
        return pieces_of(self.wording.strip())

    @cached_property
    def head(self) -> str:
        """The literal text it begins with."""
        return self.pieces[0] if self.pieces and isinstance(self.pieces[0], str) else ""

    @cached_property
    def tail(self) -> str:
        """The literal text it ends with."""
        return self.pieces[-1] if self.pieces and isinstance(self.pieces[-1], str) else ""

    @cached_property
    def literal(self) -> int:
        """How many characters of it are fixed."""
        return sum(len(piece) for piece in self.pieces if isinstance(piece, str))

    def ways(self, text: str) -> Iterator[dict[int, str]]:
        """Every way to fill its blanks so that it reads ``text``, at most ``_MOST_WAYS``."""
        for count, values in enumerate(_fill(self.pieces, text, 0, {}), 1):
            yield values
            if count == _MOST_WAYS:
                return


def _fill(pieces: tuple[Piece, ...], text: str, at: int, values: dict[int, str]) -> Iterator[dict[int, str]]:
    if not pieces:
        if at == len(text):
            yield dict(values)
        return
    piece, rest = pieces[0], pieces[1:]
    if isinstance(piece, str):
        if text.startswith(piece, at):
            yield from _fill(rest, text, at + len(piece), values)
        return
    for end in _ends(piece, rest, text, at):
        values[piece.at] = text[at:end]
        yield from _fill(rest, text, end, values)
    values.pop(piece.at, None)


def _ends(blank: Blank, rest: tuple[Piece, ...], text: str, at: int) -> Iterator[int]:
    """Where the value of a blank that begins at ``at`` may end."""
    if blank.form == "n":
        number = _NUMBER.match(text, at)
        if number is not None:
            yield number.end()
    elif blank.choices:
        yield from (at + len(one) for one in blank.choices if text.startswith(one, at))
    elif not rest:
        yield len(text)
    elif isinstance(rest[0], str):
        literal = rest[0]
        end = text.find(literal, at)
        while end >= 0:
            yield end
            end = text.find(literal, end + 1)
    else:
        yield from (end for end in range(at, len(text) + 1) if end == at or not _in_a_word(text, end))


def _in_a_word(text: str, at: int) -> bool:
    return 0 < at < len(text) and text[at - 1].isalnum() and text[at].isalnum()


@dataclass(frozen=True)
class _Said:
    """A wording, and how many characters of the English the catalogue explains."""

    text: str
    fixed: int


@dataclass
class Catalogue:
    """The templates of one language. ``ways`` word single values (a state, a title) by a name of theirs."""

    sentences: Mapping[str, str]
    phrases: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    ways: Mapping[str, Way] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._whole = _Shelf(self.sentences)
        self._parts = _Shelf(self.sentences, self.phrases)
        self._said: dict[str, str] = {}
        self._values: dict[str, str | None] = {}

    def say(self, text: str) -> str:
        """The text in this language: as a whole, else line by line and sentence by sentence; what is no
        sentence of the catalogue, or could be read in several ways, stays as it is."""
        if not _LATIN.search(text) or len(text) > _LONGEST:
            return text
        if text not in self._said:
            self._said[text] = self._say(text)
        return self._said[text]

    def _say(self, text: str) -> str:
        whole = self._all_of(text, self._whole) or self._known(text.strip(), self._parts)
        if whole is not None:
            return whole.text
        starts, out, at = _starts(text), "", 0
        while at < len(starts) - 1:
            for to in range(len(starts) - 1, at, -1):
                piece = text[starts[at] : starts[to]]
                said = self._known(piece.strip(), self._whole)
                if said is not None:
                    break
            else:
                to, piece, said = at + 1, text[starts[at] : starts[at + 1]], None
            gap = piece[len(piece.rstrip()) :]
            if said is None:
                out += piece
            else:
                out += said.text + ("" if _CJK_END.search(said.text) and "\n" not in gap else gap)
            at = to
        return out.rstrip() if out != text else text

    def value(self, text: str) -> _Said | None:
        """A part of a sentence that code wrote: a phrase, a word, or a list of them; None if unknown."""
        bare = text.strip()
        if not bare or not _LATIN.search(bare):
            return _Said(bare, 0)
        if bare not in self._values:
            self._values[bare] = self._value(bare)
        return self._values[bare]

    def _value(self, bare: str) -> _Said | None:
        if bare in self.words:
            return _Said(self.words[bare], len(bare))
        known = self._known(bare, self._parts)
        if known is not None:
            return known
        for mark, sign in _MARKS:
            if bare.startswith(mark):
                rest = self.value(bare[len(mark) :])
                return None if rest is None else _Said(sign + rest.text, rest.fixed + len(mark))
        if bare.startswith("(") and bare.endswith(")"):
            inner = self.value(bare[1:-1])
            return None if inner is None else _Said(f"（{inner.text}）", inner.fixed + 2)
        for gap, sign in (("; ", "；"), (", ", "、"), (" and ", "和")):
            if gap in bare:
                said = [one for one in map(self.value, bare.split(gap)) if one is not None]
                if len(said) == len(bare.split(gap)):
                    return _Said(sign.join(one.text for one in said), sum(one.fixed for one in said))
        return self._all_of(bare, self._parts)

    def _all_of(self, text: str, shelf: "_Shelf") -> _Said | None:
        """Several sentences, as many as can be, each of them known and on one line; else None. A name in
        front of a sentence must not swallow the sentence before it."""
        starts = _starts(text)
        if len(starts) < 3 or len(starts) > _MOST_SENTENCES or "\n" in text:
            return None
        best: list[list[_Said] | None] = [None] * len(starts)
        best[-1] = []
        for at in range(len(starts) - 2, -1, -1):
            for to in range(at + 1, len(starts)):
                rest = best[to]
                if rest is None or (at, to) == (0, len(starts) - 1):
                    continue
                said = self._known(text[starts[at] : starts[to]].strip(), shelf)
                if said is not None and (best[at] is None or len(rest) + 1 > len(best[at] or ())):
                    best[at] = [said, *rest]
        found = best[0]
        return _Said("".join(one.text for one in found), sum(one.fixed for one in found)) if found else None

    def _known(self, text: str, shelf: "_Shelf") -> _Said | None:
        """The wording of a text that is one sentence or phrase, read in the one way there is. What is short
        says little by itself: it counts only where all its values are known."""
        best: tuple[int, int, int] | None = None
        found: set[str] = set()
        for template in shelf.fitting(text):
            if template.literal < _LEAST and len(template.pieces) > 2:
                continue
            for values in template.ways(text):
                worded, unsaid, fixed = self._worded(template, values)
                if unsaid and (template.phrase or fixed < _ENOUGH):
                    continue
                rank = (unsaid, -fixed, len(values))
                if best is None or rank < best:
                    best, found = rank, {worded}
                elif rank == best:
                    found.add(worded)
        return _Said(found.pop(), -best[1]) if best is not None and len(found) == 1 else None

    def _worded(self, template: Template, values: Mapping[int, str]) -> tuple[str, int, int]:
        """The wording filled in, how many values that ought to be worded are not known, and how much of the
        text the catalogue explains."""
        blanks = {piece.at: piece for piece in template.pieces if isinstance(piece, Blank)}
        fixed = template.literal + sum(len(values[at]) for at, blank in blanks.items() if blank.choices)
        out, unsaid = "", 0
        for piece in template.worded:
            if isinstance(piece, str):
                out += piece
                continue
            value = values[piece.at]
            said: str | None = value
            if piece.choices:
                choices = blanks[piece.at].choices
                said = piece.choices[choices.index(value)]
            elif piece.form == "said":
                known = self.value(value)
                said = None if known is None else known.text
                fixed += 0 if known is None else known.fixed
            elif piece.form == "and":
                said = self._listed(value)
            elif piece.form in self.ways:
                said = self.ways[piece.form](value)
            if said is None:
                said, unsaid = value.strip(), unsaid + 1
            out += said
        return out, unsaid, fixed

    def _listed(self, text: str) -> str:
        """A list that code joined: "14.2, 15.1(c) and 3"."""
        head, gap, last = text.rpartition(" and ")
        items = [*head.split(", "), last] if gap else text.split(", ")
        return "、".join(self.words.get(one, one) for one in items)


def _starts(text: str) -> list[int]:
    """Where its sentences begin, and where the last one ends."""
    return [0, *(gap.end() for gap in _BOUNDARY.finditer(text) if gap.end() < len(text)), len(text)]


class _Shelf:
    """Templates by how they begin, so that few are tried for a text."""

    def __init__(self, sentences: Mapping[str, str], phrases: Mapping[str, str] | None = None) -> None:
        self._by_head: dict[str, list[Template]] = {}
        templates = [Template(english, wording) for english, wording in sentences.items()]
        templates += [Template(english, wording, phrase=True) for english, wording in (phrases or {}).items()]
        for template in templates:
            self._by_head.setdefault(template.head[:3], []).append(template)

    def fitting(self, text: str) -> Iterator[Template]:
        """Those whose beginning and end are those of the text."""
        for length in range(min(3, len(text)), -1, -1):
            for template in self._by_head.get(text[:length], ()):
                if text.startswith(template.head) and text.endswith(template.tail):
                    yield template


def load_catalogue(file: Path, ways: Mapping[str, Way]) -> Catalogue:
    """The catalogue of a file: tables by module, and ``phrases``, ``words`` and ``former`` (sentences that
    earlier versions wrote and matters hold)."""
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    phrases, words = tables.pop("phrases", {}), tables.pop("words", {})
    sentences = {english: said for table in tables.values() for english, said in table.items()}
    return Catalogue(sentences, phrases, words, ways)
