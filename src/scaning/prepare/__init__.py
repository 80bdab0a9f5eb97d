"""Make a corpus: mend, case, filter, de-duplicate and divide collections of problems."""

from scaning.prepare.casing import Casing
from scaning.prepare.duplicates import Seen
from scaning.prepare.mend import mended
from scaning.prepare.spacing import detokenised
from scaning.prepare.stage import SPLITS, Report, Shares, prepared, split_of
from scaning.prepare.usable import unusable

__all__ = [
    "SPLITS",
    "Casing",
    "Report",
    "Seen",
    "Shares",
    "detokenised",
    "mended",
    "prepared",
    "split_of",
    "unusable",
]
