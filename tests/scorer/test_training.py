"""Losses by their definitions, batches that repeat, and a small run from start to file."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

import numpy as np  # noqa: E402
from tokenizers import Tokenizer, models, pre_tokenizers, processors  # noqa: E402

from scaning.scorer.losses import LOSSES, contrast, rank, triplet  # noqa: E402
from scaning.scorer.mine import hardest  # noqa: E402
from scaning.scorer.samples import (  # noqa: E402
    Group,
    Pairs,
    Pieces,
    batches,
    cut_groups,
    epoch,
)
from scaning.scorer.train import LEVELS, Plan, Scorer, Trainer, learnt, scores  # noqa: E402

WORDS = "ann has bob gives three four pears plums how many now".split()


def tokenizer() -> Tokenizer:
    names = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *WORDS]
    found = Tokenizer(
        models.WordLevel({word: i for i, word in enumerate(names)}, unk_token="[UNK]")
    )
    found.pre_tokenizer = pre_tokenizers.Whitespace()
    found.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B [SEP]",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    return found


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny encoder that knows nothing."""
    folder = tmp_path_factory.mktemp("base")
    torch.manual_seed(1)
    config = transformers.BertConfig(
        vocab_size=4 + len(WORDS), hidden_size=16, num_hidden_layers=1, num_attention_heads=2,
        intermediate_size=32, max_position_embeddings=64,
    )  # fmt: skip
    transformers.BertModel(config).save_pretrained(folder)
    tokenizer().save(str(folder / "tokenizer.json"))
    return folder


def some_groups(n: int = 12) -> list[Group]:
    """What keeps the sense has no word of `three`; what breaks it has."""
    rng = Random(1)
    found = []
    for _ in range(n):
        start = " ".join(rng.choices(WORDS[:4], k=rng.randint(2, 6)))
        found.append(
            Group(f"{start} four", (f"four {start}", f"{start} four now"), (f"{start} three",) * 2)
        )
    return found


def pairs_of(groups: list[Group]) -> Pairs:
    rows = [
        (g.anchor, t, v)
        for g in groups
        for side, v in ((g.positives, True), (g.negatives, False))
        for t in side
    ]
    return Pairs(*(list(column) for column in zip(*rows, strict=True)))


def test_rows_are_those_of_the_tokenizer() -> None:
    pieces, whole = Pieces(tokenizer()), tokenizer()
    one, other = pieces.cut(["ann has pears", "bob gives four plums now"])
    ids, mask = pieces.alone([one, other], 64)
    assert ids[1].tolist() == whole.encode("bob gives four plums now").ids
    assert ids[0].tolist() == [*whole.encode("ann has pears").ids, 0, 0]
    assert mask[0].tolist() == [1, 1, 1, 1, 1, 0, 0]
    both, _ = pieces.together([(one, other)], 64)
    assert both[0].tolist() == whole.encode("ann has pears", "bob gives four plums now").ids
    assert pieces.alone([other], 4)[0].shape == (1, 4)


def test_an_epoch_has_every_group_once_in_batches_of_like_length() -> None:
    cut = cut_groups(some_groups(64), Pieces(tokenizer()))
    order = epoch(cut, 8, Random(1))
    assert sorted(i for rows in order for i in rows) == list(range(64))
    spread = [
        max(len(cut[i].anchor) for i in r) - min(len(cut[i].anchor) for i in r) for r in order
    ]
    assert sum(spread) / len(spread) < 2
    assert order == epoch(cut, 8, Random(1)) != epoch(cut, 8, Random(2))


def test_a_run_that_goes_on_sees_the_batches_it_would_have_seen() -> None:
    pieces = Pieces(tokenizer())
    cut, plan = cut_groups(some_groups(), pieces), Plan(batch=4, max_length=16)
    made = batches(cut, plan, pieces, first=0)
    all_of_them = [next(made) for _ in range(5)]
    later = next(batches(cut, plan, pieces, first=4))
    for name, value in all_of_them[4].tensors.items():
        assert torch.equal(value, later.tensors[name]), name


def test_the_hardest_negatives_are_those_nearest_to_the_problem(base: Path) -> None:
    model = Scorer(str(base))
    same, near, far = "ann has four pears", "ann has three pears", "how many plums now"
    groups = [Group(same, ("four pears ann has",), (far, near, same)), Group(far, (), (far,))]
    cut = cut_groups(groups, model.pieces)
    mined = hardest(cut, model, 2, length=16)
    assert [list(text) for text in mined[0].negatives] == [
        list(cut[0].negatives[2]), list(cut[0].negatives[1]),
    ]  # fmt: skip
    assert mined[0].positives == cut[0].positives
    assert len(mined[1].negatives) == 1


def vectors(*rows: list[float]) -> torch.Tensor:  # type: ignore[name-defined]
    return torch.tensor(rows)


OWNER, KEPT = torch.tensor([0, 0, 0]), torch.tensor([True, True, False])


@pytest.mark.parametrize("loss", sorted(LOSSES))
def test_a_loss_is_lower_where_the_rewriting_is_nearer_than_the_break(loss: str) -> None:
    right = LOSSES[loss](vectors([1.0, 0.0], [1.0, 0.1], [0.0, 1.0]), OWNER, KEPT)
    wrong = LOSSES[loss](vectors([1.0, 0.0], [0.0, 1.0], [1.0, 0.1]), OWNER, KEPT)
    assert right < wrong


def test_the_published_loss_is_euclidean_with_a_margin_of_five() -> None:
    found = triplet(vectors([0.0, 0.0], [0.0, 3.0], [4.0, 0.0]), OWNER, KEPT)
    # From the problem: 3 − 4 + 5. From its rewriting: 3 − 5 + 5.
    assert found == pytest.approx((4 + 3) / 2)


def test_other_problems_are_rivals_too() -> None:
    owner, kept = torch.tensor([0, 0, 1, 1]), torch.tensor([True, True, True, False])
    near = contrast(vectors([1.0, 0.0], [1.0, 0.1], [0.9, 0.1], [0.0, 1.0]), owner, kept)
    far = contrast(vectors([1.0, 0.0], [1.0, 0.1], [0.0, 1.0], [0.0, -1.0]), owner, kept)
    assert near > far


def test_ranking_compares_pairs_of_different_problems() -> None:
    owner, kept = torch.tensor([0, 0, 1, 1]), torch.tensor([True, True, True, False])
    low = rank(vectors([1.0, 0.0], [1.0, 0.2], [0.0, 1.0], [1.0, 1.0]), owner, kept)
    high = rank(vectors([1.0, 0.0], [1.0, 0.2], [0.0, 1.0], [0.1, 1.0]), owner, kept)
    assert low < high


def test_a_small_run_learns_goes_on_and_writes_what_it_learnt(base: Path, tmp_path: Path) -> None:
    groups = some_groups(24)
    dev = pairs_of(groups)
    plan = Plan(steps=30, batch=8, negatives=2, rate=1e-2, max_length=16, evaluate_every=15)
    torch.manual_seed(1)
    trainer = Trainer(Scorer(str(base)), plan, {"dev": dev}, tmp_path)
    frozen = trainer.model.encoder.get_input_embeddings().weight.detach().clone()
    trainer.run(cut_groups(groups, trainer.model.pieces))
    first, last = trainer.history
    assert last["dev alone"] > 0.9
    assert last["dev together"] > 0.8
    assert last["loss"] < first["loss"]
    assert torch.equal(frozen, trainer.model.encoder.get_input_embeddings().weight)
    trainer._save_checkpoint()
    again = Trainer(Scorer(str(base)), plan, {"dev": dev}, tmp_path)
    again._resume()
    assert again.step == trainer.step == 30
    alone, together = scores(trainer.model, dev, "cpu", 16)
    assert scores(again.model, dev, "cpu", 16) == (alone, together)
    trainer.save("a command")
    written = json.loads((tmp_path / "training.json").read_text(encoding="utf-8"))
    assert written["command"] == "a command"
    assert written["plan"]["steps"] == 30
    assert not (tmp_path / "checkpoint.pt").exists()
    head = json.loads((tmp_path / "head.json").read_text(encoding="utf-8"))
    assert len(head["weight"]) == 16


def test_matrices_are_written_in_levels_that_round_to_themselves(base: Path) -> None:
    encoder = Scorer(str(base)).encoder
    encoder.get_input_embeddings().weight.requires_grad_(False)
    found = learnt(encoder)
    name = "encoder.layer.0.intermediate.dense.weight"
    whole, scale = found[name], found[f"{name}.scale"]
    assert whole.dtype == np.int8
    assert np.abs(whole).max() == LEVELS
    value = dict(encoder.named_parameters())[name].detach().numpy()
    assert np.abs(whole * scale - value).max() <= scale.max() / 2 + 1e-7
    back = whole * scale
    again = np.abs(back).max(axis=1, keepdims=True) / LEVELS
    assert np.array_equal(np.rint(back / again), whole)
    assert "embeddings.word_embeddings.weight" not in found
    assert not any(key.startswith("pooler.") for key in found)
