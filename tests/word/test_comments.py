"""Comments that carry a rationale, wherever they hang."""

import random
import re
from io import BytesIO

import pytest
from docx import Document as OtherReader

from lexdesk.text.spans import Span
from lexdesk.word.comments import NewComment, commented
from lexdesk.word.document import Document
from lexdesk.word.errors import EditRefused
from lexdesk.word.model import DeleteParagraph, Replace, WordEdit
from lexdesk.word.package import changed_part, part_bytes
from lexdesk.word.remarks import remarks_of
from lexdesk.word.resolve import resolved
from tests.bench.agreement import agreement
from tests.word.build import AT, ME, THEM, docx, opened, para, replaced, run, table, texts
from tests.word.canonical import annotation_ids, other_revisions, range_faults

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
W14 = "http://schemas.microsoft.com/office/word/2010/wordml"
W15 = "http://schemas.microsoft.com/office/word/2012/wordml"
CID = "http://schemas.microsoft.com/office/word/2016/wordml/cid"
MC = "http://schemas.openxmlformats.org/markup-compatibility/2006"


def with_comments(document: Document, *comments: NewComment) -> Document:
    """The file read back, after checking that the comments changed nothing else."""
    after = commented(document, comments, ME, AT)
    assert after.keys == document.keys
    assert [p.text for p in after.paragraphs] == [p.text for p in document.paragraphs]
    assert after.revisions == document.revisions
    assert other_revisions(after, ME) == other_revisions(document, ME)
    assert range_faults(after) == set()
    assert {name for name, times in annotation_ids(after).items() if times > 1} == set()
    return Document.open(after.to_bytes())


def said(document: Document) -> list[tuple[str, str]]:
    """(words commented on, words of the comment)."""
    return [
        (document.paragraph(r.key).text[slice(*r.span)], r.says)
        for r in remarks_of(document)
        if r.kind == "comment"
    ]


def part(document: Document, name: str) -> str:
    return part_bytes(next(p for p in document.parts() if p.name == name)).decode()


def test_a_comment_hangs_on_exactly_the_words_named() -> None:
    document = opened(para(run("Pay within ") + run("ten (10)", "<w:b/>") + run(" days.")) + para("End"))
    after = with_comments(document, NewComment("Why so short?\nAsk.", "p1", Span(4, 14)))
    assert said(after) == [("within ten", "Why so short?\nAsk.")]
    assert [p.bold for p in after.paragraphs[0].pieces if "ten" in p.text] == [True]


def test_a_file_without_comments_gets_a_part_that_other_programs_read() -> None:
    after = with_comments(opened(para("Pay within ten days.")), NewComment("A reason.", "p1"))
    (read,) = OtherReader(BytesIO(after.to_bytes())).comments
    assert (read.author, read.text, read.initials) == (ME, "A reason.", "AC")
    assert part(after, "[Content_Types].xml").count("comments+xml") == 1


def test_rationales_of_an_insertion_and_a_deletion_stay_with_them() -> None:
    document = replaced(opened(para("Pay within ten days.") + para("End")), "ten", "sixty")
    gone, come = document.revisions
    after = with_comments(
        document,
        NewComment("Struck because.", revision=gone.id),
        NewComment("Added because.", revision=come.id),
    )
    assert said(after) == [("", "Struck because."), ("sixty", "Added because.")]
    body = part(after, "word/document.xml")
    start, end = body.index("commentRangeStart"), body.index("commentRangeEnd")
    assert ">ten</w:delText>" in body[start:end]
    for action in ("accept", "reject"):
        settled = resolved(after, action)  # type: ignore[arg-type]
        assert texts(settled) == [f"Pay within {'sixty' if action == 'accept' else 'ten'} days.", "End"]
        assert range_faults(settled) == set()


def test_the_rationale_of_a_deleted_paragraph_goes_with_it_and_keeps_no_empty_line() -> None:
    body = para("First.") + para("Second goes.") + table(("cell",)) + para("End")
    document = opened(body).edited([DeleteParagraph("p2", "Second goes.")], ME, AT)
    after = with_comments(document, NewComment("Duplicated elsewhere.", revision=document.revisions[0].id))
    assert "Duplicated elsewhere." in part(after, "word/comments.xml")
    assert texts(resolved(after, "accept")) == ["First.", "cell", "End"]
    rejected = resolved(after, "reject")
    assert texts(rejected) == ["First.", "Second goes.", "cell", "End"]
    assert said(rejected) == [("Second goes.", "Duplicated elsewhere.")]


def test_beside_and_across_the_range_of_another_persons_comment() -> None:
    theirs = (
        run("Pay ") + '<w:commentRangeStart w:id="4"/>' + run("within ten") + '<w:commentRangeEnd w:id="4"/>'
        '<w:r><w:commentReference w:id="4"/></w:r>' + run(" days.")
    )  # fmt: skip
    document = _with_comments_part(para(theirs), f'<w:comment w:id="4" {THEM}>{para("Theirs.")}</w:comment>')
    after = with_comments(
        document,
        NewComment("Beside.", "p1", Span(0, 3)),
        NewComment("Across.", "p1", Span(11, 19)),
        NewComment("Same.", "p1", Span(4, 14)),
    )
    # The reader gives one remark for several on the very same words.
    assert [words for words, _ in said(after)] == ["Pay", "within ten", "ten days"]
    assert re.findall(r'w:author="([^"]*)"', part(after, "word/comments.xml")) == ["Other Side", ME, ME, ME]


def test_inside_another_persons_insertion_their_change_stays_as_it_was() -> None:
    document = opened(para(run("Pay ") + f'<w:ins w:id="1" {THEM}>{run("promptly and fully ")}</w:ins>'))
    after = with_comments(document, NewComment("Too strict.", "p1", Span(4, 12)))
    assert said(after) == [("promptly", "Too strict.")]
    rejected = resolved(after, "reject")
    assert texts(rejected) == ["Pay "]
    assert "commentReference" in part(rejected, "word/document.xml"), "our remark is no part of their change"


def test_extended_records_are_kept_where_the_file_has_them() -> None:
    head = f'xmlns:w14="{W14}" xmlns:mc="{MC}" mc:Ignorable="w14"'
    old = f'<w:comment w:id="4" {THEM}><w:p w14:paraId="0000ABCD">{run("Theirs.")}</w:p></w:comment>'
    document = _with_comments_part(
        para("Pay ten."),
        old,
        head,
        {
            "commentsExtended": f'<w15:commentsEx xmlns:w15="{W15}">'
            '<w15:commentEx w15:paraId="0000ABCD"/></w15:commentsEx>',
            "commentsIds": f'<c:commentsIds xmlns:c="{CID}"/>',
        },
    )
    after = with_comments(document, NewComment("One.\nTwo.", "p1"), NewComment("Three.", "p1"))
    own = re.findall(r'w14:paraId="(\w{8})"', part(after, "word/comments.xml"))
    extended = re.findall(r':paraId="(\w{8})"', part(after, "word/commentsExtended.xml"))
    assert own == extended
    assert len(set(own)) == 3
    assert all(int(name, 16) < 0x80000000 for name in own)
    assert re.findall(r':paraId="(\w{8})"', part(after, "word/commentsIds.xml")) == own[1:]


def test_a_comment_on_an_empty_paragraph_or_a_bare_place_is_kept() -> None:
    document = opened(para("") + para("Text"))
    after = with_comments(document, NewComment("Empty.", "p1"), NewComment("Point.", "p2", Span(2, 2)))
    assert [says for _, says in said(after)] == ["Empty.", "Point."]


@pytest.mark.parametrize(
    ("comment", "code"),
    [
        (NewComment("x", "p9"), "stale_anchor"),
        (NewComment("x", "p1", Span(3, 99)), "bad_edit"),
        (NewComment("x", revision="r7"), "bad_edit"),
        (NewComment("  ", "p1"), "bad_edit"),
        (NewComment("x\x01", "p1"), "bad_character"),
        (NewComment("x", "p2"), "bad_edit"),
    ],
)
def test_places_and_words_that_cannot_be_are_refused(comment: NewComment, code: str) -> None:
    document = opened(para("Text"), hdr=para("Header"))
    with pytest.raises(EditRefused) as refused:
        commented(document, [comment], ME, AT)
    assert refused.value.code == code


def test_every_id_is_unique_after_200_edits_with_their_rationales_in_a_long_agreement() -> None:
    document = Document.open(agreement(260, 2))
    chance = random.Random(3)
    edits: list[WordEdit] = []
    for paragraph in chance.sample([p for p in document.paragraphs if len(p.text) > 60], 200):
        start = paragraph.text.index(" ", 20) + 1
        end = paragraph.text.index(" ", start)
        edits.append(Replace(paragraph.key, start, end, paragraph.text[start:end], "promptly"))
    edited = document.edited(edits, ME, AT)
    after = with_comments(edited, *(NewComment("Reason.", revision=r.id) for r in edited.revisions))
    ids = re.findall(r'<w:(?:ins|del|commentRangeStart) w:id="(\d+)"', part(after, "word/document.xml"))
    assert len(ids) == len(set(ids)) >= 800


def _with_comments_part(
    body: str, comments: str, head: str = "", more: dict[str, str] | None = None
) -> Document:
    """A file that has a comments part already, and perhaps the extended ones."""
    extra = {"word/comments.xml": f'<w:comments xmlns:w="{W}" {head}>{comments}</w:comments>'.encode()}
    links = '<Relationship Id="rId5" Type="http://x/relationships/comments" Target="comments.xml"/>'
    for number, (name, content) in enumerate((more or {}).items(), 6):
        extra[f"word/{name}.xml"] = content.encode()
        links += f'<Relationship Id="rId{number}" Type="http://x/relationships/{name}" Target="{name}.xml"/>'
    data = docx(body, {}, extra)
    rels = "http://schemas.openxmlformats.org/package/2006/relationships"
    parts = []
    for stored in Document.open(data).parts():
        if stored.name == "word/_rels/document.xml.rels":
            stored = changed_part(stored, f'<Relationships xmlns="{rels}">{links}</Relationships>'.encode())
        parts.append(stored)
    return Document.from_parts(parts)
