"""Tables by group carry the bootstrap over groups, draw by draw as labels in memory do."""

import numpy as np
import pytest
from engine_cases import CASES

from partita import InputError
from partita.engines import tabulate
from partita.engines.grouped import group_sample
from partita.inference import samples


@pytest.mark.parametrize("options", [{}, {"noise": -1}], ids=["plain", "noise"])
def test_the_sample_is_that_of_the_labels(options):
    columns = CASES["grouped"].columns
    tables = tabulate(columns, "truth", "other", grouped="donor", **options)
    found = group_sample(tables)
    expected = samples.group_sample(
        *(np.array(columns[name]) for name in ("truth", "other", "donor")), options
    )
    assert found.size == expected.size == 3
    assert found.table.n == expected.table.n
    if not options:  # objects of no cluster have no name to be ordered by
        assert found.table == expected.table
        assert (found.shares.toarray() == expected.shares.toarray()).all()
    else:
        assert (found.shares.sum(axis=1) == expected.shares.sum(axis=1)).all()
        assert (found.shares.sum(axis=0) == found.table.counts).all()


def test_what_cannot_be_drawn_is_refused():
    columns = CASES["grouped"].columns
    tables = tabulate(columns, "truth", "other", grouped="donor", weights="share")
    with pytest.raises(InputError, match="whole numbers"):
        group_sample(tables)
    with pytest.raises(InputError, match="at least two"):
        group_sample({"d1": tables["d1"]})
