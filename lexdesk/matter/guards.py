"""Every trigger of a file of the present version: what refuses to rewrite what was recorded."""

from lexdesk.matter import schema
from lexdesk.matter.forms import assistant, custody, evidence, review

_MADE = "CREATE TRIGGER "


def guards() -> dict[str, str]:
    """The statement of each trigger by its name, those of the first form and of the later ones."""
    later = (*evidence.STATEMENTS, *review.STATEMENTS, *assistant.STATEMENTS, *custody.STATEMENTS)
    made = [*schema.triggers(), *(sql for sql in later if sql.startswith(_MADE))]
    return {sql.removeprefix(_MADE).split(" ", 1)[0]: sql for sql in made}
