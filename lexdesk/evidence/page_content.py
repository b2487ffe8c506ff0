"""A first look at the drawing orders of a page: can it hide anything at all?

Most pages of most files hold black text and nothing else. To see that costs a tenth of looking at every
drawing and every letter, which ``concealed`` does for the rest. Whatever is not plain counts as "may be".
"""

import re
from dataclasses import dataclass
from typing import Any

from lexdesk.evidence.engine import pymupdf

# Operators of ISO 32000-2, annex A. One inside a string is taken for one, too: that costs time, no more.
_OPERATOR = re.compile(rb"[\s\]>)](?:([fFbB]\*?|sh|Do|BI)|(Tr|gs|scn?|SCN?|cs|CS)|(rg|g|k))(?=[\s/\[<(]|\Z)")
_LIGHT = 0.94
_MOST_RESOURCES = 1000


@dataclass(frozen=True)
class Survey:
    """``covers``: something is filled or placed, which may lie over words; ``tints``: text may be drawn in
    white, unseen, or see-through."""

    covers: bool
    tints: bool


_ANYTHING = Survey(True, True)


def survey(sheet: Any, drawn_fonts: dict[str, bool]) -> Survey:
    """Look at a loaded page. Whoever draws letters by programs of their own (Type 3 fonts) may draw boxes:
    ``drawn_fonts`` keeps which resources of the file hold such fonts, since most pages share theirs."""
    if sheet.first_annot or sheet.first_widget or _has_drawn_fonts(sheet, drawn_fonts):
        return _ANYTHING
    content = sheet.read_contents()
    covers = tints = False
    for found in _OPERATOR.finditer(content):
        fills, looks, colour = found.groups()
        if fills:
            covers = True
            tints = tints or fills == b"Do"  # a form may hold text
        elif looks or _is_light(content[max(0, found.start() - 60) : found.start()], colour):
            tints = True
        if covers and tints:
            return _ANYTHING
    return Survey(covers, tints)


def _has_drawn_fonts(sheet: Any, known: dict[str, bool]) -> bool:
    kind, resources = sheet.parent.xref_get_key(sheet.xref, "Resources")
    named = resources if kind in {"xref", "dict"} else ""  # else they come from further up
    found = known.get(named) if named else None
    if found is None:
        found = any(font[2] == "Type3" for font in sheet.get_fonts())
        if named and len(known) < _MOST_RESOURCES:
            known[named] = found
    return found


def _is_light(before: bytes, operator: bytes) -> bool:
    count = {b"g": 1, b"rg": 3, b"k": 4}[operator]
    try:
        values = [float(value) for value in before.split()[-count:]]
    except ValueError:
        return True
    if len(values) < count:
        return True
    return max(values) <= 1 - _LIGHT if operator == b"k" else min(values) >= _LIGHT


class Drawn:
    """What a page draws, in order: ``kinds`` ("fill-path", "fill-text" and so on, as PyMuPDF calls them) and
    the box of each, in the engine's frame."""

    def __init__(self) -> None:
        self.kinds: list[str] = []
        self.boxes: list[Any] = []

    def append(self, drawn: tuple[str, Any]) -> None:
        """One more; its box is made numbers of only when somebody asks for it."""
        self.kinds.append(drawn[0])
        self.boxes.append(drawn[1])

    def places(self, *kinds: str) -> list[int]:
        """Where in the order things of these kinds are drawn."""
        return [at for at, kind in enumerate(self.kinds) if kind in kinds]

    def box(self, at: int) -> tuple[float, float, float, float]:
        """The box of what is drawn there."""
        box = self.boxes[at]
        return box if isinstance(box, tuple) else (box.x0, box.y0, box.x1, box.y1)


class _Log(pymupdf.JM_new_bbox_device_Device):  # type: ignore[misc]
    """PyMuPDF's own log of boxes, but for text: a page has much of it, and its boxes are seldom needed."""

    def fill_text(self, _: Any, text: Any, matrix: Any, *more: Any) -> None:
        self.result.append(("fill-text", pymupdf.mupdf.ll_fz_bound_text(text, None, matrix)))

    def ignore_text(self, *_: Any) -> None:
        self.result.append(("ignore-text", None))

    def stroke_path(self, *_: Any) -> None:
        self.result.append(("stroke-path", None))


def drawn_on(sheet: Any) -> Drawn:
    """Run through a loaded page without drawing it."""
    drawn = Drawn()
    turned = sheet.rotation
    if turned:
        sheet.set_rotation(0)
    device = _Log(drawn, False)
    pymupdf.mupdf.fz_run_page(sheet.this, device, pymupdf.mupdf.FzMatrix(), pymupdf.mupdf.FzCookie())
    pymupdf.mupdf.fz_close_device(device)
    if turned:
        sheet.set_rotation(turned)
    return drawn


def words_drawn(sheet: Any, boxes: list[tuple[float, float, float, float]]) -> set[int]:
    """Numbers of those boxes (in the engine's frame) in which the drawn page shows more than one colour."""
    if len(boxes) <= _ONE_BY_ONE:
        return {number for number, box in enumerate(boxes) if _shows(sheet, box)}
    scale = min(2.0, (_MOST_PIXELS / max(1.0, sheet.rect.width * sheet.rect.height)) ** 0.5)
    pixels = sheet.get_pixmap(matrix=pymupdf.Matrix(scale, scale), alpha=False)
    samples, stride, width, height = bytes(pixels.samples), pixels.stride, pixels.width, pixels.height
    seen: set[int] = set()
    for number, box in enumerate(boxes):
        core = _core(sheet, box) * pymupdf.Matrix(scale, scale)
        x0, x1 = max(0, int(core.x0)), min(width, int(core.x1) + 1)
        rows = range(max(0, int(core.y0)), min(height, int(core.y1) + 1))
        picture = b"".join(samples[y * stride + 3 * x0 : y * stride + 3 * x1] for y in rows)
        if _varied(picture):
            seen.add(number)
    return seen


_ONE_BY_ONE = 6  # boxes up to which drawing each by itself is quicker than the whole page
_MOST_PIXELS = 12_000_000


def _core(sheet: Any, box: tuple[float, float, float, float]) -> Any:
    x0, y0, x1, y1 = box
    rim_x, rim_y = 0.1 * (x1 - x0), 0.28 * (y1 - y0)
    return pymupdf.Rect(x0 + rim_x, y0 + rim_y, x1 - rim_x, y1 - rim_y) * sheet.rotation_matrix


def _shows(sheet: Any, box: tuple[float, float, float, float]) -> bool:
    pixels = sheet.get_pixmap(matrix=pymupdf.Matrix(2, 2), clip=_core(sheet, box), alpha=False)
    return _varied(bytes(pixels.samples))


def _varied(picture: bytes) -> bool:
    # No pixel at all (beyond the page) says nothing, so the word is not called hidden for it.
    return not picture or any(max(picture[c::3]) - min(picture[c::3]) > 40 for c in range(3))
