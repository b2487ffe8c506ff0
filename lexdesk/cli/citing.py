"""Citing a clause or pages of a source, and showing what stands behind a citation."""

import argparse
import re

from lexdesk.assistant.desk import Desk
from lexdesk.assistant.views import PinView, SourceView
from lexdesk.cli.command import Call, Commands, add
from lexdesk.errors import LexDeskError
from lexdesk.evidence import ontology


class NothingToCite(LexDeskError):
    """Neither a pin nor a place was named, or both, or the place makes no sense."""

    code = "nothing_to_cite"


def add_commands(
    commands: Commands, common: argparse.ArgumentParser, matter: argparse.ArgumentParser
) -> None:
    """``pin``."""
    words = "show the passage behind a pin, or cite a clause or pages anew"
    pin = add(commands, "pin", [common, matter], _pin, words)
    pin.add_argument("id", type=int, nargs="?")
    pin.add_argument("--source", type=int, metavar="ID", help="cite this source")
    add_places(pin)
    pin.add_argument("--chat", type=int, metavar="ID", help="for this chat instead of the main one")


def add_places(parser: argparse.ArgumentParser) -> None:
    """Options that name a place in a source."""
    parser.add_argument("--clause", default="", metavar="NUMBER", help="the clause of this number, all parts")
    parser.add_argument("--pages", default="", metavar="FROM-TO", help="pages, counted from 1")


def pages_of(text: str) -> tuple[int, int]:
    """ "3" or "3-5" as first and last page. Raises ``NothingToCite``."""
    found = re.fullmatch(r"\s*(\d{1,6})(?:\s*[-–]\s*(\d{1,6}))?\s*", text)
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 1 <= first <= last:
        raise NothingToCite(f"“{text}” names no pages.", "Write 3 or 3-5, counted from the first sheet.")
    return first, last


def _pin(call: Call) -> None:
    given = call.arguments
    shown, cited = given.id is not None, given.source is not None
    if shown == cited or (cited and bool(given.clause) == bool(given.pages)):
        raise NothingToCite(
            "Name either a pin, or a source with a clause or with pages.",
            "“lexdesk pin 3”, “lexdesk pin --source 1 --clause 12.7”, “lexdesk pin --source 1 --pages 2-4”.",
        )
    with call.desk(read_only=shown) as desk:
        if shown:
            pin = desk.pin(given.id)
        elif given.clause:
            pin = desk.pin_clause(given.source, given.clause, given.chat)
        else:
            pin = desk.pin_pages(given.source, *pages_of(given.pages), given.chat)
        level, lines = desk.level(pin.passage_id), pin_lines(desk, pin)
    call.out.give({"pin": pin, "level": level}, lines)


def pin_lines(desk: Desk, pin: PinView) -> list[str]:
    """A citation for people: how narrow it is, what it is from and who said so, what must be known of it, and
    its words with their neighbours."""
    source = next((one for one in desk.sources() if one.id == pin.source_id), None)
    lines = [f"{pin.marker} {pin.label}".strip(), f"  {desk.level(pin.passage_id)}{_extent(source)}"]
    lines += ontology_lines(source) if source is not None else [f"  {pin.role}, {pin.status}".rstrip(", ")]
    if pin.standing is not None:
        lines += [f"  ! {notice.sentence}" for notice in pin.standing.notices]
    return [*lines, *(part for part in (pin.before, pin.text, pin.after) if part)]


def _extent(source: SourceView | None) -> str:
    if source is None:
        return " of a working document"
    extent = {"whole": "the whole text", "extract": "an extract"}.get(source.extent)
    return f" of {extent}" if extent else ""


def ontology_lines(view: SourceView) -> list[str]:
    """The description of a source in lines, with who said it and when; suggested values marked."""
    said = {name: (who, at) for name, who, at in view.said}
    names = ("kind", "rank", "issuer", "status", "jurisdiction", "dated", "valid_from", "valid_to", "as_of")
    lines = []
    for name in (*names, "extent", "voice", "purpose", "confidentiality"):
        value = str(getattr(view, name))
        if value in ("", "unknown"):
            continue
        who, at = said.get(name, ("", ""))
        note = ", not confirmed" if name in view.unconfirmed else ""
        by = f"  ({who}{note}, {at[:10]})" if who else ""
        lines.append(f"  {name.replace('_', ' '):<16}{ontology.word(value)}{by}")
    return lines


def place_lines(desk: Desk, source_id: int, clause: str, pages: str) -> list[str]:
    """The words of a clause or of pages, and how to cite them; nothing is stored."""
    if clause:
        found = desk.clause_text(source_id, clause)
        return ["", f"Clause {found[0]}".strip(), found[1], "", _how(source_id, f"--clause {clause}")]
    first, last = pages_of(pages)
    words = [f"[page {number}]\n{text}" for number, text in desk.page_texts(source_id, first, last)]
    return ["", *words, "", _how(source_id, f"--pages {first}-{last}")]


def _how(source_id: int, place: str) -> str:
    return f"To cite this: lexdesk pin --source {source_id} {place}"
