"""Learn to compare two texts by what a frozen encoder pools of each.

    python -m scaning.scorer.compare --pairs pairs.npz --dev NAME=dev.npz… --out FOLDER

Each block (a layer, pooled over some tokens: `pooling`) is projected to a few dimensions, and a
small network sees the cosines of all the blocks of two texts. One cosine can only say how near two
texts are; nine can say that the words are near and the sense is not, which is what a break is.
Takes minutes on one core, where training the encoder needs an accelerator.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import MappingProxyType

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from scaning.scorer.comparison import NEAREST
from scaning.scorer.pooling import BLOCKS
from scaning.scorer.statistics import auc

# How often each kind of pair is drawn, before both classes are made equally frequent. Chosen on the
# development sets: what people write is nearer to translations and gaps than to single edits.
OFTEN: Mapping[str, float] = MappingProxyType({
    "translated": 8, "mistranslated": 8, "careless": 4, "far": 1,
    "lossy": 4, "lossy2": 2, "edit": 0.7, "edit2": 1, "cross": 0.5,
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Plan:
    """How to learn."""

    steps: int = 1600
    batch: int = 512
    width: int = 64
    hidden: int = 24
    rate: float = 2e-3
    decay: float = 0.01
    seed: int = 1
    evaluate_every: int = 400


@dataclass(frozen=True, slots=True)
class Rows:
    """The features of texts, and pairs of them by their rows."""

    features: Tensor
    one: Tensor
    other: Tensor
    kept: Tensor
    kinds: Sequence[str]

    def sides(self, which: Tensor) -> tuple[Tensor, Tensor]:
        """The features of both texts of some pairs."""
        return self.features[self.one[which]], self.features[self.other[which]]


class Network(torch.nn.Module):  # type: ignore[misc]
    """Projections of the blocks, and a hidden layer on their cosines."""

    def __init__(self, dimensions: int, plan: Plan) -> None:
        super().__init__()
        shapes = (torch.randn(dimensions, plan.width) for _ in range(BLOCKS))
        self.projections = torch.nn.Parameter(
            torch.stack([torch.linalg.qr(shape)[0] for shape in shapes])
        )
        self.register_buffer("mean", torch.zeros(BLOCKS))
        self.register_buffer("deviation", torch.ones(BLOCKS))
        self.hidden = torch.nn.Linear(BLOCKS, plan.hidden)
        self.out = torch.nn.Linear(plan.hidden, 1)

    def seen(self, one: Tensor, other: Tensor) -> Tensor:
        """How near the blocks of two texts are, apart even where they are very near."""
        a, b = (self.blocks(side) for side in (one, other))
        return -torch.log(1 - (a * b).sum(2) + NEAREST)

    def blocks(self, features: Tensor) -> Tensor:
        """The projected blocks of texts, of length 1."""
        apart = features.float().view(len(features), BLOCKS, -1)
        return functional.normalize(
            torch.einsum("nbd,bdk->nbk", apart, self.projections), dim=2, eps=1e-4
        )

    def forward(self, one: Tensor, other: Tensor) -> Tensor:
        """The logit of each pair."""
        scaled = (self.seen(one, other) - self.mean) / self.deviation
        logits: Tensor = self.out(torch.tanh(self.hidden(scaled))).squeeze(1)
        return logits

    def learnt(self) -> dict[str, object]:
        """All but the projections, as plain numbers."""
        return {
            "blocks": BLOCKS,
            "mean": self.mean.tolist(),
            "deviation": self.deviation.tolist(),
            "hidden": self.hidden.weight.tolist(),
            "hidden_bias": self.hidden.bias.tolist(),
            "out": self.out.weight[0].tolist(),
            "out_bias": self.out.bias.item(),
        }


def read(path: Path) -> Rows:
    """What `pool` wrote."""
    with np.load(path) as data:
        return Rows(
            torch.from_numpy(data["features"]),
            torch.from_numpy(data["one"]),
            torch.from_numpy(data["other"]),
            torch.from_numpy(data["kept"]).float(),
            data["kind"].tolist(),
        )


def weights(rows: Rows) -> Tensor:
    """How often each pair is drawn; both classes together equally often."""
    found = torch.tensor([OFTEN[kind] for kind in rows.kinds])
    for side in (0, 1):
        found[rows.kept == side] /= found[rows.kept == side].sum()
    return found


def figures(network: Network, dev: Mapping[str, Rows]) -> dict[str, float]:
    """The AUC on each development set."""
    with torch.inference_mode():
        return {
            name: round(
                auc(
                    network(*rows.sides(torch.arange(len(rows.one)))).tolist(),
                    [bool(x) for x in rows.kept],
                ),
                4,
            )
            for name, rows in dev.items()
        }


def learn(
    rows: Rows, plan: Plan, dev: Mapping[str, Rows]
) -> tuple[Network, list[dict[str, float]]]:
    """The network, and its figures from the start on every so many steps."""
    torch.manual_seed(plan.seed)
    network = Network(rows.features.shape[1] // BLOCKS, plan)
    often, draws = weights(rows), torch.Generator().manual_seed(plan.seed)
    with torch.no_grad():
        some = torch.randperm(len(rows.one), generator=draws)[:2000]
        seen = network.seen(*rows.sides(some))
        network.mean.copy_(seen.mean(0))
        network.deviation.copy_(seen.std(0))
    layers = [*network.hidden.parameters(), *network.out.parameters()]
    optimizer = torch.optim.AdamW(
        [{"params": [network.projections], "factor": 0.3}, {"params": layers, "factor": 2.0}],
        lr=plan.rate,
        weight_decay=plan.decay,
    )
    history: list[dict[str, float]] = []
    for step in range(plan.steps + 1):
        if step % plan.evaluate_every == 0:
            history.append({"step": step, **figures(network, dev)})
            sys.stderr.write(json.dumps(history[-1]) + "\n")
        for group in optimizer.param_groups:
            group["lr"] = plan.rate * group["factor"] * (1 - step / (plan.steps + 1))
        drawn = torch.multinomial(often, plan.batch, replacement=True, generator=draws)
        loss = functional.binary_cross_entropy_with_logits(
            network(*rows.sides(drawn)), rows.kept[drawn]
        )
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return network, history


def main() -> None:
    """Read the features, learn, write what is exported."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=Path, required=True)
    parser.add_argument("--dev", nargs="*", default=[], metavar="NAME=FILE")
    parser.add_argument("--out", type=Path, required=True)
    for name in Plan.__annotations__:
        default = getattr(Plan(), name)
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(default), default=default)
    args = parser.parse_args()
    plan = Plan(**{name: getattr(args, name) for name in Plan.__annotations__})
    dev = {name: read(Path(path)) for name, _, path in (one.partition("=") for one in args.dev)}
    network, history = learn(read(args.pairs), plan, dev)
    args.out.mkdir(parents=True, exist_ok=True)
    projections = network.projections.detach().numpy()
    np.savez_compressed(args.out / "projections.npz", projections=projections)
    (args.out / "comparison.json").write_text(json.dumps(network.learnt()), encoding="utf-8")
    report = {"plan": asdict(plan), "often": dict(OFTEN), "history": history}
    (args.out / "training.json").write_text(json.dumps(report, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
