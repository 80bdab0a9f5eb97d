"""Our metrics beside independent implementations, on 2,000 pairs, to nine digits."""

import json
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import TypeAlias

import pytest
import sacrebleu
import wordtodigits
from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu
from paraphrase_metrics.metrics import wpd
from spacy.tokens import Doc

from scaning.parse import Parser
from scaning.records import Pair, Scores
from scaning.score import score_pairs
from scaning.score.numeracy import NUMBER, words_to_digits

Words: TypeAlias = dict[str, list[str]]

EXAMPLES = Path(__file__).parent.parent / "examples" / "problems.jsonl"
N = 2_000
TOLERANCE = 1e-9
EDGES = ["", "a", "a b", "b a", "a b c", "a a a a", "3", "?", "one two three four five six"]


def edited(text: str, rng: Random) -> str:
    """The text with words dropped, doubled, moved or replaced, sometimes cut or turned round."""
    words = text.split()
    for _ in range(rng.randint(0, 8)):
        i, j = rng.randrange(len(words)), rng.randrange(len(words))
        match rng.randrange(5):
            case 0 if len(words) > 1:
                del words[i]
            case 1:
                words.insert(i, words[j])
            case 2:
                words[i], words[j] = words[j], words[i]
            case 3:
                words[i] = rng.choice(["the", "Ann", "12", "twelve", "boxes", "of", ",", "gave"])
            case 4 if rng.random() < 0.2:
                words = words[: i + 1] if rng.random() < 0.5 else words[::-1]
    return " ".join(words)


def make_pairs() -> list[Pair]:
    rng = Random(3407)
    lines = EXAMPLES.read_text(encoding="utf-8").splitlines()
    problems = [json.loads(line)["question"] for line in lines]
    pairs = [Pair("edge", original, candidate) for original in EDGES for candidate in EDGES]
    pairs.extend(
        Pair("edited", problem, edited(problem, rng)) for problem in problems for _ in range(20)
    )
    while len(pairs) < N:
        pairs.append(Pair("unlike", *rng.sample(problems, 2)))
    return pairs


@pytest.fixture(scope="module")
def pairs() -> list[Pair]:
    return make_pairs()


@pytest.fixture(scope="module")
def docs(pairs: list[Pair]) -> dict[str, Doc]:
    """Each lower-cased text as spaCy itself parses it, with the model that ships."""
    nlp = Parser()._nlp
    texts = list(dict.fromkeys(text.lower() for p in pairs for text in (p.original, p.candidate)))
    return dict(zip(texts, nlp.pipe(texts), strict=True))


@pytest.fixture(scope="module")
def tokens(docs: dict[str, Doc]) -> Words:
    return {text: [token.text for token in doc] for text, doc in docs.items()}


def worst(found: Iterable[float], expected: Iterable[float]) -> float:
    return max(abs(a - b) for a, b in zip(found, expected, strict=True))


@pytest.fixture(scope="module")
def official(pairs: list[Pair]) -> list[Scores]:
    return list(score_pairs(pairs, preset="official", encoder=None))


def test_there_are_two_thousand_pairs(pairs: list[Pair]) -> None:
    assert len(pairs) >= N
    assert len({(pair.original, pair.candidate) for pair in pairs}) > 0.9 * N


def test_wpd_equals_the_package_of_its_authors(
    pairs: list[Pair], docs: dict[str, Doc], official: list[Scores]
) -> None:
    expected = [wpd(docs[p.original.lower()], docs[p.candidate.lower()]) for p in pairs]
    assert worst([scores.wpd for scores in official], expected) < TOLERANCE


def test_bleu_diversity_equals_nltk_with_the_published_weights_and_smoothing(
    pairs: list[Pair], tokens: Words, official: list[Scores]
) -> None:
    smoothing = SmoothingFunction().method4
    expected = [
        1
        - sentence_bleu(
            [tokens[pair.original.lower()]],
            tokens[pair.candidate.lower()],
            weights=(0.45, 0.35, 0.20),
            smoothing_function=smoothing,
        )
        for pair in pairs
    ]
    assert worst([scores.bleu_diversity for scores in official], expected) < TOLERANCE


def test_plain_bleu_diversity_equals_sacrebleu(pairs: list[Pair], tokens: Words) -> None:
    bleu = sacrebleu.BLEU(tokenize="none", force=True, effective_order=True)
    # sacrebleu splits at blanks, and so cannot see a token that is one.
    expected = [
        1
        - bleu.sentence_score(
            " ".join(tokens[pair.candidate.lower()]), [" ".join(tokens[pair.original.lower()])]
        ).score
        / 100
        for pair in pairs
    ]
    found = [scores.bleu_diversity for scores in score_pairs(pairs, preset="paper", encoder=None)]
    assert worst(found, expected) < TOLERANCE


def test_number_words_are_read_as_the_package_of_the_published_code_reads_them(
    pairs: list[Pair],
) -> None:
    rng = Random(3407)
    words = (
        "zero one two nine ten eleven nineteen Twenty twenty ninety hundred thousand million "
        "and And point Point . ? ! , 5 3.5 1,000 cats five. (six) twenty-five 2. billion 7? a"
    ).split()
    texts = [pair.candidate for pair in pairs]
    texts += [" ".join(rng.choices(words, k=rng.randint(1, 14))) for _ in range(20_000)]
    differing = [
        text
        for text in texts
        if NUMBER.findall(words_to_digits(text)) != NUMBER.findall(wordtodigits.convert(text))
    ]
    assert differing == []
