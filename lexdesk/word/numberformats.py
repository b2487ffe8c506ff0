"""Numbers written as Word's number formats write them (ECMA-376 part 1, 17.18.59 ST_NumberFormat)."""

from collections.abc import Callable

_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"),
    (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ORDINALS = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth",
    "nine": "ninth", "twelve": "twelfth",
}  # fmt: skip
_HEBREW = ((400, "ת"), (300, "ש"), (200, "ר"), (100, "ק"), (90, "צ"), (80, "פ"), (70, "ע"), (60, "ס"),
           (50, "נ"), (40, "מ"), (30, "ל"), (20, "כ"), (10, "י"), (9, "ט"), (8, "ח"), (7, "ז"), (6, "ו"),
           (5, "ה"), (4, "ד"), (3, "ג"), (2, "ב"), (1, "א"))  # fmt: skip
_ALPHABETS = {
    "russianLower": "абвгдежзиклмнопрстуфхцчшщыэюя",
    "russianUpper": "АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ",
    "arabicAlpha": "أبتثجحخدذرزسشصضطظعغفقكلمنهوي",
    "arabicAbjad": "أبجدهوزحطيكلمنسعفصقرشتثخذضظغ",
    "ganada": "가나다라마바사아자차카타파하",
    "chosung": "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ",
    "thaiLetters": "กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ",
    "hindiVowels": "कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह",
    "hindiConsonants": "अआइईउऊऋएऐओऔ",
    "aiueo": "ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ",
    "aiueoFullWidth": "アイウエオカキクケコサシスセソタチツテトナニヌネノ"
    "ハヒフヘホマミムメモヤユヨラリルレロワヲン",
    "iroha": "ｲﾛﾊﾆﾎﾍﾄﾁﾘﾇﾙｦﾜｶﾖﾀﾚｿﾂﾈﾅﾗﾑｳヰﾉｵｸﾔﾏｹﾌｺｴﾃｱｻｷﾕﾒﾐｼヱﾋﾓｾｽﾝ",
    "irohaFullWidth": "イロハニホヘトチリヌルヲワカヨタレソツネナラム"
    "ウヰノオクヤマケフコエテアサキユメミシヱヒモセスン",
}
_HEBREW_LETTERS = "אבגדהוזחטיכלמנסעפצקרשת"
_HINDI = (
    "एक", "दो", "तीन", "चार", "पाँच", "छह", "सात", "आठ", "नौ", "दस", "ग्यारह", "बारह", "तेरह", "चौदह",
    "पंद्रह", "सोलह", "सत्रह", "अठारह", "उन्नीस", "बीस", "इक्कीस", "बाईस", "तेईस", "चौबीस", "पच्चीस",
    "छब्बीस", "सत्ताईस", "अट्ठाईस", "उनतीस", "तीस",
)  # fmt: skip
_CYCLES = {
    "ideographTraditional": "甲乙丙丁戊己庚辛壬癸",
    "ideographZodiac": "子丑寅卯辰巳午未申酉戌亥",
}
_DIGITS = {
    "decimalFullWidth": "０１２３４５６７８９",
    "decimalFullWidth2": "０１２３４５６７８９",
    "ideographDigital": "〇一二三四五六七八九",
    "japaneseDigitalTenThousand": "〇一二三四五六七八九",
    "taiwaneseDigital": "○一二三四五六七八九",
    "koreanDigital": "영일이삼사오육칠팔구",
    "koreanDigital2": "零一二三四五六七八九",
    "hindiNumbers": "०१२३४५६७८९",
    "thaiNumbers": "๐๑๒๓๔๕๖๗๘๙",
}


def number_text(value: int, form: str) -> str:
    """``value`` in the number format ``form``; "" for bullets and none. Unknown forms give decimals.

    A form of digits ("001") is a sample of a custom format: decimals of at least that many digits.
    """
    if form in ("bullet", "none"):
        return ""
    if form.isdecimal():
        return f"{value:0{len(form)}d}"
    maker = _FORMS.get(form)
    if maker is not None:
        return maker(value)
    if form in _ALPHABETS:
        return _letters(value, _ALPHABETS[form])
    if form in _CYCLES:
        cycle = _CYCLES[form]
        return cycle[(value - 1) % len(cycle)] if value > 0 else str(value)
    if form in _DIGITS:
        return "".join(_DIGITS[form][int(digit)] for digit in str(abs(value)))
    return str(value)


def _letters(value: int, alphabet: str) -> str:
    """a, b ... z, aa, bb ...: Word repeats the letter."""
    if value < 1:
        return str(value)
    return alphabet[(value - 1) % len(alphabet)] * min(1 + (value - 1) // len(alphabet), 60)


def _roman(value: int) -> str:
    if not 0 < value < 32768:
        return str(value)
    out = ""
    for size, sign in _ROMAN:
        out += sign * (value // size)
        value %= size
    return out


def cardinal(value: int) -> str:
    """English words for 0..999,999, small letters, hyphens in "twenty-one"; else digits."""
    if not 0 <= value < 1_000_000:
        return str(value)
    if value < 20:
        return _ONES[value]
    if value < 100:
        return _TENS[value // 10] + (f"-{_ONES[value % 10]}" if value % 10 else "")
    size, word = (100, "hundred") if value < 1000 else (1000, "thousand")
    rest = value % size
    return f"{cardinal(value // size)} {word}" + (f" {cardinal(rest)}" if rest else "")


def _ordinal_words(value: int) -> str:
    words = cardinal(value)
    cut = max(words.rfind(" "), words.rfind("-")) + 1
    last = words[cut:]
    if last in _ORDINALS:
        return words[:cut] + _ORDINALS[last]
    return words[:cut] + (f"{last[:-1]}ieth" if last.endswith("y") else f"{last}th")


def _ordinal(value: int) -> str:
    if value % 100 in (11, 12, 13):
        return f"{value}th"
    return f"{value}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(value % 10, 'th') }"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _counting(value: int, digits: str, units: str, groups: str, *, bare_ten: bool) -> str:
    """Chinese, Japanese and Korean counting: digits with units of ten, hundred, thousand.

    ``digits[0]`` fills gaps ("" = gaps are not filled); ``bare_ten`` drops the one of 10..19.
    """
    if not 0 < value < 100_000_000:
        return str(value)
    if value >= 10_000:
        high, low = divmod(value, 10_000)
        text = _counting(high, digits, units, groups, bare_ten=bare_ten) + groups
        filler = digits[0] if 0 < low < 1000 and digits[0] != "_" else ""
        return text + filler + (_counting(low, digits, units, groups, bare_ten=False) if low else "")
    out: str = ""
    gap = False
    for power in (3, 2, 1, 0):
        digit = value // 10**power % 10
        if not digit:
            gap = out != ""
            continue
        if gap and digits[0] != "_":
            out += digits[0]
        gap = False
        drop_one = digit == 1 and power and ((bare_ten and power == 1 and not out) or digits[0] == "_")
        out += ("" if drop_one else digits[digit]) + ("" if power == 0 else units[power - 1])
    return out


def _chinese(value: int) -> str:
    return _counting(value, "零一二三四五六七八九", "十百千", "万", bare_ten=True)


def _chinese_short(value: int) -> str:
    """chineseCounting and its like: counting words to 99, digit by digit from 100 on."""
    if 0 < value < 100:
        return _chinese(value)
    return "".join("○一二三四五六七八九"[int(digit)] for digit in str(abs(value)))


def _hebrew(value: int) -> str:
    if not 0 < value < 1000:
        return str(value)
    out = ""
    while value:
        if value in (15, 16):
            return out + ("טו" if value == 15 else "טז")
        size, letter = next(pair for pair in _HEBREW if pair[0] <= value)
        out += letter
        value -= size
    return out


def _hebrew_alphabet(value: int) -> str:
    """Letters in the order of the alphabet; after the last one it stays in front: תא, תב."""
    if value < 1:
        return str(value)
    rounds, place = divmod(value - 1, len(_HEBREW_LETTERS))
    return _HEBREW_LETTERS[-1] * min(rounds, 60) + _HEBREW_LETTERS[place]


def _hindi(value: int) -> str:
    """Hindi words, to thirty; each number has a word of its own."""
    return _HINDI[value - 1] if 0 < value <= len(_HINDI) else str(value)


def _enclosed(first: int, last: int, start: str) -> Callable[[int], str]:
    def write(value: int) -> str:
        return chr(ord(start) + value - first) if first <= value <= last else str(value)

    return write


def _thai(value: int) -> str:
    digits = ["ศูนย์", "หนึ่ง", "สอง", "สาม", "สี่", "ห้า", "หก", "เจ็ด", "แปด", "เก้า"]
    if not 0 < value < 100:
        return str(value)
    tens, ones = divmod(value, 10)
    head = "" if not tens else {1: "สิบ", 2: "ยี่สิบ"}.get(tens, f"{digits[tens]}สิบ")
    return head + ("" if not ones else "เอ็ด" if ones == 1 and tens else digits[ones])


def _vietnamese(value: int) -> str:
    digits = ["không", "một", "hai", "ba", "bốn", "năm", "sáu", "bảy", "tám", "chín"]
    if not 0 < value < 100:
        return str(value)
    tens, ones = divmod(value, 10)
    if not tens:
        return digits[ones]
    head = "mười" if tens == 1 else f"{digits[tens]} mươi"
    last = {0: "", 1: "mốt" if tens > 1 else "một", 5: "lăm"}.get(ones, digits[ones])
    return f"{head} {last}".strip()


def _korean_counting(value: int) -> str:
    return _counting(value, "_일이삼사오육칠팔구", "십백천", "만", bare_ten=True)


def _korean_legal(value: int) -> str:
    ones = ["_", "하나", "둘", "셋", "넷", "다섯", "여섯", "일곱", "여덟", "아홉"]
    tens = ["_", "열", "스물", "서른", "마흔", "쉰", "예순", "일흔", "여든", "아흔"]
    if not 0 < value < 100:
        return str(value)
    return (tens[value // 10] if value >= 10 else "") + (ones[value % 10] if value % 10 else "")


def _chicago(value: int) -> str:
    return "*†‡§"[(value - 1) % 4] * (1 + (value - 1) // 4) if value > 0 else str(value)


_FORMS: dict[str, Callable[[int], str]] = {
    "decimal": str,
    "decimalHalfWidth": str,
    "decimalZero": lambda n: f"{n:02d}",
    "lowerRoman": _roman,
    "upperRoman": lambda n: _roman(n).upper(),
    "lowerLetter": lambda n: _letters(n, "abcdefghijklmnopqrstuvwxyz"),
    "upperLetter": lambda n: _letters(n, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    "ordinal": _ordinal,
    "cardinalText": lambda n: _capital(cardinal(n)),
    "ordinalText": lambda n: _capital(_ordinal_words(n)),
    "hex": lambda n: f"{n:X}",
    "chicago": _chicago,
    "numberInDash": lambda n: f"- {n} -",
    "chineseCountingThousand": _chinese,
    "chineseCounting": _chinese_short,
    "taiwaneseCounting": _chinese_short,
    "taiwaneseCountingThousand": lambda n: _counting(
        n, "零一二三四五六七八九", "十百千", "萬", bare_ten=True
    ),
    "japaneseCounting": lambda n: _counting(n, "_一二三四五六七八九", "十百千", "万", bare_ten=True),
    "chineseLegalSimplified": lambda n: _counting(n, "零壹贰叁肆伍陆柒捌玖", "拾佰仟", "万", bare_ten=False),
    "ideographLegalTraditional": lambda n: _counting(
        n, "零壹貳參肆伍陸柒捌玖", "拾佰仟", "萬", bare_ten=False
    ),
    "japaneseLegal": lambda n: _counting(n, "零壱弐参四伍六七八九", "拾百阡", "萬", bare_ten=False),
    "koreanCounting": _korean_counting,
    "koreanLegal": _korean_legal,
    "hebrew1": _hebrew,
    "hebrew2": _hebrew_alphabet,
    "hindiCounting": _hindi,
    "thaiCounting": _thai,
    "bahtText": lambda n: f"{_thai(n)}บาทถ้วน",
    "dollarText": lambda n: f"{cardinal(n)} and 00/100",
    "vietnameseCounting": _vietnamese,
    "decimalEnclosedCircle": _enclosed(1, 20, "①"),
    "decimalEnclosedCircleChinese": _enclosed(1, 20, "①"),
    "decimalEnclosedParen": _enclosed(1, 20, "⑴"),
    "decimalEnclosedFullstop": _enclosed(1, 20, "⒈"),
    "ideographEnclosedCircle": _enclosed(1, 10, "㊀"),
    "ideographZodiacTraditional": lambda n: (
        "甲乙丙丁戊己庚辛壬癸"[(n - 1) % 10] + "子丑寅卯辰巳午未申酉戌亥"[(n - 1) % 12]
    ),
}
