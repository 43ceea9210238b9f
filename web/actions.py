"""What an action declared on the page must look like, before the rules look at it."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictFloat, StrictInt

from referee.action_roles import acting_stand, named_stands, resolve_names
from rules.registry import game_named
from table.errors import BadInput
from table.names import Name
from table.snapshot import Snapshot
from web.bodies import Body

ROOM_CM = 50.0
"""So far off the table a place may be tapped."""
START = "start"
"""The verb by which it is thrown who begins: nobody in particular does that."""
Number = Annotated[StrictFloat | StrictInt, Field(ge=-1e4, le=1e4)]
Place = tuple[Number, Number]
Cell = Annotated[str, Field(min_length=2, max_length=8)]
Names = Annotated[list[Name], Field(max_length=40)]
Way = Annotated[list[Place], Field(min_length=2, max_length=60)]
Cells = Annotated[list[Cell], Field(max_length=60)]


class Strict(BaseModel):
    """Nothing but the keys it names."""

    model_config = ConfigDict(extra="forbid")


class WheelModel(Strict):
    """A wheel about a front corner."""

    pivot: Literal["left", "right"]
    degrees: Annotated[StrictFloat | StrictInt, Field(ge=-360, le=360)]


class StepModel(Strict):
    """From one cell of a board to another."""

    model_config = ConfigDict(populate_by_name=True)
    start: Cell = Field(alias="from")
    to: Cell


class Action(Strict):
    """An action with a verb of the game; which keys belong to which verb the rules say."""

    type: Name
    actor: Name | None = None
    target: Name | None = None
    vehicle: Name | None = None
    group: Names | None = None
    supports: Names | None = None
    point: Place | None = None
    path: Way | Cells | None = None
    wheel: WheelModel | None = None
    turn: Annotated[StrictFloat | StrictInt, Field(ge=-360, le=360)] | None = None
    form: Literal["column", "line"] | None = None
    soldiers: Annotated[StrictInt, Field(ge=1, le=100)] | None = None
    fall_back: StrictBool | None = None
    side: Name | None = None
    steps: Annotated[list[StepModel], Field(min_length=1, max_length=12)] | None = None
    touched: Cell | None = None
    compongo: StrictBool | None = None
    comrades: Annotated[StrictInt, Field(ge=1, le=10)] | Names | None = None
    to: Cell | None = None
    hexes: Cells | None = None
    attackers: Names | None = None
    targets: Names | None = None
    unit: Name | None = None
    order: Name | None = None
    edge: Literal["near", "far", "left", "right"] | None = None
    units: Names | None = None
    section: Name | None = None
    card: Name | None = None
    classes: Annotated[list[Name], Field(max_length=5)] | None = None
    helmet: StrictBool | None = None
    command: StrictBool | None = None
    off: StrictBool | Literal["near", "far"] | None = None
    evades: StrictBool | None = None
    blocks: Annotated[StrictInt, Field(ge=1, le=12)] | None = None
    number: Annotated[StrictInt, Field(ge=1, le=40)] | None = None
    setup: StrictBool | None = None
    holds: Names | None = None

    def checked(self, game: str, table: Snapshot) -> Mapping[str, Any]:
        """Return the action as the rules take it, its places as lists, who acts by name.

        Raises BadInput for a verb that the game has not, nobody who acts, or a place far off the table; UnknownStand.
        """
        if self.type not in game_named(game).verbs:
            raise BadInput("this game has no {verb}", verb=repr(self.type))
        action = self.model_dump(mode="json", exclude_none=True, by_alias=True)
        action = resolve_names(game, action, table)
        by_nobody = self.type == START or game_named(game).phased
        if not (acting_stand(action) or self.side or self.unit or by_nobody):
            raise BadInput("say who acts: an actor, or a group")
        for name in named_stands(action):
            table.stand(name)
        for place in [*(self.path or ()), *([self.point] if self.point else [])]:
            if not isinstance(place, str):  # hexes are looked up on the board by the rules
                on_table(place, table)
        return action


class DeclareAction(Body):
    """Any action at the desk."""

    action: Action


def on_table(place: Place, table: Snapshot) -> tuple[float, float]:
    """Return a place in table cm; raises BadInput for one that is farther off the table than a hand would tap."""
    x, y = place
    if not (-ROOM_CM <= x <= table.width_cm + ROOM_CM and -ROOM_CM <= y <= table.depth_cm + ROOM_CM):
        raise BadInput("{x}, {y} is too far off the table", x=float(x), y=float(y))
    return (float(x), float(y))
