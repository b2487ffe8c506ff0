"""``chats`` from the command line: what a chat sees, its name and tab, and a finding handed over."""

import json
from pathlib import Path
from typing import Any

import pytest

from lexdesk.app import main
from tests.assistant.agreements import write_agreement


@pytest.fixture
def matter(tmp_path: Path) -> Path:
    path = tmp_path / "m.lexmatter"
    assert main(["new", str(path), "--document", str(write_agreement(tmp_path / "a.docx"))]) == 0
    (tmp_path / "act.txt").write_text("Payment Act 2019\n\nAn invoice is due after thirty days.\n")
    assert main(["source", "add", str(tmp_path / "act.txt"), "--role", "law", "-m", str(path)]) == 0
    return path


def test_chats_from_the_command_line(
    matter: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def said(*words: str) -> Any:
        capsys.readouterr()
        assert main(["chats", *words, "-m", str(matter), "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    chat = said("new", "Act only", "--source", "1")
    assert chat["whole"] is False
    assert chat["counts"]["source"] == 1
    assert said("rename", str(chat["id"]), "The Act")["title"] == "The Act"
    ticked = [(one["kind"], one["ref"]) for one in said("sees", "2", "--version", "1") if one["ticked"]]
    assert ticked == [("version", "1")]
    said("close", "2")
    listed = said("list")
    assert [[one["title"] for one in listed[part]] for part in ("open", "closed")] == [["Main"], ["The Act"]]
    said("open", "2")
    assert main(["ask", "An invoice is due after thirty days.", "--arguments", "-m", str(matter)]) == 0
    capsys.readouterr()
    assert main(["chat", "1", "-m", str(matter), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)[-1]
    place = next(n for n, claim in enumerate(answer["claims"], 1) if claim["pins"])
    notice = said("promote", str(answer["id"]), "2", "--claim", str(place))
    assert notice["role"] == "notice"
    assert notice["claims"][0]["pins"][0]["text"] == answer["claims"][place - 1]["pins"][0]["text"]
    fork = said("fork", str(answer["id"]), "Onwards")
    assert fork["parent"] == 1
    assert main(["chats", "new", "All of it", "-m", str(matter)]) == 2
    assert "nothing is" in capsys.readouterr().err
