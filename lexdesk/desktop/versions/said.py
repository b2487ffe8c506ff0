"""A version in the words of the window: for its row, its place in the picture, and a screen reader."""

from lexdesk.assistant.history_views import SentMark, TreeVersion
from lexdesk.desktop.parts import clock
from lexdesk.desktop.titles import said_note
from lexdesk.desktop.words import Words


def what(version: TreeVersion, words: Words) -> str:
    """What made it, with the name the lawyer gave it before."""
    made = said_note(version.note, words) or words.word("version_kind", version.kind)
    return f"“{version.name}” · {made}" if version.name else made


def sent_to(mark: SentMark, words: Words) -> str:
    """Such as "sent to Marl LLP, 2026-03-02"."""
    return words("versions.sent", to=mark.to, at=clock(mark.at, short=True))


def marks(version: TreeVersion, words: Words) -> str:
    """Branch heads, sent marks, and what became of the version."""
    found = [words("versions.head_of", name=name) for name in version.heads]
    found += [sent_to(mark, words) for mark in version.sent]
    if version.undone:
        found.append(words("versions.undone"))
    elif not version.on_chain:
        found.append(words("versions.other_branch"))
    return ", ".join(found)


def spoken(version: TreeVersion, number_of_parent: int | None, words: Words) -> str:
    """Everything about a version in one sentence."""
    parts = [
        words("versions.row", number=version.number, kind=words.word("version_kind", version.kind)),
        what(version, words),
        "" if number_of_parent is None else words("versions.from", number=number_of_parent),
        version.by,
        clock(version.at),
        words.count("versions.changed", version.changed) if version.changed else "",
        marks(version, words),
    ]
    return ", ".join(part for part in parts if part)
