"""The desk: everything a person can do with one open matter. Window and command line call the same methods.

Methods are synchronous and safe from any thread: reads use the calling thread's connection, writes go to
the matter's writer thread. Long ones take a progress sink and a cancel test.
"""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from types import TracebackType
from typing import Any

from lexdesk.assistant.chat_desk import ChatDesk
from lexdesk.assistant.custody_desk import CustodyDesk
from lexdesk.assistant.documents import document_view
from lexdesk.assistant.history_desk import HistoryDesk
from lexdesk.assistant.import_desk import ImportDesk
from lexdesk.assistant.model import Model
from lexdesk.assistant.ontology_desk import OntologyDesk
from lexdesk.assistant.review_desk import ReviewDesk
from lexdesk.assistant.search_desk import SearchDesk
from lexdesk.assistant.views import AuditSummary, DocumentView, MatterView
from lexdesk.errors import LexDeskError
from lexdesk.evidence.library import Library
from lexdesk.evidence.reading import load
from lexdesk.evidence.search.vectors import Embedder
from lexdesk.matter.file import Matter
from lexdesk.matter.records import AuditRow
from lexdesk.matter.stores import Tx
from lexdesk.review.review import Review
from lexdesk.review.structure import Structures


class Desk(ReviewDesk, HistoryDesk, ChatDesk, OntologyDesk, ImportDesk, CustodyDesk, SearchDesk):
    """One open matter. ``model`` gives the model in use (None = none chosen); it is asked at each run.
    ``score_of`` gives the result of a model of that name on the instruction set, "" = not tested;
    ``embedder`` the model for search by meaning (None = none chosen)."""

    def __init__(
        self,
        matter: Matter,
        model: Callable[[], Model | None],
        score_of: Callable[[str], str] = lambda name: "",
        embedder: Callable[[], Embedder | None] = lambda: None,
    ) -> None:
        self.matter = matter
        self._model = model
        self.score_of = score_of
        self.structures = Structures(matter)
        self.library = Library(matter, embedder=embedder)
        self.review = Review(matter, self.structures)
        if not matter.read_only and not matter.read().chats.list():
            matter.write(
                lambda tx: (tx.chats.add("Main", "main"), tx.act(tx.matter.info().author, "chat.new", "Main"))
            )

    def __enter__(self) -> "Desk":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close files and release the matter. Idempotent."""
        if not self.matter.closed:
            self.on_close()
        self.library.close()
        self.matter.close()

    # the matter

    def view(self) -> MatterView:
        """Name, lawyer, state and model of the matter. Fast."""
        info = self.matter.read().matter.info()
        model = self._usable_model()
        held = self.matter.held_by
        return MatterView(
            name=info.name,
            path=str(self.matter.path),
            read_only=self.matter.read_only,
            held_by=str(held) if held is not None else "",
            author=info.author,
            as_of=info.as_of,
            model=model.name if model is not None else "",
            model_remote=model.remote if model is not None else False,
            remote_allowed=info.remote_allowed,
            network_used=self.matter.read().settings.get("network_used") == "yes",
        )

    def set_author(self, name: str) -> None:
        """Another name for what is decided from now on."""
        if not name.strip():
            raise LexDeskError("A lawyer's name cannot be empty.")
        self._update("matter.author", author=name.strip())

    def set_as_of(self, iso: str) -> None:
        """The date for which the law is read; "" = not set. Raises ``LexDeskError`` for no real date."""
        try:
            iso = date.fromisoformat(iso).isoformat() if iso else ""
        except ValueError as error:
            raise LexDeskError(f"“{iso}” is not a date.", "Write it as YYYY-MM-DD.") from error
        self._update("matter.as_of", as_of=iso)

    def set_jurisdiction(self, name: str) -> None:
        """The law that governs the matter; "" = not set."""
        self._update("matter.jurisdiction", jurisdiction=name)

    def allow_remote(self, allowed: bool) -> None:
        """Whether a remote model may be used for this matter."""
        self._update("matter.remote", remote_allowed=allowed)

    def _update(self, act: str, **fields: Any) -> None:
        by = self.author

        def work(tx: Tx) -> None:
            tx.matter.update(**fields)
            tx.act(by, act, "matter", **fields)

        self.matter.write(work)

    def audit(self) -> AuditSummary:
        """Whether the chain holds, with its length and head."""
        audit = self.matter.read().audit
        seq, head = audit.head()
        return AuditSummary(seq, head, tuple(audit.verify()))

    def audit_size(self) -> int:
        """Number of audit rows. Fast."""
        return self.matter.read().audit.head()[0]

    def audit_rows(self, after: int = 0, limit: int | None = 500) -> list[AuditRow]:
        """Rows after number ``after``."""
        return self.matter.read().audit.rows(after, limit)

    # documents and versions

    def documents(self) -> list[tuple[int, str]]:
        """Working documents: id and name. Fast."""
        return [(row.id, row.name) for row in self.matter.read().documents.list()]

    def import_document(self, path: Path) -> int:
        """A Word file as a new working document; its id."""
        path = Path(path)
        data = load(path)
        self._writable()
        return self.review.import_document(data, path.name, self.author).id

    def document_warnings(self, document_id: int) -> list[str]:
        """What to know of the file before working on it: it is signed, its editing is restricted,
        or it holds words that Word does not show."""
        head = self.matter.read().documents.head(document_id)
        return [one.message for one in self.structures.of(head.id).document.warnings]

    def rename_document(self, document_id: int, name: str) -> None:
        """Another name for a working document; its file name stays."""
        by = self.author

        def work(tx: Tx) -> None:
            tx.documents.rename(document_id, name)
            tx.act(by, "document.rename", str(document_id), name=name)

        self.matter.write(work)

    def _document(self, document_id: int | None) -> int:
        if document_id is not None:
            return document_id
        documents = self.documents()
        if not documents:
            raise LexDeskError("This matter has no agreement yet.", "Add one: “lexdesk import FILE.docx”.")
        return documents[0][0]

    def document(self, document_id: int, version_id: int | None = None) -> DocumentView:
        """A version with its tracked changes, and, on the head, the staged edits as redline."""
        return document_view(self.matter.read(), self.structures, document_id, version_id)
