"""How certain is a score, does it exceed chance, and is one clustering better than another?"""

from .differences.differences import difference
from .intervals.intervals import confidence_interval, estimates
from .monitoring.monitor import Monitor, monitor
from .multiple import benjamini_yekutieli, holm
from .null_tests.significance import significance
from .planning.plan import plan
from .posteriors.posterior import posterior
from .rarefaction.score_at import score_at
from .sampling.resampling import bootstrap_tables, replicate

__all__ = [
    "Monitor",
    "benjamini_yekutieli",
    "bootstrap_tables",
    "confidence_interval",
    "difference",
    "estimates",
    "holm",
    "monitor",
    "plan",
    "posterior",
    "replicate",
    "score_at",
    "significance",
]
