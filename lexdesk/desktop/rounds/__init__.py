"""Rounds with the other side: what was sent, what came back, and what it answers."""
