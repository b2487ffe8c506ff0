"""Card and relations of sources for the window's tests."""

from lexdesk.assistant.evidence_views import (
    FactView,
    NoticeView,
    RelationEnd,
    RelationView,
    SourceCard,
    StandingView,
)

RELATIONS = (
    RelationView(
        1, "repeals", RelationEnd(1, None, "Retention Act 2021", ""),
        RelationEnd(3, None, "Retention Act 2009", ""),
        "suggested", "suggested by code", "suggested by code", "2026-01-01T10:00:00+00:00",
        "The Retention Act 2009 is repealed.", 93,
    ),
    RelationView(
        2, "replies_to", RelationEnd(2, None, "Client e-mail, 3 March", ""),
        RelationEnd(4, None, "Opinion", ""),
        "confirmed", "Ada Brook", "Ada Brook", "2026-01-01T10:00:00+00:00", "", None,
    ),
)  # fmt: skip
OVERTAKEN = (
    ("name", "Retention Act 2021"),
    ("verb", "repeals"),
    ("unsure", " (suggested by code, not confirmed)"),
)
CARD = SourceCard(
    3,
    StandingView("statute", "superseded", "Ada Brook", "", "", ("status",),
                 (NoticeView("ended_by", OVERTAKEN, "", True, 93),), "statute"),
    (FactView("kind", "statute", "suggested by code", "2026-01-01T10:00:00+00:00", "suggested",
              "An <Act> to"),
     FactView("kind", "statute", "Ada Brook", "2026-01-02T10:00:00+00:00", "confirmed", "")),
    RELATIONS[:1],
    (),
    ("“Amendment No. 1”: clause 9 is to be deleted, but “Lease” has no such clause.",),
)  # fmt: skip
