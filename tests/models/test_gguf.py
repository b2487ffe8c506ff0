"""Bad model files are told apart before anything loads them (field case 042)."""

import struct
from pathlib import Path

import pytest

from lexdesk.models.gguf import ModelFileProblem, read_model_file
from tests.conftest import SHARED


def _problem(path: Path) -> str:
    with pytest.raises(ModelFileProblem) as caught:
        read_model_file(path)
    return caught.value.message


def test_a_whole_model_tells_its_facts(tiny: Path) -> None:
    file = read_model_file(tiny)

    assert (file.name, file.architecture, file.context_length) == ("Tiny", "llama", 8192)
    assert (file.quantisation, file.licence, file.chat_template) == ("F16", "apache-2.0", True)
    assert (file.vocabulary, file.layers, file.kv_values) == (258, 1, 2 * 288)
    assert file.parameters == 2 * 258 * 288 + 3 * 288 + 4 * 288 * 288 + 3 * 288 * 32
    assert file.size == tiny.stat().st_size


def test_memory_grows_with_the_context(tiny: Path) -> None:
    file = read_model_file(tiny)

    assert file.memory(4096) - file.memory(2048) == 2048 * file.kv_values * 2
    assert file.memory(2048) > file.size


def test_a_file_cut_anywhere_is_called_incomplete(tiny: Path, tmp_path: Path) -> None:
    whole = tiny.read_bytes()
    cut = tmp_path / "cut.gguf"
    for length in (2, 4, 20, 24, 100, 1000, 5000, len(whole) // 2, len(whole) - 1):
        cut.write_bytes(whole[:length])
        assert "incomplete" in _problem(cut), length


@pytest.mark.parametrize(
    ("contents", "word"),
    [
        (b"", "empty"),
        (b"\n  <!DOCTYPE html><title>Sign in</title>", "web page"),
        (b"<HTML><body>", "web page"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0", "pointer"),
        (b"PK\x03\x04 something else", "not a GGUF"),
        (b"GGUF" + struct.pack("<IQQ", 1, 0, 0), "version 1"),
        (b"GGUF" + struct.pack("<IQQ", 99, 0, 0), "version 99"),
        (b"GGUF" + struct.pack(">IQQ", 3, 0, 0), "big-endian"),
        (b"GGUF" + struct.pack("<IQQ", 3, 1 << 60, 0), "damaged"),
        (b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, 1 << 50), "damaged"),
        (b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, 1) + b"k" + struct.pack("<I", 77), "damaged"),
    ],
)
def test_each_kind_of_wrong_file_has_its_own_sentence(tmp_path: Path, contents: bytes, word: str) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(contents)

    assert word in _problem(path)


def test_a_folder_and_a_missing_file_are_named(tmp_path: Path) -> None:
    assert "folder" in _problem(tmp_path)
    assert "no model file “gone.gguf”" in _problem(tmp_path / "gone.gguf")


@pytest.mark.skipif(not (SHARED / "field").is_dir(), reason="needs the field files")
@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("042_truncated.gguf", "incomplete"),
        ("042_really_html.gguf", "web page"),
        ("042_zero_bytes.gguf", "empty"),
    ],
)
def test_field_files(shared: Path, name: str, word: str) -> None:
    assert word in _problem(shared / "field" / name)
