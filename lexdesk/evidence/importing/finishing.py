"""What is done with a source once its whole text is stored."""

from lexdesk.evidence import describing
from lexdesk.evidence.relations import ends_of_laws, new_relations, record_relations, seen_relations
from lexdesk.evidence.suggest import bare_title
from lexdesk.matter import Matter
from lexdesk.matter.stores import Tx


def relate(matter: Matter, source_id: int, by: str) -> None:
    """What the source's words show of others, and theirs of it, is suggested: relations, ends of laws.

    Both are sought before the write, which is made only where there is something to suggest: to look through
    the sources of a matter takes longer than others can wait for a transaction. A crash in between costs
    suggestions, no record; they can be asked for at any time.
    """
    read = matter.read()
    ends = [
        (law, status, row)
        for law, status, row in ends_of_laws(read, source_id)
        if read.sources.get(law).status == "unknown"
    ]
    seen = new_relations(read, source_id, seen_relations(read, source_id))
    if not ends and not seen:
        return

    def work(tx: Tx) -> None:
        for law, status, row in ends:
            if tx.sources.get(law).status == "unknown":
                describing.suggest_status(tx, law, status, row.text)
                tx.act(by, "status_suggested", f"source {law}", status=status, passage=row.id)
        record_relations(tx, source_id, by, seen)

    matter.write(work)


def first_words(title: str) -> str:
    """The title without its accessories, cut after a word at 40 code points."""
    bare = bare_title(title)
    short = ""
    for word in bare.split():
        if len(short) + len(word) > 40:
            break
        short = f"{short} {word}".strip()
    return short.rstrip(",;:") or bare[:40]
