"""The document with staged edits drawn over it: pieces of equal look, each with the change it belongs to."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from lexdesk.matter.records import EditOpRow, EditRow
from lexdesk.review.resolution import is_move, moved_key
from lexdesk.review.structure import Structure
from lexdesk.text.worddiff import word_diff
from lexdesk.word.model import Paragraph, Piece


@dataclass(frozen=True)
class RedlinePiece:
    """A stretch of one look. ``change`` with ``change_id`` ("edit:12" staged, "rev:r3" tracked in the
    file), "" for settled text. ``source`` holds its formatting."""

    text: str
    change: str
    change_id: str
    source: Piece


@dataclass(frozen=True)
class RedlineParagraph:
    """A paragraph as it is shown. ``paragraph`` gives label and layout; for a paragraph that a staged edit
    adds, those of the one it is modelled on. ``mark_change``: "ins" or "del" of the whole paragraph."""

    key: str
    paragraph: Paragraph
    pieces: tuple[RedlinePiece, ...]
    mark_change: str = ""
    change_ids: tuple[str, ...] = ()


def redline(structure: Structure, edits: Iterable[EditRow]) -> list[RedlineParagraph]:
    """Every paragraph of the version in order, with the staged edits as changes.

    An edit that does not fit the version (an operation whose old text is not there) is left out whole.
    """
    by_key: dict[str, list[tuple[str, EditOpRow]]] = {}
    for edit in edits:
        if fits(structure, edit.ops):
            for op in edit.ops:
                by_key.setdefault(op.paragraph_key, []).append((f"edit:{edit.id}", op))
                if is_move(op):
                    at = replace(op, op=op.op.replace("move", "insert"), like_key=op.paragraph_key)
                    at = replace(at, new_key=moved_key(op.paragraph_key), paragraph_key=op.like_key)
                    by_key.setdefault(op.like_key, []).append((f"edit:{edit.id}", at))
    shown: list[RedlineParagraph] = []
    for paragraph in structure.document.paragraphs:
        ops = by_key.get(paragraph.key, [])
        shown += [_inserted(structure, paragraph, name, op) for name, op in ops if op.op == "insert_before"]
        shown.append(redline_paragraph(paragraph, ops))
        shown += [_inserted(structure, paragraph, name, op) for name, op in ops if op.op == "insert_after"]
    return shown


def fits(structure: Structure, ops: Sequence[EditOpRow]) -> bool:
    """True if every operation's paragraph stands in the version with the old text at its place."""
    for op in ops:
        text = structure.text(op.paragraph_key)
        if text is None or (text[op.start : op.end] != op.old_text and not op.op.startswith("insert")):
            return False
        if is_move(op) and not structure.has(op.like_key):
            return False
    return True


def redline_paragraph(paragraph: Paragraph, ops: Sequence[tuple[str, EditOpRow]]) -> RedlineParagraph:
    """One paragraph with the operations on its own text; ``ops`` are pairs of change id and operation."""
    deleted = next((name for name, op in ops if op.op == "delete_paragraph" or is_move(op)), "")
    cuts: list[tuple[int, int, str, str]] = []  # start, end, new text, change id
    for name, op in ops:
        if op.op == "replace":
            cuts += [
                (op.start + a, op.start + b, new, name) for a, b, new in _hunks(op.old_text, op.new_text)
            ]
    cuts.sort(key=lambda cut: (cut[0], cut[1]))
    pieces: list[RedlinePiece] = []
    for piece in paragraph.pieces:
        tracked = f"rev:{piece.revision}" if piece.change else ""
        if deleted and piece.current is not None:
            pieces.append(RedlinePiece(piece.text, "del", deleted, piece))
        elif piece.current is None or not cuts:
            pieces.append(RedlinePiece(piece.text, piece.change, tracked, piece))
        else:
            cuts = _split(piece, tracked, cuts, pieces)
    last = paragraph.pieces[-1] if paragraph.pieces else Piece("")
    pieces += [RedlinePiece(new, "ins", name, _plain(last, new)) for _, _, new, name in cuts if new]
    ids = dict.fromkeys(piece.change_id for piece in pieces if piece.change_id)
    if deleted:
        ids[deleted] = None
    if paragraph.mark_change and paragraph.mark_revision:
        ids[f"rev:{paragraph.mark_revision}"] = None
    mark = "del" if deleted else paragraph.mark_change
    return RedlineParagraph(paragraph.key, paragraph, tuple(p for p in pieces if p.text), mark, tuple(ids))


def _hunks(old: str, new: str) -> Iterable[tuple[int, int, str]]:
    """Differing stretches: start and end in ``old``, and the words that replace them."""
    start = end = 0
    words = ""
    for op in word_diff(old, new):
        if op.kind == "equal":
            if end > start or words:
                yield start, end, words
            start = end = op.old.end
            words = ""
        else:
            end = op.old.end
            words += new[op.new.start : op.new.end]
    if end > start or words:
        yield start, end, words


def _split(
    piece: Piece, tracked: str, cuts: list[tuple[int, int, str, str]], pieces: list[RedlinePiece]
) -> list[tuple[int, int, str, str]]:
    """Append the piece cut at the changes that fall into it; what of the changes is left for later pieces."""
    span = piece.current
    if span is None or len(piece.text) != span.end - span.start:
        pieces.append(RedlinePiece(piece.text, piece.change, tracked, piece))
        return cuts
    at = span.start

    def text(a: int, b: int) -> str:
        return piece.text[a - span.start : b - span.start]

    left: list[tuple[int, int, str, str]] = []
    for start, end, new, name in cuts:
        if start >= span.end and not (start == end == span.end == span.start):
            left.append((start, end, new, name))
            continue
        stop = min(end, span.end)
        if start > at:
            pieces.append(RedlinePiece(text(at, start), piece.change, tracked, piece))
            at = start
        if stop > at:
            pieces.append(RedlinePiece(text(at, stop), "del", name, piece))
            at = stop
        if end > span.end:
            left.append((span.end, end, new, name))
        elif new:
            pieces.append(RedlinePiece(new, "ins", name, _plain(piece, new)))
    if at < span.end:
        pieces.append(RedlinePiece(text(at, span.end), piece.change, tracked, piece))
    return left


def _plain(piece: Piece, text: str) -> Piece:
    """The look that new words take: that of the piece they stand in, without its revision or note mark."""
    return replace(piece, text=text, change="", revision="", author="", current=None, note="")


def _inserted(structure: Structure, anchor: Paragraph, name: str, op: EditOpRow) -> RedlineParagraph:
    model = structure.paragraphs.get(op.like_key, anchor)
    look = _plain(model.pieces[0], op.new_text) if model.pieces else Piece(op.new_text)
    pieces = (RedlinePiece(op.new_text, "ins", name, look),)
    return RedlineParagraph(
        op.new_key, replace(model, key=op.new_key, label="", label_path=""), pieces, "ins", (name,)
    )
