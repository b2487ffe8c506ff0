"""One open matter in the window: what is shown, which change is current, and every call to the desk.

The panes never see the desk. They send wishes to the session and hear of new states by its signals.
Acts run one after the other in the ``act`` lane, so that "the advisories were shown" always reaches
the desk before the accept that follows it.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from lexdesk.assistant.history_views import CompanionView, Comparison, VersionTree
from lexdesk.assistant.views import AuditSummary, ChangeCard, ChangeItem, DocumentView, FindingView, PinView
from lexdesk.desktop.decisions import Decisions
from lexdesk.desktop.jobs import Jobs


class MatterSession(QObject):
    """See the module. ``desk`` is the facade; ``document_id`` the document in view."""

    matter_changed = Signal(object)  # MatterView
    documents_changed = Signal(list)
    document_changed = Signal(object)  # DocumentView
    tree_changed = Signal(object)  # VersionTree
    edits_changed = Signal(list)  # EditSummary of every edit of the document
    rounds_changed = Signal(list)
    warnings_changed = Signal(list)  # (code, message) of the file in view
    authors_changed = Signal(dict)  # place of each author in the row of colours
    findings_changed = Signal(list)
    change_chosen = Signal(object, int, bool)  # ChangeItem or None, its number from 1, whether it moves
    card_changed = Signal(object)  # ChangeCard or None
    sources_changed = Signal(list)
    chats_changed = Signal(list)
    audit_changed = Signal(object)
    undo_changed = Signal(str, str)
    saved = Signal(str)
    wrapped = Signal(bool)  # True: went on from the first change; False: from the last
    all_decided = Signal()
    warning_unseen = Signal(object)  # the error; the card must come forward
    pin_found = Signal(object)  # PinView to be opened
    undecidable = Signal(object)  # ChangeItem or None: what accept or reject does not apply to
    failed = Signal(object)

    def __init__(self, desk: Any, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.jobs = jobs
        self.matter = desk.view()
        self.document_id: int | None = None
        self.version_id: int | None = None  # None: the head
        self.view: DocumentView | None = None
        self.current = ""
        self.card: ChangeCard | None = None
        self.companions: list[CompanionView] = []  # edits that the current one belongs with
        self.pair: tuple[int, int] | None = None  # two versions that are compared in the document pane
        self.tree: VersionTree | None = None
        self.decisions = Decisions(self)
        self._cards: dict[str, ChangeCard] = {}  # of a comparison
        self._rows: int | None = None  # rows of the audit when it was last looked at

    # loading

    def load(self) -> None:
        """Fetch everything the window shows."""
        documents = self.desk.documents()
        self.documents_changed.emit(documents)
        self.matter_changed.emit(self.matter)
        if documents and self.document_id is None:
            self.document_id = documents[0][0]
        path = Path(self.matter.path)
        self.jobs.call(lambda: path.stat().st_mtime, done=self._saved_before, failed=lambda _gone: None)
        self.refresh()
        self.refresh_sources()
        self.refresh_chats()

    def refresh(self) -> None:
        """Fetch the document in view, its versions, undo texts and the audit anew."""
        self.refresh_audit()
        if self.document_id is None:
            return
        desk, document, version, call = self.desk, self.document_id, self.version_id, self.jobs.call
        if self.pair is not None:
            call(
                desk.comparison,
                *self.pair,
                done=self._comparison_came,
                failed=self._not_compared,
                key="document",
            )
        else:
            call(
                desk.document,
                document,
                version,
                done=self._document_came,
                failed=self.decisions.failed,
                key="document",
            )
        call(desk.version_tree, document, done=self._tree_came, key="tree")
        call(desk.findings, document, version, done=self.findings_changed.emit, key="findings")
        call(desk.edit_summaries, document, done=self.edits_changed.emit, key="edits")
        call(desk.file_warnings, document, done=self.warnings_changed.emit, key="warnings")
        call(
            lambda: (desk.undo_text(document), desk.redo_text(document)),
            done=lambda texts: self.undo_changed.emit(*texts),
            key="undo",
        )

    def refresh_rounds(self) -> None:
        """Fetch the rounds with the other side anew; they are costly, so only when they are looked at."""
        if self.document_id is not None:
            self.jobs.call(self.desk.rounds, self.document_id, done=self.rounds_changed.emit, key="rounds")

    def correct(self, finding: FindingView) -> None:
        """Stage the safe fix of a finding of the head as the current change."""
        if self.document_id is not None and self.version_id is None and not self.matter.read_only:
            self.jobs.call(
                self.desk.stage_correction,
                self.document_id,
                finding,
                done=lambda card: self.edits_staged(card.edit_id),
                lane="act",
            )

    def refresh_sources(self) -> None:
        """Fetch the evidence list anew."""
        self.jobs.call(self.desk.sources, done=self.sources_changed.emit, key="sources")

    def refresh_chats(self) -> None:
        """Fetch the chats anew."""
        self.jobs.call(self.desk.chats, done=self.chats_changed.emit, key="chats")

    def refresh_audit(self) -> None:
        """Fetch the audit summary and the facts of the matter anew."""
        self.matter = self.desk.view()
        self.matter_changed.emit(self.matter)
        self.jobs.call(self.desk.audit, done=self._audit_came, key="audit")

    def _audit_came(self, audit: AuditSummary) -> None:
        if self._rows is not None and audit.rows > self._rows:
            self.saved.emit(datetime.now().strftime("%H:%M:%S"))
        self._rows = audit.rows
        self.audit_changed.emit(audit)

    def open_document(self, document_id: int) -> None:
        """Show another document of the matter at its head; the one in view is not opened again."""
        if document_id != self.document_id:
            self.document_id, self.version_id, self.pair, self.current = document_id, None, None, ""
            self.refresh()

    def open_version(self, version_id: int | None) -> None:
        """Show a version as it was (None: the head again)."""
        if version_id != self.version_id or self.pair is not None:
            self.version_id, self.pair = version_id, None
            self.refresh()

    def compare(self, from_version: int, to_version: int) -> None:
        """Show the second version as a redline against the first."""
        self.pair, self.current = (from_version, to_version), ""
        self.refresh()

    def _tree_came(self, tree: VersionTree) -> None:
        self.tree = tree
        self.tree_changed.emit(tree)
        self._colour([one.by for one in tree.versions])

    def _colour(self, names: list[str]) -> None:
        """Have the matter keep a place in the row of colours for every author seen."""
        self.jobs.call(self.desk.author_places, names, done=self.authors_changed.emit, lane="act")

    def _not_compared(self, error: BaseException) -> None:
        self.pair = None
        self.failed.emit(error)

    def _comparison_came(self, found: Comparison) -> None:
        self._cards = {card.change_id: card for card in found.cards}
        self._document_came(found.view)

    def _document_came(self, view: DocumentView) -> None:
        self.view = view = _numbered(view)
        self.document_changed.emit(view)
        self._colour([one.author for one in view.changes])
        wanted = self.decisions.arrived()
        choice = wanted if wanted is not None else self.current
        if choice and self.index(choice) is not None:
            self.choose(choice, moving=wanted is not None)
        else:
            self.choose("")

    # the current change

    @property
    def changes(self) -> tuple[ChangeItem, ...]:
        """All changes of the document in view, in document order."""
        return self.view.changes if self.view else ()

    def ordered(self) -> list[ChangeItem]:
        """The changes by their place in the text (the desk's order for those in one paragraph)."""
        if self.view is None:
            return []
        place = {paragraph.key: index for index, paragraph in enumerate(self.view.paragraphs)}
        return sorted(self.view.changes, key=lambda change: place.get(change.paragraph_key, len(place)))

    def index(self, change_id: str) -> int | None:
        """Place of a change among the ordered ones, from 0."""
        return next((i for i, one in enumerate(self.ordered()) if one.id == change_id), None)

    def item(self) -> ChangeItem | None:
        """The current change, or None."""
        return next((one for one in self.changes if one.id == self.current), None)

    def pending(self) -> int:
        """How many changes wait for a decision of the lawyer."""
        return sum(1 for one in self.changes if one.state == "staged")

    def choose(self, change_id: str, moving: bool = True) -> None:
        """Make a change the current one; "" for none. Its card is fetched."""
        index = self.index(change_id) if change_id else None
        self.current = change_id if index is not None else ""
        item = self.item()
        self.change_chosen.emit(item, (index or 0) + 1 if item else 0, moving)
        if item is None or self.document_id is None:
            self.card, self.companions = None, []
            self.card_changed.emit(None)
            return
        if self.pair is not None:
            self._card_came((self._cards[change_id], []))
            return
        desk, document, edit_id = self.desk, self.document_id, item.edit_id
        self.companions = []

        def work() -> tuple[ChangeCard, list[CompanionView]]:
            belonging = desk.companions([edit_id]) if edit_id is not None else []
            return desk.card(document, change_id), belonging

        self.jobs.call(work, done=self._card_came, key="card")

    def _card_came(self, found: tuple[ChangeCard, list[CompanionView]]) -> None:
        card, belonging = found
        if card.change_id == self.current:
            self.card, self.companions = card, belonging
            self.card_changed.emit(card)

    def step(self, by: int) -> None:
        """To the next or previous change, round the end with a notice."""
        changes = self.ordered()
        if not changes:
            return
        index = self.index(self.current)
        if index is None:
            target = 0 if by > 0 else len(changes) - 1
        else:
            target = index + by
            if not 0 <= target < len(changes):
                target %= len(changes)
                self.wrapped.emit(by > 0)
        self.choose(changes[target].id)

    def advisories_painted(self, edit_id: int) -> None:
        """The card's advisories are on the screen: put that on record."""
        if not self.matter.read_only:
            self.jobs.call(
                self.desk.show_advisories, edit_id, done=lambda _none: self.refresh_audit(), lane="act"
            )

    def revert(self, version_id: int) -> None:
        """Make a new version that says what an earlier one said."""
        if self.document_id is not None:
            self.act(self.desk.revert, self.document_id, version_id)

    def set_source(self, source_id: int, fields: dict[str, object]) -> None:
        """Write what the lawyer says about a source."""
        self.jobs.call(
            lambda: self.desk.set_source(source_id, **fields),
            done=lambda _view: (self.refresh_sources(), self.refresh_audit()),
            lane="act",
        )

    def allow_remote(self, allowed: bool) -> None:
        """Allow or forbid a remote model for this matter."""
        self.jobs.call(self.desk.allow_remote, allowed, done=lambda _none: self.refresh_audit(), lane="act")

    def act(
        self, function: Callable[..., Any], *arguments: Any, done: Callable[[Any], None] | None = None
    ) -> None:
        """Do something that changes the document, then show its head; ``done`` hears the result first."""

        def came(result: Any) -> None:
            if done is not None:
                done(result)
            self.after_act()

        self.jobs.call(function, *arguments, done=came, lane="act")

    def after_act(self) -> None:
        """Show the head anew."""
        self.version_id = self.pair = None
        self.refresh()

    def _saved_before(self, moment: float) -> None:
        self.saved.emit(datetime.fromtimestamp(moment).strftime("%H:%M:%S"))

    def edits_staged(self, edit_id: int) -> None:
        """The assistant has staged an edit: show it as the current change."""
        self.decisions.wanted = f"edit:{edit_id}"
        self.after_act()

    # evidence

    def open_pin(self, pin: PinView) -> None:
        """Open a citation wherever it leads."""
        self.pin_found.emit(pin)

    def open_passage(self, passage_id: int) -> None:
        """Open a passage by its id."""
        self.jobs.call(self.desk.passage, passage_id, done=self.pin_found.emit, key="passage")


def _numbered(view: DocumentView) -> DocumentView:
    """The view with a number for every change: of a deleted clause the struck one, from its paragraph."""
    if all(one.label for one in view.changes):
        return view
    labels = {paragraph.key: paragraph.label for paragraph in view.paragraphs}
    return replace(
        view,
        changes=tuple(
            one if one.label else replace(one, label=labels.get(one.paragraph_key, ""))
            for one in view.changes
        ),
    )
