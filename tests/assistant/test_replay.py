"""P10: a run can be made again with another model on exactly what the first one saw."""

import json
from pathlib import Path

import pytest

from lexdesk.assistant.agent.replay import NothingToReplay
from tests.assistant.agreements import write_agreement
from tests.assistant.jobs import open_matter
from tests.assistant.obliging import obliging
from tests.models.scripted import ScriptedModel
from tests.models.scripted_agent import ToolScript

EDIT = {"tool": "propose_edit", "operation": "replace", "section": "4.1", "old_text": "60 days"}


@pytest.fixture
def agreement(tmp_path: Path) -> Path:
    return write_agreement(tmp_path / "agreement.docx")


def test_the_proposals_of_a_free_run_are_laid_side_by_side(tmp_path: Path, agreement: Path) -> None:
    first = ToolScript([{**EDIT, "new_text": "90 days"}, "Staged."], name="first")
    second = ToolScript([{**EDIT, "new_text": "45 days"}, "Staged."], name="second")
    model = [first]
    with open_matter(tmp_path / "a.lexmatter", None, agreement) as desk:
        desk._model = lambda: model[0]
        chat = desk.chats()[0].id
        desk.ask(chat, "Change the notice.", mode="free")
        model[0] = second
        before = desk.messages(chat)
        view = desk.replay(1)
        assert (view.model_was, view.model_now) == ("first", "second")
        assert [one.was == one.now for one in view.calls] == [False, True]
        assert ("delete", "90") in view.calls[0].pieces
        assert ("insert", "45") in view.calls[0].pieces
        assert len(desk.matter.read().edits.list()) == 1, "nothing was staged by it"
        assert desk.messages(chat) == before
        assert first.conversations == second.conversations, "exactly what the first one saw"
        run = desk.matter.read().runs.get(view.replay_run_id)
        assert (run.mode, run.state, run.model) == ("replay", "done", "second")
        assert desk.audit().problems == ()


def test_a_guided_run_is_replayed_and_only_its_words_differ(tmp_path: Path, agreement: Path) -> None:
    model: list[ScriptedModel] = [obliging()]
    with open_matter(tmp_path / "a.lexmatter", None, agreement) as desk:
        desk._model = lambda: model[0]
        desk.ask(desk.chats()[0].id, "How much notice must a party give to terminate?")
        model[0] = ScriptedModel(lambda messages, schema: '{"answer": []}')
        view = desk.replay(1)
    (answered,) = [one for one in view.calls if one.purpose == "answer question"]
    assert "60 days" in answered.was
    assert answered.now == '{"answer": []}'
    assert "".join(text for kind, text in answered.pieces if kind != "insert") == answered.was
    assert "".join(text for kind, text in answered.pieces if kind != "delete") == answered.now


def test_p10_what_could_see_privileged_sources_is_not_replayed_elsewhere(
    tmp_path: Path, agreement: Path
) -> None:
    (tmp_path / "advice.txt").write_text("Counsel advised three years.", encoding="utf-8")
    model: list[ScriptedModel] = [ToolScript([{"tool": "read_source", "source": 1}, "Three years."])]
    with open_matter(tmp_path / "a.lexmatter", None, agreement) as desk:
        desk._model = lambda: model[0]
        desk.add_source(tmp_path / "advice.txt", role="note", privileged=True)
        desk.allow_remote(True)
        chat = desk.chats()[0].id
        desk.ask(chat, "How long?", mode="free")
        remote = ToolScript(["It says nothing."], remote=True)
        model[0] = remote
        with pytest.raises(NothingToReplay, match="privileged"):
            desk.replay(1, confirm_send=lambda request: True)
        assert remote.conversations == []
        # Nor does the chat's own history carry it there.
        desk.ask(chat, "And now?", mode="free", confirm_send=lambda request: True)
        sent = json.dumps([message.text for message in remote.conversations[-1]])
    assert "Three years" not in sent
    assert "Counsel" not in sent
    assert "withheld" in sent
