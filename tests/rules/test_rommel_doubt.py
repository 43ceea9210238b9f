"""A counter on the line between two hexes: ruled as both readings where they agree, else too close to call (R4.3)."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rommel_oracle import Cell, Ground, Unit, factor, next_to, why_not
from rommel_tables import actors, day, grounds, table_of

from rules.registry import rule
from rules.ruling import Ruling
from table.snapshot import Snapshot

GAME, DICE = "rommel", (4,) * 12
SHARE, SIGMA_CM = 0.49, 0.05  # of the way to the next middle: a third of a millimetre from the line


def on(ground: Ground, unit: Unit, cell: Cell) -> Ground:
    """Return the same map with one counter on another cell."""
    return replace(ground, units=tuple(replace(u, at=cell) if u.name == unit.name else u for u in ground.units))


def between(ground: Ground, unit: Unit, other: Cell) -> Snapshot:
    """Return the table on which one counter lies nearly on the line to another cell."""
    table, there = table_of(ground), table_of(on(ground, unit, other)).stand(unit.name)
    here = table.stand(unit.name)
    x, y = here.x + SHARE * (there.x - here.x), here.y + SHARE * (there.y - here.y)
    return table.with_stand(replace(here, x=x, y=y, sigma_cm=SIGMA_CM))


@pytest.mark.ci
@given(grounds, st.data())
def test_on_the_line(ground: Ground, data: st.DataObject) -> None:
    movers = actors(ground, flying=data.draw(st.booleans())) or actors(ground, flying=False)
    actor = data.draw(st.sampled_from(movers))
    dice = random.Random(data.draw(st.integers(0, 2**32)))
    path = [actor.at]
    for _ in range(max(1, factor(actor, ground.weather) - dice.randint(0, 2))):
        path.append(dice.choice([there for there in next_to(path[-1]) if there in ground.cells]))
    lying = data.draw(st.sampled_from([unit for unit in ground.units if unit.name != actor.name]))
    taken = {unit.at for unit in ground.units}
    near = sorted({there for cell in path for there in next_to(cell)} & ground.cells - taken)
    if near:  # where it may matter
        lying = replace(lying, at=data.draw(st.sampled_from(near)))
        ground = on(ground, lying, lying.at)
    beside = [cell for cell in next_to(lying.at) if cell in ground.cells]
    other = data.draw(st.sampled_from([cell for cell in beside if cell not in taken] or beside))
    action = {"type": "move", "actor": actor.name, "path": [list(cell) for cell in path]}

    def ruled(table: Snapshot, decided: dict[str, bool] | None = None) -> Ruling:
        return rule(GAME, table, action, DICE, decided=decided, sides=day(ground))

    moved = on(ground, lying, other)
    here, there = ruled(table_of(ground)), ruled(table_of(moved))
    unsure = between(ground, lying, other)
    found = ruled(unsure)
    assert bool(why_not(ground, actor, path)) == (here.verdict == "refused")
    if here.verdict == there.verdict == "refused":
        assert found.verdict == "refused"
    elif here.verdict != there.verdict:
        assert found.verdict == "too_close"
        assert {check.detail.get("stand") for check in found.checks if check.verdict == "close"} == {lying.name}
    else:
        assert found.verdict in ("allowed", "too_close")
        assert found.verdict == "allowed" or (here.checks, here.effects) != (there.checks, there.effects)
    if found.verdict != "allowed":
        assert found.effects == ()
    if found.verdict == "too_close":
        for word, whole in ((True, here), (False, there)):
            decided = ruled(unsure, {"R4.3": word})
            assert decided.verdict == whole.verdict
            assert decided.effects == whole.effects
            assert any(check.decided_by == "referee" for check in decided.checks)
