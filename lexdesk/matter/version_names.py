"""Names that people give to versions. A name stays on record; the last one given is the one shown."""

from lexdesk.matter.clock import now
from lexdesk.matter.driver import Connection


class VersionNames:
    """Every name a version was ever given; an empty one takes the name away."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def give(self, version_id: int, name: str, by: str) -> None:
        """Call a version ``name`` from now on; "" = it has no name any more."""
        self._db.insert("version_names", version_id=version_id, name=name, given_by=by, at=now())

    def of_document(self, document_id: int) -> dict[int, str]:
        """The name now of every version of a document that has one, by version id."""
        rows = self._db.rows(
            "SELECT n.version_id, n.name FROM version_names n JOIN versions v ON v.id = n.version_id "
            "WHERE v.document_id = ? ORDER BY n.id",
            (document_id,),
        )
        return {version_id: name for version_id, name in dict(rows).items() if name}
