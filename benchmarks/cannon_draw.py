"""Montecassino's table by chance: set, camera, light, who stands where, and what may be between two pictures."""

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from cannon_light import Exposure, SoftShadow, hand_shadow
from looks import RoomLook, Tone

from simulation.synthetic.cannon_figure import Figure, Uniform
from simulation.synthetic.cannon_pieces import Cannon, Shell
from simulation.synthetic.cannon_print import BoardPrint
from simulation.synthetic.cannon_stage import CannonState, CannonStyle
from simulation.synthetic.cannon_table import (
    DEPTH_CM,
    FIELD_RANKS,
    FILES,
    WIDTH_CM,
    BoardPlace,
    square_middle,
)
from simulation.synthetic.hand import Hand
from simulation.synthetic.look import Ground
from simulation.synthetic.palette import Colour, mixed, paint, shaded
from vision.camera import Camera

Dice = np.random.Generator
MOST_A_SIDE = 24
_PRINTS: tuple[tuple[str, str, str], ...] = (  # square, other square, line
    ("#b9b39c", "#a8a08a", "#5e5e58"), ("#c9c0a0", "#8f8a70", "#4a4638"), ("#9d9f9c", "#9d9f9c", "#5d5e5c"),
    ("#8e9a6a", "#7d8a5a", "#e0dcc8"), ("#d8d2c0", "#d0c8b0", "#7a5a3a"), ("#a58b66", "#b89c74", "#3d3026"),
    ("#6f7a58", "#7b8562", "#2f3626"), ("#c4c8c6", "#aab2b4", "#50585c"), ("#b07a5a", "#c08c6a", "#f0e6d6"),
)  # fmt: skip
_STRIPS = ("#5c7a45", "#3f6a3c", "#6f8a46", "#4d6b52", "#77804a")
_COATS = ("#7d7a4a", "#6a7276", "#8a7a50", "#4f5a3a", "#5a5f6a", "#8c7d4e", "#445066", "#94896a", "#6b4f3a", "#3c3c3c")
_SHELLS = {
    "red": "#e0301c", "orange": "#f08020", "yellow": "#f2d020", "green": "#3cc83c", "blue": "#2c60e0",
    "pink": "#f060a0", "white": "#f4f4f0", "cyan": "#30c8d8",
}  # fmt: skip


@dataclass(frozen=True)
class Between:
    """What is different after a shot, beside what it did: the words of it, light, camera, board, hands."""

    kinds: frozenset[str]
    before: Exposure
    after: Exposure
    board: BoardPlace
    push_cm: tuple[float, float, float]
    turn_deg: tuple[float, float, float]
    look: RoomLook
    hands_before: tuple[Hand, ...]
    hands_after: tuple[Hand, ...]

    def camera(self, camera: Camera) -> Camera:
        """Return the camera after it was bumped."""
        if not (any(self.push_cm) or any(self.turn_deg)):
            return camera
        turn, _ = cv2.Rodrigues(np.radians(np.array(self.turn_deg)))
        rotation = np.asarray(turn) @ camera.rotation
        place = camera.position_cm + np.array(self.push_cm)
        return Camera(camera.lens, rotation, -rotation @ place)


def draw_style(dice: Dice) -> CannonStyle:
    """Return a board and two uniforms."""
    square, other, line = (paint(code) for code in _PRINTS[int(dice.integers(len(_PRINTS)))])
    strip = paint(str(dice.choice(_STRIPS)))
    number = None if dice.random() < 0.15 else shaded(line, float(dice.uniform(0.7, 1.3)))
    board = BoardPrint(
        square, other, line, strip, number,
        line_cm=float(dice.uniform(0.06, 0.28)),
        number_cm=float(dice.choice([0.35, 0.5, 0.7, 1.4])),
        checker=float(dice.choice([0.0, 0.5, 1.0])),
        mottle=float(dice.uniform(0.01, 0.09)),
        spots=int(dice.choice([0, 0, 25, 70])),
        spot=mixed(square, paint("#4a4030"), float(dice.uniform(0.3, 0.9))),
        seed=int(dice.integers(2**31)),
    )  # fmt: skip
    coats = dice.permutation(len(_COATS))[:2]
    on_disc = bool(dice.random() < 0.5)
    disc = paint(str(dice.choice(["#f0f0ec", "#e8e4d8", "#6a6a66", "#8a6a4a"]))) if on_disc else None
    uniforms = tuple(
        (side, Uniform(paint(_COATS[k]), shaded(paint(_COATS[k]), float(dice.uniform(0.4, 0.9))), disc))
        for side, k in zip("AG", coats, strict=True)
    )
    return CannonStyle(board, uniforms)


def draw_look(dice: Dice, quality: int | None = 90) -> RoomLook:
    """Return an ordinary camera's look under an ordinary room's light."""
    grounds: tuple[Ground, ...] = ("grass", "sand", "snow")
    tones: tuple[Tone, ...] = ("power", "srgb", "film")
    return RoomLook(
        ground=grounds[int(dice.integers(3))],
        blur_px=float(dice.uniform(0.45, 0.95)),
        noise=float(dice.uniform(0.8, 3.0)),
        light=float(dice.uniform(0.55, 0.95)),
        light_gradient=float(dice.uniform(0.05, 0.35)),
        vignette=float(dice.uniform(0.05, 0.25)),
        shadow=float(dice.uniform(0.15, 0.55)),
        lamp_deg=float(dice.uniform(-180, 180)),
        jpeg_quality=quality,
        outline=False,
        tone=tones[int(dice.choice(3, p=[0.5, 0.25, 0.25]))],
        sharpen=float(dice.choice([0.0, 0.0, 0.25, 0.5])),
        colour_noise=float(dice.uniform(0, 1.2)),
    )


def draw_figures(dice: Dice) -> tuple[Figure, ...]:
    """Return who stands where: 8 to 24 a side, at home, advanced or mixed, each near the middle of his square."""
    taken: set[str] = set()
    figures = []
    for side, ahead in (("A", 90.0), ("G", -90.0)):
        names = dice.permutation(MOST_A_SIDE)[: int(dice.integers(8, MOST_A_SIDE + 1))]
        front = float(dice.uniform(1.0, 8.0))
        own, other = side, "G" if side == "A" else "A"
        ranks = np.arange(2 * FIELD_RANKS)
        weights = np.exp(-0.5 * ((ranks - front) / float(dice.uniform(0.7, 2.5))) ** 2)
        weights[FIELD_RANKS + 3 :] = 0
        order = _weighted(np.repeat(weights, FILES), dice)
        squares = []
        for cell in order:
            rank, file = divmod(int(cell), FILES)
            if rank < FIELD_RANKS:
                squares.append(f"{own}-{rank * FILES + file + 1}")
            else:
                squares.append(f"{other}-{(2 * FIELD_RANKS - 1 - rank) * FILES + FILES - file}")
        free = [square for square in squares if square not in taken]
        for k, square in zip(sorted(names.tolist()), free, strict=False):
            taken.add(square)
            x, y = square_middle(square)
            off = np.clip(dice.normal(0, 0.4, 2), -1.1, 1.1)
            turn = float(dice.normal(0, 10)) if dice.random() < 0.85 else float(dice.uniform(-180, 180))
            figures.append(Figure(f"{side}{k}", float(x + off[0]), float(y + off[1]), ahead + turn))
    return tuple(figures)


def _weighted(weights: np.ndarray, dice: Dice) -> np.ndarray:
    keys = np.log(np.maximum(weights, 1e-12)) + dice.gumbel(size=len(weights))
    return np.argsort(-keys)[: int((weights > 0).sum())]


def draw_state(figures: tuple[Figure, ...], shell: Shell, dice: Dice) -> tuple[CannonState, bool]:
    """Return the table before a shot, and whether shells of earlier shots lie about."""
    cannons = tuple(
        Cannon(float(dice.uniform(6, WIDTH_CM - 6)), y, ahead + float(dice.normal(0, 7)))
        for y, ahead in ((3.2, 90.0), (DEPTH_CM - 3.2, -90.0))
    )
    low, high = float(dice.uniform(7, 34)), float(dice.uniform(61, 88))
    side = float(dice.uniform(1.2, 3.0))
    banners = ((side, low), (side, high), (WIDTH_CM - side, high), (WIDTH_CM - side, low))
    if dice.random() < 0.25:
        banners = ((side, 7.0), (side, 88.0), (WIDTH_CM - side, 88.0), (WIDTH_CM - side, 7.0))
    old: list[Shell] = []
    if dice.random() < 0.25:
        for _ in range(int(dice.integers(1, 5))):
            x, y = float(dice.uniform(1, WIDTH_CM - 1)), float(dice.uniform(1, DEPTH_CM - 1))
            clear = all(math.dist((x, y), (f.x, f.y)) > 1.4 for f in figures)
            if clear and all(abs(y - cannon.y) > 4.5 or abs(x - cannon.x) > 4.0 for cannon in cannons):
                old.append(replace(shell, x=x, y=y))
    return CannonState(figures, tuple(old), cannons, banners), bool(old)


def draw_shell(style: CannonStyle, dice: Dice) -> tuple[Shell, str]:
    """Return a shell of some bright colour, and the colour's name; now and then as the board is coloured."""
    radius = float(dice.uniform(0.3, 0.35))
    if dice.random() < 0.08:
        colours: list[Colour] = [style.board.strip, style.board.square, style.board.line, style.uniform("A").coat]
        return Shell(0, 0, radius, colours[int(dice.integers(4))]), "as the board"
    name = str(dice.choice(list(_SHELLS)))
    return Shell(0, 0, radius, shaded(paint(_SHELLS[name]), float(dice.uniform(0.75, 1.0)))), name


def draw_between(look: RoomLook, frame_rows: int, dice: Dice, disturbed: bool) -> Between:
    """Return what else happens between the two pictures."""
    kinds: set[str] = set()
    before, after, board, push, turn = Exposure(), Exposure(), BoardPlace(), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    hands_before: tuple[Hand, ...] = ()
    hands_after: tuple[Hand, ...] = ()
    after_look = look
    if dice.random() < 0.45:
        kinds.add("light")
        tint = tuple(float(t) for t in 1 + dice.normal(0, 0.05, 3))
        slope = tuple(float(t) for t in dice.normal(0, 0.12, 2))
        after = replace(
            after, gain=float(dice.uniform(0.65, 1.3)), tint=(tint[0], tint[1], tint[2]), slope=(slope[0], slope[1])
        )
    if dice.random() < 0.25:
        kinds.add("flicker")
        period, share = float(dice.uniform(0.2, 2.0)) * frame_rows, float(dice.uniform(0.03, 0.14))
        before = replace(before, flicker=(share, period, float(dice.uniform(0, 7))))
        after = replace(after, flicker=(share, period, float(dice.uniform(0, 7))))
    if dice.random() < 0.35:
        kinds.add("shadow")
        after = replace(after, shadows=_shadows(dice))
        if dice.random() < 0.3:
            before = replace(before, shadows=_shadows(dice))
    if dice.random() < 0.08:
        kinds.add("lamp")
        after_look = replace(look, lamp_deg=float(dice.uniform(-180, 180)), shadow=float(dice.uniform(0.15, 0.5)))
    bump = dice.random()
    if bump < 0.2:
        kinds.add("camera bumped")
        push = _within(0.5, 3, dice)
        turn = _within(0.2, 3, dice)
    elif bump < 0.38:
        kinds.add("board bumped")
        x, y, _ = _within(0.5, 2, dice)
        board = BoardPlace(x, y, float(dice.normal(0, 0.2)))
    if dice.random() < 0.12:
        kinds.add("focus")
        after = replace(after, defocus_px=float(dice.uniform(0.3, 0.9)))
    if dice.random() < 0.2:
        kinds.add("hand at the cannon")
        hand = _hand(dice, float(dice.uniform(5, WIDTH_CM - 5)), far=bool(dice.random() < 0.5), reach_cm=-7.0)
        hands_before, hands_after = ((hand,), ()) if dice.random() < 0.5 else ((), (hand,))
    if disturbed:
        kinds.add("disturbed")
        reach = float(dice.uniform(10, 50))
        hands_after = (
            *hands_after,
            _hand(dice, float(dice.uniform(4, WIDTH_CM - 4)), bool(dice.random() < 0.5), reach),
        )
    return Between(frozenset(kinds), before, after, board, push, turn, after_look, hands_before, hands_after)


def _within(most: float, axes: int, dice: Dice) -> tuple[float, float, float]:
    way = dice.normal(size=axes)
    way *= dice.uniform(0.1, 1) * most / float(np.linalg.norm(way))
    x, y, z = (float(c) for c in np.append(way, np.zeros(3 - axes)))
    return (x, y, z)


def _shadows(dice: Dice) -> tuple[SoftShadow, ...]:
    return tuple(
        hand_shadow(
            float(dice.uniform(0, WIDTH_CM)), float(dice.uniform(0, DEPTH_CM)), float(dice.uniform(0, 360)),
            float(dice.uniform(0.12, 0.5)), float(dice.uniform(0.7, 4.0)),
        )
        for _ in range(int(dice.integers(1, 3)))
    )  # fmt: skip


def _hand(dice: Dice, x: float, far: bool, reach_cm: float) -> Hand:
    """Return a hand from the near or far side whose palm is so far over the squares (below 0: over the strip)."""
    y = 7.0 + reach_cm if not far else DEPTH_CM - 7.0 - reach_cm
    return Hand(x, y, float(dice.uniform(6, 12)), 90.0 if far else 270.0, 60.0)
