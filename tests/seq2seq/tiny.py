"""Tiny bases and rows to train them on."""

import json
from pathlib import Path

from scaning.seq2seq.bases import prepare
from scaning.seq2seq.settings import Settings, settings_of

TEXTS = [
    f"{name} has ⟦1⟧ {thing} and {buys} ⟦2⟧ more. How many {thing} has {name} now?"
    for name in ("Ann", "Ben", "Cleo", "Dan")
    for thing in ("apples", "pens", "big red balls", "x^{2} ~ \\ <y>")
    for buys in ("buys", "finds", "is given")
]


def rows(path: Path) -> Path:
    """Texts with their words turned round."""
    lines = [
        {"id": str(at), "prompt": "paraphrase: ", "source": " ".join(text.split()[::-1]), "target": text}
        for at, text in enumerate(TEXTS)
    ]  # fmt: skip
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def base(folder: Path) -> Path:
    """A tiny model that knows nothing."""
    prepare("scratch", folder, TEXTS)
    return folder


def settings(folder: Path, output: str, **more: object) -> Settings:
    """The settings of a short training in a folder that holds "base" and "rows.jsonl"."""
    cells = {
        "base": str(folder / "base"), "train": str(folder / "rows.jsonl"),
        "output": str(folder / output), "steps": 12, "batch_rows": 4, "learning_rate": 3e-3,
        "log_every": 1, "save_every": 4, "keep": 2,
    }  # fmt: skip
    return settings_of(cells | more)
