"""How fast a model writes: its export in eight bits beside transformers, CTranslate2 and a loop.

    python bench/decoding.py MODEL EXPORT --questions ASKED

MODEL is a folder that `scaning train` wrote, EXPORT what `scaning export` made of it, ASKED what
`scaning generate --ask` made of the noised problems of aqua_val. The same problems, the same six
beams, three texts of each and the same limit for all. The best batch size of each is chosen on the
first problems; then all are written once. Nothing is guarded, because the others cannot. Times are
those of the clock and those of the processors, which other work on the machine changes less.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import torch
from group_beams import GroupBeams
from report import report, state

from scaning.seq2seq.batches import Collator
from scaning.seq2seq.decoding import DecodeSettings
from scaning.seq2seq.model import Seq2Seq
from scaning.seq2seq.search import search
from scaning.seq2seq.stepper import Source

BEAMS, GROUPS, TEXTS, LIMIT, PENALTY = 6, 3, 3, 160, 10.0
BEAM = DecodeSettings(mode="beam", beams=BEAMS, n=TEXTS, max_length=LIMIT)
DIVERSE = DecodeSettings(beams=BEAMS, groups=GROUPS, n=TEXTS, penalty=PENALTY, max_length=LIMIT)
TRIED = 16  # problems on which batch sizes are compared

Rows = Sequence[Sequence[int]]
# Sources and how many at once, to the tokens of the texts of each source.
Writer = Callable[[Rows, int], list[list[list[int]]]]


@dataclass
class Ran:
    """What one way of writing needed, at its best batch size."""

    batch: int
    clock: float
    processor: float
    tokens: int
    best: list[list[int]]

    def figures(self) -> dict[str, float]:
        """As it is recorded."""
        return {
            "batch": self.batch,
            "seconds": round(self.clock, 2),
            "processor_seconds": round(self.processor, 2),
            "tokens": self.tokens,
            "tokens_per_second": round(self.tokens / self.clock, 1),
            "tokens_per_processor_second": round(self.tokens / self.processor, 1),
        }


def measured(write: Writer, rows: Rows, batches: Sequence[int]) -> Ran:
    """Choose the batch size on a few sources, then write all once."""
    few = rows[:: max(1, len(rows) // TRIED)][:TRIED]
    write(few[:2], 2)
    times = {batch: _timed(write, few, batch)[1] for batch in batches} if batches[1:] else {}
    best = min(times, key=times.__getitem__) if times else batches[0]
    clock, processor, texts = _timed(write, rows, best)
    tokens = sum(len(text) + 1 for found in texts for text in found)
    return Ran(best, clock, processor, tokens, [found[0] if found else [] for found in texts])


def _timed(write: Writer, rows: Rows, batch: int) -> tuple[float, float, list[list[list[int]]]]:
    start, spent = time.perf_counter(), time.process_time()
    texts = write(rows, batch)
    return time.perf_counter() - start, time.process_time() - spent, texts


def by_ours(model: Seq2Seq, settings: DecodeSettings) -> Writer:
    """Our search, whatever runs the model."""

    def write(rows: Rows, batch: int) -> list[list[list[int]]]:
        sources = [Source(tuple(row)) for row in rows]
        found = search(model.stepper, sources, settings, batch=batch * settings.lanes)
        return [[[*text.ids] for text in texts] for texts in found]

    return write


def by_length(rows: Rows, batch: int) -> list[list[int]]:
    """The places of rows in batches of like length, as transformers' users are told to do."""
    order = sorted(range(len(rows)), key=lambda at: -len(rows[at]))
    return [order[start : start + batch] for start in range(0, len(order), batch)]


def by_transformers(model: Any, settings: DecodeSettings) -> Writer:  # noqa: ANN401
    """The `generate` of transformers."""
    config = model.config
    collator = Collator(config.pad_token_id, config.decoder_start_token_id)

    def write(rows: Rows, batch: int) -> list[list[list[int]]]:
        texts: list[list[list[int]]] = [[] for _ in rows]
        for places in by_length(rows, batch):
            given = collator([(rows[at], rows[at]) for at in places])
            with torch.inference_mode():
                out = model.generate(
                    input_ids=given["input_ids"], attention_mask=given["attention_mask"],
                    num_beams=settings.beams, num_return_sequences=settings.n, do_sample=False,
                    max_new_tokens=settings.max_length, length_penalty=1.0, early_stopping=False,
                )  # fmt: skip
            for line, ids in enumerate(out.tolist()):
                end = ids.index(config.eos_token_id) if config.eos_token_id in ids else len(ids)
                texts[places[line // settings.n]].append(ids[1:end])
        return texts

    return write


def by_loop(model: Any) -> Writer:  # noqa: ANN401
    """A straightforward loop of group beams in PyTorch."""
    beams = GroupBeams(model, BEAMS, GROUPS, PENALTY, LIMIT)

    def write(rows: Rows, batch: int) -> list[list[list[int]]]:
        texts: list[list[list[int]]] = [[] for _ in rows]
        for places in by_length(rows, batch):
            for at, found in zip(places, beams([rows[at] for at in places]), strict=True):
                texts[at] = found[:TEXTS]
        return texts

    return write


def by_ctranslate2(model: Any, folder: Path, tokens: int, threads: int) -> Writer:  # noqa: ANN401
    """CTranslate2 in eight bits; its tokens are called by their numbers."""
    import ctranslate2
    from ctranslate2.converters.transformers import BartLoader

    loader = BartLoader()
    model.config.normalize_before = model.config.normalize_embedding = False
    with torch.no_grad():
        spec = loader.get_model_spec(model)
    loader.set_vocabulary(spec, [str(number) for number in range(tokens)])
    end, start = model.config.eos_token_id, model.config.decoder_start_token_id
    spec.config.eos_token, spec.config.unk_token = str(end), "2"
    spec.config.bos_token, spec.config.decoder_start_token = str(end), str(start)
    spec.config.add_source_eos = spec.config.add_source_bos = False
    spec.validate()
    spec.optimize(quantization="int8")
    folder.mkdir()
    spec.save(str(folder))
    translator = ctranslate2.Translator(str(folder), compute_type="int8", intra_threads=threads)

    def write(rows: Rows, batch: int) -> list[list[list[int]]]:
        asked = [[str(number) for number in row] for row in rows]
        found = translator.translate_batch(
            asked, max_batch_size=batch, beam_size=BEAMS, num_hypotheses=TEXTS, length_penalty=1.0,
            max_decoding_length=LIMIT,
        )  # fmt: skip
        return [[[int(token) for token in text] for text in one.hypotheses] for one in found]

    return write


def questions(path: Path, limit: int) -> list[str]:
    """What the model reads, of the first questions."""
    with path.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in islice(lines, limit)]
    return [row["ask"] + row["text"] for row in rows]


def same(one: Ran, other: Ran) -> float:
    """The share of sources whose best text is the same."""
    return round(sum(a == b for a, b in zip(one.best, other.best, strict=True)) / len(one.best), 3)


def compared(args: argparse.Namespace) -> tuple[dict[str, object], int]:
    """All ways of writing, and what each is of the slow ones."""
    torch.set_num_threads(args.threads)
    exact = Seq2Seq.load(args.model, device="cpu")
    exported = Seq2Seq.load(args.export, threads=args.threads)
    rows = exact.tokens.encode_all(questions(args.questions, args.limit))
    model = exact.stepper.model  # type: ignore[attr-defined]
    model.generation_config.max_length = None
    ran: dict[str, Ran] = {}

    def go(name: str, write: Writer, batches: Sequence[int]) -> None:
        ran[name] = measured(write, rows, batches)
        print(name, ran[name].figures(), flush=True)

    go("beam_int8", by_ours(exported, BEAM), (16, 32))
    go("diverse_int8", by_ours(exported, DIVERSE), (16, 32))
    go("beam_transformers_fp32", by_transformers(model, BEAM), (8, 24))
    go("diverse_loop_fp32", by_loop(model), (8, 24))
    with TemporaryDirectory() as folder:
        size = len(exact.tokens.tokenizer.get_vocab())
        go(
            "beam_ctranslate2_int8",
            by_ctranslate2(model, Path(folder) / "ct2", size, args.threads),
            (16, 32),
        )
        ctranslate2_mb = _mb(Path(folder) / "ct2")
    figures: dict[str, object] = {name: one.figures() for name, one in ran.items()}
    figures |= ratios(ran)
    figures["same_best_text"] = {
        "int8 as transformers, beams": same(ran["beam_int8"], ran["beam_transformers_fp32"]),
        "int8 as the loop, diverse": same(ran["diverse_int8"], ran["diverse_loop_fp32"]),
        "ctranslate2 as transformers, beams": same(
            ran["beam_ctranslate2_int8"], ran["beam_transformers_fp32"]
        ),
    }
    figures["threads"] = args.threads
    figures["mb"] = {"ours": _mb(args.export), "ctranslate2": ctranslate2_mb}
    return figures, len(rows)


def ratios(ran: Mapping[str, Ran]) -> dict[str, object]:
    """How many times as fast, in tokens a second."""

    def over(one: str, other: str) -> dict[str, float]:
        a, b = ran[one], ran[other]
        return {
            "by_clock": round(a.tokens / a.clock / (b.tokens / b.clock), 2),
            "by_processor": round(a.tokens / a.processor / (b.tokens / b.processor), 2),
        }

    pairs = {
        "int8_over_transformers": ("beam_int8", "beam_transformers_fp32"),
        "diverse_int8_over_loop": ("diverse_int8", "diverse_loop_fp32"),
        "int8_over_ctranslate2": ("beam_int8", "beam_ctranslate2_int8"),
    }
    return {name: over(*pair) for name, pair in pairs.items()}


def _mb(folder: Path) -> float:
    return round(sum(path.stat().st_size for path in folder.iterdir()) / 1e6, 1)


def main() -> None:
    """Measure, print and record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("export", type=Path)
    parser.add_argument("--questions", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=128)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    commit = state()
    figures, count = compared(args)
    print(json.dumps(figures, indent=1))
    command = "python bench/decoding.py MODEL EXPORT --questions ASKED"
    print(report("decoding", figures, command=command, n=count, seed=3407, commit=commit))


if __name__ == "__main__":
    main()
