"""The start page: recent matters, a new matter, dropped files."""
