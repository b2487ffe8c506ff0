"""Amounts of the clauses against the tables they rest on, and the totals of those tables."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from rapidfuzz.distance import DamerauLevenshtein

from lexdesk.law.model import Block, Quantity
from lexdesk.law.proofreading.model import Hit, Reading, sentence_at
from lexdesk.law.quantities import find_quantities

_ORDINALS_WORDS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
_ORDINALS = tuple(_ORDINALS_WORDS.split())
_TOTAL = re.compile(
    r"\b(?:grand\s+|sub-?\s?)?totals?\b|\bsum\b|\baggregate\b|合计|合計|总计|總計|总额|小计", re.IGNORECASE
)
_SMALL_WORDS = (
    "the a an of for and or to in on at by with per is are be shall will as from each any all this "
    "that its it not payable pay paid under amount amounts due date year years month months monthly "
    "annual annually"
)
_SMALL = frozenset(_SMALL_WORDS.split())


@dataclass(frozen=True)
class _Cell:
    block: Block
    quantity: Quantity
    currency: str
    number: Decimal


@dataclass
class _Row:
    label: str
    cells: list[_Cell]


@dataclass
class _Table:
    """A table with amounts: its headings, its rows, and the words that lead to it."""

    number: int
    headings: list[str]
    rows: list[_Row]
    title: str
    place: str  # label of the attachment or section it stands in
    top: str = ""  # outermost section of the body, where it stands in the body

    @cached_property
    def total(self) -> _Cell | None:
        """The only amount of the row called total."""
        for row in self.rows:
            if _TOTAL.search(row.label) and len(row.cells) == 1:
                return row.cells[0]
        return None

    @cached_property
    def cells(self) -> list[_Cell]:
        """Every amount."""
        return [cell for row in self.rows for cell in row.cells]

    @cached_property
    def words(self) -> set[str]:
        """Content words of title and headings."""
        return _content(" ".join([self.title, *self.headings]))


def _content(text: str) -> set[str]:
    return {
        re.sub(r"s$", "", w)
        for w in re.findall(r"[a-z]{3,}|[\u4e00-\u9fff]{2}", text.lower())
        if w not in _SMALL
    }


def _amounts(block: Block) -> list[_Cell]:
    out = []
    for quantity in find_quantities(block.text):
        if quantity.kind == "amount":
            currency, _, number = quantity.value.partition(" ")
            out.append(_Cell(block, quantity, currency, Decimal(number)))
    return out


def mismatches(reading: Reading) -> Iterator[Hit]:
    """Amounts of a clause that a table gives otherwise: in its row, its total, its currency, two digits."""
    tables = _tables(reading)
    if not tables:
        return
    for table in tables:
        yield from _wrong_total(table)
    for block in reading.prose:
        if block.table is not None or block.key in reading.signatures:
            continue
        for amount in _amounts(block):
            hit = _against(reading, block, amount, tables)
            if hit:
                yield Hit(block.key, amount.quantity.span, hit)


def _tables(reading: Reading) -> list[_Table]:
    grouped: dict[int, list[Block]] = {}
    for block in reading.blocks:
        if block.table is not None:
            grouped.setdefault(block.table[0], []).append(block)
    out = []
    for number, blocks in grouped.items():
        rows: dict[int, list[Block]] = {}
        for block in blocks:
            if block.table is not None:
                rows.setdefault(block.table[1], []).append(block)
        made: list[_Row] = []
        headings: list[str] = []
        for at, cells in sorted(rows.items()):
            found = [cell for block in cells for cell in _amounts(block)]
            texts = [b.text.strip() for b in cells]
            if at == 0 and not found:
                headings = texts
            elif found:
                holders = {id(cell.block) for cell in found}
                names = [b.text.strip() for b in cells if id(b) not in holders and b.text.strip()]
                made.append(_Row(names[0] if names else "", found))
        if made:
            first = blocks[0]
            home = reading.attachment(first.key) or reading.tree.of_block(first.key)
            title = f"{home.label} {home.heading}" if home is not None else ""
            out.append(
                _Table(
                    number,
                    headings,
                    made,
                    title,
                    home.label if home is not None else "",
                    _top(reading, first),
                )
            )
    return out


def _wrong_total(table: _Table) -> Iterator[Hit]:
    total = table.total
    if total is None:
        return
    parts = [row for row in table.rows if not _TOTAL.search(row.label)]
    if len(parts) < 2 or any(len(row.cells) != 1 for row in parts):
        return
    if any(row.cells[0].currency != total.currency for row in parts):
        return
    computed = sum((row.cells[0].number for row in parts), Decimal(0))
    if computed != total.number:
        said = f"The rows add up to {computed:,}, but the total says {total.quantity.text.strip()}."
        yield Hit(total.block.key, total.quantity.span, said)


def _against(reading: Reading, block: Block, amount: _Cell, tables: Sequence[_Table]) -> str:
    """What the table says otherwise, "" when nothing speaks against the amount."""
    whole = sentence_at(block.text, *amount.quantity.span)
    sentence = block.text[whole.start : whole.end]
    near = block.text  # the clause names the schedule it rests on
    agreeing = any(
        cell.number == amount.number and cell.currency == amount.currency
        for table in tables
        for cell in table.cells
    ) or any(_sum(table) == amount.number for table in tables)
    if agreeing:
        return ""
    beside = {(c.currency, c.number) for c in _amounts(block)}
    for table in tables:
        where = table.place or "the agreement"
        linked = _linked(table, sentence, near) or (table.top != "" and table.top == _top(reading, block))
        row = _row_of(table, sentence)
        # A row whose amount stands in the same paragraph is satisfied: this amount is of something else
        if row is not None and not any((cell.currency, cell.number) in beside for cell in row.cells):
            best = min(row.cells, key=lambda cell: _distance(cell, amount))
            if linked or _distance(best, amount) <= 2 or len(_content(row.label)) >= 2:
                return f"The table in {where} gives {best.quantity.text.strip()} here."
        if not linked:
            continue
        for cell in table.cells:
            if cell.number == amount.number and cell.currency != amount.currency:
                there = cell.quantity.text.strip()
                return f"The table in {where} gives the same figure in another currency: {there}."
        if (
            table.total is not None
            and _same_scale(table.total, amount)
            and _speaks_of_whole(sentence, amount)
        ):
            return f"The total in {table.place or 'the table'} is {table.total.quantity.text.strip()}."
        close = [cell for cell in table.cells if _distance(cell, amount) == 1 and _long(cell)]
        if close and (_is_transposed(close[0], amount) or _speaks_of_whole(sentence, amount)):
            return f"The table in {where} gives {close[0].quantity.text.strip()}."
    return ""


def _sum(table: _Table) -> Decimal:
    return sum((cell.number for cell in table.cells), Decimal(0))


def _top(reading: Reading, block: Block) -> str:
    """Label of the outermost section of the body that holds the block."""
    section = reading.tree.of_block(block.key)
    if section is None or reading.attachment(block.key) is not None:
        return ""
    return [section, *reading.tree.ancestors(section.id)][-1].label


def _linked(table: _Table, sentence: str, clause: str) -> bool:
    """True when the clause names the table's place, or shares words with its title and headings."""
    if table.place and re.search(rf"\b{re.escape(table.place)}\b", clause, re.IGNORECASE):
        return True
    return bool(table.words & _content(sentence))


def _row_of(table: _Table, sentence: str) -> _Row | None:
    """The row whose label the sentence speaks of, None when none or several do."""
    low = f" {' '.join(re.findall(r'[a-z0-9]+|[一-鿿]+', sentence.lower()))} "
    head = _content(" ".join(table.headings[:1]))
    fitting = [row for row in table.rows if _speaks_of(row.label.lower(), head, low)]
    if len(fitting) > 1:
        fitting.sort(key=lambda row: -len(row.label))
        if len(fitting[0].label) == len(fitting[1].label):
            return None
    return fitting[0] if fitting else None


def _speaks_of(label: str, head: set[str], low: str) -> bool:
    """True when the sentence (``low``, words between blanks) has every word of the row's label."""
    words = re.findall(r"[a-z]{2,}|\d+|[一-鿿]+", label)
    if not words or _TOTAL.search(label):
        return False
    if len(words) == 1 and (words[0].isdigit() or words[0] in _ORDINALS):
        return _counted(words[0], head, low)
    telling = [w for w in words if w not in _SMALL]
    wanted = [w for w in words if w in telling or w in ("year", "annual", "monthly", "month")]
    return bool(telling) and all(
        f" {w} " in low or f" {w}s " in low or (not w.isascii() and w in low) for w in wanted
    )


def _counted(number: str, head: set[str], low: str) -> bool:
    """Row "2" under "Lease year": "second lease year", "lease year 2", "second year"."""
    value = int(number) if number.isdigit() else _ORDINALS.index(number) + 1
    if not 1 <= value <= len(_ORDINALS):
        return False
    ordinal = _ORDINALS[value - 1]
    nouns = [*head, "year", "month", "quarter", "instalment", "installment", "milestone", "phase", "stage"]
    return any(re.search(rf" {ordinal} (?:\w+ )?{noun}s? | {noun}s? {value} ", low) for noun in nouns)


def _digits(cell: _Cell) -> str:
    return f"{cell.number.normalize():f}".replace(".", "")


def _distance(a: _Cell, b: _Cell) -> int:
    return DamerauLevenshtein.distance(_digits(a), _digits(b)) + (a.currency != b.currency)


def _long(cell: _Cell) -> bool:
    return len(_digits(cell).rstrip("0")) >= 2


def _same_scale(a: _Cell, b: _Cell) -> bool:
    low, high = sorted((a.number, b.number))
    return a.currency == b.currency and low > 0 and high / low < 2


def _is_transposed(a: _Cell, b: _Cell) -> bool:
    return sorted(_digits(a)) == sorted(_digits(b)) and len(set(_digits(a))) >= 2


def _speaks_of_whole(sentence: str, amount: _Cell) -> bool:
    """The sum of all: "total", "aggregate", "in a single advance", "the Purchase Price is"."""
    return (
        re.search(
            r"\b(?:total|aggregate|sum of|whole|single|purchase price|contract price|contract sum|"
            r"principal|lend|loan of|price (?:for|is|of)|fee is|fees? of|"
            r"payable in|instal)|总价|总额|合同价|价款|借款",
            sentence,
            re.IGNORECASE,
        )
        is not None
    )
