"""Which camera took pictures, as far as that can be told, and whether another one looks now: a lens is one camera's."""

from dataclasses import dataclass
from typing import Literal

IdentityKind = Literal["plugged", "phone", "address", "pictures"]
Focus = float | Literal["auto"]
DifferenceKey = Literal["another", "elsewhere", "zoom", "focus", "format"]
_NEAR = 0.02  # of a focus, zoom or focal length: what a driver or a camera's maker rounds


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraIdentity:
    """A camera, and what its lens was set to; what nobody told is empty or None.

    ``plugged``: ``name`` is what it calls itself, ``product`` its USB vendor:product, ``place`` the port it is plugged
    into, ``format`` how its pictures come; focus ("auto", or a value) and zoom are in its driver's units.
    ``phone``: ``name`` is what it calls its camera, ``serial`` the id that its browser keeps in a cookie.
    ``address``: ``place`` is its address without password, ``format`` the kind of that. This is weak: whatever answers
    there is taken for it.
    ``pictures``: what is written in picture files, the lens's focal lengths in mm too. This is weak: programs that edit
    pictures leave such notes out, or leave them as they were.
    """

    kind: IdentityKind
    name: str = ""
    product: str = ""
    serial: str = ""
    place: str = ""
    format: str = ""
    focus: Focus | None = None
    zoom: float | None = None
    focal_mm: float | None = None
    focal_35_mm: float | None = None

    @property
    def weak(self) -> bool:
        """Whether another camera may well tell the same of itself."""
        if self.kind in ("address", "pictures"):
            return True
        return not (self.serial or (self.product and self.place))

    @property
    def told(self) -> str:
        """The camera in a few words, for people: what it is called, and by what it is known."""
        parts = (self.name, self.product, self.serial and f"no. {self.serial}", self.place)
        return ", ".join(part for part in parts if part) or self.kind


@dataclass(frozen=True, slots=True)
class Difference:
    """What tells the camera that looks ``now`` from the one that the lens was ``learned`` with, each in a few words.

    ``elsewhere``: it may be another of the same make, plugged in at another port or answering at another address.
    """

    key: DifferenceKey
    learned: str
    now: str


def difference(learned: CameraIdentity | None, now: CameraIdentity | None) -> Difference | None:
    """Return the gravest difference between two cameras; None where there is none, or too little is known of one."""
    if learned is None or now is None:
        return None
    if _is_another(learned, now):
        return Difference("another", learned.told, now.told)
    surely_same = bool(learned.serial and learned.serial == now.serial)
    if not surely_same and _differ(learned.place, now.place):
        return Difference("elsewhere", learned.told, now.told)
    return _otherwise_set(learned, now)


def _otherwise_set(learned: CameraIdentity, now: CameraIdentity) -> Difference | None:
    """Return what the same camera is set to otherwise."""
    zooms = ((learned.zoom, now.zoom, ""), (learned.focal_mm, now.focal_mm, " mm"))
    for before, after, unit in (*zooms, (learned.focal_35_mm, now.focal_35_mm, " mm")):
        if before is not None and after is not None and not _near(before, after):
            return Difference("zoom", f"{before:g}{unit}", f"{after:g}{unit}")
    if learned.focus is not None and now.focus is not None and not _same_focus(learned.focus, now.focus):
        return Difference("focus", _said(learned.focus), _said(now.focus))
    return Difference("format", learned.format, now.format) if _differ(learned.format, now.format) else None


def _is_another(one: CameraIdentity, other: CameraIdentity) -> bool:
    if one.kind != other.kind or _differ(one.product, other.product) or _differ(one.serial, other.serial):
        return True
    # Of what is known by its serial number the name may have been changed: some makers' programs do.
    same = bool(one.product and other.product and one.serial and one.serial == other.serial)
    return not same and _differ(one.name, other.name)


def _differ(one: str, other: str) -> bool:
    return bool(one and other and one != other)


def _near(one: float, other: float) -> bool:
    return abs(one - other) <= _NEAR * max(abs(one), abs(other))


def _same_focus(one: Focus, other: Focus) -> bool:
    if isinstance(one, str) or isinstance(other, str):
        return one == other
    return _near(one, other)


def _said(focus: Focus) -> str:
    return focus if isinstance(focus, str) else f"{focus:g}"
