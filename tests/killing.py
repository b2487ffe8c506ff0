"""Works on a matter in a child process and kills it at a random moment, many times (P13).

A script, so that the child is forked from a small process with one thread:
``python tests/killing.py FOLDER WHAT ROUNDS SEED`` prints one JSON line with what was seen. The child
writes a byte to a pipe after each finished act; whatever it acknowledged must be in the file afterwards.
"""

import json
import os
import random
import select
import signal
import sys
import time
from io import BytesIO
from pathlib import Path

from docx import Document as NewWord

from lexdesk.assistant.desk import Desk
from lexdesk.evidence import library
from lexdesk.evidence.importing.reader import ReaderHere
from lexdesk.matter.file import Matter
from tests.models.scripted import ScriptedModel

CLAUSES = [f"The Supplier shall keep record number {n} for thirty (30) days." for n in range(1, 9)]


def agreement() -> bytes:
    """A small agreement in Word's format."""
    word = NewWord()
    for number, clause in enumerate(CLAUSES, 1):
        word.add_paragraph(f"{number}. Duty {number}. {clause}")
    stream = BytesIO()
    word.save(stream)
    return stream.getvalue()


def answers(messages, schema):  # type: ignore[no-untyped-def]
    """A model that always does what it was asked, on the clause it was shown."""
    fields = schema["properties"]
    if "clause" in fields:
        clause = messages[-1].text.split("):\n", 1)[1].split("\n\n", 1)[0]
        return json.dumps({"clause": clause.replace("thirty (30)", "sixty (60)")})
    if "answer" in fields:
        pin = fields["answer"]["items"]["properties"]["pin"]["enum"][0]
        return json.dumps(
            {"answer": [{"pin": pin, "sentence": "The Supplier keeps records for thirty days."}]}
        )
    return json.dumps({"place": "1"})


def work(path: Path, what: str, acknowledge: int) -> None:
    """The child: acts without end; each finished one is acknowledged."""
    model = ScriptedModel(answers)
    library.ReaderProcess = ReaderHere  # type: ignore[misc]  # what is killed is this process
    with Desk(Matter.open(path), lambda: model) as desk:
        document, chat = desk.documents()[0][0], desk.chats()[0].id
        for turn in range(1, 10_000):
            if what == "ask":
                desk.ask(chat, f"How long does the Supplier keep record number {turn % 8 + 1}?")
            elif what == "import":
                source = path.parent / f"mail-{os.getpid()}-{turn}.txt"
                source.write_text(
                    f"Note {turn} of {os.getpid()}. The records were kept for ten days.", encoding="utf-8"
                )
                desk.add_source(source, role="fact")
            else:
                clause = turn % 8 + 1
                view = desk.document(document)
                text = next(
                    p
                    for p in view.paragraphs
                    if f"record number {clause} " in "".join(x.text for x in p.pieces)
                )
                was = "".join(x.text for x in text.pieces if x.change != "del")
                new = (
                    was.replace("thirty (30)", "sixty (60)")
                    if "thirty" in was
                    else was.replace("sixty (60)", "thirty (30)")
                )
                from lexdesk.review.proposal import ReplaceParagraph

                edit = desk.review.stage(
                    [ReplaceParagraph(text.key, new)],
                    document_id=document,
                    version_id=view.version_id,
                    instruction="Change the period.",
                    created_by="model: scripted",
                )
                desk.show_advisories(edit.id)
                desk.accept([edit.id])
            os.write(acknowledge, b".")


def finished(desk: Desk, what: str) -> int:
    """How many acts of a kind the file holds whole."""
    reader = desk.matter.read()
    if what == "ask":
        return sum(1 for run in reader.runs.list() if run.state == "done")
    if what == "import":
        return len(reader.sources.list())
    accepted = [row for row in reader.edits.list() if row.state == "accepted"]
    versions = [row for row in reader.versions.list(desk.documents()[0][0]) if row.kind == "accept"]
    records = sum(len(reader.changes.of_version(row.id)) for row in versions)
    decisions = len(reader.decisions.list(desk.documents()[0][0]))
    assert len(accepted) == len(versions) == decisions, (
        "a decision without its version, or the other way round"
    )
    assert records >= len(versions), "a version without change records"
    return len(versions)


def main(folder: Path, what: str, rounds: int, seed: int) -> dict[str, int]:
    """Kill ``rounds`` children; every matter must open whole, with every acknowledged act in it."""
    chance = random.Random(seed)
    path = folder / f"{what}.lexmatter"
    with Desk(Matter.create(path, name=what, author="A. Lawyer"), lambda: None) as desk:
        word = folder / "agreement.docx"
        word.write_bytes(agreement())
        desk.import_document(word)
        before = finished(desk, what)
    seen = acknowledged = interrupted = 0
    for _round in range(rounds):
        read_end, write_end = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(read_end)
            try:
                work(path, what, write_end)
            finally:
                os._exit(0)
        os.close(write_end)
        select.select([read_end], [], [], 20)
        time.sleep(chance.uniform(0, 0.25))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        told = b""
        while block := os.read(read_end, 4096):
            told += block
        os.close(read_end)
        acknowledged += len(told)
        with Desk(Matter.open(path), lambda: None) as desk:
            assert desk.audit().problems == (), desk.audit().problems
            there = finished(desk, what) - before
            assert there >= acknowledged, f"{acknowledged} acts were acknowledged, {there} are there"
            assert all(row.state != "running" for row in desk.matter.read().runs.list())
            interrupted += sum(1 for row in desk.matter.read().runs.list() if row.state == "interrupted")
            desk.document(desk.documents()[0][0])
        acknowledged = there
        seen += 1
    return {"rounds": seen, "acts": acknowledged, "interrupted": interrupted}


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))))
