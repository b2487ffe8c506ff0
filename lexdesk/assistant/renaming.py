"""Renaming a defined term everywhere: done by code alone, whole words, singular and plural."""

import re

from lexdesk.assistant.lookups import Drafted, Facts
from lexdesk.assistant.outcome import Outcome, by_code
from lexdesk.assistant.recorder import RunRecorder
from lexdesk.assistant.scope import Scope
from lexdesk.assistant.tools import FindArguments, find_text, place_of
from lexdesk.review.proposal import Proposal, ReplaceParagraph

_QUOTED = re.compile(
    r"[“\"‘'「](?P<old>[^”\"’'」]{2,80})[”\"’'」].{0,60}?"
    r"(?:\bto\b|\bwith\b|\bby\b|\binto\b|\bas\b|改为|替换为|更名为).{0,20}?"
    r"[“\"‘'「](?P<new>[^”\"’'」]{2,80})[”\"’'」]",
    re.IGNORECASE | re.DOTALL,
)
_CHINESE = re.compile(r"[\u3400-\u9fff]")
_TERM = r"[A-Z][\w-]*(?:\s+(?:of\s+|and\s+)?[A-Z][\w-]*){0,4}"
_BARE = re.compile(
    rf"(?:[Rr]ename|[Rr]eplace|[Cc]hange|[Cc]all)\s+(?:the\s+)?(?:defined\s+)?(?:term\s+)?(?P<old>{_TERM})\s+"
    rf"(?:to|with|by|as|into)\s+(?:the\s+)?(?P<new>{_TERM})"
)
_INSTEAD = re.compile(
    rf"[Uu]se\s+[“\"]?(?P<new>{_TERM})[”\"]?\s+(?:instead\s+of|for|rather\s+than)\s+[“\"]?(?P<old>{_TERM})"
)


_CALLED = re.compile(
    r"\b(?i:call|refer\s+to)\s+(?:the\s+)?(?:defined\s+)?(?:term\s+)?(?:[“\"‘'](?P<old>[^”\"’']{2,80})[”\"’']|(?P<bare>"
    rf"{_TERM}))\s+(?:as\s+)?(?:an?\s+|the\s+)?(?:[“\"‘'](?P<new>[^”\"’']{{2,80}})[”\"’']|(?P<plain>{_TERM}))"
)
_SHOULD_BE = re.compile(
    rf"(?:[“\"‘'](?P<old>[^”\"’']{{2,80}})[”\"’']|(?P<bare>{_TERM}))\s+(?:should|shall|must|is\s+to|will)\s+"
    rf"(?:be\s+(?:called|named|renamed(?:\s+to)?|replaced\s+(?:by|with)|referred\s+to\s+as)|become|read)\s+(?:the\s+)?"
    rf"(?:[“\"‘'](?P<new>[^”\"’']{{2,80}})[”\"’']|(?P<plain>{_TERM}))"
)


def _both_terms(instruction: str) -> tuple[str, str]:
    """The old and the new term of an instruction; ("", "") when it does not name both."""
    for pattern in (_INSTEAD, _QUOTED, _BARE, _CALLED, _SHOULD_BE):
        hit = pattern.search(instruction)
        if hit is None:
            continue
        said = hit.groupdict()
        old, new = said["old"] or said.get("bare") or "", said["new"] or said.get("plain") or ""
        if old and new:
            return old.strip(), new.strip()
    return "", ""


def draft_renaming(recorder: RunRecorder, scope: Scope, instruction: str) -> Drafted | Outcome | None:
    """A term renamed in every use; None when the instruction does not name both terms."""
    old, new = _both_terms(instruction)
    if not old or scope.version_id is None or scope.document_id is None:
        return None
    structure = scope.structure()
    arguments = FindArguments(document_id=scope.document_id, version_id=scope.version_id, text=old)
    recorder.tool("find_text", arguments, lambda: find_text(scope, old))
    pairs = _forms(old, new)
    longer = [
        term.name
        for term in structure.terms
        if re.search(rf"\w\s+{re.escape(old)}$", term.name)
        or (_CHINESE.match(old) and old in term.name and old != term.name)
    ]
    proposals: list[Proposal] = []
    places = []
    count = 0
    for block in structure.blocks:
        text, made = _renamed(block.text, pairs, longer)
        text = _articles(block.text, text, new)
        if text != block.text:
            count += made
            proposals.append(ReplaceParagraph(block.key, text, block.text))
            places.append(place_of(structure, block.key))
    if not proposals:
        there = any(_renamed(block.text, [(new, old)], [])[1] for block in structure.blocks)
        if there:
            text = f"“{old}” is not used in this agreement, which already says “{new}”."
            return Outcome("no_change", (by_code(text),))
        return Outcome("refused", (by_code(f"“{old}” is not used in this agreement. Nothing was staged."),))
    kept = f" “{'”, “'.join(longer)}” stays: it is another term." if longer else ""
    return Drafted(
        proposals,
        Facts(places=tuple(places)),
        lead=f"“{old}” renamed to “{new}” in {len(proposals)} paragraphs ({count} uses)",
        explanation=f"{count} uses of “{old}” found by code.{kept}",
        by_code=True,
    )


def _renamed(text: str, pairs: list[tuple[str, str]], longer: list[str]) -> tuple[str, int]:
    """Whole words only; a longer defined term that ends with the old one is another term and stays."""
    keep = "|".join(re.escape(name) + "s?" for name in sorted(longer, key=len, reverse=True))
    forms = dict(pairs)
    old = "|".join(re.escape(before) for before, _after in pairs)
    chinese = bool(_CHINESE.match(pairs[0][0]))  # written without blanks between words
    ahead, behind = ("", "") if chinese else (r"(?<!\w)", r"(?!\w)")
    pattern = rf"{ahead}(?:(?P<keep>{keep or '(?!)'})|(?P<old>{old})){behind}"
    made = 0

    def swap(hit: re.Match[str]) -> str:
        nonlocal made
        if hit["keep"]:
            return hit.group()
        made += 1
        return forms[hit.group()]

    return re.sub(pattern, swap, text), made


def _forms(old: str, new: str) -> list[tuple[str, str]]:
    """The term as given, its singular and plural, and all three in capitals."""
    pairs = [(old, new)]
    if _CHINESE.search(old + new):
        return pairs
    if _is_plural(old) and _is_plural(new):
        pairs.append((_singular(old), _singular(new)))
    elif not _is_plural(old) and not _is_plural(new):
        pairs.append((_plural(old), _plural(new)))
    if old.upper() != old:
        pairs += [(before.upper(), after.upper()) for before, after in list(pairs)]
    return sorted(dict(pairs).items(), key=lambda pair: -len(pair[0]))


def _is_plural(term: str) -> bool:
    return term.endswith("s") and not term.endswith(("ss", "us", "is"))


def _singular(term: str) -> str:
    if term.endswith("ies"):
        return f"{term[:-3]}y"
    if term.endswith(("ches", "shes", "sses", "xes")):
        return term[:-2]
    return term[:-1]


def _plural(term: str) -> str:
    if re.search(r"[^aeiou]y$", term):
        return f"{term[:-1]}ies"
    return f"{term}es" if term.endswith(("ch", "sh", "ss", "x")) else f"{term}s"


def _articles(before: str, after: str, new: str) -> str:
    """“an Update” becomes “a Maintenance Release”: the article follows the new word's first letter."""
    if before == after:
        return after
    stem = re.escape(new.split()[0].rstrip("s"))
    vowel = new[0].lower() in "aeiou"
    wrong, right = ("a", "an") if vowel else ("an", "a")
    text = re.sub(rf"\b{wrong}(?=\s+[“\"]?{stem})", right, after)
    return re.sub(rf"\b{wrong.capitalize()}(?=\s+[“\"]?{stem})", right.capitalize(), text)
