"""Whether a text bears upon a question at all: the share of what is asked for that it speaks of. No I/O.

The same thresholds as for sources (``lexdesk.evidence.search``), where they were measured: a question that
asks for a thing is answered by a text with half of it, one that asks whether something is so by less.
"""

import re
from collections.abc import Sequence

from lexdesk.assistant.ranking import words
from lexdesk.assistant.topic import tells
from lexdesk.assistant.vocabulary import in_contract_words, means
from lexdesk.evidence.search.found import THRESHOLD, THRESHOLD_WHETHER
from lexdesk.evidence.search.question import read_question
from lexdesk.text.verbs import first_form

_FRAME = re.compile(
    r"\b(?:say|says|said|tell|tells|mention\w*|provid\w*|stat(?:e|es|ed)|contain\w*|there|outside|falls?|"
    r"many|much|long|often|when|how|happens?|get|gets|need|needs|want|wants|find|explain|summari[sz]e|list|show|about|contract|document|matter|party|parties|"
    r"gives?|gave|given|giving|makes?|made|making|takes?|took|taken|does|doing|done|puts?|has|have|had|having|"
    r"currently|exactly|real|apply|applies|terms?|periods?|amounts?|dates?|rules?|conditions?|length|today|now)\b",
    re.IGNORECASE,
)
_PARTS = re.compile(
    r"[;?]\s+|,\s+and\s+(?=(?:what|who|when|where|which|how|is|are|was|were|does|do|did|can|may)\b)", re.I
)


def least_support(question: str) -> float:
    """The share (0..1) below which a text is no answer to the question."""
    return THRESHOLD_WHETHER if read_question(question).whether else THRESHOLD


def asked_for(question: str) -> str:
    """The question without the words that only ask."""
    bare = _FRAME.sub(" ", in_contract_words(question))
    return bare if words(bare) else question


def _terms(text: str) -> list[str]:
    return [first_form(word) for word in words(text)]


def supports(question: str, texts: Sequence[str]) -> list[float]:
    """For each text the share (0..1) of what the question asks for that it speaks of, a word of few texts
    weighing more than one of many. Of a question with several parts the part it answers best."""
    bags = [set(_terms(text)) for text in texts]
    shares = [0.0] * len(texts)
    for part in [question, *_PARTS.split(question)]:
        telling = list(dict.fromkeys(_terms(asked_for(part))))
        if not telling:
            continue
        weights = tells(telling, bags)
        whole = sum(weights.values())
        for at, bag in enumerate(bags):
            held = sum(weight for word, weight in weights.items() if means(word, bag))
            shares[at] = max(shares[at], held / whole)
    return shares
