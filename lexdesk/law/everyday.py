"""Capitalised expressions that are no defined terms: names, places, instruments, honorifics, dates."""

import re

from lexdesk.text.spans import Span

_ENDS = """
act code law laws court courts regulation regulations directive treaty convention
constitution ordinance commission board council department ministry agency authority
bureau office bank university institute inc llc ltd limited corporation corp company co
plc gmbh ag sa bv nv llp lp partners holdings street avenue road lane drive boulevard
way square place suite floor building center centre house states kingdom union america
republic nations england wales york jersey carolina dakota hampshire mexico virginia
california delaware texas florida london paris city county state province officer
president director manager secretary counsel chairman page name title address signature
association stock exchange standards principles rules amendment january february march
april may june july august september october november december
"""
_LAST_WORDS = frozenset(_ENDS.split())
_BEGINS = """
united european new north south west east federal mr mrs ms dr attention attn section
sections clause clauses article articles schedule schedules exhibit exhibits annex
appendix part chief vice general monday tuesday wednesday thursday friday saturday
sunday january february march april may june july august september october november
december not good supreme high district superior internal securities bankruptcy world
international national american los san saint st great hong
"""
_FIRST_WORDS = frozenset(_BEGINS.split())


def is_everyday(name: str, text: str, span: Span) -> bool:
    """True for names, places, dates and instruments: capitals that need no definition."""
    words = [w.strip("’'.,").lower() for w in name.split()]
    if words[0] in _FIRST_WORDS or words[-1] in _LAST_WORDS:
        return True
    after = text[span.end : span.end + 14]
    if re.match(r",?\s+(?:Inc|LLC|Ltd|Limited|Corp|plc|GmbH|L\.|S\.|N\.|B\.|Act\b|Code\b|\d{4,})", after):
        return True
    line = text.strip()
    return (len(line) < 90 and line == line.title()) or line.isupper()
