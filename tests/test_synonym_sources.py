import gzip
from pathlib import Path

import numpy as np
import pytest

from scaning import wordnet
from scaning.errors import ResourceError
from scaning.parse import Text, Token, shared_parser
from scaning.synonym_files import read_paraphrases, read_vectors
from scaning.synonym_sources import Ppdb, Vectors, WordNet, distance, published

PPDB = """\
[NN] ||| car ||| automobile ||| PPDB2.0Score=5.1 ||| 0-0 ||| Equivalence
[NN] ||| car ||| cars ||| PPDB2.0Score=5.0 ||| 0-0 ||| Equivalence
[NN] ||| car ||| motor vehicle ||| PPDB2.0Score=4.9 ||| 0-0 ||| Equivalence
[NN] ||| car ||| vehicle ||| PPDB2.0Score=4.8 ||| 0-0 ||| Equivalence
"""
METEOR = "0.04\ncar\ntruck\n0.3\ncar\nvehicle\n0.6\ncar\nautomobile\n0.9\nthe car\nauto\n"
GLOVE = """\
car 1.0 0.0
cars 0.99 0.1
auto 0.9 0.2
drive 0.8 0.3
tree 0.0 1.0
"""
SYNSETS = (
    "00000001 06 n 02 car 0 auto 0 001 @ 00000002 n 0000 | a machine",
    "00000002 06 n 01 motor_vehicle 0 000 | a vehicle",
)
SATELLITE = "00000003 00 s 01 speedy 0 001 & 00000004 a 0000 | quick"
HEAD = "00000004 00 a 02 quick 0 fast 0 001 ! 00000005 a 0201 | quick"
SLOW = "00000005 00 a 01 slow 0 001 ! 00000004 a 0102 | not quick"


def token_of(sentence: str, word: str) -> tuple[Token, Text]:
    text = shared_parser()(sentence)
    return next(token for token in text.tokens if token.text == word), text


@pytest.fixture
def database(tmp_path: Path) -> Path:
    (tmp_path / "data.noun").write_text("  licence\n" + "\n".join(SYNSETS) + "\n")
    (tmp_path / "data.adj").write_text(f"{SATELLITE}\n{HEAD}\n{SLOW}\n")
    (tmp_path / "data.verb").write_text("")
    (tmp_path / "data.adv").write_text("")
    (tmp_path / "index.sense").write_text(
        "auto%1:06:00:: 00000001 1 4\ncar%1:06:00:: 00000001 1 7\ncar%1:06:01:: 00000002 2 1\n"
        "fast%3:00:00:: 00000004 1 9\nfast%5:00:00:speedy:00 00000003 2 1\n"
        "slow%3:00:00:: 00000005 1 9\n"
    )
    return tmp_path


def test_paraphrases_are_the_first_third_and_one_more_of_another_stem() -> None:
    token, text = token_of("The Car is red.", "Car")
    listed = ["automobile", "cars", "auto", "vehicle", "truck", "van"]
    assert Ppdb({"car": listed}).candidates(token, text) == [("Automobile", 0.5), ("Auto", 0.5)]
    assert Ppdb({}).candidates(token, text) == []


def test_a_paraphrase_listed_twice_weighs_twice() -> None:
    token, text = token_of("The car is red.", "car")
    listed = ["auto", "auto", "van", "cart", "x", "y"]
    assert Ppdb({"car": listed}).candidates(token, text) == [("auto", 2 / 3), ("van", 1 / 3)]


@pytest.mark.parametrize("name", ["ppdb-lexical", "ppdb-lexical.gz"])
def test_a_ppdb_file_gives_its_single_words_in_order(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(gzip.compress(PPDB.encode()) if name.endswith("gz") else PPDB.encode())
    assert read_paraphrases(path) == {"car": ["automobile", "cars", "vehicle"]}


def test_a_processed_json_file_is_read_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "ppdb.json"
    path.write_text('{"Car": ["auto", "auto"]}')
    assert read_paraphrases(path) == {"car": ["auto", "auto"]}


def test_a_meteor_table_gives_probable_single_words_best_first(tmp_path: Path) -> None:
    path = tmp_path / "paraphrase-en.gz"
    path.write_bytes(gzip.compress(METEOR.encode()))
    assert read_paraphrases(path) == {"car": ["automobile", "vehicle"]}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("ppdb", b"car automobile\n"),
        ("ppdb.json", b"{"),
        ("ppdb.gz", b"no gzip"),
        ("ppdb", b"\xff"),
    ],
)
def test_a_damaged_table_is_named(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ResourceError, match="ppdb"):
        read_paraphrases(tmp_path / name)


def test_a_missing_table_is_named(tmp_path: Path) -> None:
    with pytest.raises(ResourceError, match="ppdb"):
        read_paraphrases(tmp_path / "ppdb")


def test_vectors_are_read_with_their_words(tmp_path: Path) -> None:
    path = tmp_path / "glove.txt"
    path.write_text(GLOVE + ". . 0.5 0.5\n")
    words, matrix = read_vectors(path)
    assert words == ["car", "cars", "auto", "drive", "tree", ". ."]
    np.testing.assert_allclose(matrix[0], [1.0, 0.0])


@pytest.mark.parametrize(
    "content", ["", "car\n", "car 1.0 2.0\nauto 1.0\n", "car 1.0 x\nauto 1 2\n"]
)
def test_a_file_that_holds_no_vectors_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "glove.txt"
    path.write_text(content)
    with pytest.raises(ResourceError, match=r"glove\.txt"):
        read_vectors(path)


def vectors(tagger: dict[str, str]) -> Vectors:
    words = [line.split()[0] for line in GLOVE.splitlines()]
    rows = [[float(n) for n in line.split()[1:]] for line in GLOVE.splitlines()]
    matrix = np.array(rows, dtype=np.float32)
    return Vectors(words, matrix, tagger=lambda word: tagger.get(word, "X"))


def test_neighbours_are_of_the_same_part_of_speech_and_not_of_the_same_letters() -> None:
    token, text = token_of("The car is red.", "car")
    assert vectors({"auto": "NOUN", "drive": "VERB"}).candidates(token, text) == [("auto", 1.0)]


def test_neighbours_of_other_parts_of_speech_are_better_than_none() -> None:
    token, text = token_of("The car is red.", "car")
    found = vectors({}).candidates(token, text)
    assert found == [("auto", 0.5), ("drive", 0.5)]


def test_a_word_with_no_near_neighbour_or_no_vector_has_no_candidates() -> None:
    token, text = token_of("The tree is red.", "tree")
    assert vectors({}).candidates(token, text) == []
    token, text = token_of("The house is red.", "house")
    assert vectors({}).candidates(token, text) == []


def test_wordnet_gives_the_heads_of_the_first_senses(database: Path) -> None:
    token, text = token_of("The cars are red.", "cars")
    source = WordNet(wordnet.read(database))
    assert source.candidates(token, text) == [("car", 0.5), ("motor vehicle", 0.5)]


def test_adjectives_are_looked_up_as_satellites_only_where_asked(database: Path) -> None:
    token, text = token_of("The fast cars are red.", "fast")
    net = wordnet.read(database)
    assert WordNet(net).candidates(token, text) == [("quick", 0.5), ("speedy", 0.5)]
    assert WordNet(net, satellites=True).candidates(token, text) == [("speedy", 1.0)]
    slow, text = token_of("The slow cars are red.", "slow")
    assert WordNet(net).candidates(slow, text) == []


def test_wordnet_knows_frequent_senses_antonyms_and_what_is_above(database: Path) -> None:
    net = wordnet.read(database)
    car = net.frequent("car", "n")
    assert [net.synsets[synset].words[0] for synset in car] == ["car"]
    assert [net.synsets[s].words for s in net.above(car[0], 3)] == [("motor_vehicle",)]
    assert net.antonyms("fast", "a") == {"slow"}
    assert net.antonyms("car", "n") == set()


def test_the_published_chain_asks_paraphrases_then_vectors_then_wordnet(
    tmp_path: Path, database: Path
) -> None:
    (tmp_path / "ppdb").write_text(PPDB)
    (tmp_path / "glove.txt").write_text(GLOVE)
    source = published(
        ppdb=tmp_path / "ppdb",
        vectors=tmp_path / "glove.txt",
        wordnet_folder=database,
        tagger=lambda _: "NOUN",
    )
    token, text = token_of("The car is fast.", "car")
    assert source.candidates(token, text) == [("automobile", 1.0)]
    token, text = token_of("The auto is fast.", "auto")
    assert {word for word, _ in source.candidates(token, text)} == {"car", "cars", "drive"}
    token, text = token_of("The fast car is red.", "fast")
    assert source.candidates(token, text) == [("quick", 0.5), ("speedy", 0.5)]


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("", "", 0.0),
        ("car", "car", 0.0),
        ("car", "cat", 1 / 3),
        ("car", "", 1.0),
        ("ab", "ba", 1.0),
    ],
)
def test_distance_is_levenshteins_as_a_share(a: str, b: str, expected: float) -> None:
    assert distance(a, b) == pytest.approx(expected)
    assert distance(b, a) == pytest.approx(expected)
