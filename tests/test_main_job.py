"""The main job on the sample matter and on real agreements, with a scripted model: records and files."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from lexdesk.assistant.views import ChangeCard
from lexdesk.resources import resources
from lexdesk.word.document import Document
from lexdesk.word.resolve import resolved
from tests.assistant.jobs import LAWYER, accept_all, open_matter, texts
from tests.assistant.obliging import obliging
from tests.conftest import SHARED

SAMPLE = resources() / "sample"
DELETE = "Delete Section 12.7 because its obligation appears to be duplicated elsewhere."
CHANGE = "Change the payment period in the fees clause from thirty to forty-five days."
QUESTION = "What is the liability cap, and what falls outside it?"
CORPUS = SHARED / "corpus" / "docx"
needs_corpus = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not here")


def to_forty_five(clause: str) -> str:
    return clause.replace("thirty (30)", "forty-five (45)")


def reviewed(card: ChangeCard) -> dict[str, str]:
    return {line.label: line.text for line in card.lines if line.section == "clause_reviewed"}


def test_the_main_job_on_the_sample(tmp_path: Path) -> None:
    imported = (SAMPLE / "supply-agreement.docx").read_bytes()
    before = Document.open(imported)
    with open_matter(
        tmp_path / "a.lexmatter", obliging(to_forty_five), SAMPLE / "supply-agreement.docx"
    ) as desk:
        desk.add_source(SAMPLE / "retention-act-2021.pdf", role="law")
        desk.add_source(SAMPLE / "client-email.eml", role="fact")
        document, chat = desk.documents()[0][0], desk.chats()[0].id

        deleted = desk.ask(chat, DELETE)
        assert len(deleted.edit_ids) == 1
        assert [row.number for row in desk.versions(document)] == [1], "P1: staging makes no version"
        card = desk.edit_card(deleted.edit_ids[0])
        assert {"12.7", "9.3", "14.2", "15.1(c)"} <= set(reviewed(card))
        messages = " ".join(item.message for item in card.advisories)
        assert "14.2" in messages
        assert "15.1(c)" in messages
        assert "thirty (30) days" in messages
        assert "forty-five (45) days" in messages
        assert card.pins, "evidence found by code stands in the packet"
        assert "cross_reference_review_not_recorded" not in {item.code for item in card.advisories}
        accept_all(desk, deleted.edit_ids)

        changed = desk.ask(chat, CHANGE)
        assert len(changed.edit_ids) == 1
        accept_all(desk, changed.edit_ids)

        answered = desk.ask(chat, QUESTION)
        assert answered.edit_ids == ()
        assert all(claim.pins for claim in answered.claims)
        assert any(
            pin.label.startswith("supply-agreement, 13.") for claim in answered.claims for pin in claim.pins
        )
        for claim in answered.claims:
            for pin in claim.pins:
                assert desk.pin(pin.pin_id).text == pin.text

        desk.export(document, "redline", tmp_path / "redline.docx")
        desk.export(document, "original", tmp_path / "original.docx")
        desk.export(document, "clean", tmp_path / "clean.docx")
        packet = json.loads(desk.packet_json(deleted.edit_ids[0]))
        assert desk.audit().problems == ()
        head = texts(Document.open(*desk_state(desk, document)))

    assert DELETE in json.dumps(packet)
    assert (tmp_path / "original.docx").read_bytes() == imported
    redline = Document.open((tmp_path / "redline.docx").read_bytes())
    ours = [row for row in redline.revisions if row.author == LAWYER]
    theirs = [(row.kind, row.author, row.text) for row in redline.revisions if row.author != LAWYER]
    assert theirs == [(row.kind, row.author, row.text) for row in before.revisions], (
        "P3: others' revisions untouched"
    )
    struck = next(p for p in redline.paragraphs if p.mark_author == LAWYER)
    assert struck.mark_change == "del"
    assert struck.original.startswith("Return of Confidential")
    assert sorted(row.text for row in ours if row.kind == "ins") == ["45", "forty-five"]
    assert {"thirty", "30"} < {row.text for row in ours if row.kind == "del"}, "a minimal change"
    accepted = resolved(redline, "accept", lambda row: row.author == LAWYER)
    rejected = resolved(redline, "reject", lambda row: row.author == LAWYER)
    assert texts(accepted) == head
    assert texts(rejected) == texts(before)
    assert [p.original for p in rejected.paragraphs] == [p.original for p in before.paragraphs]
    clean = Document.open((tmp_path / "clean.docx").read_bytes())
    assert clean.revisions == ()
    assert [text for text in texts(clean) if text] == [text for text in head if text]


def desk_state(desk, document: int):  # type: ignore[no-untyped-def]
    """Bytes and keys of the head version as it is stored."""
    reader = desk.matter.read()
    head = reader.documents.head(document)
    state = Document.from_parts(reader.versions.parts(head.id), reader.versions.keys(head.id))
    return state.to_bytes(), reader.versions.keys(head.id)


JOBS = [
    (
        "oa__common-paper-software-license-agreement-template.docx",
        "Delete the Provider Warranty clause in full.",
        "5.2",
        "Change the cure period in 4.3(a) from 30 days to 20 days.",
        lambda clause: clause.replace("30 days", "20 days"),
        "Who may assign the agreement?",
    ),
    (
        "oa__common-paper-design-partner-agreement-template.docx",
        "Strike Section 7.6 entirely.",
        "7.6",
        "In 6.2, replace “all Feedback” with “all Feedback and Results”.",
        lambda clause: clause.replace("all Feedback", "all Feedback and Results"),
        "When does the agreement end?",
    ),
    (
        "oa__openagreements-restrictive-covenant-new-york-template.docx",
        "Delete section 14.",
        "14",
        "In section 1.5, replace “less than” with “not more than”.",
        lambda clause: clause.replace("less than", "not more than"),
        "What law governs?",
    ),
]


@needs_corpus
@pytest.mark.parametrize(("name", "delete", "label", "change", "rewrite", "question"), JOBS)
def test_the_main_job_on_real_agreements(
    tmp_path: Path,
    name: str,
    delete: str,
    label: str,
    change: str,
    rewrite: Callable[[str], str],
    question: str,
) -> None:
    imported = (CORPUS / name).read_bytes()
    before = Document.open(imported)
    with open_matter(tmp_path / "a.lexmatter", obliging(rewrite), CORPUS / name) as desk:
        document, chat = desk.documents()[0][0], desk.chats()[0].id
        deleted = desk.ask(chat, delete)
        assert len(deleted.edit_ids) == 1, deleted.text
        assert label in desk.edit_card(deleted.edit_ids[0]).title
        accept_all(desk, deleted.edit_ids)
        changed = desk.ask(chat, change)
        assert len(changed.edit_ids) == 1, changed.text
        accept_all(desk, changed.edit_ids)
        answered = desk.ask(chat, question)
        assert answered.claims
        assert answered.claims[0].pins
        desk.export(document, "redline", tmp_path / "redline.docx")
        head = texts(Document.open(*desk_state(desk, document)))
        assert [row.edit_id for row in desk.history(document)][-1] == changed.edit_ids[0]
    redline = Document.open((tmp_path / "redline.docx").read_bytes())
    assert {row.author for row in redline.revisions} - {row.author for row in before.revisions} == {LAWYER}
    assert texts(resolved(redline, "accept", lambda row: row.author == LAWYER)) == head
    assert texts(resolved(redline, "reject", lambda row: row.author == LAWYER)) == texts(before)
    assert head != texts(before)
