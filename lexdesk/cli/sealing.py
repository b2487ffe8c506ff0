"""The file of a matter: sealed, handed over sealed, taken back, backed up, rescued."""

import argparse
from pathlib import Path

from lexdesk.cli.command import Call, Commands, add
from lexdesk.cli.handoff import pack_lines, redact_options, redaction, signer
from lexdesk.cli.passphrases import ask, ask_new
from lexdesk.matter import sealing
from lexdesk.matter.backups import KEPT, readable_backups
from lexdesk.matter.key import is_sealed
from lexdesk.matter.rescue import rescue
from lexdesk.review.sealed_handoff import is_sealed_handoff, unseal
from lexdesk.review.signing import Signer, public_path
from lexdesk.review.verifying import check_file

TOLD = ("versions", "edits", "decisions", "chats", "messages", "sources", "notes")


def add_commands(
    commands: Commands, common: argparse.ArgumentParser, matter: argparse.ArgumentParser
) -> None:
    """``seal``, ``unseal``, ``passphrase``, ``take-back``, ``backup``, ``rescue``, ``signing-key``."""
    out = add(
        commands, "seal", [common], _seal, "write the whole matter as one archive that a passphrase opens"
    )
    out.add_argument("matter", type=Path)
    out.add_argument("out", type=Path, help="the file to write, for example Kilnbrook.lexsealed")
    out.add_argument("--overwrite", action="store_true")
    out.add_argument("--sign", type=Path, metavar="KEY", help="sign it with this private key (PEM)")
    redact_options(out)
    out.add_argument("--passphrase-file", type=Path, help="a file whose first line is the new passphrase")
    back = add(commands, "unseal", [common], _unseal, "open a sealed archive as a matter and go on with it")
    back.add_argument("archive", type=Path)
    back.add_argument("out", type=Path, help="the matter to make, or a folder")
    back.add_argument("--head", default="", help="the head that the sender told you")
    kept = back.add_mutually_exclusive_group()
    kept.add_argument(
        "--sealed", dest="sealed", action="store_true", default=None, help="seal the new matter"
    )
    kept.add_argument("--plain", dest="sealed", action="store_false", help="leave the new matter readable")
    change = add(commands, "passphrase", [common], _passphrase, "seal a matter in place, or undo that")
    change.add_argument("act", choices=("set", "change", "remove"))
    change.add_argument("matter", type=Path)
    change.add_argument("--new-file", type=Path, help="a file whose first line is the new passphrase")
    taken = add(commands, "take-back", [common, matter], _take_back, "take in what a colleague did on a copy")
    taken.add_argument("copy", type=Path, help="the colleague's archive, sealed archive or matter file")
    taken.add_argument("--head", default="", help="the head that the colleague told you")
    backup = add(commands, "backup", [common, matter], _backup, "make a checked copy beside the matter")
    backup.add_argument(
        "--keep", type=int, help=f"how many to keep (default: as set in the window, else {KEPT})"
    )
    backup.add_argument("--list", action="store_true", help="only list those that are there")
    saved = add(commands, "rescue", [common], _rescue, "read what can be read of a damaged matter")
    saved.add_argument("damaged", type=Path)
    saved.add_argument("out", type=Path, help="the new matter to make")
    key = add(commands, "signing-key", [common], _signing_key, "make a pair of keys to sign archives with")
    key.add_argument("file", type=Path, help="the private key to make; the public one gets .pub behind it")
    key.add_argument("--protected", action="store_true", help="ask for a passphrase for it")


def _seal(call: Call) -> None:
    arguments = call.arguments
    with call.host.open_desk(arguments.matter, False) as desk:
        call.out.note(sealing.NO_RECOVERY)
        passphrase = ask_new("Passphrase for the archive", call.out.note, arguments.passphrase_file)
        report = desk.review.seal(
            arguments.out,
            passphrase,
            desk.author,
            arguments.overwrite,
            signer(arguments.sign),
            redaction(arguments),
        )
    call.out.give(report, pack_lines(report))


def _unseal(call: Call) -> None:
    arguments = call.arguments
    who = call.host.settings.author
    check_file(arguments.archive)  # before anyone types a passphrase for it
    passphrase = ask(f"Passphrase of {arguments.archive.name}")
    made = unseal(arguments.archive, arguments.out, passphrase, who, arguments.head, arguments.sealed)
    call.host.settings.remember(made.path)
    lies = (
        "It is sealed with the same passphrase."
        if made.sealed
        else "It is not sealed: anyone here can read it."
    )
    lines = [
        f"Made {made.path}. Its lawyer is now {who}; remote models must be allowed anew.",
        lies,
        f"Checked: head {made.found.head}, {made.found.rows} audit rows. {made.found.proves}",
    ]
    call.out.give(made, lines)


def _passphrase(call: Call) -> None:
    arguments, who = call.arguments, call.host.settings.author
    path: Path = arguments.matter
    said = [sealing.NO_RECOVERY]
    if arguments.act == "set":
        call.out.note(sealing.NO_RECOVERY)
        sealing.seal(path, ask_new("New passphrase", call.out.note, arguments.new_file), who)
        said = [f"Sealed {path}.", sealing.OLD_BYTES]
        if readable := readable_backups(path):
            said.append(
                f"{len(readable)} backups made before can still be read by anyone: “{readable[0].parent}”. "
                "Make a sealed one (“lexdesk backup”), then remove them."
            )
    elif arguments.act == "change":
        old = ask(f"Present passphrase of {path.name}")
        new = ask_new("New passphrase", call.out.note, arguments.new_file)
        sealing.change_passphrase(path, old, new, who)
        said = [f"{path} has a new passphrase. Copies made before keep the old one."]
    else:
        sealing.open_seal(path, ask(f"Passphrase of {path.name}"), who)
        said = [f"{path} is no longer sealed: anyone who has the file can read it."]
    call.out.give({"path": path, "act": arguments.act}, said)


def _take_back(call: Call) -> None:
    arguments = call.arguments
    passphrase = ""
    if is_sealed_handoff(arguments.copy) or (arguments.copy.is_file() and is_sealed(arguments.copy)):
        passphrase = ask(f"Passphrase of {arguments.copy.name}")
    with call.desk() as desk:
        taken = desk.take_back(arguments.copy, passphrase, arguments.head)
    told = (one for one in taken.rows if one[0] in TOLD)
    counts = ", ".join(f"{count} {name if count > 1 else name[:-1]}" for name, count in told)
    lines = [
        f"Took in the work of {taken.colleague} since row {taken.common_rows}: {counts or 'records only'}.",
        *(f"Branch: {name}" for name in taken.branches),
        *(f"Chat: {title}" for title in taken.chats),
        *taken.conflicts,
        "Your own branches are as they were. Go to another with “lexdesk switch”.",
    ]
    call.out.give(taken, lines)


def _backup(call: Call) -> None:
    arguments = call.arguments
    with call.desk(read_only=arguments.list) as desk:
        keep = call.host.settings.backups_kept if arguments.keep is None else arguments.keep
        made = None if arguments.list else desk.back_up(keep)
        there = desk.backups()
    lines = [f"{one.at:%Y-%m-%d %H:%M} UTC, {one.rows} audit rows: {one.path}" for one in there]
    if not arguments.list:
        lines.insert(0, "Made a backup and checked it." if made else "The newest backup says the same.")
    call.out.give({"made": made, "backups": there}, lines or ["There is no backup yet."])


def _rescue(call: Call) -> None:
    arguments = call.arguments
    passphrase = ""
    if arguments.damaged.is_file() and is_sealed(arguments.damaged):
        passphrase = ask(f"Passphrase of {arguments.damaged.name}")
    found = rescue(arguments.damaged, arguments.out, call.host.settings.author, passphrase)
    call.out.give(found, [f"Made {found.path} from what could be read.", *found.lines()])


def _signing_key(call: Call) -> None:
    path: Path = call.arguments.file
    passphrase = ask_new("Passphrase of the key", call.out.note) if call.arguments.protected else ""
    made = Signer.make(path, passphrase)
    call.out.give(
        {"private": path, "public": public_path(path), "fingerprint": made.fingerprint},
        [
            f"Made {path} (keep it) and {public_path(path)} (give it to those who check).",
            f"Fingerprint: {made.fingerprint}",
        ],
    )
