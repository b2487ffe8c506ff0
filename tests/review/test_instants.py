"""F49: the history is in the order of what happened, whatever the clock of the laptop shows."""

import csv
import json
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, tzinfo
from pathlib import Path

import pytest

from lexdesk.assistant.desk import Desk
from lexdesk.assistant.views import HunkView
from lexdesk.matter.file import Matter
from lexdesk.matter.records import ChangeRow
from lexdesk.review.proposal import ReplaceParagraph
from lexdesk.review.review import Review
from tests.conftest import SHARED
from tests.review.desks import LAWYER, open_desk, word_file

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the zone of a process cannot be set there")

FIELD = SHARED / "field"
ZONES = ("America/Chicago", "Europe/Oslo", "Asia/Shanghai")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Sets the time zone of this process; as it was afterwards."""

    def turn(zone: str) -> None:
        monkeypatch.setenv("TZ", zone)
        time.tzset()

    yield turn
    monkeypatch.undo()
    time.tzset()


def told(path: Path) -> list[HunkView]:
    with Desk(Matter.open(path, read_only=True), lambda: None) as desk:
        return desk.history(desk.documents()[0][0])


def test_f49_acts_of_three_laptops_stand_in_the_order_of_their_instants(
    tmp_path: Path, clock: Callable[[str], None]
) -> None:
    made = open_desk(tmp_path / "zones.lexmatter", word_file(["1. Zero."]))
    (key,) = [block.key for block in made.structure.blocks]
    for number, zone in enumerate((*ZONES, ZONES[0]), 1):
        clock(zone)
        made.accept(made.stage(ReplaceParagraph(key, f"1. Act {number}.")))
    made.matter.close()
    shown = []
    for zone in ZONES:
        clock(zone)
        shown.append(told(tmp_path / "zones.lexmatter"))
    assert shown[0] == shown[1] == shown[2]
    assert [row.added for row in shown[0]] == [f"1. Act {number}." for number in range(1, 5)]
    assert [row.at for row in shown[0]] == sorted(row.at for row in shown[0])
    assert all(row.at.endswith("+00:00") for row in shown[0])


def test_f49_a_clock_that_jumps_back_changes_no_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = open_desk(tmp_path / "jump.lexmatter", word_file(["1. Zero."]))
    (key,) = [block.key for block in made.structure.blocks]
    for number, year in enumerate((2026, 2031, 2001), 1):

        class Jumped(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None, year: int = year) -> datetime:
                return datetime(year, 1, 1, tzinfo=tz)

        monkeypatch.setattr("lexdesk.matter.clock.datetime", Jumped)
        made.accept(made.stage(ReplaceParagraph(key, f"1. Act {number}.")))
    assert made.matter.read().audit.verify() == []
    made.matter.close()
    shown = told(tmp_path / "jump.lexmatter")
    assert [row.added for row in shown] == [f"1. Act {number}." for number in range(1, 4)]
    assert [row.at[:4] for row in shown] == ["2026", "2031", "2001"]


@pytest.mark.skipif(not FIELD.is_dir(), reason="the field files are not here")
def test_f49_events_around_the_end_of_summer_time(tmp_path: Path, clock: Callable[[str], None]) -> None:
    rows = list(csv.DictReader((FIELD / "049_events.csv").read_text("utf-8").splitlines()))
    expected = json.loads((FIELD / "049_expected.json").read_text("utf-8"))
    path = tmp_path / "events.lexmatter"
    with Matter.create(path, name="Events", author=LAWYER) as matter:
        document = Review(matter).import_document(word_file(["1. Zero."]), "a.docx", LAWYER)
        part = matter.read().versions.parts(1)
        for row in rows:
            local = datetime.fromisoformat(f"{row['local_time_shown']}:00{row['utc_offset']}")
            at = local.astimezone(UTC).isoformat(timespec="milliseconds")

            def work(tx, at=at, row=row):  # type: ignore[no-untyped-def]
                head = tx.documents.head(document.id)
                version = tx.versions.add(document.id, head.id, "accept", LAWYER, "", "", ["p1"], part)
                tx.documents.set_head(tx.documents.get(document.id).current_branch, version.id, "accept")
                tx.changes.add(
                    ChangeRow(
                        0,
                        document.id,
                        version.id,
                        head.id,
                        1,
                        "p1",
                        "",
                        "",
                        "",
                        "replace",
                        "",
                        row["what"],
                        "",
                        "",
                        "",
                        LAWYER,
                        at,
                        None,
                        None,
                        "apply_time",
                        "high",
                    )
                )
                tx.act(LAWYER, "test", "event")

            matter.write(work)
    for zone in ZONES:
        clock(zone)
        shown = told(path)
        numbers = [next(int(r["n"]) for r in rows if r["what"] == one.added) for one in shown]
        assert numbers == expected["order_by_instant"]
        assert [one.at[11:16] for one in shown] == expected["instants_utc"]
        assert all(one.at.endswith("+00:00") for one in shown)
