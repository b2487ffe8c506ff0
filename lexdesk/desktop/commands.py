"""One registry of everything the window can do: menu, palette and shortcuts are made of it."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, QSettings, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from lexdesk.desktop.words import Words

GROUPS = ("file", "edit", "review", "go", "view", "help")


@dataclass(frozen=True)
class Command:
    """``id`` is "group.name"; its text is the word ``command.group_name`` in both languages."""

    id: str
    run: Callable[[], None]
    shortcuts: tuple[str, ...] = ()

    @property
    def group(self) -> str:
        """The menu it stands in."""
        return self.id.split(".")[0]

    @property
    def word(self) -> str:
        """Key of its text."""
        return "command." + self.id.replace(".", "_")


class ShortcutTaken(ValueError):
    """Two commands want the same keys; ``command_id`` has them."""

    def __init__(self, keys: str, command_id: str) -> None:
        super().__init__(f"{keys} already means {command_id}")
        self.command_id = command_id


class Commands(QObject):
    """Registers commands on a window. Shortcuts can be changed; a conflict is refused."""

    changed = Signal()

    def __init__(self, window: QWidget, words: Words, settings: QSettings) -> None:
        super().__init__(window)
        self._window, self.words, self._settings = window, words, settings
        self._commands: dict[str, Command] = {}
        self._actions: dict[str, QAction] = {}

    def add(self, command: Command) -> QAction:
        """Register a command. Raises ShortcutTaken, or KeyError when it has no text.

        Keys the user gave to one command are never taken by the usual keys of another: that one goes
        without.
        """
        own = self._settings.value(f"shortcuts/{command.id}")
        shortcuts = command.shortcuts if own is None else tuple(keys for keys in (str(own),) if keys)
        try:
            self._refuse_conflict(command.id, shortcuts)
        except ShortcutTaken as taken:
            if own is None and not self._settings.contains(f"shortcuts/{taken.command_id}"):
                raise
            shortcuts = ()
        action = QAction(self._window)
        self.words.bind(action, "setText", command.word)
        action.setShortcuts([QKeySequence(keys) for keys in shortcuts])
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.triggered.connect(lambda _checked=False: command.run())
        self._window.addAction(action)
        self._commands[command.id] = command
        self._actions[command.id] = action
        return action

    def _refuse_conflict(self, command_id: str, shortcuts: tuple[str, ...]) -> None:
        wanted = {QKeySequence(keys).toString() for keys in shortcuts if keys}
        for other, action in self._actions.items():
            if other != command_id and wanted & {keys.toString() for keys in action.shortcuts()}:
                raise ShortcutTaken(", ".join(shortcuts), other)

    def set_shortcut(self, command_id: str, keys: str) -> None:
        """Give a command other keys ("" = none) and remember them. Raises ShortcutTaken."""
        self._refuse_conflict(command_id, (keys,))
        self._actions[command_id].setShortcuts([QKeySequence(keys)] if keys else [])
        self._settings.setValue(f"shortcuts/{command_id}", keys)
        self.changed.emit()

    def all(self) -> list[Command]:
        """All commands in order of their registration."""
        return list(self._commands.values())

    def action(self, command_id: str) -> QAction:
        """The action of a command."""
        return self._actions[command_id]

    def shortcut(self, command_id: str) -> str:
        """The first shortcut as shown to people, "" if none."""
        return self._actions[command_id].shortcut().toString(QKeySequence.SequenceFormat.NativeText)

    def run(self, command_id: str) -> None:
        """Do it, if it can be done now."""
        action = self._actions[command_id]
        if action.isEnabled():
            action.trigger()

    def fill_menu(self, menu: QMenu) -> None:
        """Make the whole menu, one submenu for each group."""
        menu.clear()
        for group in GROUPS:
            members = [command for command in self._commands.values() if command.group == group]
            if members:
                under = menu.addMenu(self.words(f"menu.{group}"))
                for command in members:
                    under.addAction(self._actions[command.id])
