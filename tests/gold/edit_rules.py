"""The rules by which a staged edit of an agreement is right: place, action, text, nothing else, warnings.

The same rules as the checker that comes with the set of instructions; written anew, smaller.
"""

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

_STRAIGHT = {0x2018: "'", 0x2019: "'", 0x201C: '"', 0x201D: '"', 0x2013: "-", 0x2014: "-"}
_STRAIGHT |= {0x2011: "-", 0x00A0: " ", 0x200E: None}  # type: ignore[dict-item]
_KEYWORD = re.compile(r"^(?:sections?|clauses?|paragraphs?|articles?|sec\.?|cl\.?|§+)\s*")
_NUMBER = re.compile(r"\d+(?:\.\d+)*(?:\s*\.?\s*\([a-z]{1,5}\)|\.[a-z]{1,4}\b)*")


@dataclass(frozen=True)
class Made:
    """One paragraph of a staged edit. ``index`` counts all ``w:p`` of the main part from 0; for an
    insertion it is the paragraph before. ``action``: revise, delete, insert_after."""

    index: int
    action: str
    text: str


@dataclass
class Verdict:
    """How one task went. ``place`` and ``action`` are None where no edit was wanted."""

    outcome: bool
    place: bool | None = None
    action: bool | None = None
    text: bool | None = None
    outside: int = 0
    warnings_expected: int = 0
    warnings_found: int = 0
    barred: int = 0
    further: list[str] = field(default_factory=list)
    why: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        return not self.why


def plain(text: str) -> str:
    """Straight quotes and hyphens, single blanks."""
    return re.sub(r"\s+", " ", text.translate(_STRAIGHT)).strip()


def changed_words(before: str, after: str) -> int:
    """Words deleted plus words inserted."""
    old, new = plain(before).split(), plain(after).split()
    codes = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return sum((i2 - i1) + (j2 - j1) for op, i1, i2, j1, j2 in codes if op != "equal")


def place_form(label: str) -> str:
    """One form for "Section 4.2 (a).", "4.2.a" and "4.2(a)"; other names by their words."""
    name = _KEYWORD.sub("", plain(label).lower())
    hit = _NUMBER.match(name)
    if hit:
        return re.sub(r"[()\s]", "", re.sub(r"\.(?=[a-z])", "", hit.group())).rstrip(".")
    return re.sub(r"[^a-z0-9]+", " ", name).strip()


def is_named(label: str, paragraphs: int | Sequence[int], named: Iterable[str]) -> bool:
    """Whether the place is among those named: by "p34", by label, or by all words of its row's label."""
    indexes = [paragraphs] if isinstance(paragraphs, int) else list(paragraphs)
    row = set(place_form(label.split(":", 1)[1]).split()) if ":" in label else set()
    for name in named:
        by_index = re.fullmatch(r"[pP#](\d+)", name.strip())
        if by_index:
            if int(by_index[1]) in indexes:
                return True
        elif place_form(name) == place_form(label) or (
            row and row <= set(re.findall(r"[a-z0-9]+", plain(name).lower()))
        ):
            return True
    return False


def text_faults(wanted: Mapping[str, Any], new: str) -> list[str]:
    """What the conditions on the new text find wrong."""

    def fold(text: str) -> str:
        return plain(text) if wanted.get("case_sensitive") else plain(text).lower()

    text, flags = fold(new), 0 if wanted.get("case_sensitive") else re.IGNORECASE
    wrong = [f"lacks {part!r}" for part in wanted.get("must_contain") or [] if fold(part) not in text]
    for group in wanted.get("must_contain_any") or []:
        if not any(fold(part) in text for part in group):
            wrong.append(f"lacks any of {group!r}")
    wrong += [f"still has {part!r}" for part in wanted.get("must_not_contain") or [] if fold(part) in text]
    for pattern in wanted.get("must_match") or []:
        if not re.search(pattern, plain(new), flags):
            wrong.append(f"does not match /{pattern}/")
    for pattern in wanted.get("must_not_match") or []:
        if re.search(pattern, plain(new), flags):
            wrong.append(f"matches /{pattern}/")
    most = wanted.get("max_changed_words")
    if most is not None:
        inserted = wanted["action"] == "insert_after"
        count = len(plain(new).split()) if inserted else changed_words(wanted["paragraph_text_before"], new)
        if count > most:
            wrong.append(f"{count} changed words, at most {most}")
    return wrong


def judge(
    task: Mapping[str, Any], outcome: str, made: Sequence[Made], warned: Sequence[tuple[str, Sequence[str]]]
) -> Verdict:
    """The verdict on one task. ``outcome``: edits, ask, refuse, no_change, or anything else for none;
    ``warned``: code and places of each advisory."""
    wanted = task.get("outcome", "edits")
    verdict = Verdict(outcome == wanted)
    if outcome != wanted:
        verdict.why.append(f"outcome: {outcome}, expected {wanted}")
    if wanted != "edits":
        verdict.outside = len(made)
        if made:
            verdict.why.append(f"edits at {sorted({edit.index for edit in made})}, none wanted")
        return verdict
    verdict.place = verdict.action = verdict.text = True
    used: set[int] = set()
    for expected in task["expected"]:
        _judge_place(expected, made, used, verdict)
    extra = [edit for at, edit in enumerate(made) if at not in used]
    verdict.outside = len(extra)
    if extra:
        verdict.why.append("unasked: " + ", ".join(f"p{edit.index} {edit.action}" for edit in extra))
    _judge_warnings(task, warned, verdict)
    return verdict


def _judge_place(expected: Mapping[str, Any], made: Sequence[Made], used: set[int], verdict: Verdict) -> None:
    indexes = [expected["paragraph_index"], *(expected.get("also_accept_index") or [])]
    where = f"{expected['label']} (p{indexes[0]})"
    here = [at for at, edit in enumerate(made) if edit.index in indexes and at not in used]
    right = [at for at in here if made[at].action == expected["action"]]
    if not here:
        verdict.place = verdict.action = verdict.text = False
        verdict.why.append(f"nothing done at {where}")
        return
    if not right:
        verdict.action = verdict.text = False
        verdict.why.append(f"{where}: {made[here[0]].action}, expected {expected['action']}")
        used.update(here)
        return
    taken = right if expected["action"] == "insert_after" else right[:1]
    used.update(taken)
    if expected["action"] != "delete":
        faults = text_faults(expected, "\n".join(made[at].text for at in taken))
        if faults:
            verdict.text = False
            verdict.why.append(f"{where}: {'; '.join(faults)}")


def _judge_warnings(
    task: Mapping[str, Any], warned: Sequence[tuple[str, Sequence[str]]], verdict: Verdict
) -> None:
    named = [name for _code, places in warned for name in places]
    covered: list[tuple[str, Any]] = []
    for wanted in task.get("warnings_expected") or []:
        for label, paragraphs in zip(wanted["places"], wanted["place_paragraphs"], strict=True):
            covered.append((label, paragraphs))
            verdict.warnings_expected += 1
            if is_named(label, paragraphs, named):
                verdict.warnings_found += 1
            else:
                verdict.why.append(f"no warning ({wanted['code']}) at {label}")
    barred = task.get("no_warnings_of") or []
    for code, places in warned:
        by_kind = any(name.startswith("xref") for name in barred) and "ref" in code.lower()
        if code in barred or (barred and by_kind):
            verdict.barred += 1
            verdict.why.append(f"false {code} at {', '.join(places) or '(no place)'}")
    verdict.further = sorted(
        {name for name in named if not any(is_named(label, at, [name]) for label, at in covered)}
    )
