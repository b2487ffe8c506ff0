"""Checks of what an edit means: who is bound, which law governs, which terms it uses, where it reaches."""

import re
from collections import Counter
from collections.abc import Iterator

from lexdesk.law.governing import choices_of_law
from lexdesk.law.model import Section
from lexdesk.law.parties import find_parties
from lexdesk.review.advisories import Case, Finding, place
from lexdesk.review.reference_checks import listed
from lexdesk.text.spans import Span

_ROLES = (
    "Customer|Supplier|Provider|Vendor|Licensor|Licensee|Lessor|Lessee|Landlord|Tenant|Buyer|Seller|Purchaser|"
    "Employer|Employee|Contractor|Client|Consultant|Borrower|Lender|Guarantor|Franchisor|Franchisee|Partner|"
    "Discloser|Recipient|Assignor|Assignee|Owner|Manager|Investor|Publisher|Author|Processor|Controller"
)
_ROLES_ZH = (
    "甲方|乙方|丙方|丁方|被许可方|许可方|出租方|承租方|出租人|承租人|买方|卖方|委托方|受托方|委托人|受托人|供方|需方|"
    "供应商|服务商|转让方|受让方|出借人|借款人|贷款人|投资方|雇主|雇员"
)
_EVERYWHERE = re.compile(
    r"\b(?:everywhere|throughout|wherever|all\s+(?:other|over|references|places|clauses|sections|occurrences)|"
    r"conform\w*|consequential\w*|elsewhere|globally|and\s+(?:fit|adjust|align|re-?letter|re-?number)|"
    r"across\s+the)\b|全文|各处|所有|相应|一并",
    re.IGNORECASE,
)
_OF_LAW = re.compile(
    r"\bgovern\w*|\blaws?\b|\bjurisdiction|\bcourts?\b|\barbitrat\w*|\bforum\b|\bvenue\b|法|管辖|仲裁", re.I
)
_STATE = re.compile(r"^(?:the\s+)?(?:(?:State|Commonwealth|Republic|Kingdom|Province)\s+of\s+)?(?:the\s+)?")


def party_changed(case: Case) -> Iterator[Finding]:
    """One party stands where another stood, and the instruction does not name the new one."""
    pattern = _party_pattern(case)
    for key in case.touched:
        old, new = case.before.text(key) or "", case.after.text(key) or ""
        had, has = Counter(pattern.findall(old)), Counter(pattern.findall(new))
        gone, come = list(had - has), list(has - had)
        unasked = [name for name in come if name.casefold() not in case.instruction.casefold()]
        if gone and unasked:
            where = case.before.place_label(key) or "this text"
            yield Finding(
                "warning",
                f"The change to {where} puts {listed(unasked)} in the place of {listed(gone)}"
                f"{', which the instruction does not say' if case.instruction else ''}.",
                (place(case.before, key, Span(0, len(old))),),
                {"removed": gone, "added": unasked, "asked": bool(case.instruction)},
            )


def _party_pattern(case: Case) -> re.Pattern[str]:
    parties = find_parties(case.before.blocks, case.before.tree)
    names = {name for party in parties for name in (party.name, party.short) if len(name) > 2}
    own = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{f'{own}|' if own else ''}{_ROLES})(?!\w)|{_ROLES_ZH}")


_BARE_NAME = re.compile(r"[A-Z][\w.’'-]+(?:\s+(?:and\s+|of\s+)?[A-Z][\w.’'-]+){0,3}")


def law_elsewhere(case: Case) -> Iterator[Finding]:
    """Another place still says that the law governs which the edit replaces."""
    for key in case.touched:
        old, new = case.before.text(key) or "", case.after.text(key) or ""
        laws = [one.what for one in choices_of_law([case.before.block(key)]) if one.kind == "law"]
        if not laws and case.before.block(key).table is not None and _OF_LAW.search(case.instruction):
            laws = [old.strip()] if _BARE_NAME.fullmatch(old.strip()) else []
        for law in laws:
            name = _STATE.sub("", law)
            if not new or name in new:
                continue
            governs = re.compile(
                rf"\b{re.escape(name)}\s+law\s+(?:shall\s+|will\s+)?(?:governs?|appl(?:y|ies))\b|"
                rf"\bgoverned\b[^.;]{{0,120}}\blaws?\s+of\s+(?:the\s+)?(?:State\s+of\s+)?"
                rf"{re.escape(name)}\b"
            )
            others = [
                (block.key, hit)
                for block in case.after.blocks
                if block.key != key
                and case.before.text(block.key) == block.text
                and (hit := governs.search(block.text))
            ]
            if others:
                places = tuple(place(case.before, other, Span(*hit.span())) for other, hit in others)
                yield Finding(
                    "warning",
                    f"{listed(p.label for p in places)} would still say that the law of {name} governs.",
                    places,
                    {"law": name},
                )


def governing_law_changed(case: Case) -> Iterator[Finding]:
    """Another law, court or arbitration would apply than before, and the instruction does not say which."""
    keys = {op.paragraph_key for op in case.ops} | set(case.made)
    before = choices_of_law([b for b in case.before.blocks if b.key in keys])
    after = choices_of_law([b for b in case.after.blocks if b.key in keys])
    had, has = {(one.kind, one.what) for one in before}, {(one.kind, one.what) for one in after}
    gone = [one for one in before if (one.kind, one.what) not in has]
    come = [one for one in after if (one.kind, one.what) not in had]
    unasked = [one for one in come if not _named(one.what, case.instruction)]
    if not (unasked or (gone and not come and not _OF_LAW.search(case.instruction))):
        return
    old, new = [one.what for one in gone], [one.what for one in unasked]
    if old and new:
        what = f"changes {listed(old)} to {listed(new)}"
    else:
        what = f"brings in {listed(new)}" if new else f"takes out {listed(old)}"
    spots = [place(case.before, one.block, one.span) for one in gone]
    spots = spots or [place(case.after, one.block, one.span) for one in unasked]
    yield Finding(
        "warning",
        f"The governing law or forum changes: this change {what}"
        f"{', which the instruction does not say' if case.instruction else ''}.",
        tuple(spots),
        {"removed": old, "added": new, "asked": bool(case.instruction)},
    )


def _named(what: str, instruction: str) -> bool:
    """True if the instruction says the name of the place, whatever it calls its law or court."""
    if re.search(r"[\u4e00-\u9fff]", what):
        return re.sub(r"的?法律?$|(?:人民)?法院$", "", what) in instruction
    names = re.findall(r"[A-Z][\w’'-]+", _STATE.sub("", what))
    said = instruction.casefold()
    return bool(names) and all(name.casefold() in said for name in names)


def term_undefined(case: Case) -> Iterator[Finding]:
    """The new text uses a capitalised term that the document does not define."""
    changed = {*case.touched, *case.made}
    known = Counter(
        (one.block, _words(case.before.text(one.block), one.span))
        for one in case.before.findings
        if one.code == "undefined_term"
    )
    found: dict[str, tuple[str, Span]] = {}
    for one in case.after.findings:
        if one.code == "undefined_term" and one.block in changed:
            words = _words(case.after.text(one.block), one.span)
            if not known[one.block, words]:
                found.setdefault(words, (one.block, one.span))
    if found:
        terms = listed(f"“{name}”" for name in found)
        yield Finding(
            "warning",
            f"The new text uses {terms}, which this document does not define.",
            tuple(place(case.after, key, span) for key, span in found.values()),
            {"terms": list(found)},
        )


def _words(text: str | None, span: Span) -> str:
    return (text or "")[span.start : span.end]


def outside_scope(case: Case) -> Iterator[Finding]:
    """The instruction names clauses, and the edit changes another one that does not refer to them."""
    if not case.instruction or _EVERYWHERE.search(case.instruction):
        return
    named = [s for s in case.before.tree.sections if s.label and _mentions(case.instruction, s.label)]
    if not named:
        return
    inside = {section.id for section in named}
    for one in named:
        inside.update(child.id for child in case.before.tree.descendants(one.id))
    reached: dict[str, tuple[str, Span, Section]] = {}
    for op in case.ops:
        section = case.before.section_at(op.paragraph_key, op.start)
        if section is None or section.id in inside or not (section.label or section.heading):
            continue
        if any(child in inside for child in _below(case, section)) and op.op.startswith("insert"):
            continue  # a new paragraph between the clauses that are named
        if _refers_into(case, op.paragraph_key, inside):
            continue  # a reference that follows is part of the change
        label = section.label or section.heading
        reached.setdefault(label, (op.paragraph_key, Span(op.start, op.end), section))
    if reached:
        asked = listed(section.label for section in named)
        yield Finding(
            "warning",
            f"The instruction names {asked}, but this change also reaches {listed(reached)}.",
            tuple(place(case.before, key, span, label) for label, (key, span, _s) in reached.items()),
            {"named": [section.label for section in named], "reached": list(reached)},
        )


def _mentions(instruction: str, label: str) -> bool:
    """True if the instruction names the clause: a bare number only behind a word such as "Section"."""
    if re.fullmatch(r"\d+", label):
        word = r"(?:\b(?:sections?|clauses?|articles?|paragraphs?)|§+|第)\s*"
        named = rf"(?i){word}(?:[\d.()a-z]+\s*(?:,|and|or|to)\s*)*{label}"
        return re.search(rf"{named}(?![\w.(]*\w)", instruction) is not None
    return re.search(rf"(?<![\w.]){re.escape(label)}(?![\w(]|\.\d)", instruction, re.IGNORECASE) is not None


def _below(case: Case, section: Section) -> list[str]:
    return [child.id for child in case.before.tree.descendants(section.id)]


def _refers_into(case: Case, key: str, inside: set[str]) -> bool:
    for reference in case.before.references:
        if reference.block == key:
            for label in reference.targets:
                if any(target.id in inside for target in case.before.tree.find(label)):
                    return True
    return False
