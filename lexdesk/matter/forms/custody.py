"""Tables of version 1.1 for custody: expunged sources, hand-overs, backups."""

STATEMENTS: tuple[str, ...] = ()
