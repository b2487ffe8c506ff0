"""A legal proposition needs authority valid at the matter's date, a fact the client's evidence, current
wording the current version; an earlier draft proves none of them. Each rule in English and in Chinese."""

from dataclasses import replace

import pytest

from lexdesk.assistant.claim_rules import Backing, authority_fault, check_kind, kinds_of
from lexdesk.matter.records import SourceRow

DATE = "2025-06-16"


def source(role: str, status: str = "unknown", **fields: str) -> SourceRow:
    plain = SourceRow(
        id=1,
        title="The Source",
        short_name="the source",
        file_name="s.txt",
        media_type="text/plain",
        sha256="",
        role=role,
        jurisdiction="",
        status=status,
        status_by="",
        as_of="",
        dated="",
        privileged=False,
        paged=False,
        page_count=1,
        text_length=1,
        imported_at="",
    )
    return replace(plain, **fields)  # type: ignore[arg-type]


LAW = Backing(source("law", "in_force", as_of=DATE, dated="2021-09-22"))
REPEALED = Backing(source("law", "repealed"))
LATER = Backing(source("law", "in_force", as_of="2026-01-01", dated="2026-01-01"))
ENDED = Backing(source("law", "in_force", as_of=DATE, dated="2001-01-01", valid_to="2019-12-31"))
BOOK = Backing(source("secondary"))
FACT = Backing(source("fact"))
THEIRS = Backing(source("other_side_fact"))
DRAFT = Backing(source("earlier_draft", "draft"))
PLAYBOOK = Backing(source("playbook"))
CURRENT = Backing(None)
OLD = Backing(None, current=False)

IS_LAW = (
    "Under the Retention of Records Act 2021 the shorter period applies.",
    "The court held in Halden Glassworks Ltd v Merrow Minerals plc that two periods compete.",
    "Section 9(2) of the Retention of Records Act 2021 gives the shorter period.",
    "根据《中华人民共和国民法典》第五百八十五条，违约金过高的可以请求减少。",
    "最高人民法院认为，格式条款应当作不利于提供方的解释。",
)
IS_WORDING = (
    "Section 12.7 gives forty-five days for the return.",
    "The agreement caps liability at the Fees paid in twelve months.",
    "The Supplier shall deliver within ten Business Days.",
    "本合同约定的付款期限为三十日。",
    "第十二条限定了赔偿上限。",
    "乙方应当在十日内交付货物。",
)
IS_FACT = (
    "The client paid the March invoice on 3 April 2025.",
    "Helen Marsh wrote that the data are still at the works.",
    "The e-mail of 11 June confirms the delivery.",
    "客户于2025年3月3日支付了首期款。",
    "邮件显示对方已收到货物。",
)
UNSURE = ("The period is too short.", "That seems reasonable.", "这个期限太短。")


@pytest.mark.parametrize("sentence", IS_LAW)
def test_a_statement_of_law_is_told_by_its_words(sentence: str) -> None:
    assert kinds_of(sentence) == ("law",)


@pytest.mark.parametrize("sentence", IS_WORDING)
def test_a_statement_of_the_wording_is_told_by_its_words(sentence: str) -> None:
    assert kinds_of(sentence) == ("wording",)


@pytest.mark.parametrize("sentence", IS_FACT)
def test_a_statement_of_fact_is_told_by_its_words(sentence: str) -> None:
    assert kinds_of(sentence) == ("fact",)


@pytest.mark.parametrize("sentence", UNSURE)
@pytest.mark.parametrize("backing", [LAW, FACT, CURRENT, PLAYBOOK])
def test_what_is_unsure_is_said_to_be_not_classified_and_accuses_nobody(
    sentence: str, backing: Backing
) -> None:
    assert [state for state, _ in check_kind(sentence, [backing], DATE)] == ["not_classified"]


@pytest.mark.parametrize("sentence", IS_LAW)
@pytest.mark.parametrize("backing", [FACT, THEIRS, DRAFT, PLAYBOOK, CURRENT, BOOK])
def test_law_rests_on_authority_only(sentence: str, backing: Backing) -> None:
    assert [state for state, _ in check_kind(sentence, [backing], DATE)] == ["wrong_kind_of_source"]
    assert check_kind(sentence, [LAW], DATE) == []


@pytest.mark.parametrize("sentence", IS_LAW)
@pytest.mark.parametrize("backing", [REPEALED, LATER, ENDED])
def test_law_rests_on_authority_that_is_valid_at_the_date_of_the_matter(
    sentence: str, backing: Backing
) -> None:
    assert [state for state, _ in check_kind(sentence, [backing], DATE)] == ["wrong_kind_of_source"]
    assert check_kind(sentence, [backing, LAW], DATE) == [], "one valid authority is enough"


@pytest.mark.parametrize("voice", ["dissent", "headnote", "argument"])
def test_a_dissent_a_headnote_and_counsels_argument_are_no_authority(voice: str) -> None:
    assert LAW.source is not None
    assert voice in authority_fault(LAW.source, voice, DATE) or "counsel" in authority_fault(
        LAW.source, voice, DATE
    )
    assert authority_fault(LAW.source, "majority", DATE) == ""


def test_authority_nobody_vouches_for_is_no_wrong_kind_but_is_said() -> None:
    unknown = Backing(source("law"))
    stale = Backing(source("law", "in_force", as_of="2020-01-01"))
    assert "status unknown" in check_kind(IS_LAW[0], [unknown], DATE)[0][1]
    for backing in (unknown, stale):
        assert [state for state, _ in check_kind(IS_LAW[0], [backing], DATE)] == ["authority_unconfirmed"]


@pytest.mark.parametrize("sentence", IS_FACT)
@pytest.mark.parametrize("backing", [LAW, DRAFT, PLAYBOOK, CURRENT])
def test_a_fact_rests_on_the_clients_evidence(sentence: str, backing: Backing) -> None:
    assert [state for state, _ in check_kind(sentence, [backing], DATE)] == ["wrong_kind_of_source"]
    assert check_kind(sentence, [FACT], DATE) == []


def test_what_the_other_side_says_proves_only_that_they_say_it() -> None:
    assert (
        check_kind("The client paid the March invoice on 3 April 2025.", [THEIRS])[0][0]
        == "wrong_kind_of_source"
    )
    assert check_kind("Ostrava says that the client paid late.", [THEIRS]) == []
    assert check_kind("客户于2025年3月3日支付了首期款。", [THEIRS])[0][0] == "wrong_kind_of_source"
    assert check_kind("对方声称客户于2025年3月3日支付了首期款。", [THEIRS]) == []


@pytest.mark.parametrize("sentence", IS_WORDING)
@pytest.mark.parametrize("backing", [LAW, FACT, DRAFT, PLAYBOOK, OLD])
def test_current_wording_rests_on_the_current_version(sentence: str, backing: Backing) -> None:
    assert [state for state, _ in check_kind(sentence, [backing], DATE)] == ["wrong_kind_of_source"]
    assert check_kind(sentence, [CURRENT], DATE) == []


@pytest.mark.parametrize("sentence", [*IS_LAW, *IS_FACT, *IS_WORDING, *UNSURE])
def test_an_earlier_draft_proves_none_of_them(sentence: str) -> None:
    assert [state for state, _ in check_kind(sentence, [DRAFT], DATE)] == ["wrong_kind_of_source"]


@pytest.mark.parametrize("sentence", ["The earlier draft gave sixty days.", "之前的版本为六十日。"])
def test_what_an_earlier_draft_said_is_proved_by_that_draft(sentence: str) -> None:
    assert kinds_of(sentence) == ("earlier_wording",)
    assert check_kind(sentence, [DRAFT]) == []
    assert check_kind(sentence, [OLD]) == []
    assert check_kind(sentence, [LAW])[0][0] == "wrong_kind_of_source"


def test_a_sentence_of_two_kinds_with_a_source_for_one_is_not_accused() -> None:
    both = "Section 12.7 gives 45 days, yet under the Retention Act 2021 the shorter period applies."
    assert kinds_of(both) == ("law", "wording")
    assert [state for state, _ in check_kind(both, [CURRENT], DATE)] == ["not_classified"]
    assert check_kind(both, [CURRENT, LAW], DATE) == []
    assert [state for state, _ in check_kind(both, [FACT], DATE)] == ["wrong_kind_of_source"]


REPEATS_AGREEMENT = (
    ("The agreement is governed by the law of Norland.", "This Agreement is governed by the law of Norland."),
    (
        "If a provision is unenforceable, the rest remains in force.",
        "If a provision is found to be invalid or unenforceable, the rest remains in force.",
    ),
    ("The invoice shows value added tax.", "An invoice is correct if it shows value added tax separately."),
    ("合同被认定无效的，其余条款依法继续有效。", "本合同任一条款被认定无效的，其余条款依法继续有效。"),
)
REPEATS_AUTHORITY = (
    (
        "The shorter period applies unless the agreement states otherwise.",
        "Where two periods are fixed the shorter period applies, unless the agreement states otherwise.",
    ),
    ("Section 9(2) gives the shorter period for records.", "9(2) For records the shorter period applies."),
    ("第四百九十六条规定格式条款提供方应当提示对方。", "第四百九十六条 格式条款提供方应当提示对方注意。"),
)


@pytest.mark.parametrize(("sentence", "passage"), REPEATS_AGREEMENT)
def test_a_sentence_that_repeats_the_agreement_states_its_wording(sentence: str, passage: str) -> None:
    assert check_kind(sentence, [Backing(None, text=passage)], DATE) == []
    old = Backing(None, current=False, text=passage)
    assert check_kind(sentence, [old], DATE)[0][0] != "authority_unconfirmed"


@pytest.mark.parametrize(("sentence", "passage"), REPEATS_AUTHORITY)
def test_a_sentence_that_repeats_an_authority_states_law(sentence: str, passage: str) -> None:
    assert LAW.source is not None
    assert REPEALED.source is not None
    assert check_kind(sentence, [Backing(LAW.source, text=passage)], DATE) == []
    assert (
        check_kind(sentence, [Backing(REPEALED.source, text=passage)], DATE)[0][0] == "wrong_kind_of_source"
    )


def test_words_of_an_email_or_a_draft_do_not_become_law_or_wording_by_being_repeated() -> None:
    assert FACT.source is not None
    assert DRAFT.source is not None
    law = "Under the Retention Act 2021 the shorter period applies."
    assert check_kind(law, [Backing(FACT.source, text=law)], DATE)[0][0] == "wrong_kind_of_source"
    wording = "Section 6.2 gives sixty days."
    assert check_kind(wording, [Backing(DRAFT.source, text=wording)], DATE)[0][0] == "wrong_kind_of_source"
