"""Renaming a defined term everywhere: done by code alone, whole words, singular and plural."""

import re

from lexdesk.assistant.lookups import Facts, staged_outcome
from lexdesk.assistant.outcome import Outcome, by_code
from lexdesk.assistant.recorder import RunRecorder
from lexdesk.assistant.scope import Scope
from lexdesk.assistant.tools import FindArguments, find_text, place_of
from lexdesk.review.proposal import Proposal, ReplaceParagraph

_TWO = re.compile(
    r"[“\"‘'「](?P<old>[^”\"’'」]{2,80})[”\"’'」].{0,60}?"
    r"(?:\bto\b|\bwith\b|\bby\b|\binto\b|改为|替换为|更名为).{0,20}?"
    r"[“\"‘'「](?P<new>[^”\"’'」]{2,80})[”\"’'」]",
    re.IGNORECASE | re.DOTALL,
)


def stage_renaming(recorder: RunRecorder, scope: Scope, instruction: str) -> Outcome | None:
    """One staged edit over every use; None when the instruction does not quote both terms."""
    hit = _TWO.search(instruction)
    if hit is None or scope.version_id is None or scope.document_id is None:
        return None
    old, new = hit["old"].strip(), hit["new"].strip()
    structure = scope.structure()
    arguments = FindArguments(document_id=scope.document_id, version_id=scope.version_id, text=old)
    recorder.tool("find_text", arguments, lambda: find_text(scope, old))
    pairs = _forms(old, new)
    proposals: list[Proposal] = []
    places = []
    count = 0
    for block in structure.blocks:
        text = block.text
        for before, after in pairs:
            text, made = re.subn(rf"(?<!\w){re.escape(before)}(?!\w)", after, text)
            count += made
        text = _articles(block.text, text, new)
        if text != block.text:
            proposals.append(ReplaceParagraph(block.key, text, block.text))
            places.append(place_of(structure, block.key))
    if not proposals:
        return Outcome("refused", (by_code(f"“{old}” is not used in this agreement. Nothing was staged."),))
    return staged_outcome(
        recorder,
        scope,
        proposals,
        instruction,
        explanation=f"{count} uses of “{old}” found by code.",
        facts=Facts(places=tuple(places)),
        lead=f"I have staged “{old}” renamed to “{new}” in {len(proposals)} paragraphs ({count} uses).",
        created_by="code",
    )


def _forms(old: str, new: str) -> list[tuple[str, str]]:
    """The term as given, and its singular or plural where both have one."""
    pairs = [(old, new)]
    if old.endswith("s") and new.endswith("s") and not old.endswith("ss"):
        pairs.append((old[:-1], new[:-1]))
    elif not old.endswith("s") and not new.endswith("s"):
        pairs.append((f"{old}s", f"{new}s"))
    return sorted(pairs, key=lambda pair: -len(pair[0]))


def _articles(before: str, after: str, new: str) -> str:
    """“an Update” becomes “a Maintenance Release”: the article follows the new word's first letter."""
    if before == after:
        return after
    stem = re.escape(new.rstrip("s"))
    vowel = new[0].lower() in "aeiou"
    wrong, right = ("a", "an") if vowel else ("an", "a")
    text = re.sub(rf"\b{wrong}(?=\s+[“\"]?{stem})", right, after)
    return re.sub(rf"\b{wrong.capitalize()}(?=\s+[“\"]?{stem})", right.capitalize(), text)
