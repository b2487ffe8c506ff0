"""Chats: context sets, forks, findings handed over, names and tabs. P8 and P10 hold across chats."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lexdesk.assistant.desk import Desk
from lexdesk.assistant.views import ChatView, MessageView
from lexdesk.errors import LexDeskError
from tests.assistant.agreements import write_agreement
from tests.assistant.jobs import open_matter
from tests.assistant.obliging import obliging
from tests.models.scripted_agent import ToolScript

ACT = "Records shall be kept for seven years. Copies may be destroyed after a year."
MAIL = "We return all papers within thirty days. Our client is content with this."


class Scripted:
    """A model that can be another one in each run."""

    def __init__(self) -> None:
        self.model = ToolScript(["Nothing."])

    def says(self, *steps: object, **facts: object) -> ToolScript:
        self.model = ToolScript(list(steps), **facts)
        return self.model


@pytest.fixture
def script() -> Scripted:
    return Scripted()


@pytest.fixture
def desk(tmp_path: Path, script: Scripted) -> Iterator[Desk]:
    (tmp_path / "act.txt").write_text(ACT, encoding="utf-8")
    (tmp_path / "mail.txt").write_text(MAIL, encoding="utf-8")
    with open_matter(tmp_path / "m.lexmatter", None, write_agreement(tmp_path / "a.docx")) as opened:
        opened._model = lambda: script.model
        opened.add_source(tmp_path / "act.txt", role="law", short_name="Act")
        opened.add_source(tmp_path / "mail.txt", role="fact", short_name="Mail", privileged=True)
        yield opened


def found(desk: Desk, script: Scripted, chat: ChatView) -> MessageView:
    """A finding from source 1 with its pin."""
    script.says({"tool": "search_sources", "query": "records kept years"}, "Seven years [[pin_1]]. Or less.")
    return desk.ask(chat.id, "How long?", mode="free")


def side(desk: Desk, *context: tuple[str, int | str]) -> ChatView:
    return desk.new_chat("Side", "side", context)


def told(model: ToolScript) -> str:
    return "\n".join(message.text for message in model.conversations[-1])


def test_p10_what_may_be_ticked_names_what_is_privileged_and_what_a_remote_model_never_sees(
    desk: Desk, script: Scripted
) -> None:
    chat = side(desk, ("source", 2))
    choices = {(one.kind, one.ref): one for one in desk.context_choices(chat.id)}
    assert choices["version", "1"].label.endswith("v1")
    assert [one.ticked for one in choices.values() if one.kind == "source"] == [False, True]
    assert choices["source", "2"].privileged
    assert choices["source", "2"].unseen == ""
    assert sum(kind == "skill" for kind, _ref in choices) == 5
    script.says("x", remote=True)
    assert {one.unseen for one in desk.context_choices(chat.id) if one.ref == "2"} == {"privileged"}


def test_p10_the_set_is_changed_on_record_and_a_side_chat_never_sees_all_by_accident(desk: Desk) -> None:
    chat = side(desk, ("source", 1))
    changed = desk.set_context(chat.id, [("source", 2), ("version", 1)])
    assert (changed.whole, dict(changed.counts)["source"], changed.agreements) == (False, 1, ("a v1",))
    row = desk.audit_rows(limit=None)[-1]
    assert row.act == "chat.context"
    assert '"old":[["source","1"]]' in row.detail.replace(" ", "")
    with pytest.raises(LexDeskError, match="nothing is"):
        desk.set_context(chat.id, [])
    assert desk.set_context(desk.chats()[0].id, []).whole


def test_a_chat_that_begins_with_words_of_the_agreement_sees_these_alone(
    desk: Desk, script: Scripted
) -> None:
    structure = desk.structures.of(1)
    clause = next(block for block in structure.blocks if "invoice within" in block.text)
    (words,) = desk.mark_words(1, clause.key, "10 business days")
    section = next(block for block in structure.blocks if block.text.startswith("4. Term"))
    assert desk.mark_words(1, clause.key, "10 business days") == [words], "the same words, the same passage"
    assert len(desk.mark_words(1, section.key)) == 3, "a clause with all its paragraphs"
    chat = side(desk, ("passage", words))
    assert dict(chat.counts) == {"source": 0, "passage": 1, "skill": 0, "note": 0}
    model = script.says("Ten [[pin_1]].")
    desk.ask(chat.id, "How long?", mode="free")
    assert "10 business days" in told(model)
    assert "Customer may contest" not in told(model)


def test_a_fork_goes_on_from_a_message_with_pins_of_its_own(desk: Desk, script: Scripted) -> None:
    first = side(desk, ("source", 1))
    answer = found(desk, script, first)
    script.says("Later.")
    desk.ask(first.id, "And then?", mode="free")
    fork = desk.fork_chat(answer.id, "Fork of side")
    messages = desk.messages(fork.id)
    assert messages[0].text == "How long?"
    assert len(messages) == 2, "what came after the message is not carried over"
    assert messages[1].claims[0].pins[0].pin_id != answer.claims[0].pins[0].pin_id
    assert messages[1].claims[0].pins[0].text == answer.claims[0].pins[0].text
    assert messages[1].claims[0].pins[0].marker in messages[1].text
    assert [row.tool for row in messages[1].trail] == ["search_sources"]
    assert (fork.parent, dict(fork.counts)["source"]) == (first.id, 1)
    own = messages[1].claims[0].pins[0].marker
    model = script.says(f"As said {own}, and [[pin_1]].")
    again = desk.ask(fork.id, "Say it again.", mode="free")
    assert f"Seven years. {own}" in told(model)
    assert again.removed_markers[0][0] == "[[pin_1]]", "a marker of the other chat is none here (P8)"


def test_a_finding_is_handed_over_with_its_pins_and_they_join_the_other_chats_set(
    desk: Desk, script: Scripted
) -> None:
    answer = found(desk, script, side(desk, ("source", 1)))
    other = desk.new_chat("Other", "side", [("version", 1)])
    notice = desk.promote(answer.id, [0], other.id)
    assert notice.role == "notice"
    own = notice.claims[0].pins[0].marker
    assert own != answer.claims[0].pins[0].marker
    assert notice.text == f"From the chat “Side” (message {answer.id}): Seven years. {own}"
    assert notice.claims[0].checks == answer.claims[0].checks
    assert "Or less" not in notice.text
    context = desk.matter.read().chats.context(other.id)
    assert context == [("version", "1"), ("passage", str(answer.claims[0].pins[0].passage_id))]
    model = script.says(f"Yes {own}.")
    said = desk.ask(other.id, "So?", mode="free")
    assert f"Seven years. {own}" in told(model)
    assert said.claims[0].pins[0].source_id == 1
    with pytest.raises(LexDeskError, match="no finding"):
        desk.promote(answer.id, [7], other.id)
    with pytest.raises(LexDeskError, match="in this chat already"):
        desk.promote(answer.id, [0], answer_chat(desk, answer))


def answer_chat(desk: Desk, answer: MessageView) -> int:
    return desk.matter.read().chats.message(answer.id).chat_id


def test_p10_a_privileged_finding_never_reaches_a_remote_model(desk: Desk, script: Scripted) -> None:
    chat = side(desk, ("source", 2))
    script.says({"tool": "search_sources", "query": "papers thirty days"}, "Thirty days [[pin_1]].")
    answer = desk.ask(chat.id, "How long?", mode="free")
    main = desk.chats()[0].id
    notice = desk.promote(answer.id, [0], main)
    desk.allow_remote(True)
    steps = [{"tool": "read_tool_result", "tool_use_id": f"msg_{notice.id}"}, "No."]
    model = script.says(*steps, remote=True, name="far")
    desk.ask(main, "So?", mode="free", confirm_send=lambda request: True)
    spoken = "\n".join(message.text for each in model.conversations for message in each)
    assert "Thirty days" not in spoken
    assert "withheld" in spoken
    assert "may not see now" in spoken, "the address of the notice is closed too"


def test_names_and_tabs_are_kept_and_nothing_is_lost_by_closing(desk: Desk, script: Scripted) -> None:
    chat = side(desk, ("source", 1))
    found(desk, script, chat)
    assert desk.rename_chat(chat.id, "  Only   the Act ").title == "Only the Act"
    desk.close_chat(chat.id)
    assert [one.title for one in desk.chats()] == ["Main"]
    assert [one.title for one in desk.closed_chats()] == ["Only the Act"]
    assert len(desk.messages(chat.id)) == 2
    assert any(hit.chat_id == chat.id for hit in desk.find_everywhere("seven years").messages)
    desk.reopen_chat(chat.id)
    assert len(desk.chats()) == 2
    with pytest.raises(LexDeskError, match="stays open"):
        desk.close_chat(desk.chats()[0].id)
    with pytest.raises(LexDeskError, match="empty"):
        desk.rename_chat(chat.id, "  ")


def test_what_a_run_used_is_told(desk: Desk, script: Scripted) -> None:
    answer = found(desk, script, desk.chats()[0])
    use = desk.run_use(answer.run_id or 0)
    assert (use.mode, use.model, use.calls, use.compactions, use.budget_ended) == (
        "free",
        "scripted",
        2,
        0,
        "",
    )
    assert use.tokens_read > 100
    assert answer.mode == "free"


def test_p10_a_guided_run_too_notes_what_it_could_see_and_what_was_left_out(
    desk: Desk, script: Scripted
) -> None:
    chat = side(desk, ("source", 1))
    script.model = obliging()
    answer = desk.ask(chat.id, "Must records be kept for seven years?", mode="guided")
    lines = {(one.kind, one.label): one.why for one in desk.seen(answer.run_id or 0)}
    assert lines["source", "Act"] == "chosen for this chat"
    assert lines["left_out", "Mail"] == "not chosen for this chat"
    assert any(kind == "model_call" for kind, _label in lines)


def test_chosen_passages_are_what_a_guided_answer_rests_on(desk: Desk, script: Scripted) -> None:
    structure = desk.structures.of(1)
    clause = next(block for block in structure.blocks if "invoice within" in block.text)
    (words,) = desk.mark_words(1, clause.key, "10 business days")
    script.model = obliging()
    answer = desk.ask(side(desk, ("passage", words)).id, "Is it within 10 business days?", mode="guided")
    assert [pin.text for claim in answer.claims for pin in claim.pins] == ["10 business days"]


def test_p16_what_was_forked_or_handed_over_goes_with_its_source(desk: Desk, script: Scripted) -> None:
    answer = found(desk, script, side(desk, ("source", 1)))
    fork = desk.fork_chat(answer.id, "Fork")
    desk.promote(answer.id, [0], desk.chats()[0].id)
    desk.expunge_source(1, "Sent by mistake.")
    said = [one for chat in desk.chats() for one in desk.messages(chat.id)]
    assert len(said) > 4
    assert not any("Seven years" in one.text for one in said)
    assert not any("Seven years" in claim.text for one in said for claim in one.claims)
    assert fork.id in {chat.id for chat in desk.chats()}
