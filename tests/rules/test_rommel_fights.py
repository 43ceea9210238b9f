"""Rommel's combats, bombs, victory and the day's weather against the second reading, and the same for both sides."""

import random
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rommel_oracle import GUNS, ON_FOOT, Ground, Unit, fight, next_to, weather_of, won
from rommel_tables import LAND, all_cells, table_of
from written_cases import data_of

from rules.cases import terms_of
from rules.registry import rule
from rules.ruling import Ruling
from table.notation.case_file import CaseModel

GAME = "rommel"
MIDDLE = (3, 4)
SWAPPED = {
    "axis": "allied", "allied": "axis", "German": "British", "Italian": "Greek", "British": "German",
    "british": "german", "Greek": "Italian", "Commonwealth": "German",
}  # fmt: skip
ONE_SIDED = {"R1.1", "R1.2", "R1.3", "R2.3", "R4.7", "R8.1"}
"""Clauses that say something else of each side: who begins, wins, fortifies and clears mines how."""
faces = st.sampled_from((2, 3, 3, 4, 4, 5))


@st.composite
def fights(draw: st.DrawFn) -> tuple[Ground, list[str], list[str]]:
    """Draw up to three attackers and up to three they stand beside, tanks and fortifications among them."""
    cells = all_cells()
    dice = random.Random(draw(st.integers(0, 2**32)))
    side, other = draw(st.sampled_from([("axis", "allied"), ("allied", "axis")]))
    around = dice.sample(next_to(MIDDLE), dice.randint(1, 3))
    units = [_drawn(dice, f"a{k}", side, at) for k, at in enumerate(around)]
    second = next(cell for cell in next_to(around[0]) if cell in cells and cell not in (MIDDLE, *around))
    places = [MIDDLE, second][: dice.randint(1, 2)]
    units += [_drawn(dice, f"d{k}", other, at) for k, at in enumerate(places)]
    holding = [unit.at for unit in units if unit.kind in (*ON_FOOT, *GUNS) and dice.random() < 0.5]
    units += [Unit(f"w{k}", "axis", "fortification", at) for k, at in enumerate(holding)]
    named = [[unit.name for unit in units if unit.name[0] == letter] for letter in "ad"]
    return Ground(cells, tuple(units)), named[0], named[1]


def _drawn(dice: random.Random, name: str, side: str, at: tuple[int, int]) -> Unit:
    kind = dice.choice((*LAND, "tank", "tank"))
    return Unit(name, side, kind, at, dice.randint(1, 8), 6, reduced=kind == "tank" and dice.random() < 0.4)


def stands(ruling: Ruling, kind: str) -> set[str | None]:
    return {effect.stand for effect in ruling.effects if effect.type == kind}


@pytest.mark.ci
@given(fights(), st.lists(faces, max_size=6))
def test_a_combat_comes_out_as_counted(drawn: tuple[Ground, list[str], list[str]], dice: list[int]) -> None:
    """R5.1, R5.3, R2.2: totals, ties, who leaves and who is striped; with too few dice nobody leaves."""
    ground, attackers, targets = drawn
    action = {"type": "combat", "attackers": attackers, "targets": targets}
    ruling, found = rule(GAME, table_of(ground), action, dice), fight(ground, attackers, targets, dice)
    assert ruling.verdict == "allowed"
    assert (ruling.needs is None) == (found.winner is not None)
    assert stands(ruling, "remove") == found.gone
    assert stands(ruling, "damage") == stands(ruling, "reduced") == found.reduced
    again = rule(GAME, table_of(ground), {**action, "attackers": attackers[::-1], "targets": targets[::-1]}, dice)
    assert again.effects == ruling.effects, "the order of names changes nothing"
    if found.winner is not None:
        assert ruling.outcome == {"attacker": "attackers_win", "defender": "defenders_win"}[found.winner]
        assert len(ruling.unused_dice) == len(dice) - len(ruling.dice)


@pytest.mark.ci
@given(fights(), st.sampled_from((2, 3, 4, 5)), st.sampled_from([(2, 8), (3, 8), (4, 6), (3, 5)]))
def test_a_bomb_hits_with_a_three(
    drawn: tuple[Ground, list[str], list[str]], face: int, factors: tuple[int, int]
) -> None:
    ground, attackers, targets = drawn
    below = ground.named(targets[0])
    plane = Unit("b", ground.named(attackers[0]).side, "aircraft", below.at, *factors)
    ruling = rule(
        GAME, table_of(Ground(ground.cells, (*ground.units, plane))),
        {"type": "bomb", "actor": "b", "target": below.name}, (face,),
    )  # fmt: skip
    assert (ruling.verdict == "allowed") == (factors in ((2, 8), (3, 8)))
    hit = {below.name} if face == 3 and ruling.verdict == "allowed" else set()
    striped = below.kind == "tank" and not below.reduced
    assert stands(ruling, "damage") == (hit if striped else set())
    assert stands(ruling, "remove") == (set() if striped else hit)


@pytest.mark.ci
@given(st.integers(0, 2**32), st.integers(1, 12))
def test_who_has_won(seed: int, turn: int) -> None:
    """R1.3: three of five points and both towns; all five after turn 11, else a truce then."""
    dice = random.Random(seed)
    places = dice.sample(sorted(all_cells()), 14)
    points, towns = places[:5], places[5:7]
    sides = [dice.choice(("allied", "allied", "axis", None)) for _ in places]
    sides[7], sides[8] = "axis", "allied"
    kinds = [dice.choice(("infantry", "infantry", "tank", "aircraft")) for _ in places]
    units = tuple(
        Unit(f"u{k}", side, kind, at)
        for k, (side, kind, at) in enumerate(zip(sides, kinds, places, strict=True))
        if side is not None
    )
    table = table_of(Ground(all_cells(), units), {"victory": points, "town": towns})
    ruling = rule(GAME, table, {"type": "victory", "turn": turn})
    winner = won(units, points, towns, turn)
    assert ruling.outcome == (f"{winner}_wins" if winner else "truce" if turn >= 11 else "undecided")
    assert [e.values["winner"] for e in ruling.effects if e.type == "victory"] == ([winner] if winner else [])


@pytest.mark.parametrize("face", [2, 3, 4, 5])
def test_the_days_weather(face: int) -> None:
    ruling = rule(GAME, table_of(Ground(all_cells(), ())), {"type": "weather"}, (face,))
    assert ruling.outcome == weather_of(face)
    assert [value.key for value in ruling.house_values] == ["weather"]


def turned(value: Any) -> Any:
    """Return what a case says with every hex turned half round and every side changed."""
    if isinstance(value, Mapping):
        return {SWAPPED.get(key, key): turned(item) for key, item in value.items()}
    if isinstance(value, list):
        whole = len(value) == 2 and all(isinstance(n, int) and not isinstance(n, bool) for n in value)
        return [-n for n in value] if whole else [turned(item) for item in value]
    return SWAPPED.get(value, value) if isinstance(value, str) else value


def essence(raw: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return what of a raw case's ruling its mirror image must have too."""
    terms = terms_of(GAME, "case")
    model = CaseModel.model_validate(raw, context=terms.words)
    table = model.snapshot("case", terms)
    ruling = rule(
        GAME, table, model.action, model.dice.given, model.settings, model.referee.decided, "case", model.side
    )
    checks = sorted((check.clause, check.key, check.verdict) for check in ruling.checks)
    effects = sorted((effect.type, effect.stand or "") for effect in ruling.effects)
    return ruling.verdict, ruling.outcome, checks, effects, ruling.unused_dice


BOTH = [
    pytest.param(raw, id=name)
    for name, raw in data_of(GAME).items()
    if "board" not in raw and not ONE_SIDED & set(raw["expect"]["clauses"])
]


@pytest.mark.parametrize("raw", BOTH)
def test_a_case_with_the_sides_changed_is_ruled_alike(raw: Mapping[str, Any]) -> None:
    other = {**turned(raw), "dice": raw.get("dice", {}), "settings": raw.get("settings", {}), "table": raw["table"]}
    assert essence(other) == essence(raw)


def test_most_cases_are_tried_for_both_sides() -> None:
    assert len(BOTH) > 100
