"""What wins a battle of Rommel & Montgomery: points and both towns for the Allies, all points for the Axis (R1.3)."""

from collections.abc import Iterator

from rules.goal import Goal
from rules.hex_positions import position_of
from rules.rommel.kinds import side_of
from rules.rommel.phases import TURNS
from rules.rommel.scene import scene_with
from rules.rommel.settings import RommelSettings
from rules.rommel.state import RommelTable
from rules.rommel.victory import POINTS, held_by
from rules.state import TABLE, State
from table.snapshot import Snapshot


def goals(snapshot: Snapshot, state: State, settings: RommelSettings) -> Iterator[Goal]:
    """Yield the points that each side has of those it needs; with the Allies' how many towns the Axis has taken.

    They win at the end of any turn, the Axis at that of the eleventh: a match in which that came has its winner.
    """
    table = RommelTable.read(state.known.get(TABLE, {}), "table", "side.table")
    scene = scene_with(snapshot, position_of(snapshot, settings.doubt), settings, table)
    points, towns = scene.ground.points, scene.ground.towns
    if not points:
        return
    taken, lost = len(held_by(scene, points, "allied")), len(held_by(scene, towns, "axis"))
    for side in state.sides:
        if side_of(side) == "allied":
            detail = {"kept": len(towns) - lost, "towns": len(towns)}
            yield Goal(side, "R1.3", "goal_points", taken, POINTS, detail)
        else:
            yield Goal(side, "R1.3", "goal_all_held", len(points) - taken, len(points), {"turn": TURNS})
