"""What the stands of a table err together, as a journal writes it: without it a ruling would come out less sure."""

from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from table.shared import Shared
from table.stand import Stand


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
