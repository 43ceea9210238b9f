"""Spoilt pictures: what stretches the frame's markers, which lie flat, stretches the stands' too, and is no height."""

from dataclasses import replace

import numpy as np
import pytest
from raised_stands import COVARIANCE, NOISE_PX, entry, markers_of, on_the_plane, standing

from table.roster import Roster
from vision.arrays import Floats
from vision.bump import settle
from vision.frame_noise import FEWEST, as_noisy, frame_noise_px2
from vision.heights import in_space
from vision.markers import MarkerSeen
from vision.square import bend_px, frame_corners
from vision.stands import laid_by
from vision.table_view import FrameSeen, TableView

SHAKE = np.array([0.25, 0.1])


def frame_seen(camera, frame, dice=None) -> list[MarkerSeen]:
    corners = np.array([frame_corners(marker) for marker in frame.markers])
    at = camera.project(corners.reshape(-1, 3)).reshape(-1, 4, 2) + bend_px(camera, corners)
    noise = np.zeros_like(at) if dice is None else dice.normal(0, NOISE_PX, at.shape)
    return [
        MarkerSeen(marker.id, px, 1.0, COVARIANCE) for marker, px in zip(frame.markers, at + noise, strict=True)
    ]  # fmt: skip


def shaken(marker: MarkerSeen, shake_px: Floats = SHAKE) -> MarkerSeen:
    """The marker as a shaken camera shows it: longer, whichever way it lies, along the shake."""
    arms = marker.corners_px - marker.corners_px.mean(axis=0)
    ahead = np.sign(arms @ shake_px)[:, None]
    return MarkerSeen(marker.id, marker.corners_px + ahead * shake_px, 1.0, marker.covariance_px)


def test_nobody_is_raised_from_a_flat_table_by_a_shake(camera, frame):
    """Where it spares some, the others look all the more like stands on a hill."""
    dice = np.random.default_rng(3)
    stands, roster = on_the_plane(dice, 24), Roster(tuple(entry(k) for k in range(24)))
    markers = [
        shaken(marker, dice.exponential(0.3) * SHAKE) if marker.id % 2 else marker
        for marker in markers_of(camera, stands, dice)
    ]
    still = frame_seen(camera, frame, dice)
    cards = [shaken(marker, 0.6 * SHAKE) for marker in still]
    view = TableView(camera, frame)
    space = in_space([*markers, *cards], roster, view)
    assert {stand.z_cm for stand in space.stands} == {0.0}
    assert space.noise_px > 0.06
    raised = [stand for stand in in_space([*markers, *still], roster, view).stands if stand.z_cm]
    assert len(raised) > 3, "the frame alone tells a shake from a hill"


def test_a_frame_that_lies_flat_leaves_hills_as_they_were(camera, frame):
    dice = np.random.default_rng(5)
    stands = [standing(95.0, 20.0, 77.0, 3.0), standing(90.0, 65.0, -120.0, 2.2, (14.0, 0.0)), *on_the_plane(dice, 8)]
    roster, view = Roster(tuple(entry(k) for k in range(10))), TableView(camera, frame)
    markers = markers_of(camera, stands, dice)
    alone = in_space(markers, roster, view).stands
    assert in_space([*markers, *frame_seen(camera, frame)], roster, view).stands == alone
    assert [round(stand.z_cm) for stand in alone[:3]] == [3, 2, 0]


def test_the_frame_tells_by_how_much_it_seems_raised(camera, frame):
    view = TableView(camera, frame)
    assert frame_noise_px2(frame_seen(camera, frame), view) == 0
    told = [frame_noise_px2([shaken(one, k * SHAKE) for one in frame_seen(camera, frame)], view) for k in (1, 2)]
    assert 1.2 < told[0] / (SHAKE @ SHAKE) < 4 / 2.37, "nearly all of what four corners are off by"
    assert told[1] == pytest.approx(4 * told[0], rel=0.1)


def test_cards_that_were_printed_small_are_no_noise(camera, frame):
    """They looked so at calibration; else a printer's half a percent would hide every hill."""
    small = replace(frame, markers=tuple(replace(card, size_cm=0.994 * card.size_cm) for card in frame.markers))
    cards = frame_seen(camera, small)
    calibrated = tuple(FrameSeen(card.id, card.corners_px) for card in cards)
    assert frame_noise_px2(cards, TableView(camera, frame, seen=calibrated)) < NOISE_PX**2 / 100
    assert frame_noise_px2(cards, TableView(camera, frame)) > NOISE_PX**2
    told = frame_noise_px2([shaken(card) for card in cards], TableView(camera, frame, seen=calibrated))
    assert told == pytest.approx(frame_noise_px2([shaken(card) for card in cards], TableView(camera, small)), rel=0.05)


def test_a_camera_that_was_moved_is_no_noise(camera, frame):
    """How its cards looked at calibration was then laid out by the moved camera: every hill was said to be flat."""
    calibrated = tuple(FrameSeen(card.id, card.corners_px) for card in frame_seen(camera, frame))
    moved = replace(camera, translation=camera.translation - np.array([2.0, 1.0, 8.0]))
    cards = {card.id: card for card in frame_seen(moved, frame)}
    view = settle(TableView(camera, frame, seen=calibrated), cards).view
    assert frame_noise_px2(list(cards.values()), view) < NOISE_PX**2 / 100
    markers = markers_of(moved, [standing(95.0, 20.0, 77.0, 3.0), *on_the_plane(np.random.default_rng(5), 8)])
    stands = in_space([*markers, *cards.values()], Roster(tuple(entry(k) for k in range(9))), view).stands
    assert [round(stand.z_cm, 1) for stand in stands] == [3.0] + 8 * [0.0]


def test_one_card_that_was_pushed_or_covered_tells_nothing_of_the_others(camera, frame):
    first, *others = frame_seen(camera, frame)
    pushed = MarkerSeen(first.id, first.corners_px * 1.01 + 7.0, 1.0, COVARIANCE)
    assert frame_noise_px2([pushed, *others], TableView(camera, frame)) == 0


def test_of_too_few_cards_nobody_knows(camera, frame):
    cards = [shaken(marker) for marker in frame_seen(camera, frame)]
    view = TableView(camera, frame)
    assert frame_noise_px2(cards[:FEWEST], view) > 0
    assert frame_noise_px2(cards[: FEWEST - 1], view) == 0
    assert frame_noise_px2([], view) == 0


def test_stands_that_are_seen_worse_than_the_frame_stay_as_they_are(camera, frame):
    view, roster = TableView(camera, frame), Roster((entry(0), entry(1)))
    markers = markers_of(camera, [standing(), standing(30.0, 30.0)])
    rough = MarkerSeen(1, markers[1].corners_px, 1.0, COVARIANCE * 100)
    laid = laid_by([markers[0], rough], roster, view)
    assert laid is not None
    wider = as_noisy(laid, (3 * NOISE_PX) ** 2)
    assert wider.covariance_px[0] == pytest.approx(9 * COVARIANCE)
    assert wider.covariance_px[1] == pytest.approx(laid.covariance_px[1])


def test_few_stands_whose_corners_are_all_far_off_are_noise_and_no_hills(camera, frame):
    """Six of seven had left the table: their own corners tell less of noise than each lets itself be explained."""
    raised = 0
    for seed in range(20):
        dice = np.random.default_rng([seed, 7])
        stands, roster = on_the_plane(dice, 7), Roster(tuple(entry(k) for k in range(7)))
        markers = [
            MarkerSeen(one.id, one.corners_px + dice.normal(0, 3 * NOISE_PX, (4, 2)), 1.0, COVARIANCE)
            for one in markers_of(camera, stands)
        ]
        raised += sum(stand.z_cm != 0 for stand in in_space(markers, roster, TableView(camera, frame)).stands)
    assert raised <= 3
