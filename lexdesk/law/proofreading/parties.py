"""Names of the parties that are spelt in another way than where the parties are introduced."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

from lexdesk.law.model import Block
from lexdesk.law.proofreading.model import Hit, Reading
from lexdesk.text.spans import Span

SUFFIX = (
    r"(?:Incorporated|Inc|Corporation|Corp|Company|Co|Limited|Ltd|LLC|L\.L\.C|LLP|L\.L\.P|LP|L\.P|PLC|plc|p\.l\.c|GmbH|AG|S\.A|SA|"
    r"SAS|S\.p\.A|SpA|S\.r\.l|Srl|B\.V|BV|N\.V|NV|Pty|Pte|AB|ASA|Oy|Bank|N\.A|Trust|Partners|Holdings|Group|Foundation|Association)"
)
_NAME_WORD = r"(?:[A-Z][\w’'.-]*|&|\d+[A-Z]?\w*)"
_COMPANY = re.compile(
    rf"(?P<name>{_NAME_WORD}(?:\s+(?:(?:of|and|de|du|la|the|for)\s+)?{_NAME_WORD}){{0,7}}?,?\s+{SUFFIX}(?:,?\s+{SUFFIX})*\.?)(?![\w])"
)
_INTRODUCED = re.compile(
    r"\s*(?:,?\s*\((?:[^()]|\([^()]*\)){0,160}\)\s*)?,?\s*(?:\(?\s*(?:a|an)\s+[^.;]{0,120}?(?:corporation|company|partnership|bank|association|"
    r"trust|society|entity|firm|limited)\b|\(?incorporated|\(?registered|(?:whose|with|having)\s+(?:its\s+)?(?:registered|principal|company|place|offices?)|"
    r"of\s+\d|company\s+(?:number|no)|organi[sz]ed|\((?:[^()]|\([^()]*\)){0,80}[“\"‘])",
    re.IGNORECASE,
)
_ZH_COMPANY = re.compile(
    r"(?P<name>[\u4e00-\u9fff（）()]{2,30}?(?:有限责任公司|股份有限公司|有限公司|合伙企业[（(]有限合伙[）)]))"
)
_ZH_PARTY = re.compile(
    r"[甲乙丙丁]方|出租[方人]|承租[方人]|买方|卖方|委托[方人]|受托[方人]|许可[方人]|被许可[方人]|供方|需方|采购[方人]|供应商|服务[方商]|转让方|受让方|出借人|借款人|投资[方人]|目标公司"
)


@dataclass(frozen=True)
class Party:
    """A party as introduced: ``name`` in full and where; ``short`` is the term that stands for it."""

    name: str
    block: str
    span: Span
    short: str = ""


def find_parties(reading: Reading) -> list[Party]:
    """The parties named in the opening of the document, before its first clauses; [] when none is found."""
    found: dict[str, Party] = {}
    head = _opening(reading)
    for block in head:
        for m in _COMPANY.finditer(block.text):
            name, span = _cut(m)
            after = block.text[span.end : span.end + 200]
            if not _INTRODUCED.match(after) or not name:
                continue
            short = re.search(
                r"[(][^()]{0,80}?[“\"‘](?P<t>[^”\"’]{2,40})[”\"’]", block.text[span.end : span.end + 500]
            )
            found.setdefault(name, Party(name, block.key, span, short["t"] if short else ""))
        if (
            re.match(r"\s*(?:[（(]?\d[)）.、]?)?\s*" + _ZH_PARTY.pattern, block.text)
            or "以下简称" in block.text
        ):
            for m in _ZH_COMPANY.finditer(block.text):
                name = re.sub(r"^(?:.*[：:]|与|和|由|及)", "", m["name"])
                span = Span(m.end("name") - len(name), m.end("name"))
                found.setdefault(name, Party(name, block.key, span))
    return list(found.values())


def _opening(reading: Reading) -> list[Block]:
    """The first pages: up to the second numbered clause, at most forty blocks."""
    out: list[Block] = []
    clauses = 0
    for block in reading.prose:
        section = reading.tree.of_block(block.key)
        if (
            section is not None
            and section.kind in ("section", "article")
            and section.first_block == block.key
        ):
            clauses += section.depth == 0 and re.match(r"\d|Article|第", section.label) is not None
        if clauses > 1 or len(out) >= 40:
            break
        out.append(block)
    return out


def _cut(m: re.Match[str]) -> tuple[str, Span]:
    """Without the words of the sentence before the name ("This Agreement is between Acme, Inc.")."""
    name = m["name"]
    start = m.start("name")
    lead = re.match(
        r"(?:.*\b(?:between|among|by|and between|The|This|Between|AND|BETWEEN)\s+)(?=[A-Z\d])", name
    )
    if lead:
        start += lead.end()
        name = name[lead.end() :]
    return name.strip(), Span(start, m.end("name"))


def deviating_names(reading: Reading) -> Iterator[Hit]:
    """Names that are nearly, but not quite, the full name of a party (or its short name, if that is a name)."""
    parties = find_parties(reading)
    if not parties:
        return
    exact = {_letters(p.name) for p in parties}
    own = _own_entities(reading)
    for block in reading.prose:
        spans = list(_candidates(block.text, parties))
        # The true names first, so that no part of one is taken for a slip
        taken = [s for s in spans if _letters(block.text[s.start : s.end]) in exact]
        for span in spans:
            name = block.text[span.start : span.end]
            if "\n" in name or any(span.overlaps(s) for s in taken):
                continue
            party = next((p for p in parties if _deviates(name, p.name)), None)
            if party is None or _letters(name) in own:
                continue
            taken.append(span)
            said = f"The name differs from “{party.name}” in the parties clause."
            yield Hit(block.key, span, said, party.name)


def _letters(name: str) -> str:
    """Letters and digits in lower case, forms of company brought to one spelling."""
    text = name.lower().replace("&", "and")
    text = re.sub(r"[^\w\s]", "", text)
    for long, short in (
        ("incorporated", "inc"),
        ("corporation", "corp"),
        ("limited", "ltd"),
        ("company", "co"),
    ):
        text = re.sub(rf"\b{long}\b", short, text)
    return re.sub(r"\s+", "", text) if re.search(r"[\u4e00-\u9fff]", text) else " ".join(text.split())


def _own_entities(reading: Reading) -> set[str]:
    """Names introduced as entities of their own anywhere, affiliates with similar names among them."""
    names = set()
    for block in reading.prose:
        for m in _COMPANY.finditer(block.text):
            name, span = _cut(m)
            if _INTRODUCED.match(block.text[span.end : span.end + 160]):
                names.add(_letters(name))
    return names


def _candidates(text: str, parties: list[Party]) -> Iterator[Span]:
    """Stretches of capitalised words about as long as a party's name, beginning with a similar letter."""
    if re.search(r"[\u4e00-\u9fff]", text):
        for m in _ZH_COMPANY.finditer(text):
            name = re.sub(r"^(?:.*?[：:]|.*?(?=\Z))", "", m["name"]) or m["name"]
            for party in parties:
                if len(name) >= len(party.name) - 1:
                    for extra in (0, 1, -1):
                        start = m.end("name") - len(party.name) - extra
                        if start >= 0:
                            yield Span(start, m.end("name"))
    words = [Span(*m.span()) for m in re.finditer(r"[A-Z&\d][\w’'.&-]*|(?<=\s)(?:of|and|the)(?=\s)", text)]
    for i, first in enumerate(words):
        last = first
        if not text[first.start].isupper():
            continue
        ends = [first]
        for following in words[i + 1 : i + 9]:
            if not re.fullmatch(r",?\s+", text[last.end : following.start]):
                break
            last = following
            ends.append(following)
        for end in reversed(ends[1:]):
            yield Span(first.start, _without_point(text, first.start, end.end))


def _without_point(text: str, start: int, end: int) -> int:
    """The full stop of a sentence is no part of the name, the one of "Inc." is."""
    if text[start:end].endswith(".") and not re.search(rf"\b{SUFFIX}\.$", text[start:end]):
        return end - 1
    return start + len(re.sub(r"[’']s?$", "", text[start:end]))


def _deviates(name: str, party: str) -> bool:
    """Nearly the same: one word misspelt, split, joined, left out, or another form of company."""
    here, there = _letters(name), _letters(party)
    if re.search(r"[\u4e00-\u9fff]", there):
        return (
            here != there
            and len(there) >= 6
            and Levenshtein.distance(here, there) <= (1 if len(there) < 10 else 2)
            and here[-2:] == there[-2:]
        )
    if here == there:
        return False
    joined_here, joined_there = here.replace(" ", ""), there.replace(" ", "")
    if joined_here == joined_there:
        return True
    a, b = here.split(), there.split()
    if _within(a, b) or _within(b, a):
        return False
    if len(b) < 2 or abs(len(a) - len(b)) > 1 or len(joined_there) < 8:
        return False
    if len(a) == len(b):
        odd = [(x, y) for x, y in zip(a, b, strict=True) if x != y]
        if len(odd) != 1:
            return _near(joined_here, joined_there)
        x, y = odd[0]
        if a[-1] == x and x in _FORMS and y in _FORMS:
            return True
        if x in _FORMS or y in _FORMS or x.isdigit():
            return False
        # "Key" for "Quay": words as far apart pass only where the rest of the name is long and the same
        others = [w for w in a if w != x and w not in _FORMS]
        return _near(x, y) or (len(others) >= 2 and Levenshtein.distance(x, y) <= 3 and x[-1] == y[-1])
    if joined_here[:3] == joined_there[:3] and _near(joined_here, joined_there):
        return True
    longer, shorter = (a, b) if len(a) > len(b) else (b, a)
    # A word left out in the middle, the form of company kept
    return (
        len(shorter) >= 3
        and longer[0] == shorter[0]
        and longer[-1] == shorter[-1]
        and a == shorter
        and all(w in longer for w in shorter)
    )


_FORMS = frozenset("inc corp ltd llc llp lp plc co gmbh ag sa bv nv pty".split())


def _within(part: list[str], whole: list[str]) -> bool:
    """True when the words of ``part`` stand side by side in ``whole``: a short form, or a name with more."""
    return any(whole[i : i + len(part)] == part for i in range(len(whole) - len(part) + 1))


def _near(a: str, b: str) -> bool:
    """A slip of the pen: at most two letters in words of five or more, one in shorter ones."""
    distance = Levenshtein.distance(a, b, score_cutoff=3)
    longest = max(len(a), len(b))
    return distance <= (1 if longest < 4 else 2 if longest < 9 else 3) and distance * 2 < longest + 2
