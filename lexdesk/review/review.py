"""The review of one matter: everything about edits, decisions, versions and history behind one object."""

from collections.abc import Sequence
from pathlib import Path

from lexdesk.matter.effects import EffectRow
from lexdesk.matter.file import Matter
from lexdesk.matter.records import DocumentRow, EditRow, PacketItemRow, VersionRow
from lexdesk.matter.stores import Tx
from lexdesk.matter.taking import Taken
from lexdesk.review import (
    comparing,
    decisions,
    export,
    groups,
    heads,
    memo,
    packing,
    revoking,
    rounds,
    sealed_handoff,
    splitting,
    taking_back,
    theirs,
    together,
    versions,
    wording,
)
from lexdesk.review.comparing import RedlineParagraph
from lexdesk.review.export import ExportReport, Form
from lexdesk.review.lineage import Lineage
from lexdesk.review.proposal import Proposal
from lexdesk.review.redacting import NOTHING, Redaction
from lexdesk.review.signing import Signer
from lexdesk.review.staging import Reasons, stage
from lexdesk.review.structure import Structures
from lexdesk.review.versions import HandEdit


class Review:
    """Stages, decides and keeps versions for one matter. Safe to use from several threads.

    ``by`` is always the person who acts. Refusals are those of :mod:`lexdesk.review.errors`.
    """

    def __init__(self, matter: Matter, structures: Structures | None = None) -> None:
        self.matter = matter
        self.structures = structures or Structures(matter)
        self.lineage = Lineage(matter, self.structures)

    def stage(
        self,
        proposal: Proposal | Sequence[Proposal],
        *,
        document_id: int,
        version_id: int,
        run_id: int | None = None,
        chat_id: int | None = None,
        instruction: str = "",
        explanation: str = "",
        created_by: str = "",
        model: str = "",
        context_sha256: str = "",
        packet_items: Sequence[PacketItemRow] = (),
        lookups: Sequence[int] = (),
        supersedes: Sequence[int] = (),
        mend: bool = False,
    ) -> EditRow:
        """Stage one edit made of one or more proposals against ``version_id``, or raise and stage nothing.

        ``lookups`` are ids of tool results that back the edit; ``supersedes`` are waiting edits that give way
        to this one; ``mend`` lets code take the document's own
        quotes, dashes and blanks where the old text has others, which the packet then says.
        """
        proposals = list(proposal) if isinstance(proposal, Sequence) else [proposal]
        reasons = Reasons(
            instruction=instruction,
            explanation=explanation,
            created_by=created_by,
            model=model,
            context_sha256=context_sha256,
            run_id=run_id,
            chat_id=chat_id,
            packet_items=tuple(packet_items),
            lookups=tuple(lookups),
            supersedes=tuple(supersedes),
        )
        return stage(self.matter, self.structures, proposals, document_id, version_id, reasons, mend)

    def show_advisories(self, edit_id: int, by: str) -> None:
        """Record that the edit's advisories were shown to a person (P1). Nothing new writes nothing."""
        reader = self.matter.read()
        waiting = [row.id for row in reader.advisories.of_edit(edit_id)]
        if set(waiting) <= reader.advisories.shown(edit_id):
            return

        def work(tx: Tx) -> None:
            tx.advisories.mark_shown(waiting, by)
            tx.act(by, "advisories.shown", str(edit_id), advisories=waiting)

        self.matter.write(work)

    def accept(self, edit_ids: Sequence[int], by: str, comment: str = "") -> VersionRow:
        """Accept the edits as one version; see :func:`lexdesk.review.decisions.accept`."""
        return decisions.accept(self.matter, self.structures, edit_ids, by, comment)

    def effects(self, edit_ids: Sequence[int]) -> tuple[EffectRow, ...]:
        """What accepting the edits together would break or mend on the head as it is now."""
        return together.effects_together(self.matter, self.structures, edit_ids)

    def reword(self, edit_id: int, words: str, by: str) -> EditRow:
        """Stage a waiting edit in the lawyer's own words; it takes the place of the one proposed."""
        return wording.reword(self.matter, self.structures, edit_id, words, by)

    def proposed_words(self, edit_id: int) -> str:
        """How the one paragraph of an edit would read; see :func:`lexdesk.review.wording.proposed_words`."""
        return wording.proposed_words(self.matter, self.structures, edit_id)

    def split(self, edit_id: int, by: str) -> list[EditRow]:
        """Stage a waiting edit of many places as one edit for each; they are a group."""
        return splitting.split(self.matter, self.structures, edit_id, by)

    def group(self, edit_ids: Sequence[int], why: str, by: str) -> None:
        """Note that edits need each other."""
        groups.group(self.matter, edit_ids, why, by)

    def companions(self, edit_ids: Sequence[int]) -> tuple[groups.Companion, ...]:
        """Edits that these need, or that need them, and that are not among them."""
        return groups.companions(self.matter.read(), edit_ids)

    def reject(self, edit_ids: Sequence[int], by: str, comment: str = "") -> None:
        """Reject staged or set-aside edits."""
        decisions.reject(self.matter, edit_ids, by, comment)

    def set_aside(self, edit_ids: Sequence[int], by: str, comment: str = "") -> None:
        """Put staged edits aside."""
        decisions.set_aside(self.matter, edit_ids, by, comment)

    def decide_tracked(
        self,
        document_id: int,
        revision_ids: Sequence[str],
        action: theirs.Action,
        by: str,
        comment: str = "",
        seen_version: int | None = None,
    ) -> VersionRow:
        """Accept or reject tracked changes of the head ("r3"); see :mod:`lexdesk.review.theirs`."""
        return theirs.decide_tracked(
            self.matter, self.structures, document_id, revision_ids, action, by, comment, seen_version
        )

    def revoke(self, edit_id: int, by: str, comment: str = "") -> EditRow:
        """Stage the inverse of one accepted edit on the head; later work stays."""
        return revoking.revoke(self.matter, self.structures, edit_id, by, comment)

    def import_document(self, content: bytes, file_name: str, by: str) -> DocumentRow:
        """A new working document with version 1. Raises ``WordFileError``."""
        return versions.import_document(self.matter, self.structures, content, file_name, by)

    def import_version(self, document_id: int, content: bytes, file_name: str, by: str) -> VersionRow:
        """A new draft of a document as a version on the head."""
        return versions.import_version(self.matter, self.structures, document_id, content, file_name, by)

    def hand_edit(self, document_id: int, proposals: Sequence[Proposal], by: str, note: str = "") -> HandEdit:
        """The lawyer's own change on the head: a version, or an edit staged with its warnings."""
        return versions.hand_edit(self.matter, self.structures, document_id, proposals, by, note)

    def revert(self, version_id: int, by: str, note: str = "") -> VersionRow:
        """A version with the text of ``version_id`` and that version as parent."""
        return heads.revert(self.matter, version_id, by, note)

    def branch(self, version_id: int, name: str, by: str) -> VersionRow:
        """A new current branch that begins at ``version_id``."""
        return heads.branch(self.matter, version_id, name, by)

    def switch(self, document_id: int, name: str, by: str) -> VersionRow:
        """Make another branch current; its head."""
        return heads.switch(self.matter, document_id, name, by)

    def undo(self, document_id: int, by: str, versions_only: bool = False) -> VersionRow:
        """Take back the latest act on the current branch; the head afterwards."""
        return heads.undo(self.matter, document_id, by, versions_only)

    def redo(self, document_id: int, by: str, versions_only: bool = False) -> VersionRow:
        """Do again what was undone last; the head afterwards."""
        return heads.redo(self.matter, document_id, by, versions_only)

    def undo_text(self, document_id: int) -> str:
        """Menu text of undo, "" if nothing can be undone."""
        return heads.undo_text(self.matter, document_id)

    def redo_text(self, document_id: int) -> str:
        """Menu text of redo, "" if nothing can be done again."""
        return heads.redo_text(self.matter, document_id)

    def undo_act(self, document_id: int) -> heads.Act | None:
        """What undo would take back, as facts."""
        return heads.undo_act(self.matter, document_id)

    def redo_act(self, document_id: int) -> heads.Act | None:
        """What redo would do again, as facts."""
        return heads.redo_act(self.matter, document_id)

    def go_back(
        self, version_id: int, by: str, chat_id: int | None = None, message_id: int | None = None
    ) -> VersionRow:
        """Let the current branch stand at an earlier version again; nothing is lost."""
        return heads.go_back(self.matter, version_id, by, chat_id, message_id)

    def redline(self, document_id: int, version_id: int | None = None) -> list[RedlineParagraph]:
        """Every paragraph of a version; on the head with the staged edits that fit drawn over it."""
        reader = self.matter.read()
        head = reader.documents.head(document_id).id
        staged = reader.edits.list(document_id, "staged") if version_id in (None, head) else []
        return comparing.redline(self.structures.of(version_id or head), staged)

    def export(
        self,
        document_id: int,
        form: Form,
        path: Path,
        by: str,
        version_id: int | None = None,
        overwrite: bool = False,
        against_id: int | None = None,
        scrub: bool = False,
    ) -> ExportReport:
        """Write the head, or another version, to a file. Raises ``ExportRefused``."""
        reader = self.matter.read()
        version = (
            reader.documents.head(document_id) if version_id is None else reader.versions.get(version_id)
        )
        against = None if against_id is None else reader.versions.get(against_id)
        return export.export(self.matter, self.structures, version, form, path, by, overwrite, against, scrub)

    def memo(
        self, edit_ids: Sequence[int], path: Path, by: str, overwrite: bool = False
    ) -> tuple[EditRow, ...]:
        """Write the reasons of edits as a memo for the file (.docx or .html); the edits it holds."""
        return memo.memo(self.matter, edit_ids, path, by, overwrite)

    def pack(
        self,
        path: Path,
        by: str,
        overwrite: bool = False,
        signer: Signer | None = None,
        redaction: Redaction = NOTHING,
    ) -> packing.PackReport:
        """Write the hand-off archive of the matter, readable for anyone."""
        return packing.pack(self.matter, path, by, overwrite, signer, redaction)

    def seal(
        self,
        path: Path,
        passphrase: str,
        by: str,
        overwrite: bool = False,
        signer: Signer | None = None,
        redaction: Redaction = NOTHING,
    ) -> packing.PackReport:
        """Write the hand-off archive of the matter, opened only by its passphrase."""
        return sealed_handoff.seal(self.matter, path, passphrase, by, overwrite, signer, redaction)

    def take_back(self, path: Path, by: str, passphrase: str = "", head: str = "") -> Taken:
        """Take in what a colleague did on a copy of this matter."""
        return taking_back.take_back_from(self.matter, path, by, passphrase, head)

    def record_sent(self, document_id: int, path: Path, to: str, by: str, at: str = "") -> rounds.Sent:
        """Put on record that an exported file went to the other side."""
        return rounds.record_sent(self.matter, document_id, path, to, by, at)

    def rounds(self, document_id: int) -> list[rounds.Round]:
        """What was sent of a document, and what the drafts that came back answer to it."""
        return rounds.rounds(self.matter, self.structures, document_id)

    def packet_json(self, edit_id: int) -> str:
        """Everything about one edit as JSON."""
        return export.packet_json(self.matter, edit_id)
