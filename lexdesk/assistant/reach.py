"""What a run can see of the matter, and why, as it is put on record when the run begins (P10)."""

from lexdesk.assistant.scope import Scope

Reach = tuple[str, int, str, str]  # kind, id, label, why in plain words


def reach_of_scope(scope: Scope, chat_id: int) -> tuple[list[Reach], str]:
    """Versions, sources and passages in reach, the sources left out, and the reason for what is in."""
    reader = scope.matter.read()
    chosen = bool(reader.chats.context(chat_id))
    why = "chosen for this chat" if chosen else "this chat sees the whole matter"
    rows: list[Reach] = []
    for document, version in scope.versions:
        row = reader.versions.get(version)
        name = f"{reader.documents.get(document).name}, version {row.number}"
        rows.append(("version", version, name, why))
    for source in reader.sources.list():
        if source.id in scope.source_ids:
            rows.append(("source", source.id, source.short_name, why))
        elif source.privileged and scope.remote:
            rows.append(("left_out", source.id, source.short_name, "privileged, and the model is remote"))
        else:
            rows.append(("left_out", source.id, source.short_name, "not chosen for this chat"))
    for number in scope.passage_ids:
        rows.append(("passage", number, reader.passages.get(number).text[:80], why))
    return rows, why
