"""What is worth asking for a counter: one action for each verb and each enemy it may be aimed at."""

from collections.abc import Iterator

from rules.hex_positions import position_of
from rules.possibility import CandidateAction
from rules.rommel.kinds import GUNS, SHOOTERS, is_air, is_ground, is_marker, side_of
from rules.rommel.routes import enemies_beside
from rules.rommel.scene import RommelScene, scene_with
from rules.rommel.settings import RommelSettings
from rules.rommel.state import RommelTable
from table.hex_board import has
from table.hexes import Hex, distance
from table.snapshot import Snapshot
from table.stand import Stand

NEAREST = 4
"""At so many of the nearest enemies an aim is tried."""


def candidate_actions(snapshot: Snapshot, stand: Stand, settings: RommelSettings) -> Iterator[CandidateAction]:
    """Yield the actions that show what a counter may do: a move, fights, bombs, shots, whether it is in supply."""
    position = position_of(snapshot, settings.doubt)
    scene = scene_with(snapshot, position, settings, RommelTable())
    here = scene.where(stand)
    if here is None or is_marker(stand):
        return
    yield from _moves(scene, stand, here)
    enemies = sorted(
        (distance(here, there), each.name)
        for each in snapshot.stands
        if side_of(each.side) != side_of(stand.side) and not is_marker(each)
        and (there := scene.where(each)) is not None
    )  # fmt: skip
    names = [name for _, name in enemies]
    ours = [scene.stand(name) for name in names if is_air(scene.stand(name)) == is_air(stand)]
    beside = set(enemies_beside(scene, stand, here))
    for each in [e for e in ours if e.name in beside] or ours[:1]:
        yield CandidateAction(
            "combat", {"type": "combat", "attackers": [stand.name], "targets": [each.name]}, each.name
        )
    if is_air(stand):
        below = [scene.stand(name) for hexes, name in enemies if hexes == 0 and is_ground(scene.stand(name))]
        for each in below:
            yield CandidateAction("bomb", {"type": "bomb", "actor": stand.name, "target": each.name}, each.name)
        return
    if stand.kind in GUNS:
        for each in [e for e in map(scene.stand, names) if is_air(e)][:NEAREST]:
            yield CandidateAction("flak", {"type": "flak", "actor": stand.name, "target": each.name}, each.name)
    if stand.kind in SHOOTERS:
        for each in [e for e in map(scene.stand, names) if is_ground(e)][:NEAREST]:
            yield CandidateAction("fire", {"type": "fire", "actor": stand.name, "target": each.name}, each.name)
    yield CandidateAction("supply", {"type": "supply", "actor": stand.name})


def _moves(scene: RommelScene, stand: Stand, here: Hex) -> Iterator[CandidateAction]:
    """Yield a step to each hex beside a counter: who may go anywhere may take one of them."""
    for there in here.neighbours():
        if has(scene.position.board, there):
            path = [scene.written(here), scene.written(there)]
            yield CandidateAction("move", {"type": "move", "actor": stand.name, "path": path})
