"""What Yankee knows of a stand, of a side and of the turn."""

from typing import Annotated, Literal

from pydantic import Field

from rules.typed_state import Count, Positive, SideState, StandState, TableState, Truth

Quality = Literal["militia", "trained", "veteran"]
Edge = Literal["near", "far", "left", "right"]
Phase = Literal["fire", "fights"]


class YankeeStand(StandState):
    """What Yankee knows of a base, some of it of all bases of its brigade or unit."""

    quality: Quality = "trained"  # Y1.1, Y9.2: what its troops are worth
    light: Truth = False  # Y6.1: light cavalry, which moves and fires in one turn
    brigade: str | int | None = None  # Y3.1: the brigade it is of
    general: Truth = False  # Y11.1: a general is with it
    attached_to: str | None = None  # Y11.1: the base that a general whose own was lost has joined
    base_lost: Truth | None = None  # Y11.1: whether the base he was with is lost: a die is owed; None: nobody says
    command: Annotated[Count, Field(ge=2, le=5)] | None = None  # Y5.2: its commander's value
    order: str | None = None  # Y5.3: its order
    supports: str | None = None  # Y5.3: the unit that its order of support is for
    tried: str | None = None  # Y5.4: of an order sent to its unit this turn: "order", it came to nothing, or "arrived"
    late: Count = 0  # Y5.5: how many turns it still waits before it reacts
    reacts: Truth | None = None  # Y5.5: whether its unit has still to react to an order that has arrived
    reacted: Truth = False  # Y5.5: its unit has reacted to its order
    moved: Truth = False  # Y7.1: it has moved this turn
    turned: Truth = False  # Y7.2: it has turned on the spot this turn, which is its move
    column: Truth = False  # Y7.3: it marches in column
    skirmish: Truth = False  # Y6.1, Y8.7: it is in skirmish order
    ford: Truth = False  # Y7.5: it has found a ford
    tried_ford: Truth = False  # Y7.5: it has looked for one in vain this turn
    bridge: Truth = False  # Y7.5: it stands at a bridge
    fired_at: Truth = False  # Y8.6: it has been fired at this turn
    stood: tuple[float, float, float] | None = None  # Y8.4: x, y, heading before this turn's fire hit it
    fallen: Truth = False  # Y8.4, Y11.1: it is off the table, and still fires, or its general throws
    faced: Truth = False  # Y7.6: it has turned to face an enemy this turn
    crossed: tuple[str, ...] = ()  # Y9.2: the kinds of obstacles it crossed this turn
    fought: Truth = False  # Y9.8: it has had its combat this turn
    fatigue: Count = 0  # Y9.7: its points of fatigue
    arrived: Truth = False  # Y10.1: it came onto the table as a reinforcement
    just_arrived: Truth = False  # Y10.1: it did this turn
    halved: Truth = False  # Y12.1: it is tired already for its brigade's losses


class YankeeSide(SideState):
    """What Yankee knows of a side."""

    edge: Edge | None = None  # Y5.1: the edge of the table where it deployed
    pieces: tuple[str, ...] = ()  # Y4.2: the kinds of terrain it chose
    reinforcements: dict[str, Count] | None = None  # Y10.1: how many bases of each kind are still to come
    started: Positive | None = None  # Y12.1: how many bases it started with, generals' left out
    brigades: dict[str, Positive] = {}  # Y12.1: how many of each brigade


class YankeeTable(TableState):
    """What Yankee knows of the turn."""

    initiative: Truth = False  # Y5.1: it is thrown who begins
    begun: Truth = False  # Y5.1, Y5.3: somebody has moved, fired or fought, or a round is over
    phase: Phase | None = None  # Y6.1: how far it has come; none while orders are given and bases move
    answers: dict[str, str] = {}  # Y8.4: who still owes an answer to fire, each to whom


state_of = YankeeStand.of
