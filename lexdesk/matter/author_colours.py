"""Which colour an author has in this matter: a place in the window's row of colours, kept once given."""

from collections.abc import Sequence

from lexdesk.matter.driver import Connection


class AuthorColours:
    """Authors in the order in which they were first seen. A place is never given to another author."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def add(self, names: Sequence[str]) -> None:
        """Give places to authors that have none yet."""
        for name in names:
            self._db.run("INSERT INTO author_colours (name) VALUES (?) ON CONFLICT DO NOTHING", (name,))

    def places(self) -> dict[str, int]:
        """The place of each author, from 0."""
        rows = self._db.rows("SELECT name FROM author_colours ORDER BY id")
        return {name: place for place, (name,) in enumerate(rows)}
