"""Files for the catalog of bad inputs: everything that can be wrong with a table of labels."""

from __future__ import annotations

import gzip
import os
import zipfile
from datetime import date, time
from decimal import Decimal
from pathlib import Path

import pyarrow as pa
from pyarrow import parquet

GOOD = b"id,truth,a,b\n1,x,0,0\n2,x,0,1\n3,y,1,1\n4,y,1,1\n"
LINE = b'{"truth": "x", "a": "0"}\n'
FILES = {
    "good.csv": GOOD,
    "good.tsv": GOOD.replace(b",", b"\t"),
    "semicolons.csv": GOOD.replace(b",", b";"),
    "empty.csv": b"",
    "blank.csv": b"\n\n\n",
    "header.csv": b"truth,a\n",
    "short_row.csv": b"truth,a\nx,0\ny\n",
    "long_row.csv": b"truth,a\nx,0\ny,1,2\n",
    "blank_row.csv": b"truth,a\nx,0\n\ny,1\n",
    "twice.csv": b"truth,a,a\nx,0,1\ny,1,0\n",
    "no_name.csv": b"truth,,a\nx,0,1\ny,1,0\n",
    "spaces.csv": b"truth , a\nx,0\ny,1\n",
    "open_quote.csv": b'truth,a\n"x,0\ny,1\n',
    "quote_inside.csv": b'truth,a\nx"y,0\ny,1\n',
    "quoted.csv": b'truth,a\n"x,\n1",0\n"x,\n1",0\ny,1\n',
    "nul.csv": b"truth,a\nx,0\ny\x00,1\n",
    "latin.csv": "truth,a\nmüll,0\ny,1\n".encode("latin-1"),
    "utf16.csv": "truth,a\nx,0\ny,1\n".encode("utf-16"),
    "mark.csv": b"\xef\xbb\xbf" + GOOD,
    "windows.csv": GOOD.replace(b"\n", b"\r\n"),
    "old_mac.csv": GOOD.replace(b"\n", b"\r"),
    "gaps.csv": b"truth,a\nx,0\n,1\ny,\n",
    "words.csv": b"truth,a\nNA,0\nnan,1\nnull,1\n",
    "numbers.csv": b"truth,a\n1,0\n1.0,1\n01,1\n",
    "formula.csv": b"truth,a\n=1+1,0\n@x,1\n",
    "escape.csv": b"truth,a\n\x1b[31mred,0\ny,1\n",
    "weights.csv": b"truth,a,w\nx,0,1\ny,1,-1\n",
    "no_weights.csv": b"truth,a,w\nx,0,1\ny,1,\n",
    "text_weights.csv": b"truth,a,w\nx,0,1\ny,1,many\n",
    "soft.csv": b"truth,p1,p2\nx,0.9,0.1\ny,0.5,0.4\n",
    "one_group.csv": b"truth,a,b,donor\nx,0,0,d\nx,0,1,d\ny,1,1,d\n",
    "large.csv": b"truth,p1,p2\nx,1,2\ny,0,1\n",
    "other.csv": b"id,truth\n1,x\n2,x\n3,y\n5,y\n",
    "ids_twice.csv": b"id,truth\n1,x\n1,x\n3,y\n4,y\n",
    "records.json": b'[{"truth": "x", "a": 0}]',
    "lines.jsonl": LINE + b'{"truth": "y", "a": "1"}\n',
    "broken.jsonl": LINE + b'{"truth": "y", \n',
    "two_a_line.jsonl": LINE + LINE.strip() + LINE,
    "over_lines.jsonl": LINE + b'{"truth": "y",\n "a": "1"}\n',
    "null.jsonl": LINE + b"null\n",
    "list.jsonl": LINE + b"[1]\n",
    "empty_object.jsonl": LINE + b"{}\n",
    "blank_line.jsonl": LINE + b"\n" + LINE,
    "empty.jsonl": b"",
    "key_twice.jsonl": LINE + b'{"truth": "y", "a": "1", "a": "0"}\n',
    "half.jsonl": LINE + b'{"truth": "\\ud83d", "a": "1"}\n',
    "nested.jsonl": LINE + b'{"truth": ["y"], "a": "1"}\n',
    "deep.jsonl": LINE + b'{"truth": "y", "a": ' + b"[" * 9999 + b"]" * 9999 + b"}\n",
    "types.jsonl": LINE + b'{"truth": "y", "a": 1}\n',
    "nan.jsonl": b'{"truth": "x", "a": NaN}\n' * 2 + b'{"truth": "y", "a": 1.5}\n' * 2,
    "digits.jsonl": LINE + b'{"truth": "y", "a": ' + b"1" * 5000 + b"}\n",
    "latin.jsonl": LINE + '{"truth": "müll", "a": "1"}\n'.encode("latin-1"),
    "capital.jsonl": b'{"Truth": "x", "a": "0"}\n',
    "mark.jsonl": b"\xef\xbb\xbf" + LINE,
    "weights.jsonl": b'{"truth": "x", "a": "0", "w": 1}\n{"truth": "y", "a": "1", "w": -1}\n',
    "text_weights.jsonl": b'{"truth": "x", "a": "0", "w": "2"}\n',
    "list_weights.jsonl": b'{"truth": "x", "a": "0", "w": [2]}\n',
    "null_weights.jsonl": LINE,
    "large_weights.jsonl": b'{"truth": "x", "a": "0", "w": 1e999}\n',
    "not.parquet": b"PAR1 this is not Parquet",
    "pickled.pkl": b"\x80\x04K\x01.",
    "notes.txt": GOOD,
    "notes.xlsx": b"PK\x03\x04",
    "cells.csv": GOOD,
    "cells.h5ad": b"\x89HDF\r\n",
    "cells.xlsx": b"PK\x03\x04",
    "noise.csv": b"truth,a\nx,-1\nx,0\ny,1\ny,1\n",
    "not.csv.gz": GOOD,
    "=cmd.csv": GOOD,
}


NAN = float("nan")
TYPED = {  # columns of Parquet files
    "good": {"truth": ["x", "x", "y", "y"], "a": [0, 0, 1, 1]},
    "empty": {"truth": pa.array([], "string"), "a": pa.array([], "int64")},
    "void": {"truth": ["x", "y"], "a": [None, None]},
    "nan": {"truth": ["x", "x", "y", "y"], "a": [NAN, NAN, 1.5, 1.5]},
    "gap": {"truth": ["x", None], "a": [0, 1]},
    "nested": {"truth": ["x", "y"], "a": [[0], [1]]},
    "records": {"truth": ["x", "y"], "a": [{"b": 0}, {"b": 1}]},
    "floats": {"truth": ["x", "y"], "a": [0.1, 0.30000000000000004]},
    "flags": {"truth": [True, False], "a": [0, 1]},
    "decimals": {"truth": [Decimal("1.10"), Decimal("1.20")], "a": [0, 1]},
    "times": {"truth": [time(1), time(2)], "a": [0, 1]},
    "bytes": {"truth": [b"\xff", b"y"], "a": [0, 1]},
    "weights": {"truth": ["x", "y"], "a": [0, 1], "w": [1.0, -1.0]},
    "no_weights": {"truth": ["x", "y"], "a": [0, 1], "w": [1, None]},
    "text_weights": {"truth": ["x", "y"], "a": [0, 1], "w": ["1", "many"]},
    "date_weights": {"truth": ["x", "y"], "a": [0, 1], "w": [date(2026, 1, 1)] * 2},
    "flag_weights": {"truth": ["x", "y"], "a": [0, 1], "w": [True, False]},
}


def write_files(folder: Path) -> None:
    """Write every file, and folders and links."""
    for name, columns in TYPED.items():
        parquet.write_table(pa.table(columns), folder / f"{name}.parquet")
    whole = (folder / "good.parquet").read_bytes()
    (folder / "cut.parquet").write_bytes(whole[: len(whole) // 2])
    (folder / "rotten.parquet").write_bytes(whole[:4] + bytes(40) + whole[44:])
    for name, content in FILES.items():
        (folder / name).write_bytes(content)
    (folder / "good.csv.gz").write_bytes(gzip.compress(GOOD, mtime=0))
    (folder / "cut.csv.gz").write_bytes(gzip.compress(GOOD * 50, mtime=0)[:-20])
    with zipfile.ZipFile(folder / "good.zip", "w") as archive:
        archive.writestr("good.csv", GOOD)
    (folder / "folder").mkdir()
    (folder / "folder" / "cells.csv").write_bytes(GOOD)
    (folder / "empty_folder").mkdir()
    os.symlink("nowhere.csv", folder / "dangling.csv")
    os.symlink("loop.csv", folder / "loop.csv")
    os.symlink("good.csv", folder / "link.csv")
