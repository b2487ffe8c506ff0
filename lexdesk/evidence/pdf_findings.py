"""What to tell the lawyer about a PDF as a whole."""

import re
from collections.abc import Mapping, Sequence

from lexdesk.evidence.concealed import PageReport
from lexdesk.evidence.machine import Signs, invisible_findings, machine_findings
from lexdesk.evidence.model import Finding, PageText
from lexdesk.evidence.places import bates_numbers, page_list

Flags = Mapping[str, Sequence[int]]
"""Numbers of the pages that share a state (see ``state_of``)."""

_SAID = {
    "damaged": ("page_damaged", "Could not be read at all: {}."),
    "scanned": ("no_text", "No text (scanned picture, not read): {}."),
    "blank": ("no_text", "No text on {}."),
    "recognised": (
        "recognised_text",
        "The text of {} comes from text recognition over a picture; it may differ from what the picture "
        "shows.",
    ),
}


# The page list of a file names its pages (ISO 32000-1, 7.7.3.2), and so does the head of one that is made for
# reading while it comes (annex F.2.2), which is at the beginning and outlives a cut.
_PAGE_LIST = re.compile(
    rb"/Type\s*/Pages\b[^<>]{0,200000}?/Count\s+(\d{1,6})\b"
    rb"|/Count\s+(\d{1,6})\b[^<>]{0,200000}?/Type\s*/Pages\b"
)
_LINEARISED = re.compile(rb"/Linearized\b[^<>]{0,200}?/N\s+(\d{1,6})\b")


def breaks_off(content: bytes) -> bool:
    """Whether the end mark of a PDF is missing."""
    return b"%%EOF" not in content[-2048:]


def repaired_finding(content: bytes, pages: int) -> Finding:
    """For a file that the engine mended on opening: ``pages`` is what it found. Says how many the file says
    it has, where that can be read and is more."""
    said = [int(one or two) for one, two in _PAGE_LIST.findall(content)]
    head = _LINEARISED.search(content[:2048])
    expected = max([*said, int(head[1]) if head else 0])
    why = " It breaks off before its end." if breaks_off(content) else ""
    many = f" It says it has {expected} pages; {pages} were found." if expected > pages else ""
    return Finding(
        "source_damaged",
        f"The file was damaged and repaired on opening; pages, or parts of pages, may be missing.{why}{many}",
    )


def state_of(report: PageReport, page: PageText) -> str:
    """What a page shares with others that is told of all together: "damaged", "scanned", "blank",
    "recognised" (by whoever made the file), or ""."""
    if report.damaged:
        return "damaged"
    if not page.text.strip():
        return "scanned" if report.has_pictures else "blank"
    return "recognised" if report.invisible_layer else ""


def file_findings(
    flags: Flags, page_ends: Sequence[tuple[int, str]], restricted: bool, unread_because: str = ""
) -> tuple[Finding, ...]:
    """Findings about the file as a whole. ``page_ends`` are page numbers with their first and last lines;
    ``unread_because`` says why scanned pages were not read by text recognition."""
    found: list[Finding] = []
    for state, (code, sentence) in _SAID.items():
        if pages := flags.get(state, ()):
            words = sentence.format(page_list(pages))
            if state == "scanned" and unread_because:
                words = f"{words} {unread_because}"
            found.append(Finding(code, words, pages[0]))
    bates = bates_numbers(page_ends)
    if bates:
        first, last = min(bates), max(bates)
        found.append(
            Finding(
                "bates_numbers",
                f"Bates numbers {bates[first]} to {bates[last]} stand on sheets {first} to {last}; "
                "they are neither sheet nor printed page numbers.",
                first,
            )
        )
    if restricted:
        found.append(Finding("copying_restricted", "The author of the file restricted copying from it."))
    return tuple(found)


def page_findings(page: PageText, report: PageReport, signs: Signs) -> list[Finding]:
    """What concerns one page. ``signs``: those of ``signs_among`` texts of which the page's is one."""
    number = page.number
    found: list[Finding] = []
    if report.ocr is not None:
        count, confidence = report.ocr
        found.append(
            Finding(
                "recognised_text",
                f"Page {number} is a picture; its {count} words were read by text recognition (Tesseract), "
                f"which is {confidence:.0f} % sure of them. They may differ from what the picture shows.",
                number,
            )
        )
    if report.covered:
        found.append(
            Finding(
                "text_under_box",
                f"Page {number}: {len(report.covered)} words lie under an opaque box. They are left "
                "out of the text, neither quoted nor shown to a model; the file itself still holds them.",
                number,
            )
        )
        under = " ".join(report.covered.values())
        found += machine_findings(under, f"page {number}, under an opaque box", number)
    if report.faint:
        words = " ".join(report.faint.values())
        found.append(
            Finding(
                "concealed_text",
                f"Page {number}: text that a reader cannot see (white or tiny print), left out: “{words}”",
                number,
            )
        )
        found += machine_findings(words, f"page {number}, in text that cannot be seen", number)
    if report.notes:
        said = "; ".join(f"“{note}”" for note in report.notes)
        message = f"Page {number} bears notes that are no part of the text: {said}"
        found.append(Finding("annotation_text", message, number))
        found += machine_findings("\n".join(report.notes), f"page {number}, in a note", number)
    if report.unreadable:
        found.append(
            Finding(
                "text_layer_untrusted",
                f"Page {number}: part of the text layer cannot be trusted ({len(report.unreadable)} words "
                "read as nonsense); these words are not offered as quotations.",
                number,
            )
        )
    found += invisible_findings(page.text, number)
    found += machine_findings(page.text, f"page {number}", number, signs)
    return found
