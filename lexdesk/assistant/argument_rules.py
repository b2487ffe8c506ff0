"""What an authority is worth to an argument, by the rules of docs/decisions/010. No I/O.

No rule here judges who is right. They say whether an authority may carry an argument at the matter's date,
what goes before what, and on which side its own words stand where that can be told without a model.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from lexdesk.assistant.citing import Citable
from lexdesk.assistant.claim_rules import authority_fault
from lexdesk.assistant.measures import alike
from lexdesk.assistant.ranking import words
from lexdesk.assistant.vocabulary import means
from lexdesk.evidence.ontology import strength, word
from lexdesk.law.quantities import find_quantities
from lexdesk.matter.records import SourceRow
from lexdesk.text.sentences import sentences

Side = Literal["for", "against", "unclear"]
SPEAKS = 1 / 3  # share of the proposition's telling words below which a passage carries no argument
_ON_POINT = 0.6  # share of the issue's telling words from which words may tell a side
_QUESTION = re.compile(
    r"^\s*(?:whether\s+|(?:does|do|is|are|was|were|can|may|must|should|has|have|will|would)\s+|是否)|(?:吗)?\s*[?？]\s*$",
    re.IGNORECASE,
)
_NOT = re.compile(r"\b(?:not|no|never|neither|nor|cannot|without)\b|n[’']t\b|[不未]|没有|并非", re.IGNORECASE)
_KEEPS = re.compile(
    r"不仅|不但|\bnot only\b|不论|无论|\bno later than\b|\bnot (?:less|more) than\b|不少于|不超过",
    re.IGNORECASE,
)
_SAME: tuple[tuple[str, str], ...] = (  # a denial that is one word elsewhere
    (r"不(?:产生|发生|具有|具备)(?:法律)?(?:效力|约束力)", "无效"),
    (r"\bnot (?:be )?(?:en)?forceable\b", "unenforceable"),
    (r"\bnot (?:be )?valid\b", "invalid"),
    (r"\bnot (?:be )?lawful\b", "unlawful"),
    (r"\bnot (?:be )?liable\b", "exempt"),
)
_OPPOSITES: tuple[tuple[str, str], ...] = (
    (r"\benforceable\b", r"\bunenforceable\b"),
    (r"\bvalid\b", r"\b(?:invalid|void)\b"),
    (r"\bwithin\b", r"\boutside\b"),
    (r"\binclud\w+", r"\bexclud\w+"),
    (r"\bshorter\b", r"\blonger\b"),
    (r"\blawful\b", r"\bunlawful\b"),
    (r"\bliable\b", r"\bexempt\b"),
    (r"有效", r"无效"),
    (r"较短", r"较长"),
    (r"合法", r"违法"),
)


@dataclass(frozen=True)
class Weight:
    """By what authorities are put in order: a smaller tuple goes first. ``words`` says it for the reader."""

    order: tuple[int, ...]
    words: str


@dataclass
class Authority:
    """An authority of the matter on the issue. ``fault`` is why it can carry no argument, "" if it can."""

    citable: Citable
    fault: str
    weight: Weight
    limits: tuple[str, ...]
    on_point: float = 0.0  # share of the proposition's telling words that the passage has
    side: Side = "unclear"
    side_by: Literal["model", "code", ""] = ""
    sentence: str = ""  # the model's words, "" when it said nothing of it
    doubt: str = ""  # why its side was not judged although the model named one

    @property
    def source(self) -> SourceRow:
        """The source; an authority always has one."""
        assert self.citable.source is not None
        return self.citable.source


def weigh(
    citable: Citable, issue: str, as_of: str, jurisdiction: str, ended_by: Sequence[str] = ()
) -> Authority:
    """The authority with its fault, its place in the order and its limits.

    ``ended_by``: sentences of the matter's relations that say that it was overruled, superseded or repealed.
    The order, first to last: law of the matter's own place; rank (legislation, then courts from the highest
    down, then literature); a status somebody vouches for at the date; the decision before a concurring
    opinion; how much of the issue the passage speaks of, in quarters; whole before extract; the later date.
    """
    source = citable.source
    assert source is not None, "an authority is a source"
    fault = authority_fault(source, citable.voice, as_of)
    if not fault and ended_by:
        fault = ended_by[0]
    limits: list[str] = []
    name = source.short_name or source.title
    place = 0
    if not source.jurisdiction:
        place = 1
        limits.append(f"{name}: the jurisdiction is not known")
    elif jurisdiction and source.jurisdiction.casefold() != jurisdiction.casefold():
        place = 2
        limits.append(f"{name} is law of {source.jurisdiction}, the matter is under {jurisdiction}")
    vouched = source.status == "in_force" and (not as_of or source.as_of >= as_of)
    if not vouched:
        until = f"only as of {source.as_of}" if source.as_of else "without a date"
        limits.append(
            f"{name} is said to be in force {until}"
            if source.status == "in_force"
            else f"{name}: whether it is in force is not known"
        )
    extract = source.extent == "extract"
    if extract:
        limits.append(f"{name} is an extract; the rest was not read")
    share = on_point(issue, citable.text)
    if not fault and share < SPEAKS:
        fault = "the passage shares few words with the proposition"
    kind = word(source.kind) if source.kind else word(source.role)
    rank = f", {word(source.rank)}" if source.rank else ""
    status = word(source.status) if source.status != "unknown" else "status unknown"
    since = f" as of {source.as_of}" if source.status == "in_force" and source.as_of else ""
    voice = f", {word(citable.voice)}" if citable.voice not in ("", "majority") else ""
    said = f"{kind}{rank}{voice}, {status}{since}"
    order = (
        place,
        strength(source),
        0 if vouched else 1,
        1 if citable.voice == "concurrence" else 0,
        3 - min(3, int(share * 4)),
        1 if extract else 0,
        -int((source.dated or "0").replace("-", "") or 0),
    )
    return Authority(citable, fault, Weight(order, said), tuple(limits), share)


def on_point(issue: str, text: str) -> float:
    """Share of the issue's telling words that the text has, or another word for them (0..1)."""
    asked = set(words(_QUESTION.sub("", issue)))
    if not asked:
        return 0.0
    there = set(words(text))
    return sum(means(one, there) for one in asked) / len(asked)


def side_by_words(issue: str, text: str) -> Side:
    """ "for" or "against" where one sentence of the text speaks of three fifths of the issue and affirms or
    denies it in so many words; "unclear" otherwise, also where the sentence gives another figure: four years
    neither affirm nor deny seven. It compares negations and opposites and knows no law."""
    proposition = _plain(_QUESTION.sub("", issue))
    best: tuple[float, str] = (0.0, "")
    for span in sentences(text):
        sentence = text[span.start : span.end]
        best = max(best, (on_point(issue, sentence), sentence), key=lambda pair: pair[0])
    if best[0] < _ON_POINT or _other_figure(proposition, best[1]):
        return "unclear"
    sentence = _plain(best[1])
    flips = _negations(proposition) + _negations(sentence)
    for one, other in _OPPOSITES:
        here = (bool(re.search(one, proposition, re.I)), bool(re.search(other, proposition, re.I)))
        there = (bool(re.search(one, sentence, re.I)), bool(re.search(other, sentence, re.I)))
        if here[0] != here[1] and there[0] != there[1] and here != there:
            flips += 1
    return "against" if flips % 2 else "for"


def _other_figure(proposition: str, sentence: str) -> bool:
    """Whether a period, amount or share of the proposition stands in the sentence with other values only."""
    there = find_quantities(sentence)
    for wanted in find_quantities(proposition):
        same_sort = [one.value for one in there if wanted.kind != "number" and alike(wanted, one)]
        if same_sort and wanted.value not in same_sort:
            return True
    return False


def _plain(text: str) -> str:
    for pattern, word_for_it in _SAME:
        text = re.sub(pattern, word_for_it, text, flags=re.IGNORECASE)
    return text


def _negations(text: str) -> int:
    return len(_NOT.findall(_KEEPS.sub(" ", text)))


def strongest(authorities: Sequence[Authority], side: Side) -> Authority | None:
    """The authority that goes first on a side; None where nothing on that side can carry an argument."""
    good = [one for one in authorities if one.side == side and not one.fault]
    return min(good, key=lambda one: one.weight.order, default=None)


def unjudged_before(authorities: Sequence[Authority], leader: Authority) -> list[Authority]:
    """Authorities without a side that could carry an argument and go before the leader: while there are any,
    nothing is called the strongest."""
    return [
        one
        for one in authorities
        if one.side == "unclear" and not one.fault and one.weight.order[:4] < leader.weight.order[:4]
    ]


def stronger(one: Authority | None, other: Authority | None) -> Authority | None:
    """Which of the two leaders goes first; None where the rules put them level or neither is there.

    Between the sides only place, rank and a vouched status count: that a passage speaks more of the issue, is
    whole or later says nothing about which side is right.
    """
    if one is None or other is None:
        return one or other
    if one.weight.order[:4] == other.weight.order[:4]:
        return None
    return min((one, other), key=lambda each: each.weight.order[:4])
