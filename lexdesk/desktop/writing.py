"""The lawyer's own words: hand edits of a paragraph, and a proposal worded anew."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lexdesk.desktop.main_window import MainWindow


class Writing:
    """Opens a paragraph in its place and hands what was written to the desk."""

    def __init__(self, window: "MainWindow") -> None:
        self.window = window
        self.editor = window.panes.document.editor
        self._reworded = 0  # the edit that is worded anew, 0 for a hand edit
        self.editor.kept.connect(self._kept)
        self.editor.left.connect(self._left)

    def edit_paragraph(self) -> None:
        """Open the paragraph the cursor is in; where a proposal waits in it, that proposal."""
        window, session = self.window, self.window.session
        if session is None or session.view is None:
            return
        key = window.panes.document.page.paragraph_key()
        if not key or session.matter.read_only or session.pair is not None or session.version_id is not None:
            window.say(window.words("editor.head_only" if key else "editor.no_paragraph"), level="info")
            return
        paragraph = next((one for one in session.view.paragraphs if one.key == key), None)
        proposed = [one for one in paragraph.change_ids if one.startswith("edit:")] if paragraph else []
        if proposed:
            self.reword(proposed[0])
            return
        session.jobs.call(
            session.desk.paragraph_text,
            session.document_id,
            key,
            done=lambda text: self._open(0, key, text, text, "editor.hint"),
            key="editor",
        )

    def reword(self, change_id: str = "") -> None:
        """Open a proposal (the current one without ``change_id``) to be put in the lawyer's own words."""
        session = self.window.session
        if session is None:
            return
        change = change_id or session.current
        entry = self.window.panes.middle.reviewing.entry(change)
        if entry is None or not change.startswith("edit:") or entry.state not in ("staged", "set_aside"):
            self.window.say(self.window.words("editor.no_proposal"), level="info")
            return
        edit = int(change.removeprefix("edit:"))
        item = next((one for one in session.changes if one.id == change), None)
        key = item.paragraph_key if item is not None else self.window.panes.document.page.paragraph_key()
        session.jobs.call(
            session.desk.proposed_words,
            edit,
            done=lambda text: self._open(edit, key, text, text, "editor.hint_reword"),
            key="editor",
        )

    def _open(self, edit_id: int, key: str, old: str, text: str, hint: str) -> None:
        self._reworded = edit_id
        self.window.panes.bring("document")
        self.editor.open(key, old, text, self.window.words(hint))

    def _left(self) -> None:
        self._reworded = 0

    def _kept(self, key: str, old: str, new: str) -> None:
        session, edit = self.window.session, self._reworded
        self._reworded = 0
        if session is None:
            return
        if edit:
            session.jobs.call(
                session.desk.reword,
                edit,
                new,
                done=lambda card: session.edits_staged(card.edit_id),
                failed=lambda error: self._refused(edit, key, old, new, error),
                lane="act",
            )
        else:
            session.jobs.call(
                session.desk.hand_edit,
                session.document_id,
                key,
                old,
                new,
                done=self._written,
                failed=lambda error: self._refused(0, key, old, new, error),
                lane="act",
            )

    def _written(self, done: Any) -> None:
        """A version, or an edit that waits with its warnings."""
        session, words = self.window.session, self.window.words
        if session is None:
            return
        if done.edit_id is not None:
            session.edits_staged(done.edit_id)
            self.window.say(words("editor.waits"), level="info")
        else:
            session.after_act()
            self.window.status.set_notice(words("editor.written", number=done.version_number))

    def _refused(self, edit: int, key: str, old: str, new: str, error: BaseException) -> None:
        """What was written is not lost: it stays open under the reason."""
        self.window.fail(error)
        self._open(edit, key, old, new, "editor.hint_reword" if edit else "editor.hint")
