"""A redline of two documents: accepting all gives the new text, rejecting all the old one (P3)."""

import random
import re
from pathlib import Path

import pytest
from rapidfuzz.distance import Indel

from lexdesk.word.compare import redline
from lexdesk.word.compare_redline import redlined
from lexdesk.word.document import Document
from lexdesk.word.errors import EditRefused, WordFileError
from lexdesk.word.resolve import resolved
from tests.bench.agreement import sentences
from tests.conftest import SHARED
from tests.word.build import (
    AT,
    CONTRACT_LIST,
    ME,
    THEM,
    numbered,
    opened,
    para,
    replaced,
    run,
    table,
    texts,
    xml,
)
from tests.word.canonical import annotation_ids, canonical, field_faults, range_faults

CORPUS = SHARED / "corpus" / "docx"


def marked(old: Document, new: Document) -> Document:
    """The redline as it is read back from its file, with every promise about it checked."""
    made = redlined(old, new, ME, AT)
    assert made.left_out == ()
    written = Document.open(made.document.to_bytes())
    assert resolved(written, "accept").current_text() == resolved(new, "accept").current_text()
    check_rest(old, written)
    return written


def check_rest(old: Document, written: Document) -> None:
    """Rejecting gives the old file again, XML and all; ids and pairs are sound; only our name is on it."""
    rejected, settled = resolved(written, "reject"), resolved(old, "accept")
    assert rejected.current_text() == settled.current_text()
    for part in settled.stories:
        assert canonical(rejected.tree_copy(part)) == canonical(settled.tree_copy(part)), part
    assert {name: times for name, times in annotation_ids(written).items() if times > 1} == {}
    assert field_faults(written) - field_faults(settled) == set()
    assert range_faults(written) - range_faults(settled) == set()
    assert {revision.author for revision in written.revisions} <= {ME}


def touched(document: Document) -> int:
    """Words under tracked changes of ours."""
    return sum(
        len(re.findall(r"\w+", piece.text))
        for paragraph in document.paragraphs
        for piece in paragraph.pieces
        if piece.author == ME
    )


def minimal(old: Document, new: Document) -> int:
    """Words that a smallest diff of the whole texts takes out and puts in."""
    return Indel.distance(*(re.findall(r"\w+", d.current_text()) for d in (old, new)))


class Draft:
    """A body as data, changed at random, so that what is wanted is known without any comparing."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.source = sentences(seed)
        self.blocks: list[str | list[list[str]]] = [self.line() for _ in range(25)]
        self.blocks[9] = [[self.line(), f"{n}"] for n in range(4)]
        self.blocks[15] = [["Item", "Fee"], ["Storage", "100"]]

    def line(self) -> str:
        return " ".join(next(self.source) for _ in range(self.chance.randint(1, 3)))

    def changed(self) -> None:
        """One change of any kind."""
        at = self.chance.randrange(len(self.blocks))
        block = self.blocks[at]
        kind = self.chance.choice(("word", "word", "word", "cut", "add", "drop", "move", "row"))
        if isinstance(block, list):
            row = self.chance.randrange(len(block))
            if kind == "row":
                block.insert(row, [self.line(), "new"])
            elif kind == "drop" and len(block) > 1:
                del block[row]
            else:
                cell = self.chance.randrange(2)
                block[row][cell] = self._reworded(block[row][cell])
        elif kind == "add":
            self.blocks.insert(at, self.line())
        elif kind == "drop":
            del self.blocks[at]
        elif kind == "move":
            del self.blocks[at]
            self.blocks.insert(self.chance.randrange(len(self.blocks)), block)
        else:
            self.blocks[at] = self._reworded(block)

    def _reworded(self, text: str) -> str:
        words = text.split(" ")
        at = self.chance.randrange(len(words))
        words[at : at + self.chance.randint(0, 2)] = self.chance.sample(["not", "(7)", "promptly", ""], 1)
        return " ".join(words)

    def document(self) -> Document:
        body = ""
        for number, block in enumerate(self.blocks):
            if isinstance(block, list):
                body += table(*(tuple(row) for row in block))
            else:
                body += numbered(block, number % 3) if number % 4 else para(block)
        return opened(body + para("In witness whereof."), numbering=CONTRACT_LIST)


@pytest.mark.parametrize("seed", range(8))
def test_p3_accept_all_is_the_new_text_and_reject_all_the_old(seed: int) -> None:
    draft = Draft(seed)
    old = draft.document()
    for _ in range(8):
        draft.changed()
    new = draft.document()
    written = marked(old, new)
    # Words moved, or cells changed wholly, are counted by both in the same way.
    assert touched(written) <= 1.2 * minimal(old, new) + 4


def test_only_the_words_that_differ_are_touched_and_formatting_stays() -> None:
    old = opened(para(run("Pay within ") + run("thirty", "<w:b/>") + run(" days of delivery.")))
    new = opened(para("Pay within sixty days of the delivery."))
    written = marked(old, new)
    pieces = [(p.text, p.change, p.bold) for p in written.paragraphs[0].pieces if p.change]
    assert pieces == [("thirty", "del", True), ("sixty", "ins", True), (" the", "ins", False)]


def test_new_paragraphs_keep_the_formatting_and_numbers_they_have_in_the_new_file() -> None:
    old = opened(numbered("Payment", 0) + numbered("Pay.", 1) + para("End"), numbering=CONTRACT_LIST)
    bold = '<w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr>'
    extra = para(run("Late fees. ", "<w:b/>") + run("They are due."), bold)
    new = opened(numbered("Payment", 0) + numbered("Pay.", 1) + extra + para("End"), numbering=CONTRACT_LIST)
    added = next(p for p in marked(old, new).paragraphs if p.text.startswith("Late"))
    assert (added.label, [(p.text, p.bold) for p in added.pieces]) == (
        "1.2",
        [("Late fees. ", True), ("They are due.", False)],
    )


def test_several_new_paragraphs_at_the_start_the_end_and_in_a_cell_keep_their_order() -> None:
    old = opened(para("one") + table(("cell",)) + para("last words"))
    cell = para("new before") + para("cell") + para("new after") + para("newer after")
    new = opened(
        para("zero a") + para("zero b") + para("one") + para("after one") + table((cell,)) + para("between")
        + para("last words") + para("post a") + para("post b")
    )  # fmt: skip
    marked(old, new)


def test_moved_paragraphs_are_marked_as_moves_at_both_ends() -> None:
    lines = [f"{word} clause about a matter of its own." for word in ("Alpha", "Beta", "Gamma", "Delta")]
    old = opened("".join(para(line) for line in lines))
    new = opened("".join(para(line) for line in (lines[0], lines[2], lines[1], lines[3])))
    written = marked(old, new)
    assert [(r.kind, r.text) for r in written.revisions] == [("move", lines[1])]
    assert xml(written).count("moveFromRangeStart") == xml(written).count("moveToRangeEnd") == 1


def test_rows_and_tables_come_and_go_as_wholes() -> None:
    old = opened(
        para("Fees") + table(("Storage", "100"), ("Customs", "200")) + para("Then") + table(("x y z", "1"))
        + para("End")
    )  # fmt: skip
    new = opened(
        para("Fees") + table(("Storage", "150"), ("Rail", "7"), ("Customs", "200")) + para("Then")
        + para("End") + table(("wholly", "new"), ("and", "other")) + para("After")
    )  # fmt: skip
    written = marked(old, new)
    kinds = [revision.kind for revision in written.revisions]
    assert (kinds.count("row_ins"), kinds.count("row_del")) == (3, 1)


def test_two_tables_at_one_place_are_the_same_table_however_little_they_share() -> None:
    old = opened(para("Fees") + table(("alpha", "1"), ("beta", "2")) + para("End"))
    new = opened(para("Fees") + table(("gamma", "7"), ("delta", "8")) + para("End"))
    assert {revision.kind for revision in marked(old, new).revisions} == {"ins", "del"}


def test_rows_with_another_number_of_cells_and_tables_in_cells_are_carried() -> None:
    old = opened(table(("a b c", "d"), ("e f g", table(("in", "ner")) + para("tail"))) + para("End"))
    new = opened(
        table(("a b c", "d", "q"), ("e f g", table(("in", "most"), ("and", "more")) + para("tail")))
        + para("End")
    )
    marked(old, new)


def test_a_text_box_in_a_table_that_goes_takes_its_own_table_along() -> None:
    inner = para("In the box") + table(("x", "y")) + para("after")
    box = f"<w:r><w:pict><w:txbxContent>{inner}</w:txbxContent></w:pict></w:r>"
    old = opened(para("One.") + table((para(run("Cell ") + box), "b")) + para("End"))
    written = Document.open(redline(old, opened(para("One.") + para("End")), ME, AT).to_bytes())
    check_rest(old, written)
    assert [line for line in texts(resolved(written, "accept")) if line] == ["One.", "End"]


def field(code: str, shown: str) -> str:
    """A complex field with its result."""
    char = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'
    instr = f'<w:r><w:instrText xml:space="preserve"> {code} </w:instrText></w:r>'
    return char.format("begin") + instr + char.format("separate") + run(shown) + char.format("end")


def test_results_of_fields_change_inside_the_field() -> None:
    def body(section: str, clause: str) -> Document:
        return opened(
            para(run(f"{section} ") + field("REF _r1 \\r", clause) + run(" applies.")) + para("End")
        )

    written = marked(body("Section", "12.7"), body("Clause", "13.1"))
    assert written.paragraphs[0].fields[0].target == "_r1"
    accepted = resolved(written, "accept").paragraphs[0]
    assert accepted.text[slice(*accepted.fields[0].span)] == "13.1"


def test_entries_of_a_table_of_contents_may_change() -> None:
    def body(*titles: str) -> Document:
        char = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'
        begin = char.format("begin") + "<w:r><w:instrText>TOC</w:instrText></w:r>" + char.format("separate")
        lines = [run(title) for title in titles]
        lines[0] = begin + lines[0]
        return opened("".join(para(line) for line in lines) + para(char.format("end")) + para("Text"))

    marked(
        body("Payment terms 1", "Delivery of goods 2", "Law of the land 3"),
        body("Payment terms 1", "Delivery of goods 4", "New subject here 5", "Law of the land 6"),
    )
    old, new = body("Payment terms 1", "Delivery 2", "Law 3"), body("Payment terms 1", "Law 3")
    written = Document.open(redline(old, new, ME, AT).to_bytes())
    check_rest(old, written)
    assert "Delivery" not in resolved(written, "accept").current_text()


def test_line_breaks_tabs_and_special_hyphens_are_carried() -> None:
    old = opened(para("one two three") + para("End"))
    broken = "<w:r><w:t>one</w:t><w:br/><w:t>and</w:t><w:tab/><w:t>two</w:t><w:noBreakHyphen/></w:r>"
    marked(old, opened(para(broken + run(" three")) + para("<w:r><w:t>x</w:t><w:br/></w:r>") + para("End")))


def test_locked_controls_are_compared_like_other_text() -> None:
    def body(text: str) -> Document:
        lock = '<w:sdtPr><w:lock w:val="sdtContentLocked"/></w:sdtPr>'
        return opened(para(f"<w:sdt>{lock}<w:sdtContent>{run(text)}</w:sdtContent></w:sdt>{run(' stays')}"))

    marked(body("ten days"), body("six days"))


def test_both_sides_are_taken_with_their_own_changes_accepted() -> None:
    theirs = f'<w:ins w:id="9" {THEM}>{run("promptly ")}</w:ins>'
    old = opened(para(run("Pay ") + theirs + run("ten")))
    new = replaced(opened(para("Pay promptly ten")), "ten", "six", "Somebody")
    written = marked(old, new)
    assert resolved(written, "reject").current_text() == "Pay promptly ten"


def test_a_note_that_only_the_new_file_has_is_told_and_not_lost_in_silence() -> None:
    note = '<w:footnote w:id="2"><w:p><w:r><w:t>See clause 4.</w:t></w:r></w:p></w:footnote>'
    mark = '<w:r><w:footnoteReference w:id="2"/></w:r>'
    old = opened(para("Text of a clause.") + para("End"))
    new = opened(para("Text of a clause.") + para(run("Another.") + mark) + para("End"), footnotes=note)
    made = redlined(old, new, ME, AT)
    assert [line.split(":")[0] for line in made.left_out] == [
        "A footnote or endnote mark in new text",
        "A note, header or text box that only the new document has",
    ]
    assert "Another." in resolved(made.document, "accept").current_text()


def test_equal_documents_give_the_old_file_byte_for_byte() -> None:
    old = opened(para("Pay.") + table(("a", "b")))
    assert redline(old, opened(para("Pay.") + table(("a", "b"))), ME, AT).to_bytes() == old.to_bytes()


def test_a_redline_needs_a_name() -> None:
    with pytest.raises(EditRefused, match="author"):
        redline(opened(para("a")), opened(para("b")), "  ", AT)


@pytest.mark.skipif(not CORPUS.exists(), reason="the corpus is not here")
@pytest.mark.parametrize(
    "names",
    [
        ("oa__common-paper-csa-with-ai-template", "oa__common-paper-csa-with-sla-template"),
        ("oa__openagreements-restrictive-covenant-california-template",
         "oa__openagreements-restrictive-covenant-texas-template"),
        ("oxpt__WC027-Twenty-Paras-Before", "oxpt__WC027-Twenty-Paras-After-2"),
        ("oxpt__WC006-Table", "oxpt__WC006-Table-Delete-Row"),
    ],
)  # fmt: skip
def test_real_pairs_of_versions(shared: Path, names: tuple[str, str]) -> None:
    pair = [Document.open((shared / f"corpus/docx/{name}.docx").read_bytes()) for name in names]
    turns = (pair,) if "csa" in names[0] else (pair, pair[::-1])  # that one is long
    for old, new in turns:
        written = Document.open(redline(old, new, ME, AT).to_bytes())
        wanted, got = resolved(new, "accept"), resolved(written, "accept")
        assert body_lines(got) == body_lines(wanted)
        assert body_lines(resolved(written, "reject")) == body_lines(resolved(old, "accept"))


def body_lines(document: Document) -> list[str]:
    """The lines of the main part that say something."""
    main = document.stories[0]
    return [p.text for p in document.paragraphs if p.part == main and p.text.strip()]


def test_unreadable_files_are_refused_before_anything_is_compared() -> None:
    with pytest.raises(WordFileError):
        Document.open(b"PK\x03\x04 nothing")
