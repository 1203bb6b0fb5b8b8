"""`python -m tripot`."""

from __future__ import annotations

import sys

from tripot.cli import main

sys.exit(main())
