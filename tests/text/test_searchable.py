"""The form in which search compares texts."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexdesk.text.searchable import indexed, searchable


@pytest.mark.parametrize(
    ("written", "form"),
    [
        ("Con\u200bfi\u2060dential", "confidential"),
        ("con\u00ad\nfidential", "confidential"),
        ("\u202aDepot\u202c", "depot"),
        ("Ｄｅｐｏｔ １２", "depot 12"),
        ("conﬁdential oﬃce", "confidential office"),
        (unicodedata.normalize("NFD", "société"), "societe"),
        ("Straße", "strasse"),
        (
            "1,000,000 or 1\u202f000\u202f000 or 1.000.000 or 1 000 000",
            "1000000 or 1000000 or 1000000 or 1000000",
        ),
        ("Sections 12, 100 and 2.100", "sections 12, 100 and 2.100"),
        ("12,500.75", "12500.75"),
        ("支付违\n约金", "支付违约金"),
        ("违 约 金 五万元", "违约金五万元"),
        ("违约金 交货", "违约金 交货"),
        ("５０，０００元", "50000元"),
        ("הַחוֹזֶה", "החוזה"),
        ("الطـَّرف", "الطرف"),
        ("がぎ ｶﾞｽ", "がぎ ガス"),
        ("한국", "한국"),
    ],
)
def test_what_says_the_same_has_one_form(written: str, form: str) -> None:
    assert searchable(written) == form


def test_traditional_and_simplified_stay_apart() -> None:
    assert searchable("違約金") != searchable("违约金")


def test_the_index_holds_a_split_word_whole_and_in_halves() -> None:
    assert indexed("The confi-\ndential third-\nparty list").split() == [
        "the", "confi-", "dential", "third-", "party", "list", "confidential", "thirdparty",
    ]  # fmt: skip


@given(st.text(alphabet="aB1,. \n\u00ad\u200b\u0301ﬁéß违约金が０９\u0640ｶﾞ-", max_size=40))
def test_a_form_is_its_own_form(text: str) -> None:
    assert searchable(searchable(text)) == searchable(text)
