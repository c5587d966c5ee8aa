"""The compiler of the kernels: found, missing, or failing."""

import pytest

from partita import InputError
from partita.gpu import compiler


def test_a_missing_compiler_is_reported(monkeypatch):
    compiler._compiler.cache_clear()
    monkeypatch.setattr(compiler, "_compilers", lambda: iter(("no-such-folder/libnvrtc.so",)))
    try:
        with pytest.raises(InputError, match=r"\(NVRTC\).*PyTorch, CuPy.*labels\.cpu\(\)"):
            compiler._compile("", 90)
    finally:
        compiler._compiler.cache_clear()


def test_errors_of_the_compiler_are_reported(monkeypatch):
    class Strict:
        def __getattr__(self, name):
            return lambda *_: name == "nvrtcCompileProgram"

    monkeypatch.setattr(compiler, "_compiler", Strict)
    with pytest.raises(InputError, match=r"compiler refused the kernel.*labels\.cpu\(\)"):
        compiler._compile("", 90)


def test_the_compiler_is_found_in_python_packages(monkeypatch, tmp_path):
    library = tmp_path / "nvidia" / "cu13" / "lib" / "libnvrtc.so.13"
    library.parent.mkdir(parents=True)
    library.touch()
    monkeypatch.syspath_prepend(tmp_path)
    assert str(library) in set(compiler._compilers())


@pytest.mark.parametrize("file", ["common", "pairs", "labels", "cells"])
def test_kernels_come_with_the_package(file):
    assert compiler._text(file)
