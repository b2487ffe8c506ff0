"""The card of a source as rich text: what to know first, then what is known, relations, who said what."""

from html import escape

from lexdesk.assistant.evidence_views import RelationView, SourceCard
from lexdesk.assistant.views import SourceView
from lexdesk.desktop.evidence.standing import sentence
from lexdesk.desktop.parts import clock
from lexdesk.desktop.words import Words

_FIELDS = ("kind", "rank", "issuer", "status", "jurisdiction", "dated", "valid_from", "valid_to", "as_of",
           "extent", "voice", "purpose", "confidentiality")  # fmt: skip
_CODED = {"kind": "source_kind", "rank": "rank", "status": "status", "extent": "extent", "voice": "voice",
          "confidentiality": "confidentiality"}  # fmt: skip
_OLD = frozenset(("status", "jurisdiction", "dated", "as_of"))  # worded in the section of version 1.0
SUGGESTED_BY = "suggested by code"


def card_html(source: SourceView, card: SourceCard, words: Words, link_colour: str) -> str:
    """Everything known of a source. Links carry the id of a passage."""
    parts = [f"<p><b>{escape(source.title)}</b></p>"]
    warned = []
    for notice in card.standing.notices:
        said = escape(sentence(notice, words))
        link = ""
        if notice.passage_id is not None:
            link = f' <a href="{notice.passage_id}" style="color:{link_colour}">→</a>'
        warned.append(f"▲ {said}{link}")
    warned += [f"▲ {escape(words.said(problem))}" for problem in card.problems]
    warned += [f"▲ {escape(words.said(message))}" for _code, message, _page in source.findings]
    if warned:
        parts.append(_block(words("sources.card_warnings"), warned))
    known = [line for name in _FIELDS if (line := _field(source, name, words))]
    if known:
        parts.append(_block(words("sources.card_facts"), known))
    if card.relations:
        lines = [escape(relation_line(one, words)) for one in card.relations]
        parts.append(_block(words("sources.card_relations"), lines))
    if card.facts:
        lines = []
        for fact in reversed(card.facts):
            who = words("sources.said_by_code") if fact.said_by == SUGGESTED_BY else fact.said_by
            value = value_word(fact.field, fact.value, words)
            line = f"{field_word(fact.field, words)}: {value} · {who} · {clock(fact.at)}"
            if fact.because:
                line += " · " + words("sources.because", words=" ".join(fact.because.split()))
            lines.append(escape(line))
        parts.append(_block(words("sources.card_history"), lines))
    return "".join(parts)


def field_word(name: str, words: Words) -> str:
    """The name of a field of a source."""
    return words.word("facts" if name in (*_OLD, "role", "short_name", "privileged") else "facts_more", name)


def value_word(name: str, value: str, words: Words) -> str:
    """The word for a value of a field."""
    return (
        words.word("role" if name == "role" else _CODED[name], value) if name in (*_CODED, "role") else value
    )


def relation_line(view: RelationView, words: Words) -> str:
    """A relation read from its first end to its second, and whether anybody confirmed it."""
    said = words(
        "sources.reads",
        first=view.subject.name,
        kind=words.word("relation", view.kind),
        second=view.object.name,
    )
    if view.state == "confirmed":
        return said
    return f"{said} ({words.word('relation_state', view.state)})"


def _field(source: SourceView, name: str, words: Words) -> str:
    value = str(getattr(source, name))
    if value in ("", "unknown"):
        return ""
    line = f"{field_word(name, words)}: {value_word(name, value, words)}"
    if name in source.unconfirmed:
        line += f" ({words('facts_more.unconfirmed')})"
    return escape(line)


def _block(head: str, lines: list[str]) -> str:
    return f"<p><b>{escape(head)}</b><br>" + "<br>".join(lines) + "</p>"
