"""How the sources of a matter hang together, as far as their own words show it. Code only suggests.

That one source supports or contradicts another is for the lawyer to say: words do not show it.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal, get_args

from rapidfuzz import fuzz

from lexdesk.evidence.family import agreements, titles_agree
from lexdesk.evidence.model import Status
from lexdesk.evidence.naming import name_of, sentences_naming
from lexdesk.evidence.suggest import SUGGESTED_BY, ended_by
from lexdesk.law.amendments import ruling
from lexdesk.matter.evidence_records import RelationRow
from lexdesk.matter.records import PassageRow, SourceRow
from lexdesk.matter.stores import Reader, Tx
from lexdesk.text.normalise import normalised

RelationKind = Literal[
    "amends",
    "restates",
    "supersedes",
    "overrules",
    "repeals",
    "quotes",
    "supports",
    "contradicts",
    "exhibit_of",
    "replies_to",
    "attachment_of",
    "from_archive",
]
RELATION_KINDS: tuple[str, ...] = get_args(RelationKind)
ENDING: dict[str, str] = {"repealed": "repeals", "overruled": "overrules", "superseded": "supersedes"}
"""The relation that gives a law each of these statuses."""

_QUOTED = re.compile(r"“([^“”]{30,1000})”|\"([^\"\n]{30,1000})\"|「([^「」]{12,500})」|“([^“”]{12,500})”")
_LONGEST_QUOTE = 1002  # code points, with its marks
_STRETCH = 100_000
_MOST_QUOTES = 40
_READ_AGAIN = 1_500_000  # code points of earlier sources looked through for quotations of a new one
_IN_MEMORY = 300_000  # code points of a new source that are compared without the index
_LETTERS = re.compile(r"[^\W_]+")
_REPLY = re.compile(r"^(?:(?:re|aw|sv|antw|回复|答复)\s*[:：]\s*)+", re.IGNORECASE)
_SUBJECT = re.compile(r"^(?:subject|re|主题|关于)\s*[:：]\s*(?P<about>.+)$", re.IGNORECASE | re.MULTILINE)
_EXHIBIT = re.compile(
    r"\b(?:exhibit|schedule|annex|appendix|attachment)\s+[\w.-]{1,8}\s+(?:to|of)\s+(?:the\s+|this\s+)?(?P<of>[A-Z][^\n.;]{4,120})"
    r"|(?P<zh>[\u4e00-\u9fff]{4,30})(?:之|的)?附件[一二三四五六七八九十\d]*",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Seen:
    """A relation that words show: ``evidence`` is the passage they stand in."""

    kind: RelationKind
    from_source: int
    to_source: int
    because: str
    evidence: int | None = None
    from_passage: int | None = None
    to_passage: int | None = None


def suggest_relations(tx: Tx, source_id: int, by: str) -> list[RelationRow]:
    """Record what the words of this source and of the others show between them, as suggested."""
    return record_relations(tx, source_id, by, list(seen_relations(tx, source_id)))


def new_relations(read: Reader, source_id: int, seen: Iterable[Seen]) -> list[Seen]:
    """Those that are not known yet, nor were refused."""
    known = {
        (row.kind, row.from_source, row.to_source) for row in read.relations.list(source_id, refused=True)
    }
    return [
        one for one in seen if one.kind == "quotes" or (one.kind, one.from_source, one.to_source) not in known
    ]


def record_relations(tx: Tx, source_id: int, by: str, found: Sequence[Seen]) -> list[RelationRow]:
    """Record what was seen, as suggested. What is known already, or was refused, is not suggested again. One
    audit row names the relations made."""
    made = []
    for seen in new_relations(tx, source_id, found):
        made.append(
            tx.relations.add(
                seen.kind,
                seen.from_source,
                seen.to_source,
                SUGGESTED_BY,
                "suggested",
                from_passage=seen.from_passage,
                to_passage=seen.to_passage,
                evidence_passage=seen.evidence,
                because=seen.because,
            )
        )
    if made:
        tx.act(by, "relations_suggested", f"source {source_id}", relations=[row.id for row in made])
    return made


def seen_relations(read: Reader, source_id: int) -> Iterator[Seen]:
    """The relations of one source to every other, in both directions."""
    new = read.sources.get(source_id)
    others = [other for other in read.sources.list() if other.id != source_id]
    for law, status, row in ends_of_laws(read, source_id):
        kind = ENDING[status]
        if row.source_id is not None:
            yield Seen(kind, row.source_id, law, _short(row.text), row.id)  # type: ignore[arg-type]
    yield from _families(read, new, others)
    yield from _mail(read, new, others)
    yield from _exhibits(read, new, others)
    yield from _quotes(read, new, [other.id for other in others])
    words = _letters(read.sources.text(source_id)) if new.text_length <= _IN_MEMORY else None
    room = _READ_AGAIN
    for other in sorted(others, key=lambda other: -other.id):
        room -= other.text_length
        if room < 0:
            break  # a matter of thousands of pages is not read anew with every source that comes
        yield from _quotes(read, other, [source_id], words)


def ends_of_laws(read: Reader, source_id: int) -> list[tuple[int, Status, PassageRow]]:
    """What this law says of the end of others, and others of its: (the law that is ended, how, sentence)."""
    laws = [source for source in read.sources.list() if source.role == "law"]
    new = next((law for law in laws if law.id == source_id), None)
    if new is None:
        return []
    found: list[tuple[int, Status, PassageRow]] = []
    for law in laws:
        speakers = [other.id for other in laws if other.id != law.id] if law is new else [source_id]
        for row in sentences_naming(read, name_of(law), speakers):
            status = ended_by(row.text)
            if status != "unknown" and not _of_another_year(law, row.text):
                found.append((law.id, status, row))
    return found


def _of_another_year(law: SourceRow, sentence: str) -> bool:
    """Whether the sentence names its law with a year that is not that of this one ("Marlowe (2004)")."""
    said = " ".join(sentence.split())
    name = re.escape(" ".join(name_of(law).split()))
    year = re.search(rf"{name}\W{{0,3}}[\[(（]\s*(\d{{4}})", said, re.IGNORECASE)
    return bool(year and law.dated and not law.dated.startswith(year[1]))


def _families(read: Reader, new: SourceRow, others: Sequence[SourceRow]) -> Iterator[Seen]:
    """Amendments and restatements of agreements."""
    family = agreements(read, [new, *others])
    mine = next((one for one in family if one.id == new.id), None)
    if mine is None:
        return
    related = [one for one in family if one.id == new.id or titles_agree(mine, one)]
    for one in related:
        earlier = [other for other in related if other.id != one.id and other.dated <= one.dated]
        if one.kind == "amendment":
            rule = ruling(earlier, one.dated or "9999")
            if rule and new.id in (one.id, rule[0].id):
                yield Seen("amends", one.id, rule[0].id, one.title)
        if one.kind == "restated":
            for other in earlier:
                if new.id in (one.id, other.id):
                    kind: RelationKind = "supersedes" if other.kind == "amendment" else "restates"
                    yield Seen(kind, one.id, other.id, one.title)


def _mail(read: Reader, new: SourceRow, others: Sequence[SourceRow]) -> Iterator[Seen]:
    mine = _subject(read, new)
    for other in others:
        theirs = _subject(read, other) if mine else ""
        for answer, subject, first, about in ((new, mine, other, theirs), (other, theirs, new, mine)):
            bare = _REPLY.sub("", subject)
            later = not answer.dated or not first.dated or answer.dated >= first.dated
            if bare != subject and later and bare.casefold() == about.casefold():
                yield Seen("replies_to", answer.id, first.id, subject)


def _subject(read: Reader, source: SourceRow) -> str:
    """The subject line of an e-mail or letter, "" for other sources."""
    if source.media_type != "message/rfc822" and source.role not in (
        "fact",
        "other_side_fact",
        "note",
        "unknown",
    ):
        return ""
    found = _SUBJECT.search(read.sources.beginning(source.id, 2000))
    return " ".join(found["about"].split()) if found else ""


def _exhibits(read: Reader, new: SourceRow, others: Sequence[SourceRow]) -> Iterator[Seen]:
    for part in (new, *others):
        said = _EXHIBIT.search(read.sources.beginning(part.id, 400))
        if said is None:
            continue
        name = normalised(said["of"] or said["zh"] or "").casefold()
        for whole in (new, *others):
            title = name_of(whole)
            if whole.id == part.id or new.id not in (part.id, whole.id) or not title or len(name) < 4:
                continue
            if fuzz.partial_ratio(normalised(title).casefold(), name) >= 92:
                yield Seen("exhibit_of", part.id, whole.id, " ".join(said.group().split()))


def _quotes(
    read: Reader, speaker: SourceRow, others: Sequence[int], letters: str | None = None
) -> Iterator[Seen]:
    """Quotations of one source whose words stand in another, passage to passage. ``letters`` of the others,
    where they are known, spare asking the index for what cannot stand there."""
    if not others:
        return
    text = read.sources.text(speaker.id)
    for found in islice(_quotations(text), _MOST_QUOTES):
        words = next(filter(None, found.groups()))
        if letters is not None and _letters(words) not in letters:
            continue
        for row in sentences_naming(read, " ".join(words.split()).rstrip(".。,，"), others, limit=3):
            here = read.passages.sentence_at(speaker.id, found.start())
            yield Seen(
                "quotes",
                speaker.id,
                row.source_id or 0,
                _short(words),
                here.id if here else None,
                here.id if here else None,
                row.id,
            )


def _quotations(text: str) -> Iterator[re.Match[str]]:
    """Quotations in order. A stretch at a time, since one look at a text of thousands of pages would keep all
    other threads from their turn, the window's among them."""
    done = 0
    for low in range(0, len(text), _STRETCH):
        while found := _QUOTED.search(text, max(low, done), low + _STRETCH + _LONGEST_QUOTE):
            if found.start() >= low + _STRETCH:
                break
            done = found.end()
            yield found


def _letters(text: str) -> str:
    """Letters and digits, without case and accents: what the indexes find alike is alike in these."""
    if not text.isascii():
        text = "".join(
            sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign)
        )
    return "".join(_LETTERS.findall(text.casefold()))


def _short(text: str) -> str:
    said = " ".join(text.split())
    return said if len(said) <= 300 else said[:299] + "…"
