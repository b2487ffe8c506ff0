"""The reviewing list: every change of the document, one row each, and decisions on several at once."""
