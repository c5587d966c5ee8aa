"""Output: formats, files, pipes, terminals and colors."""

import csv
import io
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import LABELS, command, environment

from partita.report.formats.text import FORMATS

MEMBERSHIPS = "truth,one,two\na,0.9,0.1\na,0.8,0.2\nb,0.25,0.75\nb,0,1\n"


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    texts = {"labels.csv": LABELS, "memberships.csv": MEMBERSHIPS}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return {name: str(tmp_path / name) for name in texts}


COMMANDS = {
    "score": "score labels.csv --truth truth --prediction good coarse --measure rand --draws 9"
    " --confidence 0.9 --null permutation",
    "compare": "compare labels.csv --truth truth --prediction good coarse --draws 19",
    "sweep": "sweep labels.csv --truth truth --prediction good=2 coarse=1 --draws 9",
    "agreement": "agreement labels.csv --prediction truth good coarse",
    "soft": "soft memberships.csv --truth truth --memberships one two --measure rand",
    "measures": "measures --family matching",
    "explain": "explain v_measure",
}


def typed(name: str, files: dict[str, str]) -> list[str]:
    return [files.get(word, word) for word in COMMANDS[name].split()]


@pytest.mark.parametrize("style", FORMATS)
@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_every_format(run, files, name, style):
    status, out, err = run(*typed(name, files), "--format", style)
    assert (status, err) == (0, "")
    assert out.endswith("\n")
    if style == "json":
        assert json.loads(out)["schema"] == 1
    elif style == "jsonl":
        records = [json.loads(line) for line in out.splitlines()]
        assert records
        assert {record["schema"] for record in records} == {1}
    elif style == "csv":
        header, *rows = csv.reader(io.StringIO(out))
        assert {len(row) for row in rows} == {len(header)}
        assert len(set(header)) == len(header)
    elif style == "markdown":
        assert "| --" in out
    elif style == "latex":
        assert out.count(r"\begin{tabular}") == out.count(r"\end{tabular}") > 0


@pytest.mark.parametrize("name", COMMANDS)
def test_json_and_csv_have_the_same_values(run, files, name):
    """Every value of CSV is among the values of JSON, to the last digit."""
    rows = list(csv.DictReader(io.StringIO(run(*typed(name, files), "--format", "csv")[1])))
    column = {"soft": "mean"}.get(name, "value")
    if name in ("measures", "explain"):
        return
    text = run(*typed(name, files), "--format", "json")[1]
    known = {repr(value) for value in numbers(json.loads(text))}
    assert {repr(float(row[column])) for row in rows} <= known


def numbers(document) -> set[float]:
    if isinstance(document, dict):
        return set().union(*map(numbers, document.values()))
    if isinstance(document, list):
        return set().union(*map(numbers, document))
    plain = isinstance(document, (int, float)) and not isinstance(document, bool)
    return {float(document)} if plain else set()


@pytest.mark.parametrize("name", COMMANDS)
def test_an_output_file_has_the_text_of_stdout(run, files, name, tmp_path):
    _, expected, _ = run(*typed(name, files))
    target = tmp_path / "out.txt"
    target.write_text("old", encoding="utf-8")
    status, out, err = run(*typed(name, files), "--output", str(target))
    assert (status, out, err) == (0, "", "")
    assert target.read_text(encoding="utf-8") == expected
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        ["labels.csv", "memberships.csv", "out.txt"]
    )


def test_an_output_file_that_cannot_be_written_stays_as_it_was(run, files, tmp_path):
    status, out, err = run(*typed("score", files), "--output", str(tmp_path / "no" / "out.txt"))
    assert (status, out) == (2, "")
    assert "out.txt: cannot be written: there is no such folder; make it first" in err
    status, _, err = run(*typed("score", files), "--output", str(tmp_path))
    assert status == 2
    assert "cannot be written: it is a folder; name a file in it" in err


def test_an_output_that_fails_half_way_leaves_the_old_file(run, files, tmp_path, monkeypatch):
    target = tmp_path / "out.txt"
    target.write_text("old", encoding="utf-8")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    status, _, err = run(*typed("score", files), "--output", str(target))
    assert (status, target.read_text(encoding="utf-8")) == (2, "old")
    assert "No space left on device" in err
    assert len(list(tmp_path.iterdir())) == 3  # no draft is left


def test_a_link_stays_a_link_and_a_device_is_written_to(run, files, tmp_path):
    (tmp_path / "real.txt").write_text("old", encoding="utf-8")
    (tmp_path / "link.txt").symlink_to(tmp_path / "real.txt")
    run("measures", "--output", str(tmp_path / "link.txt"))
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text(encoding="utf-8").startswith("information\n")
    assert run("measures", "--output", os.devnull)[0] == 0
    assert run("measures", "--output", "-")[1].startswith("information\n")


def test_a_missed_threshold_still_writes_the_file(run, files, tmp_path):
    target = tmp_path / "out.json"
    arguments = typed("score", files)
    status, _, _ = run(*arguments, "--fail-under", "rand=0.9", "--output", str(target))
    assert (status, target.exists()) == (1, True)


HOSTILE = [
    "<script>alert(1)</script>",
    "\x1b[31mred\x1b[0m",
    "\u202eright to left",
    "$x_1$ & \\input{x}%",
    "| a | b |",
    "日本語",
    "long" * 2500,
]


@pytest.mark.parametrize("style", FORMATS)
@pytest.mark.parametrize("name", ["score", "compare", "sweep", "agreement"])
def test_hostile_names_stay_names(run, tmp_path, name, style):
    path = tmp_path / "labels.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["t", *HOSTILE])
        for i in range(12):
            writer.writerow([i % 3, *((i * k + k) % (2 + k % 3) for k in range(len(HOSTILE)))])
    columns = [f"{text}={k}" for k, text in enumerate(HOSTILE)] if name == "sweep" else HOSTILE
    truth = [] if name == "agreement" else ["--truth", "t"]
    more = {"compare": ["--draws", "9"], "sweep": ["--draws", "9"]}.get(name, [])
    measure = ["--measure", "rand"]
    status, out, _ = run(
        name, str(path), *truth, "--prediction", *columns, *more, *measure, "--format", style
    )
    assert status == 0
    assert out.replace("\n", "").isprintable()
    if style in ("table", "markdown", "latex"):
        assert "long" * 20 not in out
    if style == "markdown":
        assert "<script>" not in out.replace("\\<", "")
    if style == "json":
        assert (
            HOSTILE[1]
            in json.dumps(json.loads(out), ensure_ascii=False).encode().decode("unicode_escape")
            or "\\u001b" in out
        )


def on_a_terminal(*arguments: str, **changes: str | None) -> tuple[str, int]:
    """Run with stdout on a terminal, and return the output."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "partita", *arguments],
        stdout=follower,
        stderr=subprocess.PIPE,
        env=environment(**{"TERM": "xterm", "NO_COLOR": None, **changes}),
    )
    os.close(follower)
    shown = b""
    while True:
        try:
            chunk = os.read(leader, 65536)
        except OSError:  # the other side is closed
            break
        if not chunk:
            break
        shown += chunk
    os.close(leader)
    process.stderr.close()
    return shown.decode().replace("\r\n", "\n"), process.wait()


@pytest.mark.parametrize(
    ("changes", "bold"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)],
)
def test_the_best_value_is_bold_on_a_capable_terminal(files, changes, bold):
    arguments = ["score", files["labels.csv"], "--truth", "truth", "--measure", "rand"]
    shown, status = on_a_terminal(*arguments, "--prediction", "good", "coarse", **changes)
    assert status == 0
    assert ("\x1b[1m1.0000\x1b[0m" in shown) is bold
    assert ("\x1b" in shown) is bold


def test_nothing_is_bold_in_a_pipe_or_if_all_are_equal(run, files):
    assert b"\x1b" not in command(*typed("score", files)).stdout
    arguments = ["score", files["labels.csv"], "--truth", "truth", "--measure", "rand"]
    shown, _ = on_a_terminal(*arguments, "--prediction", "good", "truth")
    assert "\x1b" not in shown


def test_labels_in_any_script_are_kept(files, tmp_path):
    path = tmp_path / "schrift.csv"
    path.write_text("größe,クラスタ\nä,日\nß,本\n", encoding="utf-8")
    ended = command("score", str(path), "--truth", "größe", "--prediction", "クラスタ")
    assert ended.returncode == 0
    assert "クラスタ" in ended.stdout.decode()


def test_a_closed_pipe_is_not_an_error():
    reader, writer = os.pipe()
    os.close(reader)
    try:
        program = [sys.executable, "-m", "partita", "measures"]
        ended = subprocess.run(program, stdout=writer, stderr=subprocess.PIPE, check=False)
    finally:
        os.close(writer)
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_a_full_disk_is_reported():
    with open("/dev/full", "w") as full:
        program = [sys.executable, "-m", "partita", "measures"]
        ended = subprocess.run(program, stdout=full, stderr=subprocess.PIPE, check=False)
    assert ended.returncode == 2
    assert ended.stderr == (
        b"partita: error: cannot write the output: No space left on device; "
        b"free some space, or name a file elsewhere\n"
    )


def test_an_ascii_terminal_gets_escapes_instead_of_a_traceback():
    ended = command("measures", env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert ended.stdout.isascii()


def test_stderr_has_the_error_alone(tmp_path):
    asked = ["score", str(tmp_path / "none.parquet"), "--truth", "a", "--prediction", "b"]
    run = [sys.executable, "-m", "partita", *asked]
    ended = subprocess.run(run, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert len(ended.stderr.splitlines()) == 1, ended.stderr
