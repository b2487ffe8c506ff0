"""Checks of what an edit rests on: sources out of force, of another place, altered, unread, denied."""

import re
from collections.abc import Iterator

from lexdesk.evidence.quotes import check_quote
from lexdesk.review.advisories import Case, Finding
from lexdesk.text.hashing import sha256_text

_NO_LONGER_GOOD = ("superseded", "repealed", "overruled")
_SHORTEST_NAME = 5  # a shorter name of a source is too likely a word of the instruction


def instruction_only(case: Case) -> Iterator[Finding]:
    """No source is cited: the edit rests on the instruction alone."""
    if not any(item.passage_id is not None for item in case.grounds.items):
        yield Finding("info", "This change rests on the instruction alone: no source is cited for it.")


def source_superseded(case: Case) -> Iterator[Finding]:
    """A cited source is marked superseded, repealed or overruled."""
    for source in case.grounds.sources:
        if source.status in _NO_LONGER_GOOD:
            name = source.short_name or source.title
            yield Finding(
                "warning",
                f"“{name}”, cited for this change, is {source.status}"
                f"{f' (as of {source.as_of})' if source.as_of else ''}.",
                (),
                {"source": source.id, "name": name, "status": source.status, "as_of": source.as_of},
            )


def source_out_of_jurisdiction(case: Case) -> Iterator[Finding]:
    """Law of another place than the one whose law the matter is under."""
    ours = case.grounds.jurisdiction
    for source in case.grounds.sources:
        if source.role != "law" or not ours or not source.jurisdiction:
            continue
        if source.jurisdiction.casefold() != ours.casefold():
            name = source.short_name or source.title
            yield Finding(
                "warning",
                f"“{name}” is law of {source.jurisdiction}; this matter is under the law of {ours}.",
                (),
                {"source": source.id, "name": name, "jurisdiction": source.jurisdiction, "matter": ours},
            )


def source_after_as_of(case: Case) -> Iterator[Finding]:
    """A cited source is later than the date for which the law is read."""
    as_of = case.grounds.as_of
    for source in case.grounds.sources:
        if as_of and source.dated and source.dated > as_of:
            name = source.short_name or source.title
            yield Finding(
                "warning",
                f"“{name}” is dated {source.dated}, later than the matter's date {as_of}.",
                (),
                {"source": source.id, "name": name, "dated": source.dated, "as_of": as_of},
            )


def evidence_not_verified(case: Case) -> Iterator[Finding]:
    """What is cited cannot be found as cited: no passage is named, it was altered, or the words differ."""
    for item in case.grounds.items:
        if item.passage_id is None and item.basis == "cited_for_edit":
            yield Finding(
                "warning",
                f"“{item.label}” is cited for this change without a passage, so it could not be verified.",
                (),
                {"name": item.label, "state": "no_passage"},
            )
    for ground in case.grounds.cited:
        passage = ground.passage
        if sha256_text(passage.text) != passage.text_sha256 or not case.grounds.stands(passage):
            state, why = "source_changed", "no longer reads as the passage that was cited"
        else:
            state = check_quote(ground.item.text, passage.text).state
            if state in ("exact", "normalised", "too_short"):
                continue
            why = "reads differently from the words that are cited"
        yield Finding(
            "warning",
            f"The evidence is not verified: “{ground.name}” {why}.",
            (),
            {"name": ground.name, "source": ground.source.id, "passage": passage.id, "state": state},
        )


def fact_contradicted(case: Case) -> Iterator[Finding]:
    """Another source gives another period, amount, share or date than a fact that is cited."""
    told: set[tuple[int, int]] = set()
    for ground in case.grounds.cited:
        if ground.item.section != "fact":
            continue
        for ours, theirs, passage, source in case.grounds.against(ground):
            if (ground.source.id, source.id) in told:
                continue
            told.add((ground.source.id, source.id))
            other = source.short_name or source.title
            yield Finding(
                "warning",
                f"“{ground.name}” says {ours.text}, but “{other}” says {theirs.text} on the same matter.",
                (),
                {
                    "name": ground.name,
                    "says": ours.text,
                    "other": other,
                    "other_says": theirs.text,
                    "source": ground.source.id,
                    "other_source": source.id,
                    "passage": ground.passage.id,
                    "other_passage": passage.id,
                },
            )


def source_not_read(case: Case) -> Iterator[Finding]:
    """Pages of a cited source could not be read, or nobody looked into one that the instruction names."""
    for source in {ground.source.id: ground.source for ground in case.grounds.cited}.values():
        pages = case.grounds.unread(source.id)
        if pages:
            name = source.short_name or source.title
            many = len({row.page for row in pages})
            yield Finding(
                "warning",
                f"{many} page{'s' if many > 1 else ''} of “{name}”, which is cited, could not be read.",
                (),
                {"source": source.id, "name": name, "pages": sorted({row.page or 0 for row in pages})},
            )
    if not case.instruction:
        return
    known = {source.id for source in case.grounds.sources}
    for source in case.grounds.in_matter():
        name = source.short_name or source.title
        if source.id in known or len(name) < _SHORTEST_NAME:
            continue
        if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", case.instruction, re.IGNORECASE):
            yield Finding(
                "warning",
                f"The instruction names “{name}”, but nothing of it was read for this change.",
                (),
                {"source": source.id, "name": name, "pages": []},
            )
