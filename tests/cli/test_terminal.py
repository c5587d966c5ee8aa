"""Output fits the terminal that shows it."""

import contextlib
import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios

import pytest
from cells_file import CELLS
from command_line import environment


def shown(columns, *arguments):
    """The lines that a real terminal of this width gets."""
    reader, writer = pty.openpty()
    fcntl.ioctl(writer, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    run = subprocess.Popen(
        [sys.executable, "-m", "partita", *arguments],
        stdin=writer,
        stdout=writer,
        stderr=subprocess.PIPE,
        env=environment(COLUMNS=None, NO_COLOR="1"),
    )
    os.close(writer)
    text = b""
    with contextlib.suppress(OSError):  # the other end is closed
        while piece := os.read(reader, 1 << 16):
            text += piece
    os.close(reader)
    said = run.communicate()[1]
    assert (run.returncode, said) == (0, b"")
    return text.decode().replace("\r\n", "\n").splitlines()


@pytest.mark.parametrize("columns", [60, 80, 130])
@pytest.mark.parametrize(
    "arguments",
    [
        ("measures",),
        ("explain", "ARI"),
        ("soft", "{folder}/votes.csv", "--truth", "t", "--memberships", "p*", "--measure", "rand"),
        ("score", CELLS, "--truth", "cell_line", "--prediction", "kmeans*", "*_5"),
        ("score", "--help"),
        ("--help",),
    ],
    ids=lambda arguments: " ".join(arguments[:2]).rpartition("/")[2],
)
def test_output_fits_the_terminal(tmp_path, columns, arguments):
    (tmp_path / "votes.csv").write_text("t,p1,p2\nx,0.5,0.5\ny,0,1\ny,0.3,0.7\n")
    lines = shown(columns, *(one.format(folder=tmp_path) for one in arguments))
    example = lines.index("example:") if "example:" in lines else len(lines)
    assert max(map(len, lines[:example])) <= columns
    assert max(map(len, lines)) <= max(80, columns)  # examples have lines of their own
