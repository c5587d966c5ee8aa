"""Time limits of tests, which suit a current machine and a kernel without sanitizers.

``PARTITA_PATIENCE=20`` allows twenty times as long, for example with sanitizers or emulation.
"""

from __future__ import annotations

import os

PATIENCE = float(os.environ.get("PARTITA_PATIENCE", "1"))
