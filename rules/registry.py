"""The games that are installed, and the one door to them."""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from rules.action import Action, Asked
from rules.clauses import clauses
from rules.dice import NeedsDice, dice_of
from rules.game import AnyGame, Game
from rules.ruling import Ruling
from rules.ruling_builder import RulingBuilder
from rules.settings import GivenSettings, read_settings
from table.errors import BadFile, BadInput
from table.once import computed_once
from table.snapshot import Snapshot

GROUP = "vedette.games"
"""The entry points that games are found by: name = "module:GAME"."""


@cache
def game_names() -> tuple[str, ...]:
    """Return the names of the games that are installed, in their order."""
    return tuple(sorted({point.name for point in _installed()}))


@cache
def _installed() -> tuple[EntryPoint, ...]:
    return tuple(entry_points(group=GROUP))


@cache
def game_modules() -> Mapping[str, str]:
    """Return the module of each game that is installed, by name, without loading any."""
    return {point.name: point.module for point in sorted(_installed(), key=lambda point: (point.name, point.value))}


def games() -> tuple[AnyGame, ...]:
    """Return every game that is whole; ``vedette doctor`` says what is wrong with the others."""
    return tuple(_load(name) for name in game_names() if trouble_with(name) is None)


def trouble_with(name: str) -> str | None:
    """Return in one line why an installed game cannot be played; None where it can."""
    try:
        _load(name)
    except BadInput as error:
        return str(error)
    return None


@cache
def _load(name: str) -> AnyGame:
    """Return a game by the name it is installed under; raises BadInput for two of one name or one that is not whole."""
    points = [point for point in _installed() if point.name == name]
    if len({point.value for point in points}) > 1:
        raise BadInput(
            "two games are installed as {game}: {places}; remove one", game=name,
            places=" and ".join(sorted(point.value for point in points)),
        )  # fmt: skip
    try:
        found = points[0].load()
    except Exception as error:  # whatever somebody else's module does at import
        raise BadInput("the game {game} ({place}) cannot be loaded: {why}",
                       game=name, place=points[0].value, why=str(error) or repr(error)) from error  # fmt: skip
    if not isinstance(found, Game) or found.name != name:
        raise BadInput("the game {game} ({place}) is no Game of that name", game=name, place=points[0].value)
    return found


def game_named(name: str, source: str = "case") -> AnyGame:
    """Return a game by name; raises BadFile naming those there are, BadInput for one that is not whole."""
    if name in game_names():
        return _load(name)
    raise BadFile(source, "game", " or ".join(game_names()) or "an installed game (run start.py again)", repr(name))


def rule(
    game: str,
    snapshot: Snapshot,
    action: Action,
    dice: Sequence[object] = (),
    settings: GivenSettings = None,
    decided: Mapping[str, bool] | None = None,
    source: str = "case",
    sides: Mapping[str, Mapping[str, object]] | None = None,
) -> Ruling:
    """Rule on one action: a pure function of table, action, dice, settings and the referee's word on close checks.

    ``action`` has a ``type`` (a verb of that game) and its keys; ``sides`` is what is known of each side beyond its
    stands (how many it started with); ``source`` names where all this came from in error lines. Raises BadFile
    or UnknownStand for input that makes no sense; an action the rules forbid is a ruling.
    """
    the_game = game_named(game, source)
    verb_name = str(action.get("type", ""))
    if verb_name not in the_game.verbs:
        got = repr(verb_name) if verb_name else "nothing"
        raise BadFile(source, "action.type", f"one of {', '.join(the_game.verbs)}", got)
    for word in decided or {}:
        if word.partition(":")[0] not in clauses(game_modules()[game]):
            raise BadFile(source, f"referee.decided.{word}", "a clause of the game, such as A2.3 or Y8.1", repr(word))
    read = read_settings(the_game.settings, settings, source)
    builder = RulingBuilder(
        game, verb_name, read, dice_of(the_game.die, dice, source), dict(decided or {}), dict(sides or {})
    )
    _check_stands(the_game, snapshot, source)
    completed = computed_once(the_game.complete)(snapshot, read, source)
    try:
        verb = the_game.verbs[verb_name]
        verb.rule(completed, verb.read(Asked(action, completed, source, read.doubt)), builder, source)
        ruled = builder.ruling()
    except NeedsDice as request:
        ruled = builder.ruling(request.throw)
    for effect in ruled.effects:
        if not the_game.reducer.knows(effect.type):
            raise BadInput("the game has no effect {effect}", effect=repr(effect.type))
    return ruled


@computed_once
def _check_stands(game: AnyGame, snapshot: Snapshot, source: str) -> None:
    """Raise BadFile where something is known of a stand that is not of the game's type; what is read stays with it."""
    for number, stand in enumerate(snapshot.stands, start=1):
        game.stand_state.of(stand, source, f"stand[{number}]")
