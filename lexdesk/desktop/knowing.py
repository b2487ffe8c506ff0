"""What the assistant knows, in the window: notes, skills, playbook reviews, models. Acts of the lawyer."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QFileDialog, QInputDialog, QMessageBox

from lexdesk.assistant.model_views import ModelShelf
from lexdesk.desktop.sheets import TextSheet
from lexdesk.errors import LexDeskError

if TYPE_CHECKING:
    from lexdesk.desktop.main_window import MainWindow


class Knowing:
    """Fills the tabs of the assistant's page in jobs when they are looked at; does what is decided there."""

    def __init__(self, window: "MainWindow", shelf: ModelShelf | None) -> None:
        self.window, self.shelf = window, shelf
        self.page = window.panes.middle.assistant
        page = self.page
        page.shown.connect(self.fill)
        window.panes.middle.opened.connect(lambda name: self.fill(page.tab) if name == "assistant" else None)
        page.notes.keep_wanted.connect(lambda number: self._act("keep_note", number))
        page.notes.refuse_wanted.connect(lambda number: self._act("refuse_note", number))
        page.notes.change_wanted.connect(self.change_note)
        page.notes.passage_opened.connect(lambda n: window.on_session(lambda s: s.open_passage(n)))
        page.notes.result_opened.connect(window.reading.show_result)
        page.skills.read_wanted.connect(self.read_skill)
        page.skills.add_wanted.connect(self.ask_skill)
        page.skills.trust_wanted.connect(self.trust_skill)
        page.skills.remove_wanted.connect(lambda ref: self._act("remove_skill", ref))
        page.playbook.review_wanted.connect(self.review)
        page.playbook.pin_opened.connect(window.reading.open_pin)
        page.playbook.edit_opened.connect(window.reading.open_edit)
        page.models.use_wanted.connect(self.use_model)
        page.models.idle_wanted.connect(self.set_idle)
        page.models.prepare_wanted.connect(self.read_for_search)
        self._reading = False

    def show(self, tab: str) -> None:
        """Bring a tab of the assistant's page forward."""
        self.page.choose(tab)
        self.window.show_lower("assistant")

    def fill(self, tab: str) -> None:
        """Fetch what a tab shows, if the page is open."""
        session = self.window.session
        if session is None or self.window.panes.middle.page != "assistant" or tab != self.page.tab:
            return
        desk, page, read_only = session.desk, self.page, session.matter.read_only
        call = session.jobs.call
        if tab == "chats":
            call(
                lambda: (desk.chats(), desk.closed_chats()),
                done=lambda found: page.chats.show_chats(*found, read_only),
                key="all chats",
            )
        elif tab == "notes":
            call(desk.notes, done=lambda notes: page.notes.show_notes(notes, read_only), key="notes")
        elif tab == "skills":
            call(desk.skills, done=lambda skills: page.skills.show_skills(skills, read_only), key="skills")
        elif tab == "playbook":
            call(
                desk.playbook_rules,
                done=lambda rules: page.playbook.show_rules(rules, not read_only),
                failed=self._no_rules,
                key="playbook",
            )
        elif self.shelf is not None:
            call(self.shelf.view, done=page.models.show_models, key="models")

    def _no_rules(self, error: BaseException) -> None:
        if not isinstance(error, LexDeskError):
            self.window.fail(error)
            return
        several = "several" in error.message
        self.page.playbook.show_rules([], False, self.window.words.said(error.message) if several else "")

    def _act(self, name: str, *arguments: Any) -> None:
        session = self.window.session
        if session is not None:
            session.jobs.call(getattr(session.desk, name), *arguments, done=self._done, lane="act")

    def _done(self, _result: Any) -> None:
        session = self.window.session
        if session is not None:
            session.refresh_audit()
            self.fill(self.page.tab)

    # notes

    def change_note(self, note_id: int) -> None:
        """A further version of a note in the lawyer's words, resting on the same."""
        note, words = self.page.notes.current(), self.window.words
        if note is None or note.id != note_id:
            return
        title = words("memory.change_title")
        text, said = QInputDialog.getMultiLineText(self.window, title, words("memory.change_note"), note.text)
        if said and text.strip() and text.strip() != note.text:
            self._act("change_note", note_id, text.strip())

    # skills

    def read_skill(self, ref: str) -> None:
        """Show what a skill says, and that one which is not trusted is data."""
        session, language = self.window.session, self.window.words.language
        if session is not None and ref:
            session.jobs.call(session.desk.skill, ref, language, done=self._skill_came, key="skill")

    def _skill_came(self, view: Any) -> None:
        words, skill = self.window.words, view.skill
        key = "skills.sheet_trusted" if skill.trusted else "skills.sheet_data"
        note = words(key, by=skill.trusted_by, sha=skill.sha256, files=", ".join(skill.files))
        TextSheet(skill.name, note, view.text, words, self.window.fonts.mono(12), self.window).exec()

    def ask_skill(self) -> None:
        """Ask for a skill folder and bring it into the matter as data."""
        name = QFileDialog.getExistingDirectory(self.window, self.window.words("skills.add_tip"))
        if name:
            self._act("add_skill", Path(name))

    def trust_skill(self, ref: str, trusted: bool) -> None:
        """Trust these very files after a question that names the hash, or take the trust back at once."""
        skill, words = self.page.skills.current(), self.window.words
        if skill is None or skill.ref != ref:
            return
        if trusted:
            box = QMessageBox(self.window)
            box.setWindowTitle(words("skills.trust_title"))
            box.setText(words("skills.trust_note", name=skill.name, sha=skill.sha256))
            yes = box.addButton(words("skills.trust"), QMessageBox.ButtonRole.AcceptRole)
            no = box.addButton(words("dialog.cancel"), QMessageBox.ButtonRole.RejectRole)
            box.setDefaultButton(no)
            box.exec()
            if box.clickedButton() is not yes:
                return
        self._act("trust_skill", ref, trusted)

    # playbook

    def review(self) -> None:
        """Review the agreement in view against the playbook, in the chat in view; edits are only staged."""
        session, runs = self.window.session, self.window.runs
        chat = self.window.panes.chat.current_chat()
        if session is None or runs is None or chat is None:
            return
        desk, document = session.desk, session.document_id

        def work(**hooks: Any) -> Any:
            review = desk.review_playbook(None, document, chat, **hooks)
            return review.message, review.results

        runs.begin(chat, self.window.words("playbook.asked"), work, then=self._reviewed)

    def _reviewed(self, results: Any) -> None:
        self.page.playbook.show_results(list(results))
        self.show("playbook")

    # models

    def show_model(self) -> None:
        """From the top bar: a remote model is allowed or forbidden, else the models of this computer."""
        session = self.window.session
        if session is not None and (session.matter.model_remote or self.shelf is None):
            self.window.filing.ask_remote()
        else:
            self.show("models")

    def use_model(self, name: str) -> None:
        """Choose the model that answers from now on, or the one for search, which then reads the matter."""
        if self.shelf is not None:
            self.window.jobs.call(self.shelf.use, name, done=self._chosen, lane="act")

    def _chosen(self, result: Any) -> None:
        self._done(result)
        self.read_for_search()

    def read_for_search(self) -> None:
        """Let the model for search by meaning, if one is chosen, read the sentences it has not read: in the
        background, with progress and Cancel; what it has read stays."""
        session = self.window.session
        if session is None or session.matter.read_only or self._reading:
            return
        desk = session.desk

        def work(progress: Any, token: Any) -> Any:
            return desk.prepare_meaning(progress, token) if desk.search_model() else None

        def ended(_result: Any) -> None:
            self._reading = False
            if session is self.window.session:
                session.refresh_audit()

        def failed(error: BaseException) -> None:
            self._reading = False
            self.window.fail(error)

        self._reading = True
        title = self.window.words("models.preparing")
        session.jobs.start(work, ended, failed, lane="run", title=title)

    def set_idle(self, minutes: int) -> None:
        """After how many minutes without a question a local model gives its memory back; 0 = never."""
        if self.shelf is not None:
            self.window.jobs.call(self.shelf.set_idle, minutes, done=self._done, lane="act")
