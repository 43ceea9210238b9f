"""The one length measured by hand that gives a survey its scale: from one frame marker's centre to another's."""

from collections.abc import Collection
from dataclasses import dataclass
from itertools import combinations
from math import hypot

from table.errors import BadInput
from table.frame import Frame, FrameMarker, Tape

TAPE_SIGMA_CM = 0.05
ALIKE_CM = 0.2  # pairs as far apart as this are one and the same to somebody who names a length only
_NEAR, _NEAR_NAMED = 0.05, 0.2  # how far the length may be from what frame.toml says, as a share of it


@dataclass(frozen=True, slots=True)
class ChosenTape(Tape):
    """The tape of a survey; ``others`` are pairs as far apart."""

    others: tuple[tuple[int, int], ...] = ()


def choose_tape(
    frame: Frame,
    seen: Collection[int],
    length_cm: float,
    between: tuple[int, int] | None = None,
    sigma_cm: float = TAPE_SIGMA_CM,
) -> ChosenTape:
    """Return which two of the markers ``seen`` a length was measured between.

    Not named, it is the pair whose distance in frame.toml is nearest; the first in the file's order, where several are
    alike. Raises BadInput for a pair that is not there and for a length far from what frame.toml says.
    """
    _check_numbers(length_cm, sigma_cm)
    markers = [marker for marker in frame.markers if marker.id in seen]
    if between is not None:
        _check_named(frame, seen, between)
        apart = _apart([marker for marker in markers if marker.id in between])
        if abs(length_cm / apart - 1) > _NEAR_NAMED:
            raise BadInput(
                f"--survey {length_cm:g}: frame markers {between[0]} and {between[1]} are {apart:.1f} cm apart in "
                "frame.toml; measure from centre to centre, in cm"
            )
        return ChosenTape(length_cm, between, sigma_cm)
    pairs = {(a.id, b.id): _apart([a, b]) for a, b in combinations(markers, 2)}
    nearest = min(pairs.values(), key=lambda apart: abs(apart - length_cm))
    if abs(length_cm / nearest - 1) > _NEAR:
        listed = ", ".join(f"{a}-{b} {apart:.1f}" for (a, b), apart in list(pairs.items())[:6])
        raise BadInput(
            f"--survey {length_cm:g}: no two frame markers are about that far apart in frame.toml ({listed}... cm); "
            "measure from centre to centre, in cm, or name them: --survey-between ID,ID"
        )
    alike = [pair for pair, apart in pairs.items() if abs(apart - nearest) <= ALIKE_CM]
    return ChosenTape(length_cm, alike[0], sigma_cm, tuple(alike[1:]))


def _apart(pair: list[FrameMarker]) -> float:
    return hypot(pair[0].x - pair[1].x, pair[0].y - pair[1].y)


def _check_numbers(length_cm: float, sigma_cm: float) -> None:
    if not 0 < length_cm < float("inf"):
        raise BadInput(f"--survey {length_cm:g}: a length in cm must be more than 0")
    if not 0 < sigma_cm < 0.1 * length_cm:
        raise BadInput(
            f"--tape-sigma-cm {sigma_cm:g}: say in cm how well {length_cm:g} cm was measured (0.05 is half a mm)"
        )


def _check_named(frame: Frame, seen: Collection[int], between: tuple[int, int]) -> None:
    known = [marker.id for marker in frame.markers]
    if between[0] == between[1]:
        raise BadInput("--survey-between: name two different frame markers")
    for number in between:
        if number not in known:
            listed = ", ".join(map(str, known))
            raise BadInput(f"--survey-between: {number} is no frame marker (frame.toml has {listed})")
        if number not in seen:
            raise BadInput(f"--survey-between: frame marker {number} is not seen in any of the pictures")
