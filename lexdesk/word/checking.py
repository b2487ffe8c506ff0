"""What every edit must be before it is written: at its place, of characters a file can hold, minimal."""

from lexdesk.text.worddiff import word_diff
from lexdesk.word.errors import EditRefused
from lexdesk.word.model import Replace

STALE = "Read the clause again and make the edit anew."


def check_replace(edit: Replace, text: str) -> None:
    """Refuse an edit whose old words do not stand at its place, or that changes nothing."""
    if not 0 <= edit.start <= edit.end:
        raise EditRefused(
            "bad_edit", "The edit's offsets are not a span.", "", key=edit.key, position=edit.start
        )
    if edit.end > len(text) or text[edit.start : edit.end] != edit.old:
        there = text[edit.start : edit.end]
        raise EditRefused(
            "not_exact",
            f"The paragraph does not read “{edit.old[:60]}” at that place.",
            STALE,
            key=edit.key,
            position=edit.start + first_difference(there, edit.old),
        )
    if edit.old == edit.new:
        raise EditRefused(
            "no_change", "Old and new text are the same.", "", key=edit.key, position=edit.start
        )
    check_characters(edit.new, edit.key)


def minimal_changes(edit: Replace) -> list[tuple[int, int, str, tuple[int, int]]]:
    """The minimal changes of one edit: (start, end, new text, span of the whole edit)."""
    found: list[tuple[int, int, str, tuple[int, int]]] = []
    wanted = (edit.start, edit.end)
    for op in word_diff(edit.old, edit.new):
        if op.kind == "equal":
            continue
        start, end = edit.start + op.old.start, edit.start + op.old.end
        new = edit.new[op.new.start : op.new.end]
        if "\n" in new:
            raise EditRefused(
                "newline",
                "The new text would add a line break to the paragraph.",
                "Keep its line breaks, or insert a paragraph.",
                key=edit.key,
                position=start,
            )
        if found and op.kind == "insert" and found[-1][1] == start and not found[-1][2]:
            found[-1] = (found[-1][0], start, new, wanted)
        else:
            found.append((start, end, new, wanted))
    return found


def check_characters(text: str, key: str) -> None:
    """Refuse characters that XML cannot hold: control characters and lone surrogates."""
    for position, c in enumerate(text):
        number = ord(c)
        if (number < 0x20 and c not in "\t\n") or 0xD800 <= number < 0xE000 or number in (0xFFFE, 0xFFFF):
            raise EditRefused(
                "bad_character",
                f"The new text holds a character (U+{number:04X}) that a Word file cannot hold.",
                "Remove it.",
                key=key,
                position=position,
            )


def first_difference(one: str, other: str) -> int:
    """Offset of the first code point in which two texts differ."""
    for position, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return position
    return min(len(one), len(other))
