import json
import time
from datetime import date
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from num2words import num2words

from scaning.facts.quantities import Quantity, implied, quantities
from scaning.facts.units import unit_mentions

GOLDEN = Path(__file__).parent / "cases" / "quantities.jsonl"
DENOMINATORS = {3: "third", 4: "quarter", 5: "fifth", 8: "eighth", 10: "tenth", 12: "twelfth"}


def only(text: str) -> Quantity:
    found = quantities(text)
    assert len(found) == 1, (text, found)
    return found[0]


def value_and_kind(quantity: Quantity) -> tuple[object, str]:
    return quantity.value, quantity.kind


def test_every_golden_expression_is_read_exactly() -> None:
    cases = [json.loads(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines()]
    wrong = []
    for case in cases:
        found = [
            [str(q.value), q.kind, q.unit.name if q.unit else None]
            for q in quantities(case["text"])
        ]
        if found != case["values"]:
            wrong.append((case["text"], case["values"], found))
    assert len(cases) >= 400
    assert not wrong


def western(n: int) -> str:
    return f"{n:,}"


def indian(n: int) -> str:
    head, tail = divmod(n, 1000)
    groups = []
    while head:
        head, group = divmod(head, 100)
        groups.append(f"{group:02}")
    return ",".join([*reversed(groups), f"{tail:03}"]).lstrip("0").lstrip(",") or "0"


INTEGER_STYLES = {
    "plain": str,
    "western": western,
    "indian": indian,
    "apostrophe": lambda n: western(n).replace(",", "'"),
    "no-break space": lambda n: western(n).replace(",", "\u00a0"),
    "thin space": lambda n: western(n).replace(",", "\u2009"),
    "latex": lambda n: "$" + western(n).replace(",", "{,}") + "$",
    "decimal": lambda n: f"{n}.0",
    "words": num2words,
    "american words": lambda n: num2words(n).replace(" and ", " ").replace(",", ""),
    "shouted words": lambda n: num2words(n).upper(),
}


@pytest.mark.parametrize("style", INTEGER_STYLES)
@given(n=st.integers(2, 999_999_999_999))
def test_an_integer_has_one_value_in_every_style(style: str, n: int) -> None:
    found = only(f"The town has {INTEGER_STYLES[style](n)} trees.")
    assert value_and_kind(found) == (n, "number")


@given(whole=st.integers(0, 10**6), digits=st.text("0123456789", min_size=1, max_size=5))
def test_a_decimal_is_exact_in_figures_and_in_words(whole: int, digits: str) -> None:
    value = Fraction(f"{whole}.{digits}")
    spelled = " ".join([num2words(whole), "point", *(num2words(int(d)) for d in digits)])
    assert only(f"It holds {whole}.{digits} litres.").value == value
    assert only(f"It holds {whole:,}.{digits} litres.").value == value
    assert only(f"It holds {spelled} litres.").value == value


@given(above=st.integers(1, 400), below=st.integers(2, 400), whole=st.integers(1, 400))
def test_a_fraction_is_exact_in_every_style(above: int, below: int, whole: int) -> None:
    value = Fraction(above, below)
    for style in ("{}/{}", "{} / {}", "{}⁄{}", r"$\frac{{{}}}{{{}}}$", r"\dfrac{{{}}}{{{}}}"):
        assert only("He ate " + style.format(above, below) + " of it.").value == value
    if above < below:
        assert only(f"He ate {whole} {above}/{below} of it.").value == whole + value


@given(above=st.integers(2, 50), below=st.sampled_from(sorted(DENOMINATORS)))
def test_a_fraction_in_words_is_exact(above: int, below: int) -> None:
    value = Fraction(above, below)
    if value.denominator > 1:
        plural = DENOMINATORS[below] + "s"
        assert only(f"He ate {num2words(above)} {plural} of it.").value == value
        assert only(f"He ate {num2words(above)}-{plural} of it.").value == value


@given(cents=st.integers(1, 10**9))
def test_money_has_one_amount_in_every_style(cents: int) -> None:
    dollars = Fraction(cents, 100)
    spelled = f"{cents // 100:,}.{cents % 100:02}"
    texts = [f"${spelled}", f"$ {spelled}", f"US${spelled}", f"USD {spelled}", f"{spelled} dollars"]
    for text in [*texts, f"{cents} cents", f"{cents:,}¢"]:
        found = only(f"It costs {text} today.")
        assert found.amount == dollars
        assert found.kind == "money"


@given(value=st.integers(2, 10**6))
def test_a_percentage_has_one_amount_in_every_style(value: int) -> None:
    for text in (f"{value}%", f"{value:,} %", f"{value} percent", f"{num2words(value)} per cent"):
        found = only(f"It grew by {text} then.")
        assert found.amount == Fraction(value, 100)
        assert found.kind == "percent"


@given(n=st.integers(3, 10**6))
def test_an_ordinal_is_read_in_figures_and_in_words(n: int) -> None:
    for text in (num2words(n, to="ordinal_num"), num2words(n, to="ordinal")):
        found = only(f"The {text} runner fell.")
        assert value_and_kind(found) == (n, "ordinal")


@given(hour=st.integers(1, 12), minute=st.integers(0, 59), half=st.sampled_from(["am", "pm"]))
def test_a_clock_time_is_the_minute_of_the_day(hour: int, minute: int, half: str) -> None:
    expected = hour % 12 * 60 + minute + 720 * (half == "pm")
    for ending in (half, half.upper(), f"{half[0]}.m.", f" {half[0]} . m"):
        found = only(f"We met at {hour}:{minute:02} {ending} and left.")
        assert value_and_kind(found) == (expected, "time")


@given(day=st.dates(date(1000, 1, 1), date(2999, 12, 31)))
def test_a_date_has_one_value_in_every_style(day: date) -> None:
    month = day.strftime("%B")
    texts = [f"{month} {day.day}, {day.year:04}", f"{day.day} {month} {day.year:04}"]
    for text in [*texts, day.isoformat(), f"{day.month}/{day.day}/{day.year}"]:
        found = [q for q in quantities(f"She came on {text}.") if q.kind == "date"]
        day_first = "/" in text and day.day <= 12 < day.month
        assert [q.value for q in found] == [day.toordinal()] or day_first


@given(base=st.integers(2, 50), exponent=st.integers(2, 12))
def test_a_power_is_worked_out(base: int, exponent: int) -> None:
    raised = str(exponent).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    for text in (f"{base}^{exponent}", f"{base}{raised}", f"${base}^{{{exponent}}}$"):
        found = only(f"It has {text} cells.")
        assert value_and_kind(found) == (base**exponent, "power")


@given(a=st.integers(2, 10**4), b=st.integers(2, 10**4))
def test_the_parts_of_a_ratio_and_the_ends_of_a_range_are_two_quantities(a: int, b: int) -> None:
    for text in (f"{a}:{b}", f"{a} : {b}", f"{a} to {b}", f"{num2words(a)} to {num2words(b)}"):
        parts = quantities(f"They share it in the ratio {text}.")
        assert [value_and_kind(q) for q in parts] == [(a, "ratio"), (b, "ratio")]
    ends = quantities(f"It takes from {a} to {b} minutes.")
    assert [value_and_kind(q) for q in ends] == [(a, "range"), (b, "range")]
    assert {q.unit.name for q in ends if q.unit} == {"minute"}


@given(n=st.integers(1, 10**6))
def test_a_minus_sign_is_told_from_a_subtraction_and_a_hyphen(n: int) -> None:
    assert only(f"It was -{n} then.").value == -n
    assert only(f"x = - {n}").value == -n
    assert only(f"a {n}-year-old tree").value == n
    assert [q.value for q in quantities(f"{n}-{n}")] == [n, n]
    assert only(f"x - {n}").value == n


@given(st.lists(st.integers(2, 999), min_size=2, max_size=5))
def test_the_end_of_a_sentence_does_not_glue_numbers(numbers: list[int]) -> None:
    text = " ".join(f"He has {n}. {n} came." for n in numbers)
    assert [q.value for q in quantities(text)] == [n for n in numbers for _ in range(2)]


PIECES = (
    "1 12 1,000 2.5 .5 one two twenty hundred thousand and a half third of - / : $ % . , ' \" ( ) ^ "
    "_ { } x m per hour rs to ratio between point dozen pm march 30 2010 ° a.m. minus the second "
    "quarters score $$ \\frac12 \\frac{1}{0} ½ ² ⁻¹ 1e999 0 00 ¢ £ in ft no. İ ß"
).split()


@given(
    st.one_of(
        st.text(max_size=200),
        st.lists(st.sampled_from([*PIECES, " ", "\u00a0", "\n"]), max_size=24).map("".join),
        st.lists(st.sampled_from(PIECES), max_size=24).map(" ".join),
    )
)
def test_no_text_raises_and_spans_stand_in_text_order(text: str) -> None:
    found = quantities(text)
    for quantity in found:
        assert text[quantity.start : quantity.end] == quantity.text != ""
        assert (quantity.unit is None) == (quantity.unit_start < 0)
        assert quantity.unit_start <= quantity.unit_end <= len(text)
    starts = [(q.start, q.end) for q in found]
    assert all(a[1] <= b[0] for a, b in pairwise(starts))
    implied(text)
    unit_mentions(text)


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    [
        *("1,1,1", "111,", "1.", "1/", "1-", "1:", "(", "-", "$", "$1 ", "$a", "{", "\\", "\\frac"),
        *("one ", "one-", "twenty-", "hundred ", "million, ", "and a half ", "three quarters "),
        *("000 ", "1 , ", "9:30 ", "pounds ", "x^2", "½", "per ", "9", "'", "5 to "),
    ],
)
def test_reading_time_grows_no_faster_than_the_text(piece: str) -> None:
    text = piece * (100_000 // len(piece))
    start = time.process_time()
    quantities(text)
    unit_mentions(text)
    # Quadratic behaviour took from 27 to 85 seconds here; linear behaviour takes less than 3.
    assert time.process_time() - start < 12


def test_an_article_before_a_unit_is_an_implied_one() -> None:
    found = implied("A pound of tea costs $9 a kilo and lasts a week.")
    assert [(q.text, q.unit.name if q.unit else None) for q in found] == [
        ("A", "pound"),
        ("a", "week"),
    ]
    assert all(q.implicit and q.value == 1 for q in found)
    assert not any(q.implicit for q in quantities("A pound of tea costs $9 a kilo."))


def test_equal_amounts_are_seen_in_different_units() -> None:
    for one, other in [
        ("$0.50", "50 cents"),
        ("1/2 hour", "30 minutes"),
        ("half an hour", "30 min"),
        ("2 km", "2,000 metres"),
        ("3 feet", "1 yard"),
        ("a year and a half", "18 months"),
        ("36 km/h", "10 m/s"),
        ("1 square foot", "144 square inches"),
        ("2 litres", "2000 cc"),
        ("£2.50", "250 pence"),
    ]:
        assert only(one).amount == only(other).amount is not None
    assert only("20 °C").amount is None
    assert only("5 apples").amount is None


def test_the_span_of_a_unit_is_kept_apart_from_that_of_its_number() -> None:
    text = "He pays $5 per hour for 12 km."
    first, second = quantities(text)
    assert first.text == "$5"
    assert text[first.unit_start : first.unit_end] == "per hour"
    assert second.text == "12"
    assert text[second.unit_start : second.unit_end] == "km"
