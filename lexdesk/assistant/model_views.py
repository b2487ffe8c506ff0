"""What is known of the models a lawyer can choose: frozen views that ``app.py`` fills. No behaviour."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class ModelLine:
    """A model. ``size`` and ``memory`` (to run with its usual context) in bytes, 0 = not known; ``score``:
    its result on the instruction set, "" = not tested."""

    name: str
    title: str
    size: int
    memory: int
    score: str
    note: str
    here: bool
    chosen: bool
    purpose: str = "answers"  # or "meaning": for search


@dataclass(frozen=True)
class ModelShelfView:
    """All models. ``running``: what runs, on processor or graphics card, its context and speed, "" if nothing
    does; ``idle_minutes``: after so long without a question a local model is put away, 0 = never."""

    lines: tuple[ModelLine, ...]
    free_memory: int
    running: str
    idle_minutes: int


@dataclass(frozen=True)
class ModelShelf:
    """What the window can do with models; ``app.py`` provides it."""

    view: Callable[[], ModelShelfView]
    use: Callable[[str], None]
    set_idle: Callable[[int], None]
