"""What the desk found, in the words of the window: by its code and facts, not by its English sentence."""

from lexdesk.assistant.views import AdvisoryView, ChangeCard
from lexdesk.desktop.words import Words

_BROKEN = (
    "broken_reference",
    "old_number",
    "elsewhere",
    "orphaned_term",
    "undefined_term",
    "unused_term",
    "slip",
)


def said_effects(card: ChangeCard, words: Words) -> str:
    """ "Accepting this breaks two references and orphans one term."; "" if nobody looked."""
    if not card.effect_sentence or words.language == "en":
        return card.effect_sentence
    counts = {(kind, mended): count for kind, mended, count in card.effect_counts}
    parts = [
        words(f"effect.{kind}", count=counts[kind, False]) for kind in _BROKEN if counts.get((kind, False))
    ]
    mended = sum(count for (_kind, is_mended), count in counts.items() if is_mended)
    if mended:
        parts.append(words("effect.mended", count=mended))
    if not parts:
        return words("effect.nothing")
    return words("effect.sentence", what=words("effect.and").join(parts))


def said_advisory(advisory: AdvisoryView, words: Words) -> str:
    """The warning in one sentence."""
    return advisory.message
