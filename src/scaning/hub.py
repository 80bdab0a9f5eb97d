"""Any model by its name on the hub, or by the path of its folder, as a generator.

An encoder-decoder model reads the prompt and the problem; a causal one is asked in words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scaning.errors import ResourceError
from scaning.prompts import TEST_PROMPTS
from scaning.records import Candidate, Problem


class HubGenerator:
    """A model of transformers: `kind` says how it is asked, and is found out where it is None."""

    def __init__(self, name: str, *, prefix: str | None = None, max_tokens: int = 256) -> None:
        self.name = name
        self.prefix = prefix
        self.max_tokens = max_tokens
        self._loaded: tuple[Any, Any, bool] | None = None

    def candidates(
        self,
        problems: Sequence[Problem],
        *,
        n: int,
        prompts: Sequence[str] = TEST_PROMPTS,
        seed: int,
    ) -> list[list[Candidate]]:
        """For each problem `n` samples for each prompt."""
        tokenizer, network, writes_on = self._model
        return [
            [
                Candidate(text, prompt, self.name)
                for prompt in prompts
                for text in self._written(tokenizer, network, writes_on, problem, prompt, n, seed)
            ]
            for problem in problems
        ]

    @property
    def _model(self) -> tuple[Any, Any, bool]:
        if self._loaded is None:
            self._loaded = _load(self.name)
        return self._loaded

    def _written(
        self,
        tokenizer: Any,  # noqa: ANN401 - transformers has no types
        network: Any,  # noqa: ANN401
        writes_on: bool,
        problem: Problem,
        prompt: str,
        n: int,
        seed: int,
    ) -> list[str]:
        import torch

        from scaning.wording import instruction

        torch.manual_seed(_number(f"{seed}/{problem.id}/{prompt}"))
        if writes_on:
            asked = instruction(problem.question, prompt, 1)
            if getattr(tokenizer, "chat_template", None):
                asked = tokenizer.apply_chat_template(
                    [{"role": "user", "content": asked}], tokenize=False, add_generation_prompt=True
                )
        else:
            asked = (prompt if self.prefix is None else self.prefix) + problem.question
        ids = tokenizer(asked, return_tensors="pt")
        ids.pop("token_type_ids", None)
        with torch.inference_mode():
            out = network.generate(
                **ids,
                do_sample=True,
                top_p=0.9,
                num_return_sequences=n,
                max_new_tokens=self.max_tokens,
                pad_token_id=tokenizer.pad_token_id or tokenizer.eos_token_id,
            )
        start = ids["input_ids"].shape[1] if writes_on else 0
        texts = tokenizer.batch_decode(out[:, start:], skip_special_tokens=True)
        return [text.strip() for text in texts if text.strip()]


def _number(key: str) -> int:
    from hashlib import blake2b

    return int.from_bytes(blake2b(key.encode(), digest_size=6).digest(), "big")


def _load(name: str) -> tuple[Any, Any, bool]:
    try:
        from transformers import (
            AutoConfig,
            AutoModelForCausalLM,
            AutoModelForSeq2SeqLM,
            AutoTokenizer,
        )
    except ImportError as error:
        raise ResourceError(
            f"The model {name!r} needs transformers and torch: pip install 'scaning[train]'. The "
            "model 'embedded' needs neither."
        ) from error
    try:
        config = AutoConfig.from_pretrained(name)
        writes_on = not config.is_encoder_decoder
        kind = AutoModelForCausalLM if writes_on else AutoModelForSeq2SeqLM
        return AutoTokenizer.from_pretrained(name), kind.from_pretrained(name).eval(), writes_on
    except (OSError, ValueError) as error:
        told = str(error).strip().partition("\n")[0]
        raise ResourceError(
            f"No model {name!r}: give a name of the hub that this machine can reach, the folder of "
            f"a model, 'embedded' or 'rules'. ({told})"
        ) from error
