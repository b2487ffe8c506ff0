"""Periods, amounts, percentages, dates and plain numbers of a text, made comparable."""

import re
from collections.abc import Iterator
from decimal import Decimal

from lexdesk.law.model import Quantity
from lexdesk.law.numerals import WORDS_PATTERN, ZH_NUMERAL, from_chinese, from_words
from lexdesk.text.spans import Span

_DIGITS = r"\d{1,3}(?:[,\u00a0\u202f ]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_MONTH_NAMES = "january february march april may june july august september october november december"
_MONTHS = _MONTH_NAMES.split()
_MONTH = "|".join([*_MONTHS, *(m[:3] for m in _MONTHS), "sept"])
_CURRENCY_SIGNS = {
    "US$": "USD", "U.S.$": "USD", "HK$": "HKD", "C$": "CAD", "A$": "AUD", "S$": "SGD", "$": "USD",
    "€": "EUR", "£": "GBP", "¥": "CNY", "￥": "CNY", "人民币": "CNY", "RMB": "CNY",
}  # fmt: skip
_CURRENCY_CODES = "USD|EUR|GBP|CHF|JPY|CNY|HKD|CAD|AUD|SGD|INR|RUB|SEK|NOK|DKK|NZD|ZAR|BRL|KRW"
_CURRENCY_NAMES = {
    "united states dollar": "USD", "u.s. dollar": "USD", "us dollar": "USD", "dollar": "USD",
    "euro": "EUR", "pounds sterling": "GBP", "pound": "GBP", "roubles": "RUB", "rouble": "RUB",
    "yuan": "CNY", "renminbi": "CNY",
}  # fmt: skip
_SCALE = {
    "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000,
    "k": 1_000, "m": 1_000_000, "mn": 1_000_000, "bn": 1_000_000_000,
}  # fmt: skip
_UNIT = {"day": "D", "week": "W", "month": "M", "year": "Y", "hour": "H", "minute": "N", "quarter": "Q"}

_NUMBER = (
    rf"(?:(?P<words>{WORDS_PATTERN})(?:\s*\(\s*(?P<figures>{_DIGITS})\s*(?P<inpct>%)?\s*\))?"
    rf"|(?P<digits>{_DIGITS})(?:\s*\(\s*(?P<inwords>{WORDS_PATTERN})\s*\))?)"
)
_DATE = re.compile(
    rf"(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?(?:\s+day)?(?:\s+of)?\s+(?P<m1>{_MONTH})\.?,?\s+(?P<y1>\d{{4}})"
    rf"|(?P<m2>{_MONTH})\.?\s+(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<y2>\d{{4}})"
    r"|(?P<y3>\d{4})-(?P<m3>\d{2})-(?P<d3>\d{2})"
    r"|(?P<a>\d{1,2})/(?P<b>\d{1,2})/(?P<y4>\d{4})"
    rf"|(?P<y5>\d{{4}}|[〇零一二三四五六七八九]{{4}})\s*年\s*(?P<m5>\d{{1,2}}|[{ZH_NUMERAL}]+)\s*月"
    rf"(?:\s*(?P<d5>\d{{1,2}}|[{ZH_NUMERAL}]+)\s*日)?",
    re.IGNORECASE,
)
_SIGNS = "|".join(re.escape(s) for s in sorted(_CURRENCY_SIGNS, key=len, reverse=True))
_AMOUNT = re.compile(
    rf"(?<![\w.])(?:(?P<sign>{_SIGNS})|(?P<code>{_CURRENCY_CODES})(?:\s?\$)?)\s?(?P<number>{_DIGITS})"
    r"(?:\s?(?P<scale>thousand|million|billion|mn|bn|[mk])\b)?(?P<wan>[万亿])?(?:元整?)?"
    r"(?:\s*\([a-z][a-z\s-]{3,80}\))?",
)
_NAMES = "|".join(re.escape(n) for n in sorted(_CURRENCY_NAMES, key=len, reverse=True))
_MEASURED = re.compile(
    rf"(?<![\w.$€£¥]){_NUMBER}"
    r"(?:(?P<percent>\s?%|\s*per\s?cent\b(?:\s*\(\s*(?P<pct2>\d+(?:\.\d+)?)\s?%\s*\))?|\s*basis\s+points\b)"
    r"|(?P<work>(?:[\s-]+(?:full|whole|consecutive|calendar|business|working|banking|trading))*)"
    r"[\s-]+(?P<unit>days?|weeks?|months?|years?|hours?|minutes?|quarters?)\b"
    rf"|\s*(?P<scaled>thousand|million|billion)?\s*(?P<money>{_NAMES})s?\b"
    rf"(?:\s*\(\s*(?:{_SIGNS}|(?:{_CURRENCY_CODES})\s?)?(?P<money2>{_DIGITS})\s*\))?"
    rf"|\s?(?P<after>{_CURRENCY_CODES})\b)?",
    re.IGNORECASE,
)
_ZH_N = rf"(?:\d[\d,]*(?:\.\d+)?|[{ZH_NUMERAL}]+)"
_ZH = re.compile(
    rf"(?P<base>百分之|千分之|万分之)(?P<share>{_ZH_N})"
    rf"|(?P<money>{_ZH_N})(?P<wan>[万亿])?元整?"
    rf"|(?P<n>{_ZH_N})\s*(?:个\s*)?(?P<unit>工作日|自然日|日历日|营业日|日|天|周|星期|月|年|小时|分钟)"
)
_ZH_UNIT = {
    "工作日": "BD", "营业日": "BD", "自然日": "D", "日历日": "D", "日": "D", "天": "D", "周": "W",
    "星期": "W", "月": "M", "年": "Y", "小时": "H", "分钟": "N",
}  # fmt: skip
_LABEL_BEFORE = re.compile(
    r"(?:\b(?:sections?|sec\.?|clauses?|articles?|paragraphs?|schedules?|exhibits?|annex(?:es)?|appendix|"
    r"appendices|rules?|parts?|items?|no\.?|number|version|regulation|chapter|page)|§+|第)\s*(?:\(\w+\)\s*)?$",
    re.IGNORECASE,
)


def find_quantities(text: str) -> list[Quantity]:
    """Every quantity of ``text`` in order, none overlapping another.

    A number in words with its figures ("thirty (30) days") is one quantity; where the two disagree
    ``value`` follows the words (as courts do) and ``figures`` holds the other reading. Business days
    are ``P10BD``, hours ``PT4H``. Section numbers and a bare "one" are not quantities. Linear time.
    """
    taken: list[Span] = []
    found: list[Quantity] = []
    for finder in (_dates, _amounts, _chinese, _measured):
        fresh = list(finder(text))
        kept = _without_overlaps(fresh, taken)
        found.extend(kept)
        taken = sorted([*taken, *(q.span for q in kept)])
    return sorted(found, key=lambda q: q.span)


def _without_overlaps(fresh: list[Quantity], taken: list[Span]) -> list[Quantity]:
    """The quantities of ``fresh`` (in order) that touch no span of ``taken`` (in order)."""
    kept: list[Quantity] = []
    i = 0
    for quantity in fresh:
        while i < len(taken) and taken[i].end <= quantity.span.start:
            i += 1
        if i == len(taken) or not taken[i].overlaps(quantity.span):
            kept.append(quantity)
    return kept


def _plain(number: Decimal | int) -> str:
    """Decimal without exponent and trailing zeros."""
    value = f"{Decimal(number):f}"
    return value.rstrip("0").rstrip(".") if "." in value else value


def _decimal(digits: str) -> Decimal:
    return Decimal(re.sub(r"[,\s\u00a0\u202f]", "", digits))


def _month(name: str) -> int:
    return next(i for i, m in enumerate(_MONTHS, 1) if m.startswith(name.lower()[:3]))


def _dates(text: str) -> Iterator[Quantity]:
    for m in _DATE.finditer(text):
        if m["y1"]:
            year, month, day = int(m["y1"]), _month(m["m1"]), int(m["d1"])
        elif m["y2"]:
            year, month, day = int(m["y2"]), _month(m["m2"]), int(m["d2"])
        elif m["y3"]:
            year, month, day = int(m["y3"]), int(m["m3"]), int(m["d3"])
        elif m["y5"]:
            year, month = from_chinese(m["y5"]) or 0, from_chinese(m["m5"]) or 0
            day = (from_chinese(m["d5"]) or 0) if m["d5"] else 0
        else:
            a, b, year = int(m["a"]), int(m["b"]), int(m["y4"])
            if a <= 12 < b:
                month, day = a, b
            elif b <= 12 < a:
                month, day = b, a
            else:  # 03/04/2015 may be March or April: comparable only as written
                yield Quantity(Span(*m.span()), "date", m[0], m[0])
                continue
        if not 1 <= month <= 12 or day > 31:
            continue
        value = f"{year:04d}-{month:02d}" + (f"-{day:02d}" if day else "")
        yield Quantity(Span(*m.span()), "date", value, m[0])


def _amounts(text: str) -> Iterator[Quantity]:
    for m in _AMOUNT.finditer(text):
        number = _decimal(m["number"])
        if m["scale"]:
            number *= _SCALE[m["scale"].lower()]
        if m["wan"]:
            number *= 10_000 if m["wan"] == "万" else 100_000_000
        currency = _CURRENCY_SIGNS[m["sign"]] if m["sign"] else m["code"]
        yield Quantity(Span(*m.span()), "amount", f"{currency} {_plain(number)}", m[0])


def _zh_number(text: str) -> Decimal | None:
    if text[0].isascii():
        return _decimal(text)
    value = from_chinese(text)
    return None if value is None else Decimal(value)


def _chinese(text: str) -> Iterator[Quantity]:
    for m in _ZH.finditer(text):
        number = _zh_number(m["share"] or m["money"] or m["n"])
        if number is None or text[m.start() - 1 : m.start()] == "第":
            continue
        span = Span(*m.span())
        if m["base"]:
            share = number * Decimal({"百": "1", "千": "0.1", "万": "0.01"}[m["base"][0]])
            yield Quantity(span, "percent", f"{_plain(share)}%", m[0])
        elif m["money"]:
            if m["wan"]:
                number *= 10_000 if m["wan"] == "万" else 100_000_000
            yield Quantity(span, "amount", f"CNY {_plain(number)}", m[0])
        elif m["unit"] == "年" and number >= 1000:
            yield Quantity(span, "date", _plain(number), m[0])
        else:
            yield Quantity(span, "period", _period(number, _ZH_UNIT[m["unit"]]), m[0])


def _period(number: Decimal, unit: str) -> str:
    if unit in ("H", "N"):
        return f"PT{_plain(number)}{'H' if unit == 'H' else 'M'}"
    if unit == "Q":
        return f"P{_plain(number * 3)}M"
    return f"P{_plain(number)}{unit}"


def _measured(text: str) -> Iterator[Quantity]:
    for m in _MEASURED.finditer(text):
        words = m["words"] or m["inwords"]
        digits = m["figures"] or m["digits"]
        by_words = from_words(words) if words else None
        by_digits = _decimal(digits) if digits else None
        number = Decimal(by_words) if by_words is not None else by_digits
        if number is None:
            continue
        other = by_digits if by_words is not None and by_digits is not None else None
        span = Span(*m.span())
        if m["percent"] or m["inpct"]:
            basis = Decimal("0.01") if "basis" in (m["percent"] or "").lower() else Decimal(1)
            if m["pct2"]:
                other = Decimal(m["pct2"])
            yield _quantity(span, "percent", number * basis, other and other * basis, m[0], "{}%")
        elif m["unit"]:
            unit = _UNIT[m["unit"].lower().rstrip("s")]
            if unit == "D" and re.search(r"business|working|banking|trading", m["work"] or "", re.IGNORECASE):
                unit = "BD"
            value = _period(number, unit)
            figures = _period(other, unit) if other is not None and other != number else ""
            yield Quantity(span, "period", value, m[0], figures)
        elif m["money"] or m["after"]:
            if m["scaled"]:
                number *= _SCALE[m["scaled"].lower()]
            if m["money2"]:
                other = _decimal(m["money2"])
            code = _CURRENCY_NAMES[m["money"].lower()] if m["money"] else m["after"].upper()
            yield _quantity(span, "amount", number, other, m[0], code + " {}")
        elif _is_plain_number(text, m):
            yield _quantity(span, "number", number, other, m[0], "{}")


def _quantity(
    span: Span, kind: str, number: Decimal, other: Decimal | None, text: str, form: str
) -> Quantity:
    figures = form.format(_plain(other)) if other is not None and other != number else ""
    value = form.format(_plain(number))
    if kind == "percent":
        return Quantity(span, "percent", value, text, figures)
    if kind == "amount":
        return Quantity(span, "amount", value, text, figures)
    return Quantity(span, "number", value, text, figures)


def _is_plain_number(text: str, m: re.Match[str]) -> bool:
    """False for section numbers, parts of codes, ordinals and a bare "one"."""
    start, end = m.span()
    after = text[end : end + 2]
    if after[:1].isalpha() or (after[:1] in "_" and after) or re.match(r"\.\d|\(\w", after):
        return False
    if m["words"] and not m["figures"]:
        return m["words"].lower() not in ("one", "zero") and not after.startswith("-")
    if text[max(0, start - 1) : start] in ("(", "-", "/", "第"):
        return False
    at_line_start = not text[text.rfind("\n", 0, start) + 1 : start].strip()
    opens_clause = r"[.)、]\s|\s+[A-Z\u4e00-\u9fff]"
    if at_line_start and m["digits"] and re.match(opens_clause, after + text[end + 2 : end + 6]):
        return False
    return not _LABEL_BEFORE.search(text[max(0, start - 30) : start])
