"""Is a section that a reference names really not there, or was it lost in the reading of the text?

Filed agreements come as scans and as exports without their automatic numbers. Where the missing number
stands in the text outside of any reference, or the document shows no numbers of that depth at all, "there is
no such section" would be a guess.
"""

import re
from collections.abc import Sequence

from lexdesk.law.instruments import Cited
from lexdesk.law.numbers import ATTACH_WORDS, Phrase
from lexdesk.law.sections import SectionTree

_NO_UNIT = r"(?!\s*(?:%|percent|per\s?cent|days?\b|months?\b|years?\b|hours?\b|million|billion|miles|km\b))"
# What makes a plain number a clause number: a point or bracket and a capital, an opening quote, a dash
_HEADS = r"\s*(?:[.):]|[-–—]\s)\s*(?=[A-Z“\"(\[]|$)"
_CUT = re.compile(r"\s*,?\s*(?:of|under|to|in)(?:\s+the|\s+that)?\s*$")

_PREPOSITIONS = frozenset(("in", "on", "to", "as", "of", "by", "with", "see", "and", "under", "per", "this"))


class Doubts:
    """The numbers that merely stand in the text of one document, looked up on demand."""

    def __init__(self, cited: Sequence[Cited], tree: SectionTree) -> None:
        self._cited = cited
        self._tree = tree
        self._known: dict[str, bool] = {}
        self._by_word: dict[str, tuple[Cited, ...]] = {}

    def stands(self, label: str) -> bool:
        """True if the number is written somewhere that is no reference: perhaps before its lost clause."""
        if label not in self._known:
            self._known[label] = self._found(label)
        return self._known[label]

    def _found(self, label: str) -> bool:
        word = label.partition(" ")[0].lower()
        if word in ATTACH_WORDS:
            return self._attached(label)
        if re.fullmatch(r"[A-Z]?\d+(?:\.\d+)+", label):
            pattern = re.compile(rf"(?<![\w.$€£¥-]){re.escape(label)}(?!\.?\d|\w){_NO_UNIT}")
        else:
            number = re.escape(label.removeprefix("Article "))
            pattern = re.compile(rf"(?:^|(?<=[\s.;:])){number}{_HEADS}", re.MULTILINE)
        plain = label.removeprefix("Article ")
        return any(self._outside(one, pattern) for one in self._cited if plain in one.block.text)

    @staticmethod
    def _outside(one: Cited, pattern: re.Pattern[str]) -> bool:
        found = list(pattern.finditer(one.block.text))
        spans = [phrase.span for phrase in one.phrases] if found else []
        return any(not any(s.start <= m.start() < s.end for s in spans) for m in found)

    def _attached(self, label: str) -> bool:
        """True if a paragraph begins with the label, or its name in capitals heads words inside one."""
        word, _, number = label.partition(" ")
        name = rf"{word}\s+{re.escape(number)}(?!\w)"
        begins = re.compile(rf"\s*[\[(“\"]?{name}", re.IGNORECASE)
        heads = re.compile(rf"(?:\b(\w+)\s+)?{word.upper()}\s+{re.escape(number)}\s*(?:[:–—-]|$|\s[A-Z])")
        listed, capitals = 0, word.upper()
        for one in self._saying(word.casefold()):
            text = one.block.text
            if begins.match(text) and not _goes_on(text):
                if one.block.key not in self._tree.contents:
                    return True
                listed += 1  # a line of a list; with its heading there are two
            if capitals in text and any(
                (m[1] or "").lower() not in _PREPOSITIONS for m in heads.finditer(text)
            ):
                return True
        return listed > 1

    def _saying(self, word: str) -> tuple[Cited, ...]:
        """The paragraphs that hold the word, given in small letters."""
        if word not in self._by_word:
            self._by_word[word] = tuple(one for one in self._cited if word in one.block.text.casefold())
        return self._by_word[word]

    def numbers_may_be_lost(self, label: str) -> bool:
        """True for "4.2" where clause 4 is there but most clauses show no numbered parts."""
        base = re.sub(r"(?:\([^()]*\))+$", "", label)
        parent = base.rpartition(".")[0]
        holders = self._tree.find(parent) if parent else []
        if not holders or self._parts(holders[0].id):
            return False
        clauses = [
            s for s in self._tree.sections if re.fullmatch(r"\d{1,3}|Article (?:\d+|[IVXLC]+)", s.label)
        ]
        return 2 * sum(self._parts(s.id) for s in clauses) <= len(clauses)

    def _parts(self, section_id: str) -> bool:
        children = self._tree.get(section_id).children
        return any(re.fullmatch(r"\d+(?:\.\d+)+", self._tree.get(child).label) for child in children)


def _goes_on(text: str) -> bool:
    """True for a paragraph that begins with the label as a sentence does: "Exhibit A shall ..."."""
    return (
        re.match(r"\s*\w+\s+\S+\s+(?:is|are|shall|will|may|sets?|to|of|hereto|attached)\b", text) is not None
    )


def is_cut_off(text: str, end: int) -> bool:
    """True if the paragraph breaks off where it would say whose section is meant ("Section 1.2 of")."""
    return _CUT.match(text, end) is not None


def names_its_own_place(phrase: Phrase) -> bool:
    """True for "this Section 19", which stands in the section it names whatever the tree says; not for
    "this Section 0", which is what a broken field shows."""
    return phrase.this and bool(phrase.numbers) and phrase.numbers[0].text != "0"
