"""Ranks short texts against an instruction by words (Okapi BM25, k1 = 1.2, b = 0.6). No I/O."""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from lexdesk.text.stems import stem

_WORD = re.compile(r"[\u3400-\u9fff]|[^\W_]+(?:['’][^\W_]+)?", re.UNICODE)
_STOP_WORDS = """
    a an and any are as at be been but by can do does for from had has have if in into is it its may must
    no not of on or our shall should so such than that the their them then there these they this those to
    under upon was we were what which who will with would you your clause section article paragraph
    agreement please change make delete remove strike add insert
"""
_STOP = frozenset(_STOP_WORDS.split())


def words(text: str) -> list[str]:
    """Lower-case words without stop words, plural and simple verb endings cut; CJK by pairs."""
    found: list[str] = []
    previous = ""
    for hit in _WORD.findall(text.lower()):
        if "\u3400" <= hit[0] <= "\u9fff":
            if previous:
                found.append(previous + hit)
            previous = hit
            continue
        previous = ""
        bare = re.sub(r"['’]s?$", "", hit)
        if bare not in _STOP:
            found.append(stem(bare))
    return found


def rank(query: str | Mapping[str, float], texts: Sequence[str]) -> list[tuple[int, float]]:
    """Indexes of ``texts`` with their scores, best first; texts that share no word are left out.

    ``query``: the words as written, or stems (as ``words`` gives them) with a weight each.
    """
    bags = [Counter(words(text)) for text in texts]
    if not bags:
        return []
    lengths = [sum(bag.values()) for bag in bags]
    mean = (sum(lengths) / len(lengths)) or 1.0
    frequency: Counter[str] = Counter()
    for bag in bags:
        frequency.update(bag.keys())
    wanted = dict.fromkeys(words(query), 1.0) if isinstance(query, str) else dict(query)
    scored: list[tuple[int, float]] = []
    for index, bag in enumerate(bags):
        score = 0.0
        for word, weight in wanted.items():
            count = bag.get(word, 0)
            if count:
                rarity = math.log(1 + (len(bags) - frequency[word] + 0.5) / (frequency[word] + 0.5))
                length = 0.4 + 0.6 * lengths[index] / mean
                score += weight * rarity * count * 2.2 / (count + 1.2 * length)
        if score > 0:
            scored.append((index, score))
    return sorted(scored, key=lambda item: (-item[1], item[0]))
