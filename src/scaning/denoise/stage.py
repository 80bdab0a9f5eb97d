"""The stages around a model, in blocks: rows to learn from, questions to ask, candidates.

A question is a row that holds everything that a model has to be told, so that a machine without a
parser can answer it: `ask` and `prompt` + `text` with `slots`, beside what the candidate is to say
of itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from scaning.blocks import Made, Watch, line_of, rows_of, through
from scaning.denoise.rows import Learnt, Unfit, asked, learnt
from scaning.parse import shared_parser
from scaning.prompts import TEST_PROMPTS, paraphraser_prompt
from scaning.seq2seq.slots import Slot, slots_of

Cells = Mapping[str, Any]

KEPT = "kept"
# What a candidate carries along of its noise.
_ABOUT = ("log", "passive")


def learn(
    rows: Iterable[Cells], output: Path, *, workers: int = 1, watch: Watch | None = None
) -> Counter[str]:
    """Rows with prompt, source and target, as `scaning noise` writes them, in slots.

    What cannot be had in slots is left out and counted by its reason.
    """
    return through(rows, learning, output, settings="learn", workers=workers, watch=watch)


def ask(
    rows: Iterable[Cells],
    output: Path,
    *,
    prompts: Sequence[str] = TEST_PROMPTS,
    workers: int = 1,
    watch: Watch | None = None,
) -> Counter[str]:
    """Questions for a model: of noised rows one each, of problems one for each prompt."""
    work, settings = partial(asking, prompts=tuple(prompts)), ["ask", *prompts]
    return through(rows, work, output, settings=settings, workers=workers, watch=watch)


def learning(rows: Sequence[Cells]) -> Made:
    """Rows to learn from, and how many were left out for what."""
    slots = _slots_of(str(row["target"]) for row in rows)
    return _learning((row, slots[str(row["target"])]) for row in rows)


def paraphrasing(rows: Sequence[Cells]) -> Made:
    """The same of chosen pairs: the original is read, and its paraphrase is to be written."""
    slots = _slots_of(str(row["original"]) for row in rows)
    return _learning(
        (
            {"id": row["id"], "prompt": row["prompt"], "source": row["original"],
             "target": row["candidate"]},
            slots[str(row["original"])],
        )
        for row in rows
    )  # fmt: skip


def asking(rows: Sequence[Cells], *, prompts: Sequence[str] = TEST_PROMPTS) -> Made:
    """Questions as lines, and how many rows were left out for what."""
    lines: list[str] = []
    counts: Counter[str] = Counter()
    slots = _slots_of(_original(row) for row in rows if not is_question(row))
    for row in rows:
        if is_question(row):
            counts[KEPT] += 1
            lines.append(line_of(row))
            continue
        original = _original(row)
        read = asked(slots[original], str(row.get("source") or original))
        if isinstance(read, Unfit):
            counts[read.reason] += 1
            continue
        counts[KEPT] += 1
        keep = [[slot.value, slot.least, slot.most] for slot in read.slots]
        for ask, prompt in _prompts(row, prompts):
            lines.append(line_of({
                "id": row["id"], "original": original, "ask": ask, "prompt": prompt,
                "text": read.text, "slots": keep,
                **{name: row[name] for name in _ABOUT if name in row},
            }))  # fmt: skip
    return Made(lines, counts)


def is_question(row: Cells) -> bool:
    """Is a row what `asking` makes?"""
    return "ask" in row and "text" in row and "slots" in row


def _prompts(row: Cells, prompts: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What the model is asked with, and what the candidate's prompt is called.

    The denoiser's own prompt says nothing of the noise; what the paraphraser is to learn does.
    """
    if "source" in row:
        functions = (done["function"] for done in row.get("log", ()))
        yield str(row["prompt"]), paraphraser_prompt(functions, passive=bool(row.get("passive")))
    else:
        for prompt in prompts:
            yield prompt, prompt


def _original(row: Cells) -> str:
    return str(row["original"] if "original" in row else row["question"])


def _slots_of(texts: Iterable[str]) -> dict[str, tuple[Slot, ...]]:
    """The slots of each text; all are parsed together."""
    distinct = list(dict.fromkeys(texts))
    parsed = shared_parser().parse(distinct)
    return {text: slots_of(read) for text, read in zip(distinct, parsed, strict=True)}


def _learning(rows: Iterable[tuple[Cells, Sequence[Slot]]]) -> Made:
    lines: list[str] = []
    counts: Counter[str] = Counter()
    for row, slots in rows:
        found: Learnt | Unfit = learnt(slots, str(row["source"]), str(row["target"]))
        if isinstance(found, Unfit):
            counts[found.reason] += 1
            continue
        counts[KEPT] += 1
        lines.append(line_of({
            "id": row["id"], "prompt": row["prompt"],
            "source": found.source, "target": found.target,
        }))  # fmt: skip
    return Made(lines, counts)


__all__ = ["KEPT", "Cells", "ask", "asking", "learn", "learning", "paraphrasing", "rows_of"]
