import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from scaning.errors import UsageError
from scaning.seq2seq.settings import Settings

torch = pytest.importorskip("torch")
pytest.importorskip("accelerate")

from tiny import TEXTS, base, rows, settings  # noqa: E402 (only where torch is)

from scaning.seq2seq import checkpoints, progress  # noqa: E402
from scaning.seq2seq.decoding import DecodeSettings  # noqa: E402
from scaning.seq2seq.loop import Loop  # noqa: E402
from scaning.seq2seq.model import Asked, Seq2Seq  # noqa: E402
from scaning.seq2seq.rows import Pair  # noqa: E402
from scaning.seq2seq.train import train  # noqa: E402


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    torch.set_num_threads(1)
    where = tmp_path_factory.mktemp("training")
    base(where / "base")
    rows(where / "rows.jsonl")
    return where


@pytest.fixture(scope="module")
def whole(folder: Path) -> Path:
    """A training that nothing disturbed."""
    train(settings(folder, "whole"))
    return folder / "whole"


def losses(output: Path) -> list[tuple[float, float]]:
    return [(line["step"], line["loss"]) for line in progress.read_log(output) if "loss" in line]


def same_curve(output: Path, expected: Path) -> None:
    found = losses(output)
    assert [step for step, _ in found] == [step for step, _ in losses(expected)]
    assert [loss for _, loss in found] == pytest.approx(
        [loss for _, loss in losses(expected)], abs=1e-6
    )


class Killed(BaseException):
    """What no code of ours catches."""


def stopped(given: Settings, after: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Train until so many steps were made, and then no further."""
    made = 0
    step = Loop.training_step

    def counted(*args: object, **named: object) -> object:
        nonlocal made
        made += 1
        if made > after:
            raise Killed
        return step(*args, **named)

    with monkeypatch.context() as patched:
        patched.setattr(Loop, "training_step", counted)
        with pytest.raises(Killed):
            train(given)


def test_a_training_learns_and_says_how_far_it_is(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = train(settings(folder, "told", steps=6, validation=str(folder / "rows.jsonl"),
                           evaluate_every=3, evaluate_rows=8, generate_rows=1))  # fmt: skip
    said = capsys.readouterr().err
    assert "50%  step 3" in said
    assert "0:00:00 left" in said
    for name in ("loss", "examples/second", "tokens/second", "memory gb", "eval loss/word"):
        assert name in said
    curve = losses(folder / "told")
    assert curve[-1][1] < curve[0][1]
    assert (folder / "told" / progress.CURVE).read_text(encoding="utf-8").count("held out") == 1
    record = json.loads((model / "training.json").read_text(encoding="utf-8"))
    assert record["settings"]["seed"] == 3407
    assert record["figures"]["eval_loss_per_word"] > 0


def test_a_stopped_training_goes_on_to_the_same_curve(
    folder: Path, whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = settings(folder, "stopped")
    stopped(given, 6, monkeypatch)  # after checkpoint 4
    stopped(given, 1, monkeypatch)
    train(given)
    same_curve(folder / "stopped", whole)
    weights = "model/model.safetensors"
    assert (folder / "stopped" / weights).read_bytes() == (whole / weights).read_bytes()


def test_a_half_written_checkpoint_is_passed_over_with_a_word(
    folder: Path, whole: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given = settings(folder, "torn")
    stopped(given, 10, monkeypatch)  # after checkpoint 8
    newest = folder / "torn" / "checkpoint-8"
    optimizer = newest / "optimizer.pt"
    optimizer.write_bytes(optimizer.read_bytes()[:-100])
    # And one that was never sealed.
    (folder / "torn" / "checkpoint-99").mkdir()
    (folder / "torn" / "checkpoint-99" / "model.safetensors").write_bytes(b"\0" * 64)
    capsys.readouterr()
    assert checkpoints.newest(folder / "torn") == folder / "torn" / "checkpoint-4"
    said = capsys.readouterr().err
    assert "checkpoint-8 is not whole and is passed over" in said
    assert "checkpoint-99 is not whole and is passed over" in said
    train(given)
    same_curve(folder / "torn", whole)


def test_a_crash_while_a_checkpoint_is_written_leaves_the_one_before(
    folder: Path, whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = settings(folder, "crashed")
    with monkeypatch.context() as patched:
        seal = checkpoints.seal

        def crash(partial: Path) -> None:
            if partial.name == "checkpoint-8":
                raise Killed
            seal(partial)

        patched.setattr(checkpoints, "seal", crash)
        with pytest.raises(Killed):
            train(given)
    assert [path.name for path in checkpoints.found(folder / "crashed")] == ["checkpoint-4"]
    assert (folder / "crashed" / checkpoints.PARTIAL).exists()
    train(given)
    same_curve(folder / "crashed", whole)


def test_only_the_newest_checkpoints_are_kept(whole: Path) -> None:
    assert [path.name for path in checkpoints.found(whole)] == ["checkpoint-8", "checkpoint-12"]


def test_other_settings_do_not_go_on(folder: Path, whole: Path) -> None:
    with pytest.raises(UsageError, match="was begun with other settings: batch_rows 4 → 5"):
        train(settings(folder, "whole", batch_rows=5))


def test_the_best_by_the_score_is_kept(folder: Path) -> None:
    scores = iter([0.5, 0.9, 0.1])  # once at each of steps 2, 4 and 6

    def score(pairs: Sequence[Pair], written: Sequence[str]) -> Mapping[str, float]:
        assert len(pairs) == len(written) == 1
        return {"score": next(scores)}

    given = settings(folder, "best", steps=6, validation=str(folder / "rows.jsonl"),
                     evaluate_every=2, evaluate_rows=2, generate_rows=1)  # fmt: skip
    model = train(given, score=score)
    record = json.loads((model / "training.json").read_text(encoding="utf-8"))
    assert (record["step"], record["figures"]["eval_score"]) == (4, 0.9)


def test_what_is_written_to_judge_a_model_is_not_cut_short(folder: Path) -> None:
    seen: list[str] = []

    def score(pairs: Sequence[Pair], written: Sequence[str]) -> Mapping[str, float]:
        seen.extend(written)
        return {"score": 0.0}

    train(settings(folder, "long", steps=1, validation=str(folder / "rows.jsonl"),
                   evaluate_rows=1, generate_rows=1, max_target=90), score=score)  # fmt: skip
    tokens = Seq2Seq.load(folder / "long" / "model").tokens
    # A model that knows nothing writes to the limit; transformers would stop after 20 tokens.
    assert len(tokens.encode(seen[0])) > 40


def test_a_clock_ends_a_training_and_its_learning_rate(folder: Path) -> None:
    model = train(settings(folder, "timed", steps=None, minutes=0.02, log_every=5))
    record = json.loads((model / "training.json").read_text(encoding="utf-8"))
    assert 1.2 <= record["seconds"] < 20
    rates = [
        line["learning_rate"] for line in progress.read_log(folder / "timed") if "loss" in line
    ]
    assert rates[-1] < max(rates) / 2


def test_an_unknown_tracker_is_named(folder: Path) -> None:
    with pytest.raises(UsageError, match="No tracker for report_to 'wanbd'; did you mean 'wandb'"):
        train(settings(folder, "tracked", report_to="wanbd"))


def test_a_tracker_gets_every_figure(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from transformers import TrainerCallback
    from transformers.integrations import integration_utils

    told: list[dict[str, float]] = []

    class Tracker(TrainerCallback):  # type: ignore[misc]
        def on_log(self, *_: object, logs: dict[str, float], **__: object) -> None:
            told.append(logs)

    monkeypatch.setitem(integration_utils.INTEGRATION_TO_CALLBACK, "tensorboard", Tracker)
    train(settings(folder, "tracked", steps=2, report_to="tensorboard"))
    assert {"loss", "learning_rate", "tokens_per_second"} <= told[0].keys()


def test_a_trained_model_writes(folder: Path, whole: Path) -> None:
    model = Seq2Seq.load(whole / "model", device="cpu")
    (found,) = model.generate(
        [Asked("q", "paraphrase: ", TEXTS[0])], DecodeSettings(max_length=20), guarded=False
    )
    assert len(found) == 3


@pytest.mark.slow
def test_two_processes_train_as_one_that_accumulates(folder: Path) -> None:
    one = settings(folder, "one", steps=4, accumulate=2)
    train(one)
    two = replace(one, output=str(folder / "two"), accumulate=1)
    told = [f"--set={name}={json.dumps(getattr(two, name))}" for name in
            ("base", "train", "output", "steps", "batch_rows", "learning_rate", "log_every")]  # fmt: skip
    ran = subprocess.run(
        [sys.executable, "-m", "accelerate.commands.launch", "--multi_gpu", "--num_processes", "2",
         "--num_machines", "1", "--mixed_precision", "no", "--dynamo_backend", "no",
         "-m", "scaning.seq2seq.train", *told],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr.count("step 4") == 1  # only the first process speaks
    found, expected = losses(folder / "two"), losses(folder / "one")
    assert [loss for _, loss in found] == pytest.approx([loss for _, loss in expected], abs=1e-4)
    assert (folder / "two" / "model" / "model.safetensors").exists()
