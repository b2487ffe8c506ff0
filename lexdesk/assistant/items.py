"""Items of a list that runs inside one paragraph: "(a) ...; (b) ...; and (c) ...". No I/O."""

import re

from lexdesk.law.numerals import from_letters, from_roman, to_roman

_NAMED = re.compile(
    r"\b(?:items?|limbs?|sub-?items?|sub-?paragraphs?|sub-?clauses?|paragraphs?|points?|exceptions?|carve-?outs?|part|"
    r"representations?|warrant(?:y|ies)|conditions?|exclusions?|rights?|options?|cases?|reasons?|grounds?|duty|duties|obligations?)\s*"
    r"(?P<a>\([A-Za-z]{1,4}\))|(?P<b>\([A-Za-z]{1,4}\))\s+(?:of|in|from)\b|\d(?P<c>\([A-Za-z]{1,4}\))(?![\w(])"
    r"|^\s*\w+\s+(?P<d>\([A-Za-z]{1,4}\))",
    re.IGNORECASE,
)
_MARK = re.compile(r"(?<![\w)])\(([A-Za-z]{1,4})\)(?=\s)")
_JOIN = re.compile(r"[\s,;]*\b(and/or|and|or)\s*$")


def item_named(instruction: str) -> str:
    """The item an instruction names, as "(e)"; "" when it names none."""
    hits = list(_NAMED.finditer(instruction))
    called = next((hit["a"] for hit in hits if hit["a"]), "")  # "In 5.3(b), delete item (iii)"
    return called or next((group for hit in hits for group in hit.groups() if group), "")


def without_item(text: str, name: str, reletter: bool) -> str:
    """``text`` without the item, the words that join the list kept right; later items move up a letter
    if ``reletter``. "" when the item does not stand in a list of the text."""
    marks = _list_of(text, name.strip("()").lower())
    at = next((i for i, (mark, _start, _end) in enumerate(marks) if mark == name.strip("()").lower()), None)
    if at is None or len(marks) < 2:
        return ""
    start = marks[at][1]
    if at + 1 < len(marks):
        end = marks[at + 1][1]
        joined = _JOIN.search(text[start:end])
        left = text[:start]
        if joined and at > 0 and at + 2 == len(marks) and not _JOIN.search(left):
            # the last but one goes: its "or" now stands before the last
            left = left.rstrip() + f" {joined[1]} "
        new, moved = left + text[end:], len(left) - end
    else:
        end = _end_of_last(text, start)
        left = text[:start].rstrip()
        joined = _JOIN.search(left)
        word = joined[1] if joined else ""
        if joined:
            left = left[: joined.start()]
        left = left.rstrip(" ;,")
        new, moved = _joined_last(left, marks[:at], word) + text[end:], 0
    if reletter and at + 1 < len(marks):
        later = [(mark, start + moved) for mark, start, _end in marks[at + 1 :]]
        new = _moved_up(new, [mark for mark, _s, _e in marks], at, later)
    return new


def _list_of(text: str, wanted: str) -> list[tuple[str, int, int]]:
    """The marks of the list that holds ``wanted``, in order: mark, start, end."""
    found = [(hit[1].lower(), hit.start(), hit.end()) for hit in _MARK.finditer(text)]
    runs: list[list[tuple[str, int, int]]] = []
    for entry in found:
        for run in reversed(runs):
            if _follows(run[-1][0], entry[0], len(run)):
                run.append(entry)
                break
        else:
            if entry[0] in ("a", "i", "1"):
                runs.append([entry])
    return next((run for run in runs if any(mark == wanted for mark, _s, _e in run)), [])


def _follows(before: str, mark: str, count: int) -> bool:
    by_letter = from_letters(mark) == (from_letters(before) or -9) + 1
    by_roman = from_roman(mark) == (from_roman(before) or -9) + 1 and from_roman(mark) == count + 1
    return by_letter or by_roman


def _moved_up(text: str, marks: list[str], at: int, later: list[tuple[str, int]]) -> str:
    roman = len(marks) > 1 and from_roman(marks[0]) == 1 and from_roman(marks[1]) == 2
    for number, (mark, start) in reversed(list(enumerate(later))):
        value = at + 1 + number
        new = to_roman(value) if roman else chr(ord("a") + value - 1) if value <= 26 else mark
        old = text[start + 1 : start + 1 + len(mark)]
        if old.lower() == mark:
            text = text[: start + 1] + (new.upper() if old.isupper() else new) + text[start + 1 + len(mark) :]
    return text


def _end_of_last(text: str, start: int) -> int:
    """Where the last item ends: before the full stop of its sentence."""
    hit = re.search(r"\.(?=\s|$)|;\s*$", text[start:])
    return start + hit.start() if hit else len(text)


def _joined_last(left: str, marks: list[tuple[str, int, int]], word: str) -> str:
    """The list that remains, with "and" or "or" before what is now its last item."""
    if not word or len(marks) < 2:
        return left
    at = marks[-1][1]
    before = left[:at]
    if _JOIN.search(before):
        return left
    before = before.rstrip().rstrip(",") if len(marks) == 2 else before.rstrip()
    return f"{before} {word} {left[at:]}"
