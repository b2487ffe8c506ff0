"""What code says in English, said in the language of the window.

Rooms below the window know no languages: their sentences are English, are stored and exported as such, and
stay so for ever. The catalogue (``resources/translations/said.LANGUAGE.toml``) holds each template of these
sentences as the code writes it, with its wording in the language. A sentence is worded only where it can be
read in one way: one template, one way to fill its blanks; else it is shown as it came. Decision 018 says why.

A template's blanks are ``{0}`` (any text), ``{1:n}`` (a number) and ``{2:is|are}`` (one of these words). The
wording names them in any order: ``{0}`` as it stands, ``{0:said}`` worded by this catalogue too,
``{0:and}`` a list, ``{0:reasons}`` reasons, ``{2:甲|乙}`` by which of the template's words it was, and
``{0:NAME}`` by a way handed in.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby, islice
from pathlib import Path

_BLANK = re.compile(r"\{\{|\}\}|\{(\d+)(?::([^{}]*))?\}")
_NUMBER = re.compile(r"\d+(?:,\d{3})*")
_BOUNDARY = re.compile(r"(?<=[.!?:;。！？：；”\")])\s+|\n+")
_BREAK = re.compile(r"(?<=[.!?])[”)\"]*\s+(?=[A-Z“\d])")
_LATIN = re.compile(r"[A-Za-z]{2,}")
_STOPPED = re.compile(r"[。！？：；，…）.!?]”?$")
_MOST_WAYS = 2000
_ENOUGH = 12
_LEAST = 5
_FORMS = (
    (re.compile(r"(?P<said>.*[^.])\.", re.DOTALL), "{said}。"),
    (re.compile(r"\((?P<said>.*)\)", re.DOTALL), "（{said}）"),
    (re.compile(r"(?P<name>[^()]+) \((?P<said>[^()]+)\)", re.DOTALL), "{name}（{said}）"),
)
_IS = re.compile(r"(?P<name>.+?) is (?P<what>.+)", re.DOTALL)
_MARKS = ((": ", "："), (", ", "，"), ("; ", "；"))
_MOST_SENTENCES = 60
_MOST_AT_ONCE = 7
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

    @property
    def alone(self) -> "Template | None":
        """Without the sentence that code puts before it ("{0} To be judged by the lawyer."): the text may
        be read sentence by sentence."""
        if re.match(r"\{0\} [A-Z]", self.english) and self.wording.startswith("{0:said}"):
            return Template(self.english[4:], self.wording[8:], self.phrase)
        return None

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
        if text.count("“", at, end) != text.count("”", at, end):
            continue  # what stands in quotation marks is not ours
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
        pieces = self._pieces(text, self._whole)
        if any(said is None for _piece, said in pieces):
            whole = self._known(text.strip(), self._parts)
            if whole is not None:
                return whole.text
        if all(said is None for _piece, said in pieces):
            return text
        out = ""
        for piece, said in pieces:
            gap = piece[len(piece.rstrip()) :]
            if said is None:
                out += piece
            else:
                stop = "" if _STOPPED.search(said.text) or not gap or "\n" in gap else "。"
                out += said.text + stop + (gap if "\n" in gap else "")
        return out.rstrip() if text == text.rstrip() else out

    def _pieces(self, text: str, shelf: "_Shelf") -> list[tuple[str, _Said | None]]:
        """The text cut into its sentences, each with its wording or None: as much as can be is worded, in as
        many pieces as can be, so that no name in front of a sentence swallows the sentence before it."""
        starts = _starts(text)
        if len(starts) > _MOST_SENTENCES:
            return [(text, None)]
        best: list[tuple[int, int, list[tuple[int, int, _Said | None]]]] = [(0, 0, [])] * len(starts)
        for at in range(len(starts) - 2, -1, -1):
            choices = []
            for to in {*range(at + 1, min(at + _MOST_AT_ONCE, len(starts))), len(starts) - 1}:
                piece = text[starts[at] : starts[to]]
                said = self._known(piece.strip(), shelf)
                if said is None and to > at + 1:
                    continue
                left, count, rest = best[to]
                left += len(piece) if said is None else 0
                choices.append((left, count - 1, [(starts[at], starts[to], said), *rest]))
            best[at] = min(choices, key=lambda one: one[:2])
        return [(text[start:end], said) for start, end, said in self._looser(text, best[0][2], shelf)]

    def _looser(
        self, text: str, pieces: list[tuple[int, int, _Said | None]], shelf: "_Shelf"
    ) -> Iterator[tuple[int, int, _Said | None]]:
        """What is not worded yet, tried again as one stretch: a name may hold a full stop ("A v. B")."""
        for unsaid, group in groupby(pieces, key=lambda one: one[2] is None):
            found = list(group)
            if not unsaid:
                yield from found
                continue
            start, end = found[0][0], found[-1][1]
            stretch = text[start:end].strip()
            said = self._named(stretch) or self._known(stretch, shelf, loose=True)
            if said is None:
                yield from found
            else:
                yield start, end, said

    def _named(self, text: str) -> _Said | None:
        """A sentence behind the name of what it is about: "2009 Act: Only capital letters differ."."""
        for colon in islice(re.finditer(": ", text), 3):
            rest = text[colon.end() :].strip()
            if _quoted(text, colon.start()) or _broken(text[: colon.start()]):
                continue
            said = self._known(rest, self._parts)
            if said is not None:
                return _Said(f"{text[: colon.start()]}：{said.text}", said.fixed)
        return None

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
        known, listed = self._known(bare, self._parts), self._list(bare)
        if known is not None or listed is not None:
            return max((one for one in (known, listed) if one is not None), key=lambda one: one.fixed)
        for mark, sign in _MARKS:
            if bare.startswith(mark):
                rest = self.value(bare[len(mark) :])
                return None if rest is None else _Said(sign + rest.text, rest.fixed + len(mark))
        for article in ("a ", "an "):
            if bare.startswith(article):
                return self.value(bare[len(article) :])
        for form, worded in _FORMS:
            found = form.fullmatch(bare)
            inner = self.value(found["said"]) if found is not None else None
            if found is not None and inner is not None:
                name = found.groupdict().get("name", "")
                return _Said(worded.format(name=name, said=inner.text), inner.fixed)
        return self._all_of(bare)

    def _list(self, bare: str) -> _Said | None:
        """A list of known values."""
        for gap, sign in (("; ", "；"), (", ", "、"), (" and ", "和")):
            parts = bare.split(gap)
            said = [one for one in map(self.value, parts) if one is not None] if len(parts) > 1 else []
            if said and len(said) == len(parts) and "" not in parts:
                return _Said(sign.join(one.text for one in said), sum(one.fixed for one in said))
        return None

    def _all_of(self, text: str) -> _Said | None:
        """Several sentences, each of them known; else None."""
        pieces = self._pieces(text, self._parts)
        found = [said for _piece, said in pieces if said is not None]
        if len(found) < len(pieces):
            return None
        said = [one.text if _STOPPED.search(one.text) else f"{one.text}。" for one in found[:-1]]
        return _Said("".join([*said, found[-1].text]), sum(one.fixed for one in found))

    def _known(self, text: str, shelf: "_Shelf", loose: bool = False) -> _Said | None:
        """The wording of a text that is one sentence or phrase, read in the one way there is. What is short
        says little by itself: it counts only where all its values are known. No value holds the end of a
        sentence, unless ``loose``."""
        best: tuple[int, int, int] | None = None
        found: set[str] = set()
        for template in shelf.fitting(text):
            if template.literal < _LEAST and len(template.pieces) > 2:
                continue
            for values in template.ways(text):
                worded, unsaid, fixed, broken = self._worded(template, values)
                if template.phrase and text.endswith(".") and not template.tail.endswith("."):
                    continue  # the full stop ends the sentence that the phrase makes up
                if (broken and not loose) or (unsaid and template.literal < _ENOUGH):
                    continue
                rank = (unsaid, -fixed, len(values))
                if best is None or rank < best:
                    best, found = rank, {worded}
                elif rank == best:
                    found.add(worded)
        if best is None and text.endswith(".") and shelf is self._parts:
            phrase = self._known(text[:-1], shelf, loose)
            return None if phrase is None else _Said(f"{phrase.text}。", phrase.fixed)
        return _Said(found.pop(), -best[1]) if best is not None and len(found) == 1 else None

    def _worded(self, template: Template, values: Mapping[int, str]) -> tuple[str, int, int, bool]:
        """The wording filled in, how many values that ought to be worded are not known, how much of the text
        the catalogue explains, and whether a value that stays as it is holds the end of a sentence."""
        blanks = {piece.at: piece for piece in template.pieces if isinstance(piece, Blank)}
        fixed = template.literal + sum(len(values[at]) for at, blank in blanks.items() if blank.choices)
        out, unsaid, broken = "", 0, False
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
            elif piece.form == "reasons":
                said = self._reasons(value)
            elif piece.form in self.ways:
                said = self.ways[piece.form](value)
            if said is None:
                said, unsaid = value.strip(), unsaid + 1
            broken = broken or (said.strip() == value.strip() and _broken(value))
            out += said
        return out, unsaid, fixed, broken

    def _reasons(self, text: str) -> str | None:
        """Reasons that code joined: "Mail is a client's fact; 2009 Act is superseded"."""
        found = []
        for one in text.split("; "):
            said = self.value(one)
            is_ = _IS.fullmatch(one)
            what = self.value(is_["what"]) if said is None and is_ is not None else None
            if said is None and (is_ is None or what is None):
                return None
            found.append(said.text if said is not None else f"{is_['name']} 是{what.text}")  # type: ignore
        return "；".join(found)

    def _listed(self, text: str) -> str:
        """A list that code joined: "14.2, 15.1(c) and 3"."""
        head, gap, last = text.rpartition(" and ")
        items = [*head.split(", "), last] if gap else text.split(", ")
        return "、".join(self.words.get(one, one) for one in items)


def _starts(text: str) -> list[int]:
    """Where its sentences begin, and where the last one ends."""
    gaps = (gap for gap in _BOUNDARY.finditer(text) if gap.end() < len(text))
    return [0, *(gap.end() for gap in gaps if not _quoted(text, gap.start())), len(text)]


def _broken(value: str) -> bool:
    """Whether a sentence seems to end within it."""
    return any(not _quoted(value, end.start()) for end in _BREAK.finditer(value))


def _quoted(text: str, at: int) -> bool:
    return text.count("“", 0, at) > text.count("”", 0, at)


class _Shelf:
    """Templates by how they begin, so that few are tried for a text."""

    def __init__(self, sentences: Mapping[str, str], phrases: Mapping[str, str] | None = None) -> None:
        self._by_head: dict[str, list[Template]] = {}
        templates = [Template(english, wording) for english, wording in sentences.items()]
        templates += [Template(english, wording, phrase=True) for english, wording in (phrases or {}).items()]
        templates += [alone for one in templates if (alone := one.alone) is not None]
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
