"""Memory: a note rests on passages or tool results, is versioned, proposed by a model, kept by the lawyer."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel

from lexdesk.assistant.desk import Desk
from lexdesk.assistant.notes import NoteRefused, Notes, Support
from lexdesk.assistant.recorder import RunRecorder, ToolOutput
from lexdesk.assistant.scope import Scope, scope_of_chat
from lexdesk.evidence.expunge import expunge
from lexdesk.matter.errors import NotFound, RecordRefused
from tests.assistant.agreements import write_agreement
from tests.assistant.jobs import LAWYER, open_matter


class Asked(BaseModel):
    sources: tuple[int, ...] = ()
    source_id: int = 0


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with open_matter(tmp_path / "a.lexmatter", None, write_agreement(tmp_path / "a.docx")) as opened:
        (tmp_path / "mail.txt").write_text(
            "The client pays on the tenth. 客户于每月十日付款。", encoding="utf-8"
        )
        (tmp_path / "memo.txt").write_text("Counsel thinks that the cap is too low.", encoding="utf-8")
        opened.add_source(tmp_path / "mail.txt", "fact", short_name="Mail")
        opened.add_source(tmp_path / "memo.txt", "note", short_name="Memo", privileged=True)
        yield opened


def passage(desk: Desk, source: int, text: str) -> int:
    rows = desk.matter.read().passages.of_source(source, "sentence")
    return next(row.id for row in rows if text in row.text)


def result(desk: Desk, tool: str, text: str, **given: object) -> int:
    """A finished tool call of a run in the main chat."""
    chat = desk.chats()[0].id
    run = desk.matter.write(
        lambda tx: (tx.runs.start(chat, "Look", "guided", "none", None, None), tx.act(LAWYER, "run", "1"))[0]
    )
    recorder = RunRecorder(desk.matter, run, None, lambda event: None, lambda: False)
    return recorder.tool(tool, Asked.model_validate(given), lambda: ToolOutput(text, None)).id


def reach(desk: Desk, *sources: int, remote: bool = False) -> Scope:
    context = [("source", str(one)) for one in sources]
    head = desk.matter.read().documents.head(desk.documents()[0][0]).id
    chat = desk.new_chat("Side", "side", [*context, ("version", str(head))]) if sources else desk.chats()[0]
    return scope_of_chat(desk.matter, desk.structures, desk.library, chat.id, None, remote)


def test_a_note_carries_the_exact_words_it_rests_on(desk: Desk) -> None:
    found = result(desk, "read_section", "2.1 Fees. Thirty (30) days after receipt.")
    note = Notes(desk.matter).propose(
        "Pays late",
        [Support(passage_id=passage(desk, 1, "tenth")), Support(tool_result_id=found, start=10, end=21)],
        "run 1",
    )
    assert note.state == "proposed"
    assert [item.text for item in note.supports] == ["The client pays on the tenth.", "Thirty (30)"]
    assert "“The client pays on the tenth.”" in "\n".join(note.lines())


@pytest.mark.parametrize("text", ["", "   ", "x" * 2001])
def test_a_note_without_a_text_or_with_too_much_is_refused(desk: Desk, text: str) -> None:
    with pytest.raises(NoteRefused):
        Notes(desk.matter).propose(text, [Support(passage_id=passage(desk, 1, "tenth"))], "run 1")


def test_a_bare_paraphrase_is_refused_also_by_the_file_itself(desk: Desk) -> None:
    with pytest.raises(NoteRefused, match="Nothing stands behind"):
        Notes(desk.matter).propose("The client always pays.", [], "run 1")
    with pytest.raises(RecordRefused):
        desk.matter.write(lambda tx: tx.notes.add("The client always pays.", [], "run 1", None, None))
    assert desk.notes() == []


def test_a_support_that_is_not_there_is_refused(desk: Desk) -> None:
    found = result(desk, "read_section", "short")
    for support in (
        Support(),
        Support(tool_result_id=found, start=2, end=99),
        Support(tool_result_id=found, start=4, end=4),
    ):
        with pytest.raises(NoteRefused):
            Notes(desk.matter).propose("Note", [support], "run 1")
    with pytest.raises(NotFound):
        Notes(desk.matter).propose("Note", [Support(passage_id=4711)], "run 1")


def test_only_the_lawyer_keeps_refuses_and_changes(desk: Desk) -> None:
    notes = Notes(desk.matter)
    note = notes.propose("Pays late", [Support(passage_id=passage(desk, 1, "tenth"))], "run 1")
    for act in (notes.keep, notes.refuse):
        for by in ("run 1", "model: qwen", ""):
            with pytest.raises(NoteRefused, match="Only the lawyer"):
                act(note.id, by)
    with pytest.raises(NoteRefused, match="Only the lawyer"):
        notes.change(note.id, "Pays early", "run 1")
    assert notes.get(note.id).state == "proposed"


def test_a_change_is_a_further_version_and_the_earlier_ones_stay(desk: Desk) -> None:
    note = desk.add_note("Pays on the tenth", [passage(desk, 1, "tenth")])
    desk.change_note(note.id, "Pays on the tenth of each month", "more exact")
    desk.refuse_note(note.id, "no longer so")
    history = desk.note_history(note.id)
    assert [one.text for one in history.versions] == ["Pays on the tenth", "Pays on the tenth of each month"]
    assert [(one.act, one.number) for one in history.acts] == [
        ("proposed", 1),
        ("kept", 1),
        ("changed", 2),
        ("refused", 2),
    ]
    assert history.note.supports == note.supports
    for table in ("notes", "note_versions", "note_supports", "note_acts"):
        with pytest.raises(RecordRefused):
            desk.matter.write(lambda tx, table=table: tx.connection.run(f"DELETE FROM {table}"))  # type: ignore[misc]
    told = [row.act for row in desk.audit_rows() if row.act.startswith("note.")]
    assert told == ["note.propose", "note.kept", "note.change", "note.refused"]


def test_p10_a_model_sees_kept_notes_only_and_of_those_what_its_chat_may_see(desk: Desk) -> None:
    notes = Notes(desk.matter)
    open_one = desk.add_note("Pays on the tenth", [passage(desk, 1, "tenth")])
    secret = desk.add_note("Cap too low", [passage(desk, 2, "cap")])
    proposed = notes.propose("Proposed", [Support(passage_id=passage(desk, 1, "tenth"))], "run 1")
    refused = desk.add_note("Refused", [passage(desk, 1, "tenth")])
    desk.refuse_note(refused.id)

    def seen(scope: Scope, **more: object) -> list[int]:
        return [note.id for note in notes.for_context(scope, **more)]  # type: ignore[arg-type]

    assert seen(reach(desk)) == [open_one.id, secret.id]
    assert proposed.id not in seen(reach(desk))
    assert seen(reach(desk, 1)) == [open_one.id], "the other source is not in this chat's context set"
    assert seen(reach(desk, remote=True), remote=True) == [open_one.id], "privileged, and the model is remote"
    assert seen(reach(desk), chosen=[secret.id]) == [secret.id]


def test_p10_a_note_on_a_tool_result_reaches_no_further_than_the_sources_of_that_call(desk: Desk) -> None:
    notes = Notes(desk.matter)
    of_both = desk.add_note("Both", tool_results=[result(desk, "search_sources", "found", sources=(1, 2))])
    of_one = desk.add_note("One", tool_results=[result(desk, "search_sources", "found", sources=(1,))])
    unsaid = desk.add_note("Unsaid", tool_results=[result(desk, "some_tool", "found")])
    assert [note.id for note in notes.for_context(reach(desk))] == [of_both.id, of_one.id, unsaid.id]
    assert [note.id for note in notes.for_context(reach(desk, 1))] == [of_one.id]


@pytest.mark.parametrize("query", ["When does the client pay?", "客户付款"])
def test_recall_finds_by_words_of_the_note_and_of_what_it_rests_on(desk: Desk, query: str) -> None:
    pays = desk.add_note("付款日 payment day", [passage(desk, 1, "tenth"), passage(desk, 1, "客户")])
    desk.add_note("Cap too low", [passage(desk, 2, "cap")])
    assert [note.id for note in Notes(desk.matter).recall(reach(desk), query)][:1] == [pays.id]


def test_a_note_in_a_prompt_carries_no_marker_of_its_own(desk: Desk) -> None:
    note = desk.add_note("See [[pin_99]]", [passage(desk, 1, "tenth")])
    lines = Notes(desk.matter).prompt_lines([note])
    assert "[[pin" not in "\n".join(lines)


def test_supports_are_named_by_pins_and_results_of_the_same_chat(desk: Desk) -> None:
    notes, chat = Notes(desk.matter), desk.chats()[0].id
    row = passage(desk, 1, "tenth")
    pin = desk.matter.write(
        lambda tx: (tx.pins.register(chat, None, row), tx.act(LAWYER, "pin.register", "chat"))[0]
    )
    found = result(desk, "read_section", "0123456789")
    assert notes.supports_named(chat, [f"[[pin_{pin.id}]]", f"result {found}", f"result {found}:2-5"]) == [
        Support(passage_id=row),
        Support(tool_result_id=found),
        Support(tool_result_id=found, start=2, end=5),
    ]
    other = desk.new_chat("Other", "side", [("source", "1")]).id
    for name in (f"[[pin_{pin.id}]]", f"result {found}"):
        with pytest.raises(NoteRefused):
            notes.supports_named(other, [name])
    for name in ("[[pin_4711]]", "result 4711", "my memory"):
        with pytest.raises(NoteRefused):
            notes.supports_named(chat, [name])


def test_p16_a_note_on_an_expunged_source_loses_its_words_and_its_record_stays(desk: Desk) -> None:
    note = desk.add_note("Pays on day ten", [passage(desk, 1, "tenth")])
    expunge(desk.matter, 1, "returned to the client", LAWYER)
    shown = desk.note_history(note.id)
    assert "Pays on day ten" not in str(shown)
    assert "tenth" not in str(shown.note.supports)
    assert [act.act for act in shown.acts] == ["proposed", "kept"]
