"""Measure anchoring: ``python -m tests.gold.anchors FILE... [--json FILE]``.

Each case becomes a real Word file in a real matter; its edit is staged, shown and accepted.
"""

import argparse
import io
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import docx

from lexdesk.errors import LexDeskError
from lexdesk.matter.file import Matter
from lexdesk.review.errors import EditError
from lexdesk.review.proposal import DeleteParagraphs, InsertAfter, InsertBefore, Proposal, ReplaceText
from lexdesk.review.review import Review
from tests.gold.sets import contents, has_list, speaking

LAWYER = "Runner"


def word_file(paragraphs: list[str]) -> bytes:
    """The paragraphs as a Word file."""
    document = docx.Document()
    for text in paragraphs:
        document.add_paragraph(text)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def proposal_of(edit: dict[str, Any], keys: list[str]) -> Proposal:
    """The edit as a model would hand it in."""

    def key_of(index: int) -> str:
        return keys[index] if 0 <= index < len(keys) else f"none{index}"

    if "insert_after" in edit:
        return InsertAfter(key_of(edit["insert_after"]), edit["new_text"])
    if "insert_before" in edit:
        return InsertBefore(key_of(edit["insert_before"]), edit["new_text"])
    if edit.get("delete"):
        return DeleteParagraphs((key_of(edit["paragraph"]),))
    place = edit.get("paragraph")
    key = None if place is None else key_of(place)
    start = edit.get("start", edit.get("offset"))
    end = edit.get("end", None if start is None else start + len(edit["old_text"]))
    return ReplaceText(edit["old_text"], edit["new_text"], key, start, end)


def version_of(edits: list[dict[str, Any]], head: int) -> int:
    """The version the edits name; one that the document does not have becomes an unknown id."""
    named = [edit["version"] for edit in edits if edit.get("version") is not None]
    return head if all(version == 1 for version in named) else head + 1000


def run_case(case: dict[str, Any], folder: Path) -> dict[str, Any]:
    """What came of the case: result, code, places (paragraph indexes), message, paragraphs afterwards."""
    path = folder / f"{case['id']}.lexmatter"
    with Matter.create(path, name=case["id"], author=LAWYER) as matter:
        review = Review(matter)
        document = review.import_document(word_file(case["paragraphs"]), "case.docx", LAWYER).id
        head = matter.read().documents.head(document)
        before = review.structures.of(head.id)
        keys = [block.key for block in before.blocks]
        edits = case["edits"] if "edits" in case else [case["edit"]]
        answer: dict[str, Any] = {"result": "", "code": "", "places": [], "message": ""}
        try:
            staged = review.stage(
                [proposal_of(edit, keys) for edit in edits],
                document_id=document,
                version_id=version_of(edits, head.id),
                instruction=case["id"],
                created_by="model: runner",
            )
            answer["result"] = "staged"
            if case["expect"]["result"] == "applied":
                review.show_advisories(staged.id, LAWYER)
                review.accept([staged.id], LAWYER)
                answer["result"] = "applied"
        except LexDeskError as error:
            answer |= {"result": "refused", "code": error.code, "message": str(error)}
            if isinstance(error, EditError):
                answer["places"] = [keys.index(place.paragraph_key) for place in error.places]
        now = review.structures.of(matter.read().documents.head(document).id)
        answer["paragraphs"] = [block.text for block in now.blocks]
        return answer


def wrong(case: dict[str, Any], answer: dict[str, Any]) -> list[str]:
    """Where the answer differs from what the case expects."""
    expect, found = case["expect"], []
    if answer["result"] != expect["result"]:
        found.append(f"{answer['result']} instead of {expect['result']}")
    if "code" in expect and answer["code"] != expect["code"]:
        found.append(f"code {answer['code'] or 'none'} instead of {expect['code']}")
    each_once = list(dict.fromkeys(answer["places"]))
    if "places" in expect and expect["places"] not in (answer["places"], each_once):
        found.append(f"places {answer['places']} instead of {expect['places']}")
    found += [
        f"the message lacks {word}" for word in expect.get("detail", []) if word not in answer["message"]
    ]
    wanted = expect.get("paragraphs", case["paragraphs"])
    if answer["paragraphs"] != wanted:
        found.append(f"the document reads {answer['paragraphs']}")
    return found


def is_form(content: Any) -> bool:
    """Whether this is a set of edits to be anchored."""
    return has_list(content, "cases", "id", "paragraphs", "expect")


@speaking
def main(arguments: list[str] | None = None) -> int:
    """Print a table and the totals; 0 unless the set could not be read."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, nargs="+")
    parser.add_argument("--docs", type=Path, action="append", default=[])
    parser.add_argument("--json", type=Path)
    given = parser.parse_args(arguments)
    sets = contents(given.file, is_form, "edits to be anchored")
    cases = [case for _, content in sets for case in content["cases"]]
    rows, right = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for case in cases:
            answer = run_case(case, Path(folder))
            problems = wrong(case, answer)
            right += not problems
            print(f"{'ok ' if not problems else 'NO '} {case['id']:36} {answer['result']:8} {answer['code']}")
            for problem in problems:
                print(f"      {problem}")
            rows.append({"id": case["id"], **answer, "problems": problems})
    if given.json:
        given.json.write_text(json.dumps(rows, ensure_ascii=False, indent=1), "utf-8")
    print(json.dumps({"cases": len(cases), "right": right}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
