from __future__ import annotations

from scaning import facts


def test_the_facts_of_a_problem_are_found_together() -> None:
    text = "Ann gave Bob 3 apples and x pears. How many fruits has Bob?"
    found = facts.extract(text)
    assert [str(q.value) for q in found.quantities] == ["3"]
    assert [v.name for v in found.variables] == ["x"]
    assert {w.lemma for w in found.words if w.kind == "name"} == {"ann", "bob"}
    assert [text[s:e] for s, e in found.protected] == ["3", "x"]
    assert len(found.questions) == 1


def test_active_passive_and_converse_make_one_event() -> None:
    told = [
        "Ann gave Bob 3 apples.",
        "3 apples were given to Bob by Ann.",
        "Bob received 3 apples from Ann.",
    ]
    events = []
    for text in told:
        found = facts.extract(text)
        frame = next(f for f in found.frames if f.event == "give")
        people = {(r, found.text.tokens[i].text) for r, i in frame.arguments if r != "object"}
        events.append((frame.event, people))
    assert events == [("give", {("agent", "Ann"), ("to", "Bob")})] * 3


def test_a_number_is_bound_to_what_it_counts_and_to_its_owner() -> None:
    found = facts.extract("Ann has 3 red apples and Bob has 5 pears.")
    bound = [
        (str(b.quantity.value), found.text.tokens[b.thing].text,
         [found.text.tokens[i].text for i in b.owners])
        for b in found.bindings
    ]  # fmt: skip
    assert bound == [("3", "apples", ["Ann"]), ("5", "pears", ["Bob"])]


def test_a_unit_may_stand_without_a_number() -> None:
    found = facts.extract("How many miles will it go in x hours?")
    assert [u.unit.name for u in found.units] == ["mile", "hour"]
