"""The key of a sealed matter, and what a sealed file looks like from outside.

A sealed matter is a SQLCipher 4 database with that program's own settings: AES-256 in CBC mode and
HMAC-SHA-512 for each page of 4,096 bytes, the key from the passphrase by PBKDF2-HMAC-SHA-512 in 256,000
rounds over the salt in the file's first 16 bytes. Any SQLCipher 4 opens it with the passphrase.
"""

import hashlib
import math
import secrets
import unicodedata
from collections import Counter
from pathlib import Path

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from lexdesk.errors import LexDeskError
from lexdesk.matter.places import looks_like

ROUNDS = 256_000  # SQLCipher 4's own number
SALT = 16
PAGE = 4096
PLAIN = b"SQLite format 3\x00"
# Bits a byte: 4,096 random bytes have 7.94 to 7.97, and 7.47 when 500 of them were damaged. A compressed file
# can have as many; it is known by its own mark, or by its length, which is hardly ever one of whole pages.
NOISE = 7.4
SHORTEST = 8  # code points; how good a passphrase is says ``lexdesk.matter.strength``


class MatterSealed(LexDeskError):
    """The file is sealed and no passphrase was given."""

    code = "matter_sealed"

    def __init__(self, path: Path) -> None:
        super().__init__(f"“{path.name}” is sealed with a passphrase.", "Give the passphrase to open it.")


class WrongPassphrase(LexDeskError):
    """The passphrase does not open the file, or its first page is damaged: the two look the same."""

    code = "wrong_passphrase"

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"The passphrase does not open “{path.name}”.",
            "Type it again; mind capital letters and the keyboard's language. Without it nobody can open the "
            "file, and a file whose first page is damaged gives the same answer.",
        )


class BadPassphrase(LexDeskError):
    """A passphrase that cannot be used for sealing."""

    code = "bad_passphrase"


class Key:
    """The derived key of one sealed file. ``wipe`` overwrites it; it cannot be used afterwards.

    What was handed to the cipher library is wiped by that library when its connection is closed. Copies that
    Python's memory holds until it is used again are out of our reach.
    """

    def __init__(self, raw: bytes | bytearray, salt: bytes) -> None:
        self._raw = bytearray(raw)
        self.salt = salt

    @classmethod
    def derive(cls, passphrase: str, salt: bytes) -> "Key":
        """The key of a passphrase and a salt. Takes some 0.2 seconds, on purpose. ``as_counted`` applies."""
        words = as_counted(passphrase).encode("utf-8", "surrogatepass")
        return cls(hashlib.pbkdf2_hmac("sha512", words, salt, ROUNDS, 32), salt)

    @classmethod
    def new(cls, passphrase: str) -> "Key":
        """A key for a new file, with a salt of its own. Raises ``BadPassphrase``."""
        check_passphrase(passphrase)
        return cls.derive(passphrase, secrets.token_bytes(SALT))

    @classmethod
    def once(cls) -> "Key":
        """A key that nobody knows, for a file that lives only as long as this process needs it."""
        return cls(secrets.token_bytes(32), secrets.token_bytes(SALT))

    @classmethod
    def of_file(cls, path: Path, passphrase: str) -> "Key":
        """The key that the passphrase gives for the file at ``path``; not yet known to be the right one."""
        with path.open("rb") as file:
            return cls.derive(passphrase, file.read(SALT))

    def copy(self) -> "Key":
        """The same key, wiped by itself."""
        return Key(self._raw, self.salt)

    @property
    def literal(self) -> str:
        """The key and the salt as SQLCipher reads them: x'...'."""
        if not self._raw:
            raise LexDeskError("The matter is locked; its key is gone.", "Open it again with its passphrase.")
        return f"x'{self._raw.hex()}{self.salt.hex()}'"

    def for_pages(self) -> bytes:
        """The bytes that the pages of the file are encrypted with (AES-256). Raises when the key is gone."""
        return bytes.fromhex(self.literal[2:66])

    def hide(self, words: bytes) -> bytes:
        """The words encrypted (AES-256-GCM) so that only this key brings them back: for what waits in memory
        while the matter is locked."""
        nonce = secrets.token_bytes(12)
        return nonce + AESGCM(self._derived()).encrypt(nonce, words, None)

    def reveal(self, hidden: bytes) -> bytes:
        """What ``hide`` was given, with the same passphrase and file."""
        return AESGCM(self._derived()).decrypt(hidden[:12], hidden[12:], None)

    def _derived(self) -> bytes:
        return hashlib.sha256(b"lexdesk-hidden-1" + self._raw + self.salt).digest()

    def wipe(self) -> None:
        """Overwrite the key. Idempotent."""
        for place in range(len(self._raw)):
            self._raw[place] = 0
        self._raw.clear()


def as_counted(passphrase: str) -> str:
    """The passphrase in Unicode form C, so that a letter with an accent is the same from every keyboard."""
    return unicodedata.normalize("NFC", passphrase)


def check_passphrase(passphrase: str) -> None:
    """Raise ``BadPassphrase`` for one that is no protection at all."""
    if len(passphrase.strip()) < SHORTEST:
        raise BadPassphrase(
            f"A passphrase needs at least {SHORTEST} characters.",
            "Four or five words that do not belong together are good.",
        )


def is_sealed(path: Path) -> bool:
    """Whether the file could be a sealed matter: whole pages, and a first page that looks like noise. A
    sealed file has no mark by which anyone could know it."""
    size = path.stat().st_size
    if size < PAGE or size % PAGE:
        return False
    with path.open("rb") as file:
        page = file.read(PAGE)
    if page.startswith(PLAIN):
        return False
    return _bits(page) > NOISE and not looks_like(path)


def _bits(page: bytes) -> float:
    """Shannon's entropy in bits a byte."""
    counts = Counter(page).values()
    return -sum(count / len(page) * math.log2(count / len(page)) for count in counts)
