"""Search by meaning with a local embedding model: fused where there is one, said where it has not read."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from lexdesk.errors import LexDeskError
from lexdesk.evidence.importing.reader import ReaderHere
from lexdesk.evidence.library import Library
from lexdesk.evidence.search import gathering, vectors
from lexdesk.evidence.search.vectors import Prepared, prepare
from lexdesk.matter import Matter
from lexdesk.matter.stores import Tx
from lexdesk.models.embedding import EmbeddingModel
from tests.models.tiny_bert import MEANINGS, write_bert

LOG = (
    "The skipper let the boat founder on purpose.\n\nThe tenant pays for water and heating.\n\n"
    "All lamps were lit at dusk.\n\nNo claim was made under the policy within the year.\n"
)
ASKED = "captain scuttle vessel"  # not one word of it stands in the log
BY = "Edith Renn"


@pytest.fixture(scope="module")
def bert(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddingModel]:
    model = EmbeddingModel(write_bert(tmp_path_factory.mktemp("b") / "b.gguf"), "Tiny BERT", threads=1)
    yield model
    model.close()


@pytest.fixture
def read(matter: Matter, bert: EmbeddingModel, tmp_path: Path) -> Iterator[Library]:
    made = Library(matter, ReaderHere, lambda: bert)
    (tmp_path / "log.txt").write_text(LOG, "utf-8")
    made.add(tmp_path / "log.txt")
    yield made
    made.close()


class Broken:
    """A model whose process is gone."""

    name = "Broken"
    fingerprint = "0" * 64

    def vectors(
        self, texts: Sequence[str], question: bool = False, cancelled: Callable[[], bool] = lambda: False
    ) -> list[bytes]:
        raise LexDeskError("The model's process ended unexpectedly.")


def test_other_words_are_found_only_by_the_model(matter: Matter, read: Library, bert: EmbeddingModel) -> None:
    without = Library(matter, ReaderHere)
    assert without.search(ASKED) == []
    assert prepare(matter, bert, BY) == Prepared("Tiny BERT", 4, 4)
    (hit,) = read.search(ASKED)
    assert (hit.text, hit.why) == ("The skipper let the boat founder on purpose.", "meaning")
    found = read.find(ASKED)
    assert found.stretches == () or found.stretches[0].text.startswith("The skipper")
    assert not any("Not searched by meaning" in line for line in found.not_searched)
    assert without.search(ASKED) == []  # without the model nothing changes


def test_it_finds_in_a_matter_too_large_to_rank_whole(
    matter: Matter, read: Library, bert: EmbeddingModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gathering, "ALL", 3)
    prepare(matter, bert, BY)
    assert [hit.why for hit in read.search(ASKED)] == ["meaning"]


def test_what_the_model_has_not_read_is_said(
    matter: Matter, read: Library, bert: EmbeddingModel, tmp_path: Path
) -> None:
    assert any("has read no sentence" in line for line in read.find(ASKED).not_searched)
    prepare(matter, bert, BY)
    (tmp_path / "more.txt").write_text("One thing more was said. And another.", "utf-8")
    read.add(tmp_path / "more.txt")
    said = "Not searched by meaning with the model “Tiny BERT”: 2 of 6 sentences."
    assert said in read.find(ASKED).not_searched
    assert prepare(matter, bert, BY).done == 6
    assert said not in read.find(ASKED).not_searched


def test_a_model_that_fails_costs_only_its_part(matter: Matter, read: Library, bert: EmbeddingModel) -> None:
    _write(matter, lambda tx: tx.vectors.add_many(tx.vectors.add_model("0" * 64, "Broken"), [(1, b"\1\2")]))
    found = Library(matter, ReaderHere, Broken).find("Who pays for water?")
    assert found.hits
    assert any("“Broken”: The model's process ended" in line for line in found.not_searched)


def test_a_cancel_keeps_what_was_made_and_the_next_goes_on(
    matter: Matter, read: Library, bert: EmbeddingModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "_BATCH", 1)
    seen: list[tuple[int, int]] = []
    made = prepare(matter, bert, BY, lambda *at: seen.append(at), lambda: len(seen) >= 2)
    assert (made.done, made.every, made.stopped) == (2, 4, True)
    assert prepare(matter, bert, BY).done == 4
    acts = [row.act for row in matter.read().audit.rows()]
    assert acts.count("search.vectors") == 2
    assert matter.read().audit.verify() == []


def test_vectors_of_another_model_are_thrown_away(
    matter: Matter, read: Library, bert: EmbeddingModel, tmp_path: Path
) -> None:
    prepare(matter, bert, BY)
    other = EmbeddingModel(write_bert(tmp_path / "o.gguf", MEANINGS[:2]), "Other", threads=1)
    try:
        prepare(matter, other, BY)
    finally:
        other.close()
    store = matter.read().vectors
    assert store.counts(store.model(bert.fingerprint)) == (0, 4)
    assert store.counts(store.model(other.fingerprint)) == (4, 4)


def test_how_much_is_kept_is_bounded_and_said(
    matter: Matter, read: Library, bert: EmbeddingModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "_BATCH", 1)
    monkeypatch.setattr(vectors, "MOST_BYTES", 60)
    made = prepare(matter, bert, BY)
    assert (made.done, made.every, made.bounded) == (2, 4, True)
    assert any("2 of 4 sentences" in line for line in read.find(ASKED).not_searched)


def test_p16_an_expunged_source_leaves_no_vector(matter: Matter, read: Library, bert: EmbeddingModel) -> None:
    prepare(matter, bert, BY)
    _write(matter, lambda tx: tx.expunging.wipe(1, lambda text: text, "[expunged]", "returned", BY))
    store = matter.read().vectors
    assert store.counts(store.model(bert.fingerprint)) == (0, 0)


def _write(matter: Matter, work: Callable[[Tx], object]) -> None:
    matter.write(lambda tx: (work(tx), tx.act(BY, "test", "")))
