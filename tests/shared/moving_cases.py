"""Cases moved with their whole table, and what of a ruling such a motion must keep."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.registry import rule
from rules.ruling import Ruling
from table.notation.case_file import Case
from table.snapshot import Snapshot

SWAPPED_AIM = {2: 4, 4: 2}  # A4.2, A8.1: left and right
OTHER_SIDE = {"left": "right", "right": "left"}

Place = tuple[float, float]


@dataclass(frozen=True)
class Motion:
    """Where a motion of the whole table takes a place, a heading, and its edges."""

    go: Callable[[Place, Snapshot], Place]
    heading: Callable[[float], float]
    edges: Mapping[str, str]
    swaps_edges: bool = False
    mirrors: bool = False


def named_edges(words: str) -> Mapping[str, str]:
    """Where the near, far, left and right edges come to lie."""
    return dict(zip(("near", "far", "left", "right"), words.split(), strict=True))


MIRROR = Motion(
    lambda at, t: (t.width_cm - at[0], at[1]), lambda h: 180 - h, named_edges("near far right left"), mirrors=True
)


def ruled(case: Case, name: str = "case") -> Ruling:
    return rule(case.game, case.snapshot, case.action, case.dice, case.settings, case.decided, name, case.sides)


def moved(case: Case, motion: Motion, before: Ruling) -> Case:
    """Return a case after a motion; where that mirrors, the aim dice that were asked for are mirrored too."""
    table = case.snapshot

    def go(at: Any) -> list[float]:
        return list(motion.go((float(at[0]), float(at[1])), table))

    def state(given: Mapping[str, Any]) -> dict[str, Any]:
        told = {key: go(value) if key == "start" else value for key, value in given.items()}
        if "start_heading_deg" in told:
            told["start_heading_deg"] = motion.heading(told["start_heading_deg"])
        if "stood" in told:  # a place and a heading
            *at, heading = told["stood"]
            told["stood"] = [*go(at), motion.heading(heading)]
        return told

    stands = tuple(
        replace(s.moved_to(*go(s.centre), motion.heading(s.heading_deg)), state=state(s.state)) for s in table.stands
    )
    pieces = tuple(
        replace(p, **{key: tuple(tuple(go(corner)) for corner in getattr(p, key)) for key in ("polygon", "crest")})
        for p in table.pieces
    )
    action = dict(case.action)
    if "point" in action:
        action["point"] = go(action["point"])
    if "path" in action:
        action["path"] = [go(point) for point in action["path"]]
    if motion.mirrors and "turn" in action:
        action["turn"] = -action["turn"]
    if motion.mirrors and "wheel" in action:
        action["wheel"] = {**action["wheel"], "pivot": OTHER_SIDE[action["wheel"]["pivot"]]}
    if "edge" in action:
        action["edge"] = motion.edges[action["edge"]]
    sides = {
        name: {key: motion.edges[value] if key == "edge" else value for key, value in known.items()}
        for name, known in case.sides.items()
    }
    dice = list(case.dice)
    for k, throw in enumerate(before.dice):
        if motion.mirrors and throw.purpose == "aim":
            dice[k] = SWAPPED_AIM.get(int(dice[k]), dice[k])
    width, depth = (table.depth_cm, table.width_cm) if motion.swaps_edges else (table.width_cm, table.depth_cm)
    return replace(case, snapshot=Snapshot(width, depth, stands, pieces), action=action, dice=tuple(dice), sides=sides)


class About(float):
    """A measured number that equals one a millionth away: rounded numbers part where the sixth place turns."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, float) and abs(self - other) < 2e-6


def essence(ruling: Ruling) -> object:
    """Return everything of a ruling but places on the table."""
    checks = sorted(ruling.checks, key=lambda c: (c.clause, c.key, c.verdict, c.modifies, c.measured or 0.0))
    told = [(c.clause, c.key, c.verdict, c.modifies, None if c.measured is None else About(c.measured)) for c in checks]
    return ruling.verdict, ruling.outcome, told, [(e.type, e.stand) for e in ruling.effects]


def places(ruling: Ruling) -> dict[tuple[str, str | None], Place]:
    """Return where a ruling puts which stands, by effect."""
    found = {}
    for effect in ruling.effects:
        if {"x", "y"} <= set(effect.values):
            found[effect.type, effect.stand] = (effect.values["x"], effect.values["y"])
        elif "to" in effect.values:
            found[effect.type, effect.stand] = tuple(effect.values["to"])
    return found
