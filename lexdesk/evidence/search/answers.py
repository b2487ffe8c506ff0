"""What kind of thing a question asks for - how many, how long, what share, how much - and whether a sentence
gives one. A clause on the matter that gives none is no answer: one that names the seat of an arbitration does
not say how many arbitrators there are.
"""

import re
from dataclasses import dataclass
from typing import Literal

from lexdesk.evidence.search.concepts import Form
from lexdesk.evidence.search.terms import terms
from lexdesk.law.quantities import find_quantities
from lexdesk.text.stems import stem

Kind = Literal[
    "", "count", "period", "units", "bound", "percent", "amount", "frequency", "currency", "language"
]

_UNIT = r"(?:(?:business|working|calendar|full) )?(?:days?|weeks?|months?|years?|hours?|minutes?)"
#: Words of a period: they say how the answer is measured, not what is asked about.
MEASURES = frozenset(
    ("day", "days", "week", "weeks", "month", "months", "year", "years", "hour", "hours", "minute", "minutes",
     "business", "working", "calendar")
)  # fmt: skip
_COUNT = re.compile(
    r"\bhow many (?P<of>(?:[\w-]+ ){0,4}?[\w-]+?)(?= (?:may|must|does|do|did|can|shall|will|are|is|was|were|"
    r"has|have|had|could|should|of|in|on|at|to|for|per|a|each|every|before|after|under|with|within|that|who|"
    r"which|by)\b|\s*[?,.]|\Z)|\bnumber of (?P<number>[\w-]+(?: [\w-]+)?)",
    re.IGNORECASE,
)
_KINDS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    (
        "frequency",
        re.compile(
            r"\bhow (?:often|frequently)\b|\bhow many times (?:a|per|each|every)\b|多久一次|几次", re.I
        ),
    ),
    ("currency", re.compile(r"\b(?:what|which) currency\b|什么货币|何种货币|哪种货币", re.I)),
    ("language", re.compile(r"\b(?:what|which) language\b|什么语言|何种语言|哪种语言", re.I)),
    (
        "units",
        re.compile(rf"\bhow many {_UNIT}\b|[几多][少]?(?:个)?(?:天|日|工作日|周|月|年)", re.IGNORECASE),
    ),
    (
        "period",
        re.compile(
            r"\bhow long\b|\bhow much (?:notice|time)\b"
            r"|\b(?:what|which) (?:[\w-]+ )?(?:notice period|period of time|length of time)\b"
            r"|多久|多长时间|期限(?:是|为)?多",
            re.I,
        ),
    ),
    (
        "percent",
        re.compile(
            r"\b(?:what|which) (?:[\w-]+ ){0,2}(?:percentage|per ?cent|share|proportion|interest(?! in\b))\b"
            r"|\b(?:interest|tax) rate\b|\brate of interest\b|百分之几|百分之多少|利率|费率|比例",
            re.I,
        ),
    ),
    ("bound", re.compile(r"\b(?:what|which)\b[^?.;]{0,40}\b(?:cap|limits?|maximum(?! number))\b|上限", re.I)),
    (
        "amount",
        re.compile(
            r"\bhow much (?!notice|time|of)|\b(?:what|which)\b[^?.;]{0,40}\b(?:royalt(?:y|ies)|fees?|price|"
            r"salary|amount|sum|rent|penalty|liquidated damages|commission|bonus|deposit|premium|cost|value|"
            r"rate|per diem)\b|多少钱|金额|价格是|费用是多少|价款是",
            re.I,
        ),
    ),
    ("count", re.compile(r"[几多][少]?(?P<zh>名|个人|人|份|次|家|件|位|台|套)")),
)  # fmt: skip
# An amount of money, a rate, or where one is to be found; a blank to be filled in counts as one, and so does
# that there is none.
_AMOUNT = re.compile(
    r"[$€£¥]|_{3}|\b(?:USD|EUR|GBP|CNY|RMB|dollars?|euros?|pounds?|per ?cent|cents?)\b|\d\s?%|\d,\d{3}|"
    r"\b(?:Schedule|Exhibit|Annex|Appendix|Order Form|price list|rate card|Cover Page|Key Terms)\b|"
    r"\[\W+\]|[元％%]|附件|附表"
    r"|\b(?:no|without any|free of)(?: \w+)? (?:fees?|charges?|costs?|royalt(?:y|ies)|compensation)\b"
    r"|\bfree of charge\b|免费|不收取"
)
_BOUND = re.compile(
    r"\b(?:(?:not|never) (?:\w+ ){0,2}exceed|exceeds?|(?<!not )limited to|no more than|not more than|up to|"
    r"at least|in excess of|unlimited|without limit|minimums?|maximum|equal to)\b"
    r"|不超过|不得超过|以[^。；]{0,20}为限",
    re.I,
)
_RATE = re.compile(
    r"%|\bper ?cent\b|\bbasis points?\b|\b(?:half|third|quarter|equal(?:ly)?|pro rata|rateabl[ey])\b|[％‰]|"
    r"百分之|[一二三四五六七八九]成",
    re.I,
)
# A blank of a form, filled in or not: "____ (__30__) days", "[•] months".
_BLANK_PERIOD = re.compile(
    r"(?:_{2,}|\[[^\[\]]{0,20}\])[\s)\]]*(?:\w+ )?(?:days?|weeks?|months?|years?|hours?)\b"
    r"|_{2,}\s?[天日周月年]",
    re.IGNORECASE,
)
_OPEN_ENDED = re.compile(
    r"\b(?:perpetual(?:ly)?|indefinite(?:ly)?|in perpetuity|permanent(?:ly)?|until|for (?:so|as) long as|"
    r"(?:throughout|during|for) the (?:\w+ ){0,2}(?:term|period|duration)|survives?|"
    r"(?:Term|Period) of \w+|\w+ (?:Term|Period))\b|_{3}|永久|长期|直至|届满|有效期|期间",
)
_OFTEN = re.compile(
    r"\b(?:daily|weekly|monthly|quarterly|yearly|annual(?:ly)?|semi-?annual(?:ly)?|once|twice|"
    r"(?:each|every|per|a|in any) (?:\w+ )?(?:day|week|month|quarter|year|period)|times)\b|"
    r"每[日天周月季年]|次",
    re.I,
)
_CURRENCY = re.compile(
    r"[$€£¥]|\b(?:USD|EUR|GBP|CNY|RMB|CHF|JPY|HKD|dollars?|euros?|sterling|yen|yuan|renminbi|francs?)\b|元|人民币",
    re.I,
)
_LANGUAGE = re.compile(
    r"\b(?:English|French|German|Chinese|Mandarin|Spanish|Russian|Arabic|Hebrew|Japanese|Italian|Portuguese|"
    r"Dutch|Korean|Swedish|Polish|Turkish)\b|中文|英文|[汉英法德俄日]语"
)
_ZH_COUNT = re.compile(r"(?:\d+|[一二两三四五六七八九十百千]+)\s*(?:名|个人|人|份|次|家|件|位|台|套)")
_NEAR = 5  # words between a number and what it counts
_NOT_COUNTED = frozenset(("section", "clause", "article", "schedule", "exhibit", "paragraph", "rule", "part"))


@dataclass(frozen=True)
class Wanted:
    """``of``: with "count" the stem of what is to be counted, "" for other kinds."""

    kind: Kind = ""
    of: str = ""


def wanted(text: str) -> Wanted:
    """The kind of thing that a question asks for; none for one that is answered in words."""
    for kind, pattern in _KINDS:
        if pattern.search(text):
            return Wanted(kind)
    found = _COUNT.search(text)
    if found is None:
        return Wanted()
    of = [word for _, word in terms(found["of"] or found["number"] or "")]
    # "how many arbitrators decide": what is counted stands in the plural, what follows may be a verb.
    counted = next((word for word in of if word.endswith("s") and not word.endswith("ss")), "".join(of[-1:]))
    return Wanted("count", stem(counted)) if counted or found["zh"] else Wanted()


def gives(asked: Wanted, others: tuple[Form, ...], text: str) -> bool:
    """Whether a sentence gives something of the kind. ``others``: other words for what is to be counted."""
    match asked.kind:
        case "count":
            return bool(_ZH_COUNT.search(text)) if not asked.of else _counts(asked.of, others, text)
        case "period" | "units":
            kinds = {quantity.kind for quantity in find_quantities(text)}
            blank = _BLANK_PERIOD.search(text) or (asked.kind == "period" and _OPEN_ENDED.search(text))
            return not kinds.isdisjoint({"period", "date"}) or bool(blank)
        case "percent":
            return bool(_RATE.search(text) or _AMOUNT.search(text))
        case "amount":
            return bool(_AMOUNT.search(text))
        case "bound":
            return bool(_AMOUNT.search(text) or _BOUND.search(text))
        case "frequency":
            return bool(_OFTEN.search(text))
        case "currency":
            return bool(_CURRENCY.search(text))
        case "language":
            return bool(_LANGUAGE.search(text))
        case _:
            return True


def _counts(of: str, others: tuple[Form, ...], text: str) -> bool:
    names = {of, *(form[0] for form in others)}
    for quantity in find_quantities(text):
        if quantity.kind != "number":
            continue
        before = [word for _, word in terms(text[: quantity.span.start])][-1:]
        if before and before[0] in _NOT_COUNTED:
            continue
        after = [term for term, _ in terms(text[quantity.span.end :])][:_NEAR]
        if not names.isdisjoint(after):
            return True
    # "a sole arbitrator", "the number of arbitrators shall be three"
    line = [term for term, _ in terms(text)]
    return any(
        line[max(0, at - 2) : at] and not {"sole", "singl", "unlimit"}.isdisjoint(line[max(0, at - 2) : at])
        for at, term in enumerate(line)
        if term in names
    ) or bool(
        re.search(r"\bnumber of\b", text, re.IGNORECASE)
        and any(quantity.kind == "number" for quantity in find_quantities(text))
    )
