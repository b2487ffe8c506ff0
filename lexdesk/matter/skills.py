"""Skills that were brought into the matter, each pinned by the hash over its files."""

from collections.abc import Mapping

from lexdesk.matter.blobs import Blobs
from lexdesk.matter.clock import now
from lexdesk.matter.driver import Connection
from lexdesk.matter.errors import NotFound
from lexdesk.matter.knowledge_records import SkillFileRow, SkillRow

_SKILL = (
    'SELECT s.id, s.name, s.sha256, s.description, s.added_at, s.added_by, a.act, a."by" FROM skills s '
    "JOIN skill_acts a ON a.id = (SELECT MAX(id) FROM skill_acts WHERE skill_id = s.id)"
)


class SkillStore:
    """Skills of the matter. Their files never change; trust is a row of its own, given to one hash."""

    def __init__(self, connection: Connection, blobs: Blobs) -> None:
        self._db = connection
        self._blobs = blobs

    def add(self, name: str, sha256: str, description: str, files: Mapping[str, bytes], by: str) -> SkillRow:
        """Store a skill. The same hash again is the same row, and its last state but "removed" stays."""
        known = self.by_sha256(sha256)
        if known is not None:
            if known.state == "removed":
                self.act(known.id, "added", by)
            return self.get(known.id)
        skill_id = self._db.insert(
            "skills", name=name, sha256=sha256, description=description, added_at=now(), added_by=by
        )
        for path, content in files.items():
            self._db.insert(
                "skill_files",
                skill_id=skill_id,
                path=path,
                sha256=self._blobs.put(content),
                size=len(content),
            )
        self.act(skill_id, "added", by)
        return self.get(skill_id)

    def act(self, skill_id: int, act: str, by: str) -> None:
        """Note that the skill was added, trusted, untrusted or removed."""
        self._db.insert("skill_acts", skill_id=skill_id, act=act, at=now(), by_=by)

    def get(self, skill_id: int) -> SkillRow:
        """The skill with its last state; raises ``NotFound``."""
        row = self._db.row(f"{_SKILL} WHERE s.id = ?", (skill_id,))
        if row is None:
            raise NotFound("skill", skill_id)
        return SkillRow(*row)

    def by_sha256(self, sha256: str) -> SkillRow | None:
        """The skill with these very files."""
        row = self._db.row(f"{_SKILL} WHERE s.sha256 = ?", (sha256,))
        return SkillRow(*row) if row is not None else None

    def all(self) -> list[SkillRow]:
        """All skills ever added, oldest first, the removed ones too."""
        return [SkillRow(*row) for row in self._db.rows(f"{_SKILL} ORDER BY s.id")]

    def files(self, skill_id: int) -> list[SkillFileRow]:
        """The files of a skill by path."""
        return self._db.records(
            SkillFileRow, "FROM skill_files WHERE skill_id = ? ORDER BY path", (skill_id,)
        )

    def content(self, skill_id: int, path: str) -> bytes:
        """One file; raises ``NotFound``."""
        sha256 = self._db.value(
            "SELECT sha256 FROM skill_files WHERE skill_id = ? AND path = ?", (skill_id, path)
        )
        if sha256 is None:
            raise NotFound("file of the skill", path)
        return self._blobs.get(sha256)
