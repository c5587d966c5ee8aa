"""Programs that measure the promises of docs/reliability.md; `run.py` runs them."""
