"""What an instruction is about, apart from what it wants done. No I/O."""

import math
import re
from collections.abc import Mapping, Sequence

from lexdesk.assistant.candidates import Candidate
from lexdesk.assistant.naming import LABEL
from lexdesk.assistant.ranking import words
from lexdesk.assistant.vocabulary import in_contract_words, means
from lexdesk.law.quantities import find_quantities
from lexdesk.review.structure import Structure

REGION = re.compile(
    r"\b(?:(?:on|in|of|to|update)\s+)?the\s+(?:cover\s+(?:page|terms|sheet)|key\s+terms|order\s+form|schedule\s+of\s+terms|"
    r"table|summary\s+table)\b|\brow\b",
    re.IGNORECASE,
)
_SEAM = 0.3
_NO_TOPIC_ZH = re.compile(
    r"关于|有关|条款|的|将|把|请|改为|改成|改由|变更为|修改|调整|一下|由|从|删除|删去|删掉|应当|确保|太短|太长|太低|太高|"
    r"(?:没有|未作?)约定的?话?就?|加上|改|为|"
    r"(?:延长|缩短|提高|降低|增加|减少|提前|推迟)(?:至|到|为)?|[降升提增减缩延](?:至|到|为)"
)
_WITHOUT_REASON = re.compile(r"\b(?:because|since|so\s+that|given\s+that)\b|因为", re.IGNORECASE)
_NO_TOPIC = re.compile(
    r"\b(?:change|reduce|increase|raise|lower|extend|shorten|cut|down|up|set|double|halve|triple|update|amend|revise|instead|"
    r"rather|only|just|need|want|wording|language|provision|sub-?clause|says?|where|wherever|everywhere|"
    r"let|get|give|fix|correct|references?|mutual|mutually|reciprocal|take|taken|out|please|us|we|our|go|goes|has|have|kill|axe|ditch|eliminate|whole|entire|entirely|full|completely|included|including|strike|drop|omit|delete|remove|rid|also|both|more|less|each|every|nothing|else|check|ensure|sure|clear|doesn['’]t|don['’]t|"
    r"isn['’]t|now|correct|happen|put|within|run|than|wrong|replace|with|contract|part|about|months?|days?|years?|weeks?|percent|new\s+(?:clause|section|sub-?clause)|after)\b",
    re.IGNORECASE,
)


def topic_of(instruction: str) -> str:
    """The words that say what the instruction is about: without measures, labels, regions and reasons."""
    text = in_contract_words(_WITHOUT_REASON.split(instruction, maxsplit=1)[0])
    for quantity in reversed(find_quantities(text)):
        text = text[: quantity.span.start] + " " + text[quantity.span.end :]
    text = LABEL.sub(" ", text)
    text = REGION.sub(" ", text)
    text = re.sub(r"[\w.+-]+@[\w-]+(?:\.\w+)+", " ", text)
    return _NO_TOPIC_ZH.sub(" ", _NO_TOPIC.sub(" ", text))


_ZH_RUN = re.compile(r"[\u3400-\u9fff]{2,}")
_ZH_SHORT = range(4, 1, -1)  # characters of a short form, the longer tried first


def in_full(topic: str, structure: Structure) -> str:
    """The topic with the full name behind each Chinese short form of a term or heading that the agreement
    itself does not use: "质保期" is its "质量保证期". A short form takes characters of the name in order, the
    first and the last among them."""
    names = {term.name for term in structure.terms} | {row.heading for row in structure.tree.sections}
    names = {name for name in names if len(name) >= len("质保期") and _ZH_RUN.fullmatch(name)}
    if not names or not _ZH_RUN.search(topic):
        return topic
    text = "\n".join(block.text for block in structure.blocks)
    added: list[str] = []
    for run in _ZH_RUN.findall(topic):
        for size in _ZH_SHORT:
            for at in range(len(run) - size + 1):
                short = run[at : at + size]
                if short not in text:
                    added += [name for name in names if len(name) > size and _shortens(short, name)]
    return " ".join([topic, *dict.fromkeys(added)])


def _shortens(short: str, name: str) -> bool:
    if short[0] != name[0] or short[-1] != name[-1]:
        return False
    rest = iter(name)
    return all(character in rest for character in short)


def spoken(topic: str) -> str:
    """The telling words of a topic as written, for a sentence to the lawyer."""
    kept = [word for word in re.findall(r"[^\s,.;:]+", topic) if words(word)]
    return f"“{' '.join(kept)}”"


def coverage(telling: list[str], one: Candidate, weights: Mapping[str, float] | None = None) -> float:
    """Share (0..1) of the telling stems that the place has, or another word for them at a little less.

    ``weights``: how much each stem tells (1 where none is given)."""
    if not telling:
        return 1.0
    there = bag_of(one)
    worth = {word: (weights or {}).get(word, 1.0) for word in telling}
    held = sum(
        weight * (1.0 if word in there else 0.7 if means(word, there) else 0.0)
        for word, weight in worth.items()
    )
    return held / sum(worth.values())


def tells(telling: Sequence[str], bags: Sequence[set[str]]) -> dict[str, float]:
    """How much each stem tells: a word of few texts more than one of many, an unknown one the most.

    An unknown pair of Chinese characters tells little: it may be the seam between two words.
    """
    found = {}
    for word in telling:
        count = sum(means(word, bag) for bag in bags)
        seam = count == 0 and "\u3400" <= word[0] <= "\u9fff"
        found[word] = _SEAM if seam else math.log(1 + len(bags) / (0.5 + count))
    return found


def bag_of(one: Candidate) -> set[str]:
    """The stems of a place with its names."""
    return set(words(f"{one.title} {one.place.text}"))
