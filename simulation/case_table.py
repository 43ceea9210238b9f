"""A rule case as a table that is there: a synthetic camera looks at it, and it is measured like a real one."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from referee.files import read_text
from referee.setup.bases import ROOF_CM
from referee.setup.folder import SetUp
from referee.setup.match_file import MatchFile, beyond_names, parse_match
from referee.setup.small_files import SourceFile
from rules.cases import parse_case
from rules.registry import game_named
from rules.settings import read_settings
from rules.state import TABLE
from simulation.case_hexes import SEED, lay_on_hexes, phase_of_case, roster_on_hexes
from simulation.rehearsal.studio import calibrated
from simulation.synthetic.fittings import (
    default_camera,
    default_frame,
    default_roster,
    default_size_cm,
    with_footprints,
)
from simulation.synthetic.renderer import Renderer, SyntheticSource
from table.errors import BadFile
from table.frame import HexBoard
from table.mount import Mount
from table.notation.case_file import Case
from table.notation.toml import quote
from table.roster import Entry, Roster
from table.snapshot import Snapshot
from vision.camera import Camera
from vision.measure import measure
from vision.picture import in_grey
from vision.table_view import TableView

HD, UHD = (1920, 1080), (3840, 2160)
HD_CM = (150.0, 110.0)
"""Tables no larger than this are well seen at 1080p; a larger one needs a better camera."""
SIM = "sim:"
HEAD_CM, ON_HEAD_CM = 2.56, 1.2
"""How high a soldier's marker lies over a board, and how large it is: next squares are 4.5 cm away."""
HOLDING_UP = 3
"""So often markers that are covered are held up: one that is may cover the next."""


@dataclass(frozen=True)
class CaseTable:
    """A case on its table: the set-up it is played by, the truth that a camera sees, and the camera."""

    setup: SetUp
    truth: Snapshot
    renderer: Renderer
    name: str

    def source(self, clock: Callable[[], float] = time.monotonic) -> SyntheticSource:
        """Return the camera's pictures, with its noise; they never end."""
        return SyntheticSource(self.renderer, self.truth, clock, self.name)


def case_named(text: str) -> Path | None:
    """Return the case file of ``sim:CASE.toml``; None for any other source."""
    head, _, rest = text.strip().partition(":")
    return Path(rest).expanduser() if head.lower() == SIM[:-1] and rest.strip() else None


def lay_out(path: Path, folder: Path, match: SetUp | None = None) -> CaseTable:
    """Lay a case's stands and terrain out and write a set-up for them into an empty folder.

    What ``match`` has (table, roster, terrain, settings, sides) is its own; everything else is the case's. Raises
    BadFile for a case that cannot be read, BadInput where it does not fit the match.
    """
    name = str(path)
    case = parse_case(read_text(path), name)
    said = match.match if match is not None else None
    if said is not None and said.game != case.game:
        raise BadFile(name, "game", f"{said.game}, the game of {match.name if match else ''}", repr(case.game))
    game = game_named(case.game, name)
    settings = said.settings if said is not None and "settings" in said.said else case.settings
    read = read_settings(game.settings, settings, name)
    truth = with_footprints(game.complete(case.snapshot, read, name))
    made = SetUp(folder)
    view, roster = (match.table, match.roster) if match is not None else (None, None)
    pieces = match.terrain if match is not None else None
    camera, frame = (view.camera, view.frame) if view is not None else _camera(truth)
    if view is not None:
        truth = replace(truth, board=frame.board or truth.board)
    if (frame.width_cm, frame.depth_cm) != (truth.width_cm, truth.depth_cm):
        expected = f"{frame.width_cm:g} x {frame.depth_cm:g} cm, the size of the match's table"
        raise BadFile(name, "table", expected, f"{truth.width_cm:g} x {truth.depth_cm:g} cm")
    given = roster is not None
    if roster is None:
        roster = _roster_of(truth, case.game, camera)
    else:
        truth = _of_the_roster(truth, roster, name)
    _write_match(made, case, path, said, settings, match)
    if pieces is None:
        made.terrain = truth.pieces
    else:
        truth = truth.with_pieces(pieces)
    renderer: Renderer
    if isinstance(truth.board, HexBoard):
        truth, renderer = lay_on_hexes(truth, case.game, read, camera, frame, roster)
    else:
        renderer = Renderer(camera, frame, roster, seed=SEED)
    if view is None:
        view = calibrated(camera.lens, frame, renderer.render(truth))
        made.frame, made.table = frame, view
    if not given:
        if not isinstance(truth.board, HexBoard):
            roster, renderer = _with_all_seen(roster, renderer, truth, view)
        made.roster = roster
    made.source = SourceFile.of(f"{SIM}{path}", camera.lens.size_px)
    return CaseTable(made, truth, renderer, f"{SIM}{path}")


def _roster_of(truth: Snapshot, game: str, camera: Camera) -> Roster:
    """Return a roster for stands that have none: with markers on tails, heads, or counters."""
    if isinstance(truth.board, HexBoard):
        return roster_on_hexes(truth, game)
    if truth.board is not None:
        return roster_on_board(truth)
    return default_roster(truth, default_size_cm(camera.lens.size_px))


def _with_all_seen(roster: Roster, renderer: Renderer, truth: Snapshot, view: TableView) -> tuple[Roster, Renderer]:
    """Return the roster with markers held up that others cover, and what draws it."""
    for _ in range(HOLDING_UP):
        unseen = {stand for stand, _ in measure(in_grey(renderer.render(truth)), view, roster, "the picture").unseen}
        if not unseen:
            break
        roster = Roster(tuple(_held_up(entry) if entry.name in unseen else entry for entry in roster.entries))
        renderer = Renderer(renderer.camera, renderer.frame, roster, seed=SEED)
    return roster, renderer


def roster_on_board(truth: Snapshot) -> Roster:
    """Return the roster of stands on a board: markers lie over their heads, not on the next square."""
    entries = default_roster(truth, ON_HEAD_CM).entries
    return Roster(tuple(replace(entry, mount=Mount(height_cm=HEAD_CM, size_cm=ON_HEAD_CM)) for entry in entries))


def _held_up(entry: Entry) -> Entry:
    """Return a stand whose marker is over its head: on a tail behind it others would stand on it."""
    return replace(entry, mount=Mount(height_cm=ROOF_CM, size_cm=entry.mount.size_cm))


def _camera(truth: Snapshot) -> tuple[Camera, Any]:
    frame = replace(default_frame(truth.width_cm, truth.depth_cm), board=truth.board)
    # On a board the markers are small and lie on the soldiers' heads.
    large = truth.width_cm > HD_CM[0] or truth.depth_cm > HD_CM[1] or truth.board is not None
    return default_camera(frame, UHD if large else HD), frame


def _of_the_roster(truth: Snapshot, roster: Roster, name: str) -> Snapshot:
    """Return the case's stands as the roster has them: their bases, kinds and sides are its; places are the case's."""
    entries = {entry.name: entry for entry in roster.entries}
    if not any(stand.name in entries for stand in truth.stands):
        expected = f"the roster's names ({', '.join(list(entries)[:4])}, ...)"
        raise BadFile(name, "stand", expected, ", ".join(stand.name for stand in truth.stands[:4]) or "none")
    stands = []
    for stand in truth.stands:
        entry = entries.get(stand.name)
        if entry is None:
            raise BadFile(name, "stand", "stands of the match's roster", repr(stand.name))
        stands.append(
            replace(
                stand, side=entry.side, kind=entry.kind, unit=entry.unit, bases=entry.bases,
                width_cm=entry.width_cm or stand.width_cm, depth_cm=entry.depth_cm or stand.depth_cm,
            )
        )  # fmt: skip
    return replace(truth, stands=tuple(stands))


def _write_match(
    made: SetUp, case: Case, path: Path, said: MatchFile | None, settings: Any, match: SetUp | None
) -> None:
    own = said or parse_match(f"game = {quote(case.game)}\ntitle = {quote(path.stem[:80])}\n", str(path))
    if not own.said_sides:
        order = _first_to_act(case)
        own = own.with_sides_of(order, str(path))
        own = replace(own, sides=tuple(sorted(own.sides, key=lambda side: side.name not in order[:1])))
    words = {**phase_of_case(case), **beyond_names(case.sides), **own.words}
    playing = [side.name for side in own.sides]
    for name in words:
        if name not in (*playing, TABLE):
            raise BadFile(str(path), f"side.{name}", " or ".join(playing), repr(name))

    def named(which: str) -> str:
        there = match.folder / str(getattr(own, which)) if match is not None else None
        return str(there.resolve()) if there is not None and there.exists() else f"{which}.toml"

    made.match = replace(
        own, words=words, settings=settings, frame=named("frame"), table=named("table"), roster=named("roster"),
        terrain=named("terrain"),
    )  # fmt: skip


def _first_to_act(case: Case) -> list[str]:
    """Return the sides of a case, that of whoever acts first."""
    named = (side for side in case.sides if side != TABLE)
    sides = list(dict.fromkeys((*(stand.side for stand in case.snapshot.stands), *named)))
    actor = case.action.get("actor") or case.action.get("side")
    first = next((stand.side for stand in case.snapshot.stands if stand.name == actor), actor)
    return sorted(sides, key=lambda side: side != first)
