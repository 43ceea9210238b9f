"""`vedette doctor --film`: how markers at rest scatter in a film, and what it tells of the camera."""

import sys
from collections.abc import Callable, Sequence, Sized
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from calibration.profile import parse_table
from cli.camera_findings import camera_findings, report_json
from cli.checkup import Finding
from cli.language import said_here
from cli.pictures import write_drawing
from cli.sources import open_source
from referee.files import read_text
from table.errors import BadInput
from table.notation.roster_file import parse_roster
from table.roster import Roster
from table.uncertainty import SIGMAS_95
from vision.arrays import Picture
from vision.camera_check.resting import MarkerScatter
from vision.camera_check.scatter_drawing import draw_scatter
from vision.camera_check.study import CameraReport, CameraStudy
from vision.sources.frames import CameraFrame
from vision.sources.pictures import PictureSource
from vision.table_view import TableView

HEAD = (
    f"{'marker':<12}  {'fate':<11}  {'pictures':>8}  {'side px':>7}  {'± px':>7}  {'drift px':>8}  {'says ± px':>9}  "
    f"{'sigmas':>6}"
)


@dataclass(frozen=True)
class Film:
    """What a film told, its last picture, and what a calibrated table knows of its markers: names, mm a px."""

    name: str
    report: CameraReport
    last: Picture
    names: dict[int, str]
    mm_per_px: dict[int, float]

    def findings(self, marker_cm: float | None) -> list[Finding]:
        """Return it as findings."""
        timing, size = self.report.timing, self.report.size_px
        found = f"{self.name}: {size[0]} x {size[1]} px, {timing.frames} in {timing.seconds:.1f} s"
        return [Finding("film", "good", found), *camera_findings(self.report, marker_cm)]

    def lines(self) -> list[str]:
        """Return a line for each marker; ± holds 95 %."""
        if not self.report.resting.markers:
            return []
        return [HEAD + ("     ± mm" if self.mm_per_px else ""), *map(self._line, self.report.resting.markers)]

    def _line(self, marker: MarkerScatter) -> str:
        words = f"{self._name(marker):<12}  {marker.fate:<11}  {marker.frames:8}  {marker.side_px:7.1f}"
        if marker.within_px is None or marker.sigma_px is None or marker.in_sigmas is None:
            return words
        drift = "-" if marker.between_px is None else f"{SIGMAS_95 * marker.between_px:.3f}"
        words += f"  {SIGMAS_95 * marker.within_px:7.3f}  {drift:>8}  {SIGMAS_95 * marker.sigma_px:9.3f}"
        words += f"  {marker.in_sigmas:6.2f}"
        mm = self._mm(marker)
        return words if mm is None else f"{words}  {SIGMAS_95 * mm:7.3f}"

    def _name(self, marker: MarkerScatter) -> str:
        return self.names.get(marker.id, str(marker.id))

    def _mm(self, marker: MarkerScatter) -> float | None:
        """Return all of a marker's scatter on the table, mm per axis, one sigma."""
        if marker.total_px is None or marker.id not in self.mm_per_px:
            return None
        return marker.total_px * self.mm_per_px[marker.id]

    def as_json(self) -> dict[str, Any]:
        """Return it for programs."""
        told = report_json(self.report)
        for data, marker in zip(told["markers"], self.report.resting.markers, strict=True):
            data["name"] = self.names.get(marker.id)
            mm = self._mm(marker)
            data["scatter_mm"] = None if mm is None else round(mm, 5)
        return {"film": self.name, **told}

    def draw(self, path: Path) -> None:
        """Draw each marker's scatter over the film's last picture."""
        write_drawing(path, draw_scatter(self.last, self.report.resting, self.names))


def look_at_film(
    text: str, rate_hz: float | None, dictionary: str, table_file: Path | None, roster_file: Path | None
) -> Film:
    """Look at all pictures of a film, one after another; raises BadInput where it is none, or is empty."""
    view = parse_table(read_text(table_file), str(table_file)) if table_file is not None else None
    roster = parse_roster(read_text(roster_file), str(roster_file)) if roster_file is not None else Roster()
    study = CameraStudy(dictionary) if view is None else CameraStudy(view.frame.dictionary, view.tone)
    last = _read(text, rate_hz, study.take)
    report = study.told()
    if view is not None and view.camera.lens.size_px != report.size_px:
        wide, high = view.camera.lens.size_px
        raise BadInput(
            "{name}: {width} x {height} px, but {table} is of {wide} x {high}",
            name=text, width=report.size_px[0], height=report.size_px[1], table=table_file, wide=wide, high=high,
        )  # fmt: skip
    names = {entry.marker: entry.name for entry in roster.entries}
    if view is not None:
        names |= {marker.id: f"frame {marker.id}" for marker in view.frame.markers}
    mm = _mm_per_px(report.resting.markers, view, roster) if view is not None else {}
    return Film(text, report, last.image, names, mm)


def _read(text: str, rate_hz: float | None, take: Callable[[CameraFrame], None]) -> CameraFrame:
    source = open_source(text)
    with source:
        if source.live:
            raise BadInput(
                "{name}: --film is a video, a folder of pictures or a pattern, not a camera", name=source.name
            )
        if isinstance(source, PictureSource) and rate_hz is None:
            raise BadInput(
                "{name}: pictures do not tell when they were taken; say their rate, for example --rate 30", name=text
            )
        count = len(source) if isinstance(source, Sized) else None
        last = None
        hidden = not sys.stderr.isatty()
        pictures = iter(source.read, None)
        with click.progressbar(
            pictures, length=count, label=said_here("Looking"), file=sys.stderr, hidden=hidden
        ) as bar:
            for frame in bar:
                if last is not None and frame.grey.shape != last.grey.shape:
                    raise BadInput("{name}: not of the same size as the pictures before it", name=frame.name)
                take(frame if rate_hz is None else _at_rate(frame, rate_hz))
                last = frame
    if last is None:
        raise BadInput("{name}: there is no picture in this film", name=text)
    return last


def _at_rate(frame: CameraFrame, rate_hz: float) -> CameraFrame:
    return CameraFrame(frame.jpeg or frame.image, frame.index / rate_hz, frame.index, frame.name)


def _mm_per_px(markers: Sequence[MarkerScatter], view: TableView, roster: Roster) -> dict[int, float]:
    """Return how many mm on the table a px is at each marker that the table or the roster knows."""
    heights = {entry.marker: entry.mount.height_cm for entry in roster.entries}
    heights |= {marker.id: marker.height_cm for marker in view.frame.markers}
    known = [marker for marker in markers if marker.id in heights]
    if not known:
        return {}
    centres = [marker.corners_px.mean(axis=0) for marker in known]
    cm_per_px = view.camera.plane_jacobian(centres, [heights[marker.id] for marker in known])
    # The root mean square of both ways that a px can go.
    return {marker.id: float(10 * ((one**2).sum() / 2) ** 0.5) for marker, one in zip(known, cm_per_px, strict=True)}
