"""What the hall shows of an evening: the round, its clock and pairings, the standings, and every result as a row."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from functools import cache

from referee.club.evening.clock import RoundClock
from referee.club.evening.evening import Evening, EveningRound, Pairing
from referee.club.evening.game import Form, Outcome
from referee.club.evening.standings import Standing
from referee.club.people import People
from referee.club.record import SHORT, Club
from referee.setup.scenario import parse_scenario, shipped
from referee.words.translation import translated
from rules.registry import game_named, game_names
from table.errors import BadInput


@dataclass(frozen=True, slots=True)
class RoundClockView:
    """A round's clock: ``until`` is when its time is up, or was; ``left_s`` what is left while it stands.

    ``reset_until`` is when the tables are to be laid again after it, where that takes time.
    """

    length_s: int
    runs: bool
    over: bool
    until: datetime | None
    left_s: int | None
    reset_until: datetime | None


@dataclass(frozen=True, slots=True)
class PairingView:
    """A game of the round: its table, who plays, which side if the match has begun, how it ended, who typed that.

    ``second`` is empty for somebody who sits at a demo's table alone; ``match`` is the beginning of the match's number.
    """

    pairing: int
    table: str
    first: str
    second: str
    first_side: str
    second_side: str
    outcome: Outcome
    typed_by: str | None
    corrected: bool
    match: str


@dataclass(frozen=True, slots=True)
class StandingView(Standing):
    """A player's line in the standings; ``player`` is his number in the club, ``here`` whether he is still paired."""

    name: str
    here: bool


@dataclass(frozen=True, slots=True)
class EveningView:
    """An evening: its round (0 before the first), clock, pairings, standings; ``free`` are those without a game."""

    name: str
    form: Form
    round: int
    clock: RoundClockView | None
    scenario: str
    scenario_title: str
    pairings: tuple[PairingView, ...]
    free: tuple[str, ...]
    standings: tuple[StandingView, ...]


@dataclass(frozen=True, slots=True)
class PlayerHere:
    """Who is to be paired in the next round."""

    player: int
    name: str


@dataclass(frozen=True, slots=True)
class ScenarioChoice:
    """A scenario that comes with its game: GAME/FILE, and what it is called."""

    scenario: str
    title: str


@cache
def scenario_choices(language: str) -> tuple[ScenarioChoice, ...]:
    """Return the scenarios that come with the games."""
    return tuple(
        ScenarioChoice(
            f"{game}/{file}", f"{game.capitalize()}: {parse_scenario(text, file).in_language(language).title}"
        )
        for game in game_names()
        for file, text in shipped(game).items()
    )


def scenario_text(scenario: str) -> str:
    """Return the file of a scenario that comes with its game; raises BadInput where there is none."""
    game, _, file = scenario.partition("/")
    text = shipped(game).get(file) if game in game_names() else None
    if text is None:
        raise BadInput("this scenario is not here any more: choose one of the list")
    return text


def here_in(evening: Evening) -> list[PlayerHere]:
    """Return who is to be paired in the next round."""
    following = len(evening.rounds) + 1
    return [PlayerHere(one.player, evening.names[one.player]) for one in evening.entrants if one.plays_in(following)]


def evening_view(evening: Evening, club: Club, language: str) -> EveningView:
    """Return what is shown of an evening."""
    now = evening.now
    pairings = () if now is None else now.pairings
    sides = _sides(club, [pairing for pairing in pairings if pairing.match], language)
    scenario = "" if now is None else now.scenario
    return EveningView(
        evening.name, evening.form, 0 if now is None else now.number, None if now is None else _clock(evening, now),
        scenario, next((one.title for one in scenario_choices(language) if one.scenario == scenario), ""),
        tuple(_pairing(evening, pairing, sides) for pairing in pairings if pairing.game.table),
        tuple(evening.names[pairing.game.first] for pairing in pairings if pairing.game.is_bye),
        standings_view(evening),
    )  # fmt: skip


def standings_view(evening: Evening) -> tuple[StandingView, ...]:
    """Return the standings of an evening; of a demo's rota there are none."""
    here = {one.player for one in here_in(evening)}
    return tuple(
        StandingView(**asdict(line), name=evening.names[line.player], here=line.player in here)
        for line in evening.standings()
    )


def rounds_view(evening: Evening) -> Iterator[tuple[int, list[PairingView], list[str]]]:
    """Yield an evening's rounds: the number, its games, and who had none. Sides are left out."""
    for each in evening.rounds:
        games = [_pairing(evening, pairing, {}) for pairing in each.pairings if pairing.game.table]
        yield each.number, games, [evening.names[one.game.first] for one in each.pairings if one.game.is_bye]


def _clock(evening: Evening, now: EveningRound) -> RoundClockView:
    clock: RoundClock = now.clock
    until, reset = clock.until, timedelta(minutes=evening.reset_minutes)
    standing = clock.since is None or clock.over is not None
    return RoundClockView(
        clock.length_s, clock.runs, clock.over is not None, until,
        max(0, clock.length_s - clock.ran_s) if standing and until is None else None,
        None if until is None or not reset else until + reset,
    )  # fmt: skip


def _pairing(evening: Evening, pairing: Pairing, sides: dict[tuple[str, int], str]) -> PairingView:
    game, last = pairing.game, pairing.results[-1] if pairing.results else None
    match = pairing.match or ""
    return PairingView(
        pairing.number, game.table or "", evening.names[game.first],
        "" if game.second is None else evening.names[game.second],
        sides.get((match, game.first), ""), sides.get((match, game.second or 0), ""), game.outcome,
        None if last is None else last.typed_by, len(pairing.results) > 1, match[:SHORT],
    )  # fmt: skip


def _sides(club: Club, pairings: list[Pairing], language: str) -> dict[tuple[str, int], str]:
    """Return what people call the side that a player has in a match."""
    matches = [pairing.match for pairing in pairings if pairing.match]
    games = {match.match: match.game for match in club.matches(of=matches)}
    return {
        (seat.match, seat.player): translated(_titles(games[seat.match]).get(seat.side, seat.side), language)
        for seat in People(club).seats(matches)
        if seat.match in games
    }


@cache
def _titles(game: str) -> dict[str, str]:
    return {side.name: side.title for side in game_named(game).sides} if game in game_names() else {}
