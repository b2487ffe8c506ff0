"""What is said of sources, how they hang together, what is to be checked elsewhere, what must go."""

import argparse
from pathlib import Path

from lexdesk.assistant.evidence_views import RelationView, SourceCard
from lexdesk.cli.citing import add_places, ontology_lines, place_lines
from lexdesk.cli.command import Call, Commands, add
from lexdesk.evidence import ontology
from lexdesk.evidence.expunge import ExpungeReport
from lexdesk.evidence.relations import RELATION_KINDS
from lexdesk.matter.evidence_records import RelationState

FIELDS = (
    "kind",
    "rank",
    "issuer",
    "valid_from",
    "valid_to",
    "purpose",
    "confidentiality",
    "extent",
    "voice",
)


def add_facts(parser: argparse.ArgumentParser) -> None:
    """Options for the fields of the ontology beyond role and status."""
    parser.add_argument("--kind", choices=ontology.KINDS)
    parser.add_argument("--rank", choices=ontology.RANKS, help="level of the court or body")
    parser.add_argument("--issuer", help="court, parliament, ministry or author")
    parser.add_argument("--valid-from", dest="valid_from", help="first day of this version (YYYY-MM-DD)")
    parser.add_argument("--valid-to", dest="valid_to", help="last day of this version (YYYY-MM-DD)")
    parser.add_argument("--purpose", help="what it is in the matter for")
    parser.add_argument("--confidentiality", choices=ontology.CONFIDENTIALITIES)
    parser.add_argument("--extent", choices=ontology.EXTENTS, help="whole or an extract")
    parser.add_argument("--voice", choices=ontology.VOICES, help="whose words all of it is")


def add_acts(acts: Commands, common: argparse.ArgumentParser, matter: argparse.ArgumentParser) -> None:
    """``source show|confirm|relate|relations|expunge``."""
    show = add(acts, "show", [common, matter], _show, "everything known of a source, and who said it")
    show.add_argument("id", type=int)
    add_places(show)
    show.add_argument("--clauses", action="store_true", help="list its numbered clauses")
    confirm = add(acts, "confirm", [common, matter], _confirm, "confirm what code suggested of a source")
    confirm.add_argument("id", type=int)
    confirm.add_argument("fields", nargs="*", help="only these fields")
    words = "say how two sources or passages hang together, or decide it"
    relate = add(acts, "relate", [common, matter], _relate, words)
    relate.add_argument("kind", choices=(*RELATION_KINDS, "confirm", "refuse", "suggest"))
    relate.add_argument("first", nargs="?", help="source, “p12” for passage 12, or the number of a relation")
    relate.add_argument("second", nargs="?", help="source, or “p12” for passage 12")
    relate.add_argument("--evidence", type=int, help="passage that shows it")
    relations = add(acts, "relations", [common, matter], _relations, "list the relations")
    relations.add_argument("id", type=int, nargs="?", help="only those of this source")
    gone = add(acts, "expunge", [common, matter], _expunge, "destroy a source and every trace of its words")
    gone.add_argument("id", type=int)
    gone.add_argument("--reason", default="", help="why; it stays in the audit for ever")
    gone.add_argument("--yes", action="store_true", help="do it; without this only what it touches is shown")


def add_commands(
    commands: Commands, common: argparse.ArgumentParser, matter: argparse.ArgumentParser
) -> None:
    """``checklist``."""
    words = "list the authorities to check on a networked machine, and take the results back"
    parser = add(commands, "checklist", [common, matter], _checklist, words)
    parser.add_argument("--out", type=Path, help="write the list: FILE.docx, FILE.html or FILE.csv")
    parser.add_argument("--take", type=Path, help="take the results from a filled-in .docx or .csv")
    parser.add_argument("--overwrite", action="store_true")


def relation_line(view: RelationView) -> str:
    """A relation read from its first end to its second."""
    sure = "" if view.state == "confirmed" else f"  ({view.state})"
    line = f"{view.id:>4}  {view.subject.name}  {view.kind.replace('_', ' ')}  {view.object.name}{sure}"
    return line + (f"\n      because: {view.because}" if view.because else "")


def _show(call: Call) -> None:
    given, number = call.arguments, call.arguments.id
    with call.desk(read_only=True) as desk:
        card: SourceCard = desk.source_card(number)
        view = next(one for one in desk.sources() if one.id == number)
        place: list[str] = []
        if given.clause or given.pages:
            place = place_lines(desk, number, given.clause, given.pages)
        if given.clauses:
            found = [f"  {one.label:<10}{one.heading}".rstrip() for one in desk.clauses(number)]
            place += ["Clauses", *(found or ["  It has no numbered clauses."])]
    lines = [f"{view.id}  {view.title}  ({view.file_name})"]
    if view.expunged:
        lines.append(f"  {view.expunged}")
    lines += ontology_lines(view)
    lines += [f"  ! {notice.sentence}" for notice in card.standing.notices]
    lines += [f"  ! {problem}" for problem in card.problems]
    lines += [f"  ! {message}" for _code, message, _page in view.findings]
    if card.relations:
        lines += ["Relations", *(relation_line(one) for one in card.relations)]
    if card.facts:
        lines.append("Who said what")
        lines += [
            f"  {fact.at[:16]}  {fact.field} = {fact.value}  {fact.said_by} ({fact.basis})"
            + (f": “{fact.because}”" if fact.because else "")
            for fact in card.facts
        ]
    call.out.give({"source": view, "card": card, "place": place}, [*lines, *place])


def _confirm(call: Call) -> None:
    with call.desk() as desk:
        view = desk.confirm_source(call.arguments.id, call.arguments.fields)
    call.out.give(view, [f"{view.id}  {view.title}", *ontology_lines(view)])


def _relate(call: Call) -> None:
    given = call.arguments
    with call.desk() as desk:
        if given.kind == "suggest":
            views = desk.suggest_relations()
        elif given.kind in ("confirm", "refuse"):
            state: RelationState = "confirmed" if given.kind == "confirm" else "refused"
            views = [desk.decide_relation(int(given.first or 0), state)]
        else:
            first, second = _end(given.first), _end(given.second)
            views = [
                desk.relate(
                    given.kind,
                    first[0],
                    second[0],
                    from_passage=first[1],
                    to_passage=second[1],
                    evidence_passage=given.evidence,
                )
            ]
    call.out.give(views, [relation_line(view) for view in views] or ["No new relation was seen."])


def _end(text: str | None) -> tuple[int | None, int | None]:
    """Source and passage named by "3" or "p12"."""
    if text and text[:1] in "pP" and text[1:].isdigit():
        return None, int(text[1:])
    return (int(text), None) if text and text.isdigit() else (None, None)


def _relations(call: Call) -> None:
    with call.desk(read_only=True) as desk:
        views = desk.relations(call.arguments.id)
    call.out.give(views, [relation_line(view) for view in views] or ["No relations yet."])


def _expunge(call: Call) -> None:
    given = call.arguments
    with call.desk() as desk:
        report = desk.expunge_source(given.id, given.reason) if given.yes else desk.preview_expunge(given.id)
    call.out.give(report, expunge_lines(report))


def expunge_lines(report: ExpungeReport) -> list[str]:
    """The report of an expunging, or of its preview, for people."""
    head = "Expunged" if report.done else "Would be expunged (nothing was changed)"
    lines = [f"{head}: {report.title}, {report.size:,} bytes, SHA-256 {report.sha256}"]
    lines += [f"  {count:>6}  {place.replace('_', ' ')}" for place, count in report.places]
    lines += ["What remains:", *(f"  - {said}" for said in report.remains)]
    if not report.done:
        lines.append("To do it: lexdesk source expunge ID --reason TEXT --yes")
    return lines


def _checklist(call: Call) -> None:
    given = call.arguments
    if given.take is not None:
        with call.desk() as desk:
            taken = desk.take_checklist(given.take)
        lines = [
            f"{one.ref}: {ontology.word(one.status)}, {one.checked_by}, {one.checked_on}, {one.where}"
            for one in taken.results
        ]
        if taken.empty:
            lines.append(f"{taken.empty} authorities were left empty: they stay unchecked.")
        call.out.give(taken, lines or ["No result was filled in."])
        return
    if given.out is not None:
        with call.desk() as desk:
            count = desk.write_checklist(given.out, given.overwrite)
        call.out.give({"path": given.out, "authorities": count}, [f"{given.out}: {count} authorities."])
        return
    with call.desk(read_only=True) as desk:
        rows = desk.checklist()
    lines = [
        f"{row.ref}  {row.authority}  ({row.known})"
        + (f"  cited in {', '.join(row.places)}" if row.places else "")
        for row in rows
    ]
    call.out.give(rows, lines or ["This matter cites no authority."])
