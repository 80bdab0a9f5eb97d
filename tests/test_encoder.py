import json
import shutil
import sys
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scaning.encoder import MAX_CHARS, OnnxEncoder, Vectors, encoder_of
from scaning.errors import ResourceError

SHIPPED = Path(str(files("scaning") / "models" / "encoder"))
SUM = "Their sum is 12. What is the larger number?"
TOTAL = "The two add up to 12. Which number is larger?"
TRAIN = "A train covers 60 miles in 2 hours. What is its speed?"


def copy_of_the_encoder(folder: Path) -> Path:
    for path in SHIPPED.iterdir():
        shutil.copyfile(path, folder / path.name)
    return folder


def test_vectors_have_length_one_and_put_paraphrases_near() -> None:
    vectors = encoder_of().encode([SUM, TOTAL, TRAIN])
    assert vectors.dtype == np.float32
    assert vectors.shape == (3, 384)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1.0, abs=1e-5)
    assert vectors[0] @ vectors[1] > 0.7 > 0.3 > vectors[0] @ vectors[2]


def test_the_vectors_are_those_of_the_trained_model() -> None:
    # The expected figures are those of the fp32 variant of bench/export_encoder.py.
    encoder = OnnxEncoder(SHIPPED)
    vectors = encoder.encode([SUM, TOTAL, TRAIN])
    assert vectors[0] @ vectors[1] == pytest.approx(0.84296, abs=0.02)
    assert vectors[0] @ vectors[2] == pytest.approx(0.03819, abs=0.02)
    compared = encoder.compare([(SUM, TOTAL), (SUM, TRAIN)])
    assert compared == pytest.approx([-5.90083, -10.32693], abs=0.5)


def test_a_comparison_does_not_depend_on_the_order_or_on_other_pairs() -> None:
    encoder = OnnxEncoder(SHIPPED)
    one, other = encoder.compare([(SUM, TOTAL), (TRAIN, SUM)])
    assert OnnxEncoder(SHIPPED).compare([(TOTAL, SUM)]) == pytest.approx([one], abs=1e-3)
    assert encoder.compare([(SUM, TRAIN)]) == pytest.approx([other], abs=1e-3)
    assert encoder.compare([]) == []


def test_rows_follow_the_order_of_the_texts_and_repeat_with_them() -> None:
    encoder = encoder_of()
    vectors = encoder.encode([TRAIN, SUM, TRAIN])
    assert np.array_equal(vectors[0], vectors[2])
    assert np.allclose(vectors[1], encoder.encode([SUM])[0], atol=1e-5)


def test_a_text_has_the_same_vector_whatever_stands_beside_it() -> None:
    alone = OnnxEncoder(SHIPPED).encode([SUM])
    beside = OnnxEncoder(SHIPPED).encode([SUM, TRAIN * 20, "?", *(f"{i} cats" for i in range(40))])
    assert np.allclose(alone[0], beside[0], atol=1e-5)


class Counting(OnnxEncoder):
    """The shipped encoder, which counts the texts that it runs."""

    runs = 0

    def _run(self, texts: list[str]) -> Vectors:
        self.runs += len(texts)
        return super()._run(texts)


def test_a_text_is_run_once_until_the_cache_forgets_it() -> None:
    encoder = Counting(SHIPPED, cache=2)
    encoder.encode([SUM, TRAIN, SUM])
    encoder.encode([TRAIN])
    assert encoder.runs == 2
    encoder.encode([TOTAL])
    encoder.encode([TRAIN])
    assert encoder.runs == 3
    encoder.encode([SUM])
    assert encoder.runs == 4


def test_no_texts_have_no_rows() -> None:
    assert encoder_of().encode([]).shape == (0, 384)


@settings(max_examples=30)
@given(text=st.one_of(st.text(), st.sampled_from(["", "\ud800", "x" * 200_000, "\0\x1b[2J"])))
def test_any_text_has_a_vector(text: str) -> None:
    vector = encoder_of().encode([text])[0]
    assert np.isfinite(vector).all()
    assert np.linalg.norm(vector) == pytest.approx(1.0, abs=1e-4)


def test_a_hundred_kilobytes_are_cut_and_not_refused() -> None:
    long = "apples and " * 10_000
    vectors = encoder_of().encode([long, long[:MAX_CHARS]])
    assert np.allclose(vectors[0], vectors[1], atol=1e-5)


def test_the_shipped_files_are_those_of_the_manifest_and_at_most_25_megabytes() -> None:
    manifest = json.loads((SHIPPED / "manifest.json").read_text(encoding="utf-8"))
    assert set(manifest["files"]) == {"model.onnx", "tokenizer.json", "comparison.json"}
    assert sum(path.stat().st_size for path in SHIPPED.iterdir()) < 25e6
    assert encoder_of().name == "paraqd-minilm-L6-int8@" + manifest["files"]["model.onnx"][:8]


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_a_damaged_file_is_refused_before_it_is_loaded(tmp_path: Path, name: str) -> None:
    folder = copy_of_the_encoder(tmp_path)
    data = bytearray((folder / name).read_bytes())
    data[1000] ^= 1
    (folder / name).write_bytes(data)
    with pytest.raises(ResourceError, match=rf"{name} is damaged .* Install the package again"):
        OnnxEncoder(folder).encode([SUM])


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ResourceError, match=r"tokenizer\.json cannot be read \(No such file"):
        OnnxEncoder(tmp_path).encode([SUM])


def test_a_hub_model_without_its_library_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(ResourceError, match=r"pip install 'scaning\[hub\]'"):
        encoder_of("all-MiniLM-L12-v1")


class SmallHub(ModuleType):
    """A sentence-transformers library with one model, whose vectors say how long a text is."""

    class SentenceTransformer:
        """The model "lengths"."""

        def __init__(self, name: str) -> None:
            if name != "lengths":
                raise OSError(f"{name} is not a local folder")
            self.encoded: list[str] = []

        def encode(self, texts: Sequence[str], **_: object) -> Vectors:
            """The angle is the length."""
            self.encoded.extend(texts)
            angles = np.array([len(text) for text in texts])
            return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)


def test_a_hub_model_encodes_each_text_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", SmallHub("sentence_transformers"))
    encoder = encoder_of("lengths")
    assert encoder.name == "lengths"
    vectors = encoder.encode(["a", "bcd", "a"])
    assert vectors[:, 0] == pytest.approx(np.cos([1, 3, 1]))
    with pytest.raises(ResourceError, match="No sentence-transformers model 'other'"):
        encoder_of("other")
