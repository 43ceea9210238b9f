"""``[camera]`` of camera.toml and table.toml, and of what lies beside pictures: which camera it was."""

from dataclasses import fields

from table.notation.toml import Strict, inline, parse_toml
from vision.camera_identity import CameraIdentity, Focus, IdentityKind


class IdentityModel(Strict):
    """``[camera]``: what `CameraIdentity` has, whatever is known of it."""

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

    def to_identity(self) -> CameraIdentity:
        """Return the camera."""
        return CameraIdentity(**dict(self))


class _Alone(Strict):
    camera: IdentityModel


def identity_lines(identity: CameraIdentity | None) -> list[str]:
    """Return the section's lines, after an empty one; none for a camera of which nothing is known."""
    if identity is None:
        return []
    known = {field.name: getattr(identity, field.name) for field in fields(identity)}
    said = [f"{key} = {inline(value)}" for key, value in known.items() if value not in ("", None)]
    weak = ["# known by this only: another camera that tells the same is taken for it"] if identity.weak else []
    return ["", "[camera]", *weak, *said]


def format_identity(identity: CameraIdentity) -> str:
    """Write the text of a file that has this section alone."""
    return "\n".join(["# The camera that took the pictures in this folder.", *identity_lines(identity)]) + "\n"


def parse_identity(text: str, file: str) -> CameraIdentity:
    """Read such a file's text; raises BadFile."""
    return parse_toml(text, _Alone, file).camera.to_identity()
