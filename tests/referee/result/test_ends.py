"""How a match ended is in its text: read and played again it ends alike, and another end is refused."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from board_session import Hands, board_table
from click.testing import CliRunner
from hex_session import FIELD, hex_table
from journals import TABLE, Ticking, play
from kept_session import kept_session, shoot
from matches import match_at

from cli.main import main
from referee.journal.store import Journal
from referee.match.match import Match
from referee.result.battle import battle_of
from referee.result.notation import notation_of, read_notation
from referee.result.result import result_of
from referee.result.text import result_said
from rules.battle_end import ends_as_written
from rules.replay import replayed
from rules.state import State
from table.errors import BadFile

End = Callable[[Match], None]
BOTH = {"roman": {"banners": 9}, "carthaginian": {"banners": 9}}


def ending(result: Any, winner: str | None = None) -> End:
    """Return what ends a match so."""
    return lambda match: match.end(result, winner)


def on_open_ground(journal: Journal, end: End) -> Match:
    match = match_at(TABLE, journal=journal)
    play(match)
    end(match)
    return match


def given_up(journal: Journal, end: End) -> Match:
    """Let the Germans give up on a board of squares: the rules name the Allies."""
    table = board_table({"a01": "A-36", "a02": "A-37", "g01": "G-36", "g02": "G-37"})
    match = match_at(table, "montecassino", State(("allies", "germans"), side="germans"), journal=journal)
    match.declare_action({"type": "give_up", "side": "germans"})
    match.confirm()
    end(match)
    return match


AGREED = {"result": "draw", "victor": "nobody", "by": "agreement"}
ENDS = {
    "draw": (on_open_ground, ending("draw"), AGREED),
    "broken off": (on_open_ground, ending("broken_off"), AGREED | {"result": "broken_off"}),
    "agreed": (on_open_ground, ending("won", "us"), {"result": "won", "victor": "us", "by": "agreement"}),
    "given up": (
        given_up, ending("won", "allies"), {"result": "won", "victor": "allies", "by": "rules", "clause": "M4.1"}
    ),
    "given up, but": (given_up, ending("draw"), AGREED),
}  # fmt: skip


@pytest.fixture
def text_of(tmp_path: Path) -> Callable[..., str]:
    """What plays a match, ends it, lets sides sign, and returns its text."""

    def text(play: Callable[[Journal, End], Match], end: End, *signed: str) -> str:
        with Journal(tmp_path / "match.sqlite", write=True, now=Ticking()) as journal:
            match = play(journal, end)
            for side in signed:
                match.sign(side)
            return notation_of(battle_of(journal))

    return text


def again(text: str, **other: object) -> Mapping[str, Any]:
    """Play a text and return its end, or raise BadFile where that is not what comes of it."""
    head, _, said = text.rstrip().rpartition("result ")
    battle = read_notation(f"{head}result {json.dumps(json.loads(said) | other)}\n")
    *_, last = replayed(battle)
    ends_as_written(battle, last)
    return battle.end


@pytest.mark.parametrize("how", ENDS)
def test_a_match_played_again_ends_alike(how: str, text_of: Callable[..., str]) -> None:
    play_it, end, expected = ENDS[how]
    assert again(text_of(play_it, end)) == expected


def test_both_have_come_to_their_goal(text_of: Callable[..., str]) -> None:
    """The rules name neither then: what the sides agree on stands, and is not said to be the rules'."""

    def both(journal: Journal, end: End) -> Match:
        known = {"table": {"phase": "battle", "side": "roman"}, **BOTH}
        state = State(("roman", "carthaginian"), side="roman", known=known)
        match = match_at(hex_table("ancients", FIELD), "ancients", state, journal=journal)
        match.declare_action({"type": "next"})
        match.confirm()
        end(match)
        return match

    agreed = {"result": "won", "victor": "roman", "by": "agreement"}
    text = text_of(both, ending("won", "roman"))
    assert again(text) == agreed
    with pytest.raises(BadFile, match=r"end\.by: expected 'rules', got 'agreement'"):
        again(text, by="rules")


def test_who_signed_is_told(text_of: Callable[..., str]) -> None:
    text = text_of(on_open_ground, ending("draw"), "us", "de")
    assert again(text)["signed"] == ["us", "de"]
    with pytest.raises(BadFile, match=r"end\.signed"):
        again(text, signed=["us", "fr"])


@pytest.mark.parametrize(
    ("other", "key"),
    [
        ({"by": "agreement", "clause": None}, "by"), ({"victor": "germans", "clause": None}, "by"),
        ({"clause": "M4.2"}, "clause"), ({"result": "draw"}, "victor"), ({"result": "lost"}, "result"),
        ({"victor": "us"}, "victor"), ({"result": "draw", "victor": "nobody", "clause": None}, "by"),
    ],
)  # fmt: skip
def test_another_end_than_the_rules_name_is_refused(
    other: dict[str, object], key: str, text_of: Callable[..., str]
) -> None:  # fmt: skip
    text = text_of(given_up, ending("won", "allies"))
    with pytest.raises(BadFile, match=rf"end\.{key}"):
        again(text, **other)


def test_who_stood_elsewhere_at_the_end_stands_there(tmp_path: Path) -> None:
    with kept_session(tmp_path / "match.sqlite") as session:
        shoot(session, "Miller", "Weber", 1)
        seen = session.observation
        moved = seen.table.stand("Harris").moved_to(50, 50, 90)
        session.publish(replace(seen, time_s=1.0, table=seen.table.with_stand(moved)))
        session.act(ending("broken_off"))
        *_, last = replayed(read_notation(notation_of(battle_of(session.journal))))
    assert last.table.stand("Harris").centre == (50, 50)


def test_the_command_says_the_same_end_as_the_result(text_of: Callable[..., str], tmp_path: Path) -> None:
    (tmp_path / "match.txt").write_text(text_of(on_open_ground, ending("draw"), "us"), encoding="utf-8")
    run = CliRunner(env={"VEDETTE_LANG": "en"})
    said = run.invoke(main, ["battle", str(tmp_path / "match.txt")]).output
    assert "A draw: nobody has won." in said.splitlines()
    assert "Signed: Americans" in said.splitlines()
    told = json.loads(run.invoke(main, ["battle", str(tmp_path / "match.txt"), "--json"]).output)
    assert told["end"] == {"result": "draw", "victor": "nobody", "by": "agreement", "signed": ["us"]}


def test_the_goals_are_told_also_after_a_position_was_agreed_on() -> None:
    """On squares the players take the board as it stands, and look at the result page."""
    hands = Hands({"a01": "G-12", "g01": "A-36"})
    hands.session.act(Match.agree_position)
    told = result_said(result_of(hands.session.journal))
    assert [len(side.goals) for side in told.sides] == [2, 2]


def test_who_has_won_by_one_of_two_goals_has_gone_the_whole_way() -> None:
    """On squares the first line is enough, whoever is still there (M4.1)."""
    hands = Hands({"a01": "G-12", "g01": "A-36", "g02": "G-40"})
    to_the_line = {"type": "move", "steps": [{"from": "G-12", "to": "G-04"}]}
    hands.session.act(lambda match: (match.declare_action(to_the_line), match.confirm()))
    result = result_of(hands.session.journal)
    assert [goal.side for goal in result.goals if goal.reached] == ["allies"]
    assert result.scores[-1].shares["allies"] == 1.0
