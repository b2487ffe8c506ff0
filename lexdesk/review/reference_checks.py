"""Checks of cross-references: look-ups on record, references that break, numbers that move (P6)."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from lexdesk.law.model import Reference, Section
from lexdesk.review.advisories import Case, Finding, place
from lexdesk.review.deletion import is_removed
from lexdesk.review.structure import Structure
from lexdesk.text.spans import Span

_KIND_OF_CLAUSE = r"(?:sections?|clauses?|articles?|provisions?|paragraphs?|schedules?|exhibits?|annex)"


def listed(labels: Iterable[str]) -> str:
    """ "14.2, 15.1(c) and 3": each label once, in order."""
    names = list(dict.fromkeys(label or "unnumbered text" for label in labels))
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def cross_reference_review(case: Case) -> Iterator[Finding]:
    """P6: a whole clause goes, and no completed look-up of the references to it is on record."""
    missing = [section for section in case.deleted if not case.reviewed(section)]
    if missing:
        names = listed(section.label or section.heading for section in missing)
        yield Finding(
            "warning",
            f"{names} would be deleted, but no completed look-up of the references to it is on record.",
            tuple(place(case.before, s.first_block, Span(s.start, s.start), s.label) for s in missing),
            {"sections": [section.label for section in missing]},
        )


def _surviving_references(case: Case) -> Iterator[tuple[Reference, Section]]:
    """References that stay, each with each clause it means in the version before the edit."""
    for reference in case.before.references:
        if reference.kind == "external" or not case.after.has(reference.block):
            continue
        if is_removed(case.removed, reference.block, reference.span):
            continue
        for label in reference.targets:
            section = _meant(case.before, label)
            if section is not None:
                yield reference, section


def _meant(structure: Structure, label: str) -> Section | None:
    """The clause of that label, or the nearest above it that the tree knows ("2.2" for "2.2(a)")."""
    while label:
        found = structure.tree.find(label)
        if found:
            return found[0]
        shorter = re.sub(r"(?:\([^()]*\)|\.\w+)$", "", label)
        if shorter == label:
            break
        label = shorter
    return None


def _references_by_title(case: Case) -> Iterator[tuple[str, Span, Section]]:
    """Places that stay and name a deleted clause by its heading ("the Set-off section")."""
    tree = case.before.tree
    for section in tree.sections:
        if section.id not in case.deleted_ids or len(section.heading) < 5:
            continue
        title = re.escape(section.heading.strip(" .:"))
        pattern = re.compile(
            rf"[“\"‘']?{title}[”\"’']?\s+(?i:{_KIND_OF_CLAUSE})\b"
            rf"|\b(?i:{_KIND_OF_CLAUSE})\s+(?:(?:entitled|titled|headed|called)\s+)?[“\"‘'(]{title}[”\"’')]"
        )
        for block in case.before.blocks:
            if case.after.has(block.key):
                for hit in pattern.finditer(block.text):
                    if not is_removed(case.removed, block.key, Span(*hit.span())):
                        yield block.key, Span(*hit.span()), section


def _leads_nowhere(reference: Reference) -> bool:
    """A number too high for this document may be a statute's; where no instrument is named, nobody knows."""
    return reference.kind == "dangling" or (reference.kind == "external" and not reference.instrument)


def xref_dangling(case: Case) -> Iterator[Finding]:
    """References that would point to nothing: to a clause that goes, or written by the edit itself."""
    lost: dict[tuple[str, Span], str] = {}
    for reference, section in _surviving_references(case):
        if section.id in case.deleted_ids:
            lost.setdefault((reference.block, reference.span), section.label or section.heading)
    for key, span, section in _references_by_title(case):
        if not any(known == key and span.overlaps(there) for known, there in lost):
            lost[key, span] = section.label or section.heading
    if lost:
        places = tuple(place(case.before, key, span) for key, span in lost)
        where, what = listed(p.label for p in places), listed(lost.values())
        yield Finding(
            "warning",
            f"{where} would refer to {what}, which this change deletes.",
            places,
            {"form": "deleted", "targets": sorted(set(lost.values()))},
        )
    changed = {*case.touched, *case.made}
    known = Counter((r.block, r.text) for r in case.before.references if _leads_nowhere(r))
    fresh = []
    for reference in case.after.references:
        if _leads_nowhere(reference) and reference.block in changed:
            if known[reference.block, reference.text]:
                known[reference.block, reference.text] -= 1
            else:
                fresh.append(reference)
    if fresh:
        words = listed(f"“{reference.text}”" for reference in fresh)
        yield Finding(
            "warning",
            f"The new text refers to {words}, which this document does not have.",
            tuple(place(case.after, reference.block, reference.span) for reference in fresh),
            {"form": "written", "references": [reference.text for reference in fresh]},
        )


def _identities(structure: Structure) -> dict[tuple[str, int], Section]:
    """Sections by what survives renumbering: first paragraph, and which of the clauses begun there."""
    seen: Counter[str] = Counter()
    found: dict[tuple[str, int], Section] = {}
    for section in structure.tree.sections:
        found[section.first_block, seen[section.first_block]] = section
        seen[section.first_block] += 1
    return found


def xref_shifted(case: Case) -> Iterator[Finding]:
    """Typed references to clauses whose automatic number changes."""
    identity = {section.id: key for key, section in _identities(case.before).items()}
    after = _identities(case.after)
    moved: dict[tuple[str, Span], tuple[Reference, str, str]] = {}
    for reference, section in _surviving_references(case):
        if reference.auto or section.id in case.deleted_ids or not re.search(r"[\d(第]", reference.text):
            continue  # a field follows by itself, and "this Section" has no number to grow old
        now = after.get(identity[section.id])
        if now is not None and now.label != section.label and section.label and now.label:
            moved.setdefault((reference.block, reference.span), (reference, section.label, now.label))
    if moved:
        places = tuple(place(case.before, ref.block, ref.span) for ref, _, _ in moved.values())
        pairs = list(dict.fromkeys(f"{old} becomes {new}" for _, old, new in moved.values()))
        yield Finding(
            "warning",
            f"Numbers change ({'; '.join(pairs[:6])}{'; ...' if len(pairs) > 6 else ''}), and "
            f"{listed(p.label for p in places)} would keep the old number in typed text.",
            places,
            {"renumbered": [[old, new] for _, old, new in moved.values()]},
        )
