"""The line of a version is known in a few steps, in files from before too."""

import random
from pathlib import Path
from typing import Any

from lexdesk.matter.file import Matter
from lexdesk.matter.forms import review as form
from lexdesk.matter.records import ChangeRow


class Part:
    name, header, data = "a.xml", "{}", b"x"


def tree(matter: Matter, count: int, chance: random.Random) -> dict[int, int | None]:
    """A random tree of versions, long lines and branches; parents by id."""
    parents: dict[int, int | None] = {}

    def work(tx: Any) -> None:
        document = tx.documents.add("A", "a.docx", b"a")
        for number in range(count):
            ids = list(parents)
            parent = None if not ids else ids[-1] if chance.random() < 0.9 else chance.choice(ids)
            row = tx.versions.add(document.id, parent, "import", "A", "", "0", ["p1"], [Part()])
            parents[row.id] = parent
            assert number >= 0
        tx.act("A", "test", "tree")

    matter.write(work)
    return parents


def line(parents: dict[int, int | None], at: int | None) -> list[int]:
    found = []
    while at is not None:
        found.append(at)
        at = parents[at]
    return found


def test_lines_answer_as_the_parents_do(tmp_path: Path) -> None:
    chance = random.Random(3)
    with Matter.create(tmp_path / "a.lexmatter", name="A", author="A") as matter:
        parents = tree(matter, 200, chance)
        versions = matter.read().versions
        for _ in range(1500):
            one, other = chance.choice(list(parents)), chance.choice(list(parents))
            assert versions.on_line(one, other) == (other in line(parents, one))


def test_few_steps_however_long_the_line(tmp_path: Path) -> None:
    with Matter.create(tmp_path / "a.lexmatter", name="A", author="A") as matter:
        parents = tree(matter, 600, random.Random(0))
        last = max(parents)
        first = line(parents, last)[-1]
        reader = matter.read()
        asked: list[str] = []
        reader.connection.raw.set_trace_callback(asked.append)
        assert reader.versions.on_line(last, first)
        reader.connection.raw.set_trace_callback(None)
        assert len(asked) < 120


def test_versions_without_a_row_are_walked_and_get_one_when_the_tree_grows(tmp_path: Path) -> None:
    with Matter.create(tmp_path / "a.lexmatter", name="A", author="A") as matter:
        parents = tree(matter, 30, random.Random(5))

        def forget(tx: Any) -> None:
            tx.connection.run("DROP TRIGGER version_lines_stays")
            tx.connection.run("DELETE FROM version_lines")
            tx.act("A", "test", "lines")

        matter.write(forget)
        last = max(parents)
        versions = matter.read().versions
        for other in parents:
            assert versions.on_line(last, other) == (other in line(parents, last))

        def add(tx: Any) -> int:
            row = tx.versions.add(1, last, "import", "A", "", "0", ["p1"], [Part()])
            tx.act("A", "test", "version")
            return int(row.id)

        new = matter.write(add)
        assert versions.on_line(new, line(parents, last)[-1])
        rows = matter.read().connection.value("SELECT COUNT(*) FROM version_lines")
        assert rows == len(line(parents, last)) + 1


def test_clauses_of_changes_from_before_are_found_too(tmp_path: Path) -> None:
    with Matter.create(tmp_path / "a.lexmatter", name="A", author="A") as matter:
        tree(matter, 2, random.Random(1))

        def add(tx: Any) -> None:
            for path in ("p1/p4/p7", "p2", "", "p1/p4/p4"):
                row = ChangeRow(
                    0, 1, 2, 1, 1, "p9", path, "", "", "replace", "a", "b", "", "", "", "A", "", None, None,
                    "apply_time", "high",
                )  # fmt: skip
                tx.changes.add(row)
            tx.act("A", "test", "changes")

        matter.write(add)
        clauses = "SELECT document_id, root_key, change_id FROM change_clauses ORDER BY 1, 2, 3"
        reader = matter.read()
        known = reader.connection.rows(clauses)
        assert len(known) == 6
        (fill,) = [one for one in form.STATEMENTS if one.startswith("INSERT INTO change_clauses")]

        def again(tx: Any) -> None:
            tx.connection.run("DROP TRIGGER change_clauses_stays")
            tx.connection.run("DELETE FROM change_clauses")
            tx.connection.run(fill)
            tx.act("A", "test", "clauses")

        matter.write(again)
        assert reader.connection.rows(clauses) == known
        assert [row.section_id for row in reader.changes.of_clause(1, (), ("p4",))] == [
            "p1/p4/p7",
            "p1/p4/p4",
        ]
        assert len(reader.changes.of_clause(1, ("p9",), ())) == 4
