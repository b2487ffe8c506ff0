"""The parties an agreement is made between, as its opening introduces them. No I/O."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lexdesk.law.model import Block
from lexdesk.law.sections import SectionTree
from lexdesk.text.spans import Span

SUFFIX = (
    r"(?:Incorporated|Inc|Corporation|Corp|Company|Co|Limited|Ltd|LLC|L\.L\.C|LLP|L\.L\.P|LP|L\.P|PLC|plc|p\.l\.c|GmbH|AG|S\.A|SA|"
    r"SAS|S\.p\.A|SpA|S\.r\.l|Srl|B\.V|BV|N\.V|NV|Pty|Pte|AB|ASA|Oy|Bank|N\.A|Trust|Partners|Holdings|Group|Foundation|Association)"
)
_NAME_WORD = r"(?:[A-Z][\w’'.-]*|&|\d+[A-Z]?\w*)"
COMPANY = re.compile(
    rf"(?P<name>{_NAME_WORD}(?:\s+(?:(?:of|and|de|du|la|the|for)\s+)?{_NAME_WORD}){{0,7}}?,?\s+{SUFFIX}(?:,?\s+{SUFFIX})*\.?)(?![\w])"
)
INTRODUCED = re.compile(
    r"\s*(?:,?\s*\((?:[^()]|\([^()]*\)){0,160}\)\s*)?,?\s*(?:\(?\s*(?:a|an)\s+[^.;]{0,120}?(?:corporation|company|partnership|bank|association|"
    r"trust|society|entity|firm|limited)\b|\(?incorporated|\(?registered|(?:whose|with|having)\s+(?:its\s+)?(?:registered|principal|company|place|offices?)|"
    r"of\s+\d|company\s+(?:number|no)|organi[sz]ed|\((?:[^()]|\([^()]*\)){0,80}[“\"‘])",
    re.IGNORECASE,
)
ZH_COMPANY = re.compile(
    r"(?P<name>[\u4e00-\u9fff（）()]{2,30}?(?:有限责任公司|股份有限公司|有限公司|合伙企业[（(]有限合伙[）)]))"
)
ZH_ANY_COMPANY = re.compile(r"(?P<name>[\u4e00-\u9fff（）()]{2,30}?(?:公司|合伙企业))")
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


def find_parties(blocks: Sequence[Block], tree: SectionTree) -> list[Party]:
    """The parties named in the opening of the document, before its first clauses; [] when none is found."""
    found: dict[str, Party] = {}
    head = _opening(blocks, tree)
    for block in head:
        for m in COMPANY.finditer(block.text):
            name, span = cut_name(m)
            after = block.text[span.end : span.end + 200]
            if not INTRODUCED.match(after) or not name:
                continue
            short = re.search(
                r"[(][^()]{0,80}?[“\"‘](?P<t>[^”\"’]{2,40})[”\"’]", block.text[span.end : span.end + 500]
            )
            found.setdefault(name, Party(name, block.key, span, short["t"] if short else ""))
        if (
            re.match(r"\s*(?:[（(]?\d[)）.、]?)?\s*" + _ZH_PARTY.pattern, block.text)
            or "以下简称" in block.text
        ):
            for m in ZH_COMPANY.finditer(block.text):
                name = re.sub(r"^(?:.*[：:]|与|和|由|及)", "", m["name"])
                span = Span(m.end("name") - len(name), m.end("name"))
                found.setdefault(name, Party(name, block.key, span))
    return list(found.values())


def _opening(blocks: Sequence[Block], tree: SectionTree) -> list[Block]:
    """The first pages: up to the second numbered clause, at most forty blocks."""
    out: list[Block] = []
    clauses = 0
    for block in blocks:
        if not block.text.strip() or block.key in tree.contents:
            continue
        section = tree.of_block(block.key)
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


def cut_name(m: re.Match[str]) -> tuple[str, Span]:
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
