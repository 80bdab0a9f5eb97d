"""How a training uses the machine: the Trainer's arguments, the precision, the memory."""

from __future__ import annotations

import resource
from typing import Any

import torch
from accelerate.utils import broadcast
from transformers import (
    PreTrainedModel,
    TrainerCallback,
    TrainingArguments,
)
from transformers.integrations.integration_utils import INTEGRATION_TO_CALLBACK

from scaning.errors import unknown_name
from scaning.seq2seq.adapters import adapted
from scaning.seq2seq.kinds import model_of
from scaning.seq2seq.progress import Clock
from scaning.seq2seq.settings import Settings


def arguments(settings: Settings, steps: int, *, judged: bool) -> TrainingArguments:
    """What transformers' Trainer is told, of what we do not do ourselves."""
    kind = precision(settings)
    _check_trackers(settings.report_to)
    judging = judged and settings.evaluate_every > 0
    return TrainingArguments(
        output_dir=settings.output,
        max_steps=steps,
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
        use_cpu=not torch.accelerator.is_available(),  # else several processes would not meet
        disable_tqdm=True,
        remove_unused_columns=False,
        ddp_find_unused_parameters=False,
        dataloader_num_workers=settings.workers,
    )


def _check_trackers(names: str | list[str]) -> None:
    known = ("none", "all", *sorted(INTEGRATION_TO_CALLBACK))
    for name in [names] if isinstance(names, str) else names:
        if name not in known:
            raise unknown_name("tracker for report_to", name, known)


def precision(settings: Settings) -> str:
    """What the training computes in: bf16, or else fp16, where there is an accelerator."""
    if settings.precision != "auto":
        return settings.precision
    if not torch.cuda.is_available():
        return "fp32"
    return "bf16" if torch.cuda.is_bf16_supported() else "fp16"


def load(settings: Settings) -> PreTrainedModel:
    """The base in full precision, with the dropout that is asked for."""
    model = model_of(settings.base)
    for module in model.modules():
        # Sines are no weights: no gradient reaches them, for which several processes would wait.
        if "Sinusoidal" in type(module).__name__:
            module.requires_grad_(False)
    if settings.dropout is not None:
        for module in model.modules():
            if isinstance(module, torch.nn.Dropout):
                module.p = settings.dropout
            elif isinstance(getattr(module, "dropout", None), float):
                module.dropout = settings.dropout
    return adapted(model, settings) if settings.lora else model


def memory() -> float:
    """The most memory that was in use, of the accelerator if there is one, in GB."""
    if torch.cuda.is_available():
        return float(torch.cuda.max_memory_allocated()) / 1e9
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6


class OnTime(TrainerCallback):  # type: ignore[misc]
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
