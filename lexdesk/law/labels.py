"""Section labels as people write them, brought to one spelling."""

import re
from functools import lru_cache

from lexdesk.law.numerals import ZH_NUMERAL, from_chinese, from_roman, from_words, to_chinese

_KEYWORD = re.compile(
    r"^(?:the\s+|this\s+)?(?:sub-?)?(?:sections?|secs?\.?|clauses?|cl\.|paragraphs?|paras?\.?|provisions?|"
    r"items?|numbers?|no\.|§+)\s*(?=[\d(（\[a-z])",
    re.IGNORECASE,
)
_INVERTED = re.compile(
    r"^(?:sub-?)?(?:paragraph|clause|item|section|part)\s*(?P<item>\([^)]+\)(?:\([^)]+\))*)\s+(?:of|in|to)\s+(?P<rest>.+)$",
    re.IGNORECASE,
)
_ATTACH = re.compile(
    r"^(schedule|exhibit|annexure|annex|appendix|attachment|addendum|article|part|chapter)\s+"
    r"([ivxlc]+|\d+|[a-z]{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)(?![a-z])(.*)$"
)
_ZH_ANY = re.compile(rf"第\s*([{ZH_NUMERAL}]+|\d+)\s*(?=[编篇章节节条條款])")


@lru_cache(maxsize=8192)
def label_keys(label: str) -> tuple[str, ...]:
    """Spellings under which a label is looked up, the label's own first. Never empty.

    Case, blanks, full-width brackets, keywords and trailing points do not matter; "Annex 1(B)" is
    another spelling of "Annex I(B)", "4" of "Article IV".
    """
    text = re.sub(r"[\u200e\u200f\ufeff]", "", label.replace("\u00a0", " ")).strip()
    text = text.translate(str.maketrans("（）．【】", "().[]")).strip(" .,;:\"“”'")
    inverted = _INVERTED.match(text)
    if inverted:
        text = inverted["rest"].strip() + inverted["item"]
    text = re.sub(r"\s+", " ", text).lower()
    text = _KEYWORD.sub("", text)
    if re.search(r"[\u4e00-\u9fff]", text):
        return tuple(_chinese_keys(text.replace(" ", "")))
    own = re.sub(r"\s*([(),.])\s*", r"\1", text).rstrip(".")
    keys = [own]
    attach = _ATTACH.match(text)
    if attach:
        word, number, rest = attach[1], attach[2], attach[3].replace(" ", "")
        value = from_roman(number) or (int(number) if number.isdigit() else from_words(number))
        if value:
            keys.append(f"{word} #{value}{rest}")
            if word == "article":
                keys.append(f"{value}{rest}")
    elif re.fullmatch(r"\d+", own):
        keys.append(f"article #{own}")
    elif re.fullmatch(r"[ivxlc]+", own) and (value := from_roman(own)):
        keys.append(f"article #{value}")
    loose = re.sub(r"^(\d+(?:\.\d+)*)([a-z])$", r"\1(\2)", own)
    if loose != own:
        keys.append(loose)
    padded = re.sub(r"\.0+(?=\d)", ".", own)
    if padded != own:
        keys.append(padded)
    return tuple(keys)


def _chinese_keys(text: str) -> list[str]:
    def chinese(m: re.Match[str]) -> str:
        value = from_chinese(m[1])
        return f"第{to_chinese(value)}" if value and value < 10_000 else m[0]

    own = _ZH_ANY.sub(chinese, text).replace("條", "条").replace("節", "节")
    keys = [own]
    decimal = re.fullmatch(r"第?(\d+(?:\.\d+)+)条?(?:第?(\(.+?\))[项款目]?)?", own)
    if decimal:
        keys.append(decimal[1] + (decimal[2] or ""))
    article = re.fullmatch(r"第([一二三四五六七八九十百千零]+)条", own)
    if article:
        keys.append(str(from_chinese(article[1])))
    return keys
