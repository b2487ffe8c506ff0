"""Where the bundled program starts.

``app.main`` also serves as the model's own process: a bundle has no Python to start a module with, so it
starts that process by calling itself.
"""

import multiprocessing
import os
import sys

from lexdesk.app import main


def leave_others_their_libraries() -> None:
    """Programs that are started from here, such as LibreOffice, get the search path that the user had.

    The bundle's own is read once, before Python starts, so nothing here misses it. The processes that LexDesk
    starts for itself are told to begin afresh, or they would take it as set.
    """
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"
    for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
        before = os.environ.pop(f"{name}_ORIG", None)
        os.environ.pop(name, None)
        if before is not None:
            os.environ[name] = before


if __name__ == "__main__":
    leave_others_their_libraries()
    multiprocessing.freeze_support()
    sys.exit(main())
