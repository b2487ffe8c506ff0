"""Names of the parties that are spelt in another way than where the parties are introduced."""

import re
from collections.abc import Iterator

from rapidfuzz.distance import Levenshtein

from lexdesk.law.parties import COMPANY, INTRODUCED, SUFFIX, ZH_ANY_COMPANY, Party, cut_name, find_parties
from lexdesk.law.proofreading.model import Hit, Reading
from lexdesk.text.spans import Span


def deviating_names(reading: Reading) -> Iterator[Hit]:
    """Names that are nearly, but not quite, the full name of a party (or its short name, if that is a "
    "name)."""
    parties = find_parties(reading.blocks, reading.tree)
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
        for m in COMPANY.finditer(block.text):
            name, span = cut_name(m)
            if INTRODUCED.match(block.text[span.end : span.end + 160]):
                names.add(_letters(name))
    return names


def _candidates(text: str, parties: list[Party]) -> Iterator[Span]:
    """Stretches of capitalised words about as long as a party's name, beginning with a similar letter."""
    if re.search(r"[\u4e00-\u9fff]", text):
        ends = [m.end("name") for m in ZH_ANY_COMPANY.finditer(text)]
        for end in ends:
            for party in parties:
                for extra in (0, 1, -1, -2):
                    if end - len(party.name) - extra >= 0:
                        yield Span(end - len(party.name) - extra, end)
    words = [Span(*m.span()) for m in re.finditer(r"[A-Z&\d][\w’'.&-]*|(?<=\s)(?:of|and|the)(?=\s)", text)]
    for i, first in enumerate(words):
        last = first
        if not text[first.start].isupper():
            continue
        reach = [first]
        for following in words[i + 1 : i + 9]:
            if not re.fullmatch(r",?\s+", text[last.end : following.start]):
                break
            last = following
            reach.append(following)
        for tail in reversed(reach[1:]):
            yield Span(first.start, _without_point(text, first.start, tail.end))


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


_FORMS_WORDS = "inc corp ltd llc llp lp plc co gmbh ag sa bv nv pty"
_FORMS = frozenset(_FORMS_WORDS.split())


def _within(part: list[str], whole: list[str]) -> bool:
    """True when the words of ``part`` stand side by side in ``whole``: a short form, or a name with more."""
    return any(whole[i : i + len(part)] == part for i in range(len(whole) - len(part) + 1))


def _near(a: str, b: str) -> bool:
    """A slip of the pen: at most two letters in words of five or more, one in shorter ones."""
    distance = Levenshtein.distance(a, b, score_cutoff=3)
    longest = max(len(a), len(b))
    return distance <= (1 if longest < 4 else 2 if longest < 9 else 3) and distance * 2 < longest + 2
