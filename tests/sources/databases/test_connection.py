"""The DuckDB connection: its errors as ours, and Ctrl-C."""

from __future__ import annotations

import subprocess
import sys

import pytest

from partita.sources.databases.connection import refusal

duckdb = pytest.importorskip("duckdb")


def test_a_full_disk_is_not_reported_as_lack_of_memory():
    text = (
        "Out of Memory Error: failed to offload data block of size 256.0 KiB (18 MiB/18 MiB used)."
        "\nThis limit was set by the 'max_temp_directory_size' setting."
    )
    for error in (
        duckdb.OutOfMemoryException(text),
        duckdb.IOException("IO Error: Could not write file: No space left on device"),
    ):
        assert "disk for temporary files is full" in str(refusal(error))
        assert "TMPDIR" in str(refusal(error))
        assert "Out of Memory" not in str(refusal(error))


INTERRUPTED = """
import os, signal, threading, time
from partita.sources.databases.connection import database
from partita.sources.rows.job import Job

signal.signal(signal.SIGINT, signal.default_int_handler)  # background jobs ignore SIGINT
work = "SELECT sum(hash(a.range + b.range)) FROM many a, range(10_000) b"  # by two threads
try:
    with database(Job("t", ("p",), threads=2)) as connection:
        connection.execute("CREATE TABLE many AS FROM range(300_000)")
        relation = connection.sql(work)
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        start = time.monotonic()
        relation.fetchall()
except KeyboardInterrupt:
    print(time.monotonic() - start)
assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
"""


def test_ctrl_c_stops_all_threads_of_duckdb():
    """In another process, since the interrupt must not end the test run."""
    command = [sys.executable, "-c", INTERRUPTED]
    seconds = subprocess.run(command, check=True, stdout=subprocess.PIPE, timeout=120).stdout
    assert float(seconds) < 2.5  # otherwise the other thread finishes first


STARTED = """
import os, signal, threading, time
import duckdb
from partita import soft_table, tabulate

connection = duckdb.connect(config={"threads": 1})
many = "SELECT range % 7 AS t, range % 5 AS p, 1.0 AS u FROM range({})".format

def interrupted(handler, work):
    signal.signal(signal.SIGINT, handler)
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    try:
        return work()
    except BaseException as error:
        return type(error).__name__
"""


def started(work):
    """What a program prints in another process."""
    command = [sys.executable, "-c", STARTED + work]
    run = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, timeout=120)
    return run.stdout.split()


def test_ctrl_c_on_a_relation_is_not_an_error_of_duckdb():
    work = """
relation = connection.sql(many(10**9))
print(interrupted(signal.default_int_handler, lambda: tabulate(relation, "t", "p")))
print(interrupted(signal.default_int_handler, lambda: soft_table(relation, "t", ["u"])))
"""
    assert started(work) == ["KeyboardInterrupt"] * 2


def test_a_handler_of_the_program_decides_whether_a_query_stops():
    work = """
class Stopped(Exception): pass

def stop(*_):
    raise Stopped

seen = []
count = lambda n: tabulate(connection, "t", "p", query=many(n)).n

def longer(n=10**6):  # until a query takes long enough to receive the signal
    while count(n) == n:
        if seen:
            return "all"
        n *= 2
    return "fewer"

print(interrupted(lambda *_: seen.append(1), longer), len(seen))
print(interrupted(stop, lambda: count(10**9)), signal.getsignal(signal.SIGINT) is stop)
"""
    assert started(work) == ["all", "1", "Stopped", "True"]


def test_an_interrupted_query_is_a_keyboard_interrupt():
    """DuckDB raises a RuntimeError of its own for Ctrl-C."""
    assert isinstance(refusal(RuntimeError("Query interrupted")), KeyboardInterrupt)
    assert isinstance(refusal(RuntimeError("another")), RuntimeError)
