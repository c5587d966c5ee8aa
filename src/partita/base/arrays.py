"""Types of arrays, for annotations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Array: TypeAlias = "NDArray[Any]"
Floats: TypeAlias = "NDArray[np.float64]"
Int64: TypeAlias = "NDArray[np.int64]"
Index: TypeAlias = "NDArray[np.int32]"  # numbers of groups, as tables hold them
Mask: TypeAlias = "NDArray[np.bool_]"
Codes: TypeAlias = Int64  # the number of the group of each object
Counts: TypeAlias = Int64  # numbers of objects
