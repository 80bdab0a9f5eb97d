"""What the noise stage can be told, checked before anything is loaded."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from scaning.errors import UsageError, unknown_name
from scaning.fluency import CausalFluency, Fluency, NgramFluency
from scaning.noise.combinations import TABLES, Table
from scaning.noise.contract import Kit, Mode, Rules
from scaning.noise.policy import Policy
from scaning.noise.presets import Preset, preset
from scaning.noise.voice import passive
from scaning.parse import EMBEDDED, Parser
from scaning.synonyms import Embedded, FirstHit, Related, SynonymSource

ALL = -1
# Texts of one block are asked for again: for the passive, and where contractions were written out.
CACHE = 512


@dataclass(frozen=True, slots=True)
class NoiseSettings:
    """Settings of the noise stage; what is None is as the preset has it.

    `rows` is how many rows a problem gets (-1: one of every combination), `passive` the share of
    them, in inference of the problems, that asks for the passive, `tail` how many tokens at the
    end are kept. `model` and `fluency` name the parser and the language model. Synonyms are those
    of this package, unless PPDB, word vectors or a WordNet folder is given: then they are those of
    the first of these that knows a word.
    """

    mode: Mode = "training"
    preset: str = "default"
    table: str | None = None
    rows: int | None = None
    passive: float | None = None
    tail: int | None = None
    mask_numbers: bool = False
    mask_names: bool = False
    seed: int = 3407
    model: str = EMBEDDED
    entities: bool = False
    fluency: str = EMBEDDED
    ppdb: Path | None = None
    vectors: Path | None = None
    wordnet: Path | None = None

    def __post_init__(self) -> None:
        if self.mode not in ("training", "inference"):
            raise unknown_name("mode", self.mode, ("training", "inference"))
        if self.table is not None and self.table not in TABLES:
            raise unknown_name("table of combinations", self.table, TABLES)
        preset(self.preset)
        if self.rows is not None and self.rows < 1 and self.rows != ALL:
            raise UsageError(f"rows is {self.rows}: give 1 or more, or -1 for every combination.")
        if self.passive is not None and not 0 <= self.passive <= 1:
            raise UsageError(f"passive is {self.passive}: it is a share, from 0 to 1.")
        if self.tail is not None and self.tail < 0:
            raise UsageError(f"tail is {self.tail}: it is a number of tokens, 0 or more.")

    def policy(self) -> Policy:
        """The policy that these settings describe, with its parser and resources."""
        chosen = preset(self.preset)
        table = TABLES[self.table or chosen.table]
        parser = Parser(self.model, entities=self.entities, cache=CACHE)
        return Policy(
            mode=self.mode,
            preset=chosen,
            table=table,
            rows=self._rows(chosen, table),
            passive=chosen.passive if self.passive is None else self.passive,
            seed=self.seed,
            kit=Kit(self._synonyms(parser), self._fluency(), self._rules(chosen)),
            parser=parser,
            passive_of=passive,
        )

    def _rows(self, chosen: Preset, table: Table) -> int:
        if self.rows == ALL:
            return len(table.of(self.mode))
        return chosen.rows.of(self.mode) if self.rows is None else self.rows

    def _rules(self, chosen: Preset) -> Rules:
        rules = replace(chosen.rules, mask_numbers=self.mask_numbers, mask_names=self.mask_names)
        if self.tail is None:
            return rules
        return replace(rules, tail=self.tail, mask_tail=self.tail)

    def _synonyms(self, parser: Parser) -> SynonymSource:
        if not (self.ppdb or self.vectors or self.wordnet):
            # What is to be restored may say it less well than what is to be read.
            return FirstHit((Embedded(), Related())) if self.mode == "training" else Embedded()
        from scaning.synonym_sources import published

        return published(
            ppdb=self.ppdb,
            vectors=self.vectors,
            wordnet_folder=self.wordnet,
            tagger=lambda word: parser(word).tokens[0].pos,
            satellites=self.preset == "official",
        )

    def _fluency(self) -> Fluency:
        if self.fluency == EMBEDDED:
            return NgramFluency()
        return CausalFluency(self.fluency, lower=self.preset == "official")
