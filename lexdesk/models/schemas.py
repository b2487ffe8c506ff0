"""The JSON schemas an answer may be held to.

A schema becomes a grammar for llama.cpp, and a grammar it cannot parse ends the process. So only schemas
made of kinds that the tests have run through a real model pass, and only code writes them: a schema must
never come from a model, a skill or a document.
"""

import re
from collections.abc import Mapping
from typing import Any

from lexdesk.errors import LexDeskError

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}\Z")
_MAX_DEPTH = 4
_MAX_PROPERTIES = 24
_MAX_ENUM = 64
_MAX_ENUM_TEXT = 200
_MAX_LENGTH = 200
_MAX_ITEMS = 32
_MAX_CHOICES = 24
_LARGEST = 999_999_999
_IGNORED = {"title", "description"}


class SchemaNotTested(LexDeskError):
    """The schema uses a kind that has not been tested with llama.cpp; nothing was sent to a model."""

    code = "schema_not_tested"


def check_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema in the one form that is sent to a model, or raise ``SchemaNotTested``.

    Allowed: an object with named properties, all of them required and no others (at the top, and inside);
    a string, with ``maxLength`` up to 200 or without; a string from an ``enum``; a boolean; a whole number
    from 0 to 999,999,999; an array of any of these with ``maxItems`` up to 32 and ``minItems`` if wanted.
    At the top also ``anyOf`` up to 24 objects that begin with the same property, each with one choice of
    its own for it, so that the first words of an answer say which it is. Properties are answered in the
    order in which they are written. ``title`` and ``description`` are dropped.
    """
    if "anyOf" in schema:
        return _check_choice(schema)
    if schema.get("type") != "object":
        raise _refuse("the answer itself must be an object")
    return _check(schema, 1)


def _check_choice(schema: Mapping[str, Any]) -> dict[str, Any]:
    _only(schema, {"anyOf"})
    parts = schema["anyOf"]
    if not isinstance(parts, list | tuple) or not 1 <= len(parts) <= _MAX_CHOICES:
        raise _refuse(f"anyOf needs 1 to {_MAX_CHOICES} objects")
    if not all(isinstance(part, Mapping) and part.get("type") == "object" for part in parts):
        raise _refuse("anyOf may hold objects only")
    checked = [_check_object(part, 1) for part in parts]
    firsts = [next(iter(part["properties"].items())) for part in checked]
    if len({name for name, _part in firsts}) > 1 or any(len(part.get("enum", ())) != 1 for _, part in firsts):
        raise _refuse("the objects of anyOf must begin with one property that has one choice")
    if len({part["enum"][0] for _name, part in firsts}) < len(firsts):
        raise _refuse("two objects of anyOf begin alike")
    return {"anyOf": checked}


def _check(schema: Any, depth: int) -> dict[str, Any]:
    if not isinstance(schema, Mapping):
        raise _refuse("each part must be an object")
    if depth > _MAX_DEPTH:
        raise _refuse(f"it is nested more than {_MAX_DEPTH} deep")
    kind = schema.get("type")
    if kind == "object":
        return _check_object(schema, depth)
    if kind == "array":
        return _check_array(schema, depth)
    if kind == "string":
        return _check_string(schema)
    if kind in ("boolean", "integer"):
        _only(schema, {"type"})
        return {"type": kind}
    raise _refuse(f"the type {kind!r} is not on the list")


def _check_object(schema: Mapping[str, Any], depth: int) -> dict[str, Any]:
    _only(schema, {"type", "properties", "required", "additionalProperties"})
    properties = schema.get("properties")
    if not isinstance(properties, Mapping) or not 1 <= len(properties) <= _MAX_PROPERTIES:
        raise _refuse(f"an object needs 1 to {_MAX_PROPERTIES} named properties")
    for name in properties:
        if not isinstance(name, str) or not _NAME.match(name):
            raise _refuse(f"the property name {name!r} is not a plain word")
    required = schema.get("required", list(properties))
    if set(required) != set(properties):
        raise _refuse("every property must be required")
    if schema.get("additionalProperties", False) is not False:
        raise _refuse("properties beyond the named ones are not allowed")
    return {
        "type": "object",
        "properties": {name: _check(part, depth + 1) for name, part in properties.items()},
        "required": list(properties),
        "additionalProperties": False,
    }


def _check_array(schema: Mapping[str, Any], depth: int) -> dict[str, Any]:
    _only(schema, {"type", "items", "minItems", "maxItems"})
    most = schema.get("maxItems", 0)
    least = schema.get("minItems", 0)
    if not _whole(most, 1, _MAX_ITEMS) or not _whole(least, 0, most):
        raise _refuse(f"an array needs maxItems from 1 to {_MAX_ITEMS}, and minItems no larger")
    checked: dict[str, Any] = {"type": "array", "items": _check(schema.get("items"), depth + 1)}
    if least:
        checked["minItems"] = least
    checked["maxItems"] = most
    return checked


def _check_string(schema: Mapping[str, Any]) -> dict[str, Any]:
    _only(schema, {"type", "enum", "maxLength"})
    if "enum" in schema:
        choices = schema["enum"]
        if (
            "maxLength" in schema
            or not isinstance(choices, list | tuple)
            or not 1 <= len(choices) <= _MAX_ENUM
        ):
            raise _refuse(f"an enum needs 1 to {_MAX_ENUM} strings and no maxLength")
        for choice in choices:
            if not isinstance(choice, str) or len(choice) > _MAX_ENUM_TEXT:
                raise _refuse(f"a choice must be a string of at most {_MAX_ENUM_TEXT} characters")
            if any("\ud800" <= character <= "\udfff" for character in choice):
                raise _refuse("a choice holds half of a surrogate pair")
        if len(set(choices)) < len(choices):
            raise _refuse("a choice occurs twice")
        return {"type": "string", "enum": list(choices)}
    if "maxLength" in schema:
        if not _whole(schema["maxLength"], 1, _MAX_LENGTH):
            raise _refuse(f"maxLength must be from 1 to {_MAX_LENGTH}")
        return {"type": "string", "maxLength": schema["maxLength"]}
    return {"type": "string"}


def _only(schema: Mapping[str, Any], allowed: set[str]) -> None:
    strange = set(schema) - allowed - _IGNORED
    if strange:
        raise _refuse(f"{', '.join(sorted(map(str, strange)))} is not on the list")


def _whole(value: Any, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _refuse(why: str) -> SchemaNotTested:
    return SchemaNotTested(
        f"The answer form was not used, because {why}.", "This is a fault in LexDesk; please report it."
    )


def conforms(schema: Mapping[str, Any], value: Any) -> bool:
    """Whether a parsed answer has the form of a schema that ``check_schema`` returned."""
    if "anyOf" in schema:
        return any(conforms(part, value) for part in schema["anyOf"])
    match schema["type"]:
        case "object":
            parts = schema["properties"]
            return (
                isinstance(value, dict)
                and value.keys() == parts.keys()
                and all(conforms(part, value[name]) for name, part in parts.items())
            )
        case "array":
            return (
                isinstance(value, list)
                and schema.get("minItems", 0) <= len(value) <= schema["maxItems"]
                and all(conforms(schema["items"], item) for item in value)
            )
        case "string":
            fits = isinstance(value, str) and len(value) <= schema.get("maxLength", len(value))
            return fits and ("enum" not in schema or value in schema["enum"])
        case "integer":
            return _whole(value, 0, _LARGEST)
        case _:
            return isinstance(value, bool)
