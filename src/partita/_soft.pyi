# The margin program and Poisson-binomial distributions. A problem has a hard side in rows and a
# soft side in columns: `base` counts the certain objects, and each group of uncertain objects has a
# class, a row of options and a size. A = Σ_ij φ(n_ij) with φ(t) = t² ("square") or t ln t
# ("entropy"); b are the column sums. Problems beyond `max_states` or `max_work` raise MemoryError.
# Results do not depend on the number of threads.
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

Int32: TypeAlias = NDArray[np.int32]
Int64: TypeAlias = NDArray[np.int64]
Float64: TypeAlias = NDArray[np.float64]
Phi: TypeAlias = Literal["square", "entropy"]

def margin_moments(
    base: Int64,
    group_class: Int32,
    group_options: Float64,
    group_size: Int64,
    phi: Phi,
    loss: float = 1e-12,
    max_states: int = 50_000_000,
    threads: int = 0,
    max_work: float = 4e11,
) -> tuple[Int64, Float64, Float64, float]: ...
def margin_extremes(
    base: Int64,
    group_class: Int32,
    group_options: Float64,
    group_size: Int64,
    phi: Phi,
    max_states: int = 50_000_000,
    threads: int = 0,
    max_work: float = 4e11,
) -> tuple[Int64, Int64, Int64] | tuple[Int64, Float64, Float64]: ...
def margin_witness(
    base: Int64,
    group_class: Int32,
    group_options: Float64,
    group_size: Int64,
    phi: Phi,
    margin: Int64,
    which: Literal["low", "high"],
    max_states: int = 50_000_000,
    threads: int = 0,
    max_work: float = 4e11,
) -> Int64: ...
def margin_law(
    base: Int64,
    group_class: Int32,
    group_options: Float64,
    group_size: Int64,
    loss: float = 1e-12,
    max_states: int = 50_000_000,
    threads: int = 0,
    max_work: float = 4e11,
) -> tuple[Int64, Int64, Float64, float]: ...
def margin_binned_law(
    base: Int64,
    group_class: Int32,
    group_options: Float64,
    group_size: Int64,
    phi: Phi,
    bins: int,
    loss: float = 1e-12,
    max_states: int = 50_000_000,
    threads: int = 0,
    max_work: float = 4e11,
) -> tuple[Int64, Int64, Float64, float, float, float, float]: ...
def margin_possibility(
    base: Int64,
    group_class: Int32,
    group_options: Float64,
    group_size: Int64,
    tnorm: Literal["min", "product"],
    max_states: int = 50_000_000,
    threads: int = 0,
    max_work: float = 4e11,
) -> tuple[Int64, Int64, Float64]: ...
def margin_reach(
    base: Int64,
    group_class: Int32,
    group_options: Float64,
    group_size: Int64,
    max_states: int = 50_000_000,
    threads: int = 0,
    max_work: float = 4e11,
) -> tuple[Int64, Int64]: ...
def poisson_binomial(
    p: Float64, size: Int64, loss: float = 1e-12
) -> tuple[int, Float64, float]: ...
def expected_phi(
    p: Float64, size: Int64, base: int, phi: Phi, loss: float = 1e-12
) -> tuple[float, float]: ...
