"""SHOT: a shell from a cannon on its platform, who was knocked down by it, and who is lost for good (M1.3, M5)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

from rules.action import Asked
from rules.montecassino.fields import field_of
from rules.montecassino.position import SquarePosition, possible_positions, square_of, squares_listed
from rules.montecassino.settings import Builder
from rules.montecassino.side import MontecassinoSide, named_side, shells_left
from rules.montecassino.troops import board_of, is_cannon
from rules.montecassino.turn_notation import Cause, Knocked
from rules.montecassino.victory import end_turn
from rules.montecassino.zone import Zone
from rules.ruling import Check, Shape
from table.errors import BadFile
from table.footprint import corners
from table.measurement import Measurement
from table.notation.toml import got_words
from table.snapshot import Snapshot
from table.squares import Square, centre_of


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


@dataclass(frozen=True, slots=True)
class Fallen:
    """One figure knocked down: its name and side, where it stood, by what, and whether its commander named it."""

    name: str
    side: str
    square: Square
    cause: Cause
    named: bool


@dataclass(frozen=True, slots=True)
class Shot:
    """A side's shot, and what it knocked down; ``named_side`` checks the side.

    ``ordered`` says that the infantry's commander ordered it (four players). ``banners`` and ``sigma_cm`` are read by
    the ``Zone`` that they make, if they do.
    """

    side: object
    ordered: bool
    on_platform: bool
    fallen: tuple[Knocked, ...]
    nobody: tuple[str, ...]
    banners: object
    sigma_cm: object

    @classmethod
    def read(cls, asked: Asked) -> "Shot":
        """Read ``fallen`` [{square, cause}], ``leaves`` (squares that commanders name) and the rest; raises BadFile.

        ``nobody`` are the sides whose commanders name nobody. ``shot`` names the rig's record and is not read.
        """
        asked.only("side", "fallen", "leaves", "nobody", "banners", "sigma_cm", "ordered", "on_platform", "shot")
        ordered, on_platform = _boolean(asked, "ordered", False), _boolean(asked, "on_platform", True)
        banners, sigma_cm = asked.get("banners"), asked.get("sigma_cm", 0.0)
        return cls(asked.get("side"), ordered, on_platform, _knocked(asked), _nobody(asked), banners, sigma_cm)


def shot(snapshot: Snapshot, fired: Shot, builder: Builder, source: str) -> None:
    """Rule on the turn of a side that fires, and what it cost both (M5)."""
    side = named_side(snapshot, fired.side, builder, source)
    shooter, settings = field_of(side, source), builder.settings
    left = shells_left(builder.sides, side, settings)
    if MontecassinoSide.of(side, builder, source).shells is None:
        builder.uses("shells")
    builder.condition("M8.1", "cannons_used", not settings.infantry_only, side=side)
    builder.condition("M5.1", "shell_left", left > 0, side=side, count=left)
    if settings.four_players:
        builder.condition("M8.1", "ordered", fired.ordered, side=side)
    judge_platform(side, snapshot, fired.on_platform, builder)
    position, fallen = _fallen(snapshot, fired.fallen, builder, source)
    zone = Zone(shooter, snapshot, fired.banners, fired.sigma_cm, builder, source)
    inside = []
    for each in fallen:
        builder.draw(_dot(each.square, snapshot))
        held = zone.holds(each.square, each.name)
        if held:
            inside.append(each)
        elif held is False:
            _stands_again(each, "M5.3", "outside_stands_again", builder)
    lost = _lost(fallen, inside, fired.nobody, builder)
    if builder.verdict == "refused":  # nothing came of a shot that may not be fired: nobody leaves, nobody has won
        return
    for each in lost:
        if each.side == side:
            builder.modifying("M5.5", "own_loss_counts", stand=each.name, side=side)
        builder.modifying("M5.5", "leaves_for_good", stand=each.name)
        builder.effect("casualty", each.name, side=each.side, square=str(each.square), cause=each.cause)
    builder.effect("fired", None, side=side, left=max(left - 1, 0))
    builder.outcome = "casualties" if lost else "no_casualty"
    end_turn(snapshot, position.without(*(each.square for each in lost)), shooter, builder, source)


def _lost(fallen: Sequence[Fallen], inside: Sequence[Fallen], nobody: Sequence[str], builder: Builder) -> list[Fallen]:
    """Return who of those in the zone is lost under the agreed option (M5.4).

    ``nobody`` are the sides whose commanders name nobody.
    """
    settings = builder.settings
    lost, doubtful = [], []
    for each in inside:
        told = {"stand": each.name, "square": str(each.square), "cause": each.cause}
        if settings.option == "i":
            builder.modifying("M5.4", "all_count", **told)
            lost.append(each)
        elif each.cause == "direct" or (settings.option == "ii" and each.cause == "ricochet"):
            builder.modifying("M5.4", "struck_counts", **told)
            lost.append(each)
        elif each.cause == "dragged":
            builder.modifying("M5.4", "dragged_stands_again", **told)
            _stands_again(each, "M5.4", None, builder)
        elif settings.option == "iii":
            doubtful.append(each)
        elif _ask("was_struck", each, builder):
            lost.append(each)
        else:
            _stands_again(each, "M5.4", None, builder)
    if doubtful and any(each.cause == "direct" for each in fallen) and not builder.uses("doubt_beside_hit"):
        for each in doubtful:
            _stands_again(each, "M5.4", "not_hit_directly", builder)
        doubtful = []
    for each in fallen:
        if each.named and each not in doubtful:
            builder.modifying("M5.4", "named_in_vain", stand=each.name, square=str(each.square), cause=each.cause)
    for side in dict.fromkeys(each.side for each in doubtful):
        lost += _named([each for each in doubtful if each.side == side], side, side in nobody, builder)
    return lost


def _named(doubtful: Sequence[Fallen], side: str, nobody: bool, builder: Builder) -> list[Fallen]:
    """Return whom the commander who suffers names of those a ricochet leaves in doubt; until then it is open (M5.4).

    It is open too where he names several, or ``nobody`` and may not.
    """
    nobody_may_leave = builder.uses("nobody_may_leave")
    leaves = [each for each in doubtful if each.named]
    for each in leaves:
        builder.modifying("M5.4", "commander_named", **_told(each))
    if not leaves and not nobody:
        leaves = [each for each in doubtful if _ask("commander_names", each, builder)]
        if any(check.verdict == "close" and check.key == "commander_names" for check in builder.checks):
            return leaves
    if not leaves and nobody_may_leave:
        builder.modifying("M5.4", "commander_names_nobody", side=side)
    elif len(leaves) != 1:
        builder.modifying("M5.4", "commander_names_one", side=side, count=len(leaves))
        for each in doubtful:  # whatever was decided: the one who leaves is still to be named
            builder.checks.append(Check("M5.4", "commander_names", "close", modifies=True, detail=_told(each)))
        return []
    for each in doubtful:
        if each not in leaves:
            _stands_again(each, "M5.4", None, builder)
    return leaves


def _ask(key: str, each: Fallen, builder: Builder) -> bool | None:
    """Ask the referee what nobody has told: the probability is that of a coin."""
    return builder.likely("M5.4", key, 0.5, Measurement(0.5), 1.0, modifies=True, list_failed=True, **_told(each))


def _told(each: Fallen) -> dict[str, str]:
    return {"stand": each.name, "side": each.side, "square": str(each.square)}


def _stands_again(each: Fallen, clause: str, key: str | None, builder: Builder) -> None:
    if key is not None:
        builder.modifying(clause, key, stand=each.name, square=str(each.square))
    builder.effect("stands_again", each.name, square=str(each.square))


def _knocked(asked: Asked) -> tuple[Knocked, ...]:
    """Read who was knocked down, and whom of them commanders named; raises BadFile."""
    snapshot, source, given = asked.snapshot, asked.source, asked.get("fallen", [])
    if not isinstance(given, list | tuple):
        raise BadFile(source, "action.fallen", 'a list [{square = "A-25", cause = "direct"}, ...]', got_words(given))
    read = []
    for k, each in enumerate(given):
        key = f"action.fallen[{k + 1}]"
        if not isinstance(each, Mapping) or not set(each) <= {"square", "cause", "name", "confidence"}:
            raise BadFile(source, key, '{square = "A-25", cause = "direct"}', got_words(each))
        cause = each.get("cause", "unknown")
        if cause not in get_args(Cause):
            raise BadFile(source, f"{key}.cause", f"one of {', '.join(get_args(Cause))}", got_words(cause))
        read.append((square_of(each.get("square"), f"{key}.square", snapshot, source), cause))
    squares = [square for square, _ in read]
    if len(set(squares)) != len(squares):
        raise BadFile(source, "action.fallen", "each square once", got_words([str(square) for square in squares]))
    named = squares_listed(asked.get("leaves", []), "action.leaves", snapshot, source)
    for k, square in enumerate(named, start=1):
        if square not in squares:
            raise BadFile(source, f"action.leaves[{k}]", "the square of one who was knocked down", f"'{square}'")
    return tuple(Knocked(square, cause, square in named) for square, cause in read)


def _nobody(asked: Asked) -> tuple[str, ...]:
    sides, given = {stand.side for stand in asked.snapshot.stands}, asked.get("nobody", [])
    if not isinstance(given, list | tuple) or not all(isinstance(side, str) and side in sides for side in given):
        raise BadFile(asked.source, "action.nobody", f"a list of sides ({', '.join(sorted(sides))})", got_words(given))
    return tuple(given)


def _fallen(
    snapshot: Snapshot, knocked: Sequence[Knocked], builder: Builder, source: str
) -> tuple[SquarePosition, list[Fallen]]:  # fmt: skip
    """Return who stands where and who was knocked down; raises BadFile for an empty square."""
    squares = [each.square for each in knocked]
    positions = possible_positions(snapshot, squares, builder, source)
    whole = (each for each in positions if all(each.on(square) for square in squares))
    position = next(whole, positions[0])
    fallen = []
    for k, each in enumerate(knocked, start=1):
        man = position.on(each.square)
        if man is None:
            raise BadFile(source, f"action.fallen[{k}].square", "a square with a soldier on it", f"'{each.square}'")
        fallen.append(Fallen(man.name, snapshot.stand(man.name).side, each.square, each.cause, each.named))
    return position, fallen


def _boolean(asked: Asked, key: str, default: bool) -> bool:
    value = asked.get(key, default)
    if not isinstance(value, bool):
        raise BadFile(asked.source, f"action.{key}", "true or false", got_words(value))
    return value


def _dot(square: Square, snapshot: Snapshot) -> Shape:
    board = board_of(snapshot)
    return Shape("fallen", "disc", (centre_of(board, square),), board.square_cm / 2, str(square))
