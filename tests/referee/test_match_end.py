"""A match ends once: by the rules or as both agree; then nothing is played, and both sides sign its seal."""

from dataclasses import replace

import pytest
from journals import TABLE
from matches import match_at

from referee.journal.entry_sentences import entry_said
from referee.journal.integrity import check_journal
from referee.journal.match_end import end_in
from referee.match.by_hand import Placing
from referee.match.match import Match
from referee.match.state import NotNow
from referee.words import owed_sentence
from rules.state import State
from table.errors import BadInput

STATE = State(("us", "de"), known={"us": {"started": 4}, "de": {"started": 4}})


def begun(state: State = STATE) -> Match:
    return match_at(TABLE, state=state)


def said(match: Match, language: str = "en") -> str:
    return entry_said("ambush", match.journal.at(match.journal.length), language=language)


def test_nothing_is_played_after_the_end_until_it_is_taken_back() -> None:
    match = begun()
    match.end("draw")
    assert match.now.ended is not None
    who, at = TABLE.stands[0].name, TABLE.stands[-1].name
    for act in (
        lambda: match.declare(who, at), match.end_turn, lambda: match.end("draw"), lambda: match.choose_mode("reveal"),
        lambda: match.place(who, Placing(1, 1, 0)), lambda: match.unplace(who), lambda: match.lay(()),
    ):  # fmt: skip
        with pytest.raises(NotNow, match="has ended"):
            act()
    assert match.can_undo == "end of match"
    match.undo()
    assert match.now.ended is None
    assert end_in(match.journal) is None
    match.declare(who, at)


def test_who_goes_on_later_finds_it_ended() -> None:
    match = begun()
    match.end("won", "us")
    again = match_at(TABLE, state=STATE, journal=match.journal)
    assert again.now.ended is not None
    assert (again.now.ended.winner, again.now.ended.by) == ("us", "agreement")
    assert again.can_undo == "end of match"


def test_an_end_done_again_is_the_same_end() -> None:
    match = begun()
    match.end("won", "us")
    match.undo()
    match.redo()
    assert match.now.ended is not None
    assert (match.now.ended.winner, match.now.ended.by) == ("us", "agreement")
    assert end_in(match.journal) is not None


def test_the_rules_end_it_where_they_name_that_winner() -> None:
    surrendered = {"us": {"started": 4}, "de": {"started": 4, "surrendered": True}}
    match = begun(replace(STATE, known=surrendered))
    match.end("won", "us")
    assert match.now.ended is not None
    assert (match.now.ended.by, match.now.ended.clause) == ("rules", "A5.1")
    assert said(match) == "The match has ended. Americans: victory by the rules (A5.1)."
    match.undo()
    match.end("won", "de")
    assert (match.now.ended.by, match.now.ended.clause) == ("agreement", "")
    assert said(match, "it") == "La partita è finita. Tedeschi: vittoria, per decisione dell'arbitro."


def test_a_side_of_which_nobody_is_left_has_lost_and_owes_no_test() -> None:
    match = begun(replace(STATE, side="de", fallen={s.name: s for s in TABLE.stands if s.side == "de"}))
    assert match.obligations == ()
    match.end("won", "us")
    assert match.now.ended is not None
    assert (match.now.ended.by, match.now.ended.clause) == ("rules", "A5.1")
    (goal,) = (goal for goal in match.goals if goal.side == "us")
    assert owed_sentence("ambush", goal.check, {"de": "Germans"}) == "Germans: nobody is left of 4 figures"


@pytest.mark.parametrize(("result", "winner"), [("won", None), ("draw", "us"), ("won", "fr")])
def test_an_end_names_a_winner_who_plays_or_none(result: str, winner: str | None) -> None:
    with pytest.raises(BadInput, match="which side has won"):
        begun().end(result, winner)  # type: ignore[arg-type]


def test_a_throw_that_is_owed_holds_the_end() -> None:
    match = begun()
    match.declare(TABLE.stands[0].name, TABLE.stands[-1].name)
    with pytest.raises(NotNow, match="close the card"):
        match.end("broken_off")


def test_each_side_signs_the_end_once() -> None:
    match = begun()
    with pytest.raises(NotNow, match="nothing to sign"):
        match.sign("us")
    match.end("draw")
    match.sign("us")
    assert said(match) == "Americans signed how the match ended (entry 2)."
    with pytest.raises(NotNow, match="signed already"):
        match.sign("us")
    with pytest.raises(BadInput, match="which side signs"):
        match.sign("fr")
    match.sign("de")
    ended = end_in(match.journal)
    assert ended is not None
    assert (ended.entry.sequence, ended.signed, ended.unlike) == (2, ("us", "de"), ())
    assert check_journal(match.journal.entries()).faults == ()


def test_another_end_is_signed_anew() -> None:
    match = begun()
    match.end("draw")
    match.sign("us")
    match.undo()
    match.end("won", "de")
    ended = end_in(match.journal)
    assert ended is not None
    assert ended.signed == ()
    match.sign("us")


def test_a_signature_of_another_seal_is_found() -> None:
    match = begun()
    match.end("draw")
    match.sign("us")
    entries = list(match.journal.entries())
    forged = entries[-1].text.replace(entries[1].seal, "0" * 64)
    report = check_journal([*entries[:-1], replace(entries[-1], text=forged)])
    assert [fault.what for fault in report.faults][-1] == "signs another seal than that of the end it is about"
