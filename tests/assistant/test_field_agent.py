"""Field faults F35 and F37 and their kinds: agreed facts after compaction, and an output that is cut."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from lexdesk.assistant.agent.budget import Budget
from lexdesk.matter.stores import Tx
from tests.assistant.agreements import write_agreement
from tests.assistant.jobs import open_matter
from tests.conftest import SHARED
from tests.models.scripted_agent import FormScript, ToolScript

FIELD = SHARED / "field"
needs_field = pytest.mark.skipif(not FIELD.is_dir(), reason="the field files are not here")


def talk(desk: Any, chat: int, turns: Sequence[dict[str, str]]) -> None:
    """A conversation as it would be on record after so many answers."""

    def work(tx: Tx) -> None:
        for turn in turns:
            tx.chats.add_message(chat, turn["role"], turn["text"])
        tx.act("A. Lawyer", "chat.import", f"chat {chat}", messages=len(turns))

    desk.matter.write(work)


@needs_field
@pytest.mark.parametrize("voice", [ToolScript, FormScript])
def test_f35_twenty_of_twenty_facts_after_220_turns(tmp_path: Path, voice: Any) -> None:
    """The model here knows nothing but its view: it answers from the words in view, or recalls them."""
    turns = [json.loads(line) for line in (FIELD / "035_conversation.jsonl").read_text("utf-8").splitlines()]
    asked = json.loads((FIELD / "035_questions.json").read_text("utf-8"))["ask_after_compaction"]

    def step(messages: Any) -> Any:
        question = asked[len(answers)]["q"]
        wanted = question.removeprefix("What is the ").rstrip("?")
        # Only what stands in view counts, and only the line that names its record.
        shown = "\n".join(message.text for message in messages)
        found = re.findall(rf"(msg_\d+)[^\n]*?For the record: {re.escape(wanted)} = (.+?)\.\s*$", shown, re.M)
        if found:
            address, value = found[-1]
            return f"{value} ({address})"
        return {"tool": "recall", "query": f"For the record {wanted}"}

    answers: list[str] = []
    model = voice(step, context_length=8192, replies=lambda messages, schema: '{"lines": []}')
    with open_matter(tmp_path / "a.lexmatter", model) as desk:
        chat = desk.chats()[0].id
        talk(desk, chat, turns)
        for item in asked:
            answers.append(desk.ask(chat, item["q"], mode="free").claims[0].text)
        assert desk.compactions(chat), "the conversation does not fit into 8,192 tokens"
        right = [a.rpartition(" (msg_")[0] == item["a"] for a, item in zip(answers, asked, strict=True)]
        assert sum(right) == 20, list(zip(answers, asked, strict=True))
        for answer, item in zip(answers, asked, strict=True):  # each shows where it came from
            number = int(re.search(r"msg_(\d+)", answer)[1])  # type: ignore[index]
            assert item["a"] in desk.matter.read().chats.message(number).text


def test_f35_kind_facts_in_answers_and_results_are_recalled_word_for_word(tmp_path: Path) -> None:
    """Also those that an assistant or a tool said, in Chinese too, and none that nobody said."""
    facts = {
        "批准的标题": "不出意外：船坞如何付款",
        "the approved heading": "No Surprises: How the Yard Pays",
        "the deadline hour": "16:45",
    }
    turns = []
    for name, value in facts.items():
        turns += [
            {"role": "user", "text": f"What is {name}? " + "Filler. " * 60},
            {"role": "assistant", "text": f"{name} = {value}."},
        ]
    turns += [{"role": "assistant", "text": "Ledger crane siding. " * 40} for _ in range(60)]
    queries = [*facts, "a walk-away price nobody named"]

    def step(messages: Any) -> Any:
        last = messages[-1]
        if last.role == "tool":
            return last.text.partition("\n")[2]
        return {"tool": "recall", "query": queries[len(said)]}

    said: list[str] = []
    model = ToolScript(step, context_length=6000, replies=lambda messages, schema: '{"lines": []}')
    with open_matter(tmp_path / "a.lexmatter", model) as desk:
        chat = desk.chats()[0].id
        talk(desk, chat, turns)
        for _query in queries:
            said.append(desk.ask(chat, "Look it up.", mode="free").text)
    for text, value in zip(said, facts.values(), strict=False):
        assert value in text
    assert "412" not in said[-1]


@needs_field
def test_f37_a_cut_output_says_how_much_was_seen_and_opens_whole(tmp_path: Path) -> None:
    answers = json.loads((FIELD / "037_answers.json").read_text("utf-8"))
    pages: list[str] = []

    def step(messages: Any) -> Any:
        last = messages[-1].text
        if len(messages) == 2:
            return {"tool": "find_text", "text": "U-"}
        following = re.search(r"next offset (\d+)", last)
        if len(messages) == 4:
            pages.append(last)
            return "I saw a part."
        pages.append(last.split("\n", 2)[-1])
        if following or len(messages) == 6:
            start = int(following[1]) if following else 0
            return {"tool": "read_tool_result", "tool_use_id": "tr_1", "offset": start, "length": 99999}
        return "Read to the end."

    model = ToolScript(step, context_length=16_000)
    with open_matter(tmp_path / "a.lexmatter", model, FIELD / "037_276_row_schedule.docx") as desk:
        chat = desk.chats()[0].id
        first = desk.ask(chat, "How many units are listed?", mode="free")
        row = desk.matter.read().tools.of_run(1)[0]
        assert row.output.count("[U-") == answers["rows"]
        assert "code points are left out here" in pages[0]
        assert pages[0].count("[U-") < answers["rows"]
        assert any("the model was shown" in limit for limit in first.limits)
        pages.clear()
        second = desk.ask(chat, "Read all of it, then count.", mode="free", budget=Budget(steps=90))
        assert second.text == "Read to the end."
        joined = "".join(pages[1:])
        assert joined == row.output
        assert joined.count("[U-") == answers["rows"]
        assert not any("find_text" in limit and "was shown" in limit for limit in second.limits)


def test_f37_kind_a_cut_cross_reference_look_up_does_not_count(tmp_path: Path) -> None:
    """P6: what the model was shown in part is no completed look-up for the deletion of a clause."""
    terms = ["1. Cap. The cap is EUR 5."]
    terms += [f"{n}. Duty {n}. Subject to Section 1, record {n} is kept for {n} days." for n in range(2, 200)]
    agreement = write_agreement(tmp_path / "long.docx", terms)
    script = [
        {"tool": "get_cross_references", "section": "1"},
        {"tool": "propose_edit", "operation": "delete_clause", "section": "1"},
        "Staged.",
    ]
    codes = []
    for context in (8192, 200_000):
        model = ToolScript(list(script), context_length=context)
        path = tmp_path / f"{context}.lexmatter"
        with open_matter(path, model, agreement) as desk:
            desk.ask(desk.chats()[0].id, "Delete Section 1.", mode="free")
            row = desk.matter.read().tools.of_run(1)[0]
            assert (row.shown_end == row.length) == (context == 200_000) or row.length > 12000
            codes.append([a.code for a in desk.matter.read().advisories.of_edit(1)])
    assert "cross_reference_review_not_recorded" in codes[0]
