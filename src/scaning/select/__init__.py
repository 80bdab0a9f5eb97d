"""Choose among scored candidates: quality filter, prompt consistency, then PAMMR in each group.

Every dropped row says why, with the number and the limit; a selection can be decided again under
other rules without scoring again.
"""

from scaning.select.choose import (
    Dropped,
    Kept,
    Kind,
    Miss,
    Scored,
    Selection,
    diversity_of,
    select,
)
from scaning.select.rules import RULES, Column, Limit, Prompt, Rules, rules_of

__all__ = [
    "RULES",
    "Column",
    "Dropped",
    "Kept",
    "Kind",
    "Limit",
    "Miss",
    "Prompt",
    "Rules",
    "Scored",
    "Selection",
    "diversity_of",
    "rules_of",
    "select",
]
