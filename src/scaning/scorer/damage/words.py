"""The words that the damage and the rewritings are made of, written by hand for this benchmark.

They are kept apart from the tables of the package on purpose: a checker that is measured with its
own word lists is measured on what it knows.
"""

from __future__ import annotations

# First names that are no other word, so that a capital and this list make a person.
WOMEN = (
    "Aisha Alice Amanda Amelia Amy Andrea Angela Anna Anne Barbara Beatrice Becky Bella Beth Betty "
    "Brenda Catherine Cathy Christine Cindy Clara Claire Claudia Cynthia Deborah Debbie Diana "
    "Donna Doris Dorothy Elena Elizabeth Ella Ellen Emily Emma Erica Evelyn Fatima Fiona Gina "
    "Hannah Heather Helen Isabella Jane Janet Janice Jasmine Jennifer Jenny Jessica Jill Joan "
    "Joanna Judy Julia Julie Karen Kate Katie Kayla Kelly Kimberly Laura Lauren Leah Linda Lisa "
    "Lucy Maria Marie Martha Mary Maya Megan Melissa Mia Michelle Molly Monica Nancy Natalie "
    "Nicole Nina Olivia Pamela Patricia Paula Priya Rachel Rebecca Rosa Samantha Sandra Sara Sarah "
    "Sharon Sheila Sofia Sophia Stephanie Susan Teresa Tina Vanessa Wendy Zoe"
).split()
MEN = (
    "Aaron Adam Ahmed Alan Albert Alejandro Andrew Anthony Arthur Benjamin Billy Bobby Brad "
    "Brandon Brian Bruce Bryan Carlos Charles Charlie Colin Daniel Danny Darren Dave David Dennis "
    "Derek Donald Doug Douglas Edward Eric Ethan Evan Felix Fred Gary George Gerald Greg Gregory "
    "Harold Harry Henry Howard Ian Isaac Jacob James Jason Jeff Jeffrey Jeremy Jerry Jim Jimmy Joe "
    "John Johnny Jonathan Jose Joseph Joshua Julian Justin Keith Kenneth Kevin Kyle Larry Leo "
    "Leonard Liam Louis Lucas Luis Luke Marcus Martin Matthew Michael Mike Nathan Nicholas Noah "
    "Oliver Omar Oscar Pablo Patrick Paul Pedro Peter Philip Rahul Ralph Raymond Ricardo Richard "
    "Robert Roger Ronald Ryan Samuel Scott Sean Simon Stephen Steve Steven Thomas Tim Timothy Todd "
    "Tom Tommy Tony Tyler Vincent Walter William Zachary"
).split()

# Things that can stand for each other throughout a problem, as singular and plural.
THINGS = (
    "apple/apples orange/oranges pear/pears peach/peaches banana/bananas mango/mangoes",
    "pencil/pencils pen/pens crayon/crayons eraser/erasers marker/markers notebook/notebooks",
    "marble/marbles sticker/stickers bead/beads button/buttons seashell/seashells stamp/stamps",
    "dog/dogs cat/cats rabbit/rabbits goat/goats horse/horses",
    "car/cars van/vans truck/trucks taxi/taxis",
    "cookie/cookies cupcake/cupcakes muffin/muffins doughnut/doughnuts brownie/brownies",
    "rose/roses tulip/tulips daisy/daisies daffodil/daffodils",
    "shirt/shirts jacket/jackets sweater/sweaters scarf/scarves hat/hats",
    "chair/chairs stool/stools sofa/sofas",
    "balloon/balloons kite/kites drum/drums",
    "book/books magazine/magazines comic/comics",
)
COLOURS = frozenset("black white red green blue yellow pink purple brown color colour".split())

# Capitalised words that are no person.
CALENDAR = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may "
    "june july august september october november december christmas easter".split()
)

# Plurals for facts that are made up; the first that the problem does not hold is taken.
STRANGERS = ("spoons", "lamps", "curtains", "tickets", "umbrellas", "candles", "bricks")
# Frequent words that make no sense in the place of a noun.
GARBAGE = ("because", "government", "quickly", "whether", "yesterday", "became", "through", "idea")

NUMBER_WORDS = {
    word: value
    for value, word in enumerate(
        "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
        "sixteen seventeen eighteen nineteen twenty".split(),
        start=2,
    )
} | {
    word: 10 * tens
    for tens, word in enumerate("thirty forty fifty sixty seventy eighty ninety".split(), start=3)
}

# What a unit is mistaken for. Each entry changes the size of a quantity, never only its spelling.
OTHER_UNIT = {
    "miles": "kilometers",
    "mile": "kilometer",
    "kilometers": "miles",
    "kilometres": "miles",
    "km": "miles",
    "meters": "feet",
    "metres": "feet",
    "m": "ft",
    "cm": "mm",
    "feet": "inches",
    "foot": "inch",
    "ft": "m",
    "inches": "centimeters",
    "inch": "centimeter",
    "yards": "feet",
    "yard": "foot",
    "hours": "minutes",
    "hour": "minute",
    "hrs": "minutes",
    "minutes": "hours",
    "minute": "hour",
    "seconds": "minutes",
    "sec": "min",
    "days": "weeks",
    "day": "week",
    "weeks": "days",
    "week": "month",
    "months": "years",
    "month": "year",
    "years": "months",
    "year": "month",
    "kg": "pounds",
    "kilograms": "pounds",
    "grams": "ounces",
    "pounds": "ounces",
    "ounces": "pounds",
    "liters": "gallons",
    "litres": "gallons",
    "liter": "gallon",
    "gallons": "liters",
    "gallon": "liter",
    "mph": "km/h",
    "km/h": "mph",
    "km/hr": "mph",
    "kmph": "mph",
    "cents": "dollars",
    "dollars": "cents",
    "tons": "kilograms",
}
MEASURES = frozenset(OTHER_UNIT) | frozenset(
    "degrees percent times rupees pence euros pounds hrs minutes mins quarters halves half "
    "centimeters centimetres dozen hundred thousand million cubic square decades centuries".split()
)
