"""All measures, one module per family; importing this package fills the registry.

The other modules say what a measure is: `measure` and `evaluated` with `formula`, `claims` and
`names`; `declared` for measures of soft clusterings, covers and hierarchies; `chosen` for a measure
with its options.
"""

from types import ModuleType as _Module
from typing import TYPE_CHECKING

# Measures are displayed in the order of registration: the best known families come first.
# isort: off
from .information import *
from .information_distances import *
from .information_shares import *
from .reduced_information import *
from .pairs import *
from .pair_disagreements import *
from .pair_retrieval import *
from .pair_indices import *
from .pair_association import *
from .against_chance import *
from .association import *
from .overlap import *
from .b_cubed import *
from .elements import *
from .purities import *
from .best_matches import *
from .gini import *
from .matching import *
from .coreference import *
from .entity_resolution import *
from .coding import *

# isort: on
from .measure import MEASURES

if not TYPE_CHECKING:
    __all__ = list(MEASURES)
    _public = {*MEASURES, "MEASURES"}
    for _name, _value in [*globals().items()]:  # star imports also bring names of other modules
        if not (_name[0] == "_" or _name in _public or isinstance(_value, _Module)):
            del globals()[_name]

    def __dir__() -> list[str]:
        return sorted(__all__)
