"""How the helper process is started."""

import sys

BUNDLE_FLAG = "--import-worker"


def worker_command() -> list[str]:
    """How to start the helper: this Python, or in a PyInstaller bundle the program itself with a flag."""
    if getattr(sys, "frozen", False):
        return [sys.executable, BUNDLE_FLAG]
    return [sys.executable, "-m", "lexdesk.evidence.importing.worker"]
