"""A model's free answer as claims: sentences with pins and checks, unregistered markers removed (P8)."""

import re
from collections.abc import Collection, Iterable

from lexdesk.assistant.agent.bench import Bench
from lexdesk.assistant.answering import checked_claim
from lexdesk.assistant.citing import citable_of
from lexdesk.assistant.markers import MarkerFilter, marker
from lexdesk.assistant.outcome import Claim, Outcome
from lexdesk.matter.errors import NotFound
from lexdesk.text.sentences import sentences

_MARKER = re.compile(r"\[\[(pin|diff)_(\d+)\]\]")
_AFTER_STOP = re.compile(r"([.!?。！？；]+[”\"')\]）」』]*)((?:\s*\[\[(?:pin|diff)_\d+\]\])+)")


def registered(bench: Bench, texts: Iterable[str]) -> set[str]:
    """The markers in what the model was shown that are registered for its chat."""
    reader = bench.scope.matter.read()
    pins = {pin.id for pin in reader.pins.of_chat(bench.chat_id)}
    found: set[str] = set()
    for kind, number in {hit for text in texts for hit in _MARKER.findall(text)}:
        known = int(number) in pins
        if kind == "diff":
            try:
                reader.changes.get(int(number))
                known = True
            except NotFound:
                known = False
        if known:
            found.add(marker(kind, int(number)))
    return found


def filtered(text: str, allowed: Collection[str]) -> tuple[str, list[tuple[str, str]]]:
    """The text without markers that are not ``allowed``, and those removed."""
    gate = MarkerFilter(allowed)
    return gate.feed(text) + gate.end(), gate.removed


def answer_outcome(bench: Bench, text: str, removed: list[tuple[str, str]]) -> Outcome:
    """The answer as it is stored and shown. ``text`` holds allowed markers only."""
    reader = bench.scope.matter.read()
    claims: list[Claim] = []
    for sentence in _sentences(text):
        pins = tuple(dict.fromkeys(int(n) for kind, n in _MARKER.findall(sentence) if kind == "pin"))
        changes = [int(n) for kind, n in _MARKER.findall(sentence) if kind == "diff"]
        bare = " ".join(re.sub(r"\s*\[\[pin_\d+\]\]", "", sentence).split())
        if not re.search(r"\w", bare):
            continue
        records = []
        for number in changes:
            change = reader.changes.get(number)
            records.append(f"{change.removed} {change.added} {change.explanation} {change.instruction}")
        claims.append(checked_claim(reader, bare, [citable_of(reader, pin) for pin in pins], records))
    for edit_id in bench.staged:
        for row in reader.advisories.of_edit(edit_id):
            if row.severity != "info":
                claims.append(Claim(row.message, (), ((row.severity, row.code),)))
    state = "done" if claims else "refused"
    if not claims:
        claims.append(Claim("The model gave no answer.", (), (("by_code", ""),)))
    return Outcome(state, tuple(claims), tuple(bench.staged), tuple(removed))


def _sentences(text: str) -> list[str]:
    """Sentences, line by line; a marker behind a full stop belongs to the sentence before it."""
    found = []
    for line in text.splitlines():
        moved = _AFTER_STOP.sub(lambda hit: f"{hit[2]}{hit[1]}", line)
        found += [moved[span.start : span.end].strip() for span in sentences(moved)]
    return [sentence for sentence in found if sentence]
