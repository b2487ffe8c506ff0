"""Where the bundled program starts.

``app.main`` also serves as the model's own process: a bundle has no Python to start a module with, so it
starts that process by calling itself.
"""

import multiprocessing
import sys

from lexdesk.app import main

if __name__ == "__main__":
    multiprocessing.freeze_support()
    sys.exit(main())
