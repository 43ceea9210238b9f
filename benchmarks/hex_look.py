"""The light over a hex map: what a room and its camera have for good, and what one picture has of its own."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from looks import CastShadow, Glare, RoomLook, Tone

from simulation.synthetic.look import Ground

Dice = np.random.Generator


def room_look(dice: Dice) -> RoomLook:
    """Return a room's light and a camera's sensor."""
    grounds: tuple[Ground, ...] = ("grass", "sand", "plain")
    return RoomLook(
        ground=grounds[int(dice.integers(3))],
        blur_px=float(dice.uniform(0.5, 0.85)),
        noise=float(dice.uniform(1.0, 3.0)),
        light=float(dice.uniform(0.6, 1.05)),
        light_gradient=float(dice.uniform(0.1, 0.35)),
        vignette=float(dice.uniform(0.05, 0.25)),
        shadow=float(dice.uniform(0.2, 0.42)),
        jpeg_quality=int(dice.integers(80, 94)),
        sharpen=float(dice.choice([0.0, 0.25, 0.5])),
        colour_noise=float(dice.uniform(0, 1.5)),
    )


def moment_look(
    room: RoomLook, dice: Dice, near: Sequence[tuple[float, float]], width_cm: float, depth_cm: float
) -> RoomLook:  # fmt: skip
    """Return a picture's own look: shaken a little, its tone, a lamp mirrored ``near`` things, a player's shadow."""
    turn, length = dice.uniform(0, math.pi), dice.uniform(0, 1.0)
    tones: tuple[Tone, ...] = ("power", "srgb", "film")
    glares = tuple(
        Glare(
            near[int(k)][0] + float(dice.normal(0, 3)), near[int(k)][1] + float(dice.normal(0, 3)),
            float(dice.uniform(0.1, 0.8)), (float(dice.uniform(1.5, 4)), float(dice.uniform(1, 3))),
            float(dice.uniform(0, 180)),
        )
        for k in dice.integers(0, len(near), int(dice.integers(0, 3)))
    )  # fmt: skip
    x, lean, wide = dice.uniform(0, width_cm), dice.normal(0, 25), dice.uniform(6, 25)
    beam = ((x, -15), (x + wide, -15), (x + wide + lean, depth_cm + 15), (x + lean, depth_cm + 15))
    polygon = tuple((float(a), float(b)) for a, b in beam)
    return replace(
        room,
        blur_px=float(np.clip(room.blur_px + dice.normal(0, 0.05), 0.45, 0.95)),
        shadow=float(dice.uniform(0.2, 0.42)),
        jpeg_quality=int(dice.integers(80, 94)),
        motion_px=(float(length * math.cos(turn)), float(length * math.sin(turn))),
        tone=tones[int(dice.integers(3))],
        glares=glares,
        cast_shadows=(CastShadow(polygon, float(dice.uniform(0.15, 0.5)), float(dice.uniform(0, 1))),),
    )
