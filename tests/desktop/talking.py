"""A real matter on the sample, with chats that a scripted model has had: for tests and screens."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from lexdesk.assistant.desk import Desk
from lexdesk.assistant.model import Message
from lexdesk.assistant.views import ChatView, MessageView
from lexdesk.matter.file import Matter
from lexdesk.resources import resources
from tests.models.scripted_agent import Step, ToolScript

SAMPLE = resources() / "sample"
PIN = re.compile(r"\[\[pin_\d+\]\]")
ISSUE = "Records must be kept for seven years after they were made."


class Talking:
    """The desk and its chats, in a new file of the folder or in the one that is there. ``model`` answers; a
    test may put another one in its place."""

    def __init__(self, folder: Path) -> None:
        self.model = ToolScript(["Nothing."], name="Scripted 4B", context_length=8000, replies=judging)
        path = folder / "Kilnbrook.lexmatter"
        there = path.exists()
        matter = Matter.open(path) if there else Matter.create(path, name="Kilnbrook", author="Miriam Hale")
        self.desk = desk = Desk(matter, lambda: self.model)
        self.main = desk.chats()[0]
        if there:
            return
        desk.import_document(SAMPLE / "supply-agreement.docx")
        desk.rename_document(1, "Supply Agreement")
        desk.set_as_of("2025-06-16")
        desk.set_jurisdiction("Norland")
        law = {"jurisdiction": "Norland", "as_of": "2025-06-16"}
        act = desk.add_source(SAMPLE / "retention-act-2021.pdf", "law", short_name="2021 Act")
        desk.set_source(act.id, status="in_force", **law)
        old = desk.add_source(SAMPLE / "retention-act-2009.pdf", "law", short_name="2009 Act")
        desk.set_source(old.id, status="superseded", **law)
        desk.add_source(SAMPLE / "client-email.eml", "fact", short_name="Client's mail", privileged=True)

    def ask(self, chat: ChatView, text: str, *steps: Step | Any, mode: Any = "free") -> MessageView:
        """One run of a chat by these steps."""
        waiting = list(steps)

        def step(messages: Sequence[Message]) -> Step:
            following = waiting.pop(0)
            return following(messages) if callable(following) else following

        self.model._step = step
        return self.desk.ask(chat.id, text, 1, mode=mode)

    def side(self, title: str, *context: tuple[str, int | str]) -> ChatView:
        """A side chat."""
        return self.desk.new_chat(title, "side", context)

    def finding(self) -> MessageView:
        """A side chat on the Act alone, with a finding, one sentence without support and one false marker."""
        chat = self.side("Retention", ("source", 1), ("skill", "termination-and-survival"))
        return self.ask(
            chat,
            "How long must the records be kept?",
            {"tool": "search_sources", "query": "records kept years"},
            cited,
        )

    def long_talk(self) -> MessageView:
        """A run of the main chat with a failed call, and so much read that earlier results left the view."""
        sections = [str(number) for number in range(1, 16)] * 2
        calls = [{"tool": "read_section", "section": one} for one in sections]
        failing = {"tool": "read_section", "section": "99.9"}
        noting = {"tool": "search_sources", "query": "records kept years"}
        return self.ask(
            self.main,
            "Read the agreement and tell me what survives.",
            failing,
            *calls,
            noting,
            remembering,
            cited,
        )

    def playbook(self) -> None:
        """The playbook of the sample joins the sources."""
        self.desk.add_source(SAMPLE / "playbook.md", "playbook", short_name="Playbook")

    def close(self) -> None:
        self.desk.close()


def found_pin(messages: Sequence[Message]) -> str:
    """The first marker that stands in the last result that has one."""
    return next(found[0] for message in reversed(messages) if (found := PIN.findall(message.text)))


def cited(messages: Sequence[Message]) -> str:
    """An answer with a supported sentence, a false figure, a sentence without a source and a false marker."""
    pin = found_pin(messages)
    return (
        f"The Act speaks of the keeping of records {pin}. The records must be kept for 99 years {pin}. "
        "Most firms keep them longer. The court has said so too [[pin_999]]."
    )


def remembering(messages: Sequence[Message]) -> Step:
    """A note that rests on the pin found."""
    return {
        "tool": "remember",
        "text": "The Act fixes how long records are kept.",
        "rests_on": found_pin(messages),
    }


def judging(messages: Sequence[Message], schema: Mapping[str, Any] | None) -> str:
    """Asked for arguments: the first passage for, the others against. Any other form: its first choice."""
    fields = (schema or {}).get("properties", {})
    if "arguments" not in fields:
        return json.dumps({name: form.get("enum", ["yes"])[0] for name, form in fields.items()})
    names = fields["arguments"]["items"]["properties"]["pin"]["enum"]
    said = [
        {"pin": name, "side": "against" if number else "for", "sentence": "The passage speaks of years."}
        for number, name in enumerate(names)
    ]
    return json.dumps({"arguments": said})
