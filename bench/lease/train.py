"""Trains denoiser and paraphraser in the minutes of a lent accelerator; one model does both.

    python bench/lease/train.py FOLDER OUT --seconds 285 [--scorer FOLDER]

FOLDER is what `pack.py` wrote. First the denoiser learns (half of the time). Then it writes
candidates for noised problems that it has not seen; the scorer, if there is one, and the words
choose among them; and the same weights go on to learn to paraphrase, with a share of the noised
rows so that the denoiser is not forgotten. OUT gets the weights in eight bits, as an export has
them, in parts; `log.jsonl`; and what was chosen. Needs torch, transformers and tokenizers.
"""

from __future__ import annotations

import argparse
import json
import lzma
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from copy import deepcopy
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import median
from threading import Thread
from typing import Any

import torch
from choose import Draft, chosen, kept_slots
from learn import encoded, learn, loss_of
from sample import banned, sampled
from weights import TIED, pack, unpack

from scaning.seq2seq.batches import Collator
from scaning.seq2seq.slots import MAX_SLOTS, SLOT, Slot, fill, slot
from scaning.seq2seq.tokens import Tokens

SEED = 3407
DENOISE, WRITE = 0.54, 0.17  # shares of the time; the rest is for the paraphraser
LEAST = 10.0
SAMPLES = 3
SURE = 0.5
KEPT_NOISE = 0.3  # of the rows that the paraphraser learns from
TOKENS = 64_000 if torch.cuda.is_available() else 1500
PART = 14_500_000
LONGEST = 200
SHOWN = 3000  # of the chosen pairs that come back to be read

Lines = list[Any]


class Lease:
    """The folder, the clock, the log and the model."""

    def __init__(self, folder: Path, out: Path, seconds: float) -> None:
        self.start = time.monotonic()
        self.folder, self.out, self.seconds = folder, out, seconds
        out.mkdir(parents=True, exist_ok=True)
        self.tokens = Tokens.load(folder)
        self.slots = [int(self.tokens.id_of(slot(n)) or 0) for n in range(1, MAX_SLOTS + 1)]
        self.collator = Collator(self.tokens.pad, self.tokens.start, 8)
        self.model = _model(folder)
        self._saving: list[Thread] = []
        self.say({"part": "loaded"})

    def say(self, record: dict[str, Any]) -> None:
        """A line of the log."""
        record["at"] = round(time.monotonic() - self.start, 1)
        with (self.out / "log.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps(record) + "\n")
        print(json.dumps(record), flush=True)

    def left(self) -> float:
        """The seconds that are left."""
        return self.seconds - (time.monotonic() - self.start)

    def ids(self, rows: Sequence[Sequence[str]]) -> list[tuple[list[int], list[int]]]:
        """Rows of prompt, source and target as numbers, without those that are too long."""
        sources = self.tokens.encode_all(row[0] + row[1] for row in rows)
        targets = self.tokens.encode_all(row[2] for row in rows)
        return [
            (source, target)
            for source, target in zip(sources, targets, strict=True)
            if len(source) <= LONGEST and len(target) <= LONGEST
        ]

    def save(self) -> None:
        """Write the weights in eight bits, in parts, beside what goes on."""
        self.wait()
        first: dict[int, str] = {}  # what is tied travels once
        for name, weights in self.model.state_dict().items():
            if "embed_positions" not in name:
                first.setdefault(weights.data_ptr(), name)
        found = self.model.state_dict()
        state = {name: found[name].detach().float().cpu().numpy() for name in first.values()}
        self._saving.append(Thread(target=self._write, args=(state,)))
        self._saving[-1].start()

    def _write(self, state: dict[str, Any]) -> None:
        data = pack(state)
        for n, at in enumerate(range(0, len(data), PART)):
            (self.out / f"weights.{n}").write_bytes(data[at : at + PART])
        self.say({"part": "saved", "bytes": len(data)})

    def wait(self) -> None:
        """Until all weights are written."""
        for thread in self._saving:
            thread.join()


def main() -> None:
    """The whole lease."""
    args = _arguments()
    # Forked before anything is on the card, and before the tokenizer has threads.
    pool = ProcessPoolExecutor(args.processes, get_context("fork"))
    pool.submit(abs, 1).result()
    lease = Lease(args.folder, args.out, args.seconds)
    noised = lease.ids(_lines(args.folder / "rows.xz"))
    held = encoded(lease.ids(_lines(args.folder / "held.xz")))
    questions = _lines(args.folder / "questions.xz")
    lease.say({"part": "read", "rows": len(noised), "questions": len(questions)})
    budget = lease.left()
    learn(
        lease.model, encoded(noised), lease.collator, seconds=DENOISE * budget, rate=args.rate,
        tokens=TOKENS, seed=SEED, say=lease.say, name="denoiser",
    )  # fmt: skip
    held_out = partial(loss_of, lease.model, held, lease.collator, tokens=TOKENS)
    lease.save()  # should the lease end early
    lease.say({"part": "denoiser", "held out": held_out()})
    pairs = _written(lease, questions, pool, args.scorer, WRITE * budget)
    by_rules = _lines(args.folder / "pairs.xz")
    lease.say({"part": "pairs", "written": len(pairs), "by rules": len(by_rules)})
    rows = lease.ids([*pairs, *by_rules])
    share = int(len(rows) * KEPT_NOISE / (1 - KEPT_NOISE))
    rows += Random(SEED).sample(noised, min(share, len(noised)))
    learn(
        lease.model, encoded(rows), lease.collator,
        seconds=max(LEAST, lease.left() - args.spare), rate=args.rate / 2,
        tokens=TOKENS, seed=SEED + 1, say=lease.say, name="paraphraser",
    )  # fmt: skip
    lease.save()
    some = Random(SEED).sample(pairs, min(len(pairs), SHOWN))
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in some)
    (args.out / "pairs.xz").write_bytes(lzma.compress(text.encode(), preset=2))
    lease.wait()
    lease.say({"part": "denoiser at the end", "held out": held_out()})


def _written(
    lease: Lease, questions: Lines, pool: ProcessPoolExecutor, scorer: Path | None, seconds: float
) -> list[tuple[str, str, str]]:
    """Prompt, original and text in slots of what was chosen."""
    asked = [(at, n) for at, question in enumerate(questions) for n in range(len(question[4]))]
    sources = lease.tokens.encode_all(
        questions[at][4][n][0] + questions[at][4][n][2] for at, n in asked
    )
    half = torch.bfloat16 if torch.cuda.is_available() else torch.float32
    model = deepcopy(lease.model).to(half).eval()
    found = sampled(
        model, sources, SAMPLES, pad=lease.tokens.pad,
        never=banned(lease.tokens, lease.slots), seconds=seconds, seed=SEED,
    )  # fmt: skip
    drafts: dict[int, set[tuple[str, str]]] = {}
    count = 0
    for row, several in found:
        at, n = asked[row]
        _, prompt, _, places = questions[at][4][n]
        uses = [(least, most) for _, least, most in questions[at][3]]
        for ids in several:
            count += 1
            said = _renamed(_until_end(lease.tokens, ids), places)
            if said and kept_slots(said, uses):
                drafts.setdefault(at, set()).add((said, prompt))
    lease.say({"part": "written", "texts": count, "slots kept": sum(map(len, drafts.values()))})
    sure = _judged(lease, questions, drafts, scorer)
    least = min(SURE, median(sure.values())) if sure else 0.0
    work = [
        (questions[at][2], [Draft(said, prompt, sure.get((at, said), 0.0))
                            for said, prompt in sorted(several)
                            if sure.get((at, said), 1.0) >= least])
        for at, several in drafts.items()
    ]  # fmt: skip
    picked = list(pool.map(_choose, work, chunksize=64))
    return [
        (prompt, questions[at][1], said)
        for at, several in zip(drafts, picked, strict=True)
        for said, prompt in several
    ]


def _choose(work: tuple[str, list[Draft]]) -> list[tuple[str, str]]:
    return chosen(*work)


def _judged(
    lease: Lease, questions: Lines, drafts: dict[int, set[tuple[str, str]]], scorer: Path | None
) -> dict[tuple[int, str], float]:
    """How surely each text keeps its original, by the scorer; nothing where there is none."""
    if scorer is None or not (scorer / "head.json").exists():
        return {}
    from judge import judged

    keys = [
        (at, said) for at, several in drafts.items() for said in sorted({s for s, _ in several})
    ]
    texts = []
    for at, said in keys:
        slots = [Slot(*kept) for kept in questions[at][3]]
        texts.append((fill(questions[at][2], slots), fill(said, slots)))
    found = dict(zip(keys, judged(scorer, texts), strict=True))
    lease.say({"part": "judged", "pairs": len(keys), "kept": sum(v > 0.5 for v in found.values())})
    return found


def _until_end(tokens: Tokens, ids: list[int]) -> str:
    """The text up to its end; "" if it has none."""
    end = tokens.ends[0]
    return tokens.decode(ids[: ids.index(end)]) if end in ids else ""


def _renamed(said: str, places: list[int]) -> str:
    """The slots of a noised text by their names in the original."""
    names = [int(n) for n in SLOT.findall(said)]
    if any(n > len(places) for n in names):
        return ""
    return SLOT.sub(lambda match: slot(places[int(match[1]) - 1]), said)


def _model(folder: Path) -> Any:  # noqa: ANN401
    from transformers import AutoConfig, AutoModelForSeq2SeqLM

    model = AutoModelForSeq2SeqLM.from_config(AutoConfig.from_pretrained(folder))
    state = {k: torch.from_numpy(v) for k, v in unpack((folder / "weights").read_bytes()).items()}
    missing, unexpected = model.load_state_dict(state, strict=False)
    model.tie_weights()
    lost = [name for name in missing if not name.endswith(TIED)]
    if unexpected or lost:
        sys.exit(f"The weights do not fit: {unexpected}, {lost}")
    return model.to("cuda" if torch.cuda.is_available() else "cpu")


def _lines(path: Path) -> Lines:
    text = lzma.decompress(path.read_bytes()).decode()
    return [json.loads(line) for line in text.splitlines()]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seconds", type=float, default=285)
    parser.add_argument("--spare", type=float, default=14, help="seconds kept for writing")
    parser.add_argument("--rate", type=float, default=5e-4)
    parser.add_argument("--scorer", type=Path)
    parser.add_argument("--processes", type=int, default=12)
    return parser.parse_args()


if __name__ == "__main__":
    main()
