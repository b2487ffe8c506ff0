"""Texts as the terms that search compares: stems of words, pairs of CJK characters."""

import re

from lexdesk.evidence.hyphens import joint
from lexdesk.evidence.search.meaning import known_words
from lexdesk.text.searchable import SPLIT_WORD, searchable
from lexdesk.text.stems import stem

_WORD = re.compile(
    r"(?P<free>[^\W_]+-free\b)|(?P<cjk>[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+)"
    r"|(?P<word>(?:(?![\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff_])\w)+)"
)


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
