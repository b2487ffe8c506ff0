"""HTML as a reader sees it: scripts and styles dropped, what is hidden told apart."""

import re
from collections.abc import Iterator
from typing import Any

from lxml import etree, html

from lexdesk.evidence.machine import machine_findings
from lexdesk.evidence.model import Finding
from lexdesk.evidence.nesting import flattened

_BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "center",
        "dd",
        "details",
        "dialog",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "main",
        "nav",
        "ol",
        "p",
        "pre",
        "section",
        "summary",
        "table",
        "tbody",
        "tfoot",
        "thead",
        "ul",
    ]
)
_LINES = frozenset(("br", "tr", "li", "option"))
_CELLS = frozenset(("td", "th"))
_DROPPED = frozenset(
    ("script", "style", "head", "title", "noscript", "template", "svg", "math", "object", "iframe")
)
_HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*(?:0|[012](?:\.\d+)?(?:px|pt))\b"
    r"|opacity\s*:\s*0(?:\.0\d*)?(?:\s*[;!]|\s*\Z)|(?<![\w-])color\s*:\s*(?:#fff(?:fff)?\b|white\b|transparent\b"
    r"|rgba?\(\s*255\s*,\s*255\s*,\s*255|rgba\([^)]*,\s*0\s*\))|text-indent\s*:\s*-\d{3,}|(?:left|top)\s*:\s*-\d{3,}"
    r"|(?:max-)?(?:height|width)\s*:\s*0(?:px)?\s*(?:;|\Z)|mso-hide\s*:\s*all",
    re.IGNORECASE,
)
_DARK = re.compile(r"background(?:-color)?\s*:\s*(?!\s*(?:white|#fff|transparent|none))", re.IGNORECASE)
_CHARSET = re.compile(rb"(?:charset|encoding)\s*=\s*[\"']?([\w-]{2,40})", re.IGNORECASE)
_SPOKEN = ("alt", "title", "aria-label", "content", "placeholder", "summary")


def html_text(markup: str | bytes) -> tuple[str, list[Finding]]:
    """The words, paragraphs parted by a blank line and cells by a tab, and what is hidden or said to machines
    in places a reader does not see."""
    root, cut = _parsed(markup)
    findings: list[Finding] = []
    if cut:
        root, cut = _parsed(flattened(markup if isinstance(markup, str) else _decoded(markup)))
    if cut:
        message = "The page is nested deeper than can be followed; what stands below that was not read."
        findings.append(Finding("page_damaged", message, 1))
    if root is None:
        return "", findings
    out: list[str] = []
    hidden: list[str] = []
    elsewhere: list[str] = []
    for text, unseen in _walk(root, elsewhere):
        (hidden if unseen else out).append(text)
    concealed = " ".join("".join(hidden).split())
    if concealed:
        findings.append(Finding("concealed_text", f"Text that a reader cannot see, left out: “{concealed}”"))
        findings += machine_findings(concealed, "text that a reader cannot see")
    findings += machine_findings("\n".join(elsewhere), "a place of the page that is not shown")
    return _tidy("".join(out)), findings


def _parsed(markup: str | bytes) -> tuple[Any, bool]:
    """The page, ``None`` for one without elements; and whether the parser gave up at its depth."""
    # ``huge_tree`` follows 2,048 elements down instead of 256; the size of what is read is bounded before.
    parser = html.HTMLParser(remove_comments=False, no_network=True, huge_tree=True)
    if isinstance(markup, str):
        markup = re.sub(r"\A\s*<\?xml[^>]*\?>", "", markup)
    try:
        root = html.document_fromstring(markup, parser=parser) if markup.strip() else None
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        root = None
    return root, any("depth" in str(entry.message) for entry in parser.error_log)


def _decoded(markup: bytes) -> str:
    said = _CHARSET.search(markup[:2048])
    try:
        return markup.decode(said[1].decode("ascii") if said else "utf-8", "replace")
    except LookupError:
        return markup.decode("utf-8", "replace")


def _walk(root: Any, elsewhere: list[str]) -> Iterator[tuple[str, bool]]:
    """Pieces of text in order, and whether each is hidden. No recursion: pages may be nested without end."""
    hiding = dropping = 0
    hides: list[Any] = []
    for event, element in etree.iterwalk(root, events=("start", "end", "comment", "pi")):
        if event in {"comment", "pi"}:
            if element.text:
                elsewhere.append(str(element.text))
            if element.tail and not dropping:
                yield _flat(element.tail), bool(hiding)
            continue
        tag = element.tag if isinstance(element.tag, str) else ""
        if event == "start":
            elsewhere += [str(element.get(name)) for name in _SPOKEN if element.get(name)]
            dropping += tag in _DROPPED
            if _is_hidden(element, tag):
                hiding += 1
                hides.append(element)
            yield _break_before(tag), bool(hiding)
            if element.text and not dropping:
                yield (element.text if tag == "pre" else _flat(element.text)), bool(hiding)
        else:
            dropping -= tag in _DROPPED
            yield ("\n\n" if tag in _BLOCKS else ""), bool(hiding)
            if hides and hides[-1] is element:
                hides.pop()
                hiding -= 1
            if element.tail and not dropping:
                yield _flat(element.tail), bool(hiding)


def _is_hidden(element: Any, tag: str) -> bool:
    style = element.get("style") or ""
    if element.get("hidden") is not None or (tag == "input" and element.get("type") == "hidden"):
        return True
    if (element.get("color") or "").lower() in {"white", "#ffffff", "#fff"}:
        return True
    found = _HIDING.search(style)
    return bool(found) and not ("color" in found.group().lower() and _DARK.search(style)) if found else False


def _break_before(tag: str) -> str:
    if tag in _BLOCKS:
        return "\n\n"
    if tag in _LINES:
        return "\n"
    return "\t" if tag in _CELLS else ""


def _flat(text: str) -> str:
    return re.sub(r"[ \t\r\n\f]+", " ", text)


def _tidy(text: str) -> str:
    text = text.replace("\u00a0", " ")
    text = re.sub(r"[ ]*\n[ \t]*", "\n", text)
    text = re.sub(r" {2,}", " ", text)
    return re.sub(r"\n{3,}", "\n\n", text).strip()
