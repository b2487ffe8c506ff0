"""Which part of the package is which: the main document, its notes, headers, styles, numbering."""

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from lxml import etree

from lexdesk.word.errors import DamagedWordFile, NotWordFile, StrictWordFile
from lexdesk.word.model import StoredPart
from lexdesk.word.names import STRICT_W_NS, W_NS, Element, w
from lexdesk.word.package import part_bytes

_RELS = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
_OFFICE = "/officeDocument"
_SIGNATURE = "/digital-signature/origin"
_STRICT_REL = "http://purl.oclc.org/ooxml/"
_MAX_DEPTH_HINT = "Ask for the file again, or open it in Word, let Word repair it, and save it anew."
STORY_KINDS = ("footnotes", "endnotes", "header", "footer")


def parse_xml(content: bytes, name: str) -> Element:
    """The root element. No entities are resolved, nothing is fetched; raises DamagedWordFile."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False, load_dtd=False)
    try:
        root: Element = etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        reason = str(error).split("\n")[0]
        raise DamagedWordFile(
            f"This Word file is damaged: its part {name} is not well-formed ({reason}).", _MAX_DEPTH_HINT
        ) from error
    if root.getroottree().docinfo.internalDTD is not None:
        raise DamagedWordFile(
            f"The part {name} of this file holds a document type, which no Word file has.", _MAX_DEPTH_HINT
        )
    return root


def xml_bytes(root: Element) -> bytes:
    """The part as bytes: UTF-8 with an XML declaration, as Word writes it."""
    written: bytes = etree.tostring(
        root.getroottree(), xml_declaration=True, encoding="UTF-8", standalone=True
    )
    return written


@dataclass(frozen=True)
class PartMap:
    """The stored parts by name, and the story parts in reading order."""

    by_name: Mapping[str, StoredPart]
    main: str
    stories: tuple[str, ...]  # main, footnotes, endnotes, headers, footers
    related: Mapping[str, str]  # kind ("styles", "numbering", "settings", ...) -> part name
    signed: bool = False  # the package carries a digital signature

    def root(self, name: str) -> Element:
        """A part parsed anew; the caller owns the tree. Raises DamagedWordFile."""
        return parse_xml(part_bytes(self.by_name[name]), name)

    def optional_root(self, kind: str) -> Element | None:
        """The part of that kind (styles, numbering, settings), or None where the file has none."""
        name = self.related.get(kind)
        return self.root(name) if name is not None else None

    @cached_property
    def settings(self) -> Element | None:
        return self.optional_root("settings")


def map_parts(parts: tuple[StoredPart, ...]) -> PartMap:
    """Find the parts of a Word document. Raises NotWordFile, StrictWordFile or DamagedWordFile."""
    by_name = {part.name: part for part in parts}
    if "[Content_Types].xml" not in by_name and "word/document.xml" not in by_name:
        raise NotWordFile(
            "This is a zip archive, not a Word document.", "Unpack it and add the document itself."
        )
    relations = _relations(by_name, "")
    main = next((target for kind, target, _ in relations if kind.endswith(_OFFICE)), "word/document.xml")
    if main not in by_name:
        raise _no_document(by_name)
    strict = any(kind.startswith(_STRICT_REL) and kind.endswith(_OFFICE) for kind, _, _ in relations)
    head = part_bytes(by_name[main])[:20000]
    if strict or STRICT_W_NS.encode() in head:
        raise StrictWordFile(
            "This document is saved as “Strict Open XML”, which LexDesk cannot edit.",
            "Open it in Word and save it as an ordinary “Word document (.docx)”.",
        )
    if W_NS.encode() not in head and f"<{w('document')}".encode() not in head and b"document" not in head:
        raise _no_document(by_name)
    related: dict[str, str] = {}
    several: dict[str, list[str]] = {kind: [] for kind in STORY_KINDS}
    for kind, target, external in _relations(by_name, main):
        short = kind.rsplit("/", 1)[-1]
        if external or target not in by_name:
            continue
        if short in several:
            if target not in several[short]:
                several[short].append(target)
        else:
            related.setdefault(short, target)
    stories = [main]
    for kind in STORY_KINDS:
        stories += sorted(several[kind], key=_natural)
    signed = any(_SIGNATURE in kind for kind, _, _ in relations)
    return PartMap(by_name, main, tuple(stories), related, signed)


def _no_document(by_name: Mapping[str, StoredPart]) -> NotWordFile:
    other = next((n for n in ("xl/workbook.xml", "ppt/presentation.xml", "content.xml") if n in by_name), "")
    kinds = {"xl/workbook.xml": "an Excel workbook", "ppt/presentation.xml": "a PowerPoint file"}
    what = kinds.get(other, "an OpenDocument file" if other else "a package without a Word document in it")
    return NotWordFile(f"This is {what}, not a Word document.", "Save it as .docx and add that file.")


def _natural(name: str) -> list[tuple[int, str]]:
    return [(int(bit), "") if bit.isdecimal() else (0, bit) for bit in re.split(r"(\d+)", name) if bit]


def _relations(by_name: Mapping[str, StoredPart], source: str) -> list[tuple[str, str, bool]]:
    """(type, target part name, external) of each relationship of a part ("" = of the package)."""
    folder, base = posixpath.split(source)
    stored = by_name.get(posixpath.join(folder, "_rels", f"{base}.rels"))
    if stored is None:
        return []
    found = []
    for node in parse_xml(part_bytes(stored), stored.name).iter(_RELS):
        external = node.get("TargetMode") == "External"
        target = node.get("Target", "")
        if not external:
            target = (
                target[1:] if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
            )
        found.append((node.get("Type", ""), target, external))
    return found
