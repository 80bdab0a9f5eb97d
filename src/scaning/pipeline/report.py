"""The report of a run: one HTML file that needs nothing else, also of a run that is not finished.

What was kept and dropped at each stage and why, the distributions of the scores, samples prompt by
prompt, the curves of the losses, and the tables of the evaluation.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from random import Random
from typing import Any

from scaning.blocks import replace_text, rows_of
from scaning.pipeline.charts import binned, curves, histogram
from scaning.pipeline.folder import Record, read_record
from scaning.pipeline.stages import NAMES
from scaning.seq2seq.progress import read_log
from scaning.watch import clock

FILE = "report.html"
COLUMNS = ("similarity", "diversity", "bleu_diversity", "wpd", "numeracy", "pqi")
SAMPLES = 4  # of each prompt
SEED = 3407
STYLE = """
:root { color-scheme: light dark; --line: #8884; --soft: #8882; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2, h3 { line-height: 1.2; } h2 { margin-top: 2.5rem; }
table { border-collapse: collapse; font-size: .9rem; }
td, th { padding: .25rem .7rem; border-bottom: 1px solid var(--line); text-align: left;
  vertical-align: top; }
td.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.wide { overflow-x: auto; }
.charts { display: flex; flex-wrap: wrap; gap: 1rem; } .charts svg { width: 20rem; height: auto; }
svg .title { font-weight: 600; font-size: 12px; } svg text { fill: currentColor; font-size: 11px; }
svg .small { font-size: 10px; } svg .axis { stroke: currentColor; fill: none; opacity: .5; }
.bar { background: #0072b2; height: .6rem; display: inline-block; border-radius: 2px; }
details { margin: .3rem 0; } .was { opacity: .7; } .pair { margin: .5rem 0 1rem; }
.scores { font-size: .8rem; opacity: .75; }
"""


def write_report(root: Path, name: str) -> Path:
    """Write what there is to say about a run; gives the file."""
    records = {stage: record for stage in NAMES if (record := read_record(root / stage))}
    parts = [
        f"<h1>{escape(name)}</h1>",
        "<h2>Stages</h2>",
        *stages_of(records),
        *_if("Scores", scores_of(root)),
        *_if("Samples, prompt by prompt", samples_of(root)),
        *_if("Trainings", losses_of(root)),
        *_if("Evaluation", tables_of(root)),
    ]
    page = (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(name)}</title><style>{STYLE}</style><body>" + "\n".join(parts) + "</body>"
    )
    root.mkdir(parents=True, exist_ok=True)
    replace_text(root / FILE, page + "</html>\n")
    return root / FILE


def stages_of(records: Mapping[str, Record]) -> Iterator[str]:
    """What each stage took, kept and dropped."""
    yield '<div class="wide"><table>'
    for stage in NAMES:
        record = records.get(stage)
        state = "not begun" if not record else clock(record.seconds) if record.done else "begun"
        yield f'<tr><th>{stage.replace("_", " ")}</th><th colspan="3">{state}</th></tr>'
        for output, counts in (record.counts if record else {}).items():
            most = max(counts.values(), default=0) or 1
            for reason, count in counts.items():
                width = round(100 * count / most)
                yield (
                    f'<tr><td></td><td>{escape(output)}: {escape(reason)}</td><td class="n">'
                    f'{count:,}</td><td><span class="bar" style="width:{width / 10:.1f}rem">'
                    "</span></td></tr>"
                )
    yield "</table></div>"


@dataclass(slots=True)
class Spread:
    """The values of one score: of all candidates, and of those that were chosen."""

    measured: list[float] = field(default_factory=list)
    chosen: list[float] = field(default_factory=list)


def scores_of(root: Path) -> Iterator[str]:
    """A histogram of each score, of all candidates and of the chosen ones."""
    spreads = {column: Spread() for column in COLUMNS}
    files = (("measured", root / "scores" / "scored.jsonl"),
             ("chosen", root / "selection" / "selected.jsonl"))  # fmt: skip
    for kind, path in files:
        for row in rows_of(path) if path.exists() else ():
            for column, spread in spreads.items():
                if row[column] is not None:
                    getattr(spread, kind).append(row[column])
    if not any(spread.measured for spread in spreads.values()):
        return
    yield '<div class="charts">'
    for column, spread in spreads.items():
        series = {
            f"{name} {len(values):,}": binned(values, 0, 1)
            for name, values in (("all", spread.measured), ("chosen", spread.chosen))
            if values
        }
        if series:
            yield histogram(column, series, 0, 1)
    yield "</div>"


def samples_of(root: Path) -> Iterator[str]:
    """Some chosen candidates of each prompt, drawn at random."""
    path = root / "selection" / "selected.jsonl"
    by_prompt: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    seen: defaultdict[str, int] = defaultdict(int)
    rng = Random(SEED)
    for row in rows_of(path) if path.exists() else ():
        prompt = str(row["prompt"])
        seen[prompt] += 1
        kept = by_prompt[prompt]
        if len(kept) < SAMPLES:
            kept.append(row)
        elif (place := rng.randrange(seen[prompt])) < SAMPLES:
            kept[place] = row
    for prompt in sorted(by_prompt, key=lambda prompt: -seen[prompt]):
        yield f"<details open><summary>{escape(prompt)} {seen[prompt]:,} chosen</summary>"
        yield from map(_sample, by_prompt[prompt])
        yield "</details>"


def _sample(row: Mapping[str, Any]) -> str:
    figures = ", ".join(
        f"{column} {row[column]:.2f}" for column in COLUMNS if row[column] is not None
    )
    return (
        f'<div class="pair"><div class="was">{escape(row["original"])}</div>'
        f'<div>{escape(row["candidate"])}</div><div class="scores">{escape(str(row["id"]))}: '
        f"{figures}</div></div>"
    )


def losses_of(root: Path) -> Iterator[str]:
    """The curves of both trainings."""
    found: list[str] = []
    for stage in ("denoiser", "paraphraser"):
        records = read_log(root / stage)
        names = {"loss": "a token, learnt", "eval_loss_per_word": "a word, held out"}
        series = {
            label: [(row["step"], row[name]) for row in records if name in row]
            for name, label in names.items()
        }
        found.append(curves(f"{stage}: loss", {k: v for k, v in series.items() if v}))
        rate = [(row["step"], row["eval_score"]) for row in records if "eval_score" in row]
        found.append(curves(f"{stage}: score of what is written", {"held out": rate}))
    if any(found):
        yield f'<div class="charts">{"".join(found)}</div>'


def tables_of(root: Path) -> Iterator[str]:
    """The tables of the evaluation, the paper's rows beside ours."""
    from scaning.evaluate import published
    from scaning.evaluate.figures import read_results
    from scaning.evaluate.tables import table

    path = root / "evaluation" / "results.jsonl"
    if not path.exists():
        return
    rows = read_results(path)
    datasets = list(dict.fromkeys(row.dataset for row in rows))
    for dataset in datasets:
        header, body = table([*published([dataset]), *rows], dataset)
        head = "".join(f"<th>{escape(cell)}</th>" for cell in header)
        below = "".join(
            "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in line) + "</tr>" for line in body
        )
        yield f"<h3>{escape(dataset)}</h3>"
        yield f'<div class="wide"><table><tr>{head}</tr>{below}</table></div>'


def _if(title: str, parts: Iterator[str]) -> list[str]:
    """A part with its heading, or nothing where there is nothing to say."""
    found = list(parts)
    return [f"<h2>{escape(title)}</h2>", *found] if found else []
