"""The desk on sources: limits of an edit, the checklist over working documents, what a citation says."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lexdesk.assistant.desk import Desk
from lexdesk.assistant.ontology_desk import WrongRelation
from lexdesk.matter.file import Matter
from lexdesk.matter.records import PacketItemRow
from lexdesk.review.proposal import ReplaceParagraph
from tests.assistant.agreements import write_agreement
from tests.evidence.test_relations import NEWER, OLDER


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with Desk(Matter.create(tmp_path / "m.lexmatter", name="M", author="Edith Renn"), lambda: None) as made:
        made.import_document(write_agreement(tmp_path / "a.docx"))
        for name, text in (("older.txt", OLDER), ("newer.txt", NEWER)):
            (tmp_path / name).write_text(text)
            made.add_source(tmp_path / name)
        yield made


def test_a_citation_of_an_overruled_case_says_so_with_the_place_where_it_is_said(desk: Desk) -> None:
    hit = desk.search("the clause is enforceable")[0]
    pin = desk.passage(hit.passage_id)
    assert pin.standing is not None
    assert pin.standing.earlier
    told = next(notice for notice in pin.standing.notices if notice.code == "ended_by")
    assert told.passage_id is not None
    assert "we now overrule it" in desk.passage(told.passage_id).text


def test_a_citation_of_an_earlier_version_says_which_and_whether_its_words_still_stand(desk: Desk) -> None:
    document = desk.documents()[0][0]
    view = desk.document(document)
    first = view.version_id
    paragraph = next(one for one in view.paragraphs if len(one.pieces) and len(one.pieces[0].text) > 30)
    text = "".join(piece.text for piece in paragraph.pieces)
    passage = desk.matter.write(
        lambda tx: (
            tx.passages.add_version_passage(first, paragraph.key, "paragraph", 0, len(text), "1", text),
            tx.act("Edith Renn", "x", "y"),
        )[0]
    )
    assert desk.standing(passage.id).notices == ()
    desk.revert(document, first)
    said = desk.standing(passage.id).notices[0]
    assert said.code == "not_head"
    assert said.sentence == (
        "Wording of version 1; the current one is version 2. The words are the same there."
    )


def test_an_edit_is_told_the_limits_of_what_its_packet_rests_on(desk: Desk) -> None:
    hit = desk.search("the clause is enforceable")[0]
    document = desk.documents()[0][0]
    view = desk.document(document)
    paragraph = next(one for one in view.paragraphs if one.pieces and len(one.pieces[0].text) > 30)
    text = "".join(piece.text for piece in paragraph.pieces)
    edit = desk.review.stage(
        ReplaceParagraph(paragraph.key, text + " So it is agreed."),
        document_id=document,
        version_id=view.version_id,
        created_by="Edith Renn",
        packet_items=[
            PacketItemRow(0, "law", "Marlowe", "words", "cited_for_edit", hit.passage_id, None, "{}")
        ],
    )
    codes = [code for code, _said in desk.edit_limits(edit.id)]
    assert "ended_by" in codes
    assert "not_current" in codes
    assert any("overrules" in said for said in desk.edit_card(edit.id).limits)


def test_the_checklist_names_the_working_document_that_cites_an_authority(desk: Desk) -> None:
    rows = desk.checklist()
    assert [row.ref for row in rows[:2]] == ["source 1", "source 2"]


@pytest.mark.parametrize(
    ("kind", "ends", "why"),
    [
        ("loves", (1, 2), "is no relation"),
        ("quotes", (1, 1), "different ends"),
        ("quotes", (1, None), "two ends"),
    ],
)
def test_a_relation_that_cannot_be_is_refused(
    desk: Desk, kind: str, ends: tuple[int | None, int | None], why: str
) -> None:
    before = len(desk.relations())
    with pytest.raises(WrongRelation, match=why):
        desk.relate(kind, *ends)
    assert len(desk.relations()) == before


def test_a_passage_belongs_to_the_source_it_is_related_for(desk: Desk) -> None:
    with pytest.raises(WrongRelation, match="is not of source"):
        desk.relate("quotes", 2, 1, from_passage=1)
