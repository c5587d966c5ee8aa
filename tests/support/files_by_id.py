"""Two small files to be joined by an id."""

TWO = ("id,t\n1,a\n2,b\n3,b\n", "id,p\n3,1\n1,0\n2,1\n")


def two(tmp_path, truth, prediction):
    """Write both files and return their paths."""
    (tmp_path / "t.csv").write_text(truth)
    (tmp_path / "p.csv").write_text(prediction)
    return tmp_path / "t.csv", tmp_path / "p.csv"
