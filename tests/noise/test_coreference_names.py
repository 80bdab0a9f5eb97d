import pytest

from scaning.noise.coreference import things
from scaning.parse import Parser, shared_parser


def test_a_pronoun_that_is_read_as_a_name_is_left_where_it_is() -> None:
    parser = Parser(cache=8)
    texts = [
        "A shop named It Ltd sells a car. It costs $5. How much is It?",
        "IT sells 3 cars. He buys It for $5. How much does It cost?",
        "A car stops. IT Waits for It. It is 5 m long.",
    ]

    for text in parser.parse(texts):
        found = [mention for thing in things(text) for mention in thing.mentions]
        words = {i for mention in found for i in range(mention.first, mention.last)}

        assert len(found) == len(set(found))
        assert words == {token.i for token in text.tokens if token.pos != "PUNCT"}


@pytest.mark.parametrize(("said", "certain"), [("A store", False), ("A shelf", True)])
def test_they_may_be_the_people_of_a_store(said: str, certain: bool) -> None:
    text = shared_parser()(f"{said} had 40 books. They were put on sale.")
    books = next(
        thing for thing in things(text) if text.tokens[thing.mentions[0].first].text == "books"
    )

    assert (len(books.mentions) == 2) == certain
