"""Periods, amounts and percentages of an instruction, put into a clause by code in the clause's own style.

"fifty percent (50%)" becomes "seventy-five percent (75%)", "12 months" becomes "6 months". No I/O.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from lexdesk.assistant.blanks import masked
from lexdesk.assistant.ranking import words
from lexdesk.assistant.vocabulary import means
from lexdesk.law.model import Quantity
from lexdesk.law.numerals import WORDS_PATTERN, from_words
from lexdesk.law.quantities import find_quantities
from lexdesk.text.sentences import sentences

_VALUE = re.compile(
    r"(?:PT?(?P<period>[\d.]+)(?P<unit>[A-Z]+)|(?P<money>[A-Z]{3}) (?P<amount>[\d.]+)|(?P<plain>[\d.]+)%?)"
)
_UNIT_WORDS = re.compile(
    r"((?:(?:full|whole|consecutive|calendar|business|working|banking|trading)[\s-]+)*)"
    r"(days?|weeks?|months?|years?|hours?|minutes?|quarters?)\b",
    re.IGNORECASE,
)
_OLD_BEFORE = re.compile(
    r"(?:\binstead\s+of|\brather\s+than|\bin\s+place\s+of|\bin\s+lieu\s+of|\bnot|\breplacing|\bcurrently|\bno\s+longer)"
    r"\s+(?:the\s+|just\s+|only\s+|more\s+than\s+|less\s+than\s+|at\s+least\s+)*$",
    re.IGNORECASE,
)
_OLD_IF_NEW_FOLLOWS = re.compile(
    r"\b(?:from|the|of|current|existing|every|each|any|both|all|those|these|replace|change)\s+$",
    re.IGNORECASE,
)
_NEW_FOLLOWS = re.compile(r"[^.;]{0,60}?\b(?:to|with|by|into|becomes?)\s+(?:be\s+)?$", re.IGNORECASE)
_ZH_BECOMES = re.compile(
    r"[^。；]{0,12}?(?:改为|变更为|改成|修改为|换成|(?:延长|缩短|调整|提高|降低|增加|减少|[降升提增减缩延])(?:至|到|为))[^。；]{0,4}?"
)
_EVERYWHERE = re.compile(
    r"\b(?:wherever|everywhere|throughout|both|each\s+time|in\s+each|(?:each|every|any)\s+(?:place|mention|occurrence|"
    r"instance)|all\s+(?:of\s+)?(?:the\s+)?(?:[\w-]+\s+){0,3}(?:places|mentions|occurrences|rows|instances|periods|durations))\b",
    re.IGNORECASE,
)
_FACTORS = (
    (
        re.compile(
            r"\bdouble[ds]?\b|\btwice\b(?!\s+(?:an?|per|every|each|yearly|annually)\b)", re.IGNORECASE
        ),
        Decimal(2),
    ),
    (re.compile(r"\btriple[ds]?\b|\bthree\s+times\b", re.IGNORECASE), Decimal(3)),
    (
        re.compile(r"\bhalve[ds]?\b|\bby\s+half\b|\bcut\b[^.]{0,40}\bin\s+half\b", re.IGNORECASE),
        Decimal("0.5"),
    ),
)
_OF_TIME = re.compile(
    r"\b(?:periods?|terms?|durations?|notice|time|window|deadline|length|how\s+long|months?|days?|years?|weeks?|hours?|cure|"
    r"non-?compet\w*|non-?solicit\w*|restrict\w*|retention|survival)\b",
    re.IGNORECASE,
)
CAP = re.compile(
    r"\b(?:not\s+(?:exceed|be\s+more\s+than|be\s+greater\s+than)|limited\s+to|no\s+more\s+than|capped\s+at)\s+"
    r"(?=the\b|an?\b|[A-Z])"
)
_COMPOUND = re.compile(
    r"\b(?:greater|lesser|higher|lower|later|earlier|larger|smaller)\s+of\b|\bplus\b|\bunless\b|\bexcept\b|\bprovided\b|"
    r"\bfurther\b|\badditional\b|\balso\b|\bcarve|\bif\b|\bwhichever\b",
    re.IGNORECASE,
)
_DUTY = re.compile(
    r"\b(?:has|have|needs?)\s+to\s+\w+|\b(?:must|shall|should|will)\s+(?!be\b)\w+", re.IGNORECASE
)
_OTHER_MEASURE = re.compile(
    r"\b(?:change|reduce|increase|raise|lower|extend|shorten|cut|set|make|instead|rather|not|only|down|up|longer|shorter|no\s+more|"
    r"at\s+most|run|last)\b",
    re.IGNORECASE,
)
_DAYS = {"D": 1.0, "BD": 1.4, "W": 7.0, "M": 30.0, "Y": 365.0, "H": 1 / 24, "N": 1 / 1440}
_MOST_TIMES = 40  # how many times as long a period may become without the old one being named
_NEAR = 10  # words looked at on each side of a quantity
_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"


@dataclass(frozen=True)
class Asked:
    """What an instruction says about measures: the ``old`` one if named, the ``new`` one, or a factor."""

    old: Quantity | None = None
    new: Quantity | None = None
    factor: Decimal | None = None
    everywhere: bool = False
    compound: bool = False  # more than one measure is simply put for another
    of_time: bool = False  # a factor is meant for a period

    @property
    def kind(self) -> str:
        """Kind of what the place must hold; "" if nothing is asked, "any" for a factor."""
        if self.factor is not None:
            return "any"
        known = self.new or self.old
        return known.kind if known is not None else ""


def asked_measure(instruction: str) -> Asked:
    """The measures of an instruction, by their words: "to", "instead of", "not", "double"."""
    found = [q for q in find_quantities(instruction) if not _is_label(instruction, q)]
    old: Quantity | None = None
    new: list[Quantity] = []
    for at, quantity in enumerate(found):
        before = instruction[: quantity.span.start]
        later = found[at + 1] if at + 1 < len(found) else None
        between = instruction[quantity.span.end : later.span.start] if later is not None else ""
        if (
            _OLD_BEFORE.search(before)
            or (later is not None and _OLD_IF_NEW_FOLLOWS.search(before) and _NEW_FOLLOWS.fullmatch(between))
            or (later is not None and _ZH_BECOMES.fullmatch(between))
        ):
            old = old or quantity
        else:
            new.append(quantity)
    factor = next((value for pattern, value in _FACTORS if pattern.search(instruction)), None)
    return Asked(
        old=old,
        new=new[0] if len(new) == 1 else None,
        factor=factor if not new else None,
        everywhere=bool(_EVERYWHERE.search(instruction)),
        compound=len(new) > 1 or bool(_COMPOUND.search(instruction)),
        of_time=bool(_OF_TIME.search(instruction)),
    )


def _is_label(text: str, quantity: Quantity) -> bool:
    before = text[: quantity.span.start]
    if quantity.kind == "number" and re.fullmatch(r"\d+(?:\.\d+)+", quantity.text):
        return True
    return quantity.kind == "number" and bool(
        re.search(r"\b(?:sections?|clauses?|articles?|items?|paragraphs?|schedule|annex)\s+$", before, re.I)
        or (re.match(r"\s*(?:[:(]|,\s)", text[quantity.span.end :]) and not before.strip())
    )


def number_of(quantity: Quantity) -> Decimal | None:
    """The number of a quantity without its unit; None for a date."""
    hit = _VALUE.fullmatch(quantity.value)
    if hit is None or quantity.kind == "date":
        return None
    return Decimal(hit["period"] or hit["amount"] or hit["plain"])


def fits(wanted: Quantity, there: Quantity) -> bool:
    """Whether ``there`` is what ``wanted`` speaks of: the same value, or the same number without a unit."""
    if wanted.value == there.value:
        return True
    return wanted.kind == "number" and there.kind != "date" and number_of(wanted) == number_of(there)


def alike(wanted: Quantity, there: Quantity) -> bool:
    """Whether one may stand in the other's place: both periods, both amounts, both shares."""
    if wanted.kind == "number":
        return there.kind in ("period", "amount", "percent", "number")
    return wanted.kind == there.kind


def targets(text: str, asked: Asked, telling: Sequence[str]) -> list[Quantity]:
    """The quantities of ``text`` that the instruction means, all of one value; [] when that is not plain.

    ``telling``: stems of the instruction's words that say what the measure is about.
    """
    found = find_quantities(masked(text))
    if asked.old is not None:
        hits = [q for q in found if fits(asked.old, q)]
        if len(hits) <= 1 or asked.everywhere:
            return hits
        return _best_group(text, hits, telling, together=False)
    if asked.new is not None:
        found = [q for q in found if alike(asked.new, q) and _of_one_size(asked.new, q)]
    elif asked.factor is not None:
        found = multiplied(found, asked)
    else:
        return []
    return _best_group(text, found, telling, together=True)


def _of_one_size(wanted: Quantity, there: Quantity) -> bool:
    """False for "one day" where six months are asked for: such periods do not stand for each other."""
    sizes = []
    for quantity in (wanted, there):
        hit = _VALUE.fullmatch(quantity.value)
        number = number_of(quantity)
        if hit is None or not hit["period"] or not number:
            return True
        sizes.append(float(number) * _DAYS.get(hit["unit"], 1.0))
    return max(sizes) <= _MOST_TIMES * min(sizes)


def multiplied(found: Sequence[Quantity], asked: Asked) -> list[Quantity]:
    """Those that "double" or "halve" can mean: periods where time is spoken of, else sums and shares."""
    if asked.of_time:
        return [q for q in found if q.kind == "period"]
    amounts = [q for q in found if q.kind == "amount"]
    return amounts or [q for q in found if q.kind == "percent"]


def _best_group(text: str, hits: list[Quantity], telling: Sequence[str], together: bool) -> list[Quantity]:
    """The mentions of the value whose neighbourhood shares most with the instruction; [] on a tie."""
    groups: dict[str, list[Quantity]] = {}
    for hit in hits:
        groups.setdefault(hit.value if together else str(hit.span.start), []).append(hit)
    if len(groups) <= 1:
        return hits
    scored = []
    for group in groups.values():
        around = [set(words(near(text, q))) for q in group]
        scored.append((max(sum(means(word, there) for word in telling) for there in around), group))
    scored.sort(key=lambda item: -item[0])
    return scored[0][1] if scored[0][0] > scored[1][0] else []


def adds_duty(instruction: str) -> bool:
    """Whether an instruction states a duty ("has to give 5 days' notice") and asks for no other measure."""
    return bool(_DUTY.search(instruction)) and not _OTHER_MEASURE.search(instruction)


def near(text: str, quantity: Quantity) -> str:
    """The words around a quantity, of its sentence only."""
    inside = next(
        (span for span in sentences(text) if span.start <= quantity.span.start < span.end), quantity.span
    )
    left = text[inside.start : quantity.span.start].split()[-_NEAR:]
    right = text[quantity.span.end : max(inside.end, quantity.span.end)].split()[:_NEAR]
    return " ".join([*left, *right])


def replaced(text: str, asked: Asked, hits: Sequence[Quantity]) -> str:
    """``text`` with the asked measure in place of ``hits``; "" when code cannot write it in that style."""
    for hit in sorted(hits, key=lambda q: -q.span.start):
        new = rewritten(hit, asked)
        if not new:
            return ""
        text = text[: hit.span.start] + new + text[hit.span.end :]
    return text


def rewritten(old: Quantity, asked: Asked) -> str:
    """The new measure in the style of the old one; "" when that is not plain."""
    number = number_of(old)
    if asked.new is not None and re.search(r"[\u4e00-\u9fff]", old.text) and asked.new.kind == old.kind:
        return asked.new.text if re.search(r"[\u4e00-\u9fff]", asked.new.text) else ""
    if number is None:
        return asked.new.text if asked.new is not None and old.kind == asked.new.kind == "date" else ""
    target = (
        number * asked.factor if asked.factor is not None else number_of(asked.new) if asked.new else None
    )
    if target is None or target != target.to_integral_value():
        return asked.new.text if asked.new is not None and asked.new.kind == old.kind else ""
    if old.kind == "amount" and asked.new is not None and asked.new.kind == "amount":
        same = old.value.split()[0] == asked.new.value.split()[0]
        if not same or re.search(r"\d\s*(?:thousand|million|billion|mn|bn|[mk])\b|万|亿", old.text):
            return asked.new.text
    text = _with_number(old.text, number, target)
    if not text:
        return asked.new.text if asked.new is not None and asked.new.kind == old.kind else ""
    unit = _UNIT_WORDS.search(asked.new.text) if asked.new is not None and old.kind == "period" else None
    return _with_unit(text, unit, target, old, asked.new) if old.kind == "period" else text


def _with_number(text: str, number: Decimal, target: Decimal) -> str:
    made = 0

    def in_words(hit: re.Match[str]) -> str:
        nonlocal made
        if from_words(hit.group()) != number:
            return hit.group()
        made += 1
        new = to_words(int(target))
        return new.capitalize() if hit.group()[0].isupper() else new

    def in_figures(hit: re.Match[str]) -> str:
        nonlocal made
        if Decimal(hit.group().replace(",", "")) != number:
            return hit.group()
        made += 1
        return f"{int(target):,}" if target >= 1000 else str(int(target))

    text = re.sub(rf"\b{WORDS_PATTERN}\b", in_words, text, flags=re.IGNORECASE)
    text = re.sub(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?", in_figures, text)
    return text if made else ""


def _with_unit(
    text: str, unit: re.Match[str] | None, target: Decimal, old: Quantity, new: Quantity | None
) -> str:
    there = _UNIT_WORDS.search(text)
    if there is None:
        return text
    same = unit is None or (
        new is not None and old.value.strip("PT0123456789.") == new.value.strip("PT0123456789.")
    )
    word = there[2] if same or unit is None else unit[2].lower()
    lead = there[1] if same or unit is None else unit[1]
    adjective = not there[2].lower().endswith("s") and number_of(old) != 1  # "a 12 month period"
    stem = word.rstrip("sS")
    word = stem if target == 1 or adjective else f"{stem}s"
    return text[: there.start()] + lead + word + text[there.end() :]


def to_words(value: int) -> str:
    """A whole number under a million in English words."""
    small, tens = _SMALL.split(), _TENS.split()
    if value < 20:
        return small[value]
    if value < 100:
        rest = value % 10
        return tens[value // 10 - 2] + (f"-{small[rest]}" if rest else "")
    if value < 1000:
        rest = value % 100
        return f"{small[value // 100]} hundred" + (f" {to_words(rest)}" if rest else "")
    if value < 1_000_000:
        rest = value % 1000
        return f"{to_words(value // 1000)} thousand" + (f" {to_words(rest)}" if rest else "")
    return str(value)
