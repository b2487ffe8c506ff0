"""Parts of a document that are not its clauses: contents, cover, recitals, signatures, stamps."""

import re
from collections.abc import Sequence

from lexdesk.law.marks import PAREN_SCHEMES, Mark, read_marks
from lexdesk.law.model import Block
from lexdesk.law.runin import run_ins

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


def is_contents_line(text: str) -> bool:
    """True for an entry of a table of contents: words, leaders, page number."""
    if len(text) >= 200:
        return False
    listed = re.match(r"\s*(?:Appendix|Exhibit|Schedule|Annex|ARTICLE|Article)\b.*\s{3,}\d{1,3}\s*$", text)
    return _CONTENTS_LINE.search(text) is not None or listed is not None


def ends_body(text: str) -> bool:
    """True where signatures begin: what follows belongs to no clause until an annex or number."""
    return _SIGNATURES.match(text) is not None


def skipped_blocks(blocks: Sequence[Block]) -> set[int]:
    """Indexes of blocks that hold a table of contents or an archive's stamp at the very top."""
    skipped = {i for i, b in enumerate(blocks) if b.style.lower().startswith(("toc", "table of"))}
    skipped |= {i for i, b in enumerate(blocks) if not b.label and is_contents_line(b.text)}
    head = [i for i, b in enumerate(blocks) if b.text.strip()][:4]
    skipped |= {i for i in head if _STAMP.match(blocks[i].text)}
    for i, block in enumerate(blocks):
        if _CONTENTS.match(block.text) and len(block.text) < 4000:
            skipped |= _contents_region(blocks, i)
            break
    return skipped | _listed_attachments(blocks)


def _shown(block: Block) -> str:
    marks: list[Mark] = read_marks(block.label, automatic=True) if block.label else read_marks(block.text)
    return marks[0].shown.lower() if marks else ""


def _contents_region(blocks: Sequence[Block], start: int) -> set[int]:
    """From the heading "Contents" to the block where its first number comes again."""
    rest = re.sub(_CONTENTS, "", blocks[start].text).strip()
    rest = re.sub(r"^page\s+", "", rest, flags=re.IGNORECASE)
    inline = read_marks(rest)
    first = inline[0].shown.lower() if inline else ""
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


def _is_entry(block: Block) -> bool:
    """True for lines a table of contents is made of: recitals between it and the body are not."""
    marks = read_marks(block.text)
    numbered = bool(marks) and marks[0].scheme not in PAREN_SCHEMES
    return numbered or is_contents_line(block.text)


def _listed_attachments(blocks: Sequence[Block]) -> set[int]:
    """Entries of a list of annexes: the same label comes again later with text of its own."""
    places: dict[str, list[int]] = {}
    annex = set()
    for i, block in enumerate(blocks):
        marks = [] if block.label else read_marks(block.text)
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


def _next_full(blocks: Sequence[Block], index: int) -> int:
    for i in range(index + 1, len(blocks)):
        if blocks[i].text.strip() or blocks[i].label:
            return i
    return -1


def body_start(blocks: Sequence[Block]) -> int:
    """Index of the first block that opens a numbered clause; 0 when lists are all there is."""
    skipped = skipped_blocks(blocks)
    recitals = agreed = False
    for i, block in enumerate(blocks):
        if i in skipped:
            continue
        text = block.text.strip()
        if re.match(r"(?:RECITALS?|BACKGROUND|PREAMBLE|WITNESSETH)\b.{0,3}$", text, re.IGNORECASE):
            recitals = True
            continue
        if _AGREED.search(text):
            recitals, agreed = False, True
        if block.label:
            marks = read_marks(block.label, automatic=True)
            if marks and (marks[0].scheme not in ("upper", "digit", "lower", "roman") and not recitals):
                return i
            continue
        marks = read_marks(block.text)
        if not marks:
            if not recitals and any(
                m.value == 1 and ok and len(m.parts) < 3 for m, ok in run_ins(block.text, 0)
            ):
                return i
            continue
        scheme = marks[0].scheme
        titled = ("upper_roman", 1) in marks[0].readings and text[marks[0].end :].isupper()
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
