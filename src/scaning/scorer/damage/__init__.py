"""Ways to break a word problem, and ways to rewrite it that leave its solution as it was.

An operator takes a parsed problem and a source of randomness, and gives the new text, or None where
it does not apply. It is written to be right rather than to apply often: where the damage might
leave the answer as it was (the terms of a sum trade places), it does nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from scaning.parse import Text

from . import entities, forms, order, quantities, relations, renames, statements, wording

Change = Callable[[Text, Random], str | None]


class Break(NamedTuple):
    """A way to break a problem, and the kinds of reason that name the damage rightly."""

    change: Change
    kinds: frozenset[str]


def _break(change: Change, kinds: str) -> Break:
    return Break(change, frozenset(kinds.split()))


BREAKS: Mapping[str, Break] = MappingProxyType(
    {
        "swap-numbers": _break(quantities.swap_numbers, "swapped-roles changed-unit"),
        "change-number": _break(quantities.change_number, "missing-number added-number"),
        "drop-number": _break(quantities.drop_number, "missing-number"),
        "add-number": _break(quantities.add_number, "added-number"),
        "change-unit": _break(quantities.change_unit, "changed-unit"),
        "change-currency": _break(quantities.change_currency, "changed-unit"),
        "drop-percent": _break(quantities.drop_percent, "changed-unit missing-number"),
        "lose-variable": _break(entities.lose_variable, "lost-variable"),
        "rename-variable": _break(entities.rename_variable, "lost-variable added-variable"),
        "merge-letters": _break(entities.merge_letters, "lost-variable merged-entities"),
        "flip-comparison": _break(relations.flip_comparison, "flipped-relation changed-question"),
        "flip-bound": _break(relations.flip_bound, "flipped-relation changed-question"),
        "flip-change": _break(relations.flip_change, "flipped-relation"),
        "flip-exchange": _break(relations.flip_exchange, "flipped-relation swapped-roles"),
        "flip-time": _break(relations.flip_time, "flipped-relation"),
        "flip-arithmetic": _break(relations.flip_arithmetic, "flipped-relation"),
        "flip-share": _break(relations.flip_share, "flipped-relation changed-unit"),
        "negate": _break(relations.negate, "flipped-relation"),
        "swap-roles": _break(entities.swap_roles, "swapped-roles"),
        "merge-people": _break(entities.merge_people, "merged-entities"),
        "split-person": _break(entities.split_person, "merged-entities changed-question"),
        "merge-things": _break(entities.merge_things, "merged-entities"),
        "split-thing": _break(entities.split_thing, "merged-entities changed-question"),
        "drop-statement": _break(statements.drop_statement, "lost-statement missing-number"),
        "add-statement": _break(statements.add_statement, "added-statement added-number"),
        "drop-question": _break(statements.drop_question, "changed-question"),
        "ask-for-another-thing": _break(statements.ask_for_another_thing, "changed-question"),
        "ask-something-else": _break(statements.ask_something_else, "changed-question"),
        "ask-in-another-unit": _break(
            statements.ask_in_another_unit, "changed-question changed-unit"
        ),
        "ask-twice": _break(statements.ask_twice, "changed-question"),
        "truncate": _break(statements.truncate, "incoherent changed-question"),
        "loop": _break(statements.loop, "incoherent"),
        "scramble": _break(statements.scramble, "incoherent changed-question lost-statement"),
        "garble": _break(
            statements.garble, "incoherent changed-question lost-statement merged-entities"
        ),
        "copy": _break(statements.copy, "copy"),
    }
)
KEEPS: Mapping[str, Change] = MappingProxyType(
    {
        "rename-person": renames.rename_person,
        "rename-thing": renames.rename_thing,
        "reorder-statements": order.reorder_statements,
        "reorder-list": order.reorder_list,
        "question-first": order.question_first,
        "if-first": order.if_first,
        "drop-if": order.drop_if,
        "spell-number": forms.spell_number,
        "write-digits": forms.write_digits,
        "separators": forms.separators,
        "percent": forms.percent,
        "fraction": forms.fraction,
        "money": forms.money,
        "unit-name": forms.unit_name,
        "plain-maths": forms.plain_maths,
        "synonym": wording.synonym,
        "contraction": wording.contraction,
        "passive": wording.passive,
        "opener": wording.opener,
        "article": wording.article,
    }
)
