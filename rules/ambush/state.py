"""What Ambush knows of a stand and of a side."""

from typing import ClassVar

from pydantic import StrictBool

from rules.typed_state import Count, Headcount, Length, Positive, SideState, StandState, Truth


class AmbushStand(StandState):
    """What Ambush knows of a soldier, a platoon on its plate or a vehicle."""

    names_stands: ClassVar[tuple[str, ...]] = ("passengers", "aboard")

    moved: Truth = False  # A2.1: it has moved this turn, nobody says how far
    ran: Truth = False  # A2.2: he ran this turn, which excludes a shot
    moved_then_fired: Truth = False  # A2.1: he moved before he fired: these were his two actions
    fought: Truth = False  # A2.4: he made an assault this turn
    assaults_survived: Count = 0  # A2.4: how many assaults he has survived this turn
    revealed: Truth = False  # A3.2, A3.5: he has given himself away, till he is out of sight again
    threw: Truth = False  # A4.1: he threw a grenade this turn
    grenades: Count = 1  # A4.1: how many he has left
    elite: Truth = False  # A5.2: he takes one off the die of morale from 75 % losses
    paratroops: Truth = False  # A5.2: as elite
    japanese_islands: Truth = False  # A5.2: he defends a Japanese island, and tests no morale
    crossed: tuple[str, ...] = ()  # A6.1, A6.2, A7.2: the kinds of what it crossed this turn, one for each halving
    crossed_pieces: tuple[str, ...] = ()  # A6.1: the names of those pieces: one that is still being crossed counts once
    soldiers: Count = 8  # A1.2, A1.3: how many are left on a platoon's plate
    damage: Length = 0.0  # A7.1: how many boxes of a vehicle are filled
    destroyed: Truth = False  # A8.3: it is a wreck, whatever its boxes say
    reversed: Truth = False  # A7.2: it went backwards this turn
    boarded: Truth = False  # A7.2: it took on or put off soldiers this turn
    pushed_cm: Length = 0.0  # A7.6: how far it has pushed another this turn: it does not fire
    passengers: Headcount = 0  # A7.4: who rides in it
    aboard: str | None = None  # A7.4: the vehicle that he rides in
    got_on: Truth = False  # A7.5: he got on a vehicle this turn
    got_off: Truth = False  # A7.5: he got off a vehicle this turn


class AmbushSide(SideState):
    """What Ambush knows of a side."""

    started: Positive | None = None  # A5.1: how many figures it started with
    begun: StrictBool = False  # A1.5: the battle has begun: who starts is decided, or somebody has played
    acted: StrictBool = False  # A5.1: it has acted this turn, and so its morale is no longer due
    tested: StrictBool = False  # A5.1: it has thrown for its morale this turn
    elite: StrictBool = False  # A5.2: all its soldiers are
    paratroops: StrictBool = False  # A5.2: as elite
    japanese_islands: StrictBool = False  # A5.2: it defends a Japanese island


state_of = AmbushStand.of
