"""The film itself: its truth is exact, its pictures show that truth, and it shows what the script says."""

import math
from dataclasses import replace

import numpy as np
import pytest
from film_acts import OPEN_CM, Arm, Lean, Lift, Nudge, Slide, Topple
from film_conditions import Breath, Conditions, Lamp, Push
from film_picture import Film, clearance_cm, frame_shift_px
from film_script import Script, evening, short_film
from film_take import Take
from film_way import Pace, Way
from marker_truth import true_corners_px

from simulation.synthetic.look import Look
from table.mount import Pose, marker_from_stand
from vision.markers import find_markers

SIZE_PX = (960, 540)
QUIET = Look(noise=0.0)


def circle(radius_cm: float, turn_deg: float = 0.0) -> Way:
    """Return a quarter of a circle round (50, 50)."""
    turns = np.radians(np.linspace(0, 90, 13))
    return Way([(50 + radius_cm * math.cos(t), 50 + radius_cm * math.sin(t)) for t in turns], 10.0, turn_deg)


def few(count: int = 6, **changes) -> Film:
    """Return a small film of a few stands on which nothing happens."""
    script = Script(1, SIZE_PX, count)
    script.wait(3.0)
    return replace(script.film(), **changes)


@pytest.mark.parametrize("radius_cm", [2.0, 20.0])
def test_a_way_is_as_long_as_its_arc(radius_cm):
    way = circle(radius_cm, turn_deg=-80.0)
    assert way.length_cm == pytest.approx(radius_cm * math.pi / 2, rel=1e-4)
    half = way.at(way.length_cm / 2)
    assert (half.x - 50, half.y - 50) == pytest.approx([radius_cm * math.sqrt(0.5)] * 2, rel=1e-4)
    assert half.heading_deg == pytest.approx(-30)
    assert way.end.heading_deg == pytest.approx(-70)


def test_a_pace_rests_where_it_should_and_never_jumps():
    pace = Pace(30.0, 12.0, 0.3, ((0.5, 0.4),))
    times = np.linspace(-0.2, pace.seconds + 0.2, 4000)
    along = np.array([pace.along_cm(float(t)) for t in times])
    speed = np.diff(along) / np.diff(times)
    assert along[0] == 0
    assert along[-1] == pytest.approx(30)
    assert (speed > -1e-9).all()
    assert speed.max() == pytest.approx(12, rel=0.01)
    assert np.abs(np.diff(speed)).max() < 12 / 0.3 * (times[1] - times[0]) * 1.5
    resting = (np.abs(along - 15) < 1e-9).sum() * (times[1] - times[0])
    assert resting == pytest.approx(0.4, abs=0.01)
    assert pace.seconds == pytest.approx(30 / 12 + 2 * 0.3 + 0.4)


def test_a_film_says_who_moves_and_when():
    film = few()
    name = film.roster.entries[0].name
    start = film.start[name]
    way = Way(((start.x, start.y), (start.x + 5, start.y + 3)), start.heading_deg, 40.0)
    act = Slide(0.0, ((name, way, Pace(way.length_cm)),), Arm(eye_cm=(60, 60, 150)))
    film = replace(film, acts=(act,))
    (truth,) = film.truths
    assert truth.length_cm == pytest.approx(math.hypot(5, 3))
    assert film.at(truth.start_s - 0.01).moving == frozenset()
    assert film.at((truth.start_s + truth.end_s) / 2).moving == {name}
    assert film.at(truth.end_s + 0.01).moving == frozenset()
    rest = film.at(film.seconds).table.stand(name)
    assert (rest.x, rest.y) == pytest.approx((start.x + 5, start.y + 3))
    assert film.at(act.end_s + 0.01).hands == ()
    assert len(film.at(truth.start_s).hands) == 1
    others = {s.name: s for s in film.at(0.0).table.stands if s.name != name}
    assert all(others[s.name] == s for s in film.at(2.0).table.stands if s.name != name)


@pytest.mark.prove
def test_markers_are_seen_where_the_film_says_also_after_a_bump_under_another_lamp_and_on_the_way():
    film = short_film(0)
    film = replace(film, conditions=replace(film.conditions, flicker=0.0))
    take = Take(film, 25.0, QUIET)
    slide = next(t for t in film.truths if t.kind == "slide")
    push = film.conditions.pushes[0]
    assert film.conditions.lamp(push.end_s) is not None
    for time_s in (0.0, (slide.start_s + slide.end_s) / 2, push.end_s + 1.0):
        shot = take.frame(round(time_s * 25))
        truth = true_corners_px(shot.moment.camera, film.frame, film.everything, shot.moment.table)
        hidden = film.hidden(shot.moment)
        free = {e.marker for e in film.roster.entries if e.name in shot.moment.table and not hidden.get(e.name)}
        found = {m.id: m for m in find_markers(shot.grey, film.frame.dictionary, truth) if m.id in free}
        assert len(found) >= 0.97 * len(free)
        off = [np.hypot(*(m.corners_px - truth[m.id]).mean(axis=0)) for m in found.values()]
        assert np.sqrt(np.mean(np.square(off))) < 0.03
    assert frame_shift_px(film, push.end_s) > 2


@pytest.mark.ci
def test_a_hidden_share_is_what_the_picture_lacks():
    film = few()
    name = film.roster.entries[0].name
    start = film.start[name]
    eye = tuple(float(part) for part in film.camera.position_cm)
    mount = film.roster.entries[0].mount
    marker = marker_from_stand(start, mount)
    over = Lean(0.0, 3.0, (marker.x, marker.y), Arm(height_cm=9.0, behind_cm=-16.0, eye_cm=eye))
    beside = Lean(0.0, 3.0, (start.x, start.y), Arm(height_cm=5.0, behind_cm=OPEN_CM + 6, eye_cm=eye))
    lit = Take(film, 25.0, QUIET).frame(37).grey
    for act, share in ((over, 1.0), (beside, 0.0)):
        acted = replace(film, acts=(act,))
        moment = acted.at(1.5)
        assert acted.hidden(moment).get(name, 0.0) == pytest.approx(share, abs=0.02)
        entry = film.roster.entries[0]
        corners = true_corners_px(film.camera, film.frame, film.everything, moment.table)[entry.marker]
        (left, top), (right, bottom) = corners.min(axis=0).astype(int), corners.max(axis=0).astype(int) + 1
        window = (slice(top, bottom), slice(left, right))
        bare, seen = (grey[window].astype(float) for grey in (lit, Take(acted, 25.0, QUIET).frame(37).grey))
        if share:
            assert seen.std() < 0.3 * bare.std()
        else:
            assert np.corrcoef(bare.ravel(), seen.ravel())[0, 1] > 0.99


def test_what_is_lifted_toppled_taken_and_added_is_there_or_not():
    film = few(8)
    lifted, fallen, taken = (entry.name for entry in film.roster.entries[:3])
    added = film.roster.entries[-1].name
    there = Pose(60.0, 50.0, 20.0)
    acts = (
        Lift(0.0, lifted, film.start[lifted], there, 1.0), Topple(0.5, fallen),
        Lift(0.0, taken, film.start[taken], None), Lift(0.0, added, None, Pose(70.0, 40.0, 0.0)),
    )  # fmt: skip
    film = replace(film, acts=acts)
    begin, away, end = (film.at(time_s) for time_s in (0.0, 2.0, 8.0))
    assert {lifted, fallen, taken} <= {s.name for s in begin.table.stands}
    assert added not in begin.table
    assert not {lifted, fallen, taken} & {s.name for s in away.table.stands}
    assert f"{fallen} lying" in away.drawn
    assert added in end.table
    assert end.table.stand(lifted).centre == (60.0, 50.0)
    kinds = {t.stand: t.kind for t in film.truths}
    assert kinds == {lifted: "lift", fallen: "topple", taken: "take", added: "add"}


def test_a_nudge_is_hidden_from_the_camera():
    film = few()
    name = film.roster.entries[0].name
    start = film.start[name]
    eye = tuple(float(part) for part in film.camera.position_cm)
    way = Way(((start.x, start.y), (start.x + 0.08, start.y)), start.heading_deg)
    marker = marker_from_stand(start, film.roster.entries[0].mount)
    film = replace(film, acts=(Nudge(0.0, name, way, (marker.x, marker.y), Arm(270.0, 7.0, -16.0, eye)),))
    (truth,) = film.truths
    assert truth.length_cm == pytest.approx(0.08)
    for time_s in np.linspace(truth.start_s, truth.end_s, 5):
        assert film.hidden(film.at(float(time_s)))[name] > 0.95
    assert name not in film.hidden(film.at(film.acts[0].end_s + 0.01))


def test_a_push_shakes_and_then_rests_and_a_creep_goes_in_steps():
    bump, creep = Push(1.0, (0.1, 0.0, 0.0)), Push(2.0, (0.0, 0.02, 0.0), seconds=10.0, steps=5)
    conditions = Conditions((bump, creep))
    assert conditions.shares(1.0) == (0.0, 0.0)
    assert conditions.shaking(1.1)
    assert not conditions.shaking(1.31)
    assert {conditions.shares(2.0 + 0.1 * k)[1] for k in range(120)} == {0.0, 0.2, 0.4, 0.6, 0.8, 1.0}
    film = few(conditions=conditions)
    assert (film.at(1.31).camera.rotation == film.at(1.9).camera.rotation).all()
    assert not np.allclose(film.at(1.31).camera.rotation, film.camera.rotation)


@pytest.mark.prove
def test_lamp_flicker_and_focus_change_the_picture_as_they_say():
    still = few(conditions=Conditions(flicker=0.0))
    bare = Take(still, 25.0, QUIET).frame(30).grey.astype(float)
    dark = replace(still, conditions=Conditions(lamps=(Lamp(1.0, 0.6, 125.0, 0.18),), flicker=0.0))
    seen = Take(dark, 25.0, QUIET).frame(30).grey.astype(float)
    assert np.median(((seen / bare) ** 2.2)[bare > 30]) == pytest.approx(0.6, rel=0.02)
    soft = replace(still, conditions=Conditions(breaths=(Breath(0.2, 2.0, 0.9),), flicker=0.0))
    assert (
        np.abs(np.diff(Take(soft, 25.0, QUIET).frame(30).grey.astype(float))).mean()
        < 0.8 * np.abs(np.diff(bare)).mean()
    )
    swung = replace(still, conditions=Conditions(flicker=0.03))
    frames = [Take(swung, 25.0, QUIET).frame(k).grey.astype(float) for k in (5, 12)]
    ratio = ((frames[0] / np.maximum(frames[1], 1)) ** 2.2)[bare > 60]
    assert 0.005 < np.abs(ratio - 1).mean() < 0.07


@pytest.mark.prove
def test_noise_is_as_asked_and_the_same_for_the_same_seed():
    film = few(conditions=Conditions(flicker=0.0))
    clean = Take(film, 25.0, QUIET).frame(0).grey.astype(float)
    one, same, other = (Take(film, 25.0, Look(noise=2.0), seed=s).frame(0).grey.astype(float) for s in (3, 3, 4))
    assert (one == same).all()
    assert (one != other).any()
    assert (one - clean)[clean > 20].std() == pytest.approx(2.0, rel=0.05)


@pytest.mark.ci
def test_a_shutter_smears_what_moves_and_nothing_else():
    film = few()
    name = film.roster.entries[0].name
    start = film.start[name]
    way = Way(((start.x, start.y), (start.x + 15, start.y)), start.heading_deg)
    act = Slide(0.0, ((name, way, Pace(way.length_cm, 20.0)),), Arm(eye_cm=(60, 60, 150), behind_cm=200.0))
    film = replace(film, acts=(act,), conditions=Conditions(flicker=0.0))
    middle = round((film.truths[0].start_s + film.truths[0].end_s) / 2 * 25)
    sharp, smeared = (Take(film, 25.0, QUIET, s).frame(middle).grey.astype(float) for s in (0.0, 0.02))
    at = film.at(middle / 25)
    corners = true_corners_px(film.camera, film.frame, film.everything, at.table)
    rows, columns = np.nonzero(np.abs(sharp - smeared) > 2)
    moving = corners[film.roster.entries[0].marker].mean(axis=0)
    assert len(rows)
    assert np.hypot(columns - moving[0], rows - moving[1]).max() < 60


@pytest.mark.prove
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_scripted_films_hold_what_they_promise_and_nobody_runs_into_another(seed):
    film = evening(seed)
    kinds = [t.kind for t in film.truths]
    moved = {t.stand for t in film.truths if t.kind in ("slide", "lift", "nudge")}
    assert len(moved) >= 10
    assert {kind: kinds.count(kind) for kind in ("topple", "take", "add")} == {"topple": 1, "take": 1, "add": 2}
    assert len(film.start) == 60
    assert len(film.conditions.pushes) == 3
    slides = [t for t in film.truths if t.kind == "slide"]
    assert clearance_cm(film, [t.start_s + 0.5 * (t.end_s - t.start_s) for t in slides] + [film.seconds]) > 3.0
    last = Take(film, 25.0).frame(round(film.seconds * 25) - 1)
    there = {e.marker for e in film.everything.entries if e.name in last.moment.table}
    assert there <= {m.id for m in find_markers(last.grey, film.frame.dictionary, there)}
    covered = 0
    for truth in slides:
        times = np.linspace(truth.start_s, truth.end_s, 12)
        covered += 0.2 < np.mean([film.hidden(film.at(float(t))).get(truth.stand, 0.0) > 0.9 for t in times]) < 0.8
    assert covered >= 1, "a way of which a part is covered"
