"""What the camera saw of a turn: the action that explains how soldiers stand now, or each of several (M1.2, M2)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product

from rules.action import Action
from rules.montecassino.fields import base_squares, in_base, in_fortification
from rules.montecassino.position import Man, SquarePosition, position_of
from rules.montecassino.settings import MontecassinoSettings
from rules.montecassino.steps import MOST, Step, Turn, is_legal, neighbours, straight
from rules.montecassino.turn_notation import TurnNoted, Went, format_turn
from rules.seen_move import NO_WAYS, SeenMove, Ways
from table.snapshot import Snapshot
from table.squares import Field, Square
from table.verdict import DOUBT

MOST_READINGS = 16
"""So many readings of stands between squares are looked at, the likeliest ones."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One explanation: the turn as it is noted, the action to rule on, who moved, and how probable it is."""

    turn: TurnNoted
    action: Action
    stands: tuple[str, ...]
    probability: float = 1.0

    def notation(self, language: str = "en") -> str:
        """Return the turn's notation, ``A-72 -> G-49``."""
        return format_turn(self.turn, language)


def infer_moves(
    before: Snapshot, after: Snapshot, settings: MontecassinoSettings, _known: Mapping[str, object] | None = None,
    _ways: Ways = NO_WAYS,
) -> tuple[SeenMove, ...]:  # fmt: skip
    """Return the turn that was seen as one action, with its other readings beside it; nothing where nothing moved."""
    found = readings(before, after, settings.doubt)
    if not found:
        return ()
    first, *others = found
    return (SeenMove(first.action, first.stands, others=tuple(reading.action for reading in others)),)


def readings(before: Snapshot, after: Snapshot, doubt: float = DOUBT) -> tuple[Reading, ...]:
    """Return every turn that explains the table after, likeliest first; one without doubt, none if nobody moved.

    Soldiers are known by their markers. What no legal turn explains comes as the steps it would take, which `rule`
    refuses with its reason; shots and what fell are not read here. Both tables are completed.
    """
    start = position_of(before, doubt)
    found: dict[str, Reading] = {}
    for share, end in _positions(position_of(after, doubt)):
        reading = _explained(start, end, before)
        if reading is not None:
            known = found.get(key := reading.notation())
            found[key] = replace(reading, probability=share + (known.probability if known else 0.0))
    return tuple(sorted(found.values(), key=lambda reading: (-reading.probability, reading.notation())))


def _positions(read: SquarePosition) -> Iterator[tuple[float, SquarePosition]]:
    """Yield every position that those between two squares may make, with its probability."""
    names = list(read.between)
    choices = [read.between[name].among for name in names]
    ways = sorted(product(*choices), key=lambda way: -_share(way))[:MOST_READINGS]
    owners = {man.name: man for man in read.men.values()}
    sure = {square: man for square, man in read.men.items() if man.name not in names}
    for way in ways:
        men: dict[Square, Man] = dict(sure)
        for name, (square, _) in zip(names, way, strict=True):
            if square is not None and name in owners and square not in men:
                men[square] = owners[name]
        yield _share(way), replace(read, men=men, between={})


def _share(way: Sequence[tuple[Square | None, float]]) -> float:
    share = 1.0
    for _, each in way:
        share *= each
    return share


def _explained(start: SquarePosition, end: SquarePosition, before: Snapshot) -> Reading | None:
    """Return the turn that leads from one position to another; None where nobody has moved."""
    stood = {man.name: square for square, man in start.men.items()}
    stands = {man.name: square for square, man in end.men.items()}
    owners = {man.name: man.field for man in (*start.men.values(), *end.men.values())}
    moved = [name for name in stood if name in stands and stood[name] != stands[name]]
    came = [name for name in stands if name not in stood]
    if not moved:
        return None
    movers = {owners[name] for name in moved}
    owner: Field = owners[moved[0]]
    if came and len(movers) == 1 and (reading := _freeing(owner, moved, came, stood, stands, owners)):
        return reading
    gone = [name for name in stood if name not in stands]
    ways = {name: Went(stood[name], stands[name], _took(name, stands, stood, gone, owners)) for name in moved}
    if len(movers) == 1 and not gone and _is_retreat(owner, ways, start):
        return Reading(TurnNoted("retreat"), {"type": "retreat", "side": before.stand(moved[0]).side}, tuple(moved))
    steps = steps_to(start, owner, tuple(ways.values())) if len(movers) == 1 else None
    legal = steps is not None
    steps = steps or tuple(step for way in ways.values() for step in plain_steps(way))
    order = (
        list(dict.fromkeys(name for step in steps for name in [_walker(step, ways)] if name)) if legal else list(ways)
    )
    went = tuple(ways[name] for name in (*order, *(n for n in ways if n not in order)))
    action = {"type": "move", "steps": [step.as_action() for step in steps]}
    return Reading(TurnNoted("move", went), action, tuple(moved))


def _walker(step: Step, ways: Mapping[str, Went]) -> str | None:
    return next((name for name, way in ways.items() if way.start == step.start), None)


def _took(
    name: str, stands: Mapping[str, Square], stood: Mapping[str, Square], gone: Sequence[str],
    owners: Mapping[str, Field],
) -> bool:  # fmt: skip
    return any(stood[other] == stands[name] and owners[other] != owners[name] for other in gone)


def _freeing(
    owner: Field, moved: Sequence[str], came: Sequence[str], stood: Mapping[str, Square],
    stands: Mapping[str, Square], owners: Mapping[str, Field],
) -> Reading | None:  # fmt: skip
    """Return a freeing where one soldier is back in his base, and comrades are who were not on the board."""
    (name, *others) = moved
    freed = all(owners[each] == owner and in_base(owner, stands[each]) for each in came)
    if others or not freed or not in_base(owner, stands[name]) or not in_fortification(owner, stood[name]):
        return None
    turn = TurnNoted("free", actor=stood[name], freed=len(came))
    action = {"type": "free", "actor": name, "comrades": sorted(came)}
    return Reading(turn, action, (name, *came))


def _is_retreat(owner: Field, ways: Mapping[str, Went], start: SquarePosition) -> bool:
    """Say whether everybody outside the base, beyond what a turn of moves may do, has gone back into it."""
    outside = {square for square, _ in start.of(owner) if not in_base(owner, square)}
    base = set(base_squares(owner, start.boards))
    return {way.start for way in ways.values()} == outside and all(way.end in base for way in ways.values())


def plain_steps(way: Went) -> tuple[Step, ...]:
    """Return the steps to a square where no legal turn leads: straight on singly, others as one."""
    squares = (way.start, *straight(way.start, way.end), way.end)
    return tuple(Step(here, there) for here, there in pairwise(squares))


def steps_to(start: SquarePosition, owner: Field, ways: Sequence[Went]) -> tuple[Step, ...] | None:
    """Return the steps of a legal turn in which exactly these soldiers go these ways; None where there is none."""
    if any(start.on(way.start) is None for way in ways):
        return None
    goals = {start.men[way.start].name: way for way in ways}
    reached: list[tuple[Turn, tuple[Step, ...]]] = [(Turn(start, owner), ())]
    for _ in range(MOST):
        further = []
        for turn, steps in reached:
            for step in _of(turn, goals):
                after, done = turn.after(step), (*steps, step)
                if _arrived(after, goals):
                    return done
                further.append((after, done))
        reached = further
    return None


def _of(turn: Turn, goals: Mapping[str, Went]) -> Iterator[Step]:
    """Yield the legal steps of soldiers with a goal, those further down the list last."""
    for name, way in goals.items():
        square = turn.position.where(name)
        for end in neighbours(turn.position, turn.owner, square) if square is not None else ():
            step, there = Step(square, end), turn.position.on(end)  # type: ignore[arg-type]
            takes_another = there is not None and there.field != turn.owner and not (way.takes and end == way.end)
            if not takes_another and is_legal(turn, step):
                yield step


def _arrived(turn: Turn, goals: Mapping[str, Went]) -> bool:
    there = {walk.name: walk for walk in turn.walks}
    return set(there) == set(goals) and all(
        there[name].at == way.end and (there[name].took is not None) == way.takes for name, way in goals.items()
    )
