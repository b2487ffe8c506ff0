"""What an edit takes away: spans, and whole clauses. "[Reserved]" in a clause's place is its deletion."""

import re
from collections.abc import Mapping, Sequence

from lexdesk.law.model import Section
from lexdesk.matter.records import EditOpRow
from lexdesk.review.structure import Structure
from lexdesk.text.spans import Span

Removed = Mapping[str, tuple[Span, ...]]

_RESERVED = re.compile(
    r"[\[(【（]?\s*(?:this\s+(?:section|clause|paragraph)\s+(?:is\s+|has\s+been\s+)?)?"
    r"(?:intentionally\s+)?(?:reserved|omitted|deleted|left\s+blank|not\s+used)(?:\s+intentionally)?\s*[\])】）]?\s*\.?",
    re.IGNORECASE,
)
_RESERVED_ZH = re.compile(r"[\[(【（]?\s*(?:此条)?(?:故意)?(?:保留|删除|留空|略去)\s*[\])】）]?\s*。?")


def removed_spans(structure: Structure, ops: Sequence[EditOpRow]) -> Removed:
    """Spans of each paragraph's text that the operations take away, in order."""
    spans: dict[str, list[Span]] = {}
    for op in ops:
        if op.op == "delete_paragraph":
            spans.setdefault(op.paragraph_key, []).append(
                Span(0, len(structure.text(op.paragraph_key) or ""))
            )
        elif op.op == "replace" and op.end > op.start:
            spans.setdefault(op.paragraph_key, []).append(Span(op.start, op.end))
    return {key: tuple(sorted(found)) for key, found in spans.items()}


def is_removed(removed: Removed, key: str, span: Span) -> bool:
    """True if the words of ``span`` go, at least in part."""
    return any(span.overlaps(gone) for gone in removed.get(key, ()))


def section_regions(structure: Structure, section: Section) -> list[tuple[str, Span]]:
    """The spans of paragraphs that make up the clause with its descendants (a run-in clause is a part)."""
    regions: list[tuple[str, Span]] = []
    for key, start, end in structure.tree.spans(section.id):
        if regions and regions[-1][0] == key and regions[-1][1].end == start:
            regions[-1] = (key, Span(regions[-1][1].start, end))
        else:
            regions.append((key, Span(start, end)))
    return regions


def deleted_sections(structure: Structure, ops: Sequence[EditOpRow]) -> tuple[Section, ...]:
    """Clauses of which nothing is left but number, heading or a word such as "[Reserved]"; outermost only.

    An edit that makes a clause empty by several replacements counts like a deletion.
    """
    touched = {op.paragraph_key for op in ops if op.op in ("replace", "delete_paragraph")}
    found: dict[str, Section] = {}
    for section in structure.tree.sections:
        if section.parent in found or (
            not touched.isdisjoint(section.blocks) and _is_gone(structure, section, ops)
        ):
            found[section.id] = section
    return tuple(section for section in found.values() if section.parent not in found)


def _is_gone(structure: Structure, section: Section, ops: Sequence[EditOpRow]) -> bool:
    before = after = ""
    for key, region in section_regions(structure, section):
        text = structure.text(key) or ""
        before += text[region.start : region.end]
        after += _remaining(text, region, [op for op in ops if op.paragraph_key == key])
    if not before.strip() or before == after:
        return False
    if not after.strip():
        return True
    own = _bare(before, section)
    rest = _bare(after, section)
    if own and not rest:
        return True
    return bool(_RESERVED.fullmatch(rest) or _RESERVED_ZH.fullmatch(rest)) and rest != own


def _remaining(text: str, region: Span, ops: Sequence[EditOpRow]) -> str:
    if any(op.op == "delete_paragraph" for op in ops):
        return ""
    out, at = "", region.start
    for op in sorted((op for op in ops if op.op == "replace"), key=lambda op: op.start):
        if op.start >= region.end and not (op.start == op.end == region.end):
            break
        if op.end < region.start or (op.end == region.start and op.start < region.start):
            continue
        out += text[at : max(at, op.start)] + op.new_text
        at = max(at, op.end)
    return out + text[at : region.end]


def _bare(text: str, section: Section) -> str:
    """The clause without its typed number and its heading."""
    rest = text.strip()
    for part in (section.label, section.heading):
        if part:
            rest = re.sub(
                rf"^\W*(?:(?:section|clause|article)\s+)?{re.escape(part)}[\s.:;,)\u2013\u2014-]*",
                "",
                rest,
                flags=re.I,
            )
    return rest.strip()
