"""Every sentence of an answer carries its own pins and checks; authorities the model names are compared with
what the matter holds, and the model's word for them counts for nothing (F24)."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from lexdesk.assistant.model import Message
from lexdesk.assistant.views import ClaimView, MessageView
from tests.assistant.agreements import write_agreement
from tests.assistant.jobs import open_matter
from tests.conftest import SHARED
from tests.models.scripted import ScriptedModel

FIELD = SHARED / "field"
PACK = FIELD / "024_authority_pack.pdf"


def saying(*pairs: tuple[str, str]) -> ScriptedModel:
    """Answers with these sentences, each on the first passage whose line holds the words before it."""

    def answer(messages: Sequence[Message], schema: Mapping[str, Any] | None) -> str:
        if "act" in (schema or {}).get("properties", {}):
            return json.dumps({"act": "question"})
        lines = [line for line in messages[-1].text.splitlines() if line.startswith("[[pin_")]
        entries = []
        for where, sentence in pairs:
            name = next((line.split(" ", 1)[0] for line in lines if where in line), "[[pin_4711]]")
            entries.append({"pin": name, "sentence": sentence})
        return json.dumps({"answer": entries})

    return ScriptedModel(answer)


def states(claim: ClaimView) -> set[str]:
    return {state for state, _message in claim.checks}


def claim_with(message: MessageView, words: str) -> ClaimView:
    return next(claim for claim in message.claims if words in claim.text)


def test_each_sentence_has_its_own_pins_and_checks(tmp_path: Path) -> None:
    (tmp_path / "mail.txt").write_text(
        "The client paid the May invoice on 3 June 2025. The invoice was correct."
    )
    model = saying(
        (
            ", 2.1 (",
            "Section 2.1 gives thirty days for an invoice. The Customer may contest an invoice in time.",
        ),
        (", 2.1 (", "The client paid the May invoice on 3 June 2025."),
        ("Mail", "The client paid the May invoice on 4 June 2025."),
        ("Mail", "Under the Payment Act 2019 an invoice is due after thirty days."),
        ("nowhere", "An invoice is a demand."),
    )
    with open_matter(tmp_path / "a.lexmatter", model, write_agreement(tmp_path / "a.docx")) as desk:
        desk.add_source(tmp_path / "mail.txt", "fact", short_name="Mail")
        message = desk.ask(desk.chats()[0].id, "When is an invoice paid, and was the May invoice paid?")
    texts = [claim.text for claim in message.claims]
    assert "Section 2.1 gives thirty days for an invoice." in texts, "one claim a sentence"
    good = claim_with(message, "gives thirty days")
    assert "wrong_kind_of_source" not in states(good)
    assert "found" in states(good)
    wrong_kind = claim_with(message, "3 June 2025")
    assert "wrong_kind_of_source" in states(wrong_kind)
    assert "not_found" in states(claim_with(message, "4 June 2025"))
    assert "wrong_kind_of_source" not in states(claim_with(message, "4 June 2025"))
    law = states(claim_with(message, "Payment Act"))
    assert {"wrong_kind_of_source", "not_in_matter"} <= law
    assert states(claim_with(message, "a demand")) == {"no_evidence"}


@pytest.mark.skipif(not PACK.exists(), reason="the field files are not here")
def test_f24_an_invented_authority_stays_unverified_whatever_the_model_says(tmp_path: Path) -> None:
    quote = "notice by e-mail is written notice where the parties have used e-mail before"
    model = saying(
        ("e-mail", f"In re Ashgrove Silo holds that “{quote}”."),
        ("e-mail", "Tressick v. Lorne Bay Shipping Ltd., 1187 F.3d 402 (11th Cir. 2009) holds the same."),
        ("e-mail", f"Corrin v. Velde Barge Co. says that “{quote}”."),
    )
    with open_matter(tmp_path / "a.lexmatter", model) as desk:
        desk.add_source(PACK, "law")
        chat = desk.chats()[0].id
        first = desk.ask(chat, "Is e-mail written notice where the parties have used e-mail before?")
        model._answer = saying(("e-mail", "Yes, Tressick v. Lorne Bay Shipping Ltd. is real."))._answer
        second = desk.ask(chat, "Is Tressick v. Lorne Bay Shipping Ltd. on e-mail notice a real case?")
        again = next(row for row in desk.messages(chat) if row.id == first.id)
        assert len(desk.sources()) == 1, "no cite becomes a source by itself"
    assert not states(claim_with(first, "Ashgrove")) & {"not_in_matter", "wrong_pinpoint", "quote_not_found"}
    assert "not_in_matter" in states(claim_with(first, "Tressick"))
    assert "wrong_pinpoint" in states(claim_with(first, "Corrin"))
    assert "not_in_matter" in states(claim_with(second, "Tressick"))
    assert again.claims == first.claims, "the model's yes changes no verification state"
