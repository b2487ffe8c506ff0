"""Copies to send: a clean one and a redline, both without what the file says besides its text.

Everything that was taken out is counted and shown by example, and what the copy still carries is named,
so that nobody has to trust the word "clean".
"""

import re
from dataclasses import dataclass

from lxml import etree

from lexdesk.word.document import Document
from lexdesk.word.names import NAME, VAL, W14_NS, w
from lexdesk.word.partlist import PartList
from lexdesk.word.parts import map_parts
from lexdesk.word.resolve import resolved
from lexdesk.word.scrub_carried import (
    KEPT_PROPERTIES,
    W15_NS,
    Carried,
    Tally,
    carried,
    carried_parts,
    first_words,
    tell_comments,
)
from lexdesk.word.scrub_trees import Tree, remove
from lexdesk.word.styles import Styles

__all__ = ["Carried", "Removed", "ScrubReport", "carried", "clean_copy", "redline_copy"]


@dataclass(frozen=True)
class Removed:
    """One kind of thing that was taken out: how many, and the first ones as they were."""

    what: str
    count: int
    examples: tuple[str, ...] = ()


@dataclass(frozen=True)
class ScrubReport:
    """What was removed, and what the copy still carries."""

    removed: tuple[Removed, ...]
    carries: tuple[Carried, ...]


def clean_copy(document: Document) -> tuple[Document, ScrubReport]:
    """The text with every tracked change accepted, without comments, hidden text and metadata.

    The visible current text stays as it is. Paragraph keys are new.
    """
    tally = Tally()
    deleted = [revision for revision in document.revisions if revision.kind in ("del", "row_del")]
    for revision in document.revisions:
        tally.add(
            "tracked changes, accepted", f"{revision.kind} by {revision.author}: {revision.text}".strip()
        )
    for revision in deleted:
        if revision.text:
            tally.add("deleted text", revision.text)
    parts = PartList(resolved(document, "accept").parts())
    return _scrubbed(parts, tally, keep_comments=False, author=None)


def redline_copy(
    document: Document, author: str | None = None, *, keep_comments: bool = False
) -> tuple[Document, ScrubReport]:
    """The document with its tracked changes, without comments (unless kept), hidden text and metadata.

    ``author``: the name that all tracked changes and kept comments then bear, None leaves their names.
    Deleted text stays readable in a redline; the report says so. Paragraph keys are new.
    """
    return _scrubbed(PartList(document.parts()), Tally(), keep_comments=keep_comments, author=author)


def _scrubbed(
    parts: PartList, tally: Tally, *, keep_comments: bool, author: str | None
) -> tuple[Document, ScrubReport]:
    _drop_parts(parts, tally, keep_comments)
    mapped = map_parts(parts.parts())
    styles = Styles(mapped.optional_root("styles"))
    for name in [name for name in parts.names if name in mapped.stories or _is_word_xml(name)]:
        Tree(parts.root(name), tally, styles).scrub(keep_comments, author)
        parts.changed(name)
    _settings(parts, mapped.related.get("settings"), tally)
    _properties(parts, tally)
    parts.without_dates()
    report = ScrubReport(tuple(Removed(*item) for item in tally.items()), carried_parts(parts))
    return Document.from_parts(parts.parts()), report


def _is_word_xml(name: str) -> bool:
    return name.startswith("word/") and name.endswith(".xml")


# -- parts -------------------------------------------------------------------------------------------------

_COMMENTS = re.compile(r"word/comments(Extended|Ids|Extensible)?\d*\.xml\Z")
_DROPPED = (
    (re.compile(r"word/people\d*\.xml\Z"), "list of people"),
    (re.compile(r"docProps/custom\.xml\Z"), "custom properties"),
    (re.compile(r"docProps/thumbnail\."), "thumbnail picture"),
    (re.compile(r"(?i)customXml/"), "data behind the document (custom XML)"),
    (re.compile(r"docMetadata/"), "sensitivity label"),
    (re.compile(r"_xmlsignatures/"), "digital signature, void once the file changes"),
    (re.compile(r"word/glossary/"), "building blocks (glossary)"),
    (re.compile(r"word/printerSettings"), "printer settings"),
)


def _drop_parts(parts: PartList, tally: Tally, keep_comments: bool) -> None:
    for name in parts.names:
        if _COMMENTS.match(name) and not keep_comments:
            tell_comments(parts, name, tally)
            parts.drop(name)
            continue
        what = next((what for pattern, what in _DROPPED if pattern.match(name)), "")
        if what:
            if not name.endswith(".rels"):
                tally.add(what, first_words(parts, name))
            parts.drop(name)


_SETTINGS = {
    w("rsids"): "editing session ids (rsid)",
    w("attachedTemplate"): "path of the template",
    w("docVars"): "document variables",
    w("mailMerge"): "mail merge source",
    w("saveThroughXslt"): "path of a style sheet",
    f"{{{W15_NS}}}docId": "document id",
    f"{{{W14_NS}}}docId": "document id",
    f"{{{W15_NS}}}person": "list of people",
}


def _settings(parts: PartList, name: str | None, tally: Tally) -> None:
    if name is None:
        return
    root = parts.root(name)
    for node in [node for node in root.iter() if node.tag in _SETTINGS]:
        what = _SETTINGS[node.tag]
        said = ", ".join(
            f"{child.get(NAME, '')}={child.get(VAL, '')}" for child in node if child.get(NAME) is not None
        )
        tally.add(what, said)
        remove(node)
    for relation, target, external in parts.relations(name):
        if external:
            tally.add("path of the template", target)
            parts.drop_relation(name, relation)
    parts.changed(name)


def _properties(parts: PartList, tally: Tally) -> None:
    for name in ("docProps/core.xml", "docProps/app.xml"):
        targets = [t for _, t, _ in parts.relations("") if t.lower() == name.lower()]
        for target in [t for t in targets if t in parts]:
            root = parts.root(target)
            for node in list(root):
                local = etree.QName(node).localname if isinstance(node.tag, str) else ""
                text = " ".join(" ".join(str(bit) for bit in node.itertext()).split())
                if local not in KEPT_PROPERTIES:
                    if text:
                        tally.add("document properties", f"{local}: {text[:120]}")
                    root.remove(node)
            parts.changed(target)
