"""The user's own settings: a small JSON file outside of any matter. Nothing of a client's is in it."""

import getpass
import json
import os
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

NUMBERS = ("font_size", "backups_kept", "lock_minutes", "idle_minutes")


@dataclass(frozen=True)
class Places:
    """Folders of this user. ``LEXDESK_HOME`` puts all of them under one folder."""

    config: Path
    cache: Path
    state: Path

    @classmethod
    def of_user(cls) -> "Places":
        """Where this machine keeps such things; nothing is created yet."""
        home = os.environ.get("LEXDESK_HOME")
        if home:
            root = Path(home)
            return cls(root / "config", root / "cache", root / "state")
        return cls(
            Path(platformdirs.user_config_dir("lexdesk")),
            Path(platformdirs.user_cache_dir("lexdesk")),
            Path(platformdirs.user_state_dir("lexdesk")),
        )

    @property
    def models(self) -> Path:
        """Where fetched models lie; ``LEXDESK_MODELS`` names another folder."""
        chosen = os.environ.get("LEXDESK_MODELS")
        return Path(chosen) if chosen else self.cache / "models"


@dataclass
class Settings:
    """``author`` is the lawyer's name under which decisions and revisions stand."""

    path: Path
    author: str = ""
    language: str = "en"
    theme: str = "light"
    font_size: int = 0
    recent: list[str] = field(default_factory=list)
    remote: dict[str, str] = field(default_factory=dict)  # base_url, model; never a key
    backups_kept: int = 5  # of each matter
    idle_minutes: int = 15  # without a question until a local model gives its memory back; 0: never
    lock_minutes: int = 15  # without a key or the mouse until a sealed matter is locked; 0: never

    @classmethod
    def load(cls, places: Places) -> "Settings":
        """The saved settings; an unreadable file counts as none and is kept beside the new one."""
        path = places.config / "settings.json"
        settings = cls(path, author=_own_name())
        try:
            saved = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return settings
        except (OSError, ValueError):
            return settings
        if not isinstance(saved, dict):
            return settings
        for name in ("author", "language", "theme"):
            if isinstance(saved.get(name), str) and saved[name]:
                setattr(settings, name, saved[name])
        for name in NUMBERS:
            if type(saved.get(name)) is int and saved[name] >= 0:
                setattr(settings, name, saved[name])
        if isinstance(saved.get("recent"), list):
            settings.recent = [item for item in saved["recent"] if isinstance(item, str)]
        if isinstance(saved.get("remote"), dict):
            settings.remote = {str(key): str(value) for key, value in saved["remote"].items()}
        return settings

    def save(self) -> None:
        """Written whole or not at all; where nothing can be written, nothing is remembered."""
        values = {
            "author": self.author,
            "language": self.language,
            "theme": self.theme,
            **{name: getattr(self, name) for name in NUMBERS},
            "recent": self.recent[:12],
            "remote": self.remote,
        }
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            new = self.path.with_suffix(".new")
            try:
                new.write_text(json.dumps(values, ensure_ascii=False, indent=1), encoding="utf-8")
                new.replace(self.path)
            finally:  # half a file, where the disk is full
                new.unlink(missing_ok=True)
        except OSError:
            return

    def remember(self, matter: Path) -> None:
        """Put a matter at the head of the recent ones and save."""
        name = str(matter.absolute())
        self.recent = [name, *(item for item in self.recent if item != name)][:12]
        self.save()


def _own_name() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "Lawyer"
