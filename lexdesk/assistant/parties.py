"""Who is bound: a duty of one party made mutual, a right of both kept for one. By code, no I/O.

"Customer shall indemnify Supplier" becomes "Each party shall indemnify the other party"; "Either party may
terminate" becomes "Customer may terminate", with "the other party" named.
"""

import re
from collections import Counter

from lexdesk.review.structure import Structure
from lexdesk.text.sentences import sentences

_MODAL = r"(?:must|shall|will|may|agrees|undertakes|covenants|is\s+entitled|has\s+the\s+right|can|cannot)"
_SUBJECT = re.compile(rf"(?<![\w-])(?:[Tt]he\s+)?([A-Z][a-z]+(?:\s[A-Z][a-z]+)?)\s+{_MODAL}\b")
_NOT_A_NAME = """
    Neither Either Each This These Such Any All Both No Parties Party Notices Notice Agreement It They Nothing
    Product Service Software Section Services Fees Term
"""
_NO_PARTY = frozenset(_NOT_A_NAME.split())
_MUTUAL = re.compile(
    r"\bmutual(?:ly)?\b|\breciproc(?:al|ate)\w*|\bboth\s+(?:parties|ways|sides|directions)\b|\beach\s+party\b|"
    r"\bapply\s+to\s+both\b|\b(?:bind|apply\s+to|protect|cover)s?\b[^.]{0,40}\b(?:as\s+well|too|equally)\b|\btwo-?way\b|\bthe\s+same\s+(?:right|protection|freedom|privilege|duty|obligation|benefit)\b|相互|双方",
    re.IGNORECASE,
)
_ON_CONDITION = re.compile(r"\b(?:as\s+long\s+as|provided|unless|except|without|if)\b", re.IGNORECASE)
_RIGHT = re.compile(r"\b(?:may|can|is\s+entitled|has\s+the\s+right)\b")
_SAYS = r"(?:acknowledges|represents|warrants|agrees|undertakes|covenants|confirms|has|is|does)"
_BOTH = re.compile(
    r"\b(?:either|each|neither)\s+party\b|\bboth\s+parties\b|\beach\s+of\s+the\s+parties\b", re.IGNORECASE
)


def parties(structure: Structure) -> list[str]:
    """The names of those who have rights and duties, the most frequent first."""
    seen: Counter[str] = Counter()
    for block in structure.blocks:
        for name in _SUBJECT.findall(block.text):
            if name.split()[0] not in _NO_PARTY:
                seen[name] += 1
    return [name for name, count in seen.most_common(4) if count >= 2]


def asks_for_both(instruction: str) -> bool:
    """Whether a duty or right of one party shall be one of both."""
    return bool(_MUTUAL.search(instruction)) and not _ON_CONDITION.search(instruction)


def made_mutual(instruction: str, text: str, structure: Structure) -> str:
    """The clause binding both parties; "" when it is not asked for or not plain."""
    if not asks_for_both(instruction):
        return ""
    names = parties(structure)[:2]
    spans = sentences(text)
    if _BOTH.search(text):
        return _one_sided_sentences(text, names)
    for span in spans:
        sentence = text[span.start : span.end]
        for bound in names:
            hit = re.search(rf"(?<![\w-])(?:[Tt]he\s+)?{re.escape(bound)}(?=\s+{_MODAL}\b)", sentence)
            others = [
                name for name in names if name != bound and re.search(rf"\b{re.escape(name)}\b", sentence)
            ]
            if hit is None or not others:
                continue
            out = ""
            at = 0
            for one in spans:
                here = text[one.start : one.end]
                out += text[at : one.start] + (
                    _both_bound(here, bound, others[0]) if one == span else _either(here, bound, others[0])
                )
                at = one.end
            return out + text[at:]
    return _one_sided_sentences(text, names) if len(names) == 2 else ""


def _one_sided_sentences(text: str, names: list[str]) -> str:
    """Each sentence that speaks of one party's right or duty speaks of both; what names both or neither by a
    role stays. "" when no sentence does."""
    out, at, made = "", 0, 0
    for span in sentences(text):
        here = text[span.start : span.end]
        new = "" if _BOTH.search(here) else _for_both(here, names)
        out += text[at : span.start] + (new or here)
        at = span.end
        made += bool(new)
    return out + text[at:] if made else ""


def _for_both(sentence: str, names: list[str]) -> str:
    """The sentence with its subject made "either party" (a right) or "each party"; "" if it has no subject
    that is a party."""
    for bound in names:
        subject = re.compile(rf"(?<![\w-])(?:[Tt]he\s+)?{re.escape(bound)}(?=\s+(?:{_MODAL}|{_SAYS})\b)")
        hit = subject.search(sentence)
        if hit is None:
            continue
        right = _RIGHT.match(sentence[hit.end() :].lstrip())
        both = _cased("either party" if right else "each party", hit.start() == 0)
        after = sentence[hit.end() :]
        for other in names:
            if other != bound:
                after = _swap(after, other, "the other party")
        after = _swap(after, bound, "that party", possessive="its")
        return sentence[: hit.start()] + both + after
    return ""


def _both_bound(sentence: str, bound: str, other: str) -> str:
    subject = re.compile(rf"(?<![\w-])(?:[Tt]he\s+)?{re.escape(bound)}(?=\s+{_MODAL}\b)")
    sentence = subject.sub(lambda hit: _cased("each party", hit.start() == 0), sentence, count=1)
    sentence = _swap(sentence, other, "the other party")
    return _swap(sentence, bound, "that party", possessive="its")


def _either(sentence: str, bound: str, other: str) -> str:
    named = re.search(rf"\b{re.escape(bound)}\b", sentence) is not None
    sentence = _swap(sentence, bound, "either party")
    return _swap(sentence, other, "the other party" if named else "either party")


def _swap(sentence: str, name: str, new: str, possessive: str = "") -> str:
    """``name`` as a party, not as part of a longer name such as "Customer Personal Data"."""
    pattern = re.compile(
        rf"(?<![\w-])(?:[Tt]he\s+)?{re.escape(name)}(?P<own>['’]s)?(?!\w|-|\s+(?!If\b)[A-Z])"
    )

    def put(hit: re.Match[str]) -> str:
        word = (possessive or f"{new}{hit['own']}") if hit["own"] else new
        return _cased(word, hit.start() == 0)

    return pattern.sub(put, sentence)


def _cased(words: str, first: bool) -> str:
    return words[0].upper() + words[1:] if first else words


def kept_for_one(instruction: str, text: str, structure: Structure) -> str:
    """A right or duty of both parties left to the one the instruction names; "" when not plain."""
    if not _BOTH.search(text) or _MUTUAL.search(instruction):
        return ""
    names = parties(structure)
    one = next((name for name in names if _only(name, instruction)), "")
    if not one:
        return ""
    other = next((name for name in names if name != one), "")
    article = _article(one, structure)
    for old in (r"either\s+party", r"each\s+party", r"both\s+parties"):
        text = re.sub(rf"\b{old}\b", lambda hit: _as_at(hit, one, article), text, flags=re.IGNORECASE)
    text = re.sub(
        r"\bneither\s+party\s+(may|shall|will|must)\b",
        lambda hit: f"{_as_at(hit, one, article)} {hit[1]} not",
        text,
        flags=re.IGNORECASE,
    )
    text = re.sub(
        r"\bthe\s+[a-z]+ing\s+party\b", lambda hit: _as_at(hit, one, article), text, flags=re.IGNORECASE
    )
    if other:
        there = _article(other, structure)
        text = re.sub(
            r"\bthe\s+other\s+party\b", lambda hit: _as_at(hit, other, there), text, flags=re.IGNORECASE
        )
    return text


def _only(name: str, instruction: str) -> bool:
    bare = re.escape(name)
    return bool(
        re.search(
            rf"\bonly\s+(?:the\s+|by\s+(?:the\s+)?|for\s+(?:the\s+)?)?{bare}\b|\b{bare}\s+(?:alone|only)\b|"
            rf"\b{bare}['’]s\s+(?:sole|alone|only)\b|\b{bare}\b[^.]{{0,30}}\bbut\s+not\b|\bsolely\s+(?:the\s+)?{bare}\b",
            instruction,
            re.IGNORECASE,
        )
    )


def _article(name: str, structure: Structure) -> str:
    """ "the " where this agreement mostly writes "the Customer"."""
    text = "\n".join(block.text for block in structure.blocks)
    with_article = len(re.findall(rf"\b[Tt]he\s+{re.escape(name)}\b", text))
    return "the " if 2 * with_article > len(re.findall(rf"\b{re.escape(name)}\b", text)) else ""


def _as_at(hit: re.Match[str], name: str, article: str) -> str:
    named = f"{article}{name}"
    return _cased(named, hit.group()[0].isupper())
