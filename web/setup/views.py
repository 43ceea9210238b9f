"""What the set-up's pages show, as plain data in the language of who asks."""

from collections.abc import Sequence
from typing import Any

from referee.setup.bases import mount_kind, mount_of, usual_bases
from referee.setup.folder import SetUp
from referee.setup.lens import ENOUGH_VIEWS, LensCoverage
from referee.setup.match_file import CM_PER, MatchFile
from referee.setup.ready import ready_roster
from referee.setup.small_files import usual_sheets
from referee.setup.steps import SetupStep, missing_for, steps_of
from referee.words import status_words
from referee.words.kinds import kind_said
from referee.words.translation import say, say_text, translated
from rules.registry import game_named
from table.errors import BadInput, VedetteError
from table.frame import SquareBoard
from table.roster import Entry
from table.squares import read_square
from vision.markers import MarkerSeen
from vision.sources.reasons import shown
from vision.table_view import TableView
from web.setup.session import PICTURES, SetupSession
from web.setup.setup_routes import address_of


def words(key: str, language: str, **values: Any) -> str:
    """Return one of the set-up's words."""
    return say(f"setup.{key}", language, **values)


def error_line(error: VedetteError, language: str) -> str:
    """Return an error's one line."""
    line = say_text(error.template, language, **error.values)
    return " ".join(line.split())


def rail(setup: SetUp, language: str) -> list[dict[str, Any]]:
    """Return every step: its title, how it stands, and where its page is."""
    return [_step(setup, step, language) for step in steps_of(setup)]


def _step(setup: SetUp, step: SetupStep, language: str) -> dict[str, Any]:
    missing = missing_for(setup, step.key)
    why = say_text(step.why, language, **step.values)
    return {
        "key": step.key,
        "title": words(f"step_{step.key}", language),
        "state": step.state,
        "state_word": words(f"state_{step.state}", language),
        "why": why,
        "first": [words(f"step_{key}", language) for key in missing],
        "href": address_of("setup.step", key=step.key),
    }


def live(setup_session: SetupSession, setup: SetUp, language: str, *, closely: bool) -> dict[str, Any]:
    """Return how camera and table are now; ``closely`` also what the picture is good for, which costs a search."""
    capture_loop = setup_session.capture_loop
    if capture_loop is None:
        return {
            "frame": None,
            "status": _plain_status("no_camera", "live_none", language),
            "warnings": [],
            "markers": [],
        }
    reading = capture_loop.reading
    told: dict[str, Any] = {
        "frame": reading.frame.index if reading.frame is not None else None,
        "single": reading.single,
        "status": _status(setup_session, language),
        "reason": reading.reason if reading.trouble else "",
        "camera_warnings": list(capture_loop.feed.warnings),
        "warnings": [],
        "markers": [],
    }
    if closely and reading.frame is not None:
        try:
            told |= _closely(setup_session, setup, language)
        except BadInput as error:
            told["reason"] = error_line(error, language)
    return told


def _closely(setup_session: SetupSession, setup: SetUp, language: str) -> dict[str, Any]:
    frame, quality = setup_session.quality(setup)
    known = {marker.id for marker in setup.frame.markers} if setup.frame is not None else set()
    seen = [marker.id for marker in quality.markers if marker.id in known]
    return {
        "frame": frame.index,
        "size": list(quality.size_px),
        "warnings": [{"key": key, "text": words(f"warn_{key}", language)} for key in quality.warnings],
        "markers": [
            {"id": m.id, "frame": m.id in known, "corners": [[round(float(v), 1) for v in c] for c in m.corners_px]}
            for m in quality.markers
        ],
        "frame_seen": len(seen),
        "frame_of": len(known),
        "missing": sorted(known - set(seen)),
        "level": round(quality.level / 2.55),
        "blur_px": None if quality.blur_px is None else round(quality.blur_px, 2),
    }


def _status(setup_session: SetupSession, language: str) -> dict[str, str]:
    capture_loop = setup_session.capture_loop
    assert capture_loop is not None
    if capture_loop.observer is not None:
        status = capture_loop.observer.observation.status
        line, advice = status_words(status, language=language)
        return {"key": status.key, "text": line, "advice": advice}
    if capture_loop.reading.trouble:
        return _plain_status("no_camera", f"live_{capture_loop.reading.trouble}", language)
    if capture_loop.reading.frame is None:
        return _plain_status("settling", "live_waiting", language)
    return _plain_status("still", "live_running", language)


def _plain_status(key: str, word: str, language: str) -> dict[str, str]:
    return {"key": key, "text": words(word, language), "advice": words(f"{word}_advice", language)}


def lens_view(gathered: LensCoverage, pictures: int, language: str) -> dict[str, Any]:
    """Return what the board's pictures cover."""
    return {
        "pictures": pictures,
        "used": gathered.used,
        "wanted": ENOUGH_VIEWS,
        "enough": gathered.enough,
        "coverage": round(gathered.coverage, 3),
        "cells": gathered.cells.tolist(),
        "rejected": [{"name": view.name, "reason": translated(view.reason, language)} for view in gathered.rejected],
    }


def check_view(setup: SetUp, match: MatchFile) -> list[dict[str, Any]]:
    """Return the distances that were checked, in the match's units."""
    check = setup.check
    if check is None or check.table != setup.fingerprint():
        return []
    cm = CM_PER[match.units]
    return [
        {
            "between": d.between,
            "true": d.true_cm / cm,
            "measured": d.measured_cm / cm,
            "off_mm": 10 * d.off_cm,
            "allowed_mm": 10 * d.allowed_cm,
            "agrees": d.agrees,
            "start": list(d.start),
            "end": list(d.end),
        }
        for d in check.distance
    ]


def roster_view(setup_session: SetupSession, setup: SetUp, match: MatchFile, language: str) -> dict[str, Any]:
    """Return the roster as it is, the markers on the table that nobody is of, and what a game's stands may be."""
    roster, frame = setup.roster, setup.frame
    entries = roster.entries if roster is not None else ()
    taken = {entry.marker for entry in entries}
    known = {marker.id for marker in frame.markers} if frame is not None else set()
    if frame is not None and frame.banners is not None:
        known |= set(frame.banners.ids)
    seen: Sequence[MarkerSeen] = ()
    if setup_session.capture_loop is not None and setup_session.capture_loop.reading.frame is not None:
        seen = setup_session.quality(setup)[1].markers
    on_table = {marker.id for marker in seen}
    sheets, view = setup.sheets or usual_sheets(match.game), setup.table
    return {
        "marker_cm": entries[0].mount.size_cm if entries else sheets.marker_cm,
        "sides": [{"name": side.name, "title": translated(side.title, language)} for side in match.sides],
        "ready": ready_view(match, language),
        "kinds": [
            {
                "kind": base.kind,
                "title": kind_said(match.game, base.kind, language),
                "width_cm": base.width_cm,
                "depth_cm": base.depth_cm,
                "mount": base.mount,
            }
            for base in usual_bases(match.game)
        ],
        "stands": [{**entry_view(e), "seen": e.marker in on_table} for e in entries],
        "strangers": sorted(on_table - taken - known),
        "sides_of": whose(view, match, seen) if view is not None else {},
    }


def ready_view(match: MatchFile, language: str) -> list[dict[str, Any]]:
    """Return the roster's lines for all that is in the game's box; none for a game whose armies players choose."""
    playing = [side.name for side in match.sides]
    return [
        entry_view(entry)
        for entry in ready_roster(match.game, match.settings, language).entries
        if entry.side in playing
    ]


def entry_view(entry: Entry) -> dict[str, Any]:
    """Return one line of a roster."""
    return {
        "marker": entry.marker,
        "name": entry.name,
        "side": entry.side,
        "kind": entry.kind,
        "unit": entry.unit or "",
        "width_cm": entry.width_cm,
        "depth_cm": entry.depth_cm,
        "mount": mount_kind(entry),
    }


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


def cameras_view(setup_session: SetupSession, setup: SetUp) -> dict[str, Any]:
    """Return what may be chosen as camera, and what is."""
    source = setup.source
    chosen = source.camera if source is not None else None
    given = setup_session.given
    return {
        "plugged": [
            {"index": c.index, "name": c.name, "trouble": c.trouble, "chosen": chosen == str(c.index)}
            for c in setup_session.cameras()
        ],
        "given": None if given is None else {"name": shown(given), "chosen": chosen == given},
        "pictures": {"folder": str(setup.folder / PICTURES), "chosen": chosen == PICTURES},
        "stream": shown(chosen) if chosen is not None and "://" in chosen and chosen != given else "",
        "size": list(source.size_px) if source is not None and source.size_px is not None else None,
    }


def in_units(match: MatchFile | None, cm: float) -> float:
    """Return a length in the match's units."""
    return cm / CM_PER[match.units] if match is not None else cm
