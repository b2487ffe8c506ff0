"""Where words came from: change records of a clause, a version or a selection, with their packets."""
