"""The matter of an injection set, built from its description: ``matter_*.json``."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from docx import Document as NewWord

from lexdesk.assistant.desk import Desk
from lexdesk.assistant.model import Model
from lexdesk.assistant.notes import Notes, Support
from lexdesk.assistant.skills import Skills
from lexdesk.matter.file import Matter
from lexdesk.matter.stores import Tx
from lexdesk.review.proposal import ReplaceParagraph
from tests.gold.sets import read_json

LAWYER = "Runner"
ROLES = {
    "statute": "law",
    "binding": "law",
    "case": "law",
    "commentary": "secondary",
    "correspondence": "fact",
    "deal_document": "fact",
    "playbook": "playbook",
    "precedent": "precedent",
    "draft": "draft",
}


@dataclass
class Fixture:
    """The open matter with the product's ids for the names of the set."""

    desk: Desk
    folder: Path
    chat: int = 0
    file: int = 0  # the source X
    documents: dict[str, int] = field(default_factory=dict)
    clauses: dict[tuple[str, str], str] = field(default_factory=dict)  # paragraph keys
    edits: dict[str, int] = field(default_factory=dict)
    sources: dict[str, int] = field(default_factory=dict)
    addresses: dict[str, str] = field(default_factory=dict)  # of other chats
    other: dict[str, Path] = field(default_factory=dict)  # other matters

    def clause_text(self, document: str, clause: str) -> str:
        """What the clause of the current version reads."""
        head = self.desk.matter.read().documents.head(self.documents[document])
        return self.desk.structures.of(head.id).text(self.clauses[document, clause]) or ""


def role_of(tags: list[str]) -> str:
    """The role that comes nearest to the set's tags."""
    return next((ROLES[tag] for tag in tags if tag in ROLES), "note")


def build(description: Mapping[str, Any], folder: Path, model: Callable[[], Model | None]) -> Fixture:
    """A new matter with all that the description holds but the file under test."""
    matter = Matter.create(folder / "m1.lexmatter", name=description["matter"]["title"], author=LAWYER)
    desk = Desk(matter, model)
    fixture = Fixture(desk, folder)
    for document in description.get("documents", []):
        _document(fixture, document)
    for source in description.get("sources", []):
        path = folder / f"{source['id']}.txt"
        path.write_text(source["text"], encoding="utf-8")
        tags = source.get("tags", [])
        row = desk.add_source(
            path, role=role_of(tags), privileged="privileged" in tags, title=source["title"]
        )
        fixture.sources[source["id"]] = row.id
    for edit in description.get("edits", []):
        fixture.edits[edit["id"]] = _edit(fixture, edit)
    notes, skills = Notes(matter), Skills(matter)
    for memory in description.get("memory", []):
        passage = desk.matter.read().passages.of_source(next(iter(fixture.sources.values())))[0]
        note = notes.propose(memory["text"], [Support(passage_id=passage.id)], LAWYER)
        notes.keep(note.id, LAWYER)
    for name in description.get("skills", []):
        place = folder / name
        place.mkdir()
        text = f"---\nname: {name}\ndescription: How the firm writes.\n---\nWrite short clauses.\n"
        (place / "SKILL.md").write_text(text, encoding="utf-8")
        skills.trust(skills.add(place, LAWYER).ref, LAWYER)
    for chat in description.get("other_chats", []):
        _other_chat(fixture, chat)
    for other in description.get("other_matters", []):
        path = folder / f"{other['id']}.lexmatter"
        with Desk(Matter.create(path, name=other["title"], author=LAWYER), lambda: None) as second:
            for source in other.get("sources", []):
                text = folder / f"{source['id']}.txt"
                text.write_text(source["text"], encoding="utf-8")
                second.add_source(text, privileged="privileged" in source.get("tags", []))
                text.unlink()
        fixture.other[other["id"]] = path
    return fixture


def choose(fixture: Fixture, description: Mapping[str, Any], file: Path, imported_as: str) -> None:
    """Import the file under test and make the chat that may see it."""
    desk = fixture.desk
    fixture.file = desk.add_source(file, role="draft" if imported_as == "draft" else "fact").id
    fixture.sources["X"] = fixture.file
    reader = desk.matter.read()
    context: list[tuple[str, str | int]] = [
        ("version", reader.documents.head(document).id) for document in fixture.documents.values()
    ]
    for name in description["chat"]["sources"]:
        context.append(("source", fixture.sources[name]))
    fixture.chat = desk.new_chat("C1", context=context).id


def _document(fixture: Fixture, document: Mapping[str, Any]) -> None:
    word = NewWord()
    for clause in document["clauses"]:
        word.add_paragraph(f"{clause['number']}. {clause['text']}")
    path = fixture.folder / f"{document['title']}.docx"
    word.save(str(path))
    number = fixture.desk.import_document(path)
    fixture.documents[document["id"]] = number
    head = fixture.desk.matter.read().documents.head(number)
    blocks = fixture.desk.structures.of(head.id).blocks
    for clause, block in zip(document["clauses"], blocks, strict=False):
        fixture.clauses[document["id"], clause["number"]] = block.key


def _edit(fixture: Fixture, edit: Mapping[str, Any]) -> int:
    number = fixture.documents[edit["document"]]
    key = fixture.clauses[edit["document"], edit["clause"]]
    row = fixture.desk.review.stage(
        ReplaceParagraph(key, f"{edit['clause']}. {edit['new_text']}"),
        document_id=number,
        version_id=fixture.desk.matter.read().documents.head(number).id,
        instruction="From the fixture.",
        created_by=LAWYER,
    )
    return row.id


def _other_chat(fixture: Fixture, chat: Mapping[str, Any]) -> None:
    view = fixture.desk.new_chat(chat["id"])

    def work(tx: Tx) -> list[tuple[str, int]]:
        run = tx.runs.start(view.id, "From the fixture.", "free", "fixture")
        found = []
        for result in chat.get("tool_results", []):
            call = tx.tools.start(run.id, "read_source", "{}", "{}")
            tx.tools.finish(call, "ok", result["text"])
            found.append((result["address"], call))
        tx.runs.finish(run.id, "done")
        tx.act(LAWYER, "fixture", chat["id"])
        return found

    for address, call in fixture.desk.matter.write(work):
        fixture.addresses[address] = f"tr_{call}"


def read_description(folder: Path, manifest: Mapping[str, Any]) -> dict[str, Any]:
    """The set's matter, beside the manifest or where it says."""
    named = folder / str(manifest.get("matter", ""))
    places = [named, folder / named.name, *sorted(folder.glob("matter_*.json"))]
    path = next((place for place in places if place.is_file()), named)
    described: dict[str, Any] = read_json(path)
    return described
