"""References that lead nowhere or to the wrong place, and attachments no one asks for."""

import re
from collections import Counter
from collections.abc import Iterator

from lexdesk.law.model import Reference, Section
from lexdesk.law.proofreading.missing import Numbers
from lexdesk.law.proofreading.model import Hit, Reading
from lexdesk.text.spans import Span

_ATTACH = re.compile(
    r"\s*(?P<word>schedules?|exhibits?|annex(?:ure)?s?|annexes|appendix|appendices|attachments?|addendum|addenda|附件|附表|附录)",
    re.IGNORECASE,
)
# What Word shows in the place of a lost target, in the languages agreements come in
_FIELD_ERROR = re.compile(
    r"Error!\s*(?:Reference source not found|Bookmark not defined|No text of specified style in document|"
    r"Unknown switch argument|No bookmark name given|Not a valid \w+)\.?"
    r"|错误[!！]\s*(?:未找到引用源|未定义书签|未定义)[。.]?|錯誤[!！]\s*找不到參照來源[。.]?"
    r"|Fehler!\s*(?:Verweisquelle konnte nicht gefunden werden|Textmarke nicht definiert)\.?"
    r"|Erreur\s*!\s*(?:Source du renvoi introuvable|Signet non défini)\.?"
)
_TITLE_BEHIND = re.compile(
    r"(?P<number>\d+(?:\.\d+)*(?:\([a-z0-9]{1,4}\))*|\b[IVXL]+\b|第[^\s（(第]{1,6}[条條])\s*(?:,?\s*(?:entitled|headed|titled)?\s*(?=[“‘]))?"
    r"(?P<open>[(（\[“‘])(?P<title>[^()（）\[\]“”‘’\n]{2,80})[)）\]”’]"
)
_DASHED = re.compile(
    r"(?P<number>\d+(?:\.\d+)*)\s*[–—]\s*(?P<title>[A-Z][\w’'-]*(?:\s+(?:(?:and|of|or|the|to|in|for|on)\s+)*[A-Z][\w’'-]*)*)"
)
# "Exhibit C – Sublicence", "EXHIBIT 1 JOINT FILING": an entry of a list or a heading, no reference
_LISTED_BEFORE = re.compile(r"\n\s*$|(?:list|table) of (?:exhibits|schedules)", re.IGNORECASE)
_LISTED_AFTER = re.compile(r"\s*(?:[-–—:]\s+[A-Z]|\n|\s{4}|[A-Z]{3,}\s+[A-Z]{3,})")
_ELSEWHERE = re.compile(
    r"\s*(?:,?\s*\([^()]*\))?\s*(?:thereto|thereof|"
    r"(?:to|of) (?!this\b|the [Aa]greement\b)(?:the|that|such|its|our)\b)"
)
_KEYWORD_BEFORE = re.compile(
    r"(?:\b(?:sections?|clauses?|articles?|paragraphs?|sub-?clauses?)|§|第|,|\band|\bor)\s*$", re.IGNORECASE
)
_FOR_HEADING = re.compile(r"\s+for\s+(?:the\s+|its\s+)?(?P<words>[A-Za-z][\w’' -]{4,80})")
_NO_TITLE = re.compile(
    r"(?:as\b|the “|including|inclusive|collectively|together|other than|except|subject|if\b|but\b|"
    r"and\b|or\b|which|a copy|"
    r"for\b|with\b|to\b|in\b|each\b|such\b|to the extent|see\b|e\.g|i\.e|above|below|whether|when|where)",
    re.IGNORECASE,
)
_SMALL_WORDS = "the a an of and or for to in on by with from under 及 和 与 的"
_SMALL = frozenset(_SMALL_WORDS.split())


def dangling(reading: Reading) -> Iterator[Hit]:
    """References to sections that do not exist, beyond doubt."""
    numbers = Numbers(reading)
    for reference in reading.references:
        if (
            reference.kind != "dangling"
            or _ATTACH.match(reference.text)
            or _FIELD_ERROR.search(reference.text)
        ):
            continue
        missing = [label for label in _missing(reading, reference) if numbers.is_missing(label, reference)]
        if missing:
            yield Hit(reference.block, reference.span, _nothing_there(reading, reference, missing))


def missing_attachments(reading: Reading) -> Iterator[Hit]:
    """The first reference to each schedule, exhibit or annex that is not attached."""
    seen: set[str] = set()
    for reference in reading.references:
        if reference.kind != "dangling" or not _ATTACH.match(reference.text):
            continue
        if _is_listing(reading, reference):
            continue
        for label in _missing(reading, reference):
            if label.lower() in seen or "." in label or _has_heading(reading, label):
                continue
            seen.add(label.lower())
            there = [s.label for s in reading.attachments if s.label.split(" ")[0] == label.split(" ")[0]]
            only = f"; there {'is' if len(there) == 1 else 'are'} only {_listed(there)}" if there else ""
            yield Hit(reference.block, reference.span, f"{label} is referred to but not attached{only}.")
            break


def _is_listing(reading: Reading, reference: Reference) -> bool:
    """A heading or an entry of a list of exhibits, an exhibit of a filing, or one of another document."""
    text = reading.by_key[reference.block].text
    before, after = text[: reference.span.start], text[reference.span.end : reference.span.end + 60]
    if not before.strip() or _LISTED_BEFORE.search(before):
        return True
    return _LISTED_AFTER.match(after) is not None or _ELSEWHERE.match(after) is not None


def _has_heading(reading: Reading, label: str) -> bool:
    """True when a paragraph begins with the label though the tree has no such attachment.

    One line of a table of contents alone does not make an attachment, two such paragraphs do.
    """
    own = re.compile(rf"\s*[\[(“\"]?{re.escape(label)}(?![\w.]\w)", re.IGNORECASE)
    keys = [block.key for block in reading.blocks if own.match(block.text)]
    return len(keys) > 1 or any(key not in reading.tree.contents for key in keys)


def _missing(reading: Reading, reference: Reference) -> list[str]:
    return [label for label in reference.targets if not reading.tree.find(label)]


def _listed(labels: list[str]) -> str:
    return labels[0] if len(labels) == 1 else f"{', '.join(labels[:-1])} and {labels[-1]}"


def _nothing_there(reading: Reading, reference: Reference, missing: list[str]) -> str:
    label = missing[0]
    word = re.match(
        r"(?:this\s+|these\s+)?([A-Za-z§.]+?)s?(?=\s|\d|$)", reference.text.strip(), re.IGNORECASE
    )
    shown = f"{word[1]} {label}" if word and label[:1].isdigit() else label
    parent = re.sub(r"(?:\.\d+|\([^()]*\))$", "", label)
    over = reading.tree.find(parent) if parent != label else []
    last = [reading.tree.get(c).label for c in over[0].children if reading.tree.get(c).label] if over else []
    ends = f" ({parent} ends at {last[-1]})" if last else ""
    return f"There is no {shown}{ends}."


def field_errors(reading: Reading) -> Iterator[Hit]:
    """The error sentence of a lost cross-reference field standing in the text."""
    for block in reading.prose:
        for m in _FIELD_ERROR.finditer(block.text):
            yield Hit(
                block.key, Span(*m.span()), "A broken cross-reference field stands here; its target is gone."
            )


def stale_fields(reading: Reading) -> Iterator[Hit]:
    """Cross-reference fields that still show the number their target had before."""
    homes = {name: block.key for block in reading.blocks for name in block.bookmarks}
    for block in reading.blocks:
        for field in block.fields:
            shown = block.text[field.span.start : field.span.end].strip().rstrip(".")
            home = homes.get(field.target)
            target = reading.tree.of_block(home) if home is not None else None
            # A page number is a field too: only a number behind its keyword names a clause
            if not _KEYWORD_BEFORE.search(block.text[: field.span.start]):
                continue
            if target is None or not re.fullmatch(r"\d+(?:\.\d+)*(?:\(\w+\))*", shown):
                continue
            if not reading.by_key[target.first_block].label or not re.match(r"\d", target.label):
                continue
            if target.label != shown and not target.label.endswith(shown):
                said = f"The cross-reference field shows {shown}, but its target is now {target.label}."
                yield Hit(block.key, field.span, said, target.label)


def wrong_headings(reading: Reading) -> Iterator[Hit]:
    """References whose heading in brackets is another section's: "Section 10 (Indemnification)"."""
    by_heading: dict[str, list[Section]] = {}
    for section in reading.tree.sections:
        if section.label and (heading := reading.heading(section)):
            by_heading.setdefault(_plain(heading), []).append(section)
    for reference in reading.references:
        if reference.kind == "external":
            continue
        block = reading.by_key[reference.block]
        yield from _named_elsewhere(reading, by_heading, reference)
        for m in _titles(block.text, reference.span):
            place = reading.tree.at(block.key, m.start())
            hit = _compared(reading, by_heading, m, reference, place)
            if hit:
                start = (
                    reference.span.start
                    if m.start("number") - reference.span.start < 40
                    else m.start("number")
                )
                yield Hit(block.key, Span(start, max(m.end(), reference.span.end)), hit)


def _named_elsewhere(
    reading: Reading, by_heading: dict[str, list[Section]], reference: Reference
) -> Iterator[Hit]:
    """Such as "see clause 3 for the limit of liability", where that is the heading of clause 4."""
    text = reading.by_key[reference.block].text
    m = _FOR_HEADING.match(text, reference.span.end)
    targets = [s for label in reference.targets for s in reading.tree.find(label)]
    if m is None or len(targets) != 1:
        return
    words = m["words"].split()
    for count in range(min(len(words), 8), 1, -1):
        holders = by_heading.get(_plain(" ".join(words[:count])), [])
        others = [s for s in holders if s.id != targets[0].id]
        defined = any(term.name.lower() == " ".join(words[:count]).lower() for term in reading.terms)
        if holders and len(others) == len(holders) and not defined:
            if _plain(" ".join(words[:count])) not in _plain(reading.tree.text(targets[0].id)):
                said = (
                    f"“{others[0].heading}” is the heading of {others[0].label}, not of {targets[0].label}."
                )
                yield Hit(reference.block, reference.span, said)
            return


def _titles(text: str, span: Span) -> Iterator[re.Match[str]]:
    for pattern in (_TITLE_BEHIND, _DASHED):
        for m in pattern.finditer(text, span.start, min(len(text), span.end + 100)):
            if m.start("number") < span.end:
                yield m


def _compared(
    reading: Reading,
    by_heading: dict[str, list[Section]],
    m: re.Match[str],
    reference: Reference,
    place: Section | None,
) -> str:
    """What is wrong in one sentence, "" when the heading fits or the words are no heading."""
    title = m["title"].strip(' .,:;“”"‘’')
    if _NO_TITLE.match(title) or not re.match(r"[A-Z\u4e00-\u9fff]", title):
        return ""
    wanted = [s for label in reference.targets for s in reading.tree.find(label)]
    number = m["number"].rstrip(".")
    named = [s for s in wanted if s.label == number or s.label.split(" ")[-1] == number]
    target = named[0] if named else (wanted[0] if len(wanted) == 1 else None)
    heading = reading.heading(target) if target is not None else ""
    if target is None or not heading:
        return ""
    here, there = _plain(title), _plain(heading)
    if here == there or here in there or there in here:
        return ""
    holders = [s for s in by_heading.get(here, []) if s.id != target.id]
    above = [_plain(a.heading) for a in reading.tree.ancestors(target.id) if a.heading]
    if here in above:
        return ""
    if holders:
        return f"“{title}” is the heading of {holders[0].label}; {target.label} is headed “{heading}”."
    if m.re is _DASHED or _stems(here) & _stems(there) or not _looks_like_heading(title):
        return ""
    return f"{target.label} is headed “{heading}”, not “{title}”."


def _plain(heading: str) -> str:
    text = heading.lower().replace("&", "and").replace("’", "'")
    return " ".join(re.sub(r"[^\w\u4e00-\u9fff ]+", " ", text).split())


def _stems(text: str) -> set[str]:
    return {word[:5] for word in text.split() if word not in _SMALL}


def _looks_like_heading(title: str) -> bool:
    """Capitals at most words, few words, and no verb of a sentence."""
    words = title.split()
    if re.search(r"[\u4e00-\u9fff]", title):
        return len(title) <= 12 and not re.search(r"[，。：、\d]", title)
    if len(words) > 8 or re.search(
        r"\d|\b(?:is|are|shall|will|may|has|have|relat\w+|dated|set|describ\w+)\b", title
    ):
        return False
    return all(w[:1].isupper() or w.lower() in _SMALL for w in words) or len(words) <= 4


def unreferenced_attachments(reading: Reading) -> Iterator[Hit]:
    """Attached schedules, exhibits and annexes that no clause mentions."""
    mentioned: set[str] = set()
    for reference in reading.references:
        home = reading.attachment(reference.block)
        for label in reference.targets:
            for section in reading.tree.find(label):
                top = [section, *reading.tree.ancestors(section.id)][-1]
                if home is None or home.id != top.id:
                    mentioned.add(top.id)
    for section in reading.attachments:
        block = reading.by_key[section.first_block]
        if section.id in mentioned or block.key in reading.tree.contents or _named_in_text(reading, section):
            continue
        start = block.text.lower().find(section.label.lower(), section.start)
        start = section.start if start < 0 else start
        span = Span(start, min(len(block.text), start + len(section.label)))
        yield Hit(block.key, span, f"No clause refers to {section.label}.")


def _named_in_text(reading: Reading, section: Section) -> bool:
    """True when the label, or its word alone ("the Exhibit hereto"), stands anywhere outside of it."""
    word, _, number = section.label.partition(" ")
    if number:
        pattern = re.compile(
            rf"\b{re.escape(word)}(?:e?s|ures?)?\b[^.;]{{0,60}}?(?<![\w]){re.escape(number)}(?![\w])",
            re.IGNORECASE,
        )
    else:
        pattern = re.compile(re.escape(word), re.IGNORECASE)
    inside = set(section.blocks)
    return any(b.key not in inside and pattern.search(b.text) for b in reading.prose)


def keyword_drift(reading: Reading) -> Iterator[Hit]:
    """ "Section 8.1" once in an agreement that says "clause" everywhere, or the other way round."""
    counts: Counter[str] = Counter()
    found: list[tuple[str, Reference, re.Match[str]]] = []
    for reference in reading.references:
        if reference.kind == "dangling" or (
            reference.kind == "external" and not _is_ours(reading, reference)
        ):
            continue
        m = re.match(r"(?P<this>this\s+)?(?P<word>sections?|clauses?)\b", reference.text, re.IGNORECASE)
        # "clause (ii) above" is what American agreements call an item of a Section
        if m and re.match(r"\s*\d", reference.text[m.end() :]):
            word = m["word"].lower().rstrip("s")
            counts[word] += 1
            found.append((word, reference, m))
    if len(counts) < 2:
        return
    (usual, many), (odd, few) = counts.most_common(2)
    if many < 4 or few > max(1, many // 6):
        return
    for word, reference, m in found:
        if word == odd:
            start = reference.span.start + m.start("word")
            span = Span(start, start + len(m["word"]))
            fix = usual + ("s" if m["word"].lower().endswith("s") else "")
            if _capital_usual(found, usual):
                fix = fix.capitalize()
            at_start = re.search(r"(?:^|[.:]\s+|\t)$", reading.by_key[reference.block].text[:start])
            fix = fix.capitalize() if at_start else fix
            yield Hit(
                reference.block,
                span,
                f"The agreement says “{usual}” elsewhere; here it says “{m['word']}”.",
                fix,
            )


def _is_ours(reading: Reading, reference: Reference) -> bool:
    """A reference taken for external only because a statute was cited with the same word before."""
    block = reading.by_key[reference.block]
    number = re.search(r"\d+\.\d+(?:\(\w+\))*$", reference.text)
    if (
        number is None
        or not reading.tree.find(number[0])
        or (reference.instrument and reference.instrument in block.text)
    ):
        return False
    return re.match(r"\s*(?:of|under|in|to)\s+(?:the|that|such)\b", block.text[reference.span.end :]) is None


def _capital_usual(found: list[tuple[str, Reference, re.Match[str]]], word: str) -> bool:
    capitals = [str(m["word"])[:1].isupper() for w, _, m in found if w == word]
    return sum(capitals) * 2 > len(capitals)
