"""A reason that gives a figure to the wrong clause is not shown as the reason."""

import json
from pathlib import Path

from lexdesk.assistant.reasons import misplaced_figures
from lexdesk.resources import resources
from lexdesk.review.structure import structure_of
from lexdesk.word.document import Document
from tests.assistant.jobs import open_matter
from tests.models.scripted import ScriptedModel

AGREEMENT = resources() / "sample" / "supply-agreement.docx"
WRONG = "Section 12.7 repeats the duty in 9.3, which specifies 45 days."
RIGHT = "Section 9.3 keeps the duty with thirty days; 12.7 gives 45 days."


def test_a_figure_belongs_to_the_section_named_before_it() -> None:
    structure = structure_of(Document.open(AGREEMENT.read_bytes()))
    assert misplaced_figures(WRONG, structure) == ["9.3 does not say “45 days”."]
    assert misplaced_figures(RIGHT, structure) == []


def test_a_wrong_reason_is_told_to_the_model_once_and_then_dropped(tmp_path: Path) -> None:
    for second, kept in ((RIGHT, RIGHT), (WRONG, "")):
        model = ScriptedModel([json.dumps({"reason": WRONG}), json.dumps({"reason": second})])
        with open_matter(tmp_path / f"{len(kept)}.lexmatter", model, AGREEMENT) as desk:
            message = desk.ask(desk.chats()[0].id, "Delete Section 12.7 because it is duplicated elsewhere.")
            card = desk.edit_card(message.edit_ids[0])
        assert card.explanation == kept
        assert "9.3 does not say" in model.prompts[1][-1].text
        assert WRONG not in message.text
