"""A long partnership agreement made by a script: typed numbers, lists, references, defined terms."""

import random

SIZE = 236_000  # characters: the length class of a large partnership agreement

_PARTIES = (
    "the General Partner",
    "each Limited Partner",
    "the Partnership",
    "the Liquidator",
    "the Depositary",
)
_ACTS = (
    "shall deliver to the Partnership a written notice of the matter",
    "may, in its sole discretion, make a distribution of Available Cash",
    "shall keep the books and records of the Partnership at its principal office",
    "is not required to make any Capital Contribution beyond that stated in the register",
    "shall indemnify each Indemnitee against all losses, claims, damages and liabilities",
    "may transfer its Partnership Interest only with the consent of the General Partner",
    "shall be allocated Net Income and Net Loss in proportion to the Percentage Interest",
)
_TAILS = (
    "within thirty (30) days after the end of each Quarter",
    "subject to Section {ref} and to the provisions of applicable law",
    "except as set forth in Sections {ref} and {ref2}",
    "in the manner described in Section {ref}(a)",
    "notwithstanding clause (ii) of Section {ref}",
    "as required by Section 17-607 of the Delaware Act",
    "in an amount not exceeding $250,000 in any Fiscal Year",
    "as provided in this Section and in Article {roman}",
    "on the Record Date determined under Section {ref}",
)
_SYLLABLES = tuple(a + b for a in ("b", "d", "f", "l", "m", "n", "pr", "s", "tr", "v") for b in "aeiou")
_TITLES = (
    "Distributions", "Capital Accounts", "Transfer of Interests", "Records", "Tax Returns", "Withholding",
    "Indemnification", "Meetings", "Notices", "Conflicts of Interest", "Allocations", "Registration Rights",
)  # fmt: skip
_TERM_STEMS = (
    "Available Cash", "Capital Contribution", "Partnership Interest", "Percentage Interest", "Indemnitee",
    "Net Income", "Net Loss", "Quarter", "Fiscal Year", "Record Date", "Delaware Act", "Liquidator",
)  # fmt: skip


def agreement(size: int, seed: int = 7) -> str:
    """About ``size`` characters, one paragraph a line, the same for the same arguments."""
    chance = random.Random(seed)
    articles = max(3, size // 13_000)
    labels = [(a, s) for a in range(2, articles + 2) for s in range(1, 13)]
    lines = ["AGREEMENT OF LIMITED PARTNERSHIP", "The parties agree as follows:", "ARTICLE I DEFINITIONS"]
    lines.append("1.1 Definitions. In this Agreement the following words have these meanings.")
    lines += [f"“{term}” means {_sentence(chance, labels)}" for term in _TERM_STEMS]
    lines += [f"“{_name(n)} Amount” means {_sentence(chance, labels)}" for n in range(max(8, size // 4_000))]
    begun = length = sum(len(line) + 1 for line in lines)
    for number, (article, section) in enumerate(labels, 1):
        if section == 1:
            lines.append(f"ARTICLE {_roman(article)} {_TITLES[article % len(_TITLES)].upper()}")
        heading = _TITLES[(article * 5 + section) % len(_TITLES)]
        lines.append(
            f"{article}.{section} {heading}. {_sentence(chance, labels)} {_sentence(chance, labels)}"
        )
        length += len(lines[-1]) + 1
        letter = 0
        while length < begun + (size - begun) * number // len(labels) and letter < 26:
            lines.append(f"({chr(97 + letter)}) {_sentence(chance, labels)} {_sentence(chance, labels)}")
            length += len(lines[-1]) + 1
            letter += 1
    return "\n".join(lines)


def _sentence(chance: random.Random, labels: list[tuple[int, int]]) -> str:
    first, second = sorted(chance.sample(labels, 2))
    tail = chance.choice(_TAILS).format(
        ref=f"{first[0]}.{first[1]}", ref2=f"{second[0]}.{second[1]}", roman=_roman(first[0])
    )
    words = f"{chance.choice(_PARTIES)} {chance.choice(_ACTS)}"
    made = f"for the {_noun(chance)} of the {_noun(chance)} and the {_noun(chance)}"
    return f"{words[0].upper()}{words[1:]} {made} and {chance.choice(_ACTS)}, {tail}."


def _noun(chance: random.Random) -> str:
    """An invented word: a vocabulary as rich as that of a real agreement, which sentence splitters feel."""
    return "".join(chance.choice(_SYLLABLES) for _ in range(chance.choice((2, 2, 3))))


def _name(number: int) -> str:
    syllables = ("Ala", "Bor", "Cam", "Del", "Elm", "Far", "Gil", "Hol", "Ist", "Jor")
    return "".join(
        syllables[int(d)].lower() if i else syllables[int(d)] for i, d in enumerate(str(number + 10))
    )


def _roman(value: int) -> str:
    out = ""
    for number, letters in (
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ):
        while value >= number:
            out += letters
            value -= number
    return out
