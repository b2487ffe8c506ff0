"""What is done with a source once its whole text is stored."""

from collections.abc import Mapping
from typing import Any

from lexdesk.evidence import describing
from lexdesk.evidence.relations import ends_of_laws, suggest_relations
from lexdesk.evidence.suggest import Suggestion, bare_title
from lexdesk.matter.stores import Tx


def complete(tx: Tx, source_id: int, seen: Suggestion, fields: Mapping[str, Any], by: str) -> None:
    """Who said what of it goes on record, and what its words show of other sources, and theirs of it, is
    suggested (relations, ends of laws)."""
    describing.record_first(tx, tx.sources.get(source_id), seen, fields, by)
    for law, status, row in ends_of_laws(tx, source_id):
        if tx.sources.get(law).status == "unknown":
            describing.suggest_status(tx, law, status, row.text)
            tx.act(by, "status_suggested", f"source {law}", status=status, passage=row.id)
    suggest_relations(tx, source_id, by)


def first_words(title: str) -> str:
    """The title without its accessories, cut after a word at 40 code points."""
    bare = bare_title(title)
    short = ""
    for word in bare.split():
        if len(short) + len(word) > 40:
            break
        short = f"{short} {word}".strip()
    return short.rstrip(",;:") or bare[:40]
