"""Search: exact words, other words for the same thing, characters, filters, and saying nothing."""

from collections.abc import Callable
from pathlib import Path

import pytest

from lexdesk.evidence.importing.reader import ReaderHere
from lexdesk.evidence.library import Library
from lexdesk.evidence.search import engine, pool, question
from lexdesk.evidence.search.concepts import concepts, everyday
from lexdesk.evidence.search.found import THRESHOLD, Scope
from lexdesk.evidence.search.meaning import meaning
from lexdesk.evidence.search.pool import LONGEST, Pool, Sentence, cut
from lexdesk.evidence.search.question import read_question
from lexdesk.evidence.search.terms import terms
from lexdesk.matter import Matter
from lexdesk.text.stems import stem

SUPPLY = (
    "Supply Agreement\n\n1. Delivery. The Supplier shall deliver the goods to the works of the "
    "Customer by 1 March 2026.\n\n2. Term. This Agreement commences on the Effective Date and expires "
    "after three years.\n\n3. Termination. Either party may terminate this Agreement on ninety days' "
    "written notice.\n\n4. Staff. Neither party shall solicit or employ any employee of the other.\n\n"
    "5. Licence. The Customer grants a royalty-free licence to use its drawings.\n\n6. Liability. The "
    "Supplier is not liable for indirect or consequential loss.\n\n7. Law. This Agreement is governed "
    "by the law of Norland.\n\n8. Notices. Notices are sent by registered post.\n"
)
CHINESE = (
    "采购合同\n\n第一条 乙方应在三十日内交货。逾期交货的，应支付违约金。\n\n"
    "第二条 本合同有效期为两年，期满后终止。\n"
)


@pytest.fixture
def here(matter: Matter) -> Library:
    return Library(matter, ReaderHere)


@pytest.fixture
def add(here: Library, tmp_path: Path) -> Callable[..., int]:
    def put(name: str, text: str, **fields: object) -> int:
        path = tmp_path / name
        path.write_text(text, "utf-8")
        return here.add(path, **fields)[0].id

    return put


Add = Callable[..., int]


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("How can I walk away from the contract?", "terminate this Agreement"),
        ("May one side hire away the other's workers?", "solicit or employ"),
        ("Which country's rules apply to this contract, what law?", "governed by the law"),
        ("when does it run out", "expires after three years"),
    ],
)
def test_other_words_for_the_same_thing_find_the_clause(
    here: Library, add: Add, asked: str, words: str
) -> None:
    add("supply.txt", SUPPLY)
    found = here.find(asked)
    assert words in found.hits[0].text
    assert found.hits[0].why in ("words", "meaning")


def test_the_very_words_come_first_and_are_called_exact(here: Library, add: Add) -> None:
    add("supply.txt", SUPPLY)
    add(
        "other.txt",
        "Notices. A notice of termination is in writing.\n\nIndirect loss and consequential loss.",
    )
    hits = here.find("indirect or consequential loss").hits
    assert "not liable for indirect or consequential loss" in hits[0].text
    assert hits[0].why == "exact"
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


@pytest.mark.parametrize(
    "asked",
    [
        "How often must the tenant repaint the premises?",
        "What is the annual minimum royalty that the Customer pays?",
        "Who appoints the chairman of the board?",
    ],
)
def test_a_question_that_no_source_answers_gets_nothing(here: Library, add: Add, asked: str) -> None:
    add("supply.txt", SUPPLY)
    found = here.find(asked)
    assert not found.answered
    assert found.stretches == ()
    assert found.threshold == THRESHOLD


def test_a_question_with_an_answer_gets_stretches_of_whole_sentences(here: Library, add: Add) -> None:
    source = add("supply.txt", SUPPLY * 4)
    text = here._matter.read().sources.text(source)
    found = here.find("On how many days' notice may a party terminate the Agreement?")
    assert found.answered
    assert "ninety days" in found.stretches[0].text
    for stretch in found.stretches:
        assert 0 < stretch.end - stretch.start <= LONGEST
        rows = [here._matter.read().passages.get(number) for number in stretch.passage_ids]
        assert rows[0].start == stretch.start
        assert rows[-1].end == stretch.end
        assert stretch.best in stretch.passage_ids
        assert text[stretch.start : stretch.end].startswith(rows[0].text[:20])


@pytest.mark.parametrize("text", ["违", "违约", "违约金", "逾期交货要付什么违约金？"])
def test_chinese_is_found_from_one_character_on(here: Library, add: Add, text: str) -> None:
    add("zh.txt", CHINESE)
    assert "违约金" in here.find(text).hits[0].text


def test_a_chinese_question_finds_english_words_and_the_other_way_round(here: Library, add: Add) -> None:
    add("supply.txt", SUPPLY)
    assert "terminate" in here.find("如何解除合同？").hits[0].text
    zh = add("zh.txt", CHINESE)
    hits = here.find("when does the term expire", Scope(source_ids=(zh,))).hits
    assert "期满后终止" in hits[0].text


def test_filters_choose_sources_and_what_is_left_out_is_said(here: Library, add: Add) -> None:
    one = add("supply.txt", SUPPLY, role="fact", dated="2024-01-05", jurisdiction="Norland")
    two = add(
        "later.txt",
        SUPPLY.replace("ninety", "sixty"),
        role="draft",
        dated="2026-01-05",
        jurisdiction="Freedonia",
        privileged=True,
    )

    def asked(scope: Scope) -> set[int]:
        found = here.find("terminate on notice", scope)
        assert bool(found.not_searched) is (scope != Scope())
        return {hit.source_id for hit in found.hits}

    assert asked(Scope()) == {one, two}
    assert asked(Scope(roles=("draft",))) == {two}
    assert asked(Scope(jurisdictions=("Norland",))) == {one}
    assert asked(Scope(dated_from="2025-01-01")) == {two}
    assert asked(Scope(dated_to="2025-01-01")) == {one}
    assert asked(Scope(privileged=False)) == {one}
    assert asked(Scope(source_ids=(two,))) == {two}
    assert asked(Scope(statuses=("repealed",))) == set()


def test_pages_without_text_are_named_as_not_searched(here: Library, tmp_path: Path, make_pdf) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "scan.pdf"
    path.write_bytes(make_pdf([[(72, 100, "The notice period is thirty days.")], []]))
    here.add(path)
    assert any("page 2" in sentence for sentence in here.find("notice").not_searched)


def test_without_the_table_of_vectors_search_goes_on_and_says_so(
    here: Library, add: Add, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (pool, question, engine):
        monkeypatch.setattr(module, "meaning", lambda: None)
    add("supply.txt", SUPPLY)
    found = here.find("How can I walk away from the contract?")
    assert "terminate this Agreement" in found.hits[0].text
    assert any("by meaning" in sentence for sentence in found.not_searched)


def test_a_large_matter_is_searched_through_its_index(
    here: Library, add: Add, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = add("supply.txt", SUPPLY)
    add("other.txt", "Nothing of the kind is said here. " * 40 + "\n\n" + CHINESE)
    few = here.find("May one side hire away the other's workers?")
    monkeypatch.setattr("lexdesk.evidence.search.gathering.ALL", 3)
    many = here.find("May one side hire away the other's workers?")
    assert many.hits[0].passage_id == few.hits[0].passage_id
    assert many.stretches[0].source_id == one
    assert "违约金" in here.find("违约金").hits[0].text
    assert "ninety days" in here.find("terminate", Scope(source_ids=(one,))).hits[0].text


def test_a_source_named_in_the_question_goes_before_its_like(here: Library, add: Add) -> None:
    add("Alder Works Supply.txt", SUPPLY)
    two = add("Birch Mills Supply.txt", SUPPLY.replace("ninety", "sixty"))
    add("Cedar Yard Supply.txt", SUPPLY.replace("ninety", "thirty"))
    found = here.find("Consider the agreement of Birch Mills; on what notice may a party terminate?")
    assert found.stretches[0].source_id == two


def test_what_changes_in_the_matter_changes_what_is_found(here: Library, add: Add) -> None:
    add("supply.txt", SUPPLY)
    assert here.find("demurrage").hits == ()
    add("ship.txt", "Demurrage is payable at the daily rate.")
    assert "Demurrage" in here.find("demurrage").hits[0].text


def test_a_sentence_longer_than_a_stretch_is_cut_at_its_items() -> None:
    text = "; ".join(
        f"({sign}) the party shall do what is written here under this letter"
        for sign in "abcdefghijklmnopqrs"
    )
    parts = cut(Sentence(1, 1, 100, 100 + len(text), text))
    assert "".join(part.text for part in parts) == text
    assert [part.start for part in parts[1:]] == [part.end for part in parts[:-1]]
    assert all(len(part.text) <= LONGEST for part in parts)
    assert all(part.text.startswith("(") for part in parts)


def test_two_stretches_share_little() -> None:
    sentences = [
        Sentence(n, 1, n * 100, n * 100 + 99, f"The party pays {n} and " + "x" * 70) for n in range(30)
    ]
    found = Pool(sentences).ranked(read_question("what does the party pay"), {}, 10)
    for at, one in enumerate(found):
        for two in found[at + 1 :]:
            assert min(one.end, two.end) - max(one.start, two.start) <= 0.35 * (two.end - two.start)


def test_words_are_compared_by_their_stems() -> None:
    assert stem("termination") == stem("terminate") == stem("terminates")
    assert stem("employment") == stem("employed") == stem("employing")
    assert stem("royalties") == stem("royalty")
    assert ("royalty-free", "royalty-free") in terms("a Royalty-free licence")
    assert [term for term, _ in terms("违约金")] == ["违约", "约金"]


def test_near_words_have_near_vectors_and_telling_words_long_ones() -> None:
    table = meaning()
    assert table is not None

    def near(one: str, two: str) -> float:
        a, b = table.vector(one), table.vector(two)
        return float(a @ b / (a @ a) ** 0.5 / (b @ b) ** 0.5)

    assert near("staff", "employees") > 0.4 > near("staff", "arbitration")
    assert near("licence", "license") > 0.6
    lengths = {word: float(table.vector(word) @ table.vector(word)) for word in ("the", "royalty")}
    assert lengths["royalty"] > 20 * lengths["the"]
    assert not table.vector("违约").any()


def test_the_table_of_concepts_holds_no_word_twice_in_a_line() -> None:
    table = concepts()
    assert len(table.groups) > 80
    assert all(len(set(group)) == len(group) > 1 for group in table.groups)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (
            "The Retention Act says that records must be kept for seven years.",
            "How long must the records be kept?",
        ),
        ("保管法规定，账簿应当保存七年。", "账簿应当保存多少年？"),
        ("Records", "records"),
    ],
)
def test_one_short_source_is_found_by_the_words_of_its_title(
    here: Library, add: Add, text: str, asked: str
) -> None:
    act = add("act.txt", text)
    add("advice.txt", "Counsel advised that the records must be kept for three years only. 账簿保存三年。")
    alone = here.search(asked, [act], 24)
    assert [hit.source_id for hit in alone] == [act]
    assert here.search(asked, None, 24)[0].text == alone[0].text


def test_a_title_is_no_answer_within_its_own_source(here: Library, add: Add) -> None:
    supply = add("supply.txt", SUPPLY)
    found = here.find("Does the supply agreement require insurance?", Scope(source_ids=(supply,)))
    assert not found.answered
    first = add("note.txt", "Records are kept for seven years by every company.\n\nBring the file.\n")
    assert here.find("How long are records kept?", Scope(source_ids=(first,))).answered


def test_the_lines_for_instructions_stand_in_the_same_table_and_leave_search_alone() -> None:
    assert len(everyday()) > 50
    assert "~" not in "".join(everyday())
    assert not any("badmouth" in form for group in concepts().groups for form in group)
