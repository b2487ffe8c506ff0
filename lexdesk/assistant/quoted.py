"""Quoted words of an instruction, put into a paragraph, replaced there or taken out. No I/O."""

import re

from lexdesk.assistant.naming import straight
from lexdesk.text.spans import Span

_QUOTE = r"[“\"「]([^”\"」]{1,400})[”\"」]|(?<!\w)[‘']([^’']{1,400})[’'](?!\w)"
_DELETE = re.compile(r"\b(?:delete|strike|remove|drop|omit|take\s+out|cut)\b|删除|删去", re.IGNORECASE)
_REPLACE = re.compile(
    r"\breplac|\bsubstitut|\bchange|\bshould\s+(?:read|be|say)|\binstead\b|\bswap|\bto\s+read\b|\bwith\b|改为|替换",
    re.IGNORECASE,
)
_ADD = re.compile(r"\b(?:add|insert|append|put)\b|增加|加入|插入", re.IGNORECASE)
EVERY = re.compile(r"\b(?:wherever|everywhere|each|every|all|both|throughout)\b", re.IGNORECASE)
_ONE = re.compile(r"\b(?:first|second|third|last|once|one\s+of)\b|第[一二三]处", re.IGNORECASE)
_SENTENCE = 5  # words from which a quotation that ends with a full stop is a sentence
ALREADY = "It already says “{}”."


def spans_of(quote: str, text: str) -> list[Span]:
    """Where the words stand, whatever quotes and dashes; whole words, any case if none fits as written."""
    form = straight(quote).strip()
    for flags in (0, re.IGNORECASE):
        spaced = form[:1].isalnum() and not re.search(r"[\u3400-\u9fff]", form)
        pattern = rf"(?<!\w){re.escape(form)}(?!\w)" if spaced else re.escape(form)
        hits = [Span(*hit.span()) for hit in re.finditer(pattern, straight(text), flags)]
        if hits:
            return hits
    return []


def quoted_change(instruction: str, text: str) -> tuple[str, str] | None:
    """The new text and what code did; the old text with why when nothing has to change; None if not plain."""
    found = [(next(part for part in hit.groups() if part), hit) for hit in re.finditer(_QUOTE, instruction)]
    if not found:
        return None
    there = [(quote, hit, spans_of(quote, text)) for quote, hit in found]
    if len(found) == 2 and _ADD.search(instruction) and not _DELETE.search(instruction):
        added = _added_beside(instruction, text, there)
        if added is not None:
            return added
    if len(found) == 2 and _REPLACE.search(instruction):
        (old, _hit, old_spans), (new, _hit2, new_spans) = there
        if re.search(r"\binstead\s+of\s*$|\brather\s+than\s*$|\bnot\s*$", instruction[: found[1][1].start()]):
            old, new, old_spans, new_spans = new, old, new_spans, old_spans
        inside = [
            span
            for span in old_spans
            if not any(s.start <= span.start and span.end <= s.end for s in new_spans)
        ]
        if not inside and new_spans:
            return text, ALREADY.format(new)
        if len(inside) == 1 or (inside and not _ONE.search(instruction)):
            for span in reversed(inside):
                text = text[: span.start] + new + text[span.end :]
            return text, "The quoted words were replaced by code."
        return None
    if len(found) == 1 and _DELETE.search(instruction[: found[0][1].start()]):
        spans = there[0][2]
        if len(spans) == 1 or (spans and EVERY.search(instruction)):
            for span in reversed(spans):
                text = _cut(text, span)
            return text, "The quoted words were taken out by code."
        if not spans:
            return None
    if len(found) == 1 and _ADD.search(instruction):
        quote = found[0][0].strip()
        sentence = len(quote.split()) >= _SENTENCE and quote.endswith((".", "。"))
        if sentence or re.search(r"\bat\s+the\s+end\b", instruction, re.IGNORECASE):
            if there[0][2]:
                return text, ALREADY.format(quote)
            return f"{text.rstrip()} {quote}", "The quoted words were added by code."
    return None


def _added_beside(
    instruction: str, text: str, there: list[tuple[str, re.Match[str], list[Span]]]
) -> tuple[str, str] | None:
    (new, _hit, _spans), (_anchor, second, spans) = there
    lead = instruction[: second.start()]
    after = re.search(r"\b(?:after|following)\b[^“\"]{0,30}$", lead, re.IGNORECASE)
    before = re.search(r"\bbefore\b[^“\"]{0,30}$", lead, re.IGNORECASE)
    if len(spans) != 1 or not (after or before):
        return None
    at = spans[0].end if after else spans[0].start
    if after:
        gap = "" if new[:1] in ",.;:)" else " "
        return text[:at] + gap + new + text[at:], "The quoted words were added by code."
    return f"{text[:at]}{new} {text[at:]}", "The quoted words were added by code."


def _cut(text: str, span: Span) -> str:
    """Without the span, and without the blank or comma that it leaves double."""
    left, right = text[: span.start], text[span.end :]
    if left.endswith((" ", "(")) and right[:1] in " ,.;:)":
        left = left.rstrip(" ") if right[:1] != " " else left
        right = right.lstrip(" ") if right[:1] == " " else right
    if left.rstrip().endswith(",") and right[:1] == ",":
        left = left.rstrip()[:-1]
    if not left.strip():
        right = right.lstrip()
        right = right[:1].upper() + right[1:]
    return left + right


def missing_quote(instruction: str, text: str) -> str:
    """The quoted words that should be replaced or taken out, if they do not stand in the text; else ""."""
    found = [next(part for part in hit.groups() if part) for hit in re.finditer(_QUOTE, instruction)]
    replaces = len(found) == 2 and re.search(
        r"\breplac|\bchange|\bsubstitut|\bswap", instruction, re.IGNORECASE
    )
    takes_out = len(found) == 1 and re.match(
        r"\s*(?:please\s+)?(?:delete|strike|remove)\b", instruction, re.IGNORECASE
    )
    return found[0] if (replaces or takes_out) and not spans_of(found[0], text) else ""
