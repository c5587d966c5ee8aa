"""How long tests may run with a fault in the code: one that makes them hang is noticed."""

import resource

LIMIT = 200  # seconds of one processor, so that a busy machine convicts nobody
PATIENCE = 10 * LIMIT  # by the clock, for a fault that makes them wait


def limit() -> None:
    """Limit this process and those it starts."""
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
