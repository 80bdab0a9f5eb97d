import math
from pathlib import Path

import numpy as np
import pytest

from scaning.errors import ResourceError
from scaning.fluency import CausalFluency, Fluency, NgramFluency
from scaning.ngrams import START, Table, packed, shipped, unpacked, words

GOOD = "How many apples does Ann have now?"
ORDERS = (GOOD, "Now how many apples does Ann have?", "Does Ann how many apples now have?")


@pytest.fixture(scope="module")
def fluency() -> Fluency:
    return NgramFluency()


def test_what_reads_well_scores_higher_than_the_same_words_in_disorder(fluency: Fluency) -> None:
    pairs = [
        (GOOD, "Apples how have now many Ann does?"),
        ("A train runs 60 miles in an hour.", "Train a 60 in runs miles hour an."),
        (
            "For 5 miles on the way home Steve rode his car.",
            "On home car for the way his 5 miles Steve rode.",
        ),
    ]
    for good, bad in pairs:
        assert fluency.most_fluent([bad, good]) == 1
    assert fluency.most_fluent(ORDERS) in (0, 1)


def test_the_score_is_the_mean_probability_of_a_word(fluency: Fluency) -> None:
    logs = shipped().log_probabilities([GOOD])[0]

    assert len(logs) == len(words(GOOD))
    assert fluency.score([GOOD]) == pytest.approx([math.exp(logs.mean())])
    assert fluency.score([GOOD], first_token=False) == pytest.approx([math.exp(logs[1:].mean())])
    assert fluency.score([GOOD], mean="arithmetic") == pytest.approx([np.exp(logs).mean()])
    assert fluency.score([GOOD], mean="harmonic") == pytest.approx([1 / np.exp(-logs).mean()])
    assert fluency.score([GOOD], mean="product") == pytest.approx([math.exp(logs.sum())])
    assert fluency.score(["", GOOD])[0] == 0


def test_candidates_are_ranked_with_shares_that_add_up_to_one(fluency: Fluency) -> None:
    ranked = fluency.ranked(ORDERS)
    scores = fluency.score(ORDERS)

    assert [i for i, _ in ranked] == sorted(range(3), key=lambda i: -scores[i])
    assert ranked[0][0] == fluency.most_fluent(ORDERS)
    assert sum(share for _, share in ranked) == pytest.approx(1)
    assert ranked[0][1] == pytest.approx(max(scores) / sum(scores))


def test_a_text_scores_the_same_alone_and_among_others(fluency: Fluency) -> None:
    assert fluency.score(ORDERS) == [fluency.score([text])[0] for text in ORDERS]


@pytest.mark.parametrize("context", ["how many", "the", "Ann has 5", "zq wv"])
def test_the_probabilities_of_all_words_add_up_to_one(context: str) -> None:
    table = shipped()
    shapes = [word for word in table.numbers if word.startswith("<?>")]
    known = [word for word in table.numbers if word and words(word) == [word]]
    spelled = {"<0>": "7", "<x>": "q"}
    texts = [f"{context} {spelled.get(word, word)}" for word in [*known, "7", "q"]]
    texts += [f"{context} zqv{shape.removeprefix('<?>')}" for shape in shapes]
    last = [float(logs[-1]) for logs in table.log_probabilities(list(dict.fromkeys(texts)))]

    # Logarithms are kept in steps of 6%, and some tokens (one sign of several) have no spelling.
    assert sum(map(math.exp, last)) == pytest.approx(1, abs=0.05)


def test_the_table_survives_packing() -> None:
    table = shipped()
    again: Table = unpacked(packed(table))

    assert again.numbers == table.numbers
    assert START in again.numbers
    for text in ORDERS:
        assert again.log_probabilities([text])[0] == pytest.approx(
            table.log_probabilities([text])[0]
        )


def test_a_model_that_is_not_there_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(ResourceError, match="No causal language model"):
        CausalFluency(str(tmp_path / "nothing.gguf"))
