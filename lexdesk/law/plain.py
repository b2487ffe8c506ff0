"""Blocks from plain text and Markdown, with the way back to offsets in the file."""

import re
from bisect import bisect_right
from dataclasses import dataclass

from lexdesk.law.marks import read_marks
from lexdesk.law.model import Block
from lexdesk.text.spans import Span

_MARKUP = re.compile(
    r"<(?!\s)/?[A-Za-z][^<>]{0,300}>"  # HTML tags
    r"|\*\*|__|(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])"  # emphasis
    r"|\[(?=[^\[\]]{1,200}\]\([^()\s]{1,500}\))|(?<=\])\([^()\s]{1,500}\)|\](?=\([^()\s]{1,500}\))"  # links
    r"|\\(?=[.()*_#\[\]-])"
)
_LIST_ITEM = re.compile(r"(?P<indent>[ \t]*)(?P<mark>\d{1,3}|[a-z]|[ivxl]{1,5})[.)]\s+")
_HEADING = re.compile(r"(?P<hashes>#{1,6})\s+")


@dataclass(frozen=True)
class PlainBlock(Block):
    """A line of a text file. ``anchors`` pairs offsets in ``text`` with offsets in the file."""

    anchors: tuple[tuple[int, int], ...] = ((0, 0),)

    def in_file(self, offset: int) -> int:
        """File offset (code points) of ``text[offset]``; markup before it is left behind."""
        i = bisect_right(self.anchors, (offset, 1 << 60)) - 1
        inner, outer = self.anchors[max(i, 0)]
        return outer + offset - inner

    def span_in_file(self, span: Span) -> Span:
        """The same words in the file, markup inside included, markup around them not."""
        if span.end <= span.start:
            return Span(self.in_file(span.start), self.in_file(span.start))
        return Span(self.in_file(span.start), self.in_file(span.end - 1) + 1)


def blocks_from_text(text: str) -> list[PlainBlock]:
    """One block for each line that holds text, keys "b1", "b2"...; offsets kept.

    Markdown (seen by its emphasis, headings or tags) loses its markup: bold becomes ``bold`` spans,
    "#" a heading level, nested ordered lists computed labels ("7.3"), as they are shown when rendered.
    """
    markdown = _is_markdown(text)
    blocks: list[PlainBlock] = []
    levels: list[tuple[int, str]] = []  # indent and label of the open list items
    start = 0
    for line in text.split("\n"):
        if line.strip():
            key = f"b{len(blocks) + 1}"
            if markdown:
                blocks.append(_markdown_block(key, line, start, levels))
            else:
                body = line.rstrip("\r")
                blocks.append(PlainBlock(key, body, anchors=((0, start),)))
        start += len(line) + 1
    return blocks


def _is_markdown(text: str) -> bool:
    signs = re.findall(r"^#{1,6}\s|\*\*[^*\n]+\*\*|<span\b|^\s*\d+\.\s+<", text, re.MULTILINE)
    return len(signs) >= 2


def _markdown_block(key: str, line: str, start: int, levels: list[tuple[int, str]]) -> PlainBlock:
    begin = 0
    label = ""
    heading_level: int | None = None
    item = _LIST_ITEM.match(line)
    heading = _HEADING.match(line)
    if heading:
        begin = heading.end()
        heading_level = len(heading["hashes"]) - 1
        levels.clear()
    elif item and _in_list(item, levels):
        label = _list_label(item, levels)
        begin = item.end()
    elif not line[0].isspace():
        levels.clear()
    pieces: list[str] = []
    anchors: list[tuple[int, int]] = []
    bold: list[Span] = []
    length = 0
    opened: int | None = None
    at = begin
    for m in [*_MARKUP.finditer(line.rstrip("\r"), begin), None]:
        end = m.start() if m else len(line.rstrip("\r"))
        if end > at:
            anchors.append((length, start + at))
            pieces.append(line[at:end])
            length += end - at
        if m is None:
            break
        if m[0] in ("**", "__"):
            if opened is None:
                opened = length
            else:
                bold.append(Span(opened, length))
                opened = None
        at = m.end()
    return PlainBlock(
        key,
        "".join(pieces),
        label=label,
        heading_level=heading_level,
        list_level=len(levels) - 1 if label else None,
        bold=tuple(b for b in bold if b.end > b.start),
        anchors=tuple(anchors) or ((0, start),),
    )


def _in_list(item: re.Match[str], levels: list[tuple[int, str]]) -> bool:
    """Nested items, and numbers at the margin; a lone "a." or "i." at the margin is text."""
    return (bool(item["indent"]) and bool(levels)) or item["mark"].isdigit()


def _list_label(item: re.Match[str], levels: list[tuple[int, str]]) -> str:
    indent = len(item["indent"].expandtabs(4))
    while levels and levels[-1][0] >= indent:
        levels.pop()
    above = levels[-1][1] if levels else ""
    mark = item["mark"]
    if not mark.isdigit() or (above and read_marks(above, automatic=True)[-1].scheme != "decimal"):
        label = f"{above}({mark})"
    else:
        label = f"{above}.{mark}" if above else mark
    levels.append((indent, label))
    return label
