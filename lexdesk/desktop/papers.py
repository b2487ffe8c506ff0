"""Papers that leave and come back: memo, hand-off archive, verification, unpacking."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QFileDialog, QInputDialog

from lexdesk.desktop.sheets import TextSheet
from lexdesk.review.verifying import Verification

if TYPE_CHECKING:
    from lexdesk.desktop.main_window import MainWindow

_MEMO = "Word (*.docx);;HTML (*.html)"
_ARCHIVE = "ZIP (*.zip)"
_CHECKED = "LexDesk (*.zip *.lexsealed *.lexmatter)"


class Papers:
    """Dialogs here, work in jobs."""

    def __init__(self, window: "MainWindow") -> None:
        self.window = window

    def memo(self) -> None:
        """Ask where, then write the reasons of all decided edits as a memo for the file."""
        session, words = self.window.session, self.window.words
        if session is None or session.view is None:
            return
        suggested = f"{session.view.name} {words('papers.memo')}.docx"
        name, _ = QFileDialog.getSaveFileName(self.window, words("command.file_memo"), suggested, _MEMO)
        if name:
            self.memo_to(Path(name))

    def memo_to(self, path: Path) -> None:
        """Write the memo; the file dialog has asked about overwriting."""
        session, words = self.window.session, self.window.words
        if session is None:
            return
        desk = session.desk
        session.jobs.start(
            lambda _progress, _token: desk.memo([], path, True),
            lambda count: self._written(
                words.count("papers.memo_done", count, path=path), words("papers.memo_note")
            ),
            lane="run",
            title=words("papers.writing", name=path.name),
        )

    def pack(self) -> None:
        """Ask where, then write the whole matter as one archive. It is said that it is not encrypted."""
        session, words = self.window.session, self.window.words
        if session is None:
            return
        name, _ = QFileDialog.getSaveFileName(
            self.window, words("command.file_pack"), f"{session.matter.name}.zip", _ARCHIVE
        )
        if name:
            self.pack_to(Path(name))

    def pack_to(self, path: Path) -> None:
        """Write the archive; the head to be told to the receiver is shown."""
        session, words = self.window.session, self.window.words
        if session is None:
            return
        desk = session.desk

        def done(report: Any) -> None:
            self._written(words("papers.packed", path=path), words("papers.packed_note"))
            TextSheet(
                words("papers.head_title"),
                words("papers.head_note"),
                report.head,
                words,
                self.window.fonts.mono(13),
                self.window,
            ).show()

        session.jobs.start(
            lambda _progress, _token: desk.pack(path, True),
            done,
            lane="run",
            title=words("papers.writing", name=path.name),
        )

    def _written(self, said: str, note: str) -> None:
        self.window.say(said, note, level="info")
        self.window.on_session(lambda session: session.refresh_audit())

    def verify(self) -> None:
        """Ask for an archive or a matter and for the head the sender told, then say what holds."""
        words = self.window.words
        name, _ = QFileDialog.getOpenFileName(self.window, words("command.file_verify"), "", _CHECKED)
        if not name:
            return
        head, said = QInputDialog.getText(self.window, words("command.file_verify"), words("papers.ask_head"))
        if said:
            self.window.handing.verify(Path(name), head.strip())

    def show_found(self, path: Path, found: Verification) -> TextSheet:
        """What holds, what does not and what that proves, in one sheet."""
        words = self.window.words
        note = words("papers.broken" if found.broken or found.unchecked else "papers.holds", name=path.name)
        lines = [f"✕ {words.said(one)}" for one in found.broken]
        lines += [f"? {words.said(one)}" for one in found.unchecked]
        lines += [f"✓ {words.said(one)}" for one in found.holds]
        text = "\n".join([*lines, "", words.said(found.proves), "", f"{words('papers.head')} {found.head}"])
        sheet = TextSheet(
            words("command.file_verify"), note, text, words, self.window.fonts.sans(13), self.window
        )
        sheet.show()
        return sheet

    def unpack(self) -> None:
        """Ask for an archive and for where its matter is to be, then open it and go on there."""
        window, words = self.window, self.window.words
        if window.filing.opener is None or window.filing.opener.unpack is None:
            return
        name, _ = QFileDialog.getOpenFileName(window, words("command.file_unpack"), "", _ARCHIVE)
        if not name:
            return
        suggested = f"{Path(name).stem}.lexmatter"
        out, _ = QFileDialog.getSaveFileName(
            window, words("papers.unpack_to"), suggested, "LexDesk (*.lexmatter)"
        )
        if not out:
            return
        head, said = QInputDialog.getText(window, words("command.file_unpack"), words("papers.ask_head"))
        if said:
            self.unpack_to(Path(name), Path(out), head.strip())

    def unpack_to(self, archive: Path, out: Path, head: str = "") -> None:
        """Make the matter of an archive and open it. Nothing is made of an archive that does not hold."""
        window, words = self.window, self.window.words
        opener = window.filing.opener
        if opener is None or opener.unpack is None:
            return
        make = opener.unpack
        window.jobs.start(
            lambda _progress, _token: make(archive, out, head),
            window.filing.open,
            lane="run",
            title=words("papers.checking", name=archive.name),
        )
