"""Brackets and quotation marks without their partner."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lexdesk.law.model import Block
from lexdesk.law.proofreading.model import Hit, Reading
from lexdesk.text.spans import Span

_PAIRS = {
    "(": ")",
    "[": "]",
    "{": "}",
    "（": "）",
    "【": "】",
    "《": "》",
    "“": "”",
    "„": "”",
    "「": "」",
    "『": "』",
}
_CLOSERS = {close: opening for opening, close in _PAIRS.items() if opening != "„"}
# Full-width and plain brackets close each other in mixed text, and ” closes „ as well
_SAME = {"（": "(", "）": ")", "„": "“"}
# "a)", "1)", "iv)" as the mark of a list item, at the start or behind a blank
_ITEM = re.compile(
    r"(?:(?<=^)|(?<=[\s;,:，；：]))(?:[a-zA-Z]{1,2}|[ivx]{1,5}|\d{1,2}|[一二三四五六七八九十]{1,3})[)）]"
)
_NAMES = {"[": "square bracket", "]": "square bracket", "{": "curly bracket", "}": "curly bracket"}
_QUOTES = '“”„‘"'
_REACH = 40  # an aside or quotation may run over the items of a list


@dataclass(frozen=True)
class _Loose:
    block: Block
    at: int
    sign: str

    @property
    def opens(self) -> bool:
        return self.sign in _PAIRS or self.sign == "‘"


def unmatched(reading: Reading) -> Iterator[Hit]:
    """Unmatched signs of a block that no later (or earlier) block near it matches."""
    loose: list[_Loose] = []
    order = reading.order
    straight = []
    for block in reading.prose:
        for item in _loose_in(block):
            partner = _partner(item, loose, order)
            if partner is None:
                loose.append(item)
            else:
                loose.remove(partner)
        single = _open_single(block.text)
        if single is not None:
            loose.append(_Loose(block, single, "‘"))
        odd = _odd_straight(block.text)
        if odd is not None:
            straight.append(_Loose(block, odd, '"'))
    # Straight marks that open in one paragraph and close in the next come in pairs of neighbours
    alone: list[_Loose] = []
    for item in straight:
        if alone and order[item.block.key] - order[alone[-1].block.key] <= 2:
            alone.pop()
        else:
            alone.append(item)
    quoted = [item for item in loose if item.sign == "“"]
    for item in sorted([*loose, *alone], key=lambda x: (order[x.block.key], x.at)):
        if item.sign == "“" and _is_running_quotation(item, quoted, order):
            continue
        yield Hit(item.block.key, Span(item.at, len(item.block.text.rstrip())), _said(item))


def _said(item: _Loose) -> str:
    if item.sign == '"':
        return "A quotation mark has no partner in this paragraph."
    name = "quotation mark" if item.sign in _QUOTES else _NAMES.get(item.sign, "bracket")
    return f"The opening {name} is never closed." if item.opens else f"The closing {name} has no opening one."


def _loose_in(block: Block) -> list[_Loose]:
    text = block.text
    marks = {m.end() - 1 for m in _ITEM.finditer(text)}
    stack: list[_Loose] = []
    out: list[_Loose] = []
    for i, sign in enumerate(text):
        low = [n for n, item in enumerate(stack) if item.sign == "„"]
        if sign == "“" and low:  # the German closing mark
            del stack[low[-1]]
        elif sign in _PAIRS:
            stack.append(_Loose(block, i, sign))
        elif sign in _CLOSERS:
            wanted = _SAME.get(_CLOSERS[sign], _CLOSERS[sign])
            fits = [n for n, item in enumerate(stack) if _SAME.get(item.sign, item.sign) == wanted]
            if fits:
                # What was opened inside and never closed stays loose
                out.extend(stack[fits[-1] + 1 :])
                del stack[fits[-1] :]
            elif i not in marks and not _is_set_off(text, i, sign):
                out.append(_Loose(block, i, sign))
    return sorted([*out, *stack], key=lambda item: item.at)


def _is_set_off(text: str, at: int, sign: str) -> bool:
    """A closing quote that no one opened with a curved sign: '"Term”', or a repeated ”."""
    return sign == "”" and '"' in text[:at]


def _partner(item: _Loose, loose: list[_Loose], order: Mapping[str, int]) -> _Loose | None:
    if item.opens:
        return None
    wanted = _SAME.get(_CLOSERS[item.sign], _CLOSERS[item.sign])
    here = order[item.block.key]
    for other in reversed(loose):
        if here - order[other.block.key] > _REACH:
            return None
        if other.opens and _SAME.get(other.sign, other.sign) == wanted:
            near = here - order[other.block.key] <= 1
            return other if near or _may_run_on(other) else None
    return None


def _may_run_on(item: _Loose) -> bool:
    """False when the paragraph of an opening sign ends like a sentence: nothing runs on from there."""
    return item.sign == "“" or not re.search(r"[.。]\s*$", item.block.text)


def _is_running_quotation(item: _Loose, quoted: list[_Loose], order: Mapping[str, int]) -> bool:
    """Each paragraph of a long quotation opens with “, only the last one closes."""
    if item.block.text[: item.at].strip():
        return False
    here = order[item.block.key]
    return any(
        other is not item
        and abs(order[other.block.key] - here) <= 3
        and not other.block.text[: other.at].strip()
        for other in quoted
    )


def _open_single(text: str) -> int | None:
    """Place of an opening single mark after which no closing one (or apostrophe) comes."""
    at = text.rfind("‘")
    before_word = at >= 0 and (at == 0 or not text[at - 1].isalnum()) and text[at + 1 : at + 2].isalnum()
    return at if before_word and "’" not in text[at:] and "'" not in text[at:] else None


def _odd_straight(text: str) -> int | None:
    """Place of the straight quotation mark without a partner: inches ('5"') are none."""
    places = [m.start() for m in re.finditer('"', text)]
    if len(places) % 2 == 0:
        return None
    # Without inches and seconds; what is left may pair
    places = [at for at in places if not re.search(r"\d\s?$", text[:at])]
    mixed = sum(text.count(sign) for sign in "“”")
    if len(places) % 2 == 0 or mixed % 2:
        return None
    for here, following in zip(places[::2], [*places[1::2], None], strict=False):
        if following is None:
            return here
        # A mark that should close but stands before a word opens another quotation: the former is alone
        if re.match(r"\w", text[following + 1 : following + 2]) and text[following - 1 : following].isspace():
            return here
    return places[-1]
