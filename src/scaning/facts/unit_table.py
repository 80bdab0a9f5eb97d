"""The table of units: canonical name, dimension, exact size, and the forms that texts use.

Sizes are the exact definitions of the international yard and pound, the US customary gallon and
the Gregorian year (365.2425 days, a month being its twelfth part).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit by its canonical name; `factor` takes it to the base unit of its dimension.

    `factor` is None where there is no exact one (degrees Celsius). Money has one dimension a
    currency: "money:USD". A compound is "mile per hour", of dimension "speed", or "dollar per
    hour", of dimension "money:USD/time".
    """

    name: str
    dimension: str
    factor: Fraction | None = None


# dimension: (canonical name, factor to the base unit, forms; several words are one form).
_TABLE: dict[str, list[tuple[str, str | None, str]]] = {
    "length": [
        ("metre", "1", "metre, metres, meter, meters, m, mtr, mtrs, mts, meteres"),
        ("millimetre", "1/1000", "millimetre, millimetres, millimeter, millimeters, mm"),
        ("centimetre", "1/100", "centimetre, centimetres, centimeter, centimeters, cm, cms"),
        ("decimetre", "1/10", "decimetre, decimetres, decimeter, decimeters, dm"),
        ("kilometre", "1000", "kilometre, kilometres, kilometer, kilometers, km, kms"),
        ("inch", "127/5000", "inch, inches, in"),
        ("foot", "381/1250", "foot, feet, ft, feets"),
        ("yard", "1143/1250", "yard, yards, yd, yds"),
        ("mile", "201168/125", "mile, miles, mi"),
        ("furlong", "25146/125", "furlong, furlongs"),
        ("nautical mile", "1852", "nautical mile, nautical miles"),
        ("light year", "9460730472580800", "light year, light years, light - year, light - years"),
    ],
    "mass": [
        ("gram", "1/1000", "gram, grams, gramme, grammes, g, gm, gms"),
        ("kilogram", "1", "kilogram, kilograms, kilo, kilos, kg, kgs, kilogramme, kilogrammes"),
        ("milligram", "1/1000000", "milligram, milligrams, mg, mgs"),
        ("tonne", "1000", "tonne, tonnes, metric ton, metric tons"),
        ("ton", "45359237/50000", "ton, tons"),
        ("quintal", "100", "quintal, quintals"),
        ("pound", "45359237/100000000", "pound, pounds, lb, lbs"),
        ("ounce", "45359237/1600000000", "ounce, ounces, oz, ozs"),
        ("carat", "1/5000", "carat, carats"),
    ],
    "volume": [
        ("litre", "1/1000", "litre, litres, liter, liters, l, lt, lts, ltr, ltrs, litters"),
        ("millilitre", "1/1000000", "millilitre, millilitres, milliliter, milliliters, ml, mls"),
        ("centilitre", "1/100000", "centilitre, centilitres, centiliter, centiliters, cl"),
        ("decilitre", "1/10000", "decilitre, decilitres, deciliter, deciliters, dl"),
        ("kilolitre", "1", "kilolitre, kilolitres, kiloliter, kiloliters, kl"),
        ("cubic centimetre", "1/1000000", "cc, c . c, ccs"),
        ("cubic foot", "55306341/1953125000", "cft"),
        ("gallon", "473176473/125000000000", "gallon, gallons, gal"),
        ("quart", "473176473/500000000000", "quart, quarts, qt, qts"),
        ("pint", "473176473/1000000000000", "pint, pints"),
        ("cup", "473176473/2000000000000", "cup, cups"),
        (
            "fluid ounce",
            "473176473/16000000000000",
            "fluid ounce, fluid ounces, fl oz, fl . oz, fl . ounces",
        ),
        (
            "tablespoon",
            "473176473/32000000000000",
            "tablespoon, tablespoons, tbsp, tablespoonful, tablespoonfuls",
        ),
        ("teaspoon", "473176473/96000000000000", "teaspoon, teaspoons, tsp, teaspoonful"),
        ("bushel", "220244188543/6250000000000", "bushel, bushels"),
    ],
    "area": [
        ("hectare", "10000", "hectare, hectares, ha"),
        ("acre", "316160658/78125", "acre, acres"),
        ("square foot", "145161/1562500", "sqft"),
        ("square metre", "1", "sqm"),
        ("square centimetre", "1/10000", "sqcm"),
        ("square kilometre", "1000000", "sqkm"),
    ],
    "time": [
        ("second", "1", "second, seconds, sec, secs, s"),
        ("millisecond", "1/1000", "millisecond, milliseconds, ms"),
        ("minute", "60", "minute, minutes, min, mins"),
        ("hour", "3600", "hour, hours, hr, hrs, h"),
        ("day", "86400", "day, days"),
        ("week", "604800", "week, weeks, wk, wks"),
        ("fortnight", "1209600", "fortnight, fortnights"),
        ("month", "2629746", "month, months"),
        ("year", "31556952", "year, years, yr, yrs, annum"),
        ("decade", "315569520", "decade, decades"),
        ("century", "3155695200", "century, centuries"),
    ],
    "angle": [
        ("degree", "1", "degree, degrees, °, deg"),
        ("radian", None, "radian, radians"),
    ],
    "temperature": [
        (
            "degree Celsius",
            None,
            "degree celsius, degrees celsius, ° c, ° celsius, degree centigrade, "
            "degrees centigrade, degrees c, celsius",
        ),
        (
            "degree Fahrenheit",
            None,
            "degree fahrenheit, degrees fahrenheit, ° f, ° fahrenheit, degrees f, fahrenheit",
        ),
    ],
    "speed": [
        ("mile per hour", "1397/3125", "mph, mi / h, m . p . h"),
        (
            "kilometre per hour",
            "5/18",
            "kmph, kph, kmh, kmhr, kmphr, kmp / h, kmp / hr, km ph, kms ph, km p / h, k / hr",
        ),
        ("metre per second", "1", "mps"),
        ("kilometre per second", "1000", "kmps"),
        ("foot per second", "381/1250", "fps"),
        ("knot", "463/900", "knot, knots"),
    ],
    "share": [
        (
            "percent",
            "1/100",
            "%, percent, percents, per cent, per cents, percentage, percentages, p . c ., p . c",
        ),
        ("percentage point", "1/100", "percentage point, percentage points"),
    ],
    "money:USD": [
        (
            "dollar",
            "1",
            "$, dollar, dollars, usd, us $, buck, bucks, us dollar, us dollars, u . s . dollars, "
            "american dollars",
        ),
        ("cent", "1/100", "cent, cents, ¢"),
    ],
    "money:GBP": [
        ("pound sterling", "1", "£, gbp, pound sterling, pounds sterling, quid"),
        ("pence", "1/100", "pence"),
    ],
    "money:EUR": [("euro", "1", "€, euro, euros, eur")],
    "money:INR": [
        ("rupee", "1", "₹, rs, rs ., inr, rupee, rupees, re ., rupess, rupes"),
        ("paisa", "1/100", "paisa, paise, paises"),
    ],
    "money:JPY": [("yen", "1", "¥, yen, jpy")],
    "money:CNY": [("yuan", "1", "yuan, yuans, rmb, cny")],
    "money:peso": [("peso", "1", "peso, pesos, ₱")],
    "money:CHF": [("franc", "1", "franc, francs, chf")],
    "money:KRW": [("won", "1", "₩, krw")],
    "money:RUB": [("ruble", "1", "ruble, rubles, rouble, roubles")],
    "money:SGD": [("Singapore dollar", "1", "s $, singapore dollar, singapore dollars, sgd")],
    "money:CAD": [("Canadian dollar", "1", "c $, canadian dollars, canadian dollar, cad")],
    "money:AUD": [("Australian dollar", "1", "a $, australian dollar, australian dollars, aud")],
    "money:AED": [("dirham", "1", "dirham, dirhams, aed")],
    "money:SAR": [("riyal", "1", "riyal, riyals")],
    "data": [
        ("byte", "1", "byte, bytes"),
        ("kilobyte", "1000", "kilobyte, kilobytes, kb, kbs"),
        ("megabyte", "1000000", "megabyte, megabytes, mb, mbs"),
        ("gigabyte", "1000000000", "gigabyte, gigabytes, gb, gbs"),
        ("terabyte", "1000000000000", "terabyte, terabytes, tb"),
    ],
    "energy": [
        ("calorie", "1", "calorie, calories, kcal, kcals"),
        ("joule", None, "joule, joules"),
        ("kilowatt hour", None, "kwh, kilowatt hour, kilowatt hours, kilowatt - hours"),
    ],
    "power": [
        ("watt", "1", "watt, watts"),
        ("kilowatt", "1000", "kilowatt, kilowatts, kw"),
        ("horsepower", None, "horsepower"),
    ],
    "resistance": [("ohm", "1", "ohm, ohms")],
    "voltage": [("volt", "1", "volt, volts")],
}

UNITS: dict[str, Unit] = {
    name: Unit(name, dimension, Fraction(factor) if factor else None)
    for dimension, rows in _TABLE.items()
    for name, factor, _ in rows
}


def _phrases() -> dict[str, tuple[tuple[tuple[str, ...], Unit], ...]]:
    """For each first word the forms that start with it, the longest first."""
    found: dict[str, list[tuple[tuple[str, ...], Unit]]] = {}
    for rows in _TABLE.values():
        for name, _, forms in rows:
            for form in forms.split(", "):
                tokens = tuple(form.split())
                found.setdefault(tokens[0], []).append((tokens, UNITS[name]))
    return {first: tuple(sorted(forms, key=lambda f: -len(f[0]))) for first, forms in found.items()}


FORMS = _phrases()
