"""Is one version an ancestor of another? Answered in a few steps, however long the line between them.

Each version keeps its depth and one ancestor far up, chosen so that a walk by these and by parents takes a
number of steps that grows with the logarithm of the distance (Myers, "An applicative random-access stack",
1983). Versions of a file from before have no row; their line is walked by parents, and gets its rows when a
version is added to it.
"""

from lexdesk.matter.driver import Connection


class Lines:
    """The lines of versions, from each to the first."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def add(self, version_id: int) -> None:
        """Note where a version stands; its ancestors get their rows too, if they have none."""
        missing: list[int] = []
        at: int | None = version_id
        while at is not None and self._row(at) is None:
            missing.append(at)
            at = self._parent(at)
        for one in reversed(missing):
            parent = self._parent(one)
            above = self._row(parent) if parent is not None else None
            if parent is None or above is None:
                depth, far = 0, one
            else:
                depth, far = above[0] + 1, parent
                higher = self._row(above[1])
                if higher is not None:
                    highest = self._row(higher[1])
                    if highest is not None and above[0] - higher[0] == higher[0] - highest[0]:
                        far = higher[1]
            self._db.insert("version_lines", version_id=one, depth=depth, far_id=far)

    def holds(self, version_id: int, ancestor_id: int) -> bool:
        """True if ``ancestor_id`` is the version or one of its ancestors."""
        return bool(
            self._db.value(
                """WITH RECURSIVE
                goal (depth) AS (SELECT COALESCE(MAX(depth), 0) FROM version_lines WHERE version_id = ?2),
                walk (at) AS (
                    SELECT ?1
                    UNION ALL
                    SELECT CASE WHEN l.far_id <> walk.at AND f.depth >= (SELECT depth FROM goal)
                        THEN l.far_id ELSE v.parent_id END
                    FROM walk JOIN versions v ON v.id = walk.at
                    LEFT JOIN version_lines l ON l.version_id = walk.at
                    LEFT JOIN version_lines f ON f.version_id = l.far_id
                    WHERE walk.at > ?2)  -- a child is always newer than its parent
                SELECT 1 FROM walk WHERE at = ?2""",
                (version_id, ancestor_id),
            )
        )

    def _row(self, version_id: int) -> tuple[int, int] | None:
        found = self._db.row("SELECT depth, far_id FROM version_lines WHERE version_id = ?", (version_id,))
        return None if found is None else (found[0], found[1])

    def _parent(self, version_id: int) -> int | None:
        parent: int | None = self._db.value("SELECT parent_id FROM versions WHERE id = ?", (version_id,))
        return parent
