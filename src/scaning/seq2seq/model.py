"""A trained model in a folder that writes texts: `Seq2Seq.load(folder).generate(asked, settings)`.

An exported folder (`decoder.onnx`) runs without torch; one with `model.safetensors` runs in torch,
on a graphics card if there is one.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from scaning.errors import ResourceError
from scaning.seq2seq.constraint import Guard, imitates_slots
from scaning.seq2seq.decoding import DecodeSettings
from scaning.seq2seq.search import search
from scaning.seq2seq.slots import MAX_SLOTS, SLOT, Slot, fill, keeps_slots, slot
from scaning.seq2seq.stepper import Hypothesis, Source, Stepper, Uses

if TYPE_CHECKING:
    from scaning.seq2seq.tokens import Tokens

logger = logging.getLogger(__name__)

BATCH, BATCH_ON_CARD = 96, 3072


@dataclass(frozen=True, slots=True)
class Asked:
    """What a model is asked: a prompt, and a text as `read_slots` makes it, with its slots.

    `key` seeds the samples of this text; a text of no slots is read as it is.
    """

    key: str
    prompt: str
    text: str
    slots: tuple[Slot, ...] = ()

    @property
    def said(self) -> str:
        """The text as a decoder would write it: the slots without their values."""
        parts: list[str] = []
        done = 0
        for match in SLOT.finditer(self.text):
            number = int(match[1])
            known = 1 <= number <= len(self.slots)
            parts.append(self.text[done : match.end()])
            done = match.end() + (len(self.slots[number - 1].value) if known else 0)
        return "".join([*parts, self.text[done:]])


@dataclass(frozen=True, slots=True)
class Output:
    """A text that a model wrote, and the same before its slots were filled.

    `kept` says that every slot is in it as often as it may; `ended` that it was not cut off.
    """

    text: str
    said: str
    score: float
    log_likelihood: float
    kept: bool
    ended: bool


class Seq2Seq:
    """A model with its tokenizer. `batch` is how many texts are written at once."""

    def __init__(self, stepper: Stepper, tokens: Tokens, *, batch: int = BATCH) -> None:
        self.stepper = stepper
        self.tokens = tokens
        self.batch = batch
        self._guard = _guard(tokens)

    @classmethod
    def load(
        cls, folder: Path | str, *, device: str = "auto", batch: int | None = None, threads: int = 0
    ) -> Seq2Seq:
        """The model of a folder; `threads` 0 leaves the choice to what runs it."""
        from scaning.seq2seq.onnx_model import OnnxStepper, is_exported
        from scaning.seq2seq.tokens import Tokens

        where = Path(folder)
        if is_exported(where):
            exported = OnnxStepper.load(where, threads=threads)
            return cls(exported, Tokens.load(where), batch=batch or BATCH)
        tokens = Tokens.load(where)
        try:
            from scaning.seq2seq.torch_model import TorchStepper
        except ImportError as error:
            raise ResourceError(
                f"{where} is a model for torch, which is not installed: "
                "pip install 'scaning[train]', or export the model where torch is."
            ) from error
        stepper = TorchStepper.load(where, device=device, threads=threads)
        on_card = stepper.model.device.type != "cpu"
        return cls(stepper, tokens, batch=batch or (BATCH_ON_CARD if on_card else BATCH))

    def generate(
        self, asked: Sequence[Asked], settings: DecodeSettings, *, guarded: bool = True
    ) -> list[list[Output]]:
        """The texts for each question, at most `n` of each, best first.

        `guarded`: no text loses a slot, repeats one that may not be, or holds a digit outside.
        Where no such text was found there are fewer, or none.
        """
        guard = self._guard if guarded else None
        if guarded and guard is None and any(one.slots for one in asked):
            raise ResourceError("This model has no slots: generate with guarded=False.")
        sources = self._sources(asked)
        longest = self.stepper.positions
        short = [at for at, source in enumerate(sources) if len(source.ids) <= longest]
        if len(short) < len(sources):
            logger.warning(
                "%d texts are longer than the %d tokens the model reads, and get no answer",
                len(sources) - len(short),
                longest,
            )
        found = search(
            self.stepper, [sources[at] for at in short], settings, guard=guard, batch=self.batch
        )
        texts: list[list[Output]] = [[] for _ in asked]
        for at, hypotheses in zip(short, found, strict=True):
            outputs = [self._output(hypothesis, asked[at]) for hypothesis in hypotheses]
            texts[at] = [one for one in outputs if not guarded or _is_safe(one, asked[at])]
        return texts

    def log_likelihoods(self, asked: Sequence[Asked], said: Sequence[str]) -> list[float]:
        """How likely the model is to write each of the texts, in slots, for each question."""
        sources = [source.ids for source in self._sources(asked)]
        targets = [ids[:-1] for ids in self.tokens.encode_all(said)]
        return [float(logs.sum()) for logs in self.stepper.score(sources, targets)]

    def _sources(self, asked: Sequence[Asked]) -> list[Source]:
        ids = self.tokens.encode_all([one.prompt + one.text for one in asked])
        said = self.tokens.encode_all([one.said for one in asked])
        return [
            Source(
                tuple(read),
                one.key,
                tuple(Uses(kept.least, kept.most) for kept in one.slots),
                tuple(spoken),
            )
            for one, read, spoken in zip(asked, ids, said, strict=True)
        ]

    def _output(self, found: Hypothesis, asked: Asked) -> Output:
        said = self.tokens.decode(found.ids)
        return Output(
            text=fill(said, asked.slots),
            said=said,
            score=found.score,
            log_likelihood=found.log_likelihood,
            kept=keeps_slots(said, asked.slots),
            ended=found.ended,
        )


def _is_safe(output: Output, asked: Asked) -> bool:
    """The last word on a guarded text: what a mask of tokens cannot see, such as bytes of "²"."""
    outside = SLOT.sub("", output.said)
    return output.kept and not any(map(str.isnumeric, outside))


def _guard(tokens: Tokens) -> Guard | None:
    slots = [tokens.id_of(slot(number)) for number in range(1, MAX_SLOTS + 1)]
    if None in slots:
        return None
    vocabulary = tokens.tokenizer.get_vocab()
    banned = [at for piece, at in vocabulary.items() if imitates_slots(piece)]
    known = tuple(at for at in slots if at is not None)
    return Guard(known, tuple(sorted({*banned} - {*known})))
