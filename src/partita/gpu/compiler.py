"""Kernels of this package, compiled by NVRTC when they are first needed.

NVRTC, the run-time compiler, comes with PyTorch, CuPy and the CUDA toolkit.
"""

from __future__ import annotations

import ctypes
import glob
import os
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from .driver import Unavailable, capability, function_of, load


def kernel(device: int, file: str, name: str, **types: str) -> ctypes.c_void_p:
    """A kernel for this GPU and labels of these types, compiled once per process."""
    return _kernel(device, file, name, tuple(sorted(types.items())))


@cache
def _kernel(
    device: int, file: str, name: str, types: tuple[tuple[str, str], ...]
) -> ctypes.c_void_p:
    return function_of(_module(device, file, types), name)


@cache
def _module(device: int, file: str, types: tuple[tuple[str, str], ...]) -> ctypes.c_void_p:
    defined = "".join(f"#define {name} {meaning}\n" for name, meaning in types)
    return load(_compile(_text("common") + defined + _text(file), capability(device)))


@cache
def _text(file: str) -> str:
    return files(__package__).joinpath("kernels", f"{file}.cu").read_text(encoding="utf-8")


def _compile(source: str, architecture: int) -> bytes:
    compiler, program = _compiler(), ctypes.c_void_p()
    compiler.nvrtcCreateProgram(
        ctypes.byref(program), source.encode(), b"partita.cu", 0, None, None
    )
    flags = (ctypes.c_char_p * 2)(f"--gpu-architecture=sm_{architecture}".encode(), b"--std=c++17")
    if compiler.nvrtcCompileProgram(program, 2, flags):
        size = ctypes.c_size_t()
        compiler.nvrtcGetProgramLogSize(program, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value)
        compiler.nvrtcGetProgramLog(program, log)
        raise Unavailable(
            f"the GPU's compiler refused the kernel: {log.value.decode()}; copy the labels to the "
            "CPU, e.g. labels.cpu()"
        )
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
        "the labels are on a GPU, but the compiler needed to count them there (NVRTC) was not "
        "found: install PyTorch, CuPy or the CUDA toolkit, or copy the labels to the CPU, e.g. "
        "labels.cpu()"
    )


def _compilers() -> Iterator[str]:
    """Where NVRTC may be: already loaded, in a Python package, or in the CUDA toolkit."""
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
