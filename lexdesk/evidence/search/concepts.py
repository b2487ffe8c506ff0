"""Other words for the same thing: ``resources/search/concepts.txt``, plain and legal, English and Chinese."""

from dataclasses import dataclass
from functools import cache

from lexdesk.evidence.search.terms import terms
from lexdesk.resources import resources

_NARROW = "~"
Form = tuple[str, ...]
"""One or several terms that stand next to each other."""


@dataclass(frozen=True)
class Concepts:
    """``groups``: each the forms of one thing. ``of``: the groups a form stands in. ``starting``: the forms
    of several terms by their first term, longest first. ``words``: how a form is written."""

    groups: tuple[tuple[Form, ...], ...]
    of: dict[Form, tuple[int, ...]]
    starting: dict[str, tuple[Form, ...]]
    words: dict[Form, str]

    def others(self, form: Form) -> set[Form]:
        """Every form that may stand for the same thing, ``form`` itself left out."""
        return {other for group in self.of.get(form, ()) for other in self.groups[group]} - {form}


def _lines() -> list[str]:
    text = (resources() / "search" / "concepts.txt").read_text("utf-8")
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


@cache
def everyday() -> tuple[str, ...]:
    """The narrow lines: what people type for what contracts call otherwise, as words with commas."""
    return tuple(line.removeprefix(_NARROW).strip() for line in _lines() if line.startswith(_NARROW))


@cache
def concepts() -> Concepts:
    """The table, read once."""
    groups: list[tuple[Form, ...]] = []
    of: dict[Form, list[int]] = {}
    words: dict[Form, str] = {}
    for line in _lines():
        if line.startswith(_NARROW):  # measured: as words of search they find less
            continue
        forms: dict[Form, None] = {}
        for written in (word.strip() for word in line.replace("|", ",").split(",")):
            form = tuple(term for term, _ in terms(written))
            if form:
                forms[form] = None
                words.setdefault(form, written)
        for form in forms:
            of.setdefault(form, []).append(len(groups))
        groups.append(tuple(forms))
    starting: dict[str, list[Form]] = {}
    for form in of:
        if len(form) > 1:
            starting.setdefault(form[0], []).append(form)
    return Concepts(
        tuple(groups),
        {form: tuple(numbers) for form, numbers in of.items()},
        {first: tuple(sorted(forms, key=len, reverse=True)) for first, forms in starting.items()},
        words,
    )
