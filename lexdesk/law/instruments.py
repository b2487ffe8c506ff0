"""Tells references into other instruments (statutes, other agreements) from references into this one."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from lexdesk.law.model import Block, Section
from lexdesk.law.naming import Names, named_after, named_before, names_of, self_names
from lexdesk.law.numbers import ATTACH_WORDS, Phrase, find_phrases
from lexdesk.law.sections import SectionTree

_SHORT_NAME = re.compile(r"\s+([A-Z]{2,}[A-Za-z]*)\b")


class Cited:
    """What one paragraph cites: read once, and again only where what it depends on has changed."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self._named: tuple[Names, tuple[str | None, ...]] | None = None
        self._weighed: tuple[Names, tuple[Section, ...], tuple[tuple[str, int], ...]] | None = None

    @cached_property
    def phrases(self) -> tuple[Phrase, ...]:
        """Its reference phrases, in order."""
        return tuple(find_phrases(self.block.text))

    @cached_property
    def self_names(self) -> tuple[str, ...]:
        """What it calls this document."""
        return self_names(self.block)

    def named(self, names: Names) -> tuple[str | None, ...]:
        """For each phrase the instrument named behind it (see ``named_after``)."""
        kept = self._named  # one read: another thread may replace it
        if kept is not None and kept[0] == names:
            return kept[1]
        found = tuple(named_after(self.block.text, phrase, names) for phrase in self.phrases)
        self._named = names, found
        return found

    def weighed(self, names: Names, tree: SectionTree) -> tuple[tuple[str, int], ...]:
        """What speaks for (or against) each keyword being this document's own word for its parts.

        Numbers that exist here speak for it, instruments named behind it against it.
        """
        kept = self._weighed
        if kept is not None and kept[0] == names and kept[1] is tree.sections:
            return kept[2]
        found: list[tuple[str, int]] = []
        for phrase, name in zip(self.phrases, self.named(names), strict=True):
            if phrase.word in ATTACH_WORDS or phrase.this:
                continue
            if name:
                found.append((phrase.word, -2))
            elif _resolves(phrase, tree):
                found.append((phrase.word, 4 if name == "" or any(phrase.headings) else 1))
        result = tuple(found)
        self._weighed = names, tree.sections, result
        return result


class Instruments:
    """What this document calls itself, and which keywords belong to instruments it cites.

    ``last_named`` is the other instrument named last by the paragraphs given to ``of_phrases``, "" when
    none was.
    """

    def __init__(self, cited: Sequence[Cited], tree: SectionTree) -> None:
        self._tree = tree
        self.names = names_of([c.block for c in cited[:20]], (c.self_names for c in cited))
        self.last_named = ""
        self._own = self._own_keywords(cited)
        self._highest = tree.highest
        self._foreign: dict[str, str] = {}
        for one in cited:
            if not one.phrases:
                continue
            for phrase, name in zip(one.phrases, one.named(self.names), strict=True):
                if name and phrase.word not in self._own and phrase.numbers:
                    self._foreign.setdefault(phrase.word, name)

    def judges_like(self, other: "Instruments") -> bool:
        """True if both would say the same of a paragraph, given the same ``last_named``."""
        mine = (self.names, self._own, self._highest, self._foreign)
        return mine == (other.names, other._own, other._highest, other._foreign)

    def _own_keywords(self, cited: Sequence[Cited]) -> set[str]:
        """Keywords this document uses for its own parts.

        Those of "this Clause" and of "ARTICLE IV" as a heading, and the one with the best evidence.
        """
        own = {"paragraph", "subsection", "", *self._tree.divisions}
        evidence: Counter[str] = Counter()
        for one in cited:
            if not one.phrases:
                continue
            own.update(p.word for p in one.phrases if p.this and p.word not in ATTACH_WORDS)
            for word, weight in one.weighed(self.names, self._tree):
                evidence[word] += weight
        if evidence and evidence.most_common(1)[0][1] > 0:
            own.add(evidence.most_common(1)[0][0])
        return own

    def of_phrases(self, cited: Cited, phrases: Sequence[Phrase]) -> list[str | None]:
        """For each of these phrases of the paragraph the other instrument it points into, None when it is
        ours. Paragraphs must be given in order."""
        text = cited.block.text
        names: list[str | None] = []
        ours: list[bool] = []
        behind = dict(zip((p.span for p in cited.phrases), cited.named(self.names), strict=True))
        for phrase in phrases:
            name = behind[phrase.span]
            ours.append(name == "")
            if name is None and phrase.numbers and not phrase.this:
                name = named_before(text, phrase, self.names)
            names.append(name or None)
        for i in range(1, len(phrases)):  # "Sec. 4 para. 19 AMG"
            short = _SHORT_NAME.match(text, phrases[i].span.end)
            if short and not text[phrases[i - 1].span.end : phrases[i].span.start].strip():
                names[i - 1] = names[i] = short[1]
        for i in range(len(phrases) - 2, -1, -1):  # "Annex I, Annex II and Annex III of the SCCs"
            between = text[phrases[i].head_end : phrases[i + 1].span.start]
            if (
                names[i] is None
                and not ours[i]
                and names[i + 1]
                and _connects(between)
                and not phrases[i].this
            ):
                names[i] = names[i + 1]
        for i, phrase in enumerate(phrases):
            if names[i] is None and not ours[i] and phrase.numbers and not phrase.this:
                if i and names[i - 1] and _connects(text[phrases[i - 1].head_end : phrase.span.start]):
                    names[i] = names[i - 1] if not _resolves(phrase, self._tree) else None
                if names[i] is None and phrase.word in self._foreign and phrase.word not in self._own:
                    known = phrase.word in ATTACH_WORDS and _resolves(phrase, self._tree)
                    if not phrase.numbers[0].text.startswith("(") and not known:
                        names[i] = self.last_named or self._foreign[phrase.word]
            if names[i]:
                self.last_named = names[i] or self.last_named
        return names

    def is_foreign(self, phrase: Phrase) -> bool:
        """True where a number found nowhere here can only be another instrument's.

        Numbers no section here could have ("Section 409A", "Section 17-607", "§ 1798.100"), and
        "Clause 13" in a document that calls its own parts sections and has named another instrument.
        """
        if (
            phrase.word == "schedule"
            and phrase.numbers
            and re.match(r"13[DGE]|14[ACDFN]", phrase.numbers[0].text)
        ):
            return True  # forms of the United States' securities regulator
        if phrase.word in ATTACH_WORDS or not phrase.numbers:
            return False
        if phrase.word not in self._own and self.last_named and self._own & {"section", "clause"}:
            return True
        number = phrase.numbers[0].text
        first = re.match(r"\d+", number)
        if first is None:
            return False
        return (
            int(first[0]) > max(2 * self._highest, self._highest + 20, 60)
            or re.match(r"\d+-\d", number) is not None
        )

    def meant_by(self, phrase: Phrase, earlier: Sequence[str | None]) -> str:
        """The instrument that a foreign phrase (see ``is_foreign``) points into, "" where nobody can say.

        ``earlier`` are the instruments of the phrases before it in its paragraph. A plain high number of our
        own keyword ("Section 99") may as well be a slip of this document's own: only an instrument that its
        own paragraph names speaks for it, not one that some earlier paragraph happened to name.
        """
        plain = phrase.numbers and re.fullmatch(r"\d+(?:\.\d+)*(?:\(\w+\))*", phrase.numbers[0].text)
        if plain and phrase.word in self._own:
            return next((name for name in reversed(earlier) if name), "")
        return self.last_named

    def names_us(self, name: str) -> bool:
        """True if ``name`` ("Agreement", "DPA Standard Terms") is this document's own name."""
        return self.names.mean_us(name)


def _resolves(phrase: Phrase, tree: SectionTree) -> bool:
    word = f"{phrase.word} " if phrase.word in ATTACH_WORDS else ""
    return any(tree.find(word + n.text) for n in phrase.numbers)


def _connects(between: str) -> bool:
    return re.fullmatch(r"[\s,;]*(?:and/or|and|or|&)?[\s,]*", between) is not None
