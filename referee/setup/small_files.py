"""The small files of a set-up: source, sheets, heights and check .toml. Each is a model, read and written whole."""

import math
from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import BaseModel, Field, model_validator

from calibration.charuco import BoardSpec
from rules.registry import game_named
from table.notation.toml import Strict, inline
from table.uncertainty import SIGMAS_95

Pixels = Annotated[int, Field(gt=0, le=20_000)]
Paper = Literal["A4", "Letter"]
Place = tuple[float, float]
TAPE_CM = 0.05
"""How well a tape is read and held."""


def format_toml(model: BaseModel) -> str:
    """Write a model as TOML: a line a key, then its lists of models; what is None is left out."""
    return "\n".join(_lines(model)) + "\n"


def _lines(model: BaseModel) -> Iterator[str]:
    listed = {key: value for key, value in model if isinstance(value, tuple) and isinstance([*value, 0][0], BaseModel)}
    for key, value in model:
        if value is not None and key not in listed:
            yield f"{key} = {inline(value)}"
    for key, parts in listed.items():
        for part in parts:
            yield from ("", f"[[{key}]]", *_lines(part))


class SourceFile(Strict):
    """source.toml: what a user writes after ``--camera``, and the size of the pictures that came."""

    camera: Annotated[str, Field(min_length=1, max_length=500)]
    width_px: Pixels | None = None
    height_px: Pixels | None = None

    @classmethod
    def of(cls, camera: str, size_px: tuple[int, int] | None = None) -> Self:
        """Return the camera that was chosen, with the width and height of its pictures where they are known."""
        width_px, height_px = size_px or (None, None)
        return cls(camera=camera, width_px=width_px, height_px=height_px)

    @property
    def size_px(self) -> tuple[int, int] | None:
        """Width and height; None where they are not known."""
        return None if self.width_px is None or self.height_px is None else (self.width_px, self.height_px)


class SheetsFile(Strict):
    """sheets.toml: paper, its bar as measured in mm, the stand markers' side and number, and the calibration board.

    The usual board fits A4 and Letter. Raises BadInput for a board that cannot be.
    """

    paper: Paper = "A4"
    bar_mm: Annotated[float, Field(ge=195, le=205)] = 200.0
    marker_cm: Annotated[float, Field(ge=0.4, le=10)] = 2.0
    markers: Annotated[int, Field(ge=1, le=230)] = 40
    columns: Annotated[int, Field(ge=3, le=40)] = 11
    rows: Annotated[int, Field(ge=3, le=40)] = 8
    square_cm: Annotated[float, Field(gt=0, le=20)] = 2.4
    inner_cm: Annotated[float, Field(gt=0, le=20)] = 1.8
    dictionary: str = "4x4_250"

    @model_validator(mode="after")
    def _can_be(self) -> Self:
        _ = self.board
        return self

    @property
    def board(self) -> BoardSpec:
        """The ChArUco board."""
        return BoardSpec(self.columns, self.rows, self.square_cm, self.inner_cm, self.dictionary)


def usual_sheets(game: str) -> SheetsFile:
    """Return what is usually printed for a game, "" before there is one: on boards the pieces are many, and small."""
    if not game or (the_game := game_named(game)).board is None:
        return SheetsFile()
    return SheetsFile(marker_cm=1.2, markers=the_game.markers)


class Distance(Strict):
    """A distance on the table between two places in cm, as the tape says and as the camera does.

    Both are ``height_cm`` above the table; ``pointed_cm`` of the sigma is how well the two were pointed at.
    """

    start: Place
    end: Place
    true_cm: Annotated[float, Field(gt=0)]
    measured_cm: Annotated[float, Field(ge=0)]
    sigma_cm: Annotated[float, Field(ge=0)]
    between: str = ""
    height_cm: float = 0.0
    pointed_cm: Annotated[float, Field(ge=0)] = 0.0

    @property
    def off_cm(self) -> float:
        """How much more the camera says than the tape."""
        return self.measured_cm - self.true_cm

    @property
    def allowed_cm(self) -> float:
        """How far apart the two may be: what both are known to, 95 times of 100."""
        return SIGMAS_95 * math.hypot(self.sigma_cm, TAPE_CM)

    @property
    def agrees(self) -> bool:
        """Whether camera and tape agree within what both are known to."""
        return abs(self.off_cm) <= self.allowed_cm


class CheckFile(Strict):
    """check.toml: distances checked on the table whose file has the fingerprint ``table``; or that was ``skipped``."""

    table: str = ""
    skipped: bool = False
    distance: tuple[Distance, ...] = ()


class RaisedPiece(Strict):
    """A piece of terrain that heights propose, in table cm, as `Raised` has it."""

    polygon: tuple[Place, ...]
    height_cm: float
    sigma_cm: Annotated[float, Field(gt=0)]
    top: Literal["level", "slope", "trench"] | None = None
    crest: tuple[Place, ...] = ()
    told: Annotated[float, Field(ge=0, le=1)]


class HeightsFile(Strict):
    """heights.toml: what pictures from several places propose on a table of that size; or that it was ``skipped``.

    The heights themselves are in heights.npz beside it.
    """

    skipped: bool = False
    pictures: Annotated[int, Field(ge=0)] = 0
    width_cm: Annotated[float, Field(ge=0)] = 0.0
    depth_cm: Annotated[float, Field(ge=0)] = 0.0
    piece: tuple[RaisedPiece, ...] = ()
