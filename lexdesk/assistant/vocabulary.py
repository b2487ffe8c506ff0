"""Everyday words for what contracts call otherwise: a lawyer types "wipe", the clause says "delete".

The lines stand in the table of search (``evidence.search.concepts``), apart from those that search uses: a
word of a line also finds the other words of the line, at less weight.
"""

import re
from collections.abc import Mapping
from functools import cache

from lexdesk.assistant.ranking import words
from lexdesk.evidence.search.concepts import everyday

_OTHER_WEIGHT = 0.5
# What lawyers call a clause by, in the words that stand in it.
_PHRASES = (
    (re.compile(r"\bpowers?\s+of\s+attorney\b", re.IGNORECASE), "attorney-in-fact appointment"),
    (re.compile(r"\bno[\s-]+poach(?:ing)?\b", re.IGNORECASE), "solicit personnel"),
    (re.compile(r"\bno[\s-]+hire\b", re.IGNORECASE), "hire personnel"),
    (re.compile(r"\bnon-(?=\w)", re.IGNORECASE), ""),
    (re.compile(r"\bgag\b", re.IGNORECASE), "disparage"),
    (re.compile(r"\bboiler\s*plate\b", re.IGNORECASE), "general terms"),
    (re.compile(r"\bgrace\s+period\b", re.IGNORECASE), "cure"),
)


def in_contract_words(text: str) -> str:
    """The text with what lawyers call a clause by in the words that stand in such a clause."""
    for pattern, there in _PHRASES:
        text = pattern.sub(there, text)
    return text


@cache
def _others() -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in everyday():
        group = set(words(line))
        for word in group:
            found.setdefault(word, set()).update(group - {word})
    return {word: frozenset(others) for word, others in found.items()}


def widened(text: str) -> dict[str, float]:
    """The stems of ``text`` with weight 1, and what contracts may call the same at less."""
    asked = words(text)
    weights: dict[str, float] = {}
    for word in asked:
        for other in _others().get(word, ()):
            weights[other] = max(weights.get(other, 0.0), _OTHER_WEIGHT)
    weights.update(dict.fromkeys(asked, 1.0))
    return weights


def means(word: str, there: frozenset[str] | set[str]) -> bool:
    """Whether a stem, or another word for it, is among the stems of a text."""
    return word in there or not _others().get(word, frozenset()).isdisjoint(there)
