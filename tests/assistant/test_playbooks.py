"""Review of an agreement against a playbook: one result a rule with its evidence, figures by code, judgement
by a model or left open, an edit staged where there is a fallback. In English and Chinese."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import docx
import pytest

from lexdesk.assistant.desk import Desk
from lexdesk.assistant.knowledge_views import PlaybookResultView, PlaybookReviewView
from lexdesk.assistant.model import Message
from lexdesk.assistant.playbooks.review import NotAPlaybook
from lexdesk.assistant.scope import OutsideContext
from lexdesk.resources import resources
from tests.assistant.jobs import open_matter
from tests.models.scripted import ScriptedModel

SAMPLE = resources() / "sample"
ENGLISH = """# Buying rules

Owner: Legal.

## 1. Payment

- **Preferred:** sixty days after receipt of the invoice.
- **First fallback:** forty-five days after receipt of the invoice.
- **Second fallback:** thirty days after receipt of the invoice, if the seller grants a discount.
- **Why:** cash.

## 2. Warranty

- **Preferred:** at least twelve months from delivery.
- **Fallback:** six months from delivery.

## 3. Liability

- **Preferred:** the Fees paid or payable in the 24 months before the claim, or EUR 500,000 if that is more.
- **Fallback:** the Fees paid in the twelve months before the claim.

## 4. Escrow of source code

- **Preferred:** escrow of the source code with an independent agent.
- **Fallback:** escrow on request.

## 5. Subcontracting

- Subcontracting needs the buyer's written consent.
- **Not acceptable:** subcontracting abroad.

## 6. Notice

- **Preferred:** not more than thirty days' notice of termination for convenience.
- **Fallback:** sixty days' notice.
"""
AGREEMENT = (
    "1. Payment",
    "1.1 The Buyer shall pay each invoice within forty-five (45) days after receipt of the invoice.",
    "2. Warranty",
    "2.1 The Seller warrants each unit for eighteen (18) months from delivery.",
    "3. Liability",
    "3.1 The liability of each party shall not exceed the Fees paid under this agreement in the twelve (12) "
    "months before the claim arose.",
    "4. Subcontracting",
    "4.1 The Seller may subcontract parts of the work to qualified firms and remains liable for them.",
    "5. Notice and termination",
    "5.1 Either party may terminate for convenience on ninety (90) days' notice.",
)
CHINESE = """# 采购合同审查手册

一、付款期限

- 首选：收到发票后六十日内付款。
- 备选一：收到发票后四十五日内付款。
- 备选二：收到发票后三十日内付款，如供方给予折扣。
- 理由：资金安排。

二、质量保证期

- 首选：交付后不少于十二个月。
- 备选：交付后六个月。

三、源代码托管

- 首选：源代码交由独立第三方托管。

四、分包

- 必须：乙方分包应当经甲方书面同意。
"""
AGREEMENT_ZH = (
    "第一条 付款",
    "甲方应当在收到发票后三十日内付款。",
    "第二条 质量保证",
    "质量保证期为交付后十八个月。",
    "第三条 分包",
    "乙方可以将部分工作分包给合格的第三方。",
    "第四条 通知",
    "本合同项下的通知应当采用书面形式。",
)


def write(path: Path, lines: Sequence[str]) -> Path:
    document = docx.Document()
    for line in lines:
        document.add_paragraph(line)
    document.save(str(path))
    return path


def judging(said: str, back: str = "no") -> ScriptedModel:
    """``back`` is the answer to the question put the other way round."""

    def answer(messages: Sequence[Message], schema: Mapping[str, Any] | None) -> str:
        fields = (schema or {}).get("properties", {})
        if "answer" in fields:
            again = (
                "something else" in messages[-1].text or "say what the playbook does not" in messages[-1].text
            )
            return json.dumps({"answer": back if again else said})
        return json.dumps({"clause": "The model must not be asked to write what code can write."})

    return ScriptedModel(answer)


def reviewed(
    folder: Path,
    playbook: str = ENGLISH,
    agreement: Sequence[str] = AGREEMENT,
    model: ScriptedModel | None = None,
    **described: Any,
) -> tuple[PlaybookReviewView, dict[int, tuple[str, str]]]:
    """The review, and of each edit what goes and what comes."""
    (folder / "playbook.md").write_text(playbook, encoding="utf-8")
    with open_matter(folder / "a.lexmatter", model, write(folder / "a.docx", agreement)) as desk:
        desk.add_source(folder / "playbook.md", "playbook", short_name="Rules", **described)
        review = desk.review_playbook()
        before = desk.document(desk.documents()[0][0])
        assert before.version_number == 1, "P1: a review changes no document"
        edits = {card.edit_id or 0: (card.removed, card.added) for card in desk.edits()}
    return review, edits


def by_rule(review: PlaybookReviewView) -> dict[str, PlaybookResultView]:
    return {one.rule.split(" ", 1)[0]: one for one in review.results}


def test_the_rules_point_at_passages_of_the_playbook_with_fallbacks_in_order(tmp_path: Path) -> None:
    (tmp_path / "playbook.md").write_text(ENGLISH, encoding="utf-8")
    with open_matter(tmp_path / "a.lexmatter", None) as desk:
        source = desk.add_source(tmp_path / "playbook.md", "playbook")
        rules = desk.playbook_rules()
        assert [rule.name for rule in rules][:2] == ["1 Payment", "2 Warranty"], (
            "the document's title is no rule"
        )
        first = rules[0]
        assert [one.name for one in first.positions] == ["preferred", "fallback 1", "fallback 2", "why"]
        assert first.positions[2].condition == "the seller grants a discount"
        for rule in rules:
            for position in rule.positions:
                passage = desk.matter.read().passages.get(position.passage_id)
                assert passage.source_id == source.id
                assert position.text.split()[-1] in passage.text


def test_one_result_a_rule_each_with_its_evidence(tmp_path: Path) -> None:
    review, edits = reviewed(tmp_path)
    assert [one.rule for one in review.results] == [
        "1 Payment",
        "2 Warranty",
        "3 Liability",
        "4 Escrow of source code",
        "5 Subcontracting",
        "6 Notice",
    ]
    verdicts = {name: one.verdict for name, one in by_rule(review).items()}
    assert verdicts == {
        "1": "deviates",
        "2": "met",
        "3": "deviates",
        "4": "missing",
        "5": "needs_judgement",
        "6": "deviates",
    }
    for result in review.results:
        assert result.rule_pin.text in ENGLISH
        assert (result.clause_pin is None) == (result.verdict == "missing")
        assert result.judged_by == "code"
    claims = review.message.claims[1:]
    assert len(claims) == len(review.results)
    assert all(claim.pins for claim in claims)
    assert by_rule(review)["1"].position == "fallback 1"
    assert {name for name, one in by_rule(review).items() if one.edit_id} == {"1", "3", "6"}
    assert len(edits) == 3


def test_an_edit_brings_the_clause_to_the_preferred_position_in_its_own_style(tmp_path: Path) -> None:
    review, edits = reviewed(tmp_path)
    payment = by_rule(review)["1"].edit_id
    assert payment is not None
    assert edits[payment] == ("forty-five\n45", "sixty\n60")
    liability = by_rule(review)["3"].edit_id
    assert liability is not None
    assert "EUR 500,000 if that is more" in edits[liability][1]
    with reopened(tmp_path) as desk:
        card = desk.edit_card(payment)
        assert [line.label for line in card.lines if line.section == "alternative"] == [
            "fallback 1",
            "fallback 2",
        ]
        assert any(line.basis == "cited_for_edit" and "sixty days" in line.text for line in card.lines)
        assert not any(line.basis == "shown_to_model" for line in card.lines), "no model saw anything"


def reopened(folder: Path) -> Desk:
    from lexdesk.matter.file import Matter

    return Desk(Matter.open(folder / "a.lexmatter"), lambda: None)


@pytest.mark.parametrize(
    ("said", "verdict"), [("yes", "met"), ("no", "deviates"), ("cannot tell", "needs_judgement")]
)
def test_only_what_figures_cannot_decide_is_asked_of_the_model(
    tmp_path: Path, said: str, verdict: str
) -> None:
    model = judging(said)
    review, _edits = reviewed(tmp_path, model=model)
    result = by_rule(review)["5"]
    assert result.verdict == verdict
    asked = [messages[-1].text for messages in model.prompts]
    assert not any("sixty days" in text or "twelve months" in text for text in asked)
    if said != "cannot tell":
        assert result.judged_by == "model: scripted"
        assert "unchecked" in result.reason
    assert by_rule(review)["1"].judged_by == "code"


def test_a_model_that_says_yes_both_ways_has_judged_nothing(tmp_path: Path) -> None:
    review, _edits = reviewed(tmp_path, model=judging("yes", back="yes"))
    result = by_rule(review)["5"]
    assert (result.verdict, result.judged_by) == ("needs_judgement", "code")


def test_a_second_review_takes_the_place_of_what_the_first_one_left_undecided(tmp_path: Path) -> None:
    _review, first = reviewed(tmp_path)
    with reopened(tmp_path) as desk:
        desk.reject([min(first)])
        desk.review_playbook()
        waiting = [card.edit_id for card in desk.edits(state="staged")]
        assert len(waiting) == len(first)
        assert not set(waiting) & set(first)


def test_without_a_model_it_says_that_none_was_asked(tmp_path: Path) -> None:
    review, _edits = reviewed(tmp_path)
    assert any("No model was asked" in limit for limit in review.message.limits)


def test_p10_a_privileged_playbook_never_reaches_a_remote_model(tmp_path: Path) -> None:
    (tmp_path / "playbook.md").write_text(ENGLISH, encoding="utf-8")
    model = ScriptedModel(lambda messages, schema: json.dumps({"answer": "yes"}), remote=True)
    with open_matter(tmp_path / "a.lexmatter", model, write(tmp_path / "a.docx", AGREEMENT)) as desk:
        desk.allow_remote(True)
        desk.add_source(tmp_path / "playbook.md", "playbook", privileged=True)
        review = desk.review_playbook()
    assert model.prompts == []
    assert by_rule(review)["5"].verdict == "needs_judgement"
    assert any("privileged" in limit for limit in review.message.limits)


def test_a_chinese_agreement_against_a_chinese_playbook(tmp_path: Path) -> None:
    review, edits = reviewed(tmp_path, CHINESE, AGREEMENT_ZH)
    found = {one.rule: one for one in review.results}
    assert {name: one.verdict for name, one in found.items()} == {
        "一 付款期限": "deviates",
        "二 质量保证期": "met",
        "三 源代码托管": "missing",
        "四 分包": "needs_judgement",
    }
    payment = found["一 付款期限"]
    assert payment.position == "fallback 2"
    assert "供方给予折扣" in payment.reason
    assert payment.edit_id is not None
    removed, added = edits[payment.edit_id]
    assert (removed, added) in {("三十日", "六十日"), ("三", "六"), ("三十", "六十")}


def test_two_clauses_of_one_kind_are_a_deviation_where_the_playbook_wants_one(tmp_path: Path) -> None:
    playbook = "## 1. Return of documents\n\n- **Preferred:** one clause, with a period of thirty days.\n"
    clause = (
        "On termination each party shall, within {} days, return to the other or destroy all confidential "
        "documents of the other party in its possession, with all copies and extracts of them, and certify "
        "that it has done so."
    )
    agreement = (
        "1. Return",
        f"1.1 {clause.format('thirty (30)')}",
        "2. Data",
        f"2.1 {clause.format('sixty (60)')}",
    )
    review, _edits = reviewed(tmp_path, playbook, agreement)
    assert review.results[0].verdict == "deviates"
    assert "2.1" in review.results[0].reason


def test_the_sample_agreement_against_the_sample_playbook(tmp_path: Path) -> None:
    with open_matter(tmp_path / "a.lexmatter", None, SAMPLE / "supply-agreement.docx") as desk:
        desk.add_source(SAMPLE / "playbook.md", "playbook")
        review = desk.review_playbook()
    labels = {name: one.clause_pin.label if one.clause_pin else "" for name, one in by_rule(review).items()}
    verdicts = [one.verdict for one in review.results]
    assert verdicts == ["deviates"] * 5 + ["needs_judgement"] * 2
    for name, clause in (
        ("1", "6.2"),
        ("2", "9.3"),
        ("3", "13.1"),
        ("4", "8.1"),
        ("5", "4.1"),
        ("7", "18.2"),
    ):
        assert f", {clause} " in labels[name]
    assert all(by_rule(review)[name].edit_id for name in ("1", "3", "4", "5"))
    assert not any(by_rule(review)[name].edit_id for name in ("2", "6", "7"))
    assert "12.7" in by_rule(review)["2"].reason


def test_what_is_no_playbook_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "memo.txt").write_text("A memo about nothing in particular.")
    (tmp_path / "empty.md").write_text("# Playbook\n\nNothing yet.\n")
    (tmp_path / "rules.md").write_text(ENGLISH)
    with open_matter(tmp_path / "a.lexmatter", None, write(tmp_path / "a.docx", AGREEMENT)) as desk:
        memo = desk.add_source(tmp_path / "memo.txt", "note").id
        empty = desk.add_source(tmp_path / "empty.md", "playbook").id
        for source in (memo, empty):
            with pytest.raises(NotAPlaybook) as refused:
                desk.playbook_rules(source)
            assert refused.value.next_step
        rules = desk.add_source(tmp_path / "rules.md", "playbook").id
        side = desk.new_chat("Side", "side", [("source", str(memo))]).id
        with pytest.raises(OutsideContext):
            desk.review_playbook(rules, chat_id=side)
