"""Kind, rank, issuer, extent and first day of a source as its own words show them. Only suggestions."""

import re

from lexdesk.evidence.dates import first_date
from lexdesk.evidence.model import Role

_CASE = re.compile(
    r"^(?:In )?[A-Z][^\n]{0,90} v\.? [A-Z]|^in re [A-Z]|^[^\n]{0,60}诉[^\n]{0,60}$", re.MULTILINE
)
_CASE_ZH = re.compile(r"(?:民事|刑事|行政)(?:判决书|裁定书|调解书)|[（(]\d{4}[）)]\S{1,12}号")
_TREATY = re.compile(r"\b(?:convention|treaty|protocol)\b|公约|条约", re.IGNORECASE)
_REGULATION = re.compile(
    r"\b(?:regulations?|directive|statutory instrument|rules)\b(?! (?:is|are|was|of this))|条例"
    r"|规定|办法|细则",
    re.IGNORECASE,
)
_SECONDARY = re.compile(
    r"\b(?:law review|law journal|treatise|textbook|commentary|annotat(?:ed|ion)s?|practice note"
    r"|restatement of)\b"
    r"|\b\d+ [A-Z][\w. ]{2,40} L\. ?(?:Rev|J)\.|法学研究|评注|释义",
    re.IGNORECASE,
)
_RANKS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "appeal",
        re.compile(
            r"\b(?:court of appeals?|appellate (?:court|division)|ct\. app)\b|中级人民法院|高级人民法院", re.I
        ),
    ),
    (
        "highest",
        re.compile(r"\b(?:supreme court|constitutional court|house of lords|sup\. ct)\b|最高人民法院", re.I),
    ),
    ("tribunal", re.compile(r"\b(?:tribunal|arbitra(?:l|tion) (?:panel|award))\b|仲裁委员会", re.I)),
    (
        "first_instance",
        re.compile(
            r"\b(?:high court|district court|commercial court|county court|trial court)\b|人民法院", re.I
        ),
    ),
)
_COURT = re.compile(
    r"(?:[A-Z][\w’'.-]* ){0,4}(?:SUPREME COURT|COURT OF APPEALS?|HIGH COURT|DISTRICT COURT"
    r"|COMMERCIAL COURT|TRIBUNAL"
    r"|Supreme Court|Court of Appeals?|High Court|District Court|Commercial Court|Tribunal"
    r"|Ct\. App\.|Sup\. Ct\.)"
    r"(?: (?:OF|of) (?:(?:THE|the) )?[A-Z][\w’'-]+)?|[\u4e00-\u9fff]{2,20}人民法院",
)
_BODY = re.compile(
    r"\b(?:parliament|congress|legislature|national assembly)\b|全国人民代表大会|人大常委会", re.I
)
_GOVERNMENT = re.compile(
    r"\b(?:minister|ministry|government|secretary of state|commission)\b|国务院|[\u4e00-\u9fff]{2,6}部令",
    re.I,
)
_EXTRACT = re.compile(
    r"^\W*(?:extracts?|excerpts?)\b|\b(?:extract|excerpt)s? (?:from|of)\b|\(extracts?\)|节选|摘录",
    re.I | re.M,
)
_FROM = re.compile(
    r"\b(?:in force|comes? into (?:force|operation|effect)|takes? effect"
    r"|effective)\b[^.\n]{0,20}?\b(?:from|on|as of)\b"
    r"|自|施行日期",
    re.IGNORECASE,
)


def kind_in(role: Role, title: str, head: str, name: str = "") -> tuple[str, str]:
    """The kind that a text shows and the words that show it; ("", "") when it shows none that is narrower
    than its role. ``head`` is its beginning, ``name`` the file name in words."""
    if role == "law":
        for kind, pattern in (
            ("case", _CASE),
            ("case", _CASE_ZH),
            ("treaty", _TREATY),
            ("regulation", _REGULATION),
        ):
            found = pattern.search(title) or (pattern.search(head[:400]) if kind == "case" else None)
            if found:
                line = title if found.string == title else found.string[found.start() :].split("\n", 1)[0]
                return kind, line.strip()
        return "statute", title
    if role == "unknown":
        found = _SECONDARY.search(name) or _SECONDARY.search(head[:600])
        if found:
            return "secondary", found.group().strip()
    return "", ""


def rank_in(kind: str, head: str) -> tuple[str, str]:
    """Level of the court or body that speaks, and its name as the first lines have it."""
    if kind == "case":
        court = _COURT.search(head[:1500])
        if court is None:
            return "", ""
        said = " ".join(court.group().split())
        return next((rank for rank, pattern in _RANKS if pattern.search(said)), ""), said
    if kind in ("statute", "regulation"):
        body = _BODY.search(head[:2000]) if kind == "statute" else _GOVERNMENT.search(head[:2000])
        if body:
            return ("legislature" if kind == "statute" else "government"), body.group()
    return "", ""


def extent_in(title: str, head: str) -> tuple[str, str]:
    """("extract", the words that say so) or ("", ""): that a text is whole no text can show."""
    found = _EXTRACT.search(title) or _EXTRACT.search(head[:600])
    return ("extract", found.group().strip()) if found else ("", "")


def first_day_in(role: Role, head: str) -> tuple[str, str]:
    """The day from which the law says it applies (ISO), and these words; not whether it still does."""
    if role != "law":
        return "", ""
    for mark in _FROM.finditer(head):
        around = head[mark.start() : mark.end() + 60]
        day = first_date(around.split("\n\n")[0].split(". ")[0])
        if day:
            return day, " ".join(around.split())[:80]
    return "", ""
