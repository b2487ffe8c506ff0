"""Figures, dates, amounts and quoted words of a claim against the passages it cites.

Only where words and figures stand is checked. Whether the passages support the claim is never judged here.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from lexdesk.evidence.authorities import case_names
from lexdesk.evidence.quotes import check_quote
from lexdesk.law.model import Quantity
from lexdesk.law.parties import ZH_COMPANY
from lexdesk.law.quantities import find_quantities
from lexdesk.text.normalise import normalised

CheckState = Literal["found", "not_found", "not_checked"]

_QUOTED = re.compile(r"“([^“”]{2,1000})”|\"([^\"]{2,1000})\"|「([^「」]{2,1000})」")
_MARKER = re.compile(r"\[\[[^\[\]]*\]\]")
# Numbers that only name a place ("Section 12.7") are no figures of the claim.
_PLACE = re.compile(
    r"\b(?:sections?|clauses?|articles?|paragraphs?|schedules?|annex(?:es)?|exhibits?|parts?|pages?"
    r"|pp?\.|no\.|rules?)"
    r"\s*(?:\d[\w.]*(?:\([a-z0-9]+\))*(?:\s*(?:,|and|or|to|-|–)\s*(?=\d))?)+|§+\s*[\d.]+(?:\([a-z0-9]+\))*"
    r"|第[\d一二三四五六七八九十百]+[章条款项]",
    re.IGNORECASE,
)
_COMPANY = re.compile(
    r"\b((?:[A-Z][\w&’'-]*\s){1,4}(?:Ltd|Limited|Inc|LLC|LLP|plc|GmbH|AG|SA|BV|Co|Corp|Corporation)\b\.?)"
)

_PERSON = re.compile(
    r"\b(?:Mr|Mrs|Ms|Dr|Prof|Judge|Justice|Lord|Lady)\.? ((?:[A-Z][\w’'-]+ ?){1,3})"
    r"|([\u4e00-\u9fff]{2,3})(?:先生|女士|法官)"
)

_LETTER = r"[^\W\u4e00-\u9fff]"
_LESS = ("shorter", "smaller", "less", "fewer", "lower")
_COMPARED = re.compile(
    r"\b(shorter|smaller|less|fewer|lower|longer|larger|more|greater|higher)\b", re.IGNORECASE
)


@dataclass(frozen=True)
class _Sources:
    texts: tuple[str, ...]
    quantities: tuple[Quantity, ...]


def check_claim(text: str, passages: Sequence[str]) -> list[tuple[CheckState, str]]:
    """``(state, message)`` for each quotation, figure, date and name (company, person, authority) of
    ``text``, in that order.

    ``found``: it stands in one of the passages. ``not_found``: it does not. ``not_checked``: there was
    nothing to check it against, or nothing in the claim that code can check. Never empty.
    """
    bare = _MARKER.sub(" ", text)
    quotes = [next(filter(None, found.groups())) for found in _QUOTED.finditer(bare)]
    rest = _QUOTED.sub(" ", bare)
    figures = [
        quantity
        for quantity in find_quantities(rest)
        if not any(place.start() <= quantity.span.start < place.end() for place in _PLACE.finditer(rest))
    ]
    names = _names_in(rest)
    if not passages:
        return [("not_checked", "No passage is cited for this sentence.")]
    sources = _Sources(tuple(passages), tuple(q for passage in passages for q in find_quantities(passage)))
    checks: list[tuple[CheckState, str]] = []
    checks += [_quote(quote, sources) for quote in quotes]
    checks += [_figure(figure, sources) for figure in figures]
    checks += [_name(name, sources) for name in names]
    checks += [("not_found", wrong) for wrong in wrong_comparisons(rest)]
    unique = list(dict.fromkeys(checks))
    return unique or [
        ("not_checked", "No figure, date or quotation in this sentence; its meaning is not judged.")
    ]


def _names_in(text: str) -> list[str]:
    """Companies, persons with a title and authorities that a sentence names, each once."""
    found = [name.strip() for name in _COMPANY.findall(text)]
    found += [hit["name"] for hit in ZH_COMPANY.finditer(text)]
    found += [(latin or chinese).strip(" .,") for latin, chinese in _PERSON.findall(text)]
    found += case_names(text)
    return list(dict.fromkeys(name for name in found if name))


def wrong_comparisons(text: str) -> list[str]:
    """Sentences that call the longer of two periods or the larger of two amounts the shorter or smaller one,
    or the other way round; told in words. Only two quantities of one kind and unit are compared."""
    wrong = []
    for sentence in re.split(r"(?<=[.;])\s+", text):
        said = _COMPARED.findall(sentence)
        values = [q for q in find_quantities(sentence) if q.kind in ("period", "amount", "percent")]
        if len(said) != 1 or len(values) != 2:
            continue
        first, second = (re.fullmatch(r"(\D*)([\d.]+)(\D*)", q.value) for q in values)
        if not first or not second or (first[1], first[3]) != (second[1], second[3]):
            continue
        less = said[0].lower() in _LESS
        if float(first[2]) != float(second[2]) and (float(first[2]) < float(second[2])) != less:
            wrong.append(f"“{said[0]}” does not fit {values[0].text} against {values[1].text}.")
    return wrong


def _quote(quote: str, sources: _Sources) -> tuple[CheckState, str]:
    checks = [check_quote(quote, text) for text in sources.texts]
    for check in checks:
        if check.state == "exact":
            return "found", f"Quoted words stand in the cited passage: “{quote}”."
    for check in checks:
        if check.state == "normalised":
            return (
                "found",
                f"Quoted words stand in the cited passage ({check.note.rstrip('.').lower()}): “{quote}”.",
            )
    for check in checks:
        if check.state == "altered":
            pairs = "; ".join(f"“{said}” for “{there}”" for said, there in check.differing)
            return "not_found", f"Quotation altered ({pairs}): “{quote}”."
    if any(check.state == "too_short" for check in checks):
        return "found", f"The word “{quote}” stands in the cited passage (too short to be a quotation)."
    return "not_found", f"Quoted words do not stand in the cited passages: “{quote}”."


def _figure(figure: Quantity, sources: _Sources) -> tuple[CheckState, str]:
    same = [q for q in sources.quantities if q.value == figure.value and q.kind == figure.kind]
    if same:
        return "found", f"“{figure.text}” stands in the cited passage as “{same[0].text}”."
    if any(_stands(figure.text, text) for text in sources.texts):
        return "found", f"“{figure.text}” stands in the cited passage."
    if figure.kind == "number":
        # A bare "thirty" answers to "thirty (30) days"; a period in other units does not.
        digits = re.sub(r"\D", "", figure.value)
        if digits and any(re.sub(r"\D", "", q.value) == digits for q in sources.quantities):
            return "found", f"“{figure.text}” stands in the cited passage."
    others = [q.text for q in sources.quantities if q.kind == figure.kind]
    told = f"; they say {', '.join(f'“{other}”' for other in dict.fromkeys(others))}" if others else ""
    return "not_found", f"“{figure.text}” does not stand in the cited passages{told}."


def _name(name: str, sources: _Sources) -> tuple[CheckState, str]:
    if any(_stands(name.rstrip("."), text) for text in sources.texts):
        return "found", f"“{name}” stands in the cited passage."
    return "not_found", f"“{name}” does not stand in the cited passages."


def _stands(words: str, text: str) -> bool:
    # Chinese is written without gaps, so a name in it has no edges to look for.
    pattern = rf"(?<!{_LETTER}){re.escape(normalised(words).casefold())}(?!{_LETTER})"
    return bool(re.search(pattern, normalised(text).casefold()))
