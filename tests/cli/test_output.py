"""Words of others on a terminal: shown, never obeyed. P9."""

import json
from pathlib import Path

import pytest

from lexdesk.app import main
from lexdesk.cli.output import Output

HOSTILE = "a\x1b[2J\x07b\x9bc\x7f\u202egpj.exe\rd"


def test_what_a_terminal_obeys_is_shown_by_its_number(capsys: pytest.CaptureFixture[str]) -> None:
    Output().give({"name": HOSTILE}, [HOSTILE, "tab\tand\nline"])
    Output().note(HOSTILE)
    said = capsys.readouterr()
    shown = "a[U+001B][2J[U+0007]b[U+009B]c[U+007F][U+202E]gpj.exe[U+000D]d\n"
    assert said.out == f"{shown}tab\tand\nline\n"
    assert said.err == shown


def test_json_holds_the_same_words_in_escapes(capsys: pytest.CaptureFixture[str]) -> None:
    Output(as_json=True).give({"name": HOSTILE}, [])
    said = capsys.readouterr().out
    assert json.loads(said) == {"name": HOSTILE}
    assert not set(said) & set("\x1b\x07\x9b\x7f\u202e\r")


def test_a_subject_and_a_file_name_cannot_write_over_the_list(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    matter, mail = tmp_path / "m.lexmatter", tmp_path / "two\nlines.eml"
    mail.write_bytes(b"Subject: =?utf-8?q?Sub=1B]0;x=07ject?=\n\nWords.\n")
    assert main(["new", str(matter)]) == 0
    assert main(["source", "add", str(mail), "-m", str(matter)]) == 0
    said = capsys.readouterr()
    assert "\x1b" not in said.out + said.err
    assert "two[U+000A]lines.eml" in said.out


def test_an_empty_name_is_not_the_current_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "privileged.txt").write_text("Words.", "utf-8")
    matter = tmp_path / "m.lexmatter"
    assert main(["new", str(matter)]) == 0
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        main(["source", "add", "", "-m", str(matter)])
    assert "an empty name" in capsys.readouterr().err
    assert main(["source", "list", "-m", str(matter)]) == 0
    assert "No sources yet." in capsys.readouterr().out
