"""What the desk shows of versions, rounds and lineage: frozen views for the window. No behaviour."""

from dataclasses import dataclass

from lexdesk.assistant.views import ChangeCard, DocumentView, HunkView


@dataclass(frozen=True)
class SentMark:
    """A record that a version went to the other side. ``at`` is ISO 8601 or the lawyer's own words."""

    to: str
    at: str
    form: str  # redline | clean | original


@dataclass(frozen=True)
class TreeVersion:
    """A version in the tree. ``undone``: no branch leads to it any more. ``heads`` are the branches that
    end here. ``changed`` counts its change records."""

    id: int
    number: int
    parent_id: int | None
    kind: str
    at: str
    by: str
    note: str
    name: str  # as the lawyer called it, "" = no name
    heads: tuple[str, ...]
    on_chain: bool
    is_head: bool
    undone: bool
    sent: tuple[SentMark, ...]
    changed: int


@dataclass(frozen=True)
class BranchView:
    name: str
    head_number: int
    current: bool


@dataclass(frozen=True)
class VersionTree:
    """All versions of a document, oldest first, and its branches."""

    document_id: int
    versions: tuple[TreeVersion, ...]
    branches: tuple[BranchView, ...]


@dataclass(frozen=True)
class Comparison:
    """Two versions as one redline. Every change of the view has the card of the same place in ``cards``."""

    view: DocumentView
    from_number: int
    to_number: int
    cards: tuple[ChangeCard, ...]


@dataclass(frozen=True)
class WordsView:
    """Who changed these words. ``present``: they stand in the version asked, at ``labels``. ``hunk`` brought
    them, or, if they do not stand there, took them; None: they stand in the imported document, or never
    stood on this line. ``elsewhere`` are numbers of versions off this line that have them."""

    words: str
    version_number: int
    present: bool
    labels: tuple[str, ...]
    reason: str  # present | accepted_edit | manual_edit | import | never_on_this_chain
    hunk: HunkView | None
    elsewhere: tuple[int, ...]


@dataclass(frozen=True)
class RoundLine:
    """One change we sent and its fate (accepted, rejected, changed, open), or one of theirs (``fate``
    "theirs"). ``silent``: made without a tracked change."""

    clause: str
    fate: str
    silent: bool
    removed: str
    added: str
    author: str
    paragraph_key: str  # in the returned draft, "" = it has no place there


@dataclass(frozen=True)
class RoundView:
    """A file that was sent and what came back; ``returned_number`` None: nothing yet."""

    to: str
    at: str
    form: str
    file: str
    sent_number: int
    returned_id: int | None
    returned_number: int | None
    returned_at: str
    lines: tuple[RoundLine, ...]


@dataclass(frozen=True)
class HandEditView:
    """What a hand edit came to: a version, or an edit that waits because it breaks something."""

    version_number: int | None
    edit_id: int | None


@dataclass(frozen=True)
class EditSummary:
    """One edit in a line: its packet's instruction as the reason, and how many warnings it carries."""

    edit_id: int
    kind: str
    state: str
    label: str
    title: str
    author: str
    at: str
    reason: str
    warnings: int


@dataclass(frozen=True)
class CompanionView:
    """An edit that another needs, and why."""

    edit_id: int
    title: str
    state: str
    why: str
