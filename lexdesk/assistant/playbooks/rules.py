"""Reads the rules of a playbook from its own text. Every position points at the passage it stands in.

A rule is a heading with what stands under it. Positions are told by their labels, in English or in Chinese
("Preferred:", "首选："); what has no label is a requirement. Nothing is inferred that the document does not
say.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from lexdesk.matter.records import PassageRow

PositionKind = Literal[
    "preferred", "fallback", "required", "not_acceptable", "ask", "escalate", "why", "care", "wording"
]

_LABELS: tuple[tuple[PositionKind, str], ...] = (
    (
        "preferred",
        r"preferred(?: position)?|standard(?: position)?|opening position|our position"
        r"|首选(?:方案|立场)?|标准(?:立场|条款)",
    ),
    (
        "fallback",
        r"(?:(?:first|second|third|final|last) )?fall-?back(?: position)?(?: \d)?|acceptable alternative"
        r"|(?:第?[一二三四]?(?:备选|退让|让步|次选)(?:方案|立场)?[一二三四\d]?)",
    ),
    (
        "not_acceptable",
        r"not acceptable|unacceptable|never|red line|walk-?away|deal-?breaker|不(?:可)?接受|红线|底线",
    ),
    ("ask", r"ask first|check first|事先(?:询问|确认)|先(?:询问|确认)"),
    ("escalate", r"escalate(?: to [^:：*]{2,60})?|上报[^:：*]{0,20}|报[^:：*]{1,16}(?:批准|审批)"),
    ("why", r"why|reason|rationale|background|理由|原因|说明"),
    ("care", r"take care|note|caution|注意|提示"),
    (
        "wording",
        r"(?:model |suggested |standard )?wording|model clause|(?:建议|推荐|示范)(?:文本|条款|措辞)",
    ),
    ("required", r"must(?: [^:：*]{2,60})?|required|always|必须[^:：*]{0,30}|必备"),
)
_LABEL = re.compile(
    r"(?:\A|(?<=[.。;；!?\n]))[\s\-*•·_]*(?P<label>"
    + "|".join(f"(?P<{kind}>{pattern})" for kind, pattern in _LABELS)
    + r")\s*(?:\*\*|__)?\s*[:：]\s*(?:\*\*|__)?\s*",
    re.IGNORECASE,
)
_HEADING = re.compile(
    r"\A(?:(?P<marks>#{1,6})\s+)?(?:(?:rule|规则)\s*)?(?P<number>\d{1,3}(?:\.\d{1,3})*[.)、．]?(?=\s|[\u4e00-\u9fff])"
    r"|[一二三四五六七八九十]{1,3}、|第[一二三四五六七八九十百\d]{1,4}[条章节])?\s*[:：]?\s*(?P<title>\S.*)\Z",
    re.IGNORECASE | re.DOTALL,
)
_BULLET = re.compile(r"\A[\s\-*•·]+")
_LONGEST_HEADING = 80
_CONDITION = re.compile(
    r"(?:,\s*)?\b(?:if|provided|where|only if|as long as|so long as|unless|in return for)\b"
    r"(?!\s+(?:that|this) is more)(?P<en>.+)"
    r"|(?:如果?|若|但前提是|前提是|须以|在)(?P<zh>[^，。；]+?)(?:的?情况下|时|的|为前提|为条件)?[，,。；]",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Position:
    """One position of a rule. ``text`` is bare of marks and label; ``label`` as the document writes it.

    ``passage_id`` is the passage it stands in; ``start`` and ``end`` are code points of the source text.
    """

    kind: PositionKind
    label: str
    text: str
    passage_id: int
    start: int
    end: int
    order: int = 0  # of fallbacks: 1, 2, ...

    @property
    def name(self) -> str:
        """ "preferred", "fallback 1", "not acceptable", ..."""
        return f"fallback {self.order}" if self.kind == "fallback" else self.kind.replace("_", " ")

    @property
    def condition(self) -> str:
        """What the position asks in return ("the supplier gives an annual rebate"); "" for none."""
        if self.kind != "fallback":
            return ""
        hit = _CONDITION.search(self.text)
        return ((hit["en"] or hit["zh"] or "").strip(" .。") if hit else "") or ""

    @property
    def demand(self) -> str:
        """The text without its condition."""
        hit = _CONDITION.search(self.text) if self.condition else None
        return self.text[: hit.start()] + self.text[hit.end() :] if hit else self.text


@dataclass
class Rule:
    """A rule in the order of the document. ``passage_id`` is its heading's."""

    number: str
    title: str
    passage_id: int
    positions: list[Position] = field(default_factory=list)

    @property
    def name(self) -> str:
        """Number and title."""
        return f"{self.number} {self.title}".strip()

    @property
    def chain(self) -> list[Position]:
        """The preferred position and the fallbacks in their order."""
        return [one for one in self.positions if one.kind == "preferred"] + [
            one for one in self.positions if one.kind == "fallback"
        ]

    def of(self, *kinds: PositionKind) -> list[Position]:
        """The positions of these kinds."""
        return [one for one in self.positions if one.kind in kinds]


def read_rules(paragraphs: Sequence[PassageRow], sentences: Sequence[PassageRow] = ()) -> list[Rule]:
    """The rules of a playbook from its paragraph passages in order; ``sentences`` give narrower passages.

    A heading without a number counts when a labelled position stands under it, so that the title of the
    document is no rule.
    """
    rules: list[Rule] = []
    for passage in paragraphs:
        heading = _heading(passage)
        if heading is not None:
            rules.append(heading)
        elif rules:
            _add(rules[-1], passage, sentences)
    return [
        rule
        for rule in rules
        if rule.of("preferred", "fallback", "not_acceptable", "wording", "required")
        and (rule.number or any(one.label for one in rule.positions))
    ]


def _heading(passage: PassageRow) -> Rule | None:
    text = passage.text.strip()
    bold = re.fullmatch(r"(?:\*\*|__)(.+?)(?:\*\*|__)", text)
    bare = bold[1] if bold else text
    if len(bare) > _LONGEST_HEADING or "\n" in bare or _LABEL.match(text):
        return None
    hit = _HEADING.match(bare)
    if hit is None or not (hit["marks"] or hit["number"] or bold):
        return None
    if not hit["marks"] and re.search(r"[.;。；：:,，]\s*\Z", bare):
        return None
    number = (hit["number"] or "").rstrip(".)、．")
    return Rule(number, hit["title"].strip(" *_"), passage.id)


def _add(rule: Rule, passage: PassageRow, sentences: Sequence[PassageRow]) -> None:
    text = passage.text
    labels = list(_LABEL.finditer(text))
    starts = [hit.start() for hit in labels]
    if not starts or text[: starts[0]].strip(" -*•·_\n"):
        _position(rule, passage, sentences, "required", "", 0, starts[0] if starts else len(text))
    for hit, end in zip(labels, [*starts[1:], len(text)], strict=False):
        kind = next(kind for kind, _pattern in _LABELS if hit[kind] is not None)
        _position(rule, passage, sentences, kind, hit["label"], hit.end(), end)


def _position(
    rule: Rule,
    passage: PassageRow,
    sentences: Sequence[PassageRow],
    kind: PositionKind,
    label: str,
    start: int,
    end: int,
) -> None:
    said = _BULLET.sub("", passage.text[start:end]).replace("*", "").replace("__", "")
    said = " ".join(said.split())
    if not said:
        return
    order = len(rule.of("fallback")) + 1 if kind == "fallback" else 0
    at, until = passage.start + start, passage.start + end
    holds = [
        row
        for row in sentences
        if row.start <= at and until <= row.end + 1 and row.source_id == passage.source_id
    ]
    narrow = min(holds, key=lambda row: row.end - row.start, default=passage)
    said = f"{label} {said}" if kind == "required" and label else said
    rule.positions.append(Position(kind, label.strip(" *_"), said, narrow.id, at, until, order))
