"""The words for what a source is: kind, rank, status, extent, voice; and how they hang together.

Each list is closed and in the order in which it is offered; "" or "unknown" means that nobody has said.
"""

from typing import Literal, get_args

from lexdesk.evidence.model import Role
from lexdesk.matter.records import SourceRow

Kind = Literal[
    "statute",
    "regulation",
    "case",
    "treaty",
    "secondary",
    "client_fact",
    "other_side_fact",
    "current_draft",
    "earlier_draft",
    "precedent",
    "playbook",
    "note",
]
Rank = Literal["legislature", "government", "regulator", "highest", "appeal", "first_instance", "tribunal"]
Extent = Literal["whole", "extract"]
Voice = Literal["majority", "concurrence", "dissent", "headnote", "argument"]
Confidentiality = Literal["public", "confidential", "secret"]

KINDS: tuple[str, ...] = get_args(Kind)
RANKS: tuple[str, ...] = get_args(Rank)
EXTENTS: tuple[str, ...] = get_args(Extent)
VOICES: tuple[str, ...] = get_args(Voice)
CONFIDENTIALITIES: tuple[str, ...] = get_args(Confidentiality)
PRIMARY = frozenset(("statute", "regulation", "case", "treaty"))
OUTDATED = frozenset(("superseded", "repealed", "overruled"))

_ROLES: dict[str, Role] = {
    "statute": "law",
    "regulation": "law",
    "case": "law",
    "treaty": "law",
    "secondary": "secondary",
    "client_fact": "fact",
    "other_side_fact": "other_side_fact",
    "current_draft": "draft",
    "earlier_draft": "earlier_draft",
    "precedent": "precedent",
    "playbook": "playbook",
    "note": "note",
}
_KIND_OF_ROLE: dict[str, str] = {role: kind for kind, role in _ROLES.items() if role != "law"}
_WORDS = {
    "law": "law",
    "statute": "statute",
    "regulation": "regulation",
    "case": "case",
    "treaty": "treaty",
    "secondary": "secondary literature",
    "client_fact": "client's fact",
    "other_side_fact": "other side's fact",
    "current_draft": "draft",
    "earlier_draft": "earlier draft",
    "precedent": "precedent",
    "playbook": "playbook",
    "note": "note",
    "unknown": "kind not stated",
    "whole": "whole",
    "extract": "extract",
    "majority": "decision of the court",
    "concurrence": "concurring opinion",
    "dissent": "dissenting opinion",
    "headnote": "headnote",
    "argument": "counsel's argument",
    "in_force": "in force",
    "superseded": "superseded",
    "repealed": "repealed",
    "overruled": "overruled",
    "draft": "draft",
    "executed": "executed",
    "legislature": "legislature",
    "government": "government",
    "regulator": "regulator",
    "highest": "highest court",
    "appeal": "court of appeal",
    "first_instance": "court of first instance",
    "tribunal": "tribunal",
}


def role_of(kind: str) -> Role:
    """The role that a kind belongs to; "unknown" for none."""
    return _ROLES.get(kind, "unknown")


def kind_of(source: SourceRow) -> str:
    """The kind as far as it is known: of a source known by its role alone, the kind of that role, "law" for
    primary authority of which no more is known, "unknown" for nothing."""
    if source.kind and role_of(source.kind) == source.role:
        return source.kind
    return _KIND_OF_ROLE.get(source.role, source.role)


def is_authority(source: SourceRow) -> bool:
    """Whether it is law or literature about it: what can be checked elsewhere."""
    return source.role in ("law", "secondary")


def word(value: str) -> str:
    """The English words for a value of any of the lists."""
    return _WORDS.get(value, value.replace("_", " "))


def strength(source: SourceRow) -> int:
    """For sorting what is of one jurisdiction: a smaller number binds more. Legislation and treaties 0, then
    courts from the highest (1) down, delegated legislation 1, primary authority of unknown rank 5,
    literature 6, what is no authority 9. It says nothing about which of two courts binds a third."""
    kind = kind_of(source)
    if kind in ("statute", "treaty"):
        return 0
    if kind == "regulation":
        return 1
    if kind in ("case", "law"):
        return {"legislature": 0, "highest": 1, "appeal": 2, "first_instance": 3, "tribunal": 4}.get(
            source.rank, 5
        )
    return 6 if kind == "secondary" else 9
