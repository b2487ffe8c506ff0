"""Long PDFs for measuring, of several sorts of page, the same for the same arguments.

``bundle``: a list of numbered paragraphs, of words by chance. ``register``: a sentence to a line, each with
a number of its own. ``opinion``: two dense columns with words split at line ends, names of cases in
italics, footnotes, a running head and a rule. ``statute``: sections with headings in bold, subsections and
paragraphs set in. ``contract``: clauses with defined terms in bold, a logo drawn as filled shapes, grey
rows of a table of fees. ``office``: a contract as LibreOffice makes it. Or the path of a PDF, whose pages
are repeated.
"""

import random
import textwrap
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pymupdf

from lexdesk.evidence.office import converted
from tests.bench.agreement import agreement, sentences

_WORDS = (
    "the", "of", "and", "to", "in", "a", "party", "shall", "agreement", "any", "or", "by", "for", "be",
    "this", "such", "provided", "that", "confidential", "information", "disclosing", "receiving", "notice",
    "obligations", "term", "termination", "damages", "liability", "written", "consent", "law", "governing",
    "payment", "invoice", "supplier", "customer", "services", "delivery", "warranty", "indemnify", "claim",
    "losses", "reasonable", "efforts", "material", "breach", "remedy", "days", "business", "affiliate",
    "representative", "arbitration", "tribunal", "seat", "award", "costs", "interest", "rate", "schedule",
)  # fmt: skip
_CASES = (
    "Halden v. Merrow",
    "Brackenridge v. Orlo Ltd.",
    "In re Meridian Pigments",
    "Ostrava Lines v. Kilnbrook",
)
_SIZE = {"width": 595, "height": 842}


def _rare(chance: random.Random, number: int = 30_000) -> list[str]:
    letters = "abcdefghiklmnoprstu"
    return ["".join(chance.choice(letters) for _ in range(chance.randint(5, 10))) for _ in range(number)]


def _prose(chance: random.Random) -> Iterator[str]:
    """Sentences without end; each names something that is named nowhere else."""
    rare = _rare(chance)
    for sentence in sentences():
        name = chance.choice(rare).capitalize()
        yield chance.choice((f"In {name}, {sentence[0].lower()}{sentence[1:]}", sentence, sentence))


def _lines(source: Iterator[str], count: int, width: int, chance: random.Random) -> list[str]:
    """Lines of a paragraph of so many sentences, some words split at line ends."""
    lines = textwrap.wrap(" ".join(islice(source, count)), width)
    for at in range(len(lines) - 1):
        head, _, rest = lines[at + 1].partition(" ")
        if len(head) > 7 and head.isalpha() and chance.random() < 0.3:
            lines[at], lines[at + 1] = f"{lines[at]} {head[:4]}-", f"{head[4:]} {rest}"
    return lines


def _bundle(document: Any, pages: int) -> None:
    chance = random.Random(7)
    rare = _rare(chance)
    for number in range(1, pages + 1):
        page = document.new_page(**_SIZE)
        page.insert_text((72, 40), "Meridian v. Kilnbrook - Bundle C", fontsize=9)
        lines = []
        for line in range(40):
            words = [chance.choice(rare if chance.random() < 0.06 else _WORDS) for _ in range(12)]
            text = " ".join(words)[:84]
            if line % 4 == 0:
                text = f"{line // 4 + 1}. {text[:78].capitalize()}"
            lines.append(text + ("." if line % 4 == 3 else ""))
        lines[2] = f"Reference TOK-{number:05} is made here."
        page.insert_text((72, 80), lines, fontsize=9.5, lineheight=1.5)
        page.insert_text((290, 815), str(number), fontsize=9)


def _register(document: Any, pages: int) -> None:
    for number in range(1, pages + 1):
        page = document.new_page(**_SIZE)
        lines = [f"Sheet {number}. Reference TOK-{number:05}."]
        lines += [
            f"Line {line} of sheet {number}: the invoice number is INV-{number:05}-{line:02}."
            for line in range(1, 41)
        ]
        page.insert_text((72, 80), lines, fontname="helv", fontsize=9, lineheight=1.45)


def _opinion(document: Any, pages: int) -> None:
    chance = random.Random(8)
    source = _prose(chance)
    for number in range(1, pages + 1):
        page = document.new_page(**_SIZE)
        drawn = page.new_shape()
        drawn.insert_text((60, 40), f"{number}   OCTOBER TERM, 2024", fontname="tiro", fontsize=8.5)
        drawn.insert_text((210, 52), "Opinion of the Court", fontname="tiit", fontsize=8.5)
        for left in (60, 308):
            y = 75.0
            while y < 650:
                lines = _lines(source, chance.randint(2, 5), 52, chance)
                drawn.insert_text((left + 10, y), lines[0][:50], fontname="tiro", fontsize=8.8)
                drawn.insert_text((left, y + 10.5), lines[1:], fontname="tiro", fontsize=8.8, lineheight=1.19)
                y += 10.5 * len(lines)
                drawn.insert_text((left, y), chance.choice(_CASES), fontname="tiit", fontsize=8.8)
                drawn.insert_text((left + 110, y), f", {number} Rep. {chance.randint(1, 900)} (1998).",
                                 fontname="tiro", fontsize=8.8)  # fmt: skip
                y += 14
            drawn.draw_line((left, 735), (left + 80, 735))
            drawn.finish(width=0.5)
            notes = _lines(source, 2, 62, chance)
            notes[0] = f"{number}. TOK-{number:05}. {notes[0]}"[:62]
            drawn.insert_text((left, 745), notes, fontname="tiro", fontsize=7.2, lineheight=1.2)
        drawn.commit()


def _statute(document: Any, pages: int) -> None:
    chance = random.Random(9)
    source = _prose(chance)
    for number in range(1, pages + 1):
        page = document.new_page(**_SIZE)
        drawn = page.new_shape()
        drawn.insert_text((180, 40), "Retention of Records Act 2021 (c. 14)", fontname="tiit", fontsize=9)
        drawn.insert_text((290, 815), str(number), fontname="tiro", fontsize=9)
        y, section = 80.0, 0
        while y < 720:
            section += 1
            drawn.insert_text((72, y), f"{number}.{section}  Duty to keep reference TOK-{number:05}",
                             fontname="tibo", fontsize=10.5)  # fmt: skip
            y += 16
            for letter in "abcd":
                lines = _lines(source, 1, 78, chance)
                drawn.insert_text((90, y), [f"({letter}) {lines[0]}"[:84], *lines[1:]], fontname="tiro",
                                 fontsize=10, lineheight=1.25)  # fmt: skip
                y += 12.5 * len(lines) + 4
            y += 8
        drawn.commit()


def _contract(document: Any, pages: int) -> None:
    chance = random.Random(10)
    source = _prose(chance)
    for number in range(1, pages + 1):
        page = document.new_page(**_SIZE)
        drawn = page.new_shape()
        for at, colour in enumerate(((0.1, 0.2, 0.6), (0.8, 0.1, 0.1), (0.9, 0.7, 0.1))):
            drawn.draw_rect((480 + 14 * at, 30, 492 + 14 * at, 42))
            drawn.finish(color=None, fill=colour)
        drawn.insert_text(
            (72, 40), "Master Services Agreement", fontname="helv", fontsize=8, color=(0.4, 0.4, 0.4)
        )
        y = 80.0
        for clause in range(1, 6):
            drawn.insert_text((72, y), f"{number}.{clause}", fontname="helv", fontsize=9.5)
            drawn.insert_text((110, y), "Reference and Fees.", fontname="hebo", fontsize=9.5)
            y += 13
            lines = _lines(source, 5, 76, chance)
            drawn.insert_text((110, y), lines, fontname="helv", fontsize=9.5, lineheight=1.36)
            y += 13 * len(lines) + 10
        for row in range(4):
            if row % 2 == 0:
                drawn.draw_rect((72, y - 10, 520, y + 4))
                drawn.finish(color=None, fill=(0.9, 0.9, 0.9))
            for at, cell in enumerate(
                (f"TOK-{number:05}", "Monthly fee", f"EUR {chance.randint(100, 9000)}.00")
            ):
                drawn.insert_text((76 + 150 * at, y), cell, fontname="helv", fontsize=9)
            y += 14
        drawn.insert_text((250, 815), f"Page {number} of {pages}", fontname="helv", fontsize=8)
        drawn.commit()


def _repeated(content: bytes) -> Callable[[Any, int], None]:
    def make(document: Any, pages: int) -> None:
        with pymupdf.open(stream=content) as given:
            block = pymupdf.open()
            while block.page_count < min(pages, 500):
                block.insert_pdf(given, to_page=min(given.page_count, 500 - block.page_count) - 1)
            while document.page_count < pages:
                document.insert_pdf(block, to_page=min(pages - document.page_count, block.page_count) - 1)

    return make


def _office(document: Any, pages: int) -> None:
    content = converted(agreement(400), "agreement.docx", "a Word document", ".docx", "pdf")
    _repeated(content)(document, pages)


KINDS: dict[str, Callable[[Any, int], None]] = {
    "bundle": _bundle,
    "register": _register,
    "opinion": _opinion,
    "statute": _statute,
    "contract": _contract,
    "office": _office,
}


def make_pdf(path: Path, pages: int, kind: str = "bundle") -> None:
    """Write so many pages of a kind (see above; or the path of a PDF) to ``path``."""
    document = pymupdf.open()
    make = KINDS[kind] if kind in KINDS else _repeated(Path(kind).read_bytes())
    make(document, pages)
    document.save(path, deflate=True)
