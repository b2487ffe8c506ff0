"""The files of a measuring set, read so that a wrong path or a damaged file ends in one sentence."""

import functools
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ParamSpec

P = ParamSpec("P")


class SetProblem(Exception):
    """The set cannot be run; the message is the sentence to be printed."""


def read_json(path: Path) -> Any:
    """What the file holds. Raises ``SetProblem``."""
    if path.is_dir():
        raise SetProblem(f"{path} is a folder, not a file of the set.")
    try:
        return json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise SetProblem(f"There is no file {path}.") from None
    except UnicodeDecodeError:
        raise SetProblem(f"{path} is no text in UTF-8.") from None
    except RecursionError:
        raise SetProblem(f"{path} is nested too deeply to be a set.") from None
    except json.JSONDecodeError as error:
        what = "is empty" if not path.stat().st_size else f"is no JSON: {error.msg}, line {error.lineno}"
        raise SetProblem(f"{path} {what}.") from None
    except OSError as error:
        raise SetProblem(f"{path} cannot be read: {error.strerror}.") from None


def files_of(path: Path, deep: bool = False) -> list[Path]:
    """The JSON files of a folder (``deep``: and of the folders in it), or the file itself; it may be
    missing. Raises ``SetProblem`` where nothing is there."""
    if path.is_dir():
        return sorted(path.rglob("*.json") if deep else path.glob("*.json"))
    if not path.exists():
        raise SetProblem(f"There is no file or folder {path}.")
    return [path]


def contents(paths: Sequence[Path], is_form: Callable[[Any], bool], what: str) -> Iterator[tuple[Path, Any]]:
    """Each file of the form with what it holds: files named must have the form, in folders others are passed
    over. Raises ``SetProblem``, also when there is none; ``what`` names the form."""
    found = False
    for path in paths:
        for file in files_of(path):
            content = read_json(file)
            if is_form(content):
                found = True
                yield file, content
            elif file == path:
                raise SetProblem(f"{path} holds no {what}.")
    if not found:
        raise SetProblem(f"No file with {what} was found in {', '.join(map(str, paths))}.")


def has_list(content: Any, name: str, *fields: str) -> bool:
    """Whether the content holds a list of that name with at least one item, each with these fields."""
    items = content.get(name) if isinstance(content, Mapping) else None
    return (
        isinstance(items, list)
        and bool(items)
        and all(isinstance(item, Mapping) and all(field in item for field in fields) for item in items)
    )


def speaking(main: Callable[P, int]) -> Callable[P, int]:
    """The runner with its edge: why a set cannot be run is told in one sentence on standard error, and the
    exit code is 2."""

    @functools.wraps(main)
    def run(*arguments: P.args, **options: P.kwargs) -> int:
        try:
            return main(*arguments, **options)
        except (SetProblem, FileNotFoundError) as problem:
            print(problem, file=sys.stderr)
            return 2

    return run
