"""Plain text and Markdown, whatever their encoding."""

import codecs
import re

from lexdesk.evidence.machine import invisible_findings, machine_findings
from lexdesk.evidence.model import Finding, PageText, ReadSource

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_COMMON_HAN = re.compile(r"[的一是不在有为和人中合同方条款法定本应当的]")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")


def decode(content: bytes) -> tuple[str, str, bool] | None:
    """``(text, encoding, guessed)``, or ``None`` when the bytes are no text.

    A byte order mark and valid UTF-8 are certain; UTF-16 without mark, GB 18030 and Latin-1 are guesses.
    """
    for mark, encoding in _BOMS:
        if content.startswith(mark):
            return content[len(mark) :].decode(encoding, "replace"), encoding, False
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        text = ""
    if text and not _CONTROL.search(text):
        return text, "utf-8", False
    for encoding, odd in (("utf-16-le", content[1::2]), ("utf-16-be", content[::2])):
        if len(content) % 2 == 0 and odd.count(0) > 0.3 * len(odd):
            return content.decode(encoding, "replace"), encoding, True
    if _CONTROL.search(content.decode("latin-1")):
        return None
    try:
        text = content.decode("gb18030")
    except UnicodeDecodeError:
        text = ""
    han = sum(1 for sign in text if "\u4e00" <= sign <= "\u9fff")
    if han >= 4 and len(_COMMON_HAN.findall(text)) >= 0.03 * han:
        return text, "gb18030", True
    return content.decode("cp1252", "replace"), "windows-1252", True


def read_plain(content: bytes, name: str, media_type: str = "text/plain") -> ReadSource | None:
    """The text with line ends as ``\\n``; ``None`` when the bytes are no text."""
    decoded = decode(content)
    if decoded is None:
        return None
    text, encoding, guessed = decoded
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    findings = [*invisible_findings(text), *machine_findings(text)]
    if guessed:
        findings.append(
            Finding(
                "encoding_guessed", f"The encoding is not declared; read as {encoding}. Check the accents."
            )
        )
    if not text.strip():
        findings.append(Finding("no_text", "The file holds no text.", 1))
    first = next((line.strip().lstrip("#").strip() for line in text.split("\n") if line.strip()), "")
    return ReadSource(media_type, (PageText(1, "1", text),), first[:120], "", tuple(findings), False)
