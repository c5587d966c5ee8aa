"""Time limits of tests on code with a fault, which may make them hang."""

import resource

LIMIT = 200  # seconds of CPU time, so that a busy machine does not matter
PATIENCE = 10 * LIMIT  # seconds of wall time, for a fault that makes them wait


def limit() -> None:
    """Limit this process and its children."""
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
