"""What a person asks of the past of a document, and what goes out and comes back: the desk's part about the
version tree, comparison, lineage, rounds, hand edits and the papers of a matter."""

from collections.abc import Sequence
from pathlib import Path

from lexdesk.assistant.comparison import comparison
from lexdesk.assistant.evidence_desk import EvidenceDesk
from lexdesk.assistant.history_views import (
    BranchView,
    CompanionView,
    Comparison,
    EditSummary,
    HandEditView,
    RoundLine,
    RoundView,
    SentMark,
    TreeVersion,
    VersionTree,
    WordsView,
)
from lexdesk.assistant.showing import edit_card, hunk_view
from lexdesk.assistant.views import ChangeCard, HunkView
from lexdesk.errors import LexDeskError
from lexdesk.matter.stores import Tx
from lexdesk.review.packing import PackReport
from lexdesk.review.proposal import ReplaceParagraph
from lexdesk.review.recording import full_title
from lexdesk.review.review import Review
from lexdesk.review.rounds import Round, Sent, sent_files
from lexdesk.review.structure import Structures


class HistoryDesk(EvidenceDesk):
    """Versions as a tree, what changed between them, who changed what, and the rounds with the other side."""

    review: Review
    structures: Structures

    def version_tree(self, document_id: int) -> VersionTree:
        """Every version with its branches, names and marks, undone ones included."""
        reader = self.matter.read()
        head = reader.documents.head(document_id)
        branches = reader.documents.branches(document_id)
        current = reader.documents.get(document_id).current_branch
        rows = reader.versions.list(document_id)
        parents = {row.id: row.parent_id for row in rows}
        numbers = {row.id: row.number for row in rows}
        chain = set(_line(parents, head.id))
        reached = {one for row in branches for one in _line(parents, row.head_version)}
        names = reader.version_names.of_document(document_id)
        counts = reader.changes.counts(document_id)
        sent: dict[int, list[SentMark]] = {}
        for mark in sent_files(reader, document_id):
            sent.setdefault(mark.version_id, []).append(SentMark(mark.to, mark.at, mark.form))
        versions = tuple(
            TreeVersion(
                id=row.id,
                number=row.number,
                parent_id=row.parent_id,
                kind=row.kind,
                at=row.created_at,
                by=row.created_by,
                note=row.note,
                name=names.get(row.id, ""),
                heads=tuple(one.name for one in branches if one.head_version == row.id),
                on_chain=row.id in chain,
                is_head=row.id == head.id,
                undone=row.id not in reached,
                sent=tuple(sent.get(row.id, ())),
                changed=counts.get(row.id, 0),
            )
            for row in rows
        )
        heads = tuple(
            BranchView(row.name, numbers.get(row.head_version, 0), row.id == current) for row in branches
        )
        return VersionTree(document_id, versions, heads)

    def name_version(self, version_id: int, name: str) -> None:
        """Call a version ``name``; "" takes its name away. Earlier names stay on record."""
        by, said = self.author, name.strip()

        def work(tx: Tx) -> None:
            number = tx.versions.get(version_id).number
            tx.version_names.give(version_id, said, by)
            tx.act(by, "version.name", str(version_id), name=said, number=number)

        self._writable()
        self.matter.write(work)

    def comparison(self, from_version: int, to_version: int) -> Comparison:
        """The second version as a redline against the first, across branches."""
        return comparison(self.matter.read(), self.structures, self.review.lineage, from_version, to_version)

    def changed_by(self, version_id: int) -> list[HunkView]:
        """What making one version changed, in document order; nothing for a revert or a branch."""
        return [hunk_view(one) for one in self.review.lineage.hunks(version_id) if one.after.id == version_id]

    def who_changed(
        self, document_id: int, words: str, version_id: int | None = None, key: str = ""
    ) -> WordsView:
        """Which recorded act brought these words into a version (None: the head), or took them from its line;
        with ``key`` asked of that paragraph alone. Raises ``LexDeskError`` for no words."""
        if not words.strip():
            raise LexDeskError("No words were given.", "Select the words in the document, then ask again.")
        reader = self.matter.read()
        version = reader.versions.get(version_id) if version_id else reader.documents.head(document_id)
        structure = self.structures.of(version.id)
        answer = self.review.lineage.who_changed(version.id, words, key)
        numbers = {row.id: row.number for row in reader.versions.list(document_id)}
        return WordsView(
            words=words,
            version_number=version.number,
            present=answer.present,
            labels=tuple(dict.fromkeys(structure.place_label(one) for one in answer.keys)),
            reason=answer.reason,
            hunk=hunk_view(answer.hunk) if answer.hunk is not None else None,
            elsewhere=tuple(sorted(numbers[one] for one in answer.other_versions_with)),
        )

    def clause_history(self, document_id: int, key: str) -> tuple[str, list[HunkView]]:
        """The clause a paragraph of the head stands in, "" if it has no number, and the records of that
        clause, oldest first; without a number, of the paragraph."""
        lineage = self.review.lineage
        head = self.matter.read().documents.head(document_id)
        label = self.structures.of(head.id).place_label(key)
        if label:
            return label, [hunk_view(one) for one in lineage.history(head.id, label)]
        return "", [hunk_view(one) for one in lineage.hunks(head.id) if one.change.paragraph_key == key]

    # edits beside the text

    def edit_summaries(self, document_id: int) -> list[EditSummary]:
        """Every edit of a document in a line, oldest first, whatever became of it."""
        reader = self.matter.read()
        return [
            EditSummary(
                edit_id=row.id,
                kind=row.kind,
                state=row.state,
                label=row.section_label,
                title=full_title(self.structures, row),
                author=row.created_by,
                at=row.created_at,
                reason=reader.packets.get(row.id).instruction,
                warnings=sum(one.severity != "info" for one in reader.advisories.of_edit(row.id)),
            )
            for row in reader.edits.list(document_id)
        ]

    def companions(self, edit_ids: Sequence[int]) -> list[CompanionView]:
        """Edits that these need, or that need them, and that are not among them."""
        return [
            CompanionView(one.edit_id, one.title, one.state, one.why)
            for one in self.review.companions(list(edit_ids))
        ]

    def group(self, edit_ids: Sequence[int], why: str) -> None:
        """Note that edits need each other. Raises ``EditError`` for fewer than two."""
        self._writable()
        self.review.group(list(edit_ids), why, self.author)

    def edit_context(self, edit_id: int) -> str:
        """Exactly what the model saw when it proposed the edit. Raises ``LexDeskError`` if no model was
        asked or the context is no longer kept."""
        reader = self.matter.read()
        packet = reader.packets.get(edit_id)
        for call in reader.calls.of_run(packet.run_id) if packet.run_id is not None else ():
            if call.context_sha256 == packet.context_sha256:
                return call.context
        raise LexDeskError("No stored context belongs to this edit.", "It was made without a model.")

    # rounds with the other side

    def record_sent(self, document_id: int, path: Path, to: str, at: str = "") -> Sent:
        """Put on record that an exported file went to ``to``. Raises ``NothingSent``."""
        self._writable()
        return self.review.record_sent(document_id, Path(path), to, self.author, at)

    def rounds(self, document_id: int) -> list[RoundView]:
        """What was sent and what the drafts that came back answer to it, oldest first."""
        return [_round_view(one) for one in self.review.rounds(document_id)]

    # hand edits

    def paragraph_text(self, document_id: int, key: str) -> str:
        """The words of a paragraph of the head. Raises ``LexDeskError`` if it does not stand there."""
        head = self.matter.read().documents.head(document_id)
        text = self.structures.of(head.id).text(key)
        if text is None:
            raise LexDeskError("This paragraph is not in the current text.", "Choose one that stands there.")
        return text

    def paragraph_with(self, document_id: int, words: str) -> tuple[str, str]:
        """Key and text of the one paragraph of the head that holds these words once. Raises
        ``LexDeskError`` if there is none, or more than one place."""
        structure = self.structures.of(self.matter.read().documents.head(document_id).id)
        found = [block for block in structure.blocks if words and words in block.text]
        count = sum(block.text.count(words) for block in found) if words else 0
        if count != 1:
            where = ", ".join(structure.place_label(block.key) or "unnumbered text" for block in found[:6])
            raise LexDeskError(
                f"“{words}” stands at {count} places of the current version{f': {where}' if where else ''}.",
                "Quote words that stand there once." if count else "Quote the words as they stand there.",
            )
        return found[0].key, found[0].text

    def hand_edit(self, document_id: int, key: str, old: str, new: str, note: str = "") -> HandEditView:
        """The lawyer's own words for a paragraph of the head: a version at once, or, when it breaks
        something, an edit staged with its warnings. "" deletes the paragraph. Raises ``stale_anchor`` unless
        it still reads ``old``."""
        self._writable()
        done = self.review.hand_edit(document_id, [ReplaceParagraph(key, new, old)], self.author, note)
        return HandEditView(
            done.version.number if done.version is not None else None,
            done.edit.id if done.edit is not None else None,
        )

    def proposed_words(self, edit_id: int) -> str:
        """How the one paragraph of a waiting edit would read. Raises ``EditError`` for several."""
        return self.review.proposed_words(edit_id)

    def file_warnings(self, document_id: int) -> list[tuple[str, str]]:
        """What to know of the file before working on it, as (code, sentence): "signed", "restricted"
        or "concealed"."""
        head = self.matter.read().documents.head(document_id)
        return [(one.code, one.message) for one in self.structures.of(head.id).document.warnings]

    def reword(self, edit_id: int, words: str) -> ChangeCard:
        """A waiting edit in the lawyer's own words; it takes the place of the one proposed."""
        self._writable()
        row = self.review.reword(edit_id, words, self.author)
        return edit_card(self.matter.read(), self.library, row)

    # papers

    def memo(self, edit_ids: Sequence[int], path: Path, overwrite: bool = False) -> int:
        """Write the reasons of edits (none named: of all decided ones) as .docx or .html; their number."""
        return len(self.review.memo(list(edit_ids), Path(path), self.author, overwrite))

    def pack(self, path: Path, overwrite: bool = False) -> PackReport:
        """Write the hand-off archive of the matter. It is not encrypted."""
        return self.review.pack(Path(path), self.author, overwrite)

    # colours

    def author_places(self, names: Sequence[str] = (), keep: bool = True) -> dict[str, int]:
        """The place of each author in the row of colours, kept with the matter. Authors of ``names`` who have
        none yet get the next; without ``keep``, or in a matter that cannot be written, for the time being."""
        places = self.matter.read().author_colours.places()
        fresh = [name for name in dict.fromkeys(names) if name and name not in places]
        if fresh and keep and not self.matter.read_only:
            by = self.author

            def work(tx: Tx) -> None:
                tx.author_colours.add(fresh)
                tx.act(by, "authors.coloured", "matter", names=fresh)

            self.matter.write(work)
        return places | {name: len(places) + place for place, name in enumerate(fresh)}


def _line(parents: dict[int, int | None], version_id: int | None) -> list[int]:
    found = []
    while version_id:
        found.append(version_id)
        version_id = parents.get(version_id)
    return found


def _round_view(one: Round) -> RoundView:
    answers = [
        RoundLine(
            row.clause,
            row.fate,
            row.fate in ("rejected", "changed") and not row.marked,
            row.removed,
            row.added,
            "",
            "",
        )
        for row in one.answers
    ]
    theirs = [
        RoundLine(row.clause, "theirs", not row.tracked, row.removed, row.added, row.author, row.new_key)
        for row in one.theirs
    ]
    returned = one.returned
    return RoundView(
        to=one.sent.to,
        at=one.sent.at,
        form=one.sent.form,
        file=one.sent.file,
        sent_number=one.sent_number,
        returned_id=returned.id if returned is not None else None,
        returned_number=returned.number if returned is not None else None,
        returned_at=returned.created_at if returned is not None else "",
        lines=(*answers, *theirs),
    )
