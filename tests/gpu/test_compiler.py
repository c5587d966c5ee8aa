"""The compiler of the kernels: found, missing, or refusing."""

import pytest

from partita import InputError
from partita.gpu import compiler


def test_without_the_compiler(monkeypatch):
    compiler._compiler.cache_clear()
    monkeypatch.setattr(compiler, "_compilers", lambda: iter(("no-such-folder/libnvrtc.so",)))
    try:
        with pytest.raises(InputError, match=r"\(NVRTC\).*PyTorch, CuPy.*labels\.cpu\(\)"):
            compiler._compile("", 90)
    finally:
        compiler._compiler.cache_clear()


def test_a_compiler_that_refuses(monkeypatch):
    class Strict:
        def __getattr__(self, name):
            return lambda *_: name == "nvrtcCompileProgram"

    monkeypatch.setattr(compiler, "_compiler", Strict)
    with pytest.raises(InputError, match=r"compiler refused the kernel.*labels\.cpu\(\)"):
        compiler._compile("", 90)


def test_places_of_the_compiler(monkeypatch, tmp_path):
    library = tmp_path / "nvidia" / "cu13" / "lib" / "libnvrtc.so.13"
    library.parent.mkdir(parents=True)
    library.touch()
    monkeypatch.syspath_prepend(tmp_path)
    assert str(library) in set(compiler._compilers())


@pytest.mark.parametrize("file", ["common", "pairs", "labels", "cells"])
def test_kernels_come_with_the_package(file):
    assert compiler._text(file)
