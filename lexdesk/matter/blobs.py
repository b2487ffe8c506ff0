"""Bytes stored once under their SHA-256, compressed where that helps."""

import zlib
from dataclasses import dataclass

from lexdesk.matter.driver import Connection
from lexdesk.matter.errors import Expunged, MatterDamaged, NotFound
from lexdesk.text.hashing import sha256_bytes

_TRIAL = 262_144  # bytes that are enough to see whether a file can be made smaller


@dataclass(frozen=True)
class Packed:
    """Bytes made ready for storing, so that a long file need not be compressed while others wait to write."""

    sha256: str
    size: int
    encoding: str
    stored: bytes

    @classmethod
    def of(cls, data: bytes) -> "Packed":
        """Compressed, unless that gains nothing."""
        middle = data[len(data) // 2 :][:_TRIAL]
        if len(data) > 8 * _TRIAL and len(zlib.compress(middle, 1)) > 0.97 * len(middle):
            return cls(sha256_bytes(data), len(data), "raw", data)
        packed = zlib.compress(data, 6)
        encoding, stored = ("zlib", packed) if len(packed) < len(data) else ("raw", data)
        return cls(sha256_bytes(data), len(data), encoding, stored)


class Blobs:
    """The ``blobs`` table. What ``get`` returns has the hash it was asked by, always."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def put(self, data: bytes | Packed) -> str:
        """Store the bytes unless they are there already; their hex SHA-256."""
        sha256 = data.sha256 if isinstance(data, Packed) else sha256_bytes(data)
        if not self.has(sha256):
            packed = data if isinstance(data, Packed) else Packed.of(data)
            self._db.insert(
                "blobs", sha256=sha256, size=packed.size, encoding=packed.encoding, bytes=packed.stored
            )
        return sha256

    def get(self, sha256: str) -> bytes:
        """The bytes. Raises ``NotFound``, ``Expunged``, or ``MatterDamaged`` when they no longer fit
        their hash."""
        row = self._db.row("SELECT size, encoding, bytes FROM blobs WHERE sha256 = ?", (sha256,))
        if row is None:
            raise NotFound("stored file", sha256)
        size, encoding, stored = row
        if size and not stored:
            raise Expunged(sha256)
        data = stored
        if encoding == "zlib":
            unpack = zlib.decompressobj()
            try:
                data = unpack.decompress(stored, size + 1)  # never more than was put in
            except zlib.error:
                data = b""
        if sha256_bytes(data) != sha256:
            raise MatterDamaged(
                f"A file stored in this matter ({sha256[:12]}, {size:,} bytes) is damaged.",
                (f"blob {sha256}",),
            )
        return bytes(data)

    def has(self, sha256: str) -> bool:
        """True if bytes with that hash are stored."""
        return self._db.row("SELECT 1 FROM blobs WHERE sha256 = ?", (sha256,)) is not None
