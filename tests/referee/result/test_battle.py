"""A match out of its journal as a battle: played again, it comes to where the match is."""

from dataclasses import replace
from pathlib import Path

from kept_session import kept_session, shoot

from referee.match.judge import name_of
from referee.match.match import Match
from referee.result.battle import battle_of
from referee.result.notation import notation_of, read_notation
from rules.replay import PlayedAct, replayed
from web.match_session import MatchSession


def played(session: MatchSession) -> PlayedAct:
    """Return the last act of a match's journal, written as a text and played again."""
    *_, last = replayed(read_notation(notation_of(battle_of(session.journal))))
    return last


def decide_all(match: Match) -> None:
    """Say yes to all that is too close to call."""
    for check in match.ruling.checks:
        if check.verdict == "close":
            match.decide(name_of(check), passed=True)


def move(session: MatchSession, name: str, cm: float) -> None:
    """Declare that a stand goes towards the near edge, and let the referee allow it."""
    x, y = session.position().table.stand(name).centre
    action = {"type": "move", "actor": name, "path": [[x, y], [x, y - cm]]}
    session.act(lambda match: match.declare_action(action))
    session.act(decide_all)
    session.act(lambda match: match.confirm())


def test_what_was_walked_in_a_turn_does_not_count_in_the_next(tmp_path: Path) -> None:
    with kept_session(tmp_path / "match.sqlite") as session:
        session.act(lambda match: match.walk("Miller", 6.0))
        shoot(session, "Miller", "Weber", 1)
        for _ in range(2):
            session.act(lambda match: match.end_turn())
        move(session, "Miller", 7.0)
        last = played(session)
        assert last.ruling is not None
        assert last.ruling.verdict == "allowed"
        assert last.table.stand("Miller").centre == session.position().memory.places["Miller"]


def test_a_stand_is_as_sure_as_it_was_when_it_was_ruled_on(tmp_path: Path) -> None:
    with kept_session(tmp_path / "match.sqlite") as session:
        shoot(session, "Miller", "Weber", 1)
        seen = session.observation
        stands = tuple(replace(stand, sigma_cm=0.05) for stand in seen.table.stands)
        session.publish(replace(seen, time_s=1.0, table=replace(seen.table, stands=stands)))
        move(session, "Harris", 8.06)  # refused where its places were known better
        last = played(session)
        assert last.ruling is not None
        assert last.ruling.verdict == "allowed"
