import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scaning.facts.unit_table import FORMS, UNITS
from scaning.facts.units import compound, powered, unit_mentions


def names(text: str) -> list[str]:
    return [mention.unit.name for mention in unit_mentions(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("How many miles did he walk?", ["mile"]),
        ("How many dollars did she pay?", ["dollar"]),
        ("What is the price in dollars?", ["dollar"]),
        ("What is the speed in km/h?", ["kilometre per hour"]),
        ("What is the speed in km / hr ?", ["kilometre per hour"]),
        ("What is the speed in miles per hour?", ["mile per hour"]),
        ("How many miles an hour?", ["mile per hour"]),
        ("the speed in mph", ["mile per hour"]),
        ("speed (in m/s)", ["metre per second"]),
        ("the area in m²", ["square metre"]),
        ("the area in sq m", ["square metre"]),
        ("the area in sq. ft", ["square foot"]),
        ("the area in cm^2", ["square centimetre"]),
        ("the volume in cu. ft", ["cubic foot"]),
        ("the volume in cubic inches", ["cubic inch"]),
        ("how much in ₹", ["rupee"]),
        ("the rent in Rs.", ["rupee"]),
        ("what percent of it", ["percent"]),
        ("what percentage of it", ["percent"]),
        ("how many degrees", ["degree"]),
        ("in degrees Celsius", ["degree Celsius"]),
        ("how many yards", ["yard"]),
        ("how many feet of rope", ["foot"]),
        ("how many cups of sugar", ["cup"]),
        ("$5 per hour", ["dollar per hour"]),
        ("5 dollars per hour", ["dollar per hour"]),
        ("She is paid $12 an hour.", ["dollar per hour"]),
        ("£3 and 20 pence", ["pound sterling", "pence"]),
    ],
)
def test_a_unit_is_found_with_or_without_a_number(text: str, expected: list[str]) -> None:
    assert names(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "He is in the yard.",
        "He went on foot.",
        "the second boy",
        "Miles has a dog.",
        "m and n are integers",
        "x = 5 m + 3 n",
        "the number g",
        "How many cups and plates are there?",
        "put 5 in the box",
        "Ms. Lee's class",
        "his feet hurt",
        "the 1990s",
        "He has a knot.",
    ],
)
def test_a_word_with_another_meaning_is_no_unit(text: str) -> None:
    assert names(text) == []


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("12 apples per hour", "hour"),
        ("12 apples an hour", "hour"),
        ("12 apples each day", "day"),
        ("12 apples/min", "minute"),
        ("his weekly pay", "week"),
        ("paid monthly", "month"),
        ("interest per annum", "year"),
        ("twice a day", "day"),
    ],
)
def test_a_unit_that_only_divides_is_marked(text: str, unit: str) -> None:
    (mention,) = unit_mentions(text)
    assert (mention.unit.name, mention.per) == (unit, True)


def test_an_article_after_a_preposition_does_not_divide() -> None:
    (mention,) = unit_mentions("It fills in an hour.")
    assert (mention.unit.name, mention.per) == ("hour", False)


def test_pounds_are_money_where_the_text_speaks_of_money() -> None:
    assert names("She borrows 500 pounds from a bank.") == ["pound sterling"]
    assert names("It weighs 500 pounds.") == ["pound"]
    assert names("It costs $2 per pound.") == ["dollar per pound"]


@pytest.mark.parametrize(
    ("one", "size", "other"),
    [
        ("mile", Fraction("1760"), "yard"),
        ("yard", Fraction(3), "foot"),
        ("foot", Fraction(12), "inch"),
        ("kilometre", Fraction(1000), "metre"),
        ("furlong", Fraction(220), "yard"),
        ("pound", Fraction(16), "ounce"),
        ("ton", Fraction(2000), "pound"),
        ("gallon", Fraction(4), "quart"),
        ("quart", Fraction(2), "pint"),
        ("pint", Fraction(2), "cup"),
        ("cup", Fraction(8), "fluid ounce"),
        ("tablespoon", Fraction(3), "teaspoon"),
        ("bushel", Fraction("2150.42") / 231, "gallon"),
        ("acre", Fraction(4840), None),
        ("day", Fraction(24), "hour"),
        ("week", Fraction(7), "day"),
        ("year", Fraction(12), "month"),
        ("century", Fraction(10), "decade"),
        ("dollar", Fraction(100), "cent"),
        ("rupee", Fraction(100), "paisa"),
    ],
)
def test_sizes_are_exact(one: str, size: Fraction, other: str | None) -> None:
    base = UNITS[other] if other else powered(UNITS["yard"], 2)
    assert UNITS[one].factor == size * (base.factor or 0)
    assert UNITS[one].dimension == base.dimension


def test_a_speed_written_as_a_word_is_the_compound() -> None:
    assert compound(UNITS["mile"], UNITS["hour"]) == UNITS["mile per hour"]
    assert compound(UNITS["kilometre"], UNITS["hour"]) == UNITS["kilometre per hour"]
    assert compound(UNITS["metre"], UNITS["second"]) == UNITS["metre per second"]
    assert powered(UNITS["metre"], 2) == UNITS["square metre"]
    assert powered(UNITS["centimetre"], 3) == UNITS["cubic centimetre"]
    assert powered(UNITS["foot"], 3) == UNITS["cubic foot"]


@given(st.text(max_size=200))
def test_a_mention_says_where_it_stands(text: str) -> None:
    for mention in unit_mentions(text):
        assert text[mention.start : mention.end] == mention.text != ""


@given(st.sampled_from(sorted(name for name in UNITS if len(name) > 4)), st.integers(2, 99))
def test_the_canonical_name_of_a_unit_is_one_of_its_forms(name: str, n: int) -> None:
    assert unit_mentions(f"It is {n} {name} long.")[0].unit == UNITS[name]


def test_every_form_of_the_table_leads_to_one_unit() -> None:
    forms = [form for group in FORMS.values() for form, _ in group]
    assert len(forms) == len(set(forms))


def test_every_unit_of_the_golden_file_is_in_the_table_or_made_of_it() -> None:
    path = Path(__file__).parent / "cases" / "quantities.jsonl"
    for line in path.read_text(encoding="utf-8").splitlines():
        for _, _, unit in json.loads(line)["values"]:
            if unit is not None and unit not in UNITS:
                for part in unit.removeprefix("square ").removeprefix("cubic ").split(" per "):
                    assert part.removeprefix("square ").removeprefix("cubic ") in UNITS
