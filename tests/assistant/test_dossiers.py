"""Ten small dossiers, each with an issue, authority for and against of different rank and status, one of them
no longer law: the adverse and the superseded ones surface whatever the model does, and the strongest
supportable argument is named by the rules of docs/decisions/010."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from lexdesk.assistant.desk import Desk
from lexdesk.assistant.model import Message, Model
from lexdesk.assistant.views import ClaimView, MessageView
from tests.assistant.jobs import open_matter
from tests.models.scripted import ScriptedModel

DOSSIERS = sorted((Path(__file__).parent / "dossiers").glob("*.json"))
ENDED = ("superseded", "repealed", "overruled")
_GIVEN = ("role", "status", "kind", "rank", "jurisdiction", "as_of", "dated", "title", "short_name")


def dossier(path: Path) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return read


def filled(desk: Desk, case: dict[str, Any], folder: Path) -> None:
    desk.set_as_of(case["as_of"])
    desk.set_jurisdiction(case["jurisdiction"])
    for source in case["sources"]:
        file = folder / source["file"]
        file.write_text(source["text"], encoding="utf-8")
        given = {name: source[name] for name in _GIVEN if name in source}
        view = desk.add_source(file, given.pop("role"))
        desk.set_source(view.id, **given)


def argued(tmp_path: Path, path: Path, model: Model | None) -> MessageView:
    case = dossier(path)
    with open_matter(tmp_path / "d.lexmatter", model) as desk:
        filled(desk, case, tmp_path)
        return desk.argue(desk.chats()[0].id, case["issue"])


def blinkered(case: dict[str, Any]) -> ScriptedModel:
    """Cites one authority on the side of the issue and keeps silent about all that is against it."""

    def answer(messages: Sequence[Message], schema: Mapping[str, Any] | None) -> str:
        shown = messages[-1].text
        mine = [one for one in case["sources"] if one["side"] == "for"][:1]
        found = [
            {"pin": line.split(" ", 1)[0], "side": "for", "sentence": one["text"].strip().splitlines()[-1]}
            for one in mine
            for line in shown.splitlines()
            if line.startswith("[[pin_") and f" {one['short_name']} " in line
        ]
        return json.dumps({"arguments": found})

    return ScriptedModel(answer)


def flattering() -> ScriptedModel:
    """Says of every passage that it speaks for the proposition, and cites an authority of its own making."""

    def answer(messages: Sequence[Message], schema: Mapping[str, Any] | None) -> str:
        pins = [line.split(" ", 1)[0] for line in messages[-1].text.splitlines() if line.startswith("[[pin_")]
        found = [{"pin": pin, "side": "for", "sentence": "It supports you [[pin_4711]]."} for pin in pins]
        return json.dumps(
            {"arguments": [*found, {"pin": "[[pin_4711]]", "side": "for", "sentence": "Smith v Jones."}]}
        )

    return ScriptedModel(answer)


def cited(message: MessageView, short: str) -> list[ClaimView]:
    return [claim for claim in message.claims if any(pin.label.startswith(short) for pin in claim.pins)]


def assert_surfaced(message: MessageView, case: dict[str, Any]) -> None:
    for source in case["sources"]:
        claims = cited(message, source["short_name"])
        assert claims, f"{source['short_name']} is left out"
        if source["status"] in ENDED:
            assert any(
                source["status"] in claim.text and "can carry no argument" in claim.text for claim in claims
            )


def strongest(message: MessageView) -> str:
    return next((one.text for one in message.claims if one.text.startswith("Strongest supportable")), "")


def test_there_are_ten_dossiers_in_both_languages_each_with_both_sides_and_old_law() -> None:
    cases = [dossier(path) for path in DOSSIERS]
    assert len(cases) == 10
    assert sum(case["language"] == "zh" for case in cases) >= 2
    for case in cases:
        assert {source["side"] for source in case["sources"]} == {"for", "against"}
        assert any(source["status"] in ENDED for source in case["sources"])
        assert (
            len(
                {source["rank"] for source in case["sources"]}
                | {source["status"] for source in case["sources"]}
            )
            > 1
        )


@pytest.mark.parametrize("path", DOSSIERS, ids=lambda path: path.stem)
def test_without_a_model_both_sides_surface_and_the_strongest_is_named(tmp_path: Path, path: Path) -> None:
    case = dossier(path)
    message = argued(tmp_path, path, None)
    assert_surfaced(message, case)
    expected = case["strongest"]
    named = strongest(message)
    if not expected["side"]:
        assert not named
        assert any("Neither side is stronger" in claim.text for claim in message.claims)
        return
    assert f"{expected['side']}, on {expected['source']} (" in named
    assert "Limits:" in named or "Its limits:" in named


@pytest.mark.parametrize("path", DOSSIERS, ids=lambda path: path.stem)
def test_a_model_that_is_silent_about_the_other_side_hides_nothing(tmp_path: Path, path: Path) -> None:
    case = dossier(path)
    message = argued(tmp_path, path, blinkered(case))
    assert_surfaced(message, case)
    adverse = [one["short_name"] for one in case["sources"] if one["side"] == "against"]
    assert all(any("Added by code" in claim.text for claim in cited(message, name)) for name in adverse)
    expected = case["strongest"]
    if expected["side"]:
        assert f"{expected['side']}, on {expected['source']} (" in strongest(message)


@pytest.mark.parametrize("path", DOSSIERS, ids=lambda path: path.stem)
def test_a_model_that_calls_everything_support_makes_no_adverse_authority_support(
    tmp_path: Path, path: Path
) -> None:
    case = dossier(path)
    message = argued(tmp_path, path, flattering())
    assert_surfaced(message, case)
    for source in case["sources"]:
        if source["side"] == "against":
            assert not any(claim.text.startswith("For:") for claim in cited(message, source["short_name"]))
            assert source["short_name"] not in strongest(message).split("(")[0]
    assert all("4711" not in claim.text for claim in message.claims)
    assert message.removed_markers
