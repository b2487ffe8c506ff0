"""From any earlier form of the file to the present one, each step in one transaction.

A step is never changed once released; a new form is a new function below. ``upgrade`` sets the header
fields, so a file says its version even to a program that knows nothing of the steps.
"""

from typing import TYPE_CHECKING

from sqlite_utils import Database, Migrations

from lexdesk.matter import schema
from lexdesk.matter.forms import assistant, custody, evidence, review

if TYPE_CHECKING:
    from lexdesk.matter.driver import Connection

migrations = Migrations("lexdesk.matter")


@migrations()
def first_form(db: Database) -> None:
    """Version 1.0."""
    for statement in (*schema.TABLES, *schema.triggers()):
        db.execute(statement)
    db.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
    db.execute(f"PRAGMA user_version = {schema.user_version(1, 0)}")


@migrations()
def evidence_form(db: Database) -> None:
    """Version 1.1: the evidence."""
    _run(db, evidence.STATEMENTS)


@migrations()
def review_form(db: Database) -> None:
    """Version 1.1: the review."""
    _run(db, review.STATEMENTS)


@migrations()
def assistant_form(db: Database) -> None:
    """Version 1.1: the assistant."""
    _run(db, assistant.STATEMENTS)


@migrations()
def custody_form(db: Database) -> None:
    """Version 1.1: custody; the last step, which says the version."""
    _run(db, custody.STATEMENTS)
    db.execute(f"PRAGMA user_version = {schema.user_version(1, 1)}")


def _run(db: Database, statements: tuple[str, ...]) -> None:
    for statement in statements:
        db.execute(statement)


def upgrade(connection: "Connection") -> list[str]:
    """Apply what is missing; the names of the steps taken. A step that fails leaves the file as it was;
    raises what ``Connection`` raises."""
    with connection.speaking():
        return _upgraded(connection)


def _upgraded(connection: "Connection") -> list[str]:
    db = Database(connection.raw, execute_plugins=False, recursive_triggers=False)
    if not db.table("_sqlite_migrations").exists():
        # As the library would make it, but STRICT like every other table of the file.
        db.execute(
            "CREATE TABLE _sqlite_migrations (id INTEGER PRIMARY KEY, migration_set TEXT NOT NULL, "
            "name TEXT NOT NULL, applied_at TEXT NOT NULL, UNIQUE (migration_set, name)) STRICT"
        )
    missing = [step.name for step in migrations.pending(db)]
    migrations.apply(db)
    return missing
