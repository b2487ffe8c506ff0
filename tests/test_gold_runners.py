"""The measuring runners at their edge: a wrong path or a damaged set is one sentence, and the exit is 2."""

import importlib
import json
from pathlib import Path

import pytest

RUNNERS = {
    "quotes": (),
    "anchors": (),
    "crossrefs": (),
    "impact": (),
    "proofread": (),
    "lineage": (),
    "retrieval": (),
    "edits": ("--model", "perfect"),
    "injection": (),
    "word_roundtrip": (),
}


def run(name: str, path: Path) -> int:
    code = importlib.import_module(f"tests.gold.{name}").main([str(path), *RUNNERS[name]])
    assert isinstance(code, int)
    return code


def one_sentence(said: str) -> bool:
    return len(said.strip().splitlines()) == 1 and "Traceback" not in said and said.strip().endswith(".")


@pytest.mark.parametrize("name", RUNNERS)
def test_a_path_that_is_not_there_is_one_sentence(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(name, tmp_path / "nowhere.json") == 2
    said = capsys.readouterr().err
    assert one_sentence(said)
    assert "nowhere" in said


@pytest.mark.parametrize("name", RUNNERS)
def test_a_folder_without_the_set_is_one_sentence(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(name, tmp_path) == 2
    assert one_sentence(capsys.readouterr().err)


@pytest.mark.parametrize(
    "content", ["", "{", "[1, 2]", '{"cases": 5}', '{"cases": [{}]}', "\x00\xff", "[" * 9000]
)
@pytest.mark.parametrize("name", [name for name in RUNNERS if name not in ("injection", "word_roundtrip")])
def test_a_damaged_file_is_one_sentence(
    name: str, content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "set.json"
    path.write_bytes(content.encode("latin-1"))
    assert run(name, path) == 2
    assert one_sentence(capsys.readouterr().err)


def test_a_damaged_list_of_files_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "manifest.json").write_text("{", "utf-8")
    assert run("injection", tmp_path) == 2
    assert one_sentence(capsys.readouterr().err)


@pytest.mark.parametrize("name", ["quotes", "anchors"])
def test_of_a_folder_every_file_of_the_form_is_run(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    quote = {"quote": "the notice period is thirty days", "claimed_source": "a.txt", "verdict": "exact"}
    place = {
        "paragraphs": ["One."],
        "edit": {"old_text": "Two", "new_text": "Three"},
        "expect": {"result": "refused"},
    }
    (tmp_path / "a.txt").write_text("So the notice period is thirty days here.", "utf-8")
    (tmp_path / "other.json").write_text(json.dumps({"items": []}), "utf-8")
    for number in (1, 2):
        case = {"id": f"c{number}", **(quote if name == "quotes" else place)}
        (tmp_path / f"{number}.json").write_text(json.dumps({"cases": [case]}), "utf-8")
    assert run(name, tmp_path) == 0
    totals = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (totals["cases"], totals["right"]) == (2, 2)
