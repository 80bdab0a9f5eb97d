"""Candidates measured and chosen in blocks: rows in, lines out, for any number of processes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import lru_cache
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Any
from zlib import crc32

from scaning.blocks import Made, line_of, rows_of
from scaning.encoder import EMBEDDED, Encoder, OnnxEncoder, encoder_at
from scaning.evaluate.prompts import has_passive
from scaning.facts import compare_many
from scaning.parse import shared_parser
from scaning.pipeline.sections import PromptsOf, Selection
from scaning.prompts import PLAIN
from scaning.records import Pair, Scores
from scaning.score import score_pairs
from scaning.select import Limit, Rules, Scored, rules_of, select

Cells = Mapping[str, Any]

NOT_OK = "facts do not agree"
LEAST = {"replace": ("bleu_diversity", 0.30), "shuffle": ("wpd", 0.10)}


def score_rows(rows: Sequence[Cells], *, preset: str, encoder: str, every: bool) -> Made:
    """Rows with the verdict of the facts and the scores; without `every` only those that agree."""
    verdicts = list(compare_many((row["original"], row["candidate"]) for row in rows))
    counts: Counter[str] = Counter()
    for verdict in verdicts:
        counts[NOT_OK if not verdict.ok else "facts agree"] += 1
        counts.update({f"facts: {reason.kind}" for reason in verdict.reasons[:1]})
    kept = [
        (row, verdict) for row, verdict in zip(rows, verdicts, strict=True) if every or verdict.ok
    ]
    pairs = [Pair(row["id"], row["original"], row["candidate"], row["prompt"]) for row, _ in kept]
    scores = score_pairs(pairs, preset=preset, encoder=quiet_encoder(encoder))
    lines = [
        line_of({
            **row, "ok": verdict.ok, "solvability": round(verdict.solvability, 4),
            "reasons": [asdict(reason) for reason in verdict.reasons],
            **{name: _rounded(value) for name, value in asdict(found).items()},
        })
        for (row, verdict), found in zip(kept, scores, strict=True)
    ]  # fmt: skip
    return Made(lines, counts)


@lru_cache(maxsize=2)
def quiet_encoder(name: str) -> Encoder:
    """The encoder of a name on one thread: processes that each took all would stand in line."""
    folder = Path(str(files("scaning") / "models" / "encoder")) if name == EMBEDDED else Path(name)
    if (folder / "manifest.json").is_file():
        return OnnxEncoder(folder, threads=1)
    return encoder_at(name)


def groups_of(path: Path, more: Mapping[str, Sequence[Cells]]) -> Iterator[list[Cells]]:
    """The candidates of each problem, which stand together, with more of them by its id."""
    waiting = dict(more)
    for id, rows in groupby(rows_of(path), key=lambda row: str(row["id"])):
        yield [*rows, *waiting.pop(id, ())]
    for rows_left in waiting.values():
        yield list(rows_left)


def more_of(paths: Iterable[str]) -> dict[str, list[Cells]]:
    """The candidates of further files, by the problem's id."""
    from scaning.corpus import PAIR, BadRow, pair_of, read
    from scaning.errors import InputError

    found: dict[str, list[Cells]] = {}
    for path in paths:
        for row in read(path, PAIR):
            if isinstance(row, BadRow):
                raise InputError(f"{path}:{row.line}: {row.why}")
            pair = pair_of(row)
            cells = {"id": pair.id, "original": pair.original, "candidate": pair.candidate,
                     "prompt": pair.prompt or PLAIN}  # fmt: skip
            found.setdefault(pair.id, []).append(cells)
    return found


def rules_for(section: Selection) -> Rules:
    """The rules of a preset with what a recipe changes."""
    rules = rules_of(section.preset)
    changed = {
        name: value
        for name in ("keep", "similarity", "numeracy", "apart", "relevance", "facts")
        if (value := getattr(section, name)) is not None
    }
    if section.diversity is not None:
        changed["varied"] = (Limit("diversity", section.diversity),)
    if not section.consistent:
        changed["prompts"] = {}
    return replace(rules, **changed)


def choose(groups: Sequence[Sequence[Cells]], *, section: Selection) -> Made:
    """The best candidates of each problem, and how many were dropped for what first."""
    rows = [row for group in groups for row in group]
    scored = [_scored(row) for row in rows]
    cells = {id(one): row for one, row in zip(scored, rows, strict=True)}
    selection = select(scored, rules=rules_for(section))
    counts: Counter[str] = Counter({"chosen": len(selection.kept)})
    counts.update(f"dropped: {dropped.misses[0].kind}" for dropped in selection.dropped)
    counts["problems"] = len(groups)
    counts["problems with none"] = len(groups) - len({k.row.pair.id for k in selection.kept})
    return Made([line_of({**cells[id(k.row)], "rank": k.rank}) for k in selection.kept], counts)


def pairs_to_learn(
    rows: Iterable[Cells], prompts: PromptsOf, *, reverse: bool
) -> Iterator[dict[str, Any]]:
    """Chosen candidates with the prompt that the paraphraser is to learn for them."""
    for row in rows:
        prompt = {"noise": str(row["prompt"]), "none": PLAIN}.get(prompts) or prompt_done(row)
        texts = {"original": row["original"], "candidate": row["candidate"]}
        if reverse:
            texts = {"original": row["candidate"], "candidate": row["original"]}
        yield {"id": row["id"], "prompt": prompt, **texts}


def prompt_done(row: Cells) -> str:
    """The prompt for what a candidate does, as measured; "fix" cannot be measured, and stays.

    >>> row = {"original": "Ann has 3 pens.", "candidate": "Ann owns 3 pens.", "wpd": 0.0,
    ...        "bleu_diversity": 0.4, "prompt": "paraphrase fix shuffle : "}
    >>> prompt_done(row)
    'paraphrase fix replace : '
    """
    words = {word for word, (column, least) in LEAST.items() if row[column] >= least}
    words |= {"fix"} & set(str(row["prompt"]).split())
    before, after = shared_parser().parse([row["original"], row["candidate"]])
    passive = has_passive(after) and not has_passive(before)
    return " ".join(["paraphrase", *["passive"] * passive, *sorted(words), ":"]) + " "


def is_held_out(id: str, hundredths: int) -> bool:
    """Whether a problem's pairs judge the training of the paraphraser; the same in every run."""
    return crc32(f"pairs/{id}".encode()) % 100 < hundredths


def _scored(row: Cells) -> Scored:
    scores = Scores(**{name: row[name] for name in Scores.__slots__})
    pair = Pair(row["id"], row["original"], row["candidate"], row["prompt"])
    return Scored(pair, scores, row["ok"])


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 5)
