"""transformers' Trainer with our batches, our checkpoints, our evaluation and our clock."""

from __future__ import annotations

import json
import resource
import shutil
from dataclasses import asdict, replace
from itertools import islice
from pathlib import Path
from typing import Any

import torch
from accelerate import PartialState
from accelerate.utils import broadcast
from torch.nn.functional import cross_entropy
from torch.optim.lr_scheduler import LambdaLR
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSeq2SeqLM,
    PreTrainedModel,
    PrinterCallback,
    Trainer,
    TrainerCallback,
    TrainingArguments,
    set_seed,
)
from transformers.utils.logging import disable_progress_bar

from scaning.errors import ResourceError, UsageError
from scaning.seq2seq import checkpoints, progress
from scaning.seq2seq.bases import MANIFEST
from scaning.seq2seq.batches import IGNORED, Collator, Encoded, Plan, encode, encoded_file
from scaning.seq2seq.evaluation import Score, loss_per_word, write
from scaning.seq2seq.progress import Clock
from scaning.seq2seq.rows import read_pairs
from scaning.seq2seq.settings import Settings
from scaning.seq2seq.tokens import FILE, Tokens

MODEL = "model"
TRAINING = "training.json"
_STATE = "progress.json"
_SETTINGS = "settings.json"


def run(settings: Settings, score: Score) -> Path:
    """Train, or go on with a training; the folder of the model comes back."""
    disable_progress_bar()
    torch.set_float32_matmul_precision("high")  # TF32 where there is no half precision
    place = PartialState()
    output = Path(settings.output)
    tokens = Tokens.load(Path(settings.base))
    with place.main_process_first():
        encoded = encoded_file(Path(settings.train), tokens, settings, output / "cache")
        last = checkpoints.newest(output)
        if place.is_main_process:
            _keep_settings(settings, output, fresh=last is None)
    plan = Plan(encoded, settings, rank=place.process_index, world=place.num_processes)
    set_seed(settings.seed)
    held = HeldOut(settings, tokens) if settings.validation else None
    loop = Loop(settings, _model(settings), tokens, encoded, plan, held, score)
    loop.go(last)
    return output / MODEL


class HeldOut:
    """The rows that a training is judged by: of all the loss, of the first what is written."""

    def __init__(self, settings: Settings, tokens: Tokens) -> None:
        pairs = list(islice(read_pairs(Path(settings.validation)), settings.evaluate_rows))
        self.pairs = pairs[: settings.generate_rows]
        self.words = sum(len(pair.target.split()) for pair in pairs)
        # None is left out: the figures of trainings with other limits have to compare.
        endless = replace(settings, max_source=10**6, max_target=10**6)
        self.rows = encode(pairs, tokens, endless)
        self.asked = encode(self.pairs, tokens, endless)


class Loop(Trainer):  # type: ignore[misc]
    """One training."""

    def __init__(
        self,
        settings: Settings,
        model: PreTrainedModel,
        tokens: Tokens,
        encoded: Encoded,
        plan: Plan,
        held: HeldOut | None,
        score: Score,
    ) -> None:
        self.settings = settings
        self.output = Path(settings.output)
        self.tokens = tokens
        self.plan = plan
        self.held = held
        self.score = score
        self.best = float("-inf")
        self.figures: dict[str, float] = {}
        self.clock = Clock(
            settings.minutes * 60 if settings.minutes else None,
            None if plan.endless else plan.steps,
        )
        self._seen = [0, 0, 0.0]  # rows, tokens and the time, at the last line of the log
        self._into = str(self.output)
        super().__init__(
            model=model,
            args=_arguments(settings, plan, judged=held is not None),
            train_dataset=encoded,
            eval_dataset=held.rows if held else None,
            data_collator=Collator(tokens.pad, tokens.start, 8 if torch.cuda.is_available() else 1),
            compute_loss_func=self._loss,
            callbacks=[_OnTime(self.clock)],
        )
        self.remove_callback(PrinterCallback)

    def go(self, last: Path | None) -> None:
        """Train to the end, from a checkpoint if there is one; write the model and the curve."""
        step = 0
        if last is not None:
            state = json.loads((last / _STATE).read_text(encoding="utf-8"))
            step, self.best = state["step"], state["best"]
            self.clock.start(state["seconds"])
            if self.is_world_process_zero():
                progress.say({"step": step}, self.clock.done(step))
        else:
            self.clock.start()
        if self.is_world_process_zero():
            progress.rewind(self.output, step)
        self._seen[2] = self.clock.now()
        self.train(resume_from_checkpoint=str(last) if last else None)
        if self.held:
            self.evaluate()
        elif self.is_world_process_zero():
            self._publish_model()
        if self.is_world_process_zero():
            progress.plot(self.output)
        self.accelerator.wait_for_everyone()

    def get_train_dataloader(self) -> DataLoader[Any]:
        """Our batches of this process: accelerate would deal them out by number of rows."""
        return DataLoader(
            self.train_dataset,
            batch_sampler=self.plan,
            collate_fn=self.data_collator,
            num_workers=self.settings.workers,
            pin_memory=torch.cuda.is_available(),
        )

    def create_scheduler(
        self, num_training_steps: int, optimizer: torch.optim.Optimizer | None = None
    ) -> LambdaLR:
        """Warm-up and straight decay, over the steps or over the time."""
        warmup = self.settings.warmup
        self.lr_scheduler = LambdaLR(
            optimizer or self.optimizer,
            lambda step: progress.triangle(self.clock.done(step + 0.5), warmup),
        )
        return self.lr_scheduler

    def _loss(
        self, outputs: Any, labels: torch.Tensor, num_items_in_batch: torch.Tensor | None = None
    ) -> torch.Tensor:
        loss = cross_entropy(
            outputs.logits.flatten(0, 1).float(),
            labels.flatten(),
            ignore_index=IGNORED,
            label_smoothing=self.settings.label_smoothing,
            reduction="sum",
        )
        return loss / (num_items_in_batch or (labels != IGNORED).sum())

    def compute_loss(self, model: Any, inputs: dict[str, Any], *more: Any, **named: Any) -> Any:
        """The loss, without the keys and values that only decoding needs."""
        return super().compute_loss(model, {**inputs, "use_cache": False}, *more, **named)

    def training_step(self, model: Any, inputs: dict[str, Any], *more: Any, **named: Any) -> Any:
        """One step forward and back; counted here, where counting waits for no accelerator."""
        self._seen[0] += len(inputs["labels"])
        self._seen[1] += int(inputs["attention_mask"].sum() + (inputs["labels"] != IGNORED).sum())
        return super().training_step(model, inputs, *more, **named)

    def floating_point_ops(self, inputs: Any) -> int:
        """Not counted: it would walk through all parameters at each step."""
        return 0

    def log(self, logs: dict[str, float], start_time: float | None = None) -> None:
        """Add speed, time and memory, write the line and show it."""
        if "loss" in logs:
            rows, tokens, since = self._seen
            now = self.clock.now()
            world = self.args.world_size
            logs |= {
                "seconds": now,
                "examples_per_second": rows * world / (now - since),
                "tokens_per_second": tokens * world / (now - since),
                "memory_gb": _memory(),
            }
            self._seen = [0, 0, now]
        super().log(logs, start_time)
        if self.is_world_process_zero() and {"loss", "eval_loss_per_word"} & logs.keys():
            record = {"step": self.state.global_step, **logs}
            progress.log(self.output, record)
            progress.say(record, self.clock.done(self.state.global_step))

    def evaluate(self, *_: Any, **__: Any) -> dict[str, float]:
        """The loss for each word of the held-out rows and the task's score; the best is kept."""
        assert self.held
        if self.is_world_process_zero():
            self.model.eval()
            collator = self.data_collator
            with self.accelerator.autocast():
                loss = loss_per_word(self.model, self.held.rows, self.held.words, collator)
                written = write(
                    self.model, self.held.asked, self.tokens, self.settings.max_target, collator
                )
            found = {"loss_per_word": loss, **self.score(self.held.pairs, written)}
            self.figures = {f"eval_{name}": figure for name, figure in found.items()}
            self.log(dict(self.figures))
            if found["score"] > self.best:
                self.best = found["score"]
                self._publish_model()
        self.accelerator.wait_for_everyone()
        return self.figures

    def _publish_model(self) -> None:
        partial = self.output / f"{MODEL}.part"
        shutil.rmtree(partial, ignore_errors=True)
        self.model.save_pretrained(partial)
        base = Path(self.settings.base)
        shutil.copyfile(base / FILE, partial / FILE)
        manifest = base / MANIFEST
        record = {
            "settings": asdict(self.settings),
            "step": self.state.global_step,
            "seconds": round(self.clock.now(), 1),
            "figures": self.figures,
            "base": json.loads(manifest.read_text("utf-8")) if manifest.exists() else None,
        }
        (partial / TRAINING).write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
        checkpoints.publish(partial, self.output / MODEL)

    def _get_output_dir(self, trial: Any) -> str:
        return self._into

    def _save_checkpoint(self, model: Any, trial: Any) -> None:
        """A checkpoint beside its place, then in its place."""
        partial = self.output / checkpoints.PARTIAL
        self._into = str(partial)
        super()._save_checkpoint(model, trial)
        self._into = str(self.output)
        self.accelerator.wait_for_everyone()
        if self.is_world_process_zero():
            step = self.state.global_step
            written = partial / f"checkpoint-{step}"
            state = {"step": step, "seconds": self.clock.now(), "best": self.best}
            (written / _STATE).write_text(json.dumps(state), encoding="utf-8")
            checkpoints.publish(written, self.output / written.name)
            checkpoints.rotate(self.output, self.settings.keep)
        self.accelerator.wait_for_everyone()

    def _save(self, output_dir: str | None = None, state_dict: Any = None) -> None:
        """The weights alone: transformers would add a pickle of its arguments."""
        self.model.save_pretrained(output_dir, state_dict=state_dict)


class _OnTime(TrainerCallback):  # type: ignore[misc]
    """Stops in good order, with a checkpoint, when the time is over."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock

    def on_step_begin(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        """All processes take the time of the first, or their learning rates would differ."""
        seconds = torch.tensor(
            self.clock.now(), device=args.device if args.world_size > 1 else "cpu"
        )
        self.clock.tick(float(broadcast(seconds) if args.world_size > 1 else seconds))

    def on_step_end(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        """Is the time over?"""
        if self.clock.is_over:
            control.should_training_stop = control.should_save = control.should_log = True


def _arguments(settings: Settings, plan: Plan, *, judged: bool) -> TrainingArguments:
    kind = _precision(settings)
    judging = judged and settings.evaluate_every > 0
    return TrainingArguments(
        output_dir=settings.output,
        max_steps=plan.steps,
        per_device_train_batch_size=settings.batch_rows or 1,
        gradient_accumulation_steps=settings.accumulate,
        learning_rate=settings.learning_rate,
        weight_decay=settings.weight_decay,
        max_grad_norm=settings.clip,
        optim="adamw_torch_fused",
        bf16=kind == "bf16",
        fp16=kind == "fp16",
        seed=settings.seed,
        logging_steps=settings.log_every,
        logging_nan_inf_filter=False,  # it would wait for the accelerator at each step
        save_strategy="steps",
        save_steps=settings.save_every,
        eval_strategy="steps" if judging else "no",
        eval_steps=settings.evaluate_every if judging else None,
        report_to=settings.report_to,
        disable_tqdm=True,
        remove_unused_columns=False,
        ddp_find_unused_parameters=False,
        dataloader_num_workers=settings.workers,
    )


def _precision(settings: Settings) -> str:
    if settings.precision != "auto":
        return settings.precision
    if not torch.cuda.is_available():
        return "fp32"
    return "bf16" if torch.cuda.is_bf16_supported() else "fp16"


def _model(settings: Settings) -> PreTrainedModel:
    try:
        model = AutoModelForSeq2SeqLM.from_pretrained(settings.base, dtype=torch.float32)
    except (OSError, ValueError) as error:
        raise ResourceError(f"{settings.base}: {str(error).splitlines()[0]}") from None
    if settings.dropout is not None:
        for module in model.modules():
            if isinstance(module, torch.nn.Dropout):
                module.p = settings.dropout
            elif isinstance(getattr(module, "dropout", None), float):
                module.dropout = settings.dropout
    return model


def _keep_settings(settings: Settings, output: Path, *, fresh: bool) -> None:
    """Write down the settings; a training that goes on has to have those that it began with."""
    path = output / _SETTINGS
    shaping = settings.shaping()
    if not fresh and path.exists():
        before = json.loads(path.read_text(encoding="utf-8"))
        changed = [name for name in shaping if shaping[name] != before.get(name, shaping[name])]
        if changed:
            told = ", ".join(f"{name} {before[name]!r} → {shaping[name]!r}" for name in changed)
            raise UsageError(f"{output} was begun with other settings: {told}.")
    path.write_text(json.dumps(asdict(settings), indent=2) + "\n", encoding="utf-8")


def _memory() -> float:
    """The most memory that was in use, of the accelerator if there is one, in GB."""
    if torch.cuda.is_available():
        return float(torch.cuda.max_memory_allocated()) / 1e9
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
