"""The cannon's place: on its platform in the strip behind the first line, within the board's sides (M1.3)."""

from rules.montecassino.fields import field_of
from rules.montecassino.settings import Builder
from rules.montecassino.troops import board_of, is_cannon
from table.footprint import corners
from table.measurement import Measurement
from table.snapshot import Snapshot


def judge_platform(side: str, snapshot: Snapshot, on_platform: bool, builder: Builder) -> None:
    """Judge that a side's cannon is fired from its platform, and where it stands if the camera sees it."""
    builder.condition("M1.3", "on_platform", on_platform, side=side)
    board = board_of(snapshot)
    left, near = board.origin
    right, far = left + board.files * board.square_cm, near + board.ranks * board.square_cm
    for stand in snapshot.stands:
        if stand.side != side or not is_cannon(stand):
            continue
        places = corners(stand)
        out_cm = max(max(left - x, x - right) for x, _ in places)
        over = [y - near if field_of(side) == "A" else far - y for _, y in places]
        builder.limit("M1.3", "within_sides", Measurement(out_cm, stand.sigma_cm), 0.0, actor=stand.name)
        builder.limit("M1.3", "behind_first_line", Measurement(max(over), stand.sigma_cm), 0.0, actor=stand.name)
