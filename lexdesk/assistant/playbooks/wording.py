"""The words of an edit that brings a clause to a position, written by code where that is plain."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from lexdesk.assistant.measures import Asked, rewritten
from lexdesk.assistant.playbooks.comparing import Reading
from lexdesk.text.sentences import sentences

_TOKEN = re.compile(r"[\u3400-\u9fff]|[^\W_]+(?:['’-][^\W_]+)*")
_CLAUSE_REST = re.compile(r"[^.;:。；：,，]*")
_ARTICLES = ("the", "a", "an")
_LEAST_SHARE = 0.4  # of the position's words that must stand in the clause's sentence
_MOST_REST = 3  # words of the old phrase after the last common word that go with it


def with_figures(text: str, readings: Sequence[Reading]) -> str:
    """The clause with each figure that differs put as the position has it, in the clause's own style; ""
    where one of them has no counterpart or cannot be written so."""
    wrong = [one for one in readings if not one.met]
    if not wrong or any(one.there is None for one in wrong):
        return ""
    for one in sorted(wrong, key=lambda each: -each.there.span.start if each.there else 0):
        assert one.there is not None
        new = rewritten(one.there, Asked(new=one.wanted.quantity))
        if not new:
            return ""
        text = text[: one.there.span.start] + new + text[one.there.span.end :]
    return text


def with_phrase(text: str, position: str) -> str:
    """The clause with its phrase replaced by the position's words, where the two begin alike and share at
    least two fifths of the position's words in one sentence; "" otherwise. A mere proposal."""
    wanted = [hit.group().casefold() for hit in _TOKEN.finditer(position)]
    lead = 1 if wanted[:1] and wanted[0] in _ARTICLES else 0
    opening = wanted[lead : lead + 2]
    best, most = "", 0.0
    for span in sentences(text) if len(opening) == 2 else ():
        sentence = text[span.start : span.end]
        there = list(_TOKEN.finditer(sentence))
        said = [hit.group().casefold() for hit in there]
        first = next((at for at in range(len(said) - 1) if said[at : at + 2] == opening), None)
        if first is None:
            continue
        if lead and first and said[first - 1] == wanted[0]:
            first -= 1
        matcher = SequenceMatcher(None, said[first:], wanted, autojunk=False)
        blocks = [block for block in matcher.get_matching_blocks() if block.size]
        share = sum(block.size for block in blocks) / len(wanted)
        if share < _LEAST_SHARE or share <= most:
            continue
        last = there[first + blocks[-1].a + blocks[-1].size - 1]
        rest = _CLAUSE_REST.match(sentence, last.end())
        taken = rest.group() if rest and len(_TOKEN.findall(rest.group())) <= _MOST_REST else ""
        begin, end = there[first].start(), last.end() + len(taken)
        new = position.rstrip(" .。")
        if begin and new[:1].isupper() and new.split()[0].lower() in _ARTICLES:
            new = new[0].lower() + new[1:]
        most = share
        best = f"{text[: span.start]}{sentence[:begin]}{new}{sentence[end:]}{text[span.end :]}"
    return best
