"""How sources hang together: suggested from their words with the passage, decided by the lawyer."""

from collections.abc import Callable
from pathlib import Path

import pytest

from lexdesk.evidence.family import missing_in_family, ruling_text
from lexdesk.evidence.importing.reader import ReaderHere
from lexdesk.evidence.library import Library
from lexdesk.evidence.suggest import ended_by
from lexdesk.matter import Matter
from tests.conftest import SHARED

Write = Callable[[str, str], Path]
FIELD = SHARED / "field"
OLDER = (
    "Freedonia Supreme Court\nMarlowe Tannery v. Ebb Street Estates\n12 May 2004\n"
    "HELD: the clause is enforceable."
)
NEWER = (
    "Freedonia Supreme Court\nSandoval Kiln v. Ebb Street Estates\n3 June 2019\n"
    "So far as Marlowe Tannery v. Ebb Street Estates (2004) holds otherwise, we now overrule it."
)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def make(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return make


def told(matter: Matter) -> list[tuple[str, int | None, int | None, str]]:
    return [(row.kind, row.from_source, row.to_source, row.state) for row in matter.read().relations.list()]


@pytest.mark.parametrize("order", [(OLDER, NEWER), (NEWER, OLDER)])
def test_an_overruling_is_suggested_in_either_order_with_its_sentence(
    library: Library, matter: Matter, write: Write, order: tuple[str, str]
) -> None:
    ids = {}
    for number, text in enumerate(order):
        ids[text] = library.add(write(f"{number}.txt", text))[0].id
    assert told(matter) == [("overrules", ids[NEWER], ids[OLDER], "suggested")]
    relation = matter.read().relations.list()[0]
    assert "we now overrule it" in matter.read().passages.get(relation.evidence_passage or 0).text
    assert matter.read().sources.get(ids[OLDER]).status == "overruled"
    assert "status" in matter.read().sources.get(ids[OLDER]).unconfirmed


@pytest.mark.parametrize(
    "sentence",
    [
        "We decline to overrule Marlowe Tannery v. Ebb Street Estates.",
        "Marlowe Tannery v. Ebb Street Estates has never been overruled.",
        "We see no reason to overrule Marlowe Tannery v. Ebb Street Estates.",
        "该判例并未被推翻。",
    ],
)
def test_a_refusal_to_end_a_law_is_no_end(sentence: str) -> None:
    assert ended_by(sentence) == "unknown"


def test_a_reply_an_exhibit_and_a_quotation_are_seen(library: Library, matter: Matter, write: Write) -> None:
    first = (
        "From: a@b.example\nSubject: Late kilns\nDate: Mon, 02 Jun 2025 10:00:00 +0000\n\nThe kilns are late."
    )
    answer = (
        "From: c@d.example\nSubject: Re: Late kilns\nDate: Tue, 03 Jun 2025 10:00:00 +0000\n\nThey will come."
    )
    agreement = (
        "Kiln Supply Agreement\n1. Price\nThe price is fixed for the whole of the term of this contract."
    )
    exhibit = "Exhibit B to the Kiln Supply Agreement\nDrawings of the kiln."
    letter = (
        "Note on price\nThey wrote “The price is fixed for the whole of the term of this contract” to us."
    )
    names = {}
    for name, text in (
        ("1.eml", first),
        ("2.eml", answer),
        ("3.txt", agreement),
        ("4.txt", exhibit),
        ("5.txt", letter),
    ):
        names[name] = library.add(write(name, text))[0].id
    assert told(matter) == [
        ("replies_to", names["2.eml"], names["1.eml"], "suggested"),
        ("exhibit_of", names["4.txt"], names["3.txt"], "suggested"),
        ("quotes", names["5.txt"], names["3.txt"], "suggested"),
    ]
    quoted = matter.read().relations.list()[-1]
    assert quoted.to_passage is not None
    assert "price is fixed" in matter.read().passages.get(quoted.to_passage).text


def test_a_refused_suggestion_is_gone_from_view_and_not_made_again(
    library: Library, matter: Matter, write: Write
) -> None:
    from lexdesk.evidence.relations import suggest_relations

    library.add(write("a.txt", OLDER))
    newer = library.add(write("b.txt", NEWER))[0]
    relation = matter.read().relations.list()[0]
    matter.write(
        lambda tx: (tx.relations.decide(relation.id, "refused", "Edith Renn"), tx.act("Edith Renn", "x", "y"))
    )
    assert told(matter) == []
    assert matter.write(lambda tx: suggest_relations(tx, newer.id, "Edith Renn")) == []
    states = matter.read().connection.rows("SELECT state, said_by FROM relation_states ORDER BY id")
    assert [state for state, _by in states] == ["suggested", "refused"]


def test_the_same_relation_said_by_the_lawyer_confirms_the_suggestion(
    library: Library, matter: Matter, write: Write
) -> None:
    older, newer = (library.add(write(f"{n}.txt", text))[0] for n, text in enumerate((OLDER, NEWER)))
    row = matter.write(
        lambda tx: (
            tx.relations.add("overrules", newer.id, older.id, "Edith Renn"),
            tx.act("Edith Renn", "relation_said", "x"),
        )[0]
    )
    assert (row.state, row.state_by, row.made_by) == ("confirmed", "Edith Renn", "suggested by code")
    assert len(matter.read().relations.list()) == 1


@pytest.mark.skipif(not FIELD.is_dir(), reason="the field documents are not at hand")
def test_f57_the_family_of_an_agreement_and_the_clause_that_never_was(
    library: Library, matter: Matter
) -> None:
    names = ("057_original_2024", "057_amendment_no_1_2025", "057_amended_and_restated_2026")
    original, amendment, restated = (library.add(FIELD / f"{name}.docx")[0].id for name in names)
    assert set(told(matter)) == {
        ("amends", amendment, original, "suggested"),
        ("restates", restated, original, "suggested"),
        ("supersedes", restated, amendment, "suggested"),
    }
    rule = ruling_text(matter.read(), original, "2026-12-01")
    assert rule is not None
    assert (rule.base, rule.amendments) == (restated, ())
    before = ruling_text(matter.read(), original, "2025-07-01")
    assert before is not None
    assert (before.base, before.amendments) == (original, (amendment,))
    slips = missing_in_family(matter.read(), original)
    assert [(slip.instrument, slip.change.label) for slip in slips] == [(amendment, "9")]


def test_a_case_of_the_same_name_of_another_year_is_not_the_one_that_is_overruled(
    library: Library, matter: Matter, write: Write
) -> None:
    library.add(write("2014.txt", OLDER.replace("12 May 2004", "12 May 2014")))
    library.add(write("newer.txt", NEWER))
    assert told(matter) == []
    assert matter.read().sources.get(1).status == "unknown"


def test_a_quotation_is_seen_whatever_its_case_and_accents_and_an_import_without_any_makes_one_write(
    matter: Matter, tmp_path: Path
) -> None:
    library = Library(matter, ReaderHere)
    (tmp_path / "letter.txt").write_text(
        "Our letter says: “The Café shall be kept open on all days of the whole year”, and so it is.", "utf-8"
    )
    (tmp_path / "lease.txt").write_text(
        "Lease of a house\n\nThe cafe\nshall be kept open on ALL days of the whole year.", "utf-8"
    )
    (tmp_path / "other.txt").write_text("Nothing of the kind is said in this note about bread.", "utf-8")
    letter, lease = (library.add(tmp_path / name)[0].id for name in ("letter.txt", "lease.txt"))
    made = matter.read().relations.list(letter)
    assert [(row.kind, row.from_source, row.to_source) for row in made] == [("quotes", letter, lease)]
    before = len(matter.read().audit.rows())
    library.add(tmp_path / "other.txt")
    assert len(matter.read().audit.rows()) == before + 1
