"""Numbers of tracked changes as a list showed them ("8:r3"), found again in the head.

A number such as "r3" counts the tracked changes of one version and shifts with every decision. A name that
carries its version keeps its meaning: the change is found again by what Word records of it.
"""

import re
from collections.abc import Sequence

from lexdesk.matter.records import VersionRow
from lexdesk.matter.stores import Reader
from lexdesk.review.errors import NotFoundInDocument, StaleAnchor
from lexdesk.review.structure import Structures
from lexdesk.word.model import Revision

_NAME = re.compile(r"(?:(?P<version>\d+):)?(?P<revision>r\d+)")


def tracked_name(version_number: int, revision_id: str) -> str:
    """A tracked change of a version as a list names it: "8:r3"."""
    return f"{version_number}:{revision_id}"


def revisions_named(
    reader: Reader, structures: Structures, head: VersionRow, names: Sequence[str]
) -> list[str]:
    """Ids in ``head`` ("r2") of the changes that ``names`` mean, in their order.

    "8:r3" is the third change of version 8, which must stand on the head's line of versions. A bare "r3" is
    taken only in a document of one version, where it can mean nothing else.
    Raises ``StaleAnchor`` for a bare number in a later version and for a change that is no longer there, or
    no longer the only one of its kind, and ``NotFoundInDocument`` for a name or version that does not exist.
    """
    found = []
    for name in names:
        match = _NAME.fullmatch(name.strip())
        if match is None:
            raise NotFoundInDocument(
                f"“{name}” is no name of a tracked change.", "Name it as “lexdesk tracked” lists it: 8:r3."
            )
        if match["version"] is None:
            if head.parent_id is not None:
                raise StaleAnchor(
                    f"The number {name} does not say of which version it is, and numbers shift from version "
                    "to version, so nothing was decided.",
                    f"Name it as “lexdesk tracked” lists it; the head's is {head.number}:{name}.",
                )
            found.append(match["revision"])
        else:
            version = _version(reader, head, int(match["version"]))
            found.append(_in_head(structures, version, head, match["revision"]))
    return found


def _version(reader: Reader, head: VersionRow, number: int) -> VersionRow:
    for row in reader.versions.chain(head.id):
        if row.number == number:
            return row
    raise NotFoundInDocument(
        f"Version {number} is not on the line of versions that ends at version {head.number}.",
        "List the tracked changes again with “lexdesk tracked”.",
    )


def _in_head(structures: Structures, version: VersionRow, head: VersionRow, revision_id: str) -> str:
    if version.id == head.id:
        return revision_id
    then = structures.of(version.id).document.revisions
    asked = next((row for row in then if row.id == revision_id), None)
    if asked is None:
        raise NotFoundInDocument(
            f"Version {version.number} has no tracked change {revision_id}.",
            "List the tracked changes again with “lexdesk tracked”.",
        )
    before = [row for row in then if _same(row, asked)]
    now = [row for row in structures.of(head.id).document.revisions if _same(row, asked)]
    if not now:
        raise StaleAnchor(
            f"Tracked change {version.number}:{revision_id} (“{asked.text[:60]}”) is decided or changed "
            f"since; version {head.number} no longer has it. Nothing was decided.",
            "List the tracked changes again with “lexdesk tracked”.",
        )
    if len(before) != len(now):
        raise StaleAnchor(
            f"Version {head.number} has {len(now)} tracked changes like {version.number}:{revision_id}, "
            f"where there were {len(before)}, so which one is meant is not certain. Nothing was decided.",
            "List the tracked changes again with “lexdesk tracked”.",
        )
    return now[before.index(asked)].id


def _same(one: Revision, other: Revision) -> bool:
    """Alike in all that Word records of a change and standing in one paragraph of the draft."""
    return (one.kind, one.author, one.date, one.text) == (
        other.kind,
        other.author,
        other.date,
        other.text,
    ) and bool(set(one.keys) & set(other.keys) or not (one.keys or other.keys))
