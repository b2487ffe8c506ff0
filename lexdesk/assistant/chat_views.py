"""What the desk shows of chats beyond their messages: what may be ticked for one, what a run used."""

from dataclasses import dataclass
from typing import Literal

ContextKind = Literal["version", "source", "passage", "skill", "note"]


@dataclass(frozen=True)
class ContextChoice:
    """Something a chat's model may be allowed to see. ``ref`` as in ``Chats.context``.

    ``label`` names it, ``about`` says what it is in codes of the records (role, status, origin). ``unseen``:
    why the model in use never sees it although it may be ticked: "privileged" (and the model is remote).
    """

    kind: ContextKind
    ref: str
    label: str
    about: tuple[str, ...]
    ticked: bool
    privileged: bool = False
    unseen: str = ""


@dataclass(frozen=True)
class RunUse:
    """What one run used. ``seconds`` are those of its model calls alone; ``mode``: guided, free, playbook,
    arguments, replay. ``budget_ended``: the sentence that says which budget ended it, "" if none did."""

    run_id: int
    mode: str
    model: str
    calls: int
    tokens_read: int
    tokens_written: int
    seconds: float
    compactions: int
    budget_ended: str
