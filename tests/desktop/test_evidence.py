"""A pin opens its source at the exact sentence, highlighted, in the upper third."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtTest import QTest

from lexdesk.assistant.evidence_views import NoticeView, StandingView
from lexdesk.desktop.main_window import MainWindow
from lexdesk.desktop.parts import Chip
from lexdesk.evidence.model import SearchHit
from tests.desktop.conftest import Settle
from tests.desktop.fake_content import SENTENCE, pin_93, pin_act, pin_pdf
from tests.desktop.fake_desk import FakeDesk

OVERRULED = (("name", "Newer"), ("unsure", " (suggested by code, not confirmed)"), ("verb", "overrules"))
DISSENT = StandingView(
    "case", "overruled", "suggested by code", "", "dissent", ("status",),
    (NoticeView("dissent", (), "", False, None), NoticeView("ended_by", OVERRULED, "", True, None)), "",
)  # fmt: skip


def test_a_chip_opens_the_text_at_the_highlighted_sentence(window: MainWindow, settle: Settle) -> None:
    window.deciding.step(1)
    settle()
    chips = window.panes.evidence.card.findChildren(Chip)
    chip = next(one for one in chips if one.text() == "Retention Act s 4")
    chip.setFocus()
    QTest.keyClick(chip, Qt.Key.Key_Return)
    settle()
    text = window.panes.evidence.text
    assert text.isVisible()
    marked = text.extraSelections()
    assert [one.cursor.selectedText() for one in marked] == [SENTENCE]
    cursor = QTextCursor(text.document())
    cursor.setPosition(marked[0].cursor.selectionStart())
    top = text.cursorRect(cursor).top()
    assert 0 <= top <= text.viewport().height() / 3, "the sentence starts in the upper third"
    assert text.verticalScrollBar().value() > 0


def test_a_pin_into_a_pdf_opens_the_page_with_boxes(
    window: MainWindow, desk: FakeDesk, settle: Settle
) -> None:
    window.reading.open_pin(pin_pdf())
    settle()
    page = window.panes.evidence.page
    assert page.isVisible()
    assert window.panes.evidence.where.full_text() == "page 2 of 11 · Opinion on survival"
    assert len(page.sheet.boxes) == 2
    first = page.sheet.boxes[0]
    assert abs(first.top() / page.scale() - 500) < 1
    shown = first.top() - page.verticalScrollBar().value()
    assert 0 <= shown <= page.viewport().height() / 3
    grabbed = page.sheet.grab().toImage()
    inside = grabbed.pixelColor(first.center().toPoint())
    outside = grabbed.pixelColor(5, 5)
    assert inside != outside, "the box is painted over the page"
    assert inside.blue() < 200


def test_pages_turn_and_stop_at_the_ends(window: MainWindow, desk: FakeDesk, settle: Settle) -> None:
    evidence = window.panes.evidence
    evidence.open(4, 10)
    settle()
    window.commands.run("go.page_after")
    settle()
    assert evidence.open_page == 11
    assert not evidence.after.isEnabled()
    evidence.turn(1)
    settle()
    assert evidence.open_page == 11
    assert ("render_page", 4, 11) in desk.calls


def test_the_page_picture_is_sharp_on_a_fine_screen(window: MainWindow, settle: Settle) -> None:
    window.panes.evidence.open(4, 1)
    settle()
    picture = window.panes.evidence.page.sheet.picture
    assert picture is not None
    ratio = window.devicePixelRatioF()
    assert picture.devicePixelRatio() >= ratio
    assert (
        abs(picture.width() / picture.devicePixelRatio() - window.panes.evidence.page.sheet.page.width()) <= 1
    )


def test_a_pin_into_the_agreement_marks_the_words_in_the_document(window: MainWindow, settle: Settle) -> None:
    window.reading.open_pin(pin_93())
    page = window.panes.document.page
    mark = page.mark_range()
    assert mark is not None
    cursor = QTextCursor(page.document())
    cursor.setPosition(mark[0])
    cursor.setPosition(mark[1], QTextCursor.MoveMode.KeepAnchor)
    assert cursor.selectedText() == pin_93().text


def test_back_and_forward_over_sources(window: MainWindow, settle: Settle) -> None:
    evidence = window.panes.evidence
    evidence.open(1)
    settle()
    evidence.open(3)
    settle()
    evidence.list.setFocus()
    window.commands.run("go.back")
    settle()
    assert evidence.open_source is not None
    assert evidence.open_source.id == 1
    window.commands.run("go.forward")
    settle()
    assert evidence.open_source.id == 3


def test_sources_say_role_and_status_in_words(window: MainWindow) -> None:
    rows = window.panes.evidence.list
    spoken = [rows.item(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(rows.count())]
    assert spoken[2] == "law: Retention Act 2009, superseded"


def test_copy_cite_and_quote(window: MainWindow, settle: Settle, qapp) -> None:
    window.reading.open_pin(pin_act())
    window.reading.copy_cite(True)
    assert qapp.clipboard().text() == f"“{SENTENCE}” (Retention Act s 4)"
    window.reading.copy_cite(False)
    assert qapp.clipboard().text() == "Retention Act s 4"


def test_what_is_said_of_a_source_is_written(window: MainWindow, desk: FakeDesk, settle: Settle) -> None:
    assert window.session is not None
    window.session.set_source(2, {"role": "note"})
    settle()
    assert ("set_source", 2, {"role": "note"}) in desk.calls
    assert window.panes.evidence.list.source(2).role == "note"


def test_late_answers_are_dropped(window: MainWindow, settle: Settle) -> None:
    window.panes.evidence.open(1)
    window.panes.evidence.open(2)
    settle()
    assert window.panes.evidence.open_source is not None
    assert window.panes.evidence.open_source.id == 2
    assert window.panes.evidence.text.toPlainText().startswith("We already return papers")


def test_the_search_finds_document_and_sources_and_opens_the_place(
    window: MainWindow, settle: Settle
) -> None:
    dialog = window.seeking.search("return or destroy")
    assert dialog is not None
    dialog.search()
    settle()
    targets = [dialog.rows.item(row).toolTip() for row in range(dialog.rows.count())]
    assert any("Document" in text for text in targets)
    assert any("Retention Act 2021" in text for text in targets)
    assert dialog.left_out.text() == "Scan: no text on page 2."
    dialog.rows.opened.emit("s:11")
    settle()
    assert window.panes.evidence.text.marked is not None
    dialog.close()


def test_hover_card_by_key_and_escape(window: MainWindow, settle: Settle) -> None:
    window.deciding.step(1)
    settle()
    window.commands.run("review.card")
    assert window.hover.isVisible()
    assert "Insert in clause 12.6" in window.hover.body.text()
    window.commands.run("go.stop")
    assert not window.hover.isVisible()


def test_a_page_starts_at_a_size_one_can_read_with_the_highlight_in_view(
    window: MainWindow, settle: Settle
) -> None:
    window.reading.open_pin(pin_pdf())
    settle()
    page = window.panes.evidence.page
    assert page.viewport().width() < 400, "the pane is narrow"
    assert page.scale() * 10 >= 11, "print of ten points is at least eleven pixels high"
    box = page.sheet.boxes[0]
    left = page.horizontalScrollBar().value()
    assert left <= box.left() <= left + page.viewport().width() / 2, "the sentence begins in view"


def test_a_page_can_be_made_larger_smaller_and_as_wide_as_the_pane(
    window: MainWindow, settle: Settle
) -> None:
    window.panes.evidence.open(4, 1)
    settle()
    viewer, page = window.panes.evidence.first, window.panes.evidence.page
    before = page.scale()
    viewer.larger.click()
    settle()
    assert page.scale() > before
    viewer.smaller.click()
    viewer.smaller.click()
    settle()
    assert page.scale() < before
    viewer.wide.click()
    settle()
    assert abs(page.sheet.page.width() - page.viewport().width()) <= 3
    assert not page.horizontalScrollBar().isVisible()
    viewer.larger.click()
    settle()
    assert page.sheet.page.width() > page.viewport().width(), "larger from the size it has"


def test_card_list_and_source_share_the_height(window: MainWindow, settle: Settle) -> None:
    evidence = window.panes.evidence
    settle()
    empty = evidence.split.sizes()[0]
    assert empty < 120, "without a change the card takes little"
    assert evidence.list.viewport().height() >= 4 * evidence.list.sizeHintForRow(0)
    window.deciding.step(1)
    settle()
    card, _list, source = evidence.split.sizes()
    assert empty < card <= evidence.split.height() * 0.5 + 1
    assert source >= 120
    evidence.place([200, 200, 300])
    chosen = evidence.split.sizes()
    window.deciding.step(1)
    settle()
    assert evidence.split.sizes() == chosen, "what the lawyer has placed stays"


def test_what_the_search_finds_stands_in_one_line_and_one_is_a_place(
    window: MainWindow, desk: FakeDesk, settle: Settle, monkeypatch
) -> None:
    hit = SearchHit(11, 1, "Records shall\nbe   kept\tfor six years.", 1, 1, 1.0, "words")
    monkeypatch.setattr(desk, "search", lambda *_what: [hit])
    dialog = window.seeking.search("six years")
    assert dialog is not None
    dialog.search()
    settle()
    assert dialog.rows.item(0).text() == "Records shall be kept for six years."
    assert dialog.count.text() == "1 place"
    dialog.close()


def test_two_sources_stand_open_at_once_and_each_keeps_its_place(window: MainWindow, settle: Settle) -> None:
    evidence = window.panes.evidence
    evidence.open(4, 2)
    settle()
    evidence.first.split.click()
    settle()
    assert evidence.second.isVisible()
    evidence.open(1)
    settle()
    assert (evidence.first.source.id, evidence.second.source.id) == (4, 1)
    evidence.first.after.click()
    settle()
    assert (evidence.first.number, evidence.second.source.id) == (3, 1)
    assert evidence.first.page.sheet.picture is not None
    evidence.second.split.click()
    settle()
    assert not evidence.second.isVisible()
    assert evidence.open_source.id == 4


def test_a_citation_says_what_it_is_from_and_that_it_is_not_the_current_wording(
    window: MainWindow, settle: Settle
) -> None:
    window.reading.open_pin(replace(pin_pdf(), standing=DISSENT))
    settle()
    said = window.panes.evidence.first.said
    assert said.isVisible()
    assert said.text().splitlines() == [
        "case · dissenting opinion · overruled ?",
        "▲ “Newer” overrules this (suggested by code, not confirmed).",
        "▲ Stands in a dissenting opinion, not in the decision.",
    ]
    window.words.switch("zh")
    assert "反对意见" in said.text()
    assert "overrules" not in said.text()
    window.panes.evidence.open(1)
    settle()
    assert not said.isVisible(), "another source is no citation"


def test_words_that_were_not_found_on_the_page_are_not_verified_in_words_and_sign(
    window: MainWindow, desk: FakeDesk, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = desk.highlight
    monkeypatch.setattr(desk, "highlight", lambda number: replace(found(number), boxes=()))
    window.reading.open_pin(pin_pdf())
    settle()
    assert window.panes.evidence.first.said.text().startswith("▲ Not verified")
    assert window.panes.evidence.page.sheet.boxes == []


def test_a_cite_is_copied_from_beside_the_source(window: MainWindow, settle: Settle) -> None:
    window.reading.open_pin(pin_pdf())
    settle()
    window.panes.evidence.first.cite.click()
    assert QGuiApplication.clipboard().text() == pin_pdf().label
