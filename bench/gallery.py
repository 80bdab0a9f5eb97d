"""The gallery of docs/noise.md: what every function does, from the golden cases of the tests."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterable, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

from scaning.noise import NOISERS, phrases
from scaning.noise.combinations import TABLES
from scaning.noise.contract import Factory, Mode
from scaning.noise.voice import active, passive

CASES = Path(__file__).parents[1] / "tests" / "cases"
MODES: tuple[Mode, ...] = ("training", "inference")
VOICES = {"passive": passive, "active": active}

Case = Mapping[str, Any]


def gallery() -> str:
    """Functions, rules of phrases, voices and combinations, each with its cases before and after.

    A function without a case is an error.
    """
    noise, voice = cases("noise"), cases("voice")
    parts = [
        *(function(name, noise) for name in dict.fromkeys(name for name, _ in NOISERS)),
        "### The rules of phrase shuffling\n\nEvery order that a rule gives; "
        "the most fluent one of all rules is taken.\n",
        *(rule(name, noise) for name in rules(noise)),
        "### Voice\n",
        *(voices(name, voice) for name in VOICES),
        *(combinations(mode, noise) for mode in MODES),
    ]
    return "\n".join(parts) + "\n"


def cases(name: str) -> list[Case]:
    """The golden cases of a file."""
    lines = (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def function(name: str, noise: list[Case]) -> str:
    """What one function does, in both modes if it differs."""
    lines = [f"### `{name}`\n"]
    modes = [mode for mode in MODES if (name, mode) in NOISERS]
    for factory, group in groupby(modes, lambda mode: NOISERS[name, mode]):
        found = list(group)
        mine = [c for c in noise if c.get("function") == name and c["mode"] in found]
        if not mine:
            raise SystemExit(f"{name} has no golden case in {' or '.join(found)}.")
        lines += [f"{' and '.join(found).capitalize()}: {about(factory)}\n", table(mine)]
    return "\n".join(lines)


def about(said: Factory | object) -> str:
    """The first line of a docstring, to go on after a colon."""
    line = (inspect.getdoc(said) or "").splitlines()[0]
    return line[0].lower() + line[1:]


def rules(noise: list[Case]) -> list[str]:
    """The rules of phrase shuffling that have cases."""
    return list(dict.fromkeys(case["rule"] for case in noise if "rule" in case))


def rule(name: str, noise: list[Case]) -> str:
    """The orders that a rule gives."""
    rows = [
        {**case, "result": " / ".join(case["results"]) or None}
        for case in noise
        if case.get("rule") == name
    ]
    return f"`{name}`: {about(getattr(phrases, name))}\n\n{table(rows)}"


def voices(name: str, voice: list[Case]) -> str:
    """What becomes passive or active; the cases that stay as they are are only counted."""
    mine = [case for case in voice if case["function"] == name]
    changed = [case for case in mine if case["result"]]
    stay = len(mine) - len(changed)
    return f"`{name}`: {len(changed)} cases, beside {stay} that stay as they are.\n\n" + table(
        changed
    )


def combinations(mode: Mode, noise: list[Case]) -> str:
    """The combinations of the paper on its own example, in a longer form."""
    mine = sorted(
        (case for case in noise if "combination" in case and case["mode"] == mode),
        key=lambda case: case["combination"],
    )
    steps = {
        c.name: ", ".join(
            f"{s.function} {'' if s.share is None else s.share}".strip() for s in c.steps
        )
        for c in TABLES["v10"].of(mode)
    }
    rows = [
        {**case, "case": f"{case['combination']}: {steps[case['combination']]}"} for case in mine
    ]
    return f"### The combinations of the paper, {mode}\n\nOf: {mine[0]['text']}\n\n" + "\n".join(
        ["| Combination | After |", "|---|---|", *(line(r["case"], r["result"]) for r in rows), ""]
    )


def table(rows: Iterable[Case]) -> str:
    """Before and after."""
    lines = ["| Case | Before | After |", "|---|---|---|"]
    lines += [line(row["case"], row["text"], row["result"] or "*stays*") for row in rows]
    return "\n".join(lines) + "\n"


def line(*cells: str) -> str:
    """A row of a table, in which no sign is taken for Markdown."""
    return "| " + " | ".join(escaped(cell) for cell in cells) + " |"


def escaped(cell: str) -> str:
    """A cell with its signs as they are."""
    if cell == "*stays*":
        return cell
    for sign in "\\|*_$<[]":
        cell = cell.replace(sign, "\\" + sign)
    return cell
