"""Everything one page shows, as JSON: table, stands, status, turn, ruling."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from referee.rehearsal.scene import Scene
from referee.words import chances, last_seen
from table.footprint import part_corners
from table.stand import Stand
from web.desk import Desk, Reading
from web.ruling_view import ruling_view

SHOWN_STATE = {"fired": "has fired", "revealed": "seen by the enemy", "moved": "has moved", "fatigue": "worn"}
"""State worth a mark on the table, in words."""
MOST_SUGGESTIONS = 6


def view_of(desk: Desk) -> dict[str, Any]:
    """Return the view of this instant."""
    scene, reading = desk.scene, desk.reading()
    memory, look = reading.moment.memory, reading.look
    sides = {side.name: side for side in scene.sides}
    suggestions = _suggestions(reading, scene)
    return {
        "versions": reading.versions._asdict(),
        "game": scene.game,
        "title": scene.title,
        "invitation": _invitation(reading, suggestions, scene),
        "table": {"width_cm": reading.table.width_cm, "depth_cm": reading.table.depth_cm},
        "picture_cm": list(look.picture_cm) if look.jpeg else None,
        "status": {"key": look.status.key, "text": look.status.text, "advice": look.status.advice},
        "frame": {"seen": look.frame_markers[0], "expected": look.frame_markers[1], "rms_px": look.frame_rms_px},
        "sides": [{"name": s.name, "title": s.title} for s in scene.sides],
        "turn": {"number": memory.turn, "side": memory.side, "title": sides[memory.side].title},
        "stands": [_stand(stand, scene, stand.name not in look.unseen, None) for stand in reading.table.stands]
        + [_stand(stand, scene, True, "fallen") for stand in memory.fallen.values()],
        "pieces": [{"name": p.name, "kind": p.kind, "polygon": p.polygon} for p in reading.table.pieces],
        "ruling": _ruling(reading, scene),
        "undo": reading.undo,
        "redo": reading.redo,
        "mode": reading.mode,
        "journal": None if reading.journal is None else {"sequence": reading.journal[0], "seal": reading.journal[1]},
        "acts": reading.acts,
        "owed": reading.owed,
        "suggestions": suggestions,
        "fair_dice": desk.die.view() if isinstance(desk.die, Showing) else None,
    }


@runtime_checkable
class Showing(Protocol):
    """Dice that have something to show of themselves."""

    def view(self) -> Mapping[str, Any]:
        """Return what everybody may know of them."""
        ...


def _stand(stand: Stand, scene: Scene, seen: bool, fate: str | None) -> dict[str, Any]:
    adjective = next((side.adjective for side in scene.sides if side.name == stand.side), stand.side)
    marks = [words for key, words in SHOWN_STATE.items() if stand.state.get(key)]
    said = [f"{stand.name}, {adjective} {stand.unit or stand.kind}", *marks]
    if fate:
        said.append("out of the battle")
    if not seen:
        said.append("not seen by the camera just now")
    return {
        "name": stand.name,
        "side": stand.side,
        "label": ", ".join(said),
        "kind": f"{adjective} {stand.unit or stand.kind}",
        "x": round(stand.x, 4),
        "y": round(stand.y, 4),
        "heading_deg": round(stand.heading_deg, 2),
        "sigma_cm": round(stand.sigma_cm, 5),
        "rings": [[[round(x, 3), round(y, 3)] for x, y in part] for part in part_corners(stand)],
        "marks": marks,
        "fired": bool(stand.state.get("fired")),
        "revealed": bool(stand.state.get("revealed")),
        "seen": seen,
        "fallen": fate is not None,
    }


def _ruling(reading: Reading, scene: Scene) -> Mapping[str, Any] | None:
    moment = reading.moment
    if moment.declared is None or moment.ruling is None:
        return None
    action, ruling = moment.declared.action, moment.ruling
    actor = moment.declared.table.stand(action["actor"])
    playing = actor.side == moment.memory.side or moment.confirmed
    title = next((side.title for side in scene.sides if side.name == moment.memory.side), moment.memory.side)
    return {
        "actor": action["actor"],
        "target": action["target"],
        **ruling_view(ruling),
        "confirmed": moment.confirmed,
        "chances": chances(scene.game, moment.odds) if moment.odds else None,
        "last_seen": last_seen(moment.declared.unseen),
        "measured_only": None if playing else f"It is the turn of the {title}: this is measured, not played.",
    }


def _suggestions(reading: Reading, scene: Scene) -> list[dict[str, str]]:
    """Return what is worth trying now: shots of the side that plays, by those who have not fired."""
    table, side = reading.table, reading.moment.memory.side
    ready = {stand.name for stand in table.stands if stand.side == side and not stand.state.get("fired")}
    return [
        {"actor": s.actor, "target": s.target, "question": s.question}
        for s in scene.suggestions
        if s.actor in ready and s.target in table
    ][:MOST_SUGGESTIONS]


def _invitation(reading: Reading, suggestions: Sequence[Mapping[str, str]], scene: Scene) -> str:
    """Return the scene's invitation as long as its first shot can be taken, then whose turn it is."""
    first = scene.suggestions[0]
    if any(s["actor"] == first.actor for s in suggestions):
        return scene.invitation
    title = next((side.title for side in scene.sides if side.name == reading.moment.memory.side), "")
    return f"It is the turn of the {title}. Tap who shoots, then the target."
