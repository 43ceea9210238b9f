"""Tables, stands with what they err together, and states as a journal writes them, and back."""

from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from rules.state import State
from table.frame import HexBoard, SquareBoard
from table.hex_warp import Warp
from table.shared import Shared
from table.snapshot import Snapshot
from table.stand import Base, Stand
from table.terrain import RULER_CM, Piece

_PLAIN = ("name", "side", "kind", "x", "y", "heading_deg", "width_cm", "depth_cm", "sigma_cm", "sigma_deg")

_HEIGHT = ("z_cm", "sigma_z_cm", "tilt_x_deg", "tilt_y_deg", "sigma_tilt_deg")


def shared_data(stands: Sequence[Stand]) -> dict[str, Any]:
    """Return by stand what it shares with others; ``cause`` is the same number where the cause is the same.

    Numbers are float64, little end first, in base64: to the last bit, and a third as long as in digits.
    """
    causes: dict[int, int] = {}
    return {
        stand.name: {
            "cause": causes.setdefault(id(stand.shared.cause), len(causes)),
            "modes": _text(stand.shared.modes),
            "own": _text(stand.shared.own),
        }
        for stand in stands
        if stand.shared is not None
    }


def with_shared(stands: Sequence[Stand], data: Mapping[str, Any]) -> tuple[Stand, ...]:
    """Return stands with what a journal wrote that they share."""
    causes = {told["cause"]: object() for told in data.values()}
    return tuple(
        replace(stand, shared=_shared(data[stand.name], causes)) if stand.name in data else stand for stand in stands
    )


def _shared(told: Mapping[str, Any], causes: Mapping[int, object]) -> Shared:
    return Shared(_numbers(told["modes"], 3), causes[told["cause"]], _numbers(told["own"], 2))


def _text(numbers: NDArray[np.float64]) -> str:
    return b64encode(np.ascontiguousarray(numbers, "<f8").tobytes()).decode()


def _numbers(text: str, rows: int) -> NDArray[np.float64]:
    return np.frombuffer(b64decode(text), "<f8").reshape(rows, -1).astype(np.float64)


def stand_data(stand: Stand) -> dict[str, Any]:
    """Return a stand as a journal writes it: what is as usual is left out."""
    data: dict[str, Any] = {key: getattr(stand, key) for key in _PLAIN}
    data |= {key: told for key in _HEIGHT if (told := getattr(stand, key))}
    if stand.unit is not None:
        data["unit"] = stand.unit
    if stand.bases:
        data["bases"] = [[b.along_cm, b.across_cm, b.width_cm, b.depth_cm, b.turn_deg] for b in stand.bases]
    if stand.placed_by != "camera":
        data["placed_by"] = stand.placed_by
    if stand.state:
        data["state"] = dict(stand.state)
    return data


def stand_from(data: Mapping[str, Any]) -> Stand:
    """Return the stand that a journal wrote."""
    bases = tuple(Base(*base) for base in data.get("bases", ()))
    return Stand(**{**data, "bases": bases})


_UNSAID = (("unsure_cm", ()), ("lettered", True))
"""What a journal leaves out of a board: it is so of most."""


def table_data(table: Snapshot) -> dict[str, Any]:
    """Return a table as a journal writes it."""
    data: dict[str, Any] = {
        "width_cm": table.width_cm,
        "depth_cm": table.depth_cm,
        "stands": [stand_data(stand) for stand in table.stands],
        "pieces": list(map(piece_data, table.pieces)),
    }
    if shared := shared_data(table.stands):
        data["shared"] = shared
    if table.board is not None:
        board = asdict(table.board)
        data["board"] = {key: value for key, value in board.items() if (key, value) not in _UNSAID}
    return data


def table_from(data: Mapping[str, Any]) -> Snapshot:
    """Return the table that a journal wrote."""
    stands = tuple(map(stand_from, data["stands"]))
    if shared := data.get("shared"):
        stands = with_shared(stands, shared)
    pieces, board = tuple(map(piece_from, data["pieces"])), data.get("board")
    return Snapshot(data["width_cm"], data["depth_cm"], stands, pieces, board=board and _board_from(board))


def _board_from(data: Mapping[str, Any]) -> SquareBoard | HexBoard:
    kept: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in data.items()}
    if kept["kind"] == "squares":
        return SquareBoard(**kept)
    if warp := kept.get("warp"):
        left, near, right, far = warp["box"]
        kept["warp"] = Warp((left, near, right, far), warp["across"], tuple((x, y) for x, y in warp["offsets_cm"]))
    return HexBoard(**kept)


def piece_data(piece: Piece) -> dict[str, Any]:
    """Return a piece of terrain as a journal writes it."""
    polygon = [list(corner) for corner in piece.polygon]
    data: dict[str, Any] = {"name": piece.name, "kind": piece.kind, "polygon": polygon, "height_cm": piece.height_cm}
    if piece.top is not None:
        data["top"] = piece.top
    if piece.crest:
        data["crest"] = [list(corner) for corner in piece.crest]
    if piece.height_sigma_cm != RULER_CM:
        data["height_sigma_cm"] = piece.height_sigma_cm
    return data


def piece_from(data: Mapping[str, Any]) -> Piece:
    """Return the piece that a journal wrote."""
    polygon = tuple((float(x), float(y)) for x, y in data["polygon"])
    crest = tuple((float(x), float(y)) for x, y in data.get("crest", ()))
    sigma_cm = data.get("height_sigma_cm", RULER_CM)
    return Piece(data["name"], data["kind"], polygon, data["height_cm"], data.get("top"), crest, sigma_cm)


def state_data(state: State) -> dict[str, Any]:
    """Return a state as a journal writes it."""
    return {
        "sides": list(state.sides),
        "turn": state.turn,
        "side": state.side,
        "states": {name: dict(told) for name, told in state.states.items()},
        "fallen": {name: stand_data(stand) for name, stand in state.fallen.items()},
        "places": {name: list(place) for name, place in state.places.items()},
        "units": {name: dict(told) for name, told in state.units.items()},
        "known": {name: dict(told) for name, told in state.known.items()},
        "starts": {name: list(place) for name, place in state.starts.items()},
        "struck": {name: stand_data(stand) for name, stand in state.struck.items()},
        "headings": dict(state.headings),
    }


def state_from(data: Mapping[str, Any]) -> State:
    """Return the state that a journal wrote."""
    return State(
        tuple(data["sides"]),
        data["turn"],
        data["side"],
        data["states"],
        {name: stand_from(stand) for name, stand in data["fallen"].items()},
        {name: (place[0], place[1]) for name, place in data["places"].items()},
        data["units"],
        data["known"],
        {name: (place[0], place[1]) for name, place in data["starts"].items()},
        {name: stand_from(stand) for name, stand in data.get("struck", data.get("owing", {})).items()},
        data.get("headings", {}),
    )


class KeptTable:
    """A table in an entry, as the journal has it or as it was measured: one is made of the other when asked for."""

    def __init__(self, snapshot: Snapshot | None = None, data: Mapping[str, Any] | None = None) -> None:
        self._snapshot, self._data = snapshot, data

    @classmethod
    def of(cls, value: object) -> Self:
        """Return a table from its snapshot or from its data; raises ValueError for anything else."""
        if isinstance(value, cls):
            return value
        if isinstance(value, Snapshot):
            return cls(snapshot=value)
        if isinstance(value, Mapping):
            return cls(data=value)
        raise ValueError("a table")

    @cached_property
    def snapshot(self) -> Snapshot:
        """The table."""
        return self._snapshot if self._snapshot is not None else table_from(self._data or {})

    @cached_property
    def stands_only(self) -> Snapshot:
        """The table without its ground and its errors, of which a state knows nothing: most of the work."""
        if self._data is None:
            return self.snapshot
        return table_from({**self._data, "pieces": (), "shared": None})

    @cached_property
    def data(self) -> Mapping[str, Any]:
        """The table as a journal writes it."""
        return self._data if self._data is not None else table_data(self.snapshot)
