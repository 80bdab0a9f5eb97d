import pytest

from scaning.noise.prepare import prepared


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He can't, won't and shan't.", "He cannot, will not and shall not."),
        ("DON'T", "DO not"),
        ("They’re here; we've won and I'm glad.", "They are here; we have won and I am glad."),
        ("It's late. What's x? Let's go.", "It is late. What is x? Let us go."),
        ("He's been there, and she's got 5.", "He has been there, and she has got 5."),
        ("one\n two\t three ", "one two three"),
    ],
)
def test_contractions_are_written_out_and_blanks_are_single(text: str, expected: str) -> None:
    assert prepared(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "the unit's place at 7 o'clock",
        "Ann's and the boys' marbles",
        "a 5' 3\" board and x' = 2",
        "He'd buy 5 if she'd let him.",
    ],
)
def test_what_is_no_contraction_stays(text: str) -> None:
    assert prepared(text) == text


def test_more_than_eighteen_contractions_are_written_out() -> None:
    assert prepared("it isn't " * 40) == ("it is not " * 40).strip()
