"""P10 and P12: the model sees what its chat may see, and nothing is sent before its bytes were shown."""

from pathlib import Path

import pytest
from docx import Document as NewWord

from lexdesk.assistant.desk import Desk
from lexdesk.assistant.sending import RemoteNotAllowed, SendNotConfirmed
from tests.assistant.jobs import open_matter
from tests.assistant.obliging import obliging
from tests.models.scripted import ScriptedModel

QUESTION = "How long must the records be kept?"
OPEN = "The Retention Act says that records must be kept for seven years."
SECRET = "Counsel advised that the records must be kept for three years only."


@pytest.fixture
def agreement(tmp_path: Path) -> Path:
    word = NewWord()
    word.add_paragraph("1. Records. The Supplier keeps the records for five (5) years.")
    word.add_paragraph("2. Law. The law of Norland governs.")
    path = tmp_path / "agreement.docx"
    word.save(str(path))
    (tmp_path / "act.txt").write_text(OPEN, encoding="utf-8")
    (tmp_path / "advice.txt").write_text(SECRET, encoding="utf-8")
    return path


def all_prompts(model: ScriptedModel) -> str:
    return "\n".join(message.text for prompt in model.prompts for message in prompt)


def add_sources(desk: Desk, folder: Path) -> tuple[int, int]:
    act = desk.add_source(folder / "act.txt", role="law")
    advice = desk.add_source(folder / "advice.txt", role="note", privileged=True)
    return act.id, advice.id


def test_p10_a_side_chat_sees_its_context_set_and_nothing_else(tmp_path: Path, agreement: Path) -> None:
    model = obliging()
    with open_matter(tmp_path / "a.lexmatter", model, agreement) as desk:
        act, _advice = add_sources(desk, tmp_path)
        side = desk.new_chat("Act only", context=[("source", act)])
        desk.ask(side.id, QUESTION)
    assert OPEN in all_prompts(model)
    assert SECRET not in all_prompts(model)
    assert "five (5) years" not in all_prompts(model)


def test_p10_the_main_chat_of_a_local_model_sees_the_whole_matter(tmp_path: Path, agreement: Path) -> None:
    model = obliging()
    with open_matter(tmp_path / "a.lexmatter", model, agreement) as desk:
        add_sources(desk, tmp_path)
        desk.ask(desk.chats()[0].id, QUESTION)
    for text in (OPEN, SECRET, "five (5) years"):
        assert text in all_prompts(model)


def test_p10_the_exact_context_of_every_call_is_stored(tmp_path: Path, agreement: Path) -> None:
    model = obliging()
    with open_matter(tmp_path / "a.lexmatter", model, agreement) as desk:
        add_sources(desk, tmp_path)
        message = desk.ask(desk.chats()[0].id, QUESTION)
        calls = desk.matter.read().calls.of_run(message.run_id or 0)
        sent = [
            model.request_bytes(prompt, schema, 420).decode()
            for prompt, schema in zip(model.prompts, model.schemas, strict=True)
        ]
    assert [call.context for call in calls] == sent


def remote() -> ScriptedModel:
    model = obliging()
    model.remote = True
    return model


def test_p12_a_remote_model_is_off_until_the_matter_allows_it(tmp_path: Path, agreement: Path) -> None:
    model = remote()
    with open_matter(tmp_path / "a.lexmatter", model, agreement) as desk:
        add_sources(desk, tmp_path)
        with pytest.raises(RemoteNotAllowed):
            desk.ask(desk.chats()[0].id, QUESTION, confirm_send=lambda request: True)
        assert model.prompts == []
        assert not desk.view().network_used


def test_p12_the_first_send_is_shown_and_refusing_it_sends_nothing(tmp_path: Path, agreement: Path) -> None:
    model = remote()
    shown: list[bytes] = []

    def refuse(request: bytes) -> bool:
        shown.append(request)
        return False

    def allow(request: bytes) -> bool:
        shown.append(request)
        return True

    with open_matter(tmp_path / "a.lexmatter", model, agreement) as desk:
        add_sources(desk, tmp_path)
        desk.allow_remote(True)
        chat = desk.chats()[0].id
        with pytest.raises(SendNotConfirmed):
            desk.ask(chat, QUESTION, confirm_send=refuse)
        assert model.prompts == []
        assert not desk.view().network_used
        desk.ask(chat, QUESTION, confirm_send=allow)
        assert len(shown) == 2
        assert shown[1] == model.request_bytes(model.prompts[0], model.schemas[0], 420)
        assert desk.view().network_used
        desk.ask(chat, "Which law governs?", confirm_send=refuse)
        assert len(shown) == 2, "asked once for a matter and a model"
        acts = [row.act for row in desk.audit_rows()]
        assert acts.count("network.confirmed") == 1
        assert acts.count("model.send") == 2


def test_p10_privileged_sources_never_reach_a_remote_model(tmp_path: Path, agreement: Path) -> None:
    model = remote()
    with open_matter(tmp_path / "a.lexmatter", model, agreement) as desk:
        _act, advice = add_sources(desk, tmp_path)
        desk.allow_remote(True)
        message = desk.ask(desk.chats()[0].id, QUESTION, confirm_send=lambda request: True)
        side = desk.new_chat("Advice", context=[("source", advice)])
        desk.ask(side.id, QUESTION, confirm_send=lambda request: True)
    assert OPEN in all_prompts(model)
    assert SECRET not in all_prompts(model)
    assert any("privileged" in limit for limit in message.limits)
