"""The one door through which something leaves a matter: a source that must be returned or destroyed (P16).

Everywhere else triggers refuse to change what was recorded. Here they are taken down and put up again inside
one transaction, so that no other connection ever sees the file without them, and a crash leaves it as it
was. What was wiped, place by place, goes on record with the hash of the file, the reason, person and time.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from lexdesk.matter.blobs import Blobs
from lexdesk.matter.clock import now
from lexdesk.matter.driver import Connection
from lexdesk.matter.errors import NotFound
from lexdesk.matter.evidence_records import ExpungedPlaceRow, ExpungedRow
from lexdesk.matter.guards import guards
from lexdesk.matter.info import Settings
from lexdesk.matter.page_words import pack
from lexdesk.matter.passages import Passages
from lexdesk.text.hashing import sha256_text

EXPUNGED = "expunged"
"""Media type of a source that is no more."""

COMPACT_DUE = "compact_due"
"""Setting: rows were wiped, and the free pages of the file are still to be given back."""

Mask = Callable[[str], str]
"""Gives a text with every run of words of the source replaced; the same text where there is none."""

_NOT_SWEPT = frozenset(
    (
        "audit",
        "blobs",
        "holder",
        "matter",
        "sources",
        "source_pages",
        "passages",
        "passage_words",
        "passage_characters",
        "documents",
        "branches",
        "head_moves",
        "versions",
        "parts",
        "version_parts",
        "changes",
        "expunged",
        "expunged_places",
        "taken_back",
        "taken_audit",
        "taken_ids",
        "closing",
        "closing_tables",
    )
)
"""What says nothing of a source's words, holds only words of other sources and working documents, or is a
chain (ours, or what was taken back of a colleague's), which cannot be changed."""


@dataclass(frozen=True)
class Wiped:
    """What was taken out of one place. ``stored`` is a row id, or the hash under which bytes lay."""

    held_in: str
    stored: str
    field: str
    removed: int  # code points, of a file bytes


class Expunging:
    """Destroyed sources and the places that held them; ``wipe`` only inside a write."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def all(self) -> list[ExpungedRow]:
        """All destroyed sources, oldest first."""
        return self._db.records(ExpungedRow, "FROM expunged ORDER BY id")

    def of_source(self, source_id: int) -> ExpungedRow | None:
        """The record of a destroyed source, None while it is there."""
        return self._db.record(ExpungedRow, "FROM expunged WHERE source_id = ?", (source_id,))

    def of_bytes(self, sha256: str) -> ExpungedRow | None:
        """The record of a source destroyed with these bytes."""
        return self._db.record(ExpungedRow, "FROM expunged WHERE sha256 = ? ORDER BY id DESC", (sha256,))

    def places(self, expunged_id: int) -> list[ExpungedPlaceRow]:
        """Every place that was wiped with a source."""
        return self._db.records(
            ExpungedPlaceRow, "FROM expunged_places WHERE expunged_id = ? ORDER BY id", (expunged_id,)
        )

    def protected_blobs(self, source_id: int) -> set[str]:
        """Hashes of stored files that are something else too: working documents, their parts, other
        sources. They are never wiped."""
        found = self._db.rows(
            """SELECT original_sha256 FROM documents UNION SELECT sha256 FROM parts
            UNION SELECT keys_sha256 FROM versions UNION SELECT sha256 FROM sources WHERE id <> ?
            UNION SELECT value FROM settings WHERE key LIKE 'imported:%' OR key LIKE 'sent_file:%'""",
            (source_id,),
        )
        return {row[0] for row in found}

    def taken_chains(self) -> Iterator[str]:
        """The details of every audit row that was taken back from a colleague's copy."""
        for (detail,) in self._db.rows("SELECT detail FROM taken_audit"):
            yield detail

    def working_parts(self) -> Iterator[bytes]:
        """The XML of every part of every version of the working documents, each once."""
        blobs = Blobs(self._db)
        for (sha256,) in self._db.rows("SELECT DISTINCT sha256 FROM parts WHERE name LIKE '%.xml'"):
            yield blobs.get(sha256)

    def wipe(
        self, source_id: int, mask: Mask, mark: str, reason: str, by: str, index: bool = True
    ) -> tuple[ExpungedRow, list[Wiped]]:
        """Take everything of a source out of the matter, in the running transaction; its row stays, empty.

        ``mask`` is applied to every text of the matter that is not itself a source, a working document or
        the audit; ``mark`` stands where whole texts were. The caller adds the audit row. Without
        ``index`` the search indexes are left as they are: for work that is taken back. Raises
        ``NotFound``.
        """
        row = self._db.row("SELECT sha256, media_type FROM sources WHERE id = ?", (source_id,))
        if row is None or row[1] == EXPUNGED:
            raise NotFound("source", source_id)
        sha256 = str(row[0])
        size = int(self._db.value("SELECT size FROM blobs WHERE sha256 = ?", (sha256,)) or 0)
        self._db.run("PRAGMA secure_delete=ON")
        made = guards()
        for name in made:
            self._db.run(f"DROP TRIGGER {name}")
        wiped = [
            *self._linked(source_id, mark),
            *self._source(source_id, mark),
            *self._swept(mask),
            *self._files(source_id, sha256, mask),
        ]
        for statement in made.values():
            self._db.run(statement)
        if index:
            Passages(self._db).reindex()
        expunged_id = self._db.insert(
            "expunged", source_id=source_id, sha256=sha256, size=size, reason=reason, said_by=by, at=now()
        )
        self._db.run_many(
            "INSERT INTO expunged_places (expunged_id, held_in, stored, field, removed) VALUES (?, "
            "?, ?, ?, ?)",
            [(expunged_id, one.held_in, one.stored, one.field, one.removed) for one in wiped],
        )
        Settings(self._db).set(COMPACT_DUE, "yes")
        found = self.of_source(source_id)
        assert found is not None, "just inserted"
        return found, wiped

    # What belongs to the source itself

    def _source(self, source_id: int, mark: str) -> Iterator[Wiped]:
        passages = self._db.rows("SELECT id, length(text) FROM passages WHERE source_id = ?", (source_id,))
        self._db.run(
            "UPDATE passages SET text = ?, text_sha256 = ?, label = '' WHERE source_id = ?",
            (mark, sha256_text(mark), source_id),
        )
        for passage_id, length in passages:
            yield Wiped("passages", str(passage_id), "text", length)
        for number, length in self._db.rows(
            "SELECT number, length(text) FROM source_pages WHERE source_id = ?", (source_id,)
        ):
            yield Wiped("source_pages", str(number), "text", length)
        self._db.run(
            "UPDATE source_pages SET text = '', label = '', words = ? WHERE source_id = ?",
            (pack(()), source_id),
        )
        self._db.run("UPDATE source_findings SET message = ? WHERE source_id = ?", (mark, source_id))
        self._db.run(
            "UPDATE source_facts SET value = '', because = '' WHERE source_id = ? AND (because <> "
            "'' OR field "
            "IN ('title', 'short_name', 'issuer', 'purpose'))",
            (source_id,),
        )
        self._db.run(
            "DELETE FROM passage_vectors WHERE passage_id IN (SELECT id FROM passages WHERE source_id = ?)",
            (source_id,),
        )
        self._db.run("UPDATE imports SET carry = x'' WHERE source_id = ?", (source_id,))
        self._db.run(
            """UPDATE sources SET title = ?, short_name = ?, file_name = ?, media_type = ?, issuer = '',
            purpose = '' WHERE id = ?""",
            (mark, mark, mark, EXPUNGED, source_id),
        )
        yield Wiped("sources", str(source_id), "title", 0)

    # What cites it: claims and packet lines that rest on its passages are wiped whole

    def _linked(self, source_id: int, mark: str) -> Iterator[Wiped]:
        cited = "(SELECT id FROM passages WHERE source_id = ?)"
        for edit_id, seq, text in self._db.rows(
            f"SELECT edit_id, seq, text FROM packet_items WHERE passage_id IN {cited}", (source_id,)
        ):
            self._db.run(
                "UPDATE packet_items SET text = ?, label = ?, details = '{}' WHERE edit_id = ? AND seq = ?",
                (mark, mark, edit_id, seq),
            )
            yield Wiped("packet_items", f"{edit_id}/{seq}", "text", len(text))
        for note_id, number, text in self._db.rows(
            f"""SELECT DISTINCT note_versions.note_id, note_versions.number, text FROM note_versions
            JOIN note_supports USING (note_id, number) WHERE passage_id IN {cited}""",
            (source_id,),
        ):
            self._db.run(
                "UPDATE note_versions SET text = ? WHERE note_id = ? AND number = ?", (mark, note_id, number)
            )
            yield Wiped("note_versions", f"{note_id}/{number}", "text", len(text))
        for row_id, text in self._db.rows(
            f"""SELECT id, reason FROM playbook_results
            WHERE rule_passage IN {cited} OR clause_passage IN {cited}""",
            (source_id, source_id),
        ):
            self._db.run(
                "UPDATE playbook_results SET reason = ?, rule = ? WHERE id = ?", (mark, mark, row_id)
            )
            yield Wiped("playbook_results", str(row_id), "reason", len(text))
        for claim_id, message_id, text in self._db.rows(
            f"""SELECT DISTINCT claims.id, message_id, text FROM claims
            JOIN claim_pins ON claim_id = claims.id
            JOIN pins ON pins.id = pin_id WHERE passage_id IN {cited}""",
            (source_id,),
        ):
            self._db.run("UPDATE claims SET text = ?, checks = '[]' WHERE id = ?", (mark, claim_id))
            yield Wiped("claims", str(claim_id), "text", len(text))
            whole = str(self._db.value("SELECT text FROM messages WHERE id = ?", (message_id,)))
            if text and text in whole:
                self._db.run(
                    "UPDATE messages SET text = ? WHERE id = ?", (whole.replace(text, mark), message_id)
                )
                yield Wiped("messages", str(message_id), "text", len(text))
        self._db.run(
            f"""UPDATE relations SET because = '' WHERE from_source = ? OR to_source = ?
            OR evidence_passage IN {cited}""",
            (source_id, source_id, source_id),
        )

    # What repeats its words

    def _swept(self, mask: Mask) -> Iterator[Wiped]:
        for table in self._tables():
            columns = self._db.rows(f'PRAGMA table_info("{table}")')
            keys = [column[1] for column in sorted(columns, key=lambda one: one[5]) if column[5]] or ["rowid"]
            for column in (column[1] for column in columns if column[2] == "TEXT"):
                if column not in keys:
                    yield from self._column(table, column, keys, mask)

    def _column(self, table: str, column: str, keys: list[str], mask: Mask) -> Iterator[Wiped]:
        names = ", ".join(f'"{key}"' if key != "rowid" else key for key in keys)
        where = " AND ".join(f'"{key}" = ?' if key != "rowid" else "rowid = ?" for key in keys)
        for *key, text in self._db.rows(f'SELECT {names}, "{column}" FROM "{table}"'):
            if not text:
                continue
            masked = masked_text(text, mask)
            if masked != text:
                self._db.run(f'UPDATE "{table}" SET "{column}" = ? WHERE {where}', (masked, *key))
                yield Wiped(table, "/".join(map(str, key)), column, max(1, len(text) - len(masked)))

    def _tables(self) -> Iterator[str]:
        rows = self._db.rows("SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name")
        virtual = tuple(name for name, sql in rows if str(sql).upper().startswith("CREATE VIRTUAL"))
        for name, _sql in rows:
            behind = any(name == one or name.startswith(f"{one}_") for one in virtual)
            if name not in _NOT_SWEPT and not behind and not name.startswith(("sqlite_", "_sqlite")):
                yield name

    def _files(self, source_id: int, sha256: str, mask: Mask) -> Iterator[Wiped]:
        """The file itself and other stored bytes with its words (requests that were shown before sending)."""
        protected = self.protected_blobs(source_id)
        blobs = Blobs(self._db)
        for name, size in self._db.rows("SELECT sha256, size FROM blobs WHERE length(bytes) > 0"):
            if name in protected:
                continue
            if name != sha256:
                text = blobs.get(name).decode("utf-8", "replace")
                if masked_text(text, mask) == text:
                    continue
            self._db.run("UPDATE blobs SET bytes = x'', encoding = 'raw' WHERE sha256 = ?", (name,))
            yield Wiped("blobs", name, "bytes", size)


def masked_text(text: str, mask: Mask) -> str:
    """``mask`` over a text; over the strings of a JSON value, so that it stays one."""
    if text[:1] in "{[":
        try:
            value = json.loads(text)
        except ValueError:
            return mask(text)
        masked = _masked_value(value, mask)
        return text if masked == value else json.dumps(masked, ensure_ascii=False)
    return mask(text)


def _masked_value(value: object, mask: Mask) -> object:
    if isinstance(value, str):
        return masked_text(value, mask)
    if isinstance(value, list):
        return [_masked_value(one, mask) for one in value]
    if isinstance(value, dict):
        return {key: _masked_value(one, mask) for key, one in value.items()}
    return value
