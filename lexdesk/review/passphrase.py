"""A few bytes under a passphrase, in the age format.

The library measures for a thousandth of a second how fast this machine is, on each call, and takes the
measure for how much work a passphrase may cost. On a busy machine the measure is wrong by powers of two: a
seal would be made too weak, and a sound one be refused, as if the passphrase were another. So both are asked
for again.
"""

import re
from typing import cast

import pyrage

# Two to this power is what age's own guess is for a machine of today, about a second.
WORK = 18
TRIES = 8
_SCRYPT = re.compile(rb"^-> scrypt \S+ (\d+)$", re.MULTILINE)
_TOO_MUCH = "Excessive work"


def lock(content: bytes, passphrase: str) -> bytes:
    """Only the passphrase gives ``content`` back. The strongest of a few where the machine is busy."""
    best = b""
    for _ in range(TRIES):
        made = pyrage.passphrase.encrypt(content, passphrase)
        best = max(best, made, key=work_of)
        if work_of(best) >= WORK:
            break
    return best


def unlock(locked: bytes, passphrase: str) -> bytes:
    """What was locked. Raises ``pyrage.DecryptError`` for another passphrase or changed bytes."""
    for left in reversed(range(TRIES)):
        try:
            return cast(bytes, pyrage.passphrase.decrypt(locked, passphrase))
        except pyrage.DecryptError as error:
            if left == 0 or _TOO_MUCH not in str(error):
                raise
    raise AssertionError("the last try returns or raises")


def work_of(locked: bytes) -> int:
    """The power of two of its work; 0 where there is nothing."""
    found = _SCRYPT.search(locked)
    return int(found[1]) if found else 0
