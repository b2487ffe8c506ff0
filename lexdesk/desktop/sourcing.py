"""What the lawyer says of the sources in the window: confirm, relate, check elsewhere, expunge."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QInputDialog,
    QLabel,
    QWidget,
)

from lexdesk.assistant.views import SourceView
from lexdesk.desktop.sheets import TextSheet
from lexdesk.desktop.words import Words
from lexdesk.evidence.relations import RELATION_KINDS

if TYPE_CHECKING:
    from lexdesk.desktop.main_window import MainWindow
    from lexdesk.desktop.session import MatterSession


class Sourcing:
    """Wires the page of sources with the desk; every answer comes by a job."""

    def __init__(self, window: "MainWindow") -> None:
        self.window = window
        self.pane = window.panes.middle.sources
        pane = self.pane
        window.panes.middle.opened.connect(lambda page: self.refresh() if page == "sources" else None)
        pane.chosen.connect(self.fetch_card)
        pane.opened.connect(lambda number: window.panes.evidence.open(number))
        pane.confirm_wanted.connect(lambda number: self._act("confirm_source", number))
        pane.edit_wanted.connect(window.filing.edit_facts)
        pane.relate_wanted.connect(self.ask_relation)
        pane.expunge_wanted.connect(self.ask_expunge)
        pane.resume_wanted.connect(self.resume)
        pane.relation_decided.connect(lambda number, state: self._act("decide_relation", number, state))
        pane.passage_opened.connect(lambda number: window.on_session(lambda s: s.open_passage(number)))

    def sources_came(self, sources: list[SourceView]) -> None:
        """The list of sources is there: the page shows it, and asks for what hangs on it when it is open."""
        session = self.window.session
        self.pane.show_sources(sources, session is None or session.matter.read_only)
        if self.window.panes.middle.page == "sources":
            self.refresh()

    def refresh(self) -> None:
        """Fetch relations and the card of the chosen source."""
        session = self.window.session
        if session is None:
            return
        session.jobs.call(session.desk.relations, done=self.pane.show_relations, key="relations")
        source = self.pane.source()
        if source is not None:
            self.fetch_card(source.id)

    def fetch_card(self, source_id: int) -> None:
        """Fetch everything known of a source."""
        session = self.window.session
        if session is not None:
            session.jobs.call(
                session.desk.source_card, source_id, done=self.pane.show_card, key="source card"
            )

    def _act(self, name: str, *given: Any) -> None:
        session = self.window.session
        if session is not None and not session.matter.read_only:
            session.jobs.call(
                getattr(session.desk, name), *given, done=partial(self._acted, session), lane="act"
            )

    def _acted(self, session: "MatterSession", _result: object) -> None:
        session.refresh_sources()
        session.refresh_audit()

    def resume(self, source_id: int) -> None:
        """Read the pages that are missing, with progress and Cancel."""
        session, words = self.window.session, self.window.words
        source = next((one for one in self.pane.sources if one.id == source_id), None)
        if session is not None and source is not None:
            session.jobs.start(
                lambda progress, token: session.desk.resume_import(source_id, progress, token),
                partial(self._acted, session),
                lane="run",
                title=words("sources.resuming", name=source.short_name or source.title),
            )

    def ask_relation(self, source_id: int) -> None:
        """Ask how the chosen source hangs together with another."""
        first = next((one for one in self.pane.sources if one.id == source_id), None)
        others = [one for one in self.pane.sources if one.id != source_id and not one.expunged]
        if first is None or not others:
            return
        dialog = RelationDialog(first, others, self.window.words, self.window)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            self._act("relate", dialog.kind.currentData(), source_id, dialog.second.currentData())

    def ask_expunge(self, source_id: int) -> None:
        """Show what expunging touches, ask for the reason, then do it and show the report."""
        session = self.window.session
        if session is not None:
            session.jobs.start(
                lambda _progress, _token: session.desk.preview_expunge(source_id),
                partial(self._previewed, session),
                lane="act",
                title=self.window.words("sources.expunge_title"),
            )

    def _previewed(self, session: "MatterSession", report: Any) -> None:
        window, words = self.window, self.window.words
        sheet = TextSheet(
            words("sources.expunge_title"),
            words("sources.expunge_note"),
            report_text(report, words),
            words,
            window.fonts.sans(13),
            window,
            question=(words("sources.expunge"), words("dialog.cancel")),
        )
        if sheet.exec() != QDialog.DialogCode.Accepted:
            return
        reason, said = QInputDialog.getText(
            window, words("sources.expunge_title"), words("sources.expunge_reason")
        )
        if said and reason.strip():
            window.panes.evidence.forget_source(report.source_id)
            window.reading.forget()
            session.jobs.start(
                lambda _progress, _token: session.desk.expunge_source(report.source_id, reason),
                partial(self._expunged, session),
                lane="act",
                title=words("sources.expunge_title"),
            )

    def _expunged(self, session: "MatterSession", report: Any) -> None:
        words = self.window.words
        count = sum(count for _place, count in report.places)
        self.window.say(words("sources.expunge_done", count=count), level="info")
        self._acted(session, None)
        session.refresh_chats()
        title = words("sources.expunge_title")
        text = report_text(report, words)
        TextSheet(title, report.sha256, text, words, self.window.fonts.sans(13), self.window).exec()

    def write_checklist(self) -> None:
        """Ask where, and write the list of authorities to be checked elsewhere."""
        session, words = self.window.session, self.window.words
        if session is None:
            return
        title = words("command.file_checklist")
        name = f"{words('sources.checklist_name')}.docx"
        chosen, _ = QFileDialog.getSaveFileName(
            self.window, title, name, "Word (*.docx);;HTML (*.html);;CSV (*.csv)"
        )
        if chosen:
            session.jobs.call(
                session.desk.write_checklist,
                Path(chosen),
                True,
                done=lambda count: self.window.say(
                    words("sources.checklist_done", count=count, path=chosen), level="info"
                ),
                lane="act",
            )

    def take_checklist(self) -> None:
        """Ask for a filled-in list and take its results."""
        session, words = self.window.session, self.window.words
        if session is None:
            return
        title = words("command.file_checklist_take")
        chosen, _ = QFileDialog.getOpenFileName(self.window, title, "", "Word, CSV (*.docx *.csv)")
        if chosen:
            session.jobs.call(
                session.desk.take_checklist, Path(chosen), done=partial(self._taken, session), lane="act"
            )

    def _taken(self, session: "MatterSession", taken: Any) -> None:
        said = self.window.words("sources.checklist_taken", count=len(taken.results), empty=taken.empty)
        self.window.say(said, level="info")
        self._acted(session, None)


class RelationDialog(QDialog):
    """Which relation, and with which other source."""

    def __init__(
        self, first: SourceView, others: list[SourceView], words: Words, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(words("sources.relate_title"))
        self.resize(460, 170)
        form = QFormLayout(self)
        form.setContentsMargins(20, 18, 20, 16)
        name = QLabel(first.short_name or first.title, self)
        name.setWordWrap(True)
        self.kind = QComboBox(self)
        for kind in RELATION_KINDS:
            self.kind.addItem(words.word("relation", kind), kind)
        self.second = QComboBox(self)
        for other in others:
            self.second.addItem(other.short_name or other.title, other.id)
        form.addRow(words("sources.relate_first"), name)
        for key, widget in (("sources.relate_kind", self.kind), ("sources.relate_second", self.second)):
            widget.setAccessibleName(words(key))
            form.addRow(words(key), widget)
        box = QDialogButtonBox(self)
        box.addButton(words("dialog.save"), QDialogButtonBox.ButtonRole.AcceptRole)
        box.addButton(words("dialog.cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        box.accepted.connect(self.accept)
        box.rejected.connect(self.reject)
        form.addRow(box)


def report_text(report: Any, words: Words) -> str:
    """The preview or report of an expunging in lines."""
    lines = [report.title, "", words("sources.expunge_places")]
    lines += [f"  {count:>5}  {words.word('stored', place)}" for place, count in report.places]
    return "\n".join(
        [*lines, "", words("sources.expunge_remains"), *(f"  – {words.said(one)}" for one in report.remains)]
    )
