"""What a run comes to, before it is written into the chat."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Claim:
    """A sentence of an answer with the pins it rests on; ``checks`` are (state, message)."""

    text: str
    pins: tuple[int, ...] = ()
    checks: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Outcome:
    """``state``: done, asked (the lawyer must choose), refused (nothing fits), no_change (the agreement
    already says so). ``claims`` in order."""

    state: str
    claims: tuple[Claim, ...]
    edit_ids: tuple[int, ...] = ()
    removed: tuple[tuple[str, str], ...] = field(default=())

    def text(self) -> str:
        """The answer in plain text, each claim with its markers."""
        return "\n".join(
            claim.text + "".join(f" [[pin_{pin}]]" for pin in claim.pins)
            for claim in self.claims
            if claim.text
        )


def by_code(text: str) -> Claim:
    """A sentence that the program itself says from its records: no evidence is claimed for it."""
    return Claim(text, (), (("by_code", ""),))
