"""`scaning score`: how close, how different, how exact is each candidate?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from functools import partial
from itertools import tee
from typing import TYPE_CHECKING, Annotated

import typer

from scaning.commands import options

if TYPE_CHECKING:
    from scaning.corpus import Cells, Row
    from scaning.encoder import Encoder
    from scaning.records import Pair


def score(
    input: options.Input,
    output: options.Output = "-",
    preset: options.Preset = "default",
    no_encoder: Annotated[
        bool, typer.Option("--no-encoder", help="Leave similarity and pqi empty.")
    ] = False,
    source: options.From = None,
    target: options.To = None,
    json: options.Json = False,
    column: options.Column = None,
    quiet: options.Quiet = False,
) -> None:
    """Measure candidates against their originals: similarity, diversity, numeracy, PQI.

    INPUT has the columns original and candidate. Each row comes back with similarity,
    bleu_diversity, wpd, diversity, numeracy and pqi.
    """
    from scaning.commands.flow import run
    from scaning.corpus import PAIR, pair_of
    from scaning.encoder import encoder_of
    from scaning.show import Measures

    asked = options.gather(
        input, output=output, source=source, target=target, json=json, column=column, quiet=quiet
    )
    encoder = None if no_encoder else encoder_of()
    stage = partial(scored, preset=preset, encoder=encoder)
    run(asked, PAIR, pair_of, stage, Measures(preset, encoder))


def scored(
    work: Iterable[tuple[Row, Pair]], *, preset: str, encoder: Encoder | None
) -> Iterator[Cells]:
    """Each row with the scores of its pair."""
    from scaning.corpus import identified
    from scaning.score import score_pairs

    rows, pairs = tee(work)
    scores = score_pairs((pair for _, pair in pairs), preset=preset, encoder=encoder)
    for (row, pair), found in zip(rows, scores, strict=True):
        yield {**identified(row.cells, pair.id), **asdict(found)}
