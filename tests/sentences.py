"""The sentences that code writes, read from the code itself: what the catalogue of the window must word.

A sentence is a literal text or an f-string of the package (of the window only its errors, of the command
line none) that reads like one: it begins with a capital, a mark or a value and ends like a sentence or with a
value behind a colon, or it is the text of an error. Its template numbers the values: ``{0}`` any text,
``{1:n}`` a count, ``{2:is|are}`` a choice between literals. ``python -m tests.sentences`` prints what the
catalogue of the window does not word yet, ready to be filled in.
"""

import ast
import builtins
import json
import re
import string
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import lexdesk
from lexdesk.resources import resources

PACKAGE = Path(lexdesk.__file__).parent
VERIFIER = resources() / "verify" / "verify_matter.py"
CATALOGUE = resources() / "translations" / "said.zh.toml"
_ELSEWHERE = ("cli",)

NOT_SHOWN = {
    "assistant/prompts.py": "asked of a model",
    "assistant/agent/briefing.py": "told to a model",
    "assistant/agent/offered.py": "tools described to a model",
    "assistant/agent/arguments.py": "tools described to a model",
    "assistant/agent/voices.py": "told to a model",
    "assistant/compaction/summary.py": "asked of a model",
    "assistant/compaction/view.py": "told to a model",
    "assistant/tools.py": "results stored as the model read them",
    "assistant/agent/reading.py": "results stored as the model read them",
    "assistant/playbooks/judging.py": "asked of a model",
    "law/proofreading/registry.py": "describes a check for the command line",
    "models/schemas.py": "a fault of ours, told in the log",
    "review/effects.py": "worded by its counts",
    "review/memo.py": "written into an exported memo, which is English",
    "review/readable.py": "written into the pages of a hand-off, which are English",
    "review/readable_files.py": "written into the pages of a hand-off, which are English",
}
"""Modules whose sentences no window shows, and why. Errors they raise are shown all the same."""

ASKED = (
    "You help a lawyer to see both sides of a question.",
    "Proposition: {0}\nPassages:",
    "This skill is not trusted by the lawyer.",
    "{0} needs {1}.",
    "Represent this sentence for searching",
    "Instruct: Find the passages",
    "Fill in the last five columns and give the file back",
)
"""How single texts begin that are told to a model or written into a file, in modules that also speak."""

_WORDS = re.compile(r"[A-Za-z’'}]{2,},? (?:[“(A-Za-z{0-9]|—)")
_BEGINS = re.compile(r"\s*[A-Z“\"{(]")
_ENDS = re.compile(r"([.!?:…][”)\"]?\s*|[.!?…][”)\"]?(\{\d+\})+)$")
_TELLS = re.compile(r"\s*[A-Z“\"].*[.:] ?“?\{\d+\}”?$", re.DOTALL)
_SQL = re.compile(
    r"\b(PRAGMA|SELECT|INSERT|UPDATE \w+ SET|DELETE FROM|CREATE|WHERE|VACUUM|ATTACH|DETACH|FROM \w+"
    r"|AND \w+\.\w+)\b"
)
_PATTERN = re.compile(r"\(\?|\\[bswdn]|\[\^")


@dataclass(frozen=True)
class Written:
    """A text as code writes it. ``template`` is the catalogue's key; ``values`` are the expressions behind
    its blanks; ``make`` gives what the code's own expression gives with other values in their place."""

    template: str
    place: str
    error: bool
    values: tuple[str, ...] = ()
    make: Callable[[Sequence[object]], str] = field(default=lambda _values: "", compare=False)

    @property
    def module(self) -> str:
        """The file it stands in, from the package's folder."""
        return self.place.split(":")[0]

    @property
    def sentence(self) -> bool:
        """Whether it reads like a sentence that a window may show."""
        text = self.template
        if not _WORDS.search(text) or _SQL.search(text) or _PATTERN.search(text) or text.startswith(ASKED):
            return False
        if self.error and self.module != "models/schemas.py":
            return bool(_BEGINS.match(text))
        if self.module in NOT_SHOWN or self.module.startswith("desktop/"):
            return False
        return bool((_BEGINS.match(text) and _ENDS.search(text)) or _TELLS.match(text))


@cache
def written() -> tuple[Written, ...]:
    """Every text with a blank or a value in it that the package's code may write."""
    found: list[Written] = []
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        if name.split("/")[0] not in _ELSEWHERE:
            found += texts_of(path.read_text(encoding="utf-8"), name)
    return (*found, *texts_of(VERIFIER.read_text(encoding="utf-8"), VERIFIER.name))


def texts_of(code: str, name: str) -> Iterator[Written]:
    """Those of one module."""
    tree = ast.parse(code)
    inner: set[ast.AST] = set()
    errors: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            inner.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            for value in node.values:
                inner.update(_literals_of(value))
        elif _filled(node) is not None:
            inner.add(node.left)
        elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            # An exception of Python is a fault of ours, for which the window has a sentence of its own.
            (inner if hasattr(builtins, _called(node.exc)) else errors).update(node.exc.args)
        elif isinstance(node, ast.Call) and _is_error(_called(node)):
            errors.update(node.args)
    for node in ast.walk(tree):
        if node in inner:
            continue
        filled = _filled(node)
        if filled is not None:
            yield _plain(re.sub("%[sd]", "{}", filled), f"{name}:{node.lineno}", False)
        elif isinstance(node, ast.JoinedStr):
            yield _joined(node, f"{name}:{node.lineno}", node in errors)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) > 1:
            yield _plain(node.value, f"{name}:{node.lineno}", node in errors)


def _filled(node: ast.AST) -> str | None:
    """The form of ``"The head is %s" % head``."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant):
        return node.left.value if isinstance(node.left.value, str) else None
    return None


def _is_error(name: str) -> bool:
    return name.endswith(("Error", "Cancelled", "__init__")) and not hasattr(builtins, name)


def _called(node: ast.Call) -> str:
    name = node.func
    return name.id if isinstance(name, ast.Name) else name.attr if isinstance(name, ast.Attribute) else ""


def _plain(text: str, place: str, error: bool) -> Written:
    """A literal; one with names in braces is a form that code fills in (``"in force until {day}"``)."""
    try:
        parts = list(string.Formatter().parse(text))
    except ValueError:
        parts = []
    names = [name for _literal, name, _spec, _conversion in parts if name is not None]
    if not names or not all(re.fullmatch(r"[a-z_]*", name) for name in names):
        return Written(_doubled(text), place, error, (), lambda _values: text)
    template = ""
    for literal, name, _spec, _conversion in parts:
        template += _doubled(literal)
        if name is not None:
            template += f"{{{names.index(name) if name else len(re.findall('{[0-9]+}', template))}}}"
    plain = re.sub(r":[^{}]*}", "}", text)  # a sample is no number that could be rounded

    def make(values: Sequence[object]) -> str:
        named = {name: values[names.index(name)] for name in names if name}
        return plain.format(*values, **named)

    return Written(template, place, error, tuple(names), make)


def _doubled(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _literals_of(value: ast.AST) -> Iterator[ast.AST]:
    """The constants that belong to an f-string: its own pieces, format specs and literal choices."""
    if isinstance(value, ast.Constant):
        yield value
    elif isinstance(value, ast.FormattedValue):
        if value.format_spec is not None:
            yield from ast.walk(value.format_spec)
        if _choice(value) is not None:
            assert isinstance(value.value, ast.IfExp)
            yield from (value.value.body, value.value.orelse)


def _choice(value: ast.FormattedValue) -> tuple[str, str] | None:
    one = value.value
    if not isinstance(one, ast.IfExp):
        return None
    sides = (one.body, one.orelse)
    words = [side.value for side in sides if isinstance(side, ast.Constant) and isinstance(side.value, str)]
    return (words[0], words[1]) if len(words) == 2 else None


def _joined(node: ast.JoinedStr, place: str, error: bool) -> Written:
    pieces: list[str] = []
    values: list[str] = []
    for value in node.values:
        if isinstance(value, ast.Constant):
            pieces.append(_doubled(str(value.value)))
            continue
        assert isinstance(value, ast.FormattedValue)
        choice = _choice(value)
        form = f":{choice[0]}|{choice[1]}" if choice is not None else ":n" if _is_count(value) else ""
        pieces.append(f"{{{len(values)}{form}}}")
        values.append(ast.unparse(value.value))

    def make(given: Sequence[object]) -> str:
        left = list(given)
        filled: list[ast.expr] = []
        for value in node.values:
            if isinstance(value, ast.FormattedValue):
                spec = value.format_spec if _is_count(value) else None
                filled.append(ast.FormattedValue(ast.Constant(left.pop(0)), -1, spec))
            else:
                filled.append(value)
        return _evaluated(filled)

    return Written("".join(pieces), place, error, tuple(values), make)


def _evaluated(values: list[ast.expr]) -> str:
    """What the code's own f-string gives with other values."""
    tree = ast.fix_missing_locations(ast.Expression(ast.JoinedStr(values)))
    return str(eval(compile(tree, "<sentence>", "eval")))  # the package's own literals


def _is_count(value: ast.FormattedValue) -> bool:
    one = value.value
    if value.format_spec is not None:
        return ast.unparse(value.format_spec).strip("f'\"") in (",", "d")
    return isinstance(one, ast.Call) and _called(one) in ("len", "sum", "count")


def catalogued() -> dict[str, dict[str, str]]:
    """The tables of the catalogue as they stand in its file."""
    return tomllib.loads(CATALOGUE.read_text(encoding="utf-8"))


def unworded() -> list[Written]:
    """The sentences of the code that the catalogue does not word."""
    known = {english for table in catalogued().values() for english in table}
    return [one for one in written() if one.sentence and one.template not in known]


if __name__ == "__main__":
    table = ""
    for one in dict.fromkeys(unworded()):
        if one.module != table:
            table = one.module
            print(f'\n["{table}"]')
        print(f"# {one.place} {' | '.join(one.values)}")
        print(f'{json.dumps(one.template, ensure_ascii=False)} = ""')
