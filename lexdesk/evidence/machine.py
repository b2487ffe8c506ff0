"""Words of a source that speak to a machine instead of a reader: told to the lawyer, never obeyed.

Rules, no model: who is spoken to (an assistant, a model, "the reviewing system", 审阅系统), or an order
that only a machine could carry out; and look-alikes of what LexDesk writes itself (pins, tool calls, turns,
notes about compaction). Ordinary duties of ordinary systems ("the booking software shall report") are not
meant.
"""

import base64
import binascii
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lexdesk.evidence import machine_words as known
from lexdesk.evidence.model import Finding

_BROKEN = re.compile(r"(?<=[\u4e00-\u9fff，、])[ \t]*\n[ \t]*(?=[\u4e00-\u9fff，、])")
_LONG = 20  # letters of a word that may be a code
_SPACE = (" ", "\t", "*")  # what may stand between a role and its colon
_ROLES = ("system", "user", "assistant", "human", "developer", "tool", "ai")
MOST = 20  # findings of one kind for one text; the rest are counted


@dataclass(frozen=True)
class Signs:
    """What is looked for first in a text, in small letters: only where one of these stands is it worth a
    closer look. ``long``: words may be long enough to be a code."""

    hints: tuple[str, ...] = known.HINTS
    brackets: tuple[str, ...] = known.BRACKETS
    tokens: tuple[str, ...] = known.TOKENS
    calls: tuple[str, ...] = known.CALLS
    shortened: tuple[str, ...] = known.SHORTENED
    long: bool = True


ALL_SIGNS = Signs()


def signs_among(texts: Iterable[str]) -> Signs:
    """The signs that can stand in any of these texts, which are plain ASCII: those whose every word lies
    within one of theirs. To ask this once for a hundred pages spares asking each for all signs."""
    words: set[str] = set()
    for text in texts:
        words.update(text.split())
    low = "\n".join(words).lower()

    def present(signs: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(sign for sign in signs if all(part in low for part in sign.split()))

    return Signs(
        present(known.HINTS),
        present(known.BRACKETS),
        present(known.TOKENS),
        present(known.CALLS),
        present(known.SHORTENED),
        any(len(word) >= _LONG for word in words),
    )


def machine_findings(
    text: str, where: str = "", page: int | None = None, signs: Signs = ALL_SIGNS
) -> list[Finding]:
    """Findings of every kind for one text; ``where`` names its place in words ("page 3", "a comment").
    ``signs`` are those of ``signs_among`` a number of texts of which this is one."""
    low = text.lower()
    found: list[Finding] = []
    at = f"{where[:1].upper()}{where[1:]}: " if where else ""

    def tell(code: str, what: str, snippets: Iterator[str]) -> None:
        told = list(dict.fromkeys(" ".join(snippet.split())[:300] for snippet in snippets))
        found.extend(Finding(code, f"{at}{what}: “{snippet}”", page) for snippet in told[:MOST])
        if len(told) > MOST:
            found.append(Finding(code, f"{at}{what}, {len(told) - MOST} more of them.", page))

    plain = _as_read(revealed(text))
    if plain is not text or not text.isascii():
        signs = ALL_SIGNS  # what a reader takes it for may hold others
    if directed := list(_directed(plain, signs.hints)):
        tell(
            "machine_directed_sentence", "a sentence addressed to a machine, not to a reader", iter(directed)
        )
    if any(sign in low for sign in signs.brackets):
        tell(
            "fake_marker",
            "a look-alike of LexDesk's own marks",
            (m.group() for m in known.MARKER.finditer(plain)),
        )
    tell("fake_turn", "a look-alike of a turn in a chat", _turns(plain, low, signs.tokens))
    if any(sign in low for sign in signs.calls):
        tell("fake_tool_call", "a look-alike of a tool call", _lines_with(known.CALL, plain))
        tell("fake_tool_result", "a look-alike of a tool result", _lines_with(known.RESULT, plain))
    if any(sign in low for sign in signs.shortened):
        tell("fake_compaction", "a look-alike of LexDesk's notes", _lines_with(known.COMPACTION, plain))
    if signs.long and (long := [word for word in text.split() if len(word) >= _LONG]):
        for code, decoded in _encoded("\n".join(long)):
            tell("encoded_text", "words in a code that a reader does not see through", iter([code]))
            tell("machine_directed_sentence", "decoded, a sentence addressed to a machine", _orders(decoded))
    return found


def invisible_findings(text: str, page: int | None = None) -> list[Finding]:
    """Characters nobody sees: of zero width, and those that turn the direction of reading. Joiners inside
    Persian, Arabic or Indian words and in pictograms, and marks beside right-to-left letters, belong
    there."""
    if text.isascii() or not known.UNSEEN_SIGN.search(text):
        return []
    unseen = [
        found.start()
        for found in known.UNSEEN_SIGN.finditer(text)
        if _is_unseen(text, found.start(), found.group())
    ]
    zero = [at for at in unseen if text[at] not in known.BIDI]
    turning = [at for at in unseen if text[at] in known.BIDI]
    found: list[Finding] = []
    where = f"Page {page}: the text" if page is not None else "The text"
    if zero:
        near = _near(text, zero[0])
        message = f"{where} holds {len(zero)} characters that cannot be seen, the first in “{near}”."
        found.append(Finding("zero_width", message, page))
    if turning:
        near = _near(text, turning[0])
        message = (
            f"{where} holds {len(turning)} signs that turn the direction of reading, the first in “{near}”."
        )
        found.append(Finding("bidi_control", message, page))
    return found


def revealed(text: str) -> str:
    """The text without what cannot be seen, and tag characters as the letters they stand for; the very same
    object where there is nothing of the kind."""
    if text.isascii() or not known.UNSEEN_SIGN.search(text):
        return text
    return "".join(
        chr(ord(sign) - 0xE0000) if ord(sign) in known.TAG else sign
        for sign in text
        if sign not in known.UNSEEN
    )


def _as_read(text: str) -> str:
    """The words as a reader takes them: spread letters together, and letters of another width or alphabet as
    the Latin ones they look like."""
    if not text.isascii():
        text = text.replace("\u00ad", "").translate(known.WIDE)
        if known.MIXED.search(text):
            text = re.sub(r"\w+", _of_one_alphabet, text)
    if not known.SPREAD.search(text):
        return text
    return known.SPACED.sub(lambda found: found.group().replace(" ", ""), text)


def _of_one_alphabet(found: re.Match[str]) -> str:
    word = found.group()
    return word.translate(known.ALIKE) if known.MIXED.search(word) else word


def _near(text: str, at: int) -> str:
    return " ".join(revealed(text[max(0, at - 20) : at + 30]).split())


def _is_unseen(text: str, at: int, sign: str) -> bool:
    if ord(sign) in known.TAG:
        return True
    around = text[max(0, at - 2) : at] + text[at + 1 : at + 3]
    if sign in known.JOINERS:
        return not (known.JOINED.search(around) or known.PICTURE.search(around))
    return not (sign in known.MARKS and known.JOINED.search(text[max(0, at - 30) : at + 30]))


def _directed(text: str, hints: tuple[str, ...]) -> Iterator[str]:
    if not text.isascii():
        text = _BROKEN.sub("", text)  # Chinese has no blanks, also where a line ends
        hints = (*hints, *known.HINTS_ZH)
    if not hints:
        return
    flat = text.replace("\n", " ") + " "
    low = f" {flat.lower()}" if len(flat.lower()) == len(flat) else f" {flat}"
    places = [at for hint in hints for at in _all_of(hint, low)]
    done = -1
    for at in sorted(places):
        if at < done:
            continue
        start, done = _around(text, at)
        sentence = known.WRAPPED.sub(" ", text[start:done]).strip()
        # A line break may part a heading from a sentence, or be the middle of one.
        after = text[done : done + 200]
        if known.CALLED.match(sentence) and known.WHAT_NEXT.match(after):
            yield f"{sentence} {known.SENTENCE_END.split(after, maxsplit=1)[0]}"
            continue
        for words in (sentence, *(sentence.split("\n") if "\n" in sentence else ())):
            if _is_directed(words):
                yield words
                break


def _all_of(hint: str, low: str) -> Iterator[int]:
    at = low.find(hint)
    while at >= 0:
        yield at
        at = low.find(hint, at + 1)


def _around(text: str, at: int) -> tuple[int, int]:
    """The sentence at an offset, bounded."""
    begin = max(0, at - 600)
    for stop in known.STOP.finditer(text, begin, at):
        begin = stop.end()
    end = known.STOP.search(text, min(len(text), at + 1), min(len(text), at + 900))
    return begin, end.end() if end else min(len(text), at + 900)


def _is_directed(sentence: str) -> bool:
    if len(sentence) < 6:
        return False
    spoken_to = known.SPOKEN_TO.match(sentence.lstrip("[(“\"'*-• ")) and known.ORDERS.search(sentence)
    if spoken_to and not known.KEPT.search(sentence):
        return True
    if any(pattern.search(sentence) for pattern in known.DIRECTED) and not _describes(sentence):
        return True
    return not sentence.isascii() and any(pattern.search(sentence) for pattern in known.DIRECTED_ZH)


def _describes(sentence: str) -> bool:
    """True for a sentence about machines, such as a clause on the use of language models."""
    return bool(
        known.DESCRIBES.search(sentence)
        or known.KEPT.search(sentence)
        or known.THIRD_PERSON.search(sentence)
        or known.DUTY.match(sentence)
    )


def _orders(text: str) -> Iterator[str]:
    yield from _directed(text, known.HINTS)
    if re.match(rf"\W*{known.ORDER}\b", text, re.IGNORECASE):
        yield text


def _turns(text: str, low: str, tokens: tuple[str, ...]) -> Iterator[str]:
    if _may_hold_turns(text):
        lines = [
            (found.group("role"), _line_at(text, found.start("role"))) for found in known.TURN.finditer(text)
        ]
        alike = [{role for role, _ in lines if role.islower() is small} for small in (False, True)]
        for role, line in lines:
            lone = role.islower() and role in {"system", "assistant", "developer"} and len(line) > 20
            if lone or len(alike[role.islower()]) > 1:
                yield line
    if any(sign in low for sign in tokens):
        yield from _lines_with(known.TURN_TOKEN, text)


def _may_hold_turns(text: str) -> bool:
    if not text.isascii():
        return ":" in text or "：" in text
    at = text.find(":")
    while at >= 0:
        if text[at - 1 : at] in _SPACE or text[max(0, at - 9) : at].lower().endswith(_ROLES):
            return True
        at = text.find(":", at + 1)
    return False


def _lines_with(pattern: re.Pattern[str], text: str) -> Iterator[str]:
    return (_line_at(text, found.start()) for found in pattern.finditer(text))


def _line_at(text: str, at: int) -> str:
    start = text.rfind("\n", 0, at + 1) + 1 if text[at : at + 1] != "\n" else at + 1
    end = text.find("\n", start)
    return text[start : end if end >= 0 else len(text)].strip()


def _encoded(text: str) -> Iterator[tuple[str, str]]:
    for found in known.BASE64.finditer(text):
        code = found.group()
        if code.isalpha() and (code.islower() or code.isupper()):
            continue
        with_ends = code.rstrip("=").replace("-", "+").replace("_", "/")
        try:
            data = base64.b64decode(with_ends + "=" * (-len(with_ends) % 4), validate=True)
        except (binascii.Error, ValueError):
            continue
        if words := _words_in(data):
            yield code, words
    for found in known.HEX.finditer(text):
        try:
            data = bytes.fromhex(found.group().replace(":", ""))
        except ValueError:
            continue
        if words := _words_in(data):
            yield found.group(), words


def _words_in(data: bytes) -> str:
    """The text that bytes hold, "" where they hold none that a person could have written."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return ""
    letters = sum(sign.isalpha() or sign in " .,;:'-/" for sign in text)
    has_words = " " in text.strip() or any("\u4e00" <= sign <= "\u9fff" for sign in text)
    return text if has_words and text.isprintable() and letters >= 0.8 * len(text) else ""
