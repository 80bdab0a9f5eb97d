"""The same question in another form: a request, an indirect question, other words that ask."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

from scaning.inflection import inflect
from scaning.parse import Text, Token
from scaning.scorer.damage.spans import Edit, asked, edited, mathematical, sentences

_DO = {"do": "VBP", "does": "VBZ", "did": "VBD"}
_REQUESTS = (
    "Find {}.", "Determine {}.", "Calculate {}.", "Work out {}.", "Can you tell {}?",
    "We want to know {}.", "Figure out {}.", "Compute {}.", "Could you say {}?", "State {}.",
)  # fmt: skip


def request(problem: Text, rng: Random) -> str | None:
    """A question becomes a request: "How many has Ann?" is now "Work out how many Ann has."."""
    text, question = problem.text, asked(problem.text)
    if question is None or mathematical(text) or text[question.end - 1] != "?":
        return None
    start = question.start
    if start not in {span.start for span in sentences(text)}:
        return None
    inside = [t for t in problem.tokens if question.holds(t.start)]
    words = _straight(problem, inside)
    if words is None:
        return None
    return edited(text, [Edit(*question, rng.choice(_REQUESTS).format(words))])


def _straight(problem: Text, tokens: Sequence[Token]) -> str | None:
    """The words of a question in the order of a statement, without the question mark."""
    if not tokens or tokens[0].lower not in {"how", "what", "which"} or tokens[-1].text != "?":
        return None
    found = [
        (t, subject)
        for t in tokens
        if t.tag in {"VBZ", "VBP", "VBD", "MD"} and t.pos in {"AUX", "VERB"}
        for subject in problem.tokens
        if subject.dep in {"nsubj", "nsubjpass"}
        and subject.i > t.i
        and subject.head in {t.i, t.head}
    ]
    if len(found) != 1:
        return None
    verb, subject = found[0]
    below = problem.subtree(subject.i)
    if below != list(range(verb.i + 1, below[-1] + 1)):
        return None
    main = problem.tokens[verb.head]
    moved = "" if verb.lower in _DO else f" {verb.text}"
    if verb.lower in _DO and (main.i <= below[-1] or main.tag not in {"VB", "VBP"}):
        return None
    before = problem.text[tokens[0].start : verb.start].rstrip()
    who = problem.text[problem.tokens[below[0]].start : problem.tokens[below[-1]].end]
    after = problem.text[problem.tokens[below[-1]].end : tokens[-1].start]
    if not moved:
        form = inflect(main.lemma, _DO[verb.lower])
        if form is None:
            return None
        at = problem.tokens[below[-1]].end
        after = after[: main.start - at] + form + after[main.end - at :]
    return f"{before[0].lower()}{before[1:]} {who}{moved}{after}".rstrip()


# What asks, and what asks the same; the first letter keeps its case.
_FORMS = [
    (re.compile(pattern, re.IGNORECASE), new)
    for pattern, new in (
        (r"\bhow many(?= (?!more|fewer|times|of)[a-z]+s\b)", ("what number of",)),
        (r"\bhow much money\b", ("what amount of money", "what sum of money")),
        (r"\bwhat is(?= the\b)", ("find", "determine", "calculate", "work out")),
        (r"(?:^|(?<=[.?,] ))find(?= the\b)", ("what is", "determine", "calculate", "give")),
        (r"(?:^|(?<=[.?,] ))(?:calculate|determine)(?= the\b)", ("what is", "find", "give")),
        (r"\bhow long does it take\b", ("how much time is needed for", )),
        (r"\bwhat percent\b(?!age)", ("what percentage",)),
        (r"\bwhat percentage\b", ("what percent",)),
        (r"\bhow old is (\w+)(?= now)", (r"what is the age of \1",)),
    )
]  # fmt: skip


def question_words(problem: Text, rng: Random) -> str | None:
    """Other words ask for the same: "How many apples" is now "What number of apples"."""
    text, question = problem.text, asked(problem.text)
    if question is None or mathematical(text):
        return None
    options = []
    for pattern, forms in _FORMS:
        match = pattern.search(text, question.start, question.end)
        if match and not (match[0].lower().startswith("how long") and "for" in forms[0]):
            new = match.expand(rng.choice(forms))
            options.append((match, new))
    if not options:
        return None
    match, new = rng.choice(options)
    new = new[0].upper() + new[1:] if match[0][0].isupper() else new
    changed = edited(text, [Edit(*match.span(), new)])
    command = new.lower().startswith(("find", "determine", "calculate", "work", "give"))
    end = question.end + len(new) - len(match[0])
    if command and changed[end - 1 : end] == "?":
        changed = f"{changed[: end - 1]}.{changed[end:]}"
    elif match[0][0] in "FfCcDd" and changed[end - 1 : end] == ".":
        changed = f"{changed[: end - 1]}?{changed[end:]}"
    return changed


_BEFORE = (
    "Here is a small problem. ", "Consider the following. ", "Read this carefully. ",
    "Think about this situation. ", "Here is what we know. ", "Please solve this. ",
    "A teacher asks this in class. ", "Look at these facts. ",
)  # fmt: skip
_AFTER = (
    " Give your answer.", " Show your work.", " Explain your answer.", " Please answer.",
    " Write down the result.",
)  # fmt: skip


def framing(problem: Text, rng: Random) -> str | None:
    """A sentence that says nothing of the problem comes before or after it."""
    text = problem.text.strip()
    if not text or mathematical(text):
        return None
    if rng.random() < 0.6 or text[-1] not in ".?!":
        return rng.choice(_BEFORE) + text
    return text + rng.choice(_AFTER)
