"""``note``, ``skill``, ``playbook`` and ``ask --arguments`` from the command line, without a model."""

import json
from pathlib import Path
from typing import Any

import pytest

from lexdesk.app import main
from tests.assistant.agreements import write_agreement

PLAYBOOK = (
    "## 1. Payment of invoices\n\n- **Preferred:** sixty days after receipt of an invoice.\n"
    "- **Fallback:** forty-five days after receipt of an invoice.\n"
)
SKILL = "---\nname: house-style\ndescription: How we write.\nallowed-tools: Bash\n---\nShort sentences.\n"


@pytest.fixture
def matter(tmp_path: Path) -> Path:
    path = tmp_path / "m.lexmatter"
    assert main(["new", str(path), "--document", str(write_agreement(tmp_path / "a.docx"))]) == 0
    (tmp_path / "rules.md").write_text(PLAYBOOK)
    (tmp_path / "act.txt").write_text("Payment Act 2019\n\nAn invoice is due after thirty days.\n")
    (tmp_path / "house-style").mkdir()
    (tmp_path / "house-style" / "SKILL.md").write_text(SKILL)
    assert main(["source", "add", str(tmp_path / "rules.md"), "--role", "playbook", "-m", str(path)]) == 0
    assert main(["source", "add", str(tmp_path / "act.txt"), "--role", "law", "-m", str(path)]) == 0
    return path


class Said:
    """Runs commands on the matter; what they answered as JSON or as text."""

    def __init__(self, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._path = path
        self._capsys = capsys

    def json(self, *words: str) -> Any:
        self._capsys.readouterr()
        assert main([*words, "--json", "-m", str(self._path)]) == 0
        return json.loads(self._capsys.readouterr().out)

    def refused(self, *words: str) -> str:
        self._capsys.readouterr()
        assert main([*words, "-m", str(self._path)]) == 2
        return self._capsys.readouterr().err

    def text(self, *words: str) -> str:
        self._capsys.readouterr()
        assert main([*words, "-m", str(self._path)]) == 0
        return self._capsys.readouterr().out


@pytest.fixture
def said(matter: Path, capsys: pytest.CaptureFixture[str]) -> Said:
    return Said(matter, capsys)


def test_a_note_is_written_changed_refused_and_its_history_told(said: Said) -> None:
    passage = said.json("search", "thirty days")["hits"][0]["passage_id"]
    assert "Nothing stands behind" in said.refused("note", "add", "Thirty days")
    note = said.json("note", "add", "Thirty days", "--passage", str(passage))
    assert note["state"] == "kept"
    said.json("note", "change", "1", "Thirty days by law", "--why", "exact")
    said.json("note", "refuse", "1", "--comment", "old")
    assert said.json("note", "list", "--state", "kept") == []
    history = said.json("note", "history", "1")
    assert [one["text"] for one in history["versions"]] == ["Thirty days", "Thirty days by law"]
    assert "rests on" in said.text("note", "show", "1")
    assert said.json("note", "keep", "1")["state"] == "kept"
    assert "There is no note 9" in said.refused("note", "show", "9")


def test_a_skill_from_outside_is_added_as_data_trusted_and_removed(said: Said, tmp_path: Path) -> None:
    added = said.json("skill", "add", str(tmp_path / "house-style"))
    assert added["trusted"] is False
    assert "which is not granted" in said.text("skill", "list")
    assert said.json("skill", "trust", "house-style")["trusted"] is True
    assert said.json("skill", "trust", "house-style", "--off")["trusted"] is False
    assert said.json("skill", "show", "house-style")["text"] == "Short sentences."
    assert "保密" in said.text("skill", "show", "confidentiality", "--language", "zh")
    said.json("skill", "remove", "house-style")
    assert "There is no skill" in said.refused("skill", "show", "house-style")
    assert "no folder" in said.refused("skill", "add", str(tmp_path / "nowhere"))


def test_a_playbook_is_listed_and_an_agreement_reviewed_against_it(said: Said) -> None:
    rules = said.json("playbook", "rules")
    assert [one["name"] for one in rules[0]["positions"]] == ["preferred", "fallback 1"]
    review = said.json("playbook", "review", "--no-model")
    result = review["results"][0]
    assert (result["verdict"], result["judged_by"]) == ("deviates", "code")
    assert "2.1" in result["clause_pin"]["label"]
    edit = said.json("show-edit", str(result["edit_id"]))
    assert edit["added"].split() == ["sixty", "60"]
    assert said.json("edits")[0]["state"] == "staged"


def test_arguments_are_asked_for_on_the_command_line_and_need_no_model(said: Said) -> None:
    message = said.json("ask", "--arguments", "An invoice is due after thirty days.")
    assert any(claim["text"].startswith("For: “An invoice is due") for claim in message["claims"])
    assert any("No supportable argument against" in claim["text"] for claim in message["claims"])
