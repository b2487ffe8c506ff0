"""The check of words that an edit touches and that Word does not show a reader."""

from collections.abc import Iterator

from lexdesk.review.advisories import Case, Finding, place
from lexdesk.review.reference_checks import listed
from lexdesk.text.spans import Span
from lexdesk.word.concealed import concealed_spans


def touches_concealed(case: Case) -> Iterator[Finding]:
    """The edit replaces or deletes words that are hidden, white or tiny in Word, or writes among them."""
    places = []
    for op in case.ops:
        if op.op.startswith("insert"):
            continue
        for span in concealed_spans(case.before.paragraphs[op.paragraph_key]):
            within = span.start < op.start == op.end < span.end
            if within or span.overlaps(Span(op.start, op.end)):
                places.append(place(case.before, op.paragraph_key, span))
    named = tuple(dict.fromkeys(one for one in places if one.text.strip()))
    if named:
        words = list(dict.fromkeys(one.text for one in named))
        quoted = ", ".join(f"“{one}”" for one in words)
        yield Finding(
            "warning",
            f"This touches words in {listed(one.label for one in named)} that Word does not show a reader "
            f"(hidden, white or tiny text): {quoted}.",
            named,
            {"words": words},
        )
