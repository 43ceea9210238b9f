"""A counter's factors, from the file or the list, and what a hit leaves of them: striped, or gone (R2.2, R5.1)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.rommel.ground import board_for, check_kinds
from rules.rommel.kinds import arm_of, kind_named, side_of
from rules.rommel.settings import Builder, RommelSettings
from rules.rommel.state import state_of
from rules.rommel.unit_list import UnitRow, find, practice_lists
from table.errors import BadFile
from table.frame import HexBoard
from table.notation.error_words import NOTHING
from table.snapshot import Snapshot
from table.stand import Stand

COUNTER_CM = 1.6
"""A counter's side where nobody gives one."""
LISTED, HALVED = "listed", "by_halves"
"""Where a counter keeps which of its words are from our own list, and which were halved: house values both."""
_GENERAL = frozenset({"", "counter", "unit"})
_WORDS = ("nation", "letter", "combat", "movement", "stars", "striped_combat", "striped_movement")
_STRIPED = ("combat", "movement")  # the factors that a striped counter has of its own


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


def nation_of(stand: Stand) -> str | None:
    """Return whose a counter is: what its file says, else our lists; None where nobody says it."""
    row = find(practice_lists(), stand.unit)
    return state_of(stand).nation or (None if row is None else row.nation)


def _completed(stand: Stand, index: int, rows: Mapping[str, UnitRow], settings: RommelSettings, source: str) -> Stand:
    side_of(stand.side, source, f"stand[{index + 1}].side")
    row = find(rows, stand.unit) or find(rows, stand.kind)
    kind = kind_named(stand.kind) or (kind_named(row.kind) if row is not None else None)
    if kind is None:
        expected = "a kind of counter (infantry, tank, aircraft, ...) or its name in the list"
        general = stand.kind.strip().lower() in _GENERAL
        got = f"{stand.unit!r}, which is not in the list" if general and stand.unit else repr(stand.kind)
        raise BadFile(source, f"stand[{index + 1}].kind", expected, got)
    own = _of_list(row, stand, settings)
    state = {**own, **stand.state} if own else stand.state
    return replace(stand, kind=kind, state=state).on_base(COUNTER_CM, COUNTER_CM)


def _of_list(row: UnitRow | None, stand: Stand, settings: RommelSettings) -> dict[str, object]:
    """Return what a list's row says of a counter that the file does not say itself, and which of it is a house value.

    A tank that was hit in the match had its factors from there too, or by halves: ``made`` are those nobody said.
    """
    said, known = stand.state, state_of(stand)
    listed = {} if row is None else row.model_dump(include=set(_WORDS), exclude_none=True)
    was_hit, is_listed = known.damage > 0, row is not None
    striped = _STRIPED if known.reduced else ()
    unsaid = [word for word in striped if f"striped_{word}" not in said]
    made = [word for word in unsaid if was_hit or (is_listed and word not in said)]
    halved = [word for word in made if f"striped_{word}" not in listed]
    for word in striped if row is not None else ():
        listed[word] = _left(said.get(f"striped_{word}", listed.get(f"striped_{word}")), listed[word], settings)
    ours = [word for word in listed if word not in said or word in made] if settings.units == "practice" else []
    house = {LISTED: tuple(ours), HALVED: tuple(halved)}
    return listed | {key: words for key, words in house.items() if words}


def _left(striped: int | None, whole: int, settings: RommelSettings) -> int:
    """Return a factor of a striped counter: its list's, else that of the option."""
    if striped is not None:
        return striped
    return whole if settings.striped == "same" else whole // 2


def tell_house(stand: Stand, word: str, builder: Builder) -> None:
    """List a counter's word among the house values that a ruling used, where it is one."""
    for kept, option in ((LISTED, "units"), (HALVED, "striped")):
        words = stand.state.get(kept)
        if isinstance(words, tuple) and word in words:  # what else a file may say there is not ours
            builder.uses(option)


def striped_of(stand: Stand, builder: Builder) -> Striped:
    """Return the factors of a tank's striped counter: its list's, else half of its own (a house value)."""
    return Striped(*(_striped_factor(stand, word, builder) for word in _STRIPED))


def _striped_factor(stand: Stand, word: str, builder: Builder) -> int:
    known = state_of(stand)
    striped = getattr(known, f"striped_{word}")
    if striped is None:
        builder.uses("striped")
    tell_house(stand, word if striped is None else f"striped_{word}", builder)
    return _left(striped, getattr(known, word) or 0, builder.settings)


def combat_of(stand: Stand, builder: Builder, source: str) -> int:
    """Return a counter's combat factor; raises BadFile where neither file nor list gives one (R2.2)."""
    return _factor(stand, "combat", state_of(stand).combat, builder, source)


def movement_of(stand: Stand, builder: Builder, source: str) -> int:
    """Return a counter's movement factor; raises BadFile where neither file nor list gives one (R2.2)."""
    return _factor(stand, "movement", state_of(stand).movement, builder, source)


def stars_of(stand: Stand, builder: Builder) -> int:
    """Return a tank's stars; none where nobody gives any."""
    tell_house(stand, "stars", builder)
    return state_of(stand).stars


def _factor(stand: Stand, word: str, value: int | None, builder: Builder, source: str) -> int:
    tell_house(stand, word, builder)
    if value is None and arm_of(stand) in ("supply", "marker"):
        return 0
    if value is None:
        raise BadFile(source, f"stand.{stand.name}.{word}", "a whole number, or the counter's name as unit", NOTHING)
    return value


def may_win(stand: Stand) -> bool:
    """Say whether a counter has a combat factor to fight with; supply has none where nobody gives it one."""
    factor = state_of(stand).combat
    return arm_of(stand) not in ("supply", "marker") if factor is None else factor != 0


def is_bomber(stand: Stand) -> bool:
    """Say whether an aircraft is one of the bombers, 2-8 and 3-8 (R6.1)."""
    return (state_of(stand).combat, state_of(stand).movement) in ((2, 8), (3, 8))


def apply_hit(stand: Stand, clause: str, builder: Builder) -> None:
    """Record that a counter is hit: a tank takes its striped counter, any other and a striped one leaves."""
    if stand.kind == "tank" and not state_of(stand).reduced:
        factors = striped_of(stand, builder)
        letter = state_of(stand).letter or ""
        builder.modifying("R2.2", "takes_striped", stand=stand.name, letter=letter)
        builder.effect("damage", stand.name, boxes=1, striped=True)
        builder.effect("reduced", stand.name, combat=factors.combat, movement=factors.movement)
        return
    if stand.kind == "tank":
        builder.modifying("R2.2", "striped_leaves", stand=stand.name)
    else:
        builder.modifying(clause, "leaves", stand=stand.name)
    builder.effect("remove", stand.name)
