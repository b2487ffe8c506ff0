"""Whose words a passage of a judgment is: the court's, a dissent, a headnote, counsel's argument.

Told from the headings and openings a judgment itself has; "" where there is none to go by. The lawyer may
say it for the whole source instead (``voice`` of its description).
"""

import re

from lexdesk.matter.records import SourceRow

_JUDGE = (
    r"(?:(?:chief\s+|associate\s+)?justice\s+\w+|(?:lord|lady|judge)\s+\w+"
    r"|\w[\w.’'-]*,?\s+(?:C\.\s?)?(?:J|JJ|LJ|JA|CJ)\.?)"
)
_HEADS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (voice, re.compile(pattern, re.IGNORECASE | re.MULTILINE))
    for voice, pattern in (
        (
            "dissent",
            r"^\W*(?:in\s+)?dissent(?:ing)?(?:\s+(?:opinion|judgment|reasons))?(?:\s+(?:of|by)\s.{0,60})?\W*$"
            rf"|^\W*{_JUDGE}.{{0,60}}?,?\s*\(?dissenting\)?[^.\n]{{0,40}}[.:)]?\s*$"
            r"|^\W*(?:反对意见|不同意见|少数意见)\W*$",
        ),
        (
            "concurrence",
            r"^\W*concurr(?:ing|ence)(?:\s+(?:opinion|judgment|reasons))?(?:\s+(?:of|by)\s.{0,60})?\W*$"
            rf"|^\W*{_JUDGE}.{{0,60}}?,?\s*\(?concurring\)?[^.\n]{{0,40}}[.:)]?\s*$"
            r"|^\W*(?:协同意见|补充意见)\W*$",
        ),
        (
            "headnote",
            r"^\W*(?:head\s?notes?|syllabus|catchwords|summary(?:\s+of\s+the\s+(?:judgment|decision))?)\W*$"
            r"|^\W*(?:裁判要旨|裁判要点|裁判摘要)\W*$",
        ),
        (
            "argument",
            r"^\W*(?:the\s+)?(?:arguments?|submissions?|contentions?)(?:\s+(?:of|for|by)\s.{0,60})?\W*$"
            r"|^\W*(?:counsel|attorney)\s+for\s+the\s+\w+(?:\s+\w+)?\W*$"
            r"|^\W*(?:原告诉称|被告辩称|上诉人称|被上诉人辩称|代理意见)",
        ),
        (
            "majority",
            r"^\W*(?:(?:majority\s+)?opinion(?:\s+of\s+the\s+court)?|(?:majority\s+)?judgment"
            r"|decision|reasons"
            r"(?:\s+for\s+(?:judgment|decision))?|per\s+curiam|discussion|analysis)\W*$"
            r"|^\W*(?:本院认为|法院认为|裁判理由|判决如下)",
        ),
    )
)
_SUBMITTED = re.compile(
    r"^\W*(?:counsel(?:\s+for\s+the\s+\w+)?|(?:the\s+)?(?:plaintiff|defendant|appellant|respondent|claimant"
    r"|applicant)s?(?:[’']s?\s+counsel)?)\s+(?:argue[sd]?|submit(?:s|ted)?|contend(?:s|ed)?)\b",
    re.IGNORECASE,
)


def voice_of(source: SourceRow, kind: str, text: str, start: int, passage: str) -> str:
    """Whose words the passage that begins at ``text[start]`` is; "" when that cannot be told or the source
    is no judgment. What was said of the whole source goes first."""
    if source.voice:
        return source.voice
    if kind not in ("case", "law"):
        return ""
    if _SUBMITTED.match(passage):
        return "argument"
    last, voice = -1, ""
    until = start + _heads_in(passage)
    for name, pattern in _HEADS:
        for head in pattern.finditer(text, 0, until):
            if head.start() > last:
                last, voice = head.start(), name
    return voice


def _heads_in(passage: str) -> int:
    """Length of the headings with which a passage begins, where they were not parted from its first words."""
    length = 0
    for line in passage.splitlines(keepends=True):
        if not any(pattern.match(line.rstrip()) for _name, pattern in _HEADS):
            break
        length += len(line)
    return length
