"""A snapshot written in one line, as ``table.notation.snapshot_line`` reads it."""

import json
import re
from collections.abc import Mapping
from typing import Any

from table.errors import BadInput
from table.frame import HexBoard, SquareBoard
from table.hex_warp import Warp
from table.notation.snapshot_line import BARE
from table.snapshot import Snapshot
from table.stand import Base, Stand
from table.terrain import Piece


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


def _number(value: float) -> str:
    text = repr(float(value))
    return text.removesuffix(".0")


def _size(width_cm: float, depth_cm: float) -> str:
    return f"{_number(width_cm)}x{_number(depth_cm)}"


def _word(text: str) -> str:
    if re.fullmatch(BARE, text) and text.isprintable():
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
    if stand.z_cm:
        parts.append(f"z{_number(stand.z_cm)}")
    if stand.sigma_z_cm:
        parts.append(f"±{_number(stand.sigma_z_cm)}z")
    if stand.tilt_x_deg or stand.tilt_y_deg:
        parts.append(f"tilt{_number(stand.tilt_x_deg)},{_number(stand.tilt_y_deg)}")
    if stand.sigma_tilt_deg:
        parts.append(f"±{_number(stand.sigma_tilt_deg)}tilt")
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
    parts = [_word(piece.kind), _word(piece.name), f"[{_corners(piece.polygon)}]"]
    parts += [f"h{_number(piece.height_cm)}"] if piece.height_cm else []
    parts += [piece.top] if piece.top else []
    return " ".join([*parts, f"crest[{_corners(piece.crest)}]"] if piece.crest else parts)


def _corners(corners: tuple[tuple[float, float], ...]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in corners)
