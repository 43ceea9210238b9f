"""A camera planned before it is bought, in words: how high it hangs, which markers will do, the ± to expect."""

from dataclasses import dataclass
from math import ceil, hypot, radians, tan

from calibration.hanging import CARD_CM, GOOD_PX, MOUNT_CM, Enough, Hanging, Wish, across_deg, diagonal_deg, ways_out
from calibration.hanging_drawing import hanging_drawing
from calibration.known_cameras import KNOWN_CAMERAS, KnownCamera
from referee.setup.match_file import CM_PER, Units
from referee.setup.small_files import usual_sheets
from referee.words.translation import say
from rules.registry import game_names
from table.uncertainty import SIGMAS_95

_SIZES_CM = (1.2, 1.5, 2.0, 2.5)  # that sheets are printed with
_SPARE_CM = 100.0  # of cable: from the floor to the computer


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedMarkerView:
    """A size of stand marker: how it looks, whether it will do, and the ± of its stand's place."""

    size_cm: float
    side_px: float
    enough: Enough
    place_mm: float
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownCameraView:
    """A camera that people have, and how high it would hang here."""

    name: str
    wide_px: int
    high_px: int
    angle_deg: float
    diagonal: bool
    above_cm: float
    said: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraPlanView:
    """Where a camera must hang over a table, and what it will measure there; lengths in cm, what is said in words.

    ``head`` is the answer in a line, ``room`` whether it fits below the ceiling and what would, ``lines`` what follows
    from it, ``buy`` what is needed. ``distance_mm`` is the ±
    of any distance with cards laid by hand, ``taped_mm`` with one length of theirs measured, too.
    """

    across_deg: float
    diagonal_deg: float
    above_cm: float
    floor_cm: float
    fits: bool
    sees_cm: tuple[float, float]
    px_per_cm: float
    distance_mm: float
    taped_mm: float
    head: str
    room: tuple[str, ...]
    lines: tuple[str, ...]
    markers: tuple[PlannedMarkerView, ...]
    buy: tuple[str, ...]
    cameras: tuple[KnownCameraView, ...]
    drawing: str


def wished(
    width: float, depth: float, angle_deg: float, size_px: tuple[int, int], top: float | None, ceiling: float | None,
    units: Units, *, diagonal: bool,
) -> Wish:  # fmt: skip
    """Return what is wished as people give it, lengths in their units; ``diagonal``: the angle is corner to corner.

    Raises BadInput for a table or a lens that cannot be planned with.
    """
    cm = CM_PER[units]
    return Wish(
        width_cm=width * cm, depth_cm=depth * cm, size_px=size_px,
        across_deg=across_deg(angle_deg, size_px) if diagonal and 0 < angle_deg < 180 else angle_deg,
        top_cm=75.0 if top is None else top * cm, ceiling_cm=None if ceiling is None else ceiling * cm,
        unit=(units, cm),
    )  # fmt: skip


def plan_of(wish: Wish, language: str = "en", *, diagonal: bool = False) -> CameraPlanView:
    """Return a plan in a language; ``diagonal``: the lens's angle was named from corner to corner.

    Raises BadInput for a table or a lens that cannot be planned with.
    """
    return _Planning(Hanging(wish), language, diagonal).plan()


class _Planning:
    def __init__(self, hanging: Hanging, language: str, diagonal: bool) -> None:
        self.hanging, self.wish, self.language = hanging, hanging.wish, language
        self.unit, self.unit_cm = hanging.wish.unit
        self.diagonal = diagonal
        self.distance_mm, self.taped_mm = (
            10 * hanging.accuracy(2.0, taped=taped).good_to_cm for taped in (False, True)
        )

    def plan(self) -> CameraPlanView:
        hanging = self.hanging
        return CameraPlanView(
            across_deg=self.wish.across_deg, diagonal_deg=diagonal_deg(self.wish.across_deg, self.wish.size_px),
            above_cm=hanging.above_cm, floor_cm=hanging.floor_cm, fits=hanging.fits, sees_cm=hanging.sees_cm,
            px_per_cm=hanging.px_per_cm, distance_mm=self.distance_mm, taped_mm=self.taped_mm,
            head=self._said("head", above=self._long(hanging.above_cm), floor=self._long(hanging.floor_cm)),
            room=self._room(), lines=(*self._lens(), *self._exactness()),
            markers=tuple(self._marker(size_cm) for size_cm in _SIZES_CM), buy=self._buy(),
            cameras=tuple(map(self._known, KNOWN_CAMERAS)),
            drawing=hanging_drawing(hanging, self._said("drawing"), self.unit, self.unit_cm),
        )  # fmt: skip

    def _said(self, key: str, **values: object) -> str:
        return say(f"hanging.{key}", self.language, unit=self.unit, **values)

    def _long(self, cm: float) -> float:
        """Return a length in the units, as exactly as anyone hangs a camera."""
        return float(round(cm / self.unit_cm, 0 if self.unit == "cm" else 1))

    def _room(self) -> tuple[str, ...]:
        """Say whether it fits under the ceiling, and what would."""
        hanging, ceiling_cm, highest_cm = self.hanging, self.wish.ceiling_cm, self.wish.highest_cm
        if ceiling_cm is None or highest_cm is None:
            return ()
        spare, ways = abs(highest_cm - hanging.above_cm), ways_out(hanging)
        at = {"ceiling": self._long(ceiling_cm), "spare": self._long(spare), "mount": self._long(MOUNT_CM)}
        if ways is None:
            return (self._said("fits", **at),)
        said = [self._said("too_low", **at)]
        if ways.across_deg is not None:
            angle = float(ceil(ways.across_deg))
            corner = float(ceil(diagonal_deg(ways.across_deg, self.wish.size_px)))
            said.append(self._said("wider_lens", across=angle, diagonal=corner))
        if ways.lower_cm is not None:
            said.append(self._said("lower_table", lower=self._long(ways.lower_cm + 0.5)))
        if ways.share is not None:
            width, depth = (cm * ways.share for cm in (self.wish.width_cm, self.wish.depth_cm))
            said.append(self._said("smaller_area", width=self._long(width - 0.5), depth=self._long(depth - 0.5)))
        return tuple(said)

    def _lens(self) -> tuple[str, ...]:
        """Say which angle was meant, what it sees, and how to try it."""
        wish, (long_cm, short_cm) = self.wish, self.hanging.sees_cm
        across, corner = wish.across_deg, diagonal_deg(wish.across_deg, wish.size_px)
        said = [self._said("angle", across=float(round(across)), diagonal=float(round(corner)))]
        if not self.diagonal:
            said.append(self._said("other_angle", **self._other_angle()))
        strip = self._long(200 * tan(radians(across) / 2))
        said.append(self._said("try_it", strip=strip, metre=self._long(100)))
        said.append(self._said("sees", long=self._long(long_cm), short=self._long(short_cm)))
        return tuple(said)

    def _other_angle(self) -> dict[str, object]:
        """Return what is said of a lens whose angle would be one from corner to corner."""
        size, angle = self.wish.size_px, self.wish.across_deg
        times = hypot(*size) / max(size)
        return {"angle": float(round(angle)), "above": self._long(self.hanging.above_cm * times)}

    def _exactness(self) -> tuple[str, str, str]:
        return (
            self._said("px", px=self.hanging.px_per_cm, wide=self.wish.size_px[0], high=self.wish.size_px[1]),
            self._said("distance", laid=self.distance_mm, taped=self.taped_mm),
            self._said("eye"),
        )

    def _marker(self, size_cm: float) -> PlannedMarkerView:
        hanging = self.hanging
        place_mm = 10 * SIGMAS_95 * hanging.place_sigma_cm(size_cm)
        enough = hanging.enough(size_cm)
        said = self._said(
            f"marker_{enough}", size=round(size_cm * 10), px=round(hanging.side_px(size_cm)), place=place_mm
        )
        games = [name.capitalize() for name in game_names() if usual_sheets(name).marker_cm == size_cm]
        if games:
            said += " " + self._said("usual", games=", ".join(games))
        if enough != "small" and hanging.hides(size_cm):
            said += " " + self._said("hides")
        return PlannedMarkerView(
            size_cm=size_cm, side_px=hanging.side_px(size_cm), enough=enough, place_mm=place_mm, said=said
        )

    def _buy(self) -> tuple[str, ...]:
        hanging, wish = self.hanging, self.wish
        cable_m = ceil((hanging.floor_cm + hanging.needed_cm[1] / 2 + _SPARE_CM) / 100)
        said = [self._said("buy_camera", wide=wish.size_px[0], high=wish.size_px[1])]
        if hanging.enough(2.0) != "good":
            said.append(self._said("buy_more", wide=ceil(GOOD_PX / 2.0 * hanging.sees_cm[0] / 10) * 10))
        return (
            *said,
            self._said("buy_arm", above=self._long(hanging.above_cm)),
            self._said("buy_cable", cable=cable_m),
            self._said("buy_paper", card=CARD_CM),
        )

    def _known(self, camera: KnownCamera) -> KnownCameraView:
        wish, (wide, high) = self.wish, camera.size_px
        above_cm = Hanging(Wish(
            width_cm=wish.width_cm, depth_cm=wish.depth_cm, across_deg=camera.across_deg, size_px=camera.size_px,
        )).above_cm  # fmt: skip
        said = self._said(
            "known_diagonal" if camera.diagonal else "known_across", angle=float(camera.angle_deg),
            above=self._long(above_cm),
        )  # fmt: skip
        return KnownCameraView(
            name=camera.name, wide_px=wide, high_px=high, angle_deg=camera.angle_deg, diagonal=camera.diagonal,
            above_cm=above_cm, said=said, source=camera.source,
        )  # fmt: skip
