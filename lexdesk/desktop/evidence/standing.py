"""The standing of a citation in the language of the window: one line, and what must be known of it."""

from lexdesk.assistant.evidence_views import NoticeView, StandingView
from lexdesk.assistant.views import PinView
from lexdesk.desktop.words import Words

_SAME = "The words are the same there."


def kind_line(standing: StandingView, words: Words) -> str:
    """Kind, whose words, extent and status: "case · dissenting opinion · overruled ?"."""
    parts = [words.word("source_kind", standing.kind)]
    parts += [words.word("voice", standing.voice)] if standing.voice else []
    parts += [words.word("extent", standing.extent)] if standing.extent == "extract" else []
    if standing.status not in ("", "unknown", "current", "earlier_version"):
        status = words.word("status", standing.status)
        sure = "status" not in standing.unconfirmed
        parts.append(status if sure else words("sources.suggested", value=status))
    return " · ".join(parts)


def sentence(notice: NoticeView, words: Words) -> str:
    """What the notice says, in the language of the window."""
    facts = dict(notice.facts)
    if "unsure" in facts:
        facts["unsure"] = words("notice.unsure") if facts["unsure"] else ""
    if "same" in facts:
        facts["same"] = words("notice.same" if facts["same"] == _SAME else "notice.changed")
    if "verb" in facts:
        facts["verb"] = words.word("relation", facts["verb"])
    if "status" in facts:
        facts["status"] = words.word("status", facts["status"].replace(" ", "_"))
    return words(f"notice.{notice.code}", **facts)


def pin_lines(pin: PinView, words: Words) -> list[str]:
    """The notices of a citation, those first that say it is not the wording of today."""
    if pin.standing is None:
        return []
    last = {"amended_by": 1, "not_checked": 3}
    notices = sorted(
        pin.standing.notices, key=lambda notice: last.get(notice.code, 0 if notice.earlier else 2)
    )
    return [sentence(notice, words) for notice in notices]
