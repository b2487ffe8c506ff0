"""The fake desk's past: a tree with branches and an undone version, rounds, lineage, companions."""

from dataclasses import replace
from pathlib import Path
from typing import Any

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
from lexdesk.assistant.views import ChangeCard, ChangeItem, EffectsView, HunkView, VersionView
from tests.desktop.fake_paper import Edit


class FakePast:
    """What the window asks about versions, lineage and rounds; ``calls`` is kept by the desk."""

    read_only: bool
    version_count: int
    edit_list: list[Edit]

    def start_past(self) -> None:
        """Begin without names, rounds or companions."""
        self.names: dict[int, str] = {}
        self.branch_names = ["main", "client"]
        self.branch_now = "main"
        self.companion_list: dict[int, list[CompanionView]] = {}
        self.round_list: list[RoundView] = []
        self.warning_list: list[tuple[str, str]] = []
        self.places: dict[str, int] = {}
        self.closed: list[EditSummary] = []

    def version_tree(self, document_id: int) -> VersionTree:
        """1 - 2 - 3 - 6 ... on main, 4 on client from 3, 5 undone from 4; version 2 went out."""
        self._note("version_tree", document_id)
        rows = []
        for one in self.versions(document_id):
            rows.append(
                TreeVersion(
                    id=one.id,
                    number=one.number,
                    parent_id=one.parent_number,
                    kind=one.kind,
                    at=one.at,
                    by=one.by if one.id != 4 else "J. Marl",
                    note="Imported draft.docx" if one.number == 1 else "Accept: change 12.6",
                    name=self.names.get(one.id, ""),
                    heads=("main",) if one.is_head else ("client",) if one.id == 4 else (),
                    on_chain=one.on_chain,
                    is_head=one.is_head,
                    undone=one.id == 5,
                    sent=(SentMark("Marl LLP", "2026-01-02", "redline"),) if one.id == 2 else (),
                    changed=0 if one.number == 1 else 2,
                )
            )
        heads = tuple(
            BranchView(name, self.version_count if name == "main" else 4, name == self.branch_now)
            for name in self.branch_names
        )
        return VersionTree(document_id, tuple(rows), heads)

    def name_version(self, version_id: int, name: str) -> None:
        self._note("name_version", version_id, name)
        self.names[version_id] = name

    def branch(self, document_id: int, version_id: int, name: str) -> VersionView:
        self._note("branch", version_id, name)
        self.branch_names.append(name)
        self.branch_now = name
        return self.versions(1)[-1]

    def switch(self, document_id: int, name: str) -> VersionView:
        self._note("switch", name)
        self.branch_now = name
        return self.versions(1)[-1]

    def comparison(self, from_version: int, to_version: int) -> Comparison:
        """The agreement with its first change as the only difference."""
        self._note("comparison", from_version, to_version)
        view = self.document(1)
        item = next(one for one in view.changes if one.id == "edit:1")
        compared = _renamed(item)
        paragraphs = tuple(_as_net(one) for one in view.paragraphs)
        shown = _with(view, to_version, from_version, paragraphs, (compared,))
        card = ChangeCard(
            change_id="net:1",
            edit_id=None,
            title="change 12.6",
            state="compared",
            instruction="Make consent reasonable",
            explanation="",
            author="Ada Brook",
            model="",
            at="2026-01-03T14:00:00+00:00",
            removed="",
            added="not to be unreasonably withheld",
            advisories=(),
            lines=(),
            pins=(),
        )
        return Comparison(shown, from_version, to_version, (card,))

    def changed_by(self, version_id: int) -> list[HunkView]:
        self._note("changed_by", version_id)
        return self.history(1)[:1] if version_id > 1 else []

    def clause_history(self, document_id: int, key: str) -> tuple[str, list[HunkView]]:
        self._note("clause_history", key)
        return "12.6", self.history(document_id, "12.6")

    def who_changed(
        self, document_id: int, words: str, version_id: int | None = None, key: str = ""
    ) -> WordsView:
        self._note("who_changed", words, version_id, key)
        hunk = self.history(document_id)[0] if "shall" in words else None
        return WordsView(words, self.version_count, True, ("12.6",), "present", hunk, ())

    def edit_summaries(self, document_id: int) -> list[EditSummary]:
        rows = [
            EditSummary(
                one.id,
                "replace",
                one.state,
                "12.7" if one.id == 2 else "12.6",
                one.title,
                "Qwen 1.5B",
                "2026-01-05T09:00:00+00:00",
                f"Instruction {one.id}",
                len(one.advisories),
            )
            for one in self.edit_list
        ]
        return [*rows, *self.closed]

    def companions(self, edit_ids: list[int]) -> list[CompanionView]:
        found = [one for edit in edit_ids for one in self.companion_list.get(edit, ())]
        return [one for one in found if one.edit_id not in edit_ids]

    def group(self, edit_ids: list[int], why: str) -> None:
        self._note("group", tuple(edit_ids), why)

    def effects(self, edit_ids: list[int]) -> EffectsView:
        self._note("effects", tuple(edit_ids))
        sentence = "Accepting this breaks two references."
        return EffectsView(sentence, (("broken_reference", False, 2),), ())

    def edit_card(self, edit_id: int) -> ChangeCard:
        return self.card(1, f"edit:{edit_id}")

    def edit_context(self, edit_id: int) -> str:
        self._note("edit_context", edit_id)
        return '{"messages": ["the clause as the model saw it"]}'

    def set_aside(self, edit_ids: list[int], comment: str = "") -> None:
        self._note("set_aside", tuple(edit_ids), comment)
        self._decide(edit_ids, "set_aside", "set aside")

    def revoke(self, edit_id: int, comment: str = "") -> ChangeCard:
        self._note("revoke", edit_id)
        return self.card(1, "edit:2")

    # hand edits

    def paragraph_text(self, document_id: int, key: str) -> str:
        self._note("paragraph_text", key)
        view = self.document(document_id)
        paragraph = next(one for one in view.paragraphs if one.key == key)
        return "".join(piece.text for piece in paragraph.pieces if piece.change != "ins")

    def hand_edit(self, document_id: int, key: str, old: str, new: str, note: str = "") -> HandEditView:
        self._note("hand_edit", key, old, new)
        if not new:
            return HandEditView(None, 2)
        self.version_count += 1
        return HandEditView(self.version_count, None)

    def proposed_words(self, edit_id: int) -> str:
        return f"The words of proposal {edit_id}."

    def reword(self, edit_id: int, words: str) -> ChangeCard:
        self._note("reword", edit_id, words)
        return self.card(1, f"edit:{edit_id}")

    # rounds and papers

    def rounds(self, document_id: int) -> list[RoundView]:
        self._note("rounds", document_id)
        return list(self.round_list)

    def record_sent(self, document_id: int, path: Path, to: str, at: str = "") -> Any:
        self._note("record_sent", Path(path), to, at)
        self.round_list.append(RoundView(to, at, "redline", Path(path).name, 2, None, None, "", ()))

    def import_version(self, document_id: int, path: Path) -> VersionView:
        self._note("import_version", Path(path))
        lines = (
            RoundLine("4.2", "accepted", False, "thirty", "sixty", "", ""),
            RoundLine("12.6", "theirs", True, "may", "shall", "", "p126"),
        )
        self.version_count += 1
        if self.round_list:
            old = self.round_list.pop()
            self.round_list.append(
                RoundView(old.to, old.at, old.form, old.file, 2, 7, 7, "2026-02-01T10:00:00+00:00", lines)
            )
        return self.versions(1)[-1]

    def file_warnings(self, document_id: int) -> list[tuple[str, str]]:
        return list(self.warning_list)

    def memo(self, edit_ids: list[int], path: Path, overwrite: bool = False) -> int:
        self._note("memo", Path(path))
        return 2

    def pack(self, path: Path, overwrite: bool = False) -> Any:
        self._note("pack", Path(path))
        return type("Report", (), {"path": str(path), "head": "ab" * 32})()

    def author_places(self, names: list[str] = (), keep: bool = True) -> dict[str, int]:
        for name in names:
            if name:
                self.places.setdefault(name, len(self.places))
        return dict(self.places)


def _renamed(item: ChangeItem) -> ChangeItem:
    return replace(item, id="net:1", origin="ours", author="Ada Brook", state="compared", edit_id=None)


def _as_net(paragraph: Any) -> Any:
    pieces = []
    for piece in paragraph.pieces:
        if piece.change_id == "edit:1":
            pieces.append(replace(piece, change_id="net:1"))
        elif piece.change != "ins":
            pieces.append(replace(piece, change="", change_id=""))
    ids = ("net:1",) if "edit:1" in paragraph.change_ids else ()
    return replace(paragraph, pieces=tuple(pieces), change_ids=ids, mark_change="")


def _with(view: Any, newer: int, older: int, paragraphs: tuple[Any, ...], changes: tuple[Any, ...]) -> Any:
    return replace(
        view,
        version_id=newer,
        version_number=newer,
        parent_number=older,
        paragraphs=paragraphs,
        changes=changes,
    )
