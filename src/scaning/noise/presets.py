"""Three ways to noise: as the paper says, as its code does, and as we do.

All three use the fractions and probabilities of the published tables. What `paper` and `official`
repeat of the published behaviour is in their `Rules`, and only there: rotation at any preposition
(`official` counts conjunctions among them), verbs exchanged without regard to what depends on
them, noun and verb phrases exchanged only as a last resort, random shuffling where no phrase can
be moved, tails of four and five tokens, quantities that may be torn, a share of attempts rather
than of words for synonyms, the arithmetic mean of probabilities, and parsing noised text again.

Faults are not repeated: units matched inside words, a preposition rotated to the end, synonyms put
in unasked forms or in protected places, amounts and antonyms inserted, masked words left in sight.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar

from scaning.errors import unknown_name
from scaning.noise.contract import Mode, Rules

T = TypeVar("T")


class ByMode(NamedTuple, Generic[T]):
    """A value for each mode."""

    training: T
    inference: T

    def of(self, mode: Mode) -> T:
        """The value for a mode."""
        return self.training if mode == "training" else self.inference


ROWS = ByMode(training=2, inference=4)
JITTER = ByMode(training=0.10, inference=0.02)


@dataclass(frozen=True, slots=True)
class Preset:
    """A named way to noise; shares are of problems' rows in training, of problems in inference."""

    rules: Rules
    passive: float
    # Parse again after every function, as the published code does.
    reparse: bool
    # Reject inference noise that changed a quantity, a unit or an unknown.
    verify: bool
    # The share of windows that is shuffled where no phrase of a text can be moved; 0 for none.
    shuffle_instead: float = 0.0
    table: str = "v10"
    rows: ByMode[int] = ROWS
    # A share is drawn anew for each row, at most so far from the table's.
    jitter: ByMode[float] = JITTER


_PUBLISHED = Rules(
    whole=False,
    until_reached=False,
    mask_tail=5,
    prepositions=frozenset({"ADP"}),
    whole_phrases=False,
)
PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        "default": Preset(Rules(), passive=0.2, reparse=False, verify=True),
        "paper": Preset(_PUBLISHED, passive=0.2, reparse=False, verify=False),
        "official": Preset(
            Rules(
                whole=False,
                until_reached=False,
                mask_tail=5,
                whole_phrases=False,
                official_shuffle=True,
                mean="arithmetic",
                first_token=False,
            ),
            passive=0.3,
            reparse=True,
            verify=False,
            shuffle_instead=0.3,
        ),
    }
)


def preset(name: str) -> Preset:
    """The preset of a name."""
    if name not in PRESETS:
        raise unknown_name("preset", name, PRESETS)
    return PRESETS[name]
