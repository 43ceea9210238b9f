"""A snapshot in one line of text, to be read in a test and typed at a prompt.

    120x100; us-1 us/soldier 20,30 @90; de-1 de/soldier 20,77 @270 2x1.6 ±0.03; hedge hedge-1 [30,20 31,20 31,46] h1.5

Parts are parted by ``;``. The first is the table's width x depth in cm, ``t12.5`` if it has a time in seconds, and its
board if it has one: ``squares(x,y side 8x18)`` or ``hexes(x,y side 13x9 flat even from -2,0)`` in the frame file's
words, with ``warp(left,near right,far 6: dx,dy dx,dy ...)`` (a row has 6) where its map is not even and ``unsure(...)``
with a number for each hex, row by row, where its lines are less sure. A stand is its
name, ``side/kind`` or ``side/kind/unit``, ``x,y`` of its footprint's centre, ``@heading``, and where they differ from a
measured point without doubt: ``WxD`` (width across the heading, depth along it), ``±sigma`` in cm and ``±sigma°`` of
the heading, ``hand`` if a hand and not the camera placed it, ``bases(along,across WxD @turn | ...)``, and its state as
a JSON object. A terrain piece is its kind, its name, its corners in brackets and ``h`` with its height. A name with
spaces, separators or nothing in it stands in JSON's double quotes. ``+-`` may be typed for ``±``.
"""

import json
import math
import re
from collections.abc import Mapping
from typing import Any, Literal, NoReturn

from table.errors import BadGeometry, BadInput
from table.frame import HexBoard, SquareBoard
from table.hex_warp import Warp
from table.snapshot import Snapshot
from table.stand import Base, Stand
from table.terrain import Piece, Point

_BARE = r"[^\s;,/@\[\](){}|\"±°]+"
_NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?"
_QUOTED = r'"(?:[^"\\]|\\.)*"'


def format_snapshot(snapshot: Snapshot) -> str:
    """Write a snapshot as one line: ``parse_snapshot`` gives the same snapshot back, to the last digit.

    Raises BadInput for a stand's state that JSON cannot say.
    """
    head = _size(snapshot.width_cm, snapshot.depth_cm)
    if snapshot.time_s is not None:
        head += f" t{_number(snapshot.time_s)}"
    if snapshot.board is not None:
        head += f" {_board_text(snapshot.board)}"
    return "; ".join([head, *map(_stand_text, snapshot.stands), *map(_piece_text, snapshot.pieces)])


def parse_snapshot(text: str) -> Snapshot:
    """Read a snapshot from its line; raises BadInput, quoting the part of the text and where it stands."""
    return _Reader(text).snapshot()


def _number(value: float) -> str:
    text = repr(float(value))
    return text.removesuffix(".0")


def _size(width_cm: float, depth_cm: float) -> str:
    return f"{_number(width_cm)}x{_number(depth_cm)}"


def _word(text: str) -> str:
    if re.fullmatch(_BARE, text) and text.isprintable():
        return text
    return json.dumps(text, ensure_ascii=not text.isprintable())


def _board_text(board: SquareBoard | HexBoard) -> str:
    origin = ",".join(map(_number, board.origin))
    if isinstance(board, SquareBoard):
        return f"squares({origin} {_number(board.square_cm)} {int(board.files)}x{int(board.ranks)})"
    words = f"{'pointy' if board.pointy else 'flat'} {board.offset}"
    if board.first != (0, 0):
        words += f" from {int(board.first[0])},{int(board.first[1])}"
    if board.warp is not None:
        words += f" {_warp_text(board.warp)}"
    if board.unsure_cm:
        words += f" unsure({' '.join(map(_number, board.unsure_cm))})"
    return f"hexes({origin} {_number(board.size_cm)} {int(board.columns)}x{int(board.rows)} {words})"


def _warp_text(warp: Warp) -> str:
    left, near, right, far = map(_number, warp.box)
    offsets = " ".join(f"{_number(x)},{_number(y)}" for x, y in warp.offsets_cm)
    return f"warp({left},{near} {right},{far} {int(warp.across)}: {offsets})"


def _stand_text(stand: Stand) -> str:
    role = "/".join(_word(w) for w in (stand.side, stand.kind, *([] if stand.unit is None else [stand.unit])))
    parts = [_word(stand.name), role, f"{_number(stand.x)},{_number(stand.y)}", f"@{_number(stand.heading_deg)}"]
    if stand.width_cm or stand.depth_cm:
        parts.append(_size(stand.width_cm, stand.depth_cm))
    if stand.sigma_cm:
        parts.append(f"±{_number(stand.sigma_cm)}")
    if stand.sigma_deg:
        parts.append(f"±{_number(stand.sigma_deg)}°")
    if stand.placed_by == "hand":
        parts.append("hand")
    if stand.bases:
        parts.append(f"bases({' | '.join(map(_base_text, stand.bases))})")
    if stand.state:
        parts.append(_state_text(stand))
    return " ".join(parts)


def _base_text(base: Base) -> str:
    text = f"{_number(base.along_cm)},{_number(base.across_cm)} {_size(base.width_cm, base.depth_cm)}"
    return text + (f" @{_number(base.turn_deg)}" if base.turn_deg else "")


def _state_text(stand: Stand) -> str:
    try:
        text = json.dumps(_plain(stand.state), ensure_ascii=False, allow_nan=False)
        return text if text.isprintable() else json.dumps(_plain(stand.state), allow_nan=False)
    except (TypeError, ValueError) as error:
        raise BadInput(f"the state of stand {stand.name!r} cannot be written down: {error}") from None


def _plain(value: Any) -> Any:
    """Return a value as JSON knows it; raises TypeError for what would not come back the same."""
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str):
                raise TypeError(f"key {key!r} is not a text")
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return float(value)
    if hasattr(value, "item"):  # a number of numpy's
        return _plain(value.item())
    raise TypeError(f"{value!r} is no text, number, list or table")


def _piece_text(piece: Piece) -> str:
    corners = " ".join(f"{_number(x)},{_number(y)}" for x, y in piece.polygon)
    height = f" h{_number(piece.height_cm)}" if piece.height_cm else ""
    return f"{_word(piece.kind)} {_word(piece.name)} [{corners}]{height}"


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
                self.fail(str(error), self.part_start)
        self.space()
        if self.at < len(self.text):
            self.fail("expected ';' and another stand or piece, or the end")
        try:
            return Snapshot(width_cm, depth_cm, tuple(stands), tuple(pieces), time_s, board)
        except BadGeometry as error:
            self.fail(str(error), 0)

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
            self.fail(str(error), start)

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
            self.fail(str(error), start)

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
        width_depth = fields.pop("size", (0.0, 0.0))
        return {**fields, "width_cm": width_depth[0], "depth_cm": width_depth[1]}

    def option(self) -> tuple[str, Any]:
        if self.take("@"):
            return "heading_deg", self.number("a heading in degrees")
        if self.take("±") or self.take("+-"):
            sigma = self.number("a sigma in cm, or in degrees with °")
            return ("sigma_deg", sigma) if self.take("°", spaced=False) else ("sigma_cm", sigma)
        if self.peek("{"):
            return "state", self.state()
        if self.take("bases("):
            return "bases", self.bases()
        if self.take("hand"):
            return "placed_by", "hand"
        return "size", self.size("@heading, WxD, ±sigma, hand, bases(...), {state}, or ';'")

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
        corners: list[Point] = []
        while not self.take("]"):
            corners.append(self.point("a corner as x,y, or ']'"))
        height_cm = self.number("a height in cm") if self.take("h") else 0.0
        return Piece(name, kind, tuple(corners), height_cm)

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
        found = self.match(f"{_QUOTED}|{_BARE}", what)
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

    def fail(self, problem: str, at: int | None = None) -> NoReturn:
        place = self.at if at is None else at
        quoted = self.text[place : place + 24]
        got = repr(quoted + ("..." if len(self.text) > place + 24 else "")) if quoted else "the end"
        raise BadInput(f"snapshot, character {place + 1}: {problem}, got {got}") from None
