"""The CUDA driver, called directly: everyone with labels on a GPU has it."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

from ..base.errors import InputError

Pointer = ctypes.c_void_p

_ORDINAL, _MAJOR, _MINOR, _PROCESSORS, _SHARED = 9, 75, 76, 16, 97  # numbers of cuda.h
_OUT_OF_MEMORY = 2


class Unavailable(InputError):
    """The GPU cannot be used."""


@cache
def _cuda() -> ctypes.CDLL:
    try:
        library = ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
    except OSError as error:
        raise Unavailable(
            f"the labels are on a GPU, but its driver cannot be loaded ({error}): copy them to the "
            "CPU, e.g. labels.cpu()"
        ) from error
    _check(library.cuInit(0), "cuInit", library)
    return library


def _check(status: int, what: str, library: ctypes.CDLL | None = None) -> None:
    if status == 0:
        return
    text = ctypes.c_char_p()
    (library or _cuda()).cuGetErrorString(status, ctypes.byref(text))
    reason = (text.value or b"no reason").decode()
    raise Unavailable(f"the GPU refused {what}: {reason} (status {status})")


def device_of(pointer: int) -> int:
    """The number of the GPU whose memory this is."""
    found = ctypes.c_int()
    status = _cuda().cuPointerGetAttribute(ctypes.byref(found), _ORDINAL, ctypes.c_void_p(pointer))
    _check(status, "to say in which memory the labels are")
    return found.value


@cache
def _context(device: int) -> ctypes.c_void_p:
    """The context that other libraries use as well."""
    context = ctypes.c_void_p()
    _check(_cuda().cuDevicePrimaryCtxRetain(ctypes.byref(context), device), "its context")
    return context


@contextmanager
def current(device: int) -> Iterator[None]:
    """Work on a GPU, and restore the context of the thread afterwards."""
    library = _cuda()
    _check(library.cuCtxPushCurrent_v2(_context(device)), "its context")
    try:
        yield
    finally:
        library.cuCtxPopCurrent_v2(ctypes.byref(ctypes.c_void_p()))


def wait() -> None:
    """Wait for all kernels on the GPU, of any library."""
    _check(_cuda().cuCtxSynchronize(), "to finish running kernels")


@cache
def _attribute(device: int, number: int) -> int:
    found = ctypes.c_int()
    _check(_cuda().cuDeviceGetAttribute(ctypes.byref(found), number, device), "its properties")
    return found.value


def capability(device: int) -> int:
    """The compute capability of the GPU, 90 for 9.0."""
    return _attribute(device, _MAJOR) * 10 + _attribute(device, _MINOR)


def processors(device: int) -> int:
    """The number of multiprocessors."""
    return _attribute(device, _PROCESSORS)


def shared_memory(device: int) -> int:
    """Bytes of shared memory that one block may use."""
    return _attribute(device, _SHARED)


def free_memory() -> int:
    """Bytes of free device memory."""
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    _check(_cuda().cuMemGetInfo_v2(ctypes.byref(free), ctypes.byref(total)), "its memory")
    return free.value


def allocate(size: int) -> ctypes.c_void_p:
    """Allocate device memory."""
    pointer = ctypes.c_void_p()
    status = _cuda().cuMemAlloc_v2(ctypes.byref(pointer), ctypes.c_size_t(size))
    if status == _OUT_OF_MEMORY:
        raise Unavailable(
            f"the GPU does not have {size / 1e9:.3g} GB free to count these labels: free memory, "
            "e.g. with torch.cuda.empty_cache(), or count the labels in parts and add the tables"
        )
    _check(status, "memory")
    return pointer


def clear(pointer: ctypes.c_void_p, size: int) -> None:
    """Set bytes to zero."""
    status = _cuda().cuMemsetD8_v2(pointer, 0, ctypes.c_size_t(size))
    _check(status, "to clear its memory")


def release(pointer: ctypes.c_void_p) -> None:
    """Release device memory."""
    _cuda().cuMemFree_v2(pointer)


def copy_to_host(target: int, pointer: int, size: int) -> None:
    """Copy bytes to an address of the CPU, after the kernels before."""
    status = _cuda().cuMemcpyDtoH_v2(
        ctypes.c_void_p(target), ctypes.c_void_p(pointer), ctypes.c_size_t(size)
    )
    _check(status, "to copy the counts")


def load(code: bytes) -> ctypes.c_void_p:
    """Load compiled kernels on the current GPU."""
    module = ctypes.c_void_p()
    _check(_cuda().cuModuleLoadData(ctypes.byref(module), code), "the kernel")
    return module


def function_of(module: ctypes.c_void_p, name: str) -> ctypes.c_void_p:
    """One of the loaded kernels."""
    function = ctypes.c_void_p()
    status = _cuda().cuModuleGetFunction(ctypes.byref(function), module, name.encode())
    _check(status, "the kernel")
    return function


def launch(
    function: ctypes.c_void_p, blocks: int, threads: int, shared: int, arguments: Sequence[Any]
) -> None:
    """Run a kernel; the arguments are ctypes values."""
    packed = (ctypes.c_void_p * len(arguments))(
        *(ctypes.cast(ctypes.byref(one), ctypes.c_void_p) for one in arguments)
    )
    library = _cuda()
    if shared > 48 * 1024:  # more than the default must be asked for
        _check(library.cuFuncSetAttribute(function, 8, shared), "enough shared memory")
    status = library.cuLaunchKernel(
        function, blocks, 1, 1, threads, 1, 1, shared, None, packed, None
    )
    _check(status, "to count")
