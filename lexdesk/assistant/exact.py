"""Changes that the instruction states so plainly that code makes them itself, character for character.

A measure for a measure, quoted words for quoted words, an item of a list, a sentence, a reference, a blank
of a template. Whatever is not plain is left to the model.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lexdesk.assistant.blanks import blanks, masked
from lexdesk.assistant.intent import Intent
from lexdesk.assistant.items import item_named, without_item
from lexdesk.assistant.measures import adds_duty, alike, asked_measure, near, replaced, targets
from lexdesk.assistant.naming import REFERENCE_MEANT, labels_in, straight
from lexdesk.assistant.quoted import EVERY, quoted_change, spans_of
from lexdesk.assistant.ranking import rank, words
from lexdesk.assistant.shaped import law_asked, shaped_change
from lexdesk.assistant.topic import topic_of
from lexdesk.assistant.vocabulary import means, widened
from lexdesk.law.model import Section
from lexdesk.law.quantities import find_quantities
from lexdesk.review.structure import Structure
from lexdesk.text.sentences import sentences

_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+\w")
_DELETE = re.compile(
    r"\b(?:delete|strike|remove|drop|omit|take\s+(?:\w+\s+){0,3}?out|cut|get\s+rid\s+of|(?:can|must|should|may)\s+go|goes)\b|删除|删去",
    re.IGNORECASE,
)
_WHICH_SENTENCE = re.compile(
    r"\bthe\s+(?P<nth>first|second|third|fourth|last|final|opening|closing)\s+sentence\b|\b(?:the|any|that)\s+sentence\s+"
    r"(?P<about>(?:about|on|that|which|saying|stating|dealing|concerning|regarding|beginning|starting|providing|requiring)\b.*)",
    re.IGNORECASE,
)
_NTH = {
    "first": 0,
    "opening": 0,
    "second": 1,
    "third": 2,
    "fourth": 3,
    "last": -1,
    "final": -1,
    "closing": -1,
}
_WORD_REFERENCE = re.compile(
    r"(?:(?P<word>Sections?|Clauses?|Articles?|Paragraphs?|§)\s*|(?:\band|\bor|,)\s+(?=\d+\.\d))(?P<label>\d+(?:\.\d+)*(?:\([A-Za-z0-9]{1,4}\))*)"
)
_ZH_NUMBER = r"[（(]?[一二三四五六七八九十百零〇\d]+(?:\.\d+)*[）)]?"
_ZH_REFERENCE = re.compile(
    rf"(?<![》」])(?P<label>第{_ZH_NUMBER}条(?:第{_ZH_NUMBER}款)?(?:第{_ZH_NUMBER}项)?)"
)
_CHANGE_TO = re.compile(
    r"\b(?:change|replace|swap|turn|substitute|soften|upgrade)\s+(?P<rest>.{3,200})$", re.IGNORECASE
)
_JOIN = re.compile(r"\s+(?:to|with|by|into)\s+", re.IGNORECASE)
_WHERE_BEHIND = re.compile(
    r"\s+in\s+(?:the\s+|section\s+|clause\s+)?[\w.()-]+(?:\s+(?:clause|section))?$", re.IGNORECASE
)
_UNIT_AFTER = re.compile(
    r"\s*(?:business\s+|calendar\s+)?(?:days?|weeks?|months?|years?|hours?)\b", re.IGNORECASE
)
_VALUE = re.compile(
    r".*\b(?:go(?:es)?\s+to|sent\s+to|should\s+be|must\s+be|is\s+now|becomes|is|are)\s+(.+?)[.]?\s*$"
)
_LONGEST = 16  # words of a value
_SHORT = 12  # words of a table cell that is a value and no sentence
_SENTENCE = re.compile(r"[.。;；]\s*$|\b(?:will|shall|must|may|is|are|means|includes?)\b|应当|不得|可以")
_HOW_OFTEN = re.compile(
    r"\b(?P<new>\w+(?:\s+times)?)\s+(?P<per>(?:a|per|every|each)\s+\w+)\s*,?\s+(?:instead\s+of|rather\s+than|not)\s+(?:just\s+|only\s+)?"
    r"(?P<old>\w+(?:\s+times)?)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Exact:
    """``text`` is the whole new paragraph; ``how`` says what code did. ``already``: nothing has to change."""

    text: str
    how: str
    already: bool = False


def exact_change(
    instruction: str, intent: Intent, text: str, structure: Structure, ask_value: Callable[[str], str]
) -> Exact | None:
    """The paragraph with a plain instruction carried out; None when it is not plain.

    ``ask_value`` is asked what to write into the one blank of the text; it gives words of the instruction,
    or "".
    """
    return (
        _item(instruction, text)
        or _reference(instruction, text, structure)
        or _quoted(instruction, text)
        or _measure(instruction, text)
        or _words(instruction, intent, text)
        or _email(instruction, text)
        or _sentence(instruction, text)
        or _blank(instruction, text, ask_value)
        or _shaped(instruction, text, structure)
    )


def _shaped(instruction: str, text: str, structure: Structure) -> Exact | None:
    law = law_asked(instruction)
    if law and re.search(rf"\blaws?\s+of\b[^.]{{0,40}}\b{re.escape(law)}\b|^\s*{re.escape(law)}\s*$", text):
        return Exact(text, f"It already says “{law}”.", already=True)
    new, how = shaped_change(instruction, text, structure)
    return Exact(new, how) if new else None


def _quoted(instruction: str, text: str) -> Exact | None:
    found = quoted_change(instruction, text)
    return Exact(*found, already=found[0] == text) if found else None


def _item(instruction: str, text: str) -> Exact | None:
    name = item_named(instruction)
    if not name or not _DELETE.search(instruction):
        return None
    reletter = bool(
        re.search(
            r"\bre-?(?:letter|number|order)|\bclose\s+(?:up\s+)?the\s+gap|\btidy|"
            r"\b(?:adjust|fix|correct|update|redo|mend|move\s+up)\s+(?:the\s+)?(?:letter|number|sequence|list|rest|others)",
            instruction,
            re.IGNORECASE,
        )
    )
    new = without_item(text, name, reletter)
    return Exact(new, f"Item {name} was taken out by code.") if new else None


def _measure(instruction: str, text: str) -> Exact | None:
    asked = asked_measure(instruction)
    if not asked.kind or asked.compound:
        return None
    telling = words(topic_of(instruction))
    hits = targets(text, asked, telling)
    if not hits:
        there = find_quantities(masked(text))
        if asked.old is not None and asked.new is not None and any(q.value == asked.new.value for q in there):
            return Exact(text, f"It already says “{asked.new.text}”.", already=True)
        return None
    if asked.new is not None and all(hit.value == asked.new.value for hit in hits):
        return Exact(text, f"It already says “{hits[0].text}”.", already=True)
    if len(hits) > 1 and not asked.everywhere and not _one_matter(text, hits):
        return None
    # "has to give 5 days' notice" beside "overdue for 30 days": another measure, no other value of this one
    stated = asked.old is None and asked.new is not None and adds_duty(instruction)
    if stated and not any(means(word, set(words(near(text, hit)))) for hit in hits for word in telling):
        return None
    new = replaced(text, asked, hits)
    if not new or new == text:
        return None
    bare = (
        asked.old is not None and asked.old.kind == hits[0].kind == "number"
    )  # "30 or more consecutive days"
    if asked.new is not None and not alike(asked.new, hits[0]) and asked.new.kind != "number" and not bare:
        return None
    return Exact(new, "The replacement was made by code.")


def _words(instruction: str, intent: Intent, text: str) -> Exact | None:
    """ "change best efforts to reasonable efforts", "from Utah to Ohio": words without a measure."""
    pairs = [(intent.before, intent.after)] if intent.before and intent.after else []
    often = _HOW_OFTEN.search(instruction)
    if often:
        pairs.append((f"{often['old']} {often['per']}", f"{often['new']} {often['per']}"))
    hit = _CHANGE_TO.search(instruction)
    if hit:
        said = hit["rest"].rstrip(" .")
        pairs += [
            (_bare_words(said[: j.start()]), _bare_words(said[j.end() :])) for j in _JOIN.finditer(said)
        ]
    for old, new in pairs:
        if not old or not new or find_quantities(f"{old} {new}"):
            continue
        new = _with_noun(old, new)
        spans = spans_of(old, text)
        if not spans and len(old.split()) > 1 and spans_of(new, text):
            return Exact(text, f"It already says “{new}”.", already=True)
        if len(spans) == 1 or (spans and EVERY.search(instruction)):
            for span in reversed(spans):
                text = text[: span.start] + new + text[span.end :]
            return Exact(text, "The replacement was made by code.")
    return None


def _with_noun(old: str, new: str) -> str:
    """ "the exclusive jurisdiction" for "non-exclusive": the noun that is only meant the second time."""
    article, bare = re.match(r"((?:the|an?)\s+)?(.*)", old, re.IGNORECASE | re.DOTALL).groups()  # type: ignore[union-attr]
    first, _blank, noun = bare.partition(" ")
    alike = new.lower().endswith(first.lower()) or first.lower().endswith(new.lower())
    return f"{article or ''}{new} {noun}" if noun and alike and " " not in new else new


def _bare_words(text: str) -> str:
    """Without quotes, and without "the words", "in 5.2" around what is meant."""
    text = _WHERE_BEHIND.sub("", text)
    return text.strip(" “”\"'‘’")


def _one_matter(text: str, hits: Sequence[object]) -> bool:
    """Several mentions of one value are one matter when the text has no other measure of that kind."""
    kinds = {getattr(hit, "kind", "") for hit in hits}
    values = {q.value for q in find_quantities(text) if q.kind in kinds}
    return len(values) == 1


def _email(instruction: str, text: str) -> Exact | None:
    found = _EMAIL.findall(instruction)
    there = list(_EMAIL.finditer(text))
    if len(found) != 1:
        return None
    if any(hit.group().lower() == found[0].lower() for hit in there):
        return Exact(text, f"It already says “{found[0]}”.", already=True)
    spans = [hit.span() for hit in there]
    if not spans:
        spans = [
            (a, b) for a, b in blanks(text) if "mail" in text[a:b].lower() or "address" in text[a:b].lower()
        ]
        spans = spans or (blanks(text) if len(blanks(text)) == 1 else [])
    if len(spans) != 1:
        return None
    start, end = spans[0]
    return Exact(text[:start] + found[0] + text[end:], "The address was put in by code.")


def _sentence(instruction: str, text: str) -> Exact | None:
    hit = _WHICH_SENTENCE.search(instruction)
    if hit is None or not re.search(
        r"\b(?:delete|strike(?:\s+out)?|remove|drop|omit|cut)\s+$", instruction[: hit.start()], re.IGNORECASE
    ):
        return None
    spans = sentences(text)
    if spans and len(text[spans[0].start : spans[0].end].split()) <= 6 and len(spans) > 1:
        spans = spans[1:]  # a run-in heading is no sentence of the clause
    if len(spans) < 2:
        return None
    if hit["nth"]:
        at = _NTH[hit["nth"].lower()]
        if at >= len(spans):
            return None
        chosen = spans[at]
    else:
        scored = rank(widened(hit["about"]), [text[span.start : span.end] for span in spans])
        if not scored or (len(scored) > 1 and scored[0][1] < 1.3 * scored[1][1]):
            return None
        chosen = spans[scored[0][0]]
    left, right = text[: chosen.start], text[chosen.end :]
    new = left + right.lstrip() if right.strip() else left.rstrip() + right
    return Exact(new, "The sentence was taken out by code.")


def _reference(instruction: str, text: str, structure: Structure) -> Exact | None:
    if not REFERENCE_MEANT.search(instruction):
        return None
    target = _target(instruction, structure)
    if target is None:
        return None
    hits = list(_WORD_REFERENCE.finditer(text)) or list(_ZH_REFERENCE.finditer(text))
    named = [
        hit for hit in hits if re.search(rf"(?<![\d.]){re.escape(hit['label'])}(?![\d.(]*\d)", instruction)
    ]
    wrong = [hit for hit in named or hits if structure.tree.find(hit["label"]) != [target]]
    if not wrong and any(structure.tree.find(hit["label"]) == [target] for hit in hits):
        return Exact(text, f"It already refers to {target.label}.", already=True)
    if len(wrong) != 1:
        return None
    hit = wrong[0]
    new = text[: hit.start("label")] + target.label
    rest = text[hit.end() :]
    old = structure.tree.find(hit["label"])
    heading = re.match(r"\s*\(([^()]{2,80})\)", rest)
    if heading and target.heading and old and old[0].heading.strip(" .") == heading[1].strip():
        new += f" ({target.heading.strip(' .')})"
        rest = rest[heading.end() :]
    return Exact(new + rest, f"The reference was set to {target.label} by code.")


def _target(instruction: str, structure: Structure) -> Section | None:
    """The section that a reference should point to: by number, else by its heading."""
    for pattern in (
        r"\bshould\s+(?:be|read|say|refer\s+to|point\s+to)\s+(?:to\s+)?(.+)",
        r"\bto\s+((?:Section|Clause|Article|§)?\s*\d[\w.()]*)\s*[.]?\s*$",
        r"\bwith\s+((?:a\s+reference\s+to\s+)?(?:Section|Clause|Article|§)?\s*\d[\w.()]*)",
        r"\b(?:point|refer)\s+(?:it\s+)?to\s+(.+)",
        r"(?:应当?(?:引用|援引|指向|[为是])|改(?:为|成|引))(.+)",
    ):
        hit = re.search(pattern, instruction, re.IGNORECASE)
        if not hit:
            continue
        found, _missing = labels_in(hit[1], structure)
        if found:
            return found[0]
        asked = words(hit[1])
        by_heading = []
        for section in structure.tree.sections:
            title = words(section.heading)
            if title and any(asked[at : at + len(title)] == title for at in range(len(asked))):
                by_heading.append((len(title), section))
        if by_heading:
            most = max(length for length, _section in by_heading)
            best = [section for length, section in by_heading if length == most]
            return best[0] if len(best) == 1 else None
    return None


def _blank(instruction: str, text: str, ask_value: Callable[[str], str]) -> Exact | None:
    spans = blanks(text)
    stated = re.fullmatch(r"\s*[^:.]{2,60}:\s*((?:(?![.;]\s).){1,120}?)[.;]?\s*", instruction)
    new = asked_measure(instruction).new
    if not spans:
        if stated and straight(stated[1]).lower() in straight(text).lower():
            return Exact(text, f"It already says “{stated[1]}”.", already=True)
        if (
            stated
            and len(text.split()) <= _SHORT
            and not _SENTENCE.search(text)
            and len(stated[1].split()) <= _LONGEST
        ):
            return Exact(stated[1], "The value was put in by code.")
        return None
    start, end = spans[0]
    if not masked(text).strip(" \t"):
        whole = new.text if new is not None else stated[1] if stated else _value_named(instruction)
        if whole:
            return Exact(whole, "The blank was filled in by code.")
    if new is not None and len(spans) >= 1:
        fitting = [span for span in spans if _waits_for(new.kind, text, span)]
        if len(fitting) == 1:
            return _filled(text, fitting[0], new.text)
    if len(spans) != 1:
        return None
    law = law_asked(instruction)
    if stated:
        value = aligned(stated[1], text[:start]) or stated[1]
    elif new is not None:
        value = new.text
    elif law and re.search(r"\blaws?\b", text[:start], re.IGNORECASE):
        value = law
    else:
        value = aligned(instruction, text[:start]) or ask_value(text)
    return Exact(text[:start] + value + text[end:], "The blank was filled in by code.") if value else None


def aligned(said: str, before_blank: str) -> str:
    """What follows, in ``said``, the words that stand before the blank: "courts in Leeds" gives "Leeds" for
    "the courts located in ____". "" when they do not meet."""
    lead = before_blank.split()
    for count in (3, 2):
        tail = " ".join(lead[-count:])
        at = straight(said).lower().find(straight(tail).lower()) if len(lead) >= count else -1
        if at >= 0:
            return said[at + len(tail) :].strip(" .;")
    if not lead or lead[-1].lower() not in ("in", "of", "at"):
        return ""
    there = set(words(before_blank))
    for hit in re.finditer(rf"(\w+)\s+(?:\w+\s+)?{lead[-1]}\s+(?=[A-Z])", said):
        if set(words(hit[1])) & there:
            return said[hit.end() :].strip(" .;")
    return ""


def _value_named(instruction: str) -> str:
    """What a whole cell shall say: the words after "should go to", "is", "becomes"; "" if no value."""
    hit = _VALUE.search(instruction.split(". ")[0])
    value = hit[1].strip() if hit else ""
    return (
        value
        if value and (value[0].isupper() or value[0].isdigit()) and len(value.split()) <= _LONGEST
        else ""
    )


def _waits_for(kind: str, text: str, span: tuple[int, int]) -> bool:
    if kind == "period":
        return bool(_UNIT_AFTER.match(text[span[1] :]))
    return kind == "amount" and text[: span[0]].endswith(("$", "€", "£"))


def _filled(text: str, span: tuple[int, int], value: str) -> Exact:
    """The blank with the number alone where the unit or the sign of the currency stands beside it already."""
    bare = re.sub(r"^(?:US\$|[$€£]|[A-Z]{3}\s)\s*", "", value)
    unit = _UNIT_AFTER.match(text[span[1] :])
    end = span[1]
    if unit:
        bare, end = value, end + unit.end()
    return Exact(text[: span[0]] + bare + text[end:], "The blank was filled in by code.")
