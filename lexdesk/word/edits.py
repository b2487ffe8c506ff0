"""Edits handed in as text or JSON, resolved once to an exact place."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lexdesk.text.mending import first_difference, mended, near_spans
from lexdesk.text.spans import Span
from lexdesk.word.document import Document
from lexdesk.word.errors import EditRefused
from lexdesk.word.model import DeleteParagraph, InsertParagraph, Paragraph, Replace, WordEdit

_NAMED = 50
_AROUND = 40
_FORM = (
    'An edit is {"op": "replace", "old": ..., "new": ...}, {"op": "delete", "key" or "old": ...}, or '
    '{"op": "insert_after" or "insert_before", "anchor": KEY, "text": ...}; "key" names a paragraph.'
)


def found_text(
    document: Document, old: str, new: str, key: str = "", notes: list[str] | None = None
) -> WordEdit:
    """The edit of the one place that reads ``old``; a whole paragraph with no new text is deleted.

    With ``notes``, words that differ only by look-alike signs (quotes, dashes, blanks) at one place are taken
    as the document has them, and a sentence that says so is added to ``notes``.
    Raises EditRefused: not_exact when the words stand nowhere (with the first differing code point where only
    look-alike signs differ), ambiguous_anchor when they stand at several places (up to 50 are named with
    their surroundings), stale_anchor when there is no paragraph ``key``, bad_edit when ``old`` is empty.
    """
    if not old:
        raise EditRefused("bad_edit", "The words to be replaced are missing.", _FORM, key=key)
    where = "in that paragraph" if key else "in the document"
    paragraphs = list(_asked(document, key))
    places = [(p, span) for p in paragraphs for span in _occurrences(p.text, old)]
    if len(places) > 1:
        raise _ambiguous(old, f"stands at {len(places)} places {where}", places)
    if not places:
        near = [(p, span) for p in paragraphs for span in near_spans(p.text, old)]
        if not near:
            raise EditRefused(
                "not_exact", f"“{old[:60]}” does not stand {where}.", "Copy the words exactly.", key=key
            )
        if len(near) > 1:
            raise _ambiguous(old, f"is not exact, and {len(near)} places {where} come near", near)
        paragraph, span = near[0]
        true = paragraph.text[span.start : span.end]
        index, there, given = first_difference(true, old)
        differs = (
            f"at offset {span.start + index} of {_name(paragraph)} the document has {there}, "
            f"the old words have {given}"
        )
        if notes is None:
            raise EditRefused(
                "not_exact",
                f"“{old[:60]}” is not exact: {differs}. The document reads “{true}”.",
                "Copy the document's own characters, or have them taken with --mend.",
                key=paragraph.key,
                position=span.start + index,
            )
        notes.append(f"Mended: {differs}; the document's own characters were kept.")
        new, old = mended(true, old, new), true
        if new == old:
            raise EditRefused("no_change", "Old and new words are the same.", "Say what shall change.")
    else:
        paragraph, span = places[0]
    if not new and old == paragraph.text:
        return DeleteParagraph(paragraph.key, old)
    return Replace(paragraph.key, span.start, span.end, old, new)


def _ambiguous(old: str, what: str, places: Sequence[tuple[Paragraph, Span]]) -> EditRefused:
    shown = "; ".join(_in_line(paragraph, span) for paragraph, span in places[:_NAMED])
    more = f"; and {len(places) - _NAMED} more" if len(places) > _NAMED else ""
    first, span = places[0]
    return EditRefused(
        "ambiguous_anchor",
        f"“{old[:60]}” {what}: {shown}{more}.",
        "Give more of the words around it, or the paragraph's key.",
        key=first.key,
        position=span.start,
    )


def _in_line(paragraph: Paragraph, span: Span) -> str:
    """A place with up to 40 code points on each side."""
    text = paragraph.text
    before, after = text[max(0, span.start - _AROUND) : span.start], text[span.end : span.end + _AROUND]
    return f"{_name(paragraph)}, offset {span.start}: “{before}[{text[span.start : span.end]}]{after}”"


def _name(paragraph: Paragraph) -> str:
    label = paragraph.label_path or paragraph.label
    return f"{label}, paragraph {paragraph.key}" if label else f"paragraph {paragraph.key}"


def _asked(document: Document, key: str) -> Iterator[Paragraph]:
    if key and key not in document.keys:
        raise EditRefused("stale_anchor", f"There is no paragraph “{key}”.", "Read the text again.", key=key)
    for paragraph in document.paragraphs:
        if not key or paragraph.key == key:
            yield paragraph


def _occurrences(text: str, words: str) -> Iterator[Span]:
    at = text.find(words)
    while at >= 0:
        yield Span(at, at + len(words))
        at = text.find(words, at + 1)


def edits_from(document: Document, content: bytes, notes: list[str] | None = None) -> list[WordEdit]:
    """The edits of a JSON file: a list of objects; ``notes`` as for :func:`found_text`. Raises EditRefused
    with the form that is expected."""
    try:
        items = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise EditRefused("bad_edit", "The file with the edits is not JSON.", _FORM) from error
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise EditRefused("bad_edit", "The file with the edits is not a list of edits.", _FORM)
    return [_edit(document, item, number, notes) for number, item in enumerate(items, 1)]


def _edit(document: Document, item: Mapping[str, Any], number: int, notes: list[str] | None) -> WordEdit:
    said = {name: value for name, value in item.items() if isinstance(value, str)}
    start = item.get("start")
    op, key, old, new = (said.get(name, "") for name in ("op", "key", "old", "new"))
    if op == "replace":
        if key and isinstance(start, int) and not isinstance(start, bool):
            return Replace(key, start, start + len(old), old, new)
        return found_text(document, old, new, key, notes)
    if op == "delete":
        if key:
            paragraph = next((p for p in document.paragraphs if p.key == key), None)
            return DeleteParagraph(key, old or (paragraph.text if paragraph is not None else ""))
        return found_text(document, old, "", key, notes)
    if op in ("insert_after", "insert_before") and "anchor" in said and "text" in said:
        where = "after" if op == "insert_after" else "before"
        new_key = said.get("new_key", f"new{number}")
        return InsertParagraph(said["anchor"], where, said["text"], new_key, said.get("like", ""))  # type: ignore[arg-type]
    raise EditRefused("bad_edit", f"Edit {number} of the file cannot be understood.", _FORM, key=key)
