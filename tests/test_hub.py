"""Models by name: here tiny ones with random weights, which write nonsense."""

from pathlib import Path

import pytest

from scaning.errors import ResourceError
from scaning.hub import HubGenerator
from scaning.paraphraser import Paraphraser
from scaning.records import Problem

pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

WORDS = "<pad> </s> <unk> Ann has 3 pens . How many ? Ben gives 5 to her left".split()
PENS = Problem("pens", "Ann has 3 pens . How many pens has Ann ?")
PROMPTS = ("paraphrase fix : ", "paraphrase shuffle : ")


def saved(folder: Path, kind: str) -> str:
    """A tiny model that writes on, or one that reads and writes, in a folder."""
    from tokenizers import Tokenizer, models, pre_tokenizers

    words = Tokenizer(models.WordLevel({w: i for i, w in enumerate(WORDS)}, unk_token="<unk>"))
    words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=words, pad_token="<pad>", eos_token="</s>", unk_token="<unk>"
    )
    common = {"vocab_size": len(WORDS), "pad_token_id": 0, "eos_token_id": 1}
    if kind == "causal":
        config = transformers.GPT2Config(
            n_positions=512, n_embd=8, n_layer=1, n_head=1, bos_token_id=1, **common
        )
        network = transformers.GPT2LMHeadModel(config)
    else:
        config = transformers.T5Config(
            d_model=8, d_kv=4, d_ff=8, num_layers=1, num_heads=1, decoder_start_token_id=0, **common
        )
        network = transformers.T5ForConditionalGeneration(config)
    network.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return str(folder)


@pytest.mark.parametrize("kind", ["causal", "encoder-decoder"])
def test_a_model_of_either_kind_proposes_and_is_judged(tmp_path: Path, kind: str) -> None:
    model = HubGenerator(saved(tmp_path, kind), max_tokens=12)
    found = model.candidates([PENS], n=3, prompts=PROMPTS, seed=1)
    assert found == model.candidates([PENS], n=3, prompts=PROMPTS, seed=1)
    assert {one.prompt for one in found[0]} <= set(PROMPTS)
    assert 0 < len(found[0]) <= 6
    assert {one.source for one in found[0]} == {str(tmp_path)}
    judged = Paraphraser(generators=[model]).paraphrase(PENS)
    assert judged.variants == ()
    assert judged.rejected


def test_a_name_that_no_hub_knows_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(ResourceError, match="No model 'nobody/nothing'") as error:
        HubGenerator("nobody/nothing").candidates([PENS], n=1, prompts=PROMPTS, seed=1)
    assert "\n" not in str(error.value)
