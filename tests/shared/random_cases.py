"""Random cases of both games: a crowded table well inside its edges, an action that often stands, six dice."""

import math
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from rules.ambush.obstacles import book_table
from rules.yankee.terrain import house_table
from table.notation.case_file import Case
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece

SIZE_CM, MIDDLE_CM = 400.0, 200.0
AMBUSH_KINDS = sorted(book_table())
YANKEE_KINDS = sorted(house_table())
DICE = st.tuples(*[st.integers(1, 6)] * 6)
DEPTHS = {"infantry": 2.0, "skirmishers": 2.0, "cavalry": 2.8, "light cavalry": 2.8, "artillery": 3.8}
SIGMAS = st.sampled_from([0.0, 0.0, 0.02, 0.2])
angle = st.floats(-180, 180).map(lambda v: round(v, 2))


def near(spread: float) -> st.SearchStrategy[float]:
    return st.floats(-spread, spread).map(lambda v: round(v, 3))


def way(x: float, y: float, heading: float, ahead: float, left: float) -> tuple[float, float]:
    """Return the place so far ahead and to the left of another, for who looks along a heading."""
    cos, sin = math.cos(math.radians(heading)), math.sin(math.radians(heading))
    return x + ahead * cos - left * sin, y + ahead * sin + left * cos


@st.composite
def piece_about(draw: st.DrawFn, name: str, kinds: list[str], x: float, y: float, spread: float) -> Piece:
    """One oblong piece, perhaps narrow, about a place or over it."""
    turn, at = draw(angle), (x + draw(near(spread)), y + draw(near(spread)))
    long, wide = draw(st.floats(0.5, 14)), draw(st.sampled_from([0.2, 0.8, 3.0, 7.0]))
    box = [(long, wide), (-long, wide), (-long, -wide), (long, -wide)]
    return Piece(name, draw(st.sampled_from(kinds)), tuple(way(*at, turn, a, b) for a, b in box))


@st.composite
def pieces(draw: st.DrawFn, kinds: list[str], x: float, y: float, spread: float, most: int = 4) -> tuple[Piece, ...]:
    """Several pieces about a place."""
    many = draw(st.integers(0, most))
    return tuple(draw(piece_about(f"p-{k}", kinds, x, y, spread)) for k in range(many))


@st.composite
def ambush_cases(draw: st.DrawFn, verbs: tuple[str, ...], sigmas: st.SearchStrategy[float] = SIGMAS) -> Case:
    """Three soldiers and a vehicle or two of each side within half a metre, and one of these verbs."""
    stands = []
    for name, kind in (("s-0", "soldier"), ("s-1", "soldier"), ("s-2", "soldier"), ("s-3", "soldier"),
                       ("v-0", "Sherman"), ("v-1", "Stug III"), ("v-2", "Sdkfz 251")):  # fmt: skip
        state: dict[str, Any] = {"revealed": draw(st.booleans())}
        rare = [{}] * 7 + [{"fired": True}, {"moved_cm": 5.0}, {"ran": True}, {"crossed": ["fence"]}, {"threw": True}]
        state |= draw(st.sampled_from(rare)) | ({"passengers": 2} if kind == "Sdkfz 251" else {})
        side, at = ("us", "de")[int(name[-1]) % 2], (MIDDLE_CM + draw(near(24)), MIDDLE_CM + draw(near(24)))
        stands.append(Stand(name, side, kind, *at, draw(angle), sigma_cm=draw(sigmas), state=state))
    verb = draw(st.sampled_from(verbs))
    actor = stands[4] if verb in ("mg", "gun", "drive", "push") else stands[0]
    action: dict[str, Any] = {"type": "move" if verb == "drive" else verb, "actor": actor.name}
    if verb in ("shoot", "mg", "assault"):
        action["target"] = "s-1"
    if verb == "gun" and draw(st.booleans()):
        action["target"] = draw(st.sampled_from(["s-1", "v-1"]))
    elif verb in ("gun", "grenade"):
        reach = 11 if verb == "grenade" else 40
        of = draw(st.sampled_from([*stands[1:4], stands[5]]))
        aimed = (of.x + draw(near(4)), of.y + draw(near(4))) if draw(st.booleans()) else way(
            *actor.centre, draw(angle), draw(st.floats(0, reach)), 0)  # fmt: skip
        action["point"] = list(aimed)
    if verb in ("move", "run", "drive", "push"):
        legs, at = [list(actor.centre)], actor.centre
        for _ in range(draw(st.integers(1, 3))):
            at = way(*at, draw(angle), draw(st.floats(0.5, 12 if verb == "drive" else 6)), 0)
            legs.append(list(at))
        action["path"] = legs
    if verb in ("assault", "push"):
        other = 1 if verb == "assault" else 5
        action["target"] = stands[other].name
        gap_cm = draw(st.sampled_from([1.0, 1.9, 2.1, 2.6])) if verb == "assault" else draw(st.floats(2, 9))
        stands[other] = stands[other].moved_to(*way(*actor.centre, draw(angle), gap_cm, 0))
    about = draw(st.sampled_from([actor, stands[1]]))
    among = draw(pieces(AMBUSH_KINDS, about.x, about.y, 14))
    return Case("ambush", Snapshot(SIZE_CM, SIZE_CM, tuple(stands), among), action, draw(DICE), {})


@st.composite
def yankee_cases(draw: st.DrawFn, verbs: tuple[str, ...], sigmas: st.SearchStrategy[float] = SIGMAS) -> Case:
    """A northern line, an enemy before it (in contact for a combat), others about him, a general of each side."""
    heading = draw(st.one_of(st.sampled_from([0.0, 90.0, -90.0, 180.0]), angle))
    verb = draw(st.sampled_from(verbs))
    x, y = MIDDLE_CM + draw(near(20)), MIDDLE_CM + draw(near(20))
    arms = st.sampled_from(["infantry", "infantry", "cavalry", "artillery", "light cavalry", "skirmishers"])
    rare = [{}] * 9 + [{"fired": True}, {"moved": True}, {"turned": True}, {"skirmish": True}, {"fatigue": 2}]
    hair, jitter = st.sampled_from([0.0, 0.0, 0.1, 0.25, 0.6]), near(0.28)

    def state() -> dict[str, Any]:
        quality = draw(st.sampled_from(["militia", "trained", "veteran"]))
        return {"quality": quality, "brigade": "A"} | draw(st.sampled_from(rare))

    kinds = {f"s-{k}": draw(arms) for k in range(6)} | {"g-n": "general", "g-s": "general"}
    turn = draw(st.sampled_from([0.0, 0.0, 20.0, 90.0]))
    half = {0.0: DEPTHS[kinds["s-1"]] / 2, 20.0: DEPTHS[kinds["s-1"]] / 2 + 0.4, 90.0: 1.25}[turn]
    touching_cm = DEPTHS[kinds["s-0"]] / 2 + half
    ahead_cm = touching_cm + draw(hair) if verb == "combat" else draw(st.floats(4, 22))
    places: list[tuple[str, str, float, float, float]] = [("s-0", "north", 0.0, 0.0, 0.0)]
    places.append(("s-1", "south", ahead_cm, draw(near(1.5)), 180 + turn))
    for k in (2, 3):  # beside or behind the enemy, or anywhere
        back, side = draw(st.sampled_from([(0.0, 2.5), (0.0, -2.6), (3.0, 0.0), (3.9, 0.4), (7.0, 3.0), (-2.0, 4.0)]))
        places.append((f"s-{k}", "south", ahead_cm + back + draw(hair), side + draw(jitter), 180.0))
    places += [("s-4", "north", draw(jitter), 2.5 + draw(hair), draw(near(8))),
               ("s-5", "north", draw(jitter), -2.5 - draw(hair), 0.0),
               ("g-n", "north", -2.6, draw(near(4)), 0.0),
               ("g-s", "south", ahead_cm + 2 + draw(st.floats(0, 3)), draw(near(4)), 180.0)]  # fmt: skip
    stands = tuple(
        Stand(name, side, kinds[name], *way(x, y, heading, ahead, left), heading + turn,
              sigma_cm=draw(sigmas), state={} if name[0] == "g" else state())
        for name, side, ahead, left, turn in places
    )  # fmt: skip
    action: dict[str, Any] = {"type": "move" if verb == "wheel" else verb, "actor": "s-0", "target": "s-1"}
    if verb == "fire":
        action["supports"] = draw(st.sampled_from([[], [], ["s-4"], ["s-5", "s-4"]]))
    if verb in ("move", "wheel", "ford"):
        action = {"type": "move" if verb == "wheel" else verb, "group": draw(st.permutations(["s-0", "s-4", "s-5"]))}
        leader = next(s for s in stands if s.name == action["group"][0])
        if verb == "wheel":
            action["wheel"] = {"pivot": draw(st.sampled_from(["left", "right"])), "degrees": draw(st.integers(-20, 60))}
        elif verb == "move":
            end = way(*leader.centre, heading, draw(st.floats(0.5, 14)), draw(near(2)))
            action["path"] = [list(leader.centre), list(end)]
    if verb == "general":
        action = {"type": "general", "actor": "g-n"}
    at = way(x, y, heading, draw(st.floats(0, 1)) * ahead_cm, 0)
    among = draw(pieces(YANKEE_KINDS, *at, 6, 3))
    return Case("yankee", Snapshot(SIZE_CM, SIZE_CM, stands, among), action, draw(DICE), {})


AMBUSH_VERBS = ("shoot", "mg", "gun", "grenade", "assault", "move", "run", "drive", "push")
YANKEE_VERBS = ("fire", "combat", "move", "wheel", "ford", "general")
any_case = st.one_of(ambush_cases(AMBUSH_VERBS), yankee_cases(YANKEE_VERBS))


def ready(case: Case, **target_state: Any) -> Case:
    """Return a case whose actor has done nothing yet, so that more of its shots are allowed."""
    table = case.snapshot
    actor = table.stand(case.action["actor"])
    kept = {key: value for key, value in actor.state.items() if key in ("passengers", "quality", "brigade")}
    table = table.with_stand(replace(actor, state=kept))
    if target_state and "target" in case.action:
        table = table.with_stand(table.stand(case.action["target"]).with_state(**target_state))
    return replace(case, snapshot=table)
