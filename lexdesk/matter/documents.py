"""Working documents, their branches, and the versions that branches point at."""

from collections.abc import Sequence
from typing import Protocol

from lexdesk.matter.blobs import Blobs
from lexdesk.matter.clock import now
from lexdesk.matter.driver import Connection, marks
from lexdesk.matter.errors import NotFound
from lexdesk.matter.lines import Lines
from lexdesk.matter.records import BranchRow, DocumentRow, HeadMoveRow, StoredPartRow, VersionRow

DOCUMENT = (
    "SELECT id, name, file_name, original_sha256, created_at, COALESCE(current_branch, 0) FROM documents"
)
BRANCH = "SELECT id, document_id, name, COALESCE(head_version, 0) FROM branches"


class Part(Protocol):
    """A part of a package as the word engine hands it in."""

    @property
    def name(self) -> str: ...
    @property
    def header(self) -> str: ...
    @property
    def data(self) -> bytes: ...


class Documents:
    """Documents and branches. A head moves; what it pointed at stays."""

    def __init__(self, connection: Connection, blobs: Blobs, versions: "Versions") -> None:
        self._db = connection
        self._blobs = blobs
        self._versions = versions

    def add(self, name: str, file_name: str, original: bytes) -> DocumentRow:
        """A new document with its imported file and a branch "main", head 0 until the first version."""
        sha256 = self._blobs.put(original)
        document_id = self._db.insert(
            "documents", name=name, file_name=file_name, original_sha256=sha256, created_at=now()
        )
        branch_id = self._db.insert("branches", document_id=document_id, name="main")
        self.set_current_branch(document_id, branch_id)
        return self.get(document_id)

    def get(self, document_id: int) -> DocumentRow:
        """The document; raises ``NotFound``."""
        row = self._db.row(f"{DOCUMENT} WHERE id = ?", (document_id,))
        if row is None:
            raise NotFound("document", document_id)
        return DocumentRow(*row)

    def original(self, document_id: int) -> bytes:
        """The imported file, byte for byte."""
        return self._blobs.get(self.get(document_id).original_sha256)

    def rename(self, document_id: int, name: str) -> None:
        """Give a document another name; the file name it came with stays."""
        if not self._db.update("documents", document_id, name=name):
            raise NotFound("document", document_id)

    def branches(self, document_id: int) -> list[BranchRow]:
        """The document's branches, oldest first."""
        rows = self._db.rows(f"{BRANCH} WHERE document_id = ? ORDER BY id", (document_id,))
        return [BranchRow(*row) for row in rows]

    def branch(self, branch_id: int) -> BranchRow:
        """The branch; raises ``NotFound``."""
        row = self._db.row(f"{BRANCH} WHERE id = ?", (branch_id,))
        if row is None:
            raise NotFound("branch", branch_id)
        return BranchRow(*row)

    def add_branch(self, document_id: int, name: str, head: int) -> BranchRow:
        """A new branch at a version; it is not made current. ``head`` 0 = empty."""
        branch_id = self._db.insert("branches", document_id=document_id, name=name)
        if head:
            self.set_head(branch_id, head, "branch")
        return self.branch(branch_id)

    def set_current_branch(self, document_id: int, branch_id: int) -> None:
        """Which branch the desk shows and writes to."""
        if self.branch(branch_id).document_id != document_id:
            raise NotFound(f"branch of document {document_id} with id", branch_id)
        self._db.update("documents", document_id, current_branch=branch_id)

    def set_head(self, branch_id: int, version_id: int, kind: str) -> None:
        """Move a head and record the move. ``kind``: "undo" and "redo" feed ``redo_version``; any other word
        (import, accept, hand_edit, revert, branch) starts a new line of work and ends redoing."""
        branch = self.branch(branch_id)
        if version_id and self._versions.get(version_id).document_id != branch.document_id:
            raise NotFound(f"version of document {branch.document_id} with id", version_id)
        self._db.update("branches", branch_id, head_version=version_id or None)
        self._db.insert(
            "head_moves",
            branch_id=branch_id,
            from_version=branch.head_version,
            to_version=version_id,
            kind=kind,
            at=now(),
        )

    def head(self, document_id: int) -> VersionRow:
        """The head of the current branch; ``NotFound`` while the document has no version."""
        branch = self.branch(self.get(document_id).current_branch)
        if not branch.head_version:
            raise NotFound("version yet of document", document_id)
        return self._versions.get(branch.head_version)

    def head_moves(self, branch_id: int) -> list[HeadMoveRow]:
        """Every move of the branch's head, oldest first."""
        return self._db.records(HeadMoveRow, "FROM head_moves WHERE branch_id = ? ORDER BY id", (branch_id,))

    def redo_version(self, branch_id: int) -> int | None:
        """The version that redo would go to: the one the last undo left that was not redone since."""
        left: list[int] = []
        for move in self.head_moves(branch_id):
            if move.kind == "undo":
                left.append(move.from_version)
            elif move.kind == "redo" and left:
                left.pop()
            else:
                left.clear()
        return left[-1] if left else None

    def list(self) -> list[DocumentRow]:
        """All documents, oldest first."""
        return [DocumentRow(*row) for row in self._db.rows(f"{DOCUMENT} ORDER BY id")]


class Versions:
    """Immutable states of documents: a tree by parent."""

    def __init__(self, connection: Connection, blobs: Blobs) -> None:
        self._db = connection
        self._blobs = blobs
        self.lines = Lines(connection)

    def add(
        self,
        document_id: int,
        parent_id: int | None,
        kind: str,
        created_by: str,
        note: str,
        text_sha256: str,
        keys: Sequence[str],
        parts: Sequence[Part],
    ) -> VersionRow:
        """Store a version; parts that any version has already cost nothing. No head is moved."""
        if parent_id is not None and self.get(parent_id).document_id != document_id:
            raise NotFound(f"version of document {document_id} with id", parent_id)
        number = self._db.value(
            "SELECT COALESCE(MAX(number), 0) + 1 FROM versions WHERE document_id = ?", (document_id,)
        )
        if any("\n" in key for key in keys):
            raise ValueError("a paragraph key may not hold a newline")
        version_id = self._db.insert(
            "versions",
            document_id=document_id,
            number=number,
            parent_id=parent_id,
            kind=kind,
            created_at=now(),
            created_by=created_by,
            note=note,
            text_sha256=text_sha256,
            keys_sha256=self._blobs.put("\n".join(keys).encode()),
        )
        for seq, part in enumerate(parts):
            self._db.insert("version_parts", version_id=version_id, seq=seq, part_id=self._part(part))
        self.lines.add(version_id)
        return self.get(version_id)

    def get(self, version_id: int) -> VersionRow:
        """The version; raises ``NotFound``."""
        version = self._db.record(VersionRow, "FROM versions WHERE id = ?", (version_id,))
        if version is None:
            raise NotFound("version", version_id)
        return version

    def is_of(self, document_id: int, version_id: int) -> bool:
        """True if there is such a version of the document."""
        found = self._db.value("SELECT document_id FROM versions WHERE id = ?", (version_id,))
        return bool(found == document_id)

    def chain(self, version_id: int) -> list[VersionRow]:
        """The version and its real ancestors, newest first."""
        self.get(version_id)
        return self._db.records(
            VersionRow,
            """FROM (WITH RECURSIVE line (id, depth) AS (
                    SELECT ?, 0 UNION ALL
                    SELECT v.parent_id, depth + 1 FROM line JOIN versions v ON v.id = line.id
                    WHERE v.parent_id IS NOT NULL)
                SELECT versions.*, depth FROM line JOIN versions ON versions.id = line.id) ORDER BY depth""",
            (version_id,),
        )

    def on_line(self, version_id: int, ancestor_id: int) -> bool:
        """True if ``ancestor_id`` is the version or an ancestor of it; few steps however long the line."""
        return self.lines.holds(version_id, ancestor_id)

    def authors(self, document_id: int, kinds: Sequence[str]) -> frozenset[str]:
        """Who made versions of these kinds."""
        rows = self._db.rows(
            f"SELECT DISTINCT created_by FROM versions WHERE document_id = ? AND kind IN ({marks(kinds)})",
            (document_id, *kinds),
        )
        return frozenset(row[0] for row in rows)

    def parts(self, version_id: int) -> list[StoredPartRow]:
        """The stored parts in their order in the file."""
        self.get(version_id)
        rows = self._db.rows(
            """SELECT parts.name, parts.header, parts.sha256 FROM version_parts
            JOIN parts ON parts.id = part_id WHERE version_id = ? ORDER BY seq""",
            (version_id,),
        )
        return [StoredPartRow(name, header, self._blobs.get(sha256)) for name, header, sha256 in rows]

    def keys(self, version_id: int) -> list[str]:
        """The paragraph keys in the order they were given in."""
        text = self._blobs.get(self.get(version_id).keys_sha256).decode()
        return text.split("\n") if text else []

    def _part(self, part: Part) -> int:
        sha256 = self._blobs.put(part.data)
        found = self._db.value(
            "SELECT id FROM parts WHERE sha256 = ? AND name = ? AND header = ?",
            (sha256, part.name, part.header),
        )
        return (
            int(found)
            if found
            else self._db.insert("parts", name=part.name, header=part.header, sha256=sha256)
        )

    def list(self, document_id: int) -> list[VersionRow]:
        """All versions of a document on all branches, by number."""
        return self._db.records(
            VersionRow, "FROM versions WHERE document_id = ? ORDER BY number", (document_id,)
        )
