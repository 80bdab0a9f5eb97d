"""What the rules write, and where they hold their tongue: each case was read by a person."""

from collections import defaultdict

import pytest

from scaning.parse import shared_parser
from scaning.rewrite import structural
from scaning.rewrite.changes import made
from scaning.rewrite.words import other_phrases, other_words


def rewritten(text: str) -> dict[str, set[str]]:
    """The text with each change alone, by the name of the rule."""
    parsed = shared_parser()(text)
    found: defaultdict[str, set[str]] = defaultdict(set)
    for change in [*structural(parsed), *other_words(parsed), *other_phrases(parsed)]:
        found[change.rule].add(made(text, [change]))
    return found


WRITTEN = [
    ("passive", "Neil ate 3 pies.", "3 pies were eaten by Neil."),
    ("passive", "Her friend gives Ann 4 pens.", "4 pens are given to Ann by her friend."),
    ("word:contain>hold", "A box contains 40 pens.", "A box holds 40 pens."),
    ("word:student>pupil", "A class has 30 students.", "A class has 30 pupils."),
    ("word:present>current", "What is the present age of Dan?", "What is the current age of Dan?"),
    ("word:toss>flip", "A coin is tossed 3 times.", "A coin is flipped 3 times."),
    ("phrase:a day", "He reads 5 books a day.", "He reads 5 books per day."),
    ("phrase:per hour", "He earns $9 per hour.", "He earns $9 an hour."),
    ("phrase:equally", "They share 20 pens equally.", "They share 20 pens evenly."),
    ("phrase:at the same time", "Both start at the same time.", "Both start simultaneously."),
]
ODD = [
    ("passive", "He ate 3 pies."),
    ("passive", "John gives a 3rd of them to his friend."),
    ("word:contain>hold", "A jar contains 40% alcohol."),
    ("word:student>pupil", "A college has 30 students."),
    ("word:present>current", "There are 20 people present in the hall."),
    ("word:toss>flip", "Ted tosses 3 rocks into the river."),
    ("word:trip>journey", "A ticket for a trip costs $3."),
    ("word:collect>gather", "Rs. 325 were collected from the passengers."),
    ("word:picture>photo", "Randy drew 5 pictures."),
    ("word:plan>intend", "They are planning to cross a river."),
    ("phrase:a day", "He reads 5 books in a day."),
    ("phrase:per month", "What is his salary per month?"),
    ("phrase:equally", "Each child is equally likely to win."),
    ("phrase:at the same time", "Ann runs at the same time Ben walks."),
    ("phrase:immediately", "Count each 7 that is immediately followed by a 2."),
    ("how-many>find", "How many minutes after Ann and Ben begin will Ann have run 5 laps?"),
]


@pytest.mark.parametrize(("rule", "text", "new"), WRITTEN)
def test_a_rule_writes_what_a_teacher_would(rule: str, text: str, new: str) -> None:
    assert new in rewritten(text).get(rule, set())


@pytest.mark.parametrize(("rule", "text"), ODD)
def test_a_rule_is_silent_where_it_would_be_wrong_or_odd(rule: str, text: str) -> None:
    assert rule not in rewritten(text)
