"""What leaves and comes back: memo, pack, verify, unpack, rounds."""

import argparse
from pathlib import Path

from lexdesk.cli.command import Call, Commands, add
from lexdesk.cli.deciding import document_of, document_option
from lexdesk.cli.passphrases import ask
from lexdesk.errors import LexDeskError
from lexdesk.matter.key import is_sealed
from lexdesk.review.packing import PackReport
from lexdesk.review.redacting import Redaction, named
from lexdesk.review.rounds import Round
from lexdesk.review.sealed_handoff import is_sealed_handoff, verify_sealed
from lexdesk.review.signing import BadSigningKey, Signer
from lexdesk.review.verifying import Verification, unpack, verify, verify_sealed_matter


def add_commands(
    commands: Commands, common: argparse.ArgumentParser, matter: argparse.ArgumentParser
) -> None:
    """``memo``, ``pack``, ``verify``, ``unpack``, ``rounds``."""
    memo = add(commands, "memo", [common, matter], _memo, "write the reasons of edits as a memo for the file")
    memo.add_argument("out", type=Path, help="a .docx or .html file")
    memo.add_argument(
        "--edit", type=int, action="append", default=[], help="this edit (default: all decided)"
    )
    memo.add_argument("--overwrite", action="store_true")
    pack = add(
        commands,
        "pack",
        [common],
        _pack,
        "write the whole matter as one archive (not encrypted) for a colleague",
    )
    pack.add_argument("matter", type=Path)
    pack.add_argument("out", type=Path, help="the .zip file to write")
    pack.add_argument("--overwrite", action="store_true")
    pack.add_argument("--sign", type=Path, metavar="KEY", help="sign it with this private key (PEM)")
    redact_options(pack)
    check = add(commands, "verify", [common], _verify, "say what holds of an archive or a matter")
    check.add_argument("file", type=Path)
    check.add_argument("--head", default="", help="the head that the sender told you")
    check.add_argument("--key", type=Path, metavar="FILE", help="the signer's public key (PEM)")
    back = add(commands, "unpack", [common], _unpack, "open an archive as a matter and go on with it")
    back.add_argument("archive", type=Path)
    back.add_argument("out", type=Path, help="the matter to make, or a folder")
    back.add_argument("--head", default="", help="the head that the sender told you")
    rounds = add(
        commands,
        "rounds",
        [common, matter, document_option()],
        _rounds,
        "what the other side made of what was sent to them",
    )
    rounds.add_argument("--sent", type=Path, metavar="FILE", help="record that this exported file was sent")
    rounds.add_argument("--to", default="", help="to whom it was sent")
    rounds.add_argument("--on", default="", help="when it was sent, for example 2026-03-31 (default: now)")


def _memo(call: Call) -> None:
    arguments = call.arguments
    with call.desk() as desk:
        edits = desk.review.memo(arguments.edit, arguments.out, desk.author, arguments.overwrite)
    said = f"Wrote {arguments.out}: {len(edits)} edits. It is internal, not for the other side."
    call.out.give({"path": arguments.out, "edits": [edit.id for edit in edits]}, [said])


def _pack(call: Call) -> None:
    arguments = call.arguments
    with call.host.open_desk(arguments.matter, False) as desk:
        report = desk.review.pack(
            arguments.out, desk.author, arguments.overwrite, signer(arguments.sign), redaction(arguments)
        )
    call.out.give(report, pack_lines(report))


def redact_options(parser: argparse.ArgumentParser) -> None:
    """``--redact``: what does not leave."""
    parser.add_argument(
        "--redact",
        action="append",
        default=[],
        metavar="source:N|chat:N",
        help="leave this source or chat out; its hash stands there instead (may be given again)",
    )


def redaction(arguments: argparse.Namespace) -> Redaction:
    """What ``--redact`` names."""
    ids: dict[str, list[int]] = {"source": [], "chat": []}
    for given in arguments.redact:
        kind, _, number = str(given).partition(":")
        if kind not in ids or not number.isdecimal():
            raise LexDeskError(f"“{given}” names nothing to leave out.", "Write source:3 or chat:2.")
        ids[kind].append(int(number))
    return named(ids["source"], ids["chat"])


def signer(key: Path | None) -> Signer | None:
    """The key that ``--sign`` names; its passphrase is asked for when it has one."""
    if key is None:
        return None
    try:
        return Signer.load(key)
    except BadSigningKey as error:
        if not isinstance(error.__cause__, TypeError):
            raise
    return Signer.load(key, ask(f"Passphrase of {key.name}"))


def pack_lines(report: PackReport) -> list[str]:
    """What was written, for people."""
    signed = [f"Signed with the key of fingerprint {report.signed}."] if report.signed else []
    return [
        f"Wrote {report.path}: {report.files} files, {report.size:,} bytes.",
        report.not_encrypted or "It is sealed: only the passphrase opens it. Tell that by another way.",
        *signed,
        *report.left_out,
        f"Tell the receiver this head by another way: {report.head}",
    ]


def verification_lines(found: Verification) -> list[str]:
    """What holds and what does not, for people."""
    lines = [f"holds    {line}" for line in found.holds]
    lines += [f"unknown  {line}" for line in found.unchecked]
    lines += [f"BROKEN   {line}" for line in found.broken]
    return [*lines, found.proves]


def _verify(call: Call) -> int:
    path, head, key = call.arguments.file, call.arguments.head, call.arguments.key
    if is_sealed_handoff(path):
        found = verify_sealed(path, ask(f"Passphrase of {path.name}"), head, key)
    elif path.is_file() and is_sealed(path):
        found = verify_sealed_matter(path, ask(f"Passphrase of {path.name}"), head)
    else:
        found = verify(path, head, key)
    call.out.give(found, verification_lines(found))
    return 2 if found.broken or found.unchecked else 0


def _unpack(call: Call) -> None:
    arguments = call.arguments
    path, found = unpack(arguments.archive, arguments.out, call.host.settings.author, arguments.head)
    call.host.settings.remember(path)
    lines = [
        f"Made {path}. Its lawyer is now {call.host.settings.author}; remote models must be allowed anew.",
        f"Checked: head {found.head}, {found.rows} audit rows. {found.proves}",
    ]
    call.out.give({"path": path, "verification": found}, lines)


def _rounds(call: Call) -> None:
    arguments = call.arguments
    with call.desk(read_only=arguments.sent is None) as desk:
        document = document_of(call, desk)
        if arguments.sent is not None:
            sent = desk.review.record_sent(document, arguments.sent, arguments.to, desk.author, arguments.on)
            call.out.give(sent, [f"On record: {sent.file} went to {sent.to}, {sent.at}."])
            return
        found = desk.review.rounds(document)
    lines = [line for one in found for line in _round_lines(one)]
    call.out.give(
        found, lines or ["Nothing is on record as sent: “lexdesk rounds --sent FILE --to NAME” records it."]
    )


def _round_lines(one: Round) -> list[str]:
    sent = one.sent
    lines = [f"{sent.form} of version {one.sent_number} to {sent.to}, {sent.at} ({sent.file})"]
    if one.returned is None:
        return [*lines, "  Nothing came back yet."]
    lines.append(f"  Back as version {one.returned.number}: {one.returned.note}, {one.returned.created_at}")
    for answer in one.answers:
        how = "" if answer.fate in ("accepted", "open") else " openly" if answer.marked else " IN SILENCE"
        words = _words(answer.removed, answer.added)
        lines.append(f"  {answer.clause or 'unnumbered'}: {answer.fate}{how}: {words}")
    for change in one.theirs:
        how = f"tracked by {change.author}" if change.tracked else "IN SILENCE"
        words = _words(change.removed, change.added)
        lines.append(f"  {change.clause or 'unnumbered'}: theirs, {change.kind}, {how}: {words}")
    return lines


def _words(removed: str, added: str) -> str:
    parts = [f"-“{removed}”" if removed else "", f"+“{added}”" if added else ""]
    return " ".join(part for part in parts if part)
