"""What stands on a hex map: cardboard counters and wooden blocks, each with its marker's card on top, or bare."""

from dataclasses import dataclass

from simulation.synthetic.figures import rounded
from simulation.synthetic.palette import INK, Colour, mixed, shaded
from simulation.synthetic.plate import Plate
from simulation.synthetic.things import HELD, ON_GROUND, STANDING, Face, Place, Stage, Thing, flat, prism

CARD_CM = 0.02
"""The printed marker glued on top."""
TIERS = (ON_GROUND, STANDING, HELD)
"""What lies lowest in a hex is drawn first: markers of the map, what stands on it, what flies over it."""


@dataclass(frozen=True, slots=True)
class HexPiece:
    """A counter or block: its footprint's centre and heading, how large and thick, how high what it lies on is.

    ``marker`` is None for one without; the marker's card lies in its middle. ``layer`` 0 lies on the map, 1 stands,
    2 flies. ``order`` is how many pieces it lies on, ``pile`` where the lowest of them lies.
    """

    name: str
    x: float
    y: float
    heading_deg: float
    width_cm: float
    depth_cm: float
    thick_cm: float
    colour: Colour
    marker: int | None = None
    size_cm: float = 1.0
    under_cm: float = 0.0
    layer: int = 1
    order: int = 0
    wooden: bool = False
    pile: tuple[float, float] | None = None

    @property
    def top_cm(self) -> float:
        """How high its marker lies."""
        return self.under_cm + self.thick_cm + CARD_CM

    def plate(self, dictionary: str) -> Plate | None:
        """Return its marker; None without one."""
        if self.marker is None:
            return None
        return Plate(dictionary, self.marker, self.x, self.y, self.heading_deg, self.top_cm, self.size_cm)

    def thing(self, dictionary: str, stage: Stage) -> Thing:
        """Return it as a thing, drawn after what it lies on."""
        place = Place(self.x, self.y, self.heading_deg)
        high = self.under_cm + self.thick_cm
        outline = rounded(place, self.depth_cm, self.width_cm, 0.1 if self.wooden else 0.06)
        side = shaded(self.colour, 0.9) if self.wooden else mixed(self.colour, (0.6, 0.6, 0.6), 0.6)
        faces = [*prism(outline, self.under_cm, high, side, self.colour, stage), *self._print(place, high)]
        shadow = stage.cast(outline, high, self.under_cm)
        # Within a tier the nearer to the camera's foot is drawn later: what lies higher counts as a little nearer.
        (x, y), eye = self.pile or (self.x, self.y), stage.eye_cm
        closer = 1 - 1e-4 * self.order
        at = (eye[0] + (x - eye[0]) * closer, eye[1] + (y - eye[1]) * closer)
        plate = self.plate(dictionary)
        return Thing((self, dictionary), at, tuple(faces), plate, TIERS[self.layer], (shadow,), 0.06)

    def _print(self, place: Place, high: float) -> list[Face]:
        """Return what is printed round the card: a rim, and two numbers' worth of strokes."""
        rim = place.rectangle(self.depth_cm * 0.94, self.width_cm * 0.94)
        inner = place.rectangle(self.depth_cm * 0.86, self.width_cm * 0.86)
        dark, pale = shaded(self.colour, 0.45), mixed(self.colour, (0.8, 0.8, 0.8), 0.2)
        faces = [flat(rim, dark, high), flat(inner, pale, high)]
        if self.marker is None or not self.wooden:
            foot = -self.depth_cm * 0.385
            for k in (-1, 1):
                stroke = place.rectangle(self.depth_cm * 0.07, self.width_cm * 0.16, foot, k * self.width_cm * 0.16)
                faces.append(flat(stroke, INK, high))
        return faces
