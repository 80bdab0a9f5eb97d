"""What is learnt to compare two texts, and that it ships as it was learnt."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from scaning.scorer.comparison import Comparison
from scaning.scorer.pool import Paired, kind_of, pairs_of
from scaning.scorer.pooling import BLOCKS, POOLED, tables
from scaning.scorer.triplets import Group, Made

torch = pytest.importorskip("torch")

from scaning.scorer.compare import OFTEN, Network, Plan, Rows, learn, weights  # noqa: E402

WIDTH = 8


def rows(n: int = 200, seed: int = 1) -> Rows:
    """Kept pairs are near in the last block, broken ones in the first."""
    rng = np.random.default_rng(seed)
    features = rng.normal(size=(2 * n, BLOCKS, WIDTH)).astype(np.float32)
    kept = rng.random(n) < 0.5
    for i in range(n):
        block = BLOCKS - 1 if kept[i] else 0
        features[n + i, block] = features[i, block] + 0.1 * features[n + i, block]
    return Rows(
        torch.from_numpy(features.reshape(2 * n, -1)),
        torch.arange(n),
        torch.arange(n, 2 * n),
        torch.from_numpy(kept).float(),
        ["far" if one else "edit" for one in kept],
    )


def test_numbers_and_relations_are_pooled_by_themselves() -> None:
    found = tables({"[PAD]": 0, "three": 1, "##12": 2, "more": 3, "pears": 4, "##more": 5})
    assert found["numbers"].tolist() == [0, 1, 1, 0, 0, 0]
    assert found["relations"].tolist() == [0, 0, 0, 1, 0, 0]
    assert sum(map(len, POOLED.values())) == BLOCKS


def test_pairs_of_a_group_are_told_apart_by_how_they_were_made() -> None:
    group = Group(
        "a",
        "problem",
        (Made("far", "passive-all"), Made("near", "careless"), Made("problem", "identity")),
        (Made("gap", "truncate"), Made("edit", "passive-all!negate")),
    )
    assert list(pairs_of(group)) == [
        Paired("problem", "far", True, "far"),
        Paired("problem", "near", True, "careless"),
        Paired("problem", "gap", False, "lossy"),
        Paired("problem", "edit", False, "edit2"),
        Paired("far", "near", True, "far"),
        Paired("far", "gap", False, "cross"),
        Paired("far", "edit", False, "cross"),
    ]
    assert kind_of("translation", kept=False) == "mistranslated"
    assert {kind_of("translation!negate", kept=False), "cross"} <= set(OFTEN)


def test_both_classes_are_drawn_equally_often() -> None:
    some = rows()
    often = weights(some)
    assert often[some.kept > 0].sum() == pytest.approx(1)
    assert often[some.kept == 0].sum() == pytest.approx(1)


def test_a_comparison_learns_where_one_cosine_could_not_and_ships_as_learnt() -> None:
    plan = Plan(steps=60, batch=64, width=4, hidden=6, rate=2e-2, evaluate_every=60)
    network, history = learn(rows(), plan, {"dev": rows(seed=2)})
    assert history[-1]["dev"] > 0.95
    one, other = torch.randn(5, BLOCKS * WIDTH), torch.randn(5, BLOCKS * WIDTH)
    with torch.inference_mode():
        expected = network(one, other).tolist()
        blocks = [network.blocks(side).numpy() for side in (one, other)]
    shipped = Comparison(json.loads(json.dumps(network.learnt())))
    assert shipped.blocks == BLOCKS
    assert shipped.logits(*blocks).tolist() == pytest.approx(expected, abs=1e-4)
    assert shipped.logits(*blocks[::-1]).tolist() == pytest.approx(expected, abs=1e-4)


def test_the_same_seed_learns_the_same() -> None:
    plan = Plan(steps=3, batch=16, width=4, evaluate_every=3)
    first, again = (learn(rows(), plan, {})[0] for _ in range(2))
    for a, b in zip(first.parameters(), again.parameters(), strict=True):
        assert torch.equal(a, b)
    assert isinstance(first, Network)


def test_texts_are_equal_to_themselves_and_files_can_be_read_back(tmp_path: Path) -> None:
    from scaning.scorer.compare import read

    some = rows(8)
    np.savez(
        tmp_path / "rows.npz", features=some.features.numpy(), one=some.one.numpy(),
        other=some.other.numpy(), kept=some.kept.numpy() > 0, kind=np.array(some.kinds),
    )  # fmt: skip
    back = read(tmp_path / "rows.npz")
    assert torch.equal(back.features, some.features)
    assert torch.equal(back.kept, some.kept)
    assert list(back.kinds) == list(some.kinds)
