"""Chats, runs, tool results, model calls, pins and claims."""

import hashlib
from pathlib import Path

import pytest

from lexdesk.matter import Matter, NotFound, RecordRefused, Tx
from lexdesk.matter.records import ToolResultRow
from tests.matter.conftest import Ground


def tool_result(matter: Matter, run: int, output: str, shown: tuple[int, int] | None = None) -> ToolResultRow:
    def work(tx: Tx) -> ToolResultRow:
        started = tx.tools.start(run, "search_sources", '{"q": "cap "}', '{"q": "cap"}')
        tx.act("LexDesk", "tool_ended", f"tool result {started}")
        return tx.tools.finish(started, "ok", output, shown=shown)

    return matter.write(work)


def test_p4_a_tool_output_is_stored_whole_and_read_range_by_range(
    matter: Matter, ground: Ground, matter_path: Path
) -> None:
    output = "第一条 𝔘nit 👩‍⚖️\x00\n" * 40_000  # signs of one to four bytes, and a NUL
    stored = tool_result(matter, ground.run, output, shown=(0, 2000))
    assert (stored.length, stored.shown_start, stored.shown_end) == (len(output), 0, 2000)
    matter.close()
    with Matter.open(matter_path) as again:  # after a restart
        read, pieces, offset = again.read().tools, [], 0
        assert read.get(stored.id).output == output
        while offset is not None:
            text, total, offset, sha256 = read.slice(stored.id, offset, 99_991)
            assert (total, sha256) == (len(output), stored.sha256)
            pieces.append(text)
        assert "".join(pieces) == output


@pytest.mark.parametrize(
    ("offset", "length", "expected"),
    [
        (0, 3, ("a𝔘b", 5, 3, None)),
        (1, 1, ("𝔘", 5, 2, None)),
        (3, 2, ("条c", 5, None, None)),
        (3, 99, ("条c", 5, None, None)),
        (5, 1, ("", 5, None, None)),
        (99, 1, ("", 5, None, None)),
    ],
)
def test_p4_slices_count_in_code_points(
    matter: Matter, ground: Ground, offset: int, length: int, expected: tuple[object, ...]
) -> None:
    stored = tool_result(matter, ground.run, "a𝔘b条c")
    assert matter.read().tools.slice(stored.id, offset, length)[:3] == expected[:3]


def test_p4_an_output_that_utf8_cannot_hold_keeps_its_offsets(matter: Matter, ground: Ground) -> None:
    stored = tool_result(matter, ground.run, "a\ud83db")  # half a surrogate pair, as models write it
    assert (stored.output, stored.length) == ("a\ufffdb", 3)
    assert stored.sha256 == hashlib.sha256(stored.output.encode()).hexdigest()


def test_slices_of_nothing_are_programming_errors(matter: Matter, ground: Ground) -> None:
    stored = tool_result(matter, ground.run, "text")
    for offset, length in ((-1, 1), (0, 0), (0, -5)):
        with pytest.raises(ValueError, match="counts from"):
            matter.read().tools.slice(stored.id, offset, length)
    with pytest.raises(NotFound, match="There is no tool result 77"):
        matter.read().tools.slice(77, 0, 1)


def test_p4_a_finished_tool_result_cannot_be_rewritten(matter: Matter, ground: Ground) -> None:
    stored = tool_result(matter, ground.run, "text")
    with pytest.raises(RecordRefused):
        matter.write(lambda tx: tx.tools.finish(stored.id, "ok", "other text"))

    def show(tx: Tx) -> None:
        tx.tools.set_shown(stored.id, 0, 2)
        tx.act("LexDesk", "tool_shown", f"tool result {stored.id}")

    matter.write(show)  # once, since that is decided after the output was stored
    with pytest.raises(RecordRefused):
        matter.write(show)
    assert matter.read().tools.get(stored.id).shown_end == 2


def test_what_ran_when_the_program_ended_is_marked_once(
    matter: Matter, ground: Ground, matter_path: Path
) -> None:
    def work(tx: Tx) -> None:
        tx.tools.start(ground.run, "find_text", "{}", "{}")
        tx.tools.finish(tx.tools.start(ground.run, "find_text", "{}", "{}"), "ok", "found")
        tx.calls.start(ground.run, "redraft", "starter", "{}")
        tx.chats.add_message(ground.chat, "user", "Delete it")
        tx.chats.add_message(ground.chat, "assistant", "Half", ground.run, "streaming")
        tx.act("LexDesk", "run_started", f"run {ground.run}")

    matter.write(work)
    matter.close()
    for _ in range(2):
        with Matter.open(matter_path) as again:
            read = again.read()
            assert read.runs.get(ground.run).state == "interrupted"
            assert [t.status for t in read.tools.of_run(ground.run)] == ["interrupted", "ok"]
            assert [c.state for c in read.calls.of_run(ground.run)] == ["interrupted"]
            assert [(m.text, m.state) for m in read.chats.messages(ground.chat)] == [
                ("Delete it", "complete"),
                ("Half", "stopped"),
            ]
            assert [r.detail for r in read.audit.rows() if r.act == "interrupted_work_marked"] == [
                '{"rows":4}'
            ]


def test_a_finished_run_and_its_calls_are_final(matter: Matter, ground: Ground) -> None:
    def work(tx: Tx) -> int:
        call = tx.calls.start(ground.run, "redraft", "starter", '{"messages": []}')
        tx.calls.finish(call, "done", "[[pin_1]]", 10, 5)
        tx.runs.add_limit(ground.run, "unread", "Two sources were not read.")
        tx.runs.finish(ground.run, "done")
        tx.act("LexDesk", "run_ended", f"run {ground.run}")
        return call

    call = matter.write(work)
    row = matter.read().calls.get(call)
    assert (row.context, row.response, row.prompt_tokens, row.response_tokens, row.state) == (
        '{"messages": []}', "[[pin_1]]", 10, 5, "done",
    )  # fmt: skip
    assert [limit.code for limit in matter.read().runs.limits(ground.run)] == ["unread"]
    assert matter.read().runs.list(ground.chat)[0].ended_at
    for rewrite in (
        lambda tx: tx.runs.finish(ground.run, "failed", "other"),
        lambda tx: tx.calls.finish(call, "done", "other"),
    ):
        with pytest.raises(RecordRefused):
            matter.write(rewrite)


def test_the_same_context_is_stored_once(matter: Matter, ground: Ground) -> None:
    def work(tx: Tx) -> None:
        for _ in range(3):
            tx.calls.start(ground.run, "redraft", "starter", "the same request")
        tx.act("LexDesk", "called", f"run {ground.run}")

    matter.write(work)
    calls = matter.read().calls.of_run(ground.run)
    assert [c.seq for c in calls] == [1, 2, 3]
    assert {c.context for c in calls} == {"the same request"}
    assert matter.read().connection.value("SELECT COUNT(*) FROM contexts") == 1


def test_a_message_is_final_once_it_is_complete(matter: Matter, ground: Ground) -> None:
    def work(tx: Tx) -> int:
        message = tx.chats.add_message(ground.chat, "assistant", "", ground.run, "streaming")
        tx.chats.set_message(message.id, text="Half")
        tx.chats.set_message(message.id, text="Whole", state="complete")
        tx.act("LexDesk", "answered", f"message {message.id}")
        return message.id

    message = matter.write(work)
    assert matter.read().chats.message(message).text == "Whole"
    with pytest.raises(RecordRefused):
        matter.write(lambda tx: tx.chats.set_message(message, text="Rewritten"))
    with pytest.raises(NotFound):
        matter.write(lambda tx: tx.chats.set_message(99, text="x"))


def test_a_chat_sees_exactly_its_context_set(matter: Matter, ground: Ground) -> None:
    def work(tx: Tx) -> int:
        side = tx.chats.add("Retention", "side", ground.chat)
        tx.chats.set_context(side.id, [("source", 3), ("skill", "nda-review")])
        tx.chats.set_context(side.id, [("source", 2), ("source", 1), ("version", ground.version)])
        tx.act("anna", "chat_made", f"chat {side.id}")
        return side.id

    side = matter.write(work)
    read = matter.read().chats
    assert read.context(side) == [("source", "2"), ("source", "1"), ("version", str(ground.version))]
    assert read.context(ground.chat) == []
    assert [(c.kind, c.parent_chat) for c in read.list()] == [("main", None), ("side", ground.chat)]


def test_a_chat_has_one_pin_per_passage_and_claims_carry_them(matter: Matter, ground: Ground) -> None:
    def work(tx: Tx) -> None:
        passage = tx.passages.add_version_passage(ground.version, "p1", "sentence", 0, 4, "1.1", "Each")
        other_chat = tx.chats.add("Side", "side")
        pin = tx.pins.register(ground.chat, ground.run, passage.id)
        assert tx.pins.register(ground.chat, None, passage.id) == pin
        assert tx.pins.register(other_chat.id, None, passage.id).id != pin.id
        message = tx.chats.add_message(ground.chat, "assistant", "Each. [[pin_1]]", ground.run)
        tx.claims.add(message.id, "Each.", [pin.id, pin.id], '[{"code": "quote"}]')
        tx.claims.add(message.id, "No support.", [])
        tx.claims.add_removed_marker(message.id, "[[pin_77]]", "not registered")
        tx.act("LexDesk", "answered", f"message {message.id}")

    matter.write(work)
    claims = matter.read().claims
    assert [(c.seq, c.text, c.pins) for c in claims.of_message(1)] == [
        (1, "Each.", (1, 1)),
        (2, "No support.", ()),
    ]
    assert [(m.marker, m.reason) for m in claims.removed_markers(1)] == [("[[pin_77]]", "not registered")]
    assert len(matter.read().pins.of_chat(ground.chat)) == 1
