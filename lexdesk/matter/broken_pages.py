"""A copy of a damaged file that SQLite can walk: for the rescue, where one bad page would hide good ones.

Two kinds of page do that. In a sealed file SQLCipher answers nothing more once it met a page that does not
fit its seal; in the copy such a page is sealed zeros, which SQLite finds to be no page. And a damaged page of
the list of tables hides every table that comes after it in the list; in the copy such a page keeps the
entries that can be read.

Pages are those of SQLite's file format (https://www.sqlite.org/fileformat2.html), sealed as
``lexdesk.matter.key`` says.
"""

import hashlib
import hmac
import secrets
import shutil
from collections.abc import Callable
from pathlib import Path

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from lexdesk.matter.errors import MatterDamaged
from lexdesk.matter.key import PAGE, SALT, Key, WrongPassphrase

VECTOR, CODE = 16, 64  # bytes at the end of a sealed page: the start of its cipher, the hash that seals it
LEAF, INNER = 0x0D, 0x05
KINDS = (b"table", b"index", b"view", b"trigger")
FIRST = 100  # bytes of the file's own header on page 1


def mended_copy(path: Path, key: Key | None, copy: Path) -> tuple[bool, bool]:
    """Make the copy at ``copy`` when a page needs it. Whether it was made, and whether the list of tables is
    whole.

    Raises ``WrongPassphrase`` when no page fits the key, ``MatterDamaged`` when the key fits and the first
    page is damaged: where the tables lie stands there alone.
    """
    broken = _unsealed(path, key) if key is not None else set()
    size = PAGE if key is not None else _page_size(path)
    pages = _Pages(path, key, size, broken)
    changed = _list_of_tables(pages)
    if not broken and not changed:
        return False, True
    shutil.copyfile(path, copy)
    with copy.open("r+b") as file:
        for number, page in {**dict.fromkeys(broken, bytes(size)), **changed}.items():
            file.seek((number - 1) * size)
            file.write(page if key is None else _sealed(page, key, number))
    return True, not changed


class _Pages:
    """The pages of the file in the clear, in memory; None for what is not there or does not fit its seal."""

    def __init__(self, path: Path, key: Key | None, size: int, broken: set[int]) -> None:
        self._path, self._key, self.size, self._broken = path, key, size, broken
        self.usable = size - (VECTOR + CODE if key is not None else 0)

    def __getitem__(self, number: int) -> bytes | None:
        if number < 1 or number in self._broken:
            return None
        with self._path.open("rb") as file:
            file.seek((number - 1) * self.size)
            page = file.read(self.size)
        if len(page) < self.size:
            return None
        return page if self._key is None else _clear(page, self._key, number)


def _list_of_tables(pages: _Pages) -> dict[int, bytes]:
    """The pages of the list of tables that must be others, by number."""
    changed: dict[int, bytes] = {}
    waiting, seen = [1], set()
    while waiting:
        number = waiting.pop()
        if number in seen:
            continue
        seen.add(number)
        page, start = pages[number], FIRST if number == 1 else 0
        if page is not None and page[start] == INNER:
            inner = _children(page, start)
            if inner is not None:
                waiting += inner
                continue
        if number == 1:  # all in one page, or beyond help
            continue
        cells = _cells(page, pages) if page is not None and page[0] == LEAF else []
        if page is None or page[0] != LEAF or len(cells) != int.from_bytes(page[3:5], "big"):
            changed[number] = _leaf(page, cells, pages)
    return changed


def _children(page: bytes, start: int) -> list[int] | None:
    count = int.from_bytes(page[start + 3 : start + 5], "big")
    found = [int.from_bytes(page[start + 8 : start + 12], "big")]
    for place in range(start + 12, start + 12 + 2 * count, 2):
        cell = int.from_bytes(page[place : place + 2], "big")
        if not start < cell <= len(page) - 4:
            return None
        found.append(int.from_bytes(page[cell : cell + 4], "big"))
    return found


def _cells(page: bytes, pages: _Pages) -> list[int]:
    """Where on a page of the list each entry begins that can be read."""
    count = int.from_bytes(page[3:5], "big")
    places = (int.from_bytes(page[place : place + 2], "big") for place in range(8, 8 + 2 * count, 2))
    return [cell for cell in places if 8 + 2 * count <= cell < pages.usable and _is_entry(page, cell, pages)]


def _is_entry(page: bytes, cell: int, pages: _Pages) -> bool:
    try:
        length, at = _number(page, cell)
        _, body = _number(page, at)
        header, at = _number(page, body)
        kinds = []
        while at < body + header:
            kind, at = _number(page, at)
            kinds.append(kind)
    except IndexError:
        return False
    if len(kinds) != 5 or at != body + header or kinds[0] < 13 or not kinds[0] % 2:
        return False
    if page[at : at + (kinds[0] - 13) // 2] not in KINDS:
        return False
    end = pages.usable - 35
    if length <= end:
        return body + length <= pages.usable
    least = (pages.usable - 12) * 32 // 255 - 23
    kept = least + (length - least) % (pages.usable - 4)
    kept = least if kept > end else kept
    return pages[int.from_bytes(page[body + kept : body + kept + 4], "big")] is not None


def _number(page: bytes, at: int) -> tuple[int, int]:
    """A number of variable length, and the place behind it."""
    value = 0
    for count in range(9):
        byte = page[at + count]
        if count == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + count + 1
    raise AssertionError


def _leaf(page: bytes | None, cells: list[int], pages: _Pages) -> bytes:
    """The page with these entries alone; with the name of a view that means nothing when there is none, since
    a page of a list may not be empty."""
    made = bytearray(page if page is not None and cells else bytes(pages.size))
    if not cells:
        name = b"page_of_the_list_that_is_lost"
        words = (b"view", name, name, b"CREATE VIEW " + name + b" AS SELECT 1")
        kinds = [13 + 2 * len(word) for word in words]
        kinds.insert(3, 8)  # no root: the number 0, which takes no room
        header = b"".join(
            bytes([kind]) if kind < 128 else bytes([kind >> 7 | 128, kind & 127]) for kind in kinds
        )
        record = bytes([len(header) + 1]) + header + b"".join(words)
        cell = _two(len(record)) + b"\x01" + record
        cells = [pages.usable - len(cell)]
        made[cells[0] : pages.usable] = cell
    made[0:8] = bytes([LEAF, 0, 0, *len(cells).to_bytes(2, "big"), *min(cells).to_bytes(2, "big"), 0])
    for place, cell_at in enumerate(cells):
        made[8 + 2 * place : 10 + 2 * place] = cell_at.to_bytes(2, "big")
    return bytes(made)


def _two(number: int) -> bytes:
    """A number of variable length in two bytes."""
    return bytes([number >> 7 | 128, number & 127])


def _page_size(path: Path) -> int:
    with path.open("rb") as file:
        size = int.from_bytes(file.read(FIRST)[16:18], "big")
    return 65536 if size == 1 else size if size >= 512 else PAGE


def _unsealed(path: Path, key: Key) -> set[int]:
    """The numbers of the pages that do not fit the seal."""
    broken, count = set(), 0
    code = _code(key)
    with path.open("rb") as file:
        while len(page := file.read(PAGE)) == PAGE:
            count += 1
            if code(page, count) != page[-CODE:]:
                broken.add(count)
    if len(broken) == count:
        raise WrongPassphrase(path)
    if 1 in broken:
        raise MatterDamaged(
            f"The first page of “{path.name}” is damaged, which alone says where everything lies; the "
            "passphrase is right, but nothing can be rescued.",
            (),
            "Use the last backup, or ask a data recovery firm; keep this file as it is.",
        )
    return broken


def _code(key: Key) -> Callable[[bytes, int], bytes]:
    secret = key.for_pages()
    sealing = hashlib.pbkdf2_hmac("sha512", secret, bytes(byte ^ 0x3A for byte in key.salt), 2, 32)

    def code(page: bytes, number: int) -> bytes:
        begin = SALT if number == 1 else 0
        return hmac.digest(sealing, page[begin:-CODE] + number.to_bytes(4, "little"), "sha512")

    return code


def _clear(page: bytes, key: Key, number: int) -> bytes:
    begin, end = SALT if number == 1 else 0, PAGE - VECTOR - CODE
    reading = Cipher(algorithms.AES(key.for_pages()), modes.CBC(page[end : end + VECTOR])).decryptor()
    return page[:begin] + reading.update(page[begin:end]) + reading.finalize() + page[end:]


def _sealed(page: bytes, key: Key, number: int) -> bytes:
    """A page other than the first one, sealed."""
    vector, end = secrets.token_bytes(VECTOR), PAGE - VECTOR - CODE
    writing = Cipher(algorithms.AES(key.for_pages()), modes.CBC(vector)).encryptor()
    made = writing.update(page[:end]) + writing.finalize() + vector + bytes(CODE)
    return made[:-CODE] + _code(key)(made, number)
