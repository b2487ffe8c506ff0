"""The two faces: serif for what lawyers wrote, sans for what the machine says."""

from PySide6.QtGui import QFont, QFontDatabase

_SANS = ("Noto Sans", "Segoe UI", "Helvetica Neue", "Open Sans", "Liberation Sans", "Arial", "DejaVu Sans")
_SERIF = ("Liberation Serif", "Times New Roman", "Noto Serif", "Nimbus Roman", "DejaVu Serif", "Georgia")
_MONO = ("Noto Sans Mono", "DejaVu Sans Mono", "Liberation Mono", "Consolas", "Menlo")
_CHINESE_SERIF = ("Noto Serif CJK SC", "Source Han Serif SC", "SimSun", "Songti SC")
_CHINESE_SANS = (
    "Noto Sans CJK SC",
    "Source Han Sans SC",
    "Microsoft YaHei",
    "PingFang SC",
    "WenQuanYi Micro Hei",
    "WenQuanYi Zen Hei",
    "Droid Sans Fallback",
)
DOCUMENT_SIZE = 15
SOURCE_SIZE = 14
TALK_SIZE = 13


class Fonts:
    """Picks faces that this machine has; Chinese falls back to an installed Chinese face."""

    def __init__(self) -> None:
        have = set(QFontDatabase.families())
        chinese_sans = [name for name in _CHINESE_SANS if name in have][:1]
        chinese_serif = [name for name in _CHINESE_SERIF if name in have][:1] or chinese_sans
        self.sans_families = [name for name in _SANS if name in have][:1] + chinese_sans
        self.serif_families = [name for name in _SERIF if name in have][:1] + chinese_serif
        self.mono_families = [name for name in _MONO if name in have][:1] + chinese_sans

    def sans(self, pixels: int, bold: bool = False) -> QFont:
        """The face of the machine's own words."""
        return _font(self.sans_families, pixels, bold)

    def serif(self, pixels: int, bold: bool = False) -> QFont:
        """The face of documents and sources."""
        return _font(self.serif_families, pixels, bold)

    def mono(self, pixels: int) -> QFont:
        """The face of hashes and exact bytes."""
        return _font(self.mono_families, pixels, False)


def _font(families: list[str], pixels: int, bold: bool) -> QFont:
    font = QFont()
    if families:
        font.setFamilies(families)
    font.setPixelSize(pixels)
    font.setBold(bold)
    return font
