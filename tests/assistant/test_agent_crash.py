"""Harness 17, 24 and 25: kills, stops, resuming; and one script on both ways of speaking with a model."""

import json
import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from lexdesk.assistant.desk import Desk
from lexdesk.assistant.events import Event, ToolStarted
from lexdesk.matter.file import Matter
from tests.assistant.agreements import write_agreement
from tests.assistant.jobs import open_matter
from tests.models.scripted_agent import FormScript, ToolScript

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def agreement(tmp_path: Path) -> Path:
    return write_agreement(tmp_path / "agreement.docx")


CHILD = """
    import os, signal, sys
    from pathlib import Path
    from lexdesk.assistant.desk import Desk
    from lexdesk.assistant.events import EditStaged, TextArrived, ToolStarted
    from lexdesk.matter.file import Matter
    from tests.models.scripted_agent import ToolScript
    path, moment = sys.argv[1:]
    EDIT = {"tool": "propose_edit", "operation": "replace", "section": "4.1", "old_text": "60 days",
            "new_text": "90 days"}
    def die(event):
        at = (moment == "tool" and isinstance(event, ToolStarted) and event.tool == "get_cross_references"
              or moment == "edit" and isinstance(event, EditStaged)
              or moment == "stream" and isinstance(event, TextArrived))
        if at:
            os.kill(os.getpid(), signal.SIGKILL)
    model = ToolScript([[{"tool": "read_section", "section": "4.1"},
                         {"tool": "get_cross_references", "section": "4.1"}], EDIT, "A long answer. " * 20])
    with Desk(Matter.open(Path(path)), lambda: model) as desk:
        desk.ask(desk.chats()[0].id, "Make the notice 90 days.", mode="free", on_event=die)
"""


@pytest.mark.parametrize(
    ("moment", "voice"),
    [("tool", ToolScript), ("tool", FormScript), ("edit", ToolScript), ("stream", ToolScript)],
)
def test_killed_in_a_run_the_history_is_valid_and_nothing_runs_twice(
    tmp_path: Path, agreement: Path, moment: str, voice: Any
) -> None:
    path = tmp_path / "a.lexmatter"
    with open_matter(path, None, agreement):
        pass
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(CHILD), str(path), moment],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr[-2000:]
    model = voice(["I go on from there."])
    with Desk(Matter.open(path), lambda: model) as desk:
        reader = desk.matter.read()
        before = [(row.id, row.tool, row.status, row.sha256) for row in reader.tools.of_run(1)]
        assert reader.runs.get(1).state == "interrupted"
        marked = {"tool": "get_cross_references", "edit": "propose_edit", "stream": ""}[moment]
        assert [tool for _id, tool, status, _sha in before if status == "interrupted"] == [marked][
            : bool(marked)
        ]
        assert len(reader.edits.list()) == (moment != "tool")
        message = desk.resume(1)
        assert message.claims[0].text == "I go on from there."
        assert [(r.id, r.tool, r.status, r.sha256) for r in reader.tools.of_run(1)] == before
        assert reader.tools.of_run(message.run_id or 0) == [], "nothing ran again"
        assert len(reader.edits.list()) == (moment != "tool")
        assert desk.audit().problems == ()
    if voice is ToolScript:
        conversation = model.conversations[-1]
        called = [call.id for message in conversation for call in message.calls]
        answered = [message.call_id for message in conversation if message.role == "tool"]
        assert called == answered, "no orphan result, and no call without one"
        assert called == [f"tr_{number}" for number, *_rest in before]
        text = "\n".join(message.text for message in conversation)
    else:
        text = "\n".join(message.text for message in model.prompts[-1])
    assert ("interrupted; it has no result and was not run again" in text) == bool(marked)
    if moment != "tool":
        assert "Edit 1 (replace" in text, "the model is told of the edit that was staged"


@pytest.mark.parametrize("voice", [ToolScript, FormScript])
def test_stopped_in_a_tool_no_result_is_written_and_the_next_run_works(
    tmp_path: Path, agreement: Path, voice: Any
) -> None:
    stopped: list[bool] = []

    def hear(event: Event) -> None:
        if isinstance(event, ToolStarted):
            stopped.append(True)

    model = voice([{"tool": "list_sections"}, "Here I am."])
    with open_matter(tmp_path / "a.lexmatter", model, agreement) as desk:
        chat = desk.chats()[0].id
        message = desk.ask(chat, "List.", mode="free", on_event=hear, cancelled=lambda: bool(stopped))
        assert message.state == "stopped"
        row = desk.matter.read().tools.of_run(1)[0]
        assert (row.status, row.output) == ("cancelled", "")
        assert desk.resume(1).text == "Here I am."


def forty_steps() -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = [{"tool": "list_sections"}]
    sections = ["2.1", "2.2", "3.1", "4.1", "4.2", "5.1", "6.1"]
    for number in range(38):
        section = sections[number % len(sections)]
        steps.append(
            [
                {"tool": "read_section", "section": section},
                {"tool": "get_cross_references", "section": section},
                {"tool": "find_text", "text": "the Customer"},
                {"tool": "search_sources", "query": "records seven years"},
                {"tool": "read_section", "section": "99.9"},
                {"tool": "open_the_door", "door": "1"},
                {
                    "tool": "propose_edit",
                    "operation": "replace",
                    "section": section,
                    "old_text": "The",
                    "new_text": f"The {number}",
                },
                {
                    "tool": "read_tool_result",
                    "tool_use_id": f"tr_{number // 2 + 1}",
                    "offset": 3,
                    "length": 99,
                },
                {"tool": "recall", "query": "invoice"},
            ][number % 9]
        )
    return [*steps, {"tool": "get_defined_terms"}]


def records(path: Path) -> list[tuple[Any, ...]]:
    """Everything on record of a run but times and the words of the way of speaking."""
    with Matter.open(path, read_only=True) as matter:
        reader = matter.read()
        rows: list[tuple[Any, ...]] = [
            (r.id, r.seq, r.tool, json.loads(r.input_given), r.input_validated, r.status, r.error, r.sha256)
            for r in reader.tools.of_run(1)
        ]
        rows += [(t.kind, t.text, t.tool_result_id, t.head, t.tail) for t in reader.turns.of_run(1)]
        rows += [(e.id, e.state, e.section_label, [o.new_text for o in e.ops]) for e in reader.edits.list()]
        rows += [(c.text, c.pins) for c in reader.claims.of_message(2)]
        return [*rows, ("run", reader.runs.get(1).state, reader.runs.get(1).mode)]


def carry_out(folder: Path, model: Any, agreement: Path) -> list[tuple[Any, ...]]:
    (folder / "act.txt").write_text("Records must be kept for seven years.", encoding="utf-8")
    with open_matter(folder / "a.lexmatter", model, agreement) as desk:
        desk.add_source(folder / "act.txt", role="law")
        if model.remote:
            desk.allow_remote(True)
        desk.ask(
            desk.chats()[0].id,
            "Do forty things.",
            mode="free",
            confirm_send=lambda request: True,
        )
    return records(folder / "a.lexmatter")


@pytest.fixture
def both(tmp_path: Path) -> tuple[Path, Path]:
    first, second = tmp_path / "local", tmp_path / "remote"
    first.mkdir()
    second.mkdir()
    return first, second


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_forty_steps_are_the_same_by_worker_process_and_by_server(
    both: tuple[Path, Path], agreement: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The local model is the real client with a scripted worker behind its pipes, the other one the real
    client with a scripted server behind a socket of this machine."""
    from lexdesk.models import worker_process
    from lexdesk.models.local import LocalModel
    from lexdesk.models.remote import RemoteModel
    from tests.models.scripted_ends import scripted_server, worker_script
    from tests.models.tiny_gguf import saying, write_model

    script = both[0] / "script.json"
    script.write_text(json.dumps([*forty_steps(), "All forty are done."]), encoding="utf-8")
    monkeypatch.setattr(worker_process, "worker_command", lambda: worker_script(script))
    local = LocalModel(write_model(both[0] / "tiny.gguf", saying("Ja!"), context=32768), "tiny", 32768)
    try:
        by_worker = carry_out(both[0], local, agreement)
    finally:
        local.close()
    with scripted_server(script) as address:
        remote = RemoteModel(address, "tiny", context_length=local.context_length)
        by_server = carry_out(both[1], remote, agreement)
    assert len([row for row in by_worker if len(row) == 8]) >= 36
    assert by_worker == by_server
