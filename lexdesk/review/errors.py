"""Why an edit or a decision was refused. Every refusal holds the facts with which a second try succeeds."""

from collections.abc import Sequence
from dataclasses import dataclass

from lexdesk.errors import LexDeskError
from lexdesk.matter.records import AdvisoryRow


@dataclass(frozen=True)
class TextPlace:
    """A place in a version: ``text[start:end]`` of the paragraph, with up to 40 code points each side."""

    paragraph_key: str
    label: str
    start: int
    end: int
    before: str
    text: str
    after: str

    def line(self) -> str:
        """The place in one line: label, key, offset and surroundings."""
        name = (
            f"{self.label}, paragraph {self.paragraph_key}"
            if self.label
            else f"paragraph {self.paragraph_key}"
        )
        return f"{name}, offset {self.start}: “{self.before}[{self.text}]{self.after}”"


class EditError(LexDeskError):
    """An edit that was not staged or not applied. Nothing was changed. ``places`` names what was found."""

    code = "edit_refused"

    def __init__(self, message: str, next_step: str = "", places: Sequence[TextPlace] = ()) -> None:
        super().__init__(message, next_step)
        self.places = tuple(places)


class StaleAnchor(EditError):
    """The version is unknown, or the paragraph no longer reads as when the edit was made."""

    code = "stale_anchor"


class AmbiguousAnchor(EditError):
    """The old text stands at more than one place; ``places`` lists every one."""

    code = "ambiguous_anchor"


class NotExact(EditError):
    """The old text differs from the document only by signs that look alike (quotes, dashes, blanks...).

    ``places[0]`` is where it stands; ``true_text`` the document's own characters there; the first
    differing code point stands at ``offset`` of the paragraph.
    """

    code = "not_exact"

    def __init__(
        self, message: str, next_step: str, places: Sequence[TextPlace], true_text: str, offset: int
    ) -> None:
        super().__init__(message, next_step, places)
        self.true_text = true_text
        self.offset = offset


class NoChange(EditError):
    """Old and new text are the same."""

    code = "no_change"


class AlreadyApplied(EditError):
    """The document already says what the edit would make it say."""

    code = "already_applied"


class OverlappingEdits(EditError):
    """Two changes of one batch touch the same words."""

    code = "overlapping_edits"


class NotFoundInDocument(EditError):
    """The text, paragraph or clause is not in the version; ``places`` may name the nearest."""

    code = "not_found"


class CannotWrite(EditError):
    """The Word file cannot carry the change as asked (a field, note mark or link would break)."""

    code = "cannot_write"

    def __init__(self, message: str, next_step: str = "", code: str = "cannot_write") -> None:
        super().__init__(message, next_step)
        self.code = code


class ApprovalOutdated(EditError):
    """What was approved would no longer be what is applied: the edits stay staged, to be looked at again."""

    code = "approval_outdated"


class EditClosed(EditError):
    """The edit was rejected or superseded and cannot be accepted."""

    code = "edit_closed"


class AdvisoryNotShown(EditError):
    """A warning of an edit was never shown to the lawyer; ``advisories`` are those (P1)."""

    code = "advisory_not_shown"

    def __init__(self, advisories: Sequence[AdvisoryRow]) -> None:
        self.advisories = tuple(advisories)
        first = self.advisories[0].message
        more = f" (and {len(self.advisories) - 1} more)" if len(self.advisories) > 1 else ""
        super().__init__(
            f"Nothing was decided: a warning has not been shown yet: {first}{more}",
            f"Read them with “lexdesk show-edit {self.advisories[0].edit_id}”, then accept again.",
        )


class NothingToUndo(LexDeskError):
    """The branch stands at its first version and no decision is left to take back."""

    code = "nothing_to_undo"


class NothingToRedo(LexDeskError):
    """Nothing was undone since the last act on this branch."""

    code = "nothing_to_redo"


class BranchExists(LexDeskError):
    """A branch of this name exists already."""

    code = "branch_exists"


class BranchUnknown(LexDeskError):
    """No branch of this name."""

    code = "branch_unknown"


class ExportRefused(LexDeskError):
    """The file could not be written where it was asked for; nothing was written."""

    code = "export_refused"
