"""Behind an answer: how a chat works, what a model saw, going on with a run, and making it again."""

import argparse

from lexdesk.cli.command import Call, Commands, add
from lexdesk.cli.talking import message_lines, shown_before_sending, told

_MARKS = {"equal": "", "delete": "-", "insert": "+"}


def add_commands(
    commands: Commands, common: argparse.ArgumentParser, matter: argparse.ArgumentParser
) -> None:
    """``chat-mode``, ``context``, ``compactions``, ``resume``, ``replay``."""
    mode = add(commands, "chat-mode", [common, matter], _mode, "how a chat works: guided, or free with tools")
    mode.add_argument("mode", nargs="?", choices=("guided", "free"))
    mode.add_argument("--chat", type=int, help="the chat (default: the main chat)")
    context = add(
        commands, "context", [common, matter], _context, "what the model of a run could see and was shown"
    )
    context.add_argument("run", type=int)
    context.add_argument("--call", type=int, help="print the exact request of this model call")
    cleared = add(
        commands, "compactions", [common, matter], _compactions, "what left the view of a chat's model"
    )
    cleared.add_argument("chat", type=int, nargs="?")
    resume = add(
        commands, "resume", [common, matter], _resume, "go on with a run that was stopped or cut off"
    )
    resume.add_argument("run", type=int)
    resume.add_argument("--send", action="store_true", help="confirm the first send to a remote model")
    replay = add(
        commands, "replay", [common, matter], _replay, "make a run again with the model in use, and compare"
    )
    replay.add_argument("run", type=int)
    replay.add_argument("--send", action="store_true", help="confirm the first send to a remote model")


def _mode(call: Call) -> None:
    wanted = call.arguments.mode
    with call.desk(read_only=wanted is None) as desk:
        chat = call.arguments.chat or desk.chats()[0].id
        if wanted is not None:
            desk.set_mode(chat, wanted)
        mode = desk.mode(chat)
    call.out.give({"chat": chat, "mode": mode}, [f"Chat {chat} works {mode}."])


def _context(call: Call) -> None:
    with call.desk(read_only=True) as desk:
        if call.arguments.call is not None:
            request = desk.context_of(call.arguments.call)
            call.out.give({"call": call.arguments.call, "request": request}, [request])
            return
        seen = desk.seen(call.arguments.run)
    lines = []
    for line in seen:
        size = f", shown {line.shown:,} of {line.length:,} code points" if line.length else ""
        digest = f", sha256 {line.sha256[:12]}" if line.sha256 else ""
        lines.append(f"{line.kind} {line.ref} {line.label}: {line.why}{size}{digest}")
    call.out.give(seen, lines or ["Nothing is on record of what this run could see."])


def _compactions(call: Call) -> None:
    with call.desk(read_only=True) as desk:
        views = desk.compactions(call.arguments.chat or desk.chats()[0].id)
    lines = []
    for view in views:
        lines.append(
            f"Compaction {view.id} ({view.level}) at {view.at}: {view.tokens_before:,} to "
            f"{view.tokens_after:,} tokens; {len(view.cleared)} things left the view."
        )
        lines += [f"  {one.kind} {one.code_points:,} code points: {one.address}" for one in view.cleared]
    call.out.give(views, lines or ["Everything in this chat is in its model's view."])


def _resume(call: Call) -> None:
    with call.desk() as desk:
        message = desk.resume(
            call.arguments.run,
            on_event=lambda event: told(call.out, event),
            confirm_send=lambda request: shown_before_sending(call.out, request, call.arguments.send),
        )
    call.out.give(message, message_lines(message))


def _replay(call: Call) -> None:
    with call.desk() as desk:
        view = desk.replay(
            call.arguments.run,
            on_event=lambda event: told(call.out, event),
            confirm_send=lambda request: shown_before_sending(call.out, request, call.arguments.send),
        )
    lines = [f"Run {view.run_id} by {view.model_was}, again by {view.model_now}; nothing was staged."]
    for one in view.calls:
        same = "the same" if one.was == one.now else "another answer"
        lines.append(f"Call {one.seq} ({one.purpose}): {same}")
        if one.was != one.now:
            lines += [f"  {_MARKS[kind]}[{text}]" for kind, text in one.pieces if kind != "equal"]
    call.out.give(view, lines)
