"""What the set-up's pages show, in the language of who asks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import segno
from typing_extensions import TypeAliasType

from referee.ruling_view import capital
from referee.setup.bases import mount_kind, mount_of, type_named, types_of, usual_bases
from referee.setup.folder import SetUp
from referee.setup.match_file import CM_PER, MatchFile
from referee.setup.ready import marker_count, ready_roster
from referee.setup.small_files import usual_sheets
from referee.setup.steps import SetupStep, StepKey, StepState, missing_for, steps_of
from referee.view_fields import IfKnown, fields_of
from referee.words.game_words import kind_said
from referee.words.notices import camera_difference
from referee.words.translation import remark_said, say, say_text, translated
from rules.game import MountKind
from rules.registry import game_named
from table.errors import BadInput, VedetteError
from table.frame import SquareBoard
from table.roster import Entry
from table.squares import read_square
from vision.markers import MarkerSeen
from vision.sources.factory import PHONE
from vision.sources.reasons import shown
from vision.table_view import TableView
from web.plan_view import SideView
from web.setup.calibration_views import Pixel
from web.setup.session import PICTURES, SetupSession
from web.setup.setup_routes import address_of, version_of
from web.view import StatusView, status_view


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupStepView:
    """A step: how it stands and why, what is to be done ``first``, and where its page is."""

    key: StepKey
    title: str
    state: StepState
    state_word: str
    why: str
    first: tuple[str, ...]
    href: str


@dataclass(frozen=True, slots=True)
class WarningView:
    """What the picture is not good for."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class MarkerView:
    """A marker in the picture; ``frame``: it is one of the frame's, or a banner's."""

    id: int
    frame: bool
    corners: tuple[Pixel, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveCameraView:
    """How camera and table are now; with a camera whether it is a folder of pictures, and what troubles it."""

    frame: int | None
    status: StatusView
    warnings: tuple[WarningView, ...] = ()
    markers: tuple[MarkerView, ...] = ()
    single: IfKnown[bool] = None
    reason: IfKnown[str] = None
    camera_warnings: IfKnown[tuple[str, ...]] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseCameraView(LiveCameraView):
    """How camera and table are, with what the picture is good for: how bright it is, in per cent, how blurred.

    ``frame_seen`` counts the frame's markers that are seen, ``missing`` are those that are not.
    """

    size: tuple[int, int]
    frame_seen: int
    frame_of: int
    missing: tuple[int, ...]
    level: int
    blur_px: float | None


AnyLiveView = TypeAliasType("AnyLiveView", CloseCameraView | LiveCameraView)


@dataclass(frozen=True, slots=True)
class BaseView:
    """What a kind of stand usually stands on, and the ``types`` of which it must be one."""

    kind: str
    title: str
    width_cm: float
    depth_cm: float
    mount: MountKind
    types: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterLineView:
    """One line of a roster."""

    marker: int
    name: str
    side: str
    kind: str
    unit: str
    width_cm: float
    depth_cm: float
    mount: MountKind


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenLineView(RosterLineView):
    """One line of the roster; ``seen``: its marker is on the table."""

    seen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterView:
    """The roster as it is; ``ready`` are the lines of the game's ready armies.

    ``markers`` is how many there are, ``reserved`` are the frame's and the banners';
    ``strangers`` are markers on the table that nobody is of, ``sides_of`` on whose field of a board each marker stands.
    """

    version: str
    markers: int
    reserved: tuple[int, ...]
    marker_cm: float
    sides: tuple[SideView, ...]
    ready: tuple[RosterLineView, ...]
    kinds: tuple[BaseView, ...]
    stands: tuple[SeenLineView, ...]
    strangers: tuple[int, ...]
    sides_of: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class PluggedView:
    """A camera that is plugged in."""

    index: int
    name: str
    trouble: str | None
    chosen: bool


@dataclass(frozen=True, slots=True)
class GivenView:
    """The source that was named when Vedette was started."""

    name: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class PicturesView:
    """The folder of pictures to put in place of a camera."""

    folder: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class PhoneView:
    """What a phone opens to be the camera, and that as a QR code (a data URI): both None before one was asked for."""

    address: str | None
    qr: str | None
    chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CamerasView:
    """What may be chosen as camera, and what is; ``stream`` is the address that was chosen, ``size`` its picture's."""

    plugged: tuple[PluggedView, ...]
    given: GivenView | None
    phone: PhoneView
    pictures: PicturesView
    stream: str
    size: tuple[int, int] | None


def words(key: str, language: str, **values: Any) -> str:
    """Return one of the set-up's words."""
    return say(f"setup.{key}", language, **values)


def remark_lines(remarks: Iterable[str], language: str) -> tuple[str, ...]:
    """Return what was remarked, in the language, a sentence each."""
    lines = [capital(remark_said(text, language)) for text in remarks]
    return tuple(line if line.endswith("?") else f"{line}." for line in lines)


def error_line(error: VedetteError, language: str) -> str:
    """Return an error's one line."""
    line = say_text(error.template, language, **error.values)
    return " ".join(line.split())


def rail(setup: SetUp, language: str) -> tuple[SetupStepView, ...]:
    """Return every step: its title, how it stands, and where its page is."""
    return tuple(_step(setup, step, language) for step in steps_of(setup))


def _step(setup: SetUp, step: SetupStep, language: str) -> SetupStepView:
    missing = missing_for(setup, step.key)
    why = say_text(step.why, language, **step.values)
    return SetupStepView(
        key=step.key,
        title=words(f"step_{step.key}", language),
        state=step.state,
        state_word=words(f"state_{step.state}", language),
        why=why,
        first=tuple(words(f"step_{key}", language) for key in missing),
        href=address_of("setup.step", key=step.key),
    )


def live(setup_session: SetupSession, setup: SetUp, language: str, *, closely: bool) -> AnyLiveView:
    """Return how camera and table are now; ``closely`` also what the picture is good for, which costs a search."""
    capture_loop = setup_session.capture_loop
    if capture_loop is None:
        return LiveCameraView(frame=None, status=_no_camera("live_none", language))
    reading = capture_loop.reading
    told = LiveCameraView(
        frame=reading.frame.index if reading.frame is not None else None,
        single=reading.single,
        status=_status(setup_session, language),
        reason=error_line(reading.reason, language) if reading.trouble and reading.reason else "",
        camera_warnings=(
            *remark_lines(capture_loop.feed.warnings, language),
            *_another_camera(setup_session, setup, language),
        ),
    )
    if closely and reading.frame is not None:
        try:
            return _closely(told, setup_session, setup, language)
        except BadInput as error:
            return replace(told, reason=error_line(error, language))
    return told


def _another_camera(setup_session: SetupSession, setup: SetUp, language: str) -> tuple[str, ...]:
    found = setup_session.difference(setup)
    return () if found is None else (camera_difference(found, language=language),)


def _closely(told: LiveCameraView, setup_session: SetupSession, setup: SetUp, language: str) -> CloseCameraView:
    frame, quality = setup_session.quality(setup)
    known = {marker.id for marker in setup.frame.markers} if setup.frame is not None else set()
    seen = [marker.id for marker in quality.markers if marker.id in known]
    warnings = tuple(WarningView(key, words(f"warn_{key}", language)) for key in quality.warnings)
    banners = setup.frame.banners if setup.frame is not None else None
    apart = known | set(banners.ids if banners is not None else ())
    markers = tuple(
        MarkerView(m.id, m.id in apart, tuple((round(float(u), 1), round(float(v), 1)) for u, v in m.corners_px))
        for m in quality.markers
    )
    return CloseCameraView(
        **{**fields_of(told), "frame": frame.index, "warnings": warnings, "markers": markers},
        size=quality.size_px,
        frame_seen=len(seen),
        frame_of=len(known),
        missing=tuple(sorted(known - set(seen))),
        level=round(quality.level / 2.55),
        blur_px=None if quality.blur_px is None else round(quality.blur_px, 2),
    )


def _status(setup_session: SetupSession, language: str) -> StatusView:
    capture_loop = setup_session.capture_loop
    assert capture_loop is not None
    if capture_loop.observer is not None:
        return status_view(capture_loop.observer.observation.status, language)
    if capture_loop.reading.trouble:
        return _no_camera(f"live_{capture_loop.reading.trouble}", language)
    if capture_loop.reading.frame is None:
        return StatusView("settling", words("live_waiting", language), "")
    return StatusView("still", words("live_running", language), "")


def _no_camera(word: str, language: str) -> StatusView:
    return StatusView("no_camera", words(word, language), words(f"{word}_advice", language))


def roster_view(setup_session: SetupSession, setup: SetUp, match: MatchFile, language: str) -> RosterView:
    """Return the roster as it is, the markers on the table that nobody is of, and what a game's stands may be."""
    version, roster, frame = version_of(setup, "roster"), setup.roster, setup.frame
    entries = roster.entries if roster is not None else ()
    taken = {entry.marker for entry in entries}
    known = {marker.id for marker in frame.markers} if frame is not None else set()
    if frame is not None and frame.banners is not None:
        known |= set(frame.banners.ids)
    seen: Sequence[MarkerSeen] = ()
    if setup_session.capture_loop is not None and setup_session.capture_loop.reading.frame is not None:
        seen = setup_session.quality(setup)[1].markers
    on_table = {marker.id for marker in seen}
    types = {base.kind: types_of(match, base.kind) for base in usual_bases(match.game)}
    sheets, view = setup.sheets or usual_sheets(match.game), setup.table
    return RosterView(
        version=version,
        markers=marker_count(frame),
        reserved=tuple(sorted(known)),
        marker_cm=entries[0].mount.size_cm if entries else sheets.marker_cm,
        sides=tuple(SideView(side.name, translated(side.title, language)) for side in match.sides),
        ready=ready_view(match, language),
        kinds=tuple(
            BaseView(base.kind, kind_said(match.game, base.kind, language), base.width_cm, base.depth_cm, base.mount,
                     types[base.kind])
            for base in usual_bases(match.game)
        ),
        stands=tuple(
            SeenLineView(
                **{**fields_of(line_view(e)), "unit": type_named(e.unit, types.get(e.kind, ())) or e.unit or ""},
                seen=e.marker in on_table,
            )
            for e in entries
        ),
        strangers=tuple(sorted(on_table - taken - known)),
        sides_of=whose(view, match, seen) if view is not None else {},
    )  # fmt: skip


def ready_view(match: MatchFile, language: str) -> tuple[RosterLineView, ...]:
    """Return the roster's lines of the game's ready armies, on the sides that play."""
    playing = [side.name for side in match.sides]
    return tuple(
        line_view(entry)
        for entry in ready_roster(match.game, match.settings, language).entries
        if entry.side in playing
    )


def line_view(entry: Entry) -> RosterLineView:
    """Return one line of a roster."""
    return RosterLineView(
        marker=entry.marker,
        name=entry.name,
        side=entry.side,
        kind=entry.kind,
        unit=entry.unit or "",
        width_cm=entry.width_cm,
        depth_cm=entry.depth_cm,
        mount=mount_kind(entry),
    )


def whose(view: TableView, match: MatchFile, seen: Sequence[MarkerSeen]) -> dict[int, str]:
    """Return on whose field of a board each marker stands: before the battle soldiers stand on their own."""
    board = view.frame.board
    if not isinstance(board, SquareBoard):
        return {}
    usual = usual_bases(match.game)[0]
    height_cm = mount_of(usual.mount, usual.depth_cm, usual.width_cm).height_cm
    field_of, found = game_named(match.game).field_of, {}
    sides = {field_of(side.name): side.name for side in match.sides}
    for marker in seen:
        x, y = view.camera.to_plane([marker.centre_px], height_cm)[0]
        square = read_square(board, float(x), float(y)).likeliest
        if square is not None:
            found[marker.id] = sides[square.field]
    return found


def cameras_view(setup_session: SetupSession, setup: SetUp) -> CamerasView:
    """Return what may be chosen as camera, and what is."""
    source = setup.source
    chosen = source.camera if source is not None else None
    given, address = setup_session.given, setup_session.phone_address
    qr = None if address is None else segno.make(address, micro=False).svg_data_uri(scale=4, border=3, light="#fff")
    return CamerasView(
        plugged=tuple(PluggedView(c.index, c.name, c.trouble, chosen == str(c.index)) for c in setup_session.cameras()),
        given=None if given is None else GivenView(shown(given), chosen == given),
        phone=PhoneView(address, qr, chosen == PHONE),
        pictures=PicturesView(str(setup.folder / PICTURES), chosen == PICTURES),
        stream=shown(chosen) if chosen is not None and "://" in chosen and chosen != given else "",
        size=source.size_px if source is not None else None,
    )


def in_units(match: MatchFile | None, cm: float) -> float:
    """Return a length in the match's units."""
    return cm / CM_PER[match.units] if match is not None else cm
