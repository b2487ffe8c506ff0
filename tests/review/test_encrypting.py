"""Streams through age and back: every byte, and every fault of the places they come from and go to."""

import errno
import io
import random
import zipfile

import pyrage
import pytest

from lexdesk.review.encrypting import SMALL, EncryptedStream, decrypt

SECRET = pyrage.x25519.Identity.generate()
DATA = random.Random(5).randbytes(9 << 20)


class Full(io.BytesIO):
    """Takes five million bytes and no more."""

    def write(self, data: object, /) -> int:
        if self.tell() + len(data) > 5_000_000:  # type: ignore[arg-type]
            raise OSError(errno.ENOSPC, "No space left on device")
        return super().write(data)  # type: ignore[arg-type]


def encrypted(data: bytes) -> bytes:
    return pyrage.encrypt(data, [SECRET.to_public()])


@pytest.mark.parametrize("sizes", [[], [1], [100] * 50, [SMALL], [SMALL - 1, 1, 4 << 20, 3], [9 << 20]])
def test_what_is_written_in_any_pieces_comes_back(sizes: list[int]) -> None:
    out, source = io.BytesIO(), io.BytesIO(DATA)
    with EncryptedStream(out, SECRET.to_public()) as stream:
        for size in sizes:
            stream.write(source.read(size))
        stream.finish()
    assert pyrage.decrypt(out.getvalue(), [SECRET]) == DATA[: sum(sizes)]
    back = io.BytesIO()
    decrypt(io.BytesIO(out.getvalue()), back, SECRET)
    assert back.getvalue() == DATA[: sum(sizes)]


def test_a_place_that_takes_no_more_is_told_with_its_own_number() -> None:
    def all_of_it() -> None:
        with EncryptedStream(Full(), SECRET.to_public()) as stream:
            for _ in range(40):
                stream.write(DATA)
            stream.finish()

    with pytest.raises(OSError, match="did not take all") as caught:
        all_of_it()
    assert caught.value.errno == errno.ENOSPC
    with pytest.raises(OSError) as caught:
        decrypt(io.BytesIO(encrypted(DATA)), Full(), SECRET)
    assert caught.value.errno == errno.ENOSPC


def test_nothing_is_taken_after_the_end() -> None:
    stream = EncryptedStream(io.BytesIO(), SECRET.to_public())
    stream.close()
    with pytest.raises(ValueError, match="after its end"):
        stream.write(b"x")


@pytest.mark.parametrize("place", [0, 30, 300, 70_000, -1])
def test_a_changed_or_cut_stream_is_refused(place: int) -> None:
    whole = encrypted(DATA[:200_000])
    bad = bytearray(whole)
    bad[place] ^= 1
    for given in (bytes(bad), whole[: place or 10]):
        with pytest.raises(pyrage.DecryptError):
            decrypt(io.BytesIO(given), io.BytesIO(), SECRET)


def test_a_source_that_fails_is_what_is_told() -> None:
    class Broken(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            if self.tell() > 0:
                raise zipfile.BadZipFile("Bad CRC-32")
            return super().read(100_000)

    with pytest.raises(zipfile.BadZipFile):
        decrypt(Broken(encrypted(DATA)), io.BytesIO(), SECRET)
