"""Pictures of every other pane and dialog, on a real matter made through the program: the packet, decisions,
evidence, history, custody, errors. Called by ``tests.desktop.screens``."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox, QWidget

from lexdesk.app import Application
from lexdesk.desktop.custody.handing import HandOverDialog
from lexdesk.desktop.custody.passphrases import AskPassphrase, NewPassphraseDialog
from lexdesk.desktop.evidence.facts import FactsDialog
from lexdesk.desktop.filing import Opener
from lexdesk.desktop.main_window import MainWindow
from lexdesk.desktop.settings import WindowSettings
from lexdesk.desktop.sheets import TextSheet
from lexdesk.desktop.sourcing import report_text
from lexdesk.desktop.start.dropped import look_at
from lexdesk.desktop.window import settle
from lexdesk.matter.rescue import rescue
from lexdesk.review.verifying import verify
from lexdesk.settings import Places
from tests.desktop.talking import SAMPLE, Talking

INSTRUCTIONS = (
    "Delete Section 12.7, it is duplicated elsewhere.",
    "Change the payment period in 6.2 to 45 days.",
    "Rename “Customer” to “Purchaser”.",
    "Move clause 4.3 after clause 4.5.",
    "Change it.",
)


class MatterScreens:
    """The window on a matter of its own and the folder the pictures go to."""

    def __init__(self, out: Path, folder: Path, theme: str, language: str) -> None:
        self.out, self.suffix, self.folder = out, f"{theme}-{language}", folder
        self.talking = Talking(folder)
        self.talking.desk.add_source(SAMPLE / "halden-v-merrow.pdf", "law", short_name="Halden v Merrow")
        self.talking.desk.add_source(
            SAMPLE / "earlier-draft.docx", "earlier_draft", short_name="Draft of May"
        )
        for instruction in INSTRUCTIONS:
            self.talking.desk.ask(self.talking.main.id, instruction, 1)
        home = folder / "home"
        self.application = Application(Places(home / "config", home / "cache", home / "state"))
        self.application.settings.author = "Miriam Hale"
        settings = WindowSettings.forgetful()
        settings.keep("theme", theme)
        settings.keep("language", language)
        opener = Opener(self.application.open_desk, self.application.new_desk, author="Miriam Hale")
        self.window = MainWindow(self.talking.desk, settings, opener)
        self.window.resize(1366, 768)
        self.window.show()
        settle(self.window)

    def grab(self, name: str, widget: QWidget | None = None) -> None:
        """Write what stands there."""
        settle(self.window)
        path = self.out / f"{name}-{self.suffix}.png"
        (widget or self.window).grab().save(str(path), "PNG")
        print(path)

    @contextmanager
    def drawing(self, name: str) -> Iterator[None]:
        """Draw each dialog that opens inside, and close it unanswered."""
        kept = QDialog.exec, QMessageBox.exec, QDialog.show

        def drawn(dialog: QDialog) -> int:
            kept[2](dialog)
            QApplication.processEvents()
            self.grab(name, dialog)
            dialog.close()
            return 0

        QDialog.exec = QMessageBox.exec = QDialog.show = drawn  # type: ignore[method-assign, assignment]
        try:
            yield
            settle(self.window)
        finally:
            QDialog.exec, QMessageBox.exec, QDialog.show = kept  # type: ignore[method-assign]

    def dialog(self, name: str, made: QDialog) -> None:
        """Draw one dialog and close it."""
        made.show()
        self.grab(name, made)
        made.close()

    def all(self) -> None:
        """Every picture, one after the other."""
        for part in (self.packets, self.evidence, self.past, self.finding, self.custody, self.errors):
            part()
        self.window.close()
        self.application.close()

    def packets(self) -> None:
        """The card of each edit with all it rests on, deciding, and the hover card of a change."""
        window = self.window
        session = window.session
        assert session is not None
        staged = [one for one in session.changes if one.origin == "staged"]
        for edit in dict.fromkeys(one.edit_id for one in staged):
            window.reading.open_edit(edit)
            settle(window)
            if not window.panes.evidence.card.open_details:
                window.panes.evidence.card._toggle()
            self.grab(f"packet-{edit}")
        window.hover.show_change(staged[0], window.mapToGlobal(QPoint(500, 300)))
        self.grab("hover-change", window.hover)
        window.hover.hide()
        with self.drawing("decision"):
            window.deciding.several([one.id for one in staged[:1]], "accept")
            settle(window)
        window.show_lower("changes")
        self.grab("changes")
        window.panes.setSizes([430, 560, 250, 120])
        self.grab("findings")
        window.panes.setSizes([180, 560, 330, 296])

    def evidence(self) -> None:
        """Sources, their card and relations, an opened citation, facts, expunging."""
        window, desk = self.window, self.talking.desk
        window.commands.run("view.lower_sources")
        settle(window)
        pane = window.panes.middle.sources
        for source in (1, 2, 4):
            pane.table.choose(str(source))
            self.grab(f"source-{source}")
        changes = window.session.changes if window.session is not None else []
        pin = next((pin for one in changes for pin in desk.card(1, one.id).pins if pin.source_id), None)
        if pin is not None:
            window.reading.open_pin(pin)
            self.grab("pin-opened")
            window.hover.show_pin(pin, window.mapToGlobal(QPoint(500, 300)))
            self.grab("hover-pin", window.hover)
            window.hover.hide()
        source = next(one for one in desk.sources() if one.id == 2)
        self.dialog("facts", FactsDialog(source, window.words, window))
        report = desk.preview_expunge(3)
        words = window.words
        self.dialog(
            "expunge-preview",
            TextSheet(
                words("sources.expunge_title"),
                words("sources.expunge_note"),
                report_text(report, words),
                words,
                window.fonts.sans(13),
                window,
                question=(words("sources.expunge"), words("dialog.cancel")),
            ),
        )

    def past(self) -> None:
        """Versions, history and rounds once an edit was accepted and sent."""
        window, desk = self.window, self.talking.desk
        session = window.session
        assert session is not None
        edit = next(one.edit_id for one in session.changes if one.origin == "staged" and one.edit_id)
        desk.show_advisories(edit)
        desk.accept([edit])
        desk.export(1, "redline", self.folder / "out.docx")
        desk.record_sent(1, self.folder / "out.docx", "Marl LLP")
        session.refresh()
        settle(window)
        for page in ("versions", "history", "rounds"):
            window.show_lower(page)
            if page == "history":
                window.past.show_history()
            settle(window)
            self.grab(page)

    def finding(self) -> None:
        """Search, palette, keys, add files."""
        window = self.window
        search = window.seeking.search("retention of records")
        if search is not None:
            settle(window)
            self.grab("search", search)
            search.close()
        palette = window.seeking.open_palette()
        self.grab("palette", palette)
        palette.close()
        with self.drawing("keys"):
            window.show_keys()
        with self.drawing("add-files"):
            window.filing.show_files([*sorted(SAMPLE.glob("*.pdf")), SAMPLE / "supply-agreement.docx"])

    def custody(self) -> None:
        """Backups, verifying, rescue, hand-over, passphrases, taking back, the lock."""
        window, desk, words = self.window, self.talking.desk, self.window.words
        desk.back_up(3)
        with self.drawing("backups"):
            window.keeping.show_backups()
        plain = self.folder / "copy.lexmatter"
        desk.save_copy(plain)
        window.papers.show_found(plain, verify(plain))
        self._sheet("verify-holds")
        broken = self.folder / "broken.lexmatter"
        content = bytearray(plain.read_bytes())
        middle = len(content) // 2
        content[middle : middle + 30_000] = bytes(30_000)
        broken.write_bytes(content)
        window.papers.show_found(broken, verify(broken))
        self._sheet("verify-broken")
        found = rescue(broken, self.folder / "rescued.lexmatter", "Miriam Hale")
        self.dialog(
            "rescue",
            TextSheet(
                words("custody.rescue"),
                words("custody.rescued", name="rescued.lexmatter"),
                "\n".join(words.said(one) for one in found.lines()),
                words,
                window.fonts.sans(13),
                window,
            ),
        )
        theirs = self.folder / "theirs" / "copy.lexmatter"
        theirs.parent.mkdir()
        shutil.copyfile(plain, theirs)
        with self.application.open_desk(theirs, False) as other:
            other.set_author("Jo Ash")
            other.new_chat("What Jo asked", "side", [("source", 1)])
        window.handing.show_taken(desk.take_back(theirs))
        self._sheet("taken-back")
        self.dialog("passphrase", AskPassphrase("copy.lexmatter", words, window, True, ask_head=True))
        self.dialog(
            "new-passphrase",
            NewPassphraseDialog(words("custody.seal"), words("custody.seal_note"), words, window),
        )
        self.dialog("hand-over", HandOverDialog(desk.sources(), desk.chats(), words, window))

    def _sheet(self, name: str) -> None:
        sheet = next(one for one in self.window.findChildren(TextSheet) if one.isVisible())
        self.grab(name, sheet)
        sheet.close()
        sheet.setParent(None)

    def errors(self) -> None:
        """Errors as they are said, and the start page."""
        window = self.window
        damaged = self.folder / "scan.pdf"
        damaged.write_bytes(b"%PDF-1.7 nothing more")
        window.filing.import_files([(look_at(damaged), "law")])
        settle(window)
        self.grab("error-import")
        window.on_session(lambda session: session.jobs.call(session.desk.export, 1, "clean", self.folder))
        settle(window)
        self.grab("error-export")
        window.custody.say(
            window.words.said(
                "This matter lies in “Dropbox”, which a program copies to other machines while you work. It "
                "can copy half of a save, and a client's file leaves this machine. Work on a copy outside of "
                "that folder."
            )
        )
        self.grab("custody-warning")
        window.custody.hide()
        window.message.hide()
        window.drop_session(back_up=False)
        window.show_start()
        self.grab("start")
