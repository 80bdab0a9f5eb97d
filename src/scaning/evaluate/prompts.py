"""Does a prompt do what it says? The share of outputs that do it, with the prompt and without."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from scaning.evaluate.intervals import figure
from scaning.evaluate.measure import Measured, Result
from scaning.evaluate.systems import Answers
from scaning.parse import Parser, Text, shared_parser

LEAST_WPD = 0.10
LEAST_BLEU_DIVERSITY = 0.30
# A sentence may hold several clauses of the same weight: "Ann ran and was seen".
MAIN = frozenset(("ROOT", "conj"))

Follows = Callable[[Measured], bool]


def faithfulness(
    answers: Answers, found: dict[str, list[Measured]], *, signature: str = "", seed: int = 3407
) -> Iterator[Result]:
    """For passive, shuffle and replace: how often the outputs do it, asked and not asked."""
    parser = shared_parser()
    rows = [row for each in found.values() for row in each if row.output.prompt]
    active = {
        problem.id
        for problem in answers.problems
        if has_active_transitive(parser(problem.question))
    }
    asked: dict[str, tuple[Follows, Callable[[Measured], bool]]] = {
        "passive": (partial(_is_passive, parser), lambda row: row.pair.id in active),
        "shuffle": (lambda row: row.scores.wpd >= LEAST_WPD, lambda _: True),
        "replace": (lambda row: row.scores.bleu_diversity >= LEAST_BLEU_DIVERSITY, lambda _: True),
    }
    for word, (follows, counts) in asked.items():
        counted = [row for row in rows if counts(row)]
        for metric, wanted in (("with its prompt", True), ("without", False)):
            of = [row for row in counted if (word in row.output.prompt.split()) is wanted]
            value = figure([float(follows(row)) for row in of], seed=seed)
            yield Result(answers.system, answers.dataset, word, metric, *value, signature)


def has_active_transitive(text: Text) -> bool:
    """Whether a main clause has a verb with a subject and an object that could change places.

    >>> has_active_transitive(shared_parser()("Ann bought 3 pens. How many are left?"))
    True
    >>> has_active_transitive(shared_parser()("3 pens were bought. How many are left?"))
    False
    """
    return any(
        token.pos == "VERB"
        and _is_main(text, token.i)
        and {"nsubj", "dobj"} <= _relations(text, token.i)
        and not _asks(text, token.i)
        for token in text.tokens
    )


def has_passive(text: Text) -> bool:
    """Whether a main clause is in the passive.

    >>> has_passive(shared_parser()("3 pens were bought by Ann. How many are left?"))
    True
    """
    return any(
        token.dep in ("nsubjpass", "auxpass") and _is_main(text, token.head)
        for token in text.tokens
    )


def _is_passive(parser: Parser, row: Measured) -> bool:
    return has_passive(parser(row.pair.candidate))


def _is_main(text: Text, i: int) -> bool:
    token = text.tokens[i]
    while token.dep == "conj":
        token = text.tokens[token.head]
    return token.dep == "ROOT" or token.head == token.i


def _relations(text: Text, i: int) -> set[str]:
    return {token.dep for token in text.tokens if token.head == i and token.i != i}


def _asks(text: Text, i: int) -> bool:
    """Whether a verb stands in a question, whose passive is another matter."""
    for start, end in text.sents:
        if start <= i < end:
            return any(token.text == "?" for token in text.tokens[start:end])
    return False
