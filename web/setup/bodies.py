"""What the set-up's posts must look like."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, StrictBool, StrictInt

from referee.words.languages import Language
from rules.game import MountKind
from rules.registry import game_named, game_names
from rules.settings import read_settings
from table.errors import BadInput
from table.names import Name
from web.bodies import Body


def _pointed(said: object) -> object:
    return said.replace(",", ".") if isinstance(said, str) else said


Decimal = Annotated[float, BeforeValidator(_pointed)]
"""A number as people type it: 166.8, or "166,8"."""
Pixel = Annotated[float, Field(ge=-20_000, le=40_000)]
Place = tuple[Pixel, Pixel]
Id = Annotated[str, Field(pattern=r"^[0-9a-f]{4,40}$")]
Length = Annotated[Decimal, Field(gt=0, le=2000)]
MarkerId = Annotated[StrictInt, Field(ge=0, le=4999)]
Title = Annotated[str, Field(max_length=60)]


def _game(name: str) -> str:
    if name not in game_names():
        raise ValueError(f"one of {', '.join(game_names())}")
    return name


Game = Annotated[str, Field(max_length=40), AfterValidator(_game)]


class NewMatch(Body):
    """A new set-up."""

    game: Game
    language: Language = "en"


class MatchBody(Body):
    """What is played, in which language and units, by whom; beside these what the game has both sides agree on."""

    typed: ClassVar[bool] = True
    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, StrictInt | Title]

    game: Game
    title: Name
    language: Language
    units: Literal["cm", "in"]
    side_1: Annotated[Name, Field(max_length=40)]
    side_2: Annotated[Name, Field(max_length=40)]

    def settings_with(self, before: Mapping[str, Any]) -> dict[str, Any]:
        """Return the match's settings with what was agreed; raises BadInput for what the game does not ask or know."""
        game, said = game_named(self.game), self.__pydantic_extra__
        for key in said:
            if key not in game.agreed:
                raise BadInput(f"{key}: {self.game} asks for {' and '.join(game.agreed) or 'nothing'} beside the title")
        settings = {**before, **said}
        read_settings(game.settings, settings, "match.toml")
        return settings


class CameraBody(Body):
    """Which camera: one plugged in by its number, a phone, a stream's address, the set-up's pictures, the one given."""

    kind: Literal["device", "phone", "stream", "pictures", "given"]
    index: Annotated[StrictInt, Field(ge=0, le=99)] = 0
    address: Annotated[str, Field(max_length=400)] = ""


class TurnBody(Body):
    """On to a folder's next picture, or back."""

    pages: Annotated[StrictInt, Field(ge=-1, le=1)]


class SheetsBody(Body):
    """The play area (in the match's units) and what is printed; the bar as a ruler measured it.

    A game on squares says ``board_square``, ``strip`` and ``border`` of its board in place of width and depth, one on
    hexes ``hex_apart`` (from middle to middle), ``columns``, ``rows``, ``points`` and ``shifted`` besides.
    """

    width: Length | None = None
    depth: Length | None = None
    board_square: Length | None = None
    strip: Annotated[Decimal, Field(ge=0, le=200)] = 0.0
    border: Annotated[Decimal, Field(ge=0, le=200)] = 0.0
    boards: Literal[1, 2] = 1
    hex_apart: Annotated[Decimal, Field(gt=0, le=50)] | None = None
    columns: Annotated[StrictInt, Field(ge=1, le=100)] = 13
    rows: Annotated[StrictInt, Field(ge=1, le=100)] = 9
    points: Literal["pointy", "flat"] = "pointy"
    shifted: Literal["odd", "even"] = "odd"
    frame_markers: Literal[4, 6, 8] = 8
    frame_cm: Annotated[Decimal, Field(ge=2, le=12)] = 5.0
    marker_cm: Annotated[Decimal, Field(ge=0.8, le=4)] = 2.0
    markers: Annotated[StrictInt, Field(ge=1, le=200)] = 40
    paper: Literal["A4", "Letter"] = "A4"
    bar_mm: Annotated[Decimal, Field(ge=195, le=205)] = 200.0
    square_cm: Annotated[Decimal, Field(ge=1, le=10)] = 2.4
    inner_cm: Annotated[Decimal, Field(ge=0.5, le=9)] = 1.8


class ReuseBody(Body):
    """The lens of another match, by its id."""

    match: Id


class CornersBody(Body):
    """The play area's corners in the picture, px: near left, near right, far right, far left."""

    corners: Annotated[list[Place], Field(min_length=4, max_length=4)]


class DistanceBody(Body):
    """Two places in the picture, px, and how far apart they are (in the match's units); snapped to markers or not."""

    start: Place
    end: Place
    true: Length
    height_cm: Annotated[Decimal, Field(ge=0, le=30)] = 0.0
    on_markers: StrictBool = False
    between: Annotated[str, Field(max_length=60)] = ""


class TapeBody(Body):
    """How far apart the centres of two frame markers are, in the match's units.

    ``sure``: it is so, also where the sheet says otherwise.
    """

    between: tuple[MarkerId, MarkerId]
    length: Length
    sure: StrictBool = False


class IndexBody(Body):
    """One of a list."""

    index: Annotated[StrictInt, Field(ge=0, le=1000)]


class StandBody(Body):
    """One line of the roster."""

    marker: MarkerId
    name: Name
    side: Annotated[Name, Field(max_length=40)]
    kind: Annotated[Name, Field(max_length=40)]
    unit: Annotated[str, Field(max_length=40)] = ""
    width_cm: Annotated[Decimal, Field(gt=0, le=50)]
    depth_cm: Annotated[Decimal, Field(gt=0, le=50)]
    mount: MountKind = "tail"


class RosterBody(Body):
    """The whole roster; ``marker_cm`` is the side of the stands' black squares."""

    typed: ClassVar[bool] = True
    most_bytes: ClassVar[int | None] = 60 * 1024  # longer than any act at the table; the server stops at 64 kB
    marker_cm: Annotated[Decimal, Field(ge=0.4, le=10)]
    stands: Annotated[list[StandBody], Field(max_length=200)]
