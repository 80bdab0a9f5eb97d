"""transformers' Trainer with our batches, our checkpoints, our evaluation and our clock."""

from __future__ import annotations

import json
import shutil
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from accelerate import PartialState
from torch.nn.functional import cross_entropy
from torch.optim.lr_scheduler import LambdaLR
from torch.utils.data import DataLoader
from transformers import (
    PreTrainedModel,
    PrinterCallback,
    Trainer,
    set_seed,
)
from transformers.utils.logging import disable_progress_bar

from scaning.seq2seq import checkpoints, progress
from scaning.seq2seq.adapters import merged
from scaning.seq2seq.bases import MANIFEST
from scaning.seq2seq.batches import (
    IGNORED,
    Collating,
    Collator,
    Encoded,
    OneText,
    Plan,
    encoded_file,
)
from scaning.seq2seq.evaluation import HeldOut, Score, loss_per_word, write
from scaning.seq2seq.kinds import writes_alone
from scaning.seq2seq.machine import OnTime, arguments, load, memory
from scaning.seq2seq.progress import Clock
from scaning.seq2seq.settings import Settings, keep_settings
from scaning.seq2seq.tokens import FILE, Tokens

MODEL = "model"
TRAINING = "training.json"
_STATE = "progress.json"


def run(settings: Settings, score: Score) -> Path:
    """Train, or go on with a training; the folder of the model comes back."""
    disable_progress_bar()
    torch.set_float32_matmul_precision("high")  # TF32 where there is no half precision
    place = PartialState(cpu=not torch.accelerator.is_available())
    output = Path(settings.output)
    tokens = Tokens.load(Path(settings.base))
    with place.main_process_first():
        encoded = encoded_file(Path(settings.train), tokens, settings, output / "cache")
        last = checkpoints.newest(output)
        if place.is_main_process:
            keep_settings(settings, output, fresh=last is None)
    plan = Plan(encoded, settings, rank=place.process_index, world=place.num_processes)
    set_seed(settings.seed)
    held = HeldOut(settings, tokens) if settings.validation else None
    loop = Loop(settings, load(settings), tokens, encoded, plan, held, score)
    loop.go(last)
    return output / MODEL


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
        self._judged = -1  # the step of these figures
        self.clock = Clock(
            settings.minutes * 60 if settings.minutes else None,
            None if plan.endless else plan.steps,
        )
        self._seen = [0, 0, 0.0]  # rows, tokens and the time, at the last line of the log
        self._into = str(self.output)
        super().__init__(
            model=model,
            args=arguments(settings, plan.steps, judged=held is not None),
            train_dataset=encoded,
            eval_dataset=held.rows if held else None,
            data_collator=_collating(model, tokens),
            compute_loss_func=self._loss,
            callbacks=[OnTime(self.clock)],
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
                "memory_gb": memory(),
            }
            self._seen = [0, 0, now]
        super().log(logs, start_time)
        if self.is_world_process_zero() and {"loss", "eval_loss_per_word"} & logs.keys():
            record = {"step": self.state.global_step, **logs}
            progress.log(self.output, record)
            progress.say(record, self.clock.done(self.state.global_step))

    def evaluate(self, *_: Any, **__: Any) -> dict[str, float]:
        """The loss for each word of the held-out rows and the task's score; the best is kept.

        Once at a step: transformers asks again at the end of a training.
        """
        assert self.held
        if self._judged == self.state.global_step:
            return self.figures
        self._judged = self.state.global_step
        if self.is_world_process_zero():
            self.model.eval()
            collator = self.data_collator
            with self.accelerator.autocast():
                loss = loss_per_word(self.model, self.held.rows, self.held.words, collator)
                longest = self.settings.max_target
                written = write(self.model, self.held.asked, self.tokens, longest)
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
        merged(self.model).save_pretrained(partial)
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


def _collating(model: PreTrainedModel, tokens: Tokens) -> Collating:
    multiple = 8 if torch.cuda.is_available() else 1
    if writes_alone(model):
        return OneText(tokens.pad, multiple)
    return Collator(tokens.pad, tokens.start, multiple)
