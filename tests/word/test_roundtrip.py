"""Random edits on small files of every kind: the promise P3 as a property, checked on what was written."""

import json
import random
from pathlib import Path

import pytest

from lexdesk.word.document import Document
from lexdesk.word.errors import EditRefused
from lexdesk.word.model import DeleteParagraph, InsertParagraph, Paragraph, Replace, WordEdit
from tests.gold.word_roundtrip import AT, AUTHOR, check, main, random_edit, wanted_after
from tests.word.build import CONTRACT_LIST, THEM, docx, numbered, para, run, table
from tests.word.mutations import samples


def agreement(seed: int) -> bytes:
    """Numbered clauses with split runs, links, fields, notes, another author's changes, and a table."""
    chance = random.Random(seed)
    char = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'
    bits = (
        run("The Supplier shall pay "),
        run("thirty (30) days", "<w:b/>"),
        run(" after the Effective Date; ", '<w:u w:val="single"/>'),
        f'<w:ins w:id="1{{0}}" {THEM}>{run("and, if late, interest ")}</w:ins>',
        f'<w:del w:id="2{{0}}" {THEM}><w:r><w:delText>without delay </w:delText></w:r></w:del>',
        f'<w:hyperlink w:anchor="x">{run("the price list")}</w:hyperlink>',
        '<w:bookmarkStart w:id="3{0}" w:name="b{0}"/>' + run(" of EUR 1,500 ")
        + '<w:bookmarkEnd w:id="3{0}"/>',
        char.format("begin") + "<w:r><w:instrText> REF b1 </w:instrText></w:r>" + char.format("separate")
        + run("12.7") + char.format("end"),
        '<w:r><w:footnoteReference w:id="2"/></w:r>',
    )  # fmt: skip
    body = []
    for number in range(12):
        chosen = chance.sample(bits, chance.randint(1, 5))
        body.append(numbered("".join(chosen).replace("{0}", str(number)), chance.randrange(3)))
    body.insert(6, table(("Fee", "EUR 640"), ("Term", "two years")))
    note = f'<w:footnote w:id="2">{para("See the schedule.")}</w:footnote>'
    return docx("".join(body), {"numbering": CONTRACT_LIST, "footnotes": note, "hdr": para("Draft of May")})


def key_of(edit: WordEdit) -> str:
    return edit.anchor if isinstance(edit, InsertParagraph) else edit.key


def batch(paragraphs: tuple[Paragraph, ...], chance: random.Random) -> list[WordEdit]:
    """Edits of different paragraphs, each against the same state."""
    made: dict[str, WordEdit] = {}
    for number in range(20):
        edit = random_edit(paragraphs, chance, number)
        if edit is not None and not (isinstance(edit, Replace) and edit.old == edit.new):
            made.setdefault(key_of(edit), edit)
    return list(made.values())


def written(document: Document, edits: list[WordEdit]) -> tuple[Document, list[WordEdit]]:
    """The document with the edits, those left out that are refused because of a field or a note."""
    try:
        return document.edited(edits, AUTHOR, AT), edits
    except EditRefused as refusal:
        if refusal.code not in ("inside_field", "across_field", "across_note"):
            raise
        return written(document, [edit for edit in edits if key_of(edit) != refusal.key])


@pytest.mark.parametrize("seed", range(8))
def test_p3_a_batch_of_edits_reads_back_as_wanted_and_rejects_to_the_old_file(seed: int) -> None:
    before = Document.open(agreement(seed))
    edits = batch(before.paragraphs, random.Random(seed))
    after, left = written(before, edits)
    assert len(left) > 2 * (len(edits) - len(left))
    edits = left
    wanted = {paragraph.key: paragraph.text for paragraph in before.paragraphs}
    for edit in edits:
        wanted = wanted_after(wanted, edit)
    deleted = {edit.key for edit in edits if isinstance(edit, DeleteParagraph)}
    assert not check(before, after.to_bytes(), after.keys, list(wanted.items()), deleted)


def test_p3_one_edit_after_another_on_files_of_every_kind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, content in enumerate([*samples(), agreement(1), agreement(2)]):
        (tmp_path / f"{number:02}.docx").write_bytes(content)
    (tmp_path / "broken.docx").write_bytes(b"PK\x03\x04")
    assert main([str(tmp_path), "--seed", "7", "--edits", "8"]) == 0
    totals = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert list(totals["files_refused"]) == ["broken.docx"]
    assert (totals["files"], totals["failed"]) == (13, 0)
    assert totals["passed"] > 70
    assert totals["edits"] == totals["passed"] + totals["refused"]
