"""Outlook messages (``.msg``): MS-OXMSG storages read with olefile."""

from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import Any

import olefile

from lexdesk.evidence import errors
from lexdesk.evidence.archive import safe_name
from lexdesk.evidence.machine import invisible_findings, machine_findings
from lexdesk.evidence.markup import html_text
from lexdesk.evidence.model import Finding, MemberFile, PageText, ReadSource
from lexdesk.evidence.rich_text import read_rtf

MEDIA_TYPE = "application/vnd.ms-outlook"
_MOST_ATTACHMENTS = 500
# Property identifiers of MS-OXPROPS.
_SUBJECT, _BODY, _HTML, _RTF, _HEADERS = "0037", "1000", "1013", "1009", "007D"
_SENDER, _SENDER_ADDRESS, _SENDER_SMTP, _TO, _CC = "0C1A", "0C1F", "5D01", "0E04", "0E03"
_LONG_NAME, _SHORT_NAME, _DATA = "3707", "3704", "3701"
_SENT, _DELIVERED, _CODEPAGE = 0x0039, 0x0E06, 0x3FDE


def is_message(content: bytes) -> bool:
    """True for a compound file that holds a message."""
    return "__properties_version1.0".encode("utf-16-le") in content


def read_msg(content: bytes, name: str) -> ReadSource:
    """First the lines From, To, Cc, Date, Subject as far as given, then the body; attachments are members.

    Raises ``SourceDamaged``.
    """
    try:
        with olefile.OleFileIO(BytesIO(content)) as storage:
            return _read(storage, name)
    except (OSError, ValueError, IndexError, KeyError) as why:
        raise errors.damaged(name, "Outlook message") from why


def _read(storage: Any, name: str) -> ReadSource:
    fixed = _fixed(storage)
    codec = _codec(fixed.get(_CODEPAGE, 0))

    def text_of(prop: str, folder: str = "") -> str:
        for kind, encoding in (("001F", "utf-16-le"), ("001E", codec)):
            data = _stream(storage, f"{folder}__substg1.0_{prop}{kind}")
            if data is not None:
                return data.decode(encoding, "replace").rstrip("\0")
        return ""

    findings: list[Finding] = []
    body = text_of(_BODY)
    if not body.strip():
        body = _other_body(storage, codec, findings)
    sent = _moment(fixed.get(_SENT, 0) or fixed.get(_DELIVERED, 0))
    address = text_of(_SENDER_SMTP) or text_of(_SENDER_ADDRESS)
    sender = text_of(_SENDER)
    if "@" in address and address not in sender:
        sender = f"{sender} <{address}>".strip()
    heads = {
        "From": sender,
        "To": text_of(_TO),
        "Cc": text_of(_CC),
        "Date": sent.strftime("%a, %d %b %Y %H:%M:%S +0000") if sent else "",
        "Subject": text_of(_SUBJECT),
    }
    lines = [f"{head}: {' '.join(value.split())}" for head, value in heads.items() if value.strip()]
    text = "\n".join(lines) + "\n\n" + body.replace("\r\n", "\n").replace("\r", "\n").strip()
    findings += [
        *invisible_findings(text),
        *machine_findings(text),
        *machine_findings(text_of(_HEADERS), "mail headers"),
    ]
    if not body.strip():
        findings.append(Finding("no_text", "The e-mail has no body text.", 1))
    members = tuple(_attachments(storage, text_of, findings))
    dated = sent.date().isoformat() if sent else ""
    return ReadSource(
        MEDIA_TYPE,
        (PageText(1, "1", text),),
        heads["Subject"].strip() or name,
        dated,
        tuple(findings),
        False,
        members,
    )


def _attachments(storage: Any, text_of: Any, findings: list[Finding]) -> list[MemberFile]:
    folders = sorted({path[0] for path in storage.listdir() if path[0].startswith("__attach_version1.0_")})
    found: list[MemberFile] = []
    for number, folder in enumerate(folders, 1):
        named = (
            text_of(_LONG_NAME, f"{folder}/") or text_of(_SHORT_NAME, f"{folder}/") or f"attachment {number}"
        )
        data = _stream(storage, f"{folder}/__substg1.0_{_DATA}0102")
        if number > _MOST_ATTACHMENTS or data is None:
            why = "It is a message inside the message" if data is None else "There are too many"
            message = f"Attachment not read: {safe_name(named)}. {why}; save it and add it as its own source."
            findings.append(Finding("attachment_not_read", message))
            continue
        found.append(MemberFile(safe_name(named), data, "attachment_of"))
    return found


def _other_body(storage: Any, codec: str, findings: list[Finding]) -> str:
    markup = _stream(storage, f"__substg1.0_{_HTML}0102")
    if markup:
        text, more = html_text(markup)
        findings.append(Finding("from_html", "The body is HTML; its text was taken without the layout."))
        findings += more
        return text
    packed = _stream(storage, f"__substg1.0_{_RTF}0102")
    if packed:
        rich = read_rtf(_unpacked(packed), "body")
        findings += [found for found in rich.findings if found.code == "concealed_text"]
        return rich.text
    return ""


def _stream(storage: Any, path: str) -> bytes | None:
    if not storage.exists(path) or storage.get_type(path) != olefile.STGTY_STREAM:
        return None
    with storage.openstream(path) as stream:
        data: bytes = stream.read()
    return data


def _fixed(storage: Any) -> dict[int, int]:
    """Properties of fixed length by their identifier: 32 bytes of head, then 16 for each."""
    data = _stream(storage, "__properties_version1.0") or b""
    found: dict[int, int] = {}
    for at in range(32, len(data) - 15, 16):
        found[int.from_bytes(data[at + 2 : at + 4], "little")] = int.from_bytes(
            data[at + 8 : at + 16], "little"
        )
    return found


def _moment(ticks: int) -> datetime | None:
    """Tenths of microseconds since 1601."""
    try:
        return datetime(1601, 1, 1, tzinfo=UTC) + timedelta(microseconds=ticks // 10) if ticks else None
    except OverflowError:
        return None


def _codec(page: int) -> str:
    name = {65001: "utf-8", 936: "gb18030", 20936: "gb18030", 28591: "latin-1"}.get(
        page & 0xFFFF, f"cp{page & 0xFFFF}"
    )
    try:
        b"".decode(name)
    except LookupError:
        return "cp1252"
    return name


_DICTIONARY = (
    b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss "
    b"\\fmodern \\fscript \\fdecor MS Sans "
    b"SerifSymbolArialTimes New RomanCourier"
    b"{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u"
    b"\\tab\\tx"
)


def _unpacked(data: bytes) -> bytes:
    """Compressed rich text (MS-OXRTFCP) as it was; what is not compressed comes back without its head."""
    if data[8:12] == b"MELA":
        return data[16:]
    size = min(int.from_bytes(data[4:8], "little"), 50_000_000)
    window = bytearray(_DICTIONARY.ljust(4096, b"\0"))
    write, at = len(_DICTIONARY), 16
    out = bytearray()
    while at < len(data) and len(out) < size:
        control = data[at]
        at += 1
        for bit in range(8):
            if at >= len(data) or len(out) >= size:
                break
            if control >> bit & 1:
                pair = int.from_bytes(data[at : at + 2], "big")
                at += 2
                offset, length = pair >> 4, (pair & 15) + 2
                if offset == write:
                    return bytes(out)
                for step in range(length):
                    byte = window[(offset + step) % 4096]
                    out.append(byte)
                    window[write] = byte
                    write = (write + 1) % 4096
            else:
                window[write] = data[at]
                write = (write + 1) % 4096
                out.append(data[at])
                at += 1
    return bytes(out)
