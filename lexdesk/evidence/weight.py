"""Words on which the meaning of a sentence turns: negations, numbers, conditions."""

import re

_NEGATION = re.compile(
    r"\b(?:not|no|never|neither|nor|none|nothing|nobody|cannot|without|except|excluding|\w+n't)\b|[不未无非勿莫]|没有|禁止",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\b(?:if|unless|until|only|provided|subject to|except|excluding|save (?:that|for|as)|to the extent|"
    r"so long as|as long as|but|however|notwithstanding|other than|where|when|solely|at least|at most|up to|"
    r"more than|less than)\b"
    r"|如果|若|除非|除|但|仅|须|前提|以下|以上|超过|不得",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"\d|[%‰½¼¾]|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|"
    r"sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|"
    r"billion|half|third|quarter|once|twice|double|per ?cent)\b|[一二三四五六七八九十百千万亿两]",
    re.IGNORECASE,
)
# Numbers that only name a place in the document.
_LABEL = re.compile(
    r"(?:\b(?:sections?|clauses?|articles?|paragraphs?|schedules?|annex|exhibits?|chapter|part)|§+|第)\s*"
    r"[\d.()a-z一二三四五六七八九十百]+|\(\d{1,2}\)|\b\d+(?:\.\d+)+\b",
    re.IGNORECASE,
)


def negations(text: str) -> list[str]:
    """Negating words in order, in lower case."""
    return [found.lower() for found in _NEGATION.findall(text)]


def conditions(text: str) -> list[str]:
    """Words that limit or condition, in lower case."""
    return [found.lower() for found in _CONDITION.findall(text)]


def numbers(text: str) -> list[str]:
    """Numbers in figures and words; numbers of clauses do not count."""
    bare = _LABEL.sub(" ", text)
    return [found.lower() for found in _NUMBER.findall(bare)]


def weighty(text: str) -> list[str]:
    """All of the three kinds, each once."""
    return list(dict.fromkeys(negations(text) + conditions(text) + numbers(text)))
