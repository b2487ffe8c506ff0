"""A rewritten clause becomes an edit: the model writes the whole clause, code keeps what must stay.

The model's typography never replaces the document's, its slips (a repeated number, a lost figure) are
found by code, and it is told once what was wrong. Where the instruction is a plain "from X to Y" and the
model fails twice, code makes the replacement itself and the record says so.
"""

import json
import re
from dataclasses import dataclass

from lexdesk.assistant import prompts
from lexdesk.assistant.intent import Intent
from lexdesk.assistant.measures import asked_measure
from lexdesk.assistant.ranking import words
from lexdesk.assistant.recorder import RunRecorder
from lexdesk.assistant.resolving import holds
from lexdesk.assistant.tools import Place
from lexdesk.assistant.topic import topic_of
from lexdesk.assistant.vocabulary import means
from lexdesk.errors import LexDeskError
from lexdesk.law.quantities import find_quantities
from lexdesk.text.normalise import normalise
from lexdesk.text.worddiff import word_diff

_MODAL_NOT = re.compile(r"\b(?:not|no|never|neither|nor|without|unless|except)\b", re.IGNORECASE)


class DraftFailed(LexDeskError):
    """The model could not write a clause that passes the checks; nothing was staged."""

    code = "draft_failed"


@dataclass(frozen=True)
class Draft:
    """``text`` is the whole new paragraph; ``by`` who wrote it; ``doubts`` what a check still says."""

    text: str
    by: str  # "model" | "code"
    doubts: tuple[str, ...] = ()


def redraft(recorder: RunRecorder, instruction: str, intent: Intent, place: Place) -> Draft:
    """The paragraph with the instruction carried out. Raises ``DraftFailed`` when no draft passes."""
    tried = adds_only(instruction, place)
    draft = add_sentence(recorder, instruction, place) if tried else None
    if draft is not None:
        return draft
    title = f"{place.label} {place.heading}".strip() or "unnumbered"
    room = max(200, int(len(place.text) / 2.5) + 160)
    note = ""
    last: tuple[str, list[str]] = ("", [])
    for _attempt in range(2):
        messages, schema = prompts.rewrite(instruction, title, place.text, note)
        answered = recorder.ask("rewrite clause", "Writing the clause again", messages, schema, room)
        written = _field(answered.completion.text, "clause")
        if written is None:
            note = "it was not finished."
            continue
        new = keep_typography(place.text, without_title(written, place))
        wrong = check_rewrite(instruction, intent, place.text, new)
        if not wrong:
            return Draft(new, "model")
        last = (new, wrong)
        note = " ".join(wrong)
        if new.strip() == place.text.strip():
            break  # a model that copies once copies twice
    mended = replace_quantity(place.text, intent)
    if mended and not check_rewrite(instruction, intent, place.text, mended):
        return Draft(mended, "code")
    if not tried and not _TAKES_AWAY.search(instruction) and len(place.text.split()) > _SHORTEST:
        added = add_sentence(recorder, instruction, place)
        if added is not None:
            return added
    own = own_sentence(instruction)
    if own and len(place.text.split()) > _SHORTEST and not _sentence_fault(instruction, own, place.text):
        return Draft(keep_typography(place.text, _with_sentence(place.text, own)), "code")
    if last[0] == place.text:
        raise DraftFailed(
            f"The model left {place.label or 'the paragraph'} as it is.",
            "Say in other words what should change, or edit the clause by hand.",
        )
    raise DraftFailed(
        f"The model's draft of {place.label or 'the paragraph'} did not pass: {' '.join(last[1]) or note}",
        "Say more exactly what should change, or use a stronger model.",
    )


_ADDS = re.compile(
    r"\b(?:add|include|insert|provide|state|specify|clarify)\b\s*(?:in\s+[^,:]{1,40}\s+)?(?:,\s*)?(?:a\s+(?:new\s+)?(?:sentence|"
    r"carve-?out|proviso|right|duty|obligation)|an?\s+exception|that\b|language)|\bmake\s+(?:it\s+)?clear\b|\bcarve\s+out\b|"
    r"\bmake\s+sure\b|\bcheck\s+that\b",
    re.IGNORECASE,
)


_STATES = re.compile(
    r"\b(?:may|must|shall|can|cannot|need(?:s)?\s+(?:not\s+)?to|ha(?:s|ve)\s+to|doesn['’]t|does\s+not|is\s+not|should)\b|"
    r"\b(?:let|allow|permit|require|oblige|give)\b|\bcarve\b|\bexclude\b",
    re.IGNORECASE,
)
_PLACE_AHEAD = re.compile(
    r"^(?:(?:in|under|to)\s+(?:section|clause|article)?\s*\d[\w.()]*,\s*|[^,:]{1,40}\b(?:clause|section|article)\b[^,:]{0,10}:\s*|"
    r"(?:section|clause|article)?\s*\d[\w.()]*:\s*)",
    re.IGNORECASE,
)
_SHORT_FORMS = (
    (r"\bcan['’]t\b", "cannot"),
    (r"\bwon['’]t\b", "will not"),
    (r"\b(is|are|was|were|do|does|did|has|have|need|must|should|would|could)n['’]t\b", r"\1 not"),
    (r"\bit['’]s\b", "it is"),
)
_ORDER = re.compile(
    r"^(?:add|insert|include|carve|allow|let|permit|exclude|make|change|delete|state|provide\s+that|ensure|clarify|give)\b",
    re.IGNORECASE,
)
_OF_THE_CHANGE = re.compile(
    r"\b(?:clause|section|agreement|contract|sentence)\b[^.]{0,40}\b(?:amended|changed|modified|revised|reworded|added)\b|"
    r"\badd\s+(?:it|this)\b|\b(?:it|that)\s+is\s+there\b",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^(?:(?:section|clause|article)?\s*\d[\w.()]*:\s+|[^:.]{3,60}:\s+|(?:in|under|to)\s+(?:the\s+)?[^,.:]{1,60},\s+|(?:please\s+)?(?:add|provide|state|specify|clarify|ensure|insert|"
    r"make\s+(?:sure|it\s+clear))\s+(?:to\s+(?:the\s+)?[^,.:]{1,40}?\s+)?(?:that\s+)?)",
    re.IGNORECASE,
)
_OWN_RULE = re.compile(
    r"(?P<rule>(?!(?i:it|they|he|she|this|that|we|our|you|i)\b)(?:an?|the|each|either|neither|no|any|every|[A-Z][\w-]*)\b[^,.;:]{0,60}?"
    r"\b(?:may|must|shall|will|cannot|can|need\s+not|is\s+entitled\s+to|is\s+not\s+obliged\s+to)\s+[^.;]{8,300}?)(?:[.]|$)"
)
_SMALL_WORDS = frozenset(
    [
        "The",
        "A",
        "An",
        "This",
        "These",
        "If",
        "In",
        "For",
        "Such",
        "No",
        "Each",
        "Either",
        "Neither",
        "Both",
        "Any",
        "All",
    ]
)
_SHORTEST = 5  # words: a cell or a heading is no clause that a sentence can be added to
_OBJECTS = re.compile(r"\b(?:to|with|from|for)\s+(?:an?|any|its|their)\s+([a-z]{4,})\b", re.IGNORECASE)
_MOST_MISSING = 0.4  # share of the instruction's telling words that a new sentence may leave out
_TAKES_AWAY = re.compile(
    r"\b(?:instead|rather|only|replace|remove|delete|no\s+longer|strike|change\s+(?:the|it|this|to|from)|mutual|reword|shorten|narrow|limit|"
    r"tighten|raise|lower|increase|reduce|sole(?:ly)?|alone|lesser|greater|not\s+(?:have\s+)?to)\b",
    re.IGNORECASE,
)


def adds_only(instruction: str, place: Place) -> bool:
    """Whether a further sentence at the end of the clause carries the instruction out: it says what to add,
    or states a rule and takes nothing away."""
    takes_away = _TAKES_AWAY.search(instruction) or asked_measure(instruction).kind
    states = _STATES.search(instruction) and not takes_away
    return bool(_ADDS.search(instruction) or states) and len(place.text.split()) > _SHORTEST


def add_sentence(recorder: RunRecorder, instruction: str, place: Place) -> Draft | None:
    """The clause with one sentence of the model's at its end, all else untouched; None if none passes."""
    title = f"{place.label} {place.heading}".strip() or "unnumbered"
    note = ""
    for _attempt in range(2):
        messages, schema = prompts.new_sentence(instruction, title, place.text, note)
        answered = recorder.ask("write sentence", "Writing the new sentence", messages, schema, 160)
        sentence = _field(answered.completion.text, "sentence")
        if sentence is None:
            note = "it was not finished."
            continue
        sentence = in_contract_language(sentence, place.text)
        note = _sentence_fault(instruction, sentence, place.text)
        if not note:
            return Draft(keep_typography(place.text, _with_sentence(place.text, sentence)), "model")
    return None


def own_sentence(instruction: str) -> str:
    """The rule that the lawyer stated in full after what leads to it ("Audit: the Customer may ..."), as a
    sentence; "" where it has no party or thing that may, must or shall do something."""
    hit = _OWN_RULE.match(_LEAD.sub("", _LEAD.sub("", instruction.strip())))
    if hit is None or "?" in instruction:
        return ""
    return in_contract_language(f"{hit['rule'].rstrip(' .')}.", instruction)


def in_contract_language(sentence: str, clause: str) -> str:
    """A sentence as it stands in a contract: no "In 4.6," before it, no short forms, no "should"."""
    sentence = _PLACE_AHEAD.sub("", sentence.strip())
    for pattern, full in _SHORT_FORMS:
        sentence = re.sub(pattern, full, sentence)
    duty = max(("shall", "must", "will"), key=lambda word: len(re.findall(rf"\b{word}\b", clause)))
    sentence = re.sub(
        r"\bshould\s+(?:also\s+)?be\s+(?:able|allowed|entitled|permitted)\s+to\b", "may", sentence
    )
    sentence = re.sub(
        r"\bshould\s+only\s+be\s+(?:able|allowed|entitled|permitted)\s+to\b", "may only", sentence
    )
    sentence = re.sub(r"\bshould\b", duty, sentence)
    for name in set(re.findall(r"\b[Tt]he\s+([A-Z][a-z]+)\b", sentence)):
        bare = len(re.findall(rf"(?<![Tt]he )\b{name}\b", clause))
        if bare and not re.search(rf"\b[Tt]he\s+{name}\b", clause):
            sentence = re.sub(rf"\b[Tt]he\s+{name}\b", name, sentence)
    return sentence[:1].upper() + sentence[1:]


def _with_sentence(text: str, sentence: str) -> str:
    """The sentence at the end; in an item of a list, which has no full stop, as a proviso before its sign."""
    body = text.rstrip()
    if body.endswith((".", ".”", '."', "。", ":")):
        return f"{body} {sentence}{text[len(body) :]}"
    hit = re.search(r"[;,]?(?:\s+(?:and|or))?$", body)
    at = hit.start() if hit else len(body)
    first = sentence.split()[0]
    plain = first.lower() if first in _SMALL_WORDS else first
    return f"{body[:at]}, provided that {plain}{sentence[len(first) :].rstrip('.')}{text[at:]}"


def _sentence_fault(instruction: str, sentence: str, clause: str) -> str:
    if not sentence.endswith((".", "。", ".”", '."')):
        return "It must be a whole sentence."
    if _ORDER.match(sentence) or _OF_THE_CHANGE.search(sentence):
        return "That is the order, not a rule of the contract. Say who may, shall or need not do what."
    if sentence in clause or len(sentence.split()) > max(45, 2 * len(instruction.split())):
        return "Write only the one new sentence."
    for added in find_quantities(sentence):
        if not holds(instruction, added.text) and not _same_numbers(added.text, instruction):
            return f"It says “{added.text}”, which the instruction does not say."
    said_of = [hit[1] for hit in _OBJECTS.finditer(instruction) if words(hit[1])]
    unsaid = [word for word in said_of if not any(means(stem, set(words(sentence))) for stem in words(word))]
    if unsaid and len(unsaid) < 3:
        return f"It must also speak of: {', '.join(dict.fromkeys(unsaid))}."
    asked = list(dict.fromkeys(words(_ADDS.sub(" ", topic_of(instruction)))))
    said = set(words(sentence))
    missing = [word for word in asked if not means(word, said)]
    if asked and len(missing) > _MOST_MISSING * len(asked):
        full = [word for word in re.findall(r"[\w-]+", instruction) if set(words(word)) & set(missing)]
        return f"It must also speak of: {', '.join(dict.fromkeys(full))}."
    return ""


def _field(answer: str, name: str) -> str | None:
    try:
        value = json.loads(answer).get(name)
    except (ValueError, AttributeError):
        return None
    return " ".join(value.split("\n")).strip() if isinstance(value, str) and value.strip() else None


def without_title(written: str, place: Place) -> str:
    """The clause without the number and heading that the model put before it, unless they are its own."""
    text = written.strip()
    label = re.escape(place.label) if place.label else ""
    heading = re.escape(place.heading) if place.heading else ""
    if label and not re.match(rf"\W*{label}\b", place.text):
        text = re.sub(rf"^\W*(?:section|clause)?\s*{label}[.:]?\s+", "", text, flags=re.IGNORECASE)
        text = re.sub(rf"^\W*(?:section|clause)?\s*{label}[.:]?\s*(?=\()", "", text, flags=re.IGNORECASE)
    if heading and not re.match(rf"\W*{heading}", place.text, re.IGNORECASE):
        text = re.sub(rf"^\(?{heading}\)?\s*[:.]\s*", "", text, flags=re.IGNORECASE)
    return text


def keep_typography(old: str, new: str) -> str:
    """``new`` with the document's own characters wherever the two say the same (quotes, dashes, blanks).

    Blanks at both ends are the document's.
    """
    old_form, new_form = normalise(old), normalise(new)
    out: list[str] = []
    for op in word_diff(old_form.text, new_form.text):
        if op.kind == "equal":
            span = old_form.original(op.old.start, op.old.end)
            out.append(old[span.start : span.end])
        elif op.kind == "insert":
            span = new_form.original(op.new.start, op.new.end)
            out.append(new[span.start : span.end])
    text = "".join(out)
    head = old[: len(old) - len(old.lstrip())]
    tail = old[len(old.rstrip()) :]
    return head + text.strip() + tail


_PROMPT_WORDS = re.compile(r"\bThe clause \(|\bInstruction:|\bYour last try|\[\[(?:pin|diff)_")


def check_rewrite(instruction: str, intent: Intent, old: str, new: str) -> list[str]:
    """What is wrong with a rewritten clause, in sentences a model can act on. Empty when nothing is."""
    wrong: list[str] = []
    if new.strip() == old.strip():
        return ["Nothing was changed."]
    if _PROMPT_WORDS.search(new) and not _PROMPT_WORDS.search(old):
        return ["Write the clause only, not the words around it."]
    if intent.before and intent.after and holds(old, intent.before):
        if not holds(new, intent.after):
            wrong.append(f"It must say “{intent.after}”.")
        elif holds(new, intent.before) and not holds(intent.after, intent.before):
            wrong.append(f"It still says “{intent.before}”.")
    allowed = instruction + " " + intent.after
    for lost in _lost_quantities(old, new):
        if not holds(allowed, lost) and not _asked_to_go(instruction):
            wrong.append(f"It lost “{lost}”.")
    for added in _lost_quantities(new, old):
        if not holds(allowed, added) and not _same_numbers(added, allowed):
            wrong.append(f"It added “{added}”, which the instruction does not say.")
    gone, come = _changed_words(old, new)
    asked = len(instruction.split())
    if gone > max(12, asked + 4, int(0.5 * len(old.split()))) and not _asked_to_go(instruction):
        wrong.append("It dropped words that must stay.")
    if come > max(40, 3 * asked):
        wrong.append("It added more than the instruction asks for.")
    return wrong


def _asked_to_go(instruction: str) -> bool:
    return bool(
        re.search(r"\b(?:delete|remove|strike|drop|take\s+out|instead\s+of|replace)\b", instruction, re.I)
    )


def _lost_quantities(old: str, new: str) -> list[str]:
    there = [item.value for item in find_quantities(new)]
    lost = []
    for item in find_quantities(old):
        if item.kind == "number":
            continue
        if item.value in there:
            there.remove(item.value)
        else:
            lost.append(item.text)
    return lost


def _same_numbers(text: str, allowed: str) -> bool:
    """Every number of ``text`` stands in ``allowed``, in words or digits."""
    numbers = {re.sub(r"\D", "", item.value) for item in find_quantities(text)}
    there = {re.sub(r"\D", "", item.value) for item in find_quantities(allowed)}
    return numbers <= there


def _changed_words(old: str, new: str) -> tuple[int, int]:
    gone = come = 0
    for op in word_diff(old, new):
        if op.kind == "delete":
            gone += len(old[op.old.start : op.old.end].split())
        elif op.kind == "insert":
            come += len(new[op.new.start : op.new.end].split())
    return gone, come


def replace_quantity(old: str, intent: Intent) -> str:
    """ "thirty" to "forty-five" inside "thirty (30) days", made by code; "" when that is not plain."""
    if not intent.before or not intent.after:
        return ""
    if old.count(intent.before) == 1 and not find_quantities(intent.before):
        return old.replace(intent.before, intent.after)
    wanted = find_quantities(intent.before)
    after = find_quantities(intent.after)
    if len(wanted) != 1 or len(after) != 1:
        return ""
    number = re.sub(r"\D", "", wanted[0].value)
    target = re.sub(r"\D", "", after[0].value)
    hits = [item for item in find_quantities(old) if re.sub(r"\D", "", item.value) == number]
    if len(hits) != 1 or not number or not target:
        return ""
    hit = hits[0]
    word = re.match(r"[A-Za-z-]+", intent.after)
    changed = re.sub(rf"\b{number}\b", target, hit.text)
    spelt = re.match(r"[A-Za-z]+(?:-[A-Za-z]+)?", hit.text)
    if spelt and word:
        changed = word.group() + changed[spelt.end() :]
    elif spelt:
        return ""
    return old[: hit.span.start] + changed + old[hit.span.end :]
