"""From a reference as written to the sections it means."""

import re
from collections.abc import Callable

from lexdesk.law.doubts import Doubts
from lexdesk.law.marks import read_marks
from lexdesk.law.model import Block, ReferenceKind, Section
from lexdesk.law.numbers import ATTACH_WORDS, Phrase
from lexdesk.law.numerals import from_letters, from_roman, to_roman
from lexdesk.law.sections import SectionTree
from lexdesk.text.spans import Span

Found = tuple[ReferenceKind, tuple[str, ...]]
_KEYWORD_BEFORE = re.compile(
    r"(?:clauses?|paragraphs?|items?|sections?)\s*(?:\(\w+\)\s*(?:,|and|or|to|through)?\s*){0,4}$",
    re.IGNORECASE,
)
_ITEM_TAIL = re.compile(r"\(([^()]+)\)$")


class Resolver:
    """Looks labels up in one tree, from where the reference stands.

    ``asked`` collects what was looked for in the words of sections, (section id, item) and whether it is
    there, until the caller empties it; ("", label) is a label looked for in the whole document.
    """

    def __init__(self, tree: SectionTree, doubts: Doubts) -> None:
        self.tree = tree
        self._doubts = doubts
        self._texts: dict[str, str] = {}
        self._answers: dict[tuple[str, str], bool] = {}
        self.asked: dict[tuple[str, str], bool] = {}

    def is_own_mark(self, block: Block, span: Span) -> bool:
        """True if the words at ``span`` are the number of a section that begins there."""
        if block.label:
            return False
        for section in self.tree.beginning_in(block.key):
            if section.label and section.start <= span.start:
                marks = read_marks(block.text, section.start)
                if marks and span.start < marks[-1].end:
                    return True
        return False

    # -- English --------------------------------------------------------------------------------

    def english(self, phrase: Phrase, block: Block, place: Section | None) -> Found:
        """Kind and target labels of a phrase that stands in ``place`` and points into this document."""
        if not phrase.numbers:
            return self._this(phrase.word, place)
        labels = self._expanded(phrase)
        if phrase.outer is not None:
            if phrase.outer.numbers:
                outer = self.english(phrase.outer, block, place)
                base = outer[1][0] if outer[1] else phrase.outer.numbers[0].text
            else:
                _, found = self._this(phrase.outer.word, place)
                base = found[0] if found else ""
            joined = [self._join(base, label) for label in labels]
            return self._all(joined, place, phrase.word, relative=not phrase.outer.numbers)
        if all(label.startswith("(") for label in labels):
            return self._local(labels, block, place)
        if phrase.word in ATTACH_WORDS:
            labels = [f"{phrase.word} {label}" for label in labels]
        elif phrase.word in ("article", "part", "chapter"):
            titled = [f"{phrase.word} {label}" for label in labels]
            labels = [t if self.tree.find(t) else label for t, label in zip(titled, labels, strict=True)]
        return self._all(labels, place, phrase.word)

    def _join(self, base: str, label: str) -> str:
        if label.startswith("("):
            return base + label
        return f"{base}, {label}" if base[:1].isalpha() else label

    def _all(self, labels: list[str], place: Section | None, word: str, *, relative: bool = False) -> Found:
        targets: list[str] = []
        missing: list[str] = []
        ambiguous = False
        for label in labels:
            found = self.one(label, place, word)
            if not found:
                missing.append(self._tidy(label))
            else:
                ambiguous = ambiguous or len(found) > 1
                targets.extend(t for t in found if t not in targets)
        if missing:
            return "dangling", tuple(missing) if not targets else (*targets, *missing)
        kind: ReferenceKind = "ambiguous" if ambiguous else "relative" if relative else "internal"
        return kind, tuple(targets)

    @staticmethod
    def _tidy(label: str) -> str:
        word, _, rest = label.partition(" ")
        return f"{word.capitalize()} {rest}" if rest and word.isalpha() else label

    def one(self, label: str, place: Section | None, word: str = "") -> list[str]:
        """Labels of the sections ``label`` may mean from ``place``; [] when there is none."""
        scope = self._attachment(place)
        if scope is not None and not label[:1].isalpha():
            inner = self.tree.find(f"{scope.label}, {label}") or self.tree.find(scope.label + label)
            if inner:
                return [inner[0].label]
        found = self.tree.find(label)
        if len(found) > 1:
            found = self._nearest(found, place)
        if found:
            return sorted({s.label for s in found}, key=[s.label for s in found].index)
        if label in self.tree.implied:
            return [label]
        if re.fullmatch(r"\d+(?:\.\d+)+", label):
            above = self.tree.find(label.rpartition(".")[0])
            return [label] if above and self.has_item(above[0].id, label) else []
        return self._run_in(label, place, word)

    def _attachment(self, place: Section | None) -> Section | None:
        if place is None:
            return None
        for section in (place, *self.tree.ancestors(place.id)):
            if section.kind in ("schedule", "annex", "exhibit"):
                return section
        return None

    def _nearest(self, found: list[Section], place: Section | None) -> list[Section]:
        """Of sections with the same label those under the nearest common ancestor, else the body's."""
        if place is not None:
            above = {place.id, *(s.id for s in self.tree.ancestors(place.id))}
            for ancestor in (place, *self.tree.ancestors(place.id)):
                near = [
                    s
                    for s in found
                    if ancestor.id in {a.id for a in self.tree.ancestors(s.id)} or s.id in above
                ]
                if near:
                    return near[:1] if len({s.label for s in near}) == 1 else near
        return found[:1] if len({s.label for s in found}) == 1 else found

    def _run_in(self, label: str, place: Section | None, word: str) -> list[str]:
        """ "6(a)(ii)" where (ii) is an item inside the paragraph 6(a), or of a section written elsewhere."""
        tail = _ITEM_TAIL.search(label)
        if tail is None:
            return []
        base = label[: tail.start()].rstrip()
        if not base:
            return []
        holders = self.tree.find(base)
        if not holders:
            above = self._run_in(base, place, word)
            if not above:
                return []
            root = re.sub(r"(?:\([^()]+\))+$", "", base)
            holders = self.tree.find(root)
            if holders and self.has_item(holders[0].id, tail[1]):
                return [above[0] + tail[0]]
            return []
        for holder in holders[:3]:
            if self.has_item(holder.id, tail[1]):
                return [holder.label + tail[0]]
        return []

    def has_item(self, section_id: str, item: str) -> bool:
        """True if an item "(b)" stands inside the words of the section. The answer is noted in ``asked``."""
        return self.answer(section_id, item)

    def may_be_there(self, label: str) -> bool:
        """True if a missing section may only have been lost in reading. Noted in ``asked``."""
        return self.answer("", label)

    def answer(self, section_id: str, item: str) -> bool:
        """The answer to a question of ``asked``."""
        question = (section_id, item)
        if question not in self._answers:
            self._answers[question] = (
                self._stands_in(section_id, item) if section_id else self._is_doubtful(item)
            )
        self.asked[question] = self._answers[question]
        return self._answers[question]

    def _is_doubtful(self, label: str) -> bool:
        base = re.sub(r"(?:\([^()]*\))+$", "", label)
        if not base or base == "0":
            return False
        return not self.tree.find(base) and (
            self._doubts.stands(base) or self._doubts.numbers_may_be_lost(base)
        )

    def _stands_in(self, section_id: str, item: str) -> bool:
        if section_id not in self._texts:
            self._texts[section_id] = self.tree.text(section_id)
        text = self._texts[section_id]
        if re.fullmatch(r"\d+(?:\.\d+)+", item):  # "; 20.1.2 delete any ..." inside 20.1
            return re.search(rf"[;:,.]\s+(?:and\s+|or\s+)?{re.escape(item)}\s+[a-z]", text) is not None
        lettered = rf"|(?<=\s){item.upper()}\.(?=\s+[A-Z])" if len(item) == 1 and item.isalnum() else ""
        for m in re.finditer(rf"(?<![\w)])\({re.escape(item)}\)\s*[^\s,.;)]{lettered}", text):
            if not _KEYWORD_BEFORE.search(text[max(0, m.start() - 40) : m.start()]):
                return True
        return False

    def _this(self, word: str, place: Section | None) -> Found:
        """ "this Section": the deepest section with a number of its own that the word can mean."""
        if place is None:
            return "relative", ()
        chain = (place, *self.tree.ancestors(place.id))
        if word in ATTACH_WORDS:
            chosen = [s for s in chain if s.kind in ("schedule", "annex", "exhibit")]
        elif word == "article":
            chosen = [s for s in chain if s.kind == "article"] or [s for s in chain if s.label][-1:]
        elif word in ("part", "chapter"):
            chosen = [s for s in chain if s.kind == "part"]
        elif word in ("paragraph", "subsection", "subclause"):
            chosen = [s for s in chain if s.label]
        else:
            chosen = [s for s in chain if s.label and not s.label.endswith(")")] or [
                s for s in chain if s.label
            ]
        return "relative", (chosen[0].label,) if chosen else ()

    def _local(self, labels: list[str], block: Block, place: Section | None) -> Found:
        """ "clause (ii) above": items of this section or of the nearest one above that has them."""
        chain = (place, *self.tree.ancestors(place.id)) if place is not None else ()
        targets: list[str] = []
        for label in labels:
            for section in chain:
                if not section.label:
                    continue
                found = self.tree.find(section.label + label)
                if found:
                    targets.append(found[0].label)
                    break
                if self.has_item(section.id, label.strip("()")) and "(" not in label[1:]:
                    targets.append(section.label + label)
                    break
            else:
                earlier = self._earlier_item(label, place)
                if earlier:
                    targets.append(earlier)
        if targets:
            return "relative", tuple(targets)
        return (
            ("relative", ())
            if place is None
            else ("dangling", tuple(place.label + label for label in labels))
        )

    def _earlier_item(self, label: str, place: Section | None) -> str:
        """The last item with this number among the sections just before ``place``."""
        if place is None or place.parent is None:
            return ""
        siblings = self.tree.get(place.parent).children
        for sibling in reversed(siblings[: siblings.index(place.id)]):
            found = [s for s in self.tree.descendants(sibling) if s.label.endswith(label)]
            if found:
                return found[-1].label
        return ""

    # -- numbers --------------------------------------------------------------------------------

    def _expanded(self, phrase: Phrase) -> list[str]:
        """Labels of a phrase: ranges filled in, "(b)" behind "7(a)" completed to "7(b)"."""
        out: list[str] = []
        for number in phrase.numbers:
            text = number.text
            if text.startswith("(") and out and not out[0].startswith("("):
                text = self._complete(out[-1], text)
            out.append(text)
            if number.until:
                until = number.until
                if until.startswith("(") and not text.startswith("("):
                    until = self._complete(text, until)
                out.extend(self._range(text, until))
        return out

    @staticmethod
    def _complete(before: str, tail: str) -> str:
        """ "7(a)(i)" and "(ii)" give "7(a)(ii)": the tail replaces the item of its own kind."""
        items = re.findall(r"\([^()]+\)", before)
        count = len(re.findall(r"\([^()]+\)", tail))
        keep = max(len(items) - count, 0)
        first = tail[1 : tail.index(")")]
        for i, item in enumerate(items):
            inner = item[1:-1]
            if inner.isdigit() == first.isdigit() and inner.isupper() == first.isupper():
                roman_both = bool(from_roman(inner)) and bool(from_roman(first))
                if i == len(items) - 1 or not (roman_both and from_roman(items[i + 1][1:-1]) is not None):
                    keep = i
                    break
        return re.sub(r"(?:\([^()]+\))+$", "", before) + "".join(items[:keep]) + tail

    def _range(self, first: str, last: str) -> list[str]:
        """Labels after ``first`` up to ``last`` at the same level; just ``last`` when it cannot be told."""
        a = re.fullmatch(r"(.*?)(\d+|[A-Za-z]+)(\)?)", first)
        b = re.fullmatch(r"(.*?)(\d+|[A-Za-z]+)(\)?)", last)
        if a is None or b is None or a[1] != b[1] or a[3] != b[3]:
            return [last]
        low, high, show = _ends(a[2], b[2])
        if not 0 < high - low <= 200:
            return [last]
        return [f"{a[1]}{show(v)}{a[3]}" for v in range(low + 1, high + 1)]


def _ends(first: str, last: str) -> tuple[int, int, Callable[[int], str]]:
    """Values of both ends of a range and how a value of it is written; (0, 0) when they do not match."""
    if first.isdigit() and last.isdigit():
        return int(first), int(last), str
    case = str.upper if first.isupper() else str.lower
    roman = from_roman(first), from_roman(last)
    letters = from_letters(first), from_letters(last)
    if roman[0] and roman[1] and (first.lower() in ("i", "v", "x") or not (letters[0] and letters[1])):
        return roman[0], roman[1], lambda value: case(to_roman(value))
    if letters[0] and letters[1] and letters[1] <= 26:
        return letters[0], letters[1], lambda value: case(chr(ord("a") + value - 1))
    return 0, 0, str
