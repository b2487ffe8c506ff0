"""Search and the quotation check over every way to write the same words, in the source or the question."""

import unicodedata
from collections.abc import Iterator

import pytest

from lexdesk.evidence.importing.reader import ReaderHere
from lexdesk.evidence.library import Library
from lexdesk.evidence.quotes import check_quote
from lexdesk.evidence.search import gathering
from lexdesk.matter import Matter
from lexdesk.text.normalise import normalised

# What stands in one, what in the other; each pair is tried both ways round.
PAIRS = {
    "zero width": ("con\u200bfidential le\u2060dger one", "confidential ledger one"),
    "soft hyphen": ("con\u00adfidential ledger two", "confidential ledger two"),
    "soft hyphen at a line end": ("con\u00ad\nfidential ledger three", "confidential ledger three"),
    "directions": ("\u202aconfi\u202cdential \u2067ledger\u2069 four", "confidential ledger four"),
    "full width": ("ｃｏｎｆｉｄｅｎｔｉａｌ ｌｅｄｇｅｒ ５６", "confidential ledger 56"),
    "ligatures": ("conﬁdential oﬃce ledger six", "confidential office ledger six"),
    "accents": (unicodedata.normalize("NFD", "société générale seven"), "société générale seven"),
    "marks": ("the party’s “ledger” eight", 'the party\'s "ledger" eight'),
    "dashes": ("long–term ledger nine", "long-term ledger nine"),
    "fixed blanks": ("ledger\u00a0ten\u202fof\u3000ours", "ledger ten of ours"),
    "line end": ("confi-\ndential ledger eleven", "confidential ledger eleven"),
    "line end of a compound": ("third-\nparty ledger twelve", "third-party ledger twelve"),
    "one numeral sign": ("ledger of Schedule Ⅳ and Ⅸ", "ledger of Schedule IV and IX"),
    "variation selectors": ("ledger\ufe0f thirteen re\u034fmains", "ledger thirteen remains"),
    "letters of formulas": ("𝐥𝐞𝐝𝐠𝐞𝐫 fourteen remains", "ledger fourteen remains"),
    "cjk radicals": ("甲⽅应当⽀付违⻓约⾦", "甲方应当支付违长约金"),
    "cjk over a line": ("乙方应当承担\n运输费用", "乙方应当承担运输费用"),
    "cjk zero width": ("丙方应当退\u200b还押金", "丙方应当退还押金"),
    "cjk figures": ("罚款５０，０００元整逾期", "罚款50,000元整逾期"),
    "corner marks": ("本合同所称「秘密资料」系指", "本合同所称“秘密资料”系指"),
    "half-width kana": ("ｶﾞｽ ﾀﾝｸ ﾉ ｹｲﾔｸ", "ガス タンク ノ ケイヤク"),
    "arabic stretched": ("الطـــرف الثاني المؤجر", "الطرف الثاني المؤجر"),
    "arabic forms": ("ﺍﻟﻄﺮﻑ الثالث المستأجر", "الطرف الثالث المستأجر"),
}
ONLY_SEARCH = {
    "no accents": ("l’hôtel créé près", "l'hotel cree pres"),
    "thousands": ("sum of 1,000,000 crowns", "sum of 1000000 crowns"),
    "thousands by blanks": ("fee of 2\u202f000\u202f000 crowns", "fee of 2,000,000 crowns"),
    "hebrew points": ("הַחוֹזֶה בתוקף היום", "החוזה בתוקף היום"),
}


@pytest.fixture(scope="module", params=["few sentences", "an index"])
def filled(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """Each pair as two sources, named by pair and side; ranked whole, and gathered by the index."""
    folder = tmp_path_factory.mktemp("signs")
    with (
        pytest.MonkeyPatch.context() as patch,
        Matter.create(folder / "m.lexmatter", name="M", author="E") as m,
    ):
        if request.param == "an index":
            patch.setattr(gathering, "ALL", 3)
        library = Library(m, ReaderHere)
        for name, pair in {**PAIRS, **ONLY_SEARCH}.items():
            for side, words in enumerate(pair):
                path = folder / f"{name} {side}.txt"
                path.write_text(f"It is agreed: {words}.", "utf-8")
                library.add(path, title=f"Paper {len(name)}{side}", short_name=f"{name} {side}")
        yield library
        library.close()


@pytest.mark.parametrize("name", [*PAIRS, *ONLY_SEARCH])
def test_either_way_of_writing_finds_both(filled: Library, name: str) -> None:
    names = {row.id: row.short_name for row in filled._matter.read().sources.list()}
    for asked in {**PAIRS, **ONLY_SEARCH}[name]:
        hits = filled.search(asked, limit=200)
        found = {names[hit.source_id]: hit for hit in hits if hit.why in ("exact", "characters")}
        assert {f"{name} 0", f"{name} 1"} <= set(found), asked
        for side in (0, 1):
            hit = found[f"{name} {side}"]
            row = filled._matter.read().passages.get(hit.passage_id)
            text = filled._matter.read().sources.text(hit.source_id)
            assert text[row.start : row.end] == hit.text  # the words as they stand, at their place


@pytest.mark.parametrize("name", PAIRS)
def test_a_quotation_in_either_writing_is_the_same_words(name: str) -> None:
    for there, quoted in (PAIRS[name], PAIRS[name][::-1]):
        source = f"It is agreed: {there}; and so on."
        check = check_quote(quoted, source)
        assert check.state in ("exact", "normalised"), (quoted, check)
        assert normalised(source[check.start : check.end]) == normalised(there)
        assert source[:14] == source[: check.start].rstrip("\u202a")


def test_one_chinese_character_is_found_over_a_line_end(filled: Library) -> None:
    assert any("押金" in hit.text for hit in filled.search("押"))
    assert any("承担\n运输" in hit.text for hit in filled.search("担运"))
