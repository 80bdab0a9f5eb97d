"""What each function and each combination does to problems, beside the configured shares.

    python bench/noise_statistics.py --data DATA

A share is of tokens, of words that may be masked for templatization and of words that are no names
for substitution, as in the tables of combinations. Moved tokens are those outside the longest
common subsequence with the text before. `official` parses again after every function, and is
measured on fewer problems.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from random import Random
from statistics import fmean

from noise_input import SEED, options, problems
from report import report, state

from scaning.noise import NOISERS, Kit
from scaning.noise.combinations import Combination, Table, sampled
from scaning.noise.contract import Mode
from scaning.noise.delete import changeable
from scaning.noise.masks import MASK
from scaning.noise.policy import Policy
from scaning.noise.prepare import prepared
from scaning.noise.protect import protected
from scaning.noise.rows import NoiseRow
from scaning.noise.settings import NoiseSettings
from scaning.noise.substitute import substitutable
from scaning.noise.templates import maskable
from scaning.parse import Text
from scaning.records import Problem

MODES: tuple[Mode, ...] = ("training", "inference")
CHUNK = 200
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


def noised(
    work: Sequence[Problem], policy: Policy, table: Sequence[Combination]
) -> tuple[list[Text], dict[str, list[NoiseRow]]]:
    """The texts as functions get them, and the rows of each combination by itself.

    So few problems are noised at a time that the parser still knows them for the next combination.
    """
    texts: list[Text] = []
    rows: dict[str, list[NoiseRow]] = defaultdict(list)
    for start in range(0, len(work), CHUNK):
        chunk = work[start : start + CHUNK]
        parsed = policy.parser.parse(prepared(problem.question) for problem in chunk)
        texts += [protected(text, whole=policy.kit.rules.whole) for text in parsed]
        for combination in table:
            alone = replace(policy, table=Table((combination,), (combination,)))
            rows[combination.name] += [row for found in alone.noised(chunk) for row in found]
    return texts, rows


def of_combination(
    count: int, rows: Sequence[NoiseRow], combination: Combination
) -> dict[str, object]:
    """How often each function of a combination applied, and with what share on average."""
    shares: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        for done in row.log:
            shares[done.function].append(done.fraction)
    return {
        "rows": round(len(rows) / count, 4),
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
    parser = options(__doc__, limit=2000)
    parser.add_argument("--official-limit", type=int, default=200, help="problems for `official`")
    arguments = parser.parse_args()
    commit, figures = state(), {}
    for preset, limit in (("default", arguments.limit), ("official", arguments.official_limit)):
        work = problems(arguments.data, limit)
        for mode in MODES:
            figures[f"{preset} {mode}"] = found = of_mode(work, preset, mode)
            print(preset, mode, found["functions"], sep="\n  ", flush=True)
    command = "python bench/noise_statistics.py --data DATA"
    n = arguments.limit
    print(report("noise_statistics", figures, command=command, n=n, seed=SEED, commit=commit))


def of_mode(work: Sequence[Problem], preset: str, mode: Mode) -> dict[str, object]:
    """The figures of every function and of every combination of a preset in a mode."""
    policy = NoiseSettings(mode=mode, preset=preset).policy()
    table = policy.table.of(mode)
    texts, rows = noised(work, policy, table)
    counts = Counter(c.name for problem in work for c in _drawn(policy, problem))
    return {
        "problems": len(work),
        "functions": {
            f"{name} {share}": of_function(texts, policy, name, mode, share)
            for name, shares in SHARES.items()
            for share in shares
            if (name, mode) in NOISERS
        },
        "combinations": {
            c.name: {
                "probability": c.probability,
                "drawn": round(counts[c.name] / len(work), 4),
                **of_combination(len(work), rows[c.name], c),
            }
            for c in sorted(table)
        },
    }


def _drawn(policy: Policy, problem: Problem) -> list[Combination]:
    """The combinations that a problem gets first."""
    rng = Random(f"{policy.seed}/{problem.id}")
    return sampled(policy.table.of(policy.mode), rng)[: policy.rows]


if __name__ == "__main__":
    main()
