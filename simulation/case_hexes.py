"""A rule case on a board of hexes laid out: counters and blocks that fit its hexes, beside each other in a stack."""

from collections.abc import Callable
from dataclasses import replace
from math import dist, sqrt
from typing import Any

from referee.setup.bases import mount_of, usual_bases
from rules.registry import game_named
from rules.state import TABLE
from simulation.rehearsal.hex_places import Laying
from simulation.rehearsal.hex_renderer import HexRenderer
from simulation.rehearsal.hex_scene import printed_on
from simulation.synthetic.fittings import default_roster
from table.frame import Frame, HexBoard
from table.hex_board import centre_of, hex_at
from table.mount import Pose
from table.notation.case_file import Case
from table.roster import Roster
from table.snapshot import Snapshot
from vision.camera import Camera

MARKER_CM = 1.2
BLOCK_SHARE, COUNTER_SHARE = 0.225, 0.28
"""A marker's side where hexes are small, of the distance between two hexes' middles: on blocks, and on counters."""
SEED = 3
"""Of a table's texture, and of the camera's noise."""
TOGETHER_CM = 1e-3
"""Who is so near the middle of a hex was put on the hex, not at a place in it."""


def roster_on_hexes(truth: Snapshot, game: str) -> Roster:
    """Return the roster of a case's stands: markers on counters and blocks, small enough for its hexes."""
    board = _board(truth)
    share = COUNTER_SHARE if game_named(game).blocks is None else BLOCK_SHARE
    size_cm = min(MARKER_CM, share * board.size_cm * sqrt(3))
    bases = {base.kind: base for base in usual_bases(game)}
    entries = []
    for entry in default_roster(truth, size_cm).entries:
        base = bases[entry.kind]
        width_cm, depth_cm = (cm * size_cm / MARKER_CM for cm in (base.width_cm, base.depth_cm))
        mount = mount_of(base.mount, depth_cm, size_cm)
        entries.append(replace(entry, width_cm=width_cm, depth_cm=depth_cm, mount=mount))
    return Roster(tuple(entries))


def lay_on_hexes(
    truth: Snapshot, game: str, settings: Any, camera: Camera, frame: Frame, roster: Roster
) -> tuple[Snapshot, HexRenderer]:
    """Return the completed table as hands lay it, nobody on top of somebody else, and what draws it.

    Who was given a place in cm keeps it.
    """
    the_game = game_named(game)
    blocks = _blocks(roster, settings, the_game.blocks) if the_game.blocks is not None else {}
    board, laying = _board(truth), Laying(_board(truth), {entry.name: entry for entry in roster.entries}, blocks)
    poses: dict[str, Pose] = {}
    for stand in truth.stands:
        here, (x, y) = hex_at(board, stand.x, stand.y), stand.centre
        if dist((x, y), centre_of(board, here)) < TOGETHER_CM:
            x, y = laying.spot(stand.name, here, stand.heading_deg, poses)
        poses[stand.name] = Pose(x, y, stand.heading_deg)
    laid = replace(truth, stands=tuple(s.moved_to(poses[s.name].x, poses[s.name].y) for s in truth.stands))
    tints, roads = printed_on(truth, game, settings)
    sand = the_game.printed_map is not None
    return laid, HexRenderer(camera, frame, roster, SEED, blocks=blocks, tints=tints, roads=roads, sand=sand)


def _blocks(roster: Roster, settings: Any, blocks_of: Callable[[Any, str], int]) -> dict[str, int]:
    """Return by name how many blocks the units begin with; who is of no blocks is left out."""
    usual = {entry.name: blocks_of(settings, entry.kind) for entry in roster.entries}
    given = {entry.name: entry.state.get("blocks") for entry in roster.entries}
    return {name: int(given[name] or count) for name, count in usual.items() if count}


def phase_of_case(case: Case) -> dict[str, dict[str, Any]]:
    """Return as ``[side.table]`` the phase that a case's action belongs to, for a match that begins with it."""
    verb, actor = str(case.action.get("type")), str(case.action.get("actor"))
    stand = next((stand for stand in case.snapshot.stands if stand.name == actor), None)
    known = dict(game_named(case.game).phase_of(verb, stand))
    return {TABLE: known} if known else {}


def _board(truth: Snapshot) -> HexBoard:
    assert isinstance(truth.board, HexBoard)
    return truth.board
