"""The standing of a passage as it is shown."""

from lexdesk.assistant.evidence_views import NoticeView, StandingView
from lexdesk.evidence.standing import Standing


def standing_view(standing: Standing) -> StandingView:
    """The view of a standing."""
    return StandingView(
        standing.kind,
        standing.status,
        standing.status_by,
        standing.extent,
        standing.voice,
        standing.unconfirmed,
        tuple(
            NoticeView(one.code, one.facts, one.sentence, one.earlier, one.passage)
            for one in standing.notices
        ),
        standing.words(),
    )
