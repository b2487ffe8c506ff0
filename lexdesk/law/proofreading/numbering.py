"""Typed numbers that jump or come twice, and lists that lack their last "and"."""

import re
from collections.abc import Iterator, Sequence

from lexdesk.law.model import Section
from lexdesk.law.numerals import from_chinese, from_letters, from_roman
from lexdesk.law.proofreading.model import Hit, Reading
from lexdesk.text.spans import Span

_TYPED = re.compile(r"\s*(?P<n>\d{1,3}(?:\.\d{1,3}){0,4})(?P<end>[.)]?)(?=[\s\u00a0]+\S)")
_LETTERED = re.compile(r"\s*(?P<mark>\((?P<id>[a-z]{1,4}|\d{1,2})\))(?=[\s\u00a0]+\S)")
_ZH_TYPED = re.compile(r"\s*(?P<n>第(?P<id>[〇零一二三四五六七八九十百千\d]+)[条條])")


def typed_numbers(reading: Reading) -> Iterator[Hit]:
    """Typed clause numbers that are used twice or leave a gap: 6.3 followed by 6.6, 4.2 after 4.2."""
    seen: dict[tuple[str, str], str] = {}
    last: dict[tuple[str, str], int] = {}
    mixed = _automatic(reading)
    for block in reading.prose:
        if block.label or block.table is not None or block.key in reading.signatures:
            continue
        home = reading.attachment(block.key)
        scope = home.id if home is not None else ""
        m = _TYPED.match(block.text)
        zh = _ZH_TYPED.match(block.text) if m is None else None
        section = reading.tree.at(block.key, len(block.text) - len(block.text.lstrip()))
        if m is not None and "." in m["n"]:
            number = m["n"]
            parent, _, tail = number.rpartition(".")
            span, value, name = Span(m.start("n"), m.end("n")), int(tail), number
        elif zh is not None and section is not None and section.first_block == block.key:
            parent, value = "条", from_chinese(zh["id"]) or 0
            span, name = Span(*zh.span("n")), zh["n"]
        else:
            continue
        if section is None or (zh is None and not _opens(section, block.key, name, scope != "")):
            continue
        key = (scope, parent)
        before = last.get(key)
        if (scope, name) in seen or (scope == "" and name in mixed):
            yield Hit(block.key, span, f"The number {name} is used twice.")
            continue
        seen[scope, name] = block.key
        if before is not None and value > before + 1:
            yield Hit(block.key, span, f"The numbering jumps from {_joined(parent, before)} to {name}.")
        elif before is not None and value < before and zh is None:
            yield Hit(block.key, span, f"The number {name} comes after {_joined(parent, before)}.")
        elif before is None and zh is None and parent and _misplaced(reading, block.key, parent, scope):
            yield Hit(block.key, span, f"The number {name} does not belong to the clause it stands in.")
        last[key] = value


def _joined(parent: str, value: int) -> str:
    return f"第{value}条" if parent == "条" else f"{parent}.{value}"


def _opens(section: Section, key: str, number: str, attached: bool) -> bool:
    return section.first_block == key and (
        section.label == number or (attached and section.label.endswith(number))
    )


def _automatic(reading: Reading) -> set[str]:
    return {s.label for s in reading.tree.sections if s.automatic and re.fullmatch(r"\d+(?:\.\d+)+", s.label)}


def _misplaced(reading: Reading, key: str, parent: str, scope: str) -> bool:
    """3.1 directly under an automatic clause 2."""
    at = reading.order[key]
    for block in reversed(reading.blocks[:at]):
        if block.label and re.fullmatch(r"\d+\.?", block.label):
            return (
                block.label.rstrip(".") != parent and not scope and bool(reading.tree.find(parent)) is False
            )
    return False


def letters(reading: Reading) -> Iterator[Hit]:
    """A typed letter used twice in one list, or left out: (a), (b), (b)."""
    for group in _typed_lists(reading):
        values = [value for _, _, value in group]
        for (key, span, value), before in zip(group[1:], values, strict=False):
            if value == before:
                mark = reading.by_key[key].text[span.start : span.end]
                yield Hit(key, span, f"The letter {mark} is used twice in this list.")


def _typed_lists(reading: Reading) -> Iterator[list[tuple[str, Span, int]]]:
    """Runs of paragraphs with typed letters in brackets, each (block, span of the mark, value)."""
    group: list[tuple[str, Span, int]] = []
    gap = 0
    for block in reading.prose:
        m = _LETTERED.match(block.text) if not block.label and block.table is None else None
        if m is None:
            gap += 1
            if _TYPED.match(block.text) or block.label or block.heading_level is not None or gap > 6:
                if group:
                    yield group
                group = []
            continue
        gap = 0
        value = _value(m["id"], group[-1][2] if group else 0)
        if value is None:
            continue
        if value == 1 and group:
            if group[-1][2] != 1:
                yield group
                group = []
        group.append((block.key, Span(m.start("mark"), m.end("mark")), value))
    if group:
        yield group


def _value(mark: str, before: int) -> int | None:
    if mark.isdigit():
        return int(mark)
    readings = [v for v in (from_letters(mark), from_roman(mark)) if v]
    fitting = [v for v in readings if v in (before, before + 1)]
    return fitting[0] if fitting else (readings[0] if readings else None)


def conjunctions(reading: Reading) -> Iterator[Hit]:
    """Lists of items in ";" whose last but one item has neither "and" nor "or"."""
    if reading.chinese:
        return
    children: dict[str, list[Section]] = {}
    for section in reading.tree.sections:
        if section.parent is not None and re.search(r"\([a-z]{1,4}\)$|\(\d{1,2}\)$", section.label):
            children.setdefault(section.parent, []).append(section)
    for items in children.values():
        for run in _runs(items):
            hit = _last_join(reading, run)
            if hit:
                yield hit


def _runs(items: Sequence[Section]) -> Iterator[list[Section]]:
    """Neighbouring items: a list that begins again at (a) is another list."""
    run: list[Section] = []
    for item in items:
        if run and re.search(r"\((?:a|i|1)\)$", item.label) and item.label.endswith(run[0].label[-3:]):
            yield run
            run = []
        run.append(item)
    if run:
        yield run


def _last_join(reading: Reading, items: Sequence[Section]) -> Hit | None:
    if (
        len(items) < 2
        or reading.attachment(items[0].first_block) is not None
        and reading.by_key[items[0].first_block].table
    ):
        return None
    texts = [reading.tree.text(item.id).rstrip() for item in items]
    if not re.search(r"[.。]$", texts[-1]) or not all(
        t.endswith((";", ",")) or _joins(t) for t in texts[:-1]
    ):
        return None
    if any(_joins(t) for t in texts[:-1]) or not texts[-2].endswith(";"):
        return None
    # Each item may be a whole sentence: "...; and" is then not to be expected
    if any(re.search(r"\.\s+[A-Z]", t) for t in texts[:-1]):
        return None
    key, start, end = reading.tree.spans(items[-2].id)[-1]
    text = reading.by_key[key].text[start:end].rstrip()
    at = start + len(text) - 1
    return Hit(key, Span(at, at + 1), "The list has no “and” or “or” before its last item.")


def _joins(text: str) -> bool:
    return re.search(r"\b(?:and/or|and|or|but|then|plus|nor)[\s,;:]*$", text, re.IGNORECASE) is not None
