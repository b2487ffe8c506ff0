"""One tool call of a model: checked, run, stored whole, answered. An error is data the model can act on."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from pydantic import ValidationError

from lexdesk.assistant.agent import arguments as takes
from lexdesk.assistant.agent import keeping, proposing, reading
from lexdesk.assistant.agent.bench import Bench
from lexdesk.assistant.agent.offered import TOOLS
from lexdesk.assistant.agent.voices import Asked
from lexdesk.assistant.compaction.addresses import AddressUnknown, record_at
from lexdesk.assistant.compaction.view import preview
from lexdesk.assistant.markers import escape_source_text
from lexdesk.assistant.recorder import ToolOutput
from lexdesk.assistant.scope import OutsideContext
from lexdesk.errors import Cancelled, LexDeskError
from lexdesk.matter.stores import Tx
from lexdesk.review.errors import EditError

_WORK: Mapping[str, Callable[[Bench, Any], ToolOutput[None]]] = {
    "list_sections": reading.list_sections,
    "read_section": reading.read_section,
    "find_text": reading.find_text,
    "get_cross_references": reading.get_cross_references,
    "get_defined_terms": reading.get_defined_terms,
    "search_sources": reading.search_sources,
    "read_source": reading.read_source,
    "read_tool_result": keeping.read_tool_result,
    "propose_edit": proposing.propose_edit,
    "list_versions": reading.list_versions,
    "get_change_history": reading.get_change_history,
    "remember": keeping.remember,
    "recall": keeping.recall,
    "load_skill": keeping.load_skill,
}
_LASTING = ("propose_edit", "remember")
_SHOWN_ARGUMENT = 200  # code points of a refused call that are repeated to the model


class Malformed(LexDeskError):
    """What the model wrote is no call of a tool of this run. Nothing was run."""

    code = "malformed_call"


def checked(asked: Asked) -> tuple[str, takes.Arguments]:
    """The tool and its arguments. Raises ``Malformed`` with what would mend it."""
    if asked.problem:
        raise Malformed(asked.problem, "Call one tool, or answer.")
    if asked.tool not in TOOLS:
        raise Malformed(
            f"There is no tool “{escape_source_text(asked.tool[:60])}”; nothing was run.",
            f"The tools are {', '.join(TOOLS)}.",
        )
    model, _words = TOOLS[asked.tool]
    try:
        given = json.loads(asked.arguments)
    except ValueError as error:
        raise Malformed(
            f"The arguments of {asked.tool} are not JSON: {error}.", f"They are {_form(model)}."
        ) from None
    try:
        return asked.tool, model.model_validate(given, strict=False)
    except ValidationError as error:
        problems = "; ".join(
            f"{'.'.join(map(str, item['loc'])) or 'arguments'}: {item['msg']}" for item in error.errors()
        )
        raise Malformed(f"{asked.tool}: {problems}.", f"Its arguments are {_form(model)}.") from None


def _form(model: type[takes.Arguments]) -> str:
    fields = model.model_fields
    parts = [name if field.is_required() else f"{name} (optional)" for name, field in fields.items()]
    return "an object with " + ", ".join(parts)


def call(bench: Bench, asked: Asked, call_id: int) -> None:
    """Run one call. Its start is on record before anything is read, its whole output before it is answered.

    Raises ``Malformed`` (nothing ran) and ``Cancelled``; every other error is stored as the call's output.
    """
    name, given = checked(asked)
    recorder = bench.recorder
    run = recorder.run
    lasting = name in _LASTING

    def begun(tx: Tx, number: int) -> None:
        tx.turns.add(run.chat_id, run.id, "call", tool_result_id=number, call_id=call_id)

    def ended(tx: Tx, number: int, text: str) -> None:
        # A range that was asked for is shown as asked for, with the line above it.
        most = bench.page_length if name != "read_tool_result" else len(text)
        shown = preview(len(text), most)
        tx.turns.add(run.chat_id, run.id, "result", tool_result_id=number, head=shown.head, tail=shown.tail)
        tx.tools.set_shown(number, 0, shown.head)

    try:
        recorded = recorder.tool(
            name,
            given,
            lambda: _WORK[name](bench, given),
            given=asked.arguments,
            validated=json.dumps(_validated(bench, name, given), ensure_ascii=False),
            begun=begun,
            ended=ended,
            failure=error_text,
            lasting=lasting,
        )
    except Cancelled:
        raise
    except LexDeskError:
        return  # stored as the call's output, which the model is shown
    if name == "get_cross_references":
        bench.reviewed.append(recorded.id)


def _validated(bench: Bench, name: str, given: takes.Arguments) -> dict[str, Any]:
    """The arguments with what they come to: the very version, sources or range that was meant."""
    meant = given.model_dump()
    try:
        if "document" in meant:
            meant["document_id"], meant["version_id"] = bench.scope.place(meant["document"])
        if name == "search_sources":
            meant["sources"] = [meant["source"]] if meant["source"] else list(bench.scope.source_ids)
        if isinstance(given, takes.ReadToolResult):
            record = record_at(bench.scope, bench.chat_id, given.tool_use_id)
            meant |= {"address": record.address, "start": record.start + given.offset}
    except (OutsideContext, AddressUnknown):
        pass  # the tool itself says what is wrong
    return meant


def error_text(error: LexDeskError) -> str:
    """An error for the model: code, sentence, what to do next, and every place it names."""
    said: dict[str, Any] = {"error": error.code, "message": error.message}
    if error.next_step:
        said["next_step"] = error.next_step
    if isinstance(error, EditError) and error.places:
        said["places"] = [
            {
                "paragraph": place.paragraph_key,
                "label": place.label,
                "offset": place.start,
                "text": f"{place.before}[{place.text}]{place.after}",
            }
            for place in error.places
        ]
    true_text = getattr(error, "true_text", "")
    if true_text:
        said["old_text_in_the_document"] = true_text
    return escape_source_text(json.dumps(said, ensure_ascii=False))


def refused_text(asked: Asked, error: Malformed) -> str:
    """What the model is told of a call that could not be run."""
    wrote = f"{asked.tool} {asked.arguments}".strip()[:_SHOWN_ARGUMENT]
    return f"That call was refused: {error} You wrote: {escape_source_text(wrote)}"
