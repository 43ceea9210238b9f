"""CASE.toml: a table, an action, dice, and what must come out; the language in which a referee argues."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

from table.errors import BadFile, BadGeometry, BadInput
from table.frame import HexBoard, SquareBoard
from table.names import Name
from table.notation.frame_file import BoardModel, board_from
from table.notation.hex_place import HexPlace, OffsetBoard, OffsetBoardOf, board_for, pairs_in, place_on
from table.notation.terrain_file import PieceModel, TerrainOnHexes, pieces_from
from table.notation.toml import Strict, parse_toml
from table.snapshot import Snapshot
from table.squares import Square, centre_of, default_board
from table.stand import Stand

STATE_WORDS = frozenset(
    {
        "moved_cm",
        "moved",
        "turned",
        "ran",
        "fired",
        "threw",
        "revealed",
        "grenades",
        "damage",
        "passengers",
        "assaults_survived",
        "crossed",
        "elite",
        "paratroops",
        "japanese_islands",
        "quality",
        "fatigue",
        "skirmish",
        "light",
        "general",
        "brigade",
        "order",
        "command",
        "destroyed",
        "start",
        "faced",
        "tried",
        "tried_ford",
        "moved_then_fired",
        "got_off",
        "pushed_cm",
        "got_on",
        "reversed",
        "fought",
    }
    | {"combat", "movement", "stars", "reduced", "nation", "letter", "air_moved", "air_fought", "flak_fired", "bombed"}
    | {"blocks", "ordered", "attached_to", "joined", "moved_hexes", "flags", "retreats", "detached", "must_close"}
    | {"may_advance_hexes", "may_advance_again", "battled_again"}
)
"""What a case may say of a stand's past, beside its place or in its ``state`` table (../shared/cases.md)."""

_TRUTHS = frozenset(
    {"moved", "turned", "ran", "fired", "threw", "revealed", "elite", "paratroops", "japanese_islands", "skirmish"}
    | {"light", "destroyed", "reduced", "ordered", "air_fought", "flak_fired", "bombed", "joined"}
    | {"detached", "must_close", "may_advance_again", "battled_again"}
)

_COUNTS = frozenset(
    {"fatigue", "grenades", "assaults_survived", "late", "soldiers"}
    | {"combat", "movement", "stars", "blocks", "moved_hexes", "air_moved"}
)

Size = Annotated[float, Field(ge=0, lt=1e5)]
Place = Annotated[float, Field(gt=-1e5, lt=1e5)]


class TableModel(Strict):
    """``[table]``."""

    width_cm: Annotated[float, Field(gt=0, lt=1e5)]
    depth_cm: Annotated[float, Field(gt=0, lt=1e5)]
    board: BoardModel | None = None


class StandModel(Strict):
    """One ``[[stand]]`` of a case; ``square`` or ``hex`` is said in place of x and y."""

    name: Name
    side: Name
    kind: Name
    unit: Name | None = None
    x: Place
    y: Place
    heading_deg: float = 90.0
    width_cm: Size = 0.0
    depth_cm: Size = 0.0
    sigma_cm: Size = 0.0
    sigma_deg: Size = 0.0
    square: str | None = None
    hex: HexPlace | None = None
    state: dict[str, Any] = {}

    @model_validator(mode="before")
    @classmethod
    def _place_on_cell(cls, data: Any) -> Any:
        """Let a square or hex stand for x and y, which are found once the board is known."""
        given = [key for key in ("square", "hex") if isinstance(data, dict) and data.get(key) is not None]
        if not given:
            return data
        if len(given) > 1 or "x" in data or "y" in data:
            raise ValueError(f"either a {given[0]} or x and y")
        return {**data, "x": 0.0, "y": 0.0}

    @model_validator(mode="before")
    @classmethod
    def _gather_state(cls, data: Any) -> Any:
        """Let state words stand beside the place, as people write them."""
        if not isinstance(data, dict) or not isinstance(data.get("state", {}), dict):
            return data
        beside = {key: value for key, value in data.items() if key in STATE_WORDS or _is_misspelt_state(key)}
        rest = {key: value for key, value in data.items() if key not in beside}
        return {**rest, "state": {**data.get("state", {}), **beside}} if beside else data


def _is_misspelt_state(key: str) -> bool:
    """Say whether a key of a stand is meant as a state word, so that `_check_state` names the right one."""
    known = StandModel.model_fields
    return (
        key not in known
        and not get_close_matches(key, known, 1, 0.8)
        and bool(get_close_matches(key, STATE_WORDS, 1, 0.8))
    )


class DiceModel(Strict):
    """``[dice]``: in the order asked for."""

    given: list[Any] = []


class RefereeModel(Strict):
    """``[referee]``: his word on close checks, by clause."""

    decided: dict[str, bool] = {}


class TableKeys(Strict):
    """What case and battle files say of the table: game and options, stands, terrain, what is known of each side."""

    game: str
    settings: dict[str, Any] = {}
    table: TableModel
    board: BoardModel | None = None
    stand: list[StandModel] = []
    terrain: list[PieceModel | TerrainOnHexes] = []
    side: dict[Name, dict[str, Any]] = {}

    def snapshot(self, file: str, counts: OffsetBoard | None) -> Snapshot:
        """Return the table; raises BadFile."""
        board, by_offset = self.printed(file, counts), counts is not None
        stands = stands_from(self.stand, "stand", file, board, by_offset)
        pieces = pieces_from(self.terrain, file, "terrain", by_offset, board)
        return Snapshot(self.table.width_cm, self.table.depth_cm, stands, pieces, board=board)

    def printed(self, file: str, counts: OffsetBoard | None) -> SquareBoard | HexBoard | None:
        """Return the table's board: the one given, else one in the middle for the cells named; raises BadFile."""
        if self.board is not None and self.table.board is not None:
            raise BadFile(file, "board", "one board, as [board] or as [table.board]", "both")
        given = self.board or self.table.board
        if given is not None:
            return board_from(given, file, "board" if self.board is not None else "table.board")
        named = [stand.square for stand in self.stand if stand.square is not None]
        if not named:
            return self.hexes(counts)
        boards = max((int(text.strip()[0]) for text in named if text.strip()[:1].isdigit()), default=1)
        return default_board(self.table.width_cm, self.table.depth_cm, max(boards, 1))

    def hexes(self, counts: OffsetBoard | None) -> HexBoard | None:
        """Return the board of a case that names hexes and gives none; None where it names no hex."""
        places = [stand.hex for stand in self.stand if stand.hex is not None]
        places += [place for piece in self.terrain if isinstance(piece, TerrainOnHexes) for place in piece.hexes]
        if not places:
            return None
        asked = getattr(self, "action", {})
        size_cm = (self.table.width_cm, self.table.depth_cm)
        return board_for(counts, size_cm, pairs_in([*places, dict(asked), self.settings, self.side]))


class CaseModel(TableKeys):
    """All of a case file."""

    action: dict[str, Any]
    dice: DiceModel = DiceModel()
    referee: RefereeModel = RefereeModel()
    expect: dict[str, Any] | None = None


class _TableOnly(TableKeys):
    """What of a case or battle file is the table, and no more."""

    model_config = ConfigDict(extra="ignore")


class _GameOnly(BaseModel):
    model_config = ConfigDict(extra="ignore")
    game: str


@dataclass(frozen=True)
class Case:
    """One rule case: what ``rules.registry.rule`` needs, and what a test expects of it."""

    game: str
    snapshot: Snapshot
    action: Mapping[str, Any]
    dice: tuple[int | str, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    decided: Mapping[str, bool] = field(default_factory=dict)
    sides: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    expect: Mapping[str, Any] | None = None


def game_of_case(text: str, file: str = "case.toml") -> str:
    """Return which game a case is of, before its stands are read in that game's terms; raises BadFile."""
    return parse_toml(text, _GameOnly, file).game


def parse_table(text: str, file: str, offset_board: OffsetBoardOf) -> Case:
    """Read only the table of a case or battle file: a case without an action; raises BadFile."""
    model = parse_toml(text, _TableOnly, file)
    snapshot = model.snapshot(file, offset_board(model.game))
    return Case(model.game, snapshot, {}, settings=model.settings, sides=model.side)


def parse_case(text: str, file: str, offset_board: OffsetBoardOf) -> Case:
    """Read a case file's text; raises BadFile (file, key, expected, got)."""
    model = parse_toml(text, CaseModel, file)
    if "type" not in model.action:
        raise BadFile(file, "action.type", "a verb of the game, for example 'shoot'")
    return Case(
        model.game,
        model.snapshot(file, offset_board(model.game)),
        model.action,
        tuple(model.dice.given),
        model.settings,
        model.referee.decided,
        model.side,
        model.expect,
    )


def stands_from(
    models: Sequence[StandModel], key: str, file: str, board: SquareBoard | HexBoard | None, by_offset: bool
) -> tuple[Stand, ...]:
    """Return the stands, each of its own name, those on a square or hex at its centre; raises BadFile."""
    stands: list[Stand] = []
    for index, given in enumerate(models):
        _check_state(given.state, f"{key}[{index + 1}]", file)
        if any(other.name == given.name for other in stands):
            raise BadFile(file, f"{key}[{index + 1}].name", "a name of its own", repr(given.name))
        try:
            at = {} if given.square is None else _centre(given.square, board, f"{key}[{index + 1}].square", file)
            if given.hex is not None:
                x, y = place_on(board, by_offset, given.hex, f"{key}[{index + 1}].hex", file)
                at = {"x": x, "y": y}
            stands.append(Stand(**{**given.model_dump(exclude={"square", "hex"}), **at}))
        except BadGeometry as error:
            raise BadFile(file, f"{key}[{index + 1}]", "a stand with a place and a size", str(error)) from None
    return tuple(stands)


def _centre(square: str, board: SquareBoard | HexBoard | None, key: str, file: str) -> dict[str, float]:
    if not isinstance(board, SquareBoard):
        raise BadFile(file, key, "a board of squares to stand on", "none" if board is None else "one of hexes")
    try:
        x, y = centre_of(board, Square.parse(square))
    except BadInput as error:
        raise BadFile(file, key, "a square of the board, such as A-25", str(error)) from None
    return {"x": x, "y": y}


def _check_state(state: Mapping[str, Any], key: str, file: str) -> None:
    """Raise BadFile for a misspelt state word or one of the wrong type; words unlike any of ours stay as they are."""
    for word, value in state.items():
        near = get_close_matches(word, STATE_WORDS, 1, 0.8)
        if word not in STATE_WORDS and near:
            raise BadFile(file, f"{key}.state.{word}", f"a word such as {near[0]!r}", f"{word!r} (is it misspelt?)")
        number = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
        whole = number and value == int(value)
        if word in _COUNTS and not (whole and value >= 0):
            raise BadFile(file, f"{key}.{word}", "a whole number of 0 or more", repr(value))
        if word in ("moved_cm", "damage") and not (number and value >= 0):
            raise BadFile(file, f"{key}.{word}", "a number of 0 or more", repr(value))
        if word in _TRUTHS and not isinstance(value, bool) and not number:
            raise BadFile(file, f"{key}.{word}", "true or false", repr(value))
        riders = isinstance(value, list) and all(isinstance(name, str) for name in value)
        if word == "passengers" and not (riders or (whole and value >= 0)):
            raise BadFile(file, f"{key}.{word}", "how many, 0 or more, or a list of their names", repr(value))
        place = isinstance(value, list) and len(value) == 2 and all(isinstance(n, int | float) for n in value)
        if word == "start" and not place:
            raise BadFile(file, f"{key}.{word}", "a place [x, y] in cm", repr(value))
        if word == "crossed" and not (isinstance(value, list) and all(isinstance(kind, str) for kind in value)):
            raise BadFile(file, f"{key}.{word}", "a list of kinds of terrain", repr(value))
