"""What every rehearsal table is fitted with: frame markers round it, markers of a size."""

from table.frame import Frame, FrameMarker

MARKER_CM = 2.0
"""The black square that suits a 1080p picture (docs/conventions.md)."""
OUT_CM = 3.8
SURVEY_CM = 0.03
"""How well a careful hand with a ruler lays a frame marker: 0.3 mm an axis."""


def frame_round(width_cm: float, depth_cm: float) -> Frame:
    """Return a table with eight 50 mm frame markers round the play area, clear of it."""
    left, right, near, far = -OUT_CM, width_cm + OUT_CM, -OUT_CM, depth_cm + OUT_CM
    middle_x, middle_y = width_cm / 2, depth_cm / 2
    places = (
        (left, near), (middle_x, near), (right, near), (right, middle_y),
        (right, far), (middle_x, far), (left, far), (left, middle_y),
    )  # fmt: skip
    markers = tuple(FrameMarker(240 + i, x, y, 5.0, 0.02) for i, (x, y) in enumerate(places))
    return Frame(width_cm, depth_cm, markers, survey_sigma_cm=SURVEY_CM)
