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
    ("word:have>own", "Ann has 3 pens.", "Ann owns 3 pens."),
    ("word:find>determine", "Find the speed.", "Determine the speed."),
    ("word:cost>price", "Find the cost of a pen.", "Find the price of a pen."),
    ("phrase:has to", "He has to win 5 games.", "He must win 5 games."),
    ("join-and", "Ann has 3 pens. She buys 2 pens.", "Ann has 3 pens and buys 2 pens."),
    ("part-and", "Ann has 3 pens, and Ben buys 2.", "Ann has 3 pens. Ben buys 2."),
    (
        "name-for-pronoun",
        "Ann gives 3 pens to her friend. How many pens does she have left?",
        "Ann gives 3 pens to her friend. How many pens does Ann have left?",
    ),
    ("long>of-length", "A train 120 m long passes.", "A train of length 120 m passes."),
    ("is-long>length", "A rope is 30 m long.", "The length of a rope is 30 m."),
    ("weighs>weight", "The box weighs 4 pounds.", "The weight of the box is 4 pounds."),
    ("it-takes>takes", "It takes Ann 5 hours to go.", "Ann takes 5 hours to go."),
    ("there-are>has", "There are 30 students in a class.", "A class has 30 students."),
    ("has>there-are", "The bag has 40 red marbles.", "There are 40 red marbles in the bag."),
    ("open>what-is", "The weight of the box is:", "What is the weight of the box?"),
    ("open>find", "The weight of the box is", "Find the weight of the box."),
    ("open>what-is", "The price of 5 books would be :", "What would the price of 5 books be?"),
    ("what is", "How long is the train?", "What is the length of the train?"),
    ("what is", "How much does a pen cost?", "What is the cost of a pen?"),
    ("how much", "What is the price of the pens?", "How much do the pens cost?"),
    ("how far", "What is the distance between A and B?", "How far is A from B?"),
    ("what will", "What will be the cost of 4 pens?", "What will the cost of 4 pens be?"),
    (
        "how-many>what-is",
        "How many pens does Ann have?",
        "What is the number of pens that Ann has?",
    ),
    (
        "if>given",
        "If a pen costs 3 cents, how much do 4 pens cost?",
        "Given that a pen costs 3 cents, how much do 4 pens cost?",
    ),
    (
        "if-behind",
        "If a coin shows 2 heads, what is the number of tails.",
        "What is the number of tails if a coin shows 2 heads?",
    ),
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
    ("phrase:in all", "Ann scored 120 points in all her games."),
    ("phrase:have to", "How much does Ann have to pay?"),
    ("phrase:has to", "The money that Ann has to spend is $5."),
    ("word:have>own", "Each box has 4 dogs in it."),
    ("word:have>own", "Ann has 3 brothers."),
    ("word:finish>complete", "The workers are finished."),
    ("word:pick>choose", "Ann picked 3 roses."),
    ("word:produce>make", "The grocery produce section is being filled."),
    ("passive", "Ann bought 2 drinks for $4 each and 5 bars."),
    ("join-and", "Ann met her brother Ben. He has 3 pens."),
    ("join-and", "Ann met Eve. She has 3 pens."),
    ("name-for-pronoun", "Ann meets Eve. How many pens does she have?"),
    ("part-and", "Ann has 3 pens and Ben."),
    ("weighs>weight", "The black dog weighs 1 pound more than the brown dog."),
    ("there-front", "There are two friends A and B. A starts with his car at the school."),
    ("there-front", "There were 10 boys on each van and 24 girls on each bus."),
    ("passive", "Kevin feeds each toad 3 worms."),
    ("word:finish>complete", "James finishes all the sodas."),
    ("word:need>require", "How much money do I need?"),
    ("if-behind", "If x is the rest of y, what is the sum of all y such that (16 # y) = 3?"),
    ("time-front", "They plant 5 trees today and 4 trees tomorrow."),
    ("how-many>find", "How many minutes after Ann and Ben begin will Ann have run 5 laps?"),
]


@pytest.mark.parametrize(("rule", "text", "new"), WRITTEN)
def test_a_rule_writes_what_a_teacher_would(rule: str, text: str, new: str) -> None:
    assert new in rewritten(text).get(rule, set())


@pytest.mark.parametrize(("rule", "text"), ODD)
def test_a_rule_is_silent_where_it_would_be_wrong_or_odd(rule: str, text: str) -> None:
    assert rule not in rewritten(text)
