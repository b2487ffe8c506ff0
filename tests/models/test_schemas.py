"""Only schemas of tested kinds reach a model: a wrong grammar would end its process."""

from typing import Any

import pytest

from lexdesk.models.schemas import SchemaNotTested, check_schema, conforms

STRING: dict[str, Any] = {"type": "string"}


def _of(part: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"part": part}, **more}


REFUSED = {
    "a bare string": STRING,
    "no type": _of({}),
    "a number": _of({"type": "number"}),
    "a list of types": _of({"type": ["string", "null"]}),
    "a pattern": _of({"type": "string", "pattern": "a+"}),
    "a format": _of({"type": "string", "format": "date"}),
    "a reference": _of({"$ref": "#/$defs/x"}),
    "definitions": _of(STRING, **{"$defs": {}}),
    "a choice of schemas": _of({"anyOf": [STRING]}),
    "a choice of texts": {"anyOf": [STRING]},
    "a choice of nothing": {"anyOf": []},
    "a choice that begins with a free text": {"anyOf": [_of(STRING)]},
    "a choice that begins with two names": {
        "anyOf": [
            {"type": "object", "properties": {"a": {"type": "string", "enum": ["x"]}}},
            {"type": "object", "properties": {"b": {"type": "string", "enum": ["y"]}}},
        ]
    },
    "a choice of two that begin alike": {"anyOf": [_of({"type": "string", "enum": ["x"]})] * 2},
    "a long maxLength": _of({"type": "string", "maxLength": 1500}),
    "maxLength 0": _of({"type": "string", "maxLength": 0}),
    "an endless array": _of({"type": "array", "items": STRING}),
    "a huge array": _of({"type": "array", "items": STRING, "maxItems": 1000}),
    "minItems over maxItems": _of({"type": "array", "items": STRING, "maxItems": 2, "minItems": 3}),
    "an array of anything": _of({"type": "array", "maxItems": 2}),
    "an empty enum": _of({"type": "string", "enum": []}),
    "an enum of numbers": _of({"type": "string", "enum": [1]}),
    "an enum with a double": _of({"type": "string", "enum": ["a", "a"]}),
    "an enum with half a character": _of({"type": "string", "enum": ["\ud800"]}),
    "an optional property": _of(STRING, required=[]),
    "an unknown required property": _of(STRING, required=["part", "other"]),
    "free properties": _of(STRING, additionalProperties=True),
    "no properties": {"type": "object", "properties": {}},
    "a property that is no word": {"type": "object", "properties": {'a"b': STRING}},
    "deep nesting": _of(_of(_of(_of(STRING)))),
}


@pytest.mark.parametrize("schema", REFUSED.values(), ids=REFUSED.keys())
def test_untested_kinds_are_refused(schema: dict[str, Any]) -> None:
    with pytest.raises(SchemaNotTested):
        check_schema(schema)


def test_a_checked_schema_is_complete_and_stays_as_it_is() -> None:
    checked = check_schema(_of({"type": "string", "description": "why", "maxLength": 200}, title="Answer"))

    assert checked == {
        "type": "object",
        "properties": {"part": {"type": "string", "maxLength": 200}},
        "required": ["part"],
        "additionalProperties": False,
    }
    assert check_schema(checked) == checked


def test_conforms_tells_answers_apart() -> None:
    short = {"type": "string", "maxLength": 5}
    schema = check_schema(
        {
            "type": "object",
            "properties": {
                "place": {"type": "string", "enum": ["9.3", "12.7"]},
                "why": {"type": "array", "items": short, "minItems": 1, "maxItems": 2},
                "sure": {"type": "boolean"},
            },
        }
    )
    good = {"place": "9.3", "why": ["short"], "sure": True}

    assert conforms(schema, good)
    for wrong in (
        {**good, "place": "9.4"},
        {**good, "why": []},
        {**good, "why": ["a", "b", "c"]},
        {**good, "why": ["longer than five"]},
        {**good, "sure": 1},
        {**good, "more": ""},
        {"place": "9.3", "sure": True},
        [good],
        "text",
    ):
        assert not conforms(schema, wrong), wrong
