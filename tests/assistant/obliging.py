"""A scripted model that does what it is asked: chooses, rewrites by a given rule, answers from pins."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lexdesk.assistant.model import Message
from tests.models.scripted import ScriptedModel


def shown_clause(prompt: str) -> str:
    """The clause a rewriting prompt shows."""
    return prompt.split("):\n", 1)[1].split("\n\nWrite the whole clause", 1)[0]


def obliging(
    rewrite: Callable[[str], str] = lambda clause: clause,
    place: str = "1",
    new_clause: str = "A new clause.",
    heading: str = "",
    sentence: str = "A new sentence.",
    value: str = "",
    says_so: str = "no",
) -> ScriptedModel:
    """``rewrite`` makes the new clause from the old one; ``place`` answers every choice of a place; the
    others answer the question for a new clause, a sentence, a blank, and "does it say so already?"."""

    def answer(messages: Sequence[Message], schema: Mapping[str, Any] | None) -> str:
        prompt = messages[-1].text
        fields = (schema or {}).get("properties", {})
        if "act" in fields:
            return json.dumps({"act": "change words of a clause"})
        if "place" in fields:
            return json.dumps({"place": place})
        if "reason" in fields:
            pins = fields["pins"]["items"]["enum"][:1] if "pins" in fields else []
            reason = {"reason": "Another section keeps the duty; the period differs."}
            return json.dumps(reason | ({"pins": pins} if "pins" in fields else {}))
        if "answer" in fields:
            shown = re.findall(r"^(\[\[pin_\d+\]\]) [^:]+(?:\([^)]*\))?: (.+)$", prompt, re.MULTILINE)
            claims = [{"pin": name, "sentence": text} for name, text in shown[:2]]
            return json.dumps({"answer": claims})
        for field, text in (("sentence", sentence), ("value", value), ("says_so", says_so)):
            if field in fields:
                return json.dumps({field: text})
        if "The clause before the new one" in prompt:
            return json.dumps({"heading": heading, "clause": new_clause})
        return json.dumps({"clause": rewrite(shown_clause(prompt))})

    return ScriptedModel(answer)
