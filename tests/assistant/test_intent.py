"""What an instruction asks for is read from its words where they are plain."""

import pytest

from lexdesk.assistant.intent import Intent, read_intent


@pytest.mark.parametrize(
    ("instruction", "act"),
    [
        ("Delete Section 12.7 because its obligation appears to be duplicated elsewhere.", "delete"),
        ("Please strike clause 4(b) in full.", "delete"),
        ("Remove Section 6 completely: the heading, 6.1 and 6.2.", "delete"),
        ("We do not need the part about wiping devices. Take it out.", "delete"),
        ("Delete the words “at its sole discretion” in 3.2.", "revise"),
        ("Cut the notice period down to six weeks.", "revise"),
        ("In 2.6(a), give Customer 30 days' notice instead of 10.", "revise"),
        ("Clause 9: the cap should be USD 100,000.", "revise"),
        ("Add a new clause after 2.1 on record keeping.", "insert"),
        ("Add a definition of Affiliate.", "insert"),
        ("At the end of Section 6, add a clause on breaches.", "insert"),
        ("Add a sentence to the notices clause.", "revise"),
        ("Clause 9 has to go.", "delete"),
        ("Check that the cap is mutual; if not, add it.", "revise"),
        ("Check whether there is a cap.", "question"),
        ("Rename “Updates” to “Releases” everywhere.", "rename"),
        ("What is the liability cap, and what falls outside it?", "question"),
        ("Which sections survive termination", "question"),
        ("将第12条整条删除", "delete"),
        ("付款期限由三十日改为四十五日", "revise"),
        ("责任上限是多少？", "question"),
    ],
)
def test_the_act_is_read_from_plain_words(instruction: str, act: str) -> None:
    assert read_intent(instruction).act == act


def test_both_sides_of_a_change_are_read() -> None:
    instruction = "Change the payment period in the fees clause from thirty to forty-five days."
    assert read_intent(instruction) == Intent("revise", "thirty", "forty-five days")
    assert read_intent("付款期限由三十日改为四十五日。") == Intent("revise", "三十日", "四十五日")


def test_words_that_say_nothing_plain_are_left_to_the_model_or_the_lawyer() -> None:
    assert read_intent("Governing law: Norland.").act == "unclear"
