"""E-mails (``.eml``): head lines, body, names of attachments."""

import re
from email import policy
from email.errors import MessageError
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import parsedate_to_datetime
from html.parser import HTMLParser

from lexdesk.evidence.machine import invisible_findings, machine_findings
from lexdesk.evidence.model import Finding, PageText, ReadSource
from lexdesk.evidence.plain import decode

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
    HTML part without its markup). Attachments are named in findings, not read. Dated by its header."""
    message = BytesParser(policy=policy.default).parsebytes(content)
    findings: list[Finding] = []
    heads = [f"{head}: {_head(message, head)}" for head in _HEADS if _head(message, head)]
    body = _body(message, findings)
    attached = [part.get_filename() or part.get_content_type() for part in message.iter_attachments()]
    for attachment in attached:
        findings.append(
            Finding("attachment_not_read", f"Attachment not read: {attachment}. Add it as its own source.")
        )
    text = "\n".join(heads) + "\n\n" + body.replace("\r\n", "\n").replace("\r", "\n").strip()
    findings += [*invisible_findings(text), *machine_findings(text)]
    if not body.strip():
        findings.append(Finding("no_text", "The e-mail has no body text.", 1))
    title = _head(message, "Subject") or name
    return ReadSource(
        "message/rfc822", (PageText(1, "1", text),), title, _date(message), tuple(findings), False
    )


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
        return html_text(text)
    return text


class _Stripper(HTMLParser):
    _BREAKS = frozenset(
        ("p", "div", "br", "tr", "li", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "table", "ul", "ol")
    )
    _SKIPS = frozenset(("script", "style", "head", "title"))

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.out: list[str] = []
        self._skip = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in self._SKIPS:
            self._skip += 1
        elif tag in self._BREAKS:
            self.out.append("\n" if tag in {"br", "tr", "li"} else "\n\n")
        elif tag in {"td", "th"}:
            self.out.append("\t")

    def handle_endtag(self, tag: str) -> None:
        if tag in self._SKIPS:
            self._skip = max(0, self._skip - 1)
        elif tag in {"p", "div", "table", "blockquote"}:
            self.out.append("\n\n")

    def handle_data(self, data: str) -> None:
        if not self._skip:
            self.out.append(re.sub(r"\s+", " ", data))


def html_text(markup: str) -> str:
    """The words of an HTML text, paragraphs parted by a blank line; scripts and styles left out."""
    stripper = _Stripper()
    stripper.feed(markup)
    stripper.close()
    text = "".join(stripper.out)
    text = re.sub(r"[ \t]*\n[ \t]*", "\n", text)
    return re.sub(r"\n{3,}", "\n\n", text).strip()
