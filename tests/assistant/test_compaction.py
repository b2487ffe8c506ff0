"""Harness 11 to 16, P4 and P5: compaction changes what the model sees next, and nothing else."""

import hashlib
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from lexdesk.assistant.agent.budget import Budget
from lexdesk.assistant.compaction.compactor import SHARE, CompactionStalled
from lexdesk.assistant.desk import Desk
from lexdesk.assistant.events import ContextCompacted
from lexdesk.matter.file import Matter
from tests.assistant.agreements import write_agreement
from tests.assistant.jobs import open_matter
from tests.models.scripted_agent import FormScript, ToolScript

CLAUSES = [
    f"{n}. Duty {n}. "
    + " ".join(f"The Supplier keeps record {n}-{k} for {n + k} days." for k in range(1, 30))
    for n in range(1, 60)
]
ADDRESS = re.compile(r'read_tool_result\(tool_use_id="(\w+)", offset=(\d+), length=(\d+)\)')
MANY = Budget(steps=2000, tokens=10**9)


@pytest.fixture
def agreement(tmp_path: Path) -> Path:
    return write_agreement(tmp_path / "long.docx", CLAUSES)


def reads(sections: Iterator[int], then: str = "Done.") -> Any:
    """Read one clause after the other, then answer."""

    def step(messages: Any) -> Any:
        number = next(sections, None)
        return then if number is None else {"tool": "read_section", "section": str(number)}

    return step


def stored(path: Path) -> dict[str, str]:
    """A hash over the rows of every table that a run writes before it is compacted."""
    found = {}
    with Matter.open(path, read_only=True) as matter:
        connection = matter.read().connection
        for table in ("tool_results", "turns", "messages", "model_calls", "contexts", "edits", "decisions"):
            rows = connection.rows(f"SELECT * FROM {table} ORDER BY 1")
            found[table] = hashlib.sha256(repr(rows).encode()).hexdigest() + f" {len(rows)}"
    return found


def shown(model: ToolScript, at: int = -1) -> str:
    return "\n".join(message.text for message in model.conversations[at])


def test_cleared_results_have_one_address_each_that_reads_their_bytes_back(
    tmp_path: Path, agreement: Path
) -> None:
    model = ToolScript(reads(iter(range(1, 41))), context_length=12_000)
    path = tmp_path / "a.lexmatter"
    with open_matter(path, model, agreement) as desk:
        chat = desk.chats()[0].id
        desk.ask(chat, "Read all of it.", mode="free", budget=MANY)
        view = shown(model)
        rows = desk.matter.read().tools.of_run(1)
        cleared = {line.ref for row in desk.compactions(chat) for line in row.cleared}
        assert len(cleared) > 20
    with Desk(Matter.open(path), lambda: model) as desk:  # after a restart
        for row in rows:
            found = [hit for hit in ADDRESS.findall(view) if hit[0] == f"tr_{row.id}"]
            assert len(found) == (1 if row.id in cleared else 0), row.id
            assert (row.output in view) == (row.id not in cleared)
            for name, offset, length in found:
                text, total, following, sha256 = desk.tool_result_slice(
                    int(name.removeprefix("tr_")), int(offset), int(length)
                )
                assert (text, total, following) == (row.output, row.length, None)
                assert sha256 == row.sha256
                assert hashlib.sha256(text.encode()).hexdigest() == sha256


def test_p5_no_stored_row_changes(tmp_path: Path, agreement: Path) -> None:
    path = tmp_path / "a.lexmatter"
    model = ToolScript(reads(iter(range(1, 9))), context_length=32_000)
    with open_matter(path, model, agreement) as desk:
        desk.ask(desk.chats()[0].id, "Read the beginning.", mode="free")
    before = stored(path)
    model = ToolScript(reads(iter(range(9, 30))), context_length=8_000)
    with Desk(Matter.open(path), lambda: model) as desk:
        desk.ask(desk.chats()[0].id, "Read on.", mode="free", budget=MANY)
        assert desk.compactions(desk.chats()[0].id)
        assert desk.audit().problems == ()
        connection = desk.matter.read().connection
        for table in before:
            count = int(before[table].split()[1])
            rows = connection.rows(f"SELECT * FROM {table} ORDER BY 1 LIMIT {count}")
            if table != "contexts":  # these are in the order of their hashes
                assert hashlib.sha256(repr(rows).encode()).hexdigest() == before[table].split()[0], table


def test_what_was_read_back_is_addressed_by_the_original_and_its_range(
    tmp_path: Path, agreement: Path
) -> None:
    """Also after the reading of a reading."""
    script = [
        {"tool": "read_section", "section": "1"},
        {"tool": "read_tool_result", "tool_use_id": "tr_1", "offset": 100, "length": 1500},
        {"tool": "read_tool_result", "tool_use_id": "tr_2", "offset": 200, "length": 700},
        *({"tool": "read_section", "section": str(n)} for n in range(2, 30)),
        "Done.",
    ]
    model = ToolScript(script, context_length=10_000)
    with open_matter(tmp_path / "a.lexmatter", model, agreement) as desk:
        desk.ask(desk.chats()[0].id, "Read.", mode="free", budget=MANY)
        view = shown(model)
        rows = desk.matter.read().tools.of_run(1)
    addresses = ADDRESS.findall(view)
    assert ("tr_1", "100", str(min(1500, rows[0].length - 100))) in addresses
    assert ("tr_1", "300", "700") in addresses
    assert not {"tr_2", "tr_3"} & {hit[0] for hit in addresses}
    assert rows[2].output.partition("\n")[2] == rows[0].output[300:1000]


def test_pinned_words_stay_verbatim_after_fifty_compactions(tmp_path: Path, agreement: Path) -> None:
    path = tmp_path / "a.lexmatter"
    instructions = [f"Instruction {n}: never let the cap fall under EUR {n},737,400.50." for n in range(1, 8)]

    def script() -> Any:
        words = iter(["keeps"] * 20)
        return lambda messages: (
            {"tool": "find_text", "text": word} if (word := next(words, "")) else "I have read it."
        )

    model = ToolScript(script(), context_length=12_000)
    with open_matter(path, model, agreement) as desk:
        chat, document = desk.chats()[0].id, desk.documents()[0][0]
        for number, text in enumerate(instructions):
            model._step = script()
            if number == 1:
                steps = [
                    {
                        "tool": "propose_edit",
                        "operation": "replace",
                        "section": str(n),
                        "old_text": f"record {n}-1 for",
                        "new_text": f"record {n}-one for",
                    }
                    for n in (51, 52, 53)
                ]
                left = iter(steps)
                model._step = lambda messages, left=left: next(left, "Staged.")
            desk.ask(chat, text, document, mode="free", budget=MANY)
            if number == 1:
                for edit in (51, 52):
                    desk.show_advisories(edit - 50 + 0)
                desk.accept([1], comment="As the client wrote on 3 May.")
                desk.reject([2], comment="The client wants it as it is.")
        assert len(desk.compactions(chat)) >= 50
        view = shown(model)
        for text in instructions:
            assert text in view
        assert "record 53-one" in view or "“1” becomes “one”" in view  # the open edit
        assert "edit 3 (staged)" in view
        assert "As the client wrote on 3 May." in view
        assert "The client wants it as it is." in view
        rejected = desk.matter.read().edits.get(2)
        assert f"“{rejected.ops[0].old_text}” becomes “{rejected.ops[0].new_text}”" in view
        for row in desk.compactions(chat):
            for line in row.cleared:
                assert line.kind != "tool_result" or ADDRESS.fullmatch(line.address)


def test_two_weak_compactions_in_a_row_stop_the_run(tmp_path: Path, agreement: Path) -> None:
    """What is pinned alone is too much: nothing can be freed, and no third attempt is made."""
    model = ToolScript(lambda messages: {"tool": "list_versions"}, context_length=4_000)
    heard: list[Any] = []
    with open_matter(tmp_path / "a.lexmatter", model, agreement) as desk:
        chat = desk.chats()[0].id
        long = "Mind this. " + " ".join(f"word{n}" for n in range(3000))
        with pytest.raises(CompactionStalled):
            desk.ask(chat, long, mode="free", budget=MANY, on_event=heard.append)
        asked = len(model.conversations) + len(model.prompts)
        assert len([event for event in heard if isinstance(event, ContextCompacted)]) == 2
        assert asked == 0
        assert desk.messages(chat)[-1].state == "failed"


def test_the_prompt_is_read_anew_at_most_once_a_step(tmp_path: Path, agreement: Path) -> None:
    """Between two compactions each prompt begins with the whole of the one before it."""
    model = ToolScript(reads(iter([1 + n % 50 for n in range(70)])), context_length=14_000)
    with open_matter(tmp_path / "a.lexmatter", model, agreement) as desk:
        chat = desk.chats()[0].id
        desk.ask(chat, "Read.", mode="free", budget=MANY)
        compactions = desk.compactions(chat)
    anew = 0
    for before, after in zip(model.conversations, model.conversations[1:], strict=False):
        anew += after[: len(before)] != before
    assert len(compactions) >= 2
    assert anew <= len(compactions)
    assert anew < len(model.conversations) / 6
    for row in compactions:
        assert row.tokens_before - row.tokens_after >= SHARE * row.tokens_before


def test_thoughts_leave_the_view_with_the_results(tmp_path: Path, agreement: Path) -> None:
    model = ToolScript(reads(iter(range(1, 30))), context_length=9_000, thinking="First I read. " * 20)
    with open_matter(tmp_path / "a.lexmatter", model, agreement) as desk:
        chat = desk.chats()[0].id
        desk.ask(chat, "Read.", mode="free", budget=MANY)
        kinds = {line.kind for row in desk.compactions(chat) for line in row.cleared}
        turns = desk.matter.read().turns.of_run(1)
    assert kinds >= {"tool_result", "thinking"}
    assert shown(model).count("<think>") < 10
    assert sum(1 for turn in turns if turn.thinking) == 30


def test_a_summary_is_kept_only_where_the_records_bear_it_out(tmp_path: Path, agreement: Path) -> None:
    def summary(messages: Any, schema: Any) -> str:
        address = schema["properties"]["lines"]["items"]["properties"]["address"]["enum"][-1]
        return json.dumps(
            {
                "lines": [
                    {"address": address, "sentence": "The Supplier keeps records for 16 days."},
                    {"address": address, "sentence": "The cap is EUR 9,999,999."},
                    {"address": "tr_9999", "sentence": "Nothing."},
                ]
            }
        )

    model = ToolScript(lambda messages: "All right. " * 90, context_length=7_000, replies=summary)
    with open_matter(tmp_path / "a.lexmatter", model, agreement) as desk:
        chat = desk.chats()[0].id
        model._step = reads(iter([8, 9]), "I have read both. " * 50)
        desk.ask(chat, "Read.", mode="free", budget=MANY)
        for n in range(12):
            model._step = lambda messages: "All right. " * 250
            desk.ask(chat, f"Go on {n}.", mode="free", budget=MANY)
        folds = [row for row in desk.compactions(chat) if row.level == "fold"]
    assert folds
    sentences = {text for row in folds for _address, text in row.lines}
    assert sentences <= {"The Supplier keeps records for 16 days."}


@settings(max_examples=3, deadline=None, phases=[Phase.explicit, Phase.generate])
@given(seed=st.integers(0, 10**6), context=st.sampled_from([10_000, 14_000, 20_000]))
def test_any_history_stays_readable(tmp_path_factory: Any, seed: int, context: int) -> None:
    """Random runs of reading, reading back, editing and answering: each view holds each result whole or one
    address for it, and never grows over the model's context."""
    chance = random.Random(seed)
    folder = tmp_path_factory.mktemp("any")

    def step(messages: Any) -> Any:
        kind = chance.random()
        if kind < 0.55:
            return {"tool": "read_section", "section": str(chance.randint(1, 59))}
        if kind < 0.7:
            return {
                "tool": "read_tool_result",
                "tool_use_id": f"tr_{chance.randint(1, 20)}",
                "offset": chance.randint(0, 900),
                "length": chance.randint(1, 1500),
            }
        if kind < 0.8:
            return [{"tool": "list_versions"}, {"tool": "find_text", "text": "keeps"}]
        return "So far so good." if kind > 0.95 else {"tool": "get_defined_terms"}

    voice = chance.choice([ToolScript, FormScript])
    model = voice(
        (lambda messages: one if isinstance(one := step(messages), str | dict) else one[0])
        if voice is FormScript
        else step,
        context_length=context,
        replies=lambda messages, schema: '{"lines": []}',
    )
    file = write_agreement(folder / "a.docx", CLAUSES)
    with open_matter(folder / "a.lexmatter", model, file) as desk:
        chat = desk.chats()[0].id
        for n in range(3):
            desk.ask(chat, f"Go on {n}.", mode="free", budget=Budget(steps=16, tokens=10**9))
        reader = desk.matter.read()
        views = model.conversations if voice is ToolScript else model.prompts
        texts = ["\n".join(message.text for message in view) for view in views]
        assert all(len(text) / 4 < context for text in texts)
        last = texts[-1]
        for run in reader.runs.list(chat):
            for row in reader.tools.of_run(run.id):
                if row.status != "ok" or row.run_id == reader.runs.list(chat)[-1].id:
                    continue
                name = f"tr_{row.id}"
                if row.tool == "read_tool_result":
                    given = json.loads(row.input_validated)
                    name = given["address"]
                assert row.output in last or f'tool_use_id="{name}"' in last, (row.id, row.tool)
        assert desk.audit().problems == ()
