"""What each function and each combination does to problems, beside the configured shares.

    python bench/noise_statistics.py --data DATA

A share is of tokens, of words that may be masked for templatization and of words that are no names
for substitution, as in the tables of combinations. Moved tokens are those outside the longest
common subsequence with the text before.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from random import Random
from statistics import fmean

from noise_input import SEED, options, problems
from report import report

from scaning.noise import NOISERS, Kit
from scaning.noise.combinations import Combination, Table, sampled
from scaning.noise.contract import Mode
from scaning.noise.delete import changeable
from scaning.noise.masks import MASK
from scaning.noise.policy import Policy
from scaning.noise.prepare import prepared
from scaning.noise.protect import protected
from scaning.noise.settings import NoiseSettings
from scaning.noise.substitute import substitutable
from scaning.noise.templates import maskable
from scaning.parse import Text
from scaning.records import Problem

MODES: tuple[Mode, ...] = ("training", "inference")
# A share of each function that the tables use in about its middle.
SHARES = {
    "sentence_permutation": (0.25, 0.95), "random_shuffling": (0.20,), "complete_shuffling": (1.0,),
    "phrase_shuffling": (0.95,), "permute_shuffle": (0.95,), "templatization": (0.40,),
    "synonym_substitution": (0.40,), "random_deletion": (0.20,), "word_insertion": (0.20,),
    "same_sentence": (1.0,),
}  # fmt: skip


def words(text: Text) -> list[str]:
    """The tokens in lower case."""
    return [token.lower for token in text.tokens]


def moved(before: Text, after: Text) -> float:
    """The share of tokens that left the order they stood in."""
    a, b = words(before), words(after)
    kept = sum(block.size for block in SequenceMatcher(None, a, b, False).get_matching_blocks())
    return 1 - kept / len(a)


def turned(before: Text, after: Text) -> float:
    """The share of sentences that read otherwise than before."""
    a = [before.tokens[slice(*s)] for s in before.sents]
    b = [after.tokens[slice(*s)] for s in after.sents]
    return sum(
        [t.lower for t in x] != [t.lower for t in y] for x, y in zip(a, b, strict=True)
    ) / len(a)


def missing(a: Text, b: Text, base: int) -> float:
    """The words that `a` has more often than `b`, as a share of `base`."""
    return (Counter(words(a)) - Counter(words(b))).total() / base if base else 0.0


def measures(kit: Kit, function: str) -> Callable[[Text, Text], dict[str, float]]:
    """What is counted of a function: the share of what it is a share of."""

    def measure(before: Text, after: Text) -> dict[str, float]:
        match function:
            case "sentence_permutation" | "phrase_shuffling" | "permute_shuffle":
                return {"sentences": turned(before, after), "moved": moved(before, after)}
            case "templatization":
                found = maskable(before, changeable(before, kit.rules, kit.rules.mask_tail))
                masked = sum(bool(MASK.match(token.text)) for token in after.tokens)
                return {"masked": masked / max(len(found), 1), "of_tokens": masked / len(before)}
            case "synonym_substitution":
                pool = len(substitutable(before))
                return {"replaced": missing(before, after, pool)}
            case "random_deletion":
                return {"deleted": missing(before, after, len(before))}
            case "word_insertion":
                return {"inserted": missing(after, before, len(before))}
            case _:
                return {"moved": moved(before, after)}

    return measure


def of_function(
    texts: Sequence[Text], policy: Policy, function: str, mode: Mode, share: float
) -> dict[str, float]:
    """How often a function applies, and what it changes on average where it does."""
    noise = NOISERS[function, mode](share, policy.kit)
    measure = measures(policy.kit, function)
    found: dict[str, list[float]] = defaultdict(list)
    for n, text in enumerate(texts):
        after = noise(text, Random(f"{SEED}/{n}"))
        found["applied"].append(after is not None)
        if after is not None:
            for name, value in measure(text, after).items():
                found[name].append(value)
    return {"share": share, **{name: round(fmean(values), 4) for name, values in found.items()}}


def of_combination(
    work: Sequence[Problem], policy: Policy, combination: Combination
) -> dict[str, object]:
    """How often each function of a combination applied, and with what share on average."""
    alone = Table((combination,), (combination,))
    rows = [row for found in replace(policy, table=alone).noised(work) for row in found]
    shares: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        for done in row.log:
            shares[done.function].append(done.fraction)
    return {
        "rows": round(len(rows) / len(work), 4),
        "functions": [
            {
                "function": step.function,
                "share": step.share,
                "mean": round(fmean(shares[step.function] or [0.0]), 4),
                "applied": round(len(shares[step.function]) / len(rows), 4),
            }
            for step in combination.steps
        ],
        "moved": round(fmean(_moved_words(row.original, row.source) for row in rows), 4),
        "masks": round(fmean(len(MASK.findall(row.source)) for row in rows), 2),
        "prompt": rows[0].paraphraser_prompt(),
        "example": rows[0].source,
    }


def _moved_words(before: str, after: str) -> float:
    a, b = before.lower().split(), after.lower().split()
    blocks = SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks()
    return 1 - sum(block.size for block in blocks) / max(len(a), 1)


def main() -> None:
    """Measure both presets in both modes, print and record."""
    arguments = options(__doc__, limit=2000).parse_args()
    work = problems(arguments.data, arguments.limit)
    figures: dict[str, object] = {}
    for preset in ("default", "official"):
        for mode in MODES:
            policy = NoiseSettings(mode=mode, preset=preset).policy()
            parsed = policy.parser.parse(prepared(problem.question) for problem in work)
            texts = [protected(text, whole=policy.kit.rules.whole) for text in parsed]
            functions = {
                f"{name} {share}": of_function(texts, policy, name, mode, share)
                for name, shares in SHARES.items()
                for share in shares
                if (name, mode) in NOISERS
            }
            table = policy.table.of(mode)
            counts = Counter(c.name for p in work for c in _drawn(policy, p))
            figures[f"{preset} {mode}"] = {
                "functions": functions,
                "combinations": {
                    c.name: {
                        "probability": c.probability,
                        "drawn": round(counts[c.name] / len(work), 4),
                        **of_combination(work, policy, c),
                    }
                    for c in sorted(table)
                },
            }
            print(preset, mode, *map(str, functions.items()), sep="\n  ")
    command = "python bench/noise_statistics.py --data DATA"
    print(report("noise_statistics", figures, command=command, n=len(work), seed=SEED))


def _drawn(policy: Policy, problem: Problem) -> list[Combination]:
    """The combinations that a problem gets first."""
    rng = Random(f"{policy.seed}/{problem.id}")
    return sampled(policy.table.of(policy.mode), rng)[: policy.rows]


if __name__ == "__main__":
    main()
