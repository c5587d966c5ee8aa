"""Results as records: plain numbers and how they were computed. Each prints as a sentence.

Records are frozen and comparable, and contain no NumPy values, so they can be pickled and logged.
"""

from .edit import Edit
from .interval import Difference, Estimate, Interval, ScoreAt
from .monitoring import Look, Monitoring
from .plan import Plan
from .posterior import Posterior
from .sentences import Advice, Sentence, Verdict
from .sequences import AdviceList, Edits, Results, Verdicts
from .significance import Significance

__all__ = [
    "Advice",
    "AdviceList",
    "Difference",
    "Edit",
    "Edits",
    "Estimate",
    "Interval",
    "Look",
    "Monitoring",
    "Plan",
    "Posterior",
    "Results",
    "ScoreAt",
    "Sentence",
    "Significance",
    "Verdict",
    "Verdicts",
]
