"""Taking out of a tree what is neither its visible text nor a tracked change."""

import re

from lxml import etree

from lexdesk.word.names import (
    AUTHOR,
    DEL_TEXT,
    FLD_CHAR,
    ID,
    NAME,
    PPR,
    RPR,
    RUN_CHANGES,
    SECTPR,
    W_NS,
    Element,
    P,
    R,
    T,
    child_val,
    w,
)
from lexdesk.word.reading import block_before, next_block
from lexdesk.word.scrub_carried import W15_NS, Tally
from lexdesk.word.styles import Styles

_ANCHORS = (w("commentRangeStart"), w("commentRangeEnd"))
_RSID = re.compile(rf"\{{{re.escape(W_NS)}\}}rsid")
_PATH = re.compile(r"(?i)[a-z]:\\|\\\\|file:|/users/|/home/")


class Tree:
    """One part; what is taken out is counted in the tally."""

    def __init__(self, root: Element, tally: Tally, styles: Styles) -> None:
        self._root, self._tally, self._styles = root, tally, styles

    def scrub(self, keep_comments: bool, author: str | None) -> None:
        """Take out of one tree everything that is not its text or a tracked change."""
        if not keep_comments:
            self._comments()
        self._hidden()
        self._ids()
        self._marks()
        self._authors(author)

    def _comments(self) -> None:
        for node in list(self._root.iter(*_ANCHORS)):
            remove(node)
        for node in list(self._root.iter(w("commentReference"))):
            run = node.getparent()
            remove(node)
            if run is not None and run.tag == R and not _content(run):
                _remove_run(run)

    def _hidden(self) -> None:
        for paragraph in list(self._root.iter(P)):
            style = child_val(paragraph.find(PPR), w("pStyle")) or self._styles.default_paragraph
            runs = [run for run in paragraph.iter(R) if next(run.iterancestors(P)) is paragraph]
            hidden = [run for run in runs if self._styles.run_look(run.find(RPR), style).vanish]
            for run in _removable(runs, set(hidden)):
                text = "".join(t.text or "" for t in run.iter(T, DEL_TEXT, w("instrText")))
                if text.strip():
                    self._tally.add("hidden text", text)
                _remove_run(run)
            if hidden and paragraph.find(f"{PPR}/{RPR}/{w('vanish')}") is not None:
                _remove_paragraph(paragraph)

    def _ids(self) -> None:
        count = 0
        for node in self._root.iter(etree.Element):
            for name in [name for name in node.attrib if _RSID.match(str(name))]:
                del node.attrib[name]
                count += 1
        for node in list(self._root.iter(w("rsid"))):
            remove(node)
            count += 1
        for _ in range(count):
            self._tally.add("editing session ids (rsid)")

    def _marks(self) -> None:
        for node in list(self._root.iter(w("dataBinding"), f"{{{W15_NS}}}dataBinding")):
            self._tally.add("links of content controls to data", node.get(w("xpath"), ""))
            remove(node)
        for node in list(self._root.iter(w("permStart"))):
            if node.get(w("ed")) is not None:
                self._tally.add("names of permitted editors", node.get(w("ed"), ""))
                del node.attrib[w("ed")]
        for node in [n for n in self._root.iter(w("bookmarkStart")) if n.get(NAME) == "_GoBack"]:
            for end in [e for e in self._root.iter(w("bookmarkEnd")) if e.get(ID) == node.get(ID)]:
                remove(end)
            remove(node)
        for node in list(self._root.iter(w("printerSettings"))):
            remove(node)
        for node in self._root.iter(etree.Element):
            for name in ("descr", "title"):
                said = node.get(name, "")
                if etree.QName(node).localname in ("docPr", "cNvPr", "shape") and _PATH.search(said):
                    self._tally.add("paths in picture descriptions", said)
                    node.set(name, "")

    def _authors(self, author: str | None) -> None:
        if author is None:
            return
        for node in self._root.iter(etree.Element):
            was = node.get(AUTHOR)
            if was is not None and was != author:
                self._tally.add("names of authors", was)
                node.set(AUTHOR, author)
                if node.get(w("initials")) is not None:
                    node.set(w("initials"), "".join(word[0] for word in author.split()))


def _content(run: Element) -> list[Element]:
    return [child for child in run if child.tag != RPR]


def _removable(runs: list[Element], hidden: set[Element]) -> list[Element]:
    """Hidden runs that are no part of a field with a visible part: such a field must stay whole."""
    found: list[Element] = []
    opened: list[list[Element]] = []
    for run in runs:
        kinds = [node.get(w("fldCharType")) for node in run.iter(FLD_CHAR)]
        if "begin" in kinds:
            opened.append([])
        if opened:
            opened[-1].append(run)
        elif run in hidden:
            found.append(run)
        if "end" in kinds and opened:
            field_runs = opened.pop()
            if opened:
                opened[-1] += field_runs
            elif all(inner in hidden for inner in field_runs):
                found += field_runs
    return found


def remove(node: Element) -> None:
    """Remove an element; text after it stays."""
    parent = node.getparent()
    if parent is None:
        return
    tail = node.tail
    if tail and tail.strip():
        before = node.getprevious()
        if before is not None:
            before.tail = (before.tail or "") + tail
    parent.remove(node)


def _remove_run(run: Element) -> None:
    """Remove a run, and the tracked change, link or field around it that it leaves empty."""
    parent = run.getparent()
    remove(run)
    while parent is not None and parent.tag != P and not len(parent):
        above = parent.getparent()
        if parent.tag not in (*RUN_CHANGES, w("hyperlink"), w("fldSimple"), w("smartTag")):
            return
        remove(parent)
        parent = above


def _remove_paragraph(paragraph: Element) -> None:
    """Remove a wholly hidden paragraph, unless its container needs it or it ends a section."""
    if any(child.tag != PPR for child in paragraph) or paragraph.find(f"{PPR}/{SECTPR}") is not None:
        return
    before, after = block_before(paragraph), next_block(paragraph)
    if after is not None or (before is not None and before.tag == P):
        remove(paragraph)
