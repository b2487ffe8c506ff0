"""Tables of version 1.1 for the review."""

STATEMENTS: tuple[str, ...] = ()
