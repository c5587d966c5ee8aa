"""Limits of time in tests, which hold on a machine of our time and a kernel without checks.

``PARTITA_PATIENCE=20`` gives every test twenty times as long: under sanitizers or emulation, say.
"""

from __future__ import annotations

import os

PATIENCE = float(os.environ.get("PARTITA_PATIENCE", "1"))
