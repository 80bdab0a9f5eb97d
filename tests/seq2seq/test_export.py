import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from scaning.cli import main
from scaning.errors import ResourceError
from scaning.seq2seq.decoding import DecodeSettings
from scaning.seq2seq.onnx_model import Memory, OnnxStepper, Shape
from scaning.seq2seq.search import search
from scaning.seq2seq.stepper import Source

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")
pytest.importorskip("onnx")

from scaning.seq2seq.export import export  # noqa: E402 (only where torch is)
from scaning.seq2seq.torch_model import TorchStepper  # noqa: E402

WORDS, LIMIT = 60, 30
IDS = {"pad_token_id": WORDS - 1, "decoder_start_token_id": WORDS - 1, "eos_token_id": 0}
TINY = {
    "vocab_size": WORDS, "d_model": 32, "encoder_layers": 2, "decoder_layers": 2,
    "encoder_attention_heads": 4, "decoder_attention_heads": 4, "encoder_ffn_dim": 64,
    "decoder_ffn_dim": 64, "forced_eos_token_id": None, "init_std": 0.3,
    "max_position_embeddings": 64, **IDS,
}  # fmt: skip


def marian() -> object:
    return transformers.MarianMTModel(transformers.MarianConfig(**TINY, scale_embedding=True))


def bart() -> object:
    config = transformers.BartConfig(**TINY, bos_token_id=1, activation_function="gelu")
    return transformers.BartForConditionalGeneration(config)


def pegasus() -> object:
    return transformers.PegasusForConditionalGeneration(transformers.PegasusConfig(**TINY))


def t5() -> object:
    config = transformers.T5Config(
        vocab_size=WORDS, d_model=32, d_kv=8, d_ff=64, num_layers=2, num_heads=4,
        feed_forward_proj="gated-gelu", tie_word_embeddings=False, initializer_factor=1.0, **IDS,
    )  # fmt: skip
    return transformers.T5ForConditionalGeneration(config)


def written(build: Callable[[], object], folder: Path) -> Path:
    """A model of random weights, saved with a tokenizer of letters."""
    from tokenizers import Tokenizer, models

    torch.manual_seed(0)
    torch.set_num_threads(1)
    model = build()
    with torch.no_grad():
        for name, weights in model.named_parameters():  # type: ignore[attr-defined]
            # Norms and biases that are 1 and 0 would hide mistakes.
            if weights.dim() == 1:
                weights += 0.1 * torch.randn_like(weights) * (name != "")
    model.generation_config.update(**IDS)  # type: ignore[attr-defined]
    model.save_pretrained(folder)  # type: ignore[attr-defined]
    vocabulary = {chr(65 + at): at for at in range(WORDS)}
    Tokenizer(models.WordLevel(vocabulary, unk_token="A")).save(str(folder / "tokenizer.json"))
    return folder


@pytest.fixture(
    params=[marian, bart, pegasus, t5], ids=lambda build: build.__name__, scope="module"
)
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(request.param, tmp_path_factory.mktemp("model"))


def sources(count: int = 9) -> list[Source]:
    rng = np.random.default_rng(0)
    lengths = rng.integers(3, 12, size=count)
    return [
        Source((*map(int, rng.integers(1, WORDS - 1, size=n)), 0), str(at))
        for at, n in enumerate(lengths)
    ]


MODES = [
    DecodeSettings(mode="greedy", n=1, max_length=LIMIT),
    DecodeSettings(mode="beam", beams=4, n=4, max_length=LIMIT),
    DecodeSettings(max_length=LIMIT),
    DecodeSettings(mode="sample", n=5, max_length=LIMIT),
]


def test_an_exact_graph_finds_what_torch_finds(folder: Path, tmp_path: Path) -> None:
    export(folder, tmp_path, exact=True)
    torches, exported = TorchStepper.load(folder, device="cpu"), OnnxStepper.load(tmp_path)
    for settings in MODES:
        found = search(torches, sources(), settings, batch=24)
        beside = search(exported, sources(), settings, batch=24)
        for texts, others in zip(found, beside, strict=True):
            assert [text.ids for text in texts] == [text.ids for text in others]
            likelihoods = [text.log_likelihood for text in texts]
            assert [text.log_likelihood for text in others] == pytest.approx(likelihoods, abs=1e-2)


def test_eight_bits_score_nearly_as_torch_does(folder: Path, tmp_path: Path) -> None:
    export(folder, tmp_path)
    torches, exported = TorchStepper.load(folder, device="cpu"), OnnxStepper.load(tmp_path)
    asked, targets = (
        [[*source.ids] for source in sources()],
        [[*source.ids[:-1]] for source in sources()][::-1],
    )
    logs, beside = torches.score(asked, targets), exported.score(asked, targets)
    assert [len(row) for row in beside] == [len(target) + 1 for target in targets]
    off = np.concatenate(logs) - np.concatenate(beside)
    assert np.sqrt((off**2).mean()) < 0.15 * np.concatenate(logs).std()
    assert np.concatenate(beside).sum() == pytest.approx(np.concatenate(logs).sum(), rel=0.02)


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("export")
    export(written(marian, tmp_path_factory.mktemp("model")), folder)
    return folder


def test_scores_are_those_of_the_search(exported: Path) -> None:
    stepper = OnnxStepper.load(exported)
    for settings in MODES:
        flat = [
            (source, text)
            for source, texts in zip(sources(), search(stepper, sources(), settings), strict=True)
            for text in texts
            if text.ended
        ]
        logs = stepper.score([source.ids for source, _ in flat], [text.ids for _, text in flat])
        sums = [float(row.sum()) for row in logs]
        assert sums == pytest.approx([text.log_likelihood for _, text in flat], abs=1e-3)


def test_a_text_does_not_depend_on_those_beside_it(exported: Path) -> None:
    stepper = OnnxStepper.load(exported)
    for settings in MODES:
        together = search(stepper, sources(), settings, batch=99)
        alone = [search(stepper, [source], settings)[0] for source in sources()]
        for texts, others in zip(together, alone, strict=True):
            assert [text.ids for text in texts] == [text.ids for text in others]


def test_lanes_remember_what_they_follow() -> None:
    rng = np.random.default_rng(0)
    memory = Memory(Shape(1, 2, 9, 3, 0, 0, 0, 0))
    rows = [[] for _ in range(2)]  # type: list[list[float]]
    for step in range(150):
        memory.make_room(len(rows), 1)
        values = rng.normal(size=len(rows)).astype(np.float32)
        for value in memory.of_layer(0, len(rows)):
            value[:, :, memory.length] = values[:, None, None]
        memory.written(len(rows), 1)
        rows = [[*row, float(value)] for row, value in zip(rows, values, strict=True)]
        for key in memory.of_layer(0, len(rows)):
            assert np.array_equal(key[:, 1, : memory.length, 2], rows)
        behind = rng.integers(0, len(rows), size=6 if step < 80 else 3)
        memory.follow(behind)
        rows = [rows[at] for at in behind]


def test_a_changed_file_is_not_run(exported: Path, tmp_path: Path) -> None:
    for path in exported.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "config.json").write_text("{}", encoding="utf-8")
    with pytest.raises(ResourceError, match=r"config\.json is damaged"):
        OnnxStepper.load(tmp_path)
    (tmp_path / "decoder.onnx").unlink()
    (tmp_path / "manifest.json").write_text("{", encoding="utf-8")
    with pytest.raises(ResourceError, match="no manifest"):
        OnnxStepper.load(tmp_path)


def test_the_command_says_how_good_the_export_is(
    exported: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = written(marian, tmp_path / "model")
    rows = tmp_path / "rows.jsonl"
    rows.write_text(json.dumps({"source": "BCD", "target": "DCB"}) + "\n", encoding="utf-8")
    with pytest.raises(SystemExit) as end:
        main(["export", str(model), "-o", str(tmp_path / "out"), "--compare", str(rows)])
    assert not end.value.code
    parity = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))["parity"]
    assert parity["rows"] == 1
    assert parity["off_in_all"] < 0.02
    assert f"{parity['same_greedy']:.1%} of 1 greedy texts" in capsys.readouterr().err
    files = {path.name: path.read_bytes() for path in exported.iterdir()}
    assert files["decoder.onnx"] == (tmp_path / "out" / "decoder.onnx").read_bytes()
