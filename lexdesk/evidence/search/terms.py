"""Texts as the terms that search compares: stems of words, pairs of CJK characters."""

import re
from functools import lru_cache

from lexdesk.evidence.hyphens import joint
from lexdesk.evidence.search.meaning import known_words
from lexdesk.text.searchable import SPLIT_WORD, searchable
from lexdesk.text.verbs import first_form

_WORD = re.compile(
    r"(?P<free>[^\W_]+-free\b)|(?P<cjk>[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+)"
    r"|(?P<word>(?:(?![\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff_])\w)+)"
)
_ENDING_LIST = """
    itional ational ions ion ments ment ingly edly ing ed ances ance ences ence able ible ally al ly or er
    ures ure ive e y
"""
_ENDINGS = tuple(_ENDING_LIST.split())


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """A word in small letters without its ending; short words and figures as they are. Rough on purpose:
    "terminate" and "termination" are to meet, and what is found is shown in its own words."""
    word = first_form(word)
    if len(word) < 4 or not word.isalpha():
        return word
    if not word.endswith("ss"):
        for plural, single in (("ies", "y"), ("sses", "ss"), ("es", "e"), ("s", "")):
            if word.endswith(plural):
                word = word[: len(word) - len(plural)] + single
                break
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            word = word[: -len(ending)]
            break
    # "terminat" of "terminate" and of "termination", "competit" of "competition" beside "compet" of "compete"
    return word[:-2] if word.endswith(("at", "it")) and len(word) > 6 else word


def terms(text: str) -> list[tuple[str, str]]:
    """(stem, word) of each word in order, in the searchable form, a word that a line end splits in one piece.
    A run of CJK characters gives its pairs of neighbours, a lone one itself. "Royalty-free" is one word,
    since it says the opposite of a royalty."""
    found: list[tuple[str, str]] = []
    for match in _WORD.finditer(rejoined(searchable(text))):
        run = match.group()
        if match.lastgroup == "word":
            found.append((stem(run), run))
        elif match.lastgroup == "cjk":
            found += [(pair, pair) for pair in pairs(run)]
        else:
            found.append((run, run))
    return found


def rejoined(text: str) -> str:
    """The text with the words that its line ends split put together again."""
    return SPLIT_WORD.sub(_whole, text) if "-" in text and "\n" in text else text


def _whole(split: re.Match[str]) -> str:
    return split[1] + (joint(f"{split[1]}-", split[2], known_words()) or "") + split[2]


def pairs(run: str) -> list[str]:
    """The pairs of neighbouring characters of a run; a run of one character is its own pair."""
    return [run[at : at + 2] for at in range(len(run) - 1)] or [run]
