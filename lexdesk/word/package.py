"""The zip around a Word document: every entry is kept as it lies in the file.

Entries that nobody changes go out with the very bytes, header fields and order they came in with; only
changed entries are compressed anew.
"""

import json
import struct
import zlib
from collections.abc import Iterable, Sequence
from io import BytesIO
from zipfile import BadZipFile, ZipFile, ZipInfo

from lexdesk.word.errors import (
    DamagedWordFile,
    NotWordFile,
    ProtectedWordFile,
    WordFileTooLarge,
)
from lexdesk.word.model import StoredPart

MAX_PART = 256 * 1024 * 1024
MAX_TOTAL = 1024 * 1024 * 1024
MAX_ENTRIES = 20_000
_MAX_RATIO = 400  # text compresses about 1:20; a bomb 1:1000
_RATIO_FLOOR = 32 * 1024 * 1024

_OLE = bytes.fromhex("d0cf11e0a1b11ae1")
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_LOCAL = struct.Struct("<4s5H3L2H")
_CENTRAL = struct.Struct("<4s4B4H3L5H2L")
_END = struct.Struct("<4s4H2LH")
_SAVE = "Open it in Word, save it as .docx, and add that file."


def read_parts(data: bytes) -> tuple[StoredPart, ...]:
    """Every entry of the zip in its order. Raises a ``WordFileError`` for anything that is no sound zip."""
    _refuse_other_kinds(data)
    try:
        with ZipFile(BytesIO(data)) as archive:
            infos = archive.infolist()
    except (BadZipFile, ValueError, OverflowError, struct.error, NotImplementedError, EOFError) as error:
        raise DamagedWordFile("This Word file is damaged: its zip directory cannot be read.", _ASK) from error
    _refuse_bombs(infos)
    return tuple(_stored(data, info) for info in infos)


_ASK = "Ask for the file again, or open it in Word, let Word repair it, and save it anew."


def _refuse_other_kinds(data: bytes) -> None:
    if not data:
        raise NotWordFile("This file is empty.", "Check that it was copied completely.")
    head = data[:1024].lstrip()
    if data.startswith(_OLE):
        if _ENCRYPTED in data:
            raise ProtectedWordFile(
                "This document is protected with a password.",
                "Open it in Word with the password, remove the protection and save a copy.",
            )
        raise NotWordFile("This is a Word 97-2003 file (.doc), which LexDesk does not read.", _SAVE)
    if head.startswith(b"%PDF"):
        raise NotWordFile("This is a PDF, not a Word document.", "Add it as a source instead.")
    if head[:5].lower() in (b"<html", b"<!doc"):
        raise NotWordFile("This is a web page, not a Word document.", _SAVE)
    if head.startswith(b"{\\rtf"):
        raise NotWordFile("This is a rich text file (.rtf), not a .docx.", _SAVE)
    if not data.startswith(b"PK"):
        raise NotWordFile("This is not a Word document (.docx).", _SAVE)


def _refuse_bombs(infos: Sequence[ZipInfo]) -> None:
    total = sum(info.file_size for info in infos)
    bomb = len(infos) > MAX_ENTRIES or total > MAX_TOTAL
    for info in infos:
        large = info.file_size > _RATIO_FLOOR and info.file_size > _MAX_RATIO * max(1, info.compress_size)
        bomb = bomb or large or info.file_size > MAX_PART
    if bomb:
        raise WordFileTooLarge(
            "This file would unpack to far more than a document needs, so it was not opened.", _ASK
        )
    names = [info.filename for info in infos]
    if len(set(names)) != len(names):
        raise DamagedWordFile("This Word file is damaged: two entries of its zip have the same name.", _ASK)


def _stored(data: bytes, info: ZipInfo) -> StoredPart:
    if info.flag_bits & 0x1:
        raise ProtectedWordFile("A part of this file is encrypted.", "Remove the protection and save a copy.")
    if info.compress_type not in (0, 8):
        raise DamagedWordFile("This Word file uses a kind of compression that Word does not write.", _ASK)
    start = info.header_offset
    if start + _LOCAL.size > len(data) or data[start : start + 4] != b"PK\x03\x04":
        raise DamagedWordFile(f"This Word file is damaged at its part {info.filename}.", _ASK)
    fields = _LOCAL.unpack_from(data, start)
    name_length, extra_length = fields[9], fields[10]
    name_start = start + _LOCAL.size
    body = name_start + name_length + extra_length
    if body + info.compress_size > len(data):
        raise DamagedWordFile(f"This Word file is cut off inside its part {info.filename}.", _ASK)
    header = {
        "name": info.filename,
        "raw_name": data[name_start : name_start + name_length].hex(),
        "flags": info.flag_bits,
        "time": [fields[4], fields[5]],
        "method": info.compress_type,
        "crc": info.CRC,
        "size": info.file_size,
        "local_extra": data[name_start + name_length : body].hex(),
        "extra": info.extra.hex(),
        "comment": info.comment.hex(),
        "versions": [info.create_version, info.create_system, info.extract_version],
        "attributes": [info.internal_attr, info.external_attr],
    }
    return StoredPart(
        info.filename, json.dumps(header, sort_keys=True), data[body : body + info.compress_size]
    )


def part_bytes(part: StoredPart) -> bytes:
    """The uncompressed bytes of a part; its length and checksum are verified."""
    header = json.loads(part.header)
    size = int(header["size"])
    if header["method"] == 0:
        content = part.data
    else:
        inflate = zlib.decompressobj(-15)
        try:
            content = inflate.decompress(part.data, size + 1)
        except zlib.error as error:
            raise DamagedWordFile(f"This Word file is damaged at its part {part.name}.", _ASK) from error
    if len(content) != size or zlib.crc32(content) != header["crc"]:
        raise DamagedWordFile(f"This Word file is damaged at its part {part.name}.", _ASK)
    return content


def changed_part(part: StoredPart, content: bytes) -> StoredPart:
    """The same entry (name, time, place) with other content, compressed."""
    header = json.loads(part.header)
    deflate = zlib.compressobj(6, zlib.DEFLATED, -15)
    header.update(
        method=8,
        flags=header["flags"] & 0x800,
        crc=zlib.crc32(content),
        size=len(content),
        local_extra="",
        extra="",
    )
    return StoredPart(
        part.name, json.dumps(header, sort_keys=True), deflate.compress(content) + deflate.flush()
    )


def pack(parts: Iterable[StoredPart]) -> bytes:
    """A zip of the parts, in order. Unchanged parts keep their compressed bytes, times and attributes."""
    out = bytearray()
    directory = bytearray()
    count = 0
    for part in parts:
        header = json.loads(part.header)
        name = bytes.fromhex(header["raw_name"])
        create, system, extract = header["versions"]
        # Sizes are always written in the header itself, so the "sizes follow" flag must go.
        flags = header["flags"] & ~0x8
        packed = (header["crc"], len(part.data), header["size"])
        extra, local_extra = _without_zip64(header["extra"]), _without_zip64(header["local_extra"])
        comment = bytes.fromhex(header["comment"])
        offset = len(out)
        out += _LOCAL.pack(
            b"PK\x03\x04",
            min(extract, 0xFFFF),
            flags,
            header["method"],
            *header["time"],
            *packed,
            len(name),
            len(local_extra),
        )
        out += name + local_extra + part.data
        directory += _CENTRAL.pack(
            b"PK\x01\x02",
            create,
            system,
            extract & 0xFF,
            0,
            flags,
            header["method"],
            *header["time"],
            *packed,
            len(name),
            len(extra),
            len(comment),
            0,
            header["attributes"][0],
            header["attributes"][1],
            offset,
        )
        directory += name + extra + comment
        count += 1
    end = _END.pack(b"PK\x05\x06", 0, 0, count, count, len(directory), len(out), 0)
    return bytes(out + directory + end)


def _without_zip64(extra_hex: str) -> bytes:
    """Extra fields less zip64 sizes (id 1), which would contradict the plain ones we write."""
    extra = bytes.fromhex(extra_hex)
    kept = bytearray()
    at = 0
    while at + 4 <= len(extra):
        kind, length = struct.unpack_from("<HH", extra, at)
        if kind != 1:
            kept += extra[at : at + 4 + length]
        at += 4 + length
    return bytes(kept + extra[at:])
