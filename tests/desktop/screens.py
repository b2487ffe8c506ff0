"""Pictures of every pane and dialog of the window, on real matters with a scripted model.

``python -m tests.desktop.screens OUT_DIR [--theme light|dark] [--language en|zh]`` writes PNGs of 1366 x 768.
"""

import argparse
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication, QDialog, QMessageBox, QWidget

from lexdesk.assistant.model_views import ModelLine, ModelShelf, ModelShelfView
from lexdesk.desktop.chat.checks import Fold
from lexdesk.desktop.filing import Opener
from lexdesk.desktop.main_window import MainWindow
from lexdesk.desktop.settings import WindowSettings
from lexdesk.desktop.window import application, settle
from tests.desktop.screens_matter import MatterScreens
from tests.desktop.talking import ISSUE, SAMPLE, Talking

SHELF = ModelShelfView(
    (
        ModelLine(
            "starter",
            "Qwen2.5-Coder-1.5B-Instruct Q4_K_M",
            1117320768,
            1780000000,
            "",
            "For trying out.",
            True,
            True,
        ),
        ModelLine("firm-8b", "General 8B Instruct Q5_K_M", 5730000000, 7100000000, "", "", True, False),
    ),
    6_000_000_000,
    "starter (qwen2, Q4_K_M) runs on this computer's processor with 2 threads; no graphics card is used, "
    "because none was asked for. Context: 8,192 tokens.",
    15,
)


class Screens:
    """The window and the folder the pictures go to."""

    def __init__(self, out: Path, folder: Path, theme: str, language: str) -> None:
        application()
        self.out, self.suffix = out, f"{theme}-{language}"
        self.talking = Talking(folder)
        self.talking.long_talk()
        self.finding = self.talking.finding()
        words = self.talking.desk.mark_words(
            1, next(row.key for row in self.talking.desk.document(1).outline if row.label.startswith("12"))
        )
        second = self.talking.side("Clause 12 only", *(("passage", one) for one in words))
        self.talking.ask(second, "What does the clause say?", "It speaks of records. It names no period.")
        self.talking.playbook()
        settings = WindowSettings.forgetful()
        settings.keep("theme", theme)
        settings.keep("language", language)
        self.window = MainWindow(
            self.talking.desk,
            settings,
            Opener(_none, _none, shelf=ModelShelf(lambda: SHELF, lambda name: None, lambda minutes: None)),
        )
        self.window.resize(1366, 768)
        self.window.show()
        settle(self.window)

    def grab(self, name: str, widget: QWidget | None = None) -> None:
        """Write what stands there."""
        settle(self.window)
        path = self.out / f"{name}-{self.suffix}.png"
        (widget or self.window).grab().save(str(path), "PNG")
        print(path)

    def with_dialog(self, name: str, open_: Callable[[], object]) -> None:
        """Draw the dialog that opens, over the window, and close it."""
        shown: list[QDialog] = []

        def drawn(dialog: QDialog) -> int:
            shown.append(dialog)
            dialog.show()
            QApplication.processEvents()
            self.grab(name, dialog)
            dialog.close()
            return 0

        kept = QDialog.exec, QMessageBox.exec
        QDialog.exec = drawn  # type: ignore[method-assign, assignment]
        try:
            open_()
            settle(self.window, lambda: bool(shown))
        finally:
            QDialog.exec = kept[0]  # type: ignore[method-assign]

    def unfold(self, chat_id: int) -> None:
        """Open every list under the answers of a chat, and its trail."""
        for message in self.window.panes.chat.talks[chat_id].messages:
            if message.trail.rows and not message.trail.unfolded:
                message.trail._fold()
            for fold in message.findChildren(Fold):
                if not fold.unfolded:
                    fold.toggle()

    def all(self) -> None:
        """Every picture, one after the other."""
        window, chat = self.window, self.window.panes.chat
        window.panes.setSizes([180, 560, 250, 376])
        ids = {one.title: one.id for one in chat.chats()}
        chat.choose(ids["Clause 12 only"])
        self.grab("side-chat-clause")
        chat.choose(ids["Retention"])
        self.unfold(ids["Retention"])
        self.grab("side-chat-removed-claims")
        chat.choose(ids["Main"])
        self.grab("main-compaction")
        self.unfold(ids["Main"])
        self.grab("main-trail-open")
        answer = chat.talks[ids["Main"]].messages[-1]
        self.with_dialog("compaction-opened", lambda: window.chatting.show_cleared(answer.cleared[0]))
        self.with_dialog("why-seen", lambda: window.chatting.show_seen(self.finding.run_id or 0))
        self.with_dialog("context-set", lambda: window.chatting.ask_context(ids["Retention"]))
        self.with_dialog(
            "stored-result", lambda: window.reading.show_result(self.finding.trail[0].tool_result_id)
        )
        window.runs.begin(  # type: ignore[union-attr]
            ids["Main"],
            ISSUE,
            lambda **hooks: (self.talking.desk.argue(ids["Main"], ISSUE, 1, **hooks), None),
        )
        settle(window)
        self.grab("arguments")
        self.talking.desk.add_skill(_skill(Path(tempfile.mkdtemp())))
        for tab in ("chats", "notes", "skills", "models"):
            window.knowing.show(tab)
            self.grab(f"assistant-{tab}")
        window.knowing.show("playbook")
        settle(window)
        window.knowing.review()
        self.grab("assistant-playbook")
        window.panes.middle.assistant.chats.field.setText("records")
        window.knowing.show("chats")
        window.panes.middle.assistant.chats.search()
        self.grab("chats-search")
        window.close()


def _none(*_given: object) -> None:
    """Nothing is opened by the pictures."""


def _skill(folder: Path) -> Path:
    made = folder / "house-style"
    made.mkdir()
    (made / "SKILL.md").write_text(
        "---\nname: house-style\ndescription: How this firm words clauses.\nallowed-tools: Bash Read\n---\n"
        "Write short sentences.\n",
        encoding="utf-8",
    )
    return made


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(prog="python -m tests.desktop.screens")
    parser.add_argument("out", type=Path)
    parser.add_argument("--theme", choices=("light", "dark"), default="light")
    parser.add_argument("--language", choices=("en", "zh"), default="en")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    for screens in (Screens, MatterScreens):
        with tempfile.TemporaryDirectory() as folder:
            screens(given.out, Path(folder), given.theme, given.language).all()


if __name__ == "__main__":
    assert SAMPLE.is_dir(), "the sample matter is part of the checkout"
    main()
