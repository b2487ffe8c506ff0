"""Half-open spans counted in code points."""

from typing import NamedTuple


class Span(NamedTuple):
    """``text[start:end]``: code points, half-open."""

    start: int
    end: int

    def overlaps(self, other: "Span") -> bool:
        """True if the two share at least one code point."""
        return self.start < other.end and other.start < self.end

    def shifted(self, by: int) -> "Span":
        """The same span ``by`` code points further on."""
        return Span(self.start + by, self.end + by)
