"""A paragraph as the outline knows it: by questions, whose answers are kept.

The outline never reads a paragraph's words but through ``Facts.ask``. So when a paragraph is edited and
every question asked about it has the same answer as before, the outline would come out the same: that is
how an edit is known to leave the clause tree as it was, without building the tree again.
"""

import re
from collections.abc import Callable, Sequence
from typing import TypeVar, cast

from lexdesk.law.headings import heading_line
from lexdesk.law.marks import Mark, after_marks, read_marks
from lexdesk.law.model import Block
from lexdesk.law.nodes import is_chinese, text_ends_with_colon
from lexdesk.law.runin import run_ins

_R = TypeVar("_R")
# Any question, with any arguments behind the paragraph: what ``Facts`` keeps its answers under
_Question = Callable[..., object]


class Facts:
    """One paragraph, what stands around its words, and the answers given about the words themselves."""

    __slots__ = ("_answers", "_block", "heading_level", "key", "label", "style", "table")

    def __init__(self, block: Block) -> None:
        self._block = block
        self._answers: dict[tuple[_Question, tuple[object, ...]], object] = {}
        self.key = block.key
        self.label = block.label
        self.heading_level = block.heading_level
        self.style = block.style
        self.table = block.table

    def ask(self, question: Callable[..., _R], *about: object) -> _R:
        """``question(block, *about)``, computed once. The question must depend on its arguments alone."""
        asked = (question, about)
        if asked not in self._answers:
            self._answers[asked] = question(self._block, *about)
        return cast(_R, self._answers[asked])

    def answered_alike(self, block: Block) -> bool:
        """True if whoever asked about this paragraph would have learnt the same from ``block``."""
        mine = (self.key, self.label, self.heading_level, self.style, self.table)
        if mine != (block.key, block.label, block.heading_level, block.style, block.table):
            return False
        known = list(self._answers.items())  # another thread may be asking more
        return all(question(block, *about) == answer for (question, about), answer in known)

    def take_answers(self, other: "Facts") -> None:
        """Take over the answers about an earlier state for which ``answered_alike`` was true."""
        self._answers = dict(other._answers)


# -- questions ----------------------------------------------------------------------------------------


def is_blank(block: Block) -> bool:
    """True if it has no words."""
    return not block.text.strip()


def label_marks(block: Block) -> tuple[Mark, ...]:
    """The levels of its automatic number, none when it has no such number."""
    return tuple(read_marks(block.label, automatic=True)) if block.label else ()


def typed_marks(block: Block) -> tuple[Mark, ...]:
    """The typed numbers it begins with."""
    return tuple(read_marks(block.text))


def run_in_marks(block: Block, start: int) -> tuple[tuple[Mark, bool], ...]:
    """Numbers inside it that could open sections (see ``run_ins``)."""
    return tuple(run_ins(block.text, start))


def words_after(block: Block, marks: Sequence[Mark]) -> int:
    """Offset where the words after the last mark begin."""
    return after_marks(block.text, marks)


def reaches(block: Block, offset: int) -> bool:
    """True if there are characters behind ``offset``."""
    return len(block.text) > offset


def part_is_blank(block: Block, start: int, end: int | None) -> bool:
    """True if no words stand between two offsets (None: the end)."""
    return not block.text[start:end].strip()


def first_word(block: Block) -> int:
    """Offset of the first character that is no blank, 0 when there is none."""
    return next((i for i, c in enumerate(block.text) if not c.isspace()), 0)


def ends_with_colon(block: Block) -> bool:
    """True if its words end by opening a list."""
    return text_ends_with_colon(block.text)


def in_chinese(block: Block) -> bool:
    """True if a good part of its words is Chinese."""
    return is_chinese(block.text)


def whole_heading(block: Block) -> str | None:
    """Its words without the closing point when all of it can be a heading, else None."""
    return block.text.strip().rstrip(".:") if heading_line(block.text) else None


def heading_between(block: Block, start: int, end: int) -> bool:
    """True if the words between two offsets can be a heading."""
    return heading_line(block.text[start:end])


def title_between(block: Block, start: int, end: int) -> str:
    """The words between two offsets as a heading."""
    return block.text[start:end].strip(" .:-–\t")


def heading_behind_number(block: Block) -> bool:
    """True if what stands behind its digits can be a heading."""
    return heading_line(block.text[len(block.text) - len(block.text.lstrip("0123456789. \t")) :])


def capitals_at(block: Block, start: int) -> bool:
    """True if a word or more in capitals stands behind ``start``, closed by a point or colon."""
    return re.match(r"\.?\s+[A-Z][A-Z'’&,/ -]{3,80}[.:]", block.text[start : start + 90]) is not None


def surely_heads(block: Block, end: int, number: str) -> bool:
    """True if a title in capitals stands behind the number, or a title and then its part "4.1"."""
    text = block.text[end : end + 110]
    return (
        capitals_at(block, end) or re.match(rf"\.?\s+[A-Z][^.;]{{2,80}}\s{number}\.1\.?\s", text) is not None
    )


def after_mark(block: Block, end: int) -> tuple[bool, bool]:
    """Whether words follow a mark, and whether they begin with a small letter."""
    rest = block.text[end:].lstrip(" .\t\u3000")
    return bool(rest), rest[:1].islower()


def upper_after_mark(block: Block, end: int) -> bool:
    """True if all words behind a mark are in capitals."""
    return block.text.strip()[end:].isupper()


_RECITALS = ("RECITALS", "RECITAL", "BACKGROUND", "PREAMBLE", "WHEREAS", "WITNESSETH")


def recitals_heading(block: Block) -> str:
    """Its words when they head the recitals, else ""."""
    words = block.text.strip()
    return words if words.strip(":.").upper() in _RECITALS else ""


def ends_in_word(block: Block) -> bool:
    """True if it breaks off after a letter or digit, as a wrapped line does."""
    return block.text.rstrip()[-1:].isalnum()


def goes_on(block: Block) -> bool:
    """True if it begins with a small letter."""
    return block.text.lstrip()[:1].islower()


def opens_definition(block: Block) -> bool:
    """True if it begins with a capitalised word in quotes."""
    return re.match(r"\s*[\"“'‘][A-Z]", block.text) is not None


def joins_only(block: Block) -> bool:
    """True if it is a lone "and" or "or"."""
    return block.text.strip().lower() in ("and", "or")


def shorter_than(block: Block, length: int) -> bool:
    """True if its words, blanks at both ends left out, are fewer than ``length`` characters."""
    return len(block.text.strip()) < length


def says(block: Block, words: str) -> bool:
    """True if it says ``words`` and nothing else."""
    return block.text.strip() == words
