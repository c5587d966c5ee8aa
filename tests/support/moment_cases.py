"""The same dates, times and instants in every kind of container."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import numpy as np

# Two labels of three objects each; the prediction separates them, so the adjusted Rand index is 1.
NOON, NIGHT = dt.datetime(2024, 2, 29, 12), dt.datetime(2024, 6, 1)
BERLIN = ZoneInfo("Europe/Berlin")
LABELS = {
    "date": [NOON.date(), NIGHT.date()],
    "datetime": [NOON, NIGHT],
    "instant": [NOON.replace(tzinfo=dt.UTC), NIGHT.replace(tzinfo=dt.UTC)],
}
ORDER = [0, 1, 0, 0, 1, 1]
CLUSTERS = ["p", "q", "p", "p", "q", "q"]


def labels(kind: str) -> list:
    """The label of each object."""
    return [LABELS[kind][place] for place in ORDER]


def in_memory() -> dict[str, dict[str, object]]:
    """Columns of labels by kind and source."""
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    plain = {kind: labels(kind) for kind in LABELS}
    zoned = plain["instant"]
    abroad = [one.astimezone(BERLIN) for one in zoned]
    found: dict[str, dict[str, object]] = {kind: {"list": plain[kind]} for kind in LABELS}
    found["date"] |= {
        "numpy days": np.array(plain["date"], "M8[D]"),
        "objects of pandas": pd.Series(plain["date"]),
        "date32": pa.array(plain["date"], pa.date32()),
        "date64": pa.array(plain["date"], pa.date64()),
        "ArrowDtype": pd.Series(plain["date"], dtype=pd.ArrowDtype(pa.date64())),
        "polars": pl.Series(plain["date"]),
    }
    for unit in ("s", "ms", "us", "ns"):
        naive = pa.array(plain["datetime"], pa.timestamp(unit))
        found["datetime"] |= {
            f"numpy {unit}": np.array(plain["datetime"], f"M8[{unit}]"),
            f"pandas {unit}": pd.Series(np.array(plain["datetime"], f"M8[{unit}]")),
            f"arrow {unit}": naive,
        }
        found["instant"] |= {
            f"pandas {unit}": pd.Series(zoned).dt.as_unit(unit),
            f"pandas abroad {unit}": pd.Series(zoned).dt.tz_convert("Asia/Tokyo").dt.as_unit(unit),
            f"arrow {unit}": pa.array(zoned, pa.timestamp(unit, "UTC")),
            f"arrow abroad {unit}": pa.array(zoned, pa.timestamp(unit, "America/New_York")),
        }
    for unit in ("ms", "us", "ns"):
        found["datetime"][f"polars {unit}"] = pl.Series(plain["datetime"], dtype=pl.Datetime(unit))
        found["instant"][f"polars {unit}"] = pl.Series(zoned, dtype=pl.Datetime(unit, "UTC"))
    found["datetime"]["timestamps"] = [pd.Timestamp(one) for one in plain["datetime"]]
    found["instant"] |= {
        "list abroad": abroad,
        "timestamps": [pd.Timestamp(one) for one in abroad],
        "categorical": pd.Series(zoned).astype("category"),
        "dictionary": pa.array(zoned, pa.timestamp("us", "UTC")).dictionary_encode(),
        "ArrowDtype": pd.Series(zoned, dtype=pd.ArrowDtype(pa.timestamp("us", "UTC"))),
        "polars abroad": pl.Series(zoned).dt.convert_time_zone("Asia/Tokyo"),
    }
    return found
