"""Where the libraries of the window are missing, as in a bare system, one sentence says which to install."""

import sys
from pathlib import Path

import pytest

from lexdesk.app import Application
from lexdesk.cli.host import NoWindow
from lexdesk.settings import Places


@pytest.mark.parametrize("module", ["window", "picture", "demo"])
def test_missing_libraries_are_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    application = Application(Places(tmp_path / "c", tmp_path / "k", tmp_path / "s"))
    monkeypatch.setitem(sys.modules, f"lexdesk.desktop.{module}", None)
    with application.new_desk(tmp_path / "a.lexmatter", "A") as desk:
        acts = {
            "window": lambda: application.show(None),
            "picture": lambda: application.picture(desk, tmp_path / "a.png"),
            "demo": lambda: application.show_demo(tmp_path / "a.lexmatter", tmp_path),
        }
        with pytest.raises(NoWindow, match="libegl1"):
            acts[module]()
