"""The examples are what they say: solved, in step with each other, and broken where marked."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from datetime import date, timedelta
from fractions import Fraction as F
from itertools import product
from math import comb, hypot, isqrt, lcm
from pathlib import Path

from scaning.facts import REASONS

EXAMPLES = Path(__file__).parents[1] / "examples"
KINDS = {
    "missing-number", "added-number", "changed-unit", "lost-variable",
    "flipped-relation", "swapped-roles", "changed-question", "merged-entities", "lost-statement",
    "added-statement", "incoherent", "copy",
}  # fmt: skip


def rows(name: str) -> list[dict[str, object]]:
    with (EXAMPLES / name).open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def only(holds: Callable[[int], bool], top: int = 1000) -> int:
    """The one whole number below `top` that solves the problem; there must be no second."""
    (solution,) = filter(holds, range(top))
    return solution


def share(of_two_dice: Callable[[int], bool]) -> F:
    return F(sum(of_two_dice(a + b) for a, b in product(range(1, 7), repeat=2)), 36)


def time(minutes: int) -> str:
    return f"{minutes // 60}:{minutes % 60:02}"


WORKED: dict[str, object] = {
    "marbles-left": 45 - 17 + 8,
    "egg-boxes": 156 // 12,
    "hall-chairs": 14 * 9 + 5,
    "stickers": 3 * 18 - 18,
    "shared-pencils": 64 // 8 - 2,
    "bus-stops": 23 - 9 + 14 - 6,
    "library-week": max(38, 45, 27, 50) - min(38, 45, 27, 50),
    "bun-trays": 6 * 15 - 7,
    "pocket-coins": f"{3 * 25 + 4 * 10 + 2 * 5} cents",
    "oslo-temperature": f"{-7 + 12} °C",
    "cut-rope": f"{20 - 3 * 4.5} m",
    "film-end": f"{time(7 * 60 + 45 + 2 * 60 + 20)} p.m.",
    "library-date": f"{(due := date(2025, 3, 18) + timedelta(days=21)):%B} {due.day}",
    "two-buses": time(8 * 60 + 30 + lcm(12, 18)),
    "family-tickets": f"${100 - 2 * 12.50 - 3 * 8:.0f}",
    "weekly-savings": 108 / (F("3.75") + F("5.25")),
    "text-messages": (2340 - 1800) // 5,
    "airport-euros": f"€{240 * F('1.15')}",
    "cafe-tip": f"${46 * 1.15:.2f}",
    "shoes-and-shirt": f"${84 + 84 // 3}",
    "pens-in-dollars": f"xy/{12 * 100}",
    "mango-profit": f"₹{40 * 75 - 2400}",
    "bicycle-loss": f"Rs. {3600 * 85 // 100:,}",
    "laptop-sale": f"€{640 * 100 // 80}",
    "simple-interest": f"Rs. {8000 * 5 * 3 // 100:,}",
    "compound-interest": f"${2000 * 11**3 // 10**3:,}",
    "pizza-left": 1 - F("1/4") - F("3/8"),
    "chess-club": 42 - 42 * 2 // 3,
    "water-tank": 90 / (F("7/10") - F("2/5")),
    "rice-cups": F("3/2") / 4 * 10,
    "evening-reading": F("3/4") * 8,
    "ribbon-pieces": F("3/4") / F("1/8"),
    "monthly-salary": f"Rs. {int(9000 / (1 - F('1/2') - F('1/5'))):,}",
    "unread-pages": 70 / (F("2/3") / 2),
    "school-girls": 850 - 850 * 46 // 100,
    "town-growth": f"{F(46_000 - 40_000, 40_000) * 100}%",
    "coat-price": f"{(F('1.25') * F('0.8') - 1) * 100}%",
    "pass-mark": (178 + 22) * 100 // 40,
    "percent-of-x": F(72 * 45, 30),
    "election-votes": f"{1440 * 100 // (58 - 42):,}",
    "green-paint": 40 * 3 // 8,
    "shared-dollars": f"${720 * (4 - 2) // 9}",
    "triangle-angles": f"{180 * 4 // 9}°",
    "map-miles": 4.5 * 15,
    "animal-shelter": 21 // (7 - 4) * 4,
    "partners": f"₹{36_000 * 75 // (50 + 75 + 100):,}",
    "train-and-bridge": F(150 + 350, 20) * F("3.6"),
    "two-cyclists": time(9 * 60 + 84 * 60 // (12 + 16)),
    "boat-current": f"{(36 // 2 - 36 // 3) // 2} km/h",
    "average-speed": f"{240 / (F(120, 60) + F(120, 40))} km/h",
    "two-pipes": 1 / (F("1/6") - F("1/9")),
    "paint-fence": f"{1 / (F('1/6') + F('1/3'))} hours",
    "wall-workers": 15 * 12 // 9,
    "report-copies": 3 * 160 // 24,
    "petrol-use": 6.5 * 480 / 100,
    "bottle-machine": f"{60 // 4}xy",
    "light-minute": f"{3e8 * 60 / 1000 / 1e7} × 10^7",
    "garden-fence": int(2 * (12 + 7.5)),
    "kitchen-tiles": 12 * 12 // 6 * (9 * 12 // 6),
    "right-triangle": f"{hypot(9, 12):.0f} cm",
    "round-pond": F("22/7") * 14**2,
    "cube-surface": f"{6 * only(lambda a: a**3 == 343) ** 2} cm²",
    "rectangle-area": f"{(w := only(lambda w: 2 * (w + 2 * w + 5) == 52)) * (2 * w + 5)} sq cm",
    "ladder": f"{isqrt(13**2 - 5**2)} ft",
    "aquarium": 80 * 30 * 40 * 3 // 4 // 1000,
    "acid-solution": only(lambda a: 60 * a + 15 * 10 == 30 * (a + 10)),
    "nut-mixture": only(lambda c: 9 * c + 4 * (20 - c) == 6 * 20),
    "milk-and-water": f"{60 * 7 // 10 - 60 * 3 // 10} litres",
    "father-and-son": only(lambda son: 4 * son + 20 == 2 * (son + 20)),
    "two-sisters": only(lambda clara: clara - 3 == 2 * (clara - 6 - 3)),
    "ages-of-a-and-b": f"{only(lambda a: a - 5 == 3 * (50 - a - 5))} years",
    "not-blue": F(5 + 3, 5 + 4 + 3),
    "two-dice": share(lambda total: total >= 10),
    "three-tosses": F(comb(3, 2), 2**3),
    "committee": comb(5, 2) * comb(6, 3),
    "linear-equation": only(lambda x: 3 * (x - 4) == 2 * x + 5),
    "other-root": 7 - 3,
    "sum-and-difference": (64 + 18) // 2 * ((64 - 18) // 2),
    "consecutive-integers": only(lambda n: n * (n + 1) == 156),
    "notebooks-and-pens": f"${(3 * 9.50 - 13.50) / (3 * 4 - 2):.2f}",
    "power-of-two": only(lambda n: 2 ** (n + 3) == 128),
    "sum-of-squares": 11**2 - 2 * 24,
    "removed-number": 5 * 18 - 4 * 16,
    "art-score": 5 * 82 - (78 + 85 + 91 + 70),
    "even-numbers": sum(range(2, 51, 2)),
    "tenth-term": (41 - 5) // (10 - 1),
    "remainder-three": min(n for n in range(10, 100) if n % 8 == n % 12 == 3),
    "goods-lift": (600 - 75) // 45,
    "museum-trip": f"${(132 + 12) // 48 * 350 + 132 * 6:,}",
    "race-training": round(3.2 * 4 + 3.2 * 5 + 5.2 * 3, 1),
}


def test_every_answer_is_the_one_that_arithmetic_gives() -> None:
    stated = {row["id"]: row["answer"] for row in rows("problems.jsonl")}
    assert stated == {name: str(answer) for name, answer in WORKED.items()}


def test_the_two_files_of_problems_hold_the_same_rows() -> None:
    with (EXAMPLES / "problems.csv").open(encoding="utf-8", newline="") as lines:
        table = list(csv.DictReader(lines))
    assert table == [{k: str(v) for k, v in row.items()} for row in rows("problems.jsonl")]


def test_problems_span_the_grades_and_no_two_are_alike() -> None:
    problems = rows("problems.jsonl")
    assert {row["grade"] for row in problems} == set(range(3, 11))
    assert len({row["question"] for row in problems}) == len(problems) >= 60


def test_a_pair_has_a_kind_exactly_when_it_is_broken() -> None:
    pairs = rows("pairs.jsonl")
    assert all(bool(pair["kind"]) is not pair["expected"] for pair in pairs)
    assert {pair["kind"] for pair in pairs} == KINDS | {""}
    assert set(REASONS) >= KINDS


def test_the_original_of_a_pair_is_the_problem_with_its_id() -> None:
    questions = {row["id"]: row["question"] for row in rows("problems.jsonl")}
    pairs = [pair for pair in rows("pairs.jsonl") if pair["id"] != "soda"]
    assert all(pair["original"] == questions[pair["id"]] for pair in pairs)


def test_only_a_copy_repeats_its_original_and_no_pair_is_given_twice() -> None:
    pairs = rows("pairs.jsonl")
    for pair in pairs:
        same = str(pair["candidate"]).lower().rstrip("?.") == str(pair["original"]).lower().rstrip(
            "?."
        )
        assert same is (pair["kind"] == "copy")
    assert len({(pair["id"], pair["candidate"]) for pair in pairs}) == len(pairs)
