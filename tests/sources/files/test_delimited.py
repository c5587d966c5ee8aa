"""Files are read as they are, or refused with place and remedy."""

import io
from pathlib import Path

import pytest

from partita import InputError
from partita.sources.files.delimited import read_columns, read_stream


def read(content, *names, delimiter=","):
    columns = read_stream(io.BytesIO(content), "labels.csv", names or ("t", "p"), delimiter)
    return [column.labels for column in columns]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"t,p\na,1\nb,2\n", [["a", "b"], ["1", "2"]]),
        (b"\xef\xbb\xbft,p\na,1\n", [["a"], ["1"]]),
        (b"t,p\r\na,1\r\n", [["a"], ["1"]]),
        (b"t,p\na,1", [["a"], ["1"]]),
        (b"p,x,t\n1,?,a\n", [["a"], ["1"]]),
        (b't,p\n"a,b","say ""hi"""\n', [["a,b"], ['say "hi"']]),
        (b't,p\n"a\nb",1\nc,2\n', [["a\nb", "c"], ["1", "2"]]),
        ("t,p\nß,日本\n".encode(), [["ß"], ["日本"]]),
    ],
    ids=["plain", "mark", "crlf", "no-last-newline", "order", "quotes", "newline", "unicode"],
)
def test_valid_files_give_their_labels(content, expected):
    assert read(content) == expected


@pytest.mark.parametrize(
    "label", ["NA", "nan", "NULL", "None", "-", "0", "00", "1.0", "1e3", "TRUE", " a", "a ", " "]
)
def test_text_is_a_label_as_written(label):
    assert read(f"t,p\n{label},x\n".encode()) == [[label], ["x"]]


@pytest.mark.parametrize("empty", [b"", b'""'])
def test_an_empty_field_is_missing(empty):
    assert read(b"t,p\na," + empty + b"\n") == [["a"], [None]]


def test_labels_that_look_alike_stay_different():
    composed, combined = "\u00e9", "e\u0301"
    content = f"t,p\n1,{composed}\n1.0,{combined}\n01,E\n"
    assert read(content.encode()) == [["1", "1.0", "01"], [composed, combined, "E"]]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "labels.csv: the file is empty; expected a header row"),
        (b"\n", "labels.csv, line 1: the line is blank; expected a header row"),
        (b"t,p\n", "labels.csv: the file has a header row and no data"),
        (
            b"t,p\na,1\nb\n",
            "labels.csv, line 3 (row 2): 1 field where the header has 2; column 'p' is missing",
        ),
        (
            b"t,p\na,1,2\n",
            (
                "labels.csv, line 2 (row 1): 3 fields where the header has 2; the one after column"
                " 'p' is '2'; quote fields that contain the delimiter"
            ),
        ),
        (b"t,p\na,1\n\nb,2\n", "labels.csv, line 3 (row 2): the line is blank; delete it"),
        (
            b't,p\n"a\nb",1\nc\n',
            "labels.csv, line 4 (row 2): 1 field where the header has 2; column 'p' is missing",
        ),
        (
            b"t,x,t\n",
            "labels.csv, line 1: columns 1 and 3 are both called 't'; rename one",
        ),
        (b"t,q\na,1\n", "labels.csv: no column 'p'; the file has 't', 'q'"),
        (
            b"t;p\na;1\n",
            (
                "labels.csv: no column 't'; the header is one field, 't;p'; is the delimiter ';'?"
                " Then give it (--delimiter)"
            ),
        ),
        (b"t,p\na,\x001\n", "labels.csv, line 2: a NUL byte; this is not a text file"),
        (
            b"t,p\na,1\nb,\xe9\n",
            "labels.csv, line 3: byte 0xe9 at position 3 is not UTF-8; save the file as UTF-8 text",
        ),
        (b't,p\na,"1\n', "labels.csv, line 2: malformed: unexpected end of data"),
        (b't,p\na,"1"2\n', "labels.csv, line 2: malformed: ',' expected after '\"'"),
    ],
)
def test_bad_tables_are_refused_with_their_place(content, message):
    with pytest.raises(InputError) as caught:
        read(content)
    assert str(caught.value) == message


def test_carriage_returns_alone_do_not_end_lines():
    with pytest.raises(InputError, match="line 1: malformed: new-line character"):
        read(b"t,p\ra,1\rb,2\r")


def test_the_nearest_column_is_suggested():
    with pytest.raises(InputError, match=r"no column 'clusters'; did you mean 'cluster'\?"):
        read(b"truth,cluster\na,1\n", "truth", "clusters")


def test_a_missing_label_is_refused_with_row_and_column_on_request():
    _, column = read_stream(io.BytesIO(b"t,p\na,1\nb,\nc,\n"), "labels.csv", ("t", "p"), ",")
    with pytest.raises(InputError) as caught:
        column.require_labels()
    assert str(caught.value).startswith(
        "labels.csv, line 3 (row 2), column 'p': the field is empty, which is a missing value"
        " (2 in this column); fill it, or"
    )


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("1", "0", "12"), [1, 0, 12]),
        (("1", "0.5"), [1.0, 0.5]),
        ((".5", "2."), [0.5, 2.0]),
        (("1e-3", "2E2"), [0.001, 200.0]),
    ],
)
def test_weights_are_integers_or_decimals(texts, expected):
    content = "w\n" + "\n".join(texts)
    (column,) = read_stream(io.BytesIO(content.encode()), "labels.csv", ("w",), ",")
    weights = column.weights()
    assert weights == expected
    assert [type(weight) for weight in weights] == [type(weight) for weight in expected]


@pytest.mark.parametrize("text", ["-1", "nan", "inf", "1e999", "x", "", "1_000", "1,5", "٣", " 1"])
def test_bad_weights_are_refused_with_their_place(text):
    content = f't,w\na,1\nb,"{text}"\n'.encode()
    (column,) = read_stream(io.BytesIO(content), "labels.csv", ("w",), ",")
    with pytest.raises(InputError) as caught:
        column.weights()
    assert str(caught.value).startswith(
        f"labels.csv, line 3 (row 2), column 'w': {text!r} is not a weight; expected a number"
    )


@pytest.mark.parametrize(("name", "separator"), [("a.csv", ","), ("a.TSV", "\t"), ("a.tab", "\t")])
def test_the_extension_implies_the_delimiter(tmp_path: Path, name, separator):
    path = tmp_path / name
    path.write_text(f"t{separator}p\na{separator}1\n", encoding="utf-8")
    truth, prediction = read_columns(str(path), ["t", "p"])
    assert (truth.labels, prediction.labels) == (["a"], ["1"])


@pytest.mark.parametrize("name", ["labels.pkl", "labels.pickle", "labels.npy", "labels.txt", "x"])
def test_other_extensions_are_not_opened(tmp_path: Path, name):
    path = tmp_path / name
    path.write_bytes(b"cos\nsystem\n(S'echo'\ntR.")  # a pickle that would run a command
    with pytest.raises(InputError, match="does not say how fields are separated"):
        read_columns(str(path), ["t"])


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path):
    path = str(tmp_path / "nowhere.csv")
    with pytest.raises(InputError, match=r"nowhere\.csv: cannot be read: No such file"):
        read_columns(path, ["t"])


def test_a_file_may_be_large_in_rows():
    rows = 100_000
    content = b"t,p\n" + b"a,1\n" * rows
    truth, prediction = read(content)
    assert len(truth) == len(prediction) == rows
    assert truth[0] is truth[-1]
