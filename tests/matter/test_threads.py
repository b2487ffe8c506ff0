"""Many readers beside the writer: nobody waits for long, nobody sees half an act."""

import threading
from concurrent.futures import ThreadPoolExecutor

from lexdesk.matter import Matter, Tx


def test_readers_see_whole_acts_while_the_writer_writes(matter: Matter) -> None:
    acts, stop = 60, threading.Event()

    def act(tx: Tx) -> None:
        document = tx.documents.add("A", "a.docx", b"x" * 5000)
        tx.settings.set("last", str(document.id))
        tx.act("anna", "document_imported", f"document {document.id}")

    def watch() -> list[int]:
        seen = []
        while not stop.is_set():
            # One statement sees one state: the three must agree.
            row = matter.read().connection.row(
                """SELECT (SELECT COUNT(*) FROM documents),
                (SELECT CAST(COALESCE(MAX(value), '0') AS INTEGER) FROM settings),
                (SELECT COUNT(*) FROM audit) - 1"""
            )
            assert row is not None
            assert row[0] == row[1] == row[2]
            seen.append(row[0])
        return seen

    with ThreadPoolExecutor(4) as pool:
        watchers = [pool.submit(watch) for _ in range(4)]
        try:
            for _ in range(acts):
                matter.write(act)
        finally:
            stop.set()
        for seen in (watcher.result() for watcher in watchers):
            assert seen == sorted(seen)
    assert len(matter.read().documents.list()) == acts


def test_each_thread_has_a_reader_of_its_own_and_keeps_it(matter: Matter) -> None:
    with ThreadPoolExecutor(1) as pool:
        elsewhere = [pool.submit(matter.read).result() for _ in range(2)]
    here = [matter.read() for _ in range(2)]
    assert here[0] is here[1]
    assert elsewhere[0] is elsewhere[1]
    assert here[0] is not elsewhere[0]


def test_readers_read_on_during_a_long_transaction(matter: Matter) -> None:
    inside, go_on = threading.Event(), threading.Event()

    def work(tx: Tx) -> None:
        # More than SQLite's page cache holds, so that a spill would take the exclusive lock.
        for n in range(8):
            tx.blobs.put(bytes([n]) + random_bytes(600_000, n))
        inside.set()
        assert go_on.wait(30)
        tx.act("anna", "imported", "matter")

    with ThreadPoolExecutor(1) as pool:
        writing = pool.submit(matter.write, work)
        assert inside.wait(30)
        reader = matter.read()
        reader.connection.run("PRAGMA busy_timeout = 0")
        assert reader.audit.head()[0] == 1
        go_on.set()
        writing.result()
    assert matter.read().audit.head()[0] == 2


def random_bytes(count: int, seed: int) -> bytes:
    import random

    return random.Random(seed).randbytes(count)


def test_writes_from_many_threads_are_one_chain(matter: Matter) -> None:
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda n: matter.write(lambda tx: tx.act("anna", "noted", f"note {n}")), range(60)))
    assert matter.read().audit.verify() == []
    assert matter.read().audit.head()[0] == 61


def test_closing_while_others_read_gives_a_sentence_not_a_crash(matter: Matter) -> None:
    from lexdesk.matter import MatterClosed

    reading = threading.Event()

    def read() -> str:
        try:
            while True:
                matter.read().audit.rows()
                reading.set()
        except MatterClosed as error:
            return error.message

    with ThreadPoolExecutor(3) as pool:
        readers = [pool.submit(read) for _ in range(3)]
        assert reading.wait(30)
        matter.close()
        assert {r.result() for r in readers} == {'"Meridian.lexmatter" has been closed.'}
