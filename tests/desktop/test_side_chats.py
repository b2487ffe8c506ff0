"""Side chats, what a model saw, compaction, checks, notes, skills, playbooks: the window on a real desk."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QDialog, QInputDialog, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from lexdesk.assistant.agent.budget import Budget
from lexdesk.assistant.desk import Desk
from lexdesk.assistant.model_views import ModelLine, ModelShelf, ModelShelfView
from lexdesk.desktop.chat.checks import Fold, checked
from lexdesk.desktop.chat.message import Message
from lexdesk.desktop.context.cleared import ClearedSheet
from lexdesk.desktop.context.dialog import ContextDialog
from lexdesk.desktop.context.replayed import ReplaySheet
from lexdesk.desktop.context.seen import SeenSheet, said_use
from lexdesk.desktop.context.stored import PAGE, StoredSheet
from lexdesk.desktop.filing import Opener
from lexdesk.desktop.main_window import MainWindow
from lexdesk.desktop.settings import WindowSettings
from lexdesk.desktop.window import settle
from lexdesk.evidence.importing.reader import ReaderHere
from lexdesk.matter.file import Matter
from tests.desktop.talking import ISSUE, Talking


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The matter after a long run of the main chat and a finding in a side chat."""
    folder = tmp_path_factory.mktemp("made")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("lexdesk.evidence.library.ReaderProcess", ReaderHere)
        talking = Talking(folder)
        talking.long_talk()
        talking.finding()
        talking.close()
    return folder / "Kilnbrook.lexmatter"


SHELF = ModelShelfView(
    (
        ModelLine("starter", "Starter 1.5B", 10**9, 2 * 10**9, "", "For trying out.", True, True),
        ModelLine("large", "Large 8B", 6 * 10**9, 8 * 10**9, "20 of 24", "", True, False),
        ModelLine("far", "Not fetched", 10**9, 0, "", "", False, False),
    ),
    4 * 10**9,
    "Starter 1.5B runs on this computer's processor.",
    15,
)


@pytest.fixture
def used() -> list[object]:
    """What was asked of the shelf of models."""
    return []


@pytest.fixture
def real(
    made: Path, tmp_path: Path, qtbot: QtBot, settings: WindowSettings, used: list[object]
) -> Iterator[MainWindow]:
    shutil.copy(made, tmp_path / "Kilnbrook.lexmatter")
    talking = Talking(tmp_path)
    shelf = ModelShelf(lambda: SHELF, used.append, used.append)
    window = MainWindow(talking.desk, settings, Opener(print, print, shelf=shelf))
    window.talking = talking
    window.resize(1366, 768)
    window.show()
    qtbot.waitExposed(window)
    settle(window)
    yield window
    window.close()
    window.deleteLater()


def answer(window: MainWindow, title: str) -> Message:
    chat = next(one for one in window.panes.chat.chats() if one.title == title)
    window.panes.chat.choose(chat.id)
    return window.panes.chat.talks[chat.id].messages[-1]


def sheets(
    monkeypatch: pytest.MonkeyPatch, kind: type[QDialog], then: Callable[[QDialog], int]
) -> list[QDialog]:
    """Dialogs of a kind are given to ``then`` instead of being shown."""
    shown: list[QDialog] = []

    def take(dialog: QDialog) -> int:
        shown.append(dialog)
        return then(dialog)

    monkeypatch.setattr(kind, "exec", take)
    return shown


def test_p10_a_chat_from_selected_words_sees_these_and_what_is_ticked(
    real: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = real.panes.document.page
    cursor = page.document().find("Ostrava Pigments")
    page.setTextCursor(cursor)

    def take(dialog: ContextDialog) -> int:
        assert [kind for kind, _ref in dialog.chosen()] == ["passage"]
        dialog.tree.tick("source", "1")
        return QDialog.DialogCode.Accepted

    sheets(monkeypatch, ContextDialog, take)
    real.commands.run("go.chat_of_words")
    settle(real)
    chat = real.panes.chat.chat()
    assert (chat.counts["source"], chat.counts["passage"]) == (1, 1)
    assert real.panes.chat.composer.sees.accessibleName() == "Sees: 1 source, 1 passage"
    desk = real.session.desk
    ref = next(ref for kind, ref in desk.matter.read().chats.context(chat.id) if kind == "passage")
    assert desk.passage(int(ref)).text == "Ostrava Pigments"


def test_chats_begin_from_a_clause_a_source_a_citation_and_a_message(
    real: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[list[str]] = []

    def take(dialog: ContextDialog) -> int:
        begun.append([kind for kind, _ref in dialog.chosen()])
        return QDialog.DialogCode.Rejected

    sheets(monkeypatch, ContextDialog, take)
    clause = next(row for row in real.session.view.outline if row.label == "12")
    menu = real.panes.outline.section_menu(clause.key)
    menu.actions()[-1].trigger()
    settle(real)
    real.panes.middle.sources.chat_wanted.emit(2)
    settle(real)
    view = answer(real, "Retention").view
    real.reading.open_pin(view.claims[0].pins[0])
    settle(real)
    real.commands.run("go.chat_of_passage")
    settle(real)
    menu = real.chatting.message_menu(view, QPoint())
    menu.hide()
    menu.actions()[1].trigger()
    settle(real)
    assert len(begun) == 4
    assert set(begun[0]) == {"passage"}
    assert len(begun[0]) > 3, "a clause with all its paragraphs"
    assert begun[1:] == [["source"], ["passage"], ["passage"]]
    assert len(real.panes.chat.chats()) == 2, "nothing was made of what was not confirmed"


def test_the_tree_counts_marks_what_is_privileged_and_greys_what_a_remote_model_never_sees(
    real: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    real.talking.model.remote = True

    def take(dialog: ContextDialog) -> int:
        tree = dialog.tree
        groups = [tree.topLevelItem(row).text(0) for row in range(tree.topLevelItemCount())]
        assert groups == ["Agreements  0 of 1", "Sources  1 of 3", "Skills  1 of 5"]
        mail = tree.topLevelItem(1).child(2)
        assert "▲ privileged" in mail.text(0)
        assert "never seen by a remote model" in mail.text(0)
        assert mail.font(0).italic()
        tree.topLevelItem(1).setCheckState(0, Qt.CheckState.Checked)
        tree.tell()
        assert tree.topLevelItem(1).text(0) == "Sources  3 of 3", "a group ticks what is in it"
        assert len(dialog.chosen()) == 4
        return QDialog.DialogCode.Accepted

    answer(real, "Retention")
    sheets(monkeypatch, ContextDialog, take)
    real.panes.chat.composer.sees.click()
    settle(real)
    chat = next(one for one in real.panes.chat.chats() if one.title == "Retention")
    assert chat.left_out == ("Client's mail",)
    assert "▲ not Client's mail (privileged)" in real.panes.chat.composer.sees.accessibleName()


def test_a_fork_and_a_finding_handed_over_are_one_press_each(real: MainWindow) -> None:
    message = answer(real, "Retention")
    real.chatting.message_menu(message.view, QPoint()).actions()[0].trigger()
    settle(real)
    assert real.panes.chat.chat().title == "Retention, fork"
    assert len(real.panes.chat.talks[real.panes.chat.current_chat()].messages) == 2
    message = answer(real, "Retention")
    menu = real.chatting.message_menu(message.view, QPoint())
    to_main = menu.actions()[2].menu()
    assert "Main" in menu.actions()[2].text()
    to_main.actions()[2].trigger()
    settle(real)
    notice = answer(real, "Main")
    assert notice.view.role == "notice"
    text = notice.text.toPlainText().replace("\xa0", " ")
    assert f"From the chat “Retention”, message {message.view.id}" in text
    assert "2021 Act, p. 1" in text.replace("‑", "-")
    assert "[[" not in text


def test_tabs_are_named_closed_found_and_opened_again_at_the_message(
    real: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = answer(real, "Retention")
    chat = real.panes.chat.chat()
    monkeypatch.setattr(QInputDialog, "getText", lambda *_a, **_k: ("How long", True))
    real.panes.chat.tabs.tabBarDoubleClicked.emit(1)
    settle(real)
    assert real.panes.chat.tabs.tabText(1) == "How long ⌂"
    assert real.panes.chat.tabs.tabButton(0, real.panes.chat.tabs.ButtonPosition.RightSide) is None
    real.panes.chat.tabs.tabButton(1, real.panes.chat.tabs.ButtonPosition.RightSide).click()
    settle(real)
    assert [one.title for one in real.panes.chat.chats()] == ["Main"]
    real.knowing.show("chats")
    settle(real)
    page = real.panes.middle.assistant.chats
    assert [line.cells[1] for line in page.table.lines()] == ["open", "closed"]
    page.field.setText("keeping of records")
    page.search()
    settle(real)
    target = f"{chat.id}:{message.view.id}"
    assert target in [line.target for line in page.table.lines()]
    page.table.opened.emit(target)
    settle(real)
    assert real.panes.chat.chat().id == chat.id


def test_what_the_model_saw_is_listed_with_the_reason_and_opens(
    real: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def take(sheet: SeenSheet) -> int:
        rows = {(line.cells[0], line.cells[1]): line.cells for line in sheet.table.lines()}
        assert rows["Source", "2021 Act"][2] == "chosen for this chat"
        assert rows["▲ Not seen", "Client's mail"][2] == "not chosen for this chat"
        assert any(kind == "Tool result" for kind, _what in rows)
        assert "Free agent · Scripted 4B · 2 model calls" in sheet.use.text()
        assert "60 steps" in sheet.use.text()
        sheet.context.click()
        return 0

    sheets(monkeypatch, SeenSheet, take)
    monkeypatch.setattr(
        "lexdesk.desktop.reading.TextSheet.exec", lambda sheet: opened.append(sheet.text.toPlainText())
    )
    message = answer(real, "Retention")
    message.seen_wanted.emit(message.view.run_id)
    settle(real)
    assert '"messages"' in opened[0]
    assert "How long must the records be kept?" in opened[0]


def test_a_run_made_again_shows_the_differences_and_stages_nothing(
    real: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    sheets(monkeypatch, ReplaySheet, lambda sheet: shown.extend(one.text() for one in sheet.differences) or 0)
    message = answer(real, "Retention")
    real.talking.model._step = lambda messages: "Six years."
    real.chatting.replay(message.view.run_id)
    settle(real, lambda: bool(shown))
    assert "<s" in shown[-1]
    assert "Six" in shown[-1]
    assert real.session.pending() == 0


def test_p5_a_marker_says_what_left_the_view_and_opens_each_record_whole(
    real: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = answer(real, "Main")
    assert message.cleared, "the long run was compacted"
    fold = message.marks.findChild(Fold)
    assert f"{sum(len(view.cleared) for view in message.cleared)} things left the model's view" in fold.head
    fold.toggle()
    stored: list[str] = []

    def take(sheet: ClearedSheet) -> int:
        first = sheet.view.cleared[0]
        assert sheet.table.lines()[0].cells[1] == f"{first.code_points:,}"
        sheet.table.opened.emit("0")
        return 0

    sheets(monkeypatch, ClearedSheet, take)
    monkeypatch.setattr(StoredSheet, "exec", lambda sheet: stored.append(sheet.text.toPlainText()))
    fold.lines[0].open()
    settle(real)
    ref = message.cleared[0].cleared[0].ref
    assert stored == [real.session.desk.tool_result(ref).output]


def test_p4_a_long_result_is_read_page_by_page_with_offsets(real: MainWindow, qtbot: QtBot) -> None:
    text = "界" * (2 * PAGE + 5)
    asked: list[int] = []

    def fetch(offset: int, show: Callable[..., None]) -> None:
        asked.append(offset)
        part = text[offset : offset + PAGE]
        show(offset, (part, len(text), offset + PAGE if offset + PAGE < len(text) else None, "ab" * 32))

    sheet = StoredSheet(7, (text[:PAGE], len(text), PAGE, "ab" * 32), fetch, real.words, real.fonts.mono(12))
    qtbot.addWidget(sheet)
    assert "Page 1 of 3" in sheet.note.text()
    assert not sheet.before.isEnabled()
    sheet.after.click()
    sheet.after.click()
    assert asked == [PAGE, 2 * PAGE]
    assert sheet.text.toPlainText() == "界" * 5
    assert f"characters {2 * PAGE:,} to {2 * PAGE + 5:,}" in sheet.note.text()
    assert not sheet.after.isEnabled()


def test_p8_p9_checks_and_what_was_removed_are_listed_in_words_and_signs(real: MainWindow) -> None:
    message = answer(real, "Retention")
    found = {
        one.text.split()[0] + str(n): (one.sign, one.said)
        for n, one in enumerate(checked(message.view, real.words))
    }
    assert found["The1"][0] == "▲"
    assert "“99 years” does not stand" in found["The1"][1]
    assert found["Most2"] == ("○", "no source")
    checks, removed = message.foot.findChildren(Fold)
    assert checks.head.startswith("Checks")
    removed.toggle()
    assert removed.head == "▲ 1 citation removed that is not on record"
    assert removed.lines[0].text.startswith("✕ [[pin_999]]")
    checks.toggle()
    checks.lines[1].open()
    settle(real)
    assert real.panes.evidence.open_source.id == 1, (
        "the citation of a sentence that does not hold can be read"
    )


def test_a_failed_call_is_seen_in_the_trail_with_its_reason(real: MainWindow) -> None:
    message = answer(real, "Main")
    texts = [one.accessibleName() for one in message.trail.findChildren(QPushButton)]
    assert any("99.9" in text and "failed" in text for text in texts)
    assert not any("[[" in text or "{" in text for text in texts)


def test_arguments_stand_under_their_sides_and_the_adverse_one_is_marked(
    real: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QInputDialog, "getText", lambda *_a, **_k: (ISSUE, True))
    answer(real, "Main")
    real.commands.run("go.arguments")
    settle(real)
    text = answer(real, "Main").text.toPlainText()
    assert "For The passage speaks of years. (2021 Act: statute, in force" in text
    assert "▲ Against · adverse The passage speaks" in text
    assert "★ Strongest supportable argument: For on 2021 Act" in text
    assert "Limits: against it stand only 2009 Act (2009 Act is superseded)" in text


def test_a_proposed_note_is_seen_by_no_model_until_it_is_kept_in_the_window(
    real: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    real.knowing.show("notes")
    settle(real)
    pane = real.panes.middle.assistant.notes
    note = pane.current()
    assert note.state == "proposed"
    assert pane.said.text() == "1 proposed note waits for you. No model sees it before you keep it."
    assert pane.table.lines()[0].cells[2] == "model, run 1"
    pane.passage_opened.emit(note.supports[0].passage_id)
    settle(real)
    assert real.panes.evidence.open_source.id == 1
    pane.buttons["keep"].click()
    settle(real)
    assert real.session.desk.notes()[0].state == "kept"
    monkeypatch.setattr(QInputDialog, "getMultiLineText", lambda *_a, **_k: ("In my words.", True))
    pane.buttons["change"].click()
    settle(real)
    assert real.session.desk.notes()[0].text == "In my words."
    pane.buttons["refuse"].click()
    settle(real)
    assert real.session.desk.notes()[0].state == "refused"
    assert pane.table.lines()[0].struck


def test_p11_a_skill_is_trusted_by_its_hash_after_a_question_and_removed(
    real: MainWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "house-style"
    folder.mkdir()
    (folder / "SKILL.md").write_text(
        "---\nname: house-style\ndescription: Ours.\nallowed-tools: Bash\n---\nShort sentences.\n",
        encoding="utf-8",
    )
    desk = real.session.desk
    ref = desk.add_skill(folder).ref
    real.knowing.show("skills")
    settle(real)
    pane = real.panes.middle.assistant.skills
    assert not pane.trust.isEnabled(), "LexDesk's own are neither trusted anew nor removed"
    pane.table.setCurrentIndex(pane.table.model().index([one.ref for one in pane.skills].index(ref), 0))
    assert pane.said.text() == "Asks for Bash, which no skill is given."
    said: list[str] = []

    def no(box: QMessageBox) -> int:
        said.append(box.text())
        return 0

    monkeypatch.setattr(QMessageBox, "exec", no)
    pane.trust.click()
    settle(real)
    assert desk.skill(ref).skill.sha256 in said[0]
    assert not desk.skill(ref).skill.trusted, "nothing is trusted without a yes"
    monkeypatch.setattr(QMessageBox, "clickedButton", lambda box: box.buttons()[0])
    pane.trust.click()
    settle(real)
    assert desk.skill(ref).skill.trusted
    pane.remove.click()
    settle(real)
    assert ref not in [one.ref for one in desk.skills()]


def test_a_review_against_the_playbook_has_a_row_for_each_rule_with_both_sides(real: MainWindow) -> None:
    real.talking.playbook()
    real.knowing.show("playbook")
    settle(real)
    pane = real.panes.middle.assistant.playbook
    assert pane.said.text() == "7 rules. No review yet."
    pane.review.click()
    settle(real, lambda: bool(pane.results))
    assert len(pane.results) == 7
    assert pane.table.lines()[0].cells[1] == "▲ deviates"
    staged = next(one for one in pane.results if one.edit_id is not None)
    assert staged.clause_pin is not None
    pane.edit_opened.emit(staged.edit_id)
    settle(real)
    assert real.session.current == f"edit:{staged.edit_id}"
    assert [version.kind for version in real.session.desk.versions(1)] == ["import"], (
        "nothing is decided (P1)"
    )


def test_the_way_of_working_is_chosen_for_each_chat(real: MainWindow) -> None:
    answer(real, "Retention")
    composer = real.panes.chat.composer
    assert composer.mode.text() == "Guided ▾"
    composer.modes.actions()[1].trigger()
    settle(real)
    assert composer.mode.text() == "Free agent ▾"
    desk, chat = real.session.desk, real.panes.chat.current_chat()
    assert (desk.mode(chat), desk.mode(1)) == ("free", "guided")
    real.talking.model._step = lambda messages: "Done."
    composer.field.setPlainText("Anything else?")
    composer.send()
    settle(real)
    message = answer(real, "Retention")
    assert message.view.mode == "free"
    assert message.first_words >= 0


def test_a_run_whose_budget_is_spent_says_so_and_goes_on_by_one_press(real: MainWindow) -> None:
    desk, chat = real.session.desk, real.panes.chat.chats()[1].id
    real.talking.model._step = lambda messages: {"tool": "list_sections"}
    desk.ask(chat, "List.", mode="free", budget=Budget(steps=1))
    real.reading.fetch_messages(chat)
    settle(real)
    message = answer(real, "Retention")
    assert message.view.run_state == "stopped"
    assert "its budget is spent: 1 steps" in message.text.toPlainText()
    assert "1 steps" in said_use(desk.run_use(message.view.run_id), real.words)
    real.talking.model._step = lambda messages: "All listed."
    menu = real.chatting.message_menu(message.view, QPoint())
    menu.hide()
    menu.actions()[-1].trigger()
    settle(real)
    assert answer(real, "Retention").text.toPlainText().startswith("All listed.")
    assert answer(real, "Retention").view.run_state == "done"
    assert len(real.chatting.message_menu(answer(real, "Retention").view, QPoint()).actions()) == 3


def test_models_are_listed_with_score_memory_and_the_idle_time(real: MainWindow, used: list[object]) -> None:
    real.top.model.click()
    settle(real)
    assert real.panes.middle.page == "assistant"
    pane = real.panes.middle.assistant.models
    rows = [line.cells for line in pane.table.lines()]
    assert [row[2] for row in rows] == ["not tested", "20 of 24", "not tested"]
    assert rows[1][4] == "▲ needs 8.0 GB", "more than is free"
    assert "processor" in pane.said.text()
    pane.table.setCurrentIndex(pane.table.model().index(1, 0))
    pane.use.click()
    pane.idle.activated.emit(3)
    settle(real)
    assert used == ["large", 0]


def test_nothing_is_changed_in_a_matter_that_is_read_only(
    made: Path, tmp_path: Path, qtbot: QtBot, settings
) -> None:
    shutil.copy(made, tmp_path / "r.lexmatter")
    window = MainWindow(Desk(Matter.open(tmp_path / "r.lexmatter", read_only=True), lambda: None), settings)
    window.show()
    qtbot.waitExposed(window)
    settle(window)
    window.knowing.show("notes")
    settle(window)
    notes = window.panes.middle.assistant.notes
    assert notes.notes
    assert not any(button.isEnabled() for button in notes.buttons.values())
    assert not window.panes.chat.composer.mode.isEnabled()
    window.chatting.close_chat(2)
    settle(window)
    assert len(window.panes.chat.chats()) == 2
    window.close()
    window.deleteLater()
