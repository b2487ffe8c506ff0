"""One instruction, several changes: split where each part names its own place."""

import re

from lexdesk.assistant.intent import read_intent
from lexdesk.assistant.measures import asked_measure
from lexdesk.assistant.naming import labels_in
from lexdesk.assistant.resolving import resolve_place
from lexdesk.review.structure import Structure

_SENTENCE_END = re.compile(
    r"(?<=[.;])\s+(?=[A-Z“\"\d(])|(?<=[。；])\s*(?=[“\"\d\u4e00-\u9fff])|(?<=;)\s+(?:and\s+|then\s+)?(?=[a-z])"
)
_SPEAKS_OF_BEFORE = re.compile(
    r"\b(?:it|its|they|them|those|these|the\s+same|the\s+rest|so|nothing|otherwise|that\s+(?:clause|section|paragraph|right))\b",
    re.IGNORECASE,
)
_NO_CHANGE_OF_ITS_OWN = re.compile(
    r"^\s*(?:leave|keep|do\s+not|don['’]t|tell|note|we|our|i|they|because|no\s+other|everything|lower-?case|fit|if|but|make\s+sure)\b",
    re.IGNORECASE,
)
_ASKS = re.compile(r":\s|\b(?:should|must|shall|go(?:es)?\s+to|becomes?|is\s+to|are\s+to)\b", re.IGNORECASE)
_FRAGMENT = re.compile(
    r"^(?:\w+\s+){1,4}(?:in|of)\s+[A-Z][\w\s,]{2,60}[.]?$"
)  # "courts in Travis County, Texas."
_COURTS = re.compile(
    r"^(?:(?:and|the|state|federal|all)\s+)*(?:courts?|disputes?|venue|forum)\b", re.IGNORECASE
)
_COURTS_THERE = re.compile(r"\bcourts?\b|仲裁|法院", re.IGNORECASE)
_BOTH_TO = re.compile(
    r"^(?P<verb>\w+)\s+(?P<a>.{4,80}?)\s+and\s+(?P<b>.{4,80}?)\s+(?P<rest>to\s+.+)$", re.IGNORECASE
)
_AND = re.compile(r"(?:,\s*|\s+)and\s+(?:also\s+|then\s+)?", re.IGNORECASE)


def changes_in(instruction: str, structure: Structure) -> list[str]:
    """The changes of an instruction, each with its own place; [instruction] when it is one change."""
    pieces = [piece.strip() for piece in _SENTENCE_END.split(instruction) if piece and piece.strip()]
    return [part for piece in _joined(pieces, structure) for part in _at_and(piece, structure)]


def _joined(pieces: list[str], structure: Structure) -> list[str]:
    """Pieces that do not stand alone go with the one before."""
    if len(pieces) < 2 or not _stands_alone(pieces[0], structure, sure=True):
        return [" ".join(pieces)]
    first = read_intent(pieces[0]).act
    parts = [pieces[0]]
    for piece in pieces[1:]:
        if _stands_alone(piece, structure, sure=first != "unclear", needs_label=first == "insert"):
            parts.append(piece)
        else:
            parts[-1] += f" {piece}"
    return parts


def _stands_alone(piece: str, structure: Structure, sure: bool, needs_label: bool = False) -> bool:
    """Whether a piece names its own place and says what to do there. After a bare statement ("Governing
    law: Utah.") a further statement about some place is enough; else code must be ``sure`` of the place."""
    if _NO_CHANGE_OF_ITS_OWN.search(piece):
        return False
    intent = read_intent(piece)
    asks = (
        intent.act in ("revise", "delete", "insert", "rename")
        or _ASKS.search(piece)
        or _FRAGMENT.match(piece)
    )
    if not asks or intent.act == "question":
        return False
    if labels_in(piece, structure)[0]:
        return True
    if needs_label or _SPEAKS_OF_BEFORE.search(piece):
        return False
    if intent.act in ("delete", "rename"):
        return intent.act == "rename"
    found = resolve_place(piece, intent, structure)
    of_courts = _COURTS.match(piece) and found.places and _COURTS_THERE.search(found.places[0].text)
    return found.sure or bool(of_courts) or (not sure and bool(found.places))


def _at_and(piece: str, structure: Structure) -> list[str]:
    """ "Change 4.3 from 30 to 20 days and 2.2 from 30 to 45 days": two, each with a label and a measure."""
    for hit in _AND.finditer(piece):
        left, right = piece[: hit.start()], piece[hit.end() :]
        if all(_has_own_measure(side, structure) for side in (left, right)):
            here, there = labels_in(left, structure)[0], labels_in(right, structure)[0]
            if here[0] != there[0]:
                verb = "" if read_intent(right).act != "unclear" else "Change "
                return [left, *_at_and(verb + right, structure)]
    return _same_for_both(piece, structure)


def _same_for_both(piece: str, structure: Structure) -> list[str]:
    """ "Set the support term and the warranty term to 9 months": two changes with one measure."""
    hit = _BOTH_TO.match(piece)
    if hit is None or asked_measure(hit["rest"]).new is None:
        return [piece]
    parts = [f"{hit['verb']} {hit[side]} {hit['rest']}" for side in ("a", "b")]
    found = [resolve_place(part, read_intent(part), structure) for part in parts]
    if all(one.sure for one in found) and found[0].places[0] != found[1].places[0]:
        return parts
    return [piece]


def _has_own_measure(side: str, structure: Structure) -> bool:
    return bool(labels_in(side, structure)[0]) and bool(asked_measure(side).kind)
