"""Pins and the claims that carry them."""

from collections.abc import Sequence
from typing import Any

from lexdesk.matter.clock import now
from lexdesk.matter.driver import Connection
from lexdesk.matter.errors import NotFound
from lexdesk.matter.records import ClaimRow, PinRow, RemovedMarkerRow


class Pins:
    """Registered citations: ``[[pin_ID]]``."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def register(self, chat_id: int, run_id: int | None, passage_id: int) -> PinRow:
        """The chat's pin on that passage, made if there is none yet."""
        self._db.run(
            "INSERT INTO pins (chat_id, run_id, passage_id, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (chat_id, run_id, passage_id, now()),
        )
        pin = self._db.record(PinRow, "FROM pins WHERE chat_id = ? AND passage_id = ?", (chat_id, passage_id))
        assert pin is not None, "inserted or already there"
        return pin

    def get(self, pin_id: int) -> PinRow:
        """The pin; raises ``NotFound``."""
        pin = self._db.record(PinRow, "FROM pins WHERE id = ?", (pin_id,))
        if pin is None:
            raise NotFound("pin", pin_id)
        return pin

    def of_chat(self, chat_id: int) -> list[PinRow]:
        """The pins registered in a chat, oldest first."""
        return self._db.records(PinRow, "FROM pins WHERE chat_id = ? ORDER BY id", (chat_id,))


class Claims:
    """The statements of an answer, each with its pins and what code found about it."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def add(self, message_id: int, text: str, pins: Sequence[int], checks: str = "[]") -> ClaimRow:
        """Append a claim; ``checks`` is a JSON list of {code, state, message}."""
        seq = self._db.value(
            "SELECT COALESCE(MAX(seq), 0) + 1 FROM claims WHERE message_id = ?", (message_id,)
        )
        claim_id = self._db.insert("claims", message_id=message_id, seq=seq, text=text, checks=checks)
        for place, pin_id in enumerate(pins):
            self._db.insert("claim_pins", claim_id=claim_id, seq=place, pin_id=pin_id)
        return self._where("WHERE id = ?", (claim_id,))[0]

    def of_message(self, message_id: int) -> list[ClaimRow]:
        """The claims of a message in order."""
        return self._where("WHERE message_id = ? ORDER BY seq", (message_id,))

    def add_removed_marker(self, message_id: int, marker: str, reason: str) -> RemovedMarkerRow:
        """List a marker that was taken out of an answer (P8)."""
        row_id = self._db.insert("removed_markers", message_id=message_id, marker=marker, reason=reason)
        return RemovedMarkerRow(row_id, message_id, marker, reason)

    def removed_markers(self, message_id: int) -> list[RemovedMarkerRow]:
        """What was taken out of a message."""
        return self._db.records(
            RemovedMarkerRow, "FROM removed_markers WHERE message_id = ? ORDER BY id", (message_id,)
        )

    def _where(self, tail: str, values: tuple[Any, ...]) -> list[ClaimRow]:
        return self._db.records(ClaimRow, f"FROM claims {tail}", values, pins=self._pins)

    def _pins(self, claim_id: int) -> tuple[int, ...]:
        rows = self._db.rows("SELECT pin_id FROM claim_pins WHERE claim_id = ? ORDER BY seq", (claim_id,))
        return tuple(row[0] for row in rows)
