"""Statutes, rules, treaties and neutral citations as agreements and opinions name them. Pure functions.

These are the forms a citator for American reporters does not see: "Section 10(b) of the Exchange Act",
United Kingdom neutral citations and Acts, European Union acts and cases, Chinese statutes and cases.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from lexdesk.law.numerals import to_chinese
from lexdesk.text.spans import Span

CitationKind = Literal["case", "statute", "regulation", "treaty", "back_reference"]
Jurisdiction = Literal["us", "uk", "eu", "cn", ""]


@dataclass(frozen=True)
class Citation:
    """An authority as cited at ``span`` (code points, half-open).

    ``normal`` is one spelling for the same authority, to compare by. ``title`` is the case's or the
    instrument's name where the text gives it, ``pinpoint`` the section, article or page. ``year`` 0 =
    not given. ``back_to`` is the span of the full citation that "Id." or "supra" points at.
    """

    span: Span
    kind: CitationKind
    text: str
    normal: str
    title: str = ""
    pinpoint: str = ""
    jurisdiction: Jurisdiction = ""
    year: int = 0
    back_to: Span | None = None


_SUB = r"(?:\([A-Za-z0-9]{1,5}\))*"
_PIN_NUMBER = rf"\d+[A-Za-z]*(?:[-.–]\d+[A-Za-z]*)*{_SUB}"
_PINS = (
    rf"{_PIN_NUMBER}(?:(?:\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|to|through)\s+|\s?[–-]\s?)"
    rf"(?!\d+\s+(?:C\.|U\.|Del))(?:{_PIN_NUMBER}|\([a-z0-9]{{1,4}}\)))*"
)
_KEY = (
    r"(?:[Ss]ections?|[Ss]ecs?\.|[Ss]s?\.?(?=\s?\d)|§{1,2}|[Aa]rticles?|[Aa]rts?\.|[Rr]egulations?|[Rr]ules?|[Pp]aragraphs?|"
    r"[Cc]hapters?|[Pp]arts?|[Tt]itles?|[Ss]ubchapters?|[Ss]chedules?)"
)
_ROMAN = r"[IVXLC]+(?![a-z])"
_CAP = r"[A-Z][\w’'&-]*"
_SMALL = r"(?:of|and|for|on|the|to|in|from|by|or|against|with)"
_ACT_WORDS = rf"{_CAP}(?:[,]?\s+(?:{_SMALL}\s+)*(?:\([^()]{{2,60}}\)|{_CAP})){{0,14}}"
_ACT_END = (
    r"(?:Acts?|Code|Ordinance|Statutes?|Law|GDPR|UCC|ERISA|DGCL|"
    r"Constitution|Convention|Treaty|Charter|Protocol)"
)
_ACT = (
    rf"(?:(?:{_ACT_WORDS}\s+)?(?:\([^()]{{2,60}}\)\s+)?{_ACT_END})"
    rf"(?:\s+of)?(?:\s+(?P<year>(?:1[6-9]|20)\d\d))?(?![\w-])"
)

_US_CODE = re.compile(
    rf"(?P<title>\d{{1,2}})\s+(?P<code>U\.?\s?S\.?\s?C\.?(?:\s?A\.?)?|C\.?\s?F\.?\s?R\.?|Del\.\s?C\.)\s*"
    rf"(?P<word>§{{1,2}}|[Ss]ections?|[Pp]arts?|[Pp]t\.)?\s*(?P<pin>{_PINS})"
)
_STATE_CODE = re.compile(
    r"(?P<name>(?:Cal|Tex|Fla|N\.Y|Del|Ill|Mass|Mich|Ohio|Pa|N\.J|Wash|Va|Ga|Colo|Ariz|Nev|Minn|Wis|Md|Mo|Tenn|Conn|Or|Ind|Okla|Utah|D\.C|U)\.?"
    r"(?:\s(?:[A-Z][\w&]*\.?|&)){1,5})(?:,?\s*tit\.\s*\d+,?)?\s*§{1,2}\s*(?P<pin>" + _PINS + ")"
)
_PIN_OF = re.compile(
    rf"(?P<key>{_KEY})\s?(?P<pin>{_PINS}|{_ROMAN}(?:\s?{_SUB})?)\s+(?:of|under|to|in)\s+(?:the\s+)?(?:said\s+)?(?:(?:U\.S\.|United\s+States|UK|U\.K\.|EU)\s+)?"
    rf"(?P<name>{_ACT})(?:\s*\((?P<short>[^()]{{2,60}})\))?"
)
_PIN_ACT = re.compile(
    rf"(?P<key>{_KEY})\s?(?P<pin>{_PINS})\s+(?P<name>(?:{_CAP}\s+){{1,7}}?(?:\([^()]{{2,60}}\)\s+)?Act\s+(?P<year>(?:1[6-9]|20)\d\d))"
)
_SEC_RULE = re.compile(
    r"\bRule\s+(?P<pin>\d{1,3}[a-zA-Z]\d?-\d+(?:\([a-z0-9]+\))*|\d{3}[A-Z]?(?:\([a-z0-9]+\))*(?=\s+(?:under|of|promulgated)))"
)
_BARE_ACT = re.compile(
    rf"\b(?P<name>(?:{_CAP}\s+(?:(?:of|and|for|on|the|to|in)\s+)*)*(?:{_CAP}|\([^()]{{2,60}}\))\s+Act(?:\s+of)?\s+(?P<year>(?:1[6-9]|20)\d\d))\b"
)
_SI = re.compile(
    rf"(?:(?P<name>{_CAP}\s+(?:{_CAP}\s+|(?:of|and|for|the)\s+|\([^()]{{2,60}}\)\s+)*(?:Regulations|Order|Rules)\s+(?P<year>(?:19|20)\d\d))\s*)?\(?\bS\.?I\.?\s+(?P<number>(?:19|20)\d\d(?:/|\s+No\.?\s*)\d+)\)?"
)
# Name of a case before its citation: "Hadley v Baxendale"
_CASE_NAME = (
    rf"(?P<case>{_CAP}[,.]?\s+(?:(?:{_CAP}|&|and|of|the|\([^()]{{1,30}}\)|[A-Z]\.)[,.]?\s+){{0,8}}"
    rf"v\.?\s+(?:(?:{_CAP}|&|and|of|the|\([^()]{{1,30}}\)|[A-Z]\.)[,.]?\s+){{1,9}})"
)
_UK_NEUTRAL = re.compile(
    rf"(?:{_CASE_NAME})?\[(?P<year>(?:19|20)\d\d)\]\s+(?P<court>UKSC|UKHL|UKPC|UKUT|UKFTT|UKEAT|EAT|UKIPTrib|EWCA\s+(?:Civ|Crim)|EWHC|EWCOP|EWFC|EWCC|CSIH|CSOH|NICA|NIQB|NICh|HCA|NZSC|SGCA|HKCFA)"
    r"\s+(?P<number>\d+)(?:\s+\((?P<div>[A-Za-z]{2,8})\))?(?:,?\s+(?:at\s+)?(?P<pin>\[\d{1,3}\](?:\s?[-–]\s?\[\d{1,3}\])?))?"
)
_UK_REPORT = re.compile(
    rf"(?:{_CASE_NAME})?(?P<ref>(?:\[(?:1[89]|20)\d\d\]|\((?:1[6-9]|20)\d\d\))\s+(?:\d{{1,3}}\s+)?"
    r"(?:AC|QB|KB|Ch(?:\s?D)?|WLR|All\s+ER(?:\s+\(Comm\)|\s+\(EC\))?|Lloyd[’']s\s+Rep|BCLC|BCC|P\s?&\s?CR|Exch?|App\s+Cas|LR|ICR|IRLR|FSR|RPC|BLR|Con\s+LR|CLC|EMLR|STC|Cr\s+App\s+R|Fam)"
    r"\s+(?P<page>\d+))(?![\w])"
)
_EU_ACT = re.compile(
    r"(?:(?P<key>[Aa]rticles?|[Aa]rts?\.|[Rr]ecitals?)\s+(?P<pin>"
    + _PINS
    + r")\s+(?:of|in|to)\s+(?:the\s+)?)?"
    r"(?P<name>(?:Council\s+|Commission\s+|Framework\s+|Delegated\s+|Implementing\s+|Commission\s+(?:Delegated|Implementing)\s+)*"
    r"(?P<type>Regulation|Directive|Decision)\s+(?:\((?P<body>EU|EC|EEC|EU,\s*Euratom)\)\s+)?(?:No\.?\s+)?(?P<number>\d{2,4}/\d{1,4})(?:/(?P<tail>EU|EC|EEC|JHA|CFSP))?)"
    r"(?:\s*\((?P<short>[^()]{2,60})\))?"
)
_EU_TREATY = re.compile(
    r"(?P<key>[Aa]rticles?|[Aa]rts?\.)\s+(?P<pin>"
    + _PINS
    + r")\s+(?:of\s+the\s+)?(?P<name>TFEU|TEU|ECHR|GDPR|UK\s+GDPR|EU\s+GDPR|EUWA|CISG)\b"
)
_EU_CASE = re.compile(
    r"(?:Joined\s+)?(?:Cases?\s+)?(?P<number>[CT][-‑–]\d{1,4}/\d{2})(?:\s*P)?(?:(?:\s+|,\s*)(?P<case>[A-Z][^,;.\n]{2,80}?))?(?:,?\s*(?:ECLI:)?EU:[CT]:\d{4}:\d+)?(?=[\s,.;)\]]|$)"
)
_ECLI = re.compile(r"\b(?:ECLI:)?EU:(?P<court>[CT]):(?P<year>\d{4}):(?P<number>\d+)\b")
_ZH_PIN = (
    r"第[〇零一二三四五六七八九十百千\d]+条(?:之[一二三四五六七八九十]+)?"
    r"(?:第[〇零一二三四五六七八九十百千\d]+款)?(?:第?[（(]?[一二三四五六七八九十\d]+[）)]?项)?"
)
_ZH_PINS = rf"{_ZH_PIN}(?:[、，和及至或][与]?{_ZH_PIN})*"
_ZH_BOOK = re.compile(
    rf"《(?P<name>[^《》\n]{{2,60}}?(?:法|法典|条例|规定|办法|解释|决定|通则|细则|公约|意见|批复|规则|规程|准则|宪法))》(?:[（(][^（()）]{{2,40}}[）)])?(?P<pin>{_ZH_PINS})?"
)
_ZH_BARE = re.compile(
    rf"(?P<name>(?:中华人民共和国)?(?:民法典|合同法|公司法|劳动合同法|劳动法|民事诉讼法|刑法|著作权法|商标法|专利法|反垄断法|反不正当竞争法|证券法|破产法|企业破产法|个人信息保护法|数据安全法|网络安全法|仲裁法|招标投标法|电子签名法|外商投资法|消费者权益保护法|担保法|物权法|侵权责任法))(?P<pin>{_ZH_PINS})"
)
_ZH_CASE = re.compile(
    r"[（(〔\[](?P<year>(?:19|20)\d\d)[）)〕\]](?P<court>[\u4e00-\u9fff]{1,6}\d{0,4})(?P<type>[\u4e00-\u9fff]{1,4})(?P<number>\d+)号"
)


def find_statutes(text: str) -> list[Citation]:
    """Citations of the forms above, in order, none overlapping another. Linear in the length of the text."""
    found: list[Citation] = []
    for finder in (
        _us_codes, _eu_acts, _eu_cases, _uk_cases, _pinned_acts, _chinese, _bare_acts, _rules,
    ):  # fmt: skip
        for citation in finder(text):
            if not any(citation.span.overlaps(other.span) for other in found):
                found.append(citation)
    return sorted(found, key=lambda c: c.span)


def _make(
    m: re.Match[str], kind: CitationKind, normal: str, jurisdiction: Jurisdiction, **more: object
) -> Citation:
    text = m[0].rstrip(" ,.;") if m[0].rstrip().endswith((",", ";")) else m[0]
    groups = m.groupdict()
    title = more.get("title", groups.get("name") or "")
    year = more.get("year", groups.get("year") or 0)
    pin = more.get("pin", groups.get("pin") or "")
    return Citation(
        Span(m.start(), m.start() + len(text)), kind, text, " ".join(normal.split()), str(title).strip(),
        str(pin).strip(), jurisdiction, int(str(year)),
    )  # fmt: skip


def _us_codes(text: str) -> Iterator[Citation]:
    for m in _US_CODE.finditer(text):
        code = re.sub(r"[\s.]", "", m["code"]).upper()
        name = {"USC": "U.S.C.", "USCA": "U.S.C.", "CFR": "C.F.R.", "DELC": "Del. C."}[code]
        part = "Part " if (m["word"] or "").lower().startswith(("p",)) else "§ "
        kind: CitationKind = "regulation" if code == "CFR" else "statute"
        yield _make(m, kind, f"{m['title']} {name} {part}{m['pin']}", "us", title=f"{m['title']} {name}")
    for m in _STATE_CODE.finditer(text):
        yield _make(m, "statute", f"{m['name']} § {m['pin']}", "us")


def _rules(text: str) -> Iterator[Citation]:
    for m in _SEC_RULE.finditer(text):
        yield _make(m, "regulation", f"SEC Rule {m['pin']}", "us", title="SEC Rule")


def _kind_of_name(name: str) -> tuple[CitationKind, Jurisdiction]:
    """What a named instrument is and where it comes from, as far as its name says."""
    if re.search(r"Convention|Treaty|Charter|Protocol|\bCISG\b|\bECHR\b", name):
        return "treaty", ""
    if re.search(r"\bUK GDPR\b|Act (?:1[6-9]|20)\d\d", name):
        return "statute", "uk"
    if re.search(r"GDPR|TFEU|\bTEU\b", name):
        return ("regulation" if "GDPR" in name else "treaty"), "eu"
    american = re.search(
        r"Act of \d{4}|\bCode\b|\bUCC\b|ERISA|DGCL|Securities Act|Exchange Act|Investment Company Act|"
        r"Clayton|Sherman|Lanham|Bankruptcy",
        name,
    )
    return "statute", "us" if american else ""


def _pinned_acts(text: str) -> Iterator[Citation]:
    for pattern in (_EU_TREATY, _PIN_OF, _PIN_ACT):
        for m in pattern.finditer(text):
            name = " ".join(m["name"].split())
            if _own_instrument(name):
                continue
            kind, where = _kind_of_name(name)
            word = m["key"].lower().rstrip("s.")
            word = {"sec": "section", "art": "article", "§": "section", "": "section", "§§": "section"}.get(
                word, word
            )
            yield _make(
                m, kind, f"{name}, {word} {m['pin']}", where, title=name, pin=f"{m['key']} {m['pin']}"
            )


def _own_instrument(name: str) -> bool:
    """Words of the agreement itself that end like a statute: "this Charter", "Applicable Law"."""
    return re.fullmatch(
        r"(?:Applicable |Governing |Such )?(?:Law|Act|Code|Charter|Protocol|Statutes?|Acts)", name
    ) is not None or (re.match(r"(?:Applicable|Governing|Relevant)\b", name) is not None)


def _bare_acts(text: str) -> Iterator[Citation]:
    for m in _SI.finditer(text):
        number = re.sub(r"\s+No\.?\s*", "/", m["number"])
        year = int(number[:4])
        yield _make(m, "regulation", f"SI {number}", "uk", title=m["name"] or "", year=year)
    for m in _BARE_ACT.finditer(text):
        name = re.sub(r"^(?:The|Under the|Under|In|By|See|Of|And)\s+", "", " ".join(m["name"].split()))
        kind, where = _kind_of_name(name)
        start = (
            m.end()
            - len(m["name"])
            + (len(m["name"]) - len(re.sub(r"^(?:The|Under the|Under|In|By|See|Of|And)\s+", "", m["name"])))
        )
        span = Span(start, m.end())
        yield Citation(span, kind, text[span.start : span.end], name, name, "", where, int(m["year"]))


def _uk_cases(text: str) -> Iterator[Citation]:
    for m in _UK_NEUTRAL.finditer(text):
        court = " ".join(m["court"].split())
        division = f" ({m['div']})" if m["div"] else ""
        normal = f"[{m['year']}] {court} {m['number']}{division}"
        yield _case(m, normal, "" if court in ("HCA", "NZSC", "SGCA", "HKCFA") else "uk", int(m["year"]))
    for m in _UK_REPORT.finditer(text):
        ref = " ".join(m["ref"].split())
        yield _case(m, ref, "uk", int(re.search(r"\d{4}", ref)[0]))  # type: ignore[index]


def _case(m: re.Match[str], normal: str, where: Jurisdiction, year: int) -> Citation:
    raw = m["case"] or ""
    name = _case_name(raw)
    start = m.start() + len(raw) - len(raw[raw.rfind(name) :]) if name else m.start() + len(raw)
    span = Span(start, m.end())
    text = m.string[span.start : span.end]
    return Citation(span, "case", text, normal, name, m.groupdict().get("pin") or "", where, year)


def _case_name(raw: str) -> str:
    """Without the words of the sentence that lead to the name ("In Hadley v Baxendale")."""
    name = re.sub(
        r"^(?:.*?\b(?:See(?:\s+also)?|In|Cf|Per|Following|Applying|Under|But|And|The\s+case\s+of)\s+)(?=[A-Z])",
        "",
        raw,
    )
    return name.strip(" ,")


def _eu_acts(text: str) -> Iterator[Citation]:
    for m in _EU_ACT.finditer(text):
        if not (m["body"] or m["tail"]):
            continue  # "Regulation 12/1999" of another country
        number = m["number"]
        pin = f", article {m['pin']}" if m["pin"] else ""
        body = m["tail"] or m["body"]
        parts = number.split("/")
        year = next((int(p) for p in parts if len(p) == 4 and p.startswith(("19", "20"))), 0)
        kind: CitationKind = "regulation"
        yield _make(m, kind, f"{m['type']} {number} ({body}){pin}", "eu", title=m["name"], year=year)


def _eu_cases(text: str) -> Iterator[Citation]:
    for m in _EU_CASE.finditer(text):
        number = re.sub(r"[‑–]", "-", m["number"])
        year = int(number[-2:])
        year += 2000 if year < 50 else 1900
        yield Citation(
            Span(*m.span()), "case", m[0], f"Case {number}", (m["case"] or "").strip(), "", "eu", year
        )
    for m in _ECLI.finditer(text):
        yield Citation(
            Span(*m.span()),
            "case",
            m[0],
            f"EU:{m['court']}:{m['year']}:{m['number']}",
            "",
            "",
            "eu",
            int(m["year"]),
        )


def _chinese(text: str) -> Iterator[Citation]:
    for pattern in (_ZH_BOOK, _ZH_BARE):
        for m in pattern.finditer(text):
            name = m["name"]
            short = name.removeprefix("中华人民共和国")
            normal = short + re.sub(r"\d+", lambda n: to_chinese(int(n[0])), m["pin"] or "")
            kind: CitationKind = (
                "treaty"
                if name.endswith("公约")
                else "statute"
                if re.search(r"(?:法|法典|通则)$", name)
                else "regulation"
            )
            yield _make(m, kind, normal, "cn", title=name)
    for m in _ZH_CASE.finditer(text):
        yield Citation(
            Span(*m.span()),
            "case",
            m[0],
            f"（{m['year']}）{m['court']}{m['type']}{m['number']}号",
            "",
            "",
            "cn",
            int(m["year"]),
        )
