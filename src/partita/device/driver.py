"""The CUDA driver and its run-time compiler, called directly: no library need be installed for it.

Whoever has labels on a GPU has the driver. The compiler comes with PyTorch, CuPy or the CUDA
toolkit; where it is missing, counting says so.
"""

from __future__ import annotations

import ctypes
import glob
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

from ..errors import InputError

_ORDINAL, _MAJOR, _MINOR, _PROCESSORS, _SHARED = 9, 75, 76, 16, 97  # numbers of cuda.h


class Unavailable(InputError):
    """The device cannot be used from here."""


@cache
def _cuda() -> ctypes.CDLL:
    try:
        library = ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
    except OSError as error:
        raise Unavailable(
            f"the labels are on a GPU but its driver cannot be loaded ({error}): bring them home, "
            "e.g. labels.cpu()"
        ) from error
    _check(library.cuInit(0), "cuInit", library)
    return library


def _check(status: int, what: str, library: ctypes.CDLL | None = None) -> None:
    if status == 0:
        return
    text = ctypes.c_char_p()
    (library or _cuda()).cuGetErrorString(status, ctypes.byref(text))
    said = (text.value or b"no text").decode()
    raise Unavailable(f"the GPU refused {what}: {said} (status {status})")


def device_of(pointer: int) -> int:
    """The number of the GPU that a piece of memory belongs to."""
    found = ctypes.c_int()
    status = _cuda().cuPointerGetAttribute(ctypes.byref(found), _ORDINAL, ctypes.c_void_p(pointer))
    _check(status, "to say whose memory the labels are in")
    return found.value


@cache
def _context(device: int) -> ctypes.c_void_p:
    """The context that other libraries use too."""
    context = ctypes.c_void_p()
    _check(_cuda().cuDevicePrimaryCtxRetain(ctypes.byref(context), device), "its context")
    return context


@contextmanager
def current(device: int) -> Iterator[None]:
    """Work on one GPU, after all that was begun there, and leave the thread as it was."""
    library = _cuda()
    _check(library.cuCtxPushCurrent_v2(_context(device)), "its context")
    try:
        _check(library.cuCtxSynchronize(), "to finish what was begun there")
        yield
    finally:
        library.cuCtxPopCurrent_v2(ctypes.byref(ctypes.c_void_p()))


@cache
def _attribute(device: int, number: int) -> int:
    found = ctypes.c_int()
    _check(_cuda().cuDeviceGetAttribute(ctypes.byref(found), number, device), "its properties")
    return found.value


def processors(device: int) -> int:
    """How many multiprocessors work side by side."""
    return _attribute(device, _PROCESSORS)


def shared_memory(device: int) -> int:
    """Bytes of fast memory that one block of threads may hold."""
    return _attribute(device, _SHARED)


@contextmanager
def memory(size: int) -> Iterator[ctypes.c_void_p]:
    """Device memory of so many bytes, all zero."""
    library, pointer = _cuda(), ctypes.c_void_p()
    _check(library.cuMemAlloc_v2(ctypes.byref(pointer), ctypes.c_size_t(size)), "memory")
    try:
        _check(library.cuMemsetD8_v2(pointer, 0, ctypes.c_size_t(size)), "to clear its memory")
        yield pointer
    finally:
        library.cuMemFree_v2(pointer)


def fetch(target: Any, pointer: ctypes.c_void_p) -> None:
    """Copy device memory into a NumPy array, after the kernels before."""
    where = target.ctypes.data_as(ctypes.c_void_p)
    status = _cuda().cuMemcpyDtoH_v2(where, pointer, ctypes.c_size_t(target.nbytes))
    _check(status, "to hand over the counts")


def launch(
    function: ctypes.c_void_p, blocks: int, threads: int, shared: int, arguments: Sequence[Any]
) -> None:
    """Run a kernel; the arguments are ctypes values."""
    packed = (ctypes.c_void_p * len(arguments))(
        *(ctypes.cast(ctypes.byref(one), ctypes.c_void_p) for one in arguments)
    )
    library = _cuda()
    if shared > 48 * 1024:  # more than the default must be asked for
        _check(library.cuFuncSetAttribute(function, 8, shared), "so much shared memory")
    status = library.cuLaunchKernel(
        function, blocks, 1, 1, threads, 1, 1, shared, None, packed, None
    )
    _check(status, "to count")


@cache
def compiled(device: int, source: str, name: str) -> ctypes.c_void_p:
    """A kernel, compiled for this GPU and kept for the life of the program."""
    code = _compile(source, _attribute(device, _MAJOR) * 10 + _attribute(device, _MINOR))
    module, function = ctypes.c_void_p(), ctypes.c_void_p()
    library = _cuda()
    _check(library.cuModuleLoadData(ctypes.byref(module), code), "the kernel")
    _check(library.cuModuleGetFunction(ctypes.byref(function), module, name.encode()), "the kernel")
    return function


def _compile(source: str, capability: int) -> bytes:
    compiler, program = _compiler(), ctypes.c_void_p()
    compiler.nvrtcCreateProgram(
        ctypes.byref(program), source.encode(), b"partita.cu", 0, None, None
    )
    flags = (ctypes.c_char_p * 2)(f"--gpu-architecture=sm_{capability}".encode(), b"--std=c++17")
    if compiler.nvrtcCompileProgram(program, 2, flags):
        size = ctypes.c_size_t()
        compiler.nvrtcGetProgramLogSize(program, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value)
        compiler.nvrtcGetProgramLog(program, log)
        raise Unavailable(f"the GPU's compiler refused the kernel: {log.value.decode()}")
    size = ctypes.c_size_t()
    compiler.nvrtcGetCUBINSize(program, ctypes.byref(size))
    code = ctypes.create_string_buffer(size.value)
    compiler.nvrtcGetCUBIN(program, code)
    compiler.nvrtcDestroyProgram(ctypes.byref(program))
    return code.raw


@cache
def _compiler() -> ctypes.CDLL:
    for path in _compilers():
        try:
            return ctypes.CDLL(path)
        except OSError:
            continue
    raise Unavailable(
        "the labels are on a GPU, and no run-time compiler (NVRTC) was found to count them there: "
        "it comes with PyTorch, CuPy and the CUDA toolkit; or bring the labels home, e.g. "
        "labels.cpu()"
    )


def _compilers() -> Iterator[str]:
    """Where NVRTC may be: loaded already, beside Python's packages, or in the toolkit."""
    try:
        with open("/proc/self/maps", encoding="utf-8") as maps:
            yield from re.findall(r"(/\S*libnvrtc\.so\S*)", maps.read())
    except OSError:
        pass  # another system than Linux
    for folder in sys.path:
        yield from sorted(glob.glob(os.path.join(folder, "nvidia", "*", "lib", "libnvrtc.so.*")))
    for root in filter(None, (os.environ.get("CUDA_HOME"), "/usr/local/cuda")):
        yield from sorted(glob.glob(os.path.join(root, "lib64", "libnvrtc.so*")))
    yield from ("libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so")
