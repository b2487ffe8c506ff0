"""What the packet of an edit rests on, as the checks see it: passages, sources, and what is against."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from lexdesk.law.model import Quantity
from lexdesk.law.quantities import find_quantities
from lexdesk.matter.records import FindingRow, PacketItemRow, PassageRow, SourceRow
from lexdesk.matter.stores import Reader
from lexdesk.review.topics import around, telling_words

EVIDENCE = ("fact", "law", "passage")
_FACTS = ("fact", "other_side_fact")
_UNREAD = ("no_text", "page_damaged", "text_layer_untrusted", "source_damaged")
_ALIKE = 0.5  # share of the telling words around a quantity that a contradicting sentence must have
_LEAST = 3  # of them at least
_LOOKED_AT = 40  # sentences of other sources that share words, best first


@dataclass(frozen=True)
class Ground:
    """A packet line with the passage and the source it cites."""

    item: PacketItemRow
    passage: PassageRow
    source: SourceRow

    @property
    def name(self) -> str:
        """How the source is called in a sentence."""
        return self.source.short_name or self.source.title


class Grounds:
    """The evidence of one edit. Reads when asked; changes nothing."""

    def __init__(self, reader: Reader, items: Sequence[PacketItemRow]) -> None:
        self._reader = reader
        self.items = tuple(item for item in items if item.section in EVIDENCE)
        info = reader.matter.info()
        self.as_of, self.jurisdiction = info.as_of, info.jurisdiction

    @cached_property
    def all(self) -> tuple[Ground, ...]:
        """Lines of the packet with a passage of a source, in order; passages of the agreement are none."""
        found = []
        for item in self.items:
            if item.passage_id is not None:
                passage = self._reader.passages.get(item.passage_id)
                if passage.source_id is not None:
                    found.append(Ground(item, passage, self._reader.sources.get(passage.source_id)))
        return tuple(found)

    @property
    def cited(self) -> tuple[Ground, ...]:
        """Those that are cited for the edit, not merely found or shown to the model."""
        return tuple(ground for ground in self.all if ground.item.basis == "cited_for_edit")

    @property
    def sources(self) -> tuple[SourceRow, ...]:
        """The sources of all lines, each once."""
        return tuple({ground.source.id: ground.source for ground in self.all}.values())

    def in_matter(self) -> Sequence[SourceRow]:
        """Every source of the matter."""
        return self._reader.sources.list()

    def stands(self, passage: PassageRow) -> bool:
        """True if the source still reads as the passage does, at its place."""
        if passage.source_id is None:
            return True
        text = self._reader.sources.text(passage.source_id)
        return text[passage.start : passage.end] == passage.text

    def unread(self, source_id: int) -> list[FindingRow]:
        """Pages of a source that could not be read."""
        return [row for row in self._reader.sources.findings(source_id) if row.code in _UNREAD]

    def against(self, ground: Ground) -> Iterator[tuple[Quantity, Quantity, PassageRow, SourceRow]]:
        """Sentences of other factual sources that give another period, amount, share or date on the same
        matter: what is cited, what they say, where. At most one of each source."""
        own = find_quantities(ground.passage.text)
        others = [row for row in self.in_matter() if row.role in _FACTS and row.id != ground.source.id]
        if not others:
            return
        values = {quantity.value for quantity in own}
        seen: set[int] = set()
        for quantity in own:
            if quantity.kind == "number":
                continue
            about = telling_words(around(ground.passage.text, quantity.span))
            if len(about) < _LEAST:
                continue
            for passage in self._speaking_of(about, [row.id for row in others]):
                if passage.source_id is None or passage.source_id in seen:
                    continue
                there = find_quantities(passage.text)
                if values & {one.value for one in there}:
                    continue
                for other in there:
                    if other.kind == quantity.kind:
                        shared = about & telling_words(around(passage.text, other.span))
                        if len(shared) >= max(_LEAST, _ALIKE * len(about)):
                            seen.add(passage.source_id)
                            yield quantity, other, passage, self._reader.sources.get(passage.source_id)
                            break

    def _speaking_of(self, words: set[str], sources: Sequence[int]) -> Iterator[PassageRow]:
        if any("\u4e00" <= word[0] <= "\u9fff" for word in words):  # the index knows no Chinese words
            for source in sources:
                yield from self._reader.passages.of_source(source, "sentence")
            return
        query = " OR ".join(f'"{word}"*' for word in sorted(words))
        for passage_id, _score in self._reader.passages.match_words(query, sources, _LOOKED_AT, "sentence"):
            yield self._reader.passages.get(passage_id)
