"""What Ancients knows of a unit or leader, of a side and of the table."""

from typing import Literal, get_args

from pydantic import StrictBool

from rules.typed_state import Count, Positive, SideState, StandState, TableState, Truth

PhaseName = Literal["order", "move", "battle", "draw"]
PHASES: tuple[PhaseName, ...] = get_args(PhaseName)
"""The phases of a turn, one after the other (C3.1)."""
Edge = Literal["near", "far"]


class AncientsStand(StandState):
    """What Ancients knows of a unit or a leader."""

    blocks: Count | None = None  # C2.1: how many blocks it began with, where not as many as its kind has
    damage: Count = 0  # C9.1: how many of them it has lost
    ordered: Truth | None = None  # C3.2: whether it has an order; unsaid where nobody knows of orders
    moved: Count | Truth = 0  # C8.1: how many hexes it has moved this turn, or that it has
    moved_hexes: Count | None = None  # C8.1: how many, where both are said
    must_close: Truth = False  # C8.2: it went so far that it must fight in close combat
    joined: Truth = False  # C8.4: a leader who has joined a unit this turn
    joins: str | None = None  # C8.4: that unit
    detached: Truth = False  # C8.4: a leader who leaves his unit this turn, by an order of his own
    fought: Truth = False  # C9.1: it has had its close combat this turn
    flags: Count = 0  # C10.5: the flags that drive it back
    retreats: Count | None = None  # C11.1: so many hexes they drive it back, by the owner's book
    evades: Truth = False  # C11.1: it goes back because it evades
    may_advance_hexes: Count = 0  # C11.1: how far momentum may lead it now
    may_advance_to: str | None = None  # C11.1: the hex that was emptied
    may_advance_again: Truth = False  # C11.1: it may battle once more when it has advanced
    battled_again: Truth = False  # C11.1: it has that battle, or has had it


class AncientsSide(SideState):
    """What Ancients knows of a side."""

    edge: Edge | None = None  # C1.1: the edge it sits at
    started: Count = 0  # C2.1: how many units it started with
    leaders: Count = 0  # C2.1: how many leaders
    banners: Count = 0  # C3.1: its victory banners
    banners_to_win: Positive | None = None  # C3.1: how many it needs, where not as many as set
    command: Positive | None = None  # C3.2: how many units "Command" orders, where not as many as set


class AncientsTable(TableState):
    """What Ancients knows of the table as a whole."""

    phase: PhaseName | None = None  # C3.1
    first: str | None = None  # C3.1: the side that began
    card: str = ""  # C3.1: the card that was played this turn
    card_played: StrictBool = False  # C3.1: one was played
    orders: Count | None = None  # C3.2: how many orders were given; unsaid where nobody knows
    ground_taken: tuple[str, ...] = ()  # C3.1: the hexes that have given their banner
    emptied: tuple[str, ...] = ()  # C11.1: the hexes left in this battle, where players settle it by hand


state_of = AncientsStand.of
table_of = AncientsTable.of
