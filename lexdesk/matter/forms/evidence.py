"""Tables of version 1.1 for the evidence: relations, descriptions, imports under way."""

STATEMENTS: tuple[str, ...] = ()
