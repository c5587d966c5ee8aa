from typing import Any, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

Codes: TypeAlias = NDArray[np.integer[Any]]
Int32: TypeAlias = NDArray[np.int32]
Int64: TypeAlias = NDArray[np.int64]
Float64: TypeAlias = NDArray[np.float64]
Cells: TypeAlias = tuple[Int32, Int32, Int64]
WeightedCells: TypeAlias = tuple[Int32, Int32, Float64, Float64]

class Overlaps:
    @property
    def class_maxima(self) -> int | list[float]: ...
    @property
    def cluster_maxima(self) -> int | list[float]: ...
    @property
    def largest_class(self) -> int | list[float]: ...
    @property
    def largest_cluster(self) -> int | list[float]: ...
    @property
    def class_f(self) -> list[float]: ...
    @property
    def class_f_floor(self) -> list[float]: ...
    @property
    def cluster_f(self) -> list[float]: ...
    @property
    def precision(self) -> list[float]: ...
    @property
    def recall(self) -> list[float]: ...

def integer_range(values: Codes, threads: int = 0) -> tuple[int, int]: ...
def encode_integers(values: Codes, threads: int = 0) -> tuple[Int32, Codes]: ...
def encode_rows(bytes2d: NDArray[np.uint8]) -> tuple[Int32, Int64]: ...
def tabulate(
    truth: Codes,
    truth_first: int,
    truth_size: int,
    prediction: Codes,
    prediction_first: int,
    prediction_size: int,
    threads: int = 0,
) -> Cells: ...
def tabulate_counts(
    truth: Codes,
    truth_first: int,
    truth_size: int,
    prediction: Codes,
    prediction_first: int,
    prediction_size: int,
    weights: Int64,
    threads: int = 0,
) -> Cells: ...
def tabulate_weights(
    truth: Codes,
    truth_first: int,
    truth_size: int,
    prediction: Codes,
    prediction_first: int,
    prediction_size: int,
    weights: Float64,
    threads: int = 0,
) -> WeightedCells: ...
def merge(rows: Codes, cols: Codes, counts: Int64, threads: int = 0) -> Cells: ...
def merge_weights(rows: Codes, cols: Codes, sums: Float64, pairs: Float64) -> WeightedCells: ...
@overload
def pair_sums(
    rows: Int32, cols: Int32, counts: Int64, n_rows: int, n_cols: int
) -> tuple[int, int, int]: ...
@overload
def pair_sums(
    rows: Int32, cols: Int32, counts: Float64, n_rows: int, n_cols: int
) -> tuple[list[float], list[float], list[float]]: ...
def information(
    rows: Int32,
    cols: Int32,
    counts: Int64 | Float64,
    n_rows: int,
    n_cols: int,
    threads: int = 0,
) -> tuple[float, float, float]: ...
def expected_information(
    rows: Int32, cols: Int32, counts: Int64, n_rows: int, n_cols: int, threads: int = 0
) -> float: ...
def expected_parts(
    rows: Int32, cols: Int32, counts: Int64, n_rows: int, n_cols: int, threads: int = 0
) -> tuple[float, float, float]: ...
def overlaps(
    rows: Int32, cols: Int32, counts: Int64 | Float64, n_rows: int, n_cols: int
) -> Overlaps: ...
@overload
def matching(
    rows: Int32, cols: Int32, counts: Int64, n_rows: int, n_cols: int
) -> tuple[int, Int32]: ...
@overload
def matching(
    rows: Int32, cols: Int32, counts: Float64, n_rows: int, n_cols: int
) -> tuple[list[float], Int32]: ...
def coding(
    rows: Int32, cols: Int32, counts: Int64, n_rows: int, n_cols: int
) -> tuple[float, float]: ...
