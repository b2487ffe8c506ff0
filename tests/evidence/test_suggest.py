"""Suggestions: only what the text shows, never that a law is in force."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexdesk.evidence.model import PageText, ReadSource
from lexdesk.evidence.suggest import bare_title, said_of, suggest

ACT = (
    "Retention of Records Act 2009\n\nState of Norland\nAct No. 12 of 2009\n\nAn Act "
    "to require the keeping of records.\n\n[Assented to on 3 June 2009. In force "
    "from 1 October 2009.]"
)
CASE = (
    "HIGH COURT OF NORLAND\n\nBrackenridge Tiles Ltd v Orlo Chemicals s.a.\n[2024] "
    "NHC 141\nHearing: 16 September 2024\nJudgment: 30 September 2024\n\n1. This is "
    "the trial."
)


def read(text: str, media_type: str = "text/plain", title: str = "", dated: str = "") -> ReadSource:
    return ReadSource(media_type, (PageText(1, "1", text),), title, dated, (), False)


@pytest.mark.parametrize(
    ("text", "name", "role", "status", "jurisdiction", "dated"),
    [
        (ACT, "a.pdf", "law", "unknown", "Norland", "2009-06-03"),
        (f"REPEALED\n\n{ACT}", "a.pdf", "law", "repealed", "Norland", "2009-06-03"),
        (CASE, "b.txt", "law", "unknown", "Norland", "2024-09-30"),
        (
            "Supply Agreement\nDraft of 3 March 2025\n\nThis Agreement is governed by the law of Norland.",
            "x.docx",
            "draft",
            "draft",
            "Norland",
            "2025-03-03",
        ),
        ("This Agreement is made by A and B.", "first_draft.docx", "earlier_draft", "draft", "", ""),
        ("Purchasing playbook: supply agreements", "p.md", "playbook", "unknown", "", ""),
        ("Lunch is at noon.", "note.txt", "unknown", "unknown", "", ""),
    ],
)
def test_only_what_the_text_shows_is_suggested(
    text: str, name: str, role: str, status: str, jurisdiction: str, dated: str
) -> None:
    seen = suggest(read(text), name)
    assert (seen.role, seen.status, seen.jurisdiction, seen.dated) == (role, status, jurisdiction, dated)


def test_an_email_is_a_fact_of_its_date() -> None:
    seen = suggest(read("From: a\n\nHello", "message/rfc822", dated="2025-06-11"))
    assert (seen.role, seen.dated) == ("fact", "2025-06-11")


@given(
    st.lists(
        st.sampled_from(["This Act is in force.", "IN FORCE", ACT, CASE, "repealed", "superseded", "\n\n"]),
        max_size=6,
    )
)
def test_in_force_is_never_suggested(parts: list[str]) -> None:
    assert suggest(read("\n".join(parts)), "in force act.pdf").status != "in_force"


def test_a_case_is_called_by_its_parties() -> None:
    assert (
        suggest(read(CASE, title="HIGH COURT OF NORLAND")).title
        == "Brackenridge Tiles Ltd v Orlo Chemicals s.a."
    )


def test_what_another_law_says_of_an_end_is_found_with_its_sentence() -> None:
    text = (
        "Preamble. So far as Marlowe Tannery v. Ebb Street\nEstates (2004) holds that, "
        "we now overrule it. The Retention of Records Act 2009 is repealed. The Salt Act "
        "1999 is long."
    )
    status, sentence = said_of(text, "Marlowe Tannery v. Ebb Street Estates (2004)")
    assert status == "overruled"
    assert sentence.startswith("So far as Marlowe")
    assert said_of(text, "Retention of Records Act 2009")[0] == "repealed"
    assert said_of(text, "The Salt Act 1999") == ("unknown", "")


def test_a_title_is_compared_without_its_citation() -> None:
    assert (
        bare_title("Halden Glassworks Ltd v Merrow Minerals plc [2023] NCA 88")
        == "Halden Glassworks Ltd v Merrow Minerals plc"
    )
    assert bare_title("In Palethorpe Mills v. Dunmere Dye Works") == "Palethorpe Mills v. Dunmere Dye Works"
