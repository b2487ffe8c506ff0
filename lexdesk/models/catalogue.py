"""The models on this computer: those the catalogue offers, those the lawyer added, and the chosen one."""

import json
import os
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from lexdesk.errors import Cancelled, LexDeskError
from lexdesk.models.download import CatalogueModel, Progress, download, same_checksum
from lexdesk.models.gguf import ModelFileProblem, read_model_file

_MAX_NAME = 60


class ModelNotKnown(LexDeskError):
    """No model of that name is in the catalogue or was added."""

    code = "model_not_known"


class ModelNotHere(LexDeskError):
    """The model is known, but its file is not on this computer."""

    code = "model_not_here"


class NoModelChosen(LexDeskError):
    """An act needs a model and none was chosen."""

    code = "no_model_chosen"

    def __init__(self) -> None:
        super().__init__(
            "No model is chosen.",
            "Get one with “lexdesk model get starter” or add one with “lexdesk model add FILE.gguf”; "
            "choose it with “lexdesk model use NAME”.",
        )


class ModelListDamaged(LexDeskError):
    """The file that remembers added models and the choice cannot be read."""

    code = "model_list"


@dataclass(frozen=True)
class ModelEntry:
    """One line of the model list. ``size`` in bytes; ``path`` is where the file is or would be."""

    name: str
    title: str
    licence: str
    size: int
    note: str
    origin: Literal["catalogue", "file"]
    path: Path
    here: bool
    chosen: bool
    score: str = ""  # its result on the instruction set, "" = not tested
    purpose: Literal["answers", "meaning"] = "answers"  # "meaning": gives vectors for search, no answers


def read_catalogue(path: Path) -> tuple[CatalogueModel, ...]:
    """The entries of ``models.toml``, in its order."""
    with path.open("rb") as stream:
        entries = tomllib.load(stream)["model"]
    return tuple(
        CatalogueModel(
            name=entry["name"],
            title=entry["title"],
            licence=entry["licence"],
            size=entry["size"],
            sha256=entry["sha256"],
            pieces=tuple(entry["piece"].format(number=number) for number in range(1, entry["pieces"] + 1)),
            note=entry["note"],
            score=entry.get("score", ""),
        )
        for entry in entries
    )


class ModelStore:
    """Knows the models of this user. Files that were added stay where they are; those that are obtained
    lie in ``cache_dir``. ``config_dir`` (default: the same) holds ``models.json``: added files and choice.
    """

    def __init__(
        self, cache_dir: Path, catalogue: tuple[CatalogueModel, ...], config_dir: Path | None = None
    ) -> None:
        self._cache = cache_dir
        self._catalogue = {entry.name: entry for entry in catalogue}
        self._state_file = (config_dir or cache_dir) / "models.json"

    def list(self) -> list[ModelEntry]:
        """Catalogue first, in its order, then added files by name. Fast: no checksum is computed."""
        state = self._state()
        offered = [self._offered(entry, state) for entry in self._catalogue.values()]
        return offered + [self._added(name, state) for name in sorted(state["added"])]

    def entry(self, name: str) -> ModelEntry:
        """The model of that name; ``ModelNotKnown`` with the known names otherwise."""
        for entry in self.list():
            if entry.name == name:
                return entry
        known = ", ".join(entry.name for entry in self.list())
        raise ModelNotKnown(f"No model is called “{name}”.", f"Known models: {known}.")

    def add(self, path: Path, name: str = "") -> ModelEntry:
        """Add a GGUF file under a name (default: the file's name without ending). The file is checked, not
        copied. Adding the same file under the same name again changes nothing. ``ModelFileProblem`` for
        a bad file or name.
        """
        path = path.absolute()
        file = read_model_file(path)
        if not file.chat_template and not file.embedding:
            raise ModelFileProblem(
                f"“{path.name}” has no chat template: it completes text but does not follow instructions.",
                "Choose an instruct or chat model.",
            )
        name = name or path.stem[:_MAX_NAME]
        if not name.strip() or len(name) > _MAX_NAME or not name.isprintable():
            raise ModelFileProblem(f"A model's name has 1 to {_MAX_NAME} printable characters.")
        state = self._state()
        if name in self._catalogue or state["added"].get(name, str(path)) != str(path):
            raise ModelFileProblem(f"Another model is already called “{name}”.", "Choose another name.")
        state["added"][name] = str(path)
        self._save(state)
        return self._added(name, state)

    def forget(self, name: str) -> None:
        """Take an added file off the list; the file itself stays."""
        if self.entry(name).origin != "file":
            raise ModelFileProblem(f"“{name}” belongs to the catalogue and cannot be taken off the list.")
        state = self._state()
        del state["added"][name]
        for choice in ("chosen", "meaning"):
            if state[choice] == name:
                state[choice] = ""
        self._save(state)

    def get(
        self,
        name: str,
        progress: Progress = lambda done, total, what: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> ModelEntry:
        """Obtain a model of the catalogue; the one act of this class that uses the network.

        ``progress`` hears bytes done, bytes in all and what is being done. What is already here is checked
        against its checksum and kept; what is half here is continued. See ``download`` for the errors.
        """
        known = self.entry(name)
        if known.origin != "catalogue":
            return known
        offered = self._catalogue[name]
        if known.here:
            progress(0, offered.size, "Checking the file that is here")
            if same_checksum(known.path, offered.sha256, cancelled):
                progress(offered.size, offered.size, "Already here and checked")
                return known
            if cancelled():
                raise Cancelled
            known.path.unlink()
        download(offered, known.path, progress, cancelled)
        return self.entry(name)

    def use(self, name: str) -> ModelEntry:
        """Choose the model that answers from now on; an embedding model, for search by meaning, beside it.
        ``ModelNotHere`` if its file is missing."""
        self.path(name)
        state = self._state()
        state["meaning" if self.entry(name).purpose == "meaning" else "chosen"] = name
        self._save(state)
        return self.entry(name)

    def search_without(self) -> None:
        """Choose no model for search by meaning; answers are given as before."""
        state = self._state()
        state["meaning"] = ""
        self._save(state)

    def for_meaning(self) -> ModelEntry | None:
        """The model chosen for search by meaning, None if there is none or its file has gone."""
        return next((e for e in self.list() if e.purpose == "meaning" and e.chosen and e.here), None)

    def chosen(self) -> ModelEntry | None:
        """The chosen model, None if there is none. Its file may have gone since: ``path`` then says so."""
        return next((one for one in self.list() if one.chosen and one.purpose == "answers"), None)

    def path(self, name: str) -> Path:
        """Where the model's file is; ``ModelNotHere`` if it is not."""
        entry = self.entry(name)
        if entry.here:
            return entry.path
        if entry.origin == "catalogue":
            raise ModelNotHere(
                f"The model “{name}” is not on this computer.", f"Get it with “lexdesk model get {name}”."
            )
        raise ModelNotHere(
            f"The file of the model “{name}” is gone from {entry.path}.", "Put it back, or add it again."
        )

    def _offered(self, offered: CatalogueModel, state: dict[str, Any]) -> ModelEntry:
        path = self._cache / f"{offered.name}.gguf"
        return ModelEntry(
            name=offered.name,
            title=offered.title,
            licence=offered.licence,
            size=offered.size,
            note=offered.note,
            origin="catalogue",
            path=path,
            here=path.is_file() and path.stat().st_size == offered.size,
            chosen=state["chosen"] == offered.name,
            score=offered.score,
        )

    def _added(self, name: str, state: dict[str, Any]) -> ModelEntry:
        path = Path(state["added"][name])
        title, licence, size, here = path.name, "", 0, False
        purpose: Literal["answers", "meaning"] = "meaning" if state["meaning"] == name else "answers"
        try:
            file = read_model_file(path)
        except ModelFileProblem as problem:
            note = problem.message
        else:
            title = " ".join(filter(None, (file.name, file.quantisation)))
            licence, size, here, note = file.licence, file.size, True, ""
            if file.embedding:
                purpose, note = "meaning", "Model for search by meaning; it writes no answers."
        chosen = name == state["meaning" if purpose == "meaning" else "chosen"]
        return ModelEntry(name, title, licence, size, note, "file", path, here, chosen, "", purpose)

    def _state(self) -> dict[str, Any]:
        try:
            state = json.loads(self._state_file.read_text(encoding="utf-8"))
            return {
                "chosen": str(state["chosen"]),
                "meaning": str(state.get("meaning", "")),
                "added": dict(state["added"]),
            }
        except FileNotFoundError:
            return {"chosen": "", "meaning": "", "added": {}}
        except (OSError, ValueError, KeyError, TypeError):
            raise ModelListDamaged(
                f"The list of models at {self._state_file} cannot be read.",
                "Move that file away and add the models again; the model files themselves are untouched.",
            ) from None

    def _save(self, state: dict[str, Any]) -> None:
        try:
            self._state_file.parent.mkdir(parents=True, exist_ok=True)
            unfinished = self._state_file.with_name(f"models.{os.getpid()}.json")
            unfinished.write_text(json.dumps(state, ensure_ascii=False, indent=1), encoding="utf-8")
            unfinished.replace(self._state_file)
        except OSError as error:
            raise ModelListDamaged(
                f"The list of models at {self._state_file} cannot be written: {error.strerror}."
            ) from None
