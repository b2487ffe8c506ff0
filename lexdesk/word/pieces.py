"""The pieces of a paragraph: stretches of equal formatting and equal revision state."""

from collections.abc import Mapping, Sequence

from lexdesk.text.spans import Span
from lexdesk.word.atoms import Atom, Walk
from lexdesk.word.flow import Place
from lexdesk.word.model import Piece
from lexdesk.word.names import AUTHOR, DEL, ID, INS, MOVE_FROM, MOVE_TO, RPR, Element, child, w
from lexdesk.word.revisions import CHANGE_NAMES
from lexdesk.word.styles import Look, Styles

_FOOTNOTE = w("footnoteReference")


class Pieces:
    """Makes pieces. ``ids`` names the revision of each tracked change, ``marks`` the mark of each note."""

    def __init__(
        self, styles: Styles, ids: Mapping[Element, str], marks: Mapping[tuple[str, str], str]
    ) -> None:
        self._styles, self._ids, self._marks = styles, ids, marks

    def of(self, place: Place, walk: Walk, style: str, shaded: bool) -> tuple[Piece, ...]:
        """The pieces of one paragraph; ``shaded``: white letters may show on its ground."""
        made: list[Piece] = []
        texts: list[str] = []  # of the stretch that is open
        last: tuple[Element | None, bool, Look] | None = None
        start = 0
        run: Element | None = None
        look = Look()
        for atom in walk.atoms:
            if not atom.text and atom.role != "note":
                continue
            if atom.run is not run:
                run = atom.run
                look = self._styles.run_look(child(run, RPR), style)
            change = strongest((*place.outer, *atom.changes)) if atom.changes or place.outer else None
            now = (change, atom.start >= 0, look)
            if atom.role == "note":
                if last is not None:
                    made.append(self._piece("".join(texts), last, start, shaded))
                    texts.clear()
                    last = None
                made.append(self._piece("", now, atom.start, shaded, self._mark(atom)))
                continue
            if now != last:
                if last is not None:
                    made.append(self._piece("".join(texts), last, start, shaded))
                    texts.clear()
                last, start = now, atom.start
            texts.append(atom.text)
        if last is not None:
            made.append(self._piece("".join(texts), last, start, shaded))
        return tuple(made)

    def _mark(self, atom: Atom) -> str:
        kind = "footnote" if atom.node.tag == _FOOTNOTE else "endnote"
        return self._marks.get((kind, atom.node.get(ID, "")), "")

    def _piece(
        self, text: str, state: tuple[Element | None, bool, Look], start: int, shaded: bool, note: str = ""
    ) -> Piece:
        change, current, look = state
        return Piece(
            text=text,
            change="" if change is None else CHANGE_NAMES[change.tag],
            revision="" if change is None else self._ids.get(change, ""),
            author="" if change is None else change.get(AUTHOR, ""),
            current=Span(start, start + len(text)) if current else None,
            bold=look.bold,
            italic=look.italic,
            underline=look.underline,
            superscript=look.superscript,
            hidden=look.vanish or look.size <= 2 or (look.white and not (look.shaded or shaded)),
            note=note,
        )


def strongest(changes: Sequence[Element]) -> Element | None:
    """The change by which text is shown: a removal before an addition, the inner before the outer."""
    for tags in ((DEL,), (MOVE_FROM,), (MOVE_TO,), (INS,)):
        for change in reversed(changes):
            if change.tag in tags:
                return change
    return None
