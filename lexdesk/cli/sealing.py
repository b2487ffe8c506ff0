"""What needs a passphrase or a key: seal, unseal, passphrase, signing-key."""

import argparse
from pathlib import Path

from lexdesk.cli.command import Call, Commands, add
from lexdesk.cli.handoff import pack_lines, signer
from lexdesk.cli.passphrases import ask, ask_new
from lexdesk.matter import sealing
from lexdesk.review.sealed_handoff import unseal
from lexdesk.review.signing import Signer, public_path


def add_commands(
    commands: Commands, common: argparse.ArgumentParser, _matter: argparse.ArgumentParser
) -> None:
    """``seal``, ``unseal``, ``passphrase``, ``signing-key``."""
    out = add(
        commands, "seal", [common], _seal, "write the whole matter as one archive that a passphrase opens"
    )
    out.add_argument("matter", type=Path)
    out.add_argument("out", type=Path, help="the file to write, for example Kilnbrook.lexsealed")
    out.add_argument("--overwrite", action="store_true")
    out.add_argument("--sign", type=Path, metavar="KEY", help="sign it with this private key (PEM)")
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
    key = add(commands, "signing-key", [common], _signing_key, "make a pair of keys to sign archives with")
    key.add_argument("file", type=Path, help="the private key to make; the public one gets .pub behind it")
    key.add_argument("--protected", action="store_true", help="ask for a passphrase for it")


def _seal(call: Call) -> None:
    arguments = call.arguments
    with call.host.open_desk(arguments.matter, False) as desk:
        call.out.note(sealing.NO_RECOVERY)
        passphrase = ask_new("Passphrase for the archive", call.out.note, arguments.passphrase_file)
        report = desk.review.seal(
            arguments.out, passphrase, desk.author, arguments.overwrite, signer(arguments.sign)
        )
    call.out.give(report, pack_lines(report))


def _unseal(call: Call) -> None:
    arguments = call.arguments
    who = call.host.settings.author
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
    elif arguments.act == "change":
        old = ask(f"Present passphrase of {path.name}")
        new = ask_new("New passphrase", call.out.note, arguments.new_file)
        sealing.change_passphrase(path, old, new, who)
        said = [f"{path} has a new passphrase. Copies made before keep the old one."]
    else:
        sealing.open_seal(path, ask(f"Passphrase of {path.name}"), who)
        said = [f"{path} is no longer sealed: anyone who has the file can read it."]
    call.out.give({"path": path, "act": arguments.act}, said)


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
