"""camera.toml and table.toml: what calibration found, written plainly and read back exactly."""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from calibration.identity_section import IdentityModel, identity_lines
from calibration.lens_sense import absurdity
from table.errors import BadFile, BadGeometry
from table.frame import Frame
from table.notation.frame_file import FrameModel, format_frame
from table.notation.toml import Model, Strict, check_model, got_words, number, parse_toml
from vision.arrays import Floats
from vision.camera import Camera, Lens
from vision.camera_identity import CameraIdentity
from vision.correction import TERMS, Correction
from vision.noise_floor import UNKNOWN, NoiseFloor
from vision.spread import POSE, parameter_names
from vision.table_view import FrameSeen, TableView
from vision.tone import USUAL, Tone

VERSION = 4
_OLDEST = 1
_OTHERS = {"marker": "a frame (width_cm, depth_cm, [[marker]])", "stand": "a roster ([[stand]])"}
_MAKERS = {"camera": "vedette calibrate camera", "table": "vedette calibrate table"}

Positive = Annotated[float, Field(gt=0)]
Triple = tuple[float, float, float]
Pixel = tuple[float, float]


@dataclass(frozen=True, eq=False)
class CameraProfile:
    """A lens with the covariance of fx, fy, cx, cy and its distortion; how well it was found, from how many views.

    ``self_calibrated``: without a ChArUco board, which is less exact. ``floor`` and ``tone`` are the camera's,
    ``identity`` is what is known of it.
    """

    lens: Lens
    covariance: Floats
    rms_px: float
    views: int
    coverage: float
    self_calibrated: bool = False
    floor: NoiseFloor = UNKNOWN
    tone: Tone = USUAL
    identity: CameraIdentity | None = None

    @property
    def seen_tone(self) -> Tone | None:
        """The tone to find markers in; None for the usual one, from which a picture may differ."""
        return None if self.tone == USUAL else self.tone


class LensModel(Strict):
    """``[lens]``."""

    width_px: Annotated[int, Field(gt=0)]
    height_px: Annotated[int, Field(gt=0)]
    fx: Positive
    fy: Positive
    cx: float
    cy: float
    distortion: list[float]
    model: Literal["pinhole", "fisheye"] = "pinhole"

    def to_lens(self, file: str) -> Lens:
        """Return the lens; raises BadFile, also for one that cannot be."""
        matrix = np.array([[self.fx, 0, self.cx], [0, self.fy, self.cy], [0, 0, 1.0]])
        try:
            lens = Lens((self.width_px, self.height_px), matrix, np.array(self.distortion), self.model == "fisheye")
        except BadGeometry as error:
            expected = "4 numbers" if self.model == "fisheye" else "0, 4, 5, 8, 12 or 14 numbers"
            raise BadFile(file, "lens.distortion", expected, str(error)) from None
        absurd = absurdity(lens)
        if absurd is not None:
            raise BadFile(file, f"lens.{absurd.key}", absurd.expected, f"{absurd.got}: learn the lens again")
        return lens


class CameraFitModel(Strict):
    """``[fit]`` of camera.toml."""

    rms_px: Annotated[float, Field(ge=0)]
    views: Annotated[int, Field(ge=0)]
    coverage: Annotated[float, Field(ge=0, le=1)]
    covariance: list[list[float]]


class PicturesModel(Strict):
    """``[pictures]``: the camera's tone and noise floor; files older than version 4 have none."""

    gamma: Annotated[float, Field(gt=0.1, lt=10)]
    centre_px: Annotated[float, Field(ge=0, le=1000)]
    corner_px: Annotated[float, Field(ge=0, le=1000)]

    @property
    def floor(self) -> NoiseFloor:
        """The noise floor."""
        return NoiseFloor(self.centre_px, self.corner_px)


class CameraModel(Strict):
    """All of camera.toml."""

    version: int
    kind: Literal["camera"]
    self_calibrated: bool = False
    lens: LensModel
    camera: IdentityModel | None = None
    fit: CameraFitModel
    pictures: PicturesModel | None = None


class PoseModel(Strict):
    """``[pose]``: camera axes = rotation @ table cm + translation."""

    rotation: tuple[Triple, Triple, Triple]
    translation_cm: Triple


class TableFitModel(Strict):
    """``[fit]`` of table.toml; ``covariance`` is left out where the camera is known exactly."""

    rms_px: Annotated[float, Field(ge=0)]
    survey_sigma_cm: Annotated[float, Field(ge=0)]
    covariance: list[list[float]] | None = None


class SeenModel(Strict):
    """One ``[[seen]]``: a frame marker as it was seen at calibration."""

    id: Annotated[int, Field(ge=0)]
    corners_px: tuple[Pixel, Pixel, Pixel, Pixel]


class CorrectionModel(Strict):
    """``[correction]``: what a known-distance check found."""

    mean_cm: list[float]
    covariance: list[list[float]]
    prior: list[list[float]]
    points_cm: list[Pixel]
    offsets_cm: list[Pixel]


class TableModel(Strict):
    """All of table.toml."""

    version: int
    kind: Literal["table"]
    self_calibrated: bool = False
    lens: LensModel
    camera: IdentityModel | None = None
    pose: PoseModel
    fit: TableFitModel
    pictures: PicturesModel | None = None
    seen: list[SeenModel] = []
    correction: CorrectionModel | None = None
    frame: FrameModel


def parse_camera(text: str, file: str = "camera.toml") -> CameraProfile:
    """Read camera.toml's text; raises BadFile, also when it is another file or from a newer Vedette."""
    model = _read(text, CameraModel, "camera", file)
    lens = model.lens.to_lens(file)
    covariance = _covariance(model.fit.covariance, 4 + lens.distortion.size, file)
    fit = model.fit
    return CameraProfile(
        lens, covariance, fit.rms_px, fit.views, fit.coverage, model.self_calibrated, *_pictures_of(model),
        None if model.camera is None else model.camera.to_identity(),
    )  # fmt: skip


def parse_table(text: str, file: str = "table.toml") -> TableView:
    """Read table.toml's text; raises BadFile, also when it is another file or from a newer Vedette."""
    model = _read(text, TableModel, "table", file)
    lens = model.lens.to_lens(file)
    try:
        camera = Camera(lens, np.array(model.pose.rotation), np.array(model.pose.translation_cm))
    except BadGeometry:
        raise BadFile(file, "pose.rotation", "a rotation matrix", got_words(model.pose.rotation)) from None
    covariance = None
    if model.fit.covariance is not None:
        covariance = _covariance(model.fit.covariance, len(parameter_names(lens)), file)
    seen = tuple(FrameSeen(marker.id, np.array(marker.corners_px)) for marker in model.seen)
    frame = model.frame.to_frame(file, "frame.")
    floor, tone = _pictures_of(model)
    correction = None if model.correction is None else _correction(model.correction, frame, file)
    return TableView(
        camera, frame, covariance, seen, model.fit.survey_sigma_cm, model.fit.rms_px, correction, model.self_calibrated,
        floor, None if tone == USUAL else tone, None if model.camera is None else model.camera.to_identity(),
    )  # fmt: skip


def format_camera(profile: CameraProfile) -> str:
    """Write the text of camera.toml."""
    names = ", ".join(parameter_names(profile.lens)[POSE:])
    lines = [
        *_head(
            "camera",
            "What `vedette calibrate camera` learned of your lens. Valid for this camera, size, zoom and focus.",
            profile.self_calibrated,
        ),
        *_lens(profile.lens),
        *identity_lines(profile.identity),
        "",
        "[fit]",
        f"rms_px = {number(profile.rms_px)}",
        f"views = {profile.views}",
        f"coverage = {number(profile.coverage)}",
        f"# of {names}",
        *_matrix("covariance", profile.covariance),
        *_pictures(profile.floor, profile.tone),
    ]
    return "\n".join(lines) + "\n"


def format_table(view: TableView) -> str:
    """Write the text of table.toml."""
    camera = view.camera
    lines = [
        *_head(
            "table",
            "What `vedette calibrate table` found: your camera over your table. Valid until either is moved.",
            view.self_calibrated,
        ),
        *_lens(camera.lens),
        *identity_lines(view.identity),
        "",
        "[pose]",
        "# camera axes = rotation @ table point (cm) + translation_cm",
        *_matrix("rotation", camera.rotation),
        f"translation_cm = {_row(camera.translation)}",
        "",
        "[fit]",
        f"rms_px = {number(view.rms_px)}",
        f"survey_sigma_cm = {number(view.survey_sigma_cm)}",
    ]
    if view.covariance is not None:
        lines += [f"# of {', '.join(parameter_names(camera.lens))}", *_matrix("covariance", view.covariance)]
    lines += _pictures(view.floor, view.tone or USUAL)
    for marker in view.seen:
        lines += ["", "[[seen]]", f"id = {marker.id}"]
        lines.append(f"corners_px = [{', '.join(_row(corner) for corner in marker.corners_px)}]")
    if view.correction is not None:
        lines += _check(view.correction)
    lines += ["", "[frame]"]
    # frame.toml's text, its tables moved inside [frame].
    lines += [re.sub(r"^(\[\[?)", r"\1frame.", line) for line in format_frame(view.frame).splitlines()]
    return "\n".join(lines) + "\n"


def _read(text: str, model: type[Model], kind: str, file: str) -> Model:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return parse_toml(text, model, file)  # says what is wrong with the text
    _check_kind(data, kind, file)
    return check_model(data, model, file)


def _check_kind(data: dict[str, Any], kind: str, file: str) -> None:
    """Name the wrong file or a newer one before any of its keys is looked at."""
    found = data.get("kind")
    if found != kind:
        expected = f'"{kind}", as `{_MAKERS[kind]}` writes it'
        if isinstance(found, str) and found in _MAKERS:
            raise BadFile(file, "kind", expected, f'"{found}": this is a {found}.toml')
        other = next((words for key, words in _OTHERS.items() if key in data), None)
        raise BadFile(file, "kind", expected, other if found is None else got_words(found))
    version = data.get("version")
    if isinstance(version, int) and version > VERSION:
        raise BadFile(file, "version", f"{VERSION}", f"{version}: it was written by a newer Vedette; update this one")
    if isinstance(version, bool) or version not in range(_OLDEST, VERSION + 1):
        raise BadFile(file, "version", f"{VERSION}", "nothing" if version is None else got_words(version))


def _correction(model: CorrectionModel, frame: Frame, file: str) -> Correction:
    size = 2 * TERMS
    if len(model.mean_cm) != size:
        raise BadFile(file, "correction.mean_cm", f"{size} numbers", str(len(model.mean_cm)))
    if len(model.points_cm) != len(model.offsets_cm):
        raise BadFile(
            file, "correction.offsets_cm", f"as many as points_cm ({len(model.points_cm)})", str(len(model.offsets_cm))
        )
    return Correction(
        frame.width_cm,
        frame.depth_cm,
        np.array(model.mean_cm),
        _covariance(model.covariance, size, file, "correction.covariance"),
        _covariance(model.prior, size, file, "correction.prior"),
        np.array(model.points_cm, dtype=np.float64).reshape(-1, 2),
        np.array(model.offsets_cm, dtype=np.float64).reshape(-1, 2),
    )


def _covariance(rows: list[list[float]], size: int, file: str, key: str = "fit.covariance") -> Floats:
    if len(rows) != size or any(len(row) != size for row in rows):
        shape = f"{len(rows)} x {len(rows[0]) if rows else 0}"
        raise BadFile(file, key, f"{size} x {size} numbers", shape)
    matrix = np.array(rows)
    scale = np.sqrt(np.abs(np.diag(matrix)))
    if (np.diag(matrix) < 0).any() or (np.abs(matrix - matrix.T) > 1e-9 * np.outer(scale, scale)).any():
        raise BadFile(file, key, "a symmetric matrix without negative variances")
    return matrix


def _pictures_of(model: CameraModel | TableModel) -> tuple[NoiseFloor, Tone]:
    found = model.pictures
    return (UNKNOWN, USUAL) if found is None else (found.floor, Tone(found.gamma))


def _pictures(floor: NoiseFloor, tone: Tone) -> list[str]:
    return [
        "",
        "[pictures]",
        "# light is grey level ** gamma; markers are off by centre_px all together, each corner by corner_px",
        f"gamma = {number(tone.gamma)}",
        f"centre_px = {number(floor.centre_px)}",
        f"corner_px = {number(floor.corner_px)}",
    ]


def _head(kind: str, words: str, self_calibrated: bool) -> list[str]:
    lines = [f"# {words}", f"version = {VERSION}", f'kind = "{kind}"']
    if self_calibrated:
        lines += ["# The lens was learned without a ChArUco board: less exact.", "self_calibrated = true"]
    return [*lines, ""]


def _check(correction: Correction) -> list[str]:
    return [
        "",
        "[correction]",
        "# what `vedette calibrate check` found: measured less true, by polynomials over the table",
        f"mean_cm = {_row(correction.mean)}",
        *_matrix("covariance", correction.covariance),
        *_matrix("prior", correction.prior),
        *_matrix("points_cm", correction.points_cm),
        *_matrix("offsets_cm", correction.offsets_cm),
    ]


def _lens(lens: Lens) -> list[str]:
    (fx, _, cx), (_, fy, cy), _ = lens.matrix
    width, height = lens.size_px
    return [
        "[lens]",
        *(['model = "fisheye"'] if lens.fisheye else []),
        f"width_px = {width}",
        f"height_px = {height}",
        *[f"{key} = {number(value)}" for key, value in (("fx", fx), ("fy", fy), ("cx", cx), ("cy", cy))],
        f"distortion = {_row(lens.distortion)}",
    ]


def _row(values: Sequence[float] | Floats) -> str:
    return f"[{', '.join(number(value) for value in values)}]"


def _matrix(key: str, rows: Floats) -> list[str]:
    return [f"{key} = [", *[f"    {_row(row)}," for row in rows], "]"]
