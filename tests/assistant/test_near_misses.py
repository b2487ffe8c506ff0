"""Harness 10: whatever fails, the answer to it is enough for a second try, without reading anything again.

The scripted model of each case makes its second call from the error alone.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import docx
import pytest

from lexdesk.assistant.desk import Desk
from tests.assistant.jobs import open_matter
from tests.models.scripted_agent import ToolScript

TERMS = (
    "1. Definitions",
    "1.1 “Update” means a new release of the Software – not a patch.",
    "2. Payment",
    "2.1 Fees. The Customer’s fees are due within thirty (30) days. Late fees bear 2% interest.",
    "2.2 Disputes. The Customer may contest an invoice within 10 days; the Supplier answers within 10 days.",
    "2.3 Currency. Sums are in euro (EUR).",
    "3. Term",
    "3.1 Notice. Either party may terminate on 60\u00a0days’ notice.",
    "3.2 Return. Each party returns the co\u00adpies of the other.",
    "3.3 Café. The cafe\u0301 stays open.",
    "3.4 Notice of breach. Either party may give notice of a breach.",
    "4. 一般条款",
    "4.1 通知。通知应当以书面形式作出，并于三十日内送达。",
    "4.2 费用。甲方应于三十日内支付费用。",
)
Error = dict[str, Any]
Second = Callable[[Error], dict[str, Any]]


def true_text(new: str, **more: Any) -> Second:
    """Try again with the document's own characters."""
    return lambda error: {
        **more,
        "old_text": error["old_text_in_the_document"],
        "new_text": new,
        "paragraph": key(error),
    }


def key(error: Error, at: int = 0) -> str:
    return str(error["places"][at]["paragraph"])


def quoted(error: Error, at: int) -> str:
    """A longer stretch around place ``at``, which stands once."""
    return str(error["places"][at]["text"].replace("[", "").replace("]", ""))


def wider(at: int, old: str, new: str) -> Second:
    def second(error: Error) -> dict[str, Any]:
        words = quoted(error, at)
        return {"old_text": words, "new_text": words.replace(old, new), "paragraph": key(error, at)}

    return second


def by_key(at: int = 0, **given: Any) -> Second:
    return lambda error: {**given, "paragraph": key(error, at)}


def from_message(pattern: str, **given: Any) -> Second:
    """Take a name out of the sentence."""
    return lambda error: {
        **given,
        "section": re.search(pattern, error["message"] + error.get("next_step", ""))[1],  # type: ignore[index]
    }


R: dict[str, Any] = {"operation": "replace"}
CASES: dict[str, tuple[dict[str, Any], Second]] = {
    "straight for curly quotes": ({**R, "old_text": '"Update" means'}, true_text("“Release” means")),
    "straight apostrophe": ({**R, "old_text": "Customer's fees"}, true_text("Customer’s charges")),
    "hyphen for a dash": ({**R, "old_text": "Software - not a patch"}, true_text("Software")),
    "space for a no-break space": ({**R, "old_text": "60 days"}, true_text("90 days")),
    "soft hyphen missing": ({**R, "old_text": "the copies of"}, true_text("all papers of")),
    "composed for decomposed": ({**R, "old_text": "The café stays"}, true_text("The bar stays")),
    "full-width for half-width": ({**R, "old_text": "（30） days"}, true_text("(45) days")),
    "two spaces": ({**R, "old_text": "are  due"}, true_text("fall due")),
    "zero-width sign": ({**R, "old_text": "Late\u200b fees"}, true_text("Overdue fees")),
    "twice in one paragraph, the first": (
        {**R, "old_text": "within 10 days"}, wider(0, "within 10", "within 14")
    ),
    "twice in one paragraph, the second": (
        {**R, "old_text": "10 days", "section": "2.2"}, wider(1, "10 days", "12 days")
    ),
    "in two paragraphs": (
        {**R, "old_text": "Either party may"},
        by_key(1, **R, old_text="Either party may", new_text="A party may"),
    ),
    "in two Chinese clauses": (
        {**R, "old_text": "三十日内"}, by_key(1, **R, old_text="三十日内", new_text="六十日内")
    ),
    "wrong clause named": (
        {**R, "old_text": "Sums are in euro", "section": "2.1"},
        lambda error: {"section": "", "old_text": "Sums are in euro", "new_text": "Sums are in crowns"},
    ),
    "nearly the words": (
        {**R, "old_text": "Sums are paid in euros (EUR)"},
        lambda error: {**R, "paragraph": key(error), "old_text": "euro (EUR)", "new_text": "crowns (SEK)"},
    ),
    "nearly the words, in Chinese": (
        {**R, "old_text": "甲方应在三十日内支付费用"},
        lambda error: {**R, "paragraph": key(error), "old_text": "甲方应于", "new_text": "甲方须于"},
    ),
    "over two paragraphs": (
        {**R, "old_text": "3. Term\n3.1 Notice."},
        lambda error: {**R, "old_text": "3.1 Notice.", "new_text": "3.1 Ending."},
    ),
    "a clause that is not there": (
        {"operation": "delete_clause", "section": "3.9"},
        lambda error: {"section": error["places"][0]["label"], "operation": "delete_clause"},
    ),
    "a section that is not there, with words": (
        {**R, "section": "2.9", "old_text": "in euro"},
        lambda error: {**R, "section": "2.3", "old_text": "in euro", "new_text": "in crowns"},
    ),
    "a key that is not there": (
        {"operation": "rewrite_paragraph", "paragraph": "p999", "new_text": "x"},
        lambda error: {**R, "section": "2.3", "old_text": "in euro", "new_text": "in crowns"},
    ),
    "nothing to replace": (
        {**R, "old_text": ""}, lambda error: {**R, "old_text": "in euro", "new_text": "in crowns"}
    ),
    "old and new are the same": (
        {**R, "old_text": "in euro", "new_text": "in euro"},
        lambda error: {**R, "old_text": "in euro", "new_text": "in crowns"},
    ),
    "no place for a new paragraph": (
        {"operation": "insert_after", "new_text": "2.4 New."},
        lambda error: {**R, "section": "2.3", "old_text": "(EUR).", "new_text": "(EUR) only."},
    ),
    "no clause for a deletion": (
        {"operation": "delete_clause"},
        lambda error: {"operation": "delete_clause", "section": "3.4"},
    ),
    "no text for a paragraph": (
        {"operation": "rewrite_paragraph", "paragraph": "p1"},
        lambda error: {**R, "section": "2.3", "old_text": "in euro", "new_text": "in crowns"},
    ),
    "an agreement out of reach": (
        {**R, "document": 7, "old_text": "in euro"},
        lambda error: {
            **R, "document": int(re.search(r"In reach: (\d+)", error["next_step"])[1]),  # type: ignore[index]
            "old_text": "in euro", "new_text": "in crowns",
        },
    ),
    "the other order of words": (
        {**R, "old_text": "interest of 2% for late fees"},
        lambda error: {**R, "section": "2.1", "old_text": "2% interest", "new_text": "3% interest"},
    ),
    "capitals": (
        {**R, "old_text": "Each Party Returns The"},
        lambda error: {**R, "paragraph": key(error), "old_text": "Each party", "new_text": "Every party"},
    ),
    "a figure that differs": (
        {**R, "old_text": "within thirty (35) days"},
        lambda error: {**R, "paragraph": key(error), "old_text": "(30)", "new_text": "(31)"},
    ),
    "a piece cut off": (
        {**R, "old_text": "Late fees bear 2% interest per year."},
        lambda error: {**R, "paragraph": key(error), "old_text": "2% interest", "new_text": "4% interest"},
    ),
}  # fmt: skip


def test_there_are_thirty() -> None:
    assert len(CASES) == 30


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """One matter for all cases: edits are only staged, so none is in the way of another."""
    folder = tmp_path_factory.mktemp("near")
    word = docx.Document()
    for text in TERMS:
        word.add_paragraph(text)
    word.save(str(folder / "agreement.docx"))
    with open_matter(folder / "a.lexmatter", None, folder / "agreement.docx") as opened:
        yield opened


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_the_second_try_succeeds_from_the_error_alone(
    desk: Desk, case: tuple[dict[str, Any], Second]
) -> None:
    first, second = case
    told: list[Error] = []

    def step(messages: Any) -> Any:
        if len(messages) < 3:
            empty = first["operation"] == "rewrite_paragraph"
            given = {"new_text": "" if empty else "something else", **first}
            return {"tool": "propose_edit", **given}
        if not told:
            told.append(json.loads(messages[-1].text.partition("\n")[2]))
            return {"tool": "propose_edit", "operation": first["operation"], **second(told[0])}
        return "Staged."

    model = ToolScript(step)
    desk._model = lambda: model
    message = desk.ask(desk.new_chat("Case").id, "Change it.", mode="free")
    rows = desk.matter.read().tools.of_run(message.run_id or 0)
    assert [row.status for row in rows] == ["error", "ok"], (told, [row.output for row in rows])
    assert message.edit_ids
    assert told[0]["error"]
    assert told[0]["next_step"]
    assert rows[0].output.startswith("{"), "the error is data, and on record"
