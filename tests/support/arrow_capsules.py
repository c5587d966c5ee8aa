"""Arrow arrays made by hand, as a faulty library would offer them."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any


class Schema(ctypes.Structure):
    """ArrowSchema of the Arrow C data interface."""


class Array(ctypes.Structure):
    """ArrowArray of the Arrow C data interface."""


ReleaseSchema = ctypes.CFUNCTYPE(None, ctypes.POINTER(Schema))
ReleaseArray = ctypes.CFUNCTYPE(None, ctypes.POINTER(Array))

Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_char_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.c_void_p),
    ("dictionary", ctypes.POINTER(Schema)),
    ("release", ReleaseSchema),
    ("private_data", ctypes.c_void_p),
]
Array._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.c_void_p),
    ("dictionary", ctypes.POINTER(Array)),
    ("release", ReleaseArray),
    ("private_data", ctypes.c_void_p),
]

_capsule = ctypes.pythonapi.PyCapsule_New
_capsule.restype = ctypes.py_object
_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


class Offer:
    """A column in one chunk, whose fields a test may corrupt; records its releases."""

    def __init__(self, form: str, buffers: Sequence[bytes | None], length: int) -> None:
        self.memory = [
            None if b is None else ctypes.create_string_buffer(b, len(b)) for b in buffers
        ]
        self.places = (ctypes.c_void_p * len(buffers))(
            *(None if block is None else ctypes.addressof(block) for block in self.memory)
        )
        self.released: list[str] = []
        self.schema = Schema(format=form.encode(), release=ReleaseSchema(self._release_schema))
        self.array = Array(
            length=length,
            n_buffers=len(buffers),
            buffers=self.places,
            release=ReleaseArray(self._release_array),
        )

    def spoil(self, **fields: Any) -> Offer:
        """Overwrite fields of the array."""
        for field, value in fields.items():
            setattr(self.array, field, value)
        return self

    def with_dictionary(self, other: Offer) -> Offer:
        """Make the values indices of another column."""
        self.entries = other
        self.schema.dictionary = ctypes.pointer(other.schema)
        self.array.dictionary = ctypes.pointer(other.array)
        return self

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return (
            _capsule(ctypes.addressof(self.schema), b"arrow_schema", None),
            _capsule(ctypes.addressof(self.array), b"arrow_array", None),
        )

    def _release_schema(self, schema: Any) -> None:
        self.released.append("schema")
        schema.contents.release = ReleaseSchema()

    def _release_array(self, array: Any) -> None:
        self.released.append("array")
        array.contents.release = ReleaseArray()
