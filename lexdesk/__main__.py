"""``python -m lexdesk``."""

import sys

from lexdesk.app import main

sys.exit(main())
