"""Words that Word does not show a reader: hidden, white on white, or of a size nobody can read."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from lexdesk.text.spans import Span
from lexdesk.word.model import FileWarning, Paragraph

_NAMED = 5


def concealed_words(paragraph: Paragraph) -> list[str]:
    """The concealed words, stretch by stretch, tracked ones included."""
    groups = groupby((piece for piece in paragraph.pieces if piece.text), key=lambda piece: piece.hidden)
    return ["".join(piece.text for piece in group) for hidden, group in groups if hidden]


def concealed_spans(paragraph: Paragraph) -> Iterator[Span]:
    """Where the concealed stretches of the current text stand, in code points of ``Paragraph.text``."""
    pieces = (piece for piece in paragraph.pieces if piece.current is not None and piece.text)
    for hidden, group in groupby(pieces, key=lambda piece: piece.hidden):
        spans = [piece.current for piece in group if piece.current is not None]
        if hidden:
            yield Span(spans[0].start, spans[-1].end)


def warning_of(paragraphs: Iterable[Paragraph]) -> FileWarning | None:
    """``concealed``: how many stretches of words a reader does not see, with the first of them; or None."""
    found = [
        f"“{words.strip()[:80]}” in {_where(paragraph)}"
        for paragraph in paragraphs
        for words in concealed_words(paragraph)
        if words.strip()
    ]
    if not found:
        return None
    more = f"; and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
    return FileWarning(
        "concealed",
        f"Word does not show {len(found)} passage{'' if len(found) == 1 else 's'} of this document (hidden, "
        f"white or tiny text), yet they count as its text here: {'; '.join(found[:_NAMED])}{more}.",
    )


def _where(paragraph: Paragraph) -> str:
    label = paragraph.label_path or paragraph.label
    lead = paragraph.text if len(paragraph.text) <= 40 else f"{paragraph.text[:40]}…"
    return label or f"“{lead}”"
