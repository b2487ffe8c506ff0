"""What the commands do: every entry of the menu, with its keys, in one list."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from lexdesk.desktop.commands import Command, Commands
from lexdesk.desktop.document.looks import LOOKS
from lexdesk.desktop.outline.pane import PAGES
from lexdesk.desktop.panes import NAMES
from lexdesk.desktop.themes import CHOICES
from lexdesk.desktop.words import LANGUAGES

if TYPE_CHECKING:
    from lexdesk.desktop.main_window import MainWindow

#: Commands that need an open matter; the others work on the start page too.
WITHOUT_MATTER = frozenset(
    (
        *("file.new", "file.open", "file.quit", "go.menu", "go.palette", "help.keys"),
        *(f"view.theme_{name}" for name in CHOICES),
        *(f"view.language_{name}" for name in LANGUAGES),
    )
)


def register(commands: Commands, window: "MainWindow") -> None:
    """Add every command of the window."""
    for command in _commands(window):
        commands.add(command)


def _commands(window: "MainWindow") -> list[Command]:
    panes = window.panes
    found = [
        Command("file.new", lambda: window.filing.new([]), ("Ctrl+N",)),
        Command("file.open", lambda: window.filing.open(None), ("Ctrl+O",)),
        Command("file.import", window.filing.ask_files, ("Ctrl+Shift+I",)),
        Command("file.export_redline", lambda: window.filing.export("redline"), ("Ctrl+E",)),
        Command("file.export_clean", lambda: window.filing.export("clean"), ("Ctrl+Shift+E",)),
        Command("file.export_original", lambda: window.filing.export("original")),
        Command("file.author", window.filing.ask_author),
        Command("file.remote", window.filing.ask_remote),
        Command("file.close", window.close_matter, ("Ctrl+W",)),
        Command("file.quit", window.close, ("Ctrl+Q",)),
        Command("edit.undo", window.undo, ("Ctrl+Z",)),
        Command("edit.redo", window.redo, ("Ctrl+Shift+Z", "Ctrl+Y")),
        Command("edit.copy_cite", lambda: window.reading.copy_cite(False), ("Ctrl+Shift+C",)),
        Command("edit.copy_quote", lambda: window.reading.copy_cite(True), ("Ctrl+Alt+C",)),
        Command("edit.find", window.seeking.find, ("Ctrl+F",)),
        Command("edit.find_next", lambda: window.seeking.find_step(1), ("F3",)),
        Command("edit.find_previous", lambda: window.seeking.find_step(-1), ("Shift+F3",)),
        Command("edit.search", window.seeking.search, ("Ctrl+Shift+F",)),
        Command("review.next", lambda: window.step(1), ("F8",)),
        Command("review.previous", lambda: window.step(-1), ("Shift+F8",)),
        Command("review.accept", window.accept, ("Ctrl+Return", "Ctrl+Enter")),
        Command("review.reject", window.reject, ("Ctrl+Backspace",)),
        Command("review.card", window.seeking.toggle_hover_card, ("Ctrl+I",)),
        Command("review.history", window.reading.show_history, ("Ctrl+H",)),
        Command("go.back", lambda: window.travel(-1), ("Alt+Left",)),
        Command("go.forward", lambda: window.travel(1), ("Alt+Right",)),
        Command("go.page_before", lambda: panes.evidence.turn(-1), ("Ctrl+PgUp",)),
        Command("go.page_after", lambda: panes.evidence.turn(1), ("Ctrl+PgDown",)),
        Command("go.next_pane", lambda: panes.cycle(1), ("F6",)),
        Command("go.previous_pane", lambda: panes.cycle(-1), ("Shift+F6",)),
        Command("go.menu", window.top.open_menu, ("F10",)),
        Command("go.palette", window.seeking.open_palette, ("Ctrl+Shift+P",)),
        Command("go.new_chat", window.chatting.new_chat, ("Ctrl+T",)),
        Command("go.stop", window.seeking.escape, ("Escape",)),
    ]
    found += [
        Command(f"view.pane_{name}", _partly(panes.toggle, name), (f"Ctrl+{number}",))
        for number, name in enumerate(NAMES, 1)
    ]
    found += [
        Command(f"view.look_{look}", _partly(panes.document.set_look, look), (f"Alt+{number}",))
        for number, look in enumerate(LOOKS, 1)
    ]
    found += [Command(f"view.side_{page}", _partly(window.show_side, page)) for page in PAGES]
    found += [
        Command("view.larger", lambda: panes.resize_text(1), ("Ctrl++", "Ctrl+=")),
        Command("view.smaller", lambda: panes.resize_text(-1), ("Ctrl+-",)),
        Command("view.usual_size", lambda: panes.resize_text(0), ("Ctrl+0",)),
    ]
    found += [Command(f"view.theme_{name}", _partly(window.themes.switch, name)) for name in CHOICES]
    found += [Command(f"view.language_{name}", _partly(window.words.switch, name)) for name in LANGUAGES]
    found.append(Command("help.keys", window.show_keys, ("F1",)))
    return found


def _partly(function: Callable[[str], object], name: str) -> Callable[[], None]:
    def run() -> None:
        function(name)

    return run
