"""Kinds of instruction that a plain reading got wrong: each would again if its rule were lost."""

import json
from pathlib import Path

import pytest

from lexdesk.assistant.drafting import own_sentence
from lexdesk.assistant.intent import read_intent
from lexdesk.assistant.measures import asked_measure
from tests.assistant.agreements import TERMS, carry_out, write_agreement
from tests.assistant.jobs import open_matter
from tests.assistant.obliging import obliging
from tests.models.scripted import ScriptedModel

RELEASE = (
    *TERMS,
    "7. Appointment as Attorney-in-Fact",
    "7.1 The Customer appoints the Supplier as its agent to sign filings.",
    "8. Assistance",
    "8.1 The Supplier helps with filings. If a filing is disputed, it goes to arbitration under the rules of "
    "the chamber in Lyon, the costs of which are shared between the parties in equal parts, save where the "
    "tribunal finds that one of them acted in bad faith, in which case that party bears all the costs "
    "of the other as well, and the tribunal fixes the sum in its award after it has heard both of them "
    "in writing or at a hearing.",
    "8.2 The Supplier may suspend the Service if a sum is overdue for more than 30 days.",
)


@pytest.mark.parametrize(
    ("instruction", "act"),
    [
        ("Move 4.2 so that it stands right after 2.1.", "move"),
        ("Both 4.1 and 4.2 go.", "delete"),
        ("Only the Supplier should indemnify: delete 9.2.", "delete"),
        ("Take 2.6(d) out.", "delete"),
        ("After Section 9, add one about open source.", "insert"),
        ("Insert after 6.2 a new 6.3 under which each side bears its costs.", "insert"),
        ("Undo the last change.", "take back"),
        ("Revoke the edit you just made.", "take back"),
        ("撤销刚才的修改。", "take back"),
        ("将第三条移到第五条之后。", "move"),
        ("违约金上限由百分之十降到百分之五。", "revise"),
    ],
)
def test_what_is_asked_for(instruction: str, act: str) -> None:
    assert read_intent(instruction).act == act


def test_an_act_that_is_only_spoken_of_is_not_taken_back() -> None:
    assert read_intent("Cancel the Customer's right to audit in 5.1.").act != "take back"
    assert read_intent("Move the deadline in 2.1 to 40 days.").act != "move"


def test_a_clause_moves_word_for_word(tmp_path: Path) -> None:
    done = carry_out(tmp_path, ScriptedModel([]), "Move 4.2 so that it stands right after 2.1.")
    assert done.state == "done", done.message
    assert done.edit is not None
    assert [op.op for op in done.edit.ops] == ["move_after"]
    assert done.edit.ops[0].like_key != done.edit.ops[0].paragraph_key


def test_taking_back_is_answered_by_what_to_do(tmp_path: Path) -> None:
    done = carry_out(tmp_path, ScriptedModel([]), "Undo the last change.")
    assert (done.state, done.edit) == ("asked", None)
    for word in ("Undo", "Revoke", "Reject"):
        assert word in done.message


def test_what_may_be_taken_back_is_named(tmp_path: Path) -> None:
    file = write_agreement(tmp_path / "agreement.docx")
    with open_matter(tmp_path / "a.lexmatter", obliging(), file) as desk:
        chat = desk.chats()[0].id
        asked = "Change the notice period in 4.1 to 90 days."
        assert desk.ask(chat, asked).edit_ids
        assert asked in desk.ask(chat, "Undo the last change.").text


def test_a_sentence_without_the_object_is_not_taken(tmp_path: Path) -> None:
    wanted = "6.1: add that the Customer may assign to an affiliate if it tells the Supplier."
    done = carry_out(tmp_path, obliging(sentence="The Customer may assign if it tells the Supplier."), wanted)
    assert all(new and "affiliate" in new for new in done.changed.values()), done.message
    assert done.edit is not None


def test_a_clause_is_found_by_what_lawyers_call_it(tmp_path: Path) -> None:
    done = carry_out(tmp_path, obliging(), "Remove the power of attorney.", RELEASE)
    assert done.changed == {RELEASE[len(TERMS)]: None, RELEASE[len(TERMS) + 1]: None}, done.message


def test_a_section_named_with_its_parts_goes_with_its_heading(tmp_path: Path) -> None:
    done = carry_out(tmp_path, obliging(), "Remove Section 4 completely: the heading, 4.1 and 4.2.")
    assert set(done.changed) == set(TERMS[7:10]), done.message


def test_what_is_not_there_is_refused_with_the_nearest_named(tmp_path: Path) -> None:
    done = carry_out(tmp_path, obliging(), "Delete the arbitration clause.", RELEASE)
    assert (done.state, done.edit) == ("refused", None), "one passing mention makes no arbitration clause"
    assert "8.1" in done.message


def test_a_duty_is_no_new_value_of_another_measure(tmp_path: Path) -> None:
    wanted = "8.2: the Supplier has to give 5 business days' notice before suspending."
    added = "The Supplier has to give 5 business days' notice before suspending."
    done = carry_out(tmp_path, obliging(sentence=added), wanted, RELEASE)
    assert done.changed == {RELEASE[-1]: f"{RELEASE[-1]} {added}"}, done.message


def test_a_right_of_one_side_is_given_to_both(tmp_path: Path) -> None:
    terms = (
        *TERMS[:-1],
        "6.1 Neither party may assign this agreement. However, the Supplier may assign it on a merger.",
    )
    wanted = (
        "The assignment clause lets only the Supplier assign on a merger. Give the Customer the same right."
    )
    done = carry_out(tmp_path, ScriptedModel([]), wanted, terms)
    new = next(iter(done.changed.values()), "")
    assert (
        new == "6.1 Neither party may assign this agreement. However, either party may assign it on a merger."
    )


def test_the_lawyers_own_clause_is_taken_as_it_stands(tmp_path: Path) -> None:
    text = "The Customer may not use open-source software without written approval."
    done = carry_out(tmp_path, ScriptedModel([]), f"After 4.2, add one: {text}")
    assert [new for _before, new in done.added] == [text], done.message


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("Audit: the Customer may audit once a year.", "The Customer may audit once a year."),
        ("Severability: make sure a court may reform a clause.", "A court may reform a clause."),
        ("This should win over the other one, not the other way round.", ""),
        ("Shorten it.", ""),
        ("We can live with the audit clause only if data is out of it.", ""),
        ("Employee must be free to talk to an agency; add it unless it is there.", ""),
    ],
)
def test_a_rule_stated_in_full(said: str, rule: str) -> None:
    assert own_sentence(said) == rule


def test_twice_a_year_doubles_nothing() -> None:
    assert asked_measure("The form may be sent twice a year instead of once.").factor is None
    assert asked_measure("Make the cap twice the fees.").factor == 2


def test_a_term_is_renamed_however_it_is_said(tmp_path: Path) -> None:
    for number, said in enumerate(
        ('Call the "Customer" the "Client" throughout.', "Refer to Customer as Client everywhere.")
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        done = carry_out(folder, ScriptedModel([]), said)
        assert done.state == "done", done.message
        assert all(new and "Customer" not in new for new in done.changed.values())
        assert len(done.changed) == sum("Customer" in text for text in TERMS)


def test_a_rename_without_both_names_is_asked_back(tmp_path: Path) -> None:
    done = carry_out(tmp_path, ScriptedModel([]), "Rename the buyer throughout.")
    assert (done.state, done.edit) == ("asked", None)


CHINESE = (
    "第一条 定义",
    "（一）“质量保证期”指自验收之日起二十四个月的期间。",
    "第二条 设备",
    "卖方交付设备，设备应当是全新的。",
    "第三条 争议",
    "争议提交深圳国际仲裁院在深圳仲裁。通知按照第九条送达。",
)


@pytest.mark.parametrize(
    ("instruction", "old", "new"),
    [
        ("质保期太短，改成三十六个月。", CHINESE[1], CHINESE[1].replace("二十四", "三十六")),
        ("全文将“设备”改为“机器”。", CHINESE[3], "卖方交付机器，机器应当是全新的。"),
        (
            "争议改由上海国际经济贸易仲裁委员会在上海仲裁。",
            CHINESE[5],
            "争议提交上海国际经济贸易仲裁委员会在上海仲裁。通知按照第九条送达。",
        ),
        ("第三条引用的条款不存在，应当引用第二条。", CHINESE[5], CHINESE[5].replace("第九条", "第二条")),
    ],
)
def test_chinese_kinds(tmp_path: Path, instruction: str, old: str, new: str) -> None:
    done = carry_out(tmp_path, ScriptedModel([json.dumps({"place": "1"})]), instruction, CHINESE)
    assert done.changed.get(old) == new, done.message
