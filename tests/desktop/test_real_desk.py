"""The window on a real matter: real desk, real file, the sample agreement, a scripted model."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from lexdesk.assistant.desk import Desk
from lexdesk.desktop.main_window import MainWindow
from lexdesk.desktop.reviewing.decision import DecisionDialog
from lexdesk.desktop.settings import WindowSettings
from lexdesk.desktop.window import settle
from lexdesk.matter.file import Matter
from lexdesk.resources import resources
from lexdesk.review.proposal import ReplaceText
from lexdesk.word.document import Document
from tests.assistant.obliging import obliging

SAMPLE = resources() / "sample"
DELETE = "Delete Section 12.7 because its obligation appears to be duplicated elsewhere."


@pytest.fixture
def real(qtbot: QtBot, settings: WindowSettings, matter_path: Path) -> Iterator[MainWindow]:
    """A window on the sample agreement with two sources."""
    desk = Desk(Matter.create(matter_path, name="Kilnbrook", author="A. Lawyer"), obliging)
    desk.import_document(SAMPLE / "supply-agreement.docx")
    desk.add_source(SAMPLE / "retention-act-2021.pdf", "law")
    desk.add_source(SAMPLE / "client-email.eml", "fact")
    window = MainWindow(desk, settings)
    window.resize(1366, 768)
    window.show()
    qtbot.waitExposed(window)
    qtbot.waitUntil(lambda: window.jobs.active == 0, timeout=30_000)
    yield window
    window.close()
    window.deleteLater()


def test_p1_the_main_job_in_the_window(real: MainWindow, tmp_path: Path) -> None:
    desk = real.session.desk
    document = real.session.document_id
    chat = real.panes.chat
    chat.composer.field.setPlainText(DELETE)
    chat.composer.send()
    settle(real)
    assert not real.message.isVisible(), real.message.label.text()
    assert real.session.current.startswith("edit:"), "the staged edit is the current change"
    card = real.panes.evidence.card.card
    assert card is not None
    assert card.instruction == DELETE
    assert card.advisories
    assert real.panes.document.page.textCursor().block().text()[:10] == card.removed[:10]
    assert [view.kind for view in desk.versions(document)] == ["import"], "nothing is changed yet"

    bar = real.panes.evidence.card_scroll.verticalScrollBar()
    for place in range(0, bar.maximum() + 40, 40):
        bar.setValue(place)
        settle(real)
    real.deciding.accept()
    settle(real)
    assert not real.message.isVisible(), real.message.label.text()
    assert [view.kind for view in desk.versions(document)] == ["import", "accept"]
    assert real.top.version.text() == "version 2 · from 1"

    real.filing.export_to("redline", tmp_path / "redline.docx")
    settle(real)
    written = Document.open((tmp_path / "redline.docx").read_bytes())
    assert card.removed.split("\n")[0][:40] not in "\n".join(
        p.text for p in written.paragraphs if p.in_current
    )

    undo = real.commands.action("edit.undo")
    assert undo.isEnabled()
    real.deciding.undo()
    settle(real)
    assert real.top.version.text() == "version 1"
    assert real.session.pending() == 1
    real.deciding.redo()
    settle(real)
    assert real.top.version.text() == "version 2 · from 1"
    item = real.session.item()
    assert item is not None, "after redo a change is chosen"
    assert (item.origin, item.label) == ("ours", "12.7"), "a deleted clause keeps its number"


def test_an_accept_is_worked_out_off_the_gui_thread(
    real: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = real.session.desk
    document = real.session.document_id
    head = desk.matter.read().documents.head(document)
    row = desk.review.stage(
        ReplaceText("forty-eight (48) hours", "seventy-two (72) hours"),
        document_id=document,
        version_id=head.id,
        instruction="Give us three days",
        created_by="A. Lawyer",
    )
    desk.show_advisories(row.id)
    real.session.refresh()
    settle(real)
    real.session.choose(f"edit:{row.id}")
    settle(real)
    threads: list[int] = []
    for name in ("edited", "paragraphs"):  # writing the tracked changes, reading the result
        was = Document.__dict__[name]
        work = was.fget if isinstance(was, property) else was

        def noted(*given: object, work: Callable[..., object] = work) -> object:
            threads.append(threading.get_ident())
            return work(*given)

        monkeypatch.setattr(Document, name, property(noted) if isinstance(was, property) else noted)
    real.deciding.accept()
    settle(real)
    assert [view.kind for view in desk.versions(document)] == ["import", "accept"]
    assert threads
    assert threading.get_ident() not in threads


def test_p1_a_real_warning_never_shown_bars_accept(real: MainWindow) -> None:
    real.panes.evidence.hide()
    real.panes.chat.composer.field.setPlainText(DELETE)
    real.panes.chat.composer.send()
    settle(real)
    assert real.panes.evidence.isHidden()
    real.deciding.accept()
    settle(real)
    assert real.panes.evidence.isVisible()
    assert real.message.isVisible()
    desk = real.session.desk
    assert [view.kind for view in desk.versions(real.session.document_id)] == ["import"]


def test_p1_a_tracked_change_of_the_draft_is_decided_once_its_warnings_were_painted(real: MainWindow) -> None:
    desk, document = real.session.desk, real.session.document_id
    first, second = [one.id for one in real.session.ordered() if one.origin == "theirs"][:2]
    real.session.choose(first)
    settle(real)
    author = real.session.item().author
    real.deciding.accept()
    settle(real)
    assert [view.kind for view in desk.versions(document)] == ["import"], "its impact was not shown yet"
    assert real.panes.evidence.card.card.advisories
    assert real.message.isVisible()
    real.deciding.accept()
    settle(real)
    assert [view.kind for view in desk.versions(document)] == ["import", "tracked"]
    assert len(desk.structures.of(desk.versions(document)[-1].id).document.revisions) == 11
    (hunk,) = desk.history(document)
    assert (hunk.record, hunk.decided_by) == ("saved record", "A. Lawyer")
    assert author in hunk.explanation
    assert second == "rev:r2"
    assert real.session.current == "rev:r1", "on to the next one, under its new number"
    real.deciding.undo()
    settle(real)
    assert real.session.view.version_number == 1


def test_a_passage_of_a_pdf_opens_its_page_with_boxes_and_a_mail_at_its_sentence(real: MainWindow) -> None:
    desk, evidence = real.session.desk, real.panes.evidence
    kinds = {source.id: source.paged for source in desk.sources()}
    for source_id, paged in kinds.items():
        hit = next(iter(desk.search("records" if paged else "return", [source_id])))
        real.session.open_passage(hit.passage_id)
        settle(real)
        assert evidence.open_source.id == source_id
        if paged:
            assert evidence.page.sheet.boxes
            assert evidence.page.sheet.picture is not None
            assert evidence.open_page == hit.page_from
        else:
            selections = evidence.text.extraSelections()
            marked = selections[0].cursor.selectedText()
            assert marked.replace("\u2029", "\n").split() == hit.text.split()


def test_the_answer_keeps_its_pins_on_screen(real: MainWindow) -> None:
    real.panes.chat.composer.field.setPlainText("What does the Act say about the return of records?")
    real.panes.chat.composer.send()
    settle(real)
    answer = real.panes.chat.talks[real.panes.chat.current_chat()].messages[-1]
    pins = [pin for claim in answer.view.claims for pin in claim.pins]
    shown = answer.text.toPlainText().replace("\xa0", " ")
    assert pins
    assert all(pin.label.replace("-", "\u2011") in shown for pin in pins)
    assert "[[" not in shown


def test_a_table_cell_is_edited_by_hand_in_its_place(real: MainWindow) -> None:
    desk, document = real.session.desk, real.session.document_id
    cell = next(
        one
        for one in real.session.view.paragraphs
        if one.table is not None
        and not one.change_ids
        and len(one.pieces) == 1
        and len(one.pieces[0].text) > 3
    )
    real.reading.open_paragraph(cell.key)
    real.commands.run("edit.paragraph")
    settle(real)
    editor = real.panes.document.editor
    assert editor.isVisible(), real.message.label.text()
    assert editor.field.toPlainText() == cell.pieces[0].text
    editor.field.setPlainText(f"{cell.pieces[0].text} (as agreed)")
    editor.keep.click()
    settle(real)
    assert not real.message.isVisible(), real.message.label.text()
    assert [view.kind for view in desk.versions(document)] == ["import", "hand_edit"]
    shown = next(one for one in real.session.view.paragraphs if one.key == cell.key)
    assert "(as agreed)" in "".join(piece.text for piece in shown.pieces)
    (hunk,) = desk.history(document)
    assert hunk.record == "reconstruction"


def test_a_comparison_of_real_versions_and_the_way_back(real: MainWindow) -> None:
    desk, document = real.session.desk, real.session.document_id
    first = next(
        one
        for one in real.session.view.paragraphs
        if "forty-eight (48) hours" in "".join(piece.text for piece in one.pieces)
    )
    desk.hand_edit(
        document,
        first.key,
        desk.paragraph_text(document, first.key),
        desk.paragraph_text(document, first.key).replace("forty-eight (48)", "seventy-two (72)"),
    )
    real.session.refresh()
    settle(real)
    one, two = (version.id for version in desk.versions(document))
    real.past.compare(one, two)
    settle(real)
    assert [item.id for item in real.session.changes] == ["net:1"]
    real.deciding.step(1)
    settle(real)
    assert "seventy-two" in real.panes.evidence.card.card.added
    real.panes.document.state.button.click()
    settle(real)
    assert real.session.pair is None
    assert len(real.session.changes) > 1
    page = real.panes.document.page
    cursor = page.document().find("notify the other within")
    cursor.setPosition(cursor.selectionEnd() + 1)
    cursor.setPosition(page.document().find(" hours, give").selectionStart(), cursor.MoveMode.KeepAnchor)
    assert "forty" in cursor.selectedText(), "the struck words are selected with the new ones"
    page.setTextCursor(cursor)
    assert page.selected()[0] == "seventy-two (72)"
    real.past.who_changed()
    settle(real)
    assert "A. Lawyer brought it with version 2" in real.panes.middle.lineage.sentence.text()


def test_several_tracked_changes_are_decided_once_their_warnings_were_read(
    real: MainWindow, monkeypatch
) -> None:
    desk, document = real.session.desk, real.session.document_id
    ids = [one.id for one in real.session.ordered() if one.origin == "theirs"][:3]
    asked: list[DecisionDialog] = []

    def read(dialog: DecisionDialog) -> int:
        asked.append(dialog)
        for edit in {one for one, waiting in dialog._unpainted.items() if waiting}:
            dialog.shown.emit(edit)
        return int(DecisionDialog.DialogCode.Accepted)

    monkeypatch.setattr(DecisionDialog, "exec", read)
    real.deciding.several(ids, "accept")
    settle(real)
    settle(real)
    assert [view.kind for view in desk.versions(document)] == ["import", "tracked"]
    assert len(desk.structures.of(desk.versions(document)[-1].id).document.revisions) == 9
    assert len(asked) == 2, "once before, once with the warnings the decision brought to light"
    assert asked[1]._read_first


def test_an_author_has_the_same_colour_in_the_next_session(real: MainWindow) -> None:
    theirs = next(one.author for one in real.session.ordered() if one.origin == "theirs")
    colour = real.panes.authors.colour(theirs, False)
    kept = real.session.desk.matter.read().author_colours.places()
    assert theirs in kept
    rows = real.session.desk.audit_size()
    real.session.refresh()
    settle(real)
    assert real.panes.authors.colour(theirs, False) == colour
    assert real.session.desk.audit_size() == rows, "a colour is given once"
