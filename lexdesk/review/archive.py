"""The file format of a hand-off: a zip file whose last 64 bytes hash all bytes before them.

It is written in one pass to anything that takes bytes, so that it can go through an encryption without lying
anywhere in the clear.
"""

import hashlib
import io
import json
import zipfile
from pathlib import Path
from typing import BinaryIO

from lexdesk.matter.beside import PIECE, InOrder
from lexdesk.matter.contents import netstring
from lexdesk.review.signing import Signer
from lexdesk.text.hashing import sha256_bytes
from lexdesk.word.zip_entries import zip_entry

FORMAT = "lexdesk-handoff-1"
SEAL = b"lexdesk-handoff-1 sha256 "
MATTER = "matter.lexmatter"
MANIFEST = "manifest.json"
SIGNATURE = "signature.json"
VERIFIER = "verify_matter.py"
DIGITS = 64


class SealedStream(io.RawIOBase):
    """Passes bytes on, hashes them beside, and writes the hash in place of the last 64."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out
        self._held = b""
        self._digest = hashlib.sha256()
        self._hashing: InOrder[memoryview] = InOrder(self._digest.update, "hash of the archive")
        self.size = 0

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        given = data if isinstance(data, bytes) else bytes(data)  # type: ignore[call-overload]
        if len(given) < DIGITS:
            ready = self._held + given
            self._held = ready[-DIGITS:]
            self._pass_on(ready[:-DIGITS])
        else:
            self._pass_on(self._held)
            self._held = given[-DIGITS:]
            self._pass_on(given, len(given) - DIGITS)
        return len(given)

    def finish(self) -> str:
        """Write the seal; the SHA-256 of the whole file."""
        self._hashing.finish()
        seal = self._digest.hexdigest().encode()
        self._held = b""
        self._digest.update(seal)
        self._send(memoryview(seal))
        return self._digest.hexdigest()

    def close(self) -> None:
        self._hashing.stop()
        super().close()

    def _pass_on(self, data: bytes, size: int | None = None) -> None:
        view = memoryview(data)[:size]
        self._hashing.give(view)
        self._send(view)

    def _send(self, view: memoryview) -> None:
        self.size += len(view)
        while view:  # a file may take less than it is given
            view = view[self._out.write(view) or 0 :]


class ArchiveWriter:
    """Adds files one after the other; the manifest lists them with their hashes."""

    def __init__(self, out: BinaryIO) -> None:
        self.entries: list[dict[str, object]] = []
        self._stream = SealedStream(out)
        self._zip = zipfile.ZipFile(self._stream, "w", zipfile.ZIP_DEFLATED)

    def __enter__(self) -> "ArchiveWriter":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self._zip.fp = None  # else it would still write its directory, to a place that takes nothing
        self._stream.close()

    def add(self, name: str, content: bytes) -> None:
        """A file from memory."""
        self._zip.writestr(zip_entry(name), content)
        self.entries.append({"name": name, "size": len(content), "sha256": sha256_bytes(content)})

    def copy(self, name: str, path: Path) -> None:
        """A file from disk. Not compressed: what is large in a matter is compressed in itself."""
        digest = hashlib.sha256()
        hashing = InOrder(digest.update, "hash of a file")
        entry = zip_entry(name)
        entry.compress_type = zipfile.ZIP_STORED
        try:
            with path.open("rb") as file, self._zip.open(entry, "w", force_zip64=True) as target:
                while piece := file.read(PIECE):
                    hashing.give(piece)
                    target.write(piece)
            hashing.finish()
        finally:
            hashing.stop()
        self.entries.append({"name": name, "size": path.stat().st_size, "sha256": digest.hexdigest()})

    def files_sha256(self) -> str:
        """One hash over the list but the matter itself: netstrings of "lexdesk-files-1" and, by name, each
        name and hash."""
        digest = hashlib.sha256(netstring(b"lexdesk-files-1"))
        for name, sha256 in sorted((str(entry["name"]), str(entry["sha256"])) for entry in self.entries):
            if name != MATTER:
                digest.update(netstring(name.encode()) + netstring(sha256.encode()))
        return digest.hexdigest()

    def finish(self, manifest: dict[str, object], signer: Signer | None) -> tuple[str, int]:
        """Write manifest, signature and seal; hash and size of the archive."""
        content = json.dumps({**manifest, "files": self.entries}, ensure_ascii=False, indent=1).encode()
        self._zip.writestr(zip_entry(MANIFEST), content)
        if signer is not None:
            self._zip.writestr(zip_entry(SIGNATURE), json.dumps(signer.sign(content)))
        self._zip.comment = SEAL + b"0" * DIGITS
        self._zip.close()
        return self._stream.finish(), self._stream.size
