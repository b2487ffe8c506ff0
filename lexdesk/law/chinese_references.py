"""References in Chinese text: 第十二条第三款第（二）项, 前款, 本条, 上述第（三）项, 附件一."""

import re
from dataclasses import dataclass

from lexdesk.law.instruments import Instruments
from lexdesk.law.model import Block, Reference, ReferenceKind, Section
from lexdesk.law.numerals import ZH_NUMERAL, from_chinese, to_chinese
from lexdesk.law.resolve import Resolver
from lexdesk.law.sections import SectionTree
from lexdesk.text.spans import Span

_N = rf"[（(]?(?:\d+(?:\.\d+)*|[{ZH_NUMERAL}]+|[甲乙丙丁戊己庚辛壬癸])[）)]?"
_STEP = rf"第\s*{_N}(?:、{_N})*\s*[章节節条條款段项項目]"
_JOIN = r"\s*(?:、|，|和|及|以及|与|與|或者|或|至|到)\s*"
_LEAD = r"本[章节節条條款项項]|[前上][条條款项項]|上述|前述|上文"
_REFERENCE = re.compile(
    rf"(?P<lead>{_LEAD})?(?P<first>(?:{_STEP})+)(?P<more>(?:{_JOIN}(?:{_STEP})+)*)"
    r"|(?P<alone>本[章节節条條款项項]|[前上][条條款项項])"
    rf"|(?P<annex>(?:附件|附表|附录|附錄)\s*(?:[{ZH_NUMERAL}]+|\d+|[A-Z](?![A-Za-z])))(?P<inner>(?:{_STEP})*)"
)
_ONE_STEP = re.compile(rf"第\s*(?P<numbers>{_N}(?:、{_N})*)\s*(?P<unit>[章节節条條款段项項目])")
_TITLE_BEFORE = re.compile(
    r"《(?P<title>[^《》]{1,60})》\s*(?:[（(][^（）()]{0,40}[）)])?\s*(?:的|中|之|项下的?)?\s*$"
)
_STATUTE_BEFORE = re.compile(
    r"(?P<title>[\u4e00-\u9fff]{1,20}(?:法|法典|条例|條例|规定|办法|解释|规则))\s*(?:的)?\s*$"
)
_RANK = {"章": 0, "节": 1, "節": 1, "条": 2, "條": 2, "款": 3, "段": 3, "项": 4, "項": 4, "目": 5}
_NOT_STATUTE = re.compile(
    r"(?:方法|办法|无法|依法|合法|违法|本规定|本办法|本规则|本条例|按照|依照|按|依|违反)$"
)


@dataclass(frozen=True)
class _Path:
    """One chain of steps: (unit, number) from the outermost; ``start`` and ``end`` in the block."""

    steps: tuple[tuple[str, str], ...]
    start: int
    end: int


def find_chinese(
    block: Block, tree: SectionTree, resolver: Resolver, instruments: Instruments
) -> list[Reference]:
    """References of the block in order. 第四条、第七条 are two, 第六、七条 and 第三条至第五条 one each."""
    if not re.search(r"[\u4e00-\u9fff]", block.text):
        return []
    out: list[Reference] = []
    text = block.text
    last_external: tuple[int, str] | None = None
    for m in _REFERENCE.finditer(text):
        if resolver.is_own_mark(block, Span(*m.span())):
            continue
        title = _title_before(text, m.start())
        if (
            title is None
            and last_external
            and re.fullmatch(r"[、，和及或者以与\s]*", text[last_external[0] : m.start()])
        ):
            title = last_external[1]
        place = tree.at(block.key, m.start())
        found = [] if m["alone"] or m["annex"] else _paths(m, text)
        if (
            title is not None
            and not instruments.names_us(title)
            and not _names_ours(title, tree, text, m.start())
        ):
            last_external = (m.end(), title)
            out.append(_make(block, Span(*m.span()), "external", (), place, title))
        elif m["alone"]:
            targets = _lead(m["alone"], tree, place)
            if targets is not None:
                out.append(_make(block, Span(*m.span()), "relative", targets, place))
        elif m["annex"]:
            out.append(_annex(block, m, tree, place))
        else:
            out.extend(_resolved(block, m, found, tree, resolver, place))
    return out


def _names_ours(title: str, tree: SectionTree, text: str, start: int) -> bool:
    return re.search(r"[“\"]本[合协]?[同议]?", text[start - 4 : start]) is not None


def _title_before(text: str, start: int) -> str | None:
    before = text[max(0, start - 90) : start]
    m = _TITLE_BEFORE.search(before)
    if m:
        return m["title"]
    m = _STATUTE_BEFORE.search(before)
    if m and not _NOT_STATUTE.search(m["title"]):
        return re.sub(r"^.*?(?:依据|依照|按照|根据|适用|违反|依)", "", m["title"])
    return None


def _make(
    block: Block,
    span: Span,
    kind: ReferenceKind,
    targets: tuple[str, ...],
    place: Section | None,
    instrument: str = "",
) -> Reference:
    text = block.text[span.start : span.end]
    return Reference(block.key, span, text, kind, targets, place.id if place else None, instrument)


def _paths(m: re.Match[str], text: str) -> list[list[_Path]]:
    """Groups of chains: each group is one reference. Partial chains take over what stands before."""
    groups: list[list[_Path]] = []
    at = m.start("first")
    chains = re.split(rf"({_JOIN})(?=第)", text[at : m.end()])
    before: tuple[tuple[str, str], ...] = ()
    join = ""
    for i, piece in enumerate(chains):
        if i % 2:
            join = piece.strip()
            at += len(piece)
            continue
        steps: list[tuple[str, str]] = []
        many: list[str] = []
        for step in _ONE_STEP.finditer(piece):
            numbers = [n.strip("（）() ") for n in step["numbers"].split("、")]
            unit = (
                step["unit"].replace("條", "条").replace("項", "项").replace("節", "节").replace("段", "款")
            )
            steps.append((unit, numbers[0]))
            many = numbers[1:]
        path = _complete(before, tuple(steps))
        made = [_Path(path, at, at + len(piece))]
        made += [_Path((*path[:-1], (path[-1][0], n)), at, at + len(piece)) for n in many]
        partial = bool(before) and steps[0][0] not in ("条", "章")
        if groups and join in ("至", "到"):
            groups[-1].extend(_range(groups[-1][-1], made[0]))
        elif groups and partial:
            groups[-1].extend(made)
        else:
            groups.append(made)
        before = path
        at += len(piece)
    return groups


def _complete(
    before: tuple[tuple[str, str], ...], steps: tuple[tuple[str, str], ...]
) -> tuple[tuple[str, str], ...]:
    rank = _RANK[steps[0][0]]
    return (*(s for s in before if _RANK[s[0]] < rank), *steps) if rank > 2 else steps


def _range(first: _Path, last: _Path) -> list[_Path]:
    unit, end = last.steps[-1]
    begin = first.steps[-1][1]
    if "." in begin and "." in end:
        head, _, a = begin.rpartition(".")
        tail, _, b = end.rpartition(".")
        if head == tail:
            return [
                _Path((*last.steps[:-1], (unit, f"{head}.{n}")), first.start, last.end)
                for n in range(int(a) + 1, int(b) + 1)
            ]
        return [last]
    a_value, b_value = from_chinese(begin), from_chinese(end)
    if a_value is None or b_value is None or not 0 < b_value - a_value < 200:
        return [last]
    digits = begin.isascii()
    return [
        _Path((*last.steps[:-1], (unit, str(n) if digits else to_chinese(n))), first.start, last.end)
        for n in range(a_value + 1, b_value + 1)
    ]


def _resolved(
    block: Block,
    m: re.Match[str],
    groups: list[list[_Path]],
    tree: SectionTree,
    resolver: Resolver,
    place: Section | None,
) -> list[Reference]:
    out: list[Reference] = []
    lead = m["lead"] or ""
    for number, group in enumerate(groups):
        start = m.start() if number == 0 else group[0].start
        span = Span(start, max(p.end for p in group))
        steps = group[0].steps
        local = _RANK[steps[0][0]] > 2
        targets: list[str] = []
        missing: list[str] = []
        for path in group:
            found = _targets(path.steps, lead if local else "", tree, place)
            targets.extend(t for t in found if t not in targets)
            if not found:
                missing.append(_written(path.steps, local, tree, place))
        relative = local and not lead.startswith("本")
        kind: ReferenceKind = "dangling" if missing else "relative" if relative else "internal"
        out.append(_make(block, span, kind, (*targets, *missing), place))
    return out


def _written(
    steps: tuple[tuple[str, str], ...], local: bool, tree: SectionTree, place: Section | None
) -> str:
    if steps[0][0] == "条" and "." in steps[0][1]:
        return steps[0][1] + "".join(f"({n})" for _, n in steps[1:])
    shown = ""
    for i, (unit, number) in enumerate(steps):
        chinese = _plain(number)
        if unit in ("章", "条") or (unit == "款" and not _chain_style(tree)):
            shown += f"第{chinese}{unit}"
        elif _chain_style(tree):
            shown += f"({number})" if i == 1 else number
        else:
            shown += f"第({chinese}){unit}" if unit == "项" else f"第{number}{unit}"
    article = _article(tree, place) if local else None
    return (article.label if article else "") + shown


def _plain(number: str) -> str:
    value = from_chinese(number)
    return to_chinese(value) if value and value < 10_000 else number


def _chain_style(tree: SectionTree) -> bool:
    return not tree.has_clauses


def _article(tree: SectionTree, place: Section | None) -> Section | None:
    if place is None:
        return None
    for section in (place, *tree.ancestors(place.id)):
        if section.kind == "article":
            return section
    return None


def _clause(tree: SectionTree, place: Section | None) -> Section | None:
    """The 款 the place stands in: the child of its article, else the deepest dotted section."""
    if place is None:
        return None
    chain = (place, *tree.ancestors(place.id))
    for section in chain:
        parent = tree.get(section.parent) if section.parent else None
        if re.fullmatch(r"\d+(?:\.\d+)+", section.label) or (parent is not None and parent.kind == "article"):
            return section
    return None


def _previous(tree: SectionTree, section: Section | None) -> Section | None:
    if section is None:
        return None
    siblings = [s for s in tree.sections if s.parent == section.parent] if section.parent is None else [
        tree.get(c) for c in tree.get(section.parent).children
    ]  # fmt: skip
    ids = [s.id for s in siblings]
    for sibling in reversed(siblings[: ids.index(section.id)]):
        if sibling.label != section.label:
            return sibling
    return None


def _lead(lead: str, tree: SectionTree, place: Section | None) -> tuple[str, ...] | None:
    """Targets of 本条, 前款... alone; None when nothing in this document can be meant."""
    unit = lead[1].replace("條", "条").replace("項", "项").replace("節", "节")
    found: Section | None = None
    if unit == "条":
        found = _article(tree, place)
    elif unit == "款":
        found = _clause(tree, place)
    elif unit == "项":
        found = place
    elif place is not None:
        found = next((s for s in (place, *tree.ancestors(place.id)) if s.label.endswith(unit)), None)
    if lead[0] != "本":
        found = _previous(tree, found)
    return (found.label,) if found is not None and found.label else None


def _targets(
    steps: tuple[tuple[str, str], ...], lead: str, tree: SectionTree, place: Section | None
) -> list[str]:
    if not lead and _RANK[steps[0][0]] <= 2:
        return _walk(None, steps, tree)
    article = _article(tree, place)
    if lead in ("上述", "前述", "上文"):
        return _earlier(steps, tree, place)
    if lead.endswith(("款", "条", "條")) and lead:
        base = _lead(lead, tree, place)
        section = tree.find(base[0])[0] if base else None
        found = _walk(section, steps, tree) if section is not None else []
        return found or (_walk(article, steps, tree) if article is not None else [])
    for base_section in (article, _clause(tree, place), place):
        if base_section is not None:
            found = _walk(base_section, steps, tree)
            if found:
                return found
    return _earlier(steps, tree, place)


def _walk(base: Section | None, steps: tuple[tuple[str, str], ...], tree: SectionTree) -> list[str]:
    """Down from ``base`` (the whole document when None) along the steps; [] where one is missing."""
    section = base
    for unit, number in steps:
        if unit in ("章", "节", "条"):
            found = tree.find(f"第{_plain(number)}{unit}") if "." not in number else tree.find(number)
            if not found and unit == "条":
                found = tree.find(number)
            if not found:
                return []
            section = found[0]
            continue
        if section is None:
            return []
        child = _child(section, unit, number, tree)
        if child is None and unit == "款" and from_chinese(number) == 1:
            continue  # the only 款 of an article
        if child is None and unit in ("项", "目"):
            child = next(
                (c for below in section.children if (c := _child(tree.get(below), unit, number, tree))), None
            )
        if child is None:
            return []
        section = child
    return [section.label] if section is not None else []


def _child(section: Section, unit: str, number: str, tree: SectionTree) -> Section | None:
    value = from_chinese(number)
    for key in section.children:
        child = tree.get(key)
        last = re.search(
            rf"(?:第)?[（(]?(\d+|[{ZH_NUMERAL}]+|[甲乙丙丁戊己庚辛壬癸])[）)]?([款项目])?$", child.label
        )
        if last is None or (last[2] and last[2] != unit):
            continue
        same = from_chinese(last[1]) == value if value is not None else last[1] == number
        if same:
            return child
    return None


def _earlier(steps: tuple[tuple[str, str], ...], tree: SectionTree, place: Section | None) -> list[str]:
    """The nearest section before ``place`` that ends in these steps (上述第（一）项)."""
    if place is None:
        return []
    for section in tree.preceding(place.id):
        if section.parent is None:
            continue
        found = _walk(tree.get(section.parent), steps, tree)
        if found and section.label == found[0]:
            return found
        if section.kind == "article" and place.kind == "article":
            break
    return []


def _annex(block: Block, m: re.Match[str], tree: SectionTree, place: Section | None) -> Reference:
    span = Span(*m.span())
    name = re.sub(r"\s", "", m["annex"])
    found = tree.find(name) or tree.find(re.sub(r"\d+", lambda d: to_chinese(int(d[0])), name))
    if not found:
        return _make(block, span, "dangling", (name,), place)
    section = found[0]
    if m["inner"]:
        for step in _ONE_STEP.finditer(m["inner"]):
            child = _child(section, step["unit"], step["numbers"].strip("（）()"), tree)
            if child is None:
                return _make(block, span, "dangling", (name + m["inner"],), place)
            section = child
    return _make(block, span, "internal", (section.label,), place)
