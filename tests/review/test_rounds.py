"""What the other side made of what we sent: every fate, openly or in silence, and what else they changed."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from lexdesk.review.proposal import DeleteClause, InsertAfter, ReplaceText
from lexdesk.review.rounds import NothingSent, Round
from lexdesk.word.choice import chosen
from lexdesk.word.document import Document
from lexdesk.word.model import InsertParagraph, Paragraph, Replace
from lexdesk.word.resolve import resolved
from tests.review.desks import AGREEMENT, LAWYER, Desk

THEM = "Brown LLP"
SENT = [
    ReplaceText("thirty (30) days of receipt", "sixty (60) days of receipt"),
    ReplaceText("accurate books", "true books"),
    ReplaceText("without notice", "without thirty days’ notice"),
    DeleteClause("12.7"),
    ReplaceText("in writing", "in writing and in English"),
    ReplaceText("means the sums", "means all sums"),
]


@pytest.fixture
def sent(desk: Desk, tmp_path: Path) -> Path:
    """A redline with seven changes of ours, on record as sent."""
    for proposal in (*SENT, InsertAfter(desk.key("16.1"), "16.2 Interest accrues.")):
        desk.accept(desk.stage(proposal))
    path = tmp_path / "sent.docx"
    desk.review.export(desk.document_id, "redline", path, LAWYER)
    desk.review.record_sent(desk.document_id, path, THEM, LAWYER, "2026-02-01")
    return path


class Draft:
    """Their copy of what we sent, as they work on it in Word."""

    def __init__(self, content: bytes) -> None:
        self.document = Document.open(content)

    def paragraph(self, start: str) -> Paragraph:
        (found,) = [p for p in self.document.paragraphs if (p.text or p.original).startswith(start)]
        return found

    def settle(self, start: str, action: str) -> None:
        """Accept or reject our changes in a paragraph, which leaves no mark."""
        key = self.paragraph(start).key
        names = [row.id for row in self.document.revisions if key in row.keys]
        self.document = resolved(self.document, action, chosen(self.document, ids=names))  # type: ignore[arg-type]

    def change(self, start: str, old: str, new: str, marked: bool) -> None:
        author, paragraph = THEM if marked else "silently", self.paragraph(start)
        at = paragraph.text.index(old)
        edit = Replace(paragraph.key, at, at + len(old), old, new)
        self.document = self.document.edited([edit], author, datetime(2026, 2, 3, tzinfo=UTC))
        self.document = resolved(self.document, "accept", lambda raw: raw.author == "silently")


def back(desk: Desk, draft: Draft) -> Round:
    desk.review.import_version(desk.document_id, draft.document.to_bytes(), "back.docx", LAWYER)
    (found,) = desk.review.rounds(desk.document_id)
    return found


def fates(found: Round) -> dict[str, tuple[str, bool]]:
    return {answer.clause: (answer.fate, answer.marked) for answer in found.answers}


def test_before_anything_comes_back(desk: Desk, sent: Path) -> None:
    (found,) = desk.review.rounds(desk.document_id)
    assert (found.sent.to, found.sent.at, found.sent.form) == (THEM, "2026-02-01", "redline")
    assert found.returned is None
    row = desk.matter.read().audit.rows()[-1]
    assert (row.act, row.actor) == ("round.sent", LAWYER)


def test_an_untouched_return_leaves_everything_open(desk: Desk, sent: Path) -> None:
    found = back(desk, Draft(sent.read_bytes()))
    assert set(fates(found).values()) == {("open", False)}
    assert found.theirs == ()


def test_every_fate_by_clause(desk: Desk, sent: Path) -> None:
    draft = Draft(sent.read_bytes())
    draft.settle("4.1", "reject")
    draft.settle("12.6", "accept")
    draft.settle(AGREEMENT[10][:8], "reject")
    draft.change("4.2", "thirty", "ten", marked=False)
    draft.change("16.1", " and in English", "", marked=True)
    found = back(desk, draft)
    assert fates(found) == {
        "1.2": ("open", False),
        "4.1": ("rejected", False),
        "4.2": ("changed", False),
        "12.6": ("accepted", False),
        "12.7": ("rejected", False),
        "16.1": ("rejected", True),
        "16.2": ("open", False),
    }
    changed = next(answer for answer in found.answers if answer.clause == "4.2")
    assert changed.now == "4.2 The Supplier may not suspend the services without ten days’ notice."
    assert found.theirs == (), "how they answered is not told again as a change of theirs"


def test_what_else_they_changed_openly_and_in_silence(desk: Desk, sent: Path) -> None:
    draft = Draft(sent.read_bytes())
    draft.change("14.2", "does not affect", "never affects", marked=True)
    draft.change("9.3", "thirty (30)", "twenty (20)", marked=False)
    key = draft.paragraph("9.3").key
    new = InsertParagraph(key, "after", "9.4 The Supplier keeps one copy.", "new")
    draft.document = draft.document.edited([new], THEM, datetime(2026, 2, 3, tzinfo=UTC))
    found = back(desk, draft)
    assert {fate for fate, _ in fates(found).values()} == {"open"}
    assert [(one.clause, one.tracked) for one in found.theirs] == [
        ("9.3", False),
        ("9.4", True),
        ("14.2", True),
    ]
    assert found.theirs[1].author == THEM


def test_our_later_work_is_not_taken_for_theirs(desk: Desk, sent: Path) -> None:
    desk.accept(desk.stage(ReplaceText("stay confidential", "stay secret")))
    found = back(desk, Draft(sent.read_bytes()))
    assert found.theirs == (), "it is compared with what was sent, not with the head"


def test_a_clean_copy_that_was_sent(desk: Desk, tmp_path: Path) -> None:
    desk.accept(desk.stage(SENT[0]))
    path = tmp_path / "clean.docx"
    desk.review.export(desk.document_id, "clean", path, LAWYER)
    desk.review.record_sent(desk.document_id, path, THEM, LAWYER)
    draft = Draft(path.read_bytes())
    draft.change("4.1", "sixty (60)", "thirty (30)", marked=True)
    found = back(desk, draft)
    assert found.answers == ()
    assert [one.clause for one in found.theirs] == ["4.1"]


def test_the_very_file_that_was_sent_is_the_base(desk: Desk, tmp_path: Path) -> None:
    first = desk.matter.read().documents.head(desk.document_id)
    desk.accept(desk.stage(ReplaceText("accurate books", "true books")))
    path = tmp_path / "since.docx"
    desk.review.export(desk.document_id, "redline", path, LAWYER, against_id=first.id, scrub=True)
    desk.review.record_sent(desk.document_id, path, THEM, LAWYER)
    content = path.read_bytes()
    path.unlink()
    draft = Draft(content)
    draft.settle("12.6", "accept")
    draft.change("16.1", "in writing", "by letter", marked=False)
    desk.review.import_version(desk.document_id, draft.document.to_bytes(), "back.docx", LAWYER)
    (found,) = desk.review.rounds(desk.document_id)
    assert [answer.fate for answer in found.answers] == ["accepted"]
    assert [(d.removed, d.added, d.tracked) for d in found.theirs] == [("in writing", "by letter", False)]


@pytest.mark.parametrize("at", ["garbage", "2026-02-31", "31/03/2026", "9999-01-01"])
def test_a_day_of_sending_that_cannot_be_is_not_put_on_record(desk: Desk, sent: Path, at: str) -> None:
    before = len(desk.review.rounds(desk.document_id))
    with pytest.raises(NothingSent):
        desk.review.record_sent(desk.document_id, sent, THEM, LAWYER, at)
    assert len(desk.review.rounds(desk.document_id)) == before


def test_only_what_was_exported_here_can_be_sent(desk: Desk, sent: Path, tmp_path: Path) -> None:
    changed = tmp_path / "changed.docx"
    changed.write_bytes(sent.read_bytes() + b"\0")
    for path, to in ((changed, THEM), (tmp_path / "nothere.docx", THEM), (sent, " ")):
        with pytest.raises(NothingSent):
            desk.review.record_sent(desk.document_id, path, to, LAWYER)
    assert len(desk.review.rounds(desk.document_id)) == 1
