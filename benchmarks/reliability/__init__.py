"""Programs behind the promises of docs/reliability.md; `run.py` beside this file runs them."""
