"""What the desk found, in the words of the window: by its code and facts, not by its English sentence."""

from collections.abc import Sequence

from lexdesk.assistant.views import AdvisoryView, FindingView
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


def said_effects(sentence: str, counted: Sequence[tuple[str, bool, int]], words: Words) -> str:
    """ "Accepting this breaks two references and orphans one term.": the sentence on record in English, else
    made of its counts (kind, whether mended, how many); "" if nobody looked."""
    if not sentence or words.language == "en":
        return sentence
    counts = {(kind, mended): count for kind, mended, count in counted}
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
    """The warning in one sentence: in English as it is on record, else by its code and facts. Where the words
    or a fact are missing, the sentence on record."""
    facts = advisory.facts
    text = words.found(f"advisory.{advisory.code}{_form(advisory)}")
    if text is None or (not facts and "{" in text):
        return words.said(advisory.message)
    labels = dict.fromkeys(label for _key, label, _text in advisory.places if label)
    values = {name: _said(value) for name, value in facts.items()}
    values["where"] = "、".join(labels) or words.found("advisory.this_text") or ""
    unasked = facts.get("asked") and advisory.code != "instruction_only"
    values["unasked"] = (words.found("advisory.unasked") or "") if unasked else ""
    values["renumbered"] = "；".join(dict.fromkeys(f"{a} → {b}" for a, b in facts.get("renumbered", ())))
    values["places"] = "；".join(
        f"{name} {label}（{target}）" for name, label, target, *_rest in facts.get("places", ())
    )
    if advisory.code == "near_duplicate_differs" and facts.get("quantities"):
        values["here"], values["there"] = (str(one) for one in facts["quantities"][0])
    if "status" in facts:
        values["status"] = words.word("status", str(facts["status"]))
    values["count"] = str(len(facts.get("pages", ())))
    try:
        return text.format(**values)
    except KeyError:
        return words.said(advisory.message)


def _form(advisory: AdvisoryView) -> str:
    """Which of several sentences of a code fits the facts."""
    facts = advisory.facts
    match advisory.code:
        case "xref_dangling" | "xref_elsewhere":
            return f"_{facts.get('form', '')}"
        case "negation_changed":
            return _both(bool(facts.get("dropped")), bool(facts.get("added")))
        case "quantity_changed" | "governing_law_changed":
            return _both(bool(facts.get("removed")), bool(facts.get("added")))
        case "touches_other_side_change":
            return "" if facts.get("author") else "_nameless"
        case "evidence_not_verified":
            state = facts.get("state", "")
            return f"_{state}" if state in ("no_passage", "source_changed") else "_altered"
        case "source_superseded":
            return "_as_of" if facts.get("as_of") else ""
        case "source_not_read":
            return "_pages" if facts.get("pages") else "_named"
    return ""


def _both(gone: bool, come: bool) -> str:
    return "_both" if gone and come else "_dropped" if gone else "_added"


def _said(value: object) -> str:
    if isinstance(value, list | tuple):
        return "、".join(f"“{one}”" if isinstance(one, str) else str(one) for one in value)
    return str(value)


def said_finding(finding: FindingView, words: Words) -> str:
    """What the proof-reader found: in the language of the window, else the kind of slip with the words
    it stands at."""
    said = words.said(finding.message)
    if said != finding.message:
        return said
    kind = words.found(f"slip.{finding.code}")
    if kind is None:
        return finding.message
    shown = " ".join(finding.text.split())
    return f"{kind}：“{shown}”" if shown else kind
