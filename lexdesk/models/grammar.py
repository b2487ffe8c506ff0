"""From a checked schema to a grammar of llama.cpp (GBNF).

The converter of llama-cpp-python 0.3.36 is not used: an enum with a quotation mark gives a grammar that ends
the process, one with a newline or backslash gives an answer that is no JSON, and its strings may hold
bare control characters and halves of surrogate pairs.
"""

import json
from collections.abc import Mapping
from typing import Any

# Escapes by number are left out: a model could write half of a surrogate pair with them.
_CHARACTER = r'character ::= [^"\\\x00-\x1F\x7F] | "\\" ["\\/nrt]'
_SPACE = 'space ::= " "?'


def grammar(schema: Mapping[str, Any]) -> str:
    """The grammar whose sentences are the JSON texts of a schema that ``check_schema`` returned, with at most
    one space between two parts. Each repetition has a rule of its own, so that they do not multiply."""
    rules: list[str] = []
    root = " | ".join(_rule(part, rules) for part in schema.get("anyOf", [schema]))
    return "\n".join([f"root ::= {root}", *rules, _CHARACTER, _SPACE]) + "\n"


def _rule(schema: Mapping[str, Any], rules: list[str]) -> str:
    """Add the rules of this part and return the name of the first."""
    match schema["type"]:
        case "object":
            members = [
                f"{_literal(name)} space {_quoted(':')} space {_rule(part, rules)}"
                for name, part in schema["properties"].items()
            ]
            body = f" space {_quoted(',')} space ".join(members)
            body = f"{_quoted('{')} space {body} space {_quoted('}')}"
        case "array":
            item = _rule(schema["items"], rules)
            least, most = schema.get("minItems", 0), schema["maxItems"]
            body = f"{item} (space {_quoted(',')} space {item}){{{max(0, least - 1)},{most - 1}}}"
            body = f"{_quoted('[')} space {body if least else f'({body})?'} space {_quoted(']')}"
        case "string" if "enum" in schema:
            body = " | ".join(_literal(choice) for choice in schema["enum"])
        case "string":
            repeated = f"{{0,{schema['maxLength']}}}" if "maxLength" in schema else "*"
            body = f"{_quoted(chr(34))} character{repeated} {_quoted(chr(34))}"
        case "integer":
            body = '"0" | [1-9] [0-9]{0,8}'
        case _:
            body = f"{_quoted('true')} | {_quoted('false')}"
    name = f"part-{len(rules)}"
    rules.append(f"{name} ::= {body}")
    return name


def _literal(text: str) -> str:
    """The text as a JSON string, as a terminal of the grammar."""
    return _quoted(json.dumps(text, ensure_ascii=False))


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
