"""What was typed, taken apart: the things asked for, each in all the forms it may have in a text."""

import re
from dataclasses import dataclass, replace

import numpy as np

from lexdesk.evidence.search.answers import MEASURES, Wanted, wanted
from lexdesk.evidence.search.concepts import Form, concepts
from lexdesk.evidence.search.meaning import meaning
from lexdesk.evidence.search.terms import pairs, rejoined, terms
from lexdesk.text.normalise import normalised
from lexdesk.text.searchable import searchable
from lexdesk.text.stems import stem

#: What another word for the same thing weighs against the word itself.
OTHER_WORD = 0.5
#: What a general word, or a word of a phrase that counts as a whole, weighs in the ranking.
PART_SHARE = 0.5

_NO_WORDS_LIST = """
    a an and any are as at be by can did do does for from has have how if in into is it its may of on or
    our shall so such than that the their there these this those to was we were what when where which
    who whom whose why will with would you your about s t
"""
_NO_WORDS = frozenset(_NO_WORDS_LIST.split())
# words about the question or the document, not about what is asked
_FRAME_LIST = """
    consider document agreement mention state indicate specify clause include contain provide say tell
    find whether some certain circumstances contract describe require allow permit under between
"""
_FRAME = frozenset(_FRAME_LIST.split())
# they may help to find a place, but their absence says nothing
_GENERAL_LIST = """
    one two side other another else each either both much many long short use used using take give given
    get make put call keep happen happens follow go come over off up out down away before after while
    during first next again still also only just even ever per number way thing things line kind type
    anything something someone themselves whichever same different new apply applies receive party
    parties runs shortly must need needs rather itself by
"""
_GENERAL = frozenset(_GENERAL_LIST.split())
_ASKING = re.compile(
    r"什么时候|什么|怎么样|怎么|怎样|多少|是否|如何|哪些|哪个|哪里|哪|谁|为何|为什么|吗|呢|能否|可否|可不可以|有没有|"
    r"请问|应该|规定|条款|本合同|本协议|的|了|在|由|对|和|与|及|或|之|于"
)
CJK = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+")
# "Consider the Non-Disclosure Agreement between A and B; does ...": the first half names a document.
_NAMING = re.compile(
    r"\A\s*(?:consider|in|under|regarding|concerning|as to|with respect to)\b[^;:?]{3,200}[;:]", re.I
)
_QUESTION = re.compile(
    r"[?？]|\A\W*(?:who|what|when|where|which|why|how|is|are|does|do|did|can|may|must|shall|will|for how|"
    r"by when|under what|in what|if)\b|吗|什么|多少|是否|如何|怎|哪|谁",
    re.IGNORECASE,
)
_CAPITAL = re.compile(r"\b[A-Z][\w&.-]+")
_TITLE = re.compile(r"《([^《》]{2,60})》")
_WHETHER = re.compile(
    r"\A\W*(?:(?:is|are|was|were|does|do|did|can|may|must|shall|will|has|have|should|could|would)\b|"
    r"if\b[^?]*,\s*(?:is|are|does|do|can|may|must)\b)|是否|吗|能否|可否|有没有|可不可以",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Unit:
    """One thing asked for. ``forms``: how it may stand in a text, each with its weight. ``words``: as typed.
    ``tells`` is what its absence weighs (0: nothing). ``share`` is what it weighs in the ranking."""

    said: str
    forms: dict[Form, float]
    words: tuple[str, ...]
    tells: float
    share: float = 1.0


@dataclass(frozen=True)
class Question:
    """``units`` in order; ``names``: stems that may name a document; ``asks``: true for a question rather
    than a few words to look up; ``whether``: true for one that is answered by yes or no;
    ``wanted``: the kind of thing asked for."""

    text: str
    units: tuple[Unit, ...]
    names: frozenset[str]
    asks: bool
    whether: bool
    wanted: Wanted

    def with_units(self, units: tuple[Unit, ...]) -> "Question":
        """The same question for other units."""
        return replace(self, units=units)


def read_question(text: str) -> Question:
    """Take apart what was typed. Nothing in it is ever query syntax."""
    text = normalised(rejoined(text))
    naming = _NAMING.match(text)
    asked = text[naming.end() :] if naming else text
    units = [*_words(asked)]
    for run in CJK.findall(_ASKING.sub(" ", searchable(asked))):
        units += _signs(run)
    asks_for = wanted(asked)
    if asks_for.kind == "units":  # that days are spoken of somewhere says nothing on the matter
        units = [replace(unit, tells=0.0) if unit.said in MEASURES else unit for unit in units]
    return Question(
        text,
        tuple({unit.said: unit for unit in reversed(units)}.values())[::-1],
        _names(naming.group() if naming else text[1:]),
        bool(_QUESTION.search(asked)) or len(units) > 6,
        bool(_WHETHER.search(asked)),
        asks_for,
    )


def _names(text: str) -> frozenset[str]:
    """Stems of what may be a name: words with a capital, what stands between Chinese title marks."""
    named = [*_CAPITAL.findall(text), *_TITLE.findall(text)]
    return frozenset(term for word in named for term, plain in terms(word) if plain not in _NO_WORDS)


def _words(asked: str) -> list[Unit]:
    """Units of what is no CJK: phrases of the table of concepts, also with a word or two between
    ("cut it short"), and single words."""
    known = concepts()
    typed = [word for term, word in terms(CJK.sub(" . ", asked)) if term]
    stems = [stem(word) for word in typed]
    units: list[Unit] = []
    in_phrase: set[int] = set()
    for at, first in enumerate(stems):
        for form in known.starting.get(first, ()):
            places = _laid(form, stems, at)
            if places:
                said = tuple(typed[place] for place in places)
                units.append(Unit(" ".join(said), _forms(form), said, max(map(_weight, said))))
                in_phrase.update(places)
                break
    for at, word in enumerate(typed):
        if word in _NO_WORDS or word in _FRAME:
            continue
        counts = at not in in_phrase and word not in _GENERAL
        tells = _weight(word) if counts else 0.0
        units.append(Unit(word, _forms((stems[at],)), (word,), tells, 1.0 if counts else PART_SHARE))
    return units


def _laid(form: Form, stems: list[str], at: int) -> list[int]:
    places = [at]
    for term in form[1:]:
        near = next(
            (place for place in (places[-1] + 1, places[-1] + 2) if stems[place : place + 1] == [term]), None
        )
        if near is None:
            return []
        places.append(near)
    return places


def _signs(run: str) -> list[Unit]:
    """Units of a run of CJK characters: the words of the table in it, and every pair of neighbours."""
    known = concepts()
    split = pairs(run)
    units: list[Unit] = []
    inside: set[int] = set()
    for at in range(len(split)):
        single = (split[at],)
        longest = next(
            (form for form in known.starting.get(split[at], ()) if tuple(split[at : at + len(form)]) == form),
            single if single in known.of else None,
        )
        if longest is not None and not inside & set(range(at, at + len(longest))):
            said = run[at : at + len(longest) + 1]
            units.append(Unit(said, _forms(longest), (said,), 14.0))
            inside.update(range(at, at + len(longest)))
    covered = inside | {at + 1 for at in inside} | {at - 1 for at in inside}
    for at, pair in enumerate(split):
        if (pair,) not in known.of or at not in inside:
            units.append(Unit(pair, {(pair,): 1.0}, (pair,), 0.0 if at in covered else 6.0))
    return units


def _forms(form: Form) -> dict[Form, float]:
    return {**dict.fromkeys(sorted(concepts().others(form)), OTHER_WORD), form: 1.0}


def _weight(word: str) -> float:
    table = meaning()
    return min(16.0, float(np.linalg.norm(table.vector(word)))) if table is not None else 12.0
