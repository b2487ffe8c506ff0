"""Adding, changing and dropping parts of a package: content types and relationships kept in step."""

import json
import posixpath
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lxml import etree

from lexdesk.word.model import StoredPart
from lexdesk.word.names import Element
from lexdesk.word.package import changed_part, part_bytes
from lexdesk.word.parts import parse_xml, xml_bytes

TYPES = "[Content_Types].xml"
_TYPES_NS = "http://schemas.openxmlformats.org/package/2006/content-types"
_RELS_NS = "http://schemas.openxmlformats.org/package/2006/relationships"
_RELATION = f"{{{_RELS_NS}}}Relationship"
_NO_DATE = [0, 33]  # 1 January 1980, as Word itself writes


class PartList:
    """The parts of one package while they change; the order stays, new parts come last."""

    def __init__(self, parts: Sequence[StoredPart]) -> None:
        self._parts = {part.name: part for part in parts}
        self._roots: dict[str, Element] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._parts

    @property
    def names(self) -> list[str]:
        """Names of the parts, in order."""
        return list(self._parts)

    def content(self, name: str) -> bytes:
        """The bytes of a part as it is stored. Raises DamagedWordFile."""
        return part_bytes(self._parts[name])

    def root(self, name: str) -> Element:
        """The tree of an XML part, the same at every call; call ``changed`` after changing it."""
        if name not in self._roots:
            self._roots[name] = parse_xml(self.content(name), name)
        return self._roots[name]

    def changed(self, name: str) -> None:
        """Write the tree of a part back."""
        self._parts[name] = changed_part(self._parts[name], xml_bytes(self.root(name)))

    def replace(self, name: str, root: Element) -> None:
        """Another tree for a part."""
        self._roots[name] = root
        self.changed(name)

    def add(self, name: str, root: Element, kind: str, relation: str, source: str) -> None:
        """A new XML part of content type ``kind``, to which ``source`` has a relationship ``relation``."""
        self._parts[name] = self._new(name, xml_bytes(root))
        self._roots[name] = root
        if TYPES in self._parts:
            override = etree.SubElement(self.root(TYPES), f"{{{_TYPES_NS}}}Override")
            override.set("PartName", f"/{name}")
            override.set("ContentType", kind)
            self.changed(TYPES)
        self._relate(source, name, relation)

    def _new(self, name: str, content: bytes) -> StoredPart:
        """An entry like the first one of the file, with another name and content."""
        header = json.loads(next(iter(self._parts.values())).header)
        header.update(name=name, raw_name=name.encode().hex(), comment="", flags=0x800)
        return changed_part(StoredPart(name, json.dumps(header, sort_keys=True), b""), content)

    def _relate(self, source: str, target: str, relation: str) -> None:
        name = rels_name(source)
        if name not in self._parts:
            self._parts[name] = self._new(name, f'<Relationships xmlns="{_RELS_NS}"/>'.encode())
        root = self.root(name)
        used = {node.get("Id", "") for node in root.iter(_RELATION)}
        number = next(n for n in range(1, len(used) + 2) if f"rId{n}" not in used)
        node = etree.SubElement(root, _RELATION)
        node.set("Id", f"rId{number}")
        node.set("Type", relation)
        node.set("Target", posixpath.relpath(target, posixpath.dirname(source) or "."))
        self.changed(name)

    def relations(self, source: str) -> Iterator[tuple[Element, str, bool]]:
        """(element, target part or address, external) of each relationship of a part ("" = package)."""
        name = rels_name(source)
        if name not in self._parts:
            return
        folder = posixpath.dirname(source)
        for node in list(self.root(name).iter(_RELATION)):
            target = node.get("Target", "")
            external = node.get("TargetMode") == "External"
            if not external:
                target = target[1:] if target.startswith("/") else posixpath.join(folder, target)
                target = posixpath.normpath(target)
            yield node, target, external

    def drop(self, name: str) -> None:
        """Remove a part, its own relationships, its content type, and every relationship to it."""
        self._parts.pop(name, None)
        self._roots.pop(name, None)
        if TYPES in self._parts:
            self._remove(TYPES, [n for n in self.root(TYPES) if n.get("PartName") == f"/{name}"])
        for rels in [other for other in self._parts if other.endswith(".rels")]:
            told = list(self.relations(source_name(rels)))
            self._remove(rels, [node for node, target, external in told if target == name and not external])
        own = rels_name(name)
        if own in self._parts:
            del self._parts[own]
            self._roots.pop(own, None)

    def drop_relation(self, source: str, node: Element) -> None:
        """Remove one relationship of a part."""
        self._remove(rels_name(source), [node])

    def _remove(self, name: str, nodes: Sequence[Element]) -> None:
        for node in nodes:
            parent = node.getparent()
            if parent is not None:
                parent.remove(node)
        if nodes:
            self.changed(name)

    def without_dates(self) -> None:
        """Take times, owners and comments out of the zip entries themselves."""
        for name, part in self._parts.items():
            header = json.loads(part.header)
            header.update(time=_NO_DATE, extra="", local_extra="", comment="")
            self._parts[name] = replace(part, header=json.dumps(header, sort_keys=True))

    def parts(self) -> tuple[StoredPart, ...]:
        """The parts as they are now."""
        return tuple(self._parts.values())


def rels_name(source: str) -> str:
    """The name of the part with the relationships of ``source``."""
    folder, base = posixpath.split(source)
    return posixpath.join(folder, "_rels", f"{base}.rels")


def source_name(rels: str) -> str:
    """The part whose relationships a ``.rels`` part holds."""
    folder, base = posixpath.split(rels)
    return posixpath.join(posixpath.dirname(folder), base.removesuffix(".rels"))
