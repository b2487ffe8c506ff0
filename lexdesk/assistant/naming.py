"""What an instruction names outright: sections by number, words in quotes, references. No I/O."""

import re

from lexdesk.law.model import Section
from lexdesk.review.structure import Structure

_KEYWORD = (
    r"(?:sections?|clauses?|articles?|paragraphs?|sub-?sections?|sub-?clauses?|schedules?|annex(?:es)?|exhibits?|"
    r"appendix|§+|item)"
)
_ZH = r"[（(]?[一二三四五六七八九十百千零〇\d]+[）)]?"
LABEL = re.compile(
    rf"(?P<keyword>{_KEYWORD})\s*(?P<a>(?:\d+(?:\.\d+)*|(?-i:[IVXLC]+\b|[A-Z]\b))(?:\s?\([A-Za-z0-9]{{1,5}}\))*)"
    r"|(?P<b>(?<![\d.$€£%])\b\d+(?:\.\d+)+(?:\s?\([A-Za-z0-9]{1,5}\))*(?!\s*(?:%|percent|per\s+cent|days?|months?|million)))"
    r"|(?P<c>(?<![\d.$€£%])\b\d+(?:\s?\([A-Za-z]{1,4}\))+)"
    rf"|(?P<d>第{_ZH}[章条款项](?:第{_ZH}[款项目])*)"
    r"|第\s*(?P<f>\d+(?:\.\d+)+(?:\s?[（(][A-Za-z0-9]{1,5}[)）])*)\s*[条款项]"
    r"|(?P<e>(?:(?<=^)|(?<=delete\s)|(?<=remove\s)|(?<=strike\s)|(?<=drop\s)|(?<=scrap\s)|(?<=move\s))\d{1,3}"
    r"(?=\s*:\s|,\s+(?!\d)|\s+(?:in\s+full|entirely|completely|altogether|goes|can\s+go|(?:so|to\s+stand|right|directly|after|before|behind)\b)"
    r"|[.;]?\s*$|[.;]\s))",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[“\"「『]([^”\"」』]{2,400})[”\"」』]|(?<!\w)[‘']([^’']{2,400})[’'](?!\w)")
REFERENCE_MEANT = re.compile(
    r"\b(?:cross-?)?references?\b|\brefers?\b|\bsends\s+the\s+reader\b|\bpoints?\s+to\b|\bcites?\b|引用|援引|指向",
    re.IGNORECASE,
)
_REFERENCE_TO = re.compile(
    r"\breferences?\s+to\s+((?:the\s+)?(?:section|clause|article|§)?\s*\d+(?:\.\d+)*(?:\([A-Za-z0-9]+\))*)",
    re.IGNORECASE,
)
_TARGET_BEFORE = re.compile(
    r"(?:\bshould\s+(?:be|read|say|refer\s+to|point\s+to)|\brefer(?:s|ring)?\s+to|\breferences?\s+to|\bpoints?\s+to|"
    r"\binstead\s+of|\brather\s+than|\bnot|\bto|\bfrom|\bwith|\bby|引用的?是?|援引|指向|应当?[为是]|改为|改成|[由从])\s*(?:the\s+)?[“\"‘']?$",
    re.IGNORECASE,
)
_NEW_WORDS_BEFORE = re.compile(
    r"\b(?:with|by|to|to\s+read|to\s+say|into|add|insert|adding|inserting|reads?|(?<!where\sit\s)says?|called)\s*:?\s*(?:the\s+(?:words?|phrase|sentence)\s*:?\s*)?$",
    re.IGNORECASE,
)
_STRAIGHT = str.maketrans("“”‘’–—\u2011\u00a0", "\"\"''--- ")


def labels_in(instruction: str, structure: Structure) -> tuple[list[Section], list[str]]:
    """Sections named by number, in order, and the numbers that name no section."""
    found: list[Section] = []
    missing: list[str] = []
    above = ""
    for hit in LABEL.finditer(instruction):
        label = next(value for value in (hit["a"], hit["b"], hit["c"], hit["d"], hit["e"], hit["f"]) if value)
        tried = [f"{hit['keyword']} {label}", label] if hit["keyword"] else [label]
        if hit["d"] and above and not label.endswith(("章", "条")):
            tried.insert(0, f"{above}{label}")  # "第四条第（一）款删去第4项": the item of that paragraph
        if hit["d"] and "条" in label:
            above = label
        sections: list[Section] = []
        for name in tried:
            sections = structure.tree.find(name)
            if sections:
                break
        if sections and above and name == f"{above}{label}":
            found = [section for section in found if section.id != sections[0].parent]
        if sections:
            found.extend(section for section in sections if section not in found)
        elif not _external(instruction, hit.end()):
            missing.append(hit.group().strip())
    return found, missing


def _external(text: str, end: int) -> bool:
    return bool(re.match(r"\s*(?:of|under|in)\s+the\s+[A-Z]", text[end:]))


def holds_item(label: str, structure: Structure) -> Section | None:
    """For "7.5(e)": section 7.5, if "(e)" stands inside its text."""
    hit = re.search(r"(.*\S)\s*(\([A-Za-z0-9]{1,5}\))$", label)
    if hit is None:
        return None
    for section in structure.tree.find(hit[1]):
        if hit[2] in structure.tree.text(section.id):
            return section
    return None


def places_not_targets(instruction: str, numbered: list[Section], structure: Structure) -> list[Section]:
    """Without the sections that a reference should point to or points to now: they are not the place."""
    if not REFERENCE_MEANT.search(instruction):
        return numbered
    kept = []
    for hit in LABEL.finditer(instruction):
        if not _TARGET_BEFORE.search(instruction[: hit.start()]):
            kept += labels_in(hit.group(), structure)[0]
    return [section for section in numbered if section in kept]


def quoted_places(instruction: str, structure: Structure) -> list[str]:
    keys: list[str] = []
    for hit in _QUOTED.finditer(instruction):
        quote = (hit[1] or hit[2]).strip(" .,;")
        if _NEW_WORDS_BEFORE.search(instruction[: hit.start()]):
            continue
        form = straight(quote)
        there = [block.key for block in structure.blocks if form in straight(block.text)]
        long = len(quote.split()) >= 3 or re.search(r"[\u3400-\u9fff]{4}", quote)
        if long or len(there) == 1:
            keys.extend(key for key in there if key not in keys)
    return keys


def referring_to(instruction: str, structure: Structure) -> set[str]:
    """Paragraphs with a reference; of the one that "the reference to Section 2.1" speaks of, if it does."""
    hit = _REFERENCE_TO.search(instruction)
    old = labels_in(hit[1], structure)[0] if hit else []
    labels = {section.label for section in old}
    return {one.block for one in structure.references if not labels or not labels.isdisjoint(one.targets)}


def straight(text: str) -> str:
    """The text with straight quotes and dashes, of the same length."""
    return text.translate(_STRAIGHT)
