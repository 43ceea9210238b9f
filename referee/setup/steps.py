"""The steps of a set-up and how each stands, read from its files: nothing else remembers what was done."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

import numpy as np

from referee.setup.bases import types_wanted
from referee.setup.folder import SetUp
from referee.setup.map_fit import same_board
from rules.registry import game_named
from table.errors import BadInput

StepKey = Literal["match", "camera", "sheets", "lens", "table", "heights", "check", "terrain", "roster", "play"]
StepState = Literal["done", "to_do", "again"]

STEPS: tuple[StepKey, ...] = get_args(StepKey)
NEEDS: Mapping[StepKey, tuple[StepKey, ...]] = {
    "match": (),
    "camera": ("match",),
    "sheets": ("match",),
    "lens": ("camera", "sheets"),
    "table": ("lens",),
    "heights": ("table",),
    "check": ("table",),
    "terrain": ("table",),
    "roster": ("table",),
    "play": ("table", "roster"),
}
"""What must be there before a step can be taken; heights and check may be left out, and terrain may be none."""


@dataclass(frozen=True)
class SetupStep:
    """How a step stands; ``why`` is the template of a sentence for one that needs another look, with its ``values``."""

    key: StepKey
    state: StepState
    why: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def done(self) -> bool:
        """Whether nothing is left to do."""
        return self.state == "done"


def steps_of(setup: SetUp) -> tuple[SetupStep, ...]:
    """Return how every step stands, in their order."""
    return tuple(step_of(setup, key) for key in STEPS)


def step_of(setup: SetUp, key: StepKey) -> SetupStep:
    """Return how one step stands; a file that cannot be read needs another look, with what is wrong in it."""
    try:
        return _JUDGES[key](setup)
    except BadInput as error:
        return SetupStep(key, "again", error.template, error.values)


def next_step(setup: SetUp) -> StepKey:
    """Return the first step that is not done and whose needs are; heights help nobody who has laid his terrain."""
    steps = {step.key: step for step in steps_of(setup)}
    for key in STEPS:
        if key == "heights" and steps["terrain"].state != "to_do":
            continue
        if not steps[key].done and all(steps[need].state != "to_do" for need in NEEDS[key]):
            return key
    return "play"


def first_wrong(setup: SetUp) -> StepKey:
    """Return the first step that needs another look, or the first to do where none does."""
    return next((step.key for step in steps_of(setup) if step.state == "again"), next_step(setup))


def missing_for(setup: SetUp, key: StepKey) -> tuple[StepKey, ...]:
    """Return the steps that must be done before this one can be taken."""
    return tuple(need for need in NEEDS[key] if step_of(setup, need).state == "to_do")


def playable(setup: SetUp) -> bool:
    """Say whether a match can begin."""
    return all(step_of(setup, key).state != "to_do" for key in ("match", "camera", "table", "roster"))


def _match(setup: SetUp) -> SetupStep:
    return SetupStep("match", "to_do" if setup.match is None else "done")


def _camera(setup: SetUp) -> SetupStep:
    return SetupStep("camera", "to_do" if setup.source is None else "done")


def _sheets(setup: SetUp) -> SetupStep:
    frame = setup.frame
    if frame is None:
        return SetupStep("sheets", "to_do")
    if len(frame.markers) < 3:
        return SetupStep(
            "sheets", "again", "{count} cards lie round the table, and 3 is the least", {"count": len(frame.markers)}
        )
    _ = setup.sheets
    return SetupStep("sheets", "done")


def _lens(setup: SetUp) -> SetupStep:
    profile, source = setup.camera, setup.source
    if profile is None:
        return SetupStep("lens", "to_do")
    if source is not None and source.size_px is not None and source.size_px != profile.lens.size_px:
        (width, height), (wide, high) = source.size_px, profile.lens.size_px
        sizes = {"width": width, "height": height, "wide": wide, "high": high}
        return SetupStep(
            "lens", "again",
            "the camera gives {width} x {height} px, and the lens was learned at {wide} x {high} px: learn it again",
            sizes,
        )  # fmt: skip
    return SetupStep("lens", "done")


def _table(setup: SetUp) -> SetupStep:
    view, profile, frame = setup.table, setup.camera, setup.frame
    if view is None:
        return SetupStep("table", "to_do")
    if profile is not None and not _same_lens(view.camera.lens, profile.lens):
        return SetupStep("table", "again", "the lens was learned again since the table was found: find the table again")
    if frame is not None and (frame.width_cm, frame.depth_cm) != (view.frame.width_cm, view.frame.depth_cm):
        return SetupStep("table", "again", "the table's size was changed since it was found: find the table again")
    if frame is not None and not same_board(frame, view.frame):
        return SetupStep("table", "again", "the board was changed since the table was found: find the table again")
    return SetupStep("table", "done")


def _heights(setup: SetUp) -> SetupStep:
    told, frame = setup.heights, setup.frame
    if told is None:
        return SetupStep("heights", "done" if _without_terrain(setup) else "to_do")
    if not told.skipped and frame is not None and (frame.width_cm, frame.depth_cm) != (told.width_cm, told.depth_cm):
        return SetupStep(
            "heights", "again", "the table's size was changed since its heights were measured: measure them again"
        )
    return SetupStep("heights", "done")


def _without_terrain(setup: SetUp) -> bool:
    """Say whether the game is one on a board: such a game knows no terrain."""
    match = setup.match
    return match is not None and game_named(match.game).board is not None


def _check(setup: SetUp) -> SetupStep:
    check = setup.check
    if check is None or not (check.distance or check.skipped):
        return SetupStep("check", "to_do")
    if check.distance and check.table != setup.fingerprint():
        return SetupStep("check", "again", "the table was found again since the distance was checked: check it again")
    off = next((d for d in check.distance if not d.agrees), None)
    if off is not None:
        values = {"measured": off.measured_cm, "true": off.true_cm}
        return SetupStep(
            "check", "again", "the camera measures {measured:.1f} cm where the tape says {true:.1f} cm", values
        )
    return SetupStep("check", "done")


def _terrain(setup: SetUp) -> SetupStep:
    pieces, frame = setup.terrain, setup.frame
    if _without_terrain(setup) and not pieces:
        return SetupStep("terrain", "done")
    if pieces is None:
        return SetupStep("terrain", "to_do")
    if frame is not None:
        for piece in pieces:
            places = np.array(piece.polygon)
            if (places.min(axis=0) > (frame.width_cm, frame.depth_cm)).any() or (places.max(axis=0) < 0).any():
                return SetupStep("terrain", "again", "{piece} lies off the table: draw it again", {"piece": piece.name})
    return SetupStep("terrain", "done")


def _roster(setup: SetUp) -> SetupStep:
    roster, frame, match = setup.roster, setup.frame, setup.match
    if roster is None or not roster.entries:
        return SetupStep("roster", "to_do")
    taken = {marker.id for marker in frame.markers} if frame is not None else set()
    for entry in roster.entries:
        if entry.marker in taken:
            values = {"number": entry.marker, "name": entry.name}
            return SetupStep("roster", "again", "marker {number} of {name} is on a card round the table, too", values)
    sides = {side.name for side in match.sides} if match is not None else set()
    for entry in roster.entries:
        if sides and entry.side not in sides:
            values = {"name": entry.name, "side": entry.side}
            return SetupStep("roster", "again", "{name} is of the side {side}, which does not play", values)
    for entry in roster.entries:
        if match is not None and (known := types_wanted(match, entry.kind, entry.unit)) is not None:
            values = {"name": entry.name, "known": known}
            return SetupStep("roster", "again", "{name} has no type: choose one in the roster, such as {known}", values)
    empty = [
        side for side in (match.sides if match is not None else ()) if side.name not in {e.side for e in roster.entries}
    ]
    if empty:
        return SetupStep("roster", "again", "nobody is on the roster of the {side}", {"side": empty[0].title})
    return SetupStep("roster", "done")


def _play(setup: SetUp) -> SetupStep:
    return SetupStep("play", "done" if setup.journal.exists() else "to_do")


def _same_lens(one: Any, other: Any) -> bool:
    return (
        one.size_px == other.size_px
        and np.allclose(one.matrix, other.matrix, rtol=1e-9)
        and one.fisheye == other.fisheye
        and one.distortion.shape == other.distortion.shape
        and np.allclose(one.distortion, other.distortion, rtol=1e-9, atol=1e-12)
    )


_JUDGES: Mapping[StepKey, Callable[[SetUp], SetupStep]] = {
    "match": _match,
    "camera": _camera,
    "sheets": _sheets,
    "lens": _lens,
    "table": _table,
    "heights": _heights,
    "check": _check,
    "terrain": _terrain,
    "roster": _roster,
    "play": _play,
}
