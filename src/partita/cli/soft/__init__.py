"""`partita soft`: compare a soft clustering, in columns of numbers, with a truth of any kind."""

from .command import options as options
from .command import run as run
