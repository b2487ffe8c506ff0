"""The past of a document in the window: versions, comparison, who changed what, and rounds."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QInputDialog, QMenu, QMessageBox

from lexdesk.assistant.history_views import RoundLine, RoundView, TreeVersion, VersionTree, WordsView
from lexdesk.assistant.views import DocumentView, HunkView
from lexdesk.desktop.rounds.sent import SentDialog

if TYPE_CHECKING:
    from lexdesk.desktop.main_window import MainWindow
    from lexdesk.desktop.session import MatterSession

_LONGEST = 60  # code points of selected words that are repeated in a sentence


class Past:
    """Acts on versions and questions about them, fetched in jobs and shown below the document."""

    def __init__(self, window: "MainWindow") -> None:
        self.window = window
        self.middle = window.panes.middle
        self._asked: tuple[str, ...] = ()
        versions, lineage, rounds = self.middle.versions, self.middle.lineage, self.middle.rounds
        versions.show_wanted.connect(window.reading.open_version)
        versions.changed_wanted.connect(self.show_changed)
        versions.compare_wanted.connect(self.compare)
        versions.name_wanted.connect(self.ask_name)
        versions.branch_wanted.connect(self.ask_branch)
        versions.revert_wanted.connect(self.ask_revert)
        versions.switch_wanted.connect(self.switch)
        lineage.packet_wanted.connect(window.reading.open_edit)
        lineage.place_wanted.connect(self.open_place)
        lineage.version_wanted.connect(self._compare_numbers)
        rounds.place_wanted.connect(self.open_round_line)
        rounds.sent_wanted.connect(self.ask_sent)
        rounds.import_wanted.connect(self.ask_draft)
        self.middle.opened.connect(self._opened)
        window.panes.document.state.pressed.connect(self.back_to_head)

    def connect(self, session: "MatterSession") -> None:
        """Hear the new states of a session."""
        session.tree_changed.connect(self._tree_came)
        session.document_changed.connect(self._document_came)
        session.rounds_changed.connect(self._rounds_came)
        session.authors_changed.connect(self.window.panes.authors.show_places)

    def _opened(self, page: str) -> None:
        if page == "rounds":
            self.window.on_session(lambda session: session.refresh_rounds())

    def _tree_came(self, tree: VersionTree) -> None:
        session = self.window.session
        if session is not None:
            shown = session.view.version_id if session.view is not None else 0
            self.middle.versions.show_tree(tree, shown, session.matter.read_only)
            self.middle.count("versions", len(tree.versions))

    def _document_came(self, view: DocumentView) -> None:
        session, words = self.window.session, self.window.words
        if session is None:
            return
        self.middle.versions.show_tree(session.tree, view.version_id, session.matter.read_only)
        if session.pair is not None:
            numbers = {"before": view.parent_number, "after": view.version_number}
            said = words.count("compare.state", len(view.changes), **numbers)
            self.window.panes.document.state.say(said, words("compare.close"))
        elif session.version_id is not None:
            said = words("versions.looking", number=view.version_number)
            self.window.panes.document.state.say(said, words("compare.close"))
        else:
            self.window.panes.document.state.say("")
        if self.middle.page == "rounds":
            session.refresh_rounds()

    def _rounds_came(self, rounds: list[RoundView]) -> None:
        session = self.window.session
        if session is not None:
            self.middle.rounds.show_rounds(rounds, session.matter.read_only)
            self.middle.count("rounds", len(rounds))

    def back_to_head(self) -> None:
        """Leave a comparison or an old version."""
        self.window.status.set_notice("")
        self.window.on_session(lambda session: session.open_version(None))

    # versions

    def compare(self, from_version: int, to_version: int) -> None:
        """Show the second version as a redline against the first, in the document pane."""
        self.window.on_session(lambda session: session.compare(from_version, to_version))

    def _compare_numbers(self, before: int, after: int) -> None:
        ids = {one.number: one.id for one in self._versions()}
        if before in ids and after in ids:
            self.compare(ids[before], ids[after])

    def compare_chosen(self) -> None:
        """Compare what is chosen in the versions; with nothing chosen, show them."""
        if self.middle.page == "versions" and self.middle.versions.buttons["compare"].isEnabled():
            self.middle.versions.do("compare")
        else:
            self.window.show_lower("versions")
            self.window.status.set_notice(self.window.words("compare.choose"))

    def _versions(self) -> tuple[TreeVersion, ...]:
        session = self.window.session
        return session.tree.versions if session is not None and session.tree is not None else ()

    def _version(self, version_id: int) -> TreeVersion | None:
        return next((one for one in self._versions() if one.id == version_id), None)

    def ask_name(self, version_id: int) -> None:
        """Ask how a version is called."""
        session, words, one = self.window.session, self.window.words, self._version(version_id)
        if session is None or one is None:
            return
        note = words("versions.name_note", number=one.number)
        name, said = QInputDialog.getText(self.window, words("versions.name_title"), note, text=one.name)
        if said:
            session.act(session.desk.name_version, version_id, name)

    def ask_branch(self, version_id: int) -> None:
        """Ask for the name of a branch that begins at a version; it becomes the current one."""
        session, words, one = self.window.session, self.window.words, self._version(version_id)
        if session is None or one is None:
            return
        note = words("versions.branch_note", number=one.number)
        name, said = QInputDialog.getText(self.window, words("versions.branch_title"), note)
        if said and name.strip():
            session.act(session.desk.branch, session.document_id, version_id, name.strip())

    def ask_revert(self, version_id: int) -> None:
        """Ask, then make a version that says what an earlier one said."""
        session, words, one = self.window.session, self.window.words, self._version(version_id)
        if session is None or one is None:
            return
        box = QMessageBox(self.window)
        box.setWindowTitle(words("versions.do_revert"))
        box.setText(words("versions.revert_question", number=one.number))
        yes = box.addButton(words("versions.do_revert"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(words("dialog.cancel"), QMessageBox.ButtonRole.RejectRole)
        box.exec()
        if box.clickedButton() is yes:
            session.revert(version_id)

    def switch(self, name: str) -> None:
        """Go to another branch; the document shows its head."""
        session = self.window.session
        current = (
            next((one for one in session.tree.branches if one.current), None)
            if session and session.tree
            else None
        )
        if session is not None and (current is None or current.name != name):
            session.act(session.desk.switch, session.document_id, name)

    # who changed what

    def _show(self, hunks: list[HunkView], key: str, **values: object) -> None:
        self.middle.lineage.show_hunks(hunks, key, **values)
        self.window.show_lower("history")

    def show_changed(self, version_id: int) -> None:
        """What making a version changed."""
        session, one = self.window.session, self._version(version_id)
        if session is not None and one is not None:
            session.jobs.call(
                session.desk.changed_by,
                version_id,
                done=lambda hunks: self._show(
                    hunks, "history.version" if hunks else "history.version_none", number=one.number
                ),
                key="history",
            )

    def show_history(self) -> None:
        """The records of the clause of the current change; without one, of the clause the cursor is in, else
        of the document."""
        session = self.window.session
        if session is None or session.document_id is None:
            return
        item = session.item()
        key = item.paragraph_key if item is not None else self.window.panes.document.page.paragraph_key()
        if item is not None and item.label:
            session.jobs.call(
                session.desk.history,
                session.document_id,
                item.label,
                done=partial(self._history_came, item.label),
                key="history",
            )
        elif key:
            self.clause_history(key)
        else:
            session.jobs.call(
                session.desk.history, session.document_id, done=partial(self._history_came, ""), key="history"
            )

    def clause_history(self, key: str) -> None:
        """The records of the clause that a paragraph stands in."""
        session = self.window.session
        if session is not None:
            session.jobs.call(
                session.desk.clause_history,
                session.document_id,
                key,
                done=lambda found: self._history_came(*found),
                key="history",
            )

    def _history_came(self, label: str, hunks: list[HunkView]) -> None:
        if not hunks:
            self._show([], "history.none", label=label)
        else:
            self._show(hunks, "history.title" if label else "history.title_all", label=label)

    def who_changed(self) -> None:
        """Which act brought the selected words; words of a proposal lead to the proposal."""
        session = self.window.session
        if session is None or session.document_id is None:
            return
        words, key, change = self.window.panes.document.page.selected()
        if not words.strip():
            self.window.say(self.window.words("history.select"), level="info")
            return
        if change.startswith("edit:"):
            session.choose(change, moving=False)
            self.window.status.set_notice(self.window.words("history.a_proposal"))
            return
        version = session.view.version_id if session.view is not None else None
        session.jobs.call(
            session.desk.who_changed,
            session.document_id,
            words,
            version,
            key,
            done=self._words_came,
            key="history",
        )

    def _words_came(self, answer: WordsView) -> None:
        shown = " ".join(answer.words.split())
        shown = shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 1]}…"
        values = {
            "words": shown,
            "number": answer.version_number,
            "by": answer.hunk.decided_by if answer.hunk is not None else "",
            "since": answer.hunk.to_number if answer.hunk is not None else "",
        }
        if answer.hunk is not None:
            key = "history.brought" if answer.present else "history.taken"
        else:
            key = "history.imported" if answer.present else "history.never"
        self._show([answer.hunk] if answer.hunk is not None else [], key, **values)

    def open_place(self, hunk: HunkView) -> None:
        """To the words a record brought, if they stand in the version in view."""
        text = hunk.added or hunk.removed
        session = self.window.session
        view = session.view if session is not None else None
        if view is None:
            return
        for paragraph in view.paragraphs:
            held = "".join(piece.text for piece in paragraph.pieces)
            if text and text in held:
                self.window.reading.open_paragraph(paragraph.key, text)
                return
        if not self._open_label(hunk.label):
            self.window.status.set_notice(self.window.words("history.no_place"))

    def open_round_line(self, line: RoundLine) -> None:
        """To the place of a change of the round in the version in view."""
        if line.paragraph_key and self.window.reading.open_paragraph(line.paragraph_key, line.added):
            return
        if not self._open_label(line.clause):
            self.window.status.set_notice(self.window.words("history.no_place"))

    def _open_label(self, label: str) -> bool:
        session = self.window.session
        view = session.view if session is not None else None
        key = next((one.key for one in view.outline if one.label == label), "") if view and label else ""
        if view is not None and label and not key:
            key = next((one.key for one in view.paragraphs if one.label == label), "")
        return bool(key) and self.window.reading.open_paragraph(key)

    def page_menu(self, at: QPoint) -> QMenu:
        """The menu of the page: what can be done with the selection and the paragraph under the cursor."""
        page, commands = self.window.panes.document.page, self.window.commands
        menu = QMenu(self.window)
        copy = QAction(self.window.words("page.copy"), menu)
        copy.setEnabled(page.textCursor().hasSelection())
        copy.triggered.connect(page.copy)
        menu.addAction(copy)
        menu.addSeparator()
        who = commands.action("review.who_changed")
        if page.textCursor().hasSelection():
            menu.addAction(who)
        key = page.paragraph_key()
        history = QAction(self.window.words("side.history"), menu)
        history.setEnabled(bool(key))
        history.triggered.connect(lambda: self.clause_history(key))
        menu.addAction(history)
        menu.addSeparator()
        menu.addAction(commands.action("go.chat_of_words"))
        menu.addAction(commands.action("edit.paragraph"))
        menu.popup(at)
        return menu

    # rounds

    def ask_sent(self) -> None:
        """Ask which exported file went to whom and when, and put it on record."""
        session, words = self.window.session, self.window.words
        if session is None or session.document_id is None:
            return
        name, _ = QFileDialog.getOpenFileName(self.window, words("command.file_sent"), "", "Word (*.docx)")
        if name:
            self.mark_sent(Path(name))

    def mark_sent(self, path: Path) -> None:
        """Ask to whom and when a file went."""
        session = self.window.session
        if session is None:
            return
        dialog = SentDialog(path.name, self.window.words, self.window)
        if dialog.exec() == SentDialog.DialogCode.Accepted and dialog.to():
            session.act(
                session.desk.record_sent,
                session.document_id,
                path,
                dialog.to(),
                dialog.at(),
                done=lambda _sent: self.window.show_lower("rounds"),
            )

    def ask_draft(self) -> None:
        """Ask for the draft that came back, and import it as a version on the head."""
        session, words = self.window.session, self.window.words
        if session is None or session.document_id is None:
            return
        title = words("command.file_import_version")
        name, _ = QFileDialog.getOpenFileName(self.window, title, "", "Word (*.docx)")
        if name:
            self.import_draft(Path(name))

    def import_draft(self, path: Path) -> None:
        """A returned draft as a version; then what it answers and what it changed in silence is shown."""
        session = self.window.session
        if session is None:
            return
        desk, document = session.desk, session.document_id

        def done(_version: Any) -> None:
            session.after_act()
            self.window.show_lower("rounds")

        session.jobs.start(
            lambda _progress, _token: desk.import_version(document, path),
            done,
            lane="act",
            title=self.window.words("files.importing", name=path.name),
        )
