"""What a change is called and where it stands, in the words of the window.

The desk says them in English ("delete 12.7", "insertion in 4.2"). Known forms are said anew in the language
of the window; any other title is shown as it came.
"""

from lexdesk.assistant.views import DocumentView
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
