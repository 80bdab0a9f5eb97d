import pytest
from hypothesis import given
from hypothesis import strategies as st

from scaning.inflection import (
    NO_FORM,
    POS_OF_TAG,
    TAGS,
    Lemma,
    article,
    forms,
    inflect,
    lemmas,
    parts_of_speech,
    recased,
)

LEMMAS = sorted((word, pos) for word, letters in parts_of_speech().items() for pos in letters)


@pytest.mark.parametrize(
    ("lemma", "tag", "form"),
    [
        ("buy", "VBD", "bought"),
        ("give", "VBN", "given"),
        ("stop", "VBG", "stopping"),
        ("travel", "VBG", "traveling"),
        ("lie", "VBG", "lying"),
        ("see", "VBG", "seeing"),
        ("make", "VBG", "making"),
        ("carry", "VBD", "carried"),
        ("play", "VBZ", "plays"),
        ("cross", "VBZ", "crosses"),
        ("go", "VBZ", "goes"),
        ("get", "VBN", "got"),
        ("knife", "NNS", "knives"),
        ("box", "NNS", "boxes"),
        ("child", "NNS", "children"),
        ("sheep", "NNS", "sheep"),
        ("city", "NNS", "cities"),
        ("person", "NNS", "people"),
        ("big", "JJR", "bigger"),
        ("good", "JJS", "best"),
        ("fast", "RBR", "faster"),
        ("cheap", "JJR", "cheaper"),
        ("car", "NN", "car"),
        ("buy", "VBP", "buy"),
    ],
)
def test_words_are_inflected(lemma: str, tag: str, form: str) -> None:
    assert inflect(lemma, tag) == form


def test_a_form_that_does_not_exist_is_none() -> None:
    assert inflect("beautiful", "JJR") is None
    assert inflect("car", "DT") is None


@pytest.mark.parametrize(
    ("form", "lemma"),
    [
        ("bought", Lemma("buy", "v")),
        ("stopped", Lemma("stop", "v")),
        ("cities", Lemma("city", "n")),
        ("children", Lemma("child", "n")),
        ("lying", Lemma("lie", "v")),
        ("travelled", Lemma("travel", "v")),
        ("longer", Lemma("long", "a")),
        ("apples", Lemma("apple", "n")),
    ],
)
def test_a_form_leads_back_to_its_lemma(form: str, lemma: Lemma) -> None:
    assert lemma in lemmas(form)


def test_a_form_that_breaks_the_rules_has_no_lemma() -> None:
    assert lemmas("goed") == frozenset()
    assert Lemma("child", "n") not in lemmas("childs")
    assert lemmas("zzyzzx") == frozenset()


@given(st.sampled_from(LEMMAS), st.sampled_from(sorted(POS_OF_TAG)))
def test_every_form_of_a_word_leads_back_to_it(word: tuple[str, str], tag: str) -> None:
    lemma, pos = word
    if POS_OF_TAG[tag] != pos:
        return
    form = inflect(lemma, tag)
    assert form is None or Lemma(lemma, pos) in lemmas(form)


@given(st.sampled_from(LEMMAS))
def test_every_word_has_a_place_for_every_tag(word: tuple[str, str]) -> None:
    lemma, pos = word
    spelt = forms(lemma, pos)
    assert len(spelt) == len(TAGS[pos])
    assert all(form and form != NO_FORM for spellings in spelt for form in spellings)


@pytest.mark.parametrize(
    ("word", "like", "result"),
    [
        ("auto", "car", "auto"),
        ("auto", "Car", "Auto"),
        ("auto", "CARS", "AUTO"),
        ("own", "I", "Own"),
        ("", "Car", ""),
    ],
)
def test_case_follows_the_word_that_is_replaced(word: str, like: str, result: str) -> None:
    assert recased(word, like) == result


AN = "apple hour honest heir 8 8-day 11 18 80 x F $80 umbrella unimportant honor uncle 11,000"
A = "car unit one once European useful 1 100 110 118th 7 U b house uniform user 1,800 180 ewe"


@pytest.mark.parametrize("word", AN.split())
def test_words_that_sound_like_vowels_take_an(word: str) -> None:
    assert article(word) == "an"


@pytest.mark.parametrize("word", A.split())
def test_other_words_take_a(word: str) -> None:
    assert article(word) == "a"
