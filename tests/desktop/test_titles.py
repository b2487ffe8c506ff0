"""Titles of changes in both languages, numbers of struck clauses, and the chat that every matter has."""

from dataclasses import replace

import pytest

from lexdesk.assistant.views import DocumentView, OutlineRow
from lexdesk.desktop.main_window import MainWindow
from lexdesk.desktop.titles import ends_of, said_title
from lexdesk.desktop.words import Words
from tests.desktop.conftest import Settle
from tests.desktop.fake_desk import FakeDesk


@pytest.mark.parametrize(
    ("title", "chinese"),
    [
        ("delete 12.7", "删除 12.7"),
        ("change 4.2", "修改 4.2"),
        ("insert at 14.3", "在 14.3 插入"),
        ("deletion in 9.3", "9.3 中的删除"),
        ("insertion in 9.3", "9.3 中的插入"),
        ("change unnumbered text", "修改 无编号文字"),
        ("something else", "something else"),
    ],
)
def test_titles_of_the_desk_are_said_in_chinese(words: Words, title: str, chinese: str) -> None:
    assert said_title(title, words) == title, "in English they stay as the desk says them"
    words.switch("zh")
    assert said_title(title, words) == chinese


def test_a_title_without_a_place_gets_the_number_of_its_paragraph(words: Words) -> None:
    assert said_title("deletion", words, "12.7") == "deletion in 12.7"
    assert said_title("delete unnumbered text", words, "12.7") == "delete 12.7"
    assert said_title("deletion", words) == "deletion"


def struck(desk: FakeDesk, key: str) -> DocumentView:
    """The agreement as after a deletion: the change names no clause, the outline no longer lists it."""
    view = FakeDesk.document(desk, 1)
    return replace(
        view,
        changes=tuple(replace(one, label="") if one.paragraph_key == key else one for one in view.changes),
        outline=tuple(row for row in view.outline if row.key != key),
    )


def test_a_deleted_clause_keeps_its_number_and_no_other_clause_is_marked_for_it(
    window: MainWindow, desk: FakeDesk, settle: Settle, monkeypatch
) -> None:
    monkeypatch.setattr(desk, "document", lambda *_which: struck(desk, "p127"))
    assert window.session is not None
    window.session.refresh()
    settle()
    window.session.choose("edit:2")
    settle()
    side = window.panes.outline
    rows = window.panes.middle.reviewing.table.lines()
    assert rows[1].cells[0] == "12.7"
    assert side.outline.current_target() == ""
    window.session.choose("edit:1")
    settle()
    assert side.outline.current_target() == "p126"


def test_the_ends_of_a_move_come_from_the_text(desk: FakeDesk) -> None:
    view = FakeDesk.document(desk, 1)
    pieces = view.paragraphs[3].pieces
    moved = {
        3: tuple(replace(one, change="move_from", change_id="edit:9") for one in pieces),
        5: tuple(replace(one, change="move_to", change_id="edit:9") for one in pieces),
    }
    paragraphs = tuple(
        replace(one, pieces=moved[index]) if index in moved else one
        for index, one in enumerate(view.paragraphs)
    )
    left, came = ends_of(replace(view, paragraphs=paragraphs), "edit:9")
    assert [label for _key, label, _text in left] == ["9.3"]
    assert [label for _key, label, _text in came] == ["(b)"]
    assert ends_of(view, "edit:1") == ((), ())


def test_the_chat_of_every_matter_has_a_name_in_both_languages(window: MainWindow) -> None:
    tabs = window.panes.chat.tabs
    assert tabs.tabText(0) == "Main"
    window.words.switch("zh")
    assert tabs.tabText(0) == "主对话"
    assert tabs.tabText(1).startswith("Survival only"), "a title the lawyer gave stays"


def test_a_heading_that_is_its_own_number_stands_once(window: MainWindow, desk: FakeDesk) -> None:
    view = FakeDesk.document(desk, 1)
    rows = (OutlineRow("Background", "Background", 0, "p9", 0), OutlineRow("12", "Term", 0, "p12", 0))
    window.panes.outline.show_document(replace(view, outline=rows))
    outline = window.panes.outline.outline
    assert [outline.item(row).text() for row in range(outline.count())] == ["Background", "12 Term"]


def test_no_findings_are_said_in_words(window: MainWindow, settle: Settle) -> None:
    side = window.panes.outline
    side.forget()
    assert [side.findings.item(row).text() for row in range(side.findings.count())] == ["No findings"]
    side.findings.opened.emit("")
    assert window.panes.evidence.card.accessibleName() == window.words("card.none")
    window.panes.evidence.forget()
    assert window.panes.evidence.card.accessibleName() == window.words("card.no_changes")
