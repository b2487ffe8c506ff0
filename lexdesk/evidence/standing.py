"""What a pin must say besides its words: what kind of thing it is from, and why it may not be relied on.

Notices are codes with facts, so that the window can word them in its own language; ``sentence`` gives the
English one. Nothing here ever says that an authority is good law.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

from lexdesk.evidence import ontology
from lexdesk.evidence.naming import name_of, named_by
from lexdesk.evidence.voices import voice_of
from lexdesk.matter.records import PassageRow, SourceRow
from lexdesk.matter.stores import Reader

_SENTENCES = {
    "expunged": "This source was expunged by {by} on {at}: {reason}.",
    "not_head": "Wording of version {number}; the current one is version {head}. {same}",
    "gone_from_head": "Wording of version {number}; this paragraph is not in the current version {head}.",
    "other_branch": (
        "Wording of version {number}, which is not among those the current version {head} was made from."
    ),
    "earlier_draft": "From an earlier draft, not the current wording.",
    "draft": "From a draft; what was agreed may read otherwise.",
    "outdated": "Marked {status} by {by}; it does not state the law or text of today.",
    "outdated_unconfirmed": "Seems {status}, by the words of a document of this matter; nobody confirmed it.",
    "superseded_by": "“{name}” {verb} this text{unsure}: not the current wording.",
    "amended_by": "“{name}” amends this text{unsure}.",
    "ended_by": "“{name}” {verb} this{unsure}.",
    "named_by": "“{name}”{dated} in this matter names it: “{sentence}”",
    "not_checked": "Whether it is still good law was not checked.",
    "checked": "{by} checked it on {on} at {where}: {status}.",
    "not_yet": "In force from {day}, after the matter's date {as_of}.",
    "no_longer": "This version was in force until {day}; the matter's date is {as_of}.",
    "dissent": "Stands in a dissenting opinion, not in the decision.",
    "concurrence": "Stands in a concurring opinion.",
    "headnote": "Stands in a headnote, which is not part of the decision.",
    "argument": "States what counsel argued, not what was decided.",
    "extract": "From an extract; the whole text is not in this matter.",
}
_CODES = {
    "restates": "superseded_by",
    "supersedes": "superseded_by",
    "amends": "amended_by",
    "repeals": "ended_by",
    "overrules": "ended_by",
}
_EARLIER = frozenset(
    (
        "not_head",
        "gone_from_head",
        "other_branch",
        "earlier_draft",
        "draft",
        "outdated",
        "outdated_unconfirmed",
        "superseded_by",
        "amended_by",
        "ended_by",
        "no_longer",
    )
)
SAME = "The words are the same there."
CHANGED = "The words have changed since."


@dataclass(frozen=True)
class Notice:
    """One thing a reader must know of a pin; ``passage`` is where it can be read, ``source`` the other source
    that says it."""

    code: str
    facts: tuple[tuple[str, str], ...] = ()
    passage: int | None = None
    source: int | None = None

    @property
    def sentence(self) -> str:
        """In English."""
        return _SENTENCES[self.code].format(**dict(self.facts))

    @property
    def earlier(self) -> bool:
        """Whether it says that the words are not those of today."""
        return self.code in _EARLIER


@dataclass(frozen=True)
class Standing:
    """Kind, status and narrowness of a cited passage, as codes of ``ontology``; "" where unknown.
    ``unconfirmed`` are the fields that nobody has confirmed."""

    kind: str
    status: str
    status_by: str
    extent: str
    voice: str
    unconfirmed: tuple[str, ...]
    notices: tuple[Notice, ...]

    @property
    def earlier(self) -> bool:
        """Whether the words may not be those of today."""
        return any(notice.earlier for notice in self.notices)

    def words(self) -> str:
        """Kind, status and narrowness in a few English words: "case, dissenting opinion, overruled"."""
        parts = [ontology.word(self.kind)]
        parts += [ontology.word(part) for part in (self.voice, self.extent) if part and part != "whole"]
        if self.status not in ("", "unknown"):
            sure = "" if "status" not in self.unconfirmed else ", not confirmed"
            parts.append(ontology.word(self.status) + sure)
        return ", ".join(parts)

    def brief(self, visible: Collection[int]) -> str:
        """``words``, and in a sentence each why they may not be those of today: for what a model reads. A
        source that is not among ``visible`` is not named (P10)."""
        told = []
        for notice in self.notices:
            if notice.earlier and notice.source is not None and notice.source not in visible:
                facts = {**dict(notice.facts), "name": "Another document of this matter"}
                notice = replace(notice, facts=tuple(facts.items()))
            if notice.earlier:
                told.append(notice.sentence.rstrip("."))
        return ". ".join([self.words(), *told])


def standing_of(read: Reader, passage: PassageRow) -> Standing:
    """The standing of a passage of a source or of a version."""
    if passage.source_id is None:
        return _of_version(read, passage)
    source = read.sources.get(passage.source_id)
    return of_source(read, source, passage)


def of_source(read: Reader, source: SourceRow, passage: PassageRow | None = None) -> Standing:
    """The standing of a source, or of one passage of it."""
    gone = read.expunging.of_source(source.id)
    if gone is not None:
        notice = _notice("expunged", by=gone.said_by, at=gone.at[:10], reason=gone.reason)
        return Standing("unknown", "", "", "", "", (), (notice,))
    kind = ontology.kind_of(source)
    voice = ""
    if passage is not None:
        text = read.sources.text(source.id) if kind in ("case", "law") and not source.voice else ""
        voice = voice_of(source, kind, text, passage.start, passage.text)
    notices: list[Notice] = []
    if voice in ("dissent", "concurrence", "headnote", "argument"):
        notices.append(Notice(voice))
    if source.extent == "extract":
        notices.append(Notice("extract"))
    related = _relations(read, source)
    if all(one.code == "amended_by" for one in related) or "status" not in source.unconfirmed:
        notices += _wording(source)  # else the relation says the same, and who says so
    notices += _time(read, source)
    notices += related
    if ontology.is_authority(source):
        notices += _checks(read, source)
    return Standing(
        kind, source.status, source.status_by, source.extent, voice, source.unconfirmed, tuple(notices)
    )


def _wording(source: SourceRow) -> list[Notice]:
    if source.status in ontology.OUTDATED:
        if "status" in source.unconfirmed:
            return [_notice("outdated_unconfirmed", status=ontology.word(source.status))]
        return [_notice("outdated", status=ontology.word(source.status), by=source.status_by or "somebody")]
    if source.role == "earlier_draft":
        return [Notice("earlier_draft")]
    return [Notice("draft")] if source.role == "draft" or source.status == "draft" else []


def _time(read: Reader, source: SourceRow) -> list[Notice]:
    as_of = read.matter.info().as_of
    if as_of and source.valid_from > as_of:
        return [_notice("not_yet", day=source.valid_from, as_of=as_of)]
    if as_of and source.valid_to and source.valid_to < as_of:
        return [_notice("no_longer", day=source.valid_to, as_of=as_of)]
    return []


def _relations(read: Reader, source: SourceRow) -> list[Notice]:
    found = []
    for row in read.relations.list(source.id):
        if row.to_source != source.id or row.from_source in (None, source.id) or row.to_passage is not None:
            continue
        other = read.sources.get(row.from_source or 0)
        facts = {
            "name": other.short_name or other.title,
            "unsure": "" if row.state == "confirmed" else " (suggested by code, not confirmed)",
        }
        code = _CODES.get(row.kind)
        if code is not None:
            verb = {} if code == "amended_by" else {"verb": row.kind}
            notice = _notice(code, row.evidence_passage, **facts, **verb)
            found.append(replace(notice, source=other.id))
    return found


def _checks(read: Reader, source: SourceRow) -> list[Notice]:
    found = []
    for other, row in named_by(read, source, limit=6):
        if name_of(other) == name_of(source):
            continue
        if not source.dated or not other.dated or other.dated >= source.dated:
            said = " ".join(row.text.split())
            notice = _notice(
                "named_by",
                row.id,
                name=other.short_name or other.title,
                dated=f" ({other.dated})" if other.dated else "",
                sentence=said if len(said) <= 240 else said[:239] + "…",
            )
            found.append(replace(notice, source=other.id))
    check = read.authority_checks.latest().get(f"source {source.id}")
    if check is not None:
        found.append(
            _notice(
                "checked",
                by=check.checked_by,
                on=check.checked_on,
                where=check.checked_where,
                status=ontology.word(check.status),
            )
        )
    elif source.status in ("", "unknown") or "status" in source.unconfirmed:
        found.append(Notice("not_checked"))
    return found


def _of_version(read: Reader, passage: PassageRow) -> Standing:
    version = read.versions.get(passage.version_id or 0)
    head = read.documents.head(version.document_id)
    if head.id == version.id:
        return Standing("agreement", "current", "", "", "", (), ())
    numbers = {"number": str(version.number), "head": str(head.number)}
    chain = [row.id for row in read.versions.chain(head.id)]
    if version.id not in chain:
        return Standing("agreement", "earlier_version", "", "", "", (), (_notice("other_branch", **numbers),))
    since = {number for number in chain if number > version.id}
    touched = [
        change
        for change in read.changes.of_key(version.document_id, passage.paragraph_key)
        if change.version_id in since
    ]
    if touched and not touched[-1].added and touched[-1].kind.startswith("delete"):
        notice = _notice("gone_from_head", **numbers)
    else:
        notice = _notice("not_head", same=CHANGED if touched else SAME, **numbers)
    return Standing("agreement", "earlier_version", "", "", "", (), (notice,))


def _notice(code: str, passage: int | None = None, /, **facts: str) -> Notice:
    return Notice(code, tuple(facts.items()), passage)
