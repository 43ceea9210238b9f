"""Stands placed by hand: how long the hand's word counts, and that it is never lost."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matches import match_at

from referee.journal.history import opened
from referee.journal.notes import laid_in, newest_note, placed_in
from referee.journal.store import Journal
from referee.match.by_hand import Placing, ended, over, placings_data, placings_from
from referee.match.match import Match, match_of
from referee.match.state import NotNow
from referee.words.by_hand import by_hand_sentence
from rules.registry import rule
from rules.state import State
from table.errors import BadInput, UnknownStand
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece

MILLER = Stand("Miller", "us", "soldier", 20, 20, 90, 2, 1.6, 0.02, 0.3)
WEBER = Stand("Weber", "de", "soldier", 20, 60, 270, 2, 1.6, 0.02, 0.3)
TABLE = Snapshot(120, 100, (MILLER, WEBER))
numbers = st.floats(-500, 500, allow_nan=False)
placings = st.builds(
    Placing, numbers, numbers, st.floats(-180, 180), st.floats(0.05, 10), st.floats(0.5, 90),
    st.none() | st.tuples(numbers, numbers, numbers),
)  # fmt: skip


def match(**kept) -> Match:
    return match_at(TABLE, **kept)


def test_a_stand_placed_by_hand_stands_there_and_is_known_no_better():
    stand = over(TABLE, {"Miller": Placing(30, 31, 45, 1.5, 12)}, {}).stand("Miller")
    assert (stand.x, stand.y, stand.heading_deg, stand.sigma_cm, stand.sigma_deg) == (30, 31, 45, 1.5, 12)
    assert stand.placed_by == "hand"
    assert stand.shared is None
    assert (stand.width_cm, stand.depth_cm, stand.side) == (2, 1.6, "us")


def test_a_stand_put_on_a_hill_is_as_high_as_the_hill_and_one_taken_off_it_is_not():
    hill = Piece("hill", "hill", ((25, 25), (35, 25), (35, 35), (25, 35)), 3.0, "level")
    leaning = replace(MILLER, z_cm=1.2, sigma_z_cm=0.1, tilt_x_deg=9.0, sigma_tilt_deg=0.5)
    table = Snapshot(120, 100, (leaning, WEBER), (hill,))
    on_top = over(table, {"Miller": Placing(30, 31, 45)}, {}).stand("Miller")
    assert (on_top.z_cm, on_top.sigma_z_cm, on_top.tilt_deg, on_top.sigma_tilt_deg) == (3.0, 0.0, 0.0, 0.0)
    below = over(table, {"Miller": Placing(60, 31, 45)}, {}).stand("Miller")
    assert (below.z_cm, below.tilt_deg) == (0.0, 0.0)


def test_a_hand_is_known_to_a_centimetre_and_ten_degrees_where_nobody_says_how_well():
    stand = Placing(30, 31, 45).of(MILLER)
    assert (stand.sigma_cm, stand.sigma_deg) == (1.0, 10.0)


def test_a_stand_that_no_camera_ever_saw_comes_from_the_roster():
    reserve = {"Jones": replace(MILLER, name="Jones")}
    assert over(TABLE, {"Jones": Placing(50, 50, 0)}, reserve).stand("Jones").centre == (50, 50)
    assert "Jones" not in over(TABLE, {"Jones": Placing(50, 50, 0)}, {})


@pytest.mark.parametrize(
    ("camera", "seen", "ending"),
    [
        (replace(MILLER, x=30), False, None),  # where it was last seen is no news
        (None, True, None),
        (replace(MILLER, x=22.9, y=20), True, "seen"),
        (replace(MILLER, x=23.1, y=20), True, "elsewhere"),
        (replace(MILLER, heading_deg=90 + 29), True, "seen"),
        (replace(MILLER, heading_deg=90 + 31), True, "elsewhere"),
    ],
)
def test_the_camera_is_right_once_it_sees_the_stand_again(camera, seen, ending):
    assert ended(Placing(20, 20, 90, 1.0, 10.0), camera, seen) == ending


@pytest.mark.parametrize(
    ("camera", "ending"),
    [
        (MILLER, None),
        (replace(MILLER, x=20.29), None),  # nudged, less than anybody means
        (replace(MILLER, x=20.31), "moved"),
        (replace(MILLER, heading_deg=92.9), None),
        (replace(MILLER, heading_deg=93.1), "moved"),
    ],
)
def test_a_corrected_stand_stays_until_it_moves(camera, ending):
    assert ended(Placing(24, 20, 90, 1.0, 10.0, seen_at=(20, 20, 90)), camera, True) == ending


@pytest.mark.ci
@given(st.dictionaries(st.text(min_size=1, max_size=8), placings, max_size=4))
def test_placings_come_back_from_the_journal_as_they_were(told):
    assert placings_from(placings_data(told)) == told


@given(placing=placings, dx=numbers, dy=numbers)
def test_no_placing_ends_while_the_stand_is_not_seen(placing, dx, dy):
    assert ended(placing, replace(MILLER, x=dx, y=dy), False) is None


def test_placing_is_an_act_that_can_be_undone_and_done_again():
    game = match()
    game.place("Miller", Placing(40, 40, 0))
    assert game.table.stand("Miller").placed_by == "hand"
    assert game.can_undo == "placing"
    game.undo()
    assert game.table.stand("Miller") == MILLER
    game.redo()
    assert game.table.stand("Miller").centre == (40, 40)
    game.unplace("Miller")
    assert game.table.stand("Miller") == MILLER
    with pytest.raises(NotNow, match="was not placed by hand"):
        game.unplace("Miller")


def test_a_turn_ends_and_the_hand_s_word_still_counts():
    game = match()
    game.place("Miller", Placing(40, 40, 0))
    game.end_turn()
    assert game.table.stand("Miller").centre == (40, 40)


def test_what_cannot_be_placed():
    game = match()
    with pytest.raises(UnknownStand):
        game.place("Nobody", Placing(40, 40, 0))
    with pytest.raises(BadInput, match="on the table"):
        game.place("Miller", Placing(121, 40, 0))
    assert game.can_undo is None


@pytest.mark.parametrize("corner", [(0, 0), (120, 100)])
def test_the_tables_very_corner_is_on_the_table(corner):
    game = match()
    game.place("Miller", Placing(*corner, 0))
    assert game.table.stand("Miller").centre == corner


def test_who_was_neither_seen_nor_placed_is_not_on_the_table():
    game = match(reserve={"Miller": MILLER, "Jones": replace(MILLER, name="Jones")})
    assert game.not_on_table == ("Jones",)
    game.place("Jones", Placing(40, 40, 0))
    assert game.not_on_table == ()


def test_who_was_not_seen_is_known_after_a_restart_too():
    game = match()
    game.see(TABLE, ["Miller"])
    game.declare("Miller", "Weber")
    again = match_of(game.journal, opened("ambush", "a test", {}, State(("us", "de")), "test"), TABLE, rule)
    assert again.now.declared.unseen == game.now.declared.unseen == ("Miller",)


def test_the_camera_takes_a_stand_back_and_the_match_says_so():
    game = match()
    game.see(TABLE, ["Miller"])
    game.place("Miller", Placing(40, 40, 0))
    game.see(TABLE, ["Miller"])
    assert game.table.stand("Miller").centre == (40, 40)
    assert game.declare("Miller", "Weber").checks  # the hidden one is not warned about as "last seen"
    assert game.now.declared.unseen == ()
    game.see(TABLE)
    assert game.table.stand("Miller") == MILLER
    game.withdraw()
    assert game.placings_ended == {"Miller": "elsewhere"}  # to close a card is no act
    game.end_turn()
    assert game.placings_ended == {}


def test_a_ruling_under_way_keeps_the_table_it_was_declared_on():
    game = match()
    before = game.declare("Miller", "Weber")
    game.place("Miller", Placing(20, 59, 90))
    assert game.ruling == before
    assert game.now.declared.table.stand("Miller") == MILLER


def test_sigma_of_the_hand_reaches_the_check():
    game = match()
    sure = next(c for c in game.declare("Miller", "Weber").checks if c.key == "range")
    game.withdraw()
    game.place("Miller", Placing(20, 20, 90, 1.0, 10.0))
    vague = next(c for c in game.declare("Miller", "Weber").checks if c.key == "range")
    assert vague.sigma > 0.9
    assert sure.sigma < 0.1
    said = by_hand_sentence(game.now.declared.table, ("Miller", "Weber"))
    assert said == "Miller was placed by hand, ±2 cm."
    assert by_hand_sentence(TABLE, ("Miller", "Weber")) is None


def test_placings_and_terrain_outlive_the_program(tmp_path: Path):
    wood = Piece("wood-1", "wood", ((50, 50), (60, 50), (60, 60)), 6)
    first = opened("ambush", "a match", {}, State(("us", "de")), "test")
    with Journal(tmp_path / "match.db", write=True) as journal:
        game = match_of(journal, first, TABLE, rule)
        assert placed_in(journal) == {}
        assert laid_in(journal) is None
        game.place("Miller", Placing(40, 40, 0))
        game.place("Weber", Placing(41, 80, 0, 2.0))
        game.undo()
        game.lay([wood])
        game.lock_terrain(True)
        for _ in range(3):
            game.end_turn()
    with Journal(tmp_path / "match.db", write=True) as journal:
        laid = laid_in(journal)
        assert (laid.pieces, laid.locked) == ((wood,), True)
        again = match_of(journal, first, TABLE, rule)
        assert again.table.stand("Miller").centre == (40, 40)
        assert again.table.stand("Weber") == WEBER
        assert again.table.pieces == (wood,)
        with pytest.raises(NotNow, match="locked"):
            again.lay([])
        again.place("Weber", Placing(41, 80, 0, 2.0))
        again.undo()
        again.redo()
        assert set(placed_in(journal)) == {"Miller", "Weber"}
        again.undo()
        assert set(placed_in(journal)) == {"Miller"}
        assert newest_note(journal, "nothing of the kind") is None
