"""Where each version of a tree stands in the picture: columns by time, lanes by line of work."""

from collections.abc import Sequence
from dataclasses import dataclass

from lexdesk.assistant.history_views import TreeVersion


@dataclass(frozen=True)
class Node:
    """A version at a column (0 = the oldest) and a lane (0 = the current line)."""

    version: TreeVersion
    column: int
    lane: int


def laid_out(versions: Sequence[TreeVersion]) -> list[Node]:
    """A node for each version in order. The current line is lane 0; every other line of work keeps one lane
    from the version it left to its last one, and no two lines overlap in a lane."""
    columns = {one.id: column for column, one in enumerate(versions)}
    onward: dict[int, list[TreeVersion]] = {}
    for one in versions:
        if one.parent_id is not None and not one.on_chain:
            onward.setdefault(one.parent_id, []).append(one)
    lanes: dict[int, int] = {one.id: 0 for one in versions if one.on_chain}
    taken: list[list[tuple[int, int]]] = []
    for one in versions:
        if one.id in lanes:
            continue
        line = [one]
        while onward.get(line[-1].id):
            line.append(onward[line[-1].id][0])
        start = columns[one.parent_id] if one.parent_id is not None else columns[one.id]
        lane = _free(taken, start, columns[line[-1].id])
        lanes.update((member.id, lane) for member in line)
    return [Node(one, columns[one.id], lanes[one.id]) for one in versions]


def _free(taken: list[list[tuple[int, int]]], start: int, end: int) -> int:
    """The lowest lane from 1 with nothing between the columns; it is taken then."""
    for number, spans in enumerate(taken, 1):
        if all(end < a or start > b for a, b in spans):
            spans.append((start, end))
            return number
    taken.append([(start, end)])
    return len(taken)
