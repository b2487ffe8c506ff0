"""Contrast computed from the theme files, and the live switch."""

import pytest
from PySide6.QtGui import QColor

from lexdesk.desktop import authors
from lexdesk.desktop.main_window import MainWindow
from lexdesk.desktop.themes import Theme, load_theme
from lexdesk.resources import resources

PAIRS = [
    *((ink, paper) for ink in ("text", "muted") for paper in ("background", "panel", "page")),
    ("text", "soft"),
    ("text", "highlight"),
    ("text", "selection"),
    ("muted", "chip"),
    ("muted", "soft"),
    ("accent", "soft"),
    ("accent", "panel"),
    ("accent", "page"),
    ("on_accent", "accent"),
    ("insertion", "insertion_soft"),
    ("deletion", "deletion_soft"),
    ("warning", "warning_soft"),
    ("warning", "panel"),
    ("warning", "page"),
]


def luminance(colour: QColor) -> float:
    """Relative luminance as WCAG 2.2 defines it."""
    parts = [colour.redF(), colour.greenF(), colour.blueF()]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: QColor, other: QColor) -> float:
    """Contrast ratio as WCAG 2.2 defines it."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def theme(name: str) -> Theme:
    """One theme of the program."""
    return load_theme(resources() / "themes", name)


@pytest.mark.parametrize("name", ["light", "dark"])
@pytest.mark.parametrize(("ink", "paper"), PAIRS)
def test_text_can_be_read(name: str, ink: str, paper: str) -> None:
    colours = theme(name)
    assert contrast(colours.colour(ink), colours.colour(paper)) >= 4.5


@pytest.mark.parametrize(("name", "palette"), [("light", authors._LIGHT), ("dark", authors._DARK)])
def test_author_colours_are_seen_on_the_panel(name: str, palette: tuple[str, ...]) -> None:
    panel = theme(name).colour("panel")
    assert all(contrast(QColor(colour), panel) >= 3 for colour in palette)


def test_the_theme_switches_live(window: MainWindow) -> None:
    page = window.panes.document.page

    def paper() -> QColor:
        return page.viewport().grab().toImage().pixelColor(60, 8)

    light = paper()
    window.commands.run("view.theme_dark")
    dark = paper()
    assert light == QColor("#ffffff")
    assert dark == QColor("#26292e")
    assert window.palette().window().color() == QColor("#222529")
    assert "#222529" in window.styleSheet()
    window.commands.run("view.theme_light")
    assert paper() == light


def test_an_author_keeps_the_colour() -> None:
    row = authors.Authors()
    row.show_places({"Ada Brook": 0, "J. Marl": 1, "李明": 2})
    first = {name: row.colour(name, False) for name in ("Ada Brook", "J. Marl", "李明")}
    assert len(set(first.values())) == 3
    row.show_places({"Ada Brook": 0, "J. Marl": 1, "李明": 2, "Zoe": 3})
    assert {name: row.colour(name, False) for name in first} == first
    assert row.colour("Nobody yet", False) not in first.values()


def test_the_whole_sheet_is_filled(window: MainWindow) -> None:
    assert "@" not in window.styleSheet()
