"""Bringing files in as evidence: many at once, whole folders, and what was cut off."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lexdesk.assistant.evidence_desk import EvidenceDesk
from lexdesk.assistant.showing import source_view
from lexdesk.assistant.views import SourceView
from lexdesk.errors import Cancelled, LexDeskError
from lexdesk.evidence.importing.asked import Added
from lexdesk.evidence.importing.folders import files_in


@dataclass(frozen=True)
class AddedView:
    """What became of one file. ``source`` is ``None`` where it was not taken: ``error`` and ``next_step`` say
    why. ``is_new`` is false where the same bytes were there before. ``members`` are the files inside it."""

    name: str
    source: SourceView | None
    is_new: bool
    error: str = ""
    next_step: str = ""
    members: tuple["AddedView", ...] = ()


@dataclass(frozen=True)
class ImportView:
    """A source with pages that were not read yet. ``state``: "reading" (``under_way`` in this program, or cut
    off by a crash), "stopped" by the lawyer, "failed" (``why`` in one sentence)."""

    source_id: int
    name: str
    state: str
    under_way: bool
    pages: int
    pages_read: int
    why: str


class ImportDesk(EvidenceDesk):
    """Imports of one matter."""

    def add_many(
        self,
        paths: Sequence[Path],
        role: str = "unknown",
        progress: Callable[[int, int], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
        password: str = "",
        **fields: Any,
    ) -> list[AddedView]:
        """Files and folders (with all files in them), one after the other: what became of each. One that
        cannot be read stops none of the others. ``progress(done, total)`` counts files. Raises ``Cancelled``;
        what was added by then stays."""
        self._writable()
        files = list(files_in(map(Path, paths)))
        told: list[AddedView] = []
        with self.library.intake.keeping_readers():
            for file in files:
                told.append(self._add_one(file, {**fields, "role": role}, cancelled, password))
                if progress is not None:
                    progress(len(told), len(files))
        return told

    def add_folder(
        self,
        folder: Path,
        role: str = "unknown",
        progress: Callable[[int, int], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
        password: str = "",
        **fields: Any,
    ) -> list[AddedView]:
        """``add_many`` for one folder."""
        return self.add_many([folder], role, progress, cancelled, password, **fields)

    def imports(self) -> list[ImportView]:
        """Sources whose import is not finished. Fast."""
        read = self.matter.read()
        views = []
        for row in read.imports.unfinished():
            source = read.sources.get(row.source_id)
            views.append(
                ImportView(
                    row.source_id,
                    source.short_name or source.file_name,
                    row.state,
                    self.library.intake.is_under_way(source.sha256),
                    row.pages,
                    row.pages_read,
                    row.why,
                )
            )
        return views

    def resume_import(
        self,
        source_id: int,
        progress: Callable[[int, int], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
        password: str = "",
    ) -> SourceView:
        """Read the pages of a source that are missing; pages that are kept are not read again."""
        self._writable()
        added = self.library.intake.resume(source_id, self.author, password, progress, cancelled)
        assert added.source is not None
        return source_view(self.matter.read(), added.source)

    def resume_imports(
        self,
        progress: Callable[[int, int], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> list[AddedView]:
        """``resume_import`` for all that is unfinished: what became of each."""
        self._writable()
        told: list[AddedView] = []
        for view in self.imports():
            if view.under_way:
                continue
            try:
                added = self.library.intake.resume(view.source_id, self.author, "", progress, cancelled)
            except Cancelled:
                raise
            except LexDeskError as error:
                added = Added(view.name, None, error=error)
            told.append(self._added_view(added))
        return told

    def _add_one(
        self, file: Path, fields: dict[str, Any], cancelled: Callable[[], bool] | None, password: str
    ) -> AddedView:
        try:
            added = self.library.intake.add_file(file, fields, self.author, password, None, cancelled)
        except Cancelled:
            raise
        except LexDeskError as error:
            added = Added(file.name, None, error=error)
        return self._added_view(added)

    def _added_view(self, added: Added) -> AddedView:
        error = added.error
        return AddedView(
            added.name,
            source_view(self.matter.read(), added.source) if added.source is not None else None,
            added.is_new,
            error.message if error is not None else "",
            error.next_step if error is not None else "",
            tuple(map(self._added_view, added.members)),
        )


def all_of(views: Iterable[AddedView]) -> list[AddedView]:
    """The views and those of the files inside them, in order."""
    return [one for view in views for one in (view, *all_of(view.members))]
