"""The baseline: one prompt that asks for old and new text over the best candidate paragraphs."""

import json
from collections.abc import Mapping
from typing import Any

from lexdesk.assistant.desk import Desk
from lexdesk.assistant.model import Message
from lexdesk.assistant.ranking import rank
from lexdesk.review.proposal import ReplaceText

_CANDIDATES = 5
_SYSTEM = "You edit contracts. Answer in JSON."


def ask_plainly(desk: Desk, task: Mapping[str, Any]) -> tuple[str, str]:
    """Old and new text from the model, staged as they come; an empty old text means no edit."""
    document = desk.documents()[0][0]
    head = desk.matter.read().documents.head(document).id
    structure = desk.structures.of(head)
    blocks = [block for block in structure.blocks if block.text.strip()]
    names = [f"{structure.place_label(block.key)} {block.text}" for block in blocks]
    best = [blocks[index].text for index, _score in rank(task["instruction"], names)[:_CANDIDATES]]
    listed = "\n".join(best)
    prompt = (
        f"Instruction: {task['instruction']}\n\nParagraphs of the contract:\n{listed}\n\n"
        "Give the exact old text to replace and the new text. To delete, give an empty new text. If no "
        "change is needed or possible, or it is unclear which place is meant, give an empty old text."
    )
    schema = {
        "type": "object",
        "properties": {"old": {"type": "string"}, "new": {"type": "string"}},
        "required": ["old", "new"],
        "additionalProperties": False,
    }
    model = desk._model()
    if model is None:
        return "none", "no model"
    messages = [Message("system", _SYSTEM), Message("user", prompt)]
    answer = model.complete(messages, schema=schema, max_tokens=600)
    try:
        given = json.loads(answer.text)
    except ValueError:
        return "none", "the answer was not finished"
    if not given["old"].strip():
        return "refuse", ""
    desk.review.stage(
        ReplaceText(given["old"], given["new"]),
        document_id=document,
        version_id=head,
        instruction=task["instruction"],
        created_by=f"model: {model.name}",
        model=model.name,
        mend=True,
    )
    return "edits", ""
