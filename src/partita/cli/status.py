"""Exit statuses of the command line."""

DONE, FAILED, WRONG = 0, 1, 2
FAULT = 70  # EX_SOFTWARE of sysexits
