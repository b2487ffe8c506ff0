"""Changes of a common shape, made by code: a cap by two measures, a law, a court, an exception. No I/O."""

import re

from lexdesk.assistant.chinese_forum import forum_replaced
from lexdesk.assistant.measures import CAP, asked_measure, to_words
from lexdesk.assistant.parties import kept_for_one, made_mutual
from lexdesk.assistant.ranking import words
from lexdesk.assistant.topic import topic_of
from lexdesk.assistant.vocabulary import means
from lexdesk.law.quantities import find_quantities
from lexdesk.review.structure import Structure

_OF_TWO = re.compile(
    r"(?:the\s+)?(?P<which>greater|lesser|higher|lower|larger|smaller|later|earlier|longer|shorter)\s+of\s*:?\s*"
    r"(?:\([a-z]+\)\s*)?(?P<a>.{2,120}?),?\s+(?:and|or)\s+(?:\([a-z]+\)\s*)?(?P<b>[^.;]{2,120}?)(?=[.;]\s|[.;]?\s*$)",
    re.IGNORECASE,
)
_NAME = r"[A-Z][\w'’-]*(?:,?\s+(?:of\s+|and\s+|the\s+)?[A-Z][\w'’-]*){0,5}"
_LAW_ASKED = (
    re.compile(rf"\b[Gg]overning\s+law\b\s*(?::|is|=|should\s+be|must\s+be|to\s+be|to)\s*(?:the\s+)?(?:laws?\s+of\s+)?(?:the\s+)?(?:State\s+of\s+)?(?P<law>{_NAME})"),
    re.compile(rf"\bgoverned\s+by\s+(?:the\s+)?(?:laws?\s+of\s+)?(?:the\s+)?(?:State\s+of\s+)?(?P<law>{_NAME})"),
    re.compile(rf"\b(?:to|under|use|make\s+it)\s+(?P<law>{_NAME})\s+law\b"),
    re.compile(rf"^(?:the\s+)?(?:laws?\s+of\s+)?(?:the\s+)?(?:State\s+of\s+)?(?P<law>{_NAME}?)(?:\s+law)?,?\s+(?:(?:and\s+)?not|instead\s+of|rather\s+than)\s+(?:the\s+)?{_NAME}(?:\s+law)?,?\s+(?:should|shall|must|is\s+to|will|has\s+to)\s+(?:govern|apply)\b"),
    re.compile(rf"^(?:the\s+)?(?:laws?\s+of\s+)?(?:the\s+)?(?:State\s+of\s+)?(?P<law>{_NAME})(?:\s+law)?\s+(?:should|shall|must|is\s+to|will|has\s+to)\s+(?:govern|apply)\b"),
    re.compile(rf"\blaws?\s+(?:from\s+{_NAME}\s+)?(?:to|should\s+be|of)\s+(?:the\s+)?(?:State\s+of\s+)?(?P<law>{_NAME})"),
)  # fmt: skip
_LAW_THERE = re.compile(
    rf"\blaws?\s+of\s+(?:the\s+)?(?:State\s+of\s+|Commonwealth\s+of\s+|Province\s+of\s+)?(?P<law>{_NAME})"
)
_VALUE_WORDS = 4  # a cell that is only the name of a law
_COURTS_ASKED = re.compile(rf"\bcourts?\s+(?:located\s+|sitting\s+)?(?:in|of)\s+(?P<place>{_NAME})")
_EXCEPTION_ASKED = re.compile(
    r"\b(?:delete|remove|strike|drop|take\s+out|lose|cut|omit)\b.*\b(?:carve-?outs?|exceptions?|proviso|qualification|exclusion)\b",
    re.IGNORECASE,
)
_EXCEPTION_AHEAD = re.compile(
    r"(?:(?<=^)|(?<=[.]\s)|(?<=[.]\s\s))(?:Except|Unless|Subject\s+to|Save|Other\s+than|Notwithstanding)\b[^.;]*?,\s+(?=[a-z])"
)
_EXCEPTION_BEHIND = re.compile(
    r",?\s+(?:except|unless|save\s+(?:that|for|as)|other\s+than|provided,?\s+(?:however,?\s+)?that)\b[^.;]*(?=[.;]|$)"
)


def shaped_change(instruction: str, text: str, structure: Structure) -> tuple[str, str]:
    """The new text with a word on what code did; ("", "") when no shape fits. Never the old text."""
    tries = (
        (_of_two(instruction, text), "The new measure was put in by code."),
        (_law_and_courts(instruction, text), "The law or the courts were replaced by code."),
        (
            forum_replaced(instruction, text),
            "Who decides disputes, where or by which law was replaced by code.",
        ),
        (_factor_on_cap(instruction, text), "The factor was put in by code."),
        (_without_exception(instruction, text), "The exception was taken out by code."),
        (made_mutual(instruction, text, structure), "The clause was made mutual by code: check each duty."),
        (
            kept_for_one(instruction, text, structure),
            "“Either party” was replaced by code: check each right.",
        ),
    )
    return next(((new, how) for new, how in tries if new and new != text), ("", ""))


def _of_two(instruction: str, text: str) -> str:
    """ "the greater of the Cap and $500,000" in place of the one of the two that stands there alone."""
    hit = _OF_TWO.search(instruction)
    if hit is None or re.search(rf"\b{hit['which']}\s+of\b", text, re.IGNORECASE):
        return ""
    phrase = f"the {hit['which'].lower()} of {hit['a'].strip()} and {hit['b'].strip()}"
    for part in (hit["a"], hit["b"]):
        bare = re.sub(r"^(?:the|an?)\s+", "", part.strip(), flags=re.IGNORECASE)
        there = list(re.finditer(rf"(?<!\w)(?:(?:the|an?)\s+)?{re.escape(bare)}(?!\w)", text, re.IGNORECASE))
        if len(there) == 1:
            return text[: there[0].start()] + phrase + text[there[0].end() :]
    kinds = {q.kind for part in (hit["a"], hit["b"]) for q in find_quantities(part)}
    alike = [q for q in find_quantities(text) if q.kind in kinds and q.kind != "number"]
    if len(alike) == 1:
        span = alike[0].span
        return text[: span.start] + phrase + text[span.end :]
    return ""


def law_asked(instruction: str) -> str:
    """The law that shall govern, as the instruction names it; "" if it names none."""
    law = next((hit["law"] for pattern in _LAW_ASKED if (hit := pattern.search(instruction))), "")
    return "" if not law or law.split()[0] in ("The", "Section", "Governing", "Clause") else law


def courts_asked(instruction: str) -> str:
    """Where the courts shall sit, as the instruction names it; "" if it names no place."""
    hit = _COURTS_ASKED.search(instruction)
    return hit["place"] if hit else ""


def _law_and_courts(instruction: str, text: str) -> str:
    law = law_asked(instruction)
    new = text
    if (
        law
        and len(text.split()) <= _VALUE_WORDS
        and not _LAW_THERE.search(text)
        and re.fullmatch(_NAME, text.strip())
    ):
        return law
    if law:
        there = list(_LAW_THERE.finditer(new))
        if len(there) == 1:
            new = new[: there[0].start("law")] + law + new[there[0].end("law") :]
    courts = courts_asked(instruction)
    if courts:
        spots = list(_COURTS_ASKED.finditer(new))
        if len(spots) == 1:
            new = new[: spots[0].start("place")] + courts + new[spots[0].end("place") :]
    return new


def _factor_on_cap(instruction: str, text: str) -> str:
    """ "will not be more than two times the Fees": where the cap is no figure that code could multiply."""
    factor = asked_measure(instruction).factor
    if factor is None or factor < 2 or any(q.kind in ("amount", "percent") for q in find_quantities(text)):
        return ""
    there = list(CAP.finditer(text))
    if len(there) != 1:
        return ""
    at = there[0].end()
    return f"{text[:at]}{to_words(int(factor))} times {text[at:]}"


def _without_exception(instruction: str, text: str) -> str:
    if not _EXCEPTION_ASKED.search(instruction):
        return ""
    found = [*_EXCEPTION_AHEAD.finditer(text), *_EXCEPTION_BEHIND.finditer(text)]
    if len(found) > 1:
        telling = words(topic_of(instruction))
        shares = [sum(means(word, set(words(hit.group()))) for word in telling) for hit in found]
        best = max(shares)
        found = [hit for hit, share in zip(found, shares, strict=True) if share == best and best > 0]
    if len(found) != 1:
        return ""
    (hit,) = found
    left, right = text[: hit.start()], text[hit.end() :]
    if hit.group()[0].isupper():
        right = right[:1].upper() + right[1:]
    return left + right
