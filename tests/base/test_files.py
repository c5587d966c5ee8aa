"""Files are written completely or not at all."""

import os

import pytest

from partita.base.errors import InputError
from partita.base.files import write_whole


def test_a_file_is_replaced_completely(tmp_path):
    path = tmp_path / "page.html"
    write_whole(path, "one\n")
    write_whole(path, "two\n")
    assert path.read_bytes() == b"two\n"
    assert os.listdir(tmp_path) == ["page.html"]
    assert path.stat().st_mode & 0o777 == 0o666 & ~_umask()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@pytest.mark.parametrize(
    ("name", "message"), [("no/page.html", "no such folder"), (".", "it is a folder")]
)
def test_a_place_that_cannot_be_written_is_refused(tmp_path, name, message):
    with pytest.raises(InputError, match=message):
        write_whole(tmp_path / name, "text")


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(path, "through\n")
    assert os.read(reader, 100) == b"through\n"
    os.close(reader)
    assert path.is_fifo()
