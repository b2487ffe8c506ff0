"""What an instruction is about, apart from what it wants done. No I/O."""

import math
import re
from collections.abc import Mapping, Sequence

from lexdesk.assistant.candidates import Candidate
from lexdesk.assistant.naming import LABEL
from lexdesk.assistant.ranking import words
from lexdesk.assistant.vocabulary import means
from lexdesk.law.quantities import find_quantities

REGION = re.compile(
    r"\b(?:(?:on|in|of|to|update)\s+)?the\s+(?:cover\s+(?:page|terms|sheet)|key\s+terms|order\s+form|schedule\s+of\s+terms|"
    r"table|summary\s+table)\b|\brow\b",
    re.IGNORECASE,
)
_WITHOUT_REASON = re.compile(r"\b(?:because|since|so\s+that|given\s+that)\b|因为", re.IGNORECASE)
_NO_TOPIC = re.compile(
    r"\b(?:change|reduce|increase|raise|lower|extend|shorten|cut|down|up|set|double|halve|triple|update|amend|revise|instead|"
    r"rather|only|just|need|want|wording|language|provision|sub-?clause|says?|where|wherever|everywhere|"
    r"let|get|give|fix|correct|references?|mutual|mutually|reciprocal|take|taken|out|please|us|we|our|go|goes|has|have|kill|axe|ditch|eliminate|whole|entire|entirely|full|completely|included|including|strike|drop|omit|delete|remove|rid|also|both|more|less|each|every|nothing|else|check|ensure|sure|clear|doesn['’]t|don['’]t|"
    r"isn['’]t|now|correct|wrong|replace|with|contract|part|about|months?|days?|years?|weeks?|percent|new\s+(?:clause|section|sub-?clause)|after)\b",
    re.IGNORECASE,
)


def topic_of(instruction: str) -> str:
    """The words that say what the instruction is about: without measures, labels, regions and reasons."""
    text = _WITHOUT_REASON.split(instruction, maxsplit=1)[0]
    for quantity in reversed(find_quantities(text)):
        text = text[: quantity.span.start] + " " + text[quantity.span.end :]
    text = LABEL.sub(" ", text)
    text = REGION.sub(" ", text)
    text = re.sub(r"[\w.+-]+@[\w-]+(?:\.\w+)+", " ", text)
    return _NO_TOPIC.sub(" ", text)


def spoken(topic: str) -> str:
    """The telling words of a topic as written, for a sentence to the lawyer."""
    kept = [word for word in re.findall(r"[^\s,.;:]+", topic) if words(word)]
    return f"“{' '.join(kept)}”"


def coverage(telling: list[str], one: Candidate, weights: Mapping[str, float] | None = None) -> float:
    """Share (0..1) of the telling stems that the place has, or another word for them at a little less.

    ``weights``: how much each stem tells (1 where none is given)."""
    if not telling:
        return 1.0
    there = set(words(f"{one.title} {one.place.text}"))
    tells = {word: (weights or {}).get(word, 1.0) for word in telling}
    held = sum(
        weight * (1.0 if word in there else 0.7 if means(word, there) else 0.0)
        for word, weight in tells.items()
    )
    return held / sum(tells.values())


def tells(telling: list[str], pool: Sequence[Candidate]) -> dict[str, float]:
    """How much each stem tells: a word of few paragraphs more than one of many, an unknown one the most."""
    bags = [set(words(f"{one.title} {one.place.text}")) for one in pool]
    return {word: math.log(1 + len(bags) / (0.5 + sum(means(word, bag) for bag in bags))) for word in telling}
