"""Sources, pages, passages, and finding passages by words and by characters."""

from pathlib import Path

import pytest

from lexdesk.evidence.model import Finding, PageText, PassageSpan
from lexdesk.matter import BadSearch, Matter, NotFound, RecordRefused, Tx
from lexdesk.matter.records import PassageRow, SourceRow
from tests.matter.conftest import Ground


def add_source(matter: Matter, *pages: str, name: str = "act.txt") -> SourceRow:
    """A source whose sentences end in "。" or "." and whose pages are passages too."""

    def work(tx: Tx) -> SourceRow:
        read = [
            PageText(n, f"p. {n}", text, 612.0, 792.0, ((0, 3, 72.1, 80.0, 99.9, 92.0),))
            for n, text in enumerate(pages, 1)
        ]
        source = tx.sources.add(
            title=name, file_name=name, media_type="text/plain", original="\f".join(pages).encode(),
            pages=read, findings=[Finding("no_text", "Page 9 has no text.", 9)], paged=True, privileged=True,
        )  # fmt: skip
        spans, at = [], 0
        for n, text in enumerate(pages, 1):
            start = at
            for end, sign in enumerate(text, at + 1):
                if sign in ".。":
                    spans.append(PassageSpan("sentence", start, end, n, n, text[start - at : end - at]))
                    start = end
            spans.append(PassageSpan("page", at, at + len(text), n, n, text))
            at += len(text) + 1
        tx.passages.add_many(source.id, spans)
        tx.act("anna", "source_added", f"source {source.id}", sha256=source.sha256)
        return source

    return matter.write(work)


def found(matter: Matter, hits: list[tuple[int, float]]) -> list[str]:
    return [matter.read().passages.get(passage_id).text for passage_id, _ in hits]


def test_a_source_is_stored_with_pages_words_and_findings(matter: Matter) -> None:
    source = add_source(matter, "The café pays.", "𝔘nits 👩‍⚖️ count.")
    read = matter.read().sources
    assert read.get(source.id) == source
    assert source.privileged is True
    assert source.paged is True
    assert source.page_count == 2
    assert read.text(source.id) == "The café pays.\n𝔘nits 👩‍⚖️ count."
    assert source.text_length == len(read.text(source.id))
    second = read.page(source.id, 2)
    assert read.text(source.id)[second.start :] == second.text
    assert (second.label, second.width, second.height) == ("p. 2", 612.0, 792.0)
    assert second.words == ((0, 3, 72.1, 80.0, 99.9, 92.0),)
    assert [p.number for p in read.pages(source.id)] == [1, 2]
    assert [(f.code, f.page) for f in read.findings(source.id)] == [("no_text", 9)]
    assert read.original(source.id) == "The café pays.\f𝔘nits 👩‍⚖️ count.".encode()
    assert read.by_sha256(source.sha256) == source
    assert read.by_sha256("0" * 64) is None
    with pytest.raises(NotFound, match="page"):
        read.page(source.id, 3)


def test_the_same_bytes_are_one_source(matter: Matter) -> None:
    add_source(matter, "The Seller pays.")
    with pytest.raises(RecordRefused):
        add_source(matter, "The Seller pays.", name="copy.txt")
    assert len(matter.read().sources.list()) == 1


def test_what_people_say_of_a_source_may_change_but_not_the_source(matter: Matter) -> None:
    source = add_source(matter, "The Seller pays.")

    def work(tx: Tx) -> SourceRow:
        tx.act("anna", "source_set", f"source {source.id}", status="superseded")
        return tx.sources.set(
            source.id, status="superseded", status_by="anna", as_of="2026-01-31", privileged=False
        )

    changed = matter.write(work)
    assert (changed.status, changed.status_by, changed.as_of, changed.privileged) == (
        "superseded", "anna", "2026-01-31", False,
    )  # fmt: skip
    with pytest.raises(TypeError, match="sha256"):
        matter.write(lambda tx: tx.sources.set(source.id, sha256="0" * 64))
    with pytest.raises(RecordRefused):
        matter.write(lambda tx: tx.connection.run("UPDATE sources SET sha256 = 'x'"))


def test_words_are_found_whatever_their_case_and_accents(matter: Matter) -> None:
    add_source(matter, "The CAFÉ shall pay. Payment is due in May. Nothing else matters.")
    passages = matter.read().passages
    assert found(matter, passages.match_words("cafe", None, 5, kind="sentence")) == ["The CAFÉ shall pay."]
    assert found(matter, passages.match_words('"due in may"', None, 5, "sentence")) == [
        " Payment is due in May."
    ]
    assert passages.match_words("zebra", None, 5) == []


def test_better_matches_come_first_and_score_higher(matter: Matter) -> None:
    add_source(
        matter,
        "Liability is capped. The liability cap is the cap on liability. Rain fell. Sun shone. Snow lay.",
    )
    hits = matter.read().passages.match_words("liability OR cap", None, 10, "sentence")
    assert found(matter, hits)[0] == " The liability cap is the cap on liability."
    scores = [score for _, score in hits]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] > 0


def test_a_search_can_be_limited_to_sources_and_in_number(matter: Matter) -> None:
    first = add_source(matter, "The Seller pays. The Seller delivers.")
    second = add_source(matter, "The Seller repairs.", name="other.txt")
    passages = matter.read().passages
    assert found(matter, passages.match_words("seller", [second.id], 9, "sentence")) == [
        "The Seller repairs."
    ]
    assert passages.match_words("seller", [], 9) == []
    assert len(passages.match_words("seller", [first.id, second.id], 2)) == 2
    assert found(matter, passages.match_characters("epair", None, 9)) == ["The Seller repairs."]
    assert passages.match_characters("epair", [first.id], 9) == []


@pytest.mark.parametrize("text", ["付", "付款", "付款期", "付款期限为"])
def test_chinese_is_found_from_one_character_on(matter: Matter, text: str) -> None:
    add_source(matter, "买方应当付款。付款期限为三十日。其他条款不变。")
    hits = found(matter, matter.read().passages.match_characters(text, None, 9))
    assert "付款期限为三十日。" in hits
    assert "其他条款不变。" not in hits
    assert all(text in hit for hit in hits)


@pytest.mark.parametrize("text", ['a "quoted" word', "50%", "x' OR 1=1 --", "pay*", "NEAR(", "col:umn"])
def test_characters_of_a_search_are_only_characters(matter: Matter, text: str) -> None:
    add_source(matter, f"Before {text} after. Another sentence.")
    assert found(matter, matter.read().passages.match_characters(text, None, 9)) == [f"Before {text} after."]


@pytest.mark.parametrize("query", ['"open', "pay AND", "nocolumn:pay", "(", "*"])
def test_words_that_are_no_query_are_one_sentence(matter: Matter, query: str) -> None:
    add_source(matter, "The Seller pays.")
    with pytest.raises(BadSearch, match="could not be understood"):
        matter.read().passages.match_words(query, None, 5)


def test_the_same_place_is_the_same_passage(matter: Matter, ground: Ground) -> None:
    source = add_source(matter, "The Seller pays. The Buyer pays.")
    span = PassageSpan("sentence", 0, 16, 1, 1, "The Seller pays.")

    def work(tx: Tx) -> list[int]:
        tx.act("anna", "passages_added", f"source {source.id}")
        return tx.passages.add_many(
            source.id, [span, PassageSpan("sentence", 4, 16, 1, 1, "Seller pays."), span]
        )

    first, new, again = matter.write(work)
    assert first == again == matter.read().passages.of_source(source.id, "sentence")[0].id
    assert new > first
    assert len(matter.read().passages.match_words("seller", None, 9, "sentence")) == 2

    def twice(tx: Tx) -> tuple[PassageRow, PassageRow]:
        tx.act("anna", "passages_added", f"version {ground.version}")
        one = tx.passages.add_version_passage(ground.version, "p1", "sentence", 0, 4, "12.7", "Each")
        return one, tx.passages.add_version_passage(ground.version, "p1", "sentence", 0, 4, "12.7", "Each")

    one, two = matter.write(twice)
    assert one == two
    assert (one.version_id, one.source_id, one.label) == (ground.version, None, "12.7")
    # A search of the evidence does not find the contract itself.
    assert matter.read().passages.match_words("each", None, 9) == []
    assert matter.read().passages.match_characters("Ea", None, 9) == []


def test_neighbours_are_of_the_same_kind_and_in_reading_order(matter: Matter) -> None:
    source = add_source(matter, "One. Two. Three. Four.", "Five.")
    sentences = matter.read().passages.of_source(source.id, "sentence")
    assert [s.text.strip() for s in sentences] == ["One.", "Two.", "Three.", "Four.", "Five."]
    before, after = matter.read().passages.neighbours(sentences[2].id, 2)
    assert [p.text.strip() for p in before] == ["One.", "Two."]
    assert [p.text.strip() for p in after] == ["Four.", "Five."]
    assert matter.read().passages.neighbours(sentences[0].id)[0] == []


def test_a_lone_surrogate_is_stored_without_moving_an_offset(matter: Matter) -> None:
    source = add_source(matter, "a", name="odd.txt")

    def work(tx: Tx) -> PassageRow:
        tx.act("anna", "odd", "text \udfff", text="\ud800")
        (passage,) = tx.passages.add_many(source.id, [PassageSpan("sentence", 5, 8, 1, 1, "x\ud83dy")])
        return tx.passages.get(passage)

    passage = matter.write(work)
    assert passage.text == "x�y"
    assert len(passage.text) == 3
    assert matter.read().audit.verify() == []


def test_search_goes_on_after_reopening(matter: Matter, matter_path: Path) -> None:
    add_source(matter, "The Seller pays.")
    matter.close()
    with Matter.open(matter_path) as again:
        assert len(again.read().passages.match_words("seller", None, 9, "sentence")) == 1
