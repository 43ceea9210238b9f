"""A film of a match: what it shows, for how long, where everybody is meanwhile, and what is written."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from board_session import SIDES, board_table
from journals import TABLE, Ticking, begin, soldier
from matches import match_at
from PIL import Image, ImageChops, ImageSequence

from referee.evidence.ink import PAPER, TONES
from referee.evidence.stands import SIDES as COLOURS
from referee.evidence.stands import sides_of
from referee.film.drawing import SIZE, Painter, draw_bar, draw_caption, pictures_of
from referee.film.scenes import MOST_S, story_of
from referee.film.stills import Still, between, length_of, stills_of
from referee.film.writing import FPS, GIF_SIZE, endings, write_film
from referee.journal.store import Journal
from referee.match.match import Match
from referee.result.result import result_of
from rules.state import State
from table.errors import BadInput

Played = tuple[Journal, Match]
PER_S = 10
BOARD_STATE = State(tuple(side.name for side in SIDES))


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    """A match in which Miller has shot Weber."""
    journal, match = begin(tmp_path / "match.sqlite")
    shoot(match, "Miller", "Weber", 5, 6)
    yield journal, match
    journal.close()


def shoot(match: Match, actor: str, target: str, *dice: int) -> None:
    match.declare(actor, target)
    for k, die in enumerate(dice, start=1):
        match.throw([die], confirm=k == len(dice))


def stills(journal: Journal, seconds: float = 20) -> list[Still]:
    return list(stills_of(story_of(journal, seconds), PER_S))


def test_a_film_is_as_long_as_it_says(played: Played) -> None:
    story = story_of(played[0], 20)
    assert (len(story.entries), story.scene_s) == (1, MOST_S)
    assert sum(still.count for still in stills_of(story, PER_S)) == length_of(story, PER_S) == 26 + 34 + 54


@pytest.mark.ci
def test_where_there_is_no_room_what_is_quiet_is_left_out(played: Played) -> None:
    journal, match = played
    match.declare("Moore", "Krause")
    match.throw([1], confirm=True)
    match.declare("Moore", "Krause")  # refused: he has fired
    every = story_of(journal, 20).entries
    assert [journal.at(number).kind for number in every] == ["confirmed", "confirmed", "declared"]
    assert story_of(journal, 12).entries == every[:2]
    assert story_of(journal, 10).entries == every[:1]
    assert story_of(journal, 12).scene_s == pytest.approx(2.0)
    assert story_of(journal, 10).scene_s == pytest.approx(2.0)


@pytest.mark.ci
def test_what_turned_it_is_always_told(tmp_path: Path) -> None:
    """Of eight kills, more than a film of ten or sixteen seconds has room for, five turned it: they are told."""
    pairs = [(f"M{number}", f"W{number}", 5 * number) for number in range(2, 10)]
    stands = [stand for us, de, x in pairs for stand in (soldier(us, x, 20), soldier(de, x, 60))]
    journal = Journal(tmp_path / "long.sqlite", write=True, now=Ticking())
    match = match_at(replace(TABLE, stands=tuple(stands)), journal=journal)
    for us, de, _ in pairs:
        shoot(match, us, de, 5, 6)
    turned = {point.entry.sequence for point in result_of(journal).turning_points}
    assert len(turned) == 5
    assert set(story_of(journal, 10).entries) == set(story_of(journal, 16).entries) == turned
    assert len(story_of(journal, 20).entries) == 6
    assert turned < set(story_of(journal, 20).entries)
    journal.close()


def test_who_is_lost_is_crossed_out_fades_and_is_gone(played: Played) -> None:
    shown = stills(played[0])
    ruled = [still for still in shown if still.is_ruled and not still.is_told]
    fading = [still for still in shown if still.faded]
    assert [("Weber" in still.table, still.lost) for still in ruled] == [(True, ())]
    assert {("Weber" in still.table, still.lost[0].name) for still in fading} == {(False, "Weber")}
    assert fading[-1].faded == 1.0
    assert ("Weber" in shown[-1].table, shown[-1].lost) == (False, ())


@pytest.mark.ci
def test_who_fell_and_stands_up_again_is_marked_till_the_next_ruling(tmp_path: Path) -> None:
    """M5.3: whoever is knocked down outside the zone stands up again: struck through once, not crossed out."""
    journal = Journal(tmp_path / "board.sqlite", write=True, now=Ticking())
    match = match_at(board_table({"a01": "A-44", "g01": "G-44", "g02": "G-05"}), "montecassino", BOARD_STATE,
                     {"zone": "standard"}, journal)  # fmt: skip
    fallen = [{"square": square, "cause": "direct"} for square in ("G-44", "G-05")]
    match.declare_action({"type": "shot", "side": "allies", "fallen": fallen})
    match.confirm()
    told = [still for still in stills(journal) if still.is_told]
    assert {(still.upright, tuple(stand.name for stand in still.lost)) for still in told} == {
        (frozenset({"g02"}), ("g01",)),
    }  # fmt: skip
    plain, marked = (Painter().draw(replace(told[0], upright=names)) for names in (frozenset(), told[0].upright))
    assert ImageChops.difference(plain, marked).getbbox() is not None
    journal.close()


def test_a_caption_says_the_verdict_the_dice_and_the_outcome(played: Played) -> None:
    """The outcome only once the dice fell, and the score with whom they took off."""
    asked, fell, after = (still for still in stills(played[0]) if still.is_ruled or still.faded == 1.0)
    said = fell.scene.said
    assert (said.word, said.number and said.number.measured) == ("IN RANGE", "40.0")
    assert ([throw.given for throw in said.dice], said.outcome) == ([(5,), (6,)], "Weber is hit and removed.")
    assert (asked.is_told, fell.is_told, after.is_told) == (False, True, True)
    assert draw_caption(said, whole=False).getpixel((400, 5)) == TONES["in"]
    assert draw_caption(said, whole=True).getpixel((400, 5)) == PAPER
    assert (asked.turn, after.turn) == ("Turn 1 · Americans", "")
    assert (fell.score, after.score) == (("Americans  0/1", "Germans  0/1"), ("Americans  1/1", "Germans  0/1"))


def test_title_and_end_say_who_played_and_what_is_left(played: Played) -> None:
    first, *_, last = ([line for line, *_ in still.lines] for still in stills(played[0]))
    assert first == ["a test", "", "Americans  ·  Germans", "2026-11-21"]
    assert (last[0], "Lost: Weber" in last) == ("The match goes on.", True)
    story = story_of(played[0], 20, {"us": "Gli Alleati"}, "it")
    assert story.titles == {"us": "Gli Alleati", "de": "Tedeschi"}
    assert "Perduti: Weber" in story.sides_said[1]


def test_half_way_a_stand_is_half_way() -> None:
    there = TABLE.with_stand(TABLE.stand("Miller").moved_to(40, 30, 110))
    half = between(TABLE, there, 0.5)
    assert half.stand("Miller").centre == (30, 25)
    assert half.stand("Miller").heading_deg == 100
    assert half.stand("Moore") == TABLE.stand("Moore")
    round_a_house = between(TABLE, there, 0.5, {"Miller": ((20, 20), (20, 30), (40, 30))})
    assert round_a_house.stand("Miller").centre == (25, 30)


def test_who_moves_glides_by_the_way_declared(tmp_path: Path) -> None:
    journal, match = begin(tmp_path / "match.sqlite")
    match.declare_action({"type": "move", "actor": "Miller", "path": [[20, 20], [20, 24], [23, 24]]})
    match.confirm()
    glides = [still.table.stand("Miller").centre for still in stills(journal) if still.faded]
    assert all(x == 20 or y == 24 for x, y in glides)
    assert glides[-1] == pytest.approx((23, 24))
    assert len({y for _, y in glides}) > 2
    journal.close()


@pytest.mark.ci
def test_what_was_undone_is_not_shown(played: Played) -> None:
    journal, match = played
    (before,) = story_of(journal, 20).entries
    shoot(match, "Moore", "Krause", 1)
    match.undo()
    assert story_of(journal, 20).entries == (before,)
    match.redo()
    assert len(story_of(journal, 20).entries) == 2


def test_while_something_is_declared_first_there_is_no_film(played: Played) -> None:
    journal, match = played
    match.choose_mode("reveal")
    assert len(story_of(journal, 20).entries) == 1
    match.declare("Moore", "Krause")
    with pytest.raises(BadInput, match="declared first"):
        story_of(journal, 20)
    match.throw([1], confirm=True)
    assert len(story_of(journal, 20).entries) == 2


def test_nothing_to_film(tmp_path: Path) -> None:
    journal, _ = begin(tmp_path / "match.sqlite")
    with pytest.raises(BadInput, match=r"^nothing was ruled yet"):
        story_of(journal, 20)
    journal.close()


@pytest.mark.ci
def test_pictures_are_drawn_one_by_one_and_a_gif_lasts_as_long(played: Played, tmp_path: Path) -> None:
    story, told, out = story_of(played[0], 20), list[int](), tmp_path / "evening.gif"
    pictures = pictures_of(story, 3)
    write_film(out, pictures, told.append)
    assert sum(told) == length_of(story, 3)
    with Image.open(out) as film:
        lasts = [frame.info["duration"] for frame in ImageSequence.Iterator(film)]
        assert (film.size, len(lasts)) == ((GIF_SIZE, GIF_SIZE), len(told))
    assert sum(lasts) == pytest.approx(1000 * sum(told) / FPS[".gif"], abs=10 * len(told))
    assert [file.name for file in tmp_path.iterdir() if "evening" in file.name] == ["evening.gif"]


@pytest.mark.ci
@pytest.mark.skipif(".mp4" not in endings(), reason="PyAV is an extra")
def test_a_film_for_phones_is_h264(played: Played, tmp_path: Path) -> None:
    av = pytest.importorskip("av")
    story = story_of(played[0], 10)
    write_film(tmp_path / "evening.mp4", pictures_of(story, 2))
    with av.open(str(tmp_path / "evening.mp4")) as film:
        (stream,) = film.streams.video
        assert (stream.codec_context.name, stream.width, stream.pix_fmt) == ("h264", SIZE, "yuv420p")
        assert stream.frames == length_of(story, 2)


def test_a_side_with_a_long_title_keeps_its_badge_and_leaves_the_turn_its_room() -> None:
    long = "Panzergrenadierdivisionsersatzabteilungx"
    bar = np.asarray(draw_bar(f"Turn 1 · {long}", (f"{long}  0/2", f"{long}  1/2")))
    for colour in COLOURS:
        assert (np.abs(bar.astype(int) - colour[:3]).max(axis=2) < 12).sum() > 100
    assert (bar[:, :200].min(axis=2) > 200).any()  # whose turn it is


def test_the_bar_names_the_sides_in_the_order_of_their_colours_whoever_begins(tmp_path: Path) -> None:
    journal, match = begin(tmp_path / "match.sqlite")
    with journal:
        match.declare_action({"type": "start"})
        match.throw([6, 1], confirm=True)
        assert match.now.memory.sides == ("de", "us")
        shoot(match, "Weber", "Miller", 1)
        story = story_of(journal, 20)
        (*_, scene) = story.scenes()
        assert list(story.titles) == sides_of(scene.card) == ["us", "de"]
