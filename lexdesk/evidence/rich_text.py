"""Rich text (RTF, version 1.9.1 of its specification): the words, without a word processor."""

import codecs
import re

from lexdesk.evidence import errors
from lexdesk.evidence.machine import invisible_findings, machine_findings
from lexdesk.evidence.model import Finding, PageText, ReadSource

_TOKEN = re.compile(
    rb"\\([a-zA-Z]{1,32})(-?\d{1,10})? ?"
    rb"|\\'([0-9a-fA-F]{2})|\\(\*)|\\([^a-zA-Z'*])|([{}])|([\r\n]+)|([^\\{}\r\n]+)|(\\)"
)
_DEEPEST = 500
_SKIPPED = frozenset(
    b"info fonttbl colortbl stylesheet pict object objdata themedata colorschememapping datastore "
    b"latentstyles "
    b"listtable listoverridetable rsidtbl generator xmlnstbl filetbl revtbl fldinst bkmkstart bkmkend "
    b"nonshppict "
    b"shpinst "
    b"mmathPr wgrffmtfilter pgdsctbl".split()
)
_ASIDE = {b"header": "Header", b"footer": "Footer", b"footnote": "Footnote", b"annotation": "Comment"}
_SIGNS = {
    b"par": "\n\n",
    b"sect": "\n\n",
    b"page": "\n\n",
    b"line": "\n",
    b"tab": "\t",
    b"cell": "\t",
    b"row": "\n",
    b"nestcell": "\t",
    b"nestrow": "\n",
    b"emdash": "—",
    b"endash": "–",
    b"lquote": "‘",
    b"rquote": "’",
    b"ldblquote": "“",
    b"rdblquote": "”",
    b"bullet": "•",
    b"emspace": " ",
    b"enspace": " ",
}
_CHARSETS = {
    128: "cp932",
    129: "cp949",
    134: "gb18030",
    136: "big5",
    161: "cp1253",
    162: "cp1254",
    163: "cp1258",
    177: "cp1255",
    178: "cp1256",
    186: "cp1257",
    204: "cp1251",
    222: "cp874",
    238: "cp1250",
}


class _State:
    """What holds inside one pair of braces."""

    __slots__ = ("aside", "charset", "hidden", "skip", "unicode_skip")

    def __init__(self, of: "_State | None" = None) -> None:
        self.skip: bool = of.skip if of else False
        self.hidden: bool = of.hidden if of else False
        self.aside: str = of.aside if of else ""
        self.unicode_skip: int = of.unicode_skip if of else 1
        self.charset: str = of.charset if of else ""


def read_rtf(content: bytes, name: str) -> ReadSource:
    """Paragraphs parted by a blank line, cells by a tab; notes, headers and comments follow. Hidden, white
    and tiny text is left out and quoted in a finding. Raises ``SourceDamaged``."""
    body, asides, concealed = _parse(content, name)
    findings: list[Finding] = []
    if hidden := " ".join("".join(concealed).split()):
        findings.append(Finding("concealed_text", f"Text that a reader cannot see, left out: “{hidden}”"))
        findings += machine_findings(hidden, "text that a reader cannot see")
    comments = " ".join("".join(asides.pop("Comment", [])).split())
    if comments:
        message = f"The file holds comments, which are no part of the text: “{comments}”"
        findings += [Finding("comment_text", message), *machine_findings(comments, "a comment")]
    parts = [_tidy("".join(body))]
    parts += [f"[{kind}]\n\n{words}" for kind, said in asides.items() if (words := _tidy("".join(said)))]
    text = "\n\n".join(part for part in parts if part)
    findings += [*invisible_findings(text), *machine_findings(text)]
    if not text:
        findings.append(Finding("no_text", "The file holds no text.", 1))
    title = next((line.strip() for line in text.split("\n") if line.strip()), "")[:120]
    return ReadSource("application/rtf", (PageText(1, "1", text),), title, "", tuple(findings), False)


def _parse(content: bytes, name: str) -> tuple[list[str], dict[str, list[str]], list[str]]:
    body: list[str] = []
    asides: dict[str, list[str]] = {}
    concealed: list[str] = []
    stack: list[_State] = []
    state = _State()
    usual = "cp1252"
    fonts = {
        int(n): _CHARSETS.get(int(c), "")
        for n, c in re.findall(
            rb"\\f(\d{1,5})[^{}\\;]*(?:\\[a-z]+-?\d* ?)*?\\fcharset(\d{1,3})", content[:200_000]
        )
    }
    colours = _colours(content)
    raw = bytearray()
    to_skip = 0
    fresh = False  # just after an opening brace
    at = 0

    def put(words: str) -> None:
        if state.skip:
            return
        if state.hidden:
            concealed.append(f"{words} ")
        elif state.aside:
            asides.setdefault(state.aside, []).append(words)
        else:
            body.append(words)

    def flush() -> None:
        if raw:
            put(bytes(raw).decode(state.charset or usual, "replace"))
            raw.clear()

    while (token := _TOKEN.match(content, at)) is not None:
        at = token.end()
        word, number, code, star, sign, brace, _newline, plain, _slash = token.groups()
        if code is not None:
            if to_skip:
                to_skip -= 1
            else:
                raw.append(int(code, 16))
            continue
        if plain is not None:
            raw += plain[to_skip:]
            to_skip = max(0, to_skip - len(plain))
            fresh = False
            continue
        flush()
        if brace == b"{":
            stack.append(state)
            state = _State(state)
            fresh, to_skip = True, 0
            if len(stack) > _DEEPEST:
                raise errors.damaged(name, "rich text file", "it is nested too deeply")
            continue
        if brace == b"}":
            if stack:
                state = stack.pop()
            to_skip = 0
        elif star is not None and fresh:
            state.skip = True
        elif sign is not None:
            put(
                {b"~": " ", b"_": "-", b"-": "\u00ad", b"\n": "\n\n", b"\r": "\n\n"}.get(
                    sign, sign.decode("latin-1")
                )
            )
        elif word is not None:
            value = int(number) if number else None
            if word in _SKIPPED:
                state.skip = True
            elif word in _ASIDE or (word[:-1] in _ASIDE and word[-1:] in b"lrf"):
                state.aside = _ASIDE.get(word) or _ASIDE[word[:-1]]
                state.skip = False if word == b"annotation" else state.skip
            elif word in _SIGNS:
                put(_SIGNS[word])
            elif word == b"u" and value is not None:
                put(chr(value % 65536))
                to_skip = state.unicode_skip
                continue
            elif word == b"uc":
                state.unicode_skip = min(8, max(0, value or 0))
            elif word == b"bin":
                at += min(len(content), max(0, value or 0))
            elif word == b"ansicpg" and value:
                usual = _codec(value)
            elif word == b"f" and value is not None:
                state.charset = fonts.get(value, "")
            elif word in {b"v", b"deleted"}:
                state.hidden = value != 0
            elif word == b"plain":
                state.hidden = False
            elif word == b"cf" and value is not None:
                state.hidden = value in colours
            elif word == b"fs" and value is not None and value < 6:  # half-points
                state.hidden = True
        fresh = False
    flush()
    return _paired(body), {kind: _paired(said) for kind, said in asides.items()}, _paired(concealed)


def _codec(page: int) -> str:
    name = {65001: "utf-8", 936: "gb18030", 10000: "mac_roman"}.get(page, f"cp{page}")
    try:
        codecs.lookup(name)
    except LookupError:
        return "cp1252"
    return name


def _colours(content: bytes) -> set[int]:
    """Numbers of the colours that are white."""
    table = re.search(rb"\{\\colortbl([^{}]{0,20000})\}", content)
    if table is None:
        return set()
    whites = set()
    for number, entry in enumerate(table.group(1).split(b";")):
        parts = [int(value) for value in re.findall(rb"\\(?:red|green|blue)(\d{1,3})", entry)]
        if len(parts) == 3 and min(parts) >= 245:
            whites.add(number)
    return whites


def _paired(parts: list[str]) -> list[str]:
    """Halves of characters beyond U+FFFF, which come one by one, put together."""
    return ["".join(parts).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")]


def _tidy(text: str) -> str:
    text = re.sub(r"[ \t]*\n[ ]*", "\n", text)
    return re.sub(r"\n{3,}", "\n\n", text).strip()
