"""Staged edits with their packets, advisories and decisions."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from lexdesk.matter.clock import now
from lexdesk.matter.driver import Connection
from lexdesk.matter.errors import NotFound
from lexdesk.matter.records import (
    AdvisoryRow,
    DecisionRow,
    EditOpRow,
    EditRow,
    PacketItemRow,
    PacketRow,
    PlaceRow,
)


class Edits:
    """Proposals. Only their state changes."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def add(
        self,
        document_id: int,
        version_id: int,
        run_id: int | None,
        chat_id: int | None,
        kind: str,
        section_label: str,
        section_heading: str,
        explanation: str,
        created_by: str,
        ops: Sequence[EditOpRow],
    ) -> EditRow:
        """A staged edit against one version."""
        edit_id = self._db.insert(
            "edits",
            document_id=document_id,
            version_id=version_id,
            run_id=run_id,
            chat_id=chat_id,
            kind=kind,
            section_label=section_label,
            section_heading=section_heading,
            explanation=explanation,
            state="staged",
            created_at=now(),
            created_by=created_by,
        )
        for op in ops:
            self._db.insert("edit_ops", edit_id=edit_id, **asdict(op))
        return self.get(edit_id)

    def get(self, edit_id: int) -> EditRow:
        """The edit; raises ``NotFound``."""
        found = self._where("WHERE id = ?", (edit_id,))
        if not found:
            raise NotFound("edit", edit_id)
        return found[0]

    def set_state(self, edit_id: int, state: str) -> None:
        """staged, accepted, rejected, set_aside or superseded."""
        if not self._db.update("edits", edit_id, state=state):
            raise NotFound("edit", edit_id)

    def _where(self, tail: str, values: tuple[Any, ...]) -> list[EditRow]:
        return self._db.records(EditRow, f"FROM edits {tail}", values, ops=self._ops)

    def _ops(self, edit_id: int) -> tuple[EditOpRow, ...]:
        return tuple(self._db.records(EditOpRow, "FROM edit_ops WHERE edit_id = ? ORDER BY seq", (edit_id,)))

    def list(self, document_id: int | None = None, state: str | None = None) -> list[EditRow]:
        """Edits of a document, in a state, or all; oldest first."""
        return self._where(
            "WHERE (?1 IS NULL OR document_id = ?1) AND (?2 IS NULL OR state = ?2) ORDER BY id",
            (document_id, state),
        )


class Packets:
    """The frozen reasons of edits: written once."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def freeze(self, packet: PacketRow) -> None:
        """Store the packet; a second one for the same edit raises ``RecordRefused``."""
        fields = {name: value for name, value in vars(packet).items() if name != "items"}
        self._db.insert("packets", **fields | {"frozen_at": packet.frozen_at or now()})
        for item in packet.items:
            self._db.insert("packet_items", edit_id=packet.edit_id, **asdict(item))

    def get(self, edit_id: int) -> PacketRow:
        """The packet of an edit; raises ``NotFound``."""
        packet = self._db.record(PacketRow, "FROM packets WHERE edit_id = ?", (edit_id,), items=self._items)
        if packet is None:
            raise NotFound("packet of edit", edit_id)
        return packet

    def _items(self, edit_id: int) -> tuple[PacketItemRow, ...]:
        tail = "FROM packet_items WHERE edit_id = ? ORDER BY seq"
        return tuple(self._db.records(PacketItemRow, tail, (edit_id,)))


class Advisories:
    """Warnings computed by code, and to whom each was shown."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def add(
        self,
        edit_id: int,
        code: str,
        severity: str,
        message: str,
        details: dict[str, Any],
        source: str,
        check_version: int,
        places: Sequence[PlaceRow] = (),
    ) -> AdvisoryRow:
        """Store an advisory with its places."""
        text = json.dumps(details, ensure_ascii=False, sort_keys=True)
        advisory_id = self._db.insert(
            "advisories",
            edit_id=edit_id,
            code=code,
            severity=severity,
            message=message,
            details=text,
            source=source,
            check_version=check_version,
        )
        for place in places:
            self._db.insert("advisory_places", advisory_id=advisory_id, **asdict(place))
        return self._where("WHERE id = ?", (advisory_id,))[0]

    def of_edit(self, edit_id: int) -> list[AdvisoryRow]:
        """The advisories of an edit in the order they were found."""
        return self._where("WHERE edit_id = ? ORDER BY id", (edit_id,))

    def mark_shown(self, advisory_ids: Iterable[int], by: str) -> int:
        """Record that a person was shown these; how many were new to that person."""
        new = 0
        for advisory_id in advisory_ids:
            new += len(
                self._db.rows(
                    """INSERT INTO advisories_shown (advisory_id, shown_to, at) VALUES (?, ?, ?)
                    ON CONFLICT DO NOTHING RETURNING id""",
                    (advisory_id, by, now()),
                )
            )
        return new

    def shown(self, edit_id: int) -> set[int]:
        """Ids of the edit's advisories that were shown to anyone."""
        rows = self._db.rows(
            """SELECT DISTINCT advisory_id FROM advisories_shown
            JOIN advisories ON advisories.id = advisory_id WHERE edit_id = ?""",
            (edit_id,),
        )
        return {row[0] for row in rows}

    def _where(self, tail: str, values: tuple[Any, ...]) -> list[AdvisoryRow]:
        return self._db.records(AdvisoryRow, f"FROM advisories {tail}", values, places=self._places)

    def _places(self, advisory_id: int) -> tuple[PlaceRow, ...]:
        tail = "FROM advisory_places WHERE advisory_id = ? ORDER BY seq"
        return tuple(self._db.records(PlaceRow, tail, (advisory_id,)))


class Decisions:
    """What people decided. Never changed: a later decision is a later row."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def add(
        self,
        edit_id: int,
        action: str,
        decided_by: str,
        comment: str = "",
        version_id: int | None = None,
        shown_advisories: Sequence[int] = (),
    ) -> DecisionRow:
        """Record a decision; ``version_id`` is the version it made, if it made one."""
        decision_id = self._db.insert(
            "decisions",
            edit_id=edit_id,
            action=action,
            decided_by=decided_by,
            at=now(),
            comment=comment,
            version_id=version_id,
        )
        for seq, advisory_id in enumerate(shown_advisories):
            self._db.insert("decision_advisories", decision_id=decision_id, seq=seq, advisory_id=advisory_id)
        return self._where("WHERE id = ?", (decision_id,))[0]

    def of_edit(self, edit_id: int) -> list[DecisionRow]:
        """The decisions on an edit, oldest first."""
        return self._where("WHERE edit_id = ?", (edit_id,))

    def of_version(self, version_id: int) -> list[DecisionRow]:
        """The decisions that made this version, or were made while it was head, oldest first."""
        return self._where("WHERE version_id = ?", (version_id,))

    def _where(self, tail: str, values: tuple[Any, ...]) -> list[DecisionRow]:
        tail = f"FROM decisions {tail} ORDER BY id"
        return self._db.records(DecisionRow, tail, values, shown_advisories=self._shown)

    def _shown(self, decision_id: int) -> tuple[int, ...]:
        rows = self._db.rows(
            "SELECT advisory_id FROM decision_advisories WHERE decision_id = ? ORDER BY seq", (decision_id,)
        )
        return tuple(row[0] for row in rows)

    def list(self, document_id: int) -> list[DecisionRow]:
        """The decisions on all edits of a document, oldest first."""
        return self._where("WHERE edit_id IN (SELECT id FROM edits WHERE document_id = ?)", (document_id,))
