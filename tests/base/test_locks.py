"""Locks distinguish a file in use from one that a killed process left."""

from __future__ import annotations

import os
import sys

import pytest

from partita.base.locks import lock, try_lock


@pytest.fixture
def two(tmp_path):
    """One file opened twice, as by two processes."""
    path = tmp_path / "file"
    path.touch()
    opened = [os.open(path, os.O_RDWR) for _ in range(2)]
    yield opened
    for held in opened:
        os.close(held)


@pytest.mark.skipif(os.name != "posix", reason="no such locks")
@pytest.mark.parametrize("take", [try_lock, lock])
def test_a_lock_is_held_once_and_ends_with_its_file(two, tmp_path, take):
    assert take(two[0]) in (True, None)
    assert not try_lock(two[1])
    os.close(two[0])
    two[0] = os.open(tmp_path / "file", os.O_RDWR)
    assert try_lock(two[1])


def test_no_lock_is_taken_on_a_system_without_locks(two, monkeypatch):
    monkeypatch.setitem(sys.modules, "fcntl", None)
    assert not try_lock(two[0])
    lock(two[0])
    monkeypatch.undo()
    assert try_lock(two[1]) == (os.name == "posix")


@pytest.mark.skipif(os.name != "posix", reason="no such locks")
def test_a_closed_file_is_not_locked(two):
    closed = os.dup(two[0])
    os.close(closed)
    assert not try_lock(closed)
    lock(closed)
