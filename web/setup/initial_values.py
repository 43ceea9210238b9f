"""What a step's page shows from the start, before its scripts have asked for anything."""

import time
from collections.abc import Callable, Sequence
from typing import Any

from flask import current_app, url_for

from referee.setup.folder import SetUp
from referee.setup.hex_size import board_size, hex_size, usual_hexes
from referee.setup.match_file import MatchFile, new_match
from referee.setup.scenario import scenario_in
from referee.setup.shelf import KnownSetUp
from referee.setup.small_files import usual_sheets
from referee.words.notices import camera_difference
from referee.words.translation import translated
from rules.game import Agreed, Side
from rules.registry import game_named, games
from rules.settings import Settings, read_settings
from table.errors import BadInput
from table.frame import Frame
from table.snapshot import Snapshot
from web.language import asked_language
from web.setup import views
from web.setup.session import SetupSession
from web.setup.sheet_pdf import sheets_of

ENDS = {"min": "ge", "max": "le"}
"""A number field's bounds, and what pydantic calls them."""


def values_of(setup_session: SetupSession, made: SetUp, key: str) -> dict[str, Any]:
    """Return what one step's page shows from the start."""
    frame, sheets, match = (or_none(lambda: made.frame), or_none(lambda: made.sheets), or_none(lambda: made.match))
    if key == "sheets":
        unit, scenario = views.in_units, scenario_in(made)
        usual = scenario.case.snapshot if scenario is not None else Snapshot(120.0, 90.0)
        return {
            "sheets": sheets or usual_sheets(match.game if match else ""),
            "printed": frame is not None,
            "files": sheets_of(match.game if match else ""),
            "width": round(unit(match, (frame or usual).width_cm), 2),
            "depth": round(unit(match, (frame or usual).depth_cm), 2),
            "frame_markers": len(frame.markers) if frame else 8,
            "frame_cm": frame.markers[0].size_cm if frame and frame.markers else 5.0,
            "board": _board(match, frame),
        }
    if key == "lens":
        others = [known for known in setup_session.shelf.all() if known.id != setup_session.current]
        lenses = [known for known in others if (known.folder / "camera.toml").exists()]
        profile, found = or_none(lambda: made.camera), setup_session.difference(made)
        differs = camera_difference(found, language=asked_language()) if found is not None else ""
        return {"lenses": lenses, "told_of": told_of, "profile": profile, "differs": differs}
    if key == "terrain":
        return {"pieces": or_none(lambda: made.terrain)}
    if key == "match":
        sides = match.sides if match is not None else games()[0].sides
        titles = {game.name: _titles(game.sides) for game in games()}
        return {"games": titles, "side_titles": _titles(sides), "agreed": _agreed(match)}
    if key == "play":
        profile = or_none(lambda: made.camera)
        rough = profile is not None and profile.self_calibrated
        return {"join": setup_session.place(), "invite_page": page_of("doors.page"), "rough": rough}
    return {"board": _board(match, frame), "frame": frame} if key == "table" else {}


def told_of(known: KnownSetUp) -> str:
    """Return what tells a set-up from others of its title: game, sides, stands, and when it was last at work."""
    language, day = asked_language(), time.strftime("%Y-%m-%d %H:%M", time.localtime(known.changed_s))
    told = [views.words("shelf_played" if known.played else "shelf_changed", language, day=day)]
    if known.stands:
        told.insert(0, views.words("shelf_stands", language, count=known.stands))
    if (match := known.match) is not None:
        game, sides = match.game.capitalize(), " – ".join(_titles(match.sides))
        told.insert(0, sides if match.title == game else f"{game}: {sides}")
    return " · ".join(told)


def _titles(sides: Sequence[Side]) -> list[str]:
    return [translated(side.title, asked_language()) for side in sides]


def _agreed(match: MatchFile | None) -> dict[str, list[dict[str, Any]]]:
    """Return what is agreed before a battle, for each game: as it is in the match's own."""
    fields = {}
    for game in games():
        if game.agreed:
            said = match if match is not None and match.game == game.name else new_match(game.name, "")
            settings = read_settings(game.settings, said.settings, "match.toml")
            fields[game.name] = [_field(settings, key, agreed) for key, agreed in game.agreed.items()]
    return fields


def _field(settings: Settings, key: str, agreed: Agreed) -> dict[str, Any]:
    """Return how one setting is asked for: by choices, as a number from ``min`` to ``max``, or as words to read."""
    language, value = asked_language(), getattr(settings, key)
    told: dict[str, Any] = {"name": key, "label": translated(agreed.label, language), "value": value}
    if isinstance(value, str) and agreed.choices:
        return {**told, "choices": {word: translated(said, language) for word, said in agreed.choices.items()}}
    if isinstance(value, int):
        limits = type(settings).model_fields[key].metadata
        ends = {end: getattr(it, name) for it in limits for end, name in ENDS.items() if hasattr(it, name)}
        return {**told, "ends": ends}
    return {**told, "text": ", ".join(value) if isinstance(value, tuple) else views.words("match_own", language)}


def _board(match: MatchFile | None, frame: Frame | None) -> dict[str, Any] | None:
    """Return the board's lengths in the match's units; None for a game that is not played on one."""
    if match is None or game_named(match.game).board is None:
        return None
    if usual_hexes(match.game) is not None:
        hexes = hex_size(frame, match.game)
        lengths = {"apart": hexes.apart_cm, "strip": hexes.strip_cm, "border": hexes.border_cm}
        told = {key: round(views.in_units(match, cm), 3) for key, cm in lengths.items()}
        return {**told, "columns": hexes.columns, "rows": hexes.rows, "pointy": hexes.pointy, "shifted": hexes.offset}
    size = board_size(frame)
    lengths = {"square": size.square_cm, "strip": size.strip_cm, "border": size.border_cm}
    return {**{key: round(views.in_units(match, cm), 3) for key, cm in lengths.items()}, "boards": size.boards}


def or_none(read: Callable[[], Any]) -> Any:
    """Return what a file says; None for one that is wrong: its step says so."""
    try:
        return read()
    except BadInput:
        return None


def page_of(endpoint: str) -> str | None:
    """Return the address of a page of another room; None where the application that answers has none."""
    return url_for(endpoint) if endpoint in current_app.view_functions else None
