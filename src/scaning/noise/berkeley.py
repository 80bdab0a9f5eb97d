"""The constituency parser of the paper, benepar, for those who have installed it and its model."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any

from scaning.errors import ResourceError
from scaning.noise.constituents import Node
from scaning.parse import Text

if TYPE_CHECKING:
    from nltk import Tree

MODEL = "benepar_en3"
# Questions and their parts carry labels of their own; the rules do not tell them apart.
LABELS = {
    "WHNP": "NP", "WHPP": "PP", "WHADVP": "ADVP", "WHADJP": "ADJP",
    "TOP": "S", "SQ": "S", "SBARQ": "S", "SINV": "S",
}  # fmt: skip


def benepar_constituents(model: str = MODEL) -> Callable[[Text, int], Node]:
    """A function like `constituents` that asks benepar; `model` is a name or a path."""
    sentence_for, parse = _load(model)

    def constituents(text: Text, sentence: int) -> Node:
        start, end = text.sents[sentence]
        tokens = [token for token in text.tokens[start:end] if not token.text.isspace()]
        if not tokens:
            return Node("S", start, end)
        tree = parse(
            sentence_for(
                words=[token.text for token in tokens],
                space_after=[bool(token.space) for token in tokens],
                tags=[token.tag for token in tokens],
            )
        )
        root = _node(tree, iter([token.i for token in tokens]))
        while len(root.children) == 1 and root.children[0].children:
            root = root.children[0]
        return Node("S", start, end, root.children or (root,))

    return constituents


def _node(tree: Tree, tokens: Iterator[int]) -> Node:
    label = LABELS.get(tree.label(), tree.label())
    if isinstance(tree[0], str):
        i = next(tokens)
        return Node(label, i, i + 1)
    children = tuple(_node(child, tokens) for child in tree)
    return Node(label, children[0].start, children[-1].end, children)


def _load(model: str) -> tuple[Callable[..., Any], Callable[[Any], Tree]]:
    try:
        benepar = import_module("benepar")
    except ImportError as error:
        raise ResourceError(
            "The phrases of benepar need the package: pip install benepar, then python -c "
            f"\"import benepar; benepar.download('{MODEL}')\". ({error})"
        ) from error
    try:
        return benepar.InputSentence, benepar.Parser(model).parse
    except (LookupError, OSError) as error:
        raise ResourceError(
            f"benepar is installed, but not its model {model!r}: run python -c "
            f"\"import benepar; benepar.download('{MODEL}')\" once, or give a model's path."
        ) from error
