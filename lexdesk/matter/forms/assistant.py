"""Tables of version 1.1 for the assistant: compaction, and what is in ``knowledge``."""

from lexdesk.matter.forms import knowledge

STATEMENTS: tuple[str, ...] = (*knowledge.STATEMENTS,)
