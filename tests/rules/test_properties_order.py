"""No ruling depends on the order in which stands and pieces are listed."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from moving_cases import ruled
from random_cases import AMBUSH_VERBS, YANKEE_VERBS, ambush_cases, yankee_cases
from written_cases import by_clause, ruling_of

from rules.ruling import Ruling
from table.notation.case_file import Case

any_case = st.one_of(ambush_cases(AMBUSH_VERBS), yankee_cases(YANKEE_VERBS))


def rounded(value: Any) -> Any:
    """Numbers to nine places: a product taken in another order differs in its last bits."""
    if isinstance(value, float):
        return round(value, 9) + 0.0
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    return [rounded(each) for each in value] if isinstance(value, list | tuple) else value


def whole(ruling: Ruling) -> Any:
    """Return all of a ruling; its checks and what is drawn in any order, for they are told as they were found."""
    told = rounded(ruling.as_dict())
    return {**told, **{key: sorted(map(repr, told[key])) for key in ("checks", "geometry")}}


def in_both_orders(case: Case, stands: list[int], pieces: list[int]) -> tuple[Ruling, Ruling]:
    table = case.snapshot
    other = replace(table, stands=tuple(table.stands[k] for k in stands), pieces=tuple(table.pieces[k] for k in pieces))
    return ruled(replace(case, snapshot=other)), ruled(case)


@pytest.mark.ci
@pytest.mark.parametrize("cases", by_clause())
def test_a_written_case_listed_backwards_is_ruled_alike(cases: tuple[Case, ...], subtests: pytest.Subtests) -> None:
    for case in cases:
        with subtests.test(case.name):
            table = replace(case.snapshot, stands=case.snapshot.stands[::-1], pieces=case.snapshot.pieces[::-1])
            assert whole(ruled(replace(case, snapshot=table))) == whole(ruling_of(case))


@pytest.mark.ci
@given(any_case, st.data())
def test_any_table_listed_in_any_order_is_ruled_alike(case: Case, data: st.DataObject) -> None:
    stands = data.draw(st.permutations(range(len(case.snapshot.stands))))
    pieces = data.draw(st.permutations(range(len(case.snapshot.pieces))))
    other, ruling = in_both_orders(case, stands, pieces)
    assert whole(other) == whole(ruling)
