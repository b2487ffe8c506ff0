"""Tables of version 1.1 for the assistant: what is in ``knowledge`` and ``agent``."""

from lexdesk.matter.forms import agent, knowledge

STATEMENTS: tuple[str, ...] = (*knowledge.STATEMENTS, *agent.STATEMENTS)
