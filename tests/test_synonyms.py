import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scaning.facts import number_words, unit_table
from scaning.inflection import POS_OF_TAG, Lemma, article, lemmas, parts_of_speech
from scaning.lexicon import antonyms, is_name, is_place
from scaning.parse import Text, Token, shared_parser
from scaning.synonyms import FRAMES, LETTERS, Embedded, FirstHit, Related, fitted, holds
from scaning.tables import rows

SOURCE = Embedded()
ENTRIES = [
    (lemma, pos, frame, [pair.partition(":") for pair in words.split()])
    for lemma, pos, frame, words in rows("substitutes.tsv")
]
PROBLEMS = (
    "Tom bought 3 cars for $500 each. How much money did he spend?",
    "A train takes 20 seconds to cross a bridge. Find the speed of the train.",
    "Mary has 5 apples and wants to purchase a big box of 8 pencils. How many does she have now?",
    "The students collected an additional 40 stamps, then they chose the largest album.",
)


def synonyms(sentence: str, word: str) -> set[str]:
    text = shared_parser()(sentence)
    token = next(token for token in text.tokens if token.text == word)
    return {found for found, _ in SOURCE.candidates(token, text)}


@pytest.mark.parametrize(
    ("sentence", "word", "found"),
    [
        ("Tom bought 3 cars.", "bought", {"purchased"}),
        ("Tom bought 3 cars.", "cars", {"automobiles"}),
        ("CARS cost much.", "CARS", {"AUTOMOBILES"}),
        ("Cars cost much.", "Cars", {"Automobiles"}),
        ("Find the number of trees.", "Find", {"Determine", "Calculate"}),
        ("The kids are buying apples.", "buying", {"purchasing"}),
        ("Which of the trees is larger?", "larger", {"bigger"}),
        ("It takes 5 hours to fill a tank.", "takes", {"requires"}),
        ("Each child wants to eat a cake.", "wants", {"wishes"}),
        ("A cookie was eaten by the dog.", "eaten", {"consumed"}),
    ],
)
def test_a_synonym_takes_the_form_and_the_case_of_its_word(
    sentence: str, word: str, found: set[str]
) -> None:
    assert found <= synonyms(sentence, word)


@pytest.mark.parametrize(
    ("sentence", "word"),
    [
        # Part of a compound, of a phrasal verb, or joined by a hyphen.
        ("The cost price of the book is $5.", "cost"),
        ("He picked up a card.", "picked"),
        ("They worked at a fast-food restaurant.", "fast"),
        # What is taken is not time, what is had is not a thing.
        ("He took 3 apples.", "took"),
        ("She has 3 brothers.", "has"),
        # Names, numbers, units, function words.
        ("Rose has 2 dozen eggs.", "Rose"),
        ("Rose has 2 dozen eggs.", "dozen"),
        ("He ran 3 miles.", "miles"),
        ("He ran to the door.", "the"),
        ("How many more apples has she?", "more"),
    ],
)
def test_a_word_that_cannot_be_replaced_in_its_place_has_no_synonym(
    sentence: str, word: str
) -> None:
    assert synonyms(sentence, word) == set()


def test_a_word_that_the_text_has_already_is_no_candidate() -> None:
    assert "shop" in synonyms("He went to the store.", "store")
    assert "shop" not in synonyms("He went from the shop to the store.", "store")


def test_the_article_before_a_word_stays_right() -> None:
    alone = synonyms("He sold cars.", "cars")
    assert {"automobiles", "autos"} <= alone
    assert synonyms("He sold a car.", "car").isdisjoint({"automobile", "auto"})


def test_every_synonym_keeps_the_inflection_and_the_article() -> None:
    seen = 0
    for text in shared_parser().parse(PROBLEMS):
        for token in text.tokens:
            for word, weight in SOURCE.candidates(token, text):
                seen += 1
                assert 0 < weight <= 1
                assert word.lower() != token.lower
                assert POS_OF_TAG[token.tag] in {lemma.pos for lemma in lemmas(word.lower())}
                if token.i and text.tokens[token.i - 1].lower in ("a", "an"):
                    assert article(word) == text.tokens[token.i - 1].lower
    assert seen > 15


def test_no_entry_of_the_table_is_an_opposite_an_amount_a_unit_or_a_name() -> None:
    amounts = number_words.CARDINALS | number_words.MULTIPLES | number_words.ORDINALS
    vague = "two couple half several more double many few less both all none".split()
    assert len(ENTRIES) > 1_000
    for lemma, _, _, pairs in ENTRIES:
        for word, _, confidence in pairs:
            assert 0 < float(confidence) <= 1
            assert word not in antonyms(lemma), (lemma, word)
            assert lemma not in antonyms(word), (lemma, word)
            assert word not in amounts, (lemma, word)
            assert word not in vague, (lemma, word)
            assert word not in unit_table.FORMS, (lemma, word)
            assert not is_name(word), (lemma, word)
            assert not is_place(word), (lemma, word)


def test_every_entry_of_the_table_is_made_of_known_words_and_frames() -> None:
    known = parts_of_speech()
    for lemma, pos, frame, pairs in ENTRIES:
        assert lemma in known, lemma
        assert pos in LETTERS.values()
        assert all(part.partition(":")[0] in FRAMES for part in frame.split("&") if part), frame
        for word, _, _ in pairs:
            assert Lemma(word, pos) in lemmas(word), (lemma, word)


@pytest.mark.parametrize(
    ("frame", "sentence", "word", "expected"),
    [
        ("obj", "He bought a car.", "bought", True),
        ("obj", "A car was bought.", "bought", True),
        ("obj", "He paid for the car that he bought.", "bought", True),
        ("obj", "She sold the book bought by Tom.", "bought", True),
        ("obj", "He ran.", "ran", False),
        ("intr", "He ran.", "ran", True),
        ("obj:fruit", "He ate an apple.", "ate", True),
        ("obj:fruit", "He ate a pizza.", "ate", False),
        ("subj:person", "She has 3 dogs.", "has", True),
        ("subj:person", "It has 3 sides.", "has", False),
        ("inf", "He wants to run.", "wants", True),
        ("inf", "He wants an apple.", "wants", False),
        ("ask", "Find the number.", "Find", True),
        ("ask", "They find the number.", "find", False),
        ("own", "The cost is high.", "cost", True),
        ("own", "He sells at cost.", "cost", False),
        ("plural", "He sold candies.", "candies", True),
        ("of:water", "The amount of water is small.", "amount", True),
        ("of:water", "The amount of the bill is small.", "amount", False),
        ("objof:do|finish", "They did the work.", "work", True),
        ("objof:do|finish", "They like the work.", "work", False),
        ("head:coin", "A fair coin is tossed.", "fair", True),
        ("head", "A present member left.", "present", True),
        ("head", "All members are present.", "present", False),
        ("bare", "The class ended.", "ended", True),
        ("bare", "The class ended at noon.", "ended", False),
        ("subj:person&obj:fruit", "She has 3 apples.", "has", True),
        ("subj:person&obj:fruit", "It has 3 apples.", "has", False),
    ],
)
def test_frames_hold_where_they_say(frame: str, sentence: str, word: str, expected: bool) -> None:
    text = shared_parser()(sentence)
    token = next(token for token in text.tokens if token.text == word)
    assert holds(frame, token, text) is expected


class Fixed:
    """A source that knows the same words for everything."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def candidates(self, token: Token, text: Text) -> list[tuple[str, float]]:
        """All its words."""
        return [(word, 1.0) for word in self.words]


def test_the_first_source_that_knows_a_word_decides() -> None:
    text = shared_parser()("He ran.")
    token = text.tokens[1]
    assert FirstHit([Fixed(), Fixed("sped"), Fixed("raced")]).candidates(token, text) == [
        ("sped", 1.0)
    ]
    assert FirstHit([Fixed(), Fixed()]).candidates(token, text) == []


@pytest.mark.parametrize(
    ("sentence", "word"),
    [
        ("The compound interest is $5.", "interest"),
        ("Find the l.c.m. and the l of it.", "l"),
        ("There are three numbers.", "are"),
        ("Two perfect cubes are odd.", "perfect"),
    ],
)
def test_words_of_mathematics_letters_and_empty_verbs_have_no_related_words(
    sentence: str, word: str
) -> None:
    text = shared_parser()(sentence)
    token = next(token for token in text.tokens if token.text == word)

    assert not Related().candidates(token, text)


def test_a_word_that_no_problem_uses_is_no_related_word() -> None:
    text = shared_parser()("The tea was hot and the large bag was at the airport.")
    found = {word for token in text.tokens for word, _ in Related().candidates(token, text)}

    assert {"big", "sack"} <= found
    assert found.isdisjoint({"sexy", "gargantuan", "pocketbook", "aerodrome"})


def test_no_plural_is_made_plural_again() -> None:
    text = shared_parser()("The men have revenues.")

    assert {fitted("humans", text.tokens[1], text), fitted("receipts", text.tokens[3], text)} == {
        None
    }


def test_a_word_without_the_needed_form_does_not_fit() -> None:
    text = shared_parser()("Ann is taller than Ben.")
    token = next(token for token in text.tokens if token.text == "taller")
    assert fitted("high", token, text) == "higher"
    assert fitted("beautiful", token, text) is None


@settings(deadline=None, max_examples=30)
@given(st.text(max_size=60))
def test_any_text_can_be_asked_for_synonyms(raw: str) -> None:
    text = shared_parser()(raw)
    for token in text.tokens:
        SOURCE.candidates(token, text)
