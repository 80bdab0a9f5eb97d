import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scaning.cli import main
from scaning.errors import ResourceError, UsageError

if TYPE_CHECKING:
    from transformers import PreTrainedModel

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

import tiny  # noqa: E402 (only where torch is)

from scaning.seq2seq.bases import checked, digest, prepare, texts_of  # noqa: E402
from scaning.seq2seq.decoding import DecodeSettings  # noqa: E402
from scaning.seq2seq.model import Asked, Seq2Seq  # noqa: E402
from scaning.seq2seq.tokens import Piece, Tokens  # noqa: E402
from scaning.seq2seq.train import train  # noqa: E402
from scaning.seq2seq.vocabulary import fit, never_split  # noqa: E402

# What T5's vocabulary lacks, what looks like a special piece, what only bytes can say.
TRAPS = (
    "x^4 - 2^{n+1}", "{a, b} ~ c \\ d", "x < y <= z", "</s><pad><unk><extra_id_0>", "<0x41> <mask>",
    "⟦1⟧ and ⟦40⟧, [NOUN:12]", " two  blanks ", "a\n\tb", "½ of 5² is ≤ 日本 🙂", "[/INST] <|im_end|>",
)  # fmt: skip
SMALL = {"d_model": 16, "encoder_layers": 1, "decoder_layers": 1, "encoder_attention_heads": 2,
         "decoder_attention_heads": 2, "encoder_ffn_dim": 16, "decoder_ffn_dim": 16}  # fmt: skip


def bytes_of_pairs(special: Iterable[str]) -> Any:  # noqa: ANN401 (tokenizers has no types)
    """A vocabulary like BART's, of the words of some texts."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=900, special_tokens=[*special], show_progress=False,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
    )  # fmt: skip
    others = [f"{one} {two}" for one in ("tall", "old", "green") for two in ("houses", "ships")]
    tokenizer.train_from_iterator([*tiny.TEXTS, *others] * 3, trainer)
    return tokenizer


def bart(folder: Path) -> "PreTrainedModel":
    """A folder as the hub has it: BART's kind of model and of vocabulary."""
    from tokenizers.processors import TemplateProcessing

    torch.manual_seed(0)
    tokenizer = bytes_of_pairs(["<s>", "<pad>", "</s>", "<unk>", "<mask>"])
    tokenizer.post_processor = TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    size = tokenizer.get_vocab_size()
    model = transformers.BartForConditionalGeneration(
        transformers.BartConfig(vocab_size=size, max_position_embeddings=64, **SMALL)
    )
    model.save_pretrained(folder)
    tokenizer.save(str(folder / "tokenizer.json"))
    return model


def t5(folder: Path) -> "PreTrainedModel":
    """T5's kind: pieces with ▁, and none for braces, carets, tildes and backslashes."""
    from tokenizers import Tokenizer
    from tokenizers.models import Unigram

    torch.manual_seed(0)
    words = sorted({word for text in tiny.TEXTS for word in text.split() if word.isalpha()})
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,?!-+=/:;()[]'"
    pieces = [("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0), ("▁", -2.0)]
    pieces += [(letter, -9.0) for letter in letters] + [(f"▁{word}", -4.0) for word in words]
    pieces += [("<extra_id_0>", 0.0)]
    config = transformers.T5Config(
        vocab_size=len(pieces), d_model=16, d_kv=8, d_ff=16, num_layers=1, num_heads=2,
        tie_word_embeddings=False, decoder_start_token_id=0,
    )  # fmt: skip
    model = transformers.T5ForConditionalGeneration(config)
    model.save_pretrained(folder)
    Tokenizer(Unigram(pieces, 2)).save(str(folder / "tokenizer.json"))
    return model


def llama(folder: Path) -> "PreTrainedModel":
    """SmolLM2's kind: a decoder alone."""
    torch.manual_seed(0)
    tokenizer = bytes_of_pairs(["<|endoftext|>", "<|im_start|>", "<|im_end|>"])
    config = transformers.LlamaConfig(
        vocab_size=tokenizer.get_vocab_size(), hidden_size=32, intermediate_size=32,
        num_hidden_layers=2, num_attention_heads=4, num_key_value_heads=2, bos_token_id=1,
        eos_token_id=2, pad_token_id=2, tie_word_embeddings=True, max_position_embeddings=256,
    )  # fmt: skip
    model = transformers.LlamaForCausalLM(config)
    model.save_pretrained(folder)
    tokenizer.save(str(folder / "tokenizer.json"))
    return model


KINDS = {"bart": bart, "t5": t5, "llama": llama}


@pytest.fixture(scope="module", params=[*KINDS, "scratch"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def folder(kind: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A base of each kind; its model is in "theirs", but for the one that is ours alone."""
    where = tmp_path_factory.mktemp(kind)
    if kind in KINDS:
        (where / "theirs").mkdir()
        KINDS[kind](where / "theirs")
    name = str(where / "theirs") if kind in KINDS else kind
    prepare(name, where / "base", tiny.TEXTS * 2)
    tiny.rows(where / "rows.jsonl")
    return where


def test_no_character_is_lost(folder: Path) -> None:
    tokens = Tokens.load(folder / "base")
    for text in (*TRAPS, *tiny.TEXTS):
        assert tokens.decode(tokens.encode(text)) == text


@settings(max_examples=200)
@given(st.text(max_size=40))
def test_no_text_is_lost_whatever_it_is(text: str) -> None:
    pieces = [Piece(c, -3.0) for c in "abcdefghijklmnopqrstuvwxyz"] + [Piece(" the", -2.0)]
    numbers = {piece: at for at, piece in enumerate(pieces, start=3)}
    tokenizer = fit(numbers, {"<pad>": 0, "</s>": 1, "<unk>": 2}, ["the cat"]).tokenizer
    tokens = Tokens(tokenizer, pad=0, ends=[1], start=0)
    assert tokens.decode(tokens.encode(text)) == text


def test_what_the_corpus_holds_gets_a_piece_and_slots_are_one(folder: Path) -> None:
    tokens = Tokens.load(folder / "base")
    for text in ("^", "{", "}", "~", "\\", "<", *never_split()):
        read = tokens.tokenizer.encode(text, add_special_tokens=False).tokens
        assert read in ([text], [" ", text], [f" {text}"])


def test_a_row_is_the_old_row_of_its_piece(kind: str, folder: Path) -> None:
    if kind == "scratch":
        pytest.skip("its old rows are not kept")
    old = transformers.AutoModel.from_pretrained(folder / "theirs").get_input_embeddings().weight
    new = transformers.AutoModel.from_pretrained(folder / "base").get_input_embeddings().weight
    before = json.loads((folder / "theirs" / "tokenizer.json").read_text(encoding="utf-8"))["model"]
    vocabulary = before["vocab"]
    ids = (
        vocabulary
        if isinstance(vocabulary, dict)
        else {piece.replace("▁", " "): at for at, (piece, _) in enumerate(vocabulary)}
    )
    after = Tokens.load(folder / "base").tokenizer.get_vocab()
    common = ids.keys() & after.keys() - {"<pad>", "</s>", "<unk>"}
    assert len(common) > 50
    for piece in common:
        assert torch.equal(new[after[piece]], old[ids[piece]])


def test_a_corpus_is_read_as_before_by_fewer_pairs(tmp_path: Path) -> None:
    from scaning.seq2seq.bpe import fit as cut

    before = bytes_of_pairs(["<s>", "<pad>", "</s>"])
    words = [text.replace("⟦1⟧", "some").replace("⟦2⟧", "a few") for text in tiny.TEXTS] * 2
    read = [encoded.tokens for encoded in before.encode_batch(words, add_special_tokens=False)]
    found = cut(before, {"</s>": 2, "<pad>": 1}, words, most_likely=0)
    after = found.tokenizer.encode_batch(words, add_special_tokens=False)
    assert [encoded.tokens for encoded in after] == read
    held = found.tokenizer.get_vocab()
    assert len(held) - len(never_split()) < before.get_vocab_size()
    assert "Ġships" in before.get_vocab()
    assert "Ġships" not in held
    assert found.ids == (held["<pad>"], held["</s>"], held["</s>"])


def test_every_kind_learns_and_writes(kind: str, folder: Path) -> None:
    lora = 4 if kind == "llama" else 0
    if lora:
        pytest.importorskip("peft")
    told = tiny.settings(folder, f"lora{lora}", steps=6, lora=lora, learning_rate=1e-2,
                             validation=str(folder / "rows.jsonl"), evaluate_rows=4,
                             generate_rows=2, max_target=40, save_every=3)  # fmt: skip
    train(told)
    lines = (folder / f"lora{lora}" / "log.jsonl").read_text(encoding="utf-8").splitlines()
    losses = [json.loads(line).get("loss") for line in lines]
    assert losses[5] < losses[0]
    model = Seq2Seq.load(folder / f"lora{lora}" / "model", device="cpu")
    asked = Asked("q", "paraphrase: ", tiny.TEXTS[0])
    (texts,) = model.generate([asked], DecodeSettings(max_length=30), guarded=False)
    ended = [text for text in texts if text.ended]
    logs = model.log_likelihoods([asked] * len(ended), [text.said for text in ended])
    assert len(texts) == 3
    assert len(logs) == len(ended)
    assert all(log < 0 for log in logs)


def test_adapters_go_on_where_they_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("peft")
    from test_training import losses, same_curve, stopped

    (tmp_path / "theirs").mkdir()
    llama(tmp_path / "theirs")
    prepare(str(tmp_path / "theirs"), tmp_path / "base", tiny.TEXTS * 2)
    tiny.rows(tmp_path / "rows.jsonl")
    train(tiny.settings(tmp_path, "whole", steps=6, save_every=3, lora=4))
    given = tiny.settings(tmp_path, "stopped", steps=6, save_every=3, lora=4)
    stopped(given, 4, monkeypatch)
    train(given)
    assert losses(tmp_path / "whole")
    same_curve(tmp_path / "stopped", tmp_path / "whole")


def test_a_base_can_be_cut_again_and_scores_as_before(folder: Path, tmp_path: Path) -> None:
    prepare(str(folder / "base"), tmp_path / "again", tiny.TEXTS * 2)
    asked, said = [Asked("q", "", tiny.TEXTS[0])], [tiny.TEXTS[1]]
    one, two = (
        Seq2Seq.load(where, device="cpu").log_likelihoods(asked, said)[0]
        for where in (folder / "base", tmp_path / "again")
    )
    # Fewer pieces share the same chance, so a text is a little more likely.
    assert two == pytest.approx(one, rel=0.05)


def test_a_manifest_says_what_a_base_is(folder: Path, kind: str) -> None:
    manifest = json.loads((folder / "base" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["base"] == (kind if kind == "scratch" else str(folder / "theirs"))
    for name, sha256 in manifest["files"].items():
        assert digest(folder / "base" / name) == sha256
    assert {"model.safetensors", "tokenizer.json", "config.json"} <= manifest["files"].keys()
    assert not list((folder / "base").glob("*.bin"))


def test_a_tokenizer_of_another_kind_is_refused(tmp_path: Path) -> None:
    from tokenizers import Tokenizer
    from tokenizers.models import WordPiece

    t5(tmp_path)
    Tokenizer(WordPiece({"a": 0}, unk_token="a")).save(str(tmp_path / "tokenizer.json"))
    with pytest.raises(UsageError, match="is WordPiece; only vocabularies of Unigram and of pairs"):
        prepare(str(tmp_path), tmp_path / "out", tiny.TEXTS)


def test_a_wheel_that_is_another_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.whl").write_bytes(b"other")
    with pytest.raises(ResourceError, match="is damaged or another version"):
        checked(tmp_path / "a.whl", "0" * 64)
    with pytest.raises(ResourceError, match="is not there; `pip download"):
        checked(tmp_path / "b.whl", "0" * 64)


def test_the_command_makes_a_base(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_text("".join(json.dumps({"question": t}) + "\n" for t in tiny.TEXTS), "utf-8")
    assert next(texts_of(corpus)) == tiny.TEXTS[0]
    with pytest.raises(SystemExit) as end:
        main(["base", "scratch", "--corpus", str(corpus), "-o", str(tmp_path / "base"), "--half"])
    assert not end.value.code
    assert "million parameters" in capsys.readouterr().err
    assert Tokens.load(tmp_path / "base").id_of("⟦1⟧")
    with pytest.raises(SystemExit) as end:
        main(["base", "opus", "--corpus", str(corpus), "-o", str(tmp_path / "opus")])
    assert end.value.code == 2
    assert "--wheels names their folder" in capsys.readouterr().err
