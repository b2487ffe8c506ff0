"""Text boxes that the file holds twice: the drawing and its older copy say the same after an edit (P3)."""

import pytest

from lexdesk.word.choice import chosen
from lexdesk.word.document import Document
from lexdesk.word.errors import EditRefused
from lexdesk.word.model import DeleteParagraph, InsertParagraph, Replace
from lexdesk.word.names import CHOICE, FALLBACK, TXBX, P, T
from lexdesk.word.resolve import resolved
from tests.word.build import AT, ME, opened, para, run
from tests.word.test_writing import edit, holds_p3

MC = "http://schemas.openxmlformats.org/markup-compatibility/2006"


def boxed(shown: str, copied: str) -> Document:
    """A paragraph with a text box and the older copy of it."""
    return opened(
        para(
            run("Host") + f'<w:r><mc:AlternateContent xmlns:mc="{MC}"><mc:Choice Requires="wps"><w:drawing>'
            f"<w:txbxContent>{shown}</w:txbxContent></w:drawing></mc:Choice><mc:Fallback><w:pict>"
            f"<w:txbxContent>{copied}</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r>"
        )
        + para("After")
    )


def twice(inner: str) -> Document:
    return boxed(inner, inner)


def branch_texts(document: Document, branch: str) -> list[str]:
    root = document.tree_copy("word/document.xml")
    inside = next(root.iter(branch)).iter(TXBX)
    return ["".join(t.text or "" for t in p.iter(T)) for box in inside for p in box.iter(P)]


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        (Replace("p2", 4, 9, "words", "pages"), ["Box pages here", "Second"]),
        (DeleteParagraph("p3", "Second"), ["Box words here", ""]),
        (InsertParagraph("p2", "after", "Between", "n1"), ["Box words here", "Between", "Second"]),
        (InsertParagraph("p2", "after", "Between", "n1", like="p4"), ["Box words here", "Between", "Second"]),
    ],
)
def test_p3_the_older_copy_of_a_text_box_follows_an_edit(change: Replace, wanted: list[str]) -> None:
    before = twice(para(run("Box ") + run("words", "<w:b/>") + run(" here")) + para("Second"))
    after = edit(before, change)
    holds_p3(before, after)
    clean = resolved(after, "accept", ME)
    assert branch_texts(clean, CHOICE) == branch_texts(clean, FALLBACK)
    assert [text for text in branch_texts(clean, FALLBACK) if text] == [text for text in wanted if text]


def test_a_change_in_both_branches_is_one_change_and_is_resolved_as_one() -> None:
    after = edit(twice(para("Box words here")), Replace("p2", 4, 9, "words", "pages"))
    assert [(r.kind, r.text, r.keys) for r in after.revisions] == [
        ("del", "words", ("p2",)),
        ("ins", "pages", ("p2",)),
    ]
    one = resolved(after, "reject", which=chosen(after, ids=["r1"]))
    rest = resolved(one, "reject", which=chosen(one, ids=["r1"]))
    assert branch_texts(rest, FALLBACK) == branch_texts(rest, CHOICE) == ["Box words here"]


@pytest.mark.parametrize("copied", [para("Other words here"), para("Box words here") + para("More")])
def test_a_copy_that_reads_differently_cannot_follow_and_the_edit_is_refused(copied: str) -> None:
    before = boxed(para("Box words here"), copied)
    with pytest.raises(EditRefused, match="twice") as refused:
        edit(before, Replace("p2", 4, 9, "words", "pages"))
    assert refused.value.code == "locked"
    assert before.edited([Replace("p1", 0, 4, "Host", "Guest")], ME, AT).paragraphs[0].text == "Guest"


def test_a_copy_without_text_is_a_picture_and_no_obstacle() -> None:
    before = boxed(para("Box words here"), para(""))
    after = edit(before, Replace("p2", 4, 9, "words", "pages"))
    assert after.paragraphs[1].text == "Box pages here"
    holds_p3(before, after)
