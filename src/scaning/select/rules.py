"""What a candidate must reach, in three sets: the paper's, its code's and ours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias

from scaning.errors import unknown_name
from scaning.score.presets import PRESETS, Preset

Column: TypeAlias = Literal["similarity", "bleu_diversity", "wpd", "diversity", "numeracy"]
Prompt: TypeAlias = Literal["replace", "shuffle", "fix"]


@dataclass(frozen=True, slots=True)
class Limit:
    """The least value of a column."""

    column: Column
    least: float


@dataclass(frozen=True, slots=True)
class Rules:
    """What a candidate must reach, and how the best of a group are picked.

    `varied` holds if any of its limits holds. `prompts` asks the diversity that a prompt promises;
    no published rule tests "passive". `relevance` is PAMMR's λ, `keep` its k, `apart` the least
    diversity between two kept candidates.
    """

    preset: Preset
    similarity: float
    numeracy: float
    varied: tuple[Limit, ...]
    prompts: Mapping[Prompt, Limit]
    strict: bool = False
    """A value must be above its limit, not only at it; the limits of prompts are never strict."""
    facts: bool = False
    """Drop the rows whose facts were compared and found not to agree."""
    apart: float = 0.0
    relevance: float = 0.65
    keep: int = 2


# The published code knows more words for the same three prompts.
PROMPT_WORDS: Mapping[Prompt, tuple[str, ...]] = MappingProxyType({
    "replace": ("replace", "substitute", "template"),
    "shuffle": ("shuffle", "shuffling", "permute"),
    "fix": ("fix", "simplify"),
})  # fmt: skip

RULES: Mapping[str, Rules] = MappingProxyType({
    # Section "Parameters" of the paper's appendix.
    "paper": Rules(
        PRESETS["paper"],
        similarity=0.90,
        numeracy=0.60,
        varied=(Limit("diversity", 0.15),),
        prompts=MappingProxyType({
            "shuffle": Limit("wpd", 0.10),
            "replace": Limit("bleu_diversity", 0.30),
            "fix": Limit("diversity", 0.25),
        }),
        strict=True,
    ),
    # The published command: cosine 0.9, which is σ 0.95; BLEU 0.2, WPD 0.15 or δ 0.2; and for
    # prompts these three less 0.05, 0.10 and 0.10.
    "official": Rules(
        PRESETS["official"],
        similarity=0.95,
        numeracy=0.60,
        varied=(Limit("bleu_diversity", 0.20), Limit("wpd", 0.15), Limit("diversity", 0.20)),
        prompts=MappingProxyType({
            "shuffle": Limit("wpd", 0.05),
            "replace": Limit("bleu_diversity", 0.15),
            "fix": Limit("diversity", 0.10),
        }),
    ),
    # On the 440 judged pairs of ParaQD's AQuA set, among those whose numbers all agree, σ 0.94 of
    # the shipped encoder keeps 126 of 134 valid candidates and drops 42 of 134 invalid ones (0.90
    # keeps 129 and drops 24); asking for every number, not for 0.6, drops 6 invalid ones more and
    # no valid one. Diversity and prompts are the paper's: behind a diversity of 0.15 the code's
    # limit for "fix" cannot fail. Below 0.10 two candidates differ in a word or two: so do 97% of
    # 300 problems with one word replaced, 82% with two.
    "default": Rules(
        PRESETS["default"],
        similarity=0.94,
        numeracy=1.0,
        varied=(Limit("diversity", 0.15),),
        prompts=MappingProxyType({
            "shuffle": Limit("wpd", 0.10),
            "replace": Limit("bleu_diversity", 0.30),
            "fix": Limit("diversity", 0.25),
        }),
        facts=True,
        apart=0.10,
    ),
})  # fmt: skip


def rules_of(rules: str | Rules) -> Rules:
    """The rules of a name; rules that you made yourself are returned as they are."""
    if isinstance(rules, Rules):
        return rules
    if rules not in RULES:
        raise unknown_name("preset", rules, RULES)
    return RULES[rules]
