"""The tools of the benchmarks: timing, data, judging, writing."""
