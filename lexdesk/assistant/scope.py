"""What one chat's model may see: the versions and sources of its context set, and nothing else (P10)."""

from dataclasses import dataclass

from lexdesk.errors import LexDeskError
from lexdesk.evidence.library import Library
from lexdesk.matter.file import Matter
from lexdesk.matter.records import SourceRow
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
            raise OutsideContext(f"Source {source_id} is not among the sources this chat may see.")
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
    if chosen:
        versions = [int(ref) for kind, ref in chosen if kind == "version"]
        if versions:
            heads = {reader.documents.head(row.id).id for row in documents}
            allowed = [ref for ref in versions if ref in heads] or versions
            version_id = allowed[0]
            for ref in allowed:
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
    return Scope(
        matter, structures, library, document_id, version_id, tuple(row.id for row in sources), left_out
    )
