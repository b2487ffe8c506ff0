"""Signs that stand in a page's text for words that are not given."""

#: A run of words that lie under an opaque box.
COVERED = "█"
#: A word whose characters cannot be trusted.
UNREADABLE = "\ufffd"
