"""What happened to a document, along recorded parents, from change records (P7). Version numbers are only
names: the chain is what the versions say of their parents.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from lexdesk.matter.errors import NotFound
from lexdesk.matter.file import Matter
from lexdesk.matter.records import ChangeRow, VersionRow
from lexdesk.matter.stores import Reader
from lexdesk.review.alignment import Line, align_versions
from lexdesk.review.structure import Structures

Record = Literal["saved record", "reconstruction"]
Reason = Literal["present", "accepted_edit", "manual_edit", "import", "never_on_this_chain"]
_REASONS: dict[str, Reason] = {"accept": "accepted_edit", "hand_edit": "manual_edit", "import": "import"}


@dataclass(frozen=True)
class Hunk:
    """One change record with its versions. ``marker`` is its registered citation."""

    change: ChangeRow
    before: VersionRow
    after: VersionRow

    @property
    def marker(self) -> str:
        """Such as "[[diff_4]]"."""
        return f"[[diff_{self.change.id}]]"

    @property
    def record(self) -> Record:
        """How the change was recorded, not whether it is right."""
        return "saved record" if self.change.source == "apply_time" else "reconstruction"


@dataclass(frozen=True)
class NetChange:
    """A paragraph that differs between two versions; a key is "" where the paragraph is not there.

    ``hunks`` are the records behind it since the newest version that both descend from, on the line of the
    second; ``without`` are those on the line of the first, which the second does not have. A paragraph that
    only stands elsewhere is there twice, gone and come, with the same key.
    """

    key_from: str
    key_to: str
    label_from: str
    label_to: str
    removed: str
    added: str
    hunks: tuple[Hunk, ...] = ()
    without: tuple[Hunk, ...] = ()


@dataclass(frozen=True)
class WordsAnswer:
    """Whether words stand in a version, and which recorded act brought or took them.

    ``keys`` are paragraphs that hold them now. ``hunk``: if present, the last change that brought them
    (None: they stand in the imported document); if not, the last change on the chain that took them away
    (None: they never stood on this chain, so nobody may be credited).
    """

    present: bool
    keys: tuple[str, ...]
    reason: Reason
    hunk: Hunk | None
    chain_versions_with: tuple[int, ...]  # version ids
    other_versions_with: tuple[int, ...]


@dataclass(frozen=True)
class Verdict:
    """Whether the records prove a claim about who removed words. ``hunk`` is the evidence."""

    verdict: Literal["proved", "refuted", "reconstruction_only"]
    hunk: Hunk | None


class Lineage:
    """Questions about the history of one matter. Reads only; safe to use from several threads."""

    def __init__(self, matter: Matter, structures: Structures) -> None:
        self._matter = matter
        self._structures = structures

    def chain(self, version_id: int) -> list[VersionRow]:
        """The version and its real ancestors, newest first."""
        return self._matter.read().versions.chain(version_id)

    def hunks(self, version_id: int, since: int | None = None) -> list[Hunk]:
        """Every change record on the chain up to ``version_id`` (after its ancestor ``since``), oldest
        first. Reverts and branches have none: they change nothing."""
        reader = self._matter.read()
        chain = reader.versions.chain(version_id)
        by_id = {row.id: row for row in chain}
        made = [row.id for row in _after(chain, since) if row.parent_id is not None]
        return [
            Hunk(row, by_id[row.from_version], by_id[row.version_id])
            for row in reader.changes.of_versions(made)
        ]

    def history(self, version_id: int, label: str | None = None) -> list[Hunk]:
        """Changes along the chain, oldest first; with ``label`` those of that clause and its descendants:
        of the paragraphs it has now, of those that stood in it at the time, and of a clause that bore
        the label when it was changed, if the version has none of that label."""
        if not label:
            return self.hunks(version_id)
        structure = self._structures.of(version_id)
        sections = structure.tree.find(label)
        if not sections:
            found = self.hunks(version_id)
            same = _plain_label(label)
            own = [h.change.section_id for h in found if _plain_label(h.change.section_label) == same]
            roots = {path.rsplit("/", 1)[-1] for path in own if path}
            return [hunk for hunk in found if not roots.isdisjoint(hunk.change.section_id.split("/"))]
        keys = {key for section in sections for key in section.blocks}
        roots = {section.first_block for section in sections}
        return self._of_line(version_id, keys, roots)

    def history_of(self, version_id: int, key: str) -> list[Hunk]:
        """Changes of one paragraph along the chain, oldest first."""
        return self._of_line(version_id, (key,), ())

    def _of_line(self, version_id: int, keys: Collection[str], roots: Collection[str]) -> list[Hunk]:
        """The records of these paragraphs and clauses whose version is on the chain. What it costs grows with
        their number, not with that of the versions."""
        reader = self._matter.read()
        document_id = reader.versions.get(version_id).document_id
        return [
            Hunk(row, reader.versions.get(row.from_version), reader.versions.get(row.version_id))
            for row in reader.changes.of_clause(document_id, keys, roots)
            if reader.versions.on_line(version_id, row.version_id)
        ]

    def of_run(self, run_id: int) -> list[Hunk]:
        """What the accepted edits of one run changed, on every branch."""
        reader = self._matter.read()
        run = reader.runs.get(run_id)
        if run.document_id is None:
            return []
        rows = [row for row in reader.changes.of_document(run.document_id) if row.run_id == run_id]
        return [
            Hunk(row, reader.versions.get(row.from_version), reader.versions.get(row.version_id))
            for row in rows
        ]

    def hunk(self, change_id: int) -> Hunk:
        """The change record behind a ``[[diff_n]]`` marker. Raises the matter's ``NotFound``."""
        reader = self._matter.read()
        row = reader.changes.get(change_id)
        return Hunk(row, reader.versions.get(row.from_version), reader.versions.get(row.version_id))

    def common_ancestor(self, first: int, second: int) -> VersionRow | None:
        """The newest version on both chains."""
        ours = {row.id for row in self.chain(first)}
        return next((row for row in self.chain(second) if row.id in ours), None)

    def moved(self, from_version: int, to_version: int) -> frozenset[str]:
        """Keys of the paragraphs that a record moved on either way from where the two versions part."""
        theirs, ours = self._since_parting(from_version, to_version)
        return _moved((*theirs, *ours))

    def _since_parting(self, from_version: int, to_version: int) -> tuple[list[Hunk], list[Hunk]]:
        common = self.common_ancestor(from_version, to_version)
        since = common.id if common is not None else None
        return self.hunks(from_version, since), self.hunks(to_version, since)

    def net_diff(self, from_version: int, to_version: int) -> list[NetChange]:
        """Paragraphs that differ between two versions of any branches, in order. Applied to the first it
        gives the second."""
        before, after = self._structures.of(from_version), self._structures.of(to_version)
        old = [Line(block.key, block.text) for block in before.blocks]
        new = [Line(block.key, block.text) for block in after.blocks]
        theirs, ours = self._since_parting(from_version, to_version)
        behind, given_up = _by_key(ours), _by_key(theirs)
        changes = []
        for i, j in align_versions(old, new, _moved((*theirs, *ours))):
            a = old[i] if i is not None else Line("", "")
            b = new[j] if j is not None else Line("", "")
            if a.text == b.text and i is not None and j is not None:
                continue
            keys = [key for key in dict.fromkeys((a.key, b.key)) if key]
            changes.append(
                NetChange(
                    key_from=a.key,
                    key_to=b.key,
                    label_from=before.place_label(a.key) if a.key else "",
                    label_to=after.place_label(b.key) if b.key else "",
                    removed=a.text,
                    added=b.text,
                    hunks=tuple(hunk for key in keys for hunk in behind.get(key, ())),
                    without=tuple(hunk for key in keys for hunk in given_up.get(key, ())),
                )
            )
        return changes

    def texts(self, document_id: int) -> dict[int, dict[str, str]]:
        """Paragraph texts of every version by key, composed from the records alone (order is not kept)."""
        reader = self._matter.read()
        changes: dict[int, list[ChangeRow]] = {}
        for row in reader.changes.of_document(document_id):
            changes.setdefault(row.version_id, []).append(row)
        found: dict[int, dict[str, str]] = {}
        for version in sorted(reader.versions.list(document_id), key=lambda row: row.id):
            if version.parent_id is None:
                found[version.id] = {b.key: b.text for b in self._structures.of(version.id).blocks}
                continue
            found[version.id] = dict(found[version.parent_id])
            for row in changes.get(version.id, []):
                if row.kind == "delete":
                    found[version.id].pop(row.paragraph_key, None)
                else:
                    found[version.id][row.paragraph_key] = row.added
        return found

    def who_changed(self, version_id: int, words: str, key: str = "") -> WordsAnswer:
        """Do the words stand in the version (letter case and kind of blanks aside), and who brought or
        removed them? With ``key`` only that paragraph's history is asked."""
        reader = self._matter.read()
        version = reader.versions.get(version_id)
        wanted = folded(words)
        holding = self._holding(version.document_id, wanted, key)
        chain = [row.id for row in reader.versions.chain(version_id)]
        with_words = tuple(sorted(v for v in chain if holding[v]))
        others = tuple(sorted(v for v in holding if v not in set(chain) and holding[v]))
        keys = tuple(
            b.key for b in self._structures.of(version_id).blocks if b.key in set(holding[version_id])
        )
        hunks = self.history_of(version_id, key) if key else self.hunks(version_id)
        if keys:
            brought = [
                h
                for h in hunks
                if wanted in folded(h.change.added) and wanted not in folded(h.change.removed)
            ]
            here = [h for h in brought if h.change.paragraph_key in keys]
            return WordsAnswer(True, keys, "present", here[-1] if here else None, with_words, others)
        removal = self._last_removal(hunks, chain, holding, wanted)
        reason: Reason = (
            _REASONS.get(removal.after.kind, "accepted_edit") if removal else "never_on_this_chain"
        )
        return WordsAnswer(False, (), reason, removal, with_words, others)

    def _holding(self, document_id: int, wanted: str, key: str = "") -> dict[int, frozenset[str]]:
        """Of every version the paragraphs that hold the folded words, composed from the records: each text is
        read once, where it came in. With ``key`` only that paragraph counts."""
        reader = self._matter.read()
        changes: dict[int, list[ChangeRow]] = {}
        rows = reader.changes.of_key(document_id, key) if key else reader.changes.of_document(document_id)
        for row in rows:
            changes.setdefault(row.version_id, []).append(row)
        found: dict[int, frozenset[str]] = {}
        for version in sorted(reader.versions.list(document_id), key=lambda row: row.id):
            if version.parent_id is None:
                blocks = self._structures.of(version.id).blocks
                found[version.id] = frozenset(
                    b.key for b in blocks if (not key or b.key == key) and wanted in folded(b.text)
                )
                continue
            here = found[version.parent_id]
            for row in changes.get(version.id, ()):
                holds = row.kind != "delete" and wanted in folded(row.added)
                here = here | {row.paragraph_key} if holds else here - {row.paragraph_key}
            found[version.id] = here
        return found

    @staticmethod
    def _last_removal(
        hunks: Sequence[Hunk], chain: Sequence[int], holding: Mapping[int, Collection[str]], wanted: str
    ) -> Hunk | None:
        """The record of the last step on the chain at which the words left the document."""
        on_chain = set(chain)
        for hunk in reversed(hunks):
            if (
                hunk.after.id in on_chain
                and holding[hunk.before.id]
                and not holding[hunk.after.id]
                and wanted in folded(hunk.change.removed)
                and wanted not in folded(hunk.change.added)
            ):
                return hunk
        return None

    def edits_on(self, version_id: int) -> set[int]:
        """Edits accepted on the chain of a version."""
        reader = self._matter.read()
        chain = {row.id for row in reader.versions.chain(version_id)}
        rows = reader.decisions.list(reader.versions.get(version_id).document_id)
        return {row.edit_id for row in rows if row.action == "accept" and row.version_id in chain}

    def edits_only_on(self, other: int, than: int) -> list[int]:
        """Edits accepted on the chain of ``other`` and not on the chain of ``than``."""
        return sorted(self.edits_on(other) - self.edits_on(than))

    def accepted_in(self, edit_id: int) -> list[VersionRow]:
        """The versions that accepting the edit made, oldest first (two, if on two branches)."""
        reader = self._matter.read()
        rows = reader.decisions.of_edit(edit_id)
        return [
            reader.versions.get(row.version_id)
            for row in rows
            if row.action == "accept" and row.version_id is not None
        ]

    def claim(
        self, version_id: int, removed_words: str, edit_id: int | None = None, instruction_says: str = ""
    ) -> Verdict:
        """Do the records prove that the words were removed (by that edit, on such an instruction)?

        A change that was only reconstructed shows that the words went, not who asked or why.
        """
        reader = self._matter.read()
        hunks = self.hunks(version_id)
        wanted = folded(removed_words)
        holding = self._holding(reader.versions.get(version_id).document_id, wanted)
        hunk = self._last_removal(hunks, [row.id for row in self.chain(version_id)], holding, wanted)
        if hunk is None:
            return Verdict("refuted", None)
        if hunk.record == "reconstruction":
            return Verdict("reconstruction_only", hunk)
        same_edit = edit_id is None or edit_id == hunk.change.edit_id
        said = folded(instruction_says) in folded(hunk.change.instruction)
        return Verdict("proved" if same_edit and said else "refuted", hunk)


def _moved(hunks: Sequence[Hunk]) -> frozenset[str]:
    return frozenset(hunk.change.paragraph_key for hunk in hunks if hunk.change.kind == "move")


def _by_key(hunks: Iterable[Hunk]) -> dict[str, list[Hunk]]:
    found: dict[str, list[Hunk]] = {}
    for hunk in hunks:
        found.setdefault(hunk.change.paragraph_key, []).append(hunk)
    return found


def registered_hunks(reader: Reader, numbers: Iterable[int]) -> dict[int, ChangeRow]:
    """The change records that ``[[diff_n]]`` markers name, by number; unknown numbers are left out."""
    found = {}
    for number in numbers:
        with suppress(NotFound):
            found[number] = reader.changes.get(number)
    return found


def folded(text: str) -> str:
    """Text with letter case and kind of white space set aside."""
    return re.sub(r"\s+", " ", text).strip().casefold()


def _plain_label(label: str) -> str:
    return re.sub(r"^(?:section|clause|article|paragraph)\s+", "", label.strip().casefold()).rstrip(".")


def _after(chain: Sequence[VersionRow], since: int | None) -> Sequence[VersionRow]:
    if since is None:
        return chain
    for index, row in enumerate(chain):
        if row.id == since:
            return chain[:index]
    return chain
