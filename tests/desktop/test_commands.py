"""One registry: no conflict, both languages, the palette, changed keys."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from lexdesk.desktop.commands import Command, ShortcutTaken
from lexdesk.desktop.main_window import MainWindow


def test_no_two_commands_have_the_same_keys(window: MainWindow) -> None:
    taken: dict[str, str] = {}
    for command in window.commands.all():
        for keys in window.commands.action(command.id).shortcuts():
            name = keys.toString()
            assert name, command.id
            assert name not in taken, f"{name}: {command.id} and {taken.get(name)}"
            taken[name] = command.id
    assert taken["F8"] == "review.next"
    assert taken["Ctrl+Return"] == "review.accept"
    assert taken["Ctrl+Backspace"] == "review.reject"


def test_a_conflict_is_refused(window: MainWindow) -> None:
    with pytest.raises(ShortcutTaken):
        window.commands.add(Command("help.keys", lambda: None, ("F8",)))
    with pytest.raises(ShortcutTaken):
        window.commands.set_shortcut("review.card", "F8")


def test_changed_keys_are_used_and_remembered(window: MainWindow, settings) -> None:
    window.commands.set_shortcut("review.next", "F9")
    assert window.commands.action("review.next").shortcut() == QKeySequence("F9")
    assert settings.store.value("shortcuts/review.next") == "F9"
    assert window.status.hints.text().startswith("F9 ")


def test_every_command_has_both_languages_and_stands_in_the_menu(window: MainWindow) -> None:
    menu = QMenu()
    window.commands.fill_menu(menu)
    texts = {action.text() for under in menu.actions() for action in under.menu().actions()}
    for command in window.commands.all():
        both = window.words.in_all(command.word)
        assert all(both), command.id
        assert window.commands.action(command.id).text() in texts


def test_the_palette_finds_in_both_languages_and_runs(window: MainWindow, qtbot) -> None:
    palette = window.seeking.open_palette()
    QTest.keyClicks(palette.field, "dark col")
    assert palette.rows.current_target() == "view.theme_dark"
    palette.field.setText("深色")
    assert palette.rows.current_target() == "view.theme_dark"
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert window.themes.current.name == "dark"
    assert not palette.isVisible()


def test_the_palette_offers_a_search(window: MainWindow, qtbot) -> None:
    palette = window.seeking.open_palette()
    with qtbot.waitSignal(palette.search_wanted) as heard:
        palette.field.setText("thirty days of")
        palette.rows.setCurrentRow(palette.rows.count() - 1)
        QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert heard.args == ["thirty days of"]


def test_the_palette_lists_words_that_begin_so_first(window: MainWindow) -> None:
    palette = window.seeking.open_palette()
    palette.field.setText("re")
    texts = [palette.rows.item(row).text() for row in range(palette.rows.count())]
    assert texts[0].startswith("Re")
    begins = ["re" in [word[:2].lower() for word in text.split()] for text in texts[:-1]]
    assert begins == sorted(begins, reverse=True), texts
    assert False in begins, "what holds it elsewhere is listed too"
    palette.close()
