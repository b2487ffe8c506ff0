"""P14: limits are computed from what is known of the sources."""

from dataclasses import replace
from typing import Any

import pytest

from lexdesk.evidence.limits import limits_for
from lexdesk.evidence.standing import Notice
from lexdesk.matter.records import FindingRow, SourceRow

LAW = SourceRow(
    1, "Retention Act 2021", "2021 Act", "a.pdf", "application/pdf", "0" * 64, "law", "Norland", "in_force",
    "Edith Renn", "2025-06-16", "2021-09-22", False, True, 3, 900, "2025-06-16T10:00:00+00:00",
)  # fmt: skip


def codes(source: SourceRow, as_of: str = "2025-06-16", jurisdiction: str = "Norland") -> list[str]:
    return [code for code, _ in limits_for([source], as_of, jurisdiction)]


def test_p14_vouched_law_of_the_right_place_and_time_has_no_limit() -> None:
    assert codes(LAW) == []


@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        ({"status": "superseded"}, ["not_current"]),
        ({"status": "repealed", "status_by": "suggested by code"}, ["not_current", "status_unconfirmed"]),
        ({"status": "overruled"}, ["not_current"]),
        ({"status": "unknown", "status_by": ""}, ["status_unknown"]),
        ({"dated": "2026-01-01"}, ["law_after_as_of"]),
        ({"as_of": "2024-09-30"}, ["law_not_vouched"]),
        ({"as_of": ""}, ["law_not_vouched"]),
        ({"jurisdiction": "Freedonia"}, ["other_jurisdiction"]),
        ({"jurisdiction": ""}, ["jurisdiction_unknown"]),
        ({"role": "earlier_draft", "status": "superseded"}, ["not_current", "earlier_draft"]),
        ({"role": "fact", "status": "unknown", "jurisdiction": ""}, []),
    ],
)
def test_p14_each_doubt_is_named(changes: dict[str, Any], wanted: list[str]) -> None:
    assert codes(replace(LAW, **changes)) == wanted


def test_p14_unread_pages_and_unread_sources_are_named() -> None:
    findings = {
        1: [FindingRow(1, "no_text", "No text on pages 2-3.", 2), FindingRow(1, "bates_numbers", "x", 1)]
    }
    other = replace(LAW, id=2, short_name="Halden")
    found = limits_for([LAW], "2025-06-16", "Norland", findings, [other])
    assert found == [
        ("pages_without_text", "2021 Act: No text on pages 2-3."),
        ("sources_not_read", "Not read for this answer: Halden."),
    ]


def test_p14_an_unfinished_import_and_what_the_notices_tell_are_limits() -> None:
    told = {1: [Notice("dissent"), Notice("not_checked"), Notice("extract")]}
    found = limits_for([LAW], "2025-06-16", "Norland", notices=told, unfinished={1: (4, 11)})
    assert found == [
        ("import_unfinished", "2021 Act: only 4 of 11 pages were read; its import is not finished."),
        ("dissent", "2021 Act: Stands in a dissenting opinion, not in the decision."),
        ("extract", "2021 Act: From an extract; the whole text is not in this matter."),
    ]


def test_an_expunged_source_is_not_among_those_that_were_not_read() -> None:
    gone = replace(LAW, id=2, short_name="[expunged: source 2]", media_type="expunged")
    assert limits_for([LAW], "2025-06-16", "Norland", not_read=[gone]) == []
