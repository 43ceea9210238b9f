"""A snapshot in one line of text, to be read in a test and typed at a prompt.

    120x100; us-1 us/soldier 20,30 @90; de-1 de/soldier 20,77 @270 2x1.6 ±0.03; hedge hedge-1 [30,20 31,20 31,46] h1.5

Parts are parted by ``;``. The first is the table's width x depth in cm, ``t12.5`` if it has a time in seconds, and its
board if it has one: ``squares(x,y side 8x18)`` or ``hexes(x,y side 13x9 flat even from -2,0)`` in the frame file's
words, with ``warp(left,near right,far 6: dx,dy dx,dy ...)`` (a row has 6) where its map is not even and ``unsure(...)``
with a number for each hex, row by row, where its lines are less sure. A stand is its
name, ``side/kind`` or ``side/kind/unit``, ``x,y`` of its footprint's centre, ``@heading``, and where they differ from a
measured point without doubt: ``WxD`` (width across the heading, depth along it), ``±sigma`` in cm and ``±sigma°`` of
the heading, ``z4`` its height and ``±0.1z`` its sigma, ``tilt1.5,-2`` its tilt about x and y in degrees and
``±0.5tilt`` its sigma, ``hand`` if a hand and not the camera placed it,
``bases(along,across WxD @turn | ...)``, and its state as a JSON object. A terrain piece is its kind, its name, its
corners in brackets, ``h`` with its height, its top as terrain.toml has it (``h4 slope``) and ``crest[...]``. A name
with spaces, separators or nothing in it stands in JSON's double quotes. ``+-`` may be typed for ``±``.
"""

import json
import math
import re
from typing import Any, Literal, NoReturn, get_args

from table.errors import BadGeometry, BadInput, Wanted
from table.frame import HexBoard, SquareBoard
from table.hex_warp import Warp
from table.snapshot import Snapshot
from table.stand import Base, Stand
from table.terrain import Piece, Point, Top

BARE = r"[^\s;,/@\[\](){}|\"±°]+"
_NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?"
_QUOTED = r'"(?:[^"\\]|\\.)*"'


def parse_snapshot(text: str) -> Snapshot:
    """Read a snapshot from its line; raises BadInput, quoting the part of the text and where it stands."""
    return _Reader(text).snapshot()


class _Reader:
    """Reads one line from left to right; ``at`` is the place reached."""

    def __init__(self, text: str) -> None:
        self.text, self.at, self.part_start = text, 0, 0

    def snapshot(self) -> Snapshot:
        width_cm, depth_cm = self.size("the table's size as 120x100")
        time_s = self.number("a time in seconds") if self.take("t") else None
        board = self.board()
        stands: list[Stand] = []
        pieces: list[Piece] = []
        while self.take(";"):
            self.space()
            self.part_start = self.at
            if self.at == len(self.text):
                break
            first = self.word("a stand's name or a piece's kind")
            second = self.word("side/kind of a stand or the name of a piece")
            try:
                if self.peek("["):
                    pieces.append(self.piece(first, second))
                else:
                    stands.append(self.stand(first, second))
            except BadGeometry as error:
                self.fail(error, self.part_start)
        self.space()
        if self.at < len(self.text):
            self.fail("expected ';' and another stand or piece, or the end")
        try:
            return Snapshot(width_cm, depth_cm, tuple(stands), tuple(pieces), time_s, board)
        except BadGeometry as error:
            self.fail(error, 0)

    def board(self) -> SquareBoard | HexBoard | None:
        squares = self.take("squares(")
        if not squares and not self.take("hexes("):
            return None
        origin = self.point("the board's origin as x,y")
        side_cm = self.number("the side of a square or hex in cm")
        start = self.at
        across, along = self.size("how many there are across and along, as 8x18")
        if across != int(across) or along != int(along):
            self.fail("expected whole numbers of squares or hexes", start)
        if squares:
            self.expect(")", "')'")
            return SquareBoard(origin, side_cm, int(across), int(along))
        flat = self.take("flat")
        if not flat:
            self.expect("pointy", "pointy or flat")
        even = self.take("even")
        if not even:
            self.expect("odd", "odd or even")
        first = self.whole_pair("its first column and row as -2,0") if self.take("from") else (0, 0)
        warp = self.warp() if self.take("warp(") else None
        unsure: list[float] = []
        if self.take("unsure("):
            while not self.take(")"):
                unsure.append(self.number("how unsure a hex is, or ')'"))
        self.expect(")", "')'")
        offset: Literal["odd", "even"] = "even" if even else "odd"
        try:
            return HexBoard(
                origin, side_cm, int(across), int(along), not flat, offset,
                first=first, warp=warp, unsure_cm=tuple(unsure),
            )  # fmt: skip
        except BadGeometry as error:
            self.fail(error, start)

    def warp(self) -> Warp:
        start = self.at
        box = (*self.point("the warp's left,near"), *self.point("the warp's right,far"))
        across = self.number("how many offsets a row has")
        self.expect(":", "':' and the offsets")
        offsets: list[Point] = []
        while not self.take(")"):
            offsets.append(self.point("an offset as dx,dy, or ')'"))
        if across != int(across):
            self.fail("expected a whole number of offsets a row", start)
        try:
            return Warp(box, int(across), tuple(offsets))
        except BadGeometry as error:
            self.fail(error, start)

    def whole_pair(self, what: str) -> tuple[int, int]:
        start = self.at
        one, two = self.point(what)
        if one != int(one) or two != int(two):
            self.fail(f"expected {what}, whole numbers", start)
        return (int(one), int(two))

    def stand(self, name: str, side: str) -> Stand:
        self.expect("/", "'/' between a stand's side and kind, or the '[' of a piece's corners")
        kind = self.word("the stand's kind")
        unit = self.word("the stand's unit") if self.take("/") else None
        x, y = self.point("the stand's place as x,y")
        fields: dict[str, Any] = {}
        while not self.done():
            start = self.at
            key, value = self.option()
            if key in fields:
                self.fail(f"{key} a second time", start)
            fields[key] = value
        return Stand(name, side, kind, x, y, unit=unit, **self.flat(fields))

    @staticmethod
    def flat(fields: dict[str, Any]) -> dict[str, Any]:
        width_cm, depth_cm = fields.pop("size", (0.0, 0.0))
        x_deg, y_deg = fields.pop("tilt", (0.0, 0.0))
        return {**fields, "width_cm": width_cm, "depth_cm": depth_cm, "tilt_x_deg": x_deg, "tilt_y_deg": y_deg}

    def option(self) -> tuple[str, Any]:
        for mark, key, read, what in (
            ("@", "heading_deg", self.number, "a heading in degrees"),
            ("z", "z_cm", self.number, "a height in cm"),
            ("tilt", "tilt", self.point, "a tilt about x and y in degrees"),
        ):
            if self.take(mark):
                return key, read(what)
        if self.take("±") or self.take("+-"):
            return self.sigma()
        if self.peek("{"):
            return "state", self.state()
        if self.take("bases("):
            return "bases", self.bases()
        if self.take("hand"):
            return "placed_by", "hand"
        return "size", self.size("@heading, WxD, ±sigma, hand, bases(...), {state}, or ';'")

    def sigma(self) -> tuple[str, float]:
        sigma = self.number("a sigma in cm, or in degrees with °")
        keys = {"°": "sigma_deg", "z": "sigma_z_cm", "tilt": "sigma_tilt_deg"}
        return next((key for unit, key in keys.items() if self.take(unit, spaced=False)), "sigma_cm"), sigma

    def bases(self) -> tuple[Base, ...]:
        found = []
        while True:
            along_cm, across_cm = self.point("a base's place as along,across")
            width_cm, depth_cm = self.size("a base's size as WxD")
            turn_deg = self.number("a base's turn in degrees") if self.take("@") else 0.0
            found.append(Base(along_cm, across_cm, width_cm, depth_cm, turn_deg))
            if not self.take("|"):
                self.expect(")", "'|' and another base, or ')'")
                return tuple(found)

    def state(self) -> dict[str, Any]:
        try:
            value, self.at = json.JSONDecoder(parse_constant=self.no_constant).raw_decode(self.text, self.at)
        except (ValueError, RecursionError) as error:
            self.fail(f"expected the stand's state as a JSON object ({error})")
        assert isinstance(value, dict)
        return value

    @staticmethod
    def no_constant(name: str) -> NoReturn:
        raise ValueError(f"{name} is no finite number")

    def piece(self, kind: str, name: str) -> Piece:
        self.expect("[", "'['")
        corners = self.corners()
        height_cm = self.number("a height in cm") if self.take("h") else 0.0
        top = next((top for top in get_args(Top) if self.take(top)), None)
        return Piece(name, kind, corners, height_cm, top, self.corners() if self.take("crest[") else ())

    def corners(self) -> tuple[Point, ...]:
        found: list[Point] = []
        while not self.take("]"):
            found.append(self.point("a corner as x,y, or ']'"))
        return tuple(found)

    def space(self) -> None:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def peek(self, mark: str) -> bool:
        self.space()
        return self.text.startswith(mark, self.at)

    def take(self, mark: str, spaced: bool = True) -> bool:
        if spaced:
            self.space()
        found = self.text.startswith(mark, self.at)
        self.at += len(mark) if found else 0
        return found

    def done(self) -> bool:
        self.space()
        return self.at == len(self.text) or self.text[self.at] == ";"

    def expect(self, mark: str, what: str) -> None:
        if not self.take(mark):
            self.fail(f"expected {what}")

    def match(self, pattern: str, what: str) -> str:
        self.space()
        found = re.compile(pattern).match(self.text, self.at)
        if found is None:
            self.fail(f"expected {what}")
        self.at = found.end()
        return found.group()

    def word(self, what: str) -> str:
        start = self.at
        found = self.match(f"{_QUOTED}|{BARE}", what)
        if not found.startswith('"'):
            return found
        try:
            return str(json.loads(found))
        except ValueError as error:
            self.fail(f"expected a text in double quotes ({error})", start)

    def number(self, what: str) -> float:
        start = self.at
        value = float(self.match(_NUMBER, what))
        if not math.isfinite(value):
            self.fail("expected a number that is not too large", start)
        return value

    def size(self, what: str) -> tuple[float, float]:
        width = self.number(what)
        self.expect("x", what)
        return width, self.number(what)

    def point(self, what: str) -> Point:
        x = self.number(what)
        self.expect(",", what)
        return x, self.number(what)

    def fail(self, problem: str | BadGeometry, at: int | None = None) -> NoReturn:
        place = self.at if at is None else at
        quoted = self.text[place : place + 24]
        got = repr(quoted + ("..." if len(self.text) > place + 24 else "")) if quoted else Wanted("the end")
        said = Wanted(problem) if isinstance(problem, str) else problem
        raise BadInput("snapshot, character {place}: {problem}, got {got}",
                       place=place + 1, problem=said, got=got) from None  # fmt: skip
