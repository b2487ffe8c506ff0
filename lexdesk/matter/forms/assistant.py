"""Tables of version 1.1 for the assistant: notes, skills, compaction."""

STATEMENTS: tuple[str, ...] = ()
