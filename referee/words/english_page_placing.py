"""English: stands placed by hand."""

from collections.abc import Mapping

PLACING: Mapping[str, str] = {
    "place_by_hand": "Place by hand",
    "place_take_back": "Give it back to the camera",
    "place_title": "Where does {name} stand?",
    "place_how": "Tap the place on the table, then turn it. The circle shows how well you know it.",
    "place_at": "{x}, {y} cm, heading {heading}°",
    "place_left": "Turn left",
    "place_right": "Turn right",
    "place_sigma": "Known to within, in cm",
    "place_sigma_deg": "Heading known to within, in degrees",
    "place_put": "It stands here",
    "place_cancel": "Cancel",
    "place_ghost": "{name} to be placed at {x}, {y} cm. Arrows move it, comma and full stop turn it, Enter places it.",
    "place_not_seen": "Not on the table yet",
    "place_not_seen_how": "The camera has not seen these. Place by hand who stands in a house or under trees.",
    "placed_label": "placed by hand, ±{sigma} cm",
}

BY_HAND: Mapping[str, str] = {
    "one": "{name} was placed by hand, ±{sigma} cm.",
    "seen": "The camera sees {name} again, where it was placed: the camera's place counts now.",
    "elsewhere": "The camera sees {name} somewhere else than it was placed: the camera's place counts now.",
    "moved": "{name} has moved: it is no longer where it was placed by hand.",
}
"""On the card of a ruling, and when a placing ends."""
