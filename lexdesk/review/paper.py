"""Lines of a page that leaves the matter, and their two forms: one HTML file, one Word file. Nothing is
fetched from anywhere when either is read."""

import html
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import docx
from docx.shared import Pt, RGBColor

from lexdesk.word.zip_entries import docx_bytes

LineKind = Literal["heading", "sub", "text", "removed", "added", "warning", "note"]


@dataclass(frozen=True)
class Line:
    """One paragraph. ``label`` is a short name shown before it; ``link`` (HTML only) a file beside it."""

    kind: LineKind
    text: str
    label: str = ""
    link: str = ""


_STYLE = (
    "body{font:16px/1.5 Georgia,serif;max-width:48em;margin:2em auto;padding:0 1em;color:#222}"
    "h1{font-size:1.5em}h2{font-size:1.2em;border-top:1px solid #bbb;padding-top:.8em;margin-top:1.6em}"
    "h3{font-size:1em}p{margin:.4em 0;white-space:pre-wrap;overflow-wrap:anywhere}"
    "b{font-weight:600}.removed span{color:#9b1c1c;text-decoration:line-through}.added span{color:#14532d}"
    ".warning{border-left:3px solid #b45309;padding-left:.6em}.note{color:#555;font-size:.9em}"
)
_TAGS = {"heading": "h2", "sub": "h3"}


def to_html(title: str, lines: Iterable[Line]) -> bytes:
    """One HTML page, UTF-8, without scripts and without references to other places."""
    body = [f"<h1>{html.escape(title)}</h1>"]
    for line in lines:
        tag = _TAGS.get(line.kind, "p")
        label = f"<b>{html.escape(line.label)}</b> " if line.label else ""
        text = html.escape(line.text)
        if line.link:
            text = f'<a href="{html.escape(line.link)}">{text}</a>'
        body.append(f'<{tag} class="{line.kind}" dir="auto">{label}<span>{text}</span></{tag}>')
    page = (
        f'<!doctype html>\n<html><head><meta charset="utf-8"><title>{html.escape(title)}</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n" + "\n".join(body) + "\n</body></html>\n"
    )
    return page.encode("utf-8", "replace")


def to_word(title: str, author: str, lines: Sequence[Line]) -> bytes:
    """A Word file with headings, so that Word's outline works. Characters that XML cannot hold are shown
    as U+FFFD."""
    word = docx.Document()
    word.core_properties.author = _storable(author)
    word.core_properties.title = _storable(title)
    word.styles["Normal"].font.size = Pt(11)
    word.add_heading(_storable(title), 0)
    for line in lines:
        if line.kind in _TAGS:
            text = f"{line.label} {line.text}".strip()
            word.add_heading(_storable(text), 1 if line.kind == "heading" else 2)
            continue
        paragraph = word.add_paragraph()
        if line.label:
            paragraph.add_run(_storable(f"{line.label} ")).bold = True
        run = paragraph.add_run(_storable(line.text))
        if line.kind == "removed":
            run.font.strike = True
        if line.kind == "note":
            run.font.size = Pt(9)
        colour = {"removed": (0x9B, 0x1C, 0x1C), "added": (0x14, 0x53, 0x2D), "warning": (0xB4, 0x53, 0x09)}
        if line.kind in colour:
            run.font.color.rgb = RGBColor(*colour[line.kind])
    return docx_bytes(word)


def _storable(text: str) -> str:
    return "".join(ch if ch in "\t\n\r" or _in_xml(ord(ch)) else "\ufffd" for ch in text)


def _in_xml(point: int) -> bool:
    return 0x20 <= point < 0xD800 or 0xE000 <= point <= 0xFFFD or point >= 0x10000
