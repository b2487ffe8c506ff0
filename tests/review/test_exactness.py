"""P3 at version level: what was approved is applied, and everything else stays as it was."""

import io
import random
import zipfile
from pathlib import Path

import docx
import pytest
from docx.shared import RGBColor

from lexdesk.errors import LexDeskError
from lexdesk.review.proposal import DeleteParagraphs, InsertAfter, Proposal, ReplaceParagraph, ReplaceText
from lexdesk.word.document import Document
from lexdesk.word.resolve import by_author, resolved
from tests.conftest import SHARED
from tests.review.desks import LAWYER, Desk, open_desk, word_file
from tests.review.test_advisories import tracked_file

FIELD = SHARED / "field"


def stored(desk: Desk, version_id: int) -> Document:
    return desk.review.structures.of(version_id).document


def test_p3_accept_all_gives_the_new_text_and_reject_ours_gives_the_old_document(desk: Desk) -> None:
    base, texts = desk.head, desk.texts()
    edit = desk.stage(
        [
            ReplaceText("accurate books", "good books"),
            DeleteParagraphs((desk.key("4.2"),)),
            InsertAfter(desk.key("16.1"), "16.2 New."),
        ]
    )
    version = desk.accept(edit)
    wanted = [t.replace("accurate books", "good books") for t in texts if not t.startswith("4.2")] + [
        "16.2 New."
    ]
    assert desk.texts() == wanted
    head = stored(desk, version.id)
    assert resolved(head, "accept").current_text().split("\n") == wanted
    assert resolved(head, "reject", by_author(LAWYER)).current_text().split("\n") == texts
    assert {revision.author for revision in head.revisions} == {LAWYER}
    assert stored(desk, base.id).revisions == ()


def test_p3_formatting_and_untouched_parts_stay(tmp_path: Path) -> None:
    document = docx.Document()
    paragraph = document.add_paragraph("The fee is ")
    bold = paragraph.add_run("1,000")
    bold.bold = True
    bold.font.color.rgb = RGBColor(200, 0, 0)
    paragraph.add_run(" crowns.")
    document.add_paragraph("Other.", style="Heading 1")
    out = io.BytesIO()
    document.save(out)
    desk = open_desk(tmp_path / "look.lexmatter", out.getvalue())
    version = desk.accept(desk.stage(ReplaceText("1,000", "2,000"), "2,000"))
    (first, *_) = stored(desk, version.id).paragraphs
    assert [(p.text, p.change, p.bold) for p in first.pieces] == [
        ("The fee is ", "", False),
        ("1", "del", True),
        ("2", "ins", True),
        (",000", "", True),
        (" crowns.", "", False),
    ]
    before = zipfile.ZipFile(io.BytesIO(out.getvalue()))
    after = zipfile.ZipFile(io.BytesIO(stored(desk, version.id).to_bytes()))
    assert after.namelist() == before.namelist()
    for name in before.namelist():
        if name != "word/document.xml":
            assert after.read(name) == before.read(name)
    desk.matter.close()


def test_p3_the_other_sides_revisions_are_untouched(tmp_path: Path) -> None:
    desk = open_desk(tmp_path / "theirs.lexmatter", tracked_file())
    before = [(p.text, p.change, p.author) for p in stored(desk, desk.head.id).paragraphs[0].pieces]
    version = desk.accept(desk.stage(ReplaceText("in full", "in part")))
    head = stored(desk, version.id)
    theirs = [(p.text, p.change, p.author) for p in head.paragraphs[0].pieces if p.author == "Other Side"]
    assert theirs == [piece for piece in before if piece[2] == "Other Side"]
    back = resolved(head, "reject", by_author(LAWYER))
    assert [(r.kind, r.author, r.text) for r in back.revisions] == [("ins", "Other Side", "at once")]
    assert back.current_text() == "The fee is due at once in full."
    desk.matter.close()


def test_p3_nothing_is_written_when_the_engine_would_write_something_else(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit = desk.stage(ReplaceText("accurate books", "good books"))
    desk.show(edit)
    head = desk.head
    right = Document.edited
    monkeypatch.setattr(Document, "edited", lambda self, edits, author, at: right(self, [], author, at))
    with pytest.raises(LexDeskError) as caught:
        desk.review.accept([edit.id], LAWYER)
    assert caught.value.code == "cannot_write"
    assert desk.head == head


HARD = (
    "Plain clause with words that repeat and repeat.",
    "Curly “quotes” – dashes — and no\u2011break\u00a0spaces; soft\u00adhyphen.",
    "第十二条 本合同自双方签字之日起生效。甲方应于三十日内付款。",
    "סעיף 5 התשלום ישולם תוך 30 יום; see clause 4.",
    "Tabs\tand a line\nbreak in one paragraph.",
    "Numbers 1,000 and 12.5% and EUR\u00a05\u202f000.",
    "e\u0301 combining, 😀 astral 𝔘, and zero\u200bwidth.",
)


def test_harness_4_random_edits_leave_every_other_character(tmp_path: Path) -> None:
    rng = random.Random(20260301)
    desk = open_desk(tmp_path / "random.lexmatter", word_file(HARD))
    words = ["fee", "第三条", "“term”", "–", "42", "יום", "\u00a0x", "a\tb"]
    made = 0
    for _ in range(40):
        texts = desk.texts()
        block = rng.choice([b for b in desk.structure.blocks if b.text])
        start = rng.randrange(len(block.text))
        end = min(len(block.text), start + rng.randrange(1, 9))
        new = rng.choice(words)
        proposal: Proposal = ReplaceText(block.text[start:end], new, block.key, start, end)
        if rng.random() < 0.3:
            proposal = ReplaceParagraph(block.key, block.text[:start] + new + block.text[end:])
        code = ""
        try:
            desk.accept(desk.stage(proposal))
        except LexDeskError as error:
            code = error.code
        if code:
            assert code in ("no_change", "newline", "already_applied")
            assert desk.texts() == texts
            continue
        made += 1
        at = [b.key for b in desk.structure.blocks].index(block.key)
        wanted = list(texts)
        wanted[at] = block.text[:start] + new + block.text[end:]
        assert desk.texts() == wanted
    assert made > 25
    assert resolved(stored(desk, desk.head.id), "reject", by_author(LAWYER)).current_text() == "\n".join(HARD)
    desk.matter.close()


@pytest.mark.skipif(not FIELD.is_dir(), reason="the field files are not here")
def test_f30_only_the_named_one_of_equal_places_changes(tmp_path: Path) -> None:
    desk = open_desk(tmp_path / "f30.lexmatter", (FIELD / "030_repeated_text.docx").read_bytes())
    with pytest.raises(LexDeskError) as caught:
        desk.stage(ReplaceText("thirty (30) days", "ten (10) days"))
    assert caught.value.code == "ambiguous_anchor"
    assert len(caught.value.places) == 10  # type: ignore[attr-defined]
    twins = [
        b for b in desk.structure.blocks if "shall repair within thirty (30) days of a request" in b.text
    ]
    assert len(twins) == 2
    old = twins[1].text
    texts = desk.texts()
    edit = desk.stage(ReplaceParagraph(twins[1].key, old.replace("thirty (30)", "five (5)")), "five (5) days")
    desk.accept(edit)
    at = [i for i, (a, b) in enumerate(zip(texts, desk.texts(), strict=True)) if a != b]
    assert at == [[b.key for b in desk.structure.blocks].index(twins[1].key)]
    texts = desk.texts()
    desk.accept(desk.stage(ReplaceText("thirty (30) days", "ten (10) days", section="6"), "ten (10) days"))
    changed = [(a, b) for a, b in zip(texts, desk.texts(), strict=True) if a != b]
    assert [b for _, b in changed] == [a.replace("thirty (30)", "ten (10)") for a, _ in changed]
    assert len(changed) == 1
    (row,) = {b.table[:2] for b in desk.structure.blocks if b.table is not None and b.text == "Audit"}
    (cell,) = [
        b for b in desk.structure.blocks if b.table is not None and b.table[:2] == row and "thirty" in b.text
    ]
    texts = desk.texts()
    desk.accept(desk.stage(ReplaceText("thirty (30)", "ten (10)", cell.key), "ten (10) days"))
    changed = [(a, b) for a, b in zip(texts, desk.texts(), strict=True) if a != b]
    assert changed == [(cell.text, cell.text.replace("thirty (30)", "ten (10)"))]
    desk.matter.close()


@pytest.mark.skipif(not FIELD.is_dir(), reason="the field files are not here")
@pytest.mark.parametrize(
    ("old", "new", "marked"),
    [
        ("The licence lasts 1-24 months", "The licence lasts 1-36 months", ("24", "36")),
        ("fee is EUR 5,000 per month - net", "fee is EUR 6,000 per month - net", ("5", "6")),
        ('Supplier\'s "Retained Know-How"', 'Supplier\'s "Licensed Know-How"', ("Retained", "Licensed")),
        ('greeting "hello" straight twin.', 'greeting "goodbye" straight twin.', ("hello", "goodbye")),
        ("Tab separated term.", "Tab separated word.", ("term", "word")),
    ],
)
def test_f31_typographic_differences_are_mended_by_code(
    tmp_path: Path, old: str, new: str, marked: tuple[str, str]
) -> None:
    desk = open_desk(tmp_path / "f31.lexmatter", (FIELD / "031_typographic_mismatch.docx").read_bytes())
    texts = desk.texts()
    edit = desk.stage(ReplaceText(old, new), new, mend=True)
    assert [(op.old_text, op.new_text) for op in edit.ops] == [marked]
    desk.accept(edit)
    changed = [(a, b) for a, b in zip(texts, desk.texts(), strict=True) if a != b]
    assert len(changed) == 1
    before, after = changed[0]
    assert before.replace(*marked) == after or before.replace(marked[0], marked[1], 1) == after
    desk.matter.close()


@pytest.mark.skipif(not FIELD.is_dir(), reason="the field files are not here")
def test_f31_the_exact_twin_wins_over_the_typographic_one(tmp_path: Path) -> None:
    desk = open_desk(tmp_path / "f31.lexmatter", (FIELD / "031_typographic_mismatch.docx").read_bytes())
    assert not any("124" in text for text in desk.texts())
    edit = desk.stage(ReplaceText('greeting "hello"', "x"), "x", mend=True)
    (key,) = {op.paragraph_key for op in edit.ops}
    assert 'greeting "hello"' in (desk.structure.text(key) or "")
    desk.matter.close()


@pytest.mark.skipif(not FIELD.is_dir(), reason="the field files are not here")
def test_f32_a_proposal_against_the_old_draft_does_not_overwrite_the_new_one(tmp_path: Path) -> None:
    desk = open_desk(tmp_path / "f32.lexmatter", (FIELD / "032_v1_read_by_model.docx").read_bytes())
    first = desk.head.id
    stale = desk.stage(
        ReplaceText(
            "The deposit is EUR 7,500 and is refundable.",
            "The deposit is EUR 7,500 and is refundable within 14 days.",
        )
    )
    fine = desk.stage(
        ReplaceText("The key is handed over on signing.", "The keys are handed over on signing.")
    )
    content = (FIELD / "032_v2_after_user_edit.docx").read_bytes()
    desk.review.import_version(desk.document_id, content, "v2.docx", LAWYER)
    texts = desk.texts()
    desk.show(stale)
    with pytest.raises(LexDeskError) as caught:
        desk.review.accept([stale.id], LAWYER)
    assert caught.value.code == "stale_anchor"
    assert "EUR 7,500" in caught.value.message
    assert next(text for text in texts if "deposit" in text) in caught.value.message
    assert desk.texts() == texts
    desk.accept(fine)
    assert any("The keys are handed over on signing." in text for text in desk.texts())
    assert desk.matter.read().versions.get(first).number == 1
    desk.matter.close()
