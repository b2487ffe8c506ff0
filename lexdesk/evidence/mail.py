"""E-mails (``.eml``): head lines, body, attachments."""

import re
from collections.abc import Iterator, Sequence
from email import policy
from email.errors import (
    CloseBoundaryNotFoundDefect,
    InvalidBase64LengthDefect,
    MessageError,
    MissingHeaderBodySeparatorDefect,
    NoBoundaryInMultipartDefect,
    StartBoundaryNotFoundDefect,
)
from email.message import EmailMessage, Message
from email.parser import BytesParser
from email.utils import parsedate_to_datetime

from lexdesk.evidence import errors
from lexdesk.evidence.archive import safe_name
from lexdesk.evidence.machine import invisible_findings, machine_findings
from lexdesk.evidence.markup import html_text
from lexdesk.evidence.model import Finding, MemberFile, PageText, ReadSource
from lexdesk.evidence.plain import decode

_BREAKS = (
    CloseBoundaryNotFoundDefect,
    InvalidBase64LengthDefect,
    MissingHeaderBodySeparatorDefect,
    NoBoundaryInMultipartDefect,
    StartBoundaryNotFoundDefect,
)
_MOST_ATTACHMENTS = 500
_HEADS = ("From", "To", "Cc", "Date", "Subject")
_LOOKS_LIKE = re.compile(rb"\A(?:[A-Za-z][A-Za-z0-9-]{1,60}:[^\n]*\n(?:[ \t][^\n]*\n)*){2,}", re.MULTILINE)
_MAIL_HEADS = re.compile(
    rb"^(?:from|to|date|subject|message-id|received|mime-version):", re.IGNORECASE | re.MULTILINE
)


def looks_like_mail(content: bytes) -> bool:
    """True if the file begins with mail headers, at least two that only mail has."""
    head = content[:20_000].replace(b"\r\n", b"\n")
    block = _LOOKS_LIKE.match(head + b"\n")
    return (
        bool(block) and len({found.lower() for found in _MAIL_HEADS.findall(block.group())}) >= 2
        if block
        else False
    )


def read_mail(content: bytes, name: str) -> ReadSource:
    """First the lines From, To, Cc, Date, Subject as far as given, then the body (plain text, else the
    HTML part without its markup). Attachments are members. Dated by its header."""
    try:
        message = BytesParser(policy=policy.default).parsebytes(content)
        members_of = list(message.iter_attachments())
    except (
        RecursionError,
        MessageError,
        ValueError,
        LookupError,
        AttributeError,
        KeyError,
        TypeError,
    ) as why:
        raise errors.damaged(name, "e-mail") from why
    findings: list[Finding] = []
    heads = [f"{head}: {_head(message, head)}" for head in _HEADS if _head(message, head)]
    body = _body(message, findings)
    members = tuple(_attachments(members_of, findings))
    text = "\n".join(heads) + "\n\n" + body.replace("\r\n", "\n").replace("\r", "\n").strip()
    findings += [*invisible_findings(text), *machine_findings(text)]
    if _cut_off(message):
        told = "The e-mail breaks off or is damaged: parts of its text and attachments may be missing."
        findings.append(Finding("source_damaged", told, 1))
    if not body.strip():
        findings.append(Finding("no_text", "The e-mail has no body text.", 1))
    title = _head(message, "Subject") or name
    pages = (PageText(1, "1", text),)
    return ReadSource("message/rfc822", pages, title, _date(message), tuple(findings), False, members)


def _cut_off(message: EmailMessage) -> bool:
    """Whether a part of it does not end, or begin, as it should."""
    return any(
        isinstance(defect, _BREAKS) for part in message.walk() for defect in getattr(part, "defects", ())
    )


def _attachments(parts: Sequence[EmailMessage], findings: list[Finding]) -> Iterator[MemberFile]:
    for number, part in enumerate(parts, 1):
        named = safe_name(str(part.get_filename() or f"attachment {number}"))
        if part.get_content_type() == "message/rfc822":
            inner = part.get_payload(0) if part.is_multipart() else None
            content = inner.as_bytes() if isinstance(inner, Message) else b""
            named = named if named.lower().endswith(".eml") else f"{named}.eml"
        else:
            payload = part.get_payload(decode=True)
            content = payload if isinstance(payload, bytes) else b""
        if content and number <= _MOST_ATTACHMENTS:
            yield MemberFile(named, content, "attachment_of")
        else:
            why = "it is empty" if not content else "there are too many"
            findings.append(Finding("attachment_not_read", f"Attachment not read: {named} ({why})."))


def _head(message: EmailMessage, name: str) -> str:
    try:
        return " ".join(str(message.get(name, "")).split())
    except (MessageError, ValueError, TypeError):
        return ""


def _date(message: EmailMessage) -> str:
    try:
        return parsedate_to_datetime(_head(message, "Date")).date().isoformat()
    except (ValueError, TypeError):
        return ""


def _body(message: EmailMessage, findings: list[Finding]) -> str:
    part = message.get_body(preferencelist=("plain", "html"))
    if part is None:
        return ""
    payload = part.get_payload(decode=True)
    raw = payload if isinstance(payload, bytes) else b""
    charset = part.get_content_charset() or ""
    try:
        text = raw.decode(charset or "utf-8")
    except (LookupError, UnicodeDecodeError):
        decoded = decode(raw)
        text = decoded[0] if decoded else raw.decode("latin-1")
        findings.append(
            Finding("encoding_guessed", "The e-mail does not declare its encoding rightly; it was guessed.")
        )
    if part.get_content_subtype() == "html":
        findings.append(Finding("from_html", "The body is HTML; its text was taken without the layout."))
        words, more = html_text(text)
        findings += more
        return words
    return text
