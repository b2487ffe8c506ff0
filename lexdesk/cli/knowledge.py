"""Notes, skills and playbooks."""

import argparse
from pathlib import Path

from lexdesk.assistant.notes import Note
from lexdesk.assistant.skills import Skill
from lexdesk.cli.command import Call, Commands, add
from lexdesk.cli.talking import told


def add_commands(
    commands: Commands, common: argparse.ArgumentParser, matter: argparse.ArgumentParser
) -> None:
    """``note``, ``skill`` and ``playbook``."""
    _note_commands(commands, common, matter)
    _skill_commands(commands, common, matter)
    _playbook_commands(commands, common, matter)


def _note_commands(
    commands: Commands, common: argparse.ArgumentParser, matter: argparse.ArgumentParser
) -> None:
    note = commands.add_parser("note", help="memory of the matter", description="Notes of the matter.")
    acts = note.add_subparsers(dest="act", metavar="ACT", required=True)
    listing = add(acts, "list", [common, matter], _list_notes, "list the notes with what they rest on")
    listing.add_argument("--state", choices=("proposed", "kept", "refused"))
    showing = add(acts, "show", [common, matter], _show_note, "show a note with the words it rests on")
    showing.add_argument("id", type=int)
    adding = add(
        acts, "add", [common, matter], _add_note, "write a note that rests on passages or tool results"
    )
    adding.add_argument("text")
    adding.add_argument("--passage", type=int, action="append", default=[], help="id of a passage")
    adding.add_argument("--result", type=int, action="append", default=[], help="id of a tool result")
    for name, run, words in (
        ("keep", _keep_note, "keep a note: models may see it from now on"),
        ("refuse", _refuse_note, "refuse a note: it stays on record, out of every context"),
    ):
        deciding = add(acts, name, [common, matter], run, words)
        deciding.add_argument("id", type=int)
        deciding.add_argument("--comment", default="")
    changing = add(acts, "change", [common, matter], _change_note, "write a further version of a note")
    changing.add_argument("id", type=int)
    changing.add_argument("text")
    changing.add_argument("--why", default="")
    history = add(
        acts, "history", [common, matter], _note_history, "every version of a note and what was done"
    )
    history.add_argument("id", type=int)


def _skill_commands(
    commands: Commands, common: argparse.ArgumentParser, matter: argparse.ArgumentParser
) -> None:
    skill = commands.add_parser(
        "skill", help="skills of the assistant", description="Skills (SKILL.md folders)."
    )
    acts = skill.add_subparsers(dest="act", metavar="ACT", required=True)
    add(acts, "list", [common, matter], _list_skills, "list the skills, LexDesk's and the matter's")
    showing = add(acts, "show", [common, matter], _show_skill, "show what a skill says")
    showing.add_argument("name", help="its name, or name@hash")
    showing.add_argument("--language", choices=("en", "zh"), default="en")
    showing.add_argument("--file", default="", help="one of its other files")
    adding = add(acts, "add", [common, matter], _add_skill, "bring a skill folder into the matter, as data")
    adding.add_argument("folder", type=Path)
    trusting = add(acts, "trust", [common, matter], _trust_skill, "trust this very skill; it grants no tool")
    trusting.add_argument("name")
    trusting.add_argument("--off", action="store_true", help="take the trust back")
    removing = add(
        acts, "remove", [common, matter], _remove_skill, "take a skill of the matter out of the lists"
    )
    removing.add_argument("name")


def _playbook_commands(
    commands: Commands, common: argparse.ArgumentParser, matter: argparse.ArgumentParser
) -> None:
    playbook = commands.add_parser("playbook", help="review against a playbook", description="Playbooks.")
    acts = playbook.add_subparsers(dest="act", metavar="ACT", required=True)
    rules = add(acts, "rules", [common, matter], _rules, "the rules of a playbook, each with its passage")
    rules.add_argument("source", type=int, nargs="?", help="the playbook source (default: the only one)")
    review = add(acts, "review", [common, matter], _review, "one result for each rule; edits are only staged")
    review.add_argument("source", type=int, nargs="?", help="the playbook source (default: the only one)")
    review.add_argument("--document", type=int, help="the agreement (default: the first)")
    review.add_argument("--no-model", action="store_true", help="by code alone")


def _note_lines(note: Note) -> list[str]:
    return [f"{note.id:>4}  [{note.state}] {note.text}  (version {note.number}, {note.by})"] + [
        f"      rests on {one.label}: “{one.text}”" for one in note.supports
    ]


def _list_notes(call: Call) -> None:
    with call.desk(read_only=True) as desk:
        notes = desk.notes(call.arguments.state)
    call.out.give(notes, [line for note in notes for line in _note_lines(note)] or ["No notes yet."])


def _show_note(call: Call) -> None:
    with call.desk(read_only=True) as desk:
        note = desk.note_history(call.arguments.id).note
    call.out.give(note, _note_lines(note))


def _add_note(call: Call) -> None:
    with call.desk() as desk:
        note = desk.add_note(call.arguments.text, call.arguments.passage, call.arguments.result)
    call.out.give(note, _note_lines(note))


def _keep_note(call: Call) -> None:
    with call.desk() as desk:
        note = desk.keep_note(call.arguments.id, call.arguments.comment)
    call.out.give(note, _note_lines(note))


def _refuse_note(call: Call) -> None:
    with call.desk() as desk:
        note = desk.refuse_note(call.arguments.id, call.arguments.comment)
    call.out.give(note, _note_lines(note))


def _change_note(call: Call) -> None:
    with call.desk() as desk:
        note = desk.change_note(call.arguments.id, call.arguments.text, call.arguments.why)
    call.out.give(note, _note_lines(note))


def _note_history(call: Call) -> None:
    with call.desk(read_only=True) as desk:
        history = desk.note_history(call.arguments.id)
    lines = _note_lines(history.note)
    lines += [f"version {one.number}, {one.at}, {one.by}: {one.text}" for one in history.versions]
    lines += [
        f"{one.at}  {one.act} (version {one.number}) by {one.by}{f': {one.comment}' if one.comment else ''}"
        for one in history.acts
    ]
    call.out.give(history, lines)


def _skill_line(skill: Skill) -> str:
    trust = f"trusted by {skill.trusted_by}" if skill.trusted else "not trusted: data"
    asks = f"; asks for {', '.join(skill.asked_tools)}, which is not granted" if skill.asked_tools else ""
    return f"{skill.ref}  ({skill.origin}; {trust}{asks})\n      {skill.description}"


def _list_skills(call: Call) -> None:
    with call.desk(read_only=True) as desk:
        skills = desk.skills()
    call.out.give(skills, [_skill_line(skill) for skill in skills] or ["No skills."])


def _show_skill(call: Call) -> None:
    with call.desk(read_only=True) as desk:
        view = desk.skill(call.arguments.name, call.arguments.language, call.arguments.file)
    call.out.give(view, [_skill_line(view.skill), "", view.text])


def _add_skill(call: Call) -> None:
    with call.desk() as desk:
        skill = desk.add_skill(call.arguments.folder)
    call.out.give(skill, [_skill_line(skill), f"Read it, then: lexdesk skill trust {skill.ref}"])


def _trust_skill(call: Call) -> None:
    with call.desk() as desk:
        skill = desk.trust_skill(call.arguments.name, not call.arguments.off)
    call.out.give(skill, [_skill_line(skill)])


def _remove_skill(call: Call) -> None:
    with call.desk() as desk:
        desk.remove_skill(call.arguments.name)
    call.out.give({"removed": call.arguments.name}, [f"{call.arguments.name} is out of the lists."])


def _rules(call: Call) -> None:
    with call.desk(read_only=True) as desk:
        rules = desk.playbook_rules(call.arguments.source)
    lines = []
    for rule in rules:
        lines.append(rule.name)
        lines += [f"  {one.name} [passage {one.passage_id}]: {one.text}" for one in rule.positions]
    call.out.give(rules, lines)


def _review(call: Call) -> None:
    with call.desk() as desk:
        review = desk.review_playbook(
            call.arguments.source,
            call.arguments.document,
            on_event=lambda event: told(call.out, event),
            use_model=not call.arguments.no_model,
        )
    lines = []
    for one in review.results:
        lines.append(f"{one.rule}: {one.verdict.replace('_', ' ')} (by {one.judged_by})")
        lines.append(f"    {one.reason}")
        if one.clause_pin is not None:
            lines.append(f"    clause: {one.clause_pin.label} [passage {one.clause_pin.passage_id}]")
        lines.append(
            f"    playbook: {one.rule_pin.label} [passage {one.rule_pin.passage_id}]: {one.rule_pin.text}"
        )
        if one.edit_id is not None:
            lines.append(f"    edit {one.edit_id} is staged: read it with “lexdesk show-edit {one.edit_id}”")
    lines += [f"Not covered: {limit}" for limit in review.message.limits]
    call.out.give(review, lines)
