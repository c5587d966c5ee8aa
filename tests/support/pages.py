"""Reports as text, as `Comparison.report` and `Sweep.report` write them to a file."""

from partita.comparison import Comparison
from partita.comparison.report_data import report_data
from partita.report import page as pages


def page(subject, **options):
    """The report of a comparison or of a sweep."""
    found = report_data(subject) if isinstance(subject, Comparison) else subject
    return pages.page(found, **options)
