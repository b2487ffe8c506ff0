"""A long agreement for measuring: numbered clauses over three levels, as a Word file."""

import random
from collections.abc import Iterator

from tests.word.build import CONTRACT_LIST, docx, numbered, run

_STEMS = (
    "The Supplier shall deliver the Goods to the Customer at {place} within {n} days of each Order.",
    "Subject to Section {n}, neither party is liable for {thing} arising out of this Agreement.",
    "The Customer shall pay each undisputed invoice within {n} days of its receipt in {place}.",
    "Each party shall keep {thing} confidential for {n} years after the end of this Agreement.",
    "If {thing} is delayed by more than {n} days, the Customer may terminate the affected Order.",
    "Title to {thing} passes on delivery at {place}; risk passes {n} days later.",
    "The Supplier warrants that {thing} conforms to Schedule {n} when it leaves {place}.",
    "Notices under this Agreement are sent to {place} and take effect after {n} days.",
)
_PLACES = ("Kilnbrook", "Ostrava", "the Harbour Depot", "Palethorpe", "the Northern Yard")
_THINGS = ("pigment", "indirect loss", "the Confidential Information", "a shipment", "the Specification")


def sentences(seed: int = 1) -> Iterator[str]:
    """Sentences without end, the same ones for the same seed."""
    chance = random.Random(seed)
    while True:
        stem = chance.choice(_STEMS)
        yield stem.format(
            place=chance.choice(_PLACES), thing=chance.choice(_THINGS), n=chance.randint(2, 120)
        )


def agreement(paragraphs: int = 850, sentences_each: int = 4, seed: int = 1) -> bytes:
    """A .docx of that many numbered paragraphs; some words are bold, so that runs are split."""
    source = sentences(seed)
    body = []
    for number in range(paragraphs):
        level = 0 if number % 10 == 0 else 1 if number % 3 else 2
        if level == 0:
            body.append(numbered(f"Part {number // 10 + 1} and its subject", 0))
            continue
        words = " ".join(next(source) for _ in range(sentences_each))
        cut = words.index(" ", len(words) // 2)
        inner = run(words[:cut]) + run(f" {number} ", "<w:b/>") + run(words[cut + 1 :])
        body.append(numbered(inner, level))
    return docx("".join(body), {"numbering": CONTRACT_LIST})
