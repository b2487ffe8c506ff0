"""P16: what must be destroyed is destroyed, in every place, and the chain still holds."""

import json
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from lexdesk.evidence.errors import SourceExpunged
from lexdesk.evidence.expunge import AlreadyExpunged, ReasonNeeded, expunge, mark_of, preview
from lexdesk.evidence.library import Library
from lexdesk.evidence.wording import Wording
from lexdesk.matter import Matter
from lexdesk.matter.backups import backups_folder
from lexdesk.matter.errors import Expunged
from lexdesk.matter.expunging import COMPACT_DUE
from lexdesk.matter.stores import Tx
from lexdesk.review.packing import pack
from lexdesk.review.verifying import verify

Write = Callable[[str, str], Path]
SECRET = (
    "Memo of the quokka consortium\n\nThe zephyrous quokka consortium pays Ignatz Holloway EUR "
    "41,700 for every "
    "marmalade shipment. 逾期交付橘子果酱的供应商应当向采购方支付高额违约金。\n\nHolloway agreed at once."
)
OTHER = "Minutes\n\nThe board met on Tuesday and adjourned without a decision on the kiln."
BLOCKED = (b"quokka", b"Holloway", b"marmalade", "橘子果酱".encode())


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def make(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return make


def everything(path: Path) -> Iterator[bytes]:
    """The file's bytes, and every stretch of them that unpacks."""
    raw = path.read_bytes()
    yield raw
    at = raw.find(b"\x78")
    while at >= 0:
        with suppress(zlib.error):
            yield zlib.decompressobj().decompress(raw[at:], 1 << 20)
        at = raw.find(b"\x78", at + 1)


def used(matter: Matter, library: Library, source_id: int) -> None:
    """A chat in which the source was searched, shown, cited, quoted and answered from."""
    read = matter.read()
    hit = library.search("quokka consortium pays")[0]
    words = read.passages.get(hit.passage_id).text

    def work(tx: Tx) -> None:
        chat = tx.chats.add("Main", "main").id
        run = tx.runs.start(
            chat, "Is it so that it pays Ignatz Holloway EUR 41,700 for every marmalade shipment?", "ask", "m"
        ).id
        call = tx.tools.start(run, "search_sources", "{}", "{}")
        tx.tools.finish(call, "ok", f"Memo, page 1: {words}\nMinutes, page 1: The board met on Tuesday.")
        request = json.dumps({"messages": [{"content": f"Passages:\n{words}\n"}, {"content": OTHER}]})
        asked = tx.calls.start(run, "answer", "m", request)
        tx.calls.finish(asked, "done", json.dumps({"sentence": words}))
        pin = tx.pins.register(chat, run, hit.passage_id)
        said = "Holloway gets 41,700 a load."
        message = tx.chats.add_message(
            chat, "assistant", f"{said} [[pin_{pin.id}]]\nThe board met on Tuesday.", run
        )
        tx.claims.add(message.id, said, [pin.id], json.dumps([{"state": "found", "message": "41,700"}]))
        tx.runs.add_limit(run, "x", f"Memo says {words}")
        tx.act("Edith Renn", "asked", "chat")

    matter.write(work)


def test_p16_no_byte_of_an_expunged_source_remains_and_every_place_says_so(
    library: Library, matter: Matter, write: Write, matter_path: Path
) -> None:
    source, _ = library.add(write("memo.txt", SECRET))
    library.add(write("minutes.txt", OTHER))
    used(matter, library, source.id)
    assert any(word in piece for piece in everything(matter_path) for word in BLOCKED)
    report = expunge(matter, source.id, "returned under the protective order", "Edith Renn")
    read = matter.read()
    assert report.done
    assert {"blobs", "passages", "source_pages", "tool_results", "contexts", "claims", "messages", "limits",
            "model_calls"} <= dict(report.places).keys()  # fmt: skip
    for piece in everything(matter_path):
        assert [word for word in BLOCKED if word in piece] == []
    assert library.search("quokka marmalade Holloway") == []
    assert library.search("橘子果酱") == []
    terms = read.connection.rows(
        "SELECT rowid FROM passage_words WHERE passage_words MATCH 'quokka OR holloway'"
    )
    assert terms == []
    # everything else is as it was
    assert library.search("board adjourned")[0].text.endswith("decision on the kiln.")
    mark = mark_of(source.id)
    output = read.tools.get(1).output
    assert "The board met on Tuesday." in output
    assert mark in output
    assert OTHER in json.loads(read.calls.get(1).context)["messages"][1]["content"]
    assert read.chats.messages(1)[0].text.startswith(f"{mark} [[pin_1]]")
    assert read.sources.get(source.id).short_name == mark
    with pytest.raises(Expunged):
        read.sources.original(source.id)


def test_p16_hash_reason_person_and_time_stay_in_a_chain_that_holds(
    library: Library, matter: Matter, write: Write, matter_path: Path
) -> None:
    source, _ = library.add(write("memo.txt", SECRET))
    used(matter, library, source.id)
    before = matter.read().audit.head()[0]
    expunge(matter, source.id, "returned", "Edith Renn")
    read = matter.read()
    row = next(row for row in read.audit.rows(after=before) if row.act == "source_expunged")
    detail = json.loads(row.detail)
    assert (row.actor, row.subject, detail["reason"]) == ("Edith Renn", f"source {source.id}", "returned")
    assert detail["sha256"] == source.sha256
    assert read.audit.verify() == []
    gone = read.expunging.of_source(source.id)
    assert gone is not None
    assert (gone.sha256, gone.said_by, gone.reason, bool(gone.at)) == (
        source.sha256,
        "Edith Renn",
        "returned",
        True,
    )
    matter.close()
    found = verify(matter_path)
    assert found.broken == ()
    assert any("expunged" in line for line in found.holds)


def test_a_preview_names_what_the_act_will_wipe_and_changes_nothing(
    library: Library, matter: Matter, write: Write
) -> None:
    source, _ = library.add(write("memo.txt", SECRET))
    used(matter, library, source.id)
    head = matter.read().audit.head()
    shown = preview(matter, source.id)
    assert matter.read().audit.head() == head
    assert library.search("quokka")
    assert not shown.done
    done = expunge(matter, source.id, "returned", "Edith Renn")
    assert (done.places, done.remains) == (shown.places, shown.remains)


def test_words_that_also_stand_elsewhere_stay_there_and_are_counted(
    library: Library, matter: Matter, write: Write
) -> None:
    source, _ = library.add(write("memo.txt", SECRET + "\n\n" + OTHER))
    library.add(write("minutes.txt", OTHER))
    used(matter, library, source.id)
    report = expunge(matter, source.id, "returned", "Edith Renn")
    assert any("also stand in another source" in said for said in report.remains)
    assert OTHER in matter.read().calls.get(1).context.replace("\\n", "\n")
    assert library.search("board adjourned")


def test_without_a_reason_or_twice_it_is_refused(library: Library, matter: Matter, write: Write) -> None:
    source, _ = library.add(write("memo.txt", SECRET))
    with pytest.raises(ReasonNeeded):
        expunge(matter, source.id, "  ", "Edith Renn")
    assert library.search("quokka")
    expunge(matter, source.id, "returned", "Edith Renn")
    with pytest.raises(AlreadyExpunged):
        expunge(matter, source.id, "again", "Edith Renn")


def test_p13_a_failure_in_the_middle_leaves_everything_as_it_was(
    library: Library, matter: Matter, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, _ = library.add(write("memo.txt", SECRET))

    def fails(*_given: object) -> None:
        raise RuntimeError("power cut")

    monkeypatch.setattr("lexdesk.matter.passages.Passages.reindex", fails)
    with pytest.raises(RuntimeError):
        expunge(matter, source.id, "returned", "Edith Renn")
    assert library.search("quokka")
    assert matter.read().audit.verify() == []


def test_a_file_left_before_it_was_compacted_is_compacted_at_the_next_opening(
    library: Library, matter: Matter, write: Write, matter_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, _ = library.add(write("memo.txt", SECRET))
    with monkeypatch.context() as killed:
        killed.setattr(Matter, "compact", lambda _self: None)
        expunge(matter, source.id, "returned", "Edith Renn")
    assert matter.read().settings.get(COMPACT_DUE) == "yes"
    matter.close()
    with Matter.open(matter_path) as again:
        assert again.read().settings.get(COMPACT_DUE) == ""
        assert again.read().connection.value("PRAGMA freelist_count") == 0


def test_words_are_recognised_in_either_language_and_not_by_everyday_phrases() -> None:
    wording = Wording(SECRET)
    assert wording.hidden("He said: the zephyrous quokka consortium PAYS Ignatz “Holloway” much.", "[x]") == (
        "He said: [x]” much."
    )
    assert wording.hidden("他说逾期交付橘子果酱的供应商应当支付", "[x]") == "他说[x]支付"
    assert wording.hidden("The consortium pays.", "[x]") == "The consortium pays."


def test_a_letter_that_holds_the_file_inside_is_named_in_what_remains(
    library: Library, matter: Matter, write: Write
) -> None:
    memo, _ = library.add(write("memo.txt", SECRET))
    letter, _ = library.add(write("letter.txt", OTHER))
    matter.write(
        lambda tx: (
            tx.relations.add("attachment_of", memo.id, letter.id, "import"),
            tx.act("import", "relation_said", "x"),
        )
    )
    told = " ".join(preview(matter, memo.id).remains)
    assert f"still hold this file inside them and must be expunged too: source {letter.id}" in told
    assert f"stay: source {memo.id}" in " ".join(preview(matter, letter.id).remains)


def test_the_same_file_is_not_taken_in_again(library: Library, matter: Matter, write: Write) -> None:
    path = write("memo.txt", SECRET)
    source, _ = library.add(path)
    expunge(matter, source.id, "returned", "Edith Renn")
    with pytest.raises(SourceExpunged, match=r"by Edith Renn on .* \(returned\)"):
        library.add(path)
    assert library.search("quokka") == []


def test_a_hand_off_after_an_expunging_is_whole_and_holds_nothing_of_the_source(
    library: Library, matter: Matter, write: Write, tmp_path: Path
) -> None:
    source, _ = library.add(write("memo.txt", SECRET))
    library.add(write("minutes.txt", OTHER))
    used(matter, library, source.id)
    expunge(matter, source.id, "returned", "Edith Renn")
    archive = tmp_path / "hand-off.zip"
    pack(matter, archive, "Edith Renn")
    found = verify(archive)
    assert found.broken == ()
    with zipfile.ZipFile(archive) as packed:
        for name in packed.namelist():
            content = packed.read(name)
            assert [word for word in BLOCKED if word in content] == [], name


def test_the_backups_beside_the_matter_are_named(
    library: Library, matter: Matter, write: Write, matter_path: Path
) -> None:
    source, _ = library.add(write("memo.txt", SECRET))
    folder = backups_folder(matter_path)
    folder.mkdir()
    name = "2026-01-02 10.00.00 row 4 0123456789ab.lexmatter"
    matter.copy_to(folder / name)
    assert name in " ".join(expunge(matter, source.id, "returned", "Edith Renn").remains)
