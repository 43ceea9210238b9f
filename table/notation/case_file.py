"""CASE.toml: a table, an action, dice, and what must come out; the language in which a referee argues."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Annotated, Any

from pydantic import ConfigDict, Field, ValidationInfo, model_validator

from table.errors import BadFile, BadGeometry, BadInput
from table.frame import HexBoard, SquareBoard
from table.names import Name
from table.notation.case_lines import parse_case_lines
from table.notation.frame_file import BoardModel, board_from
from table.notation.hex_place import HexPlace, OffsetBoard, board_for, pairs_in, place_on
from table.notation.terrain_file import PieceModel, TerrainOnHexes, pieces_from
from table.notation.toml import Model, Strict, check_model, read_toml
from table.snapshot import Snapshot
from table.squares import Square, centre_of, default_board
from table.stand import Stand

Size = Annotated[float, Field(ge=0, lt=1e5)]
Place = Annotated[float, Field(gt=-1e5, lt=1e5)]


@dataclass(frozen=True, slots=True)
class FileTerms:
    """What a case or battle file needs of its game: the words it may say of a stand's past, and how it counts hexes.

    ``check`` takes a stand, the file and the key, and raises BadFile for what is wrong with such words.
    """

    words: Collection[str] = ()
    check: Callable[[Stand, str, str], object] = lambda *_: None
    offset_board: OffsetBoard | None = None


TermsOf = Callable[[str, str], FileTerms]
"""The terms of a game by its name, for a file; raises BadFile for a game there is not."""


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
    z_cm: Place = 0.0
    sigma_z_cm: Size = 0.0
    tilt_x_deg: float = 0.0
    tilt_y_deg: float = 0.0
    sigma_tilt_deg: Size = 0.0
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
    def _gather_state(cls, data: Any, info: ValidationInfo) -> Any:
        """Let the game's words stand beside the place, as people write them."""
        if not isinstance(data, dict) or not isinstance(data.get("state", {}), dict):
            return data
        words: Collection[str] = info.context or ()
        beside = {key: value for key, value in data.items() if key in words or _is_misspelt(key, words)}
        rest = {key: value for key, value in data.items() if key not in beside}
        return {**rest, "state": {**data.get("state", {}), **beside}} if beside else data


def _is_misspelt(key: str, words: Collection[str]) -> bool:
    """Say whether a key of a stand is meant as one of the game's words, so that its check names the right one."""
    known = StandModel.model_fields
    return (
        key not in known and not get_close_matches(key, known, 1, 0.8) and bool(get_close_matches(key, words, 1, 0.8))
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

    def snapshot(self, file: str, terms: FileTerms) -> Snapshot:
        """Return the table; raises BadFile."""
        board = self.printed(file, terms.offset_board)
        stands = stands_from(self.stand, "stand", file, board, terms)
        pieces = pieces_from(self.terrain, file, "terrain", terms.offset_board is not None, board)
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
        named = pairs_in([*places, dict(asked), self.settings, self.side])
        return board_for(counts, size_cm, named, lettered=any(isinstance(place, str) for place in places))


class CaseModel(TableKeys):
    """All of a case file."""

    action: dict[str, Any]
    dice: DiceModel = DiceModel()
    referee: RefereeModel = RefereeModel()
    expect: dict[str, Any] | None = None


class _TableOnly(TableKeys):
    """What of a case or battle file is the table, and no more."""

    model_config = ConfigDict(extra="ignore")


@dataclass(frozen=True)
class Case:
    """One rule case: what ``rules.registry.rule`` needs, and what is expected of it.

    ``name`` and ``reason`` are of a case among many (table/notation/case_lines.py): why it comes out so.
    """

    game: str
    snapshot: Snapshot
    action: Mapping[str, Any]
    dice: tuple[int | str, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    decided: Mapping[str, bool] = field(default_factory=dict)
    sides: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    expect: Mapping[str, Any] | None = None
    name: str = ""
    reason: str = ""


def read_in_terms(text: str, model: type[Model], file: str, terms_of: TermsOf) -> tuple[Model, FileTerms]:
    """Read TOML text as that model in the terms of the game that it names; raises BadFile."""
    return check_in_terms(read_toml(text, file), model, file, terms_of)


def check_in_terms(
    data: Mapping[str, Any], model: type[Model], file: str, terms_of: TermsOf
) -> tuple[Model, FileTerms]:
    """Check data already read against a model, in the terms of the game that it names; raises BadFile."""
    game = data.get("game")
    terms = terms_of(game, file) if isinstance(game, str) else FileTerms()
    return check_model(data, model, file, context=terms.words), terms


def parse_table(text: str, file: str, terms_of: TermsOf) -> Case:
    """Read only the table of a case or battle file: a case without an action; raises BadFile."""
    model, terms = read_in_terms(text, _TableOnly, file, terms_of)
    return Case(model.game, model.snapshot(file, terms), {}, settings=model.settings, sides=model.side)


def parse_case(text: str, file: str, terms_of: TermsOf) -> Case:
    """Read a case file's text; raises BadFile (file, key, expected, got)."""
    return _case(read_toml(text, file), file, terms_of)


def parse_cases(text: str, file: str, terms_of: TermsOf) -> tuple[Case, ...]:
    """Read a text of many cases (table/notation/case_lines.py); raises BadFile."""
    return tuple(
        replace(_case(each.data, f"{file} line {each.line}, {each.name}", terms_of), name=each.name, reason=each.reason)
        for each in parse_case_lines(text, file)
    )


def _case(data: Mapping[str, Any], file: str, terms_of: TermsOf) -> Case:
    model, terms = check_in_terms(data, CaseModel, file, terms_of)
    if "type" not in model.action:
        raise BadFile(file, "action.type", "a verb of the game, for example 'shoot'")
    return Case(
        model.game,
        model.snapshot(file, terms),
        model.action,
        tuple(model.dice.given),
        model.settings,
        model.referee.decided,
        model.side,
        model.expect,
    )


def stands_from(
    models: Sequence[StandModel], key: str, file: str, board: SquareBoard | HexBoard | None, terms: FileTerms
) -> tuple[Stand, ...]:
    """Return the stands, each of its own name, those on a square or hex at its centre; raises BadFile."""
    stands: list[Stand] = []
    for index, given in enumerate(models):
        if any(other.name == given.name for other in stands):
            raise BadFile(file, f"{key}[{index + 1}].name", "a name of its own", repr(given.name))
        try:
            at = {} if given.square is None else _centre(given.square, board, f"{key}[{index + 1}].square", file)
            if given.hex is not None:
                by_offset = terms.offset_board is not None
                x, y = place_on(board, by_offset, given.hex, f"{key}[{index + 1}].hex", file)
                at = {"x": x, "y": y}
            stand = Stand(**{**given.model_dump(exclude={"square", "hex"}), **at})
        except BadGeometry as error:
            raise BadFile(file, f"{key}[{index + 1}]", "a stand with a place and a size", str(error)) from None
        terms.check(stand, file, f"{key}[{index + 1}]")
        stands.append(stand)
    return tuple(stands)


def _centre(square: str, board: SquareBoard | HexBoard | None, key: str, file: str) -> dict[str, float]:
    if not isinstance(board, SquareBoard):
        raise BadFile(file, key, "a board of squares to stand on", "none" if board is None else "one of hexes")
    try:
        x, y = centre_of(board, Square.parse(square))
    except BadInput as error:
        raise BadFile(file, key, "a square of the board, such as A-25", str(error)) from None
    return {"x": x, "y": y}
