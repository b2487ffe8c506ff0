"""P14: what an answer did not cover, or must not be trusted for; computed, never written by a model."""

from collections.abc import Iterable, Mapping, Sequence

from lexdesk.evidence.standing import Notice, of_source, standing_of
from lexdesk.evidence.suggest import SUGGESTED_BY
from lexdesk.matter.expunging import EXPUNGED
from lexdesk.matter.records import FindingRow, SourceRow
from lexdesk.matter.stores import Reader

_OUTDATED = {"superseded": "is superseded", "repealed": "is repealed", "overruled": "is overruled"}
_FINDINGS = {
    "no_text": "pages_without_text",
    "page_damaged": "pages_without_text",
    "text_layer_untrusted": "unreadable_text",
    "recognised_text": "recognised_text",
    "text_under_box": "covered_text",
    "concealed_text": "concealed_text",
    "attachment_not_read": "attachment_not_read",
    "source_damaged": "source_damaged",
}


_VOICES = frozenset(("dissent", "concurrence", "headnote", "argument"))
_TOLD = frozenset(
    ("expunged", "superseded_by", "amended_by", "ended_by", "named_by", "not_yet", "no_longer", "extract")
)
"""Notices of a source (see ``standing``) that are limits of what rests on it."""


def limits_of(
    read: Reader, used: Iterable[int], not_read: Iterable[int] = (), passages: Iterable[int] = ()
) -> list[tuple[str, str]]:
    """P14 for an answer or an edit that rests on the sources ``used`` and cites ``passages`` of them;
    ``not_read`` are the sources nobody looked into. See ``limits_for`` for the codes."""
    info = read.matter.info()
    sources = {source.id: source for source in read.sources.list()}
    chosen = [sources[number] for number in dict.fromkeys(used) if number in sources]
    rest = [sources[number] for number in dict.fromkeys(not_read) if number in sources]
    findings = {source.id: read.sources.findings(source.id) for source in chosen}
    notices = {source.id: of_source(read, source).notices for source in chosen}
    for number in passages:
        passage = read.passages.get(number)
        if passage.source_id in notices:
            told = standing_of(read, passage).notices
            notices[passage.source_id] += tuple(one for one in told if one.code in _VOICES)
    unfinished = {row.source_id: (row.pages_read, row.pages) for row in read.imports.unfinished()}
    return limits_for(chosen, info.as_of, info.jurisdiction, findings, rest, notices, unfinished)


def limits_of_edit(read: Reader, edit_id: int) -> list[tuple[str, str]]:
    """P14 for a staged edit: of the sources its packet rests on. Raises ``NotFound``."""
    cited = [item.passage_id for item in read.packets.get(edit_id).items if item.passage_id is not None]
    used = [source for number in cited if (source := read.passages.get(number).source_id) is not None]
    return limits_of(read, used, passages=cited)


def limits_for(
    used: Sequence[SourceRow],
    as_of: str,
    jurisdiction: str,
    findings: Mapping[int, Sequence[FindingRow]] | None = None,
    not_read: Sequence[SourceRow] = (),
    notices: Mapping[int, Sequence[Notice]] | None = None,
    unfinished: Mapping[int, tuple[int, int]] | None = None,
) -> list[tuple[str, str]]:
    """``(code, message)`` in a fixed order, each once. ``used`` are the sources an answer or edit rests on;
    ``as_of`` the matter's date (ISO, "" = none set); ``not_read`` the sources nobody looked into;
    ``unfinished`` how many of how many pages were read of sources whose import is not finished.

    Codes: import_unfinished, pages_without_text, source_damaged, unreadable_text, recognised_text,
    covered_text, concealed_text, attachment_not_read, not_current, earlier_draft, law_after_as_of,
    law_not_vouched, status_unconfirmed, status_unknown, jurisdiction_unknown, other_jurisdiction,
    sources_not_read, and of the notices expunged, superseded_by, amended_by, ended_by, named_by, not_yet,
    no_longer, extract, and dissent, concurrence, headnote, argument for what is not the decision of a
    court.
    """
    found: list[tuple[str, str]] = []
    for source in used:
        name = source.short_name or source.title or source.file_name
        if source.id in (unfinished or {}):
            done, pages = (unfinished or {})[source.id]
            found.append(
                (
                    "import_unfinished",
                    f"{name}: only {done} of {pages} pages were read; its import is not finished.",
                )
            )
        for finding in (findings or {}).get(source.id, ()):
            if finding.code in _FINDINGS:
                found.append((_FINDINGS[finding.code], f"{name}: {finding.message}"))
        told = (notices or {}).get(source.id, ())
        found += [(one.code, f"{name}: {one.sentence}") for one in told if one.code in _TOLD | _VOICES]
        if source.media_type == EXPUNGED:
            continue
        found += _currency(source, name, as_of)
        if source.role == "law":
            found += _place(source, name, jurisdiction)
    left = [source for source in not_read if source.media_type != EXPUNGED]
    if left:
        names = "; ".join(source.short_name or source.title or source.file_name for source in left)
        found.append(("sources_not_read", f"Not read for this answer: {names}."))
    return list(dict.fromkeys(found))


def _currency(source: SourceRow, name: str, as_of: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    by_code = source.status_by == SUGGESTED_BY
    if source.status in _OUTDATED:
        said = f" (said by {source.status_by})" if source.status_by and not by_code else ""
        message = f"{name} {_OUTDATED[source.status]}{said}; it does not state the law or text of today."
        found.append(("not_current", message))
    if source.status != "unknown" and by_code:
        message = f"{name}: the status “{source.status}” was suggested by code; nobody confirmed it."
        found.append(("status_unconfirmed", message))
    if source.role == "earlier_draft" or source.status == "draft":
        found.append(("earlier_draft", f"{name} is a draft; its wording may not be the current one."))
    if source.role != "law":
        return found
    if source.status == "unknown":
        found.append(("status_unknown", f"{name}: whether it is in force is not known to LexDesk."))
    if as_of and source.dated and source.dated > as_of:
        message = f"{name} is of {source.dated}, later than the matter's date {as_of}."
        found.append(("law_after_as_of", message))
    if source.status == "in_force" and as_of and source.as_of < as_of:
        until = f"only as of {source.as_of}" if source.as_of else "without a date"
        message = f"{name} is said to be in force {until}; the matter's date is {as_of}."
        found.append(("law_not_vouched", message))
    return found


def _place(source: SourceRow, name: str, jurisdiction: str) -> list[tuple[str, str]]:
    if not source.jurisdiction:
        return [("jurisdiction_unknown", f"{name}: the jurisdiction is not known.")]
    if jurisdiction and source.jurisdiction.casefold() != jurisdiction.casefold():
        message = f"{name} is law of {source.jurisdiction}, the matter is under {jurisdiction}."
        return [("other_jurisdiction", message)]
    return []
