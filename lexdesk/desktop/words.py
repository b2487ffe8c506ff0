"""Every word of the window, in English and Chinese, from ``resources/translations``."""

import re
import tomllib
import weakref
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator, Signal
from shiboken6 import isValid

from lexdesk.desktop.said import Catalogue, Way, load_catalogue
from lexdesk.desktop.titles import said_note, said_title

LANGUAGES = ("en", "zh")
_QT = {"zh": "qtbase_zh_CN"}
_CITES = (
    (re.compile(r"(?P<name>.+), pp?\. (?P<pages>[\d-]+)", re.DOTALL), "pages"),
    (re.compile(r"(?P<name>.+) \(version (?P<number>\d+)\)", re.DOTALL), "version"),
    (re.compile(r"\[change (?P<change>\d+): version (?P<number>\d+)\]"), "change"),
)


def language_of_system() -> str:
    """The language of the window until a person chooses one."""
    return "zh" if QLocale.system().language() == QLocale.Language.Chinese else "en"


def load_language(folder: Path, name: str) -> dict[str, str]:
    """The texts of one file of words as ``section.key`` -> text."""
    tables = tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))
    return {f"{section}.{key}": text for section, table in tables.items() for key, text in table.items()}


class Words(QObject):
    """Looks texts up by key; bound widgets follow a change of language at once."""

    changed = Signal()

    def __init__(self, folder: Path, language: str = "en", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._texts = {name: load_language(folder, name) for name in LANGUAGES}
        # What code finds is said in English by its record; other languages have words of their own for it.
        self._found = {
            name: load_language(folder, f"found.{name}")
            for name in LANGUAGES
            if (folder / f"found.{name}.toml").exists()
        }
        self._catalogues: dict[str, Catalogue] = {
            name: load_catalogue(folder / f"said.{name}.toml", self._ways(name))
            for name in LANGUAGES
            if (folder / f"said.{name}.toml").exists()
        }
        self.language = language if language in LANGUAGES else "en"
        self._qt = QTranslator(self)
        self._speak_qt()
        self._bound: list[tuple[weakref.ref[Any], str, str]] = []

    def __call__(self, key: str, **values: object) -> str:
        """The text of ``key`` with its ``{names}`` filled in. Raises KeyError for an unknown key."""
        text = self._texts[self.language][key]
        return text.format(**values) if values else text

    def word(self, section: str, name: str) -> str:
        """The shown word for a word of the records ("in_force"); the word itself when none is known."""
        return self._texts[self.language].get(f"{section}.{name}", name.replace("_", " "))

    def count(self, key: str, count: int, **values: object) -> str:
        """The text of ``key`` for a number; ``key_one`` for one, where the language has it."""
        one = f"{key}_one"
        return self(one if count == 1 and one in self._texts[self.language] else key, count=count, **values)

    def found(self, key: str) -> str | None:
        """The words of this language for what code finds ("advisory.term_lost"), with blanks to be filled;
        None where the record's own English is to be shown."""
        return self._found.get(self.language, {}).get(key)

    def said(self, text: str) -> str:
        """What code wrote in English (a limit, a warning, an error, a finding), in this language; text that
        is none of its sentences as it is. Never for text of a person, a model or a document."""
        catalogue = self._catalogues.get(self.language)
        return text if catalogue is None else catalogue.say(text)

    def said_part(self, text: str) -> str:
        """The same for a part of a sentence that code wrote ("statute, in force as of 2025-06-16")."""
        catalogue = self._catalogues.get(self.language)
        known = None if catalogue is None else catalogue.value(text)
        return text if known is None else known.text

    def _ways(self, language: str) -> dict[str, Way]:
        """How the catalogue words single values: states and kinds by this language's sections."""

        def word(section: str, value: str) -> str | None:
            return self._texts[language].get(f"{section}.{value.strip().replace(' ', '_')}")

        def verdicts(value: str) -> str | None:
            said = re.sub(r"\d+ ([a-z ]+)", lambda m: f"{m[0].split()[0]} 条{word('verdict', m[1])}", value)
            return said.replace(", ", "，")

        def outdated(value: str) -> str | None:
            forms = r" is (superseded|repealed|overruled)\b"
            said = re.sub(forms, lambda m: word("status", m[1]) or m[0], value)
            return None if said == value else said.replace(", ", "、")

        sections = ("kind", "mode", "note_state", "relation", "state", "status", "stored")
        return {
            **{section: partial(word, section) for section in sections},
            "title": lambda value: said_title(value, self),
            "note": lambda value: said_note(value, self),
            "outdated": outdated,
            "verdicts": verdicts,
        }

    def cite(self, label: str) -> str:
        """A short cite ("2021 Act, p. 2", "Lease, 4.1 (version 3)") in this language."""
        if self.language == "en":
            return label
        for pattern, key in _CITES:
            found = pattern.fullmatch(label)
            if found is not None:
                return self(f"cite.{key}", **found.groupdict())
        return label

    def joined(self, said: Iterable[str]) -> str:
        """Sentences of this language one after another: with a blank between them, in Chinese without."""
        return ("" if self.language == "zh" else " ").join(said)

    def _speak_qt(self) -> None:
        """Qt's own words (the menu of a field, a question's buttons) in this language, where Qt has them."""
        QCoreApplication.removeTranslator(self._qt)
        folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        if self.language in _QT and self._qt.load(_QT[self.language], folder):
            QCoreApplication.installTranslator(self._qt)

    def in_all(self, key: str) -> tuple[str, ...]:
        """The text of ``key`` in every language, for search."""
        return tuple(self._texts[name].get(key, "") for name in LANGUAGES)

    def bind(self, target: QObject, setter: str, key: str) -> None:
        """Set the text now and again after every change of language, as long as ``target`` lives."""
        getattr(target, setter)(self(key))
        self._bound.append((weakref.ref(target), setter, key))

    def on_change(self, render: Callable[[], None]) -> None:
        """Call ``render`` (a method of a QObject) after each change of language."""
        self.changed.connect(render)

    def switch(self, language: str) -> None:
        """Change the language of the whole window."""
        if language == self.language or language not in LANGUAGES:
            return
        self.language = language
        self._speak_qt()
        alive = []
        for reference, setter, key in self._bound:
            target = reference()
            if target is not None and isValid(target):
                getattr(target, setter)(self(key))
                alive.append((reference, setter, key))
        self._bound = alive
        self.changed.emit()
