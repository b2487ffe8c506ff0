"""Hashes of text, the same on every machine."""

import hashlib


def sha256_text(text: str) -> str:
    """Hex SHA-256 of the UTF-8 bytes; lone surrogates are kept (``surrogatepass``)."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def sha256_bytes(data: bytes) -> str:
    """Hex SHA-256 of the bytes."""
    return hashlib.sha256(data).hexdigest()
