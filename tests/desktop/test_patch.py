"""A text changed in place is the text that building it anew would give; a long one comes in pieces."""

import random
from dataclasses import replace

import pytest
from PySide6.QtGui import QTextCursor

from lexdesk.assistant.views import DocumentView, ParagraphView, PieceView
from lexdesk.desktop.document.build import CHANGE, PARAGRAPH, Built, Writer, build
from lexdesk.desktop.document.looks import LOOKS, Look
from lexdesk.desktop.document.margin import fragments
from lexdesk.desktop.document.patch import patch
from lexdesk.desktop.fonts import Fonts
from lexdesk.desktop.main_window import MainWindow
from lexdesk.desktop.themes import Theme, load_theme
from lexdesk.resources import resources
from tests.bench.bench_window import LongDesk
from tests.desktop.conftest import Settle
from tests.desktop.fake_desk import FakeDesk

WORDS = ("shall", "may", "乙方", "the Supplier", "𝒳", "thirty (30) days", "")


def told(built: Built) -> list[tuple[object, ...]]:
    """Everything a reader and the page can tell of a text."""
    found: list[tuple[object, ...]] = []
    block = built.document.begin()
    while block.isValid():
        form = block.blockFormat()
        runs = [
            (part.property(CHANGE), part.fontUnderline(), part.fontStrikeOut(), part.fontWeight(), length)
            for _start, length, part in fragments(block)
        ]
        key = form.property(PARAGRAPH)
        found.append((key, block.text(), form.leftMargin(), form.topMargin(), built.starts.get(key), runs))
        block = block.next()
    return found


def some_paragraph(chance: random.Random, key: str) -> ParagraphView:
    """A paragraph with words, perhaps with a change."""
    kind, name = chance.choice((("", ""), ("", ""), ("ins", "edit:1"), ("del", "edit:2")))
    pieces = (
        PieceView(f"{chance.choice(WORDS)} {key}", bold=chance.random() < 0.2),
        PieceView(chance.choice(WORDS), kind, name),
    )
    return ParagraphView(
        key=key,
        label=chance.choice(("", "1", "12.7(b)")),
        pieces=pieces,
        heading_level=None,
        indent=0,
        first_line=0,
        alignment="left",
        table=None,
        note_mark="",
        change_ids=(name,) if name else (),
        mark_change=chance.choice(("", "", "", kind if kind in ("ins", "del") else "")),
    )


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("seed", range(12))
def test_in_place_gives_what_building_anew_gives(qapp: object, look: Look, seed: int) -> None:
    chance = random.Random(seed)
    base = FakeDesk().document(1)
    theme, fonts = load_theme(resources() / "themes", "light"), Fonts()
    paragraphs = [some_paragraph(chance, f"k{number}") for number in range(12)]
    view = replace(base, paragraphs=tuple(paragraphs))
    built = build(view, look, theme, fonts, 15)
    done = 0
    for step in range(8):
        act = chance.randrange(3)
        at = chance.randrange(len(paragraphs))
        if act == 0:
            paragraphs[at] = some_paragraph(chance, paragraphs[at].key)
        elif act == 1 and len(paragraphs) > 3:
            del paragraphs[at : at + chance.randrange(1, 3)]
        else:
            paragraphs[at:at] = [some_paragraph(chance, f"n{seed}{step}{n}") for n in range(2)]
        view = replace(base, paragraphs=tuple(paragraphs))
        anew = build(view, look, theme, fonts, 15)
        if patch(built, view, Writer(built, theme, fonts, 15)):
            done += 1
            assert told(built) == told(anew)
            assert built.numbers == anew.numbers
        else:
            built = build(view, look, theme, fonts, 15)
    assert done > 0


def tables(view: DocumentView, theme: Theme, fonts: Fonts) -> bool:
    """Whether taking the first table's first paragraph away is refused."""
    at = next(i for i, one in enumerate(view.paragraphs) if one.table is not None)
    less = replace(view, paragraphs=(*view.paragraphs[:at], *view.paragraphs[at + 1 :]))
    built = build(view, "markup", theme, fonts, 15)
    before = told(built)
    refused = not patch(built, less, Writer(built, theme, fonts, 15))
    assert told(built) == before
    return refused


def test_rows_of_tables_are_never_patched(window: MainWindow) -> None:
    view = window.session.view
    cell = replace(view.paragraphs[3], table=(1, 0, 0, 1))
    with_table = replace(view, paragraphs=(*view.paragraphs[:3], cell, *view.paragraphs[4:]))
    assert tables(with_table, window.themes.current, window.fonts)


def test_an_accepted_change_keeps_place_and_selection(
    window: MainWindow, desk: FakeDesk, settle: Settle
) -> None:
    window.deciding.step(1)
    settle()
    page = window.panes.document.page
    document = page.document()
    page.setTextCursor(QTextCursor(page.built.block("p93")))
    window.session.choose("edit:1", moving=False)
    window.session.decisions.reject()
    settle()
    assert page.document() is document, "the same text, changed in place"
    assert "not to be unreasonably withheld" not in page.toPlainText()


def test_a_long_agreement_comes_in_pieces_and_jumps_wait_for_it(window: MainWindow, settle: Settle) -> None:
    desk = LongDesk(60_000)
    window.show_desk(desk)
    pane = window.panes.document
    settle()
    wanted = desk.long_view.changes[-1]
    window.session.choose(wanted.id)
    deadline = 2000
    while pane.busy and deadline:
        settle()
        deadline -= 1
    settle()
    assert pane.page.built.view.document_id == 7
    assert pane.page.shows_change(wanted.id)
    pane.set_look("clean")
    assert pane.busy
    while pane.busy and deadline:
        settle()
        deadline -= 1
    assert pane.page.built.look == "clean"
    assert pane.page.built.block(wanted.paragraph_key) is not None
