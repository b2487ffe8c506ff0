"""Writes compound files (MS-CFB), as Outlook messages are: storages and streams in sectors of 512 bytes."""

import struct
from collections.abc import Mapping
from typing import Any

_SECTOR, _MINI, _CUTOFF = 512, 64, 4096
_END, _FREE, _FAT = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD


def compound(root: Mapping[str, Any]) -> bytes:
    """The file with these streams (bytes) and storages (mappings)."""
    entries: list[list[Any]] = [["Root Entry", 5, b"", -1, -1]]

    def add(parent: int, content: Mapping[str, Any]) -> None:
        previous = -1
        for name, what in sorted(content.items(), key=lambda item: (len(item[0]), item[0].upper())):
            number = len(entries)
            is_storage = isinstance(what, Mapping)
            entries.append([name, 1 if is_storage else 2, b"" if is_storage else what, -1, -1])
            if previous < 0:
                entries[parent][4] = number
            else:
                entries[previous][3] = number
            previous = number
            if is_storage:
                add(number, what)

    add(0, root)
    fat: list[int] = []
    sectors: list[bytes] = []

    def put(data: bytes) -> int:
        begin = len(sectors)
        blocks = [data[at : at + _SECTOR].ljust(_SECTOR, b"\0") for at in range(0, len(data), _SECTOR)]
        sectors.extend(blocks)
        fat.extend([*range(begin + 1, begin + len(blocks)), _END])
        return begin

    mini, mini_fat = b"", list[int]()
    starts: list[int] = []
    for entry in entries:
        data = entry[2]
        if not data or len(data) >= _CUTOFF:
            starts.append(put(data) if data else _END)
            continue
        starts.append(len(mini_fat))
        count = -(-len(data) // _MINI)
        mini += data.ljust(count * _MINI, b"\0")
        mini_fat += [*range(len(mini_fat) + 1, len(mini_fat) + count), _END]
    entries[0][2] = mini
    starts[0] = put(mini) if mini else _END
    table_of_minis = struct.pack(f"<{len(mini_fat)}I", *mini_fat).ljust(_SECTOR, b"\xff")
    first_mini_fat = put(table_of_minis)
    mini_fat_sectors = len(table_of_minis) // _SECTOR
    directory = b"".join(
        _entry(name, kind, child, right, start, len(data))
        for (name, kind, data, right, child), start in zip(entries, starts, strict=True)
    )
    first_directory = put(directory.ljust(-(-len(directory) // _SECTOR) * _SECTOR, b"\0"))
    fat_sectors = 1
    while (len(fat) + fat_sectors) > fat_sectors * (_SECTOR // 4):
        fat_sectors += 1
    first_fat = len(sectors)
    fat += [_FAT] * fat_sectors
    table = struct.pack(f"<{len(fat)}I", *fat).ljust(fat_sectors * _SECTOR, b"\xff")
    head = struct.pack(
        "<8s16xHHHHH6xIIIIIIIII",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        0x3E,
        3,
        0xFFFE,
        9,
        6,
        0,
        fat_sectors,
        first_directory,
        0,
        _CUTOFF,
        first_mini_fat,
        mini_fat_sectors,
        _END,
        0,
    )
    places = struct.pack(f"<{fat_sectors}I", *range(first_fat, first_fat + fat_sectors))
    return (head + places).ljust(_SECTOR, b"\xff") + b"".join(sectors) + table


def _entry(name: str, kind: int, child: int, right: int, start: int, size: int) -> bytes:
    coded = name.encode("utf-16-le")
    return struct.pack(
        "<64sHBBIII16xI8x8xIQ",
        coded,
        len(coded) + 2,
        kind,
        1,
        _FREE,
        right & 0xFFFFFFFF,
        child & 0xFFFFFFFF,
        0,
        start if size else _END,
        size,
    )
