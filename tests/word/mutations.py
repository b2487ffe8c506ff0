"""Mutations of Word files: of their bytes, of their zip entries, of the XML inside."""

import copy
import random
import re
from collections.abc import Sequence
from contextlib import suppress
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from lxml import etree

from lexdesk.word.names import w
from tests.word.build import CONTRACT_LIST, THEM, docx, numbered, para, run, table

_TAGS = (
    "w:p", "w:r", "w:t", "w:tbl", "w:tr", "w:tc", "w:ins", "w:del", "w:moveTo", "w:pPr", "w:rPr", "w:sdt",
    "w:sdtContent", "w:fldChar", "w:hyperlink", "w:txbxContent",
)  # fmt: skip
_VALUES = (
    "",
    "-1",
    "0",
    "1",
    "2",
    "9" * 20,
    "x",
    "\u0661",
    "1.5",
    "true",
    "rId99",
    "../../x",
    "begin",
    "end",
)
_SIGNS = ("<", "&", "\x00", "\ud800", "]]>", "<!--", "\u202e", "&#xFFFF;")


def samples() -> list[bytes]:
    """Ten small files, each with another part of the format in it."""
    ins = f'<w:ins w:id="1" {THEM}>{run("added ")}</w:ins>'
    gone = f'<w:del w:id="2" {THEM}><w:r><w:delText>cut</w:delText></w:r></w:del>'
    mark = f'<w:rPr><w:del w:id="3" {THEM}/></w:rPr>'
    row = f'<w:del w:id="5" {THEM}/>'
    char = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'
    field = (
        char.format("begin") + "<w:r><w:instrText> REF a </w:instrText></w:r>" + char.format("separate")
        + run("12.7") + char.format("end")
    )  # fmt: skip
    note = f'<w:footnote w:id="2">{para("A note.")}</w:footnote>'
    reference = run("Text") + '<w:r><w:footnoteReference w:id="2"/></w:r>'
    box = f"<w:r><w:pict><w:txbxContent>{para('In a box')}</w:txbxContent></w:pict></w:r>"
    sdt = f"<w:sdt><w:sdtPr/><w:sdtContent>{para('In a control')}</w:sdtContent></w:sdt>"
    style = '<w:style w:type="paragraph" w:default="1" w:styleId="N"><w:basedOn w:val="N"/></w:style>'
    moved = "".join(
        f'<w:p><w:pPr><w:rPr><w:{tag} w:id="{n}" {THEM}/></w:rPr></w:pPr><w:{tag}RangeStart w:id="{n + 1}" '
        f'w:name="m" {THEM}/><w:{tag} w:id="{n + 2}" {THEM}>{run("Moved.")}</w:{tag}>'
        f'<w:{tag}RangeEnd w:id="{n + 1}"/></w:p>'
        for tag, n in (("moveFrom", 10), ("moveTo", 20))
    )
    lists = {"numbering": CONTRACT_LIST}
    return [
        docx(para("Pay within ten days.") + para("")),
        docx(numbered("Payment") + numbered("Pay.", 1) + numbered("Soon.", 2), lists),
        docx(para(run("We ") + ins + gone) + para("Joined", mark) + para("End")),
        docx(table(("a", "b"), (table(("in", "ner")) + para("x"), "c"), marks={1: row})),
        docx(para(field + run(" applies.")) + para("End")),
        docx(para(reference), {"footnotes": note, "hdr": para("Header")}),
        docx(para(run("Around ") + box) + sdt),
        docx(para("Styled", '<w:pStyle w:val="N"/>'), {"styles": style, "settings": "<w:zoom/>"}),
        docx(moved + para("Middle")),
        docx(para("见第十二条。") + para("שלום عربى 12.7"), {"numbering": CONTRACT_LIST}),
    ]


def mutated(data: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    """One file changed at random, in its bytes or in the text of one of its parts."""
    if chance.random() < 0.2:
        return _bytes(data, others, chance)
    return _xml(data, others, chance)


def _bytes(data: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    out = bytearray(data)
    kind = chance.randrange(5)
    at = chance.randrange(len(out))
    if kind == 0:
        for _ in range(chance.randint(1, 8)):
            out[chance.randrange(len(out))] = chance.randrange(256)
    elif kind == 1:
        del out[at:]
    elif kind == 2:
        del out[at : at + chance.randint(1, 200)]
    elif kind == 3:
        other = chance.choice(others)
        out[at:at] = other[: chance.randint(1, len(other))]
    else:
        # The directory at the end holds sizes, offsets and names.
        near = max(0, len(out) - chance.randint(1, 400))
        out[near] = chance.randrange(256)
    return bytes(out)


def _xml(data: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    with ZipFile(BytesIO(data)) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    name = chance.choice(list(parts)) if chance.random() < 0.4 else "word/document.xml"
    text = parts[name]
    for _ in range(chance.randint(1, 3)):
        text = _edited(text, chance)
    parts[name] = text
    if chance.random() < 0.05:
        del parts[chance.choice(list(parts))]
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for part, content in parts.items():
            archive.writestr(part, content.encode("utf-8", "surrogatepass"))
    return out.getvalue()


def _edited(text: str, chance: random.Random) -> str:
    """The text with one change: mostly of its tree, so that it stays well-formed."""
    if chance.random() < 0.75:
        with suppress(etree.XMLSyntaxError, ValueError):
            return _grafted(text, chance)
    tags = [m.span() for m in re.finditer(r"<[^<>]*>", text)]
    if not tags:
        return f"{text}<"
    start, end = chance.choice(tags)
    kind = chance.randrange(4)
    if kind == 0:
        return text[:start] + text[end:]
    if kind == 1:
        return text[:end] + text[start:end] + text[end:]
    if kind == 2:
        at = chance.randrange(len(text))
        return text[:at] + chance.choice(_SIGNS) + text[at:]
    deep, times = chance.choice(_TAGS), chance.choice((3, 30, 300))
    return text[:end] + f"<{deep}>" * times + f"</{deep}>" * times + text[end:]


def _grafted(text: str, chance: random.Random) -> str:
    root = etree.fromstring(text.encode())
    nodes = [node for node in root.iter(etree.Element) if node is not root]
    if not nodes:
        return text
    node = chance.choice(nodes)
    parent = node.getparent()
    assert parent is not None
    kind = chance.randrange(7)
    if kind == 0:
        parent.remove(node)
    elif kind == 1:
        node.addnext(copy.deepcopy(node))
    elif kind == 2:
        chance.choice(nodes).append(copy.deepcopy(node))
    elif kind == 3 and node.attrib:
        node.set(chance.choice(list(node.attrib)), chance.choice(_VALUES))
    elif kind == 4 and node.attrib:
        del node.attrib[chance.choice(list(node.attrib))]
    elif kind == 5:
        node.tag = w(chance.choice(_TAGS).removeprefix("w:"))
    else:
        for child in reversed(node):
            node.addnext(child)
    return etree.tostring(root, encoding="unicode")
