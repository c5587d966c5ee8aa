"""One Hypothesis profile: the same examples in every run, no deadline on a shared machine."""

from __future__ import annotations

from hypothesis import HealthCheck, Phase, settings

settings.register_profile(
    "partita",
    derandomize=True,
    deadline=None,
    max_examples=25,
    database=None,
    phases=[Phase.explicit, Phase.generate, Phase.shrink],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.differing_executors],
)
settings.load_profile("partita")
