"""Files are old or new and complete, whatever happens to the disk, the target or the process."""

import errno
import io
import os
import signal
import stat
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest
from command_line import command
from in_child import NOBODY, result_of
from writing_calls import changed_by, named_in

import partita
from partita import InputError
from partita.base import drafts
from partita.base.files import write_whole
from partita.cli.terminal import silence

PACKAGE = Path(partita.__file__).parent
BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
IS_ROOT = os.geteuid() == 0
needs_root = pytest.mark.skipif(not IS_ROOT, reason="files of other users are made by root")

# One writer


WRITERS = {
    # modules that may change the file system, with the reason
    "cli/terminal.py": {"os.open"},  # the null device instead of a closed stream
    "sources/databases/spill.py": {
        "os.open",
        "os.unlink",
        "shutil.rmtree",
    },  # a folder with a random name
    "base/drafts.py": {"open", "os.open", "os.link", "os.replace", "os.unlink"},  # the writer
    "base/files.py": {"open", "os.open", "os.makedirs"},  # its interface: pipes, devices, folders
    "figures/plots/printed.py": {"page.savefig"},  # into memory
}


def test_one_module_writes_every_file():
    assert changed_by(PACKAGE) == WRITERS


def test_data_never_name_a_file():
    """Paths come from the caller: the writer is called only with these arguments."""
    options = {"arguments.junit", "path", "arguments.summary"}
    given = {
        "cli/writing.py": {"output"},
        "cli/gating.py": options,
        "report/page/__init__.py": {"path"},
        "report/paper/files.py": {"place / name", "place / LIST"},  # constants of report/paper
    }
    assert named_in(PACKAGE) == given


# Targets


@pytest.fixture(params=["without a name", "with a name"])
def way(request, monkeypatch):
    """Both ways of writing: with files without names, and without."""
    if request.param == "with a name":
        monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    return request.param


def test_a_new_file_has_the_mode_that_umask_says(way, tmp_path):
    before = os.umask(0o027)
    try:
        write_whole(tmp_path / "new", "text")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640
    assert os.listdir(tmp_path) == ["new"]


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664, 0o755])
def test_a_replaced_file_keeps_its_mode(way, tmp_path, mode):
    target = tmp_path / "file"
    target.write_text("old")
    target.chmod(mode)
    write_whole(target, "new")
    assert (target.read_text(), stat.S_IMODE(target.stat().st_mode)) == ("new", mode)


@pytest.mark.parametrize("mode", [0o600, 0o640])
def test_the_draft_of_a_private_file_is_private(tmp_path, monkeypatch, mode):
    """Before it has the old group, our group must not read it either."""
    monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    target, seen = tmp_path / "file", []
    target.write_text("old")
    target.chmod(mode)
    opened = os.open

    def noted(path, flags, mode=0o777, **more):
        held = opened(path, flags, mode, **more)
        if flags & os.O_CREAT:
            seen.append(stat.S_IMODE(os.fstat(held).st_mode))
        return held

    monkeypatch.setattr(os, "open", noted)
    write_whole(target, "new")
    assert seen == [0o600]
    assert stat.S_IMODE(target.stat().st_mode) == mode


@needs_root
def test_a_replaced_file_keeps_its_owner(way, tmp_path):
    target = tmp_path / "file"
    target.write_text("old")
    os.chown(target, NOBODY, NOBODY)
    write_whole(target, "new")
    assert (target.stat().st_uid, target.stat().st_gid) == (NOBODY, NOBODY)


@pytest.fixture
def common():
    """A folder that other users can reach, if they can reach its parents."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        if result_of(lambda: os.access(folder, os.W_OK), user=NOBODY) != (0, True):
            pytest.skip("the folder of temporary files is closed to others")
        yield folder


@needs_root
def test_our_group_gets_no_more_rights_than_everybody_if_the_old_one_cannot_be_kept(way, common):
    target = common / "file"
    target.write_text("old")
    os.chown(target, 0, 12345)
    target.chmod(0o662)
    assert result_of(lambda: write_whole(target, "new"), user=NOBODY) == (0, None)
    assert stat.S_IMODE(target.stat().st_mode) == 0o622
    assert target.stat().st_uid == NOBODY


@needs_root
@pytest.mark.parametrize("folder", [0o777, 0o2777])
def test_a_member_of_the_group_keeps_the_group_if_the_user_cannot_be_kept(way, common, folder):
    """In the folder of a team, files stay readable for the team."""
    target, team = common / "file", 12345
    os.chown(common, 0, team)
    common.chmod(folder)
    target.write_text("old")
    os.chown(target, 0, team)
    target.chmod(0o660)
    written = result_of(lambda: write_whole(target, "new"), user=NOBODY, groups=[team])
    assert written == (0, None)
    found = target.stat()
    assert (found.st_uid, found.st_gid, stat.S_IMODE(found.st_mode)) == (NOBODY, team, 0o660)


def test_a_link_stays_and_its_file_is_replaced(way, tmp_path):
    (tmp_path / "folder").mkdir()
    real, link = tmp_path / "folder" / "real", tmp_path / "link"
    real.write_text("old")
    link.symlink_to("folder/real")
    write_whole(link, "new")
    assert (link.is_symlink(), real.read_text()) == (True, "new")
    assert os.listdir(tmp_path / "folder") == ["real"]


def test_writing_to_a_dangling_link_makes_its_target(way, tmp_path):
    (tmp_path / "link").symlink_to("made")
    write_whole(tmp_path / "link", "new")
    assert (tmp_path / "made").read_text() == "new"


def test_another_hard_link_keeps_the_old_content(way, tmp_path):
    (tmp_path / "a").write_text("old")
    os.link(tmp_path / "a", tmp_path / "b")
    write_whole(tmp_path / "a", "new")
    assert ((tmp_path / "a").read_text(), (tmp_path / "b").read_text()) == ("new", "old")


@pytest.mark.parametrize(
    ("name", "finding"),
    [
        ("no/file", "there is no such folder; make it first"),
        ("no/", "there is no such folder; make it first"),
        ("file/", "Not a directory; a part of the path is a file, not a folder"),
        ("file/x", "Not a directory; a part of the path is a file, not a folder"),
        (".", "it is a folder; name a file in it"),
        ("loop", "Too many levels of symbolic links; the links lead in a circle"),
        ("x" * 300, "File name too long; choose a shorter name"),
        ("é" * 128, "File name too long; choose a shorter name"),
        ("a\0b", "a path holds no NUL"),
    ],
)
def test_an_impossible_target_is_refused_with_the_remedy(way, tmp_path, name, finding):
    (tmp_path / "file").write_text("old")
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(InputError, match=f"cannot be written: {finding}"):
        write_whole(f"{tmp_path}/{name}", "new")
    assert sorted(os.listdir(tmp_path)) == ["file", "loop"]
    assert (tmp_path / "file").read_text() == "old"


@pytest.mark.parametrize("path", ["", None, 3, b"x", [], Path])
def test_anything_but_a_path_is_refused(path):
    with pytest.raises(InputError, match=r"path (is empty|must be)"):
        write_whole(path, "new")


def test_the_longest_name_is_written(way, tmp_path):
    for name in ("x" * 255, "é" * 127, "\U0001d11e" * 63, "a\nb\x1b[31m", "\udcff"):
        write_whole(tmp_path / name, "new")
        write_whole(tmp_path / name, "newer")
    assert len(os.listdir(tmp_path)) == 5


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path):
    pipe, heard = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: heard.append(pipe.read_text()))
    reader.start()
    write_whole(pipe, "text")
    reader.join()
    assert heard == ["text"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert os.listdir(tmp_path) == ["pipe"]


@pytest.mark.parametrize("folder", ["/dev/fd", "/proc/self/fd"])
def test_an_open_file_is_continued_and_never_replaced(tmp_path, folder):
    """As with >> in a shell: the old content stays."""
    log = tmp_path / "log"
    log.write_text("before\n")
    with log.open("a") as out:
        write_whole(f"{folder}/{out.fileno()}", "after\n")
    assert log.read_text() == "before\nafter\n"


@pytest.mark.parametrize("number", ["999999999", "9" * 20])
def test_the_number_of_a_closed_file_is_refused(number):
    with pytest.raises(InputError, match=f"/dev/fd/{number}: cannot be written: "):
        write_whole(f"/dev/fd/{number}", "text")


def test_stdout_is_continued_if_it_is_a_file(tmp_path):
    log = tmp_path / "log"
    log.write_text("before\n")
    with log.open("a") as out:
        program = [sys.executable, "-m", "partita", "explain", "rand", "--output", "/dev/stdout"]
        assert subprocess.run(program, stdout=out, check=False).returncode == 0
    assert log.read_text().startswith("before\n")
    assert "rand" in log.read_text()


@needs_root
def test_a_file_or_folder_that_may_not_be_written_stays(way, common):
    target = common / "folder" / "file"
    target.parent.mkdir()
    target.write_text("old")
    for folder, file in ((0o755, 0o666), (0o777, 0o644)):
        target.parent.chmod(folder)
        target.chmod(file)
        status, error = result_of(lambda: write_whole(target, "new"), user=NOBODY)
        assert (status, type(error)) == (0, InputError)
        assert "Permission denied; allow it (chmod), or name a file elsewhere" in str(error)
        assert target.read_text() == "old"
        assert os.listdir(target.parent) == ["file"]


# Full disks


@pytest.mark.parametrize("limit", [0, 1, 1000, 99_999])
def test_a_file_beyond_the_limit_of_the_system_leaves_the_old_one(way, tmp_path, limit):
    target = tmp_path / "file"
    for old in (None, "old"):
        if old:
            target.write_text(old)
        status, error = result_of(lambda: write_whole(target, "x" * 100_000), FSIZE=limit)
        assert (status, type(error)) == (0, InputError)
        assert "file: cannot be written: File too large; it is larger than the limit" in str(error)
        assert os.listdir(tmp_path) == (["file"] if old else [])
    assert target.read_text() == "old"


def test_a_command_beyond_the_limit_reports_it_and_fails(tmp_path):
    target = tmp_path / "out.json"
    target.write_text("old")
    program = (
        f"ulimit -f 1; exec {sys.executable} -m partita measures --format json --output out.json"
    )
    ended = subprocess.run(
        ["/bin/sh", "-c", program], cwd=tmp_path, capture_output=True, check=False
    )
    assert ended.returncode == 2
    assert ended.stderr.startswith(b"partita: error: out.json: cannot be written: File too large;")
    assert (target.read_text(), os.listdir(tmp_path)) == ("old", ["out.json"])


def test_a_full_device_is_reported(tmp_path):
    with pytest.raises(InputError, match="/dev/full: cannot be written: No space left on device;"):
        write_whole("/dev/full", "text")


FULL = """
import os, sys
from partita.cli import main
from partita.base.files import write_whole
os.chdir(sys.argv[1])
write_whole("out.json", "old")
open("filler", "wb").write(b"x" * (64 << 10) if len(sys.argv) < 3 else b"")
print(main(["measures", "--format", "json", "--output", "out.json"]), flush=True)
print(open("out.json").read(), sorted(os.listdir(".")), flush=True)
"""


@pytest.mark.parametrize(
    ("options", "said"),
    [("size=80k", "No space left on device; free some"), ("size=1m,nr_inodes=3", "No space left")],
)
def test_a_disk_that_is_full_leaves_the_old_file(tmp_path, options, said):
    """A real disk of 80 KB, or with room for two files, in its own namespace."""
    inodes = "few" if "inodes" in options else ""
    mount = f'mount -t tmpfs -o {options} none "$1" || exit 99; shift; exec "$@"'
    program = ["unshare", "-rm", "/bin/sh", "-c", mount, "sh", str(tmp_path)]
    program += [sys.executable, "-c", FULL, str(tmp_path), *([inodes] if inodes else [])]
    try:
        ended = subprocess.run(program, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip("no unshare here")
    if ended.returncode:
        pytest.skip(f"no mounts here: {ended.stderr}")
    assert ended.stdout == "2\nold ['filler', 'out.json']\n"
    assert said in ended.stderr


# Kills and interrupts


@pytest.fixture
def programs(monkeypatch):
    monkeypatch.syspath_prepend(BENCHMARKS)


def test_a_killed_writer_leaves_a_complete_file(way, tmp_path, programs):
    from reliability.kills import of_writers

    found = of_writers(tmp_path, 25, seed=1, size=1 << 18)
    assert (found.broken, found.after) == (0, 0), found


def test_a_killed_command_leaves_complete_files(tmp_path, programs):
    from reliability.kills import of_commands

    found = of_commands(tmp_path, 3, 1, ["measures", "--output", "list"])
    assert (found.broken, found.after) == (0, 0), found


def test_the_next_write_removes_drafts_of_a_killed_process(tmp_path):
    left = tmp_path / ".file.0123456789ab.partita-draft"
    other = tmp_path / ".file2.0123456789ab.partita-draft"
    own = tmp_path / ".file.notes"
    for path in (left, other, own):
        path.write_text("x")
    write_whole(tmp_path / "file", "new")
    assert sorted(os.listdir(tmp_path)) == [".file.notes", other.name, "file"]


def test_a_draft_in_use_is_not_removed(tmp_path):
    import fcntl

    draft = tmp_path / ".file.0123456789ab.partita-draft"
    with draft.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        write_whole(tmp_path / "file", "new")
        assert draft.exists()
    drafts.remove_drafts(str(tmp_path), "file")
    assert not draft.exists()


def test_other_files_with_the_name_of_a_draft_are_left(way, tmp_path):
    """Opening them would wait for the writer of a pipe, or follow a link."""
    pipe, link = (tmp_path / f".file.{kind * 12}.partita-draft" for kind in "ab")
    os.mkfifo(pipe)
    link.symlink_to("kept")
    (tmp_path / "kept").write_text("x")

    def patient():
        signal.alarm(20)
        write_whole(tmp_path / "file", "new")

    assert result_of(patient) == (0, None)
    assert sorted(os.listdir(tmp_path)) == [pipe.name, link.name, "file", "kept"]


def test_a_draft_that_another_process_removes_is_made_again(tmp_path, monkeypatch):
    """Another process removes it before we lock it: the next draft is ours."""
    import fcntl

    monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    opened, removers = os.open, []

    def swept(path, flags, *given, **more):
        held = opened(path, flags, *given, **more)
        if flags & os.O_CREAT and not removers:
            other = opened(path, os.O_RDONLY)
            fcntl.flock(other, fcntl.LOCK_EX)
            removers.append(threading.Timer(0.05, lambda: (os.unlink(path), os.close(other))))
            removers[0].start()
        return held

    monkeypatch.setattr(os, "open", swept)
    monkeypatch.setattr(os, "fsync", lambda _: removers[0].join())
    write_whole(tmp_path / "file", "new")
    assert ((tmp_path / "file").read_text(), os.listdir(tmp_path)) == ("new", ["file"])


def test_no_file_is_closed_twice(tmp_path, monkeypatch):
    """Another file may have its number by then."""
    monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    opened, closed, numbers = os.open, os.close, []

    def swept_and_refused(path, flags, *given, **more):
        if numbers:
            raise PermissionError(errno.EACCES, "Permission denied")
        held = opened(path, flags, *given, **more)
        os.unlink(path)
        return held

    monkeypatch.setattr(os, "open", swept_and_refused)
    monkeypatch.setattr(os, "close", lambda held: (numbers.append(held), closed(held)))
    with pytest.raises(InputError, match="Permission denied"):
        write_whole(tmp_path / "file", "new")
    assert len(numbers) == 1


@pytest.mark.parametrize("step", ["link", "replace", "fsync"])
@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError(errno.EIO, "Input/output error")])
def test_a_failure_at_any_step_leaves_nothing(way, tmp_path, monkeypatch, step, error):
    if step == "link" and (way == "with a name" or isinstance(error, OSError)):
        pytest.skip("there is no such step, or another way is taken")
    target = tmp_path / "file"
    target.write_text("old")
    done = getattr(os, step)

    def failing(*given, **more):
        done(*given, **more) if step == "link" else None
        raise error

    monkeypatch.setattr(os, step, failing)
    with pytest.raises((KeyboardInterrupt, InputError)):
        write_whole(target, "new")
    assert (target.read_text(), os.listdir(tmp_path)) == ("old", ["file"])


def test_writers_of_one_file_do_not_disturb_each_other(way, tmp_path):
    texts = [str(one) * 50_000 for one in range(8)]
    threads = [
        threading.Thread(target=lambda t=text: [write_whole(tmp_path / "f", t) for _ in range(5)])
        for text in texts
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (tmp_path / "f").read_text() in texts
    assert os.listdir(tmp_path) == ["f"]


# Streams


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("measures >&-", 2),
        ("measures --output x >&-", 0),
        ("--version >/dev/full", 2),
        ("explain none 2>/dev/full", 2),  # not 1, which means a missed threshold
        ("measures >/dev/full 2>/dev/full", 2),
    ],
)
def test_closed_and_full_streams_change_no_status(tmp_path, words, status):
    program = f"{sys.executable} -m partita {words}"
    ended = subprocess.run(
        ["/bin/sh", "-c", program], cwd=tmp_path, capture_output=True, check=False
    )
    assert ended.returncode == status
    assert b"Traceback" not in ended.stderr


@pytest.mark.parametrize("closed", [False, True])
def test_a_silent_stream_keeps_no_file_open(tmp_path, closed):
    def silenced():
        before = len(os.listdir("/proc/self/fd"))
        with (tmp_path / "x").open("w") as stream:
            if closed:
                os.close(stream.fileno())
            silence(stream)
            stream.write("nowhere")
            stream.flush()
        return len(os.listdir("/proc/self/fd")) - before

    assert result_of(silenced) == (0, 0)
    assert not (tmp_path / "x").read_text()
    silence(io.StringIO())  # a stream without a number


def test_a_message_never_lands_in_the_output_file(tmp_path):
    """If stderr is closed, the next opened file would get its number."""
    program = f"{sys.executable} -m partita measures --output out 2>&-"
    subprocess.run(["/bin/sh", "-c", program], cwd=tmp_path, check=True)
    assert (tmp_path / "out").read_bytes() == command("measures").stdout
