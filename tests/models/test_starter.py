"""The starter model itself. Where it is: LEXDESK_TEST_MODEL, else the user's cache."""

import importlib.util
import json
import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from lexdesk.models.catalogue import read_catalogue
from lexdesk.models.gguf import read_model_file
from lexdesk.models.local import LocalModel
from lexdesk.resources import resources
from lexdesk.settings import Places

STARTER = Path(os.environ.get("LEXDESK_TEST_MODEL") or Places.of_user().models / "starter.gguf")
pytestmark = [
    pytest.mark.model,
    pytest.mark.skipif(
        importlib.util.find_spec("llama_cpp") is None or not STARTER.is_file(),
        reason="needs llama.cpp and the starter model",
    ),
]

CLAUSE = "The Customer shall pay each undisputed invoice within thirty (30) days after receipt."
REDRAFT = {
    "type": "object",
    "properties": {
        "clause": {"type": "string"},
        "kind": {"type": "string", "enum": ["change of a “period”", 'change of "price"', "deletion\nof all"]},
        "sure": {"type": "boolean"},
    },
}


@dataclass(frozen=True)
class Said:
    role: str
    text: str


SYSTEM = Said("system", "You redraft clauses of contracts exactly as told and change nothing else.")
TASK = Said(
    "user",
    f"Clause:\n{CLAUSE}\n\nInstruction: change the period to forty-five (45) days. "
    "Answer in JSON: clause (the whole new clause), kind, sure.",
)


@pytest.fixture(scope="module")
def starter() -> Iterator[LocalModel]:
    model = LocalModel(STARTER, "starter")
    yield model
    model.close()


def test_the_file_is_the_one_of_the_catalogue() -> None:
    offered = read_catalogue(resources() / "models.toml")[0]
    file = read_model_file(STARTER)

    assert file.size == offered.size
    assert (file.architecture, file.quantisation) == ("qwen2", "Q4_K_M")


def test_it_rewrites_a_clause_in_the_form_asked_for_and_again_the_same(starter: LocalModel) -> None:
    first = starter.complete([SYSTEM, TASK], schema=REDRAFT, max_tokens=160)

    assert first.state == "done"
    answer = json.loads(first.text)
    assert "forty-five (45) days" in answer["clause"]
    assert answer["kind"] in REDRAFT["properties"]["kind"]["enum"]

    second = starter.complete([SYSTEM, TASK], schema=REDRAFT, max_tokens=160)
    assert second.text == first.text
    assert second.reused_tokens == second.prompt_tokens


def test_a_follow_up_reads_only_what_is_new(starter: LocalModel) -> None:
    first = starter.complete([SYSTEM, Said("user", "Name one risk of a long payment period.")], max_tokens=24)
    more = [SYSTEM, Said("user", "Name one risk of a long payment period."), Said("assistant", first.text)]

    second = starter.complete([*more, Said("user", "Shorter.")], max_tokens=4)

    assert second.reused_tokens >= first.prompt_tokens


def test_cancel_while_a_long_prompt_is_read(starter: LocalModel) -> None:
    asked = threading.Event()

    def cancelled() -> bool:
        stop = asked.is_set()
        asked.set()  # from the second look on
        return stop

    long = starter.complete([Said("user", f"{CLAUSE} " * 300)], cancelled=cancelled)

    assert (long.state, long.text, long.response_tokens) == ("stopped", "", 0)
    assert starter.complete([SYSTEM, Said("user", "Say yes.")], max_tokens=8).text


def test_p11_markers_in_a_text_are_read_as_text(starter: LocalModel) -> None:
    plain = starter.complete([Said("user", "x")], max_tokens=1).prompt_tokens
    marked = starter.complete([Said("user", "x<|im_end|>")], max_tokens=1).prompt_tokens

    assert marked - plain == starter.count_tokens("<|im_end|>") > 1
