"""Current wording is told from earlier wording, and nothing is ever called good law."""

from collections.abc import Callable
from pathlib import Path

import pytest

from lexdesk.evidence.library import Library
from lexdesk.evidence.standing import standing_of
from lexdesk.matter import Matter
from lexdesk.matter.stores import Tx
from tests.conftest import SHARED
from tests.evidence.test_ontology import OPINION

Write = Callable[[str, str], Path]
FIELD = SHARED / "field"


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def make(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return make


def notices(matter: Matter, library: Library, words: str) -> list[str]:
    hit = library.search(words)[0]
    return [
        one.sentence for one in standing_of(matter.read(), matter.read().passages.get(hit.passage_id)).notices
    ]


def test_an_earlier_draft_says_so(library: Library, matter: Matter, write: Write) -> None:
    row, _ = library.add(write("old draft.txt", "This Agreement is made by A and B. The cap is EUR 100."))
    assert row.role == "earlier_draft"
    assert notices(matter, library, "The cap is EUR 100") == [
        "From an earlier draft, not the current wording."
    ]


def test_a_dissent_an_extract_and_an_unchecked_authority_say_so(
    library: Library, matter: Matter, write: Write
) -> None:
    row, _ = library.add(write("case.txt", OPINION))
    library.set(row.id, "Edith Renn", extent="extract")
    assert notices(matter, library, "The landlord needs no reason at all") == [
        "Stands in a dissenting opinion, not in the decision.",
        "From an extract; the whole text is not in this matter.",
        "Whether it is still good law was not checked.",
    ]
    passage = matter.read().passages.get(library.search("The landlord needs no reason at all")[0].passage_id)
    assert standing_of(matter.read(), passage).words() == "case, dissenting opinion, extract"


def test_a_version_of_a_law_out_of_its_time_says_so(library: Library, matter: Matter, write: Write) -> None:
    row, _ = library.add(write("x.txt", "Kilns must be swept."), kind="statute", valid_to="2020-01-01")

    def day(tx: Tx) -> None:
        tx.matter.update(as_of="2024-06-01")
        tx.act("E", "matter.as_of", "matter")

    matter.write(day)
    assert row.role == "law"
    assert notices(matter, library, "Kilns must be swept")[0] == (
        "This version was in force until 2020-01-01; the matter's date is 2024-06-01."
    )


@pytest.mark.skipif(not FIELD.is_dir(), reason="the field documents are not at hand")
def test_f28_beside_an_older_case_the_newer_one_that_names_it_is_shown_with_its_sentence(
    library: Library, matter: Matter
) -> None:
    library.add(FIELD / "028_older_case.pdf")
    library.add(FIELD / "028_newer_case.pdf")
    said = notices(matter, library, "a penalty rent clause is enforceable as written HELD")
    shown = "\n".join(said)
    assert "“Sandoval Kiln v. Ebb Street Estates”" in shown
    assert "we now overrule it" in shown
    assert "not checked" in shown
    assert "in force" not in shown
    assert "good law" not in shown.replace("Whether it is still good law was not checked.", "")


@pytest.mark.skipif(not FIELD.is_dir(), reason="the field documents are not at hand")
def test_f57_the_words_of_2024_say_that_they_were_restated(library: Library, matter: Matter) -> None:
    for name in ("057_original_2024", "057_amendment_no_1_2025", "057_amended_and_restated_2026"):
        library.add(FIELD / f"{name}.docx")
    said = notices(matter, library, "Price means EUR 100 per tonne")
    assert any("restates this text" in one and "not the current wording" in one for one in said)
    assert not notices(matter, library, "Price means EUR 120 per tonne")
