"""The free agent: its tools, what it is told of errors, its budgets, and what is on record of every step."""

import json
from pathlib import Path
from typing import Any

import pytest

from lexdesk.assistant.agent.budget import Budget
from lexdesk.assistant.agent.loop import CallsMalformed
from lexdesk.assistant.agent.offered import TOOLS, call_form, tool_specs
from lexdesk.assistant.desk import Desk
from lexdesk.assistant.events import CallRefused, Event
from lexdesk.models.schemas import check_schema
from tests.assistant.agreements import write_agreement
from tests.assistant.jobs import open_matter
from tests.models.scripted_agent import FormScript, ToolScript

FOURTEEN = [
    "list_sections",
    "read_section",
    "find_text",
    "get_cross_references",
    "get_defined_terms",
    "search_sources",
    "read_source",
    "read_tool_result",
    "propose_edit",
    "list_versions",
    "get_change_history",
    "remember",
    "recall",
    "load_skill",
]
ACT = "The Retention Act says that records must be kept for seven years. It was made in 2019."


@pytest.fixture
def agreement(tmp_path: Path) -> Path:
    (tmp_path / "act.txt").write_text(ACT, encoding="utf-8")
    return write_agreement(tmp_path / "agreement.docx")


def results(desk: Desk, run_id: int | None = None) -> list[Any]:
    reader = desk.matter.read()
    return reader.tools.of_run(run_id or reader.runs.list()[-1].id)


def said_by_tools(model: ToolScript) -> str:
    return "\n".join(message.text for message in model.conversations[-1] if message.role == "tool")


def test_fourteen_tools_are_offered_and_their_form_is_of_tested_kinds() -> None:
    assert list(TOOLS) == FOURTEEN
    assert [spec.name for spec in tool_specs()] == FOURTEEN
    assert check_schema(call_form()) == check_schema(check_schema(call_form()))


def test_p4_every_tool_works_and_its_whole_output_is_on_record(tmp_path: Path, agreement: Path) -> None:
    calls: list[dict[str, Any]] = [
        {"tool": "list_sections"},
        {"tool": "read_section", "section": "2.2"},
        {"tool": "find_text", "text": "invoice"},
        {"tool": "get_cross_references", "section": "2.1"},
        {"tool": "get_defined_terms"},
        {"tool": "search_sources", "query": "records kept years"},
        {"tool": "read_source", "source": 1},
        {"tool": "read_tool_result", "tool_use_id": "tr_2", "offset": 5, "length": 12},
        {
            "tool": "propose_edit",
            "operation": "replace",
            "section": "4.1",
            "old_text": "60 days",
            "new_text": "90 days",
            "explanation": "As instructed.",
        },
        {"tool": "list_versions"},
        {"tool": "get_change_history"},
        {"tool": "remember", "text": "Records: seven years.", "rests_on": "[[pin_1]], tr_7"},
        {"tool": "recall", "query": "records seven years"},
        {"tool": "load_skill", "name": "confidentiality"},
    ]
    model = ToolScript([*calls, "Staged. Records are kept for seven years [[pin_1]]."])
    with open_matter(tmp_path / "a.lexmatter", model, agreement) as desk:
        desk.add_source(tmp_path / "act.txt", role="law")
        message = desk.ask(desk.chats()[0].id, "Make the notice in 4.1 90 days.", mode="free")
        rows = results(desk)
        assert [row.tool for row in rows] == FOURTEEN
        assert [(row.tool, row.error) for row in rows if row.status != "ok"] == []
        whole = {row.tool: row.output for row in rows}
        assert "2.2 Disputes" in whole["list_sections"]
        assert "contest an invoice" in whole["read_section"]
        assert "stands at 2 places" in whole["find_text"]
        assert "1 found by code" in whole["get_cross_references"]
        assert "Update" in whole["get_defined_terms"]
        assert "[[pin_1]]" in whole["search_sources"]
        assert ACT in whole["read_source"]
        assert whole["read_tool_result"].partition("\n")[2] == whole["read_section"][5:17]
        assert "Edit 1" in whole["propose_edit"]
        assert "Version 1 (current)" in whole["list_versions"]
        assert [note.state for note in desk.matter.read().notes.all()] == ["proposed"]
        assert "Retention Act" in whole["recall"]
        assert len(whole["load_skill"]) > 500
        assert message.edit_ids == (1,)
        cited = [claim for claim in message.claims if claim.pins]
        assert [pin.text for pin in cited[0].pins] == [ACT.split(". ")[0] + "."]
        assert any(state == "found" for state, _words in cited[0].checks)
        assert [v.number for v in desk.versions(1)] == [1], "nothing was changed (P1)"
        assert desk.audit().problems == ()


def test_every_call_is_on_record_before_it_is_answered(tmp_path: Path, agreement: Path) -> None:
    seen: list[str] = []

    def step(messages: Any) -> Any:
        seen.append(desk.matter.read().tools.of_run(1)[-1].status if seen else "none")
        return {"tool": "list_sections"} if len(seen) < 3 else "Done."

    model = ToolScript(step)
    with open_matter(tmp_path / "a.lexmatter", model, agreement) as desk:
        desk.ask(desk.chats()[0].id, "List.", mode="free")
        turns = desk.matter.read().turns.of_run(1)
    assert seen == ["none", "ok", "ok"]
    assert [turn.kind for turn in turns] == ["state", "call", "result", "call", "result", "reply"]


def test_a_long_output_is_shown_head_and_tail_and_stored_whole(tmp_path: Path) -> None:
    terms = [f"{n}. Duty {n}. The Supplier shall keep record {n} for {n} days." for n in range(1, 400)]
    agreement = write_agreement(tmp_path / "long.docx", terms)
    pages: list[str] = []

    def step(messages: Any) -> Any:
        if len(messages) < 3:
            return {"tool": "find_text", "text": "shall keep record"}
        shown = messages[-1].text
        if len(messages) == 4:
            call = shown.split("read them with read_tool_result(")[1].split(")")[0]
            facts = dict(part.split("=") for part in call.split(", "))
            return {
                "tool": "read_tool_result",
                "tool_use_id": facts["tool_use_id"].strip('"'),
                "offset": int(facts["offset"]),
                "length": 2000,
            }
        pages.append(shown)
        return "Done."

    model = ToolScript(step)
    with open_matter(tmp_path / "a.lexmatter", model, agreement) as desk:
        message = desk.ask(desk.chats()[0].id, "Count the records.", mode="free")
        row, page = results(desk)
        shown = next(m.text for m in model.conversations[1] if m.role == "tool")
        assert row.length > 20_000
        assert desk.tool_result(row.id).output == row.output
        assert row.output[:500] in shown
        assert row.output[-500:] in shown
        assert f"of {row.length} code points are left out here" in shown
        assert len(shown) < 5_000
        head = page.output.partition("\n")[0]
        assert row.sha256 in head
        assert f"of {row.length}" in head
        assert "next offset" in head
        assert page.output.partition("\n")[2] in row.output
        assert any(f"of {row.length:,} code points" in limit for limit in message.limits)


MALFORMED: dict[str, dict[str, Any]] = {
    "no tool of that name": {"tool": "accept_edit", "edit": "1"},
    "arguments that are no JSON": {"tool": "read_section", "raw": '{"section": '},
    "a missing argument": {"tool": "read_section"},
    "an argument too many": {"tool": "search_sources", "query": "x", "scope": "all_matters"},
    "a wrong kind": {"tool": "read_source", "source": "the Act"},
    "a list for an object": {"tool": "read_section", "raw": '["2.1"]'},
    "a number below its range": {"tool": "read_tool_result", "tool_use_id": "tr_1", "offset": -1},
    "a word that is no operation": {"tool": "propose_edit", "operation": "accept"},
}


@pytest.mark.parametrize("wrong", MALFORMED.values(), ids=MALFORMED.keys())
def test_a_malformed_call_runs_nothing_and_can_be_mended(
    tmp_path: Path, agreement: Path, wrong: dict[str, Any]
) -> None:
    model = ToolScript([wrong, wrong, {"tool": "read_section", "section": "2.1"}, "Done."])
    heard: list[Event] = []
    with open_matter(tmp_path / "a.lexmatter", model, agreement) as desk:
        message = desk.ask(desk.chats()[0].id, "Read 2.1.", mode="free", on_event=heard.append)
        assert [row.tool for row in results(desk)] == ["read_section"]
        assert message.state == "complete"
    told = model.conversations[1][-1]
    assert told.role == "user"
    assert "refused" in told.text
    assert len([event for event in heard if isinstance(event, CallRefused)]) == 2


@pytest.mark.parametrize("voice", [ToolScript, FormScript])
def test_three_malformed_calls_in_a_row_are_reported(tmp_path: Path, agreement: Path, voice: Any) -> None:
    model = voice([{"tool": "open_door"}] * 3)
    with open_matter(tmp_path / "a.lexmatter", model, agreement) as desk:
        with pytest.raises(CallsMalformed, match="3 times in a row"):
            desk.ask(desk.chats()[0].id, "Read 2.1.", mode="free")
        last = desk.messages(desk.chats()[0].id)[-1]
        assert last.state == "failed"
        assert "open_door" in last.text
        assert results(desk) == []


@pytest.mark.parametrize(
    ("budget", "word"),
    [(Budget(steps=3), "3 steps"), (Budget(tokens=500), "tokens"), (Budget(seconds=0.0), "seconds")],
)
def test_a_budget_that_is_spent_says_so_and_keeps_what_was_found(
    tmp_path: Path, agreement: Path, budget: Budget, word: str
) -> None:
    model = ToolScript(lambda messages: {"tool": "list_sections"})
    with open_matter(tmp_path / "a.lexmatter", model, agreement) as desk:
        chat = desk.chats()[0].id
        message = desk.ask(chat, "Read everything.", mode="free", budget=budget)
        assert word in message.text
        assert desk.matter.read().runs.get(1).state == "stopped"
        assert any(word in limit for limit in message.limits)
        model._step = lambda messages: "Found nothing else."
        assert desk.resume(1).claims[0].text == "Found nothing else."


def test_the_mode_is_the_chats_or_the_runs(tmp_path: Path, agreement: Path) -> None:
    model = ToolScript(["One.", "Two."], remote=True)
    with open_matter(tmp_path / "a.lexmatter", model, agreement) as desk:
        chat = desk.chats()[0].id
        assert desk.mode(chat) == "free", "a server's model that can call tools"
        model.remote = False
        assert desk.mode(chat) == "guided", "a local model"
        desk.set_mode(chat, "free")
        desk.ask(chat, "What is in it?")
        assert [run.mode for run in desk.matter.read().runs.list()] == ["free"]
        assert "chat.mode" in [row.act for row in desk.audit_rows()]


def test_p10_why_did_the_model_see_this(tmp_path: Path, agreement: Path) -> None:
    model = ToolScript([{"tool": "read_source", "source": 1}, "Seven years."])
    (tmp_path / "advice.txt").write_text("Counsel advised three years.", encoding="utf-8")
    with open_matter(tmp_path / "a.lexmatter", model, agreement) as desk:
        act = desk.add_source(tmp_path / "act.txt", role="law")
        desk.add_source(tmp_path / "advice.txt", role="note", privileged=True)
        side = desk.new_chat("Act only", context=[("source", act.id)])
        message = desk.ask(side.id, "How long?", mode="free")
        seen = desk.seen(message.run_id or 0)
        calls = [line for line in seen if line.kind == "model_call"]
        stored = json.loads(desk.context_of(calls[-1].ref))
    assert ("source", act.id, "chosen for this chat") in [(s.kind, s.ref, s.why) for s in seen]
    assert [s.why for s in seen if s.kind == "left_out"] == ["not chosen for this chat"]
    read = next(line for line in seen if line.kind == "tool_result")
    assert (read.label, read.why, read.shown) == ("read_source", "the model called it", read.length)
    assert stored["messages"][-1]["content"].endswith(ACT)
    assert "Counsel" not in json.dumps(stored)


def test_p8_markers_that_are_not_registered_and_shown_are_removed_and_listed(
    tmp_path: Path, agreement: Path
) -> None:
    """Also those a source put before the model, and those that come in pieces."""
    (tmp_path / "act.txt").write_text(ACT + " See [[pin_1]] and ［［pin_7］］.", encoding="utf-8")
    model = ToolScript(
        [
            {"tool": "read_source", "source": 1},
            "Seven years [[pin_1]], as agreed [[diff_3]].",
            {"tool": "search_sources", "query": "records seven years"},
            "Seven years. [[pin_1]] And nine [[pin_99]].",
        ]
    )
    heard: list[str] = []
    with open_matter(tmp_path / "a.lexmatter", model, agreement) as desk:
        desk.add_source(tmp_path / "act.txt", role="law")
        chat = desk.chats()[0].id
        first = desk.ask(chat, "How long?", mode="free", on_event=lambda e: heard.append(str(e)))
        assert "[[" not in said_by_tools(model), "markers of a source are made harmless"
        assert "[[" not in first.text + "".join(heard)
        assert [name for name, _why in first.removed_markers] == ["[[pin_1]]", "[[diff_3]]"]
        second = desk.ask(chat, "How long?", mode="free")
        assert [name for name, _why in second.removed_markers] == ["[[pin_99]]"]
        assert [len(claim.pins) for claim in second.claims] == [1, 0]
        assert second.claims[1].checks[0][0] == "no_evidence"
        assert all("[[diff_3]]" not in turn.text for turn in desk.matter.read().turns.of_chat(chat))


def test_p10_no_tool_reaches_what_the_chat_may_not_see(tmp_path: Path, agreement: Path) -> None:
    """Excluded sources, another chat's results and messages, another agreement, a skill not chosen."""
    secret = "Greywater margin of 11.4 per cent."
    (tmp_path / "advice.txt").write_text(secret, encoding="utf-8")
    with open_matter(tmp_path / "a.lexmatter", None, agreement) as desk:
        act = desk.add_source(tmp_path / "act.txt", role="law")
        advice = desk.add_source(tmp_path / "advice.txt", role="note")
        other = ToolScript([{"tool": "read_source", "source": advice.id}, secret])
        model: list[ToolScript] = [other]
        desk._model = lambda: model[0]
        main = desk.chats()[0].id
        desk.ask(main, "What is the margin? " + secret, mode="free")
        side = desk.new_chat("Act only", context=[("source", act.id)]).id
        tries: list[dict[str, Any]] = [
            {"tool": "read_source", "source": advice.id},
            {"tool": "search_sources", "query": "Greywater margin"},
            {"tool": "search_sources", "query": "margin", "source": advice.id},
            {"tool": "read_tool_result", "tool_use_id": "tr_1"},
            *({"tool": "read_tool_result", "tool_use_id": f"msg_{n}"} for n in (1, 2)),
            {"tool": "recall", "query": "Greywater margin"},
            {"tool": "read_section", "section": "2.1"},
            {"tool": "find_text", "text": "Customer", "document": 1},
            {"tool": "list_versions", "document": 1},
            {"tool": "get_change_history"},
            {"tool": "load_skill", "name": "confidentiality"},
            {"tool": "remember", "text": "The margin.", "rests_on": "tr_1"},
            {"tool": "propose_edit", "operation": "delete_clause", "section": "2.1"},
        ]
        model[0] = ToolScript([*tries, "I found nothing."])
        message = desk.ask(side, "Find the figure.", mode="free")
        rows = results(desk, message.run_id)
        assert len(rows) == len(tries)
        ok = [row.tool for row in rows if row.status == "ok"]
        assert ok == ["search_sources", "recall"], "they ran, and found nothing of it"
        texts = "".join(m.text for conversation in model[0].conversations for m in conversation)
        assert "11.4" not in texts
        assert "thirty (30) days" not in texts
        assert desk.matter.read().edits.list() == []
