"""LexDesk: evidence-first contract work on one laptop. See docs/house.md for the layout."""

__version__ = "0.1.0"
