"""What our models write for a dataset, as rows in a file: the published protocol and the product.

The denoiser is given noised texts of each problem (4 × 3 outputs: the best of 12), the paraphraser
each of the test prompts (8 × 3: the best of 24). The product is asked as a user asks it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter
from typing import Literal, get_args

from scaning.blocks import count_of, line_of, replace_text, rows_of
from scaning.errors import unknown_name
from scaning.noise.settings import NoiseSettings
from scaning.prompts import TEST_PROMPTS, prompts_to_ask
from scaning.records import Problem
from scaning.seq2seq.decoding import DecodeSettings
from scaning.watch import Ticker

Kind = Literal["denoiser", "paraphraser", "product", "prompted"]
Ablation = Literal["training-noise", "prompts"]
NAMES: Mapping[Kind, str] = {
    "denoiser": "Δ", "paraphraser": "Ψ", "product": "product", "prompted": "product, by prompt",
}  # fmt: skip
HANDED_OUT = 3
WISHES = ("passive", "shuffle", "replace", "fix")  # what a user may ask the product for


@dataclass(frozen=True, slots=True)
class Asking:
    """How models are asked: noised rows of a problem, prompts, and the search for texts."""

    rows: int = 4
    prompts: tuple[str, ...] = TEST_PROMPTS
    decoding: DecodeSettings = field(default_factory=DecodeSettings)
    noise: NoiseSettings = field(default_factory=lambda: NoiseSettings(mode="inference"))
    device: str = "auto"
    quiet: bool = False


def ablated(asking: Asking, name: str) -> tuple[Kind, Asking]:
    """The way of asking that leaves something out, and the model that it concerns.

    >>> ablated(Asking(), "prompts")[1].prompts
    ('paraphrase : ', 'paraphrase passive : ')
    """
    if name == "training-noise":
        return "denoiser", replace(asking, noise=replace(asking.noise, mode="training"))
    if name == "prompts":
        return "paraphraser", replace(asking, prompts=prompts_to_ask(with_words=False))
    raise unknown_name("ablation", name, get_args(Ablation))


def answer(
    kind: Kind, model: Path | str, problems: Sequence[Problem], output: Path, asking: Asking
) -> Mapping[str, int]:
    """Write what a model says to problems into a file, or go on with it; gives counts."""
    output.parent.mkdir(parents=True, exist_ok=True)
    if kind in ("product", "prompted"):
        wishes: tuple[str | None, ...] = (None,) if kind == "product" else WISHES
        return _handed_out(str(model), problems, output, wishes)
    from scaning.denoise.generate import generate, mark
    from scaning.denoise.stage import ask
    from scaning.seq2seq.model import Seq2Seq

    loaded = Seq2Seq.load(model, device=asking.device)
    questions = output.with_name(f".{output.name}.questions")
    if not questions.exists():
        ask(_rows(kind, problems, output, asking), questions, prompts=asking.prompts)
    watch = Ticker(output.stem, count_of(questions), quiet=asking.quiet)
    name = mark(Path(model))
    return generate(loaded, rows_of(questions), output, asking.decoding, name=name, watch=watch)


def _rows(
    kind: Kind, problems: Sequence[Problem], output: Path, asking: Asking
) -> Iterable[Mapping[str, object]]:
    if kind == "paraphraser":
        return [{"id": problem.id, "question": problem.question} for problem in problems]
    from scaning.noise.stage import run

    noised = output.with_name(f".{output.name}.noised")
    if not noised.exists():
        run(problems, replace(asking.noise, rows=asking.rows), noised)
    return rows_of(noised)


def _handed_out(
    model: str, problems: Sequence[Problem], output: Path, wishes: Sequence[str | None]
) -> Mapping[str, int]:
    """What a user gets who asks for the best, with ranks; or for one of each wish."""
    from scaning.paraphraser import Paraphraser, Wish

    start = perf_counter()
    paraphraser = Paraphraser(model)
    lines: list[str] = []
    turned_down = 0
    for wish in wishes:
        asked = Wish(n=1 if wish else HANDED_OUT, prompt=wish)
        for found in paraphraser.stream(problems, asked):
            turned_down += len(found.rejected)
            lines += [
                line_of({"id": found.id, "original": found.question, "candidate": variant.text,
                         "prompt": f"paraphrase {wish} : " if wish else "",
                         "source": variant.source, **({} if wish else {"rank": variant.rank})})
                for variant in found.variants
            ]  # fmt: skip
    replace_text(output, "".join(line + "\n" for line in lines))
    seconds = round(perf_counter() - start)
    return {"accepted": len(lines), "turned down": turned_down, "seconds": seconds}
