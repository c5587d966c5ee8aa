"""The cases: one for each promise about speed and memory, in the order of the report."""

from __future__ import annotations

from .builds import BUILDS
from .dense import MEMORY, SCORES, SINGLE
from .growth import CLUSTERS, OBJECTS
from .kinds import CATEGORICAL, STRINGS
from .pieces import AMI, MATCHING
from .regimes import THREADS
from .sparse import MANY, MEDIUM
from .starts import CALL, COLD

CASES = (
    *(SCORES, SINGLE, MEDIUM, MANY, MEMORY, CATEGORICAL, STRINGS, AMI, MATCHING, CALL, COLD),
    *(THREADS, BUILDS, OBJECTS, CLUSTERS),
)
