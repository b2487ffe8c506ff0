"""What one chat's model may see: the versions and sources of its context set, and nothing else (P10)."""

from dataclasses import dataclass, replace

from lexdesk.errors import LexDeskError
from lexdesk.evidence.library import Library
from lexdesk.matter.file import Matter
from lexdesk.matter.records import SourceRow
from lexdesk.matter.stores import Reader
from lexdesk.review.structure import Structure, Structures


class OutsideContext(LexDeskError):
    """A tool asked for something that this chat's model may not see."""

    code = "outside_context"


@dataclass(frozen=True)
class Scope:
    """The reach of one run. ``source_ids`` are the sources it may read, in order of import."""

    matter: Matter
    structures: Structures
    library: Library
    document_id: int | None
    version_id: int | None
    source_ids: tuple[int, ...]
    left_out: tuple[str, ...]  # privileged sources kept from a remote model, by short name
    versions: tuple[tuple[int, int], ...] = ()  # every (document, version) in reach, the run's own first
    passage_ids: tuple[int, ...] = ()  # single passages that were chosen for the chat
    note_ids: tuple[int, ...] | None = None  # None: every kept note
    skills: tuple[str, ...] | None = None  # None: every skill
    remote: bool = False  # whether the model is on another machine

    def place(self, document_id: int = 0) -> tuple[int, int]:
        """Document and version that a tool means: 0 = the one the run works on. ``OutsideContext``."""
        if not document_id and self.document_id is not None and self.version_id is not None:
            return self.document_id, self.version_id
        for document, version in self.versions:
            if document == document_id:
                return document, version
        if not document_id:
            raise OutsideContext(
                "This chat sees no agreement.", "Add the agreement to what this chat may see."
            )
        seen = ", ".join(str(document) for document, _version in self.versions) or "none"
        raise OutsideContext(
            f"Agreement {document_id} is not among what this chat may see.", f"In reach: {seen}."
        )

    def on(self, document_id: int, version_id: int) -> "Scope":
        """The same reach with another of its agreements in hand."""
        return replace(self, document_id=document_id, version_id=version_id)

    def structure(self) -> Structure:
        """Structure of the version the run works on."""
        if self.version_id is None:
            raise OutsideContext(
                "This chat sees no agreement.", "Add the agreement to what this chat may see."
            )
        return self.structures.of(self.version_id)

    def source(self, source_id: int) -> SourceRow:
        """The source, if this chat may see it."""
        if source_id not in self.source_ids:
            seen = ", ".join(str(one) for one in self.source_ids) or "none"
            raise OutsideContext(
                f"Source {source_id} is not among the sources this chat may see.", f"In reach: {seen}."
            )
        return self.matter.read().sources.get(source_id)


def scope_of_chat(
    matter: Matter,
    structures: Structures,
    library: Library,
    chat_id: int,
    document_id: int | None,
    remote: bool,
) -> Scope:
    """The scope of a chat: a chat without a context set (the main chat) sees the whole matter, one
    with a set sees the set. Privileged sources are never in reach of a remote model."""
    reader = matter.read()
    chosen = reader.chats.context(chat_id)
    sources = reader.sources.list()
    if chosen:
        wanted = {int(ref) for kind, ref in chosen if kind == "source"}
        sources = [row for row in sources if row.id in wanted]
    left_out = tuple(row.short_name for row in sources if remote and row.privileged)
    sources = [row for row in sources if not (remote and row.privileged)]

    version_id: int | None = None
    documents = reader.documents.list()
    reach: dict[int, int] = {}
    if chosen:
        versions = [int(ref) for kind, ref in chosen if kind == "version"]
        if versions:
            heads = {reader.documents.head(row.id).id for row in documents}
            allowed = [ref for ref in versions if ref in heads] or versions
            version_id = allowed[0]
            for ref in allowed:
                reach.setdefault(reader.versions.get(ref).document_id, ref)
                if document_id is not None and reader.versions.get(ref).document_id == document_id:
                    version_id = ref
            document_id = reader.versions.get(version_id).document_id
        else:
            document_id = None
    else:
        if document_id is None and len(documents) >= 1:
            document_id = documents[0].id
        if document_id is not None:
            version_id = reader.documents.head(document_id).id
        reach = {row.id: reader.documents.head(row.id).id for row in documents}
    if document_id is not None and version_id is not None:
        reach = {document_id: version_id, **{key: ref for key, ref in reach.items() if key != document_id}}

    def refs(kind: str) -> tuple[str, ...]:
        return tuple(ref for kind_, ref in chosen if kind_ == kind)

    return Scope(
        matter,
        structures,
        library,
        document_id,
        version_id,
        tuple(row.id for row in sources),
        left_out,
        versions=tuple(reach.items()),
        passage_ids=_passages_in_reach(reader, refs("passage"), remote),
        note_ids=tuple(int(ref) for ref in refs("note")) if chosen else None,
        skills=refs("skill") if chosen else None,
        remote=remote,
    )


def _passages_in_reach(reader: Reader, refs: tuple[str, ...], remote: bool) -> tuple[int, ...]:
    """Chosen passages; those of a privileged source are kept from a remote model."""
    kept = []
    for ref in refs:
        source = reader.passages.get(int(ref)).source_id
        if not (remote and source is not None and reader.sources.get(source).privileged):
            kept.append(int(ref))
    return tuple(kept)
