from math import isnan
from time import perf_counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scaning import lexicon
from scaning.inflection import parts_of_speech
from scaning.lexicon import (
    antonyms,
    gender,
    hypernyms,
    is_name,
    is_person_noun,
    is_place,
    is_word,
    known,
    similarities,
    similarity,
    synonyms,
)
from scaning.tables import lines, table_path

WORDS = lines("vectors.txt")


@pytest.mark.parametrize(
    ("word", "near", "far"),
    [
        ("buy", "purchase", "sell"),
        ("car", "vehicle", "book"),
        ("cost", "price", "apple"),
        ("increase", "rise", "decrease"),
        ("kid", "child", "machine"),
        ("bought", "purchased", "sold"),
    ],
)
def test_synonyms_are_near_and_antonyms_are_far(word: str, near: str, far: str) -> None:
    assert similarity(word, near) > 0.6
    assert similarity(word, far) < 0.35


def test_an_unknown_word_has_no_similarity_but_to_itself() -> None:
    assert isnan(similarity("zzyzzx", "apple"))
    assert similarity("zzyzzx", "Zzyzzx") == 1.0
    assert known("apples")
    assert not known("zzyzzx")


def test_a_form_without_a_vector_borrows_that_of_its_lemma() -> None:
    assert "purchases" not in WORDS
    assert similarity("purchases", "purchase") == pytest.approx(1.0)


@given(st.lists(st.sampled_from([*WORDS, "zzyzzx"]), max_size=6), st.sampled_from(WORDS))
def test_the_matrix_agrees_with_single_pairs(words: list[str], other: str) -> None:
    matrix = similarities(words, [other, "bought"])
    assert matrix.shape == (len(words), 2)
    alone = [[similarity(word, right) for right in (other, "bought")] for word in words]
    np.testing.assert_allclose(matrix, np.array(alone).reshape(matrix.shape), atol=1e-5)


@given(st.sampled_from(WORDS), st.sampled_from(WORDS))
def test_similarity_is_symmetric_and_a_cosine(a: str, b: str) -> None:
    assert similarity(a, b) == similarity(b, a)
    assert -1.0001 <= similarity(a, b) <= 1.0001


def test_synonyms_share_a_frequent_sense_of_their_part_of_speech() -> None:
    assert "purchase" in synonyms("buy", "verb")
    assert "automobile" in synonyms("car", "noun")
    assert "pupil" in synonyms("student", "noun")
    assert synonyms("mile", "noun") == frozenset()
    assert synonyms("zzyzzx", "verb") == frozenset()


def test_no_word_has_a_synonym_that_is_its_antonym() -> None:
    table = lexicon._synonyms()
    assert len(table) > 15_000
    pairs = ((key.split("\t")[0], found.split()) for key, found in table.items())
    wrong = [lemma for lemma, found in pairs if not antonyms(lemma).isdisjoint(found)]
    assert wrong == []


@pytest.mark.parametrize(
    ("word", "opposite"),
    [
        ("more", "less"),
        ("more", "fewer"),
        ("bought", "sell"),
        ("gave", "take"),
        ("gained", "lose"),
        ("increased", "decrease"),
        ("adds", "subtract"),
        ("before", "after"),
        ("first", "last"),
        ("maximum", "minimum"),
        ("above", "below"),
        ("profits", "loss"),
        ("lent", "borrow"),
        ("arrived", "leave"),
        ("up", "down"),
        ("north", "south"),
        ("longer", "shorter"),
        ("older", "younger"),
        ("heaviest", "lightest"),
        ("faster", "slower"),
        ("cheaper", "dearer"),
        ("inside", "outside"),
        ("with", "without"),
        ("all", "none"),
        ("odd", "even"),
        ("same", "different"),
        ("includes", "exclude"),
        ("upstream", "downstream"),
    ],
)
def test_opposites_of_word_problems_are_found_through_inflection(word: str, opposite: str) -> None:
    assert opposite in antonyms(word)
    assert opposite in antonyms(word.upper())


def test_antonymy_is_mutual() -> None:
    table = {word: others.split() for word, others in lexicon._antonyms().items()}
    assert len(table) > 4_000
    assert all(word not in others for word, others in table.items())
    base = {word: others for word, others in table.items() if word in {*parts_of_speech()}}
    assert all(word in antonyms(other) for word, others in base.items() for other in others)


def test_unrelated_words_are_not_opposed() -> None:
    assert "buy" not in antonyms("purchase")
    assert antonyms("apple") == frozenset()
    assert antonyms("she") == frozenset()


def test_a_noun_is_a_kind_of_what_stands_above_it() -> None:
    assert "fruit" in hypernyms("apple")
    assert "fruit" in hypernyms("mango")
    assert "vehicle" in hypernyms("car")
    assert "animal" in hypernyms("dog")
    assert "apple" not in hypernyms("fruit")
    assert hypernyms("zzyzzx") == frozenset()


def test_people_are_told_from_things() -> None:
    people = "man girl mother shopkeeper student grocer teacher driver batsman people".split()
    things = "apple train number second dog coin car money".split()
    assert [word for word in people if not is_person_noun(word)] == []
    assert [word for word in things if is_person_noun(word)] == []


def test_given_names_of_many_languages_are_known_with_their_gender() -> None:
    female = "Mary Priya Fatima Maria Sophie Ingrid".split()
    male = "John Ravi Ahmed Carlos Steve Giovanni".split()
    assert [gender(name) for name in female] == ["female"] * len(female)
    assert [gender(name) for name in male] == ["male"] * len(male)
    assert gender("jordan") == "either"
    assert gender("pencil") is None
    assert len(lexicon._names()) > 8_000


def test_function_words_are_not_names() -> None:
    common = "an so the see a in how many each total apple train cost".split()
    assert [word for word in common if is_name(word)] == []
    assert is_name("Will")


def test_words_that_problems_use_as_words_are_not_names() -> None:
    words = "miles sunday january star happy king math summer precious minor".split()
    assert [word for word in words if is_name(word)] == []


def test_places_may_have_several_words() -> None:
    assert is_place("India")
    assert is_place("New York")
    assert not is_place("apple")


@pytest.mark.parametrize("word", "sailed apples mangoes the because kmph Went O'clock lcm".split())
def test_words_are_words(word: str) -> None:
    assert is_word(word)


@pytest.mark.parametrize("word", "manie togeher teh recieve lenght childs goed andnow frac".split())
def test_garbage_is_no_word(word: str) -> None:
    assert not is_word(word)


def test_the_tables_are_small() -> None:
    assert sum(path.stat().st_size for path in table_path("").iterdir()) < 8_000_000


def test_remembered_pairs_are_fast() -> None:
    similarity("buy", "sell")
    start = perf_counter()
    for _ in range(20_000):
        similarity("buy", "sell")
    # 0.004 s on an idle core: the bound only catches a lost cache.
    assert perf_counter() - start < 0.2
