"""The models as the window gets them from the program: memory, score, the one that answers, the idle time."""

from pathlib import Path

from lexdesk.app import Application
from lexdesk.settings import Places, Settings
from tests.models.tiny_gguf import saying, write_model


def test_the_shelf_says_what_is_known_of_each_model_and_keeps_what_is_chosen(tmp_path: Path) -> None:
    places = Places(tmp_path / "config", tmp_path / "cache", tmp_path / "state")
    application = Application(places)
    application.models.add(write_model(tmp_path / "own.gguf", saying("Hi")), "own")
    (places.models).mkdir(parents=True, exist_ok=True)
    shelf = application.shelf()
    lines = {one.name: one for one in shelf.view().lines}
    assert lines["own"].here
    assert lines["own"].memory > lines["own"].size > 0
    assert lines["own"].score == "", "not tested"
    assert (lines["starter"].here, lines["starter"].memory) == (False, 0)
    assert not lines["own"].chosen
    application.set_remote("http://localhost:9/v1", "far", "")
    shelf.use("own")
    assert application.settings.remote == {}, "the model that was chosen answers, not the server"
    assert next(one for one in shelf.view().lines if one.chosen).name == "own"
    assert shelf.view().running == "", "nothing is loaded before the first question"
    shelf.set_idle(0)
    assert shelf.view().idle_minutes == 0
    assert Settings.load(places).idle_minutes == 0
    (tmp_path / "own.gguf").write_bytes(b"no model any more")
    assert next(one for one in shelf.view().lines if one.name == "own").memory == 0
    application.close()
