"""What a change is called and where it stands, in the words of the window.

The desk says them in English ("delete 12.7", "insertion in 4.2"). Known forms are said anew in the language
of the window; any other title is shown as it came.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from lexdesk.assistant.views import DocumentView

if TYPE_CHECKING:
    from lexdesk.desktop.words import Words

#: Places: paragraph key, label, text.
Ends = tuple[tuple[str, str, str], ...]

_FORMS = (
    ("delete_paragraph", "delete paragraph in"),
    ("delete", "delete"),
    ("change", "change"),
    ("insert", "insert at"),
    ("hand", "edit by hand"),
    ("deletion", "deletion in"),
    ("insertion", "insertion in"),
    ("move", "move in"),
    ("format", "formatting change in"),
    ("row", "row change in"),
    ("accept_tracked", "accept the tracked change in"),
    ("reject_tracked", "reject the tracked change in"),
)
_BARE = {
    "deletion": "deletion",
    "insertion": "insertion",
    "move": "move",
    "formatting change": "format",
    "row change": "row",
}
_UNNUMBERED = "unnumbered text"


def said_title(title: str, words: Words, label: str = "") -> str:
    """A title in the words of the window. ``label`` is the clause's number where the title names none."""
    bare = _BARE.get(title.strip())
    if bare is not None:
        return words(f"title.{bare}", where=label) if label else words(f"title.{bare}_alone")
    for form, start in _FORMS:
        where = title.removeprefix(start + " ")
        if where != title:
            where = label if label and where == _UNNUMBERED else where
            return words(f"title.{form}", where=words("title.unnumbered") if where == _UNNUMBERED else where)
    return title


def label_of(view: DocumentView | None, key: str) -> str:
    """The number of a paragraph, the struck one of a deleted clause included; "" when it has none."""
    if view is None:
        return ""
    return next((one.label for one in view.paragraphs if one.key == key), "")


def ends_of(view: DocumentView | None, change_id: str) -> tuple[Ends, Ends]:
    """Where the text of a move left and where it came to; nothing for any other change."""
    found: dict[str, list[tuple[str, str, str]]] = {"move_from": [], "move_to": []}
    for paragraph in view.paragraphs if view is not None else ():
        for side, places in found.items():
            text = "".join(
                piece.text
                for piece in paragraph.pieces
                if piece.change_id == change_id and piece.change == side
            )
            if text:
                places.append((paragraph.key, paragraph.label, text))
    return tuple(found["move_from"]), tuple(found["move_to"])


_NOTES = (
    ("accept", re.compile(r"accept: (?P<what>.+)", re.I | re.S)),
    ("reject", re.compile(r"reject: (?P<what>.+)", re.I | re.S)),
    ("set_aside", re.compile(r"set aside: (?P<what>.+)", re.I | re.S)),
    ("imported", re.compile(r"imported (?P<what>.+)", re.I | re.S)),
    ("back", re.compile(r"back to version (?P<what>\d+)", re.I)),
    ("branch", re.compile(r"branch (?P<what>.+) from version (?P<number>\d+)", re.I | re.S)),
    ("hand", re.compile(r"edited by hand", re.I)),
    (
        "accept_tracked",
        re.compile(r"accept tracked (?P<kinds>.+?) of (?P<what>.+?)(?: in (?P<where>[^ ]+))?", re.I | re.S),
    ),
    (
        "reject_tracked",
        re.compile(r"reject tracked (?P<kinds>.+?) of (?P<what>.+?)(?: in (?P<where>[^ ]+))?", re.I | re.S),
    ),
)


@lru_cache(maxsize=20_000)  # a tree of a thousand versions says each note several times a turn
def said_note(note: str, words: Words) -> str:
    """What made a version, or what undo would take back, in the words of the window; a note that a person
    wrote as it is."""
    for form, pattern in _NOTES:
        match = pattern.fullmatch(note.strip())
        if match is None:
            continue
        found = match.groupdict()
        what = found.get("what") or ""
        if form in ("accept", "reject", "set_aside"):
            what = ", ".join(said_title(one, words) for one in what.split(", "))
        if form.endswith("_tracked") and found["where"]:
            return words(f"note.{form}_at", what=what, where=found["where"])
        return words(f"note.{form}", what=what, number=found.get("number") or "")
    return note


def said_step(text: str, words: Words) -> str:
    """The menu text of undo or redo ("Undo accept: delete 12.7") in the words of the window; "" as it is."""
    for start, key in (("Undo ", "note.undo"), ("Redo ", "note.redo")):
        rest = text.removeprefix(start)
        if rest != text:
            said = said_note(rest, words)
            return words(key, what=said[:1].lower() + said[1:])
    return text
