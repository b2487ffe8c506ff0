"""What accepting an edit would break or mend in the rest of the document, as one sentence and a list.

The proof-reader reads the document before and after; what is new is broken, what is gone is mended. The
checks of references and terms add what the proof-reader cannot see: it knows only one state of the text.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from lexdesk.law.proofreading import Finding
from lexdesk.matter.effects import EffectRow
from lexdesk.review.advisories import Advisory
from lexdesk.review.structure import Structure

NOTHING = "none"
_OF_ADVISORY = {
    "xref_dangling": "broken_reference",
    "xref_shifted": "old_number",
    "term_lost": "orphaned_term",
}
_OF_FINDING = {
    "dangling_ref": "broken_reference",
    "ref_field_error": "broken_reference",
    "wrong_ref_heading": "broken_reference",
    "undefined_term": "undefined_term",
    "unused_term": "unused_term",
}
_WORDS = {
    "broken_reference": ("breaks", "reference", "references"),
    "old_number": ("leaves an old number in", "reference", "references"),
    "elsewhere": ("breaks", "reference of another document", "references of other documents"),
    "orphaned_term": ("orphans", "term", "terms"),
    "undefined_term": ("brings", "term without a definition", "terms without a definition"),
    "unused_term": ("leaves unused", "defined term", "defined terms"),
    "slip": ("brings", "other slip", "other slips"),
}
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def effects_of(before: Structure, after: Structure, advisories: Sequence[Advisory]) -> tuple[EffectRow, ...]:
    """Everything that the change from ``before`` to ``after`` breaks, then what it mends.

    ``advisories`` are those of the same change. A reference is counted once, whoever reports it. Where there
    is nothing, one row of the code "none" says so: an edit that was never looked at has no row.
    """
    found = [effect for advisory in advisories for effect in _told(advisory)]
    known = {(effect.code, effect.paragraph_key, effect.text) for effect in found}
    terms = {effect.text for effect in found if effect.code == "orphaned_term"}
    broken, mended = _difference(before, after)
    for finding in broken:
        effect = _noticed(after, finding, False)
        if (effect.code, effect.paragraph_key, effect.text) in known:
            continue
        if effect.code == "undefined_term" and effect.text in terms:
            continue
        found.append(effect)
    found += [_noticed(before, finding, True) for finding in mended]
    nothing = EffectRow(1, NOTHING, False, "", "", "", 0, 0, "")
    return tuple(replace(effect, seq=seq) for seq, effect in enumerate(found, 1)) or (nothing,)


def _told(advisory: Advisory) -> Iterable[EffectRow]:
    finding = advisory.finding
    code = _OF_ADVISORY.get(advisory.code)
    if advisory.code == "xref_elsewhere":
        references = finding.details.get("references")
        for said in references if isinstance(references, list) else []:
            yield EffectRow(0, "elsewhere", False, f"{said}.", "", "", 0, 0, "")
    elif code == "orphaned_term":
        first = finding.places[0]
        term = str(finding.details.get("term", ""))
        yield EffectRow(
            0, code, False, finding.message, first.label, first.paragraph_key, first.start, first.end, term
        )
    elif code is not None:
        for place in finding.places:
            yield EffectRow(
                0,
                code,
                False,
                finding.message,
                place.label,
                place.paragraph_key,
                place.start,
                place.end,
                place.text,
            )


def _difference(before: Structure, after: Structure) -> tuple[list[Finding], list[Finding]]:
    """Findings of the result that the text before had not, and those that are gone with their place kept."""
    old = Counter(_identity(before, finding) for finding in before.findings)
    new = Counter(_identity(after, finding) for finding in after.findings)
    fresh, gone = new - old, old - new
    broken = []
    for finding in after.findings:
        name = _identity(after, finding)
        if fresh[name]:
            fresh[name] -= 1
            broken.append(finding)
    mended = []
    for finding in before.findings:
        name = _identity(before, finding)
        if gone[name]:
            gone[name] -= 1
            if after.has(finding.block):  # a slip that went with its paragraph was not mended
                mended.append(finding)
    return broken, mended


def _identity(structure: Structure, finding: Finding) -> tuple[str, str, str]:
    text = structure.text(finding.block) or ""
    return finding.code, finding.block, text[finding.span.start : finding.span.end]


def _noticed(structure: Structure, finding: Finding, mended: bool) -> EffectRow:
    text = structure.text(finding.block) or ""
    return EffectRow(
        0,
        _OF_FINDING.get(finding.code, finding.code),
        mended,
        finding.message,
        structure.place_label(finding.block, finding.span.start),
        finding.block,
        finding.span.start,
        finding.span.end,
        text[finding.span.start : finding.span.end],
    )


def counted(effects: Iterable[EffectRow]) -> Mapping[tuple[str, bool], int]:
    """How many effects of each kind (a name of ``_WORDS``), broken and mended apart: facts for a sentence in
    another language."""
    return Counter(
        (effect.code if effect.code in _WORDS else "slip", effect.mended)
        for effect in effects
        if effect.code != NOTHING
    )


def effect_sentence(effects: Sequence[EffectRow], act: str = "Accepting") -> str:
    """Such as "Accepting this breaks two references and orphans one term."; "" if nobody looked. ``act`` is
    what would be done: "Rejecting" for a tracked change that is to be refused."""
    if not effects:
        return ""
    counts = counted(effects)
    parts: list[str] = []
    for kind, (verb, one, many) in _WORDS.items():
        count = counts.get((kind, False), 0)
        if count:
            parts.append(f"{verb} {_number(count)} {one if count == 1 else many}")
    mended = sum(count for (_kind, is_mended), count in counts.items() if is_mended)
    if mended:
        parts.append(f"mends {_number(mended)} slip{'s' if mended > 1 else ''}")
    if not parts:
        return f"{act} this breaks no reference and leaves every term with its definition."
    return f"{act} this {_joined(parts)}."


def effect_lines(effects: Iterable[EffectRow]) -> tuple[str, ...]:
    """Each effect in a line: clause, words and what is the matter."""
    told = []
    for effect in effects:
        if effect.code != NOTHING:
            where = f"{effect.label}: " if effect.label else ""
            words = f"“{effect.text}”: " if effect.text and effect.text not in effect.message else ""
            told.append(f"{'Mended: ' if effect.mended else ''}{where}{words}{effect.message}")
    return tuple(told)


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _joined(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
