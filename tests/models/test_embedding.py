"""Embedding models: recognised by what their files say, run in the worker, chosen beside the model that
answers."""

import struct
from pathlib import Path

import pytest

from lexdesk.errors import Cancelled
from lexdesk.models.catalogue import ModelStore
from lexdesk.models.embedding import LONGEST, EmbeddingModel
from lexdesk.models.gguf import ModelFileProblem, read_model_file
from lexdesk.models.local import LocalModel
from tests.models.tiny_bert import WIDTH, write_bert


@pytest.fixture(scope="module")
def bert(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_bert(tmp_path_factory.mktemp("bert") / "tiny-bert.gguf")


def _like(one: bytes, two: bytes) -> float:
    form = f"<{WIDTH}f"
    return sum(a * b for a, b in zip(struct.unpack(form, one), struct.unpack(form, two), strict=True))


def test_an_embedding_model_is_told_by_its_file(bert: Path, tiny: Path) -> None:
    assert read_model_file(bert).embedding
    assert not read_model_file(tiny).embedding
    with pytest.raises(ModelFileProblem, match="writes, not one for search"):
        EmbeddingModel(tiny, "tiny")
    with pytest.raises(ModelFileProblem, match="no chat template"):
        LocalModel(bert, "bert")


def test_words_for_the_same_thing_lie_near_and_the_worker_ends(bert: Path) -> None:
    model = EmbeddingModel(bert, "bert", threads=1)
    try:
        one, same, other, empty, long = model.vectors(
            ["the captain sink the vessel", "skipper scuttle ship", "barley", "", "cargo " * 4 * LONGEST]
        )
        assert model.worker_pid is not None
    finally:
        model.close()
    assert model.worker_pid is None
    assert _like(one, one) == pytest.approx(1.0, abs=1e-3)
    assert _like(one, same) > _like(one, other) + 0.5
    assert len(empty) == len(long) == 4 * WIDTH


def test_a_cancelled_reading_gives_nothing(bert: Path) -> None:
    model = EmbeddingModel(bert, "bert", threads=1)
    try:
        with pytest.raises(Cancelled):
            model.vectors(["ship"], cancelled=lambda: True)
        assert len(model.vectors(["ship"])) == 1
    finally:
        model.close()


def test_the_fingerprint_is_that_of_the_file(bert: Path, tmp_path: Path) -> None:
    copied, other = tmp_path / "other name.gguf", write_bert(tmp_path / "o.gguf", ("ship boat",))
    copied.write_bytes(bert.read_bytes())
    assert EmbeddingModel(bert, "a").fingerprint == EmbeddingModel(copied, "b").fingerprint
    assert EmbeddingModel(bert, "a").fingerprint != EmbeddingModel(other, "a").fingerprint


def test_questions_are_put_as_the_makers_of_a_model_say(tmp_path: Path) -> None:
    plain = EmbeddingModel(write_bert(tmp_path / "a.gguf"), "plain")
    e5 = EmbeddingModel(write_bert(tmp_path / "b.gguf", name="Multilingual e5 small"), "x")
    assert (plain._before_question, e5._before_question, e5._before_passage) == ("", "query: ", "passage: ")


def test_it_is_chosen_beside_the_model_that_answers(bert: Path, tiny: Path, tmp_path: Path) -> None:
    store = ModelStore(tmp_path, ())
    store.add(tiny, "writer")
    entry = store.add(bert, "finder")
    assert (entry.purpose, entry.chosen) == ("meaning", False)
    assert "search by meaning" in entry.note
    store.use("writer")
    store.use("finder")
    chosen, finder = store.chosen(), store.for_meaning()
    assert chosen is not None
    assert finder is not None
    assert (chosen.name, finder.name) == ("writer", "finder")
    store.search_without()
    assert store.for_meaning() is None
    assert store.chosen() == chosen
    store.use("finder")
    store.forget("finder")
    assert store.for_meaning() is None


def test_a_list_from_before_there_were_such_models_is_read(tiny: Path, tmp_path: Path) -> None:
    (tmp_path / "models.json").write_text(f'{{"chosen": "w", "added": {{"w": "{tiny}"}}}}', "utf-8")
    store = ModelStore(tmp_path, ())
    assert store.for_meaning() is None
    assert [entry.name for entry in store.list() if entry.chosen] == ["w"]
