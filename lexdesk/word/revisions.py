"""Tracked changes: as they stand in the XML, and as a person counts them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from lexdesk.word.model import Change, Revision
from lexdesk.word.names import (
    ADDED,
    AUTHOR,
    CHOICE,
    DATE,
    DATE_UTC,
    DEL,
    DEL_TEXT,
    FALLBACK,
    ID,
    INS,
    M_R,
    M_T,
    MOVE_FROM,
    MOVE_TO,
    NAME,
    PPR,
    REMOVED,
    RPR,
    RUN_CHANGES,
    TRPR,
    Element,
    P,
    T,
    w,
)

Role = Literal["run", "mark", "row", "cell", "format", "other"]
CHANGE_NAMES: Mapping[str, Change] = {INS: "ins", DEL: "del", MOVE_FROM: "move_from", MOVE_TO: "move_to"}
FORMAT_CHANGES = frozenset(
    w(n)
    for n in (
        "rPrChange", "pPrChange", "sectPrChange", "tblPrChange", "tblPrExChange", "tblGridChange",
        "tcPrChange", "trPrChange", "numberingChange",
    )
)  # fmt: skip
CELL_CHANGES = frozenset((w("cellIns"), w("cellDel"), w("cellMerge")))
ALL_CHANGES = RUN_CHANGES | FORMAT_CHANGES | CELL_CHANGES
RANGE_STARTS = frozenset((w("moveFromRangeStart"), w("moveToRangeStart")))
RANGE_ENDS = frozenset((w("moveFromRangeEnd"), w("moveToRangeEnd")))
_MARKUP = frozenset(
    w(n)
    for n in (
        "bookmarkStart", "bookmarkEnd", "commentRangeStart", "commentRangeEnd", "proofErr", "permStart",
        "permEnd", "moveFromRangeStart", "moveFromRangeEnd", "moveToRangeStart", "moveToRangeEnd",
    )
)  # fmt: skip


_HOLDERS = frozenset((P, w("tr"), w("tbl")))
_TEXTS = frozenset((T, DEL_TEXT, M_T))
_BREAKS = {w("tab"): "\t", w("br"): "\n", w("cr"): "\n"}
_NUM_PR = w("numPr")


@dataclass(frozen=True, eq=False)
class RawRevision:
    """One element of tracked change. ``date`` is UTC where the file tells it, None without any date."""

    node: Element = field(repr=False)
    part: str
    role: Role
    change: Change  # "" for format and cell changes
    id: str
    author: str
    date: str | None
    move: str = ""  # name of the move it belongs to


def role_of(node: Element) -> Role:
    """What an element of tracked change marks: runs, a paragraph mark, a row, a cell, a format."""
    tag = node.tag
    if tag in FORMAT_CHANGES:
        return "format"
    if tag in CELL_CHANGES:
        return "cell"
    parent = node.getparent()
    if parent is None:
        return "other"
    if parent.tag == TRPR:
        return "row"
    if parent.tag == RPR:
        above = parent.getparent()
        return "mark" if above is not None and above.tag == PPR else "other"
    return "other" if parent.tag == _NUM_PR else "run"


def raw_revisions(root: Element, part: str) -> list[RawRevision]:
    """Every tracked change of a part in document order."""
    found: list[RawRevision] = []
    active: dict[str, str] = {}  # range id -> name, of the moves open here
    for node in root.iter(*ALL_CHANGES, *RANGE_STARTS, *RANGE_ENDS):
        tag = node.tag
        if tag in RANGE_STARTS:
            active[_side(tag) + node.get(ID, "")] = node.get(NAME, "")
            continue
        if tag in RANGE_ENDS:
            active.pop(_side(tag) + node.get(ID, ""), None)
            continue
        change = CHANGE_NAMES.get(tag, "")
        move = ""
        if tag in (MOVE_FROM, MOVE_TO):
            side = _side(tag)
            move = next((name for key, name in active.items() if key.startswith(side)), "")
            # The paragraph mark stands in the XML before the range opens inside its paragraph.
            if not move:
                move = _name_inside(node, side)
        found.append(
            RawRevision(
                node, part, role_of(node), change, node.get(ID, ""), node.get(AUTHOR, ""), date_of(node), move
            )
        )
    return found


def _side(tag: str) -> str:
    return "from:" if "moveFrom" in tag else "to:"


def _name_inside(mark: Element, side: str) -> str:
    node: Element | None = mark
    while node is not None and node.tag != P:
        node = node.getparent()
    start = (
        None
        if node is None
        else node.find(f".//{w('moveFromRangeStart' if side == 'from:' else 'moveToRangeStart')}")
    )
    return "" if start is None else start.get(NAME, "")


def date_of(node: Element) -> str | None:
    """When the change was made, ISO 8601: the true instant where the file has it, else the clock time."""
    return node.get(DATE_UTC) or node.get(DATE)


def change_text(node: Element) -> str:
    """The characters of a change, without what is deleted again inside an insertion."""
    formula = node.getparent()
    if formula is not None and formula.tag == M_R:
        return "".join(text.text or "" for text in formula.iterchildren(M_T))
    out: list[str] = []
    inside = node.tag in ADDED

    def gather(parent: Element) -> None:
        for child in parent:
            tag = child.tag
            if tag in _TEXTS:
                out.append(child.text or "")
            elif tag in _BREAKS:
                out.append(_BREAKS[tag])
            elif not (inside and tag in REMOVED) and isinstance(tag, str) and tag != PPR:
                gather(child)

    gather(node)
    return "".join(out)


@dataclass
class _Group:
    kind: Literal["ins", "del", "move", "format", "row_ins", "row_del"]
    author: str
    date: str | None
    members: list[RawRevision]
    keys: list[str]
    text: str = ""


def grouped(
    raws: Sequence[RawRevision], keys_of: Mapping[Element, tuple[str, ...]]
) -> tuple[tuple[Revision, ...], dict[Element, str]]:
    """Revisions as a person counts them, and for each raw element the id of its revision.

    ``keys_of`` gives the paragraph keys for a ``w:p``, ``w:tr`` or ``w:tbl``.
    """
    groups: list[_Group] = []
    moves: dict[tuple[str, str], _Group] = {}
    last: _Group | None = None
    copies = _copies(raws)
    for raw in raws:
        if raw.node in copies:
            continue
        paragraph = _holder(raw.node)
        keys = keys_of.get(paragraph, ()) if paragraph is not None else ()
        if raw.move:
            group = moves.get((raw.author, raw.move))
            if group is None:
                group = moves[(raw.author, raw.move)] = _Group("move", raw.author, raw.date, [], [])
                groups.append(group)
            if raw.change == "move_to" and raw.role == "run":
                group.text += change_text(raw.node)
        elif last is not None and _continues(last, raw):
            group = last
            group.text += change_text(raw.node)
        else:
            group = _Group(_kind(raw), raw.author, raw.date, [], [], _text_of(raw, paragraph))
            groups.append(group)
        group.members.append(raw)
        group.keys += [key for key in keys if key not in group.keys]
        if raw.role == "run":
            last = group if not raw.move else None
        if raw.role == "mark" and paragraph is not None:
            last = group if not raw.move and not _has_content(paragraph) else None
    marks = {raw.node: raw for raw in raws if raw.role == "mark" and raw.node not in copies}
    _join_marks(groups, marks)
    revisions: list[Revision] = []
    ids: dict[Element, str] = {}
    for number, group in enumerate((g for g in groups if g.members), 1):
        name = f"r{number}"
        for member in group.members:
            ids[member.node] = name
        revisions.append(Revision(name, group.kind, group.author, group.date, tuple(group.keys), group.text))
    ids.update((node, ids[twin]) for node, twin in copies.items() if twin in ids)
    return tuple(revisions), ids


def _copies(raws: Sequence[RawRevision]) -> dict[Element, Element]:
    """Changes in the older copy of a drawing (``mc:Fallback``), each with its twin in the drawing itself.

    Both are one change to a person. Where the two branches do not hold the same changes none is joined.
    """
    branches: dict[Element, dict[str, list[RawRevision]]] = {}
    for raw in raws:
        branch = next(raw.node.iterancestors(CHOICE, FALLBACK), None)
        alternate = branch.getparent() if branch is not None else None
        if branch is not None and alternate is not None:
            branches.setdefault(alternate, {}).setdefault(branch.tag, []).append(raw)
    found: dict[Element, Element] = {}
    for sides in branches.values():
        shown, copied = sides.get(CHOICE, []), sides.get(FALLBACK, [])
        if [(r.node.tag, r.author) for r in shown] == [(r.node.tag, r.author) for r in copied]:
            found.update((copy.node, own.node) for own, copy in zip(shown, copied, strict=True))
    return found


def _text_of(raw: RawRevision, holder: Element | None) -> str:
    """The words a change is about: its own, or those of its row, cell by cell."""
    if raw.role == "run":
        return change_text(raw.node)
    if raw.role == "row" and holder is not None:
        return " | ".join(change_text(paragraph) for paragraph in holder.iter(P))
    return ""


def _join_marks(groups: list[_Group], marks: Mapping[Element, RawRevision]) -> None:
    """A change that reaches the end of its paragraph and its changed mark are one."""
    by_node = {member.node: group for group in groups for member in group.members}
    for node, raw in marks.items():
        group = by_node[node]
        paragraph = _holder(node)
        if raw.move or paragraph is None or len(group.members) != 1:
            continue
        tail = next((child for child in reversed(paragraph) if child.tag not in _MARKUP), None)
        other = by_node.get(tail) if tail is not None else None
        if other is not None and other is not group and _alike(other.members[-1], raw):
            other.members.append(raw)
            group.members.clear()


def _kind(raw: RawRevision) -> Literal["ins", "del", "move", "format", "row_ins", "row_del"]:
    if raw.role in ("row", "cell"):
        return "row_del" if raw.change == "del" or raw.node.tag == w("cellDel") else "row_ins"
    if raw.role in ("format", "other"):
        return "format"
    return "del" if raw.node.tag in REMOVED else "ins"


def _alike(one: RawRevision, other: RawRevision) -> bool:
    same_minute = (one.date or "")[:16] == (other.date or "")[:16]
    return one.change == other.change and one.author == other.author and same_minute


def _continues(group: _Group, raw: RawRevision) -> bool:
    previous = group.members[-1]
    if raw.role != "run" or previous.role != "run" or previous.move or not _alike(previous, raw):
        return False
    node = previous.node.getnext()
    while node is not None and node.tag in _MARKUP:
        node = node.getnext()
    return node is raw.node


def _has_content(paragraph: Element) -> bool:
    return any(child.tag != PPR and child.tag not in _MARKUP for child in paragraph)


def _holder(node: Element) -> Element | None:
    """The paragraph, row or table that a change belongs to."""
    at: Element | None = node
    while at is not None:
        if at.tag in _HOLDERS:
            return at
        at = at.getparent()
    return None
