"""How long a passphrase would hold, for whoever chooses one."""

from dataclasses import dataclass

from zxcvbn import zxcvbn

LONGEST = 100  # code points that are looked at; longer ones are strong already
TRIES = 10_000  # a second, for one who has the file and one fast machine: 256,000 rounds a try
YEAR = 365 * 24 * 3600


@dataclass(frozen=True)
class Strength:
    """``score`` 0 (guessed at once) to 4 (holds); ``sentence`` for the lawyer."""

    score: int
    sentence: str


def strength(passphrase: str) -> Strength:
    """An estimate by known words, names, dates and patterns (zxcvbn, Usenix Security 2016)."""
    if not passphrase:
        return Strength(0, "No passphrase yet.")
    found = zxcvbn(passphrase[:LONGEST], max_length=LONGEST)
    seconds = float(found["guesses"]) / TRIES
    score = int(found["score"])
    if seconds < 3600:
        return Strength(score, "Weak: whoever has the file finds it within an hour. Use four or five words.")
    if seconds < YEAR:
        days = max(1, round(seconds / 86400))
        return Strength(score, f"Fair: it holds for about {days:,} days against one fast machine.")
    years = seconds / YEAR
    if years > 1_000_000:
        return Strength(score, "Strong: it holds for more than a million years against one fast machine.")
    return Strength(score, f"Good: it holds for about {round(years):,} years against one fast machine.")
