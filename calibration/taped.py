"""A length measured by hand, put to use: the camera sees two cards as far apart as it says, and places all of them."""

from dataclasses import replace

import numpy as np

from table.frame import Frame, FrameMarker, Tape
from vision.arrays import Floats
from vision.camera import Camera
from vision.spread import POSE, camera_moved, slopes
from vision.table_view import FrameSeen, TableView

_ROUNDS = 3


def taped(view: TableView) -> TableView:
    """Return the view by the tape of its frame; the view itself where that has none, or its cards were not seen.

    The pose's covariance must hold that the frame's size is unknown (laid.Laid). The lens stays what it is: one length
    tells nothing of it, but what it errs by is in the length seen.
    """
    tape, covariance = view.frame.tape, view.covariance
    ends = _ends(view.frame, view.seen, tape)
    if tape is None or covariance is None or ends is None:
        return view
    camera = view.camera
    off = np.zeros(POSE)
    for _ in range(_ROUNDS):
        length_cm, by_camera = _seen_length(camera, *ends)
        # A consider filter: the lens's numbers take part in what is expected, and are not moved.
        gain = covariance @ by_camera / float(by_camera @ covariance @ by_camera + tape.sigma_cm**2)
        gain[POSE:] = 0.0
        expected_cm = length_cm - float(by_camera[:POSE] @ off)  # at the camera it began with
        step = gain[:POSE] * (tape.length_cm - expected_cm) - off
        camera, off = camera_moved(camera, step), off + step
    left = np.eye(len(covariance)) - np.outer(gain, by_camera)
    after = left @ covariance @ left.T + np.outer(gain, gain) * tape.sigma_cm**2
    frame = _as_seen(view.frame, view.seen, camera)
    return replace(view, camera=camera, frame=frame, covariance=(after + after.T) / 2)


def _as_seen(frame: Frame, seen: tuple[FrameSeen, ...], camera: Camera) -> Frame:
    """Return the frame with the cards that are seen where the camera sees them; others where they are said to lie."""
    there = {each.id: each for each in seen}

    def laid(card: FrameMarker) -> FrameMarker:
        x, y, _ = centre_seen(camera, card, there[card.id])
        return replace(card, x=round(float(x), 5), y=round(float(y), 5))

    return replace(frame, markers=tuple(laid(m) if m.id in there else m for m in frame.markers))


_Ends = tuple[tuple[FrameMarker, FrameSeen], tuple[FrameMarker, FrameSeen]]


def _ends(frame: Frame, seen: tuple[FrameSeen, ...], tape: Tape | None) -> _Ends | None:
    """Return the two cards a tape lies between, as they are said to lie and as they were seen."""
    cards, there = {m.id: m for m in frame.markers}, {m.id: m for m in seen}
    if tape is None or any(number not in there for number in tape.between):
        return None
    first, second = tape.between
    return (cards[first], there[first]), (cards[second], there[second])


def _seen_length(
    camera: Camera, one: tuple[FrameMarker, FrameSeen], other: tuple[FrameMarker, FrameSeen]
) -> tuple[float, Floats]:
    """Return how far apart (cm) a camera sees the centres of two cards, and that a unit of its parameters (P,)."""
    places = [centre_seen(camera, card, seen) for card, seen in (one, other)]
    slope = slopes(camera, np.array(places)).table_by_parameter()
    way = places[1][:2] - places[0][:2]
    length = float(np.hypot(*way))
    return length, np.asarray((way / length) @ (slope[1] - slope[0]))


def centre_seen(camera: Camera, card: FrameMarker, seen: FrameSeen) -> Floats:
    """Return where (3,) a camera sees the centre of a card."""
    centre = camera.to_plane(seen.corners_px, card.height_cm).mean(axis=0)
    return np.append(centre, card.height_cm)
