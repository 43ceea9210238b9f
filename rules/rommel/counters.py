"""A counter's factors: what the file or the list says of it, and what is left of them when it is striped (R2.2)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.hearing import Hearing
from rules.rommel.ground import board_for, check_kinds
from rules.rommel.kinds import arm_of, kind_named, side_of
from rules.rommel.settings import RommelSettings
from rules.rommel.unit_list import UnitRow, find, practice_lists
from table.errors import BadFile
from table.frame import HexBoard
from table.notation.toml import got_words
from table.notation.wording import NOTHING
from table.snapshot import Snapshot
from table.stand import Stand

COUNTER_CM = 1.6
"""A counter's side where nobody gives one."""
LISTED = "listed"  # where a counter keeps that its factors are from our own list
_GENERAL = frozenset({"", "counter", "unit"})
_FACTORS = ("combat", "movement", "stars")


@dataclass(frozen=True, slots=True)
class Striped:
    """The factors of a tank once it is hit."""

    combat: int
    movement: int


def completed(snapshot: Snapshot, settings: RommelSettings, source: str) -> Snapshot:
    """Check sides, kinds and factors, give counters what their list says and a size, and the table its board.

    Raises BadFile for what the game does not know.
    """
    board = snapshot.board
    if board is None:
        board = board_for(snapshot.width_cm, snapshot.depth_cm, settings)
    if not isinstance(board, HexBoard):
        raise BadFile(source, "board.kind", '"hexes"', '"squares"')
    check_kinds(snapshot.pieces, source)
    rows = unit_rows(settings)
    stands = (_completed(stand, index, rows, settings, source) for index, stand in enumerate(snapshot.stands))
    return replace(snapshot, stands=tuple(stands), board=board)


def unit_rows(settings: RommelSettings) -> Mapping[str, UnitRow]:
    """Return the rows of the counters' list: our own two, or the owner's."""
    return practice_lists() if settings.units == "practice" else settings.units


def _completed(
    stand: Stand, index: int, rows: Mapping[str, UnitRow], settings: RommelSettings, source: str
) -> Stand:  # fmt: skip
    side_of(stand.side, source, f"stand[{index + 1}].side")
    row = find(rows, stand.unit) or find(rows, stand.kind)
    kind = kind_named(stand.kind) or (kind_named(row.kind) if row is not None else None)
    if kind is None:
        expected = "a kind of counter (infantry, tank, aircraft, ...) or its name in the list"
        general = stand.kind.strip().lower() in _GENERAL
        got = f"{stand.unit!r}, which is not in the list" if general and stand.unit else repr(stand.kind)
        raise BadFile(source, f"stand[{index + 1}].kind", expected, got)
    for word in _FACTORS:
        value = stand.state.get(word)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 0):
            raise BadFile(source, f"stand[{index + 1}].{word}", "a whole number of 0 or more", got_words(value))
    own = {} if row is None else _of_list(row, stand, settings)
    sized = {"width_cm": stand.width_cm or COUNTER_CM, "depth_cm": stand.depth_cm or COUNTER_CM}
    return replace(stand, kind=kind, state={**own, **stand.state}, **sized)  # type: ignore[arg-type]


def _of_list(row: UnitRow, stand: Stand, settings: RommelSettings) -> dict[str, object]:
    """Return what a list's row says of a counter that the file does not say itself."""
    told: dict[str, object] = {"nation": row.nation, "combat": row.combat, "movement": row.movement}
    told |= {key: value for key in ("stars", "letter") if (value := getattr(row, key)) is not None}
    striped = _striped(row, row.combat, row.movement, settings)
    told |= {"striped_combat": striped.combat, "striped_movement": striped.movement}
    if stand.state.get("reduced"):
        told |= {"combat": striped.combat, "movement": striped.movement}
    if settings.units == "practice" and any(word not in stand.state for word in ("combat", "movement")):
        told[LISTED] = True
    return told


def _striped(row: UnitRow | None, combat: int, movement: int, settings: RommelSettings) -> Striped:
    whole = settings.striped == "same"
    halves = Striped(combat if whole else combat // 2, movement if whole else movement // 2)
    if row is None:
        return halves
    return Striped(
        halves.combat if row.striped_combat is None else row.striped_combat,
        halves.movement if row.striped_movement is None else row.striped_movement,
    )


def striped_of(stand: Stand, hearing: Hearing) -> Striped:
    """Return the factors of a tank's striped counter: its list's, else half of its own (a house value)."""
    told = stand.state
    if "striped_combat" in told and "striped_movement" in told:
        if told.get(LISTED):
            hearing.uses("units")
        return Striped(int(told["striped_combat"]), int(told["striped_movement"]))
    settings = hearing.settings
    assert isinstance(settings, RommelSettings)
    hearing.uses("striped")
    return _striped(None, int(told.get("combat") or 0), int(told.get("movement") or 0), settings)


def combat_of(stand: Stand, hearing: Hearing, source: str) -> int:
    """Return a counter's combat factor; raises BadFile where neither file nor list gives one (R2.2)."""
    return _factor(stand, "combat", hearing, source)


def movement_of(stand: Stand, hearing: Hearing, source: str) -> int:
    """Return a counter's movement factor; raises BadFile where neither file nor list gives one (R2.2)."""
    return _factor(stand, "movement", hearing, source)


def stars_of(stand: Stand, hearing: Hearing) -> int:
    """Return a tank's stars; none where nobody gives any."""
    if stand.state.get(LISTED):
        hearing.uses("units")
    return int(stand.state.get("stars") or 0)


def _factor(stand: Stand, word: str, hearing: Hearing, source: str) -> int:
    if stand.state.get(LISTED):
        hearing.uses("units")
    value = stand.state.get(word)
    if value is None and arm_of(stand) in ("supply", "marker"):
        return 0
    if value is None:
        raise BadFile(source, f"stand.{stand.name}.{word}", "a whole number, or the counter's name as unit", NOTHING)
    return int(value)


def may_win(stand: Stand) -> bool:
    """Say whether a counter has a combat factor to fight with; supply has none where nobody gives it one."""
    factor = stand.state.get("combat")
    return arm_of(stand) not in ("supply", "marker") if factor is None else factor != 0


def is_bomber(stand: Stand) -> bool:
    """Say whether an aircraft is one of the bombers, 2-8 and 3-8 (R6.1)."""
    return (stand.state.get("combat"), stand.state.get("movement")) in ((2, 8), (3, 8))
