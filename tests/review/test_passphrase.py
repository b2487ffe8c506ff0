"""A seal is as strong on a busy machine as on a quiet one, and opens on either."""

import re

import pyrage
import pytest

from lexdesk.review.passphrase import TRIES, WORK, lock, unlock, work_of

PASSPHRASE = "lantern orbit velvet tundra"


def of_work(power: int) -> bytes:
    return b"age-encryption.org/v1\n-> scrypt c2FsdHNhbHRzYWx0c2FsdA %d\nbody\n--- mac\n" % power


def test_only_the_passphrase_gives_it_back() -> None:
    locked = lock(b"secret", PASSPHRASE)
    assert b"secret" not in locked
    assert unlock(locked, PASSPHRASE) == b"secret"
    with pytest.raises(pyrage.DecryptError):
        unlock(locked, PASSPHRASE + "x")


def test_a_seal_made_weak_by_a_busy_machine_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    made = iter([12, 15, WORK, 20])
    monkeypatch.setattr("pyrage.passphrase.encrypt", lambda content, words: of_work(next(made)))
    assert work_of(lock(b"x", PASSPHRASE)) == WORK
    made = iter([12, *[14] * (TRIES - 2), 13])
    assert work_of(lock(b"x", PASSPHRASE)) == 14, "a machine that is always slow gets the strongest"


def test_a_sound_one_that_a_busy_machine_refuses_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    told = re.sub(rb"(?m)^(-> scrypt \S+) \d+$", rb"\1 40", pyrage.passphrase.encrypt(b"x", PASSPHRASE))
    with pytest.raises(pyrage.DecryptError, match="Excessive work"):
        unlock(told, PASSPHRASE)
    answers = iter([pyrage.DecryptError("Excessive work parameter for passphrase."), b"secret"])

    def decrypt(locked: bytes, words: str) -> bytes:
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr("pyrage.passphrase.decrypt", decrypt)
    assert unlock(of_work(18), PASSPHRASE) == b"secret"
    answers = iter([pyrage.DecryptError("Decryption failed"), b"never asked"])
    with pytest.raises(pyrage.DecryptError):
        unlock(of_work(18), PASSPHRASE)
