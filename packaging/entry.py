"""Where the bundled program starts: the window and the command line, or the model's own process."""

import multiprocessing
import sys

if __name__ == "__main__":
    multiprocessing.freeze_support()
    if sys.argv[1:2] == ["--model-worker"]:  # a bundle has no Python to start a module with
        from lexdesk.models.worker import main as worker

        sys.exit(worker())
    from lexdesk.app import main

    sys.exit(main())
