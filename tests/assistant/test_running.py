"""A run that is stopped, fails or is cut keeps its record, and the document stays as it was."""

import json
from pathlib import Path

import pytest
from docx import Document as NewWord

from lexdesk.assistant.desk import Desk
from lexdesk.assistant.drafting import DraftFailed
from lexdesk.assistant.events import Event, TextArrived
from lexdesk.assistant.recorder import NoModel
from lexdesk.errors import LexDeskError
from lexdesk.matter.file import Matter
from tests.assistant.jobs import open_matter
from tests.assistant.obliging import obliging
from tests.models.scripted import ScriptedModel

QUESTION = "How long does the Supplier keep the records?"


@pytest.fixture
def agreement(tmp_path: Path) -> Path:
    word = NewWord()
    word.add_paragraph("1. Records. The Supplier keeps the records for five (5) years.")
    word.add_paragraph("2. Payment. The Customer pays within thirty (30) days.")
    path = tmp_path / "agreement.docx"
    word.save(str(path))
    return path


def test_without_a_model_nothing_is_begun(tmp_path: Path, agreement: Path) -> None:
    with open_matter(tmp_path / "a.lexmatter", None, agreement) as desk:
        with pytest.raises(NoModel):
            desk.ask(desk.chats()[0].id, QUESTION)
        assert desk.messages(desk.chats()[0].id) == []


def test_a_stopped_answer_keeps_what_was_written_and_the_next_question_works(
    tmp_path: Path, agreement: Path
) -> None:
    model = obliging()
    heard: list[str] = []

    def hear(event: Event) -> None:
        if isinstance(event, TextArrived):
            heard.append(event.text)

    with open_matter(tmp_path / "a.lexmatter", model, agreement) as desk:
        chat = desk.chats()[0].id
        message = desk.ask(chat, QUESTION, on_event=hear, cancelled=lambda: len(heard) >= 2)
        assert message.state == "stopped"
        assert message.text == "".join(heard).strip()
        assert desk.matter.read().runs.get(message.run_id or 0).state == "stopped"
        calls = desk.matter.read().calls.of_run(message.run_id or 0)
        assert [call.state for call in calls] == ["stopped"]
        assert desk.ask(chat, QUESTION).state == "complete"


def test_stopped_before_the_model_no_tool_result_is_written_afterwards(
    tmp_path: Path, agreement: Path
) -> None:
    with open_matter(tmp_path / "a.lexmatter", obliging(), agreement) as desk:
        message = desk.ask(desk.chats()[0].id, QUESTION, cancelled=lambda: True)
        assert message.state == "stopped"
        assert desk.matter.read().tools.of_run(message.run_id or 0) == []


class TooLong(LexDeskError):
    code = "prompt_too_long"


def test_a_model_that_fails_leaves_its_record_and_says_why(tmp_path: Path, agreement: Path) -> None:
    model = ScriptedModel([TooLong("The prompt has 9,000 tokens; this model takes fewer than 8,192.")])
    with open_matter(tmp_path / "a.lexmatter", model, agreement) as desk:
        chat = desk.chats()[0].id
        with pytest.raises(TooLong):
            desk.ask(chat, QUESTION)
        last = desk.messages(chat)[-1]
        assert last.state == "failed"
        assert "9,000 tokens" in last.text
        assert all(row.status == "ok" for row in last.trail)
        assert desk.audit().problems == ()


def test_p1_a_draft_that_fails_the_checks_twice_is_not_staged(tmp_path: Path, agreement: Path) -> None:
    model = obliging(lambda clause: clause.replace("thirty (30)", "ninety (90)").replace("pays", "may pay"))
    with open_matter(tmp_path / "a.lexmatter", model, agreement) as desk:
        with pytest.raises(DraftFailed):
            desk.ask(desk.chats()[0].id, "In clause 2, make the Customer pay in advance.")
        assert desk.edits() == []
        assert [row.number for row in desk.versions(desk.documents()[0][0])] == [1]


def test_p8_a_marker_the_model_invents_is_removed_and_listed(tmp_path: Path, agreement: Path) -> None:
    def answer(messages, schema):  # type: ignore[no-untyped-def]
        pin = schema["properties"]["answer"]["items"]["properties"]["pin"]["enum"][0]
        return json.dumps({"answer": [{"pin": pin, "sentence": "Five years [[pin_4711]], see [[diff_9]]."}]})

    heard: list[str] = []
    with open_matter(tmp_path / "a.lexmatter", ScriptedModel(answer), agreement) as desk:
        chat = desk.chats()[0].id
        message = desk.ask(
            chat,
            QUESTION,
            on_event=lambda event: heard.append(event.text) if isinstance(event, TextArrived) else None,
        )
    assert "4711" not in message.text + "".join(heard)
    assert {marker for marker, _reason in message.removed_markers} == {"[[pin_4711]]", "[[diff_9]]"}


def test_p4_every_tool_output_is_readable_whole_by_its_id(tmp_path: Path, agreement: Path) -> None:
    path = tmp_path / "a.lexmatter"
    with open_matter(path, obliging(), agreement) as desk:
        trail = desk.ask(desk.chats()[0].id, "Delete clause 2.").trail
        assert {row.tool for row in trail} >= {"read_section", "get_cross_references", "find_similar"}
        stored = {row.tool_result_id: desk.tool_result(row.tool_result_id).output for row in trail}
    with Desk(Matter.open(path), lambda: None) as desk:
        for number, whole in stored.items():
            joined, offset = "", 0
            while True:
                text, total, following, _sha = desk.tool_result_slice(number, offset, 7)
                joined += text
                if following is None:
                    break
                offset = following
            assert joined == whole
            assert total == len(whole)


def test_a_chosen_model_that_has_gone_does_not_close_the_matter(tmp_path: Path, agreement: Path) -> None:
    def gone() -> None:
        raise TooLong("The file of the model is gone.")

    path = tmp_path / "a.lexmatter"
    with open_matter(path, None, agreement) as desk:
        chat = desk.chats()[0].id
    with Desk(Matter.open(path), gone) as desk:
        assert desk.view().model == ""
        assert desk.chats()[0].sees
        with pytest.raises(TooLong, match="gone"):
            desk.ask(chat, QUESTION)
