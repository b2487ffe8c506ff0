"""From what a person typed to full-text queries; nothing typed is ever taken for query syntax."""

import re

from lexdesk.text.searchable import searchable

_WORD = re.compile(r"\w+")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+")
_STOP = re.compile(
    r"a|an|and|any|are|as|at|be|by|can|did|do|does|for|from|has|have|how|if|in|into|is|it|its|may|of|on|or|our|"
    r"shall|so|such|that|the|their|there|these|this|to|was|we|were|what|when|where|which|who|whom|whose|why|"
    r"will|with|would|you|your|about"
)


def words_of(text: str) -> list[str]:
    """The words asked for, without CJK runs, each once, in order."""
    return list(dict.fromkeys(_WORD.findall(_CJK.sub(" ", searchable(text)))))


def telling_words(text: str) -> list[str]:
    """``words_of`` without words that say nothing; all of them when nothing else is left."""
    words = words_of(text)
    return [word for word in words if not _STOP.fullmatch(word)] or words


def cjk_runs(text: str) -> list[str]:
    """Unbroken runs of CJK characters, in their searchable form."""
    return _CJK.findall(searchable(text))


def phrase(words: list[str]) -> str:
    """FTS5 query: these words one after the other."""
    return '"' + " ".join(words) + '"'


def every(words: list[str]) -> str:
    """FTS5 query: all of the words."""
    return " AND ".join(f'"{word}"' for word in words)


def any_of(words: list[str]) -> str:
    """FTS5 query: at least one of the words; longer ones also as beginnings, so that a plural is found."""
    return " OR ".join(f'"{word}"' + ("*" if len(word) > 4 and word.isalpha() else "") for word in words)
