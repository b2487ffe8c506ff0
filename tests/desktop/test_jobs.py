"""The one job bridge: late results, order, cancelling, errors."""

import threading

from pytestqt.qtbot import QtBot

from lexdesk.desktop.faults import sentence
from lexdesk.desktop.jobs import Jobs
from lexdesk.desktop.messages import ProgressRow
from lexdesk.desktop.words import Words
from lexdesk.errors import Cancelled, LexDeskError
from lexdesk.resources import resources


def test_a_late_result_is_dropped_by_its_revision(qtbot: QtBot) -> None:
    jobs, gate, got = Jobs(), threading.Event(), []
    jobs.start(lambda _p, _t: gate.wait(5) and "old", got.append, key="page")
    jobs.start(lambda _p, _t: "new", got.append, key="page")
    qtbot.waitUntil(lambda: got == ["new"])
    gate.set()
    qtbot.waitUntil(lambda: jobs.active == 0)
    assert got == ["new"]


def test_acts_keep_their_order(qtbot: QtBot) -> None:
    jobs, order = Jobs(), []
    for number in range(30):
        jobs.call(order.append, number, lane="act")
    qtbot.waitUntil(lambda: jobs.active == 0)
    assert order == list(range(30))


def test_results_arrive_in_the_gui_thread(qtbot: QtBot) -> None:
    jobs, threads = Jobs(), []
    jobs.call(threading.get_ident, done=lambda there: threads.extend((there, threading.get_ident())))
    qtbot.waitUntil(lambda: len(threads) == 2)
    assert threads[0] != threading.get_ident()
    assert threads[1] == threading.get_ident()


def test_errors_come_home(qtbot: QtBot) -> None:
    jobs, failures = Jobs(), []
    jobs.failed.connect(failures.append)

    def bad(_progress, _token):
        raise LexDeskError("No.", "Do this.")

    jobs.start(bad)
    qtbot.waitUntil(lambda: bool(failures))
    assert str(failures[0]) == "No. Do this."


def test_cancel_reaches_the_work_and_progress_reaches_the_window(qtbot: QtBot) -> None:
    jobs, progress = Jobs(), []

    def work(report, token):
        report(3, 10)
        while not token():
            threading.Event().wait(0.002)
        return "stopped"

    got = []
    job = jobs.start(work, got.append, on_progress=progress.append)
    qtbot.waitUntil(lambda: progress == [(3, 10)])
    job.cancel()
    qtbot.waitUntil(lambda: got == ["stopped"])


def test_long_work_shows_a_row_whose_cancel_works(qtbot: QtBot) -> None:
    jobs, words = Jobs(), Words(resources() / "translations")
    row = ProgressRow(words)
    qtbot.addWidget(row)
    jobs.started.connect(row.watch)
    got = []

    def work(_report, token):
        while not token():
            threading.Event().wait(0.002)

    jobs.start(work, got.append, title="Reading opinion.pdf …")
    qtbot.waitUntil(row.isVisible, timeout=5000)
    assert row.label.text() == "Reading opinion.pdf …"
    row.cancel.click()
    qtbot.waitUntil(lambda: got == [None])
    assert not row.isVisible()


def test_unexpected_errors_are_one_sentence_and_a_log(tmp_path) -> None:
    words = Words(resources() / "translations")
    try:
        raise ZeroDivisionError("oops")
    except ZeroDivisionError as error:
        told = sentence(error, words, tmp_path / "logs" / "faults.log")
    assert told is not None
    assert "Traceback" not in told[0] + told[1]
    assert "ZeroDivisionError: oops" in (tmp_path / "logs" / "faults.log").read_text()
    assert sentence(Cancelled(), words, None) is None
    assert sentence(LexDeskError("A.", "B."), words, None) == ("A.", "B.")
