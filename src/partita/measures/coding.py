"""Code lengths: the cost of describing the classes to someone who knows the clusters."""

from math import inf

from ..base.arithmetic import in_base, ratio
from ..statistics.coding import Coding
from .measure import register


@register(
    symbol="Q0",
    formula="H(C|K) + (1/n) Σ_k log C(b_k + |C| - 1, |C| - 1)",
    better="lower",
    bounds=(0.0, inf),
    unit="nats",
    references=("dom2001", "rosenberg2007"),
    aliases=("dom_q0_measure",),
)
def dom_q0(q: Coding, base: float | None = None) -> float:
    """Nats per object to describe the classes, given the clusters: data cost plus model cost.

    Beware: for a fixed number of clusters the model cost vanishes as log(n)/n, so for large n it is
    little more than H(C|K).
    """
    return in_base(q.conditional + q.model, base)


@register(
    symbol="Q2",
    formula="(1/n) Σ_c log C(a_c + |C| - 1, |C| - 1) / Q0",
    perfect=1.0,
    undefined=1.0,
    references=("dom2001", "rosenberg2007"),
)
def dom_q2(q: Coding) -> float:
    """Code length of a perfect clustering divided by the code length of this one.

    Beware: it depends on n, and penalizes every additional cluster, even a pure one.
    """
    return ratio(q.ideal, q.conditional + q.model)
