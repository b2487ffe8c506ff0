"""Signing a hand-off with a key that the firm holds: Ed25519 (RFC 8032), keys in PEM files as other programs
write them (``openssl genpkey -algorithm ed25519``). What is signed is the archive's manifest, byte for byte.
"""

import hashlib
import os
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from lexdesk.errors import LexDeskError, or_make_room

ALGORITHM = "ed25519"


class BadSigningKey(LexDeskError):
    """The file holds no key that can sign, or its passphrase is another one."""

    code = "bad_signing_key"


class Signer:
    """A private key that signs."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key

    @classmethod
    def load(cls, path: Path, passphrase: str = "") -> "Signer":
        """The key in a PEM file, with its passphrase if it has one. Raises ``BadSigningKey``."""
        try:
            key = serialization.load_pem_private_key(
                path.read_bytes(), passphrase.encode() if passphrase else None
            )
        except OSError as error:
            raise BadSigningKey(
                f"“{path.name}” cannot be read: {error.strerror or error}.", "Check the name and the place."
            ) from error
        except TypeError as error:
            raise BadSigningKey(
                f"“{path.name}” needs its passphrase, or has none.", "Give it, or leave it out."
            ) from error
        except (ValueError, UnsupportedAlgorithm) as error:
            raise BadSigningKey(
                f"“{path.name}” is no private key, or the passphrase is another one.",
                "Make a key with “lexdesk signing-key FILE”.",
            ) from error
        if not isinstance(key, Ed25519PrivateKey):
            raise BadSigningKey(
                f"“{path.name}” is a key of another kind.", "LexDesk signs with Ed25519 keys."
            )
        return cls(key)

    @classmethod
    def make(cls, path: Path, passphrase: str = "") -> "Signer":
        """A new key: the private one at ``path`` (readable by its owner alone), the public one beside it with
        ".pub" behind the name. Nothing is written over. Raises ``BadSigningKey``."""
        key = Ed25519PrivateKey.generate()
        sealing: serialization.KeySerializationEncryption = serialization.NoEncryption()
        if passphrase:
            sealing = serialization.BestAvailableEncryption(passphrase.encode())
        private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, sealing)
        public = key.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        )
        try:
            for place, content, mode in ((path, private, 0o600), (public_path(path), public, 0o644)):
                descriptor = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
                with os.fdopen(descriptor, "wb") as file:
                    file.write(content)
        except OSError as error:
            raise BadSigningKey(
                f"The key could not be written: {error.strerror or error}.",
                or_make_room(error, "Choose another name or place."),
            ) from error
        return cls(key)

    @property
    def public(self) -> bytes:
        """The public key, 32 bytes."""
        return self._key.public_key().public_bytes_raw()

    @property
    def fingerprint(self) -> str:
        """What people compare: the SHA-256 of the public key, in hex."""
        return hashlib.sha256(self.public).hexdigest()

    def sign(self, content: bytes) -> dict[str, str]:
        """The signature as the archive holds it."""
        return {
            "algorithm": ALGORITHM,
            "public_key": self.public.hex(),
            "signature": self._key.sign(content).hex(),
        }


def public_path(path: Path) -> Path:
    """Where the public key of a private key lies."""
    return path.with_name(path.name + ".pub")
