"""Pins and change pins in model text: only registered ones that this chat's model was shown pass (P8).

A marker looks like ``[[pin_12]]`` or ``[[diff_4]]``. Everything that looks like one, also in look-alike
brackets, is held back until it is complete; unregistered ones are dropped and listed.
"""

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass, field

_OPEN = "[［【〚⟦⁅"
_CLOSE = "]］】〛⟧⁆"
_NAME = r"(?:pin|diff)[\s_\-‐-―]*\d+"
_MARKER = re.compile(
    rf"[{re.escape(_OPEN)}]+\s*({_NAME}(?:\s*[,;、]\s*{_NAME})*)\s*[{re.escape(_CLOSE)}]+", re.IGNORECASE
)
_LONGEST = 120


def marker(kind: str, number: int) -> str:
    """The canonical spelling: ``marker("pin", 12)`` is ``[[pin_12]]``."""
    return f"[[{kind}_{number}]]"


def escape_source_text(text: str) -> str:
    """Source text with its own marker look-alikes made harmless (P11): brackets doubled by spaces."""
    return _MARKER.sub(lambda hit: "(" + hit.group(1).replace("_", " ") + ")", _folded(text))


def _folded(text: str) -> str:
    """Full-width letters and digits inside bracketed look-alikes become plain, so that they are seen."""
    if text.isascii():
        return text
    pattern = rf"[{re.escape(_OPEN)}][^{re.escape(_OPEN + _CLOSE)}]{{1,60}}[{re.escape(_CLOSE)}]"

    def plain(hit: re.Match[str]) -> str:
        inner = "".join(ch for ch in unicodedata.normalize("NFKC", hit.group()) if ch.isprintable())
        return inner if _MARKER.fullmatch(inner) else hit.group()

    return re.sub(pattern, plain, text)


@dataclass
class MarkerFilter:
    """Feeds text through piece by piece; ``feed`` gives what may be shown, ``end`` the rest.

    ``allowed`` are canonical markers. ``used`` lists those that passed, in order; ``removed`` what was
    dropped, as (text, reason).
    """

    allowed: Collection[str]
    used: list[str] = field(default_factory=list)
    removed: list[tuple[str, str]] = field(default_factory=list)
    _held: str = ""

    def feed(self, piece: str) -> str:
        """Text that is safe to show now; an unfinished marker is held back."""
        self._held += piece
        cut = self._safe_length(self._held)
        ready, self._held = self._held[:cut], self._held[cut:]
        return self._passed(ready)

    def end(self) -> str:
        """What was still held back, filtered."""
        rest, self._held = self._held, ""
        return self._passed(rest)

    @staticmethod
    def _safe_length(text: str) -> int:
        """Up to where no marker can still be growing."""
        start = max(0, len(text) - _LONGEST)
        for index in range(start, len(text)):
            if text[index] in _OPEN:
                tail = text[index:]
                closed = re.match(
                    rf"[{re.escape(_OPEN)}]+[^{re.escape(_CLOSE)}]*[{re.escape(_CLOSE)}]{{2,}}", tail
                )
                if not closed:
                    return index
        return len(text)

    def _passed(self, text: str) -> str:
        return _MARKER.sub(self._replace, _folded(text))

    def _replace(self, hit: re.Match[str]) -> str:
        kept = []
        for kind, number in re.findall(r"(pin|diff)[\s_\-‐-―]*(\d+)", hit.group(1), re.IGNORECASE):
            name = marker(kind.lower(), int(number))
            if name in self.allowed:
                self.used.append(name)
                kept.append(name)
            else:
                self.removed.append((name, "not registered and shown to this chat's model"))
        return "".join(kept)
