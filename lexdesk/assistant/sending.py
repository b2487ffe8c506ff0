"""What must be so before anything goes to a remote model (P12)."""

from lexdesk.errors import LexDeskError


class RemoteNotAllowed(LexDeskError):
    """The chosen model is remote and this matter does not allow remote models."""

    code = "remote_not_allowed"

    def __init__(self, name: str) -> None:
        super().__init__(
            f"The model “{name}” is remote, which this matter does not allow. Nothing was sent.",
            "Choose a local model (“lexdesk model use NAME”), or allow it: “lexdesk set --remote allow”.",
        )


class SendNotConfirmed(LexDeskError):
    """The lawyer was shown the first bytes for a remote model and did not let them go."""

    code = "send_not_confirmed"

    def __init__(self) -> None:
        super().__init__(
            "Nothing was sent: the first send to a remote model has to be confirmed.",
            "Read exactly what would be sent, then confirm it (on the command line with --send).",
        )
