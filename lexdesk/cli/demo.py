"""The main job on the sample matter, end to end: sources, instructions, decision, export."""

import argparse
import shutil
import time
import tomllib
from pathlib import Path
from typing import Any

from lexdesk.assistant.desk import Desk
from lexdesk.assistant.events import Event, ModelWorking, ToolEnded
from lexdesk.assistant.views import MessageView
from lexdesk.cli.command import Call, Commands, add, has_display
from lexdesk.cli.host import NoWindow
from lexdesk.cli.talking import message_lines
from lexdesk.errors import LexDeskError, or_make_room
from lexdesk.resources import resources


def add_demo(commands: Commands, common: argparse.ArgumentParser, matter: argparse.ArgumentParser) -> None:
    """``demo``."""
    parser = add(commands, "demo", [common], _demo, "do the main job on the sample matter")
    parser.add_argument("--headless", action="store_true", help="without a window")
    parser.add_argument("--out", type=Path, default=Path("demo-output"), help="folder for what it makes")


def _demo(call: Call) -> int:
    out: Path = call.arguments.out.absolute()
    matter = make_sample_matter(call, out)
    if has_display() and not call.arguments.headless:
        return call.host.show_demo(matter, out)
    with call.host.open_desk(matter, False) as desk:
        made = do_main_job(call, desk, out)
        try:
            call.host.picture(desk, out / "window.png")
            made["window"] = str(out / "window.png")
        except NoWindow as error:
            call.out.note(str(error))
    made["matter"] = str(matter)
    call.out.give(made, [f"{name:<8} {path}" for name, path in made.items()])
    return 0


def make_sample_matter(call: Call, out: Path) -> Path:
    """A new matter from the sample, in ``out``; what an earlier demo made there is replaced."""
    sample = resources() / "sample"
    with (sample / "sample.toml").open("rb") as stream:
        facts = tomllib.load(stream)
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LexDeskError(
            f"The folder {out} cannot be made: {error.strerror}.",
            or_make_room(error, "Name another with --out."),
        ) from error
    matter = out / "sample.lexmatter"
    for old in (matter, out / "redline.docx", out / "packet.json", out / "answer.md", out / "window.png"):
        if old.is_dir():
            shutil.rmtree(old)
        old.unlink(missing_ok=True)
    with call.host.new_desk(matter, facts["matter"]["name"]) as desk:
        desk.set_author(facts["matter"].get("lawyer", desk.author))
        desk.set_as_of(facts["matter"]["as_of"])
        desk.set_jurisdiction(facts["matter"].get("jurisdiction", ""))
        document = desk.import_document(sample / facts["document"]["file"])
        desk.rename_document(document, facts["document"]["name"])
        for source in facts["source"]:
            fields: dict[str, Any] = {key: value for key, value in source.items() if key != "file"}
            desk.add_source(sample / source["file"], **fields)
    call.out.note(f"Made a matter from the sample: {matter}")
    return matter


def demo_instructions() -> list[str]:
    """The three instructions of the demo."""
    with (resources() / "sample" / "sample.toml").open("rb") as stream:
        return [str(text) for text in tomllib.load(stream)["demo"]["instructions"]]


def do_main_job(call: Call, desk: Desk, out: Path) -> dict[str, str]:
    """Instruct, read the packet, accept, export; then ask. Gives the paths made."""
    document = desk.documents()[0][0]
    chat = desk.chats()[0].id
    answers: list[tuple[str, MessageView]] = []
    packets: list[str] = []
    for text in demo_instructions():
        call.out.note(f"> {text}")
        started = time.monotonic()
        message = desk.ask(chat, text, document_id=document, on_event=lambda event: _told(call, event))
        answers.append((text, message))
        for line in message_lines(message):
            call.out.note(f"  {line}")
        call.out.note(f"  ({time.monotonic() - started:.0f} s)")
        for edit_id in message.edit_ids:
            desk.show_advisories(edit_id)
            version = desk.accept([edit_id])
            packets.append(desk.packet_json(edit_id))
            call.out.note(f"  Accepted edit {edit_id}: version {version.number}.")
    made = {
        "redline": str(out / "redline.docx"),
        "packet": str(out / "packet.json"),
        "answer": str(out / "answer.md"),
    }
    desk.export(document, "redline", out / "redline.docx", overwrite=True)
    (out / "packet.json").write_text(f"[{','.join(packets)}]\n" if packets else "[]\n", encoding="utf-8")
    (out / "answer.md").write_text(_answer_text(answers[-1]), encoding="utf-8")
    if not packets:
        raise LexDeskError("The demo ended without a staged edit.", "Look at the answers above.")
    return made


def _answer_text(answered: tuple[str, MessageView]) -> str:
    question, message = answered
    lines = [f"# {question}", ""]
    for claim in message.claims:
        cites = "; ".join(f"{pin.label} {pin.marker}" for pin in claim.pins)
        lines.append(f"- {claim.text} ({cites})" if cites else f"- {claim.text} (no pin)")
        lines += [f"  - {state}: {words}" for state, words in claim.checks]
    lines += ["", "## Pins", ""]
    for pin in {pin.pin_id: pin for claim in message.claims for pin in claim.pins}.values():
        lines.append(f"- {pin.marker} {pin.label}: “{pin.text}”")
    if message.limits:
        lines += ["", "## Limits", "", *(f"- {limit}" for limit in message.limits)]
    return "\n".join(lines) + "\n"


def _told(call: Call, event: Event) -> None:
    if isinstance(event, ToolEnded):
        call.out.note(f"  {event.tool} {event.summary}")
    elif isinstance(event, ModelWorking):
        call.out.note(f"  {event.what} ...")
