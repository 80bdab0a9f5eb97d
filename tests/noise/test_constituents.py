import sys
import types
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk import Tree

from scaning.errors import ResourceError
from scaning.noise.berkeley import benepar_constituents
from scaning.noise.constituents import MAX_TOKENS, Node, constituents
from scaning.parse import Text, Token, shared_parser


def phrases(sentence: str, label: str) -> list[str]:
    text = shared_parser()(sentence)
    root = constituents(text, 0)
    return [spelled(text, node) for node in root.walk() if node.label == label and node.children]


def spelled(text: Text, node: Node) -> str:
    return text.text[text.tokens[node.start].start : text.tokens[node.end - 1].end]


def hanging(heads: Sequence[int], relations: Sequence[str], tag: str) -> Text:
    tokens = tuple(
        Token(i, "w", "w", "w", tag, "X", relation, head, 2 * i, 2 * i + 1, " ", "")
        for i, (head, relation) in enumerate(zip(heads, relations, strict=True))
    )
    return Text("w " * len(tokens), tokens, ((0, len(tokens)),))


def test_a_noun_phrase_stands_alone_below_the_one_with_its_prepositional_phrase() -> None:
    assert phrases("A bag of marbles costs 5 dollars.", "NP") == [
        "A bag of marbles", "A bag", "marbles", "5 dollars",
    ]  # fmt: skip


def test_a_prepositional_phrase_is_the_preposition_with_its_object() -> None:
    assert phrases("In a bag there are 5 apples from the shop.", "PP") == [
        "In a bag", "from the shop",
    ]  # fmt: skip


def test_every_auxiliary_opens_a_verb_phrase() -> None:
    assert phrases("The apples have been sold to Ann.", "VP") == [
        "have been sold to Ann", "been sold to Ann", "sold to Ann",
    ]  # fmt: skip


def test_what_stands_before_the_verb_is_outside_its_phrase() -> None:
    assert phrases("On Monday Ann bought 5 apples.", "VP") == ["bought 5 apples"]


def test_a_conjunction_stands_between_the_phrases_that_it_joins() -> None:
    text = shared_parser()("Steve rode his car and parked it near home.")
    pair = next(
        node.children for node in constituents(text, 0).walk()
        if any(child.label == "CC" for child in node.children)
    )  # fmt: skip
    assert [(child.label, spelled(text, child)) for child in pair] == [
        ("VP", "rode his car"), ("CC", "and"), ("VP", "parked it near home"),
    ]  # fmt: skip


def test_clauses_with_subjects_are_joined_above_their_verb_phrases() -> None:
    labels = [
        [child.label for child in node.children]
        for node in constituents(shared_parser()("Ann sold apples and Bob bought pears."), 0).walk()
    ]
    assert ["S", "CC", "S", "."] in labels


def test_bare_nouns_that_share_a_determiner_stay_in_one_flat_phrase() -> None:
    assert phrases("Ann sold the apples and oranges.", "NP") == ["Ann", "the apples and oranges"]


def test_a_relative_clause_belongs_to_its_noun_and_keeps_its_pronoun_in_front() -> None:
    sentence = "The man who sells apples is old."
    assert "The man who sells apples" in phrases(sentence, "NP")
    assert phrases(sentence, "SBAR") == ["who sells apples"]
    assert phrases(sentence, "VP")[0] == "sells apples"


def test_a_condition_is_a_clause_with_its_subordinator() -> None:
    assert phrases("If Ann sells 3 apples, she has 2 left.", "SBAR") == ["If Ann sells 3 apples"]


def test_a_question_with_the_auxiliary_in_front_keeps_it_out_of_the_verb_phrase() -> None:
    assert phrases("How many apples does Ann have?", "VP") == ["have"]
    assert "How many apples" in phrases("How many apples does Ann have?", "NP")


def test_a_phrase_never_begins_or_ends_with_punctuation() -> None:
    text = shared_parser()(
        "After the sale, Ann, who had 5 (small) apples, gave 2 away; 3 were left."
    )
    edges = {",", ".", ";", ":"}
    for sentence in range(len(text.sents)):
        for node in constituents(text, sentence).children:
            for phrase in node.walk():
                if phrase.children:
                    assert text.tokens[phrase.start].text not in edges
                    assert text.tokens[phrase.end - 1].text not in edges


def test_a_phrase_keeps_the_bracket_that_it_opened() -> None:
    assert phrases("The line goes through the point (10,5).", "PP") == ["through the point (10,5)"]
    assert phrases("Ann met Bob (in the park).", "PP") == ["in the park"]


def test_the_root_covers_the_whole_sentence_also_when_it_is_no_clause() -> None:
    for sentence in ("5 apples.", "?", "Why?", "Find x", "( 3 + 4 )"):
        text = shared_parser()(sentence)
        root = constituents(text, 0)
        assert (root.label, root.start, root.end) == ("S", 0, len(text))


@given(st.data())
def test_any_tree_of_heads_gives_phrases_that_tile_the_sentence(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 9))
    root = data.draw(st.integers(0, size - 1))
    order = [root, *data.draw(st.permutations([i for i in range(size) if i != root]))]
    heads = [root] * size
    for n, i in enumerate(order[1:], 1):
        heads[i] = data.draw(st.sampled_from(order[:n]))
    names = "nsubj dobj conj cc punct prep pobj aux amod relcl acl det nummod advcl mark case"
    relations = [
        "ROOT" if i == root else data.draw(st.sampled_from(names.split())) for i in range(size)
    ]
    tag = data.draw(st.sampled_from(["NN", "VB", "IN", "CC", ",", "JJ", "CD"]))
    tree = constituents(hanging(heads, relations, tag), 0)
    assert [node.start for node in tree.walk() if not node.children] == list(range(size))
    for node in tree.walk():
        starts = [child.start for child in node.children]
        ends = [child.end for child in node.children]
        if node.children:
            assert (node.start, node.end) == (starts[0], ends[-1])
            assert starts[1:] == ends[:-1]


def test_a_sentence_longer_than_any_real_one_has_no_phrases_and_does_not_fail() -> None:
    size = 40 * MAX_TOKENS
    text = hanging([max(0, i - 1) for i in range(size)], ["xcomp"] * size, "VB")
    assert {len(node.children) for node in constituents(text, 0).children} == {0}


def test_the_deepest_tree_that_gets_phrases_does_not_exhaust_the_stack() -> None:
    heads = [max(0, i - 1) for i in range(MAX_TOKENS)]
    for relation, tag in (("xcomp", "VB"), ("prep", "IN"), ("pobj", "NN"), ("conj", "NN")):
        text = hanging(heads, [relation] * MAX_TOKENS, tag)
        assert constituents(text, 0).end == MAX_TOKENS


def test_benepar_trees_become_the_same_kind_of_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    class Parser:
        """Knows the tree of one sentence."""

        def __init__(self, name: str) -> None:
            assert name == "benepar_en3"

        def parse(self, words: Sequence[str]) -> Tree:
            assert words == ["How", "many", "apples", "has", "Ann", "?"]
            return Tree.fromstring(
                "(TOP (SBARQ (WHNP (WHADJP (WRB How) (JJ many)) (NNS apples))"
                " (SQ (VBZ has) (NP (NNP Ann))) (. ?)))"
            )

    fake = types.ModuleType("benepar")
    monkeypatch.setattr(fake, "Parser", Parser, raising=False)
    monkeypatch.setattr(fake, "InputSentence", lambda words, **_: words, raising=False)
    monkeypatch.setitem(sys.modules, "benepar", fake)
    text = shared_parser()("How many apples has Ann?")
    root = benepar_constituents()(text, 0)
    assert [(node.label, spelled(text, node)) for node in root.children] == [
        ("NP", "How many apples"), ("S", "has Ann"), (".", "?"),
    ]  # fmt: skip
    assert (root.label, root.start, root.end) == ("S", 0, 6)


def test_without_benepar_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "benepar", None)
    with pytest.raises(ResourceError, match=r"pip install benepar.*benepar_en3"):
        benepar_constituents()
