"""Numbers as Word shows them."""

import pytest

from lexdesk.word.numberformats import cardinal, number_text
from tests.word.build import CONTRACT_LIST, level, numbered, opened, para


def labels(body: str, numbering: str, styles: str = "") -> list[str]:
    return [p.label for p in opened(body, numbering=numbering, styles=styles).paragraphs]


def a_list(levels: str, more: str = "") -> str:
    return (
        f'<w:abstractNum w:abstractNumId="0">{levels}</w:abstractNum>'
        f'<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>{more}'
    )


def test_levels_count_and_restart_below_a_higher_one() -> None:
    body = "".join(numbered("x", n) for n in (0, 1, 1, 2, 2, 3, 1, 2, 0, 1))
    document = opened(body, numbering=CONTRACT_LIST)
    assert [p.label for p in document.paragraphs] == [
        "1.", "1.1", "1.2", "(a)", "(b)", "(i)", "1.3", "(a)", "2.", "2.1",
    ]  # fmt: skip
    assert [p.label_path for p in document.paragraphs] == [
        "1.", "1.1", "1.2", "1.2(a)", "1.2(b)", "1.2(b)(i)", "1.3", "1.3(a)", "2.", "2.1",
    ]  # fmt: skip


def test_a_deleted_paragraph_keeps_the_number_it_is_shown_with() -> None:
    gone = (
        '<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'
        '<w:rPr><w:del w:id="901" w:author="A"/></w:rPr></w:pPr>'
        '<w:del w:id="902" w:author="A"><w:r><w:delText>old</w:delText></w:r></w:del></w:p>'
    )
    document = opened(numbered("x") + gone + numbered("y"), numbering=CONTRACT_LIST)
    assert [p.label for p in document.paragraphs] == ["1.", "", "2."]
    assert [p.label_shown for p in document.paragraphs] == ["", "2.", ""]


def test_a_letter_list_of_its_own_belongs_to_the_clause_above() -> None:
    own = (
        '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="1"/>'
        '<w:numFmt w:val="lowerLetter"/>'
        '<w:lvlText w:val="(%1)"/><w:pPr><w:ind w:left="1440"/></w:pPr></w:lvl></w:abstractNum>'
    )
    numbering = own + CONTRACT_LIST + '<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>'
    document = opened(
        numbered("Term") + numbered("Notice", 1) + numbered("by post", 0, 2), numbering=numbering
    )
    assert document.paragraphs[-1].label_path == "1.1(a)"


def test_legal_numbering_shows_roman_articles_as_digits() -> None:
    levels = level(0, "upperRoman", "Article %1") + level(1, "decimal", "%1.%2", "<w:isLgl/>")
    assert labels(numbered("A") + numbered("B") + numbered("C", 1), a_list(levels)) == [
        "Article I", "Article II", "2.1",
    ]  # fmt: skip


def test_start_override_restarts_once_and_lists_of_one_kind_go_on() -> None:
    more = (
        '<w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0">'
        '<w:startOverride w:val="5"/></w:lvlOverride></w:num>'
        '<w:num w:numId="3"><w:abstractNumId w:val="0"/></w:num>'
    )
    body = "".join(numbered("x", 0, num) for num in (1, 1, 2, 2, 3))
    assert labels(body, a_list(level(0, "decimal", "%1."), more)) == ["1.", "2.", "5.", "6.", "7."]


def test_restart_never_and_restart_after_a_given_level() -> None:
    never = level(0, "decimal", "%1.") + level(1, "decimal", "%2)", '<w:lvlRestart w:val="0"/>')
    body = "".join(numbered("x", n) for n in (0, 1, 0, 1))
    assert labels(body, a_list(never)) == ["1.", "1)", "2.", "2)"]
    only_first = (
        level(0, "decimal", "%1.")
        + level(1, "decimal", "%2)")
        + level(2, "decimal", "%3]", '<w:lvlRestart w:val="1"/>')
    )
    body = "".join(numbered("x", n) for n in (0, 1, 2, 1, 2, 0, 1, 2))
    assert labels(body, a_list(only_first)) == ["1.", "1)", "1]", "2)", "2]", "2.", "1)", "1]"]


def test_numbers_come_from_linked_styles_and_may_be_switched_off() -> None:
    levels = level(0, "decimal", "%1.", '<w:pStyle w:val="H1"/>') + level(
        1, "decimal", "%1.%2", '<w:pStyle w:val="H2"/>'
    )
    styles = (
        '<w:style w:type="paragraph" w:styleId="H1"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>'
        '</w:style><w:style w:type="paragraph" w:styleId="H2"><w:basedOn w:val="H1"/>'
        '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
    )
    head = '<w:pStyle w:val="{}"/>'
    off = head.format("H1") + '<w:numPr><w:numId w:val="0"/></w:numPr>'
    body = (
        para("A", head.format("H1"))
        + para("B", head.format("H2"))
        + para("C", off)
        + para("D", head.format("H1"))
    )
    assert labels(body, a_list(levels), styles) == ["1.", "1.1", "", "2."]


def test_a_list_style_link_is_followed() -> None:
    numbering = (
        f'<w:abstractNum w:abstractNumId="0">{level(0, "upperLetter", "%1.")}</w:abstractNum>'
        '<w:abstractNum w:abstractNumId="1"><w:numStyleLink w:val="Mine"/></w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>'
        '<w:num w:numId="2"><w:abstractNumId w:val="0"/></w:num>'
    )
    styles = (
        '<w:style w:type="numbering" w:styleId="Mine">'
        '<w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr></w:style>'
    )
    assert labels(numbered("x") + numbered("y"), numbering, styles) == ["A.", "B."]


def test_bullets_and_section_carriers_have_no_number() -> None:
    levels = level(0, "decimal", "%1.") + level(1, "bullet", "\uf0b7")
    carrier = numbered("").replace("</w:numPr>", "</w:numPr><w:sectPr/>")
    assert labels(numbered("x") + numbered("y", 1) + carrier + numbered("z"), a_list(levels)) == [
        "1.",
        "",
        "",
        "2.",
    ]


@pytest.mark.parametrize(
    ("form", "value", "text"),
    [
        ("decimal", 12, "12"),
        ("decimalZero", 7, "07"),
        ("upperRoman", 1994, "MCMXCIV"),
        ("lowerRoman", 4, "iv"),
        ("lowerLetter", 26, "z"),
        ("lowerLetter", 27, "aa"),
        ("upperLetter", 53, "AAA"),
        ("ordinal", 11, "11th"),
        ("ordinal", 22, "22nd"),
        ("cardinalText", 21, "Twenty-one"),
        ("ordinalText", 12, "Twelfth"),
        ("ordinalText", 30, "Thirtieth"),
        ("chineseCountingThousand", 12, "十二"),
        ("chineseCountingThousand", 105, "一百零五"),
        ("chineseCountingThousand", 10010, "一万零一十"),
        ("chineseCounting", 20, "二十"),
        ("japaneseCounting", 111, "百十一"),
        ("taiwaneseCountingThousand", 30, "三十"),
        ("chineseLegalSimplified", 12, "壹拾贰"),
        ("ideographDigital", 105, "一〇五"),
        ("ideographTraditional", 3, "丙"),
        ("ideographZodiac", 13, "子"),
        ("decimalEnclosedCircle", 3, "③"),
        ("decimalFullWidth", 12, "１２"),
        ("hebrew1", 15, "טו"),
        ("hebrew1", 123, "קכג"),
        ("hebrew2", 2, "ב"),
        ("hebrew2", 24, "תב"),
        ("hindiCounting", 12, "बारह"),
        ("bahtText", 21, "ยี่สิบเอ็ดบาทถ้วน"),
        ("dollarText", 21, "twenty-one and 00/100"),
        ("arabicAlpha", 3, "ت"),
        ("arabicAbjad", 3, "ج"),
        ("russianLower", 2, "б"),
        ("koreanDigital", 10, "일영"),
        ("ganada", 2, "나"),
        ("aiueo", 2, "ｲ"),
        ("hex", 26, "1A"),
        ("chicago", 5, "**"),
        ("numberInDash", 3, "- 3 -"),
        ("001", 7, "007"),
        ("0001", 12345, "12345"),
        ("bullet", 3, ""),
        ("none", 3, ""),
        ("unheardOf", 3, "3"),
    ],
)
def test_number_formats(form: str, value: int, text: str) -> None:
    assert number_text(value, form) == text


def test_a_custom_format_pads_as_its_sample_does() -> None:
    custom = '<w:numFmt w:val="custom" w:format="001, 002, 003, ..."/>'
    other = (
        '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
        f'<mc:Choice Requires="w14">{custom}</mc:Choice>'
        '<mc:Fallback><w:numFmt w:val="decimal"/></mc:Fallback>'
        "</mc:AlternateContent>"
    )
    own = f'<w:lvl w:ilvl="0"><w:start w:val="9"/>{other}<w:lvlText w:val="%1."/></w:lvl>'
    assert labels(numbered("x") + numbered("y"), a_list(own)) == ["009.", "010."]


def test_every_format_writes_any_number_without_failing() -> None:
    assert cardinal(123_456) == "one hundred twenty-three thousand four hundred fifty-six"
    for form in (
        "lowerRoman",
        "lowerLetter",
        "ordinalText",
        "hebrew1",
        "thaiCounting",
        "japaneseLegal",
        "koreanLegal",
    ):
        for value in (-1, 0, 1, 99, 100, 1_000, 40_000, 10**9):
            assert number_text(value, form)


def test_no_format_of_the_standard_is_unknown() -> None:
    """ECMA-376 part 1, 17.18.59: every value of ST_NumberFormat, the plain digits apart."""
    for form in (
        "upperRoman", "lowerRoman", "upperLetter", "lowerLetter", "ordinal", "cardinalText", "ordinalText",
        "chicago", "ideographDigital", "japaneseCounting", "aiueo", "iroha", "decimalFullWidth",
        "japaneseLegal", "japaneseDigitalTenThousand", "decimalEnclosedCircle", "decimalFullWidth2",
        "aiueoFullWidth", "irohaFullWidth", "decimalZero", "ganada", "chosung", "decimalEnclosedFullstop",
        "decimalEnclosedParen", "decimalEnclosedCircleChinese", "ideographEnclosedCircle",
        "ideographTraditional", "ideographZodiac", "ideographZodiacTraditional", "taiwaneseCounting",
        "ideographLegalTraditional", "taiwaneseCountingThousand", "taiwaneseDigital", "chineseCounting",
        "chineseLegalSimplified", "chineseCountingThousand", "koreanDigital", "koreanCounting",
        "koreanLegal", "koreanDigital2", "vietnameseCounting", "russianLower", "russianUpper",
        "numberInDash", "hebrew1", "hebrew2", "arabicAlpha", "arabicAbjad", "hindiVowels",
        "hindiConsonants", "hindiNumbers", "hindiCounting", "thaiLetters", "thaiNumbers", "thaiCounting",
        "bahtText", "dollarText",
    ):  # fmt: skip
        assert number_text(7, form) != "7", form
    for form in ("bullet", "none"):
        assert number_text(7, form) == ""
    assert [number_text(26, form) for form in ("decimal", "decimalHalfWidth", "hex")] == ["26", "26", "1A"]
