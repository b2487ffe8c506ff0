"""The runs of words by which a text is recognised where it was quoted, and hiding them there."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

_TOKEN = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]|[^\W_]+")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
RUN = 6
"""Words (Chinese: characters) in a row that count as the words of a text."""
CJK_RUN = 8
"""Chinese characters in a row at least, since six of them are soon an everyday phrase."""
SHORTEST = 3
"""Words of a whole sentence that is recognised although it is shorter than ``RUN``."""

Run = tuple[str, ...]


def _tokens(text: str) -> Iterator[tuple[str, int, int]]:
    for found in _TOKEN.finditer(text):
        yield unicodedata.normalize("NFKC", found.group()).casefold(), found.start(), found.end()


def runs_of(text: str) -> Iterator[Run]:
    """Every run of ``RUN`` words of a text."""
    words = [word for word, _start, _end in _tokens(text)]
    for at in range(len(words) - RUN + 1):
        yield tuple(words[at : at + RUN])


class Wording:
    """The words of one text that stand nowhere else."""

    def __init__(self, text: str, sentences: Iterable[str] = (), names: Iterable[str] = ()) -> None:
        """``sentences`` shorter than ``RUN`` words and ``names`` are recognised as a whole."""
        self._runs: set[Run] = set(runs_of(text))
        for short in (*sentences, *names):
            words = tuple(word for word, _start, _end in _tokens(short))
            if SHORTEST <= len(words) < RUN:
                self._runs.add(words)
        self.all = len(self._runs)
        self._measure()

    def _measure(self) -> None:
        self._lengths = sorted({len(run) for run in self._runs}, reverse=True)

    def leave_out(self, text: str) -> None:
        """Words of ``text`` belong to something else too: they are not hidden."""
        words = [word for word, _start, _end in _tokens(text)]
        for length in self._lengths:
            for at in range(len(words) - length + 1):
                self._runs.discard(tuple(words[at : at + length]))

    @property
    def left_out(self) -> int:
        """How many runs stand elsewhere too."""
        return self.all - len(self._runs)

    def in_text(self, text: str) -> bool:
        """Whether any of its words stand there."""
        return next(self._spans(text), None) is not None

    def hidden(self, text: str, mark: str) -> str:
        """``text`` with each stretch of these words replaced by ``mark``."""
        pieces, at = [], 0
        for start, end in self._spans(text):
            pieces += [text[at:start], mark]
            at = end
        return "".join([*pieces, text[at:]]) if pieces else text

    def _spans(self, text: str) -> Iterator[tuple[int, int]]:
        tokens = list(_tokens(text))
        words = [word for word, _start, _end in tokens]
        covered = bytearray(len(words))
        for length in self._lengths:
            for at in range(len(words) - length + 1):
                if tuple(words[at : at + length]) in self._runs:
                    covered[at : at + length] = b"\x01" * length
        at = 0
        while at < len(words):
            if not covered[at]:
                at += 1
                continue
            begin = at
            while at < len(words) and covered[at]:
                at += 1
            run = words[begin:at]
            if len(run) >= CJK_RUN or not all(_CJK.match(word) for word in run):
                yield tokens[begin][1], tokens[at - 1][2]
