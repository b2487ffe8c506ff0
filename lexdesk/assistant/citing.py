"""Registers what the model is shown as pins of the chat, and names each as a lawyer would cite it."""

from dataclasses import dataclass

from lexdesk.assistant.markers import marker
from lexdesk.assistant.recorder import RunRecorder
from lexdesk.assistant.tools import Place
from lexdesk.evidence.model import SearchHit
from lexdesk.matter.records import SourceRow
from lexdesk.review.cites import cite_label

ROLE_WORDS = {
    "law": "law",
    "fact": "fact",
    "other_side_fact": "other side's fact",
    "draft": "draft",
    "earlier_draft": "earlier draft, not the current wording",
    "precedent": "precedent",
    "playbook": "playbook",
    "note": "note",
    "unknown": "kind not stated",
}
STATUS_WORDS = {
    "in_force": "in force",
    "superseded": "superseded",
    "repealed": "repealed",
    "overruled": "overruled",
    "draft": "draft",
    "executed": "executed",
    "unknown": "status unknown",
}


@dataclass(frozen=True)
class Citable:
    """A registered pin with what the model reads for it."""

    pin_id: int
    name: str  # "[[pin_12]]"
    passage_id: int
    label: str
    text: str
    source: SourceRow | None  # None = the current agreement

    def line(self) -> str:
        """What stands behind the marker in a prompt: short cite, kind, text."""
        return f"{self.label}: {self.text}"


def pin_hits(recorder: RunRecorder, hits: list[SearchHit]) -> list[Citable]:
    """Each passage found becomes a pin of this chat."""
    chat, run = recorder.run.chat_id, recorder.run.id
    if not hits:
        return []
    pins = recorder.matter.write(
        lambda tx: (
            [tx.pins.register(chat, run, hit.passage_id) for hit in hits],
            tx.act(recorder.actor, "pin.register", f"chat {chat}", passages=[hit.passage_id for hit in hits]),
        )[0]
    )
    reader = recorder.matter.read()
    out = []
    for pin, hit in zip(pins, hits, strict=True):
        passage = reader.passages.get(hit.passage_id)
        source = reader.sources.get(hit.source_id)
        kind = ROLE_WORDS.get(source.role, source.role)
        status = (
            ""
            if source.status in ("unknown", "in_force")
            else f", {STATUS_WORDS.get(source.status, source.status)}"
        )
        label = f"{cite_label(reader, passage)} ({kind}{status})"
        out.append(Citable(pin.id, marker("pin", pin.id), hit.passage_id, label, passage.text, source))
    return out


def pin_places(recorder: RunRecorder, version_id: int, places: list[Place]) -> list[Citable]:
    """Each paragraph of the version becomes a passage with a pin of this chat."""
    chat, run = recorder.run.chat_id, recorder.run.id
    places = [place for place in places if place.text.strip()]
    if not places:
        return []
    rows = recorder.matter.write(
        lambda tx: (
            [
                (passage, tx.pins.register(chat, run, passage.id))
                for passage in [
                    tx.passages.add_version_passage(
                        version_id, place.key, "paragraph", 0, len(place.text), place.label, place.text
                    )
                    for place in places
                ]
            ],
            tx.act(
                recorder.actor,
                "pin.register",
                f"chat {chat}",
                version=version_id,
                labels=[p.label for p in places],
            ),
        )[0]
    )
    reader = recorder.matter.read()
    return [
        Citable(pin.id, marker("pin", pin.id), passage.id, cite_label(reader, passage), place.text, None)
        for (passage, pin), place in zip(rows, places, strict=True)
    ]
