"""F36 and harness 20, 21: going back in a chat says what happens to the document, and does it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lexdesk.assistant.desk import Desk
from lexdesk.assistant.review_desk import NowhereToGoBack
from lexdesk.matter.file import Matter
from lexdesk.matter.records import EditRow
from lexdesk.review.heads import Act
from lexdesk.review.proposal import ReplaceText
from tests.review.desks import AGREEMENT, LAWYER, word_file

A = ReplaceText("accurate books", "good books")
B = ReplaceText("in writing", "by letter")
C = ReplaceText("without notice", "without a day’s notice")


class Chat:
    """A desk with one agreement, and messages of runs that were told of the head at their time."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "back.lexmatter"
        self.desk = Desk(Matter.create(self.path, name="Back", author=LAWYER), lambda: None)
        file = folder / "agreement.docx"
        file.write_bytes(word_file(AGREEMENT))
        self.document = self.desk.import_document(file)
        self.chat = self.desk.chats()[0].id

    def head(self) -> int:
        return self.desk.matter.read().documents.head(self.document).id

    def told(self) -> int | None:
        """The version that the model of this chat is told of now."""
        return self.desk._scope(self.chat, None).version_id

    def say(self, text: str) -> int:
        """A message of a run about the head; its id."""
        head = self.head()

        def work(tx: Any) -> int:
            run = tx.runs.start(self.chat, text, "guided", "scripted", self.document, head)
            tx.runs.finish(run.id, "done", "")
            tx.act("test", "run", str(run.id))
            return int(tx.chats.add_message(self.chat, "user", text, run_id=run.id).id)

        return self.desk.matter.write(work)

    def stage(self, proposal: ReplaceText, run: int | None = None) -> EditRow:
        edit = self.desk.review.stage(
            proposal,
            document_id=self.document,
            version_id=self.head(),
            instruction="Do it.",
            created_by="model: scripted",
            run_id=run,
        )
        self.desk.show_advisories(edit.id)
        return edit

    def accept(self, proposal: ReplaceText) -> tuple[EditRow, int]:
        edit = self.stage(proposal)
        return edit, self.desk.accept([edit.id]).id


@pytest.fixture
def chat(tmp_path: Path) -> Iterator[Chat]:
    made = Chat(tmp_path)
    yield made
    made.desk.close()


def test_f36_undo_accept_and_going_back_hold_after_a_restart(chat: Chat) -> None:
    first = chat.head()
    before_a = chat.say("Change the books.")
    edit_a, v2 = chat.accept(A)
    _, v3 = chat.accept(B)
    chat.desk.undo(chat.document)
    assert chat.head() == v2
    _, v4 = chat.accept(C)
    numbers = {view.id: view for view in chat.desk.versions(chat.document)}
    assert numbers[v4].parent_number == numbers[v2].number
    assert not numbers[v3].on_chain
    assert "version 1 again" in chat.desk.going_back(before_a)
    assert chat.head() == v4  # telling does nothing
    assert chat.desk.go_back(before_a).id == first
    assert chat.head() == chat.told() == chat.desk.document(chat.document).version_id == first
    last = chat.desk.messages(chat.chat)[-1]
    assert last.role == "notice"
    assert "stay in the list of versions" in last.text
    assert chat.desk.matter.read().edits.get(edit_a.id).state == "staged"
    path = chat.path
    chat.desk.close()
    with Desk(Matter.open(path), lambda: None) as again:
        chat.desk = again
        assert chat.head() == chat.told() == first
        assert {view.id for view in again.versions(chat.document)} == {first, v2, v3, v4}
        assert "by letter" in str(again.document(chat.document, v3))
        _, v5 = chat.accept(C)
        assert again.matter.read().versions.get(v5).parent_id == first
        assert again.audit().problems == ()


def test_going_back_and_forth_keeps_edits_and_text_together(chat: Chat) -> None:
    early = chat.say("First.")
    edit, version = chat.accept(A)
    late = chat.say("Second.")
    chat.desk.go_back(early)
    assert chat.desk.matter.read().edits.get(edit.id).state == "staged"
    assert chat.desk.go_back(late).id == version
    assert chat.desk.matter.read().edits.get(edit.id).state == "accepted"
    assert "already" in chat.desk.going_back(late)


def test_a_message_about_no_agreement_goes_nowhere(chat: Chat) -> None:
    message = chat.desk.matter.write(
        lambda tx: (tx.chats.add_message(chat.chat, "user", "Hello."), tx.act("test", "message", "1"))[0]
    )
    with pytest.raises(NowhereToGoBack):
        chat.desk.go_back(message.id)


def test_harness_21_what_the_lawyer_changes_during_a_run_is_never_the_runs(chat: Chat) -> None:
    chat.say("Change the books.")
    run = chat.desk.matter.read().runs.list()[-1].id
    edit = chat.stage(A, run)
    by_hand = chat.desk.review.hand_edit(chat.document, [B], LAWYER)
    assert by_hand.version is not None
    chat.desk.accept([edit.id])
    (hunk,) = chat.desk.of_run(run)
    assert (hunk.edit_id, hunk.source, hunk.confidence) == (edit.id, "apply_time", "high")
    assert "good books" in hunk.added
    (own,) = chat.desk.matter.read().changes.of_version(by_hand.version.id)
    assert (own.run_id, own.edit_id, own.source) == (None, None, "line_diff")


def test_harness_21_rejecting_leaves_later_hand_edits(chat: Chat) -> None:
    edit = chat.stage(A)
    chat.desk.review.hand_edit(chat.document, [B], LAWYER)
    chat.desk.reject([edit.id])
    text = json.dumps(str(chat.desk.document(chat.document)), ensure_ascii=False)
    assert "by letter" in text
    assert chat.desk.matter.read().edits.get(edit.id).state == "rejected"


def test_undo_and_redo_are_told_as_facts(chat: Chat) -> None:
    assert chat.desk.undo_act(chat.document) is None
    chat.accept(A)
    assert chat.desk.undo_act(chat.document) == Act("accept", (("replace", "12.6"),), "Accept: change 12.6")
    rejected = chat.stage(B)
    chat.desk.reject([rejected.id])
    assert chat.desk.undo_act(chat.document) == Act("reject", (("replace", "16.1"),))
    chat.desk.undo(chat.document)
    assert chat.desk.redo_act(chat.document) == Act("reject", (("replace", "16.1"),))
    chat.desk.undo(chat.document)
    redo = chat.desk.redo_act(chat.document)
    assert redo is not None
    assert redo.kind == "accept"
