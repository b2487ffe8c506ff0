"""What a drafter left behind: placeholders, blanks, notes, comments, highlighting."""

import re
from collections.abc import Iterator

from lexdesk.law.model import Block
from lexdesk.law.proofreading.model import Hit, Reading
from lexdesk.text.spans import Span

_NOTE_WORD = (
    r"(?:NTD|N\.T\.D\.|DN|note(?:s)?\s+(?:to|for|from)\s+(?:the\s+)?\w+|draft(?:ing|er|er[’']s|s)?\s+notes?|author[’']s\s+note|"
    r"editor[’']?s?[’']?\s+note|internal\s+note|comment|query|"
    r"question|note\s*[:–—]|to\s+(?:be\s+)?discuss(?:ed)?|discuss|delete\s+(?:if|as|where|when|before|this|one)\b|keep\s+(?:if|only)\b|remove\s+(?:if|before|this)\b|"
    r"use\s+(?:if|only|this)\b|optional|reviewer|subject\s+to\s+(?:client|tax|review|further)\b|under\s+review|open\s+(?:point|issue)|todo|"
    r"[\w ’'.&-]{2,40}\s+to\s+(?:confirm|check|advise|review|consider|discuss|provide|supply|verify|revert)|"
    r"(?:please\s+)?(?:confirm|check|verify|consider)\s+(?:whether|if|with|that|the|this)|"
    r"do\s+we\b|is\s+this\b|should\s+(?:we|this)\b|注[:：]|备注|起草说明|起草注|批注|待确认|请确认|请核|律师注)"
)
_BRACKET_NOTE = re.compile(rf"[\[【]\s*(?:\*\s*)?{_NOTE_WORD}[^\[\]【】]*[\]】]?", re.IGNORECASE)
_ROUND_NOTE = re.compile(
    r"\(\s*(?:NTD\b|note to (?:draft|self|client)|drafting note|draft note|internal note)[^()]*\)",
    re.IGNORECASE,
)
_BARE_NOTE = re.compile(
    r"(?:^|(?<=[.;:]\s))(?:NTD|Note to draft(?:er)?|Drafting note|Drafter[’']s note|"
    r"起草说明|起草注)\s*[:：][^\n]*",
    re.IGNORECASE,
)
_PLACEHOLDER = re.compile(
    r"(?:[$£€¥￥]\s?)?[\[【]\s*(?:[●•○◦∙·■□⚫]+|[xX]{2,6}|(?<=\[)X(?=\])|[_.…\u2026 ?–—-]*|"
    r"(?:to\s+be\s+(?:confirmed|completed|agreed|determined|inserted|"
    r"provided|advised|added|supplied)|tb[dcap]|insert|enter|add|fill\s+in|specify|state|complete|amount|date|name|address|number|"
    r"percentage|price|currency|jurisdiction|party(?:\s+name)?|company(?:\s+name)?|client(?:\s+name)?|place|title|days?|month|year|"
    r"待定|(?:待|请)?(?:填写|填入|插入|补充|填)[^\[\]【】]{0,20}|日期|金额|名称|公司名称|地址)(?:[^\w\[\]【】][^\[\]【】]{0,80})?)\s*[\]】]"
    r"|(?<![\w-])(?-i:XX{1,6})(?![\w-])|(?<![\w])(?:TBD|TBC|TBA|T\.B\.D\.)(?!\w)|[●⚫]|某某|待定(?=[。；，]|$)"
    r"|<<[^<>\n]{1,60}>>|\{\{[^{}\n]{1,60}\}\}|<(?:insert|enter|name|date|amount|client|company)[^<>\n]{0,60}>"
    r"|\bto be (?:confirmed|determined|advised|inserted)\b(?=\s*(?:[.;\])]|$))|\blorem ipsum\b",
    re.IGNORECASE,
)
_BLANK = re.compile(r"_{3,}|(?<!\.)\.{8,}(?!\.)|＿{2,}")
_CASED = re.compile(r"XX+")
_REDACTED = re.compile(
    r"confidential treatment|redact|omitted (?:and|pursuant)|\[\*{1,5}\]|\*{5}|has been omitted|"
    r"rule 24b-2|rule 406",
    re.IGNORECASE,
)
_EMPTY = re.compile(r"(?:[$£€¥￥]\s?)?[\[【][\s.…·–—-]*[\]】]")


def placeholders(reading: Reading) -> Iterator[Hit]:
    """Left-over blanks and place-holding words, where a signed text would have none.

    Forms attached for later use, signature blocks, and asterisks that stand for redacted words are not
    reported.
    """
    # In a document that was redacted for publication, empty brackets stand for words taken out
    redacted = (
        any(_REDACTED.search(block.text) for block in reading.blocks)
        or sum(len(_EMPTY.findall(block.text)) for block in reading.blocks) > 30
    )
    for block in reading.prose:
        if block.key in reading.forms or block.key in reading.signatures:
            continue
        taken = [Span(*m.span()) for m in _BRACKET_NOTE.finditer(block.text)]
        for m in _PLACEHOLDER.finditer(block.text):
            span = Span(*m.span())
            if any(span.overlaps(n) for n in taken) or _is_numeral(block.text, m) or _is_bullet(block, m):
                continue
            if redacted and _EMPTY.fullmatch(m[0].strip()):
                continue
            taken.append(span)
            yield Hit(block.key, span, f"The placeholder “{m[0].strip()}” has not been filled in.")
        for m in _BLANK.finditer(block.text):
            inside = any(Span(*m.span()).overlaps(other) for other in taken)
            if not inside and not _is_form_line(block, m, reading):
                yield Hit(block.key, Span(*m.span()), "A blank has not been filled in.")
                break


def _is_numeral(text: str, m: re.Match[str]) -> bool:
    """As in "Article XX": a Roman number behind a keyword or before a heading."""
    if not _CASED.fullmatch(m[0]):
        return False
    before = text[: m.start()].rstrip().lower()
    if re.search(
        r"\b(?:article|section|part|chapter|title|annex|schedule|exhibit|appendix|volume|size|paragraph)s?$",
        before,
    ):
        return True
    return not text[: m.start()].strip() and re.match(r"[.)]", text[m.end() :]) is not None


def _is_bullet(block: Block, m: re.Match[str]) -> bool:
    """A filled circle before words is a bullet of a list."""
    if m[0] not in "●⚫":
        return False
    return not block.text[: m.start()].strip() and block.text[m.end() :].strip() != ""


def _is_form_line(block: Block, m: re.Match[str], reading: Reading) -> bool:
    """To be filled in by hand: "Name: ____", "By: ____", nothing but blanks, "____, 20__"."""
    text = block.text
    rest = re.sub(r"[_\s.,:/|\t\d＿()-]", "", text)
    if not rest or reading.attachment(block.key) is not None:
        return True
    labelled = re.match(r"\s*[\w’' /()-]{1,30}[:：]\s*$", text[: m.start()]) is not None
    return labelled or len(rest) < 25


def notes(reading: Reading) -> Iterator[Hit]:
    """Drafting notes in the text, highlighted words, and the text that Word comments hang on."""
    for block in reading.prose:
        for pattern in (_BRACKET_NOTE, _ROUND_NOTE, _BARE_NOTE):
            for m in pattern.finditer(block.text):
                yield Hit(block.key, Span(*m.span()), "A drafting note has been left in the text.")
    for remark in reading.remarks:
        block_text = reading.by_key[remark.block].text if remark.block in reading.by_key else ""
        if remark.kind == "comment":
            said = " ".join(remark.says.split())
            shown = f": “{said[:120]}{'…' if len(said) > 120 else ''}”" if said else "."
            yield Hit(remark.block, remark.span, f"A comment is left in the document{shown}")
        elif block_text[remark.span.start : remark.span.end].strip():
            yield Hit(remark.block, remark.span, "Highlighting is left in the text.")
