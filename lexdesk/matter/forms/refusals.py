"""Triggers of the later forms: what was recorded stays, as in the first form."""


def written_once(*tables: str) -> tuple[str, ...]:
    """Rows of these tables are never changed and never go."""
    changed = (
        f"CREATE TRIGGER {table}_is_final BEFORE UPDATE ON {table} BEGIN "
        f"SELECT RAISE(ABORT, 'a row of {table} cannot be changed'); END"
        for table in tables
    )
    return (*changed, *never_deleted(*tables))


def never_deleted(*tables: str) -> tuple[str, ...]:
    """Rows of these tables may change in part, but never go."""
    return tuple(
        f"CREATE TRIGGER {table}_stays BEFORE DELETE ON {table} BEGIN "
        f"SELECT RAISE(ABORT, 'a row of {table} cannot be removed'); END"
        for table in tables
    )
