"""True sight in rulings: what they say of what hides, where eyes and bodies are, and that the book's is as it was."""

from dataclasses import replace
from typing import Any

import pytest

from referee.words.sentences import check_sentence
from rules.ambush.obstacles import obstacles
from rules.ambush.settings import AmbushSettings
from rules.ambush.true_sight import chance_to_see
from rules.registry import game_named, rule
from rules.ruling import Check, Ruling
from rules.yankee.settings import YankeeSettings
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece, Top

TRUE = {"sight": "true"}


def across(near: float, far: float, high: float, kind: str = "wall", top: Top | None = None, name: str = "") -> Piece:
    corners = ((10.0, near), (30.0, near), (30.0, far), (10.0, far))
    return Piece(name or f"{kind}-1", kind, corners, high, top)


def table(*pieces: Piece, sigma_cm: float = 0.0, z_cm: float = 0.0) -> Snapshot:
    us = Stand("us-1", "us", "soldier", 20, 30, 90, sigma_cm=sigma_cm, z_cm=z_cm)
    de = Stand("de-1", "de", "soldier", 20, 60, 270, sigma_cm=sigma_cm, state={"revealed": True})
    return Snapshot(120, 100, (us, de), pieces)


def shot(snapshot: Snapshot, settings: Any = TRUE) -> Ruling:
    return rule("ambush", snapshot, {"type": "shoot", "actor": "us-1", "target": "de-1"}, (), settings)


def check(ruling: Ruling, key: str) -> Check:
    return next(each for each in ruling.checks if each.key == key)


def said(ruling: Ruling, key: str, language: str = "en") -> str:
    return check_sentence(ruling.game, check(ruling, key), language=language)


def test_a_ruling_says_what_hides_and_how_much_is_seen():
    seen = shot(table(across(44, 45, 1.8), sigma_cm=0.05))
    assert said(seen, "sight") == "de-1 is seen over or past wall 1"
    assert said(seen, "seen_share") == "47% of de-1 is seen past wall 1"
    assert said(seen, "seen_share", "it") == "di de-1 si vede il 47% oltre muro 1"
    assert check(seen, "sight").probability == 1.0
    assert check(seen, "sight").sigma == pytest.approx(0.04, abs=0.01)
    hidden = shot(table(across(44, 45, 3.5)))
    assert (hidden.verdict, said(hidden, "sight")) == ("refused", "wall 1 hides de-1 from us-1")
    assert {shape.role for shape in hidden.geometry} == {"range", "sight", "blocked", "blocker"}
    assert {house.key for house in hidden.house_values} == {"measure", "sight", "eye_cm", "figure_cm"}
    close = shot(table(across(44, 45, 2.4)))
    assert (close.verdict, said(close, "sight")[:12]) == ("too_close", "whether us-1")


def test_of_several_that_hide_each_is_named_the_most_first():
    ruling = shot(table(across(40, 41, 1.9, name="half way"), across(50, 51, 1.9, name="near him")))
    assert check(ruling, "seen_share").detail["pieces"] == ["near him", "half way"]
    assert check(ruling, "sight").detail["piece"] == "near him"


def test_a_piece_without_a_height_blocks_by_the_book_and_that_is_said():
    ruling = shot(table(across(44, 45, 0.0), across(50, 51, 1.0, "hedge")))
    assert ruling.verdict == "refused"
    assert check(ruling, "sight").detail["piece"] == "wall-1"
    assert said(ruling, "height_unknown") == "nobody said how high this is: wall 1; it blocks as the book has it"
    assert check(ruling, "seen_share").detail["pieces"] == ["hedge-1"]
    assert not [each for each in shot(table(across(44, 45, 1.0))).checks if each.key == "height_unknown"]


def test_a_piece_without_a_height_that_the_line_only_touches_is_not_spoken_of():
    beside = Piece("wall-1", "wall", ((20.0, 44.0), (30.0, 44.0), (30.0, 45.0), (20.0, 45.0)), 0.0)
    ruling = shot(table(beside))
    assert (check(ruling, "sight").verdict, "piece" in check(ruling, "sight").detail) == ("passed", False)
    assert not [each for each in ruling.checks if each.key == "height_unknown"]


def test_what_the_book_looks_through_hides_only_as_ground():
    assert shot(table(across(44, 45, 3.5, "fence"))).verdict == "allowed"
    assert shot(table(across(44, 45, 3.5, "snow", "level"))).verdict == "refused"


def test_heights_are_the_players_to_set():
    wall = table(across(44, 45, 2.6))
    assert shot(wall).verdict == "refused"
    assert shot(wall, {**TRUE, "eye_cm": 2.9, "figure_cm": 3.1}).verdict == "allowed"


def test_by_the_book_heights_do_not_matter():
    plain = shot(table(across(44, 45, 0.0)), {})
    for high in (0.5, 3.0):
        assert shot(table(across(44, 45, high), z_cm=6.0), {}) == plain
    assert shot(table(across(44, 45, 0.0)), {"sight": "book"}) == plain


def test_who_was_put_down_by_hand_in_the_midst_of_a_step_stands_on_it():
    step = across(22, 33, 6.0, "mountain", "level")
    wall = across(50, 51, 2.2)
    assert shot(table(wall, step)).verdict == "allowed"
    assert check(shot(table(wall, step)), "sight") == check(shot(table(wall, step, z_cm=6.0)), "sight")


@pytest.mark.parametrize("game", ["ambush", "yankee"])
def test_eyes_and_bodies_of_a_table(game: str):
    the_game = game_named(game)
    assert the_game.eye_of is not None
    assert the_game.bodies_of is not None
    settings: Any = AmbushSettings() if game == "ambush" else YankeeSettings()
    kind = "soldier" if game == "ambush" else "infantry"
    high = settings.figure_cm
    hill = across(20, 40, 4.0, "mountain" if game == "ambush" else "hill")
    stands = (
        Stand("on it", "us", kind, 20, 30, 90, z_cm=4.1, sigma_z_cm=0.1),
        Stand("below", "us", kind, 60, 30, 90),
        Stand("left out", "us", kind, 80, 30, 90),
    )
    there = the_game.complete(Snapshot(160, 100, stands, (hill,)), settings, "table")
    bodies = {body.name: body for body in the_game.bodies_of(there, settings, ("left out",))}
    assert list(bodies) == ["on it", "below"]
    assert [(b.foot_cm, b.top_cm, b.on) for b in bodies.values()] == [(4.0, 4.0 + high, hill.name), (0.0, high, None)]
    x, y, z = the_game.eye_of(there.stand("on it"), settings)
    assert (x, z) == (20, pytest.approx(4.1 + settings.eye_cm))
    assert y == pytest.approx(30 if game == "ambush" else 31)


def test_a_game_without_heights_has_no_eyes():
    assert game_named("rommel").eye_of is None


def test_who_rides_has_no_body_of_his_own_and_a_vehicle_s_eye_is_its_gun():
    tank = Stand("us-9", "us", "Sherman", 20, 30, 0, 3, 6, state={"passengers": ["us-1"]})
    snapshot = replace(table(), stands=(tank, *table().stands))
    the_game, settings = game_named("ambush"), AmbushSettings()
    assert the_game.bodies_of is not None
    assert the_game.eye_of is not None
    there = the_game.complete(snapshot, settings, "table")
    assert [body.name for body in the_game.bodies_of(there, settings, ())] == ["us-9", "de-1"]
    assert the_game.eye_of(there.stand("us-9"), settings)[2] == settings.gun_cm


def test_whether_he_is_likely_to_see_is_asked_of_the_sight_that_was_agreed() -> None:
    """Over a wall of 1 cm a soldier sees; by the book it stops him."""
    low = table(across(44.0, 45.0, 1.0, kind="house"))
    us, de = low.stands
    for sight, chance in (("book", 0.0), ("true", 1.0)):
        settings = AmbushSettings(sight=sight)
        assert chance_to_see(low, us, de, obstacles(low, settings, us.name, de.name), settings) == chance
