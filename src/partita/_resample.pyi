from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Int32: TypeAlias = NDArray[np.int32]
Int64: TypeAlias = NDArray[np.int64]
Float64: TypeAlias = NDArray[np.float64]

SMALL_TABLE: int  # cells up to which tables are drawn cell by cell

def bootstrap_counts(
    counts: Int64, draws: int, seed: int, start: int = 0, threads: int = 0
) -> Int64: ...
def sample_counts(
    weights: Int64, objects: int, draws: int, seed: int, start: int = 0, threads: int = 0
) -> Int64: ...
def random_tables(
    class_sizes: Int64,
    cluster_sizes: Int64,
    draws: int,
    seed: int,
    start: int = 0,
    threads: int = 0,
) -> Int64: ...
def shuffled_tables(
    class_sizes: Int64,
    cluster_sizes: Int64,
    draws: int,
    seed: int,
    start: int = 0,
    threads: int = 0,
) -> tuple[Int64, Int32, Int32, Int64]: ...
def random_partition_tables(
    class_sizes: Int64,
    class_groups: int,
    cluster_sizes: Int64,
    cluster_groups: int,
    objects: int,
    draws: int,
    seed: int,
    start: int = 0,
    threads: int = 0,
) -> tuple[Int64, Int32, Int32, Int64]: ...
def random_partition_sizes(
    objects: int, groups: int, draws: int, seed: int, start: int = 0, threads: int = 0
) -> tuple[Int64, Int64]: ...
def information_variance(class_sizes: Int64, cluster_sizes: Int64, threads: int = 0) -> float: ...
def mean_information(
    class_sizes: Int64,
    class_numbers: Float64,
    cluster_sizes: Int64,
    cluster_numbers: Float64,
    objects: int,
    threads: int = 0,
) -> tuple[float, float, float]: ...
def read_counts(
    rows: Int32,
    cols: Int32,
    counts: Int64,
    n_rows: int,
    n_cols: int,
    family: str,
    threads: int = 0,
) -> tuple[Int64, Float64]: ...
def read_lists(
    offsets: Int64,
    rows: Int32,
    cols: Int32,
    counts: Int64,
    n_rows: int,
    n_cols: int,
    family: str,
    threads: int = 0,
) -> tuple[Int64, Float64]: ...
def random_words(seed: int, stream: int, size: int) -> NDArray[np.uint64]: ...
def expected_without_one(
    rows: Int32, cols: Int32, class_sizes: Int64, cluster_sizes: Int64
) -> Float64: ...
