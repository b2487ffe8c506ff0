"""What a source is: suggested by code, said and confirmed by the lawyer, every word of it kept."""

from collections.abc import Callable
from pathlib import Path

import pytest

from lexdesk.evidence.describing import WrongField
from lexdesk.evidence.library import Library
from lexdesk.evidence.ontology import KINDS, kind_of, role_of, strength
from lexdesk.evidence.suggest import SUGGESTED_BY
from lexdesk.evidence.voices import voice_of
from lexdesk.matter import Matter

Write = Callable[[str, str], Path]

OPINION = """FREEDONIA COURT OF APPEAL

Marlowe Tannery v. Ebb Street Estates
Judgment delivered on 3 March 2014

HEADNOTE
A landlord may withhold consent.

ARGUMENTS FOR THE APPELLANT
A landlord may always refuse.

JUDGMENT
We hold that consent may not be withheld without a reason.

DISSENTING OPINION
The landlord needs no reason at all.
"""


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def make(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return make


def test_kind_rank_and_issuer_are_suggested_with_the_words_that_show_them(
    library: Library, matter: Matter, write: Write
) -> None:
    row, _ = library.add(write("case.txt", OPINION))
    assert (row.kind, row.rank, row.role) == ("case", "appeal", "law")
    assert row.issuer == "FREEDONIA COURT OF APPEAL"
    assert {"kind", "rank", "issuer", "role"} <= set(row.unconfirmed)
    facts = matter.read().facts.of(row.id)
    assert facts["rank"].because in OPINION
    assert {fact.said_by for fact in facts.values()} == {SUGGESTED_BY}


@pytest.mark.parametrize(
    ("text", "kind", "rank"),
    [
        ("Records Act 2009\nParliament of Norland\nAn Act to require records.", "statute", "legislature"),
        ("Records Regulations 2011\nMade by the Minister.\nThese Regulations come into force on 1 May 2011. "
         "Regulations enacted by the Minister under the Records Act 2009.", "regulation", "government"),
        ("中华人民共和国数据安全法\n全国人民代表大会通过\n第一条 目的。", "statute", "legislature"),
    ],
)  # fmt: skip
def test_legislation_is_told_by_its_kind(
    library: Library, write: Write, text: str, kind: str, rank: str
) -> None:
    row, _ = library.add(write("law.txt", text))
    assert (row.role, row.kind, row.rank) == ("law", kind, rank)


def test_a_first_day_in_force_is_no_status(library: Library, write: Write) -> None:
    text = (
        "Retention of Records Act 2009\nState of Norland\nAn Act to require the keeping of records.\n"
        "This Act shall come into force on 1 October 2009."
    )
    row, _ = library.add(write("act.txt", text))
    assert (row.valid_from, row.status) == ("2009-10-01", "unknown")


def test_what_the_lawyer_confirms_is_no_longer_marked_and_the_suggestion_stays_on_record(
    library: Library, matter: Matter, write: Write
) -> None:
    row, _ = library.add(write("case.txt", OPINION))
    confirmed = library.confirm(row.id, "Edith Renn", ["rank"])
    assert "rank" not in confirmed.unconfirmed
    assert "kind" in confirmed.unconfirmed
    assert library.confirm(row.id, "Edith Renn").unconfirmed == ()
    said = [(one.said_by, one.basis, one.value) for one in matter.read().facts.history(row.id, "rank")]
    assert said == [(SUGGESTED_BY, "suggested", "appeal"), ("Edith Renn", "confirmed", "appeal")]


def test_the_same_value_said_by_the_lawyer_confirms_it_and_another_replaces_it(
    library: Library, matter: Matter, write: Write
) -> None:
    row, _ = library.add(write("case.txt", OPINION))
    library.set(row.id, "Edith Renn", rank="appeal")
    changed = library.set(row.id, "Ottmar Fell", rank="highest")
    assert changed.rank == "highest"
    history = matter.read().facts.history(row.id, "rank")
    assert [(one.value, one.said_by, one.basis) for one in history] == [
        ("appeal", SUGGESTED_BY, "suggested"),
        ("appeal", "Edith Renn", "confirmed"),
        ("highest", "Ottmar Fell", "said"),
    ]


def test_kind_and_role_always_agree(library: Library, write: Write) -> None:
    row, _ = library.add(write("x.txt", "Lunch is at noon."))
    assert library.set(row.id, "E", kind="regulation").role == "law"
    assert kind_of(library.set(row.id, "E", role="note")) == "note"
    assert library.set(row.id, "E", role="law").kind == ""
    assert library.set(row.id, "E", kind="secondary").role == "secondary"
    for kind in KINDS:
        assert library.set(row.id, "E", kind=kind).role == role_of(kind)


@pytest.mark.parametrize(
    "fields",
    [{"kind": "poem"}, {"rank": "queen"}, {"valid_from": "May"}, {"extent": "half"}, {"voice": "chorus"},
     {"valid_from": "2024-02-01", "valid_to": "2024-01-01"}],
)  # fmt: skip
def test_wrong_words_are_refused_and_nothing_changes(
    library: Library, matter: Matter, write: Write, fields: dict[str, str]
) -> None:
    row, _ = library.add(write("x.txt", "Lunch is at noon."))
    with pytest.raises(WrongField):
        library.set(row.id, "E", **fields)
    assert matter.read().sources.get(row.id) == row


def test_two_dates_set_one_after_the_other_are_checked_together(library: Library, write: Write) -> None:
    row, _ = library.add(write("x.txt", "Lunch is at noon."))
    library.set(row.id, "E", valid_from="2024-02-01")
    with pytest.raises(WrongField):
        library.set(row.id, "E", valid_to="2024-01-01")


@pytest.mark.parametrize(
    ("words", "voice"),
    [
        ("A landlord may withhold consent.", "headnote"),
        ("A landlord may always refuse.", "argument"),
        ("We hold that consent may not be withheld without a reason.", "majority"),
        ("The landlord needs no reason at all.", "dissent"),
    ],
)
def test_whose_words_a_passage_is_is_told_from_the_headings(
    library: Library, write: Write, words: str, voice: str
) -> None:
    row, _ = library.add(write("case.txt", OPINION))
    assert voice_of(row, "case", OPINION, OPINION.index(words), words) == voice
    assert voice_of(row, "statute", OPINION, OPINION.index(words), words) == ""


def test_words_of_counsel_in_the_judgment_are_argument(library: Library, write: Write) -> None:
    row, _ = library.add(write("case.txt", OPINION))
    said = "Counsel for the tenant argued that silence is consent."
    assert voice_of(row, "case", OPINION + said, len(OPINION), said) == "argument"


def test_chinese_judgments_are_told_apart_too(library: Library, write: Write) -> None:
    text = "北京市高级人民法院民事判决书\n原告诉称\n租金过高。\n本院认为\n违约金应当予以调整。\n"
    row, _ = library.add(write("zh.txt", text))
    assert voice_of(row, "case", text, text.index("租金"), "租金过高。") == "argument"
    assert voice_of(row, "case", text, text.index("违约金"), "违约金应当予以调整。") == "majority"


def test_a_statute_binds_more_than_a_court_and_a_higher_court_more_than_a_lower(
    library: Library, write: Write
) -> None:
    row, _ = library.add(write("x.txt", "Lunch is at noon."))
    order = [
        strength(library.set(row.id, "E", kind=kind, rank=rank))
        for kind, rank in (
            ("statute", ""),
            ("case", "highest"),
            ("case", "appeal"),
            ("case", ""),
            ("secondary", ""),
        )
    ]
    assert order == sorted(order)
    assert len(set(order)) == len(order)
