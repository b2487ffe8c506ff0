"""Places marks in a tree: which number is whose child. The builder behind ``build_sections``."""

from collections.abc import Sequence
from dataclasses import replace

from lexdesk.law import facts
from lexdesk.law.facts import Facts
from lexdesk.law.front import body_start, ends_body, is_contents_line, skipped_blocks
from lexdesk.law.headings import heading_after
from lexdesk.law.marks import PAREN_SCHEMES, Mark, Scheme
from lexdesk.law.nodes import RANK, Node, Piece
from lexdesk.law.runin import Numbering


class Outline:
    """Reads blocks in order and keeps the open levels. ``nodes`` and ``pieces`` are the result.

    What the words of a block say is learnt through ``Facts.ask`` alone (see ``facts``).
    """

    def __init__(self, blocks: Sequence[Facts]) -> None:
        self.blocks = blocks
        self.nodes: list[Node] = []
        self.pieces: list[Piece] = []
        self._open: list[Node] = []
        self._left: list[Node] = []  # levels as they were when words after a list closed it
        self.skipped = skipped_blocks(blocks)
        self._body = body_start(blocks, self.skipped)
        self._recitals: Node | None = None
        self.numbering = Numbering()
        self._latest: dict[tuple[str, ...], Node] = {}  # last section with each dotted number
        self._seen_body = False
        self._awaiting_heading: Node | None = None

    def run(self) -> None:
        """Read every block."""
        for index, block in enumerate(self.blocks):
            if index in self.skipped or (not block.label and block.ask(facts.is_blank)):
                self._add_piece(index, 0, None, None)
            else:
                self._read(index, block)

    # -- one block ---------------------------------------------------------------------------

    def _read(self, index: int, block: Facts) -> None:
        if not block.label and block.ask(ends_body):
            self._open = []
            self._add_piece(index, 0, None, None)
            return
        marks = block.ask(facts.label_marks)
        automatic = bool(marks)
        typed = () if automatic and marks[0].scheme != "attach" else block.ask(facts.typed_marks)
        if typed and not self._believable(typed[0], block):
            typed = ()
        if not marks:
            marks = typed
        if not automatic and self._in_front(index, block, marks):
            return
        if not marks:
            self._unnumbered(index, block)
            return
        start = 0 if automatic else marks[0].start
        words = 0 if automatic else block.ask(facts.words_after, marks)
        if not block.ask(facts.part_is_blank, 0, start):
            self._add_piece(index, 0, start, self._open[-1] if self._open else None)
        else:
            start = 0
        self._place_all(marks, index, start, block, words, automatic)
        self._finish(index, start, words, block)

    def _place_all(
        self, marks: Sequence[Mark], index: int, start: int, block: Facts, words: int, automatic: bool
    ) -> None:
        repeated = self._repeat(marks[:-1])
        outer = marks[repeated:-1]
        if automatic and outer:  # the levels above have no paragraph of their own here
            parent = self._open[-1] if repeated else self._close_to(RANK["article"])
            shown = "".join(m.shown for m in marks[repeated:])
            label = (parent.label if parent is not None and repeated else "") + shown
            last = marks[-1]
            self._push(last, last.scheme, last.value, parent, label, index, start)
        elif automatic and repeated and marks[-1].scheme in PAREN_SCHEMES:
            self._push_child(marks[-1], self._open[-1], index, start)
        else:
            for number, mark in enumerate(marks[repeated:]):
                self._place(mark, index, start if automatic or not number else mark.start, block)
        node = self._open[-1]
        node.heading = block.ask(heading_after, words, node.scheme)
        node.colon = block.ask(facts.ends_with_colon)
        short = not block.ask(facts.reaches, words + 2)
        self._awaiting_heading = node if short and node.scheme not in PAREN_SCHEMES else None

    def _finish(self, index: int, start: int, words: int, block: Facts) -> None:
        """Own the rest of the block, opening sections that run in further on."""
        at = start
        search = words
        never = bool(block.label) or block.table is not None
        for found, after_sentence in () if never else block.ask(facts.run_in_marks, words):
            if found.start < search:
                continue
            sure = len(found.parts) == 1 and block.ask(facts.surely_heads, found.end, found.parts[0])
            if not self.numbering.follows(found, sure=sure) or not (
                after_sentence or self._titled(found, block, search) or self._goes_on(found, block)
            ):
                continue
            owner = self._open[-1] if self._open else None
            self._add_piece(index, at, found.start, owner)
            if owner is not None and not owner.heading and found.start - search < 90 and owner.block == index:
                owner.heading = block.ask(facts.title_between, search, found.start)
            self._place(found, index, found.start, block)
            at = found.start
            search = block.ask(facts.words_after, (found,))
            self._open[-1].heading = block.ask(heading_after, search, self._open[-1].scheme)
        self._add_piece(index, at, None, self._open[-1] if self._open else None)

    def _titled(self, mark: Mark, block: Facts, since: int) -> bool:
        """ "4. TERM 4.1 The ...": only a title stands between a section and its first child."""
        parent = self._open[-1] if self._open else None
        first = mark.scheme == "decimal" and mark.value == 1 and len(mark.parts) > 1
        return (
            first
            and parent is not None
            and mark.start - since < 100
            and block.ask(facts.heading_between, since, mark.start)
        )

    def _goes_on(self, mark: Mark, block: Facts) -> bool:
        """The very next number counts although no sentence ends before it: "... to CPDC 7.2 Notice. ...".

        A clause number needs a running header before it ("Supply Agreement 7. Term") or a title in capitals.
        """
        if not self.numbering.is_next(mark):
            return False
        if len(mark.parts) > 1:
            return True
        return mark.start < 60 or block.ask(facts.capitals_at, mark.end)

    def _repeat(self, marks: Sequence[Mark]) -> int:
        """How many of ``marks`` only repeat open levels ("3.2" of "3.2(c)"); closes what is below."""
        level = repeated = 0
        for mark in marks:
            for i in range(level, len(self._open)):
                node = self._open[i]
                same = (node.scheme, node.value) in mark.readings
                if (
                    node.parts == mark.parts
                    if mark.scheme == "decimal" and node.scheme == "decimal"
                    else same
                ):
                    level = i + 1
                    break
            else:
                break
            repeated += 1
        if repeated:
            self._open = self._open[:level]
        return repeated

    def _believable(self, mark: Mark, block: Facts) -> bool:
        """Typed numbers in running text or table cells are often no section numbers."""
        if block.table is not None and (mark.scheme in PAREN_SCHEMES or len(mark.parts) == 1):
            return False
        words, small = block.ask(facts.after_mark, mark.end)
        if mark.scheme == "decimal" and small and len(mark.parts) > 1:
            return self._continues(mark)
        if mark.scheme == "decimal" and mark.form == "bare" and len(mark.parts) == 1:
            return self._continues(mark)
        if mark.scheme == "decimal" and mark.form == "close":
            return True
        if mark.scheme in ("upper", "upper_roman", "lower", "roman") and mark.form == "dot":
            return self._follows_letter(mark) and words
        return mark.scheme != "zh_clause"

    def _continues(self, mark: Mark) -> bool:
        """True if the decimal number is the next one after an open or closed level."""
        last = self._last_decimal(len(mark.parts))
        value = mark.value
        if len(mark.parts) == 1:
            return value == (last.value + 1 if last else 1)
        if last is not None and last.parts[:-1] == mark.parts[:-1]:
            return 0 < value - last.value <= 2
        return value <= 1

    def _follows_letter(self, mark: Mark) -> bool:
        """ "A. Smith" is no section: a letter with a point must open or continue a list."""
        opens = any(value == 1 for _, value in mark.readings)
        return opens or self._next_in(mark, self._open, gap=False) is not None

    def _last_decimal(self, length: int) -> Node | None:
        for node in reversed(self.nodes):
            if node.scheme == "decimal" and len(node.parts) == length:
                return node
            if node.scheme == "attach":
                return None
        return None

    # -- placing -----------------------------------------------------------------------------

    def _place(self, mark: Mark, index: int, start: int, block: Facts) -> None:
        self.numbering.note(mark)
        if mark.scheme == "attach":
            self._push(mark, "attach", mark.value, None, mark.shown, index, start)
        elif mark.scheme == "decimal":
            self._place_decimal(mark, index, start, block)
        elif mark.scheme in PAREN_SCHEMES:
            self._place_item(mark, index, start)
        else:
            parent = self._close_to(RANK[mark.scheme])
            if parent is not None and parent.scheme == "attach" and self._numbers_body(mark, parent):
                parent = None
            self._push(mark, mark.scheme, mark.value, parent, mark.shown, index, start)

    def _numbers_body(self, mark: Mark, attach: Node) -> bool:
        """Annexes on a cover page stand before the body: its first numbers are not theirs."""
        return not self._seen_body and attach.value >= 0 and mark.value == 1

    def _close_to(self, rank: int) -> Node | None:
        for node in reversed(self._open):
            if RANK.get(node.scheme, 9) < rank:
                return node
        return None

    def _place_decimal(self, mark: Mark, index: int, start: int, block: Facts) -> None:
        parts = mark.parts
        if len(parts) == 1 and self._is_list_number(mark, block):
            self._place_item(
                replace(mark, readings=(("digit", mark.value),), shown=self._digit_label(mark)), index, start
            )
            return
        parent: Node | None = None
        for node in reversed(self._open):
            if node.scheme == "decimal" and node.parts == parts[:-1]:
                parent = node
                break
            if (
                node.scheme in ("article", "zh_article")
                and str(node.value) == parts[0].split(".")[0]
                and len(parts) > 1
            ):
                parent = node
                break
            if RANK.get(node.scheme, 9) < RANK["article"] or (node.scheme == "article" and len(parts) == 1):
                parent = node
                break
            if node.scheme == "article" and len(parts) > 1 and parts[0].isdigit():
                parent = node if not self._is_other_article(node, parts[0]) else node.parent
                break
        if len(parts) > 1 and (parent is None or parent.scheme != "decimal"):
            earlier = self._latest.get(parts[:-1])
            parent = earlier if earlier is not None else parent
        if (
            parent is not None
            and parent.scheme == "attach"
            and len(parts) >= 1
            and self._numbers_body(mark, parent)
        ):
            parent = None
        shown = mark.shown
        outer = parent.chain()[0] if parent is not None else None
        label = f"{outer.label}, {shown}" if outer is not None and outer.scheme == "attach" else shown
        self._push(mark, "decimal", mark.value, parent, label, index, start)

    def _is_other_article(self, article: Node, first: str) -> bool:
        return str(article.value) != first

    def _digit_label(self, mark: Mark) -> str:
        chinese = any(node.scheme.startswith("zh_") for node in self._open)
        return mark.shown if chinese else f"({mark.shown})"

    def _is_list_number(self, mark: Mark, block: Facts) -> bool:
        """ "1." may be the next section or the first item of a list inside one."""
        value = mark.value
        open_list = any(
            n.scheme == "digit" and n.form == mark.form and n.value == value - 1 for n in self._open
        )
        last = self._last_decimal(1)
        expected = last.value + 1 if last is not None else 1
        if open_list:
            return not (value == expected and self._looks_like_section(block))
        in_division = bool(self._open) and self._open[0].scheme == "upper_roman" and last is None
        if in_division or any(n.scheme in ("zh_article", "zh_paren", "zh_list") for n in self._open):
            return True
        inside = bool(self._open) and self._open[-1].scheme in ("decimal", *PAREN_SCHEMES)
        return value == 1 and value != expected and inside and self._last_decimal_is_open(last)

    def _last_decimal_is_open(self, last: Node | None) -> bool:
        return last is not None and last in self._open

    def _looks_like_section(self, block: Facts) -> bool:
        last = self._last_decimal(1)
        if last is None:
            return False
        before = self.blocks[last.block]
        if block.heading_level is not None or before.heading_level is not None:
            return block.heading_level == before.heading_level
        here = block.ask(facts.heading_behind_number)
        return here and bool(last.heading)

    def _place_item(self, mark: Mark, index: int, start: int) -> None:
        chosen = self._next_in(mark, self._open, gap=False) or (self._next_in(mark, self._left, gap=False))
        if chosen is None and not any(value == 1 for _, value in mark.readings):
            chosen = self._next_in(mark, self._open, gap=True)
        if chosen is not None:
            sibling, scheme, value = chosen
            self._push_item(mark, scheme, value, sibling.parent, index, start)
            return
        opening = [r for r in mark.readings if r[1] == 1]
        scheme, _ = opening[0] if opening else mark.readings[0]
        self._push_child(mark, self._list_parent(scheme, mark.form), index, start)

    def _push_child(self, mark: Mark, parent: Node | None, index: int, start: int) -> None:
        """Under ``parent``, read as the number that follows its last child or opens a list."""
        before = parent.children[-1] if parent is not None and parent.children else None
        following = [
            r for r in mark.readings if before is not None and r == (before.scheme, before.value + 1)
        ]
        opening = [r for r in mark.readings if r[1] == 1]
        scheme, value = (following or opening or list(mark.readings))[0]
        self._push_item(mark, scheme, value, parent, index, start)

    def _next_in(self, mark: Mark, levels: Sequence[Node], *, gap: bool) -> tuple[Node, Scheme, int] | None:
        """The deepest level that the mark continues, with the reading under which it does."""
        for node in reversed(levels):
            for scheme, value in mark.readings:
                same_list = node.scheme == scheme and node.form == mark.form and value > 1
                if same_list and 0 < value - node.value <= (4 if gap else 1):
                    return node, scheme, value
        return None

    def _list_parent(self, scheme: str, form: str) -> Node | None:
        """Parent of a new list: a list never stands inside a list of its own kind."""
        for node in self._open:
            if node.scheme == scheme and node.form == form:
                return node.parent
        return self._open[-1] if self._open else None

    def _push_item(
        self, mark: Mark, scheme: str, value: int, parent: Node | None, index: int, start: int
    ) -> None:
        above = parent.label if parent is not None else ""
        top = mark.form == "dot" and scheme in ("upper", "upper_roman") and not above
        label = mark.shown.strip("()") if top else above + mark.shown
        self._push(mark, scheme, value, parent, label, index, start)

    def _push(
        self, mark: Mark, scheme: str, value: int, parent: Node | None, label: str, index: int, start: int
    ) -> None:
        node = Node(
            label, scheme, value, index, start, parent, mark.parts if scheme == "decimal" else (), mark.form
        )
        if parent is not None:
            parent.children.append(node)
        if scheme not in ("attach", *PAREN_SCHEMES):
            self._seen_body = True
            self._left = []
        twin = parent.children[-2] if parent is not None and len(parent.children) > 1 else None
        if twin is not None and twin.label == label and scheme == "decimal":
            node.optional = self.blocks[twin.block].ask(facts.in_chinese) != self.blocks[index].ask(
                facts.in_chinese
            )
        if mark.alias:
            node.aliases.append(mark.alias)
        self.nodes.append(node)
        self._open = node.chain()
        if scheme == "decimal":
            self._latest[node.parts] = node
        elif scheme in ("attach", "article"):
            self._latest = {}

    # -- blocks without a number ---------------------------------------------------------------

    def _in_front(self, index: int, block: Facts, marks: Sequence[Mark]) -> bool:
        """Before the body, letters and numbers belong to parties and recitals, not to sections."""
        if index >= self._body or (marks and marks[0].scheme == "attach"):
            return False
        if self._open and self._open[0].scheme == "attach":
            return False
        owner: Node | None = None
        heading = block.ask(facts.recitals_heading)
        if heading:
            self._recitals = Node(heading, "recitals", 0, index, 0, None, heading=heading)
            self.nodes.append(self._recitals)
            owner = self._recitals
        elif self._recitals is not None:
            owner = self._recitals
            if marks:
                shown = marks[0].shown if marks[0].shown.startswith("(") else f"({marks[0].shown})"
                owner = Node(f"Recital {shown}", "recital", marks[0].value, index, 0, self._recitals)
                self._recitals.children.append(owner)
                self.nodes.append(owner)
        self._add_piece(index, 0, None, owner)
        return True

    def _unnumbered(self, index: int, block: Facts) -> None:
        if block.ask(is_contents_line):
            self._add_piece(index, 0, None, None)
            return
        waiting = self._awaiting_heading
        if waiting is not None and waiting is self._last_owner():
            waiting.heading = block.ask(facts.whole_heading) or waiting.heading
        self._awaiting_heading = None
        if block.heading_level is not None and block.table is None:
            heading = block.ask(facts.whole_heading)
            if heading is not None:
                self._headed(index, block, heading)
                return
        self._leave_items(index, block)
        start = block.ask(facts.first_word)
        self._finish(index, start, start, block)

    def _last_owner(self) -> Node | None:
        return self._open[-1] if self._open else None

    def _headed(self, index: int, block: Facts, heading: str) -> None:
        """A heading without a number: a section of its own, with no label."""
        level = block.heading_level or 0
        parent: Node | None = None
        for node in reversed(self._open):
            own = self.blocks[node.block].heading_level
            if own is not None and own < level:
                parent = node
                break
        node = Node("", "heading", 0, index, 0, parent, heading=heading)
        if parent is not None:
            parent.children.append(node)
        self.nodes.append(node)
        self._open = node.chain()
        self._add_piece(index, 0, None, node)

    def _leave_items(self, index: int, block: Facts) -> None:
        """Words after a list belong to the clause above when the items finish its sentence."""
        here = self._open[-1] if self._open else None
        if here is None or here.scheme not in PAREN_SCHEMES:
            return
        top = here
        while top.parent is not None and top.scheme in PAREN_SCHEMES:
            top = top.parent
        goes_on = block.ask(facts.goes_on)
        definition = block.ask(facts.opens_definition)
        chinese = top.scheme.startswith("zh_")
        # a line broken off in the middle of a sentence
        wrapped = goes_on and index > 0 and self.blocks[index - 1].ask(facts.ends_in_word)
        if wrapped or block.ask(facts.joins_only):
            return
        if top.colon or goes_on or definition or chinese:
            self._left = list(self._open)
            self._open = top.chain() if top.scheme not in PAREN_SCHEMES or top.form == "dot" else []

    def _add_piece(self, index: int, start: int, end: int | None, owner: Node | None) -> None:
        """``end`` None: as far as the words go, however many they become."""
        if start == 0 or (self.blocks[index].ask(facts.reaches, start) if end is None else end > start):
            self.pieces.append(Piece(index, start, end, owner))
