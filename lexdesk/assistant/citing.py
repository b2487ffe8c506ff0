"""Registers what the model is shown as pins of the chat, and names each as a lawyer would cite it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from lexdesk.assistant.claim_rules import Backing
from lexdesk.assistant.markers import marker
from lexdesk.assistant.recorder import RunRecorder
from lexdesk.assistant.tools import Place
from lexdesk.evidence.model import SearchHit
from lexdesk.evidence.ontology import kind_of, word
from lexdesk.evidence.voices import voice_of
from lexdesk.matter.records import PassageRow, PinRow, SourceRow
from lexdesk.matter.stores import Reader
from lexdesk.review.cites import cite_label

ROLE_WORDS = {
    "law": "law",
    "secondary": "literature",
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
    source: SourceRow | None  # None = the agreement
    current: bool = True  # of the agreement: its current version
    voice: str = ""  # of a judgment: whose words these are, "" = not told

    @property
    def backing(self) -> Backing:
        """What a sentence that cites it rests on."""
        return Backing(self.source, self.current, self.voice, self.text)

    def line(self) -> str:
        """What stands behind the marker in a prompt: short cite, kind, text."""
        return f"{self.label}: {self.text}"


def pin_hits(recorder: RunRecorder, hits: list[SearchHit]) -> list[Citable]:
    """Each passage found becomes a pin of this chat."""
    return pin_passages(recorder, [hit.passage_id for hit in hits])


def pin_passages(recorder: RunRecorder, passages: Sequence[int]) -> list[Citable]:
    """Each of these passages of sources becomes a pin of this chat."""
    reader = recorder.matter.read()
    return [
        source_citable(reader, pin.id, reader.passages.get(pin.passage_id))
        for pin in _registered(recorder, passages)
    ]


def pin_chosen(recorder: RunRecorder, passages: Sequence[int]) -> list[Citable]:
    """Single passages that were chosen for the chat, of sources and of versions, each a pin of this chat."""
    reader = recorder.matter.read()
    return [citable_of(reader, pin.id) for pin in _registered(recorder, passages)]


def _registered(recorder: RunRecorder, passages: Sequence[int]) -> list[PinRow]:
    chat, run = recorder.run.chat_id, recorder.run.id
    if not passages:
        return []
    return recorder.matter.write(
        lambda tx: (
            [tx.pins.register(chat, run, passage) for passage in passages],
            tx.act(recorder.actor, "pin.register", f"chat {chat}", passages=list(passages)),
        )[0]
    )


def source_citable(reader: Reader, pin_id: int, passage: PassageRow) -> Citable:
    """A registered pin on a passage of a source, with its kind, status and voice in the label."""
    assert passage.source_id is not None, "a passage of a source"
    source = reader.sources.get(passage.source_id)
    text = reader.sources.text(source.id)
    voice = voice_of(source, kind_of(source), text, passage.start, passage.text)
    said = [ROLE_WORDS.get(source.role, source.role)]
    if source.status not in ("unknown", "in_force"):
        said.append(STATUS_WORDS.get(source.status, source.status))
    if voice not in ("", "majority"):
        said.append(word(voice))
    label = f"{cite_label(reader, passage)} ({', '.join(said)})"
    return Citable(pin_id, marker("pin", pin_id), passage.id, label, passage.text, source, voice=voice)


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
        replace(_version_citable(reader, pin.id, passage), text=place.text)
        for (passage, pin), place in zip(rows, places, strict=True)
    ]


def citable_of(reader: Reader, pin_id: int) -> Citable:
    """A registered pin as it is read in a prompt and weighed in a claim. Raises ``NotFound``."""
    passage = reader.passages.get(reader.pins.get(pin_id).passage_id)
    if passage.source_id is not None:
        return source_citable(reader, pin_id, passage)
    return _version_citable(reader, pin_id, passage)


def _version_citable(reader: Reader, pin_id: int, passage: PassageRow) -> Citable:
    assert passage.version_id is not None, "a passage of a version"
    head = reader.documents.head(reader.versions.get(passage.version_id).document_id)
    current = head.id == passage.version_id
    label = cite_label(reader, passage) + ("" if current else " (not the current version)")
    return Citable(pin_id, marker("pin", pin_id), passage.id, label, passage.text, None, current)
