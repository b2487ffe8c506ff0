"""Which law an agreement says governs it, and which court or arbitration decides. No I/O."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from lexdesk.law.model import Block
from lexdesk.text.spans import Span


@dataclass(frozen=True)
class Choice:
    """A choice of law or forum: ``what`` is the law's home ("the State of New York") or the forum's name.

    ``span`` covers ``what`` in the block.
    """

    block: str
    span: Span
    kind: Literal["law", "court", "arbitration"]
    what: str


_PLACE = (
    r"(?P<what>(?:the\s+)?(?:(?:State|Commonwealth|Republic|Kingdom|Province|District|People[’']s\s+Republic)\s+of\s+)?"
    r"(?:the\s+)?[A-Z][\w.’'-]+(?:\s+(?:and\s+|of\s+|the\s+)*[A-Z][\w.’'-]+)*)"
)
_LAW = re.compile(
    r"(?:govern(?:ed|s)?|constru(?:ed|ction)|interpret(?:ed|ation)|enforced)[^.;]{0,120}?\b(?:laws?|legislation)\s+(?:in\s+force\s+in|of|applicable\s+in)\s+"
    + _PLACE
)
_ADJECTIVE_LAW = re.compile(
    r"(?:governed|construed|interpreted)[^.;]{0,80}?\b(?:by|with|under)\s+(?:the\s+)?(?P<what>[A-Z][a-z]+(?:\s+[A-Z][a-z]+)?)\s+law\b"
)
_COURT = re.compile(
    r"(?P<what>(?:the\s+)?(?:exclusive\s+|competent\s+)?(?:(?:state|federal|State|Federal|High|Supreme)\s+(?:and\s+(?:federal|state|Federal|State)\s+)?)?[Cc]ourts?\s+(?:located\s+|sitting\s+)?(?:of|in)\s+"
    r"(?:the\s+)?[A-Z][\w.’'-]+(?:,?\s+(?:and\s+|of\s+|the\s+)*[A-Z][\w.’'-]+)*)"
)
_ARBITRATION = re.compile(
    r"(?P<what>(?:American Arbitration Association|International Chamber of Commerce|"
    r"London Court of International Arbitration|"
    r"JAMS|LCIA|ICC|SIAC|HKIAC|CIETAC|UNCITRAL|Singapore International Arbitration Centre|"
    r"Hong Kong International Arbitration Centre))"
)
_ZH_LAW = re.compile(
    r"(?:适用|受|依据|按照)(?P<what>(?:中华人民共和国|中国|香港特别行政区|[\u4e00-\u9fff]{2,12})(?:的)?法律?)(?:管辖|解释|约束|，|。|并|的)"
)
_ZH_COURT = re.compile(r"(?P<what>[\u4e00-\u9fff]{2,20}(?:人民法院|法院))(?=提起|起诉|管辖|诉讼|解决)")
_ZH_ARBITRATION = re.compile(r"(?P<what>[\u4e00-\u9fff]{2,20}仲裁委员会)")


def choices_of_law(blocks: Sequence[Block]) -> list[Choice]:
    """Choices of law and of forum in the order of the text; the same words once in each block."""
    found: list[Choice] = []
    for block in blocks:
        for kind, patterns in (
            ("law", (_LAW, _ADJECTIVE_LAW, _ZH_LAW)),
            ("court", (_COURT, _ZH_COURT)),
            ("arbitration", (_ARBITRATION, _ZH_ARBITRATION)),
        ):
            if kind == "arbitration" and not re.search(r"arbitrat|仲裁", block.text, re.IGNORECASE):
                continue
            if kind == "court" and not re.search(
                r"jurisdiction|venue|forum|submit|brought|管辖|诉讼|起诉", block.text
            ):
                continue
            for pattern in patterns:
                for m in pattern.finditer(block.text):
                    what = re.sub(r"^的|^(?:exclusive|competent)\s+", "", m["what"]).rstrip(".,")
                    start = m.start("what") + m["what"].index(what)
                    choice = Choice(block.key, Span(start, start + len(what)), kind, " ".join(what.split()))  # type: ignore[arg-type]
                    if not any(c.block == choice.block and c.span.overlaps(choice.span) for c in found):
                        found.append(choice)
    return found
