"""Asking the assistant, and reading what its tools returned."""

import argparse
import sys
import threading
from functools import partial

from lexdesk.assistant.agent_desk import Mode
from lexdesk.assistant.events import EditStaged, Event, ModelWorking, ToolEnded
from lexdesk.assistant.views import MessageView
from lexdesk.cli.command import Call, Commands, add
from lexdesk.cli.output import Output

_OWN_WORDS = ("advisory", "warning", "error", "info", "by_code")  # the program's own claims: said already


def add_commands(
    commands: Commands, common: argparse.ArgumentParser, matter: argparse.ArgumentParser
) -> None:
    """``ask``, ``chat``, ``tool-result``."""
    ask = add(commands, "ask", [common, matter], _ask, "instruct a change or ask a question")
    ask.add_argument("text")
    ask.add_argument("--chat", type=int, help="the chat (default: the main chat)")
    ask.add_argument("--document", type=int, help="the agreement (default: the first)")
    ask.add_argument(
        "--arguments",
        action="store_true",
        help="take the text as a proposition: arguments for and against, also without a model",
    )
    way = ask.add_mutually_exclusive_group()
    way.add_argument("--agent", action="store_true", help="this run: the model chooses its tools itself")
    way.add_argument("--guided", action="store_true", help="this run: code finds the place, the model writes")
    ask.add_argument("--send", action="store_true", help="confirm the first send to a remote model")
    chat = add(commands, "chat", [common, matter], _chat, "show a chat")
    chat.add_argument("id", type=int, nargs="?")
    result = add(
        commands, "tool-result", [common, matter], _tool_result, "read a stored tool output, range by range"
    )
    result.add_argument("id", type=int)
    result.add_argument("--offset", type=int, default=0, help="first code point")
    result.add_argument("--length", type=int, default=4000, help="code points")


def _ask(call: Call) -> int:
    arguments = call.arguments
    stop = threading.Event()
    with call.desk() as desk:
        chat = arguments.chat or desk.chats()[0].id
        try:
            run = desk.argue if arguments.arguments else partial(desk.ask, mode=_way(arguments))
            message = run(
                chat,
                arguments.text,
                document_id=arguments.document,
                on_event=lambda event: told(call.out, event),
                cancelled=stop.is_set,
                confirm_send=lambda request: shown_before_sending(call.out, request, arguments.send),
            )
        except KeyboardInterrupt:
            stop.set()
            raise
    call.out.give(message, message_lines(message))
    return 0


def _way(arguments: argparse.Namespace) -> Mode | None:
    """How this run works; None: as its chat does."""
    if arguments.agent:
        return "free"
    return "guided" if arguments.guided else None


def shown_before_sending(out: Output, request: bytes, confirmed: bool) -> bool:
    """Before a matter's first send its exact bytes are shown (P12)."""
    out.note(
        "Sent to the remote model, exactly:"
        if confirmed
        else "This would be sent to the remote model, exactly:"
    )
    out.note(request.decode("utf-8", "replace"))
    return confirmed


def told(out: Output, event: Event) -> None:
    """One line of progress for what a run does."""
    if isinstance(event, ToolEnded):
        out.note(f"  {event.tool} {event.summary} ({event.milliseconds} ms)")
    elif isinstance(event, ModelWorking):
        out.note(f"  {event.what} ...")
    elif isinstance(event, EditStaged):
        out.note(f"  staged edit {event.edit_id}")


def message_lines(message: MessageView) -> list[str]:
    """An answer as lines: claims with cites and checks, limits, removed markers."""
    lines = []
    for claim in message.claims:
        cites = "".join(f" [{pin.label}; pin {pin.pin_id}]" for pin in claim.pins)
        lines.append(claim.text + cites)
        lines += [f"    {state}: {words}" for state, words in claim.checks if state not in _OWN_WORDS]
    if not message.claims:
        lines.append(message.text)
    lines += [f"Not covered: {limit}" for limit in message.limits]
    lines += [f"Removed: {marker} ({reason})" for marker, reason in message.removed_markers]
    lines += [f"Edit {edit} is staged: read it with “lexdesk show-edit {edit}”." for edit in message.edit_ids]
    return lines


def _chat(call: Call) -> None:
    with call.desk(read_only=True) as desk:
        chat = call.arguments.id or desk.chats()[0].id
        messages = desk.messages(chat)
    lines = []
    for message in messages:
        lines.append(f"{message.role}, {message.at} ({message.state}):")
        lines += [f"  {row.tool} {row.summary} [tool result {row.tool_result_id}]" for row in message.trail]
        lines += [f"  {line}" for line in message_lines(message)]
    call.out.give(messages, lines or ["This chat is empty."])


def _tool_result(call: Call) -> None:
    arguments = call.arguments
    with call.desk(read_only=True) as desk:
        row = desk.tool_result(arguments.id)
        text, total, following, sha256 = desk.tool_result_slice(
            arguments.id, arguments.offset, arguments.length
        )
    value = {
        "id": row.id,
        "tool": row.tool,
        "status": row.status,
        "offset": arguments.offset,
        "text": text,
        "total": total,
        "next_offset": following,
        "sha256": sha256,
    }
    if call.out.as_json:
        call.out.give(value, [])
        return
    sys.stdout.write(text + ("\n" if text and not text.endswith("\n") else ""))
    if following is not None:
        call.out.note(
            f"{len(text)} of {total} code points from {arguments.offset}; go on with --offset {following}"
        )
