"""The list in a model's JSON answer; an answer that was cut gives the entries that are whole. No I/O."""

import json
import re
from typing import Any


def entries(text: str, name: str) -> list[dict[str, Any]]:
    """The objects listed under ``name``; of text that is no whole JSON, each innermost object in it."""
    try:
        listed = json.loads(text).get(name, [])
        return [entry for entry in listed if isinstance(entry, dict)]
    except (ValueError, AttributeError):
        pass
    found = []
    for hit in re.finditer(r"\{[^{}]*\}", text):
        try:
            found.append(json.loads(hit.group()))
        except ValueError:
            continue
    return found
