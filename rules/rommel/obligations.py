"""What Rommel & Montgomery asks for before a phase ends: weather, combat in a zone, landings (R4.4, R7.1, R8.1)."""

from collections.abc import Iterator

from rules.action import Action
from rules.hex_positions import position_of
from rules.obligation import Obligation
from rules.rommel.air import aloft
from rules.rommel.combat import fired_only_at_aircraft
from rules.rommel.counters import may_win
from rules.rommel.kinds import Side, is_air
from rules.rommel.movement import has_attacked
from rules.rommel.phases import Phase, phase_of
from rules.rommel.routes import enemies_beside
from rules.rommel.scene import RommelScene, scene_with
from rules.rommel.settings import RommelSettings
from rules.rommel.state import RommelTable, state_of
from rules.rommel.weather import weather_of
from rules.state import TABLE, State
from table.snapshot import Snapshot
from table.stand import Stand


def obligations(snapshot: Snapshot, state: State, settings: RommelSettings) -> Iterator[Obligation]:
    """Yield what is owed in the phase that a match is in."""
    table = RommelTable.read(state.known.get(TABLE, {}), "table", "side.table")
    now = phase_of(table, "table")
    if now is None or table.truce:
        return
    if now.name == "weather" and weather_of(table, settings) is None:
        yield Obligation("R7.1", "weather_thrown", None, {"type": "weather"})
    yield from owed_in(now, scene_with(snapshot, position_of(snapshot, settings.doubt), settings, table), settings)


def owed_in(phase: Phase, scene: RommelScene, settings: RommelSettings) -> Iterator[Obligation]:
    """Yield what its side's counters owe in a phase: it does not end before, nor is it passed over (R4.4, R8.1)."""
    side = phase.side
    if side is None:
        return
    if phase.name in ("air_fight", "combat"):
        for each in _owing_combat(scene, side, settings, air=phase.name == "air_fight"):
            yield _owes("R4.4", "fights", each, {"type": "combat", "attackers": [each.name]})
    if phase.name == "landing":
        for each in aloft(scene, side):
            yield _owes("R8.1", "has_landed", each, {"type": "land", "actor": each.name})


def _owes(clause: str, key: str, stand: Stand, action: Action) -> Obligation:
    return Obligation(clause, key, stand.side, action, {"actor": stand.name})


def _owing_combat(scene: RommelScene, side: Side, settings: RommelSettings, *, air: bool) -> Iterator[Stand]:
    """Yield the counters that entered an enemy's zone of control this turn, are still in one and have not fought.

    Who has fired or bombed has had its attack; who has no combat factor, or spent its shot at an aircraft, cannot.
    """
    for each in scene.of(side):
        here = scene.where(each)
        if is_air(each) != air or here is None or has_attacked(each) or not state_of(each).must_fight:
            continue
        spent = fired_only_at_aircraft(each) and settings.after_flak != "every gun"
        if not spent and may_win(each) and enemies_beside(scene, each, here):
            yield each
