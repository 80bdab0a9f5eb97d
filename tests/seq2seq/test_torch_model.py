from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
import pytest

from scaning.seq2seq.decoding import DecodeSettings
from scaning.seq2seq.search import search
from scaning.seq2seq.stepper import Source

if TYPE_CHECKING:
    from transformers import PreTrainedModel

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

from group_beams import GroupBeams  # noqa: E402 (only where torch is)

from scaning.seq2seq.torch_model import TorchStepper  # noqa: E402

WORDS, LIMIT = 60, 50


def marian() -> "PreTrainedModel":
    return transformers.MarianMTModel(
        transformers.MarianConfig(
            vocab_size=WORDS, d_model=32, encoder_layers=2, decoder_layers=2,
            encoder_attention_heads=4, decoder_attention_heads=4, encoder_ffn_dim=64,
            decoder_ffn_dim=64, pad_token_id=WORDS - 1, decoder_start_token_id=WORDS - 1,
            eos_token_id=0, forced_eos_token_id=None, init_std=0.3, scale_embedding=True,
        )
    )  # fmt: skip


def t5() -> "PreTrainedModel":
    return transformers.T5ForConditionalGeneration(
        transformers.T5Config(
            vocab_size=WORDS, d_model=32, d_kv=8, d_ff=64, num_layers=2, num_heads=4,
            pad_token_id=WORDS - 1, decoder_start_token_id=WORDS - 1, eos_token_id=0,
            tie_word_embeddings=False,
        )
    )  # fmt: skip


def made(build: Callable[[], "PreTrainedModel"]) -> TorchStepper:
    torch.manual_seed(0)
    torch.set_num_threads(1)
    model = build()
    with torch.no_grad():
        # So that texts end, and not all at once.
        if build is marian:
            model.final_logits_bias[0, 0] = 4.0
        else:
            model.lm_head.weight[0] *= 15.0
    return TorchStepper(model)


@pytest.fixture(params=[marian, t5], ids=["marian", "t5"], scope="module")
def stepper(request: pytest.FixtureRequest) -> TorchStepper:
    return made(request.param)


def sources() -> list[Source]:
    rng = np.random.default_rng(0)
    lengths = rng.integers(3, 12, size=24)
    return [Source((*map(int, rng.integers(1, WORDS - 1, size=n)), 0)) for n in lengths]


def generated(stepper: TorchStepper, texts: Sequence[Source], **asked: float) -> list[list[int]]:
    ids, mask = stepper.padded([source.ids for source in texts])
    rows = stepper.model.generate(
        input_ids=ids, attention_mask=mask, do_sample=False, max_new_tokens=LIMIT,
        bad_words_ids=[[WORDS - 1]], **asked,
    ).tolist()  # fmt: skip
    return [row[1:] for row in rows]


def test_greedy_is_that_of_transformers(stepper: TorchStepper) -> None:
    texts = sources()
    ours = search(stepper, texts, DecodeSettings(mode="greedy", n=1, max_length=LIMIT), batch=9)
    theirs = generated(stepper, texts, num_beams=1)
    for (text,), row in zip(ours, theirs, strict=True):
        whole = [*text.ids, 0] if text.ended else [*text.ids]
        assert row[: len(whole)] == whole


@pytest.mark.parametrize("length_penalty", [0.0, 1.0])
def test_beams_are_those_of_transformers(length_penalty: float) -> None:
    stepper, texts = made(marian), sources()
    settings = DecodeSettings(
        mode="beam", beams=4, n=4, max_length=LIMIT, length_penalty=length_penalty
    )
    ours = search(stepper, texts, settings, batch=30)
    asked = {"num_beams": 4, "num_return_sequences": 4, "length_penalty": length_penalty}
    theirs = generated(stepper, texts, **asked)
    compared = 0
    for at, found in enumerate(ours):
        rows = theirs[4 * at : 4 * at + 4]
        # What the limit cut off counts as a finished text there, and does not here.
        if all(0 in row for row in rows):
            assert [[*text.ids] for text in found] == [row[: row.index(0)] for row in rows]
            compared += 1
    assert compared >= 5


def test_scores_are_those_of_the_search(stepper: TorchStepper) -> None:
    texts = sources()
    for settings in (DecodeSettings(max_length=LIMIT), DecodeSettings(mode="sample", n=3)):
        found = search(stepper, texts, settings)
        flat = [(source, text) for source, row in zip(texts, found, strict=True) for text in row]
        ended = [(source, text) for source, text in flat if text.ended]
        logs = stepper.score([source.ids for source, _ in ended], [text.ids for _, text in ended])
        sums = [float(row.sum()) for row in logs]
        assert sums == pytest.approx([text.log_likelihood for _, text in ended], abs=1e-3)
        assert [len(row) for row in logs] == [len(text.ids) + 1 for _, text in ended]


def test_diverse_beams_are_those_of_a_plain_loop(stepper: TorchStepper) -> None:
    texts = sources()
    settings = DecodeSettings(beams=6, groups=3, n=3, penalty=10.0, max_length=LIMIT)
    plain = GroupBeams(stepper.model, 6, 3, 10.0, LIMIT)([source.ids for source in texts])
    compared = 0
    for found, rows in zip(search(stepper, texts, settings, batch=30), plain, strict=True):
        if all(text.ended for text in found):
            assert [[*text.ids] for text in found] == rows[:3]
            compared += 1
    assert compared >= 5
