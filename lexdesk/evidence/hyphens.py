"""Hyphens at line ends: joined where the word is one, kept where it is a compound."""

import re
from collections.abc import Container, Iterable, Sequence
from functools import lru_cache

_WORD = re.compile(r"[^\W\d_]+(?:[-‐‑][^\W\d_]+)*")
_SOFT = "\u00ad\ufffe"
_HARD = "-‐‑"
#: A line that goes on in the middle of a word ends in one of these.
SPLITTING = (*_SOFT, *_HARD)
_TENS = frozenset(("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"))
_UNITS = re.compile(
    r"one|two|three|four|five|six|seven|eight|nine|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth"
)
#: First halves that take a hyphen as a rule in legal English, and hardly ever end a syllable of another word.
_KEEPS = re.compile(
    r"non|self|cross|third|long|short|well|ex|quasi|vice|half|all|high|low|multi|year|day|arm"
)


class Vocabulary:
    """The words of a file, taken where no line end could have split them."""

    def __init__(self, pages: Iterable[set[str]], known: Iterable[str] = ()) -> None:
        """``pages`` (their ``whole_words``) are looked at only when the first word is asked for: many files
        split no word. ``known`` are ``words()`` of what came before."""
        self._pages = pages
        self._words = set(known)

    def words(self) -> set[str]:
        """All of them, in small letters."""
        pages, self._pages = self._pages, ()
        self._words.update(*pages)
        return self._words

    def __contains__(self, word: object) -> bool:
        """True if the word stands somewhere in the file, unsplit."""
        return word in self.words()


def whole_words(lines: Iterable[Sequence[str]]) -> set[str]:
    """Words of lines (each of at least one string, as if joined by blanks), in small letters, that no line
    end could have split: the last word of a line may be the first half of a split one, the first word a
    second half."""
    given: set[str] = set()
    found: set[str] = set()
    for texts in lines:
        first, last = _words_of(texts[0]), texts[-1]
        if len(first) == 1 < len(texts) and "-" not in first[0] and _words_of(last) and _is_end(last[-1]):
            given.update(texts[1:])
            continue
        words = [word for text in texts for word in _words_of(text)]
        if not words:
            continue
        found.update(words[1:-1])
        if " ".join(texts).rstrip()[-1:] not in SPLITTING:
            found.add(words[-1])
        found.update([word for word in words if "-" in word])
    return found.union(*map(_words_of, given))


@lru_cache(maxsize=20_000)
def _words_of(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(text.lower()))


def _is_end(sign: str) -> bool:
    return sign.isalnum() or sign in ".,;:)"


def joint(before: str, after: str, vocabulary: Container[str]) -> str | None:
    """What stands between two lines: ``None`` when ``before`` does not end in a split word; ``""``
    when the hyphen goes; ``"-"`` when it stays and the halves stand together."""
    if not before or not after or not after[0].isalnum():
        return None
    if before[-1] in _SOFT:
        return ""
    if before[-1] not in _HARD or len(before) < 2 or not before[-2].isalnum():
        return None
    head = _tail_word(before[:-1]).lower()
    found = _WORD.match(after)
    tail = found.group().lower() if found else ""
    if not head or not tail or after[0].isupper() or before[-2].isdigit():
        return "-"
    if f"{head}-{tail}" in vocabulary:
        return "-"
    if head + tail in vocabulary:
        return ""
    last = head.rsplit("-", 1)[-1]
    if _KEEPS.fullmatch(last) or (last in _TENS and _UNITS.fullmatch(tail.split("-")[0])) or "-" in head:
        return "-"
    both_words = min(len(head), len(tail)) >= 4 and head in vocabulary and tail in vocabulary
    return "-" if both_words else ""


def _tail_word(text: str) -> str:
    found = re.search(r"[^\W\d_]+(?:[-‐‑][^\W\d_]+)*\Z", text)
    return found.group() if found else ""
