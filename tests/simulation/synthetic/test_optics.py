"""Does each effect leave markers where they truly are, and do to the light what it says?"""

from dataclasses import replace

import numpy as np
import pytest
from looks import BARE, CastShadow, Glare, coded, curve, motion_kernel

from simulation.synthetic.renderer import Renderer
from table.errors import BadInput
from table.frame import Frame, FrameMarker
from table.snapshot import Snapshot
from table.stand import Stand
from vision.camera import Camera, Lens

# Straight down, 10 px a cm: table (x, y) is seen at (10 x + 99.5, 299.5 - 10 y).
LENS = Lens((400, 400), np.array([[1000.0, 0, 199.5], [0, 1000, 199.5], [0, 0, 1]]), np.zeros(0))
VIEW = Camera(LENS, np.diag([1.0, -1, -1]), np.array([-10.0, 10, 100]))
FRAME = Frame(20, 20, (FrameMarker(17, 10.03, 10.02, 4.8, 0.0, 90.0),))
EMPTY = Snapshot(20, 20)
BLURRED = replace(BARE, blur_px=0.6, light=0.8)


def grey(look, seed=0):
    return Renderer(VIEW, FRAME, None, look, seed).render(EMPTY)[..., 1]


def light(look):
    return (grey(look) / 255.0) ** look.gamma


def middle(ink):
    v, u = np.mgrid[: ink.shape[0], : ink.shape[1]]
    return np.array([(u * ink).sum(), (v * ink).sum()]) / ink.sum()


def inside(picture):
    """The marker and its white margin, nothing of the mat."""
    return picture[171:229, 171:229]


@pytest.mark.prove
@pytest.mark.parametrize("motion", [(3.0, 0.0), (0.0, -2.0), (1.3, 2.1), (0.6, 0.5)])
def test_a_moving_picture_is_smeared_as_far_as_it_moved_and_stays_where_it_is(motion):
    kernel = motion_kernel(motion).astype(float)
    v, u = np.mgrid[: kernel.shape[0], : kernel.shape[1]] - np.array(kernel.shape)[:, None, None] // 2
    assert kernel.sum() == pytest.approx(1, abs=1e-6)
    assert [(kernel * u).sum(), (kernel * v).sum()] == pytest.approx([0, 0], abs=1e-6)
    # An even smear of length L has the variance L²/12; what is shared between pixels adds up to a quarter of one.
    for spread, moved in ((kernel * u**2, motion[0]), (kernel * v**2, motion[1])):
        assert moved**2 / 12 - 0.01 <= spread.sum() <= moved**2 / 12 + 0.25
    still, moving = inside(light(BLURRED)), inside(light(replace(BLURRED, motion_px=motion)))
    assert middle(still.max() - moving) == pytest.approx(middle(still.max() - still), abs=0.02)
    assert np.abs(moving - still).max() > 0.01


@pytest.mark.ci
def test_a_cast_shadow_takes_its_share_up_to_its_exact_edge():
    # Its edge at x = 5.03 cm is at 149.8 px: pixel 149 (148.5 to 149.5... 150.5 is the next) is lit, 150 is 0.7 dark.
    shadow = CastShadow(((5.03, -5), (25, -5), (25, 25), (5.03, 25)), 0.6)
    sharp = replace(BARE, blur_px=0.0, light=0.8)
    left = light(replace(sharp, cast_shadows=(shadow,)))[60] / light(sharp)[60]
    assert left[140:149] == pytest.approx(1, abs=0.02)
    assert left[152:160] == pytest.approx(0.4, abs=0.02)
    assert left[150] == pytest.approx(1 - 0.6 * 0.7, abs=0.02)
    soft = light(replace(sharp, cast_shadows=(replace(shadow, edge_cm=0.5),)))[60] / light(sharp)[60]
    assert 0.4 + 0.05 < soft[151] < 0.85
    assert soft[120] == pytest.approx(1, abs=0.02)


@pytest.mark.ci
def test_glare_adds_its_light_where_it_lies_and_makes_paper_white():
    glare = Glare(10, 10, 0.5, (1.0, 0.5), 90.0)
    more = light(replace(BLURRED, glares=(glare,))) - light(BLURRED)
    assert more[185:215, 185:215].max() == pytest.approx(0.5, abs=0.03)  # on the ink, far below white
    spot = light(replace(BARE, blur_px=0, glares=(replace(glare, x=1.95, y=10.05),))) - light(replace(BARE, blur_px=0))
    assert spot[199, 119] == pytest.approx(0.5, abs=0.02)
    assert spot[189, 119] == pytest.approx(0.5 * np.exp(-0.5), abs=0.02)  # 1 cm along its length, away from us
    assert spot[199, 124] == pytest.approx(0.5 * np.exp(-0.5), abs=0.02)  # 0.5 cm across
    assert grey(replace(BLURRED, glares=(replace(glare, strength=1.5),)))[199, 199] == 255


@pytest.mark.parametrize("tone", ["power", "srgb", "film"])
def test_tone_curves_rise_from_black_to_white_and_the_table_keeps_to_them(tone):
    ramp = np.linspace(0, 1, 3001)
    exact = curve(ramp, tone)
    assert exact[0] == pytest.approx(0, abs=1e-9)
    assert exact[-1] == pytest.approx(1)
    assert (np.diff(exact) > 0).all()
    assert np.abs(coded(ramp.astype(np.float32)[None], tone, 2.2) - exact).max() < 0.1 / 255
    assert coded(np.array([[1.7, -0.2]], np.float32), tone, 2.2)[0] == pytest.approx([1, 0])


def test_srgb_is_the_standards_curve():
    assert curve(np.array([0.002, 0.2, 0.5]), "srgb") == pytest.approx([0.02584, 0.48453, 0.73536], abs=1e-4)


@pytest.mark.ci
def test_sharpening_leaves_a_halo_and_no_shift():
    plain, sharp = grey(BLURRED).astype(float), grey(replace(BLURRED, sharpen=0.3)).astype(float)
    row = slice(190, 210)
    outside, inner = sharp[row, 174].mean() - plain[row, 174].mean(), sharp[row, 177].mean() - plain[row, 177].mean()
    assert outside > 2  # paper beside the black border is brighter still
    assert inner < -2
    assert middle(inside(sharp.max() - sharp)) == pytest.approx(middle(inside(plain.max() - plain)), abs=0.05)


@pytest.mark.ci
def test_colour_noise_leaves_the_grey_alone():
    quiet = replace(BLURRED, noise=0.0)
    noisy = Renderer(VIEW, FRAME, None, replace(quiet, colour_noise=6.0)).render(EMPTY).astype(float)
    off = noisy - Renderer(VIEW, FRAME, None, quiet).render(EMPTY)
    assert off[10:80, :, 0].std() > 3
    assert (off[10:80] @ np.array([0.114, 0.587, 0.299])).std() < 0.5


@pytest.mark.ci
def test_what_changes_is_drawn_as_if_all_were_drawn_anew():
    """The effects reach beyond what moved: a picture kept up to date must not show where its windows ended."""
    look = replace(
        BLURRED, motion_px=(3, 1), sharpen=0.5, tone="film", glares=(Glare(8, 8, 0.4),),
        cast_shadows=(CastShadow(((3, 3), (12, 3), (12, 12)), 0.4, 0.2),),
    )  # fmt: skip
    tables = [Snapshot(20, 20, (Stand("a", "us", "soldier", x, 5.0, 30.0, 2.0, 1.6),)) for x in (5.0, 9.0, 14.5)]
    kept = Renderer(VIEW, FRAME, None, look)
    for table in tables:
        last = kept.render(table)
    assert (last == Renderer(VIEW, FRAME, None, look).render(tables[-1])).all()


@pytest.mark.parametrize(
    "wrong", [{"motion_px": (70.0, 0.0)}, {"sharpen": -1}, {"sharpen_px": 0}, {"colour_noise": 99}]
)
def test_impossible_looks_are_refused(wrong):
    with pytest.raises(BadInput):
        replace(BARE, **wrong)
