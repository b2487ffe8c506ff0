"""The checks that run on every proposed edit, each with the sentence a lawyer reads."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from lexdesk.law.model import Section
from lexdesk.law.quantities import find_quantities
from lexdesk.law.similar import near_duplicates
from lexdesk.matter.records import PlaceRow
from lexdesk.review.advisories import Case, Check, Finding, place
from lexdesk.review.concealed_checks import touches_concealed
from lexdesk.review.deletion import is_removed
from lexdesk.review.elsewhere import xref_elsewhere
from lexdesk.review.meaning_checks import (
    governing_law_changed,
    law_elsewhere,
    outside_scope,
    party_changed,
    term_undefined,
)
from lexdesk.review.reference_checks import cross_reference_review, listed, xref_dangling, xref_shifted
from lexdesk.review.source_checks import (
    evidence_not_verified,
    fact_contradicted,
    instruction_only,
    source_after_as_of,
    source_not_read,
    source_out_of_jurisdiction,
    source_superseded,
)
from lexdesk.review.structure import Structure
from lexdesk.review.topics import same_matter
from lexdesk.text.spans import Span

_NEGATION = re.compile(
    r"\b(?:not|no|never|nor|neither|none|without|unless|except|excluding|cannot|nothing)\b|n['’]t\b|不|未|无|勿|莫|非经|除外",
    re.IGNORECASE,
)


def term_lost(case: Case) -> Iterator[Finding]:
    """Defined terms whose only definition goes while they are still used."""
    left = {term.name for term in case.after.terms if term.sites}
    for term in case.before.terms:
        if term.name in left or not term.sites:
            continue
        if not all(
            is_removed(case.removed, key, span) or not case.after.has(key) for key, span in term.sites
        ):
            continue
        uses = [
            (key, span)
            for key, span in term.uses
            if case.after.has(key)
            and not is_removed(case.removed, key, span)
            and (key, span) not in term.sites
        ]
        if uses:
            places = tuple(place(case.before, key, span) for key, span in uses)
            yield Finding(
                "warning",
                f"“{term.name}” would lose its definition; {listed(p.label for p in places)} still uses it.",
                places,
                {"term": term.name, "uses": len(uses)},
            )


def _sections_to_compare(case: Case) -> list[tuple[Structure, Section]]:
    """Deleted clauses as they were; else the clauses, as they will be, whose quantities the edit changes."""
    if case.deleted:
        return [(case.before, section) for section in case.deleted]
    found: dict[str, Section] = {}
    for key in (*case.touched, *case.made):
        section = case.after.section_at(key)
        if section is not None and _values(case.before.text(key)) != _values(case.after.text(key)):
            found[section.id] = section
    return [(case.after, section) for section in found.values()]


def _values(text: str | None) -> Counter[str]:
    return Counter(q.value for q in find_quantities(text or "") if q.kind != "number")


def near_duplicate_differs(case: Case) -> Iterator[Finding]:
    """Another clause says nearly the same with another period or amount."""
    for structure, section in _sections_to_compare(case):
        known = set()
        if structure is case.after:
            old = case.before.section_at(section.first_block, section.start)
            if old is not None:
                known = {
                    pair for near in near_duplicates(case.before.tree, old.id) for pair in near.quantities
                }
        for near in near_duplicates(structure.tree, section.id):
            fresh = [pair for pair in near.quantities if pair not in known and all(pair)]
            other = structure.tree.get(near.section)
            if not fresh or near.section in case.deleted_ids:
                continue
            here, there = fresh[0]
            yield Finding(
                "warning",
                f"{near.label or other.heading} is nearly the same clause but differs: it says {there}, "
                f"{section.label or section.heading} {'says' if case.deleted else 'will say'} {here}.",
                (place(structure, other.first_block, Span(other.start, other.start), near.label),),
                {
                    "ratio": round(near.ratio, 3),
                    "quantities": [list(pair) for pair in fresh],
                    "clause": section.label or section.heading,
                    "other": near.label or other.heading,
                    "deleted": bool(case.deleted),
                },
            )


def number_words_mismatch(case: Case) -> Iterator[Finding]:
    """The new text writes a number in words and in figures, and they disagree."""
    for key in (*case.touched, *case.made):
        text = case.after.text(key) or ""
        before = {q.text for q in find_quantities(case.before.text(key) or "") if q.figures}
        for quantity in find_quantities(text):
            if quantity.figures and quantity.text not in before:
                yield Finding(
                    "error",
                    f"Words and figures disagree: “{quantity.text}”.",
                    (place(case.after, key, quantity.span),),
                    {"words": quantity.value, "figures": quantity.figures, "text": quantity.text},
                )


def negation_changed(case: Case) -> Iterator[Finding]:
    """A word such as "not" or "unless" is added to a sentence that stays, or taken from it."""
    for key in case.touched:
        old, new = case.before.text(key) or "", case.after.text(key) or ""
        gone = Counter(word.casefold() for word in _NEGATION.findall(old))
        come = Counter(word.casefold() for word in _NEGATION.findall(new))
        dropped, added = list((gone - come).elements()), list((come - gone).elements())
        if dropped or added:
            parts = [f"drops {_quoted(dropped)}"] if dropped else []
            parts += [f"adds {_quoted(added)}"] if added else []
            yield Finding(
                "warning",
                f"The change to {case.before.place_label(key) or 'this text'} {' and '.join(parts)}: "
                "check that the sense is meant.",
                (place(case.before, key, Span(0, len(old))),),
                {"dropped": dropped, "added": added},
            )


def quantity_changed(case: Case) -> Iterator[Finding]:
    """A period, amount, percentage or date changes that the instruction does not name."""
    asked = {q.value for q in find_quantities(case.instruction)}
    for key in case.touched:
        old, new = case.before.text(key) or "", case.after.text(key) or ""
        had = Counter(q.value for q in find_quantities(old) if q.kind != "number")
        has = Counter(q.value for q in find_quantities(new) if q.kind != "number")
        gone = [q.text for q in find_quantities(old) if q.value in had - has]
        come = [q.text for q in find_quantities(new) if q.value in has - had and q.value not in asked]
        unasked = come or (gone if not has - had and not (set(had - has) & asked) else [])
        if unasked and not _mentions(case.instruction, unasked):
            if gone and come:
                what = f"changes {_quoted(gone)} to {_quoted(come)}"
            else:
                what = f"adds {_quoted(come)}" if come else f"drops {_quoted(gone)}"
            unnamed = ", which the instruction does not name" if case.instruction else ""
            yield Finding(
                "warning",
                f"The change to {case.before.place_label(key) or 'this text'} {what}{unnamed}.",
                (place(case.before, key, Span(0, len(old))),),
                {"removed": gone, "added": come, "asked": bool(case.instruction)},
            )


def _mentions(instruction: str, texts: Sequence[str]) -> bool:
    numbers = set(re.findall(r"\d+", instruction))
    return all(any(n in numbers for n in re.findall(r"\d+", text)) or text in instruction for text in texts)


def _quoted(words: Sequence[str]) -> str:
    return ", ".join(f"“{word}”" for word in words)


def touches_other_side_change(case: Case) -> Iterator[Finding]:
    """The edit changes words that stand in an unresolved tracked change of somebody else."""
    authors: dict[str, list[PlaceRow]] = {}
    for op in case.ops:
        if op.op.startswith("insert"):
            continue
        paragraph = case.before.paragraphs[op.paragraph_key]
        if op.op != "replace" and paragraph.mark_change and paragraph.mark_author not in case.ours:
            spot = place(case.before, op.paragraph_key, Span(0, op.end))
            authors.setdefault(paragraph.mark_author, []).append(spot)
            continue
        at = 0
        for piece in paragraph.pieces:
            span = piece.current or Span(at, at)
            at = span.end
            if not piece.change or piece.author in case.ours:
                continue
            inside = (
                op.start <= span.start < op.end
                if span.start == span.end
                else span.overlaps(Span(op.start, op.end))
            )
            within = span.start < op.start == op.end < span.end
            if inside or within:
                authors.setdefault(piece.author, []).append(
                    place(case.before, op.paragraph_key, Span(op.start, op.end))
                )
                break
    for author, places in authors.items():
        yield Finding(
            "warning",
            f"This touches a tracked change by {author or 'an unnamed author'} in "
            f"{listed(p.label for p in places)} that is not decided yet.",
            tuple(places),
            {"author": author},
        )


def conflict(case: Case) -> Iterator[Finding]:
    """Another place still gives, on the same matter, the period or amount that the edit replaces."""
    for key in case.touched:
        old, new = case.before.text(key) or "", case.after.text(key) or ""
        left = {q.value for q in find_quantities(new)}
        for quantity in find_quantities(old):
            if quantity.kind in ("number", "date") or quantity.value in left:
                continue
            others = same_matter(case.before, case.after, key, quantity)
            if others:
                places = tuple(place(case.before, other, span) for other, span in others)
                yield Finding(
                    "warning",
                    f"{listed(p.label for p in places)} would still say {quantity.text} on the same matter.",
                    places,
                    {"value": quantity.value, "text": quantity.text},
                )
    yield from law_elsewhere(case)


CHECKS: tuple[Check, ...] = (
    Check("cross_reference_review_not_recorded", 1, cross_reference_review),
    Check("xref_dangling", 1, xref_dangling),
    Check("xref_shifted", 1, xref_shifted),
    Check("xref_elsewhere", 1, xref_elsewhere),
    Check("term_lost", 1, term_lost),
    Check("near_duplicate_differs", 1, near_duplicate_differs),
    Check("conflict", 1, conflict),
    Check("number_words_mismatch", 1, number_words_mismatch),
    Check("negation_changed", 1, negation_changed),
    Check("quantity_changed", 1, quantity_changed),
    Check("party_changed", 1, party_changed),
    Check("governing_law_changed", 1, governing_law_changed),
    Check("term_undefined", 1, term_undefined, once=True),
    Check("outside_scope", 1, outside_scope),
    Check("touches_other_side_change", 1, touches_other_side_change),
    Check("touches_concealed", 1, touches_concealed),
    Check("evidence_not_verified", 1, evidence_not_verified),
    Check("source_superseded", 1, source_superseded),
    Check("source_out_of_jurisdiction", 1, source_out_of_jurisdiction),
    Check("source_after_as_of", 1, source_after_as_of),
    Check("fact_contradicted", 1, fact_contradicted),
    Check("source_not_read", 1, source_not_read),
    Check("instruction_only", 1, instruction_only),
)
"""Every check, in the order in which their findings are listed within one severity."""

CHECKS_AGAIN = tuple(check for check in CHECKS if not check.once)
"""Those that are asked again when edits meet a head that has moved, or each other."""
