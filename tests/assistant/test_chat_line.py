"""Harness 20: after “go back to here” the model is told of the chat up to that message, and of no more."""

from pathlib import Path
from typing import Any

import pytest

from lexdesk.assistant.compaction.line import line_of
from lexdesk.assistant.desk import Desk
from tests.assistant.agreements import write_agreement
from tests.assistant.jobs import open_matter
from tests.models.scripted_agent import ToolScript

CLAUSES = [
    "1. Notice. Either party may end this agreement on 60 days' notice.",
    "2. Records. The Supplier keeps its records for seven years.",
    "3. Fees. The Customer pays the fees on 30 days' credit.",
]


@pytest.fixture
def agreement(tmp_path: Path) -> Path:
    return write_agreement(tmp_path / "short.docx", CLAUSES)


def proposing(**call: Any) -> dict[str, Any]:
    return {"tool": "propose_edit", "explanation": "As instructed.", **call}


def shown(model: ToolScript) -> str:
    return "\n".join(message.text for message in model.conversations[-1])


def accept(desk: Desk, edit_id: int) -> None:
    desk.show_advisories(edit_id)
    desk.accept([edit_id])


def test_harness_20_what_was_said_after_the_message_gone_back_to_is_left_out(
    tmp_path: Path, agreement: Path
) -> None:
    model = ToolScript(
        [
            "Sixty days.",
            proposing(operation="replace", section="1", old_text="60 days", new_text="90 days"),
            "Staged.",
            "As before.",
            "Still here.",
        ]
    )
    with open_matter(tmp_path / "a.lexmatter", model, agreement) as desk:
        chat = desk.chats()[0].id
        desk.ask(chat, "ZEBRA: how long is the notice?", mode="free")
        first = desk.messages(chat)[-1].id
        edit = desk.ask(chat, "OKAPI: make it ninety.", mode="free").edit_ids[0]
        accept(desk, edit)
        between = len(desk.messages(chat)) - 2
        desk.go_back(first)
        desk.ask(chat, "LEMUR: what does it say now?", mode="free")
        said = shown(model)
        assert "ZEBRA" in said
        assert "Sixty days." in said
        assert "LEMUR" in said
        assert "OKAPI" not in said
        assert f"The {between} messages between are left out here" in said
        assert any("OKAPI" in message.text for message in desk.messages(chat)), "the lawyer still reads it"
        # Forward again: that line of the chat is the one in view, the other is left out.
        late = next(m.id for m in reversed(desk.messages(chat)) if m.text.startswith("Staged"))
        accepted = next(v.id for v in desk.versions(1) if v.number == 2)
        desk.review.go_back(accepted, "Ada", chat, late)
        desk.ask(chat, "TAPIR: and now?", mode="free")
        said = shown(model)
        assert "OKAPI" in said
        assert "LEMUR" not in said


def test_an_instruction_gone_back_to_stays_without_its_answer(tmp_path: Path, agreement: Path) -> None:
    model = ToolScript(
        [
            "Sixty days.",
            proposing(operation="replace", section="1", old_text="60 days", new_text="90 days"),
            "Staged as asked.",
            "Very well.",
        ]
    )
    with open_matter(tmp_path / "a.lexmatter", model, agreement) as desk:
        chat = desk.chats()[0].id
        desk.ask(chat, "How long is the notice?", mode="free")
        edit = desk.ask(chat, "OKAPI: make it ninety.", mode="free").edit_ids[0]
        accept(desk, edit)
        asked = next(m.id for m in desk.messages(chat) if m.text.startswith("OKAPI"))
        desk.go_back(asked)
        line = line_of(desk.matter.read(), chat)
        assert [row.role for row in line.messages] == ["user", "assistant", "user", "notice"]
        desk.ask(chat, "LEMUR: ask again.", mode="free")
        said = shown(model)
        assert "OKAPI" in said
        assert "Staged as asked." not in said


def test_a_move_is_proposed_staged_and_moves_the_clause(tmp_path: Path, agreement: Path) -> None:
    model = ToolScript(
        [
            proposing(operation="move_after", section="1"),
            proposing(operation="move_after", section="1", beside="2"),
            "Staged.",
        ]
    )
    with open_matter(tmp_path / "a.lexmatter", model, agreement) as desk:
        edit = desk.ask(desk.chats()[0].id, "Put clause 1 behind clause 2.", mode="free").edit_ids[0]
        assert "needs beside" in shown(model)
        accept(desk, edit)
        texts = [block.text for block in desk.structures.of(desk.matter.read().documents.head(1).id).blocks]
        starts = [text.split(".")[1].strip() for text in texts if text.startswith(("1.", "2.", "3."))]
        assert starts[:3] == ["Records", "Notice", "Fees"]
