"""What a file carries besides its visible text: told before it is sent, and after it was cleaned."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from lxml import etree

from lexdesk.word.document import Document
from lexdesk.word.names import AUTHOR, DEL_TEXT, W_NS, T, w
from lexdesk.word.partlist import PartList
from lexdesk.word.revisions import ALL_CHANGES

W15_NS = "http://schemas.microsoft.com/office/word/2012/wordml"
KEPT_PROPERTIES = frozenset(("Application", "AppVersion", "DocSecurity"))
_EXAMPLES = 20
_RSID = re.compile(rf"\{{{re.escape(W_NS)}\}}rsid")


@dataclass(frozen=True)
class Carried:
    """One kind of thing that is in the file besides its visible text."""

    what: str
    count: int
    examples: tuple[str, ...] = ()


@dataclass
class Tally:
    """Counts things by kind and keeps the first ones as examples."""

    found: dict[str, list[str]] = field(default_factory=dict)

    def add(self, what: str, example: str = "") -> None:
        """One more of a kind."""
        self.found.setdefault(what, []).append(example)

    def items(self) -> Iterable[tuple[str, int, tuple[str, ...]]]:
        """(kind, how many, the first different ones), in the order of finding."""
        for what, examples in self.found.items():
            shown = dict.fromkeys(example for example in examples if example)
            yield what, len(examples), tuple(shown)[:_EXAMPLES]


def carried(document: Document) -> tuple[Carried, ...]:
    """What a file carries besides its visible text, nothing removed: for telling before it is sent."""
    return carried_parts(PartList(document.parts()))


def tell_comments(parts: PartList, name: str, tally: Tally) -> None:
    """Count the comments of a comments part."""
    for comment in parts.root(name).iter(w("comment")):
        text = "".join(t.text or "" for t in comment.iter(T, DEL_TEXT))
        tally.add("comments", f"{comment.get(AUTHOR, '')}: {text}")


def first_words(parts: PartList, name: str) -> str:
    """Names or text of an XML part, else its name."""
    if not name.endswith(".xml"):
        return name
    root = parts.root(name)
    people = [node.get(f"{{{W15_NS}}}author", "") for node in root.iter(f"{{{W15_NS}}}person")]
    text = " ".join(" ".join(str(bit) for bit in root.itertext()).split())
    return ", ".join(people) or text[:200] or name


def carried_parts(parts: PartList) -> tuple[Carried, ...]:
    """What a package carries besides the visible text of its document."""
    tally = Tally()
    document = Document.from_parts(parts.parts())
    for revision in document.revisions:
        tally.add(f"tracked changes by {revision.author}", revision.text)
    for paragraph in document.paragraphs:
        text = "".join(piece.text for piece in paragraph.pieces if piece.hidden and piece.current is not None)
        if text.strip():
            tally.add("text that is hidden, white or tiny", text)
    for name in parts.names:
        if name.startswith("word/") and name.endswith(".xml") and name not in document.stories:
            for node in parts.root(name).iter(*ALL_CHANGES):
                tally.add("tracked changes outside the text", f"{node.get(AUTHOR, '')} in {name}")
        for pattern, look in _LOOKS:
            if pattern.match(name):
                look(parts, name, tally)
    return tuple(Carried(*item) for item in tally.items())


def _look_properties(parts: PartList, name: str, tally: Tally) -> None:
    for node in parts.root(name):
        text = " ".join(" ".join(str(bit) for bit in node.itertext()).split())
        if isinstance(node.tag, str) and text and etree.QName(node).localname not in KEPT_PROPERTIES:
            tally.add("document properties", f"{etree.QName(node).localname}: {text[:120]}")


def _look_people(parts: PartList, name: str, tally: Tally) -> None:
    tally.add("list of people", first_words(parts, name))


def _look_tree(parts: PartList, name: str, tally: Tally) -> None:
    root = parts.root(name)
    if any(_RSID.match(str(key)) for node in root.iter(etree.Element) for key in node.attrib):
        tally.add("editing session ids (rsid)", name)
    for _, target, external in parts.relations(name):
        if external and not target.lower().startswith(("http:", "https:", "mailto:")):
            tally.add("links to files", target)


def _look_file(parts: PartList, name: str, tally: Tally) -> None:
    tally.add("embedded files, with whatever they carry", name)


def _look_macros(parts: PartList, name: str, tally: Tally) -> None:
    tally.add("macros or controls", name)


def _look_picture(parts: PartList, name: str, tally: Tally) -> None:
    if b"Exif\x00" in parts.content(name)[:4096]:
        tally.add("pictures with data about how they were taken", name)


_LOOKS: tuple[tuple[re.Pattern[str], Callable[[PartList, str, Tally], None]], ...] = (
    (re.compile(r"word/comments\d*\.xml\Z"), tell_comments),
    (re.compile(r"docProps/(core|app|custom)\.xml\Z"), _look_properties),
    (re.compile(r"word/people\d*\.xml\Z"), _look_people),
    (re.compile(r"word/[^/]+\.xml\Z"), _look_tree),
    (re.compile(r"word/embeddings/"), _look_file),
    (re.compile(r"word/(vbaProject\.bin|activeX/|attachedToolbars)"), _look_macros),
    (re.compile(r"(?i)word/media/.*\.jpe?g\Z"), _look_picture),
)
