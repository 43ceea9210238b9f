"""English: what the watchman has to say of camera, light and table, each with what to do about it.

A notice's key maps to (status line, sentence): a few words for the page's status line, and a whole sentence. ``{ids}``,
``{seen}``, ``{px}`` ... come from the notice's numbers.
"""

from collections.abc import Mapping

NOTICES: Mapping[str, tuple[str, str]] = {
    "camera_away": (
        "no camera",
        "No picture comes from the camera: look whether it is switched on and connected; I go on trying.",
    ),
    "picture_broken": (
        "picture cannot be read",
        "The last picture cannot be read: the next one may be whole; if none is, plug the camera in again.",
    ),
    "other_size": (
        "picture of another size",
        "The picture is {width} x {height} px, and the table was calibrated at {wide} x {high} px: choose that size at "
        "the camera again, or learn the lens anew.",
    ),
    "too_dark": (
        "too dark",
        "The picture is too dark to measure: switch the lamps on, take the cap off the lens, or expose longer.",
    ),
    "overexposed": (
        "too bright",
        "The picture is burnt out: shorten the exposure, or turn the lamp away from the table.",
    ),
    "picture_frozen": (
        "picture stands still",
        "The picture has been the same for {seconds} s: look whether the camera hangs, or plug it in again.",
    ),
    "no_frame": (
        "I see {seen} of {expected} frame markers",
        "I see {seen} of {expected} frame markers, and at least {least} are needed: uncover them, "
        "or turn the camera back on the table.",
    ),
    "camera_lost": (
        "camera moved, too few frame markers",
        "The camera has moved, and {seen} of {expected} frame markers are too few to follow it: uncover them, "
        "or calibrate the table again.",
    ),
    "camera_turned": (
        "picture turned by {degrees}°",
        "The picture is turned by {degrees}° against the calibration: is it flipped in the camera's settings? "
        "Turn it back, or calibrate the table again; till then I follow it by the frame markers, less exactly.",
    ),
    "camera_moving": (
        "camera is moving",
        "The camera is moving ({px} px so far): let it come to rest; I shall find the table again by myself.",
    ),
    "focus_lost": (
        "out of focus",
        "The picture has become blurred ({blur_px} px, it was {was_px}): focus the lens again and lock autofocus.",
    ),
    "camera_bumped": (
        "camera was bumped, found again",
        "The camera was bumped by {px} px ({cm} cm on the table); I have found the table again by its frame markers. "
        "Fix the camera if this happens often.",
    ),
    "frame_pushed": (
        "frame {marker} {ids} pushed",
        "Frame {marker} {ids} {was} pushed by {cm} cm and I leave {it} out: put {it} back, "
        "or calibrate the table again.",
    ),
    "frame_missing": (
        "frame {marker} {ids} not seen",
        "I see {seen} of {expected} frame markers; {ids} {is} not there: is something lying on {it}?",
    ),
    "frame_covered": (
        "frame {marker} {ids} covered",
        "I see {seen} of {expected} frame markers whole; {ids} {is} covered, in part at least: "
        "take away what lies there.",
    ),
    "hands": ("hands over the table", "Hands are over the table: I measure when they are gone."),
    "light_changed": (
        "light changed",
        "The light has changed (to {percent} %): measuring goes on; leave the lamps as they are if you can.",
    ),
    "shadow": (
        "shadow on frame {marker} {ids}",
        "A shadow lies on frame {marker} {ids}: measuring goes on, a little less exact if it stays.",
    ),
}

PLAIN: Mapping[str, str] = {"still": "still", "settling": "settling"}

NOT_SEEN = (
    "not seen: {names}",
    "I do not see {names}: a marker is covered, or has fallen over; each counts where it was last seen.",
)

WAITING = "Of the roster, not seen so far: {count}. They are in the box, or their markers are covered."

LAST_SEEN = "{names} {was} not seen when this was declared: it is measured from the last place seen."

ONE, SEVERAL = (
    {"marker": "marker", "is": "is", "was": "was", "it": "it"},
    {"marker": "markers", "is": "are", "was": "were", "it": "them"},
)
AND = " and "
