"""Every trigger of a file of the present version: what refuses to rewrite what was recorded."""

from lexdesk.matter import schema
from lexdesk.matter.forms import assistant, custody, evidence, review

_MADE, _GONE = "CREATE TRIGGER ", "DROP TRIGGER "


def guards() -> dict[str, str]:
    """The statement of each trigger by its name, those of the first form and of the later ones."""
    later = (*evidence.STATEMENTS, *review.STATEMENTS, *assistant.STATEMENTS, *custody.STATEMENTS)
    found: dict[str, str] = {}
    for sql in (*schema.triggers(), *later):
        if sql.startswith(_MADE):
            found[sql.removeprefix(_MADE).split(None, 1)[0]] = sql
        elif sql.startswith(_GONE):
            del found[sql.removeprefix(_GONE).strip()]
    return found
