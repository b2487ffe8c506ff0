"""Two versions of a document as one redline: the net difference, with the records behind each change."""

from collections.abc import Sequence

from lexdesk.assistant.documents import in_pane, paragraph_view
from lexdesk.assistant.history_views import Comparison
from lexdesk.assistant.views import ChangeCard, ChangeItem, DocumentView, OutlineRow, ParagraphView
from lexdesk.matter.records import EditOpRow
from lexdesk.matter.stores import Reader
from lexdesk.review.alignment import Line, align_versions
from lexdesk.review.comparing import RedlineParagraph, RedlinePiece, redline_paragraph
from lexdesk.review.lineage import Hunk, Lineage
from lexdesk.review.structure import Structure, Structures
from lexdesk.word.model import Paragraph


def comparison(
    reader: Reader, structures: Structures, lineage: Lineage, from_version: int, to_version: int
) -> Comparison:
    """``to_version`` as a redline against ``from_version``, of any two branches of one document. Each changed
    paragraph is a change "net:1", "net:2" in order, with the last record behind it where one version descends
    from the other. One that was moved is gone at its old place and new at the other; what stands between is
    no change. Raises the matter's ``NotFound``."""
    older, newer = reader.versions.get(from_version), reader.versions.get(to_version)
    before, after = structures.of(from_version), structures.of(to_version)
    behind = _behind(lineage, from_version, to_version)
    old = [Line(block.key, block.text) for block in before.blocks]
    new = [Line(block.key, block.text) for block in after.blocks]
    shown: list[ParagraphView] = []
    items: list[ChangeItem] = []
    cards: list[ChangeCard] = []
    for i, j in align_versions(old, new, lineage.moved(from_version, to_version)):
        was = before.paragraphs[old[i].key] if i is not None else None
        now = after.paragraphs[new[j].key] if j is not None else None
        drawn = _drawn(was, now, f"net:{len(items) + 1}")
        if drawn is None or not in_pane(drawn):
            continue
        shown.append(paragraph_view(drawn))
        if drawn.change_ids:
            label = _label(before, after, was, now)
            item, card = _change(drawn, label, was, now, behind)
            items.append(item)
            cards.append(card)
    view = DocumentView(
        document_id=newer.document_id,
        name=reader.documents.get(newer.document_id).name,
        version_id=newer.id,
        version_number=newer.number,
        parent_number=older.number,
        branch="",
        paragraphs=tuple(shown),
        changes=tuple(items),
        outline=_outline(after, shown),
    )
    return Comparison(view, older.number, newer.number, tuple(cards))


def _behind(lineage: Lineage, from_version: int, to_version: int) -> dict[str, Hunk]:
    """The last record of each paragraph between two versions of one line; empty for two branches."""
    if all(row.id != from_version for row in lineage.chain(to_version)):
        return {}
    return {hunk.change.paragraph_key: hunk for hunk in lineage.hunks(to_version, from_version)}


def _drawn(was: Paragraph | None, now: Paragraph | None, name: str) -> RedlineParagraph | None:
    if was is None and now is not None:
        return _whole(now, "ins", name)
    if now is None and was is not None:
        return _whole(was, "del", name)
    if was is None or now is None:
        return None
    if was.text == now.text:
        return _settled(now, ())
    op = EditOpRow(0, "replace", was.key, 0, len(was.text), was.text, now.text, "", "", "")
    drawn = redline_paragraph(was, [(name, op)])
    return _settled(now, tuple(piece for piece in drawn.pieces if _stands(piece, name)), name)


def _settled(paragraph: Paragraph, pieces: Sequence[RedlinePiece], name: str = "") -> RedlineParagraph:
    """A paragraph whose own tracked changes count as made: only what differs is marked."""
    if not name:
        held = [piece for piece in paragraph.pieces if piece.current is not None]
        return RedlineParagraph(
            paragraph.key, paragraph, tuple(RedlinePiece(piece.text, "", "", piece) for piece in held)
        )
    marked = tuple(
        piece if piece.change_id == name else RedlinePiece(piece.text, "", "", piece.source)
        for piece in pieces
    )
    return RedlineParagraph(paragraph.key, paragraph, marked, "", (name,))


def _stands(piece: RedlinePiece, name: str) -> bool:
    return piece.change_id == name or piece.source.current is not None


def _whole(paragraph: Paragraph, change: str, name: str) -> RedlineParagraph | None:
    held = [piece for piece in paragraph.pieces if piece.current is not None and piece.text]
    if not held:
        return None
    pieces = tuple(RedlinePiece(piece.text, change, name, piece) for piece in held)
    return RedlineParagraph(paragraph.key, paragraph, pieces, change, (name,))


def _label(before: Structure, after: Structure, was: Paragraph | None, now: Paragraph | None) -> str:
    return after.place_label(now.key) if now is not None else before.place_label(was.key) if was else ""


def _change(
    drawn: RedlineParagraph,
    label: str,
    was: Paragraph | None,
    now: Paragraph | None,
    behind: dict[str, Hunk],
) -> tuple[ChangeItem, ChangeCard]:
    name = drawn.change_ids[0]
    kind = "insert" if was is None else "delete" if now is None else "replace"
    keys = [one.key for one in (now, was) if one is not None]
    hunk = next((behind[key] for key in keys if key in behind), None)
    row = hunk.change if hunk is not None else None
    removed = was.text if was is not None else ""
    added = now.text if now is not None else ""
    title = {"insert": "insertion", "delete": "deletion"}.get(kind, "change")
    title = (
        f"change {label or 'unnumbered text'}"
        if kind == "replace"
        else f"{title} in {label}"
        if label
        else title
    )
    item = ChangeItem(
        id=name,
        kind=kind,
        origin="ours",
        author=row.decided_by if row is not None else "",
        at=row.at if row is not None else "",
        label=label,
        summary=(row.instruction if row is not None else "") or (added or removed)[:120],
        state="compared",
        paragraph_key=drawn.key,
        edit_id=row.edit_id if row is not None else None,
    )
    card = ChangeCard(
        change_id=name,
        edit_id=None,
        title=title,
        state="compared",
        instruction=row.instruction if row is not None else "",
        explanation=row.explanation if row is not None else "",
        author=item.author,
        model="",
        at=item.at,
        removed=removed,
        added=added,
        advisories=(),
        lines=(),
        pins=(),
    )
    return item, card


def _outline(structure: Structure, shown: Sequence[ParagraphView]) -> tuple[OutlineRow, ...]:
    keys = {paragraph.key for paragraph in shown}
    return tuple(
        OutlineRow(section.label, section.heading, section.depth, section.first_block, 0)
        for section in structure.tree.sections
        if section.kind != "definition"
        and (section.depth <= 1 or section.heading)
        and section.first_block in keys
    )
