"""What a person does with the edits and versions of an open matter: the desk's part about review."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

from lexdesk.assistant.evidence_desk import EvidenceDesk
from lexdesk.assistant.proofreading import correction, finding_views
from lexdesk.assistant.showing import edit_card, effects_view, hunk_view
from lexdesk.assistant.tracked import tracked_card
from lexdesk.assistant.views import ChangeCard, EffectsView, FindingView, HunkView, VersionView
from lexdesk.errors import LexDeskError
from lexdesk.evidence.reading import load
from lexdesk.matter.records import EditRow, VersionRow
from lexdesk.matter.stores import Reader
from lexdesk.review.export import ExportReport, Form
from lexdesk.review.heads import Act, told_of_going_back
from lexdesk.review.proposal import MoveClause
from lexdesk.review.recording import full_title
from lexdesk.review.review import Review
from lexdesk.review.structure import Structures
from lexdesk.review.theirs import Action
from lexdesk.review.tracked_names import revisions_named


class NowhereToGoBack(LexDeskError):
    """A message of a chat was not about any version of an agreement."""

    code = "nowhere_to_go_back"


class ReviewDesk(EvidenceDesk):
    """Edits, decisions, versions and history of one matter."""

    review: Review
    structures: Structures
    score_of: Callable[[str], str]

    # versions

    def version_id(self, document_id: int, number: int) -> int:
        """Id of a version by its number."""
        for row in self.matter.read().versions.list(document_id):
            if row.number == number:
                return row.id
        raise LexDeskError(f"There is no version {number}.", "See “lexdesk versions”.")

    def versions(self, document_id: int) -> list[VersionView]:
        """All versions, oldest first."""
        reader = self.matter.read()
        head = reader.documents.head(document_id)
        chain = {row.id for row in reader.versions.chain(head.id)}
        rows = reader.versions.list(document_id)
        numbers = {row.id: row.number for row in rows}
        return [
            VersionView(
                id=row.id,
                number=row.number,
                parent_number=numbers.get(row.parent_id) if row.parent_id is not None else None,
                kind=row.kind,
                at=row.created_at,
                by=row.created_by,
                note=row.note,
                on_chain=row.id in chain,
                is_head=row.id == head.id,
            )
            for row in rows
        ]

    def _version_view(self, document_id: int, version_id: int) -> VersionView:
        return next(view for view in self.versions(document_id) if view.id == version_id)

    def revert(self, document_id: int, version_id: int) -> VersionView:
        """A new version with the text of an earlier one, as its child."""
        row = self.review.revert(version_id, self.author)
        return self._version_view(document_id, row.id)

    def import_version(self, document_id: int, path: Path) -> VersionView:
        """A new draft of an agreement, as a version on its head; every difference is on record."""
        path = Path(path)
        data = load(path)
        self._writable()
        row = self.review.import_version(document_id, data, path.name, self.author)
        return self._version_view(document_id, row.id)

    def branch(self, document_id: int, version_id: int, name: str) -> VersionView:
        """A new branch that begins at a version; it becomes the current one."""
        row = self.review.branch(version_id, name, self.author)
        return self._version_view(document_id, row.id)

    def switch(self, document_id: int, name: str) -> VersionView:
        """Go to another branch."""
        row = self.review.switch(document_id, name, self.author)
        return self._version_view(document_id, row.id)

    def undo(self, document_id: int) -> VersionView:
        """Take the last act on the document back; nothing is lost."""
        row = self.review.undo(document_id, self.author)
        return self._version_view(document_id, row.id)

    def redo(self, document_id: int) -> VersionView:
        """Do again what was undone last."""
        row = self.review.redo(document_id, self.author)
        return self._version_view(document_id, row.id)

    def undo_act(self, document_id: int) -> Act | None:
        """What undo would take back, as facts for another language; None if nothing."""
        return self.review.undo_act(document_id)

    def redo_act(self, document_id: int) -> Act | None:
        """What redo would do again, as facts for another language; None if nothing."""
        return self.review.redo_act(document_id)

    def going_back(self, message_id: int) -> str:
        """What “go back to here” would do to the document, in a sentence. Raises ``NowhereToGoBack``."""
        version = self._version_at(message_id)
        left = self.matter.read().documents.head(version.document_id)
        return told_of_going_back(version, left)

    def go_back(self, message_id: int) -> VersionView:
        """The document as it was at a message of a chat: its branch stands at that version again, and the
        chat says so and goes on from that message. Later versions and messages stay.
        Raises ``NowhereToGoBack``."""
        version = self._version_at(message_id)
        chat = self.matter.read().chats.message(message_id).chat_id
        row = self.review.go_back(version.id, self.author, chat, message_id)
        return self._version_view(row.document_id, row.id)

    def _version_at(self, message_id: int) -> VersionRow:
        """The version that the model was told of at a message: that of its run, or of the one before it."""
        reader = self.matter.read()
        message = reader.chats.message(message_id)
        for one in reversed(reader.chats.messages(message.chat_id)):
            if one.seq <= message.seq and one.run_id is not None:
                version = reader.runs.get(one.run_id).version_id
                if version is not None:
                    return reader.versions.get(version)
        raise NowhereToGoBack(
            "No version of an agreement belongs to this message.", "Choose a version in the list of versions."
        )

    def undo_text(self, document_id: int) -> str:
        """What undo would take back, in words; "" if nothing."""
        return self.review.undo_text(document_id)

    def redo_text(self, document_id: int) -> str:
        """What redo would do again, in words; "" if nothing."""
        return self.review.redo_text(document_id)

    def history(self, document_id: int, label: str | None = None) -> list[HunkView]:
        """The change records on the head's parent chain, oldest first; with ``label`` those of a section."""
        head = self.matter.read().documents.head(document_id)
        return [hunk_view(hunk) for hunk in self.review.lineage.history(head.id, label)]

    def export(
        self,
        document_id: int,
        form: Form,
        out_path: Path,
        version_id: int | None = None,
        overwrite: bool = False,
        against_id: int | None = None,
        scrub: bool = False,
    ) -> ExportReport:
        """Write a version as a Word file: redline (against another version if one is named), clean or
        original; with ``scrub`` without comments, hidden text and data about its making."""
        return self.review.export(
            document_id, form, Path(out_path), self.author, version_id, overwrite, against_id, scrub
        )

    def packet_json(self, edit_id: int) -> str:
        """The packet of an edit as JSON text."""
        return self.review.packet_json(edit_id)

    def findings(self, document_id: int, version_id: int | None = None) -> list[FindingView]:
        """What the proof-reader finds in a version (None: the head), in document order."""
        shown = version_id or self.matter.read().documents.head(document_id).id
        return finding_views(self.structures.of(shown))

    def stage_correction(self, document_id: int, finding: FindingView) -> ChangeCard:
        """Stage the safe fix of a finding of the head, at its exact place. ``NothingToCorrect`` if it has
        none; ``stale_anchor`` and the like when the text has changed since."""
        self._writable()
        head = self.matter.read().documents.head(document_id)
        row = self.review.stage(
            correction(finding),
            document_id=document_id,
            version_id=head.id,
            instruction=f"Correct what the proof-reader found: {finding.message}",
            created_by=self.author,
        )
        return self.edit_card(row.id)

    def of_run(self, run_id: int) -> list[HunkView]:
        """What the accepted edits of one run changed, on every branch, exactly from the change records."""
        return [hunk_view(hunk) for hunk in self.review.lineage.of_run(run_id)]

    # changes

    def move_clause(
        self, document_id: int, section: str, beside: str, where: Literal["after", "before"] = "after"
    ) -> ChangeCard:
        """Stage the move of a clause, with its parts, to stand after or before another one (labels)."""
        self._writable()
        head = self.matter.read().documents.head(document_id)
        row = self.review.stage(
            MoveClause(section, beside, where),
            document_id=document_id,
            version_id=head.id,
            instruction=f"Move {section} {where} {beside}.",
            created_by=self.author,
        )
        return self.edit_card(row.id)

    def split(self, edit_id: int) -> list[ChangeCard]:
        """A waiting edit of many places as one edit for each, so that they are decided one by one."""
        return [self.edit_card(row.id) for row in self.review.split(edit_id, self.author)]

    def card(self, document_id: int, change_id: str) -> ChangeCard:
        """The packet of a staged edit (``edit:12``), or what the file says of a change (``rev:r3``)."""
        kind, _, name = change_id.partition(":")
        if kind == "edit":
            return self.edit_card(int(name))
        card = tracked_card(self.matter.read(), self.structures, document_id, name)
        if card.state != "accepted" or card.edit_id is None:
            return card
        known = self.edit_card(card.edit_id)  # the packet stays readable after the decision
        return replace(known, change_id=change_id, state=card.state, removed=card.removed, added=card.added)

    def edit_card(self, edit_id: int) -> ChangeCard:
        """The packet of one edit, with what is known of its model today."""
        reader = self.matter.read()
        card = self._card_of(reader, reader.edits.get(edit_id))
        return replace(card, model_score=self.score_of(card.model)) if card.model else card

    def edits(self, document_id: int | None = None, state: str | None = None) -> list[ChangeCard]:
        """Edits with their packets, oldest first."""
        reader = self.matter.read()
        return [self._card_of(reader, row) for row in reader.edits.list(document_id, state)]

    def _card_of(self, reader: Reader, edit: EditRow) -> ChangeCard:
        card = edit_card(reader, self.library, edit)
        return replace(card, title=full_title(self.structures, edit))

    def effects(self, edit_ids: Sequence[int]) -> EffectsView:
        """What accepting these edits together would break or mend, on the head as it is now."""
        return effects_view(self.review.effects(edit_ids))

    def show_advisories(self, edit_id: int) -> None:
        """Record that the edit's advisories were shown to the lawyer (P1)."""
        self.review.show_advisories(edit_id, self.author)

    def accept(self, edit_ids: Sequence[int], comment: str = "") -> VersionView:
        """Accept edits as one version. ``AdvisoryNotShown`` when a warning was never shown."""
        row = self.review.accept(edit_ids, self.author, comment)
        return self._version_view(row.document_id, row.id)

    def reject(self, edit_ids: Sequence[int], comment: str = "") -> None:
        """Reject edits; the document stays as it is."""
        self.review.reject(edit_ids, self.author, comment)

    def set_aside(self, edit_ids: Sequence[int], comment: str = "") -> None:
        """Put staged edits aside for later."""
        self.review.set_aside(edit_ids, self.author, comment)

    def revoke(self, edit_id: int, comment: str = "") -> ChangeCard:
        """Stage the inverse of one accepted edit on the head; what was done since stays."""
        row = self.review.revoke(edit_id, self.author, comment)
        return self.edit_card(row.id)

    def tracked_now(self, document_id: int, names: Sequence[str]) -> tuple[list[str], int]:
        """Tracked changes as a list named them ("8:r3") by their ids in the head, and the id of the head.
        ``StaleAnchor`` where the name no longer says for certain which change is meant."""
        reader = self.matter.read()
        head = reader.documents.head(document_id)
        return revisions_named(reader, self.structures, head, names), head.id

    def decide_tracked(
        self,
        document_id: int,
        change_ids: Sequence[str],
        action: Action,
        comment: str = "",
        seen_version: int | None = None,
    ) -> VersionView:
        """Accept or reject tracked changes of the draft ("rev:r3" or "r3"), decided as one. Their numbers are
        those of the head, or of ``seen_version``, which must still be the head; see ``tracked_now`` for
        numbers of an earlier version.

        ``AdvisoryNotShown`` when a warning about their impact was never shown."""
        names = [change_id.removeprefix("rev:") for change_id in change_ids]
        row = self.review.decide_tracked(document_id, names, action, self.author, comment, seen_version)
        return self._version_view(document_id, row.id)
