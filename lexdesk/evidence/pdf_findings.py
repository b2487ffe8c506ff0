"""What to tell the lawyer about a PDF as a whole."""

from collections.abc import Callable, Sequence

from lexdesk.evidence.concealed import PageReport
from lexdesk.evidence.model import Finding, PageText
from lexdesk.evidence.places import bates_numbers, page_list


def file_findings(
    pages: Sequence[PageText], reports: Sequence[PageReport], restricted: bool
) -> tuple[Finding, ...]:
    """Findings in the order of the file; what concerns a page names it."""
    found: list[Finding] = []

    def where(test: Callable[[PageReport, PageText], bool]) -> list[int]:
        return [page.number for page, report in zip(pages, reports, strict=True) if test(report, page)]

    damaged = where(lambda report, page: report.damaged)
    if damaged:
        found.append(Finding("page_damaged", f"Could not be read at all: {page_list(damaged)}.", damaged[0]))
    scanned = where(lambda report, page: not report.damaged and report.has_pictures and not page.text.strip())
    blank = where(
        lambda report, page: not report.damaged and not report.has_pictures and not page.text.strip()
    )
    if scanned:
        found.append(
            Finding("no_text", f"No text (scanned picture, not read): {page_list(scanned)}.", scanned[0])
        )
    if blank:
        found.append(Finding("no_text", f"No text on {page_list(blank)}.", blank[0]))
    recognised = where(lambda report, page: report.invisible_layer and bool(page.text.strip()))
    if recognised:
        found.append(
            Finding(
                "recognised_text",
                f"The text of {page_list(recognised)} comes from text recognition over a picture; "
                "it may differ from what the picture shows.",
                recognised[0],
            )
        )
    for page, report in zip(pages, reports, strict=True):
        found += _of_page(page.number, report)
    bates = bates_numbers([(page.number, page.text) for page in pages])
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


def _of_page(number: int, report: PageReport) -> list[Finding]:
    found: list[Finding] = []
    if report.covered:
        found.append(
            Finding(
                "text_under_box",
                f"Page {number}: {len(report.covered)} words lie under an opaque box. They are left "
                "out of the text, neither quoted nor shown to a model; the file itself still holds them.",
                number,
            )
        )
    if report.faint:
        words = " ".join(report.faint.values())
        found.append(
            Finding(
                "concealed_text",
                f"Page {number}: text that a reader cannot see (white or tiny print), left out: “{words}”",
                number,
            )
        )
    if report.notes:
        said = "; ".join(f"“{note}”" for note in report.notes)
        message = f"Page {number} bears notes that are no part of the text: {said}"
        found.append(Finding("annotation_text", message, number))
    if report.unreadable:
        found.append(
            Finding(
                "text_layer_untrusted",
                f"Page {number}: part of the text layer cannot be trusted ({len(report.unreadable)} words "
                "read as nonsense); these words are not offered as quotations.",
                number,
            )
        )
    return found
