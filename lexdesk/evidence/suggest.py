"""What a source seems to be, from its own words only. The lawyer confirms; unknown stays unknown.

Nothing here ever suggests "in force": LexDesk cannot see law outside the file.
"""

import re
from dataclasses import dataclass
from pathlib import PurePath

from lexdesk.evidence.dates import DATE, iso_of
from lexdesk.evidence.kinds import extent_in, first_day_in, kind_in, rank_in
from lexdesk.evidence.model import ReadSource, Role, Status
from lexdesk.evidence.ontology import role_of
from lexdesk.evidence.passages import paragraphs
from lexdesk.text.sentences import sentences

SUGGESTED_BY = "suggested by code"

_GIVEN = re.compile(
    r"\b(?:judgment|decided|decision|delivered|filed|handed down|assented to)\b\W{0,3}(?:on )?", re.I
)
_STATUTE = re.compile(
    r"\b[A-Z][\w'’ ]{2,60} (?:Act|Code|Statute|Ordinance|Regulations?|Directive)\b,? ?(?:of )?(?:1[6-9]|20)?"
)
_ENACTS = re.compile(
    r"\b(?:be it enacted|enacted by|an act to|this act may be cited as|short title|shall come into force"
    r"|assented to)\b",
    re.IGNORECASE,
)
_STATUTE_ZH = re.compile(
    r"^\W*中华人民共和国\w{1,20}法典?(?:[\s（(].*)?$|(?:条例|规定|办法)\s*$", re.MULTILINE
)
CASE_NAME = re.compile(
    r"^(?:In )?[A-Z][\w.&'’-]*(?: [\w.&'’-]+){0,7} v\.? [A-Z][^\n]{1,90}$|^in re [A-Z][^\n]{1,90}$",
    re.MULTILINE,
)
_COURT = re.compile(
    r"\b(?:supreme court|court of appeals?|high court|district court|commercial court|tribunal)\b",
    re.IGNORECASE,
)
_DECIDES = re.compile(
    r"\b(?:held|we hold|appeal (?:is )?(?:allowed|dismissed)|judgment|opinion|plaintiff|defendant)\b"
    r"|\boverrule[sd]?\b"
    r"|^\[\d{1,3}\] [A-Z]",
    re.IGNORECASE | re.MULTILINE,
)
_PLAYBOOK = re.compile(r"\bplaybook\b|\bfallback position\b|\bnegotiation guide", re.IGNORECASE)
_AGREEMENT = re.compile(r"\b(?:this|the) (?:\w+ ){0,3}agreement\b|本合同|本协议", re.IGNORECASE)
_EARLIER = re.compile(r"\b(?:earlier|old|previous|first) draft\b|\bv\d\b", re.IGNORECASE)
_DRAFT = re.compile(
    r"\b(?:draft (?:of|dated|no|v)|discussion draft|first draft|earlier draft|subject to contract)\b"
    r"|\bDRAFT\b",
    re.IGNORECASE,
)
_EXECUTED = re.compile(r"\b(?:in witness whereof|executed as a deed|duly executed)\b", re.IGNORECASE)
_SIGNED = re.compile(r"/s/ ?\w|signed by:? [A-Z]\w+", re.IGNORECASE)
_OWN_REPEAL = re.compile(
    r"\b(?:this|the present) (?:act|regulation|statute|code|ordinance|directive)\b[^.]{0,60}"
    r"\b(?:was|is|has been|stands) (?P<word>repealed|superseded|replaced)",
    re.IGNORECASE,
)
_BANNER = re.compile(
    r"^\W*(?:status: ?)?(?P<word>superseded|repealed|overruled)\b", re.IGNORECASE | re.MULTILINE
)
_GOVERNED = re.compile(
    r"\bgoverned by (?:and construed in accordance with )?the laws? of (?:the )?"
    r"(?P<place>[A-Z]\w+(?: (?:of|and|[A-Z]\w+))*)"
)
_ISSUER = re.compile(
    r"\b(?i:parliament|legislature|republic|state|commonwealth|kingdom|court of appeals?|supreme court|court)"
    r" (?i:of) (?:the )?(?P<a>[A-Z]\w+)"
    r"|\b(?P<b>[A-Z]\w+) (?:Supreme Court|Court of Appeals?|Commercial Court|High Court|Ct\. App|Sup\. Ct)"
)
_NO_PLACE = frozenset(
    (
        "The",
        "This",
        "That",
        "United",
        "In",
        "A",
        "An",
        "Any",
        "First",
        "Federal",
        "State",
        "New",
        "Appeal",
        "Appeals",
    )
)
_ENDS_LAW = re.compile(
    r"\b(?:(?P<repeal>repeal(?:s|ed|ing)?)|(?P<over>overrul(?:e|es|ed|ing))|(?P<super>supersed(?:e"
    r"|es|ed|ing)|replac(?:e|es|ed)))\b"
    r"|(?P<zh_repeal>废止|失效)|(?P<zh_over>推翻|不再援引)|(?P<zh_super>取代)",
    re.IGNORECASE,
)
_NOT_ENDED = re.compile(
    r"\b(?:not|never|nor|declin\w+|refus\w+|without|no (?:reason|occasion|need) to"
    r"|rather than)\b[^,;.]*$|[不未没][^，。；]{0,6}$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Suggestion:
    """Only what the text shows; "" and "unknown" where it shows nothing. ``why`` pairs each field with the
    words it was taken from."""

    role: Role = "unknown"
    status: Status = "unknown"
    jurisdiction: str = ""
    dated: str = ""
    title: str = ""
    kind: str = ""
    rank: str = ""
    issuer: str = ""
    extent: str = ""
    valid_from: str = ""
    why: tuple[tuple[str, str], ...] = ()


def suggest(read: ReadSource, file_name: str = "") -> Suggestion:
    """Role, status, jurisdiction and date as the beginning and end of the text (and, for drafts and
    playbooks, the file name) show them. Never "in_force"."""
    text = read.text
    head, tail = text[:6000], text[-3000:]
    name = PurePath(file_name).stem.replace("_", " ").replace("-", " ")
    why: dict[str, list[str]] = {field: [] for field in ("role", "status", "jurisdiction", "dated")}
    role = _role(read, head, name, why["role"])
    title = _title(read, role, head)
    kind, said = kind_in(role, title or read.title, head, name)
    if role == "unknown" and kind:
        role = role_of(kind)
    status = _status(role, head, head + tail, why["status"])
    rank, issuer = rank_in(kind, head)
    extent, extract = extent_in(title or read.title, head)
    first, since = first_day_in(role, head)
    place, dated = _place(role, text, why["jurisdiction"]), _dated(read, head, why["dated"])
    words = {name: found[0] for name, found in why.items() if found}
    more = {"kind": said, "rank": issuer, "issuer": issuer, "extent": extract, "valid_from": since}
    return Suggestion(
        role,
        status,
        place,
        dated,
        title,
        kind,
        rank,
        issuer,
        extent,
        first,
        tuple((words | {name: found for name, found in more.items() if found}).items()),
    )


def _role(read: ReadSource, head: str, name: str, why: list[str]) -> Role:
    def saw(pattern: re.Pattern[str], where: str) -> bool:
        found = pattern.search(where)
        if found:
            why.append(found.group().strip())
        return bool(found)

    if read.media_type == "message/rfc822":
        why.append("an e-mail")
        return "fact"
    if saw(_PLAYBOOK, name) or saw(_PLAYBOOK, head[:600]):
        return "playbook"
    opening = head[:600]
    if (_STATUTE.search(opening) and saw(_ENACTS, head)) or saw(_STATUTE_ZH, opening[:120]):
        return "law"
    if (CASE_NAME.search(opening) or _COURT.search(opening)) and saw(_DECIDES, head):
        return "law"
    if _AGREEMENT.search(head) and (
        saw(re.compile(r"\b(?:earlier|old|previous|first) draft\b|\bv\d\b", re.I), name)
    ):
        return "earlier_draft"
    if re.search(r"\bprecedent\b", name, re.I):
        why.append("precedent")
        return "precedent"
    if _AGREEMENT.search(head) and (saw(_DRAFT, name) or saw(_DRAFT, opening)):
        return "draft"
    return "unknown"


def _status(role: Role, head: str, ends: str, why: list[str]) -> Status:
    banner = _BANNER.search(head[:400]) or _OWN_REPEAL.search(head)
    if banner and role in {"law", "unknown"}:
        why.append(banner.group().strip())
        word = banner["word"].lower()
        return "repealed" if word == "repealed" else "overruled" if word == "overruled" else "superseded"
    if role in {"draft", "earlier_draft"} or (role == "unknown" and _DRAFT.search(head[:400])):
        return "draft"
    if role not in {"law", "playbook"} and _EXECUTED.search(ends) and _SIGNED.search(ends):
        why.append("signed")
        return "executed"
    return "unknown"


def _governed(text: str) -> re.Match[str] | None:
    """The first clause on the governing law. The pattern alone takes half a second for ten thousand pages, in
    which no other thread has its turn."""
    at = text.find("governed by")
    while at >= 0:
        if found := _GOVERNED.match(text, at):
            return found
        at = text.find("governed by", at + 1)
    return None


def _place(role: Role, text: str, why: list[str]) -> str:
    if role == "law":
        found = (issued["a"] or issued["b"] for issued in _ISSUER.finditer(text[:1500]))
        place = next(
            (place.capitalize() if place.isupper() else place for place in found if place not in _NO_PLACE),
            "",
        )
    else:
        governed = _governed(text)
        place = governed["place"].removesuffix(" and").strip() if governed else ""
    if place in _NO_PLACE:
        return ""
    if place:
        why.append(place)
    return place


def _title(read: ReadSource, role: Role, head: str) -> str:
    """A case is called by its parties, which seldom stand in the first line."""
    if CASE_NAME.match(read.title):
        return read.title
    found = CASE_NAME.search(head[:1200]) if role == "law" else None
    return found.group().strip() if found else ""


def _dated(read: ReadSource, head: str, why: list[str]) -> str:
    if read.dated:
        return read.dated
    # A date counts as that of the thing itself only near its top; a bare year of a title is no full date.
    # The day a judgment was given goes before the day of the hearing.
    dates = list(DATE.finditer(head[:800]))
    given = [
        date for date in dates if any(mark.end() == date.start() for mark in _GIVEN.finditer(head[:800]))
    ]
    for found in given or dates:
        why.append(found.group())
        return iso_of(found)
    return ""


def said_of(text: str, title: str) -> tuple[Status, str]:
    """What ``text`` (another document of the matter) says of the law called ``title``: a status and the
    sentence; ("unknown", "") when it says nothing of its end."""
    name = bare_title(title)
    if len(name) < 8:
        return "unknown", ""
    wanted = re.compile(r"\s+".join(re.escape(word) for word in name.split()), re.IGNORECASE)
    for found in wanted.finditer(text):
        start, stop = max(0, found.start() - 600), found.end() + 600
        sentence = _sentence_around(text[start:stop], found.start() - start)
        status = ended_by(sentence)
        if status != "unknown":
            return status, sentence
    return "unknown", ""


def ended_by(sentence: str) -> Status:
    """The status that a sentence gives to the law it names: repealed, overruled or superseded; "unknown" when
    it says nothing of an end, or that there is none ("we decline to overrule")."""
    for word in _ENDS_LAW.finditer(sentence):
        if not _NOT_ENDED.search(sentence[max(0, word.start() - 60) : word.start()]):
            return (
                "repealed"
                if word["repeal"] or word["zh_repeal"]
                else "overruled"
                if word["over"] or word["zh_over"]
                else "superseded"
            )
    return "unknown"


def _sentence_around(text: str, at: int) -> str:
    for paragraph in paragraphs(text):
        for span in sentences(text[paragraph.start : paragraph.end]):
            if paragraph.start + span.start <= at < paragraph.start + span.end:
                return " ".join(text[paragraph.start + span.start : paragraph.start + span.end].split())
    return ""


def bare_title(title: str) -> str:
    """The name by which other documents call a law: without citation and without a year in brackets."""
    name = re.split(r"\s*[\[(]\d{4}[\])]|,\s*\d|\s+\(", title, maxsplit=1)[0]
    return re.sub(r"^(?:The|In) (?=[A-Z])", "", name).strip()
