"""Batches that wait to be counted together."""

import numpy as np
from labels_in_files import LABELS

from partita import Contingency
from partita.sources import Stream


def test_memory_mapped_batches_wait_like_arrays(tmp_path):
    np.save(tmp_path / "x.npy", np.array(LABELS["truth"]))
    mapped = np.load(tmp_path / "x.npy", mmap_mode="r")
    stream = Stream().update(mapped[:200], mapped[:200]).update(mapped[200:], mapped[200:])
    (pile,) = stream._piles.values()
    assert not pile.parts  # nothing was counted yet, so nothing is added table by table
    assert stream.table == Contingency.from_labels(LABELS["truth"], LABELS["truth"])
