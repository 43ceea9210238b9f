"""Two pictures of Montecassino's table, before a shot and after it, and the exact truth between them."""

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from cannon_draw import (
    MOST_A_SIDE,
    Between,
    draw_between,
    draw_figures,
    draw_look,
    draw_shell,
    draw_state,
    draw_style,
)
from cannon_light import exposed
from cannon_truth import (
    Fallen,
    Moved,
    ShellAtRest,
    ShotTruth,
    fallen_of,
    first_moves,
    on_table,
    seen_share,
    under,
)
from looks import RoomLook
from numpy.typing import NDArray

from simulation.synthetic.cannon_figure import Figure
from simulation.synthetic.cannon_pieces import Cannon, Shell
from simulation.synthetic.cannon_shot import LEAST_MOVE_CM, Shot, draw_shot
from simulation.synthetic.cannon_stage import CannonStage, CannonState, CannonStyle
from simulation.synthetic.cannon_table import (
    BASE_RADIUS_CM,
    MARKER_HEIGHT_CM,
    SIDES,
    BoardPlace,
    cannon_frame,
)
from simulation.synthetic.fittings import club_lens, over_table
from simulation.synthetic.plate import frame_plates
from simulation.synthetic.webcams import Webcam
from table.frame import Frame, FrameMarker
from table.mount import Mount
from table.roster import Entry, Roster
from vision.camera import Camera, Lens
from vision.table_view import FrameSeen, TableView

Picture = NDArray[np.uint8]
Dice = np.random.Generator
LAID_SIGMA_CM, HEIGHT_SIGMA_CM, CORNER_SIGMA_PX = 0.02, 0.01, 0.05
DISTURBED_SHARE = 0.08


@dataclass(frozen=True, eq=False)
class CannonWorld:
    """A table, a shot on it and all that is different afterwards, before anything is drawn."""

    seed: int
    size_px: tuple[int, int]
    marker_cm: float
    camera: Camera
    frame: Frame
    laid: Frame
    roster: Roster
    true_roster: Roster
    style: CannonStyle
    look: RoomLook
    start: CannonState
    shell: Shell
    colour: str
    shot: Shot
    between: Between
    kinds: frozenset[str]
    view: TableView

    @property
    def after(self) -> CannonState:
        """The table when everything lies still, on the board's own cm as if it had not been pushed."""
        return self.state_at(1e6)

    def state_at(self, time_s: float) -> CannonState:
        """Return the table at a time after the lever; the shell is not in it before it has come to rest."""
        figures = self.shot.figures(self.start.figures, time_s)
        shells = self.start.shells
        if self.shot.rest_cm is not None and time_s >= self.shot.end_s:
            x, y = self.shot.rest_cm
            shells = (*shells, replace(self.shell, x=x, y=y))
        return replace(self.start, figures=figures, shells=shells)

    def stage(self, after: bool = False, like: CannonStage | None = None) -> CannonStage:
        """Return the camera before or after the shot; ``like`` it is the same one."""
        camera, board = (self.between.camera(self.camera), self.between.board) if after else (self.camera, BoardPlace())
        look = self.between.look if after else self.look
        return CannonStage(camera, self.laid, self.true_roster, look, self.style, self.seed, board, like)


@dataclass(frozen=True, eq=False)
class CannonPair:
    """The pictures (H, W, 3) uint8 BGR, what a referee knows (frame, roster, view), and words of difficulty (kinds)."""

    before: Picture
    after: Picture
    frame: Frame
    roster: Roster
    view: TableView
    camera: Camera
    camera_after: Camera
    truth: ShotTruth
    kinds: frozenset[str]
    world: CannonWorld


def cannon_world(
    seed: int,
    size_px: tuple[int, int] = (3840, 2160),
    marker_cm: float | None = None,
    disturbed: bool | None = None,
    webcam: Webcam | None = None,
) -> CannonWorld:
    """Draw a table and a shot; the same seed and size give the same. ``marker_cm`` None: 1.2 or 1.5, below 4K 1.5."""
    dice = np.random.default_rng([seed, 70905])
    drawn = float(dice.choice([1.2, 1.5], p=[0.7, 0.3]))
    if marker_cm is None:
        marker_cm = drawn if size_px[0] >= 3000 else 1.5
    frame = cannon_frame(float(dice.choice([4.0, 5.0])))
    laid = replace(frame, markers=tuple(_laid(m, dice) for m in frame.markers))
    roster = cannon_roster(marker_cm)
    off = dice.normal(0, HEIGHT_SIGMA_CM, len(roster.entries))
    true_roster = Roster(
        tuple(
            replace(e, mount=replace(e.mount, height_cm=e.mount.height_cm + float(o)))
            for e, o in zip(roster.entries, off, strict=True)
        )
    )
    lens = club_lens(size_px, dice)
    roll = float(dice.choice([90, -90])) + float(dice.normal(0, 2))
    camera = over_table(lens, frame, float(dice.uniform(0, 8)), float(dice.uniform(0, 360)), roll)
    style = draw_style(dice)
    look = draw_look(dice, int(dice.integers(82, 96)))
    look = look if webcam is None else webcam.on(look)
    figures = draw_figures(dice)
    shell, colour = draw_shell(style, dice)
    start, has_old = draw_state(figures, shell, dice)
    gun = start.cannons[int(dice.integers(2))]
    muzzle = (gun.x, gun.y + math.copysign(2.9, math.sin(math.radians(gun.aim_deg))))
    wanted = int(dice.choice(7, p=[0.16, 0.22, 0.2, 0.16, 0.12, 0.08, 0.06]))
    drags = int(dice.choice(4, p=[0.5, 0.25, 0.15, 0.1]))
    shot = draw_shot(figures, style, marker_cm, dice, muzzle, wanted, drags, shell.radius_cm)
    roll_of_hand = float(dice.random())
    hand_over = roll_of_hand < DISTURBED_SHARE if disturbed is None else disturbed
    between = draw_between(look, size_px[1], dice, hand_over)
    kinds = set(between.kinds) | ({"old shells"} if has_old else set())
    kinds.add("15 mm" if marker_cm > 1.3 else "12 mm")
    view = _as_calibrated(camera, frame, laid, dice)
    return CannonWorld(
        seed, size_px, marker_cm, camera, frame, laid, roster, true_roster, style, look, start, shell, colour, shot,
        between, frozenset(kinds), view,
    )  # fmt: skip


def cannon_roster(size_cm: float) -> Roster:
    """Return 24 soldiers a side, A0... and G0..., markers 0... on top of their heads in that order."""
    mount = Mount(height_cm=MARKER_HEIGHT_CM, size_cm=size_cm)
    names = [f"{side}{k}" for side in SIDES for k in range(MOST_A_SIDE)]
    width = 2 * BASE_RADIUS_CM
    return Roster(
        tuple(Entry(i, name, name[0], "soldier", width, width, mount) for i, name in enumerate(names))
    )  # fmt: skip


def cannon_pair(
    seed: int,
    size_px: tuple[int, int] = (3840, 2160),
    marker_cm: float | None = None,
    disturbed: bool | None = None,
    webcam: Webcam | None = None,
) -> CannonPair:
    """Return the pictures before and after a shot drawn by chance; the same seed and size give the same pair."""
    world = cannon_world(seed, size_px, marker_cm, disturbed, webcam)
    between = world.between
    first = world.stage()
    same = first.look == between.look and between.board == BoardPlace() and between.camera(world.camera) is world.camera
    start = replace(world.start, hands=between.hands_before)
    before = _taken(first, start, between, False)
    second = first if same else world.stage(after=True, like=first)
    end = pushed(world.after, between.board, world.start.cannons, world.shot)
    end = replace(end, hands=between.hands_after)
    truth = _truth(world, end, second)
    after = _taken(second, end, between, True)
    return CannonPair(
        before, after, world.frame, world.roster, world.view, world.camera, second.camera, truth, world.kinds, world
    )


def pushed(state: CannonState, board: BoardPlace, cannons: tuple[Cannon, ...], shot: Shot) -> CannonState:
    """Return the table after the board was pushed with all that is on it; the cannon has been fired."""
    fired = []
    for cannon in cannons:
        x, y = board.moved(cannon.x, cannon.y)
        own = math.dist((cannon.x, cannon.y), shot.legs[0].start_cm[:2]) < 3
        fired.append(replace(cannon, x=x, y=y, aim_deg=cannon.aim_deg + board.turn_deg, fired=own))
    if board == BoardPlace():
        return replace(state, cannons=tuple(fired))
    figures = []
    for figure in state.figures:
        x, y = board.moved(figure.x, figure.y)
        turn = board.turn_deg
        figures.append(
            replace(figure, x=x, y=y, heading_deg=figure.heading_deg + turn, towards_deg=figure.towards_deg + turn)
        )
    shells = []
    for shell in state.shells:
        if on_table(shell.x, shell.y):
            x, y = board.moved(shell.x, shell.y)
            shells.append(replace(shell, x=x, y=y))
        else:
            shells.append(shell)
    return replace(state, figures=tuple(figures), shells=tuple(shells), cannons=tuple(fired))


def _taken(stage: CannonStage, state: CannonState, between: Between, after: bool) -> Picture:
    exposure = between.after if after else between.before
    lit = exposed(stage.clean(state), exposure, stage.camera, stage.look.gamma)
    return stage.look.jpeg(stage.noisy(lit))


def _truth(world: CannonWorld, end: CannonState, stage: CannonStage) -> ShotTruth:
    before = {figure.name: figure for figure in world.start.figures}
    after = {figure.name: figure for figure in end.figures}
    causes = {fall.name: fall.cause for fall in world.shot.falls}
    fallen = tuple(_fallen(name, before, after, causes) for name in before if name in causes)
    moved = []
    for name, figure in before.items():
        if name not in causes:
            there = after[name]
            step = Moved(name, (figure.x, figure.y), (there.x, there.y))
            if step.cm >= LEAST_MOVE_CM:
                moved.append(step)
    things = stage.things(end)
    hands = [thing for thing in things if thing.key in end.hands]
    markers = {
        world.roster.by_marker[t.plate.id].name: t.plate.corners_cm()
        for t in things
        if t.plate is not None and t.plate.id in world.roster.by_marker
    }
    places = {name: _tip(figure) for name, figure in before.items()}
    hidden = under(hands, {**places, **markers}, stage.camera)
    standing = frozenset(name for name in before if name not in causes)
    return ShotTruth(
        fallen, tuple(moved), _shell(world, end, stage), world.start.banners, standing, hidden, world.between.board,
        first_moves(world.shot), world.shot.strike_cm, world.shot.strike_s, world.shot.struck,
    )  # fmt: skip


def _fallen(name: str, before: dict[str, Figure], after: dict[str, Figure], causes: dict[str, str]) -> Fallen:
    return fallen_of(before[name], after.get(name), causes[name])


def _tip(figure: Figure) -> NDArray[np.float64]:
    """Return the square above which a figure's marker was (4, 3)."""
    return np.array(
        [(figure.x + a, figure.y + b, 2.56) for a, b in ((-0.6, -0.6), (0.6, -0.6), (0.6, 0.6), (-0.6, 0.6))]
    )


def _shell(world: CannonWorld, end: CannonState, stage: CannonStage) -> ShellAtRest | None:
    if world.shot.rest_cm is None:
        return None
    shell = end.shells[-1]
    width, height = stage.camera.lens.size_px
    u, v = (float(c) for c in stage.camera.project([shell.middle_cm])[0])
    if not (3 <= u < width - 4 and 3 <= v < height - 4):
        return None
    things = stage.things(end)
    seen = seen_share(shell, things, stage.stage, stage.camera)
    with_it = stage.clean(end).copy()
    without = stage.clean(replace(end, shells=end.shells[:-1]))
    reach = 3
    window = (slice(round(v) - reach, round(v) + reach + 1), slice(round(u) - reach, round(u) + reach + 1))
    differ = np.abs(with_it[window].astype(int) - without[window]).max(axis=2)
    return ShellAtRest(
        shell.x, shell.y, shell.radius_cm, (u, v), seen, float(np.median(differ)), on_table(shell.x, shell.y),
        world.colour,
    )  # fmt: skip


def _laid(marker: FrameMarker, dice: Dice) -> FrameMarker:
    x, y = np.array([marker.x, marker.y]) + dice.normal(0, LAID_SIGMA_CM, 2)
    return replace(marker, x=float(x), y=float(y), heading_deg=marker.heading_deg + float(dice.normal(0, 0.2)))


def _as_calibrated(camera: Camera, frame: Frame, laid: Frame, dice: Dice) -> TableView:
    """Return the table as calibrated: lens a little off, pose from the frame markers as they are read."""
    matrix = camera.lens.matrix.copy()
    matrix[[0, 1], [0, 1]] *= 1 + dice.normal(0, 1e-4)
    matrix[:2, 2] += dice.normal(0, 0.2, 2)
    lens = Lens(camera.lens.size_px, matrix, camera.lens.distortion)
    told = np.concatenate([plate.corners_cm() for plate in frame_plates(frame)])
    seen = camera.project(np.concatenate([plate.corners_cm() for plate in frame_plates(laid)]))
    seen = seen + dice.normal(0, CORNER_SIGMA_PX, seen.shape)
    turn, _ = cv2.Rodrigues(camera.rotation)
    _, turn, place = cv2.solvePnP(
        told, seen, lens.matrix, lens.distortion, np.asarray(turn).copy(), camera.translation.copy(), True
    )
    rotation, _ = cv2.Rodrigues(turn)
    read = tuple(FrameSeen(m.id, seen[4 * k : 4 * k + 4]) for k, m in enumerate(frame.markers))
    return TableView(Camera(lens, np.asarray(rotation), np.asarray(place, dtype=np.float64).ravel()), frame, None, read)
