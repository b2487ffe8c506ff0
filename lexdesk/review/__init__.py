"""Edits, advisories, packets, decisions, versions, lineage."""
