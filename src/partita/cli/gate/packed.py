"""Arrays of small integers as text for JSON: compressed, the same on every machine."""

from __future__ import annotations

from base64 import b64decode, b64encode
from hashlib import blake2b
from typing import TYPE_CHECKING, Any
from zlib import compress, decompressobj

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...base.arrays import Int64


def pack(values: NDArray[np.integer], largest: int) -> str:
    """Integers from 0 to `largest`, in as few bytes each as these need.

    >>> unpack(pack(np.array([3, 1, 300]), 300), 3, 300).tolist()
    [3, 1, 300]
    """
    return b64encode(compress(values.astype(_type(largest)).tobytes(), 9)).decode("ascii")


def unpack(text: str, size: int, largest: int) -> Int64:
    """The same integers; a ValueError if the text does not hold `size` of them up to `largest`."""
    kind = _type(largest)
    wanted = size * kind.itemsize
    reader = decompressobj()
    data = reader.decompress(b64decode(text, validate=True), wanted + 1)  # no more than that
    if len(data) != wanted or not reader.eof:
        raise ValueError(f"{len(data)} bytes or more, not {wanted}")
    values = np.frombuffer(data, kind).astype(np.int64)
    if size and values.max() > largest:
        raise ValueError(f"{values.max()} is larger than {largest}")
    return values


def digest(values: NDArray[Any]) -> str:
    """A short text that differs for other values of the same type, the same on every machine."""
    data = values.astype(values.dtype.newbyteorder("<")).tobytes()
    return blake2b(data, digest_size=16).hexdigest()


def _type(largest: int) -> np.dtype[np.unsignedinteger]:
    return np.min_scalar_type(largest).newbyteorder("<")
