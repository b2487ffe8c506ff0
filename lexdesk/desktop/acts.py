"""What the commands do: every entry of the menu, with its keys, in one list."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from lexdesk.desktop.commands import Command, Commands
from lexdesk.desktop.document.looks import LOOKS
from lexdesk.desktop.lower import PAGES
from lexdesk.desktop.memory.page import TABS
from lexdesk.desktop.panes import NAMES
from lexdesk.desktop.themes import CHOICES
from lexdesk.desktop.words import LANGUAGES

if TYPE_CHECKING:
    from lexdesk.desktop.main_window import MainWindow

#: Commands that need an open matter; the others work on the start page too.
WITHOUT_MATTER = frozenset(
    (
        *("file.new", "file.new_sealed", "file.open", "file.quit", "file.verify", "file.unpack"),
        *("file.unseal", "file.rescue", "file.signing_key", "file.lock_after"),
        *("go.menu", "go.palette", "help.keys"),
        *(f"view.theme_{name}" for name in CHOICES),
        *(f"view.language_{name}" for name in LANGUAGES),
    )
)


def register(commands: Commands, window: "MainWindow") -> None:
    """Add every command of the window."""
    for command in _commands(window):
        commands.add(command)


def _commands(window: "MainWindow") -> list[Command]:
    panes, deciding = window.panes, window.deciding
    found = [
        Command("file.new", lambda: window.filing.new([]), ("Ctrl+N",)),
        Command("file.new_sealed", window.filing.new_sealed),
        Command("file.open", lambda: window.filing.open(None), ("Ctrl+O",)),
        Command("file.import", window.filing.ask_files, ("Ctrl+Shift+I",)),
        Command("file.export_redline", lambda: window.filing.export("redline"), ("Ctrl+E",)),
        Command("file.export_clean", lambda: window.filing.export("clean"), ("Ctrl+Shift+E",)),
        Command("file.export_original", lambda: window.filing.export("original")),
        Command("file.sent", window.past.ask_sent),
        Command("file.import_version", window.past.ask_draft),
        Command("file.memo", window.papers.memo),
        Command("file.pack", window.papers.pack),
        Command("file.verify", window.papers.verify),
        Command("file.unpack", window.papers.unpack),
        *_custody(window),
        Command("file.checklist", window.sourcing.write_checklist),
        Command("file.checklist_take", window.sourcing.take_checklist),
        Command("file.author", window.filing.ask_author),
        Command("file.remote", window.filing.ask_remote),
        Command("file.close", window.close_matter, ("Ctrl+W",)),
        Command("file.quit", window.close, ("Ctrl+Q",)),
        Command("edit.undo", deciding.undo, ("Ctrl+Z",)),
        Command("edit.redo", deciding.redo, ("Ctrl+Shift+Z", "Ctrl+Y")),
        Command("edit.paragraph", window.writing.edit_paragraph, ("F2",)),
        Command("edit.copy_cite", lambda: window.reading.copy_cite(False), ("Ctrl+Shift+C",)),
        Command("edit.copy_quote", lambda: window.reading.copy_cite(True), ("Ctrl+Alt+C",)),
        Command("edit.find", window.seeking.find, ("Ctrl+F",)),
        Command("edit.find_next", lambda: window.seeking.find_step(1), ("F3",)),
        Command("edit.find_previous", lambda: window.seeking.find_step(-1), ("Shift+F3",)),
        Command("edit.search", window.seeking.search, ("Ctrl+Shift+F",)),
        Command("review.next", lambda: deciding.step(1), ("F8",)),
        Command("review.previous", lambda: deciding.step(-1), ("Shift+F8",)),
        Command("review.accept", deciding.accept, ("Ctrl+Return", "Ctrl+Enter")),
        Command("review.reject", deciding.reject, ("Ctrl+Backspace",)),
        Command("review.set_aside", deciding.set_aside, ("Ctrl+Alt+Backspace",)),
        Command("review.reword", window.writing.reword, ("Shift+F2",)),
        Command("review.comment", lambda: deciding.current_with("comment")),
        Command("review.revoke", lambda: deciding.current_with("revoke")),
        Command("review.card", window.seeking.toggle_hover_card, ("Ctrl+I",)),
        Command("review.history", window.past.show_history, ("Ctrl+H",)),
        Command("review.who_changed", window.past.who_changed, ("Ctrl+Shift+H",)),
        Command("review.compare", window.past.compare_chosen),
        Command("review.back_to_head", window.past.back_to_head),
        Command("go.back", lambda: window.travel(-1), ("Alt+Left",)),
        Command("go.forward", lambda: window.travel(1), ("Alt+Right",)),
        Command("go.page_before", lambda: panes.evidence.turn(-1), ("Ctrl+PgUp",)),
        Command("go.page_after", lambda: panes.evidence.turn(1), ("Ctrl+PgDown",)),
        Command("go.next_pane", lambda: panes.cycle(1), ("F6",)),
        Command("go.previous_pane", lambda: panes.cycle(-1), ("Shift+F6",)),
        Command("go.menu", window.top.open_menu, ("F10",)),
        Command("go.palette", window.seeking.open_palette, ("Ctrl+Shift+P",)),
        Command("go.new_chat", window.chatting.new_chat, ("Ctrl+T",)),
        Command("go.chat_of_words", window.chatting.chat_of_words, ("Ctrl+Shift+T",)),
        Command("go.chat_of_passage", window.chatting.chat_of_passage),
        Command("go.chat_context", lambda: window.chatting.ask_context(panes.chat.current_chat() or 0)),
        Command("go.arguments", window.chatting.ask_argument),
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
    found += [
        Command(
            f"view.lower_{page}", _partly(_toggled(window), page), (f"Ctrl+{number}",) if number < 10 else ()
        )
        for number, page in enumerate(PAGES, 5)
    ]
    found += [Command(f"view.assistant_{tab}", _partly(window.knowing.show, tab)) for tab in TABS]
    found += [
        Command("view.split_source", panes.evidence.toggle_split),
        Command("view.larger", lambda: panes.resize_text(1), ("Ctrl++", "Ctrl+=")),
        Command("view.smaller", lambda: panes.resize_text(-1), ("Ctrl+-",)),
        Command("view.usual_size", lambda: panes.resize_text(0), ("Ctrl+0",)),
    ]
    found += [Command(f"view.theme_{name}", _partly(window.themes.switch, name)) for name in CHOICES]
    found += [Command(f"view.language_{name}", _partly(window.words.switch, name)) for name in LANGUAGES]
    found.append(Command("help.keys", window.show_keys, ("F1",)))
    return found


def _custody(window: "MainWindow") -> list[Command]:
    keeping, handing = window.keeping, window.handing
    return [
        Command("file.hand_over", handing.hand_over),
        Command("file.unseal", handing.unseal),
        Command("file.take_back", handing.take_back),
        Command("file.signing_key", handing.make_key),
        Command("file.save_copy", keeping.save_copy),
        Command("file.backups", keeping.show_backups),
        Command("file.rescue", keeping.rescue),
        Command("file.seal", keeping.seal),
        Command("file.passphrase", keeping.change_passphrase),
        Command("file.open_seal", keeping.open_seal),
        Command("file.lock", window.lock.lock, ("Ctrl+Alt+L",)),
        Command("file.lock_after", keeping.ask_minutes),
    ]


def _toggled(window: "MainWindow") -> Callable[[str], None]:
    """By key: open a page of the lower pane and focus it; close it when it has the keyboard."""

    def run(page: str) -> None:
        middle = window.panes.middle
        if middle.page == page and window.panes.focused() == "document" and middle.main_widget().hasFocus():
            middle.close_page()
            window.panes.focus("document")
        else:
            window.show_lower(page)

    return run


def _partly(function: Callable[[str], object], name: str) -> Callable[[], None]:
    def run() -> None:
        function(name)

    return run
