import string
from collections.abc import Sequence

import pytest
from fake import FakeStepper

from scaning.errors import ResourceError
from scaning.seq2seq.decoding import DecodeSettings
from scaning.seq2seq.model import Asked, Seq2Seq
from scaning.seq2seq.slots import MAX_SLOTS, Slot, keeps_slots, slot
from scaning.seq2seq.tokens import Piece, Tokens, unigram

SLOTS = tuple(slot(number) for number in range(1, MAX_SLOTS + 1))
BOTTLES = Asked("b", "p: ", "⟦1⟧27 caps for ⟦2⟧A", (Slot("27", 1, 1), Slot("A")))
APPLES = Asked("a", "p: ", "⟦1⟧3 and ⟦1⟧3 figs", (Slot("3", 2, 2),))
PLAIN = Asked("c", "p: ", "no number")
MODES = [
    DecodeSettings(mode="greedy", n=1, max_length=200),
    DecodeSettings(max_length=60),
    DecodeSettings(mode="sample", n=5, top_k=200, max_length=200),
]


def model(whole: Sequence[str] = SLOTS) -> Seq2Seq:
    pieces = [
        Piece(c, -3.0) for c in " " + string.digits + string.ascii_letters + string.punctuation
    ]
    tokenizer = unigram(pieces, whole)
    size = tokenizer.get_vocab_size()
    # In our tokenizers 1 ends a text, 0 pads and starts it, 2 is unknown.
    stepper = FakeStepper(size, end_bonus=4.0, start=0, end=1, never=(0, 2))
    return Seq2Seq(stepper, Tokens(tokenizer, pad=0, ends=[1], start=0))


@pytest.mark.parametrize("settings", MODES, ids=lambda settings: settings.mode)
def test_guarded_texts_hold_their_slots_and_no_digit_of_their_own(settings: DecodeSettings) -> None:
    found = model().generate([BOTTLES, APPLES, PLAIN], settings)
    assert sum(map(len, found)) >= settings.n
    for asked, outputs in zip([BOTTLES, APPLES, PLAIN], found, strict=True):
        for output in outputs:
            assert output.kept
            assert output.ended
            assert keeps_slots(output.said, asked.slots)
            values = "".join(kept.value for kept in asked.slots)
            assert all(c in values for c in output.text if c.isdigit())
            assert "⟦" not in output.text


def test_unguarded_texts_say_whether_they_kept_their_slots() -> None:
    outputs = model().generate([BOTTLES], MODES[1], guarded=False)[0]
    assert len(outputs) == 3
    assert not all(output.kept for output in outputs)


def test_the_order_of_the_questions_is_kept() -> None:
    ours = model()
    both = ours.generate([PLAIN, BOTTLES], MODES[2])
    assert both == [ours.generate([one], MODES[2])[0] for one in (PLAIN, BOTTLES)]


def test_a_given_text_is_scored_with_its_end() -> None:
    ours = model()
    assert isinstance(ours.stepper, FakeStepper)
    read, written = (ours.tokens.encode(text) for text in (PLAIN.prompt + PLAIN.text, "one cap"))
    expected = ours.stepper.likelihood(read, written[:-1])
    assert ours.log_likelihoods([PLAIN], ["one cap"]) == pytest.approx([expected], abs=1e-3)


def test_what_the_decoder_is_to_say_has_no_values() -> None:
    assert BOTTLES.said == "⟦1⟧ caps for ⟦2⟧"
    assert APPLES.said == "⟦1⟧ and ⟦1⟧ figs"
    assert PLAIN.said == "no number"


def test_a_model_without_slots_says_so() -> None:
    with pytest.raises(ResourceError, match="no slots"):
        model(whole=()).generate([BOTTLES], MODES[1])
    assert model(whole=()).generate([BOTTLES], MODES[1], guarded=False)[0]


def test_a_text_too_long_gets_no_answer(caplog: pytest.LogCaptureFixture) -> None:
    found = model().generate([Asked("l", "", "word " * 99), PLAIN], MODES[1])
    assert found[0] == []
    assert found[1]
    assert "longer" in caplog.text
