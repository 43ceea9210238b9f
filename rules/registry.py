"""The games this umpire knows, and the one door to them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules import ambush, ancients, montecassino, rommel, yankee
from rules.clauses import clauses
from rules.dice import BATTLE, D6, NAC, Die, NeedsDice, dice_of
from rules.hearing import Hearing
from rules.possibility import Space, Try
from rules.ruling import Effect, Ruling
from rules.seen import SeenMove
from rules.settings import Settings, read_settings
from rules.weapon import Weapon
from table.errors import BadFile
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Point

Verb = Callable[[Snapshot, Mapping[str, Any], Hearing, str], None]
Goings = Callable[[Snapshot, Stand, Sequence[Mapping[str, Any]], Any, Mapping[str, Any]], tuple[Space, ...]]
Burst = Callable[[Snapshot, Point, Stand | None, Hearing], None]


@dataclass(frozen=True, slots=True)
class Game:
    """One game: its settings, its verbs, how its stands and terrain are completed, and what a stand may try,
    which actions explain how stands moved from one table to another, and what each side starts with.

    ``turn_clause`` says whose turn it is, ``any_time`` are the verbs that do not wait for it. ``weapons`` is what a
    stand's weapons cover, ``aimed`` the verbs that aim at an enemy far off, ``bursts`` whom a charge reaches that lands
    at a point, ``measured`` how it measures from stand to stand: by "edge", "centre" or "front".

    For games on squares or hexes: ``by_side`` are the verbs whose ``side`` waits for its turn, ``spelled`` puts the
    stands' names into an action that names places, ``goings`` are the spaces a stand may go to with what is left of a
    turn after some steps, given what is known of the table, ``notation`` is how the game's chart notes an allowed
    action in a language. ``die`` is what the game throws; ``phased`` says that it goes by phases, which the verb
    ``next`` ends.
    """

    name: str
    settings: type[Settings]
    verbs: Mapping[str, Verb]
    complete: Callable[[Snapshot, Any, str], Snapshot]
    tries: Callable[[Snapshot, Stand, Any], Iterable[Try]]
    turn_clause: str
    moves_seen: Callable[[Snapshot, Snapshot], tuple[SeenMove, ...]]
    strengths: Callable[[Snapshot], Mapping[str, Mapping[str, Any]]]
    weapons: Callable[[Snapshot, Stand, Any], Iterable[Weapon]]
    aimed: tuple[str, ...]
    bursts: Mapping[str, Burst]
    measured: Callable[[Any], str]
    any_time: frozenset[str] = frozenset()
    by_side: frozenset[str] = frozenset()
    spelled: Callable[[Snapshot, Mapping[str, Any]], Mapping[str, Any]] = lambda _, action: action
    goings: Goings = lambda *_: ()
    notation: Callable[[Mapping[str, Any], Sequence[Effect], str], str] = lambda *_: ""
    die: Die = D6
    phased: bool = False


GAMES: Mapping[str, Game] = {
    "ambush": Game(
        "ambush",
        ambush.AmbushSettings,
        ambush.VERBS,
        ambush.complete,
        ambush.tries,
        "A1.5",
        ambush.moves_seen,
        ambush.strengths,
        ambush.weapons,
        ("shoot", "mg", "gun"),
        ambush.BURSTS,
        lambda settings: str(settings.measure),
    ),
    "yankee": Game(
        "yankee",
        yankee.YankeeSettings,
        yankee.VERBS,
        yankee.complete,
        yankee.tries,
        "Y6.1",
        yankee.moves_seen,
        yankee.strengths,
        yankee.weapons,
        ("fire",),
        {},
        lambda _: "front",
        yankee.ANY_TIME,
    ),
    "montecassino": Game(
        "montecassino",
        montecassino.MontecassinoSettings,
        montecassino.VERBS,
        montecassino.complete,
        montecassino.tries,
        "M2.1",
        montecassino.moves_seen,
        montecassino.strengths,
        lambda *_: (),
        (),
        {},
        lambda _: "centre",
        montecassino.ANY_TIME,
        montecassino.BY_SIDE,
        montecassino.spelled,
        montecassino.goings,
        montecassino.notation,
    ),
    "rommel": Game(
        "rommel",
        rommel.RommelSettings,
        rommel.VERBS,
        rommel.complete,
        rommel.tries,
        "R8.1",
        rommel.moves_seen,
        rommel.strengths,
        lambda *_: (),
        (),
        {},
        lambda _: "centre",
        rommel.ANY_TIME,
        frozenset(),
        rommel.spelled,
        rommel.goings,
        rommel.notation,
        NAC,
        phased=True,
    ),
    "ancients": Game(
        "ancients",
        ancients.AncientsSettings,
        ancients.VERBS,
        ancients.complete,
        ancients.tries,
        "C3.1",
        ancients.moves_seen,
        ancients.strengths,
        lambda *_: (),
        (),
        {},
        lambda _: "centre",
        ancients.ANY_TIME,
        ancients.BY_SIDE,
        ancients.spelled,
        ancients.goings,
        ancients.notation,
        BATTLE,
        phased=True,
    ),
}


def game_named(name: str, source: str = "case") -> Game:
    """Return a game by name; raises BadFile naming those there are."""
    if name in GAMES:
        return GAMES[name]
    raise BadFile(source, "game", " or ".join(GAMES), repr(name))


def rule(
    game: str,
    snapshot: Snapshot,
    action: Mapping[str, Any],
    dice: Sequence[object] = (),
    settings: Mapping[str, Any] | None = None,
    decided: Mapping[str, bool] | None = None,
    source: str = "case",
    sides: Mapping[str, Mapping[str, Any]] | None = None,
) -> Ruling:
    """Rule on one action: a pure function of table, action, dice, settings and the referee's word on close checks.

    ``action`` has a ``type`` (a verb of that game) and its keys; ``sides`` what is known of each side beyond its stands
    (how many it started with); ``source`` names where all this came from in error
    lines. Raises BadFile or UnknownStand for input that makes no sense; an action the rules forbid is a ruling.
    """
    the_game = game_named(game, source)
    verb_name = str(action.get("type", ""))
    if verb_name not in the_game.verbs:
        got = repr(verb_name) if verb_name else "nothing"
        raise BadFile(source, "action.type", f"one of {', '.join(the_game.verbs)}", got)
    for word in decided or {}:
        if word.partition(":")[0] not in clauses(game):
            raise BadFile(source, f"referee.decided.{word}", "a clause of the game, such as A2.3 or Y8.1", repr(word))
    read = read_settings(the_game.settings, settings or {}, source)
    hearing = Hearing(
        game, verb_name, read, dice_of(the_game.die, dice, source), dict(decided or {}), dict(sides or {})
    )
    completed = the_game.complete(snapshot, read, source)
    try:
        the_game.verbs[verb_name](completed, action, hearing, source)
    except NeedsDice as request:
        return hearing.ruling(request.throw)
    return hearing.ruling()
