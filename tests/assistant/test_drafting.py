"""The model writes a clause; code keeps what must stay and finds what it broke."""

from lexdesk.assistant.drafting import (
    adds_only,
    check_rewrite,
    in_contract_language,
    keep_typography,
    replace_quantity,
    without_title,
)
from lexdesk.assistant.intent import Intent, read_intent
from lexdesk.assistant.tools import Place

OLD = "Payment. The Buyer shall pay each “correct” invoice within thirty (30) days after receipt – no later."
CHANGE = "Change the payment period from thirty to forty-five days."


def test_the_documents_own_characters_survive_the_models_typing() -> None:
    new = 'Payment. The Buyer shall pay each "correct" invoice '
    new += "within forty-five (45) days after receipt - no later."
    kept = keep_typography(OLD, new)
    assert kept == OLD.replace("thirty (30)", "forty-five (45)")


def test_blanks_at_the_ends_are_the_documents() -> None:
    assert keep_typography("  Two words ", "Three words") == "  Three words "


def test_the_number_and_heading_a_model_repeats_are_taken_off() -> None:
    place = Place("p1", "6.2", "Fees and Payment", "Payment. The Buyer pays.")
    assert (
        without_title("6.2 (Fees and Payment): Payment. The Buyer pays.", place) == "Payment. The Buyer pays."
    )
    assert without_title("Payment. The Buyer pays.", place) == "Payment. The Buyer pays."


def test_a_right_rewrite_passes() -> None:
    intent = read_intent(CHANGE)
    assert check_rewrite(CHANGE, intent, OLD, OLD.replace("thirty (30)", "forty-five (45)")) == []


def test_a_rewrite_that_changes_nothing_or_the_wrong_thing_is_told_so() -> None:
    intent = read_intent(CHANGE)
    assert check_rewrite(CHANGE, intent, OLD, OLD)
    assert check_rewrite(CHANGE, intent, OLD, OLD.replace("receipt", "delivery"))
    lost = check_rewrite(
        CHANGE, intent, OLD + " Interest is 5%.", OLD.replace("thirty (30)", "forty-five (45)")
    )
    assert any("5%" in sentence for sentence in lost)
    added = OLD.replace("thirty (30)", "forty-five (45)") + " A fee of USD 900 applies."
    assert any("USD 900" in sentence for sentence in check_rewrite(CHANGE, intent, OLD, added))


def test_code_can_make_a_plain_replacement_itself() -> None:
    assert replace_quantity(OLD, read_intent(CHANGE)) == OLD.replace("thirty (30)", "forty-five (45)")
    assert replace_quantity("Pay within 30 days.", Intent("revise", "30", "45 days")) == "Pay within 45 days."
    assert replace_quantity("30 days here, 30 days there", Intent("revise", "30", "45")) == ""


def test_a_sentence_reads_like_the_contract_and_not_like_the_order() -> None:
    clause = "The Buyer shall pay. The Seller shall deliver."
    assert in_contract_language("In 4.6, the Buyer should be able to wait.", clause) == "The Buyer may wait."
    assert in_contract_language("The Seller should help.", clause) == "The Seller shall help."
    assert (
        in_contract_language("The Buyer doesn't need consent.", clause) == "The Buyer does not need consent."
    )
    assert in_contract_language("Fees clause: it can't wait.", clause) == "It cannot wait."
    assert in_contract_language("The Buyer may wait.", "Buyer pays.") == "Buyer may wait."


def test_an_instruction_that_takes_something_away_is_no_added_sentence() -> None:
    place = Place("p1", "6.2", "Payment", OLD)
    assert adds_only("Add that the Buyer may pay early.", place)
    assert adds_only("The Buyer may pay early.", place)
    assert not adds_only("The Buyer should only pay undisputed invoices.", place)
    assert not adds_only("The Buyer must pay within 10 days.", place)


def test_words_of_the_prompt_never_become_contract_text() -> None:
    new = "The clause (6.2 Fees and Payment): " + OLD.replace("thirty (30)", "forty-five (45)")
    assert check_rewrite(CHANGE, read_intent(CHANGE), OLD, new) == [
        "Write the clause only, not the words around it."
    ]
