"""The four looks of a redline: which pieces and paragraphs each of them shows, and how."""

from typing import Literal

from lexdesk.assistant.views import ParagraphView, PieceView

Look = Literal["markup", "simple", "clean", "original"]
LOOKS: tuple[Look, ...] = ("markup", "simple", "clean", "original")
_GOES = ("del", "move_from")
_COMES = ("ins", "move_to")


def piece_shown(piece: PieceView, look: Look) -> bool:
    """True if this look shows the piece at all."""
    if look == "markup":
        return True
    if look == "original":
        return piece.change not in _COMES
    return piece.change not in _GOES


def paragraph_shown(paragraph: ParagraphView, look: Look) -> bool:
    """False for a paragraph that this look has as not there: deleted with its mark, or not yet inserted."""
    if look == "markup" or not paragraph.mark_change:
        return True
    gone = _COMES if look == "original" else _GOES
    if paragraph.mark_change not in gone:
        return True
    return any(piece.text and piece_shown(piece, look) for piece in paragraph.pieces)


def marked(look: Look) -> bool:
    """True if the look colours and strikes changes."""
    return look == "markup"


def barred(look: Look) -> bool:
    """True if the look has bars in the margin."""
    return look in ("markup", "simple")
