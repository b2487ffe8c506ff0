"""Warnings about a matter's place and record, in the words of the window. The desk says them in English; a
form that is not known here is shown as it came."""

import re

from lexdesk.desktop.words import Words

_FORMS = (
    ("share", re.compile(r"This matter lies on a network share \((?P<name>.+?)\)\. .+")),
    ("synced", re.compile(r"This matter lies in “(?P<name>.+)”, which a program copies .+")),
    ("cut", re.compile(r"The record of this file ends at row (?P<now>\d+), and it had (?P<rows>\d+) .+")),
    ("other_copy", re.compile(r"Row (?P<row>\d+) of this file's record is not the one .+")),
    ("table", re.compile(r"Rows of “(?P<name>.+)” are not as they were .+")),
)


def said_warning(sentence: str, words: Words) -> str:
    """One warning in the language of the window."""
    for form, pattern in _FORMS:
        found = pattern.fullmatch(sentence)
        if found is not None:
            return words(f"custody.said_{form}", **found.groupdict())
    return sentence
