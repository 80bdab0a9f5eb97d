"""Train the scorer: one encoder that reads a text alone, and two texts together.

    python -m scaning.scorer.train --triplets FILE… --dev NAME=FILE… --base FOLDER --out FOLDER

Alone, a text becomes a vector, and the cosine of two vectors is the similarity (the bi-encoder of
ParaQD). Together, "original [SEP] candidate" becomes a vector, of which a linear head tells whether
the candidate keeps the solution; the head keeps the encoder's eyes on details while it learns, and
is not shipped. Needs torch and transformers, no parser. A run that was stopped
goes on from OUT/checkpoint.pt.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer
from torch import Tensor
from torch.nn import functional

from scaning.scorer.losses import LOSSES
from scaning.scorer.mine import hardest
from scaning.scorer.samples import (
    Batch,
    CutGroup,
    Ids,
    Pairs,
    Pieces,
    ahead,
    batches,
    cut_groups,
    read_groups,
    read_pairs,
)
from scaning.scorer.statistics import auc

CHECKPOINT_EVERY = 60.0
AHEAD = 8
# The levels of a weight matrix in what is written: bench/export_encoder.py uses as many.
LEVELS = 63

Read: TypeAlias = Callable[[Tensor, Tensor], Tensor]


@dataclass(frozen=True, slots=True)
class Plan:
    """How to train."""

    steps: int = 3000
    minutes: float = 30.0
    batch: int = 32
    negatives: int = 4
    rate: float = 1e-4
    warm_up: float = 0.1
    loss: str = "both"
    pair_weight: float = 1.0
    seed: int = 3407
    max_length: int = 192
    evaluate_every: int = 250
    frozen: int = 1
    mine: int = 0


class Scorer(torch.nn.Module):  # type: ignore[misc]
    """A sentence encoder with mean pooling, and a linear head on the vector of a pair."""

    def __init__(self, base: str) -> None:
        super().__init__()
        from transformers import AutoModel

        own = Path(base) / "tokenizer.json"
        read = Tokenizer.from_file if own.is_file() else Tokenizer.from_pretrained
        self.pieces = Pieces(read(str(own) if own.is_file() else base))
        self.encoder = AutoModel.from_pretrained(base)
        self.head = torch.nn.Linear(self.encoder.config.hidden_size, 1)
        torch.nn.init.zeros_(self.head.weight)
        torch.nn.init.zeros_(self.head.bias)

    def vectors(self, ids: Tensor, mask: Tensor) -> Tensor:
        """The mean of the tokens of each text, not of length 1."""
        # Half precision for the layers alone: cosines near 1 need more.
        with torch.autocast(ids.device.type, dtype=torch.bfloat16, enabled=ids.is_cuda):
            states = self.encoder(input_ids=ids, attention_mask=mask).last_hidden_state
        states = states.float()
        weights = mask.unsqueeze(-1).float()
        return (states * weights).sum(1) / weights.sum(1)

    def logits(self, ids: Tensor, mask: Tensor) -> Tensor:
        """How surely each pair keeps its solution; the head sees a vector of length 1."""
        vectors = functional.normalize(self.vectors(ids, mask), dim=-1)
        return 20 * self.head(vectors).squeeze(-1)


class Trainer:
    """A run: the model, its optimiser, and where it stands."""

    def __init__(self, model: Scorer, plan: Plan, dev: dict[str, Pairs], out: Path) -> None:
        self.model, self.plan, self.dev, self.out = model, plan, dev, out
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        model.to(self.device)
        if plan.frozen:
            model.encoder.get_input_embeddings().weight.requires_grad_(False)
        learnt = [p for p in model.encoder.parameters() if p.requires_grad]
        decayed = [p for p in learnt if p.ndim > 1]
        others = [p for p in learnt if p.ndim <= 1]
        self.optimizer = torch.optim.AdamW(
            [
                {"params": decayed, "weight_decay": 0.01, "factor": 1.0},
                {"params": others, "weight_decay": 0.0, "factor": 1.0},
                {"params": model.head.parameters(), "weight_decay": 0.0, "factor": 20.0},
            ],
            lr=plan.rate,
            fused=self.device == "cuda",
        )
        self.step, self.spent = 0, 0.0
        self.history: list[dict[str, float]] = []

    def run(self, groups: list[CutGroup]) -> None:
        """Train until the steps or the minutes are used up."""
        self._resume()
        start, saved = time.monotonic() - self.spent, time.monotonic()
        losses: list[Tensor] = []
        made = batches(groups, self.plan, self.model.pieces, first=self.step)
        for batch in ahead(made, AHEAD):
            self.spent = time.monotonic() - start
            progress = max(self.step / self.plan.steps, self.spent / 60 / self.plan.minutes)
            if progress >= 1:
                break
            losses.append(self._learn(batch, progress))
            self.step += 1
            if self.step % self.plan.evaluate_every == 0:
                self._report(losses)
                losses = []
            if time.monotonic() - saved > CHECKPOINT_EVERY:
                self._save_checkpoint()
                saved = time.monotonic()
        self._report(losses)

    def _learn(self, batch: Batch, progress: float) -> Tensor:
        warm = self.plan.warm_up
        factor = min(progress / warm, (1 - progress) / (1 - warm)) if progress < 1 else 0.0
        for group in self.optimizer.param_groups:
            group["lr"] = self.plan.rate * group["factor"] * max(factor, 1e-3)
        self.model.train()
        on = {
            name: value.to(self.device, non_blocking=True) for name, value in batch.tensors.items()
        }
        vectors = self.model.vectors(on["ids"], on["mask"])
        loss = LOSSES[self.plan.loss](vectors, on["owner"], on["kept"])
        if self.plan.pair_weight:
            logits = self.model.logits(on["pair_ids"], on["pair_mask"])
            loss = loss + self.plan.pair_weight * functional.binary_cross_entropy_with_logits(
                logits, on["pair_labels"], weight=on["pair_weights"]
            )
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        return loss.detach()

    def _report(self, losses: list[Tensor]) -> None:
        if not losses:
            return
        row = {"step": float(self.step), "seconds": round(self.spent, 1)}
        row["loss"] = round(float(torch.stack(losses).mean()), 4)
        for name, pairs in self.dev.items():
            alone, together = scores(self.model, pairs, self.device, self.plan.max_length)
            row[f"{name} alone"] = round(auc(alone, pairs.valid), 4)
            row[f"{name} together"] = round(auc(together, pairs.valid), 4)
        self.history.append(row)
        sys.stderr.write(json.dumps(row) + "\n")

    @property
    def quality(self) -> float:
        """The mean AUC on the development sets at the last report."""
        last = self.history[-1]
        found = [value for name, value in last.items() if name.endswith(("alone", "together"))]
        return sum(found) / max(1, len(found))

    def _save_checkpoint(self) -> None:
        state = {
            "model": self.model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "step": self.step,
            "spent": self.spent,
        }
        self.out.mkdir(parents=True, exist_ok=True)
        torch.save(state, self.out / "checkpoint.tmp")
        (self.out / "checkpoint.tmp").replace(self.out / "checkpoint.pt")

    def _resume(self) -> None:
        path = self.out / "checkpoint.pt"
        if not path.is_file():
            return
        state = torch.load(path, map_location=self.device, weights_only=True)
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.step, self.spent = int(state["step"]), float(state["spent"])

    def save(self, command: str) -> None:
        """Write the encoder, its tokenizer, the head, and what the run was."""
        self.out.mkdir(parents=True, exist_ok=True)
        self.model.encoder.float().save_pretrained(self.out)
        self.model.pieces.tokenizer.save(str(self.out / "tokenizer.json"))
        head = {
            "weight": [20 * float(w) for w in self.model.head.weight.detach().cpu()[0]],
            "bias": 20 * float(self.model.head.bias.detach().cpu()[0]),
        }
        (self.out / "head.json").write_text(json.dumps(head), encoding="utf-8")
        arrays: dict[str, Any] = learnt(self.model.encoder)
        np.savez_compressed(self.out / "learnt.npz", **arrays)
        report = {"command": command, "plan": asdict(self.plan), "history": self.history}
        (self.out / "training.json").write_text(json.dumps(report, indent=1), encoding="utf-8")
        (self.out / "checkpoint.pt").unlink(missing_ok=True)


def learnt(encoder: torch.nn.Module) -> dict[str, NDArray[Any]]:
    """What was learnt alone, as small as it ships: matrices in whole levels, a scale a row."""
    found: dict[str, NDArray[Any]] = {}
    for name, parameter in encoder.named_parameters():
        if not parameter.requires_grad or name.startswith("pooler."):
            continue
        value = parameter.detach().cpu().float().numpy()
        if value.ndim == 2 and name.startswith("encoder."):
            scale = np.abs(value).max(axis=1, keepdims=True) / LEVELS
            found[name] = np.rint(value / scale).astype(np.int8)
            found[f"{name}.scale"] = scale
        else:
            found[name] = value
    return found


def scores(
    model: Scorer, pairs: Pairs, device: str, length: int
) -> tuple[list[float], list[float]]:
    """The cosine of each pair, and the logit of each pair read together."""
    model.eval()
    originals, candidates = (
        list(model.pieces.cut(side)) for side in (pairs.originals, pairs.candidates)
    )
    with torch.inference_mode():
        one, other = (
            _encoded(model.vectors, partial(model.pieces.alone, length=length), side, device)
            for side in (originals, candidates)
        )
        rows = partial(model.pieces.together, length=2 * length)
        both = list(zip(originals, candidates, strict=True))
        logits = _encoded(model.logits, rows, both, device)
    return functional.cosine_similarity(one, other).tolist(), logits.tolist()


def _encoded(
    read: Read,
    rows: Callable[[Sequence[Any]], tuple[Tensor, Tensor]],
    texts: Sequence[Ids] | Sequence[tuple[Ids, Ids]],
    device: str,
) -> Tensor:
    found = []
    for at in range(0, len(texts), 128):
        ids, mask = rows(texts[at : at + 128])
        found.append(read(ids.to(device), mask.to(device)))
    return torch.cat(found).float().cpu()


def best_seed(
    args: argparse.Namespace, plan: Plan, groups: list[CutGroup], dev: dict[str, Pairs]
) -> int:
    """The seed whose short run has the best development figures, as the publication searches."""
    found = {}
    for seed in range(plan.seed, plan.seed + args.search):
        short = replace(plan, seed=seed, steps=max(1, plan.steps // 10))
        torch.manual_seed(seed)
        trainer = Trainer(Scorer(args.base), short, dev, args.out / f"seed{seed}")
        trainer.run(groups)
        found[seed] = trainer.quality
    sys.stderr.write(json.dumps({"seeds": found}) + "\n")
    return max(found, key=lambda seed: found[seed])


def options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--triplets", type=Path, nargs="+", required=True)
    parser.add_argument("--dev", nargs="*", default=[], metavar="NAME=FILE")
    parser.add_argument("--base", required=True, help="a folder, or a name on the model hub")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--search", type=int, default=0, metavar="N", help="try N seeds first")
    parser.add_argument("--limit", type=int, help="groups to use")
    parser.add_argument(
        "--started", type=float, metavar="T", help="when the minutes began, in seconds of Unix time"
    )
    for name, kind in Plan.__annotations__.items():
        default = getattr(Plan(), name)
        flag = f"--{name.replace('_', '-')}"
        choices = sorted(LOSSES) if name == "loss" else None
        parser.add_argument(flag, type=type(default), default=default, choices=choices, help=kind)
    return parser.parse_args()


def main() -> None:
    """Read the data, search a seed if asked to, train, write."""
    args = options()
    plan = Plan(**{name: getattr(args, name) for name in Plan.__annotations__})
    groups = read_groups(args.triplets)[: args.limit]
    model = Scorer(args.base)
    cut = cut_groups(groups, model.pieces)
    if plan.mine:
        model.to("cuda" if torch.cuda.is_available() else "cpu")
        cut = hardest(cut, model, plan.mine, length=plan.max_length)
    dev = {
        name: read_pairs(Path(path)) for name, _, path in (one.partition("=") for one in args.dev)
    }
    if args.started is not None:
        plan = replace(plan, minutes=plan.minutes - (time.time() - args.started) / 60)
    if args.search:
        plan = replace(plan, seed=best_seed(args, plan, cut, dev))
    torch.manual_seed(plan.seed)
    trainer = Trainer(model, plan, dev, args.out)
    trainer.run(cut)
    trainer.save(f"python -m scaning.scorer.train {' '.join(sys.argv[1:])}")


if __name__ == "__main__":
    main()
