"""The composition root: the one place that builds the parts and passes them to each other."""

import gc
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from lexdesk.assistant.desk import Desk
from lexdesk.assistant.model import Model
from lexdesk.assistant.model_views import ModelLine, ModelShelf, ModelShelfView
from lexdesk.cli.host import Host, NoWindow
from lexdesk.cli.main import main as run_command
from lexdesk.errors import LexDeskError
from lexdesk.evidence.importing.command import BUNDLE_FLAG as IMPORT_FLAG
from lexdesk.evidence.importing.worker import main as run_import_worker
from lexdesk.matter.backups import ways_out
from lexdesk.matter.errors import MatterDamaged
from lexdesk.matter.file import Matter
from lexdesk.matter.known import KnownHeads
from lexdesk.matter.memory_folder import sweep
from lexdesk.matter.surroundings import risk
from lexdesk.models.catalogue import ModelEntry, ModelStore, read_catalogue
from lexdesk.models.embedding import EmbeddingModel
from lexdesk.models.gguf import ModelFileProblem, read_model_file
from lexdesk.models.keys import KeyKeeper
from lexdesk.models.local import LocalModel
from lexdesk.models.memory import DEFAULT_CONTEXT, free_memory
from lexdesk.models.remote import RemoteModel
from lexdesk.models.worker import BUNDLE_FLAG
from lexdesk.models.worker import main as run_worker
from lexdesk.resources import resources
from lexdesk.settings import Places, Settings


class Application:
    """Everything that outlives one matter: settings, models, keys. One loaded model at a time."""

    def __init__(self, places: Places | None = None) -> None:
        self.places = places or Places.of_user()
        self.settings = Settings.load(self.places)
        self.models = ModelStore(
            self.places.models, read_catalogue(resources() / "models.toml"), self.places.config
        )
        self.keys = KeyKeeper()
        sweep()
        self.heads = KnownHeads(self.places.state / "heads.json")
        self._loaded: tuple[str, Model, Callable[[], None]] | None = None
        self._embedder: EmbeddingModel | None = None

    def model(self) -> Model | None:
        """The model in use: the remote one if one is set, else the chosen local one, else None. Loading a
        local model happens at its first use."""
        remote = self.settings.remote
        if remote.get("base_url"):
            return self._kept(
                f"remote {remote['base_url']} {remote.get('model', '')}",
                lambda: RemoteModel(
                    remote["base_url"], remote.get("model", ""), self.keys.key(remote["base_url"])
                ),
            )
        chosen = self.models.chosen() or self._only_one()
        if chosen is None:
            return None
        return self._kept(
            f"local {chosen.path}",
            lambda: LocalModel(
                self.models.path(chosen.name),
                chosen.title or chosen.name,
                idle_seconds=self.settings.idle_minutes * 60.0 or None,
            ),
        )

    def _only_one(self) -> ModelEntry | None:
        """The one model that is here, when none was chosen."""
        here = [entry for entry in self.models.list() if entry.here and entry.purpose == "answers"]
        return here[0] if len(here) == 1 else None

    def embedder(self) -> EmbeddingModel | None:
        """The model chosen for search by meaning, None if there is none. Loaded at its first use, in a
        process of its own beside that of the model that answers."""
        chosen = self.models.for_meaning()
        if chosen is None or self._embedder is None or self._embedder.file.path != chosen.path:
            if self._embedder is not None:
                self._embedder.close()
            self._embedder = None
            if chosen is not None:
                idle = self.settings.idle_minutes * 60.0 or None
                self._embedder = EmbeddingModel(chosen.path, chosen.name, idle_seconds=idle)
        return self._embedder

    def _kept(self, name: str, make: Callable[[], LocalModel | RemoteModel]) -> Model:
        if self._loaded is not None and self._loaded[0] == name:
            return self._loaded[1]
        self.close()
        model = make()
        self._loaded = (name, model, getattr(model, "close", lambda: None))
        return model

    def shelf(self) -> ModelShelf:
        """The models for the window: the list, choosing one, and when an idle one is put away."""
        return ModelShelf(self._shelf_view, self._use, self._set_idle)

    def _shelf_view(self) -> ModelShelfView:
        loaded = self._loaded[1] if self._loaded is not None else None
        running = ""
        if isinstance(loaded, RemoteModel) or (isinstance(loaded, LocalModel) and loaded.worker_pid):
            running = loaded.describe()
        lines = tuple(
            ModelLine(
                entry.name,
                entry.title,
                entry.size,
                _memory(entry),
                entry.score,
                entry.note,
                entry.here,
                entry.chosen and (entry.purpose == "meaning" or not self.settings.remote),
                entry.purpose,
            )
            for entry in self.models.list()
        )
        return ModelShelfView(lines, free_memory(), running, self.settings.idle_minutes)

    def _score_of(self, model: str) -> str:
        """The score of the model that runs under that name, "" = not tested."""
        return next((one.score for one in self.models.list() if model in (one.title, one.name)), "")

    def _use(self, name: str) -> None:
        """Choose a local model; a remote one that was set no longer answers."""
        if self.models.use(name).purpose == "answers" and self.settings.remote:
            self.set_remote("", "", "")

    def _set_idle(self, minutes: int) -> None:
        self.settings.idle_minutes = minutes
        self.settings.save()
        self.close()  # the next question loads the model with the new time

    def set_remote(self, base_url: str, model: str, key: str) -> str:
        """Name an OpenAI-compatible server ("" = none); says where the key is kept."""
        if base_url:
            RemoteModel(base_url, model, key)
        self.settings.remote = {"base_url": base_url, "model": model} if base_url else {}
        where = "no key"
        if base_url and key:
            where = self.keys.keep(base_url, key)
        self.settings.save()
        return where

    def open_desk(self, path: Path, read_only: bool = False, passphrase: str = "") -> Desk:
        """An existing matter; a sealed one with its passphrase."""
        who = self.settings.author
        try:
            matter = Matter.open(path, read_only=read_only, holder=who, passphrase=passphrase)
        except MatterDamaged as error:
            raise MatterDamaged(error.message, error.problems, ways_out(path)) from error
        return self._watched(Desk(matter, self.model, self._score_of, self.embedder))

    def _watched(self, desk: Desk) -> Desk:
        """The desk with what is to be said about its file, and its head noted when it is closed."""
        matter = desk.matter
        risky = "" if matter.read_only else risk(matter.path)
        said = (*matter.changed_outside, self.heads.compare(matter.read()), risky)
        desk.custody_warnings = tuple(line for line in said if line)
        desk.on_close = lambda: self.heads.remember(matter.read())
        return desk

    def new_desk(self, path: Path, name: str, passphrase: str = "") -> Desk:
        """A new matter, sealed if a passphrase is given; an existing file is never written over."""
        who = self.settings.author
        matter = Matter.create(path, name=name, author=who, holder=who, passphrase=passphrase)
        return self._watched(Desk(matter, self.model, self._score_of, self.embedder))

    def close(self) -> None:
        """End the processes of the models."""
        if self._embedder is not None:
            self._embedder.close()
            self._embedder = None
        if self._loaded is not None:
            self._loaded[2]()
            self._loaded = None

    def host(self) -> Host:
        """What the command line needs."""
        return Host(
            places=self.places,
            settings=self.settings,
            models=self.models,
            open_desk=self.open_desk,
            new_desk=self.new_desk,
            show=self.show,
            show_demo=self.show_demo,
            picture=self.picture,
            set_remote=self.set_remote,
        )

    def show(self, path: Path | None) -> int:
        """Open the window, on a matter or on the start page."""
        with _window_libraries():
            from lexdesk.desktop.window import run

        return run(self.open_desk, self.new_desk, self.settings, path, self.close, self.shelf())

    def show_demo(self, matter: Path, out: Path) -> int:
        """The main job in the window, on a matter that is ready for it."""
        with _window_libraries():
            from lexdesk.desktop.demo import run_demo

        return run_demo(self.open_desk, self.new_desk, self.settings, matter, out)

    def picture(self, desk: Desk, path: Path) -> None:
        """The window as a PNG, drawn without a display."""
        with _window_libraries():
            from lexdesk.desktop.picture import draw_window

        draw_window(desk, self.settings, path)


@contextmanager
def _window_libraries() -> Iterator[None]:
    """Qt needs libraries of the system that no bundle may bring, since they belong to the graphics card.
    Raises ``NoWindow`` when they are not there."""
    try:
        yield
    except ImportError as error:
        raise NoWindow(error) from error


def _memory(entry: ModelEntry) -> int:
    """Bytes the model needs with its usual context; 0 where it is not here or its file cannot be read."""
    try:
        return read_model_file(entry.path).memory(DEFAULT_CONTEXT) if entry.here else 0
    except ModelFileProblem:
        return 0


def collect_seldom() -> None:
    """A full collection walks every object of a long agreement: 0.1 s on whichever thread it falls on, the
    window's among them; what the imports made lives to the end and need not be walked."""
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


def main(argv: Sequence[str] | None = None) -> int:
    """The program ``lexdesk``."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    collect_seldom()
    if arguments[:1] == [BUNDLE_FLAG]:
        run_worker()
        return 0
    if arguments[:1] == [IMPORT_FLAG]:
        return run_import_worker()
    try:
        application = Application()
    except LexDeskError as error:
        print(error, file=sys.stderr)
        return 2
    try:
        return run_command(application.host(), arguments)
    finally:
        application.close()


if __name__ == "__main__":
    sys.exit(main())
