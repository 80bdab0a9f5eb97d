"""How a language model that takes orders is asked for rewritings, and what it answered."""

from __future__ import annotations

import re

_ORDERS = {
    "passive": "use the passive voice where it reads well",
    "shuffle": "change the order of the sentences' parts",
    "replace": "use other words",
    "fix": "say it more clearly",
}
_MARK = re.compile(r"^\s*(?:[-*•]|\(?\d{1,2}[.):])\s+|^\s*[\"“]|[\"”]\s*$")


def instruction(question: str, prompt: str, n: int) -> str:
    """The order for `n` rewritings of a problem.

    >>> print(instruction("Ann has 3 pens.", "paraphrase passive : ", 2).splitlines()[0])
    Rewrite the following maths word problem in 2 different ways: use the passive voice where it \
reads well.
    """
    how = [order for word, order in _ORDERS.items() if word in prompt.split()]
    ways = "one other way" if n == 1 else f"{n} different ways"
    manner = "; ".join(how) or "change the words and the sentence structure"
    return (
        f"Rewrite the following maths word problem in {ways}: {manner}.\n"
        "Keep every number, unit, name and unknown exactly as it is, and ask for the same thing, "
        "so that the solution stays the same. Do not solve it. Write each rewriting on one line of "
        f"its own, without a number before it, and nothing else.\n\n{' '.join(question.split())}"
    )


def answers(text: str, n: int) -> list[str]:
    r"""The rewritings in an answer: its lines, without bullets, numbers and quotes.

    >>> answers('1. "How many pens has Ann?"\n\n2) How many pens are hers?', 2)
    ['How many pens has Ann?', 'How many pens are hers?']
    """
    lines = (_MARK.sub("", _MARK.sub("", line)).strip() for line in text.splitlines())
    return [line for line in lines if line and not line.endswith(":")][:n]
