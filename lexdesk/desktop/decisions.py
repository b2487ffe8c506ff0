"""Deciding changes in an open matter: the current one, several at once, and undo and redo.

A decision under way bars the next one until its new state is shown, so that a key pressed twice decides one
change, never an unseen next one.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from lexdesk.assistant.views import ChangeItem

if TYPE_CHECKING:
    from lexdesk.desktop.session import MatterSession


class Decisions:
    """Belongs to a session, whose signals tell what came of a decision."""

    def __init__(self, session: "MatterSession") -> None:
        self._session = session
        self.wanted: str | None = None  # the change to be chosen when the new state has come
        self._under_way = False  # a decision is under way, or its new state is not shown yet
        self._waiting_before: set[str] | None = None  # staged changes before an undo or redo
        self._place = ""  # paragraph of the change that was current before an undo or redo
        self.several: tuple[list[str], str] | None = None  # changes decided together last, and how

    def arrived(self) -> str | None:
        """A new state is shown: decisions are open again. The change it should be on, None for as before."""
        self._under_way = False
        wanted, self.wanted = self.wanted, None
        before, self._waiting_before = self._waiting_before, None
        return wanted if before is None else self._after_step_back(before)

    def _after_step_back(self, before: set[str]) -> str | None:
        """What an undo or redo was about: what waits again, else what now stands at the same place, else what
        waits next."""
        changes = self._session.ordered()
        back = [one.id for one in changes if one.state == "staged" and one.id not in before]
        same = [one.id for one in changes if one.paragraph_key == self._place and one.origin != "theirs"]
        waiting = [one.id for one in changes if one.state == "staged"]
        found = [*back, *same, *waiting]
        return found[0] if found else None

    # one change

    def decidable(self, item: ChangeItem | None) -> bool:
        """Whether accept and reject apply: to what is staged, and on the head to the draft's own changes."""
        session = self._session
        if item is None or session.matter.read_only:
            return False
        head = session.version_id is None and session.pair is None
        return item.state == "staged" or (item.origin == "theirs" and head)

    def accept(self, comment: str = "") -> None:
        """Accept the current change and move on to the next one that waits."""
        self._decide(self._session.desk.accept, "accept", comment)

    def reject(self, comment: str = "") -> None:
        """Reject the current change and move on."""
        self._decide(self._session.desk.reject, "reject", comment)

    def set_aside(self, comment: str = "") -> None:
        """Put the current change aside and move on."""
        item = self._session.item()
        if item is not None and item.state == "staged":
            self._decide(self._session.desk.set_aside, "set_aside", comment)
        else:
            self._session.undecidable.emit(item)

    def _decide(self, act: Callable[[list[int], str], Any], action: str, comment: str) -> None:
        session = self._session
        if self._under_way:
            return
        self.several = None
        item = session.item()
        if item is not None and item.origin == "theirs" and self.decidable(item):
            self._decide_tracked([item], action, comment)
            return
        if item is None or item.edit_id is None or item.state != "staged":
            session.undecidable.emit(item)
            return
        changes = session.ordered()
        at = changes.index(item)
        waiting = [one for one in [*changes[at + 1 :], *changes[:at]] if one.state == "staged"]
        target = waiting[0].id if waiting else ""
        wraps = bool(waiting) and changes.index(waiting[0]) < at

        def done(_result: Any) -> None:
            session.after_act()
            self.wanted = target
            if not target:
                session.all_decided.emit()
            elif wraps:
                session.wrapped.emit(True)

        self._under_way = True
        session.jobs.call(act, [item.edit_id], comment, done=done, failed=self.failed, lane="act")

    def _decide_tracked(self, items: Sequence[ChangeItem], action: str, comment: str) -> None:
        """Decide changes of the draft itself as one; those after them are then numbered anew."""
        session = self._session
        view, document = session.view, session.document_id
        if view is None or document is None:
            return
        changes, ids = session.ordered(), [one.id for one in items]
        rest = [one for one in changes[changes.index(items[-1]) + 1 :] if self.decidable(one)]
        target = rest[0].id if rest else ""
        if target.startswith("rev:r"):
            number = int(target.removeprefix("rev:r"))
            target = f"rev:r{number - sum(_number(one) < number for one in ids)}"

        def done(_version: Any) -> None:
            session.after_act()
            self.wanted = target

        self._under_way = True
        session.jobs.call(
            lambda: session.desk.decide_tracked(document, ids, action, comment, seen_version=view.version_id),
            done=done,
            failed=self.failed,
            lane="act",
        )

    # several changes

    def decide_several(self, change_ids: Sequence[str], action: str, comment: str = "") -> None:
        """Decide several changes as one: "accept" (one version), "reject" or "set_aside"."""
        session = self._session
        if self._under_way:
            return
        self.several = list(change_ids), action
        tracked = [one for one in session.ordered() if one.id in change_ids and one.origin == "theirs"]
        if tracked:
            self._decide_tracked(tracked, action, comment)
            return
        edits = [int(one.removeprefix("edit:")) for one in change_ids if one.startswith("edit:")]
        act = {
            "accept": session.desk.accept,
            "reject": session.desk.reject,
            "set_aside": session.desk.set_aside,
        }[action]

        def done(_result: Any) -> None:
            session.after_act()
            waiting = [one.id for one in session.ordered() if one.state == "staged"]
            self.wanted = next((one for one in waiting if one not in change_ids), "")

        self._under_way = True
        session.jobs.call(act, edits, comment, done=done, failed=self.failed, lane="act")

    def again(self, comment: str = "") -> None:
        """Decide the changes that were decided together last once more, now that their warnings were read."""
        if self.several is not None:
            self.decide_several(*self.several, comment)

    def failed(self, error: BaseException) -> None:
        """A decision was refused, or its new state could not be shown."""
        session = self._session
        self._under_way = False
        if getattr(error, "code", "") == "advisory_not_shown":
            if session.current.startswith("rev:"):
                session.choose(session.current, moving=False)  # its card has the warnings only now
            session.warning_unseen.emit(error)
        else:
            session.failed.emit(error)

    # back and forth

    def undo(self) -> None:
        """Undo the last act on the document in view."""
        self._step_back(self._session.desk.undo)

    def redo(self) -> None:
        """Do again what was undone."""
        self._step_back(self._session.desk.redo)

    def _step_back(self, act: Callable[[int], Any]) -> None:
        """Undo or redo; a change that waits again becomes the current one."""
        session = self._session
        if session.document_id is None:
            return
        waiting = {one.id for one in session.changes if one.state == "staged"}
        item = session.item()
        self._place = item.paragraph_key if item is not None else ""

        def done(_version: Any) -> None:
            self._waiting_before = waiting

        session.act(act, session.document_id, done=done)


def _number(change_id: str) -> int:
    return int(change_id.removeprefix("rev:r"))
