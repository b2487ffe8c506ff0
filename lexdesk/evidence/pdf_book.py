"""The pages of a PDF become texts, a stretch at a time, each judged with what is known of those before.

Some things can only be told from many pages: what is a running head, whether a word split at a line end has a
hyphen. A stretch is judged by its own words and those of the one before, by all compounds seen so far, and by
the running heads of both.
"""

import json
import zlib
from collections.abc import Sequence
from typing import Any

from lexdesk.evidence.assemble import PageLines, furniture, outer_forms, page_text
from lexdesk.evidence.concealed import PageReport
from lexdesk.evidence.hyphens import Vocabulary, whole_words
from lexdesk.evidence.lines import TEXT
from lexdesk.evidence.machine import signs_among
from lexdesk.evidence.marks import UNREADABLE
from lexdesk.evidence.model import Finding, PageText
from lexdesk.evidence.passages import runs_on
from lexdesk.evidence.pdf_findings import file_findings, page_findings, state_of
from lexdesk.evidence.places import bates_lines

ReadPage = tuple[PageLines, PageReport]


class Book:
    """What is known of the pages that were made into texts; ``packed`` writes it down for later."""

    def __init__(self, packed: bytes = b"") -> None:
        known: dict[str, Any] = json.loads(zlib.decompress(packed)) if packed else {}
        self._words: set[str] = set(known.get("words", ()))
        self._forms: list[set[tuple[str, str]]] = [
            {(edge, form) for edge, form in page} for page in known.get("forms", ())
        ]
        self._flags: dict[str, list[int]] = known.get("flags", {})
        self._bates: list[tuple[int, str]] = [(number, lines) for number, lines in known.get("bates", ())]
        self._title: str = known.get("title", "")
        self._words_on_pages: dict[int, set[str]] = {}  # of pages that were looked at and are not written yet

    def packed(self) -> bytes:
        """For ``Book(packed)``."""
        known = {
            "words": sorted(self._words),
            "forms": [sorted(page) for page in self._forms],
            "flags": self._flags,
            "bates": self._bates,
            "title": self._title,
        }
        return zlib.compress(json.dumps(known, ensure_ascii=False).encode("utf-8", "surrogatepass"), 1)

    def write(self, read: Sequence[ReadPage], last: bool) -> tuple[list[PageText], list[Finding]]:
        """The texts of the next pages, and what was noticed on each. Where more are to come (not ``last``),
        the texts end before a page into which a paragraph runs on; the rest is to be handed in again."""
        vocabulary = Vocabulary((self._words_on(page) for page, _ in read), self._words)
        forms = [outer_forms(page) for page, _ in read]
        running = furniture([*self._forms, *forms])
        pages = [page_text(page, vocabulary, running) for page, _ in read]
        if not last:
            pages = pages[: _good_end(pages)]
            compounds = {word for word in self._words if "-" in word}
            self._words = compounds.union(*(self._words_on(page) for page, _ in read[: len(pages)]))
            self._words_on_pages = {
                number: words for number, words in self._words_on_pages.items() if number > pages[-1].number
            }
            self._forms = forms[: len(pages)]
        findings: list[Finding] = []
        signs = signs_among(page.text for page in pages if page.text.isascii())
        for page, (_, report) in zip(pages, read, strict=False):
            findings += page_findings(page, report, signs)
            if state := state_of(report, page):
                self._flags.setdefault(state, []).append(page.number)
            if bates := bates_lines(page.text):
                self._bates.append((page.number, bates))
            if page.number <= 2 and not self._title:
                self._title = _first_line(page.text)
        return pages, findings

    def _words_on(self, page: PageLines) -> set[str]:
        words = self._words_on_pages.get(page.number)
        if words is None:
            words = whole_words(line.parts[TEXT] for line in page.lines)
            self._words_on_pages[page.number] = words
        return words

    def title(self, given: str) -> str:
        """The title the file gives, where it is one; else the first line."""
        unnamed = given.lower() in {"", "untitled", "document", "unspecified"}
        return self._title if unnamed or given.lower().endswith((".doc", ".docx", ".pdf")) else given

    def findings(self, restricted: bool, unread_because: str = "") -> tuple[Finding, ...]:
        """What is to be said of the file as a whole."""
        return file_findings(self._flags, self._bates, restricted, unread_because)


def _good_end(pages: Sequence[PageText]) -> int:
    """How many of the pages go together: up to the last one whose paragraphs all end on it."""
    for count in range(len(pages) - 1, len(pages) // 2, -1):
        if not runs_on(pages[count - 1], pages[count]):
            return count
    return max(1, len(pages) - 1)


def _first_line(text: str) -> str:
    lines = (line.strip() for line in text.split("\n"))
    return next((line[:120] for line in lines if len(line) > 3 and UNREADABLE not in line), "")
