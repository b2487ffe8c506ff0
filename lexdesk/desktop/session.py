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

from lexdesk.assistant.views import AuditSummary, ChangeCard, ChangeItem, DocumentView, FindingView, PinView
from lexdesk.desktop.jobs import Jobs


class MatterSession(QObject):
    """See the module. ``desk`` is the facade; ``document_id`` the document in view."""

    matter_changed = Signal(object)  # MatterView
    documents_changed = Signal(list)
    document_changed = Signal(object)  # DocumentView
    versions_changed = Signal(list)
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
        self._wanted: str | None = None
        self._deciding = False  # a decision is under way, or its new state is not shown yet
        self._waiting_before: set[str] | None = None  # staged changes before an undo or redo
        self._place = ""  # paragraph of the change that was current before an undo or redo
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
        desk, document, version = self.desk, self.document_id, self.version_id
        self.jobs.call(
            desk.document,
            document,
            version,
            done=self._document_came,
            failed=self._not_decided,
            key="document",
        )
        self.jobs.call(desk.versions, document, done=self.versions_changed.emit, key="versions")
        self.jobs.call(desk.findings, document, version, done=self.findings_changed.emit, key="findings")
        self.undo_changed.emit(desk.undo_text(document), desk.redo_text(document))

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
            self.document_id, self.version_id, self.current = document_id, None, ""
            self.refresh()

    def open_version(self, version_id: int | None) -> None:
        """Show a version as it was (None: the head again)."""
        if version_id != self.version_id:
            self.version_id = version_id
            self.refresh()

    def _document_came(self, view: DocumentView) -> None:
        self._deciding = False
        self.view = view = _numbered(view)
        self.document_changed.emit(view)
        wanted, self._wanted = self._wanted, None
        before, self._waiting_before = self._waiting_before, None
        if before is not None:
            wanted = self._after_step_back(before)
        choice = wanted if wanted is not None else self.current
        if choice and self._index(choice) is not None:
            self.choose(choice, moving=wanted is not None)
        else:
            self.choose("")

    def _after_step_back(self, before: set[str]) -> str | None:
        """What an undo or redo was about: what waits again, else what now stands at the same place, else what
        waits next."""
        changes = self.ordered()
        back = [one.id for one in changes if one.state == "staged" and one.id not in before]
        same = [one.id for one in changes if one.paragraph_key == self._place and one.origin != "theirs"]
        waiting = [one.id for one in changes if one.state == "staged"]
        found = [*back, *same, *waiting]
        return found[0] if found else None

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

    def _index(self, change_id: str) -> int | None:
        return next((i for i, one in enumerate(self.ordered()) if one.id == change_id), None)

    def item(self) -> ChangeItem | None:
        """The current change, or None."""
        return next((one for one in self.changes if one.id == self.current), None)

    def pending(self) -> int:
        """How many changes wait for a decision of the lawyer."""
        return sum(1 for one in self.changes if one.state == "staged")

    def choose(self, change_id: str, moving: bool = True) -> None:
        """Make a change the current one; "" for none. Its card is fetched."""
        index = self._index(change_id) if change_id else None
        self.current = change_id if index is not None else ""
        item = self.item()
        self.change_chosen.emit(item, (index or 0) + 1 if item else 0, moving)
        if item is None or self.document_id is None:
            self.card = None
            self.card_changed.emit(None)
            return
        self.jobs.call(self.desk.card, self.document_id, change_id, done=self._card_came, key="card")

    def _card_came(self, card: ChangeCard) -> None:
        if card.change_id == self.current:
            self.card = card
            self.card_changed.emit(card)

    def step(self, by: int) -> None:
        """To the next or previous change, round the end with a notice."""
        changes = self.ordered()
        if not changes:
            return
        index = self._index(self.current)
        if index is None:
            target = 0 if by > 0 else len(changes) - 1
        else:
            target = index + by
            if not 0 <= target < len(changes):
                target %= len(changes)
                self.wrapped.emit(by > 0)
        self.choose(changes[target].id)

    # deciding

    def advisories_painted(self, edit_id: int) -> None:
        """The card's advisories are on the screen: put that on record."""
        if not self.matter.read_only:
            self.jobs.call(
                self.desk.show_advisories, edit_id, done=lambda _none: self.refresh_audit(), lane="act"
            )

    def accept(self) -> None:
        """Accept the current change and move on to the next one that waits."""
        self._decide(self.desk.accept, "accept")

    def reject(self) -> None:
        """Reject the current change and move on."""
        self._decide(self.desk.reject, "reject")

    def decidable(self, item: ChangeItem | None) -> bool:
        """Whether accept and reject apply: to what is staged, and on the head to the draft's own changes."""
        if item is None or self.matter.read_only:
            return False
        return item.state == "staged" or (item.origin == "theirs" and self.version_id is None)

    def _decide(self, act: Callable[[list[int]], Any], action: str) -> None:
        if self._deciding:
            return  # a key pressed twice decides one change, never an unseen next one
        item = self.item()
        if item is not None and item.origin == "theirs" and self.decidable(item):
            self._decide_tracked(item, action)
            return
        if item is None or item.edit_id is None or item.state != "staged":
            self.undecidable.emit(item)
            return
        changes = self.ordered()
        at = changes.index(item)
        waiting = [one for one in [*changes[at + 1 :], *changes[:at]] if one.state == "staged"]
        target = waiting[0].id if waiting else ""
        wraps = bool(waiting) and changes.index(waiting[0]) < at

        def done(_result: Any) -> None:
            self._after_act()
            self._wanted = target
            if not target:
                self.all_decided.emit()
            elif wraps:
                self.wrapped.emit(True)

        self._deciding = True
        self.jobs.call(act, [item.edit_id], done=done, failed=self._not_decided, lane="act")

    def _decide_tracked(self, item: ChangeItem, action: str) -> None:
        """Decide a change of the draft itself; those after it are then numbered one less."""
        changes = self.ordered()
        rest = [one for one in changes[changes.index(item) + 1 :] if self.decidable(one)]
        target = rest[0].id if rest else ""
        if target.startswith("rev:r"):
            target = f"rev:r{int(target.removeprefix('rev:r')) - 1}"

        def done(_version: Any) -> None:
            self._after_act()
            self._wanted = target

        self._deciding = True
        self.jobs.call(
            lambda: self.desk.decide_tracked(
                self.document_id, [item.id], action, seen_version=self.view.version_id
            ),
            done=done,
            failed=self._not_decided,
            lane="act",
        )

    def _not_decided(self, error: BaseException) -> None:
        self._deciding = False
        if getattr(error, "code", "") == "advisory_not_shown":
            if self.current.startswith("rev:"):
                self.choose(self.current, moving=False)  # its card has the warnings only now
            self.warning_unseen.emit(error)
        else:
            self.failed.emit(error)

    def undo(self) -> None:
        """Undo the last act on the document in view."""
        self._step_back(self.desk.undo)

    def redo(self) -> None:
        """Do again what was undone."""
        self._step_back(self.desk.redo)

    def _step_back(self, act: Callable[[int], Any]) -> None:
        """Undo or redo; a change that waits again becomes the current one."""
        if self.document_id is None:
            return
        waiting = {one.id for one in self.changes if one.state == "staged"}
        item = self.item()
        self._place = item.paragraph_key if item is not None else ""

        def done(_version: Any) -> None:
            self._waiting_before = waiting
            self._after_act()

        self.jobs.call(act, self.document_id, done=done, lane="act")

    def revert(self, version_id: int) -> None:
        """Make a new version that says what an earlier one said."""
        if self.document_id is not None:
            self._act(self.desk.revert, self.document_id, version_id)

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

    def _act(self, function: Callable[..., Any], *arguments: Any) -> None:
        self.jobs.call(function, *arguments, done=lambda _result: self._after_act(), lane="act")

    def _after_act(self) -> None:
        self.version_id = None
        self.refresh()

    def _saved_before(self, moment: float) -> None:
        self.saved.emit(datetime.fromtimestamp(moment).strftime("%H:%M:%S"))

    def edits_staged(self, edit_id: int) -> None:
        """The assistant has staged an edit: show it as the current change."""
        self._wanted = f"edit:{edit_id}"
        self.version_id = None
        self.refresh()

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
