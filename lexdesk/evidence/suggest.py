"""What a source seems to be, from its own words only. The lawyer confirms; unknown stays unknown.

Nothing here ever suggests "in force": LexDesk cannot see law outside the file.
"""

import re
from dataclasses import dataclass
from pathlib import PurePath

from lexdesk.evidence.model import ReadSource, Role, Status

SUGGESTED_BY = "suggested by code"

_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_MONTH = "|".join(_MONTHS)
_DATE = re.compile(
    rf"\b(?:(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?(?: day of)? (?P<m1>{_MONTH}),? (?P<y1>\d{{4}})"
    rf"|(?P<m2>{_MONTH}) (?P<d2>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<y2>\d{{4}})"
    r"|(?P<y3>\d{4})-(?P<m3>\d{2})-(?P<d3>\d{2})"
    r"|(?P<y4>\d{4})年(?P<m4>\d{1,2})月(?P<d4>\d{1,2})日)",
    re.IGNORECASE,
)
_STATUTE = re.compile(
    r"\b[A-Z][\w'’ ]{2,60} (?:Act|Code|Statute|Ordinance|Regulations?|Directive)\b,? ?(?:of )?(?:No\. ?\d+ of )?(?P<year>(?:1[6-9]|20)\d{2})?"
)
_ENACTS = re.compile(
    r"\b(?:be it enacted|enacted by|an act to|this act may be cited as|short title|shall come into force)\b",
    re.I,
)
_STATUTE_ZH = re.compile(r"中华人民共和国\w{1,20}法|(?:条例|规定|办法)\s*$", re.M)
_CASE = re.compile(r"\b[A-Z][\w.&'’-]+(?: [\w.&'’-]+){0,6} v\.? [A-Z]\w+|^in re [A-Z]", re.M)
_COURT = re.compile(
    r"\b(?:supreme court|court of appeals?|high court|district court|commercial court|tribunal)\b", re.I
)
_DECIDES = re.compile(
    r"\b(?:held|we hold|appeal (?:is )?(?:allowed|dismissed)|judgment|opinion|plaintiff|defendant|overrule)\b",
    re.I,
)
_PLAYBOOK = re.compile(r"\bplaybook\b|\bfallback position\b|\bnegotiation guide", re.I)
_AGREEMENT = re.compile(r"\b(?:this|the) (?:\w+ ){0,3}agreement\b|本合同|本协议", re.I)
_DRAFT = re.compile(
    r"\b(?:draft (?:of|dated|no|v)|discussion draft|first draft|earlier draft|subject to contract)\b|\bDRAFT\b",
    re.I,
)
_EXECUTED = re.compile(r"\b(?:in witness whereof|executed as a deed|duly executed)\b", re.I)
_SIGNED = re.compile(r"(?:/s/ ?\w|signed by:? [A-Z]\w+)", re.I)
_OWN_REPEAL = re.compile(
    r"\b(?:this|the present) (?:act|regulation|statute|code|ordinance|directive)\b[^.]{0,60}\b(?:was|is|has been|stands) "
    r"(?P<word>repealed|superseded|replaced)",
    re.I,
)
_BANNER = re.compile(r"^\W*(?:status: ?)?(?P<word>superseded|repealed|overruled)\b", re.I | re.M)
_GOVERNED = re.compile(
    r"\bgoverned by (?:and construed in accordance with )?the laws? of (?:the )?(?P<place>[A-Z]\w+(?: (?:of|and|[A-Z]\w+))*)"
)
_ISSUER = re.compile(
    r"\b(?:(?:Parliament|Legislature|Republic|State|Commonwealth|Kingdom) of (?:the )?(?P<a>[A-Z]\w+)|"
    r"(?P<b>[A-Z]\w+) (?:Supreme Court|Court of Appeals?|Commercial Court|High Court|Ct\. App|Sup\. Ct))"
)
_NO_PLACE = frozenset(
    ("The", "This", "That", "United", "In", "A", "An", "Any", "First", "Federal", "State", "New")
)


@dataclass(frozen=True)
class Suggestion:
    """Only what the text shows; "" and "unknown" where it shows nothing. ``why`` quotes the words."""

    role: Role = "unknown"
    status: Status = "unknown"
    jurisdiction: str = ""
    dated: str = ""
    why: tuple[str, ...] = ()


def suggest(read: ReadSource, file_name: str = "") -> Suggestion:
    """Role, status, jurisdiction and date as the beginning and end of the text (and, for drafts and
    playbooks, the file name) show them. Never "in_force"."""
    text = read.text
    head, tail = text[:6000], text[-3000:]
    why: list[str] = []
    role = _role(read, head, PurePath(file_name).stem.replace("_", " ").replace("-", " "), why)
    status = _status(role, head, head + tail, why)
    return Suggestion(role, status, _place(role, text, why), _dated(read, role, head, why), tuple(why))


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
    if (_CASE.search(opening) or _COURT.search(opening)) and saw(_DECIDES, head):
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


def _place(role: Role, text: str, why: list[str]) -> str:
    if role == "law":
        issued = _ISSUER.search(text[:1500])
        place = (issued["a"] or issued["b"]) if issued else ""
    else:
        governed = _GOVERNED.search(text)
        place = governed["place"].removesuffix(" and").strip() if governed else ""
    if place in _NO_PLACE:
        return ""
    if place:
        why.append(place)
    return place


def _dated(read: ReadSource, role: Role, head: str, why: list[str]) -> str:
    if read.dated:
        return read.dated
    # A date counts as that of the thing itself only near its top; a bare year of a title is no full date.
    found = _DATE.search(head[:800])
    if not found:
        return ""
    why.append(found.group())
    groups = found.groupdict()
    for n in "1234":
        if groups[f"y{n}"]:
            month = groups[f"m{n}"].lower()
            number = _MONTHS.index(month) + 1 if month in _MONTHS else int(month)
            return iso_date(int(groups[f"y{n}"]), number, int(groups[f"d{n}"]))
    return ""


def iso_date(year: int, month: int, day: int) -> str:
    """ISO date, "" when there is no such day."""
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return ""
    return f"{year:04}-{month:02}-{day:02}"
