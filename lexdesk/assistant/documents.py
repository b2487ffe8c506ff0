"""Builds the document view: the version's paragraphs with tracked and staged changes, in reading order."""

from collections.abc import Sequence

from lexdesk.assistant.views import ChangeItem, DocumentView, OutlineRow, ParagraphView, PieceView
from lexdesk.matter.records import EditRow
from lexdesk.matter.stores import Reader
from lexdesk.review.comparing import RedlineParagraph, RedlinePiece, redline
from lexdesk.review.recording import edit_title
from lexdesk.review.structure import Structure, Structures

_MAIN_PARTS = ("word/document.xml",)
_KINDS = {
    "ins": "insert",
    "del": "delete",
    "move": "move",
    "format": "format",
    "row_ins": "insert",
    "row_del": "delete",
}


def document_view(
    reader: Reader, structures: Structures, document_id: int, version_id: int | None = None
) -> DocumentView:
    """The version (default: the head) as it is shown. Staged edits are drawn only on the head."""
    head = reader.documents.head(document_id)
    version = head if version_id is None else reader.versions.get(version_id)
    structure = structures.of(version.id)
    edits = reader.edits.list(document_id, "staged") if version.id == head.id else []
    shown = [item for item in redline(structure, edits) if in_pane(item)]
    changes = _changes(reader, structure, shown, edits)
    numbers = {row.id: row.number for row in reader.versions.list(document_id)}
    branch = reader.documents.branch(reader.documents.get(document_id).current_branch)
    return DocumentView(
        document_id=document_id,
        name=reader.documents.get(document_id).name,
        version_id=version.id,
        version_number=version.number,
        parent_number=numbers.get(version.parent_id) if version.parent_id is not None else None,
        branch=branch.name,
        paragraphs=tuple(paragraph_view(item) for item in shown),
        changes=changes,
        outline=_outline(reader, structure, edits),
    )


def in_pane(item: RedlineParagraph) -> bool:
    """Whether the document pane shows this paragraph: body and notes, no headers."""
    part = item.paragraph.part
    return part in _MAIN_PARTS or "footnotes" in part or "endnotes" in part


def paragraph_view(item: RedlineParagraph) -> ParagraphView:
    """A paragraph of a redline as the window shows it."""
    paragraph = item.paragraph
    table = paragraph.table
    return ParagraphView(
        key=item.key,
        label=paragraph.label or paragraph.label_shown,
        pieces=tuple(_piece(piece) for piece in item.pieces),
        heading_level=paragraph.outline_level,
        indent=paragraph.indent,
        first_line=paragraph.first_line,
        alignment=paragraph.alignment,
        table=(table.table, table.row, table.column, table.columns) if table is not None else None,
        note_mark=paragraph.note_mark,
        change_ids=item.change_ids,
        mark_change=item.mark_change,
    )


def _piece(piece: RedlinePiece) -> PieceView:
    look = piece.source
    return PieceView(
        text=piece.text,
        change=piece.change,  # type: ignore[arg-type]
        change_id=piece.change_id,
        bold=look.bold,
        italic=look.italic,
        underline=look.underline,
        superscript=look.superscript or bool(look.note),
        concealed=look.hidden,
    )


def _changes(
    reader: Reader, structure: Structure, shown: Sequence[RedlineParagraph], edits: Sequence[EditRow]
) -> tuple[ChangeItem, ...]:
    """One item for each change, where it first stands."""
    ours = {row.created_by for row in reader.versions.list(edits[0].document_id)} if edits else set()
    ours.add(reader.matter.info().author)
    revisions = {f"rev:{row.id}": row for row in structure.document.revisions}
    staged = {f"edit:{row.id}": row for row in edits}
    items: dict[str, ChangeItem] = {}
    for paragraph in shown:
        for name in paragraph.change_ids:
            if name in items:
                continue
            label = structure.place_label(paragraph.key) or paragraph.paragraph.label
            if name in staged:
                edit = staged[name]
                items[name] = ChangeItem(
                    id=name,
                    kind="delete"
                    if edit.kind.startswith("delete")
                    else ("insert" if edit.kind == "insert" else "replace"),
                    origin="staged",
                    author=edit.created_by,
                    at=edit.created_at,
                    label=edit.section_label or label,
                    summary=edit_title(edit),
                    state="staged",
                    paragraph_key=paragraph.key,
                    edit_id=edit.id,
                )
            elif name in revisions:
                row = revisions[name]
                own = row.author in ours
                items[name] = ChangeItem(
                    id=name,
                    kind=_KINDS.get(row.kind, row.kind),
                    origin="ours" if own else "theirs",
                    author=row.author,
                    at=row.date or "no date",
                    label=label,
                    summary=row.text[:120],
                    state="accepted" if own else "tracked",
                    paragraph_key=paragraph.key,
                    edit_id=None,
                )
    return tuple(items.values())


def _outline(reader: Reader, structure: Structure, edits: Sequence[EditRow]) -> tuple[OutlineRow, ...]:
    """Sections that have a heading or stand at the top, each with the number of open warnings at it."""
    warned: dict[str, int] = {}
    for edit in edits:
        for advisory in reader.advisories.of_edit(edit.id):
            if advisory.severity == "info":
                continue
            for key in {place.paragraph_key for place in advisory.places} | {
                op.paragraph_key for op in edit.ops[:1]
            }:
                warned[key] = warned.get(key, 0) + 1
    rows = []
    for section in structure.tree.sections:
        if section.kind == "definition" or (section.depth > 1 and not section.heading):
            continue
        own = [key for key in section.blocks if _owner(structure, key) == section.id]
        rows.append(
            OutlineRow(
                label=section.label,
                heading=section.heading,
                depth=section.depth,
                key=section.first_block,
                warnings=sum(warned.get(key, 0) for key in (section.blocks if section.depth > 0 else own)),
            )
        )
    return tuple(rows)


def _owner(structure: Structure, key: str) -> str:
    section = structure.tree.of_block(key)
    return section.id if section is not None else ""
