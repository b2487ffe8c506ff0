"""Edits handed in as text or JSON, resolved once to an exact place."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from lexdesk.word.document import Document
from lexdesk.word.errors import EditRefused
from lexdesk.word.model import DeleteParagraph, InsertParagraph, Paragraph, Replace, WordEdit

_FORM = (
    'An edit is {"op": "replace", "old": ..., "new": ...}, {"op": "delete", "key" or "old": ...}, or '
    '{"op": "insert_after" or "insert_before", "anchor": KEY, "text": ...}; "key" names a paragraph.'
)


def found_text(document: Document, old: str, new: str, key: str = "") -> WordEdit:
    """The edit of the one place that reads ``old``; a whole paragraph with no new text is deleted.

    Raises EditRefused: not_exact when the words stand nowhere, ambiguous_anchor when they stand at several
    places (all are named), stale_anchor when there is no paragraph ``key``, bad_edit when ``old`` is empty.
    """
    if not old:
        raise EditRefused("bad_edit", "The words to be replaced are missing.", _FORM, key=key)
    places = list(_places(document, old, key))
    if not places:
        where = "in that paragraph" if key else "in the document"
        raise EditRefused(
            "not_exact", f"“{old[:60]}” does not stand {where}.", "Copy the words exactly.", key=key
        )
    if len(places) > 1:
        shown = ", ".join(f"{p.label or p.key} at {start}" for p, start in places[:8])
        more = f" and {len(places) - 8} more" if len(places) > 8 else ""
        raise EditRefused(
            "ambiguous_anchor",
            f"“{old[:60]}” stands at {len(places)} places: {shown}{more}.",
            "Give more of the words around it, or the paragraph's key.",
            key=places[0][0].key,
            position=places[0][1],
        )
    paragraph, start = places[0]
    if not new and old == paragraph.text:
        return DeleteParagraph(paragraph.key, old)
    return Replace(paragraph.key, start, start + len(old), old, new)


def _places(document: Document, old: str, key: str) -> Iterator[tuple[Paragraph, int]]:
    if key and key not in document.keys:
        raise EditRefused("stale_anchor", f"There is no paragraph “{key}”.", "Read the text again.", key=key)
    for paragraph in document.paragraphs:
        if key and paragraph.key != key:
            continue
        at = paragraph.text.find(old)
        while at >= 0:
            yield paragraph, at
            at = paragraph.text.find(old, at + 1)


def edits_from(document: Document, content: bytes) -> list[WordEdit]:
    """The edits of a JSON file: a list of objects. Raises EditRefused with the form that is expected."""
    try:
        items = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise EditRefused("bad_edit", "The file with the edits is not JSON.", _FORM) from error
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise EditRefused("bad_edit", "The file with the edits is not a list of edits.", _FORM)
    return [_edit(document, item, number) for number, item in enumerate(items, 1)]


def _edit(document: Document, item: Mapping[str, Any], number: int) -> WordEdit:
    said = {name: value for name, value in item.items() if isinstance(value, str)}
    start = item.get("start")
    op, key, old, new = (said.get(name, "") for name in ("op", "key", "old", "new"))
    if op == "replace":
        if key and isinstance(start, int) and not isinstance(start, bool):
            return Replace(key, start, start + len(old), old, new)
        return found_text(document, old, new, key)
    if op == "delete":
        if key:
            paragraph = next((p for p in document.paragraphs if p.key == key), None)
            return DeleteParagraph(key, old or (paragraph.text if paragraph is not None else ""))
        return found_text(document, old, "", key)
    if op in ("insert_after", "insert_before") and "anchor" in said and "text" in said:
        where = "after" if op == "insert_after" else "before"
        new_key = said.get("new_key", f"new{number}")
        return InsertParagraph(said["anchor"], where, said["text"], new_key, said.get("like", ""))  # type: ignore[arg-type]
    raise EditRefused("bad_edit", f"Edit {number} of the file cannot be understood.", _FORM, key=key)
