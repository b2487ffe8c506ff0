"""Reads a skill folder of the open format (agentskills.io: ``SKILL.md`` with YAML front matter and a body).

The folder may come from anywhere, so every oddity is refused with a sentence, and nothing in it is run.
"""

import os
import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from lexdesk.errors import LexDeskError
from lexdesk.text.hashing import sha256_bytes, sha256_text
from lexdesk.text.normalise import INVISIBLE

MAIN = "SKILL.md"
_MOST_FILES = 100
_MOST_BYTES = 1_000_000
_MOST_FRONT = 16_000  # code points of the front matter
_MOST_DESCRIPTION = 1024  # of the open format
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")
_LONGEST_NAME = 64
_FRONT = re.compile(r"\A---[ \t]*\n(?P<front>.*?)^---[ \t]*\n?(?P<body>.*)\Z", re.DOTALL | re.MULTILINE)
_DIRECTION = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_DEEPEST = 6


class SkillRefused(LexDeskError):
    """A skill folder that cannot be taken, or a skill that may not be used."""

    code = "skill_refused"


@dataclass(frozen=True)
class SkillFolder:
    """A skill as read: its name, description, licence, the tools it *asks* for, body and all its files.

    ``asked_tools`` is what the front matter names under ``allowed-tools``. It is shown and grants nothing.
    ``sha256`` is over every path and file, so one changed byte makes another skill.
    """

    name: str
    description: str
    licence: str
    asked_tools: tuple[str, ...]
    body: str
    files: Mapping[str, bytes]

    @property
    def sha256(self) -> str:
        """One hash over paths and contents, by path."""
        return hash_of(self.files)


def hash_of(files: Mapping[str, bytes]) -> str:
    """One hash over paths and contents, by path."""
    lines = [f"{path}\0{sha256_bytes(content)}\n" for path, content in sorted(files.items())]
    return sha256_text("".join(lines))


def read_folder(folder: Path) -> SkillFolder:
    """The skill in ``folder``. Raises ``SkillRefused``; links are never followed and nothing is run."""
    folder = Path(folder)
    if folder.name == MAIN:
        folder = folder.parent
    if folder.is_symlink() or not folder.is_dir():
        raise SkillRefused(f"“{folder.name}” is no folder.", f"A skill is a folder with a {MAIN} in it.")
    files: dict[str, bytes] = {}
    try:
        _gather(folder, folder, files, 0)
    except OSError as error:
        raise SkillRefused(
            f"“{folder.name}” could not be read: {error.strerror or 'the place refuses it'}."
        ) from error
    if MAIN not in files:
        near = [path for path in files if path.lower() == MAIN.lower()]
        hint = (
            f"Its “{near[0]}” must be called {MAIN}." if near else f"A skill is a folder with a {MAIN} in it."
        )
        raise SkillRefused(f"“{folder.name}” has no {MAIN}.", hint)
    return read_files(files, folder.resolve().name)


def read_files(files: Mapping[str, bytes], folder_name: str = "") -> SkillFolder:
    """The skill made of these files. With ``folder_name`` the skill must be called the same, as the open
    format says. Raises ``SkillRefused``."""
    folded: dict[str, str] = {}
    for path in files:
        other = folded.setdefault(path.casefold(), path)
        if other != path:
            raise SkillRefused(f"“{other}” and “{path}” are one file on some systems.")
    text = _text(MAIN, files[MAIN])
    hit = _FRONT.match(text)
    if hit is None:
        raise SkillRefused(
            f"{MAIN} does not begin with its front matter.",
            "It begins with a line ---, then name and description, then a line ---.",
        )
    front = _front(hit["front"])
    name = _name(front, folder_name)
    description = _string(front, "description", needed=True)
    if len(description) > _MOST_DESCRIPTION:
        raise SkillRefused(
            f"The description has {len(description)} characters; a skill may have {_MOST_DESCRIPTION}."
        )
    body = hit["body"].strip()
    if not body:
        raise SkillRefused(f"{MAIN} says nothing after its front matter.")
    licence = _string(front, "license") or _string(front, "licence")
    for path, content in files.items():
        if path.endswith(".md"):
            _text(path, content)
    return SkillFolder(name, " ".join(description.split()), licence, _tools(front), body, dict(files))


def body_of(text: str) -> str:
    """What follows the front matter; the whole text where there is none."""
    hit = _FRONT.match(text)
    return (hit["body"] if hit else text).strip()


def _gather(top: Path, folder: Path, files: dict[str, bytes], depth: int) -> None:
    if depth > _DEEPEST:
        raise SkillRefused(f"“{top.name}” holds folders more than {_DEEPEST} deep.")
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda one: one.name):
            path = Path(entry.path)
            relative = path.relative_to(top).as_posix()
            mode = entry.stat(follow_symlinks=False).st_mode
            if stat.S_ISLNK(mode):
                raise SkillRefused(
                    f"“{relative}” is a link.", "Put the file itself into the folder, then try again."
                )
            _check_path(relative)
            if stat.S_ISDIR(mode):
                _gather(top, path, files, depth + 1)
                continue
            if not stat.S_ISREG(mode):
                raise SkillRefused(f"“{relative}” is no ordinary file.")
            if len(files) >= _MOST_FILES:
                raise SkillRefused(f"“{top.name}” holds more than {_MOST_FILES} files.")
            left = _MOST_BYTES - sum(map(len, files.values()))
            with path.open("rb") as file:
                content = file.read(left + 1)
            if len(content) > left:
                raise SkillRefused(f"“{top.name}” holds more than {_MOST_BYTES // 1000:,} kB.")
            files[relative] = content


def _check_path(relative: str) -> None:
    if any(
        ord(sign) < 32 or sign in INVISIBLE or sign in _DIRECTION or sign in '\\:*?"<>|' for sign in relative
    ):
        raise SkillRefused("A file of the skill has signs in its name that cannot be shown or kept.")
    try:
        relative.encode()
    except UnicodeEncodeError as error:
        raise SkillRefused("A file of the skill has signs in its name that cannot be kept.") from error


def _text(path: str, content: bytes) -> str:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SkillRefused(f"“{path}” is not UTF-8 text.") from error
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    unseen = sorted({sign for sign in text if sign in _DIRECTION or (sign in INVISIBLE and sign != "\u00ad")})
    if unseen:
        named = ", ".join(f"U+{ord(sign):04X}" for sign in unseen[:5])
        raise SkillRefused(
            f"“{path}” holds characters that nobody sees ({named}).",
            "What a skill says must be readable as it stands; take them out and try again.",
        )
    if re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]", text):
        raise SkillRefused(f"“{path}” holds control characters.")
    return text


class _Plain(yaml.SafeLoader):
    """YAML without aliases, which could grow without end, and without a key said twice."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            raise SkillRefused("The front matter refers back to itself (a YAML alias).")
        return super().compose_node(parent, index)

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        keys = [key.value for key, _value in node.value]
        for key in keys:
            if keys.count(key) > 1:
                raise SkillRefused(f"The front matter says “{key}” twice.")
        made: dict[Any, Any] = super().construct_mapping(node, deep)
        return made


def _front(text: str) -> dict[str, Any]:
    if len(text) > _MOST_FRONT:
        raise SkillRefused(f"The front matter has more than {_MOST_FRONT:,} characters.")
    try:
        # A loader of our own on top of SafeLoader: it builds plain values only.
        front = yaml.load(text, Loader=_Plain)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        line = getattr(getattr(error, "problem_mark", None), "line", None)
        where = f" near line {line + 2}" if line is not None else ""
        raise SkillRefused(f"The front matter of {MAIN} cannot be read{where}.") from error
    if not isinstance(front, dict):
        raise SkillRefused("The front matter is no list of names and values.")
    return front


def _string(front: Mapping[str, Any], key: str, needed: bool = False) -> str:
    value = front.get(key)
    if value is None or (isinstance(value, str) and not value.strip()):
        if needed:
            raise SkillRefused(f"The front matter has no {key}.")
        return ""
    if not isinstance(value, str | int | float):
        raise SkillRefused(f"The {key} of the skill is no text.")
    return str(value).strip()


def _name(front: Mapping[str, Any], folder_name: str) -> str:
    name = _string(front, "name", needed=True)
    if len(name) > _LONGEST_NAME or not _NAME.match(name):
        raise SkillRefused(
            f"“{name[:80]}” cannot be the name of a skill.",
            f"Small letters, digits and single hyphens, at most {_LONGEST_NAME}.",
        )
    if folder_name and folder_name != name:
        raise SkillRefused(
            f"The folder is called “{folder_name}”, the skill “{name}”.", "They must be the same."
        )
    return name


def _tools(front: Mapping[str, Any]) -> tuple[str, ...]:
    value = front.get("allowed-tools", front.get("allowed_tools"))
    if value is None:
        return ()
    if isinstance(value, str):
        return tuple(re.findall(r"[^\s,()]+(?:\([^)]*\))?", value))
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return tuple(value)
    raise SkillRefused("The tools the skill asks for are no list of names.")
