"""The sample matter holds what the demo and its readers rely on, and its script still makes it."""

import io
import re
import subprocess
import sys
import tomllib
import zipfile
from dataclasses import dataclass
from email import message_from_bytes, policy
from pathlib import Path

import pymupdf
import pytest
from lxml import etree

from lexdesk.word.document import Document

REPO = Path(__file__).parent.parent
SAMPLE = REPO / "resources" / "sample"
W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
UTC = "{http://schemas.microsoft.com/office/word/2023/wordml/word16du}dateUtc"


@dataclass(frozen=True)
class Numbered:
    label: str
    text: str
    element: etree._Element


def part(name: str, file: str = "supply-agreement.docx") -> etree._Element:
    with zipfile.ZipFile(SAMPLE / file) as package:
        return etree.fromstring(package.read(name))


def current_text(element: etree._Element) -> str:
    return "".join(node.text or "" for node in element.iter(f"{W}t"))


def numbered(file: str = "supply-agreement.docx") -> list[Numbered]:
    """Paragraphs with the labels of the clause list, counted from styles.xml and numbering.xml."""
    level_of = {}
    for style in part("word/styles.xml", file).iter(f"{W}style"):
        if style.find(f"{W}pPr/{W}numPr/{W}numId[@{W}val='1']") is not None:
            level = style.find(f"{W}pPr/{W}numPr/{W}ilvl").get(f"{W}val")
            level_of[style.get(f"{W}styleId")] = int(level)
    forms = [
        level.find(f"{W}lvlText").get(f"{W}val")
        for level in part("word/numbering.xml", file).find(f"{W}abstractNum").iter(f"{W}lvl")
    ]
    assert forms == ["%1", "%1.%2", "(%3)", "(%4)"]
    counts = [0, 0, 0, 0]
    found = []
    for paragraph in part("word/document.xml", file).iter(f"{W}p"):
        style = paragraph.find(f"{W}pPr/{W}pStyle")
        level = level_of.get(style.get(f"{W}val")) if style is not None else None
        label = ""
        if level is not None:
            counts = counts[:level] + [counts[level] + 1] + [0] * (3 - level)
            label = ".".join(str(n) for n in counts[: min(level + 1, 2)])
            label += f"({chr(96 + counts[2])})" if level > 1 else ""
        found.append(Numbered(label, current_text(paragraph), paragraph))
    return found


@pytest.fixture(scope="module")
def clauses() -> dict[str, Numbered]:
    return {item.label: item for item in numbered() if item.label}


def test_the_committed_files_are_what_the_script_makes(tmp_path: Path) -> None:
    script = REPO / "packaging" / "make_sample.py"
    for name in ("one", "two"):
        subprocess.run([sys.executable, str(script), str(tmp_path / name)], check=True, capture_output=True)
    names = sorted(path.name for path in SAMPLE.iterdir())
    assert names == sorted(path.name for path in (tmp_path / "one").iterdir())
    for name in names:
        made = (tmp_path / "one" / name).read_bytes()
        assert made == (tmp_path / "two" / name).read_bytes(), name
        committed = (SAMPLE / name).read_bytes()
        if name.endswith(".docx"):  # another zlib may squeeze the same parts into other bytes
            assert entries(made) == entries(committed)
        else:
            assert made == committed, f"{name}: run packaging/make_sample.py again"


def entries(package: bytes) -> list[tuple[str, tuple[int, ...], bytes]]:
    with zipfile.ZipFile(io.BytesIO(package)) as opened:
        return [(item.filename, item.date_time, opened.read(item)) for item in opened.infolist()]


def test_two_clauses_say_the_same_with_different_periods(clauses: dict[str, Numbered]) -> None:
    first, second = clauses["9.3"].text, clauses["12.7"].text
    assert first.startswith("Return of Confidential Information. ")
    assert "within thirty (30) days" in first
    assert "within forty-five (45) days" in second
    a, b = set(first.split()), set(second.split())
    assert len(a & b) / len(a | b) > 0.8


def test_exactly_two_places_refer_to_section_12_7() -> None:
    places = [item.label for item in numbered() if re.search(r"(?<!\d)12\.7(?!\d)", item.text)]
    assert places == ["14.2", "15.1(c)"]
    whole = [item.label for item in numbered() if re.search(r"Sections? 12(?![.\d])", item.text)]
    assert whole == [], "a reference to the whole of Section 12 would be a third one"


def test_one_payment_period_in_the_fees_section(clauses: dict[str, Numbered]) -> None:
    assert clauses["6"].text == "Fees and Payment"
    inside = [item for label, item in clauses.items() if label.startswith("6.")]
    holding = [item.label for item in inside if "thirty" in item.text]
    assert holding == ["6.2"]
    assert clauses["6.2"].text.count("thirty (30) days") == 1


def test_cap_and_its_exceptions(clauses: dict[str, Numbered]) -> None:
    assert clauses["13"].text == "Limitation of Liability"
    assert "the Fees paid under this Agreement in the twelve (12) months" in clauses["13.1"].text
    assert clauses["13.2"].text.endswith("liability for:")
    assert clauses["13.2(d)"].text == "breach of Section 9;"
    assert "twenty-four (24) months" in {i.label: i.text for i in numbered("earlier-draft.docx")}["5.1"]


def test_every_typed_reference_finds_its_section(clauses: dict[str, Numbered]) -> None:
    missing = []
    for item in numbered():
        own = re.sub(r"Section 4 of the Retention of Records Act 2021", "", item.text)
        for listed in re.findall(r"Sections? ((?:\d[\d.]*(?:\([a-z]\))*(?:, | and )?)+)", own):
            for label in re.findall(r"\d+(?:\.\d+)?(?:\([a-z]\))*", listed):
                if label not in clauses:
                    missing.append((item.label, label))
    assert missing == []


def test_reference_fields_show_the_number_of_their_bookmark(clauses: dict[str, Numbered]) -> None:
    marks = {
        mark.get(f"{W}name"): item.label
        for item in clauses.values()
        for mark in item.element.iter(f"{W}bookmarkStart")
    }
    shown = []
    for item in clauses.values():
        for code in item.element.iter(f"{W}instrText"):
            run = code.getparent()
            result = run.getnext().getnext()
            shown.append((marks[(code.text or "").split()[1]], current_text(result)))
    assert len(shown) >= 6
    assert all(label == text for label, text in shown)
    assert ("12.7", "12.7") in shown


def test_one_round_of_the_other_sides_changes(clauses: dict[str, Numbered]) -> None:
    root = part("word/document.xml")
    changes = [*root.iter(f"{W}ins"), *root.iter(f"{W}del")]
    marks = [change for change in changes if change.getparent().tag == f"{W}rPr"]
    assert len(marks) == 1
    assert 8 <= len(changes) - len(marks) <= 12
    assert {change.get(f"{W}author") for change in changes} == {"Ostrava Legal"}
    assert len({change.get(f"{W}id") for change in changes}) == len(changes)
    assert all(change.get(f"{W}date") and change.get(UTC) for change in changes)
    for label in ("9.3", "12.7", "6.2", "14.2", "15.1(c)", "13.1", "13.2"):
        element = clauses[label].element
        assert not [*element.iter(f"{W}ins", f"{W}del")], label


def test_the_word_engine_sees_the_same_labels_and_changes() -> None:
    document = Document.open((SAMPLE / "supply-agreement.docx").read_bytes())
    text = {paragraph.label_path: paragraph.text for paragraph in document.paragraphs}
    for item in numbered():
        if item.label:
            assert text[item.label] == item.text, item.label
    assert text["Schedule 2"] == "Fees"
    revisions = document.revisions
    assert len(revisions) == 12
    assert {revision.author for revision in revisions} == {"Ostrava Legal"}
    assert revisions[0].date == "2025-05-12T15:07:00Z", "UTC, not the local time that w:date holds"


def test_agreement_has_tables_notes_header_and_page_field() -> None:
    root = part("word/document.xml")
    assert len([*root.iter(f"{W}tbl")]) >= 6
    notes = part("word/footnotes.xml").findall(f"{W}footnote")
    assert len([note for note in notes if note.get(f"{W}type") is None]) == len(
        [*root.iter(f"{W}footnoteReference")]
    )
    assert len([*root.iter(f"{W}footnoteReference")]) >= 3
    assert "Ostrava Pigments" in current_text(part("word/header1.xml"))
    assert "PAGE" in "".join(part("word/footer1.xml").itertext())
    headings = [
        p for p in root.iter(f"{W}p") if p.find(f"{W}pPr/{W}pStyle[@{W}val='ScheduleHeading']") is not None
    ]
    assert [current_text(heading) for heading in headings] == [
        "Products and Specification",
        "Fees",
        "Delivery and Service Levels",
        "Security, Change and Exit",
    ]


def test_sources_are_listed_with_what_is_known() -> None:
    listed = tomllib.loads((SAMPLE / "sample.toml").read_text("utf-8"))
    assert listed["document"]["file"] == "supply-agreement.docx"
    sources = listed["source"]
    assert {source["role"] for source in sources} == {"law", "fact", "earlier_draft", "playbook"}
    assert {source["file"] for source in sources} | {"supply-agreement.docx", "sample.toml"} == {
        path.name for path in SAMPLE.iterdir()
    }
    status = {source["file"]: source["status"] for source in sources}
    assert status["retention-act-2021.pdf"] == "in_force"
    assert status["retention-act-2009.pdf"] == "superseded"
    assert len(listed["demo"]["instructions"]) == 3


def test_pdf_sources_have_text_and_printed_page_numbers() -> None:
    with pymupdf.open(SAMPLE / "retention-act-2021.pdf") as act:
        text = " ".join("".join(page.get_text() for page in act).split())
        assert "The Retention of Records Act 2009 is repealed." in text
        assert "the shorter period applies" in text
    with pymupdf.open(SAMPLE / "halden-v-merrow.pdf") as opinion:
        assert 3 <= len(opinion) <= 5
        for page in opinion:
            assert page.get_text().rstrip().endswith(page.get_label())
        assert opinion[0].get_label() == "412"


def test_client_email_is_a_real_message() -> None:
    message = message_from_bytes((SAMPLE / "client-email.eml").read_bytes(), policy=policy.default)
    assert message["date"].datetime.date().isoformat() == "2025-06-11"
    assert "forty-five days on 2 June 2025" in message.get_content()


@pytest.mark.office
def test_agreement_fills_more_than_25_pages(tmp_path: Path) -> None:
    profile = f"-env:UserInstallation={(tmp_path / 'office').as_uri()}"
    command = ["soffice", profile, "--headless", "--convert-to", "pdf", "--outdir", str(tmp_path)]
    subprocess.run([*command, str(SAMPLE / "supply-agreement.docx")], check=True, capture_output=True)
    with pymupdf.open(tmp_path / "supply-agreement.pdf") as pages:
        assert len(pages) >= 25
