"""Text boxes that a file holds twice: the drawing (``mc:Choice``) and an older copy (``mc:Fallback``).

Only the drawing is read. An edit of it is written into the copy as well, for programs that show that one.
"""

from collections.abc import Collection, Mapping, Sequence

from lexdesk.word.atoms import Walker
from lexdesk.word.errors import EditRefused
from lexdesk.word.flow import Place
from lexdesk.word.model import InsertParagraph, Paragraph, WordEdit
from lexdesk.word.names import ALTERNATE, CHOICE, FALLBACK, TXBX, Element, P, T
from lexdesk.word.reading import ReadParagraph, current_text, walked_again
from lexdesk.word.tracked import Stamp
from lexdesk.word.writing import Writer


def write_twins(
    edits: Sequence[WordEdit],
    items: Mapping[str, ReadParagraph],
    before: Mapping[str, Paragraph],
    stamp: Stamp,
) -> None:
    """Write the edits of text boxes into their older copies. To be called before the boxes are changed.

    Raises EditRefused (``locked``) where the copy reads differently, since it could not follow.
    """
    keys = {_place(edit) for edit in edits}
    twins = _twins(keys, items, before)
    if not twins:
        return
    writer = Writer({**items, **twins}, before, stamp)
    writer.write([edit for edit in edits if _place(edit) in twins])
    for key, wanted in writer.texts.items():
        if key in twins and current_text(walked_again(twins[key])) != wanted:
            raise _refusal(key)


def _place(edit: WordEdit) -> str:
    return edit.anchor if isinstance(edit, InsertParagraph) else edit.key


def _twins(
    keys: Collection[str], items: Mapping[str, ReadParagraph], before: Mapping[str, Paragraph]
) -> dict[str, ReadParagraph]:
    """The paragraphs of the copies of every box that holds one of the paragraphs ``keys``, by key."""
    found: dict[str, ReadParagraph] = {}
    names: dict[Element, str] = {}
    for key in keys:
        item = items.get(key)
        box = item.place.story if item is not None else None
        if item is None or box is None or box.tag != TXBX or key in found:
            continue
        copy = _copy_of(box, key)
        if copy is None:
            continue
        names = names or {other.place.node: name for name, other in items.items()}
        own, theirs = list(box.iter(P)), list(copy.iter(P))
        if len(own) != len(theirs):
            raise _refusal(key)
        walker = Walker()
        for node, twin in zip(own, theirs, strict=True):
            name = names.get(node)
            if name is None:
                continue  # a box inside the box
            around = items[name].place
            place = Place(twin, around.part, copy, around.outer, around.cell, around.note, around.lock)
            entry = ReadParagraph(place, walker.state())
            entry.walk = walker.walk(twin, around.outer, around.lock)
            if current_text(entry.walk) != before[name].text:
                raise _refusal(key)
            found[name] = entry
    return found


def _copy_of(box: Element, key: str) -> Element | None:
    """The older copy of a box; None where there is none, or none with text."""
    choice = next(box.iterancestors(CHOICE), None)
    alternate = choice.getparent() if choice is not None else None
    if choice is None or alternate is None or alternate.tag != ALTERNATE:
        return None
    fallback = alternate.find(FALLBACK)
    if fallback is None or next(fallback.iter(T), None) is None:
        return None
    own, theirs = list(choice.iter(TXBX)), list(fallback.iter(TXBX))
    if len(own) != len(theirs):
        raise _refusal(key)
    return theirs[own.index(box)]


def _refusal(key: str) -> EditRefused:
    return EditRefused(
        "locked",
        "The file holds this text box twice, for newer and older programs, and the two read differently.",
        "Change the text box in Word, which writes both.",
        key=key,
    )
