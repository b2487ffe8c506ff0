"""What is said of a source: suggested by code at import, said or confirmed by the lawyer. All of it stays."""

from collections.abc import Mapping
from datetime import date
from typing import Any, get_args

from lexdesk.errors import LexDeskError
from lexdesk.evidence import ontology
from lexdesk.evidence.model import Role, Status
from lexdesk.evidence.suggest import SUGGESTED_BY, Suggestion
from lexdesk.matter.evidence_records import Basis
from lexdesk.matter.records import SourceRow
from lexdesk.matter.sources import CHANGEABLE
from lexdesk.matter.stores import Tx

FIELDS = frozenset(CHANGEABLE)
SUGGESTED = (
    "role",
    "kind",
    "rank",
    "issuer",
    "status",
    "jurisdiction",
    "dated",
    "valid_from",
    "extent",
)
_CHOICES: dict[str, tuple[str, ...]] = {
    "role": get_args(Role),
    "status": get_args(Status),
    "kind": ("", *ontology.KINDS),
    "rank": ("", *ontology.RANKS),
    "extent": ("", *ontology.EXTENTS),
    "voice": ("", *ontology.VOICES),
    "confidentiality": ("", *ontology.CONFIDENTIALITIES),
}
_DATES = ("as_of", "dated", "valid_from", "valid_to")
_UNSAID = (None, "", "unknown")


class WrongField(LexDeskError):
    """A value that a source's description cannot take."""

    code = "wrong_field"


def check_date(value: object) -> None:
    """Raises ``WrongField`` unless it is a date as YYYY-MM-DD: dates are compared as texts, so the other
    forms of ISO 8601 (20240301, 2024-W09-5) would sort wrongly."""
    try:
        right = isinstance(value, str) and date.fromisoformat(value).isoformat() == value
    except ValueError:
        right = False
    if not right:
        raise WrongField(f"“{value}” is no date.", "Write it as YYYY-MM-DD.")


def check_fields(fields: Mapping[str, Any]) -> None:
    """Raises ``WrongField`` for a name or value that no source can have."""
    for name, value in fields.items():
        if name not in FIELDS:
            raise WrongField(f"A source has no “{name}”.", f"Use one of: {', '.join(sorted(FIELDS))}.")
        choices = _CHOICES.get(name, ())
        if choices and value not in choices:
            offered = ", ".join(choice for choice in choices if choice)
            raise WrongField(f"“{value}” is no {name} of a source.", f"Use one of: {offered}.")
        if name in _DATES and value:
            check_date(value)
    start, end = fields.get("valid_from"), fields.get("valid_to")
    if start and end and end < start:
        raise WrongField("The version cannot end before it begins.", "Check the two dates.")


def first_description(seen: Suggestion, fields: Mapping[str, Any], said_by: str) -> dict[str, Any]:
    """The describing columns of a new source: what was said in ``fields``, else what the text shows."""
    said = _said(fields)
    described = {name: getattr(seen, name) for name in SUGGESTED}
    described["status_by"] = SUGGESTED_BY if seen.status != "unknown" else ""
    if "status" in said:
        described["status_by"] = said_by
    return _agreeing(described | said, said)


def record_first(tx: Tx, row: SourceRow, seen: Suggestion, fields: Mapping[str, Any], said_by: str) -> None:
    """Write down, for each described field of a new source, who said it and by which words."""
    said, why = _said(fields), dict(seen.why)
    for name in (*SUGGESTED, *(name for name in said if name not in SUGGESTED and name != "status_by")):
        value = getattr(row, name)
        if value in _UNSAID or value is False:
            continue
        if name in said:
            tx.facts.say(row.id, name, _text(value), said_by, "said")
        else:
            tx.facts.say(row.id, name, _text(value), SUGGESTED_BY, "suggested", why.get(name, ""))


def suggest_status(tx: Tx, source_id: int, status: Status, because: str) -> None:
    """Another document of the matter says that this law is ended."""
    tx.sources.set(source_id, status=status, status_by=SUGGESTED_BY)
    tx.facts.say(source_id, "status", status, SUGGESTED_BY, "suggested", because)


def describe(tx: Tx, source_id: int, by: str, fields: Mapping[str, Any]) -> SourceRow:
    """Say what a source is, in ``by``'s name (a status in that of ``status_by``, where it is given). The same
    value as code suggested confirms it. Audited with the old and new values. Raises ``WrongField``,
    ``NotFound``."""
    check_fields(fields)
    before = tx.sources.get(source_id)
    given = dict(fields)
    if "status" in given:
        given.setdefault("status_by", by if given["status"] != "unknown" else "")
    given = _agreeing(vars(before) | given, given, given)
    check_fields({name: {**vars(before), **given}[name] for name in ("valid_from", "valid_to")})
    changed = {name: value for name, value in given.items() if getattr(before, name) != value}
    confirmed = [name for name in given if name not in changed and name in before.unconfirmed]
    if not changed and not confirmed:
        return before
    if changed:
        tx.sources.set(source_id, **changed)
    for name in (*changed, *confirmed):
        if name == "status_by":
            continue
        by_whom = str(given.get("status_by") or by) if name == "status" else by
        basis: Basis = "confirmed" if name in confirmed else "said"
        tx.facts.say(source_id, name, _text(given[name]), by_whom, basis)
    tx.act(
        by,
        "source_described",
        f"source {source_id}",
        old={name: getattr(before, name) for name in changed},
        new=changed,
        **({"confirmed": confirmed} if confirmed else {}),
    )
    return tx.sources.get(source_id)


def confirm(tx: Tx, source_id: int, by: str, names: tuple[str, ...] = ()) -> SourceRow:
    """Confirm what code suggested of a source: these fields, or all that nobody has confirmed yet."""
    row = tx.sources.get(source_id)
    wanted = [name for name in row.unconfirmed if not names or name in names]
    return describe(tx, source_id, by, {name: getattr(row, name) for name in wanted}) if wanted else row


def _said(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value not in _UNSAID}


def _agreeing(
    whole: dict[str, Any], said: Mapping[str, Any], into: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Kind and role say the same: the one that was said decides the other."""
    made = whole if into is None else into
    if said.get("kind"):
        made["role"] = ontology.role_of(str(said["kind"]))
    elif "role" in said and whole.get("kind") and ontology.role_of(str(whole["kind"])) != said["role"]:
        made["kind"] = ""
    return made


def _text(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
