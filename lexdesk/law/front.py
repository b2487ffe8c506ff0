"""Parts of a document that are not its clauses: contents, cover, recitals, signatures, stamps."""

import re
from collections.abc import Collection, Sequence
from itertools import islice

from lexdesk.law import facts
from lexdesk.law.facts import Facts
from lexdesk.law.marks import PAREN_SCHEMES, Mark, read_marks
from lexdesk.law.model import Block

_CONTENTS = re.compile(r"\s*(?:table\s+of\s+contents|contents|目\s*录|目\s*錄)\b", re.IGNORECASE)
_CONTENTS_LINE = re.compile(r"(?:\.{4,}|…{2,}|(?:\s\.){4,}|\t)\s*(?:\d{1,3}|[ivxl]{1,5})\s*$")
_SIGNATURES = re.compile(
    r"\s*(?:IN WITNESS (?:WHEREOF|OF WHICH)|EXECUTED (?:and|as|by)\b|SIGNED (?:by|for|and|as)\b"
    r"|\[?\(?Signature[s]? (?:page|block)|\[?Remainder of (?:this )?page"
    r"|This Agreement has been (?:duly )?executed"
    r"|[（(]?以下无正文|[^。；]{0,20}[（(](?:盖章|签字|签章|蓋章|簽署)[）)]|签[订署]日期)"
)
_AGREED = re.compile(
    r"agree(?:d|s)?(?: and \w+)?(?: to be bound)? as follows|AGREED TERMS|NOW,? THEREFORE|协议如下"
)
_STAMP = re.compile(r"\s*(?:EXHIBIT|Exhibit)\s+\(?\d{1,3}(?:\.\d+)?\)?(?:\([a-z0-9]+\))*\.?\s*$")
_RECITALS = re.compile(r"(?:RECITALS?|BACKGROUND|PREAMBLE|WITNESSETH)\b.{0,3}$", re.IGNORECASE)


# -- questions (see ``facts``) ------------------------------------------------------------------------


def is_contents_line(block: Block) -> bool:
    """True for an entry of a table of contents: words, leaders, page number."""
    text = block.text
    if len(text) >= 200:
        return False
    listed = re.match(r"\s*(?:Appendix|Exhibit|Schedule|Annex|ARTICLE|Article)\b.*\s{3,}\d{1,3}\s*$", text)
    return _CONTENTS_LINE.search(text) is not None or listed is not None


def ends_body(block: Block) -> bool:
    """True where signatures begin: what follows belongs to no clause until an annex or number."""
    return _SIGNATURES.match(block.text) is not None


def _heads_contents(block: Block) -> bool:
    return len(block.text) < 4000 and _CONTENTS.match(block.text) is not None


def _is_stamp(block: Block) -> bool:
    return _STAMP.match(block.text) is not None


def _first_entry(block: Block) -> str:
    """The number that follows the heading "Contents" in the same paragraph."""
    rest = re.sub(_CONTENTS, "", block.text).strip()
    inline = read_marks(re.sub(r"^page\s+", "", rest, flags=re.IGNORECASE))
    return inline[0].shown.lower() if inline else ""


def _heads_recitals(block: Block) -> bool:
    return _RECITALS.match(block.text.strip()) is not None


def _agrees(block: Block) -> bool:
    return _AGREED.search(block.text) is not None


# -- what is no clause --------------------------------------------------------------------------------


def skipped_blocks(blocks: Sequence[Facts]) -> set[int]:
    """Indexes of blocks that hold a table of contents or an archive's stamp at the very top."""
    skipped = {i for i, b in enumerate(blocks) if b.style.lower().startswith(("toc", "table of"))}
    skipped |= {i for i, b in enumerate(blocks) if not b.label and b.ask(is_contents_line)}
    written = (i for i, b in enumerate(blocks) if not b.ask(facts.is_blank))
    skipped |= {i for i in islice(written, 4) if blocks[i].ask(_is_stamp)}
    for i, block in enumerate(blocks):
        if block.ask(_heads_contents):
            skipped |= _contents_region(blocks, i)
            break
    return skipped | _listed_attachments(blocks)


def _marks(block: Facts) -> tuple[Mark, ...]:
    return block.ask(facts.label_marks) if block.label else block.ask(facts.typed_marks)


def _shown(block: Facts) -> str:
    marks = _marks(block)
    return marks[0].shown.lower() if marks else ""


def _contents_region(blocks: Sequence[Facts], start: int) -> set[int]:
    """From the heading "Contents" to the block where its first number comes again."""
    first = blocks[start].ask(_first_entry)
    at = start + 1
    if not first:
        while at < len(blocks) and not first:
            first = _shown(blocks[at])
            at += 1
            if at > start + 12:
                return set()
    for i in range(at, len(blocks)):
        if _shown(blocks[i]) == first:
            entries = [j for j in range(start, i) if _is_entry(blocks[j])]
            return set(range(start, max(entries, default=start) + 1))
    return set()


def _is_entry(block: Facts) -> bool:
    """True for lines a table of contents is made of: recitals between it and the body are not."""
    marks = block.ask(facts.typed_marks)
    numbered = bool(marks) and marks[0].scheme not in PAREN_SCHEMES
    return numbered or block.ask(is_contents_line)


def _listed_attachments(blocks: Sequence[Facts]) -> set[int]:
    """Entries of a list of annexes: the same label comes again later with text of its own."""
    places: dict[str, list[int]] = {}
    annex = set()
    for i, block in enumerate(blocks):
        marks = () if block.label else block.ask(facts.typed_marks)
        if marks and marks[0].scheme == "attach":
            places.setdefault(marks[0].shown.lower(), []).append(i)
            annex.add(i)
    skipped: set[int] = set()
    for indexes in places.values():
        if len(indexes) < 2:
            continue
        with_text = [i for i in indexes if _next_full(blocks, i) not in annex]
        keep = with_text[0] if with_text else indexes[0]
        skipped |= {i for i in indexes if i != keep}
    return skipped


def _next_full(blocks: Sequence[Facts], index: int) -> int:
    for i in range(index + 1, len(blocks)):
        if blocks[i].label or not blocks[i].ask(facts.is_blank):
            return i
    return -1


def body_start(blocks: Sequence[Facts], skipped: Collection[int]) -> int:
    """Index of the first block that opens a numbered clause; 0 when lists are all there is.

    ``skipped`` are the indexes that ``skipped_blocks`` gave.
    """
    recitals = agreed = False
    for i, block in enumerate(blocks):
        if i in skipped:
            continue
        if block.ask(_heads_recitals):
            recitals = True
            continue
        if block.ask(_agrees):
            recitals, agreed = False, True
        marks = _marks(block)
        if block.label:
            if marks and (marks[0].scheme not in ("upper", "digit", "lower", "roman") and not recitals):
                return i
            continue
        if not marks:
            if not recitals and any(
                m.value == 1 and ok and len(m.parts) < 3 for m, ok in block.ask(facts.run_in_marks, 0)
            ):
                return i
            continue
        scheme = marks[0].scheme
        titled = ("upper_roman", 1) in marks[0].readings and block.ask(facts.upper_after_mark, marks[0].end)
        if (
            (agreed or titled)
            and marks[0].form == "dot"
            and any(value == 1 for _, value in marks[0].readings)
        ):
            return i
        if scheme in ("article", "part", "chapter") or scheme.startswith("zh_"):
            return i
        if scheme == "decimal" and block.table is None and not (recitals and len(marks[0].parts) == 1):
            return i
    return 0
