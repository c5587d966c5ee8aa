"""How certain is a score, is it more than chance, and is one clustering better than another?"""

from .differences import difference
from .intervals import confidence_interval, estimates
from .multiple import benjamini_yekutieli, holm
from .resampling import bootstrap_tables, replicate
from .significance import significance

__all__ = [
    "benjamini_yekutieli",
    "bootstrap_tables",
    "confidence_interval",
    "difference",
    "estimates",
    "holm",
    "replicate",
    "significance",
]
