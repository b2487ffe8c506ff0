"""Both languages are complete, and the window follows a change of language at once."""

import re
import string
from pathlib import Path

from lexdesk.desktop.main_window import MainWindow
from lexdesk.desktop.words import LANGUAGES, load_language
from lexdesk.resources import resources
from tests.desktop.conftest import Settle

FOLDER = resources() / "translations"
CODE = Path(__file__).resolve().parents[2] / "lexdesk" / "desktop"


def blanks(text: str) -> set[str]:
    """Names of the blanks a text has."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_both_languages_have_the_same_keys_and_the_same_blanks() -> None:
    english, chinese = (load_language(FOLDER, language) for language in LANGUAGES)
    assert set(english) == set(chinese)
    for key, text in english.items():
        assert blanks(text) == blanks(chinese[key]), key


def test_every_key_the_code_asks_for_is_there() -> None:
    known = load_language(FOLDER, "en")
    sections = {key.split(".")[0] for key in known}
    asked = set()
    for path in CODE.rglob("*.py"):
        for found in re.findall(r'"([a-z_]+\.[a-z_]+)"', path.read_text(encoding="utf-8")):
            if found.split(".")[0] in sections - {"file", "edit", "review", "go", "view", "help"}:
                asked.add(found)
    assert asked - set(known) == set()
    assert len(asked) > 80


def test_chinese_is_chinese() -> None:
    chinese = load_language(FOLDER, "zh")
    names = {"file_kind.pdf", "file_kind.docx", "files.hash", "find.count", "review.position", "effect.and"}
    names |= {"sources.suggested", "sources.reads", "sources.group", "sees.and", "playbook.and"}
    left = [key for key, text in chinese.items() if not re.search("[\u4e00-\u9fff]", text)]
    assert set(left) == names


def test_the_language_switches_live(window: MainWindow, settle: Settle) -> None:
    window.deciding.step(1)
    settle()
    window.commands.run("view.language_zh")
    settle()
    assert window.panes.document.accept.text() == "接受并继续"
    assert window.top.network.text() == "未使用网络"
    assert window.panes.middle.names["changes"].text().startswith("修改")
    assert window.panes.evidence.card_title.full_text().startswith("修改 1")
    assert window.commands.action("review.next").text() == "下一处修改"
    assert window.status.position.text() == "1 / 4 · 3 处待定"
    window.commands.run("view.language_en")
    assert window.panes.document.accept.text() == "Accept and next"
