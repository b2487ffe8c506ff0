"""Word files: reading with offset maps, numbering, revisions; writing tracked changes."""
