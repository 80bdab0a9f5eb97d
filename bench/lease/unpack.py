"""Makes a model's folder of what `train.py` sent back, ready for `scaning export`.

    python bench/lease/unpack.py RETURNED PACKED OUT

RETURNED holds weights.0 and so on and log.jsonl, PACKED is what `pack.py` wrote.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import torch
from transformers import AutoConfig, AutoModelForSeq2SeqLM
from weights import TIED, unpack


def main(returned: Path, packed: Path, out: Path) -> None:
    """Write the folder."""
    parts = sorted(returned.glob("weights.*"), key=lambda path: int(path.suffix[1:]))
    state = unpack(b"".join(path.read_bytes() for path in parts))
    model = AutoModelForSeq2SeqLM.from_config(AutoConfig.from_pretrained(packed))
    tensors = {name: torch.from_numpy(weights) for name, weights in state.items()}
    missing, unexpected = model.load_state_dict(tensors, strict=False)
    lost = [name for name in missing if not name.endswith(TIED)]
    if unexpected or lost:
        sys.exit(f"The weights do not fit: {unexpected}, {lost}")
    model.tie_weights()
    model.save_pretrained(out)
    for name in ("tokenizer.json", "generation_config.json", "manifest.json"):
        shutil.copyfile(packed / name, out / name)
    log = (returned / "log.jsonl").read_text(encoding="utf-8").splitlines()
    record = {"command": "python bench/lease/train.py", "log": [json.loads(line) for line in log]}
    (out / "training.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:4]))
