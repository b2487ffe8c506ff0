"""Old text that differs from a document only by look-alike signs: where it stands, and the edit as meant."""

from lexdesk.text.normalise import normalise, normalised
from lexdesk.text.spans import Span
from lexdesk.text.worddiff import word_diff


def near_spans(text: str, words: str) -> list[Span]:
    """Where ``words`` stand in ``text`` if quotes, dashes, blanks and the like are taken as equal (see
    :mod:`lexdesk.text.normalise`); in code points of ``text``, overlapping ones too."""
    view, wanted = normalise(text), normalised(words)
    found: list[Span] = []
    at = view.text.find(wanted) if wanted else -1
    while at >= 0:
        found.append(view.original(at, at + len(wanted)))
        at = view.text.find(wanted, at + 1)
    return found


def first_difference(there: str, given: str) -> tuple[int, str, str]:
    """Offset of the first differing code point, with its name on both sides ("U+201C", "nothing more")."""
    index = next(
        (i for i, (a, b) in enumerate(zip(there, given, strict=False)) if a != b),
        min(len(there), len(given)),
    )
    return index, _code_point(there, index), _code_point(given, index)


def _code_point(text: str, index: int) -> str:
    return f"U+{ord(text[index]):04X}" if index < len(text) else "nothing more"


def mended(true: str, old: str, new: str) -> str:
    """``new`` with every character that the edit from ``old`` does not touch as it stands in ``true``.

    ``true`` and ``old`` must have one normal form.
    """
    folded_true, folded_old = normalise(true), normalise(old)
    out: list[str] = []
    at = 0
    for op in word_diff(folded_old.text, normalised(new)):
        if op.kind == "equal":
            span = folded_true.original(op.old.start, op.old.end)
            out.append(true[min(at, span.start) if not _dropped(true[at : span.start]) else at : span.end])
            at = span.end
        elif op.kind == "delete":
            at = folded_true.original(op.old.start, op.old.end).end
        else:
            out.append(_as_written(new, normalised(new), op.new))
    out.append(true[at:])
    return "".join(out)


def _dropped(text: str) -> bool:
    """True for signs that normalisation drops: they belong to the text that is kept."""
    return bool(text) and not normalised(text)


def _as_written(new: str, folded: str, span: Span) -> str:
    view = normalise(new)
    where = view.original(span.start, span.end)
    return new[where.start : where.end] if view.text == folded else folded[span.start : span.end]
