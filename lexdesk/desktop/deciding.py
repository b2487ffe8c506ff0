"""Acts of the window on changes: go to the next one, accept, reject, undo, and what several rows need."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QInputDialog, QMenu

from lexdesk.assistant.history_views import CompanionView
from lexdesk.assistant.views import ChangeCard, ChangeItem, EffectsView
from lexdesk.desktop.reviewing.decision import DecisionDialog

if TYPE_CHECKING:
    from lexdesk.desktop.main_window import MainWindow
    from lexdesk.desktop.session import MatterSession


class Deciding:
    """What the lawyer does with changes; what came of it is said in the window."""

    def __init__(self, window: "MainWindow") -> None:
        self.window = window
        self._unshowable = ""  # the current change, if bringing it into view did not show it

    def connect(self, session: "MatterSession") -> None:
        """Hear what comes of decisions in a session."""
        session.wrapped.connect(self._wrapped)
        session.all_decided.connect(
            lambda: self.window.status.set_notice(self.window.words("review.all_decided"))
        )
        session.warning_unseen.connect(self._bring_card)
        session.undecidable.connect(self._undecidable)
        session.change_chosen.connect(self._chosen)

    def _chosen(self, _item: ChangeItem | None, _number: int, _moving: bool) -> None:
        self._unshowable = ""

    # the current change

    def step(self, by: int) -> None:
        """To the next or previous change."""
        self.window.status.set_notice("")
        self.window.on_session(lambda session: session.step(by))

    def accept(self) -> None:
        """Accept the current change and move on; one out of view is shown first, and one that others need
        asks about them."""
        self._decide("accept")

    def reject(self) -> None:
        """Reject the current change and move on; one out of view is shown first."""
        self._decide("reject")

    def set_aside(self) -> None:
        """Put the current change aside for later and move on."""
        self._decide("set_aside")

    def _decide(self, action: str) -> None:
        self.window.hover.hide()
        session = self.window.session
        if session is None or not self._in_view():
            return
        belonging = [one for one in session.companions if one.state == "staged"]
        if belonging and session.decisions.decidable(session.item()):
            self.several([session.current], action)
        else:
            getattr(session.decisions, action)()

    def _in_view(self) -> bool:
        """Nobody decides what stands out of view: it is brought into view and that is said."""
        session, document = self.window.session, self.window.panes.document
        item = session.item() if session is not None else None
        if session is None or item is None or not session.decisions.decidable(item):
            return True
        if document.page.shows_change(item.id) or item.id == self._unshowable:
            return True
        self.window.panes.bring("document")
        document.go_to_change(item.id, item.paragraph_key)
        # A change without a place on the page would else never be decided.
        self._unshowable = "" if document.page.shows_change(item.id) else item.id
        self.window.status.set_notice(self.window.words("review.now_in_view"))
        return False

    def undo(self) -> None:
        """Undo the last act on the document."""
        self.window.status.set_notice("")
        self.window.on_session(lambda session: session.decisions.undo())

    def redo(self) -> None:
        """Redo what was undone."""
        self.window.status.set_notice("")
        self.window.on_session(lambda session: session.decisions.redo())

    # several, or one with more to say

    def current_with(self, act: str) -> None:
        """An act of the card: "comment" asks how to decide with a comment, "reword" opens the words,
        "set_aside" and "revoke" do what they say."""
        session, card = self.window.session, self.window.panes.evidence.card.card
        if session is None or card is None:
            return  # the card that is shown is what is meant, also where it is no change of the text
        if act == "reword":
            self.window.writing.reword(card.change_id)
        elif act == "set_aside" and card.change_id == session.current:
            self.set_aside()
        elif act == "set_aside":
            self.several([card.change_id], act)
        elif act == "comment":
            menu = self._choices([card.change_id])
            menu.exec(self.window.panes.evidence.card.mapToGlobal(QPoint(40, 40)))
        elif act == "revoke" and card.edit_id is not None:
            self.revoke(card.edit_id)

    def revoke(self, edit_id: int) -> None:
        """Stage the inverse of an accepted edit; later work stays."""
        session = self.window.session
        if session is not None:
            session.jobs.call(
                session.desk.revoke,
                edit_id,
                done=lambda card: session.edits_staged(card.edit_id),
                lane="act",
            )

    def several(self, change_ids: Sequence[str], action: str) -> None:
        """Decide changes together: their warnings, companions and effects are shown first, in a question."""
        session = self.window.session
        if session is None or session.document_id is None or not change_ids:
            return
        desk, document, ids = session.desk, session.document_id, list(change_ids)
        edits = [int(one.removeprefix("edit:")) for one in ids if one.startswith("edit:")]

        def work() -> tuple[list[ChangeCard], list[CompanionView], EffectsView | None]:
            cards = [desk.card(document, one) for one in ids]
            together = desk.effects(edits) if action == "accept" and len(edits) > 1 else None
            return cards, desk.companions(edits) if edits else [], together

        session.jobs.call(work, done=lambda found: self._ask(ids, action, *found), key="decision")

    def _ask(
        self,
        change_ids: list[str],
        action: str,
        cards: Sequence[ChangeCard],
        companions: Sequence[CompanionView],
        together: EffectsView | None,
    ) -> None:
        session = self.window.session
        if session is None:
            return
        dialog = DecisionDialog(cards, action, companions, self.window.words, self.window, together=together)
        dialog.shown.connect(session.advisories_painted)
        if dialog.exec() != QDialog.DialogCode.Accepted:
            return
        ids = [*change_ids, *(f"edit:{edit}" for edit in dialog.together())]
        if dialog.together() and action == "accept":
            self.several(ids, action)  # those that came in have warnings of their own
            return
        session.decisions.decide_several(ids, action, dialog.comment.text().strip())

    def menu(self, change_ids: Sequence[str], at: QPoint) -> QMenu:
        """What can be done with the chosen rows of the reviewing list, shown at ``at``."""
        menu = self._choices(change_ids)
        entry = self.window.panes.middle.reviewing.entry(change_ids[0])
        staged = [one for one in change_ids if one.startswith("edit:")]
        if len(staged) > 1:
            menu.addSeparator()
            self._add(menu, "decision.group", lambda: self.ask_group(staged))
        if len(change_ids) == 1 and entry is not None:
            menu.addSeparator()
            self._add(
                menu, "side.go_there", lambda: self.window.on_session(lambda s: s.choose(change_ids[0]))
            )
            if entry.origin == "staged" and entry.state in ("staged", "set_aside"):
                self._add(menu, "card.do_reword_tip", lambda: self.window.writing.reword(change_ids[0]))
        menu.popup(at)
        return menu

    def ask_group(self, change_ids: Sequence[str]) -> None:
        """Ask why changes need each other, and note it: whoever decides one of them is told of the rest."""
        session, words = self.window.session, self.window.words
        if session is None:
            return
        why, said = QInputDialog.getText(self.window, words("decision.group"), words("decision.group_why"))
        if said:
            edits = [int(one.removeprefix("edit:")) for one in change_ids]
            session.act(session.desk.group, edits, why)

    def _choices(self, change_ids: Sequence[str]) -> QMenu:
        menu = QMenu(self.window)
        for action in ("accept", "reject", "set_aside"):
            if action != "set_aside" or all(one.startswith("edit:") for one in change_ids):
                self._add(
                    menu, f"decision.with_{action}", lambda action=action: self.several(change_ids, action)
                )
        return menu

    def _add(self, menu: QMenu, key: str, run: Callable[[], Any]) -> None:
        action = QAction(self.window.words(key), menu)
        action.triggered.connect(lambda _checked=False: run())
        menu.addAction(action)

    def open_row(self, change_id: str) -> None:
        """Enter on a row: to the change in the text; of an edit the text does not show, its packet."""
        session = self.window.session
        if session is None:
            return
        if session.index(change_id) is not None:
            session.choose(change_id)
            self.window.panes.focus("document")
        elif change_id.startswith("edit:"):
            self.window.reading.open_edit(int(change_id.removeprefix("edit:")))

    def follow_row(self, change_id: str) -> None:
        """Moving in the list makes the row's change the current one."""
        session = self.window.session
        if session is None:
            return
        if session.index(change_id) is not None:
            session.choose(change_id)
        elif change_id.startswith("edit:"):
            self.window.reading.open_edit(int(change_id.removeprefix("edit:")))

    # what is said

    def _wrapped(self, forward: bool) -> None:
        self.window.status.set_notice(
            self.window.words("review.wrapped" if forward else "review.wrapped_back")
        )

    def _undecidable(self, item: ChangeItem | None) -> None:
        window, words = self.window, self.window.words
        if item is not None and item.state == "compared":
            window.say(words("compare.nothing_to_decide"), level="info")
        elif item is not None and item.origin == "theirs":
            window.say(words("review.theirs", author=item.author), level="info")
        elif window.session is not None and not window.session.changes:
            window.say(words("review.none_left"), level="info")
        else:
            window.say(words("review.none_chosen"), level="info")

    def _bring_card(self, error: Any) -> None:
        window, session = self.window, self.window.session
        rows = getattr(error, "advisories", ())
        if session is not None and rows and session.decisions.several is not None:
            # Several tracked changes: their warnings exist only since the decision was asked for.
            session.jobs.call(
                session.desk.edit_card, rows[0].edit_id, done=self._show_batch_warnings, key="decision"
            )
            return
        window.panes.bring("evidence")
        window.panes.evidence.card_scroll.verticalScrollBar().setValue(0)
        window.panes.evidence.card.update()
        window.say(window.words.said(error.message), window.words("review.read_then_accept"))

    def _show_batch_warnings(self, card: ChangeCard) -> None:
        session = self.window.session
        if session is None:
            return
        action = session.decisions.several[1] if session.decisions.several is not None else "accept"
        dialog = DecisionDialog([card], action, (), self.window.words, self.window, read_first=True)
        dialog.shown.connect(session.advisories_painted)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            session.decisions.again(dialog.comment.text().strip())
