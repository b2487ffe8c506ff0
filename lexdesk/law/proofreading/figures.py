"""Numbers written twice (words and figures) that differ, and dates that do not exist."""

import re
from calendar import monthrange
from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from lexdesk.law.numerals import WORDS_PATTERN, ZH_NUMERAL, from_chinese, from_words
from lexdesk.law.proofreading.model import Hit, Reading
from lexdesk.text.spans import Span

_ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14,
    "fifteenth": 15, "sixteenth": 16, "seventeenth": 17, "eighteenth": 18, "nineteenth": 19,
    "twentieth": 20, "thirtieth": 30, "fortieth": 40, "fiftieth": 50, "sixtieth": 60, "ninetieth": 90,
}  # fmt: skip
_ORDINAL = rf"(?:(?:twenty|thirty)[\s-])?(?:{'|'.join(sorted(_ORDINALS, key=len, reverse=True))})"
_PARTS = {
    "one-half": Decimal("0.5"), "one half": Decimal("0.5"), "a half": Decimal("0.5"), "half": Decimal("0.5"),
    "one-quarter": Decimal("0.25"), "one quarter": Decimal("0.25"), "a quarter": Decimal("0.25"),
    "one-fourth": Decimal("0.25"), "three-quarters": Decimal("0.75"), "three quarters": Decimal("0.75"),
    "three-fourths": Decimal("0.75"),
}  # fmt: skip
_FRACTION = "|".join(sorted(_PARTS, key=len, reverse=True))
_WORDS = (
    rf"(?P<words>(?:\ba\s+(?=hundred|thousand|million))?\b{WORDS_PATTERN}\b)"
    rf"(?:\s+and\s+(?P<part>{_FRACTION})\b|\s+point\s+(?P<point>\w+(?:[\s-]\w+)?)(?=\s+per|\s*\(|\s+basis))?"
    r"(?:\s+and\s+(?P<cents>\d{1,2}|no)/100(?:ths)?)?"
)
_UNIT = (
    r"(?:[\s-]+(?:U\.?S\.?|United\s+States|Canadian|Australian|Hong\s+Kong|pounds?|sterling|dollars?|euros?|francs?|yen|cents?|"
    r"pence|rupees|renminbi|yuan|RMB|per|percent|percentage|cent|centum|points?|basis|business|working|calendar|"
    r"days?|months?|years?|weeks?|hours?|USD|GBP|EUR))*\.?"
)
_SIGN = r"(?:US|HK|U\.S\.|C|A|S)?\s?[$£€¥￥]|USD|GBP|EUR|RMB|CNY|CHF"
_FIGURES = r"\d{1,3}(?:[,\u00a0 ]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_SCALED = {
    "thousand": 1_000,
    "million": 1_000_000,
    "billion": 1_000_000_000,
    "m": 1_000_000,
    "bn": 1_000_000_000,
}
_WORDS_FIRST = re.compile(
    rf"{_WORDS}{_UNIT}\s*\(\s*(?:{_SIGN})?\s?(?P<figures>{_FIGURES})\s?(?P<scale>thousand|million|billion|m|bn)?"
    r"(?P<unit>\s?%|\s?(?:USD|GBP|EUR|RMB|CHF)|\s*(?:per\s?cent|percent|days?|months?|years?|weeks?|hours?|bps|dollars?|pounds?|euros?))?"
    r"\s*\)(?P<after>\s*(?:Business |business |working |calendar )?(?:days?[’']?|months?[’']?|"
    r"years?[’']?|weeks?[’']?|hours?[’']?|percent|per cent)(?!\w))?",
    re.IGNORECASE,
)
_FIGURES_FIRST = re.compile(
    rf"(?<![\w.,])(?:(?:{_SIGN})\s?)?(?P<figures>{_FIGURES})\s?(?P<scale>thousand|million|billion)?\s?%?(?:\s(?:days?|months?|years?|"
    rf"weeks?|hours?|dollars?|pounds?|euros?))?\s*\(\s*{_WORDS}{_UNIT}(?:\s+only)?\s*\)",
    re.IGNORECASE,
)
_ORDINAL_TWICE = re.compile(
    rf"\b(?P<words>{_ORDINAL})\s*\(\s*(?P<figures>\d{{1,3}})\s?(?:st|nd|rd|th)\s*\)", re.IGNORECASE
)
_ZH_TWICE = re.compile(
    rf"(?P<words>[{ZH_NUMERAL}]{{1,24}}|[百千万]分之[{ZH_NUMERAL}]{{1,10}})(?P<unit>元|圆|万元|日|天|个?月|年|个)?(?:整|正)?\s*"
    r"[（(]\s*(?:小写[:：]?)?\s*(?:人民币|RMB|CNY|[¥￥$])?\s*(?P<figures>\d[\d,]*(?:\.\d+)?)\s*(?P<scale>万|亿)?\s*"
    r"(?:元|日|天|个?月|年|个|(?P<sign>[%％‰]))?(?:整)?\s*[）)]"
)
_ZH_FIGURES_FIRST = re.compile(
    r"(?:[¥￥]|人民币)?\s*(?P<figures>\d[\d,]*(?:\.\d+)?)\s*(?P<scale>万|亿)?元?(?:整)?\s*[（(]\s*(?:大写|人民币)[:：]?(?:人民币)?\s*"
    rf"(?P<words>[{ZH_NUMERAL}]{{1,24}})[元圆](?:整|正)?\s*[）)]"
)


def words_and_figures(reading: Reading) -> Iterator[Hit]:
    """ "thirty (20) days", "three hundred dollars ($330)", "百分之五（6%）": the two differ."""
    for block in reading.prose:
        text = block.text
        if "(" not in text and "（" not in text:
            continue
        for pattern in (_WORDS_FIRST, _FIGURES_FIRST):
            for m in pattern.finditer(text):
                by_words, by_figures = _by_words(m), _by_figures(m)
                if by_words is None or by_figures is None or by_words == by_figures:
                    continue
                if _same_another_way(by_words, by_figures, m[0]) or _is_enumeration(text, m):
                    continue
                yield Hit(block.key, Span(*m.span()), _differ(m))
        for m in _ORDINAL_TWICE.finditer(text):
            if _ordinal(m["words"]) != int(m["figures"]):
                yield Hit(block.key, Span(*m.span()), _differ(m))
        for pattern in (_ZH_TWICE, _ZH_FIGURES_FIRST):
            for m in pattern.finditer(text):
                by_words, by_figures = _zh_values(m)
                if by_words is not None and by_words != by_figures and text[: m.start()][-1:] != "第":
                    yield Hit(block.key, Span(*m.span()), _differ(m))


def _zh_values(m: re.Match[str]) -> tuple[Decimal | None, Decimal]:
    """Both readings as plain numbers: "百分之五" and "5%" are 0.05, "千分之五" and "5‰" are 0.005."""
    groups = m.groupdict()
    figures = Decimal(m["figures"].replace(",", ""))
    figures *= {"万": 10_000, "亿": 100_000_000}.get(m["scale"] or "", 1)
    share = re.match(r"([百千万])分之", m["words"])
    number = from_chinese(m["words"][3:] if share else m["words"])
    if number is None:
        return None, figures
    words = Decimal(number)
    if groups.get("unit") == "万元":
        words *= 10_000
    sign = groups.get("sign") or ""
    if share:
        words /= {"百": 100, "千": 1_000, "万": 10_000}[share[1]]
        figures /= 1_000 if sign == "‰" else 100 if sign else 1
    return words, figures


def _differ(m: re.Match[str]) -> str:
    return f"Words and figures differ: “{m['words']}” against “{m['figures']}”."


def _by_words(m: re.Match[str]) -> Decimal | None:
    groups = m.groupdict()
    number = from_words(re.sub(r"^a\s+", "", m["words"], flags=re.IGNORECASE))
    if number is None:
        return None
    value = Decimal(number)
    if groups.get("part"):
        value += _PARTS[" ".join(groups["part"].lower().split())]
    if groups.get("point"):
        digits = [from_words(word) for word in re.split(r"[\s-]+", groups["point"])]
        if any(d is None for d in digits):
            return None
        first = digits[0] or 0
        total = sum(d or 0 for d in digits) if first >= 10 else int("".join(str(d) for d in digits))
        value += Decimal(f"0.{total}")
    if groups.get("cents") and groups["cents"].isdigit():
        value += Decimal(groups["cents"]) / 100
    return value


def _by_figures(m: re.Match[str]) -> Decimal | None:
    value = Decimal(re.sub(r"[,\u00a0 ]", "", m["figures"]))
    scale = m["scale"]
    return value * _SCALED[scale.lower()] if scale else value


def _same_another_way(words: Decimal, figures: Decimal, text: str) -> bool:
    """ "fifty million dollars (50,000 thousand)", "one percent (0.01)", "one point five million (1.5 "
    "million)"."""
    if not words or not figures:
        return False
    if words <= 20 and 1900 <= figures <= 2100 and "," not in text:  # "Year One (1998)"
        return True
    ratio = figures / words
    if ratio in (Decimal("0.01"), 100) and re.search(r"%|per\s?cent|basis", text, re.IGNORECASE):
        return True
    # "$2.5 million (two million five hundred ...)" reads the scale twice or not at all
    return ratio in (1_000, 1_000_000, Decimal("0.001"), Decimal("0.000001"))


def _is_enumeration(text: str, m: re.Match[str]) -> bool:
    """ "one of two (1) the ... (2) the ...": the bracket opens a list."""
    figures = m["figures"]
    if not figures.isdigit() or int(figures) > 20 or m.re is _FIGURES_FIRST:
        return False
    before, after = text[: m.start()], text[m.end() :]
    number = int(figures)
    return f"({number + 1})" in after and (number == 1 or f"({number - 1})" in before) and not m["after"]


def _ordinal(words: str) -> int:
    parts = re.split(r"[\s-]+", words.lower())
    tens = {"twenty": 20, "thirty": 30}.get(parts[0], 0) if len(parts) > 1 else 0
    return tens + _ORDINALS[parts[-1]]


# -- dates ------------------------------------------------------------------------------------------

_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_MONTH = "|".join([*_MONTHS, *(m[:3] for m in _MONTHS if m != "may"), "sept"])
_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
_DAY = r"(?:(?P<weekday>" + "|".join(_DAYS) + r"|Mon|Tues?|Wed|Thu(?:rs)?|Fri|Sat|Sun)\b\.?,?\s+(?:the\s+)?)?"
_DATE = re.compile(
    rf"\b{_DAY}(?:(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?(?:\s+day)?(?:\s+of)?\s+(?P<m1>{_MONTH})\b\.?(?:,?\s+(?P<y1>\d{{4}})\b)?"
    rf"|(?P<m2>{_MONTH})\b\.?\s+(?P<d2>\d{{1,2}})(?!\d|[.,:]\d)(?:st|nd|rd|th)?(?:,?\s+(?P<y2>\d{{4}})\b)?)"
    rf"(?:\s*,?\s*\(?\s*(?:a|being a|which is a)?\s*(?P<later>{'|'.join(_DAYS)})\b\)?)?",
    re.IGNORECASE,
)
_ISO = re.compile(r"\b(?P<y>(?:19|20)\d{2})-(?P<m>\d{2})-(?P<d>\d{2})\b")
_ZH_N = r"[〇零一二三四五六七八九十]"
_ZH_DATE = re.compile(
    rf"(?P<y>\d{{4}}|{_ZH_N}{{4}})\s*年\s*(?P<m>\d{{1,2}}|{_ZH_N}{{1,3}})\s*月\s*(?P<d>\d{{1,2}}|{_ZH_N}{{1,3}})\s*日"
    r"(?:\s*[，,（(]?\s*(?:星期|周|礼拜)(?P<w>[一二三四五六日天])\s*[)）]?)?"
)
_ZH_DAYS = "一二三四五六日"


def dates(reading: Reading) -> Iterator[Hit]:
    """Days that the month does not have, months beyond twelve, and weekdays that do not fit the date."""
    for block in reading.prose:
        text = block.text
        for m in _DATE.finditer(text):
            if m["weekday"] is None and m[0][:1].islower():  # "may 10 percent" is no date
                continue
            month = _month(m["m1"] or m["m2"])
            day = int(m["d1"] or m["d2"])
            year = int(m["y1"] or m["y2"] or 0)
            said = _fault(year, month, day, m["weekday"] or m["later"])
            if said and not (month == 5 and m["m2"] and not year):
                yield Hit(block.key, Span(*m.span()), said)
        for m in _ISO.finditer(text):
            said = _fault(int(m["y"]), int(m["m"]), int(m["d"]), None)
            if said:
                yield Hit(block.key, Span(*m.span()), said)
        for m in _ZH_DATE.finditer(text):
            year, month, day = (int(m[g]) if m[g].isdigit() else from_chinese(m[g]) or 0 for g in "ymd")
            weekday = _DAYS[_ZH_DAYS.index(m["w"].replace("天", "日"))] if m["w"] else None
            said = _fault(year, month, day, weekday)
            if said:
                yield Hit(block.key, Span(*m.span()), said)


def _month(name: str) -> int:
    return next(i for i, month in enumerate(_MONTHS, 1) if month.startswith(name.lower()[:3]))


def _fault(year: int, month: int, day: int, weekday: str | None) -> str:
    """What is wrong with the date in one sentence, "" when nothing is. ``year`` 0 = not given."""
    if not 1 <= month <= 12:
        return f"There is no month {month}."
    name = _MONTHS[month - 1].capitalize()
    last = monthrange(year or 2024, month)[1] if 1 <= (year or 2024) <= 9999 else 31
    if not 1 <= day <= last:
        return (
            f"{name}{f' {year}' if year else ''} has no day {day}: it ends on the {last}th."[:-1].replace(
                "31th", "31st"
            )
            + "."
        )
    if weekday and year:
        right = _DAYS[date(year, month, day).weekday()]
        if not right.lower().startswith(weekday.lower()[:3]):
            return f"{day} {name} {year} is a {right}, not a {weekday}."
    return ""
