"""What lies on what where several things share a cell: markers of the map lowest, then what stands, then what flies."""

import re
from typing import Literal, get_args

Layer = Literal["under", "ground", "over"]
LAYERS: tuple[Layer, ...] = get_args(Layer)
_UNDER = frozenset({"fortification", "fort", "lane", "mine", "mines", "airfield", "arrow"})
_OVER = frozenset({"aircraft", "bomber", "fighter", "plane"})


def layer_of(kind: str) -> Layer:
    """Return the layer of a kind of stand; a roster's ``layer`` says otherwise.

    >>> layer_of("Fortification"), layer_of("anti-aircraft"), layer_of("aircraft")
    ('under', 'ground', 'over')
    """
    words = re.findall("[a-z]+", kind.lower())
    if not words or "anti" in words:
        return "ground"
    if words[-1] in _OVER:
        return "over"
    return "under" if words[-1] in _UNDER else "ground"
