"""What a person looks for in an open matter: the desk's part about search and quotations."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from lexdesk.assistant.evidence_desk import EvidenceDesk
from lexdesk.assistant.showing import source_view
from lexdesk.errors import LexDeskError
from lexdesk.evidence.library import Library
from lexdesk.evidence.quote_brief import BriefQuote, check_brief
from lexdesk.evidence.reading import load, read_source
from lexdesk.evidence.search.found import EVERYWHERE, Found, Scope
from lexdesk.evidence.search.pool import Pool, Sentence, cut
from lexdesk.evidence.search.question import read_question
from lexdesk.evidence.search.vectors import Prepared, prepare
from lexdesk.matter.file import Matter
from lexdesk.review.structure import Structures

_MOST = 50


@dataclass(frozen=True)
class ParagraphHit:
    """A paragraph of the current version of a document. ``why`` as in ``SearchHit``."""

    document_id: int
    document: str
    version_id: int
    paragraph_key: str
    label: str
    text: str
    score: float
    why: str


@dataclass(frozen=True)
class MessageHit:
    """A message of a chat."""

    chat_id: int
    chat: str
    message_id: int
    role: str
    text: str
    score: float
    why: str


@dataclass(frozen=True)
class Everywhere:
    """What a search across the matter found: in its sources, its documents and its chats."""

    sources: Found
    paragraphs: tuple[ParagraphHit, ...]
    messages: tuple[MessageHit, ...]


@dataclass(frozen=True)
class CheckedQuote:
    """A quotation of a brief with the names of the sources cited and found ("" = none)."""

    quote: BriefQuote
    cited: str
    found_in: str
    place: str


class SearchDesk(EvidenceDesk):
    """Search over all a matter holds, and the quotations of a brief."""

    matter: Matter
    library: Library
    structures: Structures

    def find(self, text: str, scope: Scope = EVERYWHERE, limit: int = 20) -> Found:
        """Sentences and stretches of sources that may answer, and what was not searched."""
        return self.library.find(text, scope, limit)

    def search_model(self) -> str:
        """The name of the model chosen for search by meaning, "" = none."""
        embedder = self.library.embedder()
        return embedder.name if embedder is not None else ""

    def prepare_meaning(
        self,
        progress: Callable[[int, int], None] | None = None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> Prepared:
        """Let the model for search by meaning read the sentences it has not read; what it has made is kept
        after a cancel. Raises ``LexDeskError`` when none is chosen, ``MatterReadOnly``, and what the model
        raises."""
        embedder = self.library.embedder()
        if embedder is None:
            raise LexDeskError(
                "No model for search by meaning is chosen.",
                "Add an embedding model with “lexdesk model add FILE.gguf” and choose it with “lexdesk model "
                "use NAME”. Search works without one.",
            )
        self._writable()
        return prepare(self.matter, embedder, self.author, progress, cancelled)

    def find_everywhere(self, text: str, scope: Scope = EVERYWHERE, limit: int = _MOST) -> Everywhere:
        """The same words in sources, in the current version of every document, and in the chats."""
        return Everywhere(
            self.find(text, scope, limit),
            tuple(self._in_documents(text, limit)),
            tuple(self._in_chats(text, limit)),
        )

    def check_quotes(self, path: Path, password: str = "") -> list[CheckedQuote]:
        """Every quotation of a brief (.docx, .pdf, .txt, .md ...) checked against the sources. The brief is
        read and not kept. Raises what reading a source raises."""
        read = self.matter.read()
        brief = read_source(load(path), path.name, password)
        names = {row.id: source_view(read, row).short_name or row.title for row in read.sources.list()}
        checked = []
        for quote in check_brief(read, brief.text):
            place = f"p. {quote.check.page}" if quote.check.page is not None else ""
            checked.append(
                CheckedQuote(
                    quote, names.get(quote.cited or 0, ""), names.get(quote.found_in or 0, ""), place
                )
            )
        return checked

    def _in_documents(self, text: str, limit: int) -> list[ParagraphHit]:
        read = self.matter.read()
        places = []
        for document in read.documents.list():
            head = read.documents.head(document.id).id
            structure = self.structures.of(head)
            for block in structure.blocks:
                if block.text.strip():
                    section = structure.tree.of_block(block.key)
                    places.append((document, head, block, section.label if section else ""))
        ranked = _ranked(text, [block.text for _, _, block, _ in places], limit)
        return [
            ParagraphHit(
                places[at][0].id, places[at][0].name, places[at][1], places[at][2].key, places[at][3],
                places[at][2].text, score, why,
            )
            for at, score, why in ranked
        ]  # fmt: skip

    def find_in_chats(self, text: str, limit: int = _MOST) -> list[MessageHit]:
        """Messages of every chat, closed ones too, that hold something of the text, best first."""
        return self._in_chats(text, limit)

    def _in_chats(self, text: str, limit: int) -> list[MessageHit]:
        read = self.matter.read()
        said = [(chat, message) for chat in read.chats.list() for message in read.chats.messages(chat.id)]
        ranked = _ranked(text, [message.text for _, message in said], limit)
        return [
            MessageHit(
                said[at][0].id,
                said[at][0].title,
                said[at][1].id,
                said[at][1].role,
                said[at][1].text,
                score,
                why,
            )
            for at, score, why in ranked
        ]


def _ranked(text: str, texts: list[str], limit: int) -> list[tuple[int, float, str]]:
    """(index, score, why) of the texts that hold something of what is looked for, best first."""
    parts = [part for at, whole in enumerate(texts) for part in cut(Sentence(at, at, 0, len(whole), whole))]
    found: dict[int, tuple[int, float, str]] = {}
    for place, score, why in Pool(parts).best_sentences(read_question(text)):
        at = parts[place].passage_id
        if at not in found:
            found[at] = (at, score, why)
            if len(found) == limit:
                break
    return list(found.values())
