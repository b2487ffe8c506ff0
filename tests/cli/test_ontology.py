"""``source show|confirm|relate|relations|expunge`` and ``checklist`` from the command line."""

import csv
from pathlib import Path

import pytest

from lexdesk.app import main
from tests.assistant.agreements import write_agreement
from tests.cli.test_knowledge import Said
from tests.evidence.test_relations import NEWER, OLDER


@pytest.fixture
def said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Said:
    path = tmp_path / "m.lexmatter"
    assert main(["new", str(path), "--document", str(write_agreement(tmp_path / "a.docx"))]) == 0
    for name, text in (("older.txt", OLDER), ("newer.txt", NEWER)):
        (tmp_path / name).write_text(text)
        assert main(["source", "add", str(tmp_path / name), "-m", str(path)]) == 0
    return Said(path, capsys)


def test_a_source_is_shown_with_who_said_what_and_confirmed(said: Said) -> None:
    shown = said.text("source", "show", "1")
    assert "suggested by code, not confirmed" in shown
    assert "“Sandoval Kiln v. Ebb Street Estates” overrules this" in shown
    assert "overrules  Marlowe Tannery" in shown
    view = said.json("source", "confirm", "1", "kind", "rank")
    assert set(view["unconfirmed"]) >= {"status"}
    assert not {"kind", "rank"} & set(view["unconfirmed"])
    assert "(confirmed)" in said.text("source", "show", "1")


def test_every_field_of_the_ontology_can_be_set(said: Said) -> None:
    view = said.json(
        "source", "set", "2", "--kind", "regulation", "--rank", "government", "--issuer", "Ministry",
        "--extent", "extract", "--voice", "headnote", "--valid-from", "2020-01-01",
        "--valid-to", "2021-01-01", "--purpose", "background", "--confidentiality", "confidential",
    )  # fmt: skip
    assert (view["kind"], view["role"], view["voice"], view["valid_to"]) == (
        "regulation", "law", "headnote", "2021-01-01",
    )  # fmt: skip


def test_relations_are_listed_decided_and_said(said: Said) -> None:
    assert "(suggested)" in said.text("source", "relations")
    assert said.json("source", "relate", "confirm", "1")[0]["state"] == "confirmed"
    made = said.json("source", "relate", "contradicts", "1", "2")[0]
    assert (made["kind"], made["state"]) == ("contradicts", "confirmed")
    passages = said.json("source", "relate", "supports", "p1", "2")[0]
    assert passages["subject"]["text"]
    assert said.json("source", "relate", "suggest") == []
    assert "different ends" in said.refused("source", "relate", "quotes", "1", "1")
    assert said.json("source", "relate", "refuse", "1")[0]["state"] == "refused"
    assert "overrules" not in said.text("source", "relations")


def test_the_checklist_goes_out_and_its_results_come_back(said: Said, tmp_path: Path) -> None:
    assert "Marlowe Tannery" in said.text("checklist")
    for name in ("list.docx", "list.html", "list.csv"):
        assert said.json("checklist", "--out", str(tmp_path / name))["authorities"] >= 2
    assert "already" in said.refused("checklist", "--out", str(tmp_path / "list.csv"))
    assert "cannot be written" in said.refused("checklist", "--out", str(tmp_path / "list.pdf"))
    rows = list(csv.reader((tmp_path / "list.csv").open(encoding="utf-8-sig")))
    rows[1][5:9] = ["overruled", "Ottmar Fell", "2026-03-01", "Lex Online"]
    with (tmp_path / "back.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    assert "Ottmar Fell" in said.text("checklist", "--take", str(tmp_path / "back.csv"))
    assert "Ottmar Fell checked it on 2026-03-01 at Lex Online" in said.text("source", "show", "1")


def test_expunging_shows_first_and_then_needs_a_reason(said: Said) -> None:
    preview = said.text("source", "expunge", "1")
    assert "nothing was changed" in preview
    assert "What remains" in preview
    assert "only with a reason" in said.refused("source", "expunge", "1", "--yes")
    assert "Expunged:" in said.text("source", "expunge", "1", "--yes", "--reason", "court order")
    listed = said.text("source", "list")
    assert "expunged by" in listed
    assert "Marlowe" not in listed
    assert "court order" in said.text("source", "show", "1")
