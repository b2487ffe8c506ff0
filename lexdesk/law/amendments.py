"""An agreement, its amendments, its restatement: which text rules on a day, and what an amendment gets wrong.

Amendments are read by their operative sentences ("Clause 2 is replaced by: ...", "Clause 9 is deleted.", "the
old clause 3 becomes clause 4", 第二条修改为：……). What such a sentence does not say is not guessed.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rapidfuzz import fuzz

from lexdesk.law.model import Block
from lexdesk.law.quantities import find_quantities
from lexdesk.law.sections import SectionTree
from lexdesk.text.spans import Span

InstrumentKind = Literal["original", "amendment", "restated"]
ChangeKind = Literal["replaced", "deleted", "inserted", "renumbered"]

_RESTATED = re.compile(r"\bamended\s+and\s+restated\b|\brestatement\b|重述", re.IGNORECASE)
_AMENDMENT = re.compile(
    r"\b(?:amendment|amending|addendum|supplemental|variation)\b|补充协议|修正案|修订协议", re.IGNORECASE
)
_CLAUSE = (
    r"(?:Clause|Section|Article|Paragraph)\s+(?P<{0}>\d+(?:\.\d+)*(?:\([A-Za-z0-9]{{1,4}}\))*|[IVXL]+\b)"
)
_ZH_CLAUSE = r"第\s*(?P<{0}>[一二三四五六七八九十百零\d]+)\s*条"
_BE = (
    r"\s*(?:\([^()]{1,60}\)\s*)?(?:of\s+the\s+[\w ]{1,40}?\s+)?(?:is|are|shall\s+be|will\s+be)\s+"
    r"(?:hereby\s+)?"
)
_TO_READ = (
    r"(?:deleted(?:\s+in\s+its\s+entirety)?\s+and\s+)?"
    r"(?:replaced|substituted|amended(?:\s+and\s+restated)?)(?:\s+in\s+its\s+entirety)?\s+"
    r"(?:by|with|to\s+read|as\s+follows)[^:]{0,60}:\s*(?P<text>.*)"
)
_GONE = r"(?:deleted|removed)\b(?!\s+[^.]{0,40}replaced)"
_ZH_TO_READ = r"(?:修改|变更|替换|修订)为[:：]?\s*(?P<text>.*)"
_SENTENCES: tuple[tuple[ChangeKind, re.Pattern[str]], ...] = (
    ("replaced", re.compile(_CLAUSE.format("at") + _BE + _TO_READ, re.IGNORECASE | re.DOTALL)),
    ("deleted", re.compile(_CLAUSE.format("at") + _BE + _GONE, re.IGNORECASE)),
    (
        "inserted",
        re.compile(
            r"\bnew\s+"
            + _CLAUSE.format("at")
            + _BE
            + r"(?:inserted|added)\b(?:[^:.]{0,60}:\s*(?P<text>.*))?",
            re.IGNORECASE | re.DOTALL,
        ),
    ),
    (
        "renumbered",
        re.compile(
            r"(?:old|existing|former|current|present)\s+"
            + _CLAUSE.format("at")
            + r"\s+(?:becomes|is\s+renumbered(?:\s+as)?|shall\s+become)\s+"
            + _CLAUSE.format("to"),
            re.IGNORECASE,
        ),
    ),
    ("replaced", re.compile(_ZH_CLAUSE.format("at") + _ZH_TO_READ, re.DOTALL)),
    ("deleted", re.compile(r"删除(?:原协议|原合同|协议|合同)?" + _ZH_CLAUSE.format("at"))),
    ("deleted", re.compile(_ZH_CLAUSE.format("at") + r"(?:予以)?删除")),
)  # fmt: skip


@dataclass(frozen=True)
class Instrument:
    """One document of the family. ``dated`` is ISO, "" when its first lines give no date."""

    id: int
    title: str
    kind: InstrumentKind
    dated: str
    blocks: Sequence[Block]
    tree: SectionTree


@dataclass(frozen=True)
class Change:
    """One thing an amendment does to the text it amends. ``to`` is the new number of a renumbered clause;
    ``text`` the words that replace or are added, "" where the sentence gives none."""

    kind: ChangeKind
    label: str
    block: str
    span: Span
    text: str = ""
    to: str = ""


@dataclass(frozen=True)
class ClauseText:
    """A clause as it reads on a day: the instrument whose words rule, and its number in that instrument
    (for words that an amendment gives: the clause they replace)."""

    label: str
    text: str
    instrument: int
    label_there: str


@dataclass(frozen=True)
class NoSuchClause:
    """An amendment changes a clause that the text it amends did not have."""

    instrument: int
    change: Change
    amended: int  # the original or restated agreement it amends


def read_instrument(id: int, blocks: Sequence[Block], tree: SectionTree) -> Instrument:
    """What a document is, by its first lines: its kind and its date."""
    first = [block.text.strip() for block in blocks if block.text.strip()][:6]
    title = first[0] if first else ""
    kind: InstrumentKind = (
        "restated" if _RESTATED.search(title) else "amendment" if _AMENDMENT.search(title) else "original"
    )
    dates = (q.value for line in first for q in find_quantities(line) if q.kind == "date")
    return Instrument(id, title, kind, next(dates, ""), blocks, tree)


def changes_of(instrument: Instrument) -> tuple[Change, ...]:
    """The operative sentences of an amendment, in order; () for other kinds."""
    if instrument.kind != "amendment":
        return ()
    found: list[Change] = []
    for block in instrument.blocks:
        here = sorted(
            ((m, kind) for kind, pattern in _SENTENCES for m in pattern.finditer(block.text)),
            key=lambda pair: pair[0].start(),
        )
        starts = [m.start() for m, _ in here]
        for m, kind in here:
            named = m.groupdict()
            label = named["at"] if named["at"][0].isascii() else f"第{named['at']}条"
            end = min((s for s in starts if s > m.start()), default=m.end())  # the next one's own sentence
            text = block.text[m.start("text") : min(m.end(), end)] if named.get("text") else ""
            text = re.sub(r"(?:\b(?:and\s+)?the)?\s*$", "", text, flags=re.IGNORECASE).strip(' “”"')
            span = Span(m.start(), min(m.end(), end))
            found.append(Change(kind, label, block.key, span, text, named.get("to") or ""))
    return tuple(found)


def ruling(instruments: Sequence[Instrument], on: str) -> list[Instrument]:
    """The instruments whose words rule on the day ``on`` (ISO): the latest original or restated agreement
    of that day or before, then the amendments after it, oldest first. [] when none is dated by then.

    An instrument without a date counts as older than every other.
    """
    known = sorted((i for i in instruments if i.dated <= on), key=lambda i: i.dated)
    bases = [i for i in known if i.kind != "amendment"]
    if not bases:
        return []
    base = bases[-1]
    return [base, *(i for i in known if i.kind == "amendment" and i.dated >= base.dated)]


def clauses_on(instruments: Sequence[Instrument], on: str) -> dict[str, ClauseText]:
    """Every numbered clause as it reads on the day ``on``, by its number on that day."""
    rule = ruling(instruments, on)
    if not rule:
        return {}
    base, *amendments = rule
    state = {
        s.label: ClauseText(s.label, base.tree.text(s.id), base.id, s.label)
        for s in base.tree.sections
        if s.label
    }
    for amendment in amendments:
        _amend(state, changes_of(amendment), amendment)
    return state


def _amend(state: dict[str, ClauseText], changes: Sequence[Change], amendment: Instrument) -> None:
    """Carry out one amendment. Its numbers are those of the text it amends, but for what it adds; so what
    it renumbers moves all at once, before anything new takes a number."""
    for change in changes:
        if change.kind in ("deleted", "replaced"):
            for label in [label for label in state if label == change.label or _is_part(label, change.label)]:
                del state[label]
        if change.kind == "replaced":
            state[change.label] = ClauseText(change.label, change.text, amendment.id, change.label)
    moved: dict[str, ClauseText] = {}
    for change in changes:
        if change.kind == "renumbered":
            for label in [label for label in state if label == change.label or _is_part(label, change.label)]:
                new = change.to + label[len(change.label) :]
                moved[new] = replace(state.pop(label), label=new)
    state.update(moved)
    for change in changes:
        if change.kind == "inserted":
            state[change.label] = ClauseText(change.label, change.text, amendment.id, change.label)


def _is_part(label: str, of: str) -> bool:
    return label.startswith((of + ".", of + "("))


def missing_clauses(instruments: Sequence[Instrument]) -> list[NoSuchClause]:
    """Replacements, deletions and renumberings of clauses that were not there when they were made."""
    found: list[NoSuchClause] = []
    for amendment in sorted(instruments, key=lambda i: i.dated):
        changes = changes_of(amendment)
        before = [i for i in instruments if i.id != amendment.id and _is_before(i, amendment)]
        rule = ruling(before, amendment.dated or "9999")
        if not changes or not rule:
            continue
        there = clauses_on(before, amendment.dated or "9999")
        found += [
            NoSuchClause(amendment.id, change, rule[0].id)
            for change in changes
            if change.kind != "inserted" and not _has(there, rule[0].tree, change.label)
        ]
    return found


def _is_before(one: Instrument, other: Instrument) -> bool:
    return (one.dated, one.kind == "amendment", one.id) < (other.dated, other.kind == "amendment", other.id)


def _has(there: dict[str, ClauseText], tree: SectionTree, label: str) -> bool:
    return label in there or any(section.label in there for section in tree.find(label))


def same_clause(here: Instrument, label: str, there: Instrument, least: float = 0.8) -> str:
    """Label of the clause of ``there`` in nearly the words of clause ``label`` of ``here`` ("Where is the
    cap now?"); "" when there is none. ``least`` is the share of equal wording, 0..1."""
    homes = here.tree.find(label)
    if not homes:
        return ""
    words = here.tree.text(homes[0].id)
    scored = [
        (fuzz.ratio(words, there.tree.text(section.id)) / 100, section.label)
        for section in there.tree.sections
        if section.label
    ]
    best = max(scored, default=(0.0, ""), key=lambda pair: pair[0])
    return best[1] if best[0] >= least else ""
