"""What a stand reaches just now, to be drawn: where it may go, how far its weapons carry, whom it sees."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from rules.action import Action
from rules.legal import refusing
from rules.over_hills import HillSettings, drawn_over, ground_of
from rules.possibility import CandidateAction, Weapon, asked_by
from rules.registry import game_named, rule
from rules.ruling import Check, CheckVerdict, Ruling, RulingVerdict
from rules.ruling_builder import CHECK_OF
from rules.settings import GivenSettings, read_settings
from rules.state import State
from table.errors import BadInput
from table.measurement import Measurement
from table.once import asking_again
from table.snapshot import Snapshot
from table.terrain import Point
from table.vectors import shifted, unit
from table.verdict import SLACK, judge

SEES = frozenset({"sight", "in_view", "in_corridor", "not_masked", "revealed"})
"""The checks that say whether a target is seen, in any game."""
REACHES = frozenset({"range", "gun_range", "throw_range", "arc"})
"""The checks that say whether a weapon carries so far."""
DIRECTIONS, STEP_CM = 48, 0.05
LEFT = frozenset({"move_length", "run_length", "drive_length", "way_length"})
_WORST: Mapping[CheckVerdict, int] = {"passed": 0, "close": 1, "failed": 2}


@dataclass(frozen=True, slots=True)
class Going:
    """Where a stand may go by one verb on a straight way: the outline in table cm; ``left_cm`` on open ground."""

    verb: str
    left_cm: float
    outline: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Aim:
    """One enemy, as a weapon has it: whether it is seen and in reach, and what is ruled of the shot as a whole.

    ``range`` is the check that measured how far it is. ``blind``: it is not seen, and this weapon need not see it.
    """

    verb: str
    target: str
    sees: CheckVerdict
    reaches: CheckVerdict
    verdict: RulingVerdict
    line: tuple[Point, Point]
    range: Check | None = None
    blind: bool = False

    @property
    def may_reach(self) -> bool:
        """Whether it is in reach, and seen where that is needed, or that is too close to call."""
        return self.reaches != "failed" and (self.blind or self.sees != "failed")


@dataclass(frozen=True, slots=True)
class Reach:
    """All that a stand reaches."""

    goings: tuple[Going, ...]
    weapons: tuple[Weapon, ...]
    aims: tuple[Aim, ...]


@asking_again()
def reach(game: str, snapshot: Snapshot, state: State, stand: str, settings: GivenSettings = None) -> Reach:
    """Return what a stand reaches, every answer from `rule` itself; whose turn it is does not matter.

    Raises UnknownStand for one that is not on the table, BadFile for a game or settings that make no sense.
    """
    the_game = game_named(game)
    read = read_settings(the_game.settings, settings or {}, "settings")
    table = the_game.complete(state.over(snapshot), read, "table")
    actor = table.stand(stand)
    candidates = tuple(the_game.candidate_actions(table, actor, read))

    def ruled(on: Snapshot, action: Action) -> Ruling:
        return rule(game, on, action, settings=settings, sides=state.known)

    sure = replace(table, stands=tuple(replace(s, sigma_cm=0.0, sigma_deg=0.0, shared=None) for s in table.stands))
    over = ground_of(table, read) if isinstance(read, HillSettings) else None
    goings = (_going(each, sure, actor.centre, ruled) for each in candidates if asked_by([each]) == (("path",),))
    weapons = tuple(the_game.weapons(table, actor, read))
    aims = tuple(_aims(candidates, the_game.aimed, table, ruled))
    return Reach(
        tuple(going for going in goings if going is not None),
        tuple(
            replace(each, shape=drawn_over(each.shape, each.limit_cm, the_game.measured(read), actor, over))
            for each in weapons
        ),
        (*aims, *_more_aims(weapons, candidates, aims, table, ruled, read.doubt)),
    )


def _going(
    each: CandidateAction, sure: Snapshot, centre: Point, ruled: Callable[[Snapshot, Action], Ruling]
) -> Going | None:
    """Return how far a stand may go straight in every direction; None where it may not go at all.

    The farther it goes the more it may have crossed or climbed, and the less it has: how far is found by halving.
    """
    try:
        at_rest = ruled(sure, each.action)
    except BadInput:  # what it may do says what the matter is
        return None
    left_cm = _left_cm(at_rest)
    if left_cm is None or left_cm <= STEP_CM or refusing(at_rest, each.but):
        return None

    def allowed(to: Point) -> bool:
        ruling = ruled(sure, {**each.action, "path": [list(centre), list(to)]})
        left = _left_cm(ruling)  # what was climbed is never sure: drawn is what was measured
        return not refusing(ruling, each.but) and (left is None or left >= -SLACK)

    def farthest(way: Point) -> Point:
        if allowed(end := shifted(centre, way, left_cm)):
            return end
        near, far = 0.0, left_cm
        while far - near > STEP_CM:
            middle = (near + far) / 2
            near, far = (middle, far) if allowed(shifted(centre, way, middle)) else (near, middle)
        return shifted(centre, way, near)

    outline = tuple(farthest(unit(360.0 * k / DIRECTIONS)) for k in range(DIRECTIONS))
    return Going(each.verb, left_cm, outline)


def _left_cm(ruling: Ruling) -> float | None:
    ways = [check for check in ruling.checks if check.key in LEFT and check.limit is not None]
    return max((check.limit or 0.0) - (check.measured or 0.0) for check in ways) if ways else None


def _aims(
    candidates: Iterable[CandidateAction], aimed: Iterable[str], table: Snapshot,
    ruled: Callable[[Snapshot, Action], Ruling],
) -> Iterable[Aim]:  # fmt: skip
    """Yield an aim at every enemy by the first weapon that is for such a target, by others where they reach him."""
    known: dict[str, CheckVerdict] = {}
    named: set[str] = set()
    for verb in aimed:
        for each in candidates:
            if each.verb == verb and each.at is not None:
                with suppress(BadInput):  # nobody can rule on that one; the others are drawn
                    ruling = ruled(table, each.action)
                    aim = _aim(each, each.at, table, ruling)
                    sees = known.setdefault(each.at, aim.sees)
                    if not any(check.key in SEES for check in ruling.checks):  # at a place: another weapon's sight
                        aim = replace(aim, sees=sees, blind=sees == "failed")
                    if each.at not in named or aim.may_reach:
                        named.add(each.at)
                        yield aim


def _more_aims(
    weapons: Iterable[Weapon], candidates: Iterable[CandidateAction], aims: Sequence[Aim], table: Snapshot,
    ruled: Callable[[Snapshot, Action], Ruling], doubt: float,
) -> Iterable[Aim]:  # fmt: skip
    """Yield whom the weapons reach that are aimed at no enemy: a grenade at a place, canister as far as it goes."""
    done = {aim.verb for aim in aims}
    for weapon in weapons:
        thrown = next((each for each in candidates if each.verb == weapon.verb), None)
        for aim in aims if weapon.verb not in done else ():
            with suppress(BadInput):
                if thrown is not None:
                    there = list(table.stand(aim.target).centre)
                    found = _aim(thrown, aim.target, table, ruled(table, {**thrown.action, "point": there}))
                elif aim.range is not None and aim.range.measured is not None:
                    far = Measurement(aim.range.measured, aim.range.sigma or 0.0)
                    found = replace(aim, reaches=CHECK_OF[judge(far, weapon.limit_cm, doubt=doubt).verdict])
                else:
                    continue
                found = replace(found, verb=weapon.verb, sees=aim.sees)
                if found.may_reach:
                    yield found


def _aim(each: CandidateAction, at: str, table: Snapshot, ruling: Ruling) -> Aim:
    line = next((shape.points for shape in ruling.geometry if shape.role == "range"), None)
    start, end = (
        (line[0], line[-1]) if line else (table.stand(str(each.action["actor"])).centre, table.stand(at).centre)
    )
    measured = next((check for check in ruling.checks if check.key in REACHES and check.unit == "cm"), None)
    return Aim(
        each.verb, at, _worst(ruling, SEES), _worst(ruling, REACHES), ruling.verdict, (start, end), measured
    )  # fmt: skip


def _worst(ruling: Ruling, keys: frozenset[str]) -> CheckVerdict:
    verdicts: list[CheckVerdict] = [check.verdict for check in ruling.checks if check.key in keys]
    return max(verdicts, key=_WORST.__getitem__, default="passed")
