"""Clock times and calendar dates read from tokens."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import NamedTuple

from scaning.facts.number_words import CARDINALS, worded
from scaning.facts.numerals import ORDINAL_SUFFIXES
from scaning.facts.scan import Reading, Scan

HOUR, NOON, DAY = 60, 720, 1440
NAMED_TIMES = {"noon": NOON, "midday": NOON, "midnight": 0}
MONTHS = {
    name: number
    for number, names in enumerate(
        (
            *("january jan", "february feb", "march mar", "april apr", "may", "june jun"),
            *("july jul", "august aug", "september sept sep", "october oct"),
            *("november nov", "december dec"),
        ),
        1,
    )
    for name in names.split()
}
_WORDS_TOO = frozenset({"march", "may", "mar", "sept", "sep", "dec", "oct", "jan"})
_BEFORE_DATE = frozenset(
    "in on of since from to until till by before after between through ,".split()
)
_BEFORE_TIME = frozenset("at from until till by before after around past".split())
RATIO_WORDS = frozenset("ratio ratios proportion proportions odds".split())
_DAY_PARTS = {"morning": 0, "afternoon": NOON, "evening": NOON}
# A year of 366 days stands in where a date names none.
_NO_YEAR = 2000


class _Clock(NamedTuple):
    minutes: int
    end: int
    colon: bool


def time_at(s: Scan, i: int) -> Reading | None:
    """The clock time that starts at token `i`, in minutes since midnight.

    >>> from scaning.facts.scan import scan
    >>> time_at(scan("3:30 pm"), 0).value
    Fraction(930, 1)
    """
    if s.words[i] in NAMED_TIMES:
        return _time(NAMED_TIMES[s.words[i]], i, i + 1)
    clock = _clock(s, i)
    if clock is None:
        return None
    if (half := half_day(s, clock.end)) is not None:
        return _time(_on_half(clock.minutes, half[0]), i, half[1])
    if s.words[clock.end : clock.end + 3] == ["o", "'", "clock"]:
        half = half_day(s, clock.end + 3)
        if half is None:
            return _time(clock.minutes, i, clock.end + 3)
        return _time(_on_half(clock.minutes, half[0]), i, half[1])
    if clock.colon and _is_time(s, i, clock):
        return _time(clock.minutes, i, clock.end)
    return None


def _time(minutes: int, first: int, end: int) -> Reading:
    return Reading(Fraction(minutes), "time", first, end)


def _clock(s: Scan, i: int) -> _Clock | None:
    """The hour, and the minutes where they follow, at token `i`."""
    word, following, minutes = s.words[i], s.words[i + 1], s.words[i + 2]
    if word in CARDINALS:
        return _Clock(CARDINALS[word] * HOUR, i + 1, False) if 0 < CARDINALS[word] <= 12 else None
    hour, _, decimals = word.partition(".")
    if not hour.isdecimal() or len(hour) > 2 or int(hour) > 24:
        return None
    if decimals:
        # "8.30 a.m." is one token, and a decimal where no "a.m." follows.
        return _Clock(int(hour) * HOUR + int(decimals), i + 1, False) if _two(decimals) else None
    if following == ":" and _two(minutes):
        return _Clock(int(hour) * HOUR + int(minutes), i + 3, True)
    return _Clock(int(hour) * HOUR, i + 1, False)


def _two(minutes: str) -> bool:
    return len(minutes) == 2 and minutes.isdecimal() and minutes < "60"


def _is_time(s: Scan, i: int, clock: _Clock) -> bool:
    """Whether "3:30" is a time: "ratio" makes it a ratio, and "3:30:15" is neither."""
    if s.words[clock.end] == ":" or s.words[i - 1] == ":" or clock.minutes >= DAY:
        return False
    if s.words[i - 1] in _BEFORE_TIME:
        return True
    return not s.has_any(RATIO_WORDS)


def half_day(s: Scan, i: int) -> tuple[int, int] | None:
    """The half of the day that token `i` names, as its first minute, and the token after it."""
    word, following = s.words[i], s.words[i + 1]
    if word in {"am", "pm"}:
        return (NOON if word == "pm" else 0), i + 1
    if word in {"a", "p"} and following == "." and s.words[i + 2] == "m":
        # "5 a.m. The next" ends a sentence with the same stop; it is left to the time.
        stop = s.words[i + 3] == "."
        return (NOON if word == "p" else 0), i + 3 + stop
    if word in {"a", "p"} and following == "m" and s.words[i + 2] == ".":
        return (NOON if word == "p" else 0), i + 3
    if word in {"noon", "midnight"}:
        return (NOON if word == "noon" else 0), i + 1
    part = i + 1 + (following == "the")
    if word == "in" and s.words[part] in _DAY_PARTS:
        clear = s.words[i - 1] == "clock" or s.words[i - 2] == ":"
        return (_DAY_PARTS[s.words[part]], part + 1) if clear else None
    return None


def _on_half(minutes: int, first: int) -> int:
    return minutes if minutes >= 13 * HOUR else minutes % NOON + first


def past_or_to(s: Scan, i: int, minutes: int, end: int) -> Reading | None:
    """The time "half past three" or "ten to five", whose `minutes` end at token `end`."""
    end += s.words[end] in {"minutes", "minute"}
    word = s.words[end]
    if word not in {"past", "to"} or not 0 < minutes < HOUR:
        return None
    hour = _clock(s, end + 1)
    if hour is None or hour.colon or hour.minutes > NOON:
        return None
    if word == "to" and s.words[hour.end].isalpha() and s.words[hour.end] not in _AFTER_TIME:
        return None
    value = hour.minutes + (minutes if word == "past" else -minutes)
    half = half_day(s, hour.end)
    return (
        _time(value, i, hour.end) if half is None else _time(_on_half(value, half[0]), i, half[1])
    )


_AFTER_TIME = frozenset({"am", "pm", "a", "p", "o", "in", "on", "and", "when", "every", "each"})


def date_at(s: Scan, i: int) -> Reading | None:
    """The date that starts at token `i`, as the ordinal of its day.

        Without a year it is the day of a leap year, counted from the first of January.

    >>> from scaning.facts.scan import scan
    >>> date_at(scan("March 5"), 0) == date_at(scan("5 March"), 0)
    True
    """
    word = s.words[i]
    if word in MONTHS:
        return _month_first(s, i)
    if not word.isdecimal() or len(word) > 4:
        return None
    if s.words[i + 1] in {"/", "-"} and s.words[i + 1] == s.words[i + 3]:
        return _numeric(s, i)
    return day_first(s, i)


def _month_first(s: Scan, i: int) -> Reading | None:
    if not _is_month(s, i):
        return None
    k = i + 1 + (s.words[i + 1] == "." and len(s.words[i]) < 5)
    k += s.words[k] == "the"
    day = _day(s, k)
    if day is None:
        return None
    return _dated(s, i, MONTHS[s.words[i]], *day)


def day_first(s: Scan, i: int) -> Reading | None:
    """The date whose day, in figures or words, is token `i`: "5th of March"."""
    day = _day(s, i)
    if day is None:
        return None
    number, k = day
    k += s.words[k] == "of"
    if s.words[k] not in MONTHS or not (k > i + 1 or _is_month(s, k)):
        return None
    return _dated(s, i, MONTHS[s.words[k]], number, k + 1)


def _day(s: Scan, i: int) -> tuple[int, int] | None:
    """The day of the month at token `i`, in digits or words, and the token after it."""
    word = s.words[i]
    if word.isdecimal() and len(word) <= 2:
        end = i + 1 + (s.words[i + 1] == "^" and s.words[i + 2] in ORDINAL_SUFFIXES)
        return int(word), end + (s.words[end] in ORDINAL_SUFFIXES)
    found = worded(s.words, i)
    if found is None or found.value > 31 or found.value.denominator != 1:
        return None
    return int(found.value), found.end


def _is_month(s: Scan, i: int) -> bool:
    """Whether token `i` is a month's name, and not the word "may" or "march"."""
    if s.words[i] not in _WORDS_TOO:
        return True
    capital = s.original(i)[0].isupper() and (
        s.words[i] != "may" or s.words[i - 1] not in {"", ".", "?", "!"}
    )
    return capital or s.words[i - 1] in _BEFORE_DATE or s.words[i - 1] in ORDINAL_SUFFIXES


def _dated(s: Scan, first: int, month: int, day: int, end: int) -> Reading | None:
    comma = s.words[end] == ","
    year = s.words[end + comma]
    if len(year) == 4 and year.isdecimal() and "1000" <= year <= "2999":
        return _date(int(year), month, day, first, end + comma + 1)
    return _date(None, month, day, first, end)


def _numeric(s: Scan, i: int) -> Reading | None:
    """A date in figures: 2010-03-25, 25/3/2010, and the American 3/25/2010."""
    if not (s.words[i + 2].isdecimal() and s.words[i + 4].isdecimal()):
        return None
    one, two, three = int(s.words[i]), int(s.words[i + 2]), int(s.words[i + 4])
    if len(s.words[i]) == 4:
        # "2019-2-4" subtracts.
        padded = len(s.words[i + 2]) == len(s.words[i + 4]) == 2
        return _date(one, two, three, i, i + 5) if padded else None
    if len(s.words[i + 4]) != 4:
        return None
    month, day = (two, one) if one > 12 else (one, two)
    return _date(three, month, day, i, i + 5)


def _date(year: int | None, month: int, day: int, first: int, end: int) -> Reading | None:
    try:
        when = date(_NO_YEAR if year is None else year, month, day)
    except ValueError:
        return None
    value = when.toordinal() - (date(_NO_YEAR, 1, 1).toordinal() - 1 if year is None else 0)
    return Reading(Fraction(value), "date", first, end)
