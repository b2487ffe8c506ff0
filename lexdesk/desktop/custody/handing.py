"""Handing a matter over under a passphrase, opening what was handed over, taking a colleague's copy back."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from lexdesk.assistant.views import ChatView, SourceView
from lexdesk.desktop.custody.passphrases import (
    AskPassphrase,
    NewPassphrase,
    NewPassphraseDialog,
    PassphraseField,
)
from lexdesk.desktop.sheets import TextSheet
from lexdesk.desktop.words import Words
from lexdesk.errors import LexDeskError
from lexdesk.matter.key import is_sealed
from lexdesk.matter.taking import Taken
from lexdesk.review.redacting import Redaction, named
from lexdesk.review.sealed_handoff import Unsealed, is_sealed_handoff, unseal, verify_sealed
from lexdesk.review.signing import Signer, public_path
from lexdesk.review.verifying import Verification, verify, verify_sealed_matter

if TYPE_CHECKING:
    from lexdesk.desktop.main_window import MainWindow

_SEALED = "LexDesk (*.lexsealed)"
_COPIES = "LexDesk (*.lexsealed *.zip *.lexmatter)"
_KEYS = "PEM (*.pem);;* (*)"
_TOLD = ("versions", "edits", "decisions", "messages", "sources", "notes")


class HandOverDialog(QDialog):
    """The passphrase of the archive, what is left out of it, and the key that signs it."""

    def __init__(
        self, sources: list[SourceView], chats: list[ChatView], words: Words, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.words = words
        self.setWindowTitle(words("command.file_hand_over"))
        self.resize(560, 620)
        self.new = NewPassphrase(words, self)
        self.list = QListWidget(self)
        self.list.setObjectName("ticks")
        self.list.setAccessibleName(words("custody.leave_out"))
        rows = [("source", one.id, one.short_name or one.title) for one in sources]
        rows += [("chat", one.id, words("chat.main") if one.title == "Main" else one.title) for one in chats]
        for kind, number, name in rows:
            item = QListWidgetItem(words(f"custody.{kind}_row", name=name), self.list)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Unchecked)
            item.setData(Qt.ItemDataRole.UserRole, (kind, number))
        self.key = QLineEdit(self)
        self.key.setPlaceholderText(words("custody.no_key"))
        self.key.setAccessibleName(words("custody.sign"))
        choose = QPushButton(words("custody.choose"), self)
        choose.clicked.connect(self._choose)
        self.key_passphrase = PassphraseField(words("custody.key_passphrase"), self)
        self.key_passphrase.hide()
        self.key.textChanged.connect(lambda text: self.key_passphrase.setVisible(bool(text)))
        signing = QHBoxLayout()
        signing.addWidget(self.key, 1)
        signing.addWidget(choose)
        box = QDialogButtonBox(self)
        accept = box.addButton(words("custody.hand_over"), QDialogButtonBox.ButtonRole.AcceptRole)
        accept.setProperty("primary", True)
        accept.setEnabled(False)
        self.new.changed.connect(accept.setEnabled)
        box.addButton(words("dialog.cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        box.accepted.connect(self.accept)
        box.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 16, 18, 14)
        layout.setSpacing(10)
        layout.addWidget(self.new)
        layout.addWidget(_label(words("custody.leave_out"), self))
        layout.addWidget(self.list, 1)
        layout.addWidget(_label(words("custody.sign"), self))
        layout.addLayout(signing)
        layout.addWidget(self.key_passphrase)
        layout.addWidget(box)

    def _choose(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, self.words("custody.sign"), "", _KEYS)
        if name:
            self.key.setText(name)

    def redaction(self) -> Redaction:
        """What is ticked."""
        ids: dict[str, list[int]] = {"source": [], "chat": []}
        for row in range(self.list.count()):
            item = self.list.item(row)
            if item.checkState() == Qt.CheckState.Checked:
                kind, number = item.data(Qt.ItemDataRole.UserRole)
                ids[kind].append(number)
        return named(ids["source"], ids["chat"])

    def signer(self) -> Signer | None:
        """The key that was named. Raises ``BadSigningKey``."""
        path = self.key.text().strip()
        return Signer.load(Path(path), self.key_passphrase.text()) if path else None


class Handing:
    """Dialogs here, work in jobs."""

    def __init__(self, window: "MainWindow") -> None:
        self.window = window

    # out

    def hand_over(self) -> None:
        """Ask for passphrase, exceptions and place, then write the sealed archive."""
        window, session, words = self.window, self.window.session, self.window.words
        if session is None:
            return
        dialog = HandOverDialog(session.desk.sources(), session.desk.chats(), words, window)
        if not dialog.exec():
            return
        name, _ = QFileDialog.getSaveFileName(
            window, words("command.file_hand_over"), f"{session.matter.name}.lexsealed", _SEALED
        )
        if name:
            self.hand_over_to(Path(name), dialog)

    def hand_over_to(self, path: Path, dialog: HandOverDialog) -> None:
        """Write the archive that the dialog describes; the file dialog has asked about overwriting."""
        window, session, words = self.window, self.window.session, self.window.words
        if session is None:
            return
        desk, passphrase, redaction = session.desk, dialog.new.passphrase, dialog.redaction()
        try:
            signer = dialog.signer()
        except LexDeskError as error:
            window.fail(error)
            return

        def done(report: Any) -> None:
            window.say(words("custody.handed", path=path), words("custody.handed_next"), level="info")
            session.refresh_audit()
            lines = [report.head, ""]
            if report.signed:
                lines += [words("custody.signed", fingerprint=report.signed), ""]
            self._sheet(words("papers.head_title"), words("papers.head_note"), [*lines, *report.left_out])

        session.jobs.start(
            lambda _progress, _token: desk.seal_to(path, passphrase, True, signer, redaction),
            done,
            lane="run",
            title=words("papers.writing", name=path.name),
        )

    def make_key(self) -> None:
        """Make a pair of keys to sign archives with; a passphrase guards the private one."""
        window, words = self.window, self.window.words
        name, _ = QFileDialog.getSaveFileName(window, words("command.file_signing_key"), "firm.pem", _KEYS)
        if not name:
            return
        title = words("command.file_signing_key").rstrip(" …")
        dialog = NewPassphraseDialog(title, words("custody.key_note"), words, window)
        if dialog.exec():
            path = Path(name)
            window.jobs.call(
                Signer.make,
                path,
                dialog.new.passphrase,
                done=lambda made: window.say(
                    words("custody.key_made", path=path, public=public_path(path).name),
                    words("custody.signed", fingerprint=made.fingerprint),
                    level="info",
                ),
            )

    # in

    def unseal(self) -> None:
        """Ask for a sealed hand-off, its passphrase and a place, then open its matter there."""
        window, words = self.window, self.window.words
        if window.filing.opener is None:
            return
        name, _ = QFileDialog.getOpenFileName(window, words("command.file_unseal"), "", _SEALED)
        if not name:
            return
        out, _ = QFileDialog.getSaveFileName(
            window, words("papers.unpack_to"), f"{Path(name).stem}.lexmatter", "LexDesk (*.lexmatter)"
        )
        if out:
            self.ask_unseal(Path(name), Path(out))

    def ask_unseal(self, archive: Path, out: Path, wrong: bool = False) -> None:
        """Ask for the passphrase until it opens the archive or the lawyer gives up."""
        asked = AskPassphrase(archive.name, self.window.words, self.window, wrong, ask_head=True)
        if asked.exec():
            self.unseal_to(archive, out, asked.passphrase, asked.head.text().strip())

    def unseal_to(self, archive: Path, out: Path, passphrase: str, head: str = "") -> None:
        """Make the matter of a sealed hand-off and go on in it. Nothing is made of one that does not hold."""
        window, words = self.window, self.window.words
        by = window.filing.author

        def done(made: Unsealed) -> None:
            window.filing.open(made.path, passphrase=passphrase if made.sealed else "")
            window.say(
                words("custody.unsealed" if made.sealed else "custody.unsealed_plain", name=made.path.name),
                level="info",
            )

        def failed(error: BaseException) -> None:
            if getattr(error, "code", "") == "wrong_passphrase":
                self.ask_unseal(archive, out, wrong=True)
            else:
                window.fail(error)

        window.jobs.start(
            lambda _progress, _token: unseal(archive, out, passphrase, by, head),
            done,
            failed,
            lane="run",
            title=words("papers.checking", name=archive.name),
        )

    def take_back(self) -> None:
        """Ask for a colleague's copy and take in what was done on it."""
        name, _ = QFileDialog.getOpenFileName(
            self.window, self.window.words("command.file_take_back"), "", _COPIES
        )
        if name:
            self.take_back_from(Path(name))

    def take_back_from(self, path: Path, passphrase: str = "", wrong: bool = False) -> None:
        """Take in a copy; a sealed one asks for its passphrase first."""
        window, session, words = self.window, self.window.session, self.window.words
        if session is None:
            return
        if not passphrase and _needs_passphrase(path):
            asked = AskPassphrase(path.name, words, window, wrong)
            if asked.exec() and asked.passphrase:
                self.take_back_from(path, asked.passphrase)
            return
        desk = session.desk

        def done(taken: Taken) -> None:
            session.refresh()
            session.refresh_sources()
            session.refresh_chats()
            self.show_taken(taken)

        def failed(error: BaseException) -> None:
            if getattr(error, "code", "") == "wrong_passphrase":
                self.take_back_from(path, wrong=True)
            else:
                window.fail(error)

        session.jobs.start(
            lambda _progress, _token: desk.take_back(path, passphrase),
            done,
            failed,
            lane="run",
            title=words("custody.taking", name=path.name),
        )

    def show_taken(self, taken: Taken) -> TextSheet:
        """What came in: branches, chats, how many rows, and where both decided differently."""
        words = self.window.words
        lines = [words("custody.branch", name=name) for name in taken.branches]
        lines += [words("custody.chat", name=name) for name in taken.chats]
        lines += [
            words(f"custody.count_{table}", count=taken.count(table)) for table in _TOLD if taken.count(table)
        ]
        if taken.conflicts:
            lines += ["", words("custody.conflicts"), *(f"▲ {words.said(one)}" for one in taken.conflicts)]
        lines += ["", words("custody.taken_next")]
        note = words("custody.taken", who=taken.colleague, rows=f"{taken.common_rows:,}")
        return self._sheet(words("custody.taken_title"), note, lines)

    # checking

    def verify(self, path: Path, head: str = "", passphrase: str = "", wrong: bool = False) -> None:
        """Check an archive or a matter, sealed or not, and show what was found."""
        window, words = self.window, self.window.words
        if not passphrase and _needs_passphrase(path):
            asked = AskPassphrase(path.name, words, window, wrong)
            if asked.exec() and asked.passphrase:
                self.verify(path, head, asked.passphrase)
            return

        def work(_progress: object, _token: object) -> Verification:
            if is_sealed_handoff(path):
                return verify_sealed(path, passphrase, head)
            if passphrase:
                return verify_sealed_matter(path, passphrase, head)
            return verify(path, head)

        def failed(error: BaseException) -> None:
            if getattr(error, "code", "") == "wrong_passphrase":
                self.verify(path, head, wrong=True)
            else:
                window.fail(error)

        window.jobs.start(
            work,
            lambda found: window.papers.show_found(path, found),
            failed,
            lane="run",
            title=words("papers.checking", name=path.name),
        )

    def _sheet(self, title: str, note: str, lines: list[str]) -> TextSheet:
        window = self.window
        sheet = TextSheet(title, note, "\n".join(lines).strip(), window.words, window.fonts.sans(13), window)
        sheet.show()
        return sheet


def _needs_passphrase(path: Path) -> bool:
    try:
        return is_sealed_handoff(path) or is_sealed(path)
    except OSError:
        return False  # what cannot be read is said by the work itself


def _label(text: str, parent: QWidget) -> QLabel:
    label = QLabel(text, parent)
    label.setWordWrap(True)
    return label
