import pytest

from scaning.prompts import TEST_PROMPTS, denoiser_prompt, paraphraser_prompt, prompts_to_ask


def test_the_denoisers_prefixes_have_no_blank_before_the_colon() -> None:
    assert denoiser_prompt(passive=False) == "paraphrase: "
    assert denoiser_prompt(passive=True) == "paraphrase passive: "


@pytest.mark.parametrize(
    ("functions", "passive", "prompt"),
    [
        (["synonym_substitution", "phrase_shuffling"], False, "paraphrase replace shuffle : "),
        (["word_insertion", "templatization"], True, "paraphrase passive fix replace : "),
        (["passivization"], True, "paraphrase passive : "),
        (["same_sentence"], False, "paraphrase : "),
        (["Random Deletion + Word Insertion"], False, "paraphrase fix : "),
        (["Sentence Permutation + Phrase Shuffle"], False, "paraphrase shuffle : "),
    ],
)
def test_the_words_of_a_log_are_sorted_and_each_is_said_once(
    functions: list[str], passive: bool, prompt: str
) -> None:
    assert paraphraser_prompt(functions, passive=passive) == prompt


def test_the_paraphraser_is_asked_with_eight_prompts_or_with_two() -> None:
    assert [p.removeprefix("paraphrase ").removesuffix(" : ") for p in TEST_PROMPTS] == [
        "fix",
        "shuffle",
        "replace",
        "replace shuffle",
        "fix replace",
        "fix replace shuffle",
        "passive replace",
        "passive fix",
    ]
    assert prompts_to_ask() == TEST_PROMPTS
    assert prompts_to_ask(with_words=False) == ("paraphrase : ", "paraphrase passive : ")
