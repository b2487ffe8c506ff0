"""Text and Markdown become blocks whose offsets lead back into the file."""

from lexdesk.law.plain import blocks_from_text
from lexdesk.text.spans import Span

MARKDOWN = """# Agreement

**1. Scope**. The “**Service**” is [here](https://example.org).

1. <span class="h">Overview</span>
    1. <span class="h">Access.</span>  <span class="k">Partner</span> has access.
    2. Other
        a. first
        b. second
2. Costs
"""


def test_plain_lines_keep_their_offsets() -> None:
    text = "Title\n\n  1. Scope\r\n1.1 Text"
    blocks = blocks_from_text(text)
    assert [b.text for b in blocks] == ["Title", "  1. Scope", "1.1 Text"]
    assert [b.key for b in blocks] == ["b1", "b2", "b3"]
    assert text[blocks[2].in_file(4) :] == "Text"


def test_markup_is_left_behind_and_offsets_lead_around_it() -> None:
    blocks = blocks_from_text(MARKDOWN)
    assert blocks[0].text == "Agreement"
    assert blocks[0].heading_level == 0
    assert blocks[1].text == "1. Scope. The “Service” is here."
    start = blocks[1].text.index("“Service”")
    span = blocks[1].span_in_file(Span(start, start + 9))
    assert MARKDOWN[span.start : span.end] == "“**Service**”"
    assert [blocks[1].text[b.start : b.end] for b in blocks[1].bold] == ["1. Scope", "Service"]


def test_nested_lists_get_the_numbers_they_are_shown_with() -> None:
    labels = {b.text.strip(): b.label for b in blocks_from_text(MARKDOWN) if b.label}
    assert labels == {
        "Overview": "1",
        "Access.  Partner has access.": "1.1",
        "Other": "1.2",
        "first": "1.2(a)",
        "second": "1.2(b)",
        "Costs": "2",
    }


def test_text_without_markup_signs_is_not_taken_for_markdown() -> None:
    (block,) = blocks_from_text("A * B and 2 < 3 > 1")
    assert block.text == "A * B and 2 < 3 > 1"
