"""Numbers as contracts write them: Roman, letters, English words, Chinese numerals. Pure functions."""

import re

_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_ROMAN_FORM = re.compile(r"m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})", re.IGNORECASE)

_BELOW_TWENTY = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
fifteen sixteen seventeen eighteen nineteen
"""
_UNITS = {word: value for value, word in enumerate(_BELOW_TWENTY.split())}
_TEN_NAMES = "twenty thirty forty fifty sixty seventy eighty ninety"
_TENS = {word: 10 * (i + 2) for i, word in enumerate(_TEN_NAMES.split())}
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
# Longest first: "six" must not be read out of "sixty"
_ALL = "|".join(sorted([*_UNITS, *_TENS, *_SCALES], key=len, reverse=True))
# "one hundred and twenty-five", "thirty", "two million five hundred thousand"
WORDS_PATTERN = rf"(?:{_ALL})(?:(?:\s+and\s+|[\s-]+)(?:{_ALL}))*"

_ZH_DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")}
_ZH_DIGITS |= {c: i for i, c in enumerate("零壹贰叁肆伍陆柒捌玖")}
_ZH_DIGITS |= {"〇": 0, "两": 2, "兩": 2, "貳": 2, "叄": 3, "參": 3, "陸": 6}
_ZH_UNITS = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
_ZH_BIG = {"万": 10_000, "萬": 10_000, "亿": 100_000_000, "億": 100_000_000}
ZH_NUMERAL = "零〇一二三四五六七八九十百千万亿两壹贰叁肆伍陆柒捌玖拾佰仟萬億兩貳叄參陸"


def from_roman(text: str) -> int | None:
    """Value of a well-formed Roman numeral of any case, else None ("iiii", "abc", "")."""
    if not text or not _ROMAN_FORM.fullmatch(text):
        return None
    total = 0
    values = [_ROMAN[c] for c in text.lower()]
    for here, following in zip(values, [*values[1:], 0], strict=True):
        total += here if here >= following else -here
    return total


def to_roman(value: int) -> str:
    """Lower-case Roman numeral of ``value`` (1..3999)."""
    out = ""
    for number, letters in (
        (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
        (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
    ):  # fmt: skip
        while value >= number:
            out += letters
            value -= number
    return out


def from_letters(text: str) -> int | None:
    """Place of "a".."z", "aa", "bb"... ("aa" is 27, as Word counts) of any case, else None."""
    low = text.lower()
    if not low or len(set(low)) != 1 or not "a" <= low[0] <= "z":
        return None
    return (len(low) - 1) * 26 + ord(low[0]) - ord("a") + 1


def from_words(text: str) -> int | None:
    """Value of an English number in words ("one hundred and twenty-five"), else None."""
    total = current = 0
    seen = False
    for word in re.split(r"[\s-]+", text.lower().strip()):
        if word == "and":
            continue
        if word in _UNITS:
            current += _UNITS[word]
        elif word in _TENS:
            current += _TENS[word]
        elif word == "hundred":
            current = max(current, 1) * 100
        elif word in _SCALES:
            total += max(current, 1) * _SCALES[word]
            current = 0
        else:
            return None
        seen = True
    return total + current if seen else None


def from_chinese(text: str) -> int | None:
    """Value of a Chinese numeral (plain, financial, positional "二〇二五", or digits), else None."""
    if text.isascii() and text.isdigit():
        return int(text)
    if not text or any(c not in _ZH_DIGITS and c not in _ZH_UNITS and c not in _ZH_BIG for c in text):
        return None
    if len(text) > 1 and all(c in _ZH_DIGITS for c in text):
        return int("".join(str(_ZH_DIGITS[c]) for c in text))
    total = section = digit = 0
    for c in text:
        if c in _ZH_DIGITS:
            digit = _ZH_DIGITS[c]
        elif c in _ZH_UNITS:
            # "十二" has no digit before the unit and means one ten; "百" after a digit multiplies it
            section += (digit or 1) * _ZH_UNITS[c]
            digit = 0
        else:
            total = (total + section + digit) * _ZH_BIG[c]
            section = digit = 0
    return total + section + digit


def to_chinese(value: int) -> str:
    """Plain Chinese numeral of ``value`` (1..9999): 12 is "十二", 105 is "一百零五"."""
    digits = "零一二三四五六七八九"
    out = ""
    pending_zero = False
    for unit, name in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit, value = divmod(value, unit)
        if digit:
            if pending_zero and out:
                out += "零"
            pending_zero = False
            out += ("" if unit == 10 and digit == 1 and not out else digits[digit]) + name
        else:
            pending_zero = True
    return out
