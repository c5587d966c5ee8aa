"""Batches of plain integers are buffered and counted together."""

import numpy as np
from labels_in_files import LABELS

from partita import Contingency
from partita.sources import Stream


def test_memory_mapped_batches_are_buffered_like_arrays(tmp_path):
    np.save(tmp_path / "x.npy", np.array(LABELS["truth"]))
    mapped = np.load(tmp_path / "x.npy", mmap_mode="r")
    stream = Stream().update(mapped[:200], mapped[:200]).update(mapped[200:], mapped[200:])
    (counted,) = stream._counted.values()
    assert not counted.parts  # nothing is counted before the table is read
    assert stream.table == Contingency.from_labels(LABELS["truth"], LABELS["truth"])
