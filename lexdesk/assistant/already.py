"""Whether a clause already says what an instruction asks for: code finds the sentence, the model confirms."""

import re

from lexdesk.assistant import prompts
from lexdesk.assistant.intent import Intent
from lexdesk.assistant.ranking import words
from lexdesk.assistant.recorder import RunRecorder
from lexdesk.assistant.tools import Place
from lexdesk.assistant.topic import topic_of
from lexdesk.assistant.vocabulary import means
from lexdesk.text.sentences import sentences

_STATES = re.compile(r"\b(?:add|include|insert|provide|state|specify|say|clear|that)\b", re.IGNORECASE)
_WORDS_OF_ASKING = re.compile(
    r"\b(?:add|include|insert|provide|state|specify|check|make|sure|clear|ensure|confirm|wording|clause|stops?|see|"
    r"if|not|doesn['’]t|does|there|yet|already|that|sentence|should|needs?)\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"[,;]?\s*\bif\s+(?:not|it\s+(?:does\s*n[o'’]t|is\s*n[o'’]t))\b.*$|"
    r"^(?:if|unless)\b.{1,80}?\b(?:says?|said|stated?|states|provides?|covers?|covered|mentions?|mentioned|there)\b(?:\s+that)?|"
    r",\s*(?:please\s+)?(?:add|insert|include|put|write|say)\s+(?:that|it|this|so|one)\b.*$",
    re.IGNORECASE,
)
_DENIES = re.compile(
    r"\b(?:not|no|never|neither|nor|cannot|without|stops?|prevents?|bars?|prohibits?|forbids?|excludes?)\b|n['’]t\b",
    re.IGNORECASE,
)
_ASKED_ABOUT = 0.6  # share of the asked words in one sentence from which the model is asked
_THERE = 0.75  # share from which a sentence that denies or affirms alike counts as saying it
_ALL_THERE = 0.95  # the same where the instruction does not itself allow that it stands there


def already_says(recorder: RunRecorder, instruction: str, intent: Intent, place: Place) -> str:
    """The sentence of the clause that already says it; "" when there is none, or nothing is stated that
    could be there already."""
    if not intent.if_missing and not _STATES.search(instruction):
        return ""
    found = _closest(instruction, place)
    if found is None:
        return ""
    sentence, share = found
    if bool(_DENIES.search(_CONDITION.sub(" ", instruction))) != bool(_DENIES.search(sentence)):
        return ""
    if share >= (_THERE if intent.if_missing else _ALL_THERE):
        return sentence
    if share < (_ASKED_ABOUT if intent.if_missing else _THERE):
        return ""
    messages, schema = prompts.says_so(instruction, sentence)
    answered = recorder.ask("already so?", "Reading the clause", messages, schema, 12)
    return sentence if '"yes"' in answered.completion.text else ""


def _closest(instruction: str, place: Place) -> tuple[str, float] | None:
    asked = list(dict.fromkeys(words(_WORDS_OF_ASKING.sub(" ", topic_of(_CONDITION.sub(" ", instruction))))))
    if len(asked) < 2:
        return None
    best: tuple[str, float] | None = None
    for span in sentences(place.text):
        sentence = place.text[span.start : span.end]
        there = set(words(sentence))
        share = sum(means(word, there) for word in asked) / len(asked)
        if best is None or share > best[1]:
            best = (sentence, share)
    return best
