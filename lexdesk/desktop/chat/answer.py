"""An answer as rich text: claims with their pins as links, what has no source said so, checks in words."""

import html
import re
from dataclasses import replace

from lexdesk.assistant.views import ClaimView, MessageView, PinView
from lexdesk.desktop.themes import Theme
from lexdesk.desktop.words import Words

_MARKER = re.compile(r"\s*\[\[(pin|diff)_(\d+)\]\]")
_ORIGIN = re.compile(r"From the chat “(.*)” \(message (\d+)\): ")
_SIDE = re.compile(r"(For|Against|Side not judged): ")
_WEIGHED = re.compile(r"(?P<said>.*) \((?P<name>[^():]*): (?P<weight>[^()]*)\)(?P<code>.*)", re.DOTALL)
_STRONGEST = re.compile(r"Strongest supportable argument: (for|against), (?=on )")
_FINE = ("ok", "found", "exact", "normalised")
_QUIET = ("not_classified", "authority_unconfirmed")  # said, but no fault of the sentence
_OWN = ("by_code", "advisory", "warning")  # sentences that the program says from its records


def answer_html(message: MessageView, words: Words, theme: Theme) -> str:
    """The whole answer. Links are ``pin:ID``."""
    known = {pin.marker: pin for claim in message.claims for pin in claim.pins}
    origin = _ORIGIN.match(message.text) if message.role == "notice" else None
    if not message.claims:
        return _lines(_marked(message.text, known, words, theme))
    if message.mode == "arguments":
        return argument_html(message, words, theme)
    if origin is not None:
        said = words("chat.from_chat", chat=origin[1], number=origin[2])
        rest = replace(message, text=message.text[origin.end() :], role="assistant")
        return f'<div style="color:{theme.muted}">{html.escape(said)}</div>{answer_html(rest, words, theme)}'
    plain = _MARKER.sub("", message.text)
    parts: list[str] = []
    at = 0
    for claim in message.claims:
        body = _MARKER.sub("", claim.text).strip()
        found = plain.find(body, at) if body else -1
        if found >= 0:
            parts.append(html.escape(plain[at:found]))
            at = found + len(body)
        elif parts:
            parts.append(" ")
        parts.append(_claim(body, claim, words, theme))
    rest = plain[at:]
    if rest.strip(" .\n"):
        parts.append(html.escape(rest))
    return _lines("".join(parts))


def argument_html(message: MessageView, words: Words, theme: Theme) -> str:
    """Arguments, each in a paragraph of its own under its side. What stands against the strongest one is said
    to be adverse, in words and with a sign; the strongest one is named last with its limits."""
    sides = [_SIDE.match(claim.text) for claim in message.claims]
    best = next((hit for hit in (_STRONGEST.match(claim.text) for claim in message.claims) if hit), None)
    adverse = {"for": "Against", "against": "For"}.get(best[1], "") if best is not None else ""
    parts = []
    for claim, side in zip(message.claims, sides, strict=True):
        body, head, colour = _MARKER.sub("", claim.text).strip(), "", theme.muted
        strongest = _STRONGEST.match(body)
        if side is not None:
            key = {"For": "argument.for", "Against": "argument.against"}.get(side[1], "argument.unclear")
            head, body = words(key), body[side.end() :]
            body = _weighed(body, words)
            if side[1] == adverse:
                head, colour = f"▲ {head} · {words('argument.adverse')}", theme.warning
        elif strongest is not None:
            named = words("argument.for" if strongest[1] == "for" else "argument.against")
            head, body, colour = (
                f"★ {words('argument.strongest')}: {named}",
                words.said(body[strongest.end() :]),
                theme.accent,
            )
        elif body.startswith("Proposition: "):
            head, body = words("argument.proposition"), body.removeprefix("Proposition: ")
        inside = _claim(body, claim, words, theme)
        title = f'<b style="color:{colour}">{html.escape(head)}</b> ' if head else ""
        parts.append(f'<p style="margin-top:4px; margin-bottom:4px">{title}{inside}</p>')
    return "".join(parts)


def _weighed(body: str, words: Words) -> str:
    """An argument in the model's or the source's own words; what code says of its weight and doubts behind
    it is worded."""
    found = _WEIGHED.fullmatch(body)
    if found is None or words.language == "en":
        return body
    weight = words.said_part(found["weight"])
    return f"{found['said']}（{found['name']}：{weight}）{words.said(found['code'].strip())}"


def streaming_html(text: str, known: dict[str, PinView], words: Words, theme: Theme) -> str:
    """What has arrived of an answer so far. A marker that has only half arrived is held back."""
    cut = text.rfind("[[")
    if cut >= 0 and "]]" not in text[cut:]:
        text = text[:cut]
    return _lines(_marked(text, known, words, theme))


def plain_answer(message: MessageView) -> str:
    """The answer as plain text with short cites in brackets, for copying."""
    known = {pin.marker: pin.label for claim in message.claims for pin in claim.pins}
    return re.sub(
        r"\[\[(?:pin|diff)_\d+\]\]",
        lambda one: f"[{known.get(one.group(), one.group()[2:-2])}]",
        message.text,
    )


def _claim(body: str, claim: ClaimView, words: Words, theme: Theme) -> str:
    """The sentence, its cites, and in words what is wrong with it. One of the model's sentences without
    a cite says so; what the program itself says stands alone, its warnings behind a triangle."""
    states = {state for state, _ in claim.checks}
    warns = bool(states & {"advisory", "warning"})
    body = words.said(body) if states & set(_OWN) else body
    parts = ["▲ " if warns else "", html.escape(body), *(_chip(pin, words, theme) for pin in claim.pins)]
    if not claim.pins and not states & set(_OWN):
        parts.append(_note(words("chat.no_source"), theme.muted))
    for state, said in claim.checks:
        if state in _FINE or state in _OWN or state == "no_evidence":
            continue
        if state == "not_checked":
            if claim.pins:
                parts.append(_note(words("check.not_checked"), theme.muted))
            continue
        name, said = words.word("check", state), words.said(said)
        if state in _QUIET:
            parts.append(_note(f"{name}: {said}" if said else name, theme.muted))
            continue
        parts.append(_note(f"▲ {name}: {said}" if said else f"▲ {name}", theme.warning))
    return "".join(parts)


def _note(text: str, colour: str) -> str:
    return f' <span style="color:{colour}; font-size:11px">[{html.escape(text)}]</span>'


def _chip(pin: PinView, words: Words, theme: Theme) -> str:
    label = html.escape(words.cite(pin.label)).replace(" ", "&nbsp;").replace("-", "&#8209;")
    return (
        f' <a href="pin:{pin.pin_id}" style="color:{theme.accent}; background-color:{theme.soft};'
        f' text-decoration:none; font-size:12px">&nbsp;{label}&nbsp;</a>'
    )


def _marked(text: str, known: dict[str, PinView], words: Words, theme: Theme) -> str:
    parts = []
    at = 0
    for found in _MARKER.finditer(text):
        parts.append(html.escape(text[at : found.start()]))
        at = found.end()
        pin = known.get(found.group().strip())
        if pin is not None:
            parts.append(_chip(pin, words, theme))
        elif found.group(1) == "pin":
            number = found.group(2)
            parts.append(
                f' <a href="pin:{number}" style="color:{theme.accent}; background-color:{theme.soft};'
                f' text-decoration:none; font-size:12px">&nbsp;{number}&nbsp;</a>'
            )
        else:
            parts.append(f" [{found.group(1)} {found.group(2)}]")
    parts.append(html.escape(text[at:]))
    return "".join(parts)


def _lines(text: str) -> str:
    return f'<div style="line-height:135%">{text.strip().replace(chr(10), "<br>")}</div>'
