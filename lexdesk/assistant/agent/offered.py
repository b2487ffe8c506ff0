"""The fourteen tools as they are offered to a model: by a server's protocol, or as one form to fill in."""

from collections.abc import Mapping
from typing import Any

from lexdesk.assistant.agent import arguments as takes
from lexdesk.assistant.model import ToolSpec

ANSWER = "answer"  # the choice of a local model that ends the run with its answer

TOOLS: Mapping[str, tuple[type[takes.Arguments], str]] = {
    "list_sections": (takes.ListSections, "Labels and headings of all clauses."),
    "read_section": (takes.ReadSection, "A clause with all below it; each paragraph with its key."),
    "find_text": (takes.FindText, "Every place where the agreement has these words exactly."),
    "get_cross_references": (
        takes.GetCrossReferences,
        "Every reference to a clause. Call it before you propose to delete a clause.",
    ),
    "get_defined_terms": (takes.GetDefinedTerms, "Defined terms with where they are defined and used."),
    "search_sources": (
        takes.SearchSources,
        "Sentences of the sources, each with the pin to cite it by, such as [[pin_3]].",
    ),
    "read_source": (takes.ReadSource, "The text of a source, or of one page."),
    "read_tool_result": (
        takes.ReadToolResult,
        "Any part of an earlier result or message that was shortened or cleared.",
    ),
    "propose_edit": (
        takes.ProposeEdit,
        "Propose one change. It waits for the lawyer; nothing is changed. replace: old_text by new_text; "
        "rewrite_paragraph: the paragraph shall read new_text; delete_clause: section with all below it; "
        "insert_after, insert_before: new_text as a paragraph at the named one; "
        "move_after, move_before: section with all below it to stand beside the clause beside.",
    ),
    "list_versions": (takes.ListVersions, "The versions of the agreement and which is current."),
    "get_change_history": (
        takes.GetChangeHistory,
        "What was changed, by whom and why, each with the marker to cite it by, such as [[diff_4]].",
    ),
    "remember": (takes.Remember, "Propose a note for later. It counts only once the lawyer keeps it."),
    "recall": (takes.Recall, "Kept notes, and what was said or found earlier in this chat, word for word."),
    "load_skill": (takes.LoadSkill, "The text of a skill."),
}


def tool_specs() -> list[ToolSpec]:
    """The tools for a model with a tool protocol of its own."""
    return [ToolSpec(name, words, _parameters(model)) for name, (model, words) in TOOLS.items()]


def _parameters(model: type[takes.Arguments]) -> dict[str, Any]:
    """The JSON schema of the arguments, without the titles that only cost tokens."""
    schema = model.model_json_schema()
    properties = {
        name: {key: value for key, value in part.items() if key != "title"}
        for name, part in schema.get("properties", {}).items()
    }
    return {
        "type": "object",
        "properties": properties,
        "required": schema.get("required", []),
        "additionalProperties": False,
    }


def call_form() -> dict[str, Any]:
    """One form for a whole turn of a local model: a call of one of the tools, or the answer. Made of tested
    kinds only; no part of it ever comes from a model, a skill or a document."""
    calls = [_form(name, model) for name, (model, _words) in TOOLS.items()]
    answer = {
        "type": "object",
        "properties": {"tool": {"type": "string", "enum": [ANSWER]}, "text": {"type": "string"}},
    }
    return {"anyOf": [*calls, answer]}


def _form(name: str, model: type[takes.Arguments]) -> dict[str, Any]:
    properties: dict[str, Any] = {"tool": {"type": "string", "enum": [name]}}
    for argument, part in model.model_json_schema().get("properties", {}).items():
        if "enum" in part:
            properties[argument] = {"type": "string", "enum": part["enum"]}
        else:
            properties[argument] = {"type": part["type"]}
    return {"type": "object", "properties": properties}


def tool_lines() -> str:
    """The tools in words, for a model that has no tool protocol."""
    lines = []
    for name, (model, words) in TOOLS.items():
        fields = model.model_json_schema().get("properties", {})
        takes_words = "; ".join(
            f"{field}: {part.get('description') or '|'.join(part.get('enum', []))}"
            for field, part in fields.items()
        )
        lines.append(f"- {name}({takes_words}): {words}")
    return "\n".join(lines)
