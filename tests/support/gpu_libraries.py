"""The installed libraries that can put labels on a GPU."""

import pytest


def _libraries():
    found = []
    try:
        import torch

        if torch.cuda.is_available():
            found.append(pytest.param(lambda x: torch.from_numpy(x).cuda(), id="torch"))
    except ImportError:
        pass
    try:
        import cupy

        if cupy.cuda.runtime.getDeviceCount():
            found.append(pytest.param(cupy.asarray, id="cupy"))
    except Exception:  # noqa: BLE001 - not installed, or no driver
        pass
    return found or [pytest.param(None, id="none", marks=pytest.mark.skip("there is no GPU here"))]


LIBRARIES = _libraries()
each_library = pytest.mark.parametrize("to_device", LIBRARIES)
first_library = pytest.mark.parametrize("to_device", LIBRARIES[:1])
