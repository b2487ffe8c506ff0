"""Typed numbers that jump or come twice, and lists that lack their last "and"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lexdesk.law.model import Section
from lexdesk.law.numerals import from_chinese, from_letters, from_roman, to_chinese
from lexdesk.law.proofreading.missing import Numbers
from lexdesk.law.proofreading.model import Hit, Reading
from lexdesk.text.spans import Span

_TYPED = re.compile(r"\s*(?P<n>\d{1,3}(?:\.\d{1,3}){0,4})(?P<end>[.)]?)(?=[\s\u00a0]+\S)")
_LETTERED = re.compile(r"\s*(?P<mark>\((?P<id>[a-z]{1,4}|\d{1,2})\))(?=[\s\u00a0]+\S)")
_ZH_TYPED = re.compile(r"\s*(?P<n>第(?P<id>[〇零一二三四五六七八九十百千\d]+)[条條])")


def typed_numbers(reading: Reading) -> Iterator[Hit]:
    """Typed clause numbers and letters that leave a gap, and numbers used twice: 6.6 after 6.3, (d) "
    "after (b)."""
    yield from _clause_numbers(reading)
    yield from _skipped_letters(reading)


def _clause_numbers(reading: Reading) -> Iterator[Hit]:
    seen: dict[tuple[str, str], str] = {}
    last: dict[tuple[str, str], int] = {}
    mixed = _automatic(reading)
    numbers = Numbers(reading)
    for block in reading.prose:
        if block.label or block.table is not None or block.key in reading.signatures:
            continue
        home = reading.attachment(block.key)
        # Each language of a bilingual document numbers its clauses on its own
        language = "zh" if re.search(r"[\u4e00-\u9fff]", block.text) else ""
        scope = (home.id if home is not None else "") + language
        m = _TYPED.match(block.text)
        zh = _ZH_TYPED.match(block.text) if m is None else None
        section = reading.tree.at(block.key, len(block.text) - len(block.text.lstrip()))
        if m is not None and "." in m["n"]:
            number = m["n"]
            parent, _, tail = number.rpartition(".")
            span, value, name = Span(m.start("n"), m.end("n")), int(tail), number
        elif m is not None and section is not None and section.depth == 0 and home is None:
            parent, value, name, span = "", int(m["n"]), m["n"], Span(m.start("n"), m.end("n"))
        elif zh is not None and section is not None and section.first_block == block.key:
            parent, value = "条", from_chinese(zh["id"]) or 0
            span, name = Span(*zh.span("n")), zh["n"]
        else:
            continue
        if section is None or (zh is None and not _opens(section, block.key, name, scope != "")):
            continue
        key = (scope, parent)
        before = last.get(key)
        if before is not None and parent == "" and value not in (before, before + 1, before + 2):
            last[key] = value  # another list of plain numbers
            continue
        again = (scope, name) in seen and (parent != "" or before == value)
        if again or (scope == "" and name in mixed):
            yield Hit(block.key, span, f"The number {name} is used twice.")
            continue
        seen[scope, name] = block.key
        if before is not None and value > before + 1:
            # A number that stands in the middle of a paragraph is there, if in an odd place
            if any(numbers.stands_somewhere(_joined(parent, n)) for n in range(before + 1, value)):
                last[key] = value
                continue
            yield Hit(block.key, span, f"The numbering jumps from {_joined(parent, before)} to {name}.")
        elif before is not None and value < before and zh is None and parent:
            yield Hit(block.key, span, f"The number {name} comes after {_joined(parent, before)}.")
        elif before is None and zh is None and parent and _misplaced(reading, block.key, parent, scope):
            yield Hit(block.key, span, f"The number {name} does not belong to the clause it stands in.")
        last[key] = value


def _joined(parent: str, value: int) -> str:
    if parent == "条":
        return f"第{to_chinese(value)}条"
    return f"{parent}.{value}" if parent else str(value)


def _opens(section: Section, key: str, number: str, attached: bool) -> bool:
    return section.first_block == key and (
        section.label == number or (attached and section.label.endswith(number))
    )


def _automatic(reading: Reading) -> set[str]:
    return {s.label for s in reading.tree.sections if s.automatic and re.fullmatch(r"\d+(?:\.\d+)*", s.label)}


def _misplaced(reading: Reading, key: str, parent: str, scope: str) -> bool:
    """3.1 directly under an automatic clause 2."""
    at = reading.order[key]
    for block in reversed(reading.blocks[:at]):
        if block.label and re.fullmatch(r"\d+\.?", block.label):
            return (
                block.label.rstrip(".") != parent and not scope and bool(reading.tree.find(parent)) is False
            )
    return False


@dataclass
class _List:
    """An open list of typed marks: its scheme and its last item."""

    scheme: str
    value: int
    mark: str
    block: str


def letters(reading: Reading) -> Iterator[Hit]:
    """A typed letter or number in brackets used twice in one list: (a), (b), (b)."""
    for before, key, span, mark in _steps(reading):
        if before.mark == mark:
            yield Hit(key, span, f"{mark} is used twice in this list.")


def _skipped_letters(reading: Reading) -> Iterator[Hit]:
    """A typed letter left out of a list: (a), (b), (d)."""
    for before, key, span, mark in _steps(reading):
        missing = [v for s, v in _readings(mark) if s == before.scheme and v == before.value + 2]
        if missing and before.mark != mark and not _runs_in(reading, before.block, key):
            yield Hit(key, span, f"The list jumps from {before.mark} to {mark}.")


def _runs_in(reading: Reading, first: str, last: str) -> bool:
    """True when another mark stands inside the paragraphs between: "(b) ...; and (c) ..."."""
    blocks = reading.blocks[reading.order[first] : reading.order[last]]
    return any(re.search(r"\S\s*\([a-z]{1,4}\)", block.text[4:]) for block in blocks)


def _steps(reading: Reading) -> Iterator[tuple[_List, str, Span, str]]:
    """Typed marks in brackets that continue no list: the list's last item, and the odd mark's place."""
    open_lists: list[_List] = []
    for block in reading.prose:
        m = _LETTERED.match(block.text) if not block.label and block.table is None else None
        if m is None:
            if _TYPED.match(block.text) or block.label or block.heading_level is not None:
                open_lists = []
            continue
        mark = m["mark"]
        readings = _readings(mark)
        if _continued(open_lists, readings, mark, block.key):
            continue
        odd = next((item for item in reversed(open_lists) if _is_odd(item, readings, mark)), None)
        if odd is not None and _same_clause(reading, odd.block, block.key):
            yield _List(odd.scheme, odd.value, odd.mark, odd.block), block.key, Span(*m.span("mark")), mark
            del open_lists[open_lists.index(odd) + 1 :]
            odd.value = next((v for s, v in readings if s == odd.scheme), odd.value)
            odd.mark, odd.block = mark, block.key
            continue
        open_lists = [_List(s, v, mark, block.key) for s, v in readings[:1]]


def _continued(open_lists: list[_List], readings: list[tuple[str, int]], mark: str, key: str) -> bool:
    """Let the mark go on in the innermost list it fits, or open a list inside."""
    for depth in range(len(open_lists) - 1, -1, -1):
        item = open_lists[depth]
        if (item.scheme, item.value + 1) in readings:
            del open_lists[depth + 1 :]
            item.value, item.mark, item.block = item.value + 1, mark, key
            return True
    schemes = {item.scheme for item in open_lists}
    first = next((s for s, v in readings if v == 1 and s not in schemes), None)
    if first is not None:
        open_lists.append(_List(first, 1, mark, key))
    elif mark in ("(a)", "(i)", "(1)"):  # the same kind of list begins anew
        open_lists[:] = [_List(readings[0][0], 1, mark, key)]
        return True
    return first is not None


def _is_odd(item: _List, readings: list[tuple[str, int]], mark: str) -> bool:
    return item.mark == mark or (item.scheme, item.value + 2) in readings


def _same_clause(reading: Reading, before: str, here: str) -> bool:
    """True when no other numbered clause begins between the two paragraphs, run in or on its own."""

    def numbered(key: str) -> str:
        section = reading.tree.of_block(key)
        chain = [section, *reading.tree.ancestors(section.id)] if section is not None else []
        return next((s.label for s in chain if re.fullmatch(r"\d+(?:\.\d+)*", s.label)), "")

    return numbered(before) == numbered(here) and reading.order[here] - reading.order[before] <= 12


def _readings(mark: str) -> list[tuple[str, int]]:
    """Letter, Roman and digit values of a mark in brackets; a single "i", "v" or "x" is Roman first."""
    inner = mark.strip("()")
    if inner.isdigit():
        return [("digit", int(inner))]
    letter, roman = from_letters(inner), from_roman(inner)
    both = [("letter", letter)] if letter else []
    if roman:
        both.insert(0 if inner[0] in "ivx" else len(both), ("roman", roman))
    return both


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
    if len(items) < 2 or (
        reading.attachment(items[0].first_block) is not None and reading.by_key[items[0].first_block].table
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
