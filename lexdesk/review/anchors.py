"""Where old text stands: exact, once, or a refusal with the facts for a second try (P2).

An edit handed in without a place is resolved here, once, against one version; afterwards it is known by
paragraph key and offsets and never searched for again.
"""

from collections.abc import Iterable, Sequence

from rapidfuzz import fuzz, process

from lexdesk.law.model import Section
from lexdesk.review.errors import (
    AlreadyApplied,
    AmbiguousAnchor,
    EditError,
    NoChange,
    NotExact,
    NotFoundInDocument,
    StaleAnchor,
    TextPlace,
)
from lexdesk.review.structure import Structure
from lexdesk.text.mending import first_difference, mended, near_spans

_CONTEXT = 40


def place_in(structure: Structure, key: str, start: int, end: int) -> TextPlace:
    """The place with its label and up to 40 code points on each side."""
    text = structure.block(key).text
    return TextPlace(
        paragraph_key=key,
        label=structure.place_label(key, start),
        start=start,
        end=end,
        before=text[max(0, start - _CONTEXT) : start],
        text=text[start:end],
        after=text[end : end + _CONTEXT],
    )


def paragraph_text(structure: Structure, key: str) -> str:
    """Current text of the paragraph. Raises ``NotFoundInDocument``; ``AlreadyApplied`` if it is deleted."""
    text = structure.text(key)
    if text is not None:
        return text
    if key in structure.paragraphs:
        raise AlreadyApplied(f"Paragraph {key} is already deleted in this version.", "Leave it out.")
    raise NotFoundInDocument(
        f"There is no paragraph {key} in this version.", "Read the clause again and use the key given there."
    )


def section_named(structure: Structure, name: str) -> Section:
    """The one section of that label or id. Raises ``NotFoundInDocument`` or ``AmbiguousAnchor``."""
    found = [section for section in structure.tree.sections if section.id == name]
    found = found or structure.tree.find(name)
    if not found:
        raise NotFoundInDocument(
            f"This version has no clause “{name}”.",
            "Use a label from the list of sections.",
            [place_in(structure, s.first_block, s.start, s.start) for s in _similar_labels(structure, name)],
        )
    if len(found) > 1:
        places = [place_in(structure, s.first_block, s.start, s.start) for s in found]
        raise AmbiguousAnchor(
            f"{len(found)} clauses are called “{name}”: " + "; ".join(place.line() for place in places) + ".",
            "Name the paragraph key of the one that is meant.",
            places,
        )
    return found[0]


def _similar_labels(structure: Structure, name: str) -> list[Section]:
    by_label = {s.label: s for s in structure.tree.sections if s.label}
    return [
        by_label[label] for label, _, _ in process.extract(name, list(by_label), scorer=fuzz.ratio, limit=3)
    ]


def find_old_text(
    structure: Structure, old: str, new: str, keys: Sequence[str], where: str
) -> tuple[str, int, int]:
    """The one place of ``old`` in the paragraphs ``keys``: key, start, end.

    Raises ``NoChange``, ``AlreadyApplied``, ``AmbiguousAnchor`` (every place), ``NotExact`` (first
    differing code point), ``NotFoundInDocument`` (nearest text). ``where`` names the range in a sentence.
    """
    if old == new:
        raise NoChange("Old and new text are the same.", "Send the text as it should read afterwards.")
    if not old:
        raise NotFoundInDocument(
            "The old text is empty.", "Name the words to replace, or insert a paragraph."
        )
    places = [
        place_in(structure, key, at, at + len(old))
        for key in keys
        for at in _occurrences(structure.block(key).text, old)
    ]
    if len(places) == 1:
        place = places[0]
        return place.paragraph_key, place.start, place.end
    if places:
        raise AmbiguousAnchor(
            f"The old text stands at {len(places)} places in {where}: "
            + "; ".join(place.line() for place in places)
            + ".",
            "Name the paragraph key and the offset of the one that is meant, or quote more words around it.",
            places,
        )
    _refuse_if_applied(structure, new, keys)
    near = [near for key in keys for near in _near_places(structure, key, old)]
    if near:
        raise _not_exact(near, old, where)
    raise _not_found(structure, old, keys, where)


def check_exact_place(structure: Structure, key: str, start: int, end: int, old: str, new: str) -> None:
    """Raises unless ``old`` stands exactly at ``start``..``end`` of the paragraph and ``new`` differs."""
    if old == new:
        raise NoChange("Old and new text are the same.", "Send the text as it should read afterwards.")
    text = paragraph_text(structure, key)
    if text[start:end] == old and end - start == len(old):
        return
    if new and text[start : start + len(new)] == new:
        raise AlreadyApplied(
            f"Paragraph {key} already reads so at offset {start}.",
            "Nothing is left to do here.",
            [place_in(structure, key, start, start + len(new))],
        )
    elsewhere = [place_in(structure, key, at, at + len(old)) for at in _occurrences(text, old)] if old else []
    found = f" The words stand at offset {elsewhere[0].start}." if elsewhere else ""
    raise StaleAnchor(
        f"Paragraph {key} does not read “{_short(old)}” at offset {start}; "
        f"it reads “{_short(text[start:end])}”.{found}"
        f" The whole paragraph: “{text}”",
        "Make the edit again from the paragraph as it reads now.",
        elsewhere,
    )


def reanchored(structure: Structure, error: NotExact, old: str, new: str) -> tuple[str, int, int, str, str]:
    """``error`` mended by code: key, start, end, true old text, and ``new`` with every character that the
    edit does not touch as it stands in the document. Only for one near place; else raises ``error``."""
    if len(error.places) != 1:
        raise error
    place = error.places[0]
    true = structure.block(place.paragraph_key).text[place.start : place.end]
    result = mended(true, old, new)
    if result == true:
        raise NoChange("Old and new text are the same.", "Send the text as it should read afterwards.")
    return place.paragraph_key, place.start, place.end, true, result


def _occurrences(text: str, words: str) -> Iterable[int]:
    """Every start of ``words`` in ``text``, overlapping ones too."""
    at = text.find(words)
    while at >= 0:
        yield at
        at = text.find(words, at + 1)


def _refuse_if_applied(structure: Structure, new: str, keys: Sequence[str]) -> None:
    if not new.strip():
        return
    for key in keys:
        at = structure.block(key).text.find(new)
        if at >= 0:
            place = place_in(structure, key, at, at + len(new))
            raise AlreadyApplied(
                f"The old text is not there, and the new text already is: {place.line()}.",
                "Nothing is left to do here.",
                [place],
            )


def _near_places(structure: Structure, key: str, old: str) -> list[TextPlace]:
    return [place_in(structure, key, *span) for span in near_spans(structure.block(key).text, old)]


def _not_exact(places: Sequence[TextPlace], old: str, where: str) -> EditError:
    first = places[0]
    index, there, given = first_difference(first.text, old)
    offset = first.start + index
    more = ""
    if len(places) > 1:
        more = f" {len(places)} places in {where} come near: " + "; ".join(p.line() for p in places) + "."
    return NotExact(
        f"The old text is not exact: at offset {offset} of paragraph {first.paragraph_key} the document has "
        f"{there}, the old text has {given}.{more} The document reads “{first.text}”",
        "Quote the document's own characters.",
        places,
        first.text,
        offset,
    )


def _not_found(structure: Structure, old: str, keys: Sequence[str], where: str) -> EditError:
    if "\n" in old:
        hint = "An edit stays inside one paragraph: send one for each paragraph."
    else:
        hint = "Read the clause again and quote its words exactly."
    for key, paragraph in structure.paragraphs.items():
        if old in paragraph.original and old not in paragraph.text:
            return NotFoundInDocument(
                f"The old text is not in the current text: paragraph {key} held it before a deletion. "
                f"It now reads “{paragraph.text}”",
                hint,
            )
    texts = {key: structure.block(key).text for key in keys if structure.block(key).text.strip()}
    best = process.extractOne(old, texts, scorer=fuzz.partial_ratio, score_cutoff=60.0)
    if best is None:
        return NotFoundInDocument(f"The old text does not stand in {where}.", hint)
    text, _, key = best
    aligned = fuzz.partial_ratio_alignment(old, text)
    start, end = (aligned.dest_start, aligned.dest_end) if aligned is not None else (0, len(text))
    place = place_in(structure, key, start, end)
    return NotFoundInDocument(
        f"The old text does not stand in {where}. Nearest is {place.line()}. That paragraph reads “{text}”",
        hint,
        [place],
    )


def _short(text: str) -> str:
    return text if len(text) <= 120 else f"{text[:80]} … {text[-30:]}"
